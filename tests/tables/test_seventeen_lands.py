"""Games in the columns of 17Lands' replay data."""

from __future__ import annotations

import csv
import gzip
from pathlib import Path
from typing import Any

import duckdb
import pytest
from arena.logs import ME, OPPONENT, Log, attacking, blocked, blocking, creature, damaged, leaving
from declarant.events.errors import InvalidInput
from declarant.tools.cli import app
from declarant.tools.tables import seventeen_lands
from declarant.tools.tables.seventeen_lands import write_replay_data
from typer.testing import CliRunner

PAGE = Path(seventeen_lands.__file__).with_name("SEVENTEEN_LANDS.md")
OX, CAT, BEAR = creature(301, ME), creature(302, ME), creature(401, OPPONENT)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """My Ox is blocked and dies of it, my Cat isn't blocked; then the opponent's turn begins."""
    made = Log().room("Ann", "Bob", event="QuickDraft_ECL").full(OX, CAT, BEAR)
    made.step("BeginCombat").step("DeclareAttack", attacking(OX), attacking(CAT)).step("DeclareBlock")
    made.diff(blocked(attacking(OX)), {**attacking(CAT), "blockState": "BlockState_Unblocked"}, blocking(BEAR, 301))
    players = [{"systemSeatNumber": seat, "lifeTotal": life, "teamId": seat} for seat, life in ((ME, 20), (OPPONENT, 18))]
    gone = [
        damaged(301, 401, 2, 11),
        damaged(401, 301, 2, 12),
        damaged(302, OPPONENT, 2, 13),
        *leaving(301, 901, "SBA_Damage", id=14),
    ]
    made.step("CombatDamage", players=players, annotations=gone, gone=(301,))
    made.step("EndCombat").step("Upkeep", phase="Phase_Beginning", turn=2, active=OPPONENT)
    result = {"scope": "MatchScope_Game", "winningTeamId": ME, "reason": "ResultReason_Concede"}
    made.diff(gameInfo={"matchID": made.match, "gameNumber": 1, "results": [result]})
    path = tmp_path / "Player.log"
    path.write_bytes(made.content)
    return path


def row(path: Path) -> dict[str, Any]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        [line] = csv.DictReader(file)
        return line


def test_a_game_is_one_row_with_a_column_for_each_fact_of_each_turn(log: Path, tmp_path: Path) -> None:
    assert write_replay_data([str(log)], tmp_path / "replay_data.csv") == (1, 0)
    line = row(tmp_path / "replay_data.csv")
    expected = {
        "event_type": "QuickDraft_ECL",
        "game_number": "1",
        "on_play": "True",
        "num_turns": "1",
        "won": "True",
        "user_turn_1_creatures_attacked": "70301|70302",
        "user_turn_1_creatures_blocked": "70301",
        "user_turn_1_creatures_unblocked": "70302",
        "user_turn_1_creatures_blocking": "70401",
        "user_turn_1_oppo_combat_damage_taken": "2",
        "user_turn_1_user_combat_damage_taken": "",
        "user_turn_1_user_creatures_killed_combat": "70301",
        "user_turn_1_oppo_creatures_killed_combat": "",
        "user_turn_1_eot_user_life": "20",
        "user_turn_1_eot_oppo_life": "18",
        "oppo_turn_1_eot_oppo_life": "18",
    }
    assert {name: line[name] for name in expected} == expected


def test_what_is_written_is_replay_data_with_the_same_cards(log: Path, tmp_path: Path) -> None:
    write_replay_data([str(log)], tmp_path / "one.csv")
    imported = CliRunner().invoke(app, ["import", "17lands", str(tmp_path / "one.csv"), "--to", str(tmp_path / "games.db")])
    assert imported.exit_code == 0, imported.output
    write_replay_data([str(tmp_path / "games.db")], tmp_path / "two.csv")
    first, again = row(tmp_path / "one.csv"), row(tmp_path / "two.csv")
    fought = [name for name in first if "creatures_" in name]
    assert {name: first[name] for name in fought} == {name: again[name] for name in fought}
    assert first["user_turn_1_creatures_attacked"] == "70301|70302"


def test_of_a_record_that_begins_later_nobody_knows_which_of_a_players_turns_a_turn_is(tmp_path: Path) -> None:
    later = Log().room("Ann", "Bob").full(OX, stage="GameStage_Play", turnInfo={"turnNumber": 5, "activePlayer": ME})
    later.step("DeclareAttack", attacking(OX), turn=5).step("Upkeep", phase="Phase_Beginning", turn=6, active=OPPONENT)
    path = tmp_path / "Player.log"
    path.write_bytes(later.content)
    write_replay_data([str(path)], tmp_path / "replay_data.csv")
    line = row(tmp_path / "replay_data.csv")
    assert (line["on_play"], line["num_turns"], [name for name in line if "_turn_" in name]) == ("", "", [])


def test_a_packed_file_is_the_same_each_time_and_analytics_tools_read_it(log: Path, tmp_path: Path) -> None:
    for name in ("one.csv.gz", "two.csv.gz"):
        write_replay_data([str(log)], tmp_path / name)
    assert (tmp_path / "one.csv.gz").read_bytes() == (tmp_path / "two.csv.gz").read_bytes()
    query = f"SELECT avg(CASE WHEN won THEN 1 ELSE 0 END), sum(user_turn_1_oppo_combat_damage_taken) FROM '{tmp_path}/one.csv.gz'"
    assert duckdb.sql(query).fetchall() == [(1.0, 2)]


def test_the_command_writes_one_file_and_takes_no_other_options(log: Path, tmp_path: Path) -> None:
    to = str(tmp_path / "replay_data.csv.gz")
    done = CliRunner().invoke(app, ["export", str(log), "--columns", "17lands", "--to", to])
    assert (done.exit_code, done.output) == (0, f"1 games written to {to}\n")
    assert CliRunner().invoke(app, ["export", str(log), "--columns", "17lands", "--to", to]).exit_code == 2
    refused = CliRunner().invoke(app, ["export", str(log), "--columns", "17lands", "--to", "x.csv", "--tables", "games"])
    assert (refused.exit_code, "--tables: found with --columns 17lands" in refused.output) == (2, True)


def test_a_file_that_is_there_is_left_alone(log: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("mine")
    with pytest.raises(InvalidInput, match="which is there already"):
        write_replay_data([str(log)], tmp_path / "mine.csv")
    with pytest.raises(InvalidInput, match="a file that can be made"):
        write_replay_data([str(log)], tmp_path / "nowhere" / "x.csv")
    assert (tmp_path / "mine.csv").read_text() == "mine"


def test_the_page_states_every_column() -> None:
    assert PAGE.read_text("utf-8") == seventeen_lands.page()
