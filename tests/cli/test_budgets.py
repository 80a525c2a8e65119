"""`--budget` and `--seconds`: what they don't suffice for is undecided, with bounds, or reported with the place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli.test_interrupts import exact_cover
from declarant import Budget, play
from declarant.handlers.playing.advancing import NotPlayed
from declarant.tools.cases.models import Case
from declarant.tools.cli import app
from declarant.tools.simulation.simulating import scenario
from typer.testing import CliRunner


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(exact_cover(tmp_path_factory.mktemp("cases") / "cover.json", 8, 48))


@pytest.fixture(scope="module")
def tried(hard: str) -> str:
    """The same, but as many attackers are blocked as the search finds at once."""
    explained = run("explain", hard, "--step", "1", "--budget", "0")
    case = json.loads(Path(hard).read_text())
    case["steps"][1]["block"] = json.loads(explained[1])["explanation"]["most"]["declaration"]
    path = Path(hard).with_name("tried.json")
    path.write_text(json.dumps(case))
    return str(path)


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, [*arguments, "--format", "json"])
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("limit", [("--budget", "0"), ("--seconds", "0")])
def test_audit_rules_undecided_within_bounds(limit: tuple[str, str], tried: str) -> None:
    status, output, _ = run("audit", tried, *limit)
    ruling = json.loads(output)["steps"][1]
    assert (status, ruling["verdict"]) == (0, "undecided")
    assert "can be obeyed, but the search was given up after 0 s" in ruling["why"]


def test_explain_states_the_bounds(tried: str) -> None:
    _, output, _ = run("explain", tried, "--step", "1", "--budget", "0")
    most = json.loads(output)["explanation"]["most"]
    assert most["obeyed"] < 8 <= most["bound"]


def test_options_are_declined_with_the_place(hard: str) -> None:
    status, output, errors = run("options", hard, "--step", "1", "--budget", "50")
    assert (status, output) == (2, "")
    assert "the search was given up after 50 steps; there are 1 legal blocks at least, " in errors


def test_the_bounds_on_the_number_of_options_hold(board: str) -> None:
    _, output, _ = run("options", board, "--count")
    for report in map(json.loads, output.splitlines()):
        _, _, errors = run("options", board, "--step", str(report["step"]), "--budget", "0")
        found = re.search(r"there are ([\d,]+) legal \w+ at least, ([\d,]+) at most", errors)
        assert found is not None
        least, most = (int(number.replace(",", "")) for number in found.groups())
        assert least <= report["count"] <= most


def test_limits_arent_negative(hard: str) -> None:
    assert run("audit", hard, "--budget", "-1")[0] == 2
    assert run("audit", hard, "--seconds", "nan")[0] == 2


FIGHTERS = [
    {"id": f"{player}{size}", "controller": player, "types": ["Creature"], "power": size, "toughness": 6 - size}
    for player in ("Ann", "Bob")
    for size in (1, 2, 3, 4, 5)
]


@pytest.fixture
def board(tmp_path: Path) -> str:
    steps = [{"attack": {each["id"]: "Bob" for each in FIGHTERS[:5]}}, {"block": {}}]
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"id": "board", "players": ["Ann", "Bob"], "battlefield": FIGHTERS, "steps": steps}))
    return str(path)


SPENT = "the search was given up after 0 steps"


def test_a_game_isnt_played_on_with_what_may_not_be_the_best(board: str) -> None:
    pytest.importorskip("highspy")
    asked = ("simulate", board, "--policy", "Ann=best", "--policy", "Bob=never", "--games", "2", "--workers", "1", "--turns", "2")
    status, output, _ = run(*asked, "--budget", "0")
    *games, summary = map(json.loads, output.splitlines())
    assert (status, [game["finished"] for game in games], summary["finished"]) == (1, [False, False], 0)
    assert all(SPENT in game["reason"] for game in games)
    assert run(*asked, "--budget", "10000000")[0] == run(*asked, "--seconds", "100")[0] == 0
    assert run(*asked, "--seconds", "0")[0] == 1


def test_a_tournament_leaves_out_seeds_that_the_budget_does_not_suffice_for(board: str) -> None:
    for extra in ("highspy", "scipy"):
        pytest.importorskip(extra)
    asked = ("tournament", board, "--policy", "best", "--policy", "never", "--games", "1", "--workers", "1", "--until", "combat")
    status, output, _ = run(*asked, "--budget", "0")
    assert (status, json.loads(output)["pairs"][0]["declined"]) == (1, 1)
    assert run(*asked, "--seconds", "100")[0] == 0


def test_what_the_owner_of_a_game_plays_is_limited_likewise(board: str) -> None:
    pytest.importorskip("highspy")
    game = scenario(Case.model_validate_json(Path(board).read_text()))
    with pytest.raises(NotPlayed, match=SPENT):
        play(game, {"Ann": "best", "Bob": "best"}, budget=Budget(0))
    assert play(game, {"Ann": "best", "Bob": "best"}, budget=Budget(10_000_000, 100), until="combat").board.turn == 1


def test_the_page_says_that_the_best_was_not_settled(board: str) -> None:
    pytest.importorskip("highspy")
    asked = ("page", board, "--step", "1", "--best")
    limited, whole = (CliRunner().invoke(app, [*asked, *limit]) for limit in (("--budget", "0"), ()))
    assert limited.exit_code == whole.exit_code == 0
    assert "the search was cut short" in limited.stdout or SPENT in limited.stdout
    assert "and nothing is worth more" in whole.stdout and "nothing is worth more" not in limited.stdout
