"""Input that isn't a case file at all gets one clear error each: the place, what was found, what is allowed."""

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from declarant import InvalidInput
from declarant.tools.cases import reading
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_case, read_cases
from hypothesis import given
from hypothesis import strategies as st

LINE = '{"players": ["Ann", "Bob"], "battlefield": [{"id": "ox", "controller": "Ann"}], "steps": []}'


def misfits(path: Path, data: bytes | str) -> list[tuple[str, str, str]]:
    """What is wrong with a file of these bytes."""
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    found = list(read_cases(path))
    for invalid in found:
        assert isinstance(invalid, InvalidInput)
        str(invalid).encode()  # it can be printed
        assert len(invalid.found) <= 120
    return [
        (invalid.where.removeprefix(str(path)), invalid.found, invalid.allowed)
        for invalid in found
        if isinstance(invalid, InvalidInput)
    ]


HUGE = "9" * 100_000
JSON = {
    "not JSON": ("hello", [(":1:1", "'hello'", "JSON (Expecting value)")]),
    "cut off": (LINE[:-1], [(f":1:{len(LINE)}", "the end", "JSON (Expecting ',' delimiter)")]),
    "trailing text": (LINE + " x", [(f":1:{len(LINE) + 2}", "'x'", "JSON (Extra data)")]),
    "empty": ("", [("", "no case", "at least one case")]),
    "blank": (" \n\n", [("", "no case", "at least one case")]),
    "byte order mark": (
        b"\xef\xbb\xbf" + LINE.encode(),
        [(":1", "a byte order mark", "UTF-8 without a byte order mark")],
    ),
    "UTF-16": (LINE.encode("utf-16"), [(":1", "the byte 0xff", "UTF-8")]),
    "Latin-1": ('{"id": "Æther"}'.encode("latin-1"), [(":1", "the byte 0xc6", "UTF-8")]),
    "not a number": ('{"life": NaN}', [(":1:10", "NaN", "a number")]),
    "infinity": ('{"life": -Infinity}', [(":1:10", "-Infinity", "a number")]),
    "a key twice": (
        LINE[:-1] + ', "steps": []}',
        [(f":1:{len(LINE) + 2}", "the key 'steps' twice in an object", "every key once")],
    ),
    "deep lists": ("[" * 1_000_000, [(":1", "JSON nested too deep", "at most 32 levels")]),
    "deep objects": ('{"a":' * 1_000_000, [(":1", "JSON nested too deep", "at most 32 levels")]),
    "huge integer": (f'{{"life": {HUGE}}}', [(":1", "a number of thousands of digits", "a smaller number")]),
    "many keys": (
        json.dumps({str(number): 0 for number in range(20_001)}),
        [(":1:1", "an object with 20001 keys", "at most 20000 keys")],
    ),
    "a list": (f"[[{LINE}]]", [(":1:2", "a list of 1", "a case: an object")]),
    "a number": ("7", [(":1:1", "7", "a case: an object")]),
    "null": ("null", [(":1:1", "null", "a case: an object")]),
}


@pytest.mark.parametrize(("data", "expected"), JSON.values(), ids=JSON)
def test_a_json_file_that_holds_no_case(tmp_path: Path, data: bytes | str, expected: list[tuple[str, str, str]]) -> None:
    assert misfits(tmp_path / "a.json", data) == expected


@pytest.mark.parametrize("data", [data for data, _ in JSON.values()], ids=JSON)
def test_the_same_on_a_line_of_json_lines_is_one_misfit(tmp_path: Path, data: bytes | str) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    assert len(misfits(tmp_path / "a.jsonl", raw.replace(b"\n", b" "))) == 1


def test_a_raw_nul_and_an_escaped_one_are_refused(tmp_path: Path) -> None:
    for nul, where in (("\0", ":1:16"), ("\\u0000", ":1:14: players[0]")):
        ((at, _, _),) = misfits(tmp_path / "a.jsonl", LINE.replace("Ann", f"A{nul}", 1))
        assert at == where


@pytest.mark.parametrize("part", ["players", "Ann", "steps", "ox"])
def test_half_a_surrogate_pair_is_refused_wherever_it_stands(tmp_path: Path, part: str) -> None:
    assert len(misfits(tmp_path / "a.jsonl", LINE.replace(part, f"{part}\\ud800"))) == 1


