"""Cards of MTG Arena's own database, in a file of ours that has its shape."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from declarant.events.errors import InvalidInput
from declarant.tools.cards import arena_cards, find, load
from declarant.tools.cards.arena import installed
from declarant.tools.cli import app
from typer.testing import CliRunner

TEXTS = {
    1: "Grim Ox",
    2: "<nobr>Ward</nobr> {o2oW}",
    3: "CARDNAME can't be blocked except by two or more creatures.",
    4: "Creature",
    5: "Ox",
    6: "Legendary",
    7: "Ox Fodder",
    8: "Land",
    9: "{oT}: Add {oG}.",
}
CARDS = [
    # GrpId, TitleId, Supertypes, Types, Subtypes, Colors, OldSchoolManaText, Power, Toughness, AbilityIds, IsToken, IsRebalanced
    (70_001, 1, "2", "2", "35", "3,5", "o2o(B/G)oXoG", "4", "3", "900:1,901:2", 0, 0),
    (70_002, 1, "2", "2", "35", "3,5", "o2o(B/G)oXoG", "4", "3", "900:3,901:4", 0, 0),
    (70_003, 1, "2", "2", "35", "3,5", "o2", "1", "1", "", 0, 1),
    (70_004, 7, "", "2", "35", "5", "", "0", "1", "", 1, 0),
    (70_005, 7, "", "5", "", "", "", "", "", "1005", 0, 0),
]


def database(path: Path, *altered: str) -> Path:
    file = path / "Raw_CardDatabase_5f3.mtga"
    with sqlite3.connect(file) as made:
        made.execute(
            "CREATE TABLE Cards (GrpId INTEGER PRIMARY KEY, TitleId, Supertypes, Types, Subtypes, Colors, OldSchoolManaText,"
            " Power, Toughness, AbilityIds, IsToken, IsRebalanced)"
        )
        made.execute("CREATE TABLE Abilities (Id INTEGER PRIMARY KEY, TextId)")
        made.execute("CREATE TABLE Enums (Type, Value, LocId)")
        made.execute("CREATE TABLE Localizations_enUS (LocId, Formatted, Loc)")
        made.executemany("INSERT INTO Localizations_enUS VALUES (?, 1, ?)", TEXTS.items())
        made.execute("INSERT INTO Localizations_enUS VALUES (1, 2, 'grim ox')")
        made.executemany("INSERT INTO Abilities VALUES (?, ?)", [(900, 2), (901, 3), (1005, 9)])
        enums = [("CardType", 2, 4), ("CardType", 5, 8), ("SubType", 35, 5), ("SuperType", 2, 6), ("Color", 2, 1)]
        made.executemany("INSERT INTO Enums VALUES (?, ?, ?)", enums)
        made.executemany(f"INSERT INTO Cards VALUES ({','.join('?' * 12)})", CARDS)
        for statement in altered:
            made.execute(statement)
    made.close()
    return file


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_a_column_that_nobody_knows_is_reported(tmp_path: Path) -> None:
    added = ("ArtId", "Order_Title", "HiddenPower")
    reported: list[str] = []
    load(database(tmp_path, *(f"ALTER TABLE Cards ADD COLUMN {column}" for column in added)), unknown=reported.append)
    assert reported == ["HiddenPower"]


def test_a_card_is_read_with_its_text_types_and_mana_value(tmp_path: Path) -> None:
    assert load(database(tmp_path)) == 3
    ox = find("grim ox")
    assert (ox.supertypes, ox.types, ox.subtypes, ox.colors) == (("Legendary",), ("Creature",), ("Ox",), ("B", "G"))
    assert (ox.mana_value, ox.power, ox.toughness) == (4, "4", "3")
    assert ox.text == "Ward {2}{W}\nGrim Ox can't be blocked except by two or more creatures."


def test_every_number_has_its_own_card_and_tokens_and_rebalanced_ones_no_name_alone(tmp_path: Path) -> None:
    load(database(tmp_path))
    known = arena_cards()
    found = {number: known(number) for number in (*range(70_001, 70_006), 70_099)}
    assert {number: card.mana_value for number, card in found.items() if card} == {
        70_001: 4,
        70_002: 4,
        70_003: 2,
        70_004: 0,
        70_005: 0,
    }
    assert find("Ox Fodder").text == "{T}: Add {G}."


def test_arena_is_found_where_it_is_installed_and_the_newest_file_taken(tmp_path: Path) -> None:
    assert installed() is None
    raw = tmp_path / "Library/Application Support/com.wizards.mtga/Downloads/Raw"
    raw.mkdir(parents=True)
    database(raw)
    done = CliRunner().invoke(app, ["cards", "load"])
    assert (done.exit_code, done.output.split(" ")[0]) == (0, "3")


def test_where_there_is_no_arena_it_is_stated(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["cards", "load"])
    assert done.exit_code == 2
    assert "no MTG Arena on this machine" in done.output


@pytest.mark.parametrize(
    "altered",
    [
        "DROP TABLE Abilities",
        "UPDATE Cards SET Power = x'ff00'",
        "ALTER TABLE Cards RENAME TO Other",
    ],
)
def test_another_database_or_an_altered_one_is_refused_and_what_was_loaded_stays(tmp_path: Path, altered: str) -> None:
    load(database(tmp_path))
    other = tmp_path / "other"
    other.mkdir()
    with pytest.raises(InvalidInput, match="Arena's database of cards can't be read"):
        load(database(other, altered))
    assert find("Grim Ox").power == "4"


def test_a_view_without_an_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("declarant.tools.cards.arena._STEPS", 100_000)
    endless = (
        "CREATE VIEW Cards AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i GrpId, i TitleId,"
        " '' Supertypes, '' Types, '' Subtypes, '' Colors, '' OldSchoolManaText, '' Power, '' Toughness, '' AbilityIds,"
        " 0 IsToken, 0 IsRebalanced FROM n"
    )
    with pytest.raises(InvalidInput, match="can't be read: interrupted"):
        load(database(tmp_path, "DROP TABLE Cards", endless))
