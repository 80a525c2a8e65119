"""Replay data of 17Lands as games: what it states is in the tables, and what it doesn't state stays open."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest
from declarant.events.facts import RecordInterrupted
from declarant.events.journal.journal import Journal
from declarant.tools.cards import CardFace
from declarant.tools.cli import app
from declarant.tools.records import seventeen_lands
from declarant.tools.records.keeping import Imported, Problem
from declarant.tools.records.seventeen_lands import SeventeenLandsReader
from records.replay_data import BOLT, NAMES, OX, PLAYED, columns, row, text, written
from tables.tabulating import Rows, rows
from typer.testing import CliRunner

GAME = "17lands/d1/1/1"


def card(number: int) -> CardFace | None:
    return CardFace(name=NAMES[number], mana_value=2) if number in NAMES else None


def imported(kept: Journal, *games: dict[str, str], find: Any = card) -> list[Imported | Problem]:
    found = SeventeenLandsReader(find, "file").games(text(*games).encode().splitlines(keepends=True))
    return [each if isinstance(each, Problem) else each.keep(kept) for each in found]


@pytest.fixture(scope="module")
def stated() -> Rows:
    with Journal.open("memory://") as kept:
        imported(kept, row(PLAYED, {"Grim Ox": 17}, opp_rank="mythic", opening_hand=[OX, BOLT]))
        return rows(kept, GAME)


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, [*map(str, arguments)])


def test_whose_game_it_is_and_who_won(stated: Rows) -> None:
    (game,) = stated["games"]
    asked = ("owner", "first", "won", "winner", "turns", "format", "deck", "rank", "opposing_rank", "mulligans", "opening_hand")
    assert [game[name] for name in asked] == [
        *("user", "user", True, "user", 6, "PremierDraft", ("17 Grim Ox",), "platinum", "mythic", 0),
        ("Bright Bolt", "Grim Ox"),
    ]
    assert (game["tainted"], f"{game['played']:%Y-%m-%d %H:%M:%S}") == (True, "2024-11-12 19:39:12")


def test_creatures_attack_and_become_blocked_or_not_and_nothing_else_is_stated_of_them(stated: Rows) -> None:
    attacks = [attack for attack in stated["attacks"] if attack["turn"] == 5]
    assert [(attack["name"], attack["blocked"], attack["blockers"]) for attack in attacks] == [
        ("Grim Ox", True, None),
        ("Grim Ox", True, None),
        ("Keen Elf", False, 0),
    ]
    for attack in attacks:
        assert attack["defending"] == "oppo"
        assert {attack[name] for name in ("target", "power", "toughness", "dealt", "taken", "died", "killed")} == {None}


def test_what_blocked_what_stays_open_where_two_attackers_were_blocked(stated: Rows) -> None:
    blocks = [
        (block["turn"], block["blocker_name"], block["attacker_name"], block["attacker"] != "") for block in stated["blocks"]
    ]
    assert blocks == [(5, "Old Wall", None, False), (5, "Old Wall", None, False), (6, "Grim Ox", "Old Wall", True)]
    assert [block["blockers"] for block in stated["blocks"]] == [None, None, 1]


def test_nothing_is_ruled_on(stated: Rows) -> None:
    assert {(made["verdict"], made["stood"], made["interrupted"]) for made in stated["declarations"]} == {
        (None, "record interrupted", True)
    }


def test_combat_damage_is_stated_in_all_and_creatures_die_in_combat_or_else(stated: Rows) -> None:
    assert [(hit["turn"], hit["source"], hit["recipient"], hit["dealt"]) for hit in stated["damage"]] == [(5, None, "oppo", 2)]
    assert [(death["turn"], death["name"], death["step"]) for death in stated["deaths"]] == [
        (4, "Keen Elf", "other"),
        (5, "Grim Ox", "combat damage"),
        (5, "Old Wall", "combat damage"),
        (6, "Old Wall", "combat damage"),
    ]
    attack = next(made for made in stated["declarations"] if (made["turn"], made["action"]) == (5, "attack"))
    assert (attack["damage_to_others"], attack["own_died"], attack["others_died"]) == (2, 1, 1)


def test_life_spells_and_what_is_in_play(stated: Rows) -> None:
    assert [(row["turn"], row["player"], row["change"], row["life"], row["cause"]) for row in stated["life"]] == [
        (5, "oppo", -2, 18, None),
        (6, "user", 2, 22, None),
    ]
    assert [(spell["turn"], spell["player"], spell["name"]) for spell in stated["spells"]] == [
        *((2, "oppo", "Keen Elf"), (3, "user", "Grim Ox"), (3, "user", "Grim Ox"), (4, "oppo", "Old Wall")),
        (4, "user", "Bright Bolt"),
    ]
    assert [(turn["creatures"], turn["opposing_creatures"]) for turn in stated["turns"]] == [
        (0, 0),
        (0, 0),
        (0, 1),
        (1, 2),
        (2, 2),
        (1, 2),
    ]


def test_slots_of_turns_that_were_not_played_are_no_turns() -> None:
    with Journal.open("memory://") as kept:
        imported(kept, row({"user 1": PLAYED["user 1"]}, num_turns=4, on_play=False))
        assert [(turn["turn"], turn["player"]) for turn in rows(kept, GAME)["turns"]] == [(1, "oppo"), (2, "user")]


def test_a_creature_that_was_blocked_but_did_not_attack_entered_attacking() -> None:
    with Journal.open("memory://") as kept:
        imported(kept, row({"user 1": {"creatures_blocked": [OX], "creatures_blocking": [OX], "eot_user_life": "20.0"}}))
        found = rows(kept, GAME)
        assert [(block["blocker_name"], block["attacker_name"]) for block in found["blocks"]] == [("Grim Ox", "Grim Ox")]
        assert found["attacks"] == []


def test_the_same_file_twice_adds_nothing_and_other_rows_of_a_game_are_refused() -> None:
    with Journal.open("memory://") as kept:
        imported(kept, row(PLAYED))
        last = kept.last_id()
        (again,) = imported(kept, row(PLAYED))
        assert isinstance(again, Imported)
        assert (again.appended, again.conflict, kept.last_id()) == (0, None, last)
        (other,) = imported(kept, row(PLAYED, won=False))
        assert isinstance(other, Imported)
        assert other.conflict is not None
        assert kept.last_id() == last


def test_cards_that_come_later_name_what_was_stated_by_number() -> None:
    with Journal.open("memory://") as later, Journal.open("memory://") as first:
        imported(later, row(PLAYED), find=lambda number: None)
        assert {attack["name"] for attack in rows(later, GAME)["attacks"]} == {"grp 101", "grp 102", "grp 103"}
        (anew,) = imported(later, row(PLAYED))
        assert isinstance(anew, Imported)
        assert (anew.anew, later.games()) == (True, [f"{GAME}#2"])
        imported(first, row(PLAYED))
        (stated,) = ([attack["name"] for attack in rows(later, f"{GAME}#2")["attacks"]],)
        assert stated == [attack["name"] for attack in rows(first, GAME)["attacks"]]
        (once_more,) = imported(later, row(PLAYED), find=lambda number: None)
        assert isinstance(once_more, Imported)
        assert (once_more.appended, once_more.conflict) == (0, None)


def test_tables_join_and_the_walk_and_the_audit_go_through(tmp_path: Path) -> None:
    data, games = written(tmp_path / "replay.csv.gz", row(PLAYED), row(draft_id="d2", won=False)), tmp_path / "games.db"
    found = run("import", "17lands", data, "--to", games, "--format", "json")
    assert found.exit_code == 0, found.output
    assert [json.loads(line)["stream"] for line in found.stdout.splitlines()] == [GAME, "17lands/d2/1/1"]
    assert run("export", games, "--to", tmp_path / "tables").exit_code == 0
    query = f"""SELECT attack.name, game.won FROM '{tmp_path}/tables/attacks/*/*.parquet' AS attack
        JOIN '{tmp_path}/tables/games/*/*.parquet' AS game USING (game) JOIN '{tmp_path}/tables/declarations/*/*.parquet' AS made
        ON made.game = game.game AND made.declaration = attack.declaration"""
    assert len(duckdb.sql(query).fetchall()) == 4
    walk = run("replay", games, "--stream", "d1", "--turns")
    assert "blocks (whom isn’t stated)" in " ".join(walk.output.split())
    assert "oppo is dealt 2 damage in all" in walk.output
    assert run("audit", games).exit_code == 0
    assert run("page", games, "--stream", "d1", "-o", tmp_path / "game.html").exit_code == 0
    assert run("replay", games, "--stream", "d1").exit_code == 0


def test_what_we_export_in_these_columns_is_read_again(tmp_path: Path) -> None:
    games, again = tmp_path / "games.db", tmp_path / "again.db"
    assert run("import", "17lands", written(tmp_path / "replay.csv", row(PLAYED)), "--to", games).exit_code == 0
    assert run("export", games, "--columns", "17lands", "--to", tmp_path / "ours.csv.gz").exit_code == 0
    found = run("import", "17lands", tmp_path / "ours.csv.gz", "--to", again)
    assert found.exit_code == 0, found.output
    assert run("export", again, "--columns", "17lands", "--to", tmp_path / "theirs.csv").exit_code == 0
    with gzip.open(tmp_path / "ours.csv.gz", "rt") as ours, (tmp_path / "theirs.csv").open() as theirs:
        stated, retold = list(csv.DictReader(ours)), list(csv.DictReader(theirs))
    different = {key for key in stated[0] if stated[0][key] != retold[0].get(key)}
    assert {key for key in different if "creatures_" in key or "life" in key or "won" in key} == set()


def test_only_so_many_games(tmp_path: Path) -> None:
    data = written(tmp_path / "replay.csv", *(row(draft_id=f"d{n}") for n in range(5)))
    found = run("import", "17lands", data, "--to", tmp_path / "games.db", "--limit", "2")
    assert (found.exit_code, len(found.stdout.splitlines())) == (0, 2)


# --- what is wrong with a file -------------------------------------------------------------------------------------------


def refused(path: Path, tmp_path: Path) -> str:
    """What is stated of a file that can't be imported wholly; the journal is sound."""
    found = run("import", "17lands", path, "--to", tmp_path / "games.db", "--format", "json")
    assert found.exit_code == 2, found.output
    assert "Traceback" not in found.output
    if (tmp_path / "games.db").exists():
        assert run("journal", "verify", tmp_path / "games.db").exit_code == 0
    return found.stderr