YAML = {
    "alias": ("a: &x [1]\nb: *x", [(":1:4", "the anchor &x", "values written out")]),
    "alias bomb": (
        "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]",
        [(":1:4", "the anchor &a", "values written out")],
    ),
    "undefined alias": ("a: *x", [(":1:4", "the alias *x", "values written out")]),
    "anchored key": ("&x a: 1", [(":1:1", "the anchor &x", "values written out")]),
    "tag": (
        "a: !!python/object:os.system x",
        [(":1:4", "the tag tag:yaml.org,2002:python/object:os.system", "values without tags")],
    ),
    "a key twice": ("a: 1\na: 2", [(":2:1", "the key 'a' twice in an object", "every key once")]),
    "a key that is a list": ("? [a]\n: 1", [(":1:3", "a key that isn't text", "text as a key")]),
    "control character": ("a: 1\nb: \0", [(":2:4", r"the character '\x00'", "YAML, which has no control characters")]),
    "deep lists": ("[" * 500_000, [(":1:33", "YAML nested too deep", "at most 32 levels")]),
    "deep blocks": ("- " * 500_000, [(":1:65", "YAML nested too deep", "at most 32 levels")]),
    "many keys": (
        "\n".join(f"k{number}: 0" for number in range(20_001)),
        [(":20001:1", "an object with more than 20000 keys", "at most 20000 keys")],
    ),
    "empty": ("# nothing\n", [("", "no case", "at least one case")]),
    "empty document": ("---\n", [(":2:1", "null", "a case: an object")]),
    "Latin-1": ("a: Æ".encode("latin-1"), [(":1", "the byte 0xc6", "UTF-8")]),
}


@pytest.mark.parametrize(("data", "expected"), YAML.values(), ids=YAML)
def test_a_yaml_file_that_holds_no_case(tmp_path: Path, data: bytes | str, expected: list[tuple[str, str, str]]) -> None:
    assert misfits(tmp_path / "a.yaml", data) == expected


def test_yaml_that_breaks_off_is_reported_with_where(tmp_path: Path) -> None:
    ((where, found, allowed),) = misfits(tmp_path / "a.yaml", "a: [1,\n")
    assert (where, found) == (":2:1", "the end")
    assert allowed.startswith("YAML (")


@pytest.mark.parametrize(("name", "limit"), [("a.json", "MAX_LINE_BYTES"), ("a.yaml", "MAX_YAML_BYTES")])
def test_a_document_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, limit: str) -> None:
    monkeypatch.setattr(reading, limit, 100)
    ((where, found, allowed),) = misfits(tmp_path / name, "[" + " " * 100 + "]")
    assert (where, found) == ("", "a longer document")
    assert allowed.startswith("at most 100 bytes")


def test_a_list_of_too_many_cases_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CASES", 2)
    assert misfits(tmp_path / "a.json", "[0, 0, 0]") == [
        (":1", "a list of 3", "at most 2 cases; more as JSON Lines"),
    ]


def test_a_quarter_of_a_gigabyte_on_a_line_is_refused_in_bounded_memory_and_the_next_line_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.truncate(2**28)  # a hole: it takes no room on the disk
        file.seek(2**28)
        file.write(b"\n" + LINE.encode())
    tracemalloc.start()
    misfit, case = read_cases(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(misfit, InvalidInput)
    assert (misfit.where, misfit.found) == (f"{path}:1", "a longer line")
    assert isinstance(case, Case)
    assert peak < 4 * reading.MAX_LINE_BYTES


@pytest.mark.parametrize(
    "line",
    [
        LINE.replace("[]", "[" + "0," * 1_000_000 + "0]"),
        LINE.replace("[]", '[{"attack": {}, "blocked": [' + "0," * 1_000_000 + "0]}]"),
        LINE.replace('"Ann", "Bob"', "0," * 1_000_000 + "0"),
    ],
    ids=["steps", "ids", "players"],
)
def test_a_million_misfits_in_a_list_are_reported_as_one_in_bounded_memory(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(line)
    tracemalloc.start()
    (misfit,) = read_cases(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(misfit, InvalidInput)
    assert misfit.where.endswith("[0]")
    assert peak < 20 * len(line)


@pytest.mark.parametrize(
    ("make", "found", "allowed"),
    [
        (lambda path: path, "No such file or directory", "a file that can be read"),
        (lambda path: path.with_suffix(""), "nothing of that name", "a directory, or a name that ends in .jsonl"),
        (lambda path: Path(__file__), "a name that ends in '.py'", "a directory, or a name that ends in .jsonl"),
        (lambda path: path.with_name("a\0.json"), "embedded null byte", "a file that can be read"),
        (lambda path: path.parent, "a directory without cases", "files that end in .jsonl, .lines, .json, .yaml, .yml"),
    ],
    ids=["missing", "missing without ending", "ending", "nul", "directory"],
)
def test_a_path_without_cases(tmp_path: Path, make: Callable[[Path], Path], found: str, allowed: str) -> None:
    path = make(tmp_path / "a.json")
    (misfit,) = read_cases(path)
    assert isinstance(misfit, InvalidInput)
    assert (misfit.where, misfit.found) == (str(path), found)
    assert misfit.allowed.startswith(allowed)


def test_a_file_name_that_is_not_utf_8_can_be_reported(tmp_path: Path) -> None:
    (misfit,) = read_cases(tmp_path / "a\udcff.json")
    assert isinstance(misfit, InvalidInput)
    assert misfit.where.encode().endswith(rb"a\udcff.json")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(sorted({*Case.model_fields, "attack", "goad", "pay", "enters"})), inner)
    ),
)


