"""Cards loaded from a bulk file, and permanents of a case that give their name alone."""

import gzip
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from declarant.events.errors import InvalidInput
from declarant.tools.audit.audit import Audited
from declarant.tools.cards import find, load, meant
from declarant.tools.cards.index import cache_file
from declarant.tools.cases.judging import judge
from declarant.tools.cases.reading import read_case
from declarant.tools.text.cases import audited
from referee import ANN, BOB, attack, block, creature, enchantment, given, illegal, legal, refused
from rich.console import Console

SCRYFALL: list[dict[str, Any]] = [
    {
        "name": "Grim Ox",
        "layout": "normal",
        "type_line": "Legendary Creature — Ox Time Lord",
        "colors": ["B", "G"],
        "cmc": 3.0,
        "power": "4",
        "toughness": "3",
        "oracle_text": "Grim Ox can't be blocked except by two or more creatures.",
    },
    {
        "name": "Shy Pupil // Loud Master",
        "layout": "modal_dfc",
        "cmc": 1.0,
        "card_faces": [
            {"name": "Shy Pupil", "type_line": "Creature — Human", "colors": ["W"], "power": "1", "toughness": "1"},
            {
                "name": "Loud Master",
                "type_line": "Planeswalker — Jace",
                "mana_cost": "{X}{2/W}{U}",
                "colors": ["W", "U"],
                "loyalty": "4",
            },
        ],
    },
    {"name": "Swelling Ooze", "type_line": "Creature — Ooze", "colors": ["G"], "cmc": 2.0, "power": "*", "toughness": "1+*"},
    {"name": "Twin", "type_line": "Creature — Cat", "power": "1", "toughness": "1"},
    {"name": "Twin", "type_line": "Creature — Dog", "power": "2", "toughness": "2"},
    {"name": "Cat", "layout": "token", "type_line": "Token Creature — Cat", "power": "1", "toughness": "1"},
]
MTGJSON = {
    "meta": {"version": "5"},
    "data": {
        "Grim Ox": [
            {
                "name": "Grim Ox",
                "supertypes": ["Legendary"],
                "types": ["Creature"],
                "subtypes": ["Ox", "Time Lord"],
                "colors": ["B", "G"],
                "manaValue": 3.0,
                "power": "4",
                "toughness": "3",
                "text": "Grim Ox can't be blocked except by two or more creatures.",
            }
        ],
        "Shy Pupil // Loud Master": [
            {
                "name": "Shy Pupil // Loud Master",
                "faceName": "Shy Pupil",
                "side": "a",
                "layout": "modal_dfc",
                "types": ["Creature"],
                "subtypes": ["Human"],
                "colors": ["W"],
                "manaValue": 1.0,
                "power": "1",
                "toughness": "1",
            },
            {
                "name": "Shy Pupil // Loud Master",
                "faceName": "Loud Master",
                "side": "b",
                "layout": "modal_dfc",
                "types": ["Planeswalker"],
                "subtypes": ["Jace"],
                "colors": ["W", "U"],
                "manaValue": 1.0,
                "faceManaValue": 3.0,
                "loyalty": "4",
            },
        ],
    },
}


@pytest.fixture(autouse=True)
def _own_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def written(path: Path, data: object) -> Path:
    content = json.dumps(data).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def named(id: str, controller: str, name: str, **stated: Any) -> dict[str, Any]:
    return {"id": id, "controller": controller, "name": name, **stated}


@pytest.fixture
def loaded(tmp_path: Path) -> None:
    load(written(tmp_path / "cards.json", SCRYFALL))


@pytest.mark.parametrize("data", [SCRYFALL, MTGJSON], ids=["Scryfall", "MTGJSON"])
@pytest.mark.parametrize("file", ["cards.json", "cards.json.gz"])
def test_a_card_is_the_same_in_both_formats(tmp_path: Path, data: object, file: str) -> None:
    load(written(tmp_path / file, data))
    ox = find("grim  OX")
    assert (ox.supertypes, ox.types, ox.subtypes) == (("Legendary",), ("Creature",), ("Ox", "Time Lord"))
    assert (ox.colors, ox.mana_value, ox.power, ox.toughness) == (("B", "G"), 3, "4", "3")
    assert ox.text.startswith("Grim Ox can't")
    assert find("Shy Pupil // Loud Master") == find("Shy Pupil")
    master = find("Loud Master")
    assert (master.types, master.colors, master.mana_value, master.loyalty) == (("Planeswalker",), ("W", "U"), 3, "4")