def test_a_packed_file_that_is_cut_off_gives_the_games_that_are_whole(tmp_path: Path) -> None:
    whole = gzip.compress(text(*(row(PLAYED, draft_id=f"d{n}") for n in range(200))).encode())
    (tmp_path / "cut.csv.gz").write_bytes(whole[: len(whole) // 2])
    assert "end-of-stream marker" in refused(tmp_path / "cut.csv.gz", tmp_path)
    with Journal.open(tmp_path / "games.db") as kept:
        assert {len(list(kept.entries(stream))) for stream in kept.streams()} in ({68}, set())


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["pack_number", "pick"], "draft data without the column draft_id"),
        (["draft_id", "game_time", "on_play", "num_turns", "won", "drawn_Ox"], "game data without the column user_turn_1"),
        ([name for name in columns() if name != "won"], "a file without the column won"),
        ([*columns(), "won"], "two columns won"),
        ([*columns(), *(f"c{n}" for n in range(20_001))], "at most 20000"),
    ],
    ids=["draft", "game", "lacking", "twice", "too many"],
)
def test_other_columns_are_declined(tmp_path: Path, names: list[str], said: str) -> None:
    path = tmp_path / "replay.csv"
    path.write_text(",".join(names) + "\n")
    assert said in refused(path, tmp_path)


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"game_time": "yesterday"}, "game_time"),
        ({"on_play": "yes"}, "True or False"),
        ({"num_turns": "9" * 400}, "num_turns"),
        ({"num_turns": "999999"}, "0 to 200"),
        ({"num_mulligans": "-1e5"}, "num_mulligans"),
        ({"user_turn_1_eot_user_life": "nan"}, "user_turn_1_eot_user_life"),
        ({"user_turn_1_creatures_attacked": "1|" * 300}, "at most 250 cards"),
        ({"user_turn_1_creatures_attacked": "9" * 40}, "user_turn_1_creatures_attacked"),
        ({"draft_id": "a\u202eb"}, "draft_id"),
        ({"draft_id": "x" * 300}, "draft_id"),
    ],
    ids=lambda stated: next(iter(stated)) if isinstance(stated, dict) else "",
)
def test_a_cell_without_sense_costs_that_game_and_no_other(tmp_path: Path, cells: dict[str, str], said: str) -> None:
    path = written(tmp_path / "replay.csv", row(PLAYED) | cells, row(PLAYED, draft_id="d2"))
    assert said in refused(path, tmp_path)
    with Journal.open(tmp_path / "games.db") as kept:
        assert kept.streams() == ["17lands/d2/1/1"]


