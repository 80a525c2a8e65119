"""All that is wrong with a case is reported at once, each misfit with its own line and column."""

import json
from pathlib import Path
from typing import Any

import pytest
from declarant import InvalidInput
from declarant.tools.cases.judging import judge
from declarant.tools.cases.misfits import MOST
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case, read_cases
from declarant.tools.cases.report import CaseError

YAML = """\
id: many
rulez: 2024-06-07
players: [Ann, Bob]
battlefield:
  - {id: brute, controller: An, types: [Creture], power: "3", text: Menace}
  - id: bear
    controller: Bob
    types: [creature]
    text: |
      Flying
      This creature can't block unless it dances twice.
  - id: hen
    types: [Creature]
effects:
  - {goad: hen, by: Bill}
steps:
  - {attack: {brut: Bob}, expect: leagl}
  - {blok: {bear: [brute]}, expect: illegal}
  - {block: {bear: [brute], hen: [brute]}, triggers: [{source: bera}]}
  - {effect: {controller: Ann, text: "[bearr] attacks this turn if able."}}
"""
WRONG = {
    "2:1": ("rulez", "rules?"),
    "5:29": ("battlefield[0].controller", "Ann?"),
    "5:41": ("battlefield[0].types[0]", "Creature?"),
    "5:58": ("battlefield[0].power", "a whole number"),
    "11:43": ("battlefield[1].text, character 43", ""),
    "12:5": ("battlefield[2].controller", "the name of a player"),
    "15:21": ("effects[0].by", "players"),
    "17:15": ("steps[0].attack.brut", "brute?"),
    "17:35": ("steps[0].expect", "legal?"),
    "18:5": ("steps[1]", "block or"),
    "19:64": ("steps[2].triggers[0].source", "bear?"),
    "20:38": ("steps[3].effect.text", "bear"),
}


def errors(path: Path) -> dict[str, InvalidInput]:
    """The errors of a file with one case, by line and column."""
    (refused,) = read_cases(path)
    assert isinstance(refused, InvalidInput)
    found = {each.where.removeprefix(f"{path}:").partition(": ")[0]: each for each in (refused, *refused.further)}
    assert len(found) == 1 + len(refused.further)
    return found


def test_what_is_wrong_in_shape_in_who_is_named_and_in_wording_is_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "many.yaml"
    path.write_text(YAML, "utf-8")
    found = errors(path)
    for place, (at, allowed) in WRONG.items():
        assert found[place].where == f"{path}:{place}: {at}"
        assert allowed in found[place].allowed
    assert found.keys() == WRONG.keys()


def test_in_json_too_on_lines_and_in_documents(tmp_path: Path) -> None:
    data = {
        "players": ["Ann", "Bob"],
        "active": "Cid",
        "battlefield": [],
        "steps": [{"leaves": "ox"}, {"attack": {"cow": "Bob"}}],
    }
    path = tmp_path / "a.jsonl"
    path.write_text("\n" + json.dumps(data), "utf-8")
    line = path.read_text("utf-8").splitlines()[1]
    assert errors(path).keys() == {f"2:{line.index(each) + 1}" for each in ('"Cid"', '"ox"', '"cow"')}
    path = tmp_path / "a.json"
    path.write_text(json.dumps([data, data], indent=1), "utf-8")
    reported = [
        each.where for refused in read_cases(path) if isinstance(refused, InvalidInput) for each in (refused, *refused.further)
    ]
    assert reported == [
        f"{path}:{line}:{column}: {at}"
        for begin in (2, 20)
        for line, column, at in (
            (begin + 5, 13, "active"),
            (begin + 9, 15, "steps[0].leaves"),
            (begin + 13, 6, "steps[1].attack.cow"),
        )
    ]


def test_what_does_not_fit_makes_nothing_else_wrong(tmp_path: Path) -> None:
    """The permanents of a case are known, though something else about them doesn't fit; its players, where nobody is."""
    ox: dict[str, Any] = {"id": "ox", "types": ["Creature"]}
    case = {"players": ["Ann", "Bob"], "battlefield": [ox], "steps": [{"attack": {"ox": "Bob"}}]}
    for data, at in ((case, "battlefield[0].controller"), ({**case, "players": "Ann", "battlefield": []}, "players")):
        with pytest.raises(InvalidInput) as caught:
            read_case(data)
        assert (caught.value.where, caught.value.further) == (at, ())


@pytest.mark.parametrize(
    ("ox", "at"),
    [
        ({"name": "Ox", "types": ["Creture"]}, ["battlefield[0].types[0]"]),
        ({"name": 7, "types": ["Creature"], "text": "Ox can't block."}, ["battlefield[0].name"]),
        ({"di": "ox", "id": None}, ["battlefield[0].di", "battlefield[0].id"]),
    ],
)
def test_what_follows_from_a_misfit_is_none(ox: dict[str, Any], at: list[str]) -> None:
    """No card is looked for, no text read with another name, nobody missed who has no id."""
    battlefield = [{"id": "ox", "controller": "Ann", **ox}]
    with pytest.raises(InvalidInput) as caught:
        read_case({"players": ["Ann", "Bob"], "battlefield": battlefield, "steps": [{"attack": {"ox": "Bob"}}]})
    assert sorted(each.where for each in (caught.value, *caught.value.further)) == at