@given(VALUES)
def test_any_plain_data_is_a_case_or_a_misfit(value: object) -> None:
    try:
        reading.read_case(value, "here")
    except InvalidInput as invalid:
        assert invalid.where.startswith("here")
        assert invalid.found and invalid.allowed


@given(st.binary())
def test_any_bytes_are_cases_or_misfits(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("bytes")
    for suffix in (".jsonl", ".json", ".yaml"):
        (folder / f"a{suffix}").write_bytes(data)
    assert len(list(read_cases(folder))) >= 3


def refusals(**fields: object) -> list[tuple[str, str, str]]:
    """What is wrong with a case of two players and an ox."""
    case = {"players": ["Ann", "Bob"], "battlefield": [{"id": "ox", "controller": "Ann"}], "steps": []} | fields
    with pytest.raises(InvalidInput) as refused:
        read_case(case)
    return [(each.where, each.found, each.allowed) for each in (refused.value, *refused.value.further)]


@pytest.mark.parametrize(
    ("where", "fields"),
    [
        ("battlefield[0].attached_to", {"battlefield": [{"id": "ox", "controller": "Ann", "attached_to": "ox"}]}),
        ("steps[0].changes.attached_to", {"steps": [{"changes": {"id": "ox", "attached_to": "ox"}}]}),
        ("steps[0].enters.attached_to", {"steps": [{"enters": {"id": "axe", "controller": "Ann", "attached_to": "axe"}}]}),
    ],
)
def test_nothing_is_attached_to_itself(where: str, fields: dict[str, object]) -> None:
    assert refusals(**fields)[0][0] == where
    assert refusals(**fields)[0][2] == "another permanent, or a player"


@pytest.mark.parametrize("text", ["Reconfigure {2}", "Bestow {2}", "Flying", ""])
def test_no_creature_is_attached(text: str) -> None:
    """704.5p; what has bestow or reconfigure is no creature while it is attached."""
    stated = {"id": "axe", "controller": "Ann", "types": ["Artifact", "Creature"], "text": text, "attached_to": "ox"}
    ox = {"id": "ox", "controller": "Ann", "types": ["Creature"]}
    with pytest.raises(InvalidInput, match="attached_to"):
        read_case({"players": ["Ann", "Bob"], "battlefield": [stated, ox], "steps": []})
    read_case({"players": ["Ann", "Bob"], "battlefield": [{**stated, "types": ["Artifact"]}, ox], "steps": []})


def test_a_misspelt_designation_is_reported_with_all_there_are_and_the_nearest() -> None:
    ((where, found, allowed),) = refusals(designations={"ox": ["monstrouss"]})
    assert (where, found) == ("designations.ox[0]", "'monstrouss'")
    assert "saddled" in allowed
    assert allowed.endswith("(did you mean monstrous?)")


def test_a_block_of_nobody_and_a_text_that_is_too_long_are_reported_with_how_many_there_may_be() -> None:
    ((_, _, allowed),) = refusals(steps=[{"attack": {"ox": "Bob"}}, {"block": {"ox": []}}])
    assert "a list of one or more ids" in allowed
    ((_, _, allowed),) = refusals(battlefield=[{"id": "ox", "controller": "Ann", "text": "x" * 10_001}])
    assert "at most 10000 characters" in allowed


ELF = {"id": "elf", "controller": "Ann", "types": ["Creature"], "power": 1, "toughness": 1}


def test_what_is_wrong_with_a_mana_ability_is_reported_with_its_step_by_all_who_go_through_a_case() -> None:
    attack = {"attack": {"elf": "Bob"}, "mana_abilities": [{"source": "elf", "adds": "{G}"}]}
    case = read_case({"players": ["Ann", "Bob"], "battlefield": [ELF], "steps": [{"attack": {}}, {"combat": "again"}, attack]})
    error = judge(case).error
    assert error is not None
    assert error.where == "steps[2].mana_abilities[0].source"
    with pytest.raises(InvalidInput) as refused:
        list(moments(case))
    assert refused.value.where == error.where


def test_an_order_of_triggers_that_names_another_permanent_is_reported_at_its_field() -> None:
    elf = ELF | {"text": "Whenever this creature attacks, you gain 1 life."}
    steps = [{"attack": {"elf": "Bob"}}, {"resolve": "all", "in_order": ["elf", "elf"]}]
    error = judge(read_case({"players": ["Ann", "Bob"], "battlefield": [elf], "steps": steps})).error
    assert error is not None
    assert error.where == "steps[1].in_order"