def test_rows_of_another_length_and_broken_lines_are_reported_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "replay.csv"
    path.write_text(text(row(PLAYED)) + "a,b\n" + text(row(draft_id="d2")).splitlines()[1] + "\n")
    assert "line 3" in refused(path, tmp_path)
    path.write_bytes(text().encode() + b"\xff\xfe\n")
    assert "line 2" in refused(path, tmp_path)


def test_columns_that_nobody_knows_are_reported_once_an_import_where_they_say_something(tmp_path: Path) -> None:
    path = tmp_path / "replay.csv"
    new = ("user_turn_1_creatures_hidden", "oppo_turn_1_creatures_hidden", "grimness", "nothingness", "missing_diffs")
    stated = dict(zip(new, ("101", "", "3", "0", "2"), strict=True))
    rows = [row(PLAYED) | stated, row(PLAYED, draft_id="d2") | stated]
    path.write_text(text(*rows, names=[*columns(), *new]))
    found = run("import", "17lands", path, "--to", tmp_path / "games.db")
    assert found.exit_code == 0
    said = " ".join(found.stderr.split())
    for what in ("columns of turns 'creatures_hidden'", "columns 'grimness'", "amounts of combat damage below 0"):
        assert said.count(f"{what} aren't known") == 1
    assert "nothingness" not in said
    with Journal.open(tmp_path / "games.db") as kept:
        missed = [event.reason for _, event in kept.log("17lands/d2/1/1").events() if isinstance(event, RecordInterrupted)]
    assert missed[1:] == [
        "columns of turns 'creatures_hidden' aren't known",
        "columns 'grimness' aren't known",
        "17Lands missed 2 states of the game",
        "amounts of combat damage below 0 aren't known",
    ]


def test_every_column_is_read_or_known_to_be_left_out() -> None:
    others = ("user_total_lands_played", "missing_diffs")
    assert seventeen_lands.Header.of([*columns(), *others], "file").unknown == {}
    read = seventeen_lands._OF_CARDS | seventeen_lands._OF_NUMBERS | seventeen_lands._OF_GAME
    assert not read & seventeen_lands.WITHOUT_BEARING.keys()