def test_wordings_of_a_case_that_is_judged_are_stated_at_once(tmp_path: Path) -> None:
    wording = "This creature can't block unless it dances twice."
    ox = {"id": "ox", "controller": "Ann", "types": ["Creature"], "text": wording}
    cow = {**ox, "id": "cow", "text": "Flying\n" + wording}
    steps = [{"effect": {"on": "ox", "text": wording}}, {"changes": {"id": "ox", "text": wording}}]
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"players": ["Ann", "Bob"], "battlefield": [ox, cow], "steps": steps}), "utf-8")
    (case,) = read_cases(path)
    assert isinstance(case, Case)
    report = judge(case)
    assert report.error is not None
    text = path.read_text("utf-8")
    dances = [place for place in range(len(text)) if text.startswith("dances", place)]
    for error, place, at in zip(
        (report.error, *report.further_errors),
        dances,
        (
            "battlefield[0].text, character 36",
            "battlefield[1].text, character 43",
            "steps[0].effect.text, character 36",
            "steps[1].changes.text, character 36",
        ),
        strict=True,
    ):
        assert isinstance(error, CaseError)
        assert error.kind == "wording-not-understood"
        assert error.where == f"{path}:1:{place + 1}: {at}"


def test_no_more_are_stated_than_somebody_reads() -> None:
    with pytest.raises(InvalidInput) as caught:
        read_case({"players": ["Ann", "Bob"], "battlefield": [{} for _ in range(10_000)], "steps": []})
    assert len(caught.value.further) == MOST
    assert caught.value.further[-1].found == f"more than {MOST} misfits"


def test_a_traceback_shows_all_of_them() -> None:
    with pytest.raises(InvalidInput) as caught:
        read_case({})
    assert [note.partition(":")[0] for note in caught.value.__notes__] == ["battlefield", "steps"]


def test_what_yaml_may_not_say_is_stated_together_with_what_a_case_may_not(tmp_path: Path) -> None:
    text = """\
players: [Ann, Bob]
players: [Ann, Cat]
battlefield:
  - {id: ox, controller: Ann, controller: Bob, types: [Creature], powr: 2}
  - &same {id: elk, controller: !who Ann}
  - *same
  - *nobody
steps:
  - {[a]: 1, expct: legal}
"""
    (tmp_path / "wrong.yaml").write_text(text, "utf-8")
    (refused,) = read_cases(tmp_path / "wrong.yaml")
    assert isinstance(refused, InvalidInput)
    reported = [each.where.removeprefix(str(tmp_path / "wrong.yaml")) + " " + each.found for each in (refused, *refused.further)]
    assert reported == [
        ":2:1 the key 'players' twice in an object",
        ":4:31 the key 'controller' twice in an object",
        ":5:5 the anchor &same",
        ":5:33 the tag !who",
        ":6:5 the alias *same",
        ":7:5 the alias *nobody",
        ":9:6 a key that isn't text",
        ":4:67: battlefield[0].powr an unknown field with 2",
        ":9:5: steps[0] an object with the keys 'expct'",
    ]


def test_what_is_refused_in_a_list_of_cases_is_reported_of_its_case(tmp_path: Path) -> None:
    text = """\
- {id: one, id: two, players: [Ann, Bob], battlefield: [], steps: []}
- {id: fine, players: [Ann, Bob], battlefield: [], steps: []}
"""
    (tmp_path / "list.yaml").write_text(text, "utf-8")
    first, second = read_cases(tmp_path / "list.yaml")
    assert isinstance(first, InvalidInput) and first.found == "the key 'id' twice in an object"
    assert isinstance(second, Case)


@pytest.mark.parametrize(
    ("name", "before", "line", "after", "places"),
    [
        ("wrong.json", "", "\n", "", [":1:42", ":3:1", ":3:22"]),
        ("list.json", "[", "\n", "]", [":1:43", ":3:1", ":3:22"]),
        ("lines.jsonl", "\n", " ", "\n{}", [":2:42", ":2:105", ":2:126"]),
    ],
)
def test_keys_that_stand_twice_in_json_are_reported_with_all_else_that_is_wrong(
    name: str, before: str, line: str, after: str, places: list[str], tmp_path: Path
) -> None:
    text = line.join(
        [
            '{"id": "one", "players": ["Ann", "Bob"], "id": "two",',
            '"battlefield": [{"id": "ox", "controller": "Ann",',
            '"controller": "Bob", "powr": 2}], "steps": []}',
        ]
    )
    (tmp_path / name).write_text(before + text + after, "utf-8")
    refused = next(iter(read_cases(tmp_path / name)))
    assert isinstance(refused, InvalidInput)
    assert [
        (each.where.removeprefix(str(tmp_path / name)).split(": ")[0], each.found) for each in (refused, *refused.further)
    ] == [
        (places[0], "the key 'id' twice in an object"),
        (places[1], "the key 'controller' twice in an object"),
        (places[2], "an unknown field with 2"),
    ]


def test_a_key_that_stands_twice_is_reported_of_its_case_in_a_list(tmp_path: Path) -> None:
    fine = '{"id": "fine", "players": ["Ann", "Bob"], "battlefield": [], "steps": []}'
    (tmp_path / "list.json").write_text(f"[{fine},\n {fine[:-1]}, " + '"id": "again"},\n ' + f"{fine}]", "utf-8")
    first, second, third = read_cases(tmp_path / "list.json")
    assert isinstance(first, Case) and isinstance(third, Case)
    assert isinstance(second, InvalidInput) and second.where.endswith("list.json:2:76")
