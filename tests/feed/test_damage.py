"""Combat damage in what is handed on: the feed states each of its events, and the exported tables what came of it."""

import json
from pathlib import Path
from typing import Any

import pytest
from declarant.events.journal.journal import Journal
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cli import app
from referee import AFTER_COMBAT, ANN, BOB, CLEANUP, attack, block, creature, damage, given
from typer.testing import CliRunner

STATED = (
    "CombatDamageStepBegan",
    "CombatDamageAnnounced",
    "CombatDamageAssigned",
    "CombatDamageDealt",
    "CombatEnded",
    "DamageWoreOff",
)
"""The events of one combat damage step and of its end."""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The journal of a combat to its end: one creature dies, another tramples over."""
    board = given(creature("bear", ANN, "Trample", power=5, toughness=4), creature("elk", BOB, power=1))
    fought = board.when(attack(bear=BOB), block(elk="bear"), damage(bear={"elk": 2, BOB: 3}), AFTER_COMBAT, CLEANUP)
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        report = judge(Case.model_validate({**fought.case, "id": "final"}), journal=journal)
    assert report.error is None, report.error
    return path


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_the_feed_states_the_events_of_combat_damage_in_their_order(games: Path) -> None:
    messages: list[dict[str, Any]] = [json.loads(line) for line in run("feed", str(games)).splitlines()]
    stated = [each for each in messages if each["type"].removeprefix("dev.declarant.") in STATED]
    names = [each["type"].removeprefix("dev.declarant.") for each in stated]
    assert tuple(dict.fromkeys(names)) == STATED
    [dealt] = [each["data"] for each in stated if each["type"].endswith("CombatDamageDealt")]
    assert {(each["source"], each["recipient"], each["dealt"]) for each in dealt["damage"]} == {
        ("bear", "elk", 2),
        ("bear", "Bob", 3),
        ("elk", "bear", 1),
    }
    assert "elk" in [each["data"].get("id") for each in messages if each["type"].endswith("PermanentLeft")]


def test_the_exported_tables_state_who_dealt_what_to_whom_and_who_died(games: Path, tmp_path: Path) -> None:
    run(
        "export", str(games), "--to", str(tmp_path / "tables"), "--tables", "damage,deaths,life,declarations", "--format", "jsonl"
    )

    def rows(table: str) -> list[dict[str, Any]]:
        files = sorted((tmp_path / "tables").rglob("*.jsonl"))
        named = [file for file in files if file.relative_to(tmp_path / "tables").parts[0].partition(".")[0] == table]
        return [json.loads(line) for file in named for line in file.read_text().splitlines()]

    assert {(row["source"], row["recipient"], row["dealt"]) for row in rows("damage")} == {
        ("bear", "elk", 2),
        ("bear", "Bob", 3),
        ("elk", "bear", 1),
    }
    assert len(rows("deaths")) == 1 and "elk" in rows("deaths")[0].values()