@pytest.mark.usefixtures("loaded")
def test_a_permanent_may_be_a_name_alone() -> None:
    board = given(named("ox", ANN, "Grim Ox"), creature("bear", BOB), creature("elk", BOB))
    board.when(attack(ox=BOB), block(bear="ox")).then(illegal("509.1b", "two or more"))
    board.when(attack(ox=BOB), block(bear="ox", elk="ox")).then(legal)
    ox = board.game().board.permanents["ox"]
    assert (ox.power, ox.toughness, ox.mana_value, set(ox.colors)) == (4, 3, 3, {"B", "G"})
    assert {"Legendary", "Creature", "Ox"} <= set(ox.types)


@pytest.mark.usefixtures("loaded")
def test_what_the_case_states_wins() -> None:
    board = given(named("ox", ANN, "Grim Ox", power=9, colors=["R"]))
    ox = board.game().board.permanents["ox"]
    assert (ox.power, ox.toughness, set(ox.colors)) == (9, 3, {"R"})


@pytest.mark.usefixtures("loaded")
def test_a_power_that_varies_has_to_be_stated() -> None:
    error = given(named("ooze", ANN, "Swelling Ooze")).when().outcome().report.error
    assert error is not None and error.where == "battlefield[0].power" and "*" in error.found
    ooze = given(named("ooze", ANN, "Swelling Ooze", power=3, toughness=4)).game().board.permanents["ooze"]
    assert (ooze.power, ooze.toughness) == (3, 4)


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("name", "why"), [("Nobody", "no loaded card has"), ("Twin", "2 different cards"), ("Cat", "no loaded")])
def test_a_name_that_names_no_card_is_refused(name: str, why: str) -> None:
    error = given(named("x", ANN, name)).when().outcome().report.error
    assert error is not None and error.where == "battlefield[0].name" and why in error.found


def test_without_cards_loaded_a_name_alone_is_answered_with_how_to_load_them() -> None:
    error = given(named("ox", ANN, "Grim Ox")).when().outcome().report.error
    assert error is not None and "no cards are loaded" in error.found and "declarant cards load" in error.allowed


def test_a_permanent_with_types_or_text_is_never_looked_up() -> None:
    given(creature("ox", ANN, name="Grim Ox"), {"id": "law", "controller": ANN, "name": "Law", "text": "Flying"}).game()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"[1]",
        b'[{"name": "Ox"',
        b'{"data": {"Ox": []}}',
        b'{"data": [1]}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"nonsense",
    ],
)
def test_a_file_in_neither_format_leaves_the_index_as_it_was(tmp_path: Path, content: bytes) -> None:
    load(written(tmp_path / "good.json", SCRYFALL))
    (tmp_path / "bad.json").write_bytes(content)
    with pytest.raises(InvalidInput, match=r"bad\.json"):
        load(tmp_path / "bad.json")
    assert find("Grim Ox").power == "4"
    assert [path.name for path in cache_file().parent.iterdir()] == ["cards.sqlite"]


def test_cards_are_read_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("declarant.tools.cards.streaming._CHUNK", 7)
    assert load(written(tmp_path / "cards.json", SCRYFALL)) == 7
    assert load(written(tmp_path / "cards.json", MTGJSON)) == 4


def test_loading_again_replaces_all(tmp_path: Path) -> None:
    load(written(tmp_path / "cards.json", SCRYFALL))
    assert find("Swelling Ooze").power == "*"
    load(written(tmp_path / "cards.json", MTGJSON))
    with pytest.raises(InvalidInput):
        find("Swelling Ooze")


