"""Where cases come from: files of each kind, directories, standard input; what each case is called."""

import io
import json
import os
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from declarant import InvalidInput
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case, read_cases

CASE: dict[str, Any] = {
    "players": ["Ann", "Bob"],
    "battlefield": [{"id": "ox", "controller": "Ann", "name": "Ploughing Ox", "types": ["Creature"], "power": 2}],
    "steps": [{"attack": {"ox": "Bob"}, "expect": "legal"}],
}
LINE = json.dumps(CASE)
YAML = """
players: [Ann, Bob]
battlefield:
  - {id: ox, controller: Ann, name: Ploughing Ox, types: [Creature], power: 2}
steps:
  - {attack: {ox: Bob}, expect: legal}
"""


def read(path: Path) -> list[Case | InvalidInput]:
    return list(read_cases(path))


def places(path: Path) -> list[str]:
    """Where each case or misfit stands, from the file's name on."""
    return [
        (found.place if isinstance(found, Case) else found.where).replace(f"{path}{os.sep}", "").replace(str(path), "")
        for found in read(path)
    ]


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


def test_every_case_of_the_shared_material_is_accepted(shared: Path) -> None:
    # The lines of these hold a case and what best play is worth there: see tests/best_play.
    answers = {"best-block.jsonl", "dominated.jsonl", "races.jsonl", "tricks.jsonl"}
    files = [file for file in (shared / "cases").glob("*.jsonl") if file.name not in answers]
    found = [case for file in files for case in read(file)]
    assert [case for case in found if isinstance(case, InvalidInput) and not getattr(case, "expected", None)] == []
    assert len(found) == sum(len(file.read_bytes().splitlines()) for file in files) > 0


def test_json_lines_hold_a_case_a_line_and_blank_lines_hold_none(tmp_path: Path) -> None:
    assert places(write(tmp_path / "a.jsonl", f"{LINE}\n\n  \n{LINE}\r\n{LINE}")) == [":1", ":4", ":5"]


def test_a_json_file_holds_one_case_of_several_lines(tmp_path: Path) -> None:
    (case,) = read(write(tmp_path / "a.json", json.dumps(CASE, indent=2)))
    assert isinstance(case, Case)
    assert case.battlefield[0].name == "Ploughing Ox"


def test_a_json_file_holds_a_list_of_cases(tmp_path: Path) -> None:
    assert places(write(tmp_path / "a.json", f"[{LINE}, {LINE}]")) == [":1[0]", ":1[1]"]


@pytest.mark.parametrize("suffix", [".yaml", ".yml"])
def test_a_yaml_file_holds_documents_with_a_case_or_a_list_of_cases(tmp_path: Path, suffix: str) -> None:
    listed = "\n".join(["-", *(f"  {line}" for line in YAML.strip().splitlines())])
    path = write(tmp_path / f"a{suffix}", f"{YAML}---{YAML}---\n{listed}\n{listed}\n")
    assert places(path) == [":2", ":8", ":14[0]", ":14[1]"]


def test_yaml_and_json_say_the_same(tmp_path: Path) -> None:
    (from_yaml,) = read(write(tmp_path / "a.yaml", YAML))
    (from_json,) = read(write(tmp_path / "a.json", LINE))
    assert isinstance(from_yaml, Case) and isinstance(from_json, Case)
    assert from_yaml.model_dump(exclude={"id"}) == from_json.model_dump(exclude={"id"})


def test_yaml_words_and_rule_numbers_are_read_as_they_look(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.yaml",
        """
rules: 2024-06-07
players: [No, Y]
battlefield: [{id: on, controller: No, text: "Menace\\nVigilance", tapped: true}]
effects: [{on: on, text: Flying}]
steps: [{attack: {on: Y}, expect: illegal, rule: 508.10, why: null}]
""",
    )
    (case,) = read(path)
    assert isinstance(case, Case)
    assert case.players == ("No", "Y")
    assert case.rules is not None and case.rules.isoformat() == "2024-06-07"
    assert case.steps[0].rule == "508.10"
    assert case.battlefield[0].text == "Menace\nVigilance"


def test_a_directory_is_walked_in_sorted_order_at_any_depth(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    write(tmp_path / "b" / "x.json", LINE)
    write(tmp_path / "c.jsonl", LINE)
    write(tmp_path / "a.yml", YAML)
    write(tmp_path / "notes.txt", "no cases")
    assert places(tmp_path) == ["a.yml:2", os.path.join("b", "x.json:1"), "c.jsonl:1"]


def test_a_misfit_stands_in_its_place_among_the_cases(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f"{LINE}\n{{}}\nnonsense\n{LINE}")
    assert [isinstance(found, Case) for found in read(path)] == [True, False, False, True]


def standard_input(monkeypatch: pytest.MonkeyPatch, text: str) -> list[Case | InvalidInput]:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    return read(Path("-"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{LINE}\n{LINE}\n", ["<stdin>:1", "<stdin>:2"]),
        (f"\n\n{LINE}\n\n{LINE}", ["<stdin>:3", "<stdin>:5"]),
        (json.dumps(CASE, indent=2), ["<stdin>:1"]),
        (f"[{LINE}]", ["<stdin>:1[0]"]),
        (json.dumps([CASE, CASE], indent=2), ["<stdin>:1[0]", "<stdin>:1[1]"]),
    ],
    ids=["lines", "blank lines", "one document", "list on a line", "list on lines"],
)
def test_standard_input_holds_json_lines_or_a_json_document(
    monkeypatch: pytest.MonkeyPatch, text: str, expected: list[str]
) -> None:
    found = standard_input(monkeypatch, text)
    assert [case.place for case in found if isinstance(case, Case)] == expected


def test_a_misfit_of_standard_input_states_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    (misfit,) = standard_input(monkeypatch, '\n{\n"players": oops}')
    assert isinstance(misfit, InvalidInput)
    assert misfit.where == "<stdin>:3:12"


def test_a_case_is_called_by_its_id_or_by_its_place(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f"{json.dumps(CASE | {'id': 'ox-attacks'})}\n{LINE}")
    assert [case.id for case in read(path) if isinstance(case, Case)] == ["ox-attacks", f"{path}:2"]


def test_a_case_can_be_read_from_plain_data() -> None:
    assert read_case(CASE).place == ""
    with pytest.raises(InvalidInput) as caught:
        read_case(CASE | {"active": "Cid"})
    assert (caught.value.where, caught.value.found) == ("active", "'Cid'")


def test_reading_takes_a_case_at_a_time(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f"{LINE}\n{{}}\n")
    cases = read_cases(path)
    assert isinstance(next(cases), Case)
    assert isinstance(next(cases), InvalidInput)
    with pytest.raises(StopIteration):
        next(cases)
