"""Dominated declarations: another one is no worse in anything, whatever the player prizes, and better in something."""

import json
from pathlib import Path
from typing import Any

import pytest
from declarant import Game, InvalidInput, permanent
from declarant.events.errors import NotModelled
from declarant.tools.best_play.dominated import dominated
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cli.app import app
from typer.testing import CliRunner


def in_order(declarations: Any) -> list[str]:
    return sorted(json.dumps(each, sort_keys=True) for each in declarations)


def test_the_declarations_of_the_shared_material_are_dominated_by_those(shared: Path) -> None:
    for line in (shared / "cases" / "dominated.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found = dominated(Case.model_validate(row["case"]), declared=row["declared"])
        assert (found.dominated, found.action) == (row["dominated"], row["action"]), found.case
        assert in_order(found.by) == in_order(row["by"]), found.case
        assert in_order(found.outright) == in_order(row["outright"]), found.case
        for steps in (found.line, found.better_line):
            played = [*row["case"]["steps"], *json.loads(json.dumps(steps))]
            judged = judge(Case.model_validate({**row["case"], "steps": played}))
            assert judged.error is None and all(step.verdict in ("legal", None) for step in judged.steps), found.case


def game(*texts: str) -> Game:
    """Ann's 2/2 may attack, Bob has a 3/3."""
    started = Game.start(["Ann", "Bob"], rules="2026-01-16")
    started.enter(permanent("bear", "Ann", types=["Creature"], power=2, toughness=2))
    started.enter(permanent("ogre", "Bob", types=["Creature"], power=3, toughness=3))
    return started


def test_to_attack_into_a_greater_creature_is_dominated_by_staying_at_home() -> None:
    found = game().dominance({"bear": "Bob"})
    assert (found.by, found.outright) == ([{}], [])  # he might not have blocked
    assert found.line == [{"attack": {"bear": "Bob"}}, {"block": {"ogre": ["bear"]}}, {"damage": {"bear": {"ogre": 2}}}]
    assert not game().dominance({}).dominated


def test_a_free_block_dominates_none() -> None:
    attacked = game()
    attacked.declare_attackers({"bear": "Bob"})
    assert attacked.dominance({}).outright == [{"ogre": ("bear",)}]
    assert not attacked.dominance({"ogre": ["bear"]}).dominated


def test_what_is_not_legal_or_not_known_is_reported() -> None:
    with pytest.raises(InvalidInput, match="a legal attack"):
        game().dominance({"ogre": "Bob"})
    attacked = game()
    attacked.declare_attackers({"bear": "Bob"})
    with pytest.raises(InvalidInput, match="a legal block"):
        attacked.dominance({"bear": ["bear"]})
    odd = {"id": "odd", "controller": "Ann", "types": ["Creature"], "power": 1, "toughness": 1, "text": "Bushido 1"}
    case = {"id": "odd", "players": ["Ann", "Bob"], "battlefield": [odd], "steps": []}
    with pytest.raises(NotModelled):
        dominated(Case.model_validate(case), declared={})


def test_the_command_describes_the_declaration_of_the_case(tmp_path: Path) -> None:
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    case = {
        "id": "trade",
        "rules": "2026-01-16",
        "players": ["Ann", "Bob"],
        "battlefield": [{"id": "bear", "controller": "Ann", **creature}, {"id": "wall", "controller": "Bob", **creature}],
        "steps": [{"attack": {"bear": "Bob"}}, {"block": {}}],
    }
    case["battlefield"][1]["toughness"] = 4  # type: ignore[index]
    path = tmp_path / "case.json"
    path.write_text(json.dumps(case))
    result = CliRunner().invoke(app, ["best", str(path), "--dominated"])
    assert result.exit_code == 0 and "by wall → bear: no worse in anything, whatever anybody does" in " ".join(
        result.stdout.split()
    )
    result = CliRunner().invoke(app, ["best", str(path), "--dominated", "--format", "json"])
    assert json.loads(result.stdout)["outright"] == [{"wall": ["bear"]}]
    assert CliRunner().invoke(app, ["best", str(path), "--dominated", "--hold"]).exit_code == 2