def test_a_damaged_index_is_reported(tmp_path: Path) -> None:
    load(written(tmp_path / "cards.json", SCRYFALL))
    cache_file().write_bytes(b"no database" * 100)
    with pytest.raises(InvalidInput, match="declarant cards load"):
        find("Grim Ox")


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(("name", "meant"), [("Grim Oxx", "Grim Ox"), ("grmi ox", "Grim Ox"), ("Lowd Master", "Loud Master")])
def test_the_nearest_name_is_reported(name: str, meant: str) -> None:
    error = given(named("ox", ANN, name)).when().outcome().report.error
    assert error is not None and error.allowed.endswith(f"(did you mean {meant}?)")


@pytest.mark.usefixtures("loaded")
def test_the_board_shows_what_the_card_says() -> None:
    case = read_case({"players": [ANN, BOB], "battlefield": [named("ox", ANN, "grim ox")], "steps": [{"attack": {"ox": BOB}}]})
    out = StringIO()
    Console(file=out, width=100).print(audited(Audited(case, judge(case), [])))
    assert "Grim Ox, 4/3, black and green, Legendary Creature — Ox Time Lord" in out.getvalue()
    assert "Grim Ox can't be blocked except by two or more creatures." in out.getvalue()


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("typed", "names"),
    [("grim oxx", ["Grim Ox"]), ("Lowd Master", ["Loud Master"]), ("loud ma", ["Loud Master"]), ("zzzzzzz", [])],
)
def test_who_types_a_wrong_letter_or_not_all_is_understood(typed: str, names: list[str]) -> None:
    assert meant(typed) == names


def test_a_field_of_a_card_that_nobody_knows_is_reported(tmp_path: Path) -> None:
    ox = {"name": "Grim Ox", "type_line": "Creature — Ox", "power": "2", "toughness": "2", "prices": {}, "grimness": 3}
    (tmp_path / "cards.json").write_text(json.dumps([ox, {**ox, "name": "Glad Ox"}]), "utf-8")
    reported: list[str] = []
    load(tmp_path / "cards.json", index=tmp_path / "index.sqlite", unknown=reported.append)
    assert reported == ["grimness", "grimness"]


@pytest.mark.parametrize(
    ("stated", "size"),
    [
        ({}, "7/6"),
        ({"power": 4, "toughness": 3}, "7/6"),
        ({"power": 5, "toughness": 5}, "5/5"),
        ({"power": 4, "toughness": 3, "stated": True}, "4/3"),
    ],
)
def test_a_card_given_by_name_alone_is_as_printed_and_counters_and_others_add(
    stated: dict[str, Any], size: str, loaded: Path
) -> None:
    ox = {"id": "ox", "controller": ANN, "name": "Grim Ox", "counters": {"+1/+1": 2}, **stated}
    anthem = {"id": "anthem", "controller": ANN, "types": ["Enchantment"], "text": "Creatures you control get +1/+1."}
    seen = given(ox, anthem).when().outcome().game.view.permanents["ox"]
    assert f"{seen.power}/{seen.toughness}" == size


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize("size", [{}, {"power": 5}, {"power": 5, "toughness": 5}])
@pytest.mark.parametrize(
    ("text", "stated", "contradicted"),
    [
        ("Creatures are white.", {}, None),
        ("Creatures are colorless.", {}, None),
        ("Creatures are Goblins.", {}, None),
        ("Creatures are Goblins.", {"colors": ["G"]}, None),
        ("Creatures are white.", {"subtypes": ["Ox"]}, None),
        ("Creatures are white.", {"colors": ["G"]}, "ox stated as G"),
        ("Creatures are Goblins.", {"subtypes": ["Ox"]}, "ox stated as Ox"),
    ],
)
def test_colors_and_types_that_only_its_card_says_are_printed_and_derived(
    text: str, stated: dict[str, Any], size: dict[str, Any], contradicted: str | None
) -> None:
    ox, law = named("ox", ANN, "Grim Ox", **size, **stated), enchantment("law", BOB, text)
    expected = legal if contradicted is None or not size else refused("invalid-input", contradicted, text)
    given(law, ox).when(attack(ox=BOB)).then(expected)
    given(law).when({"enters": {**ox, "summoning_sick": False}}, attack(ox=BOB)).then(expected)
    if expected is legal:
        assert given(law, ox).when({"leaves": "law"}).outcome().step.not_carried_out == ()
