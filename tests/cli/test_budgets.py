"""`--budget` and `--seconds`: what they don't suffice for is undecided, with bounds, or told with the place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.test_interrupts import exact_cover
from declarant.tools.cli import app
from typer.testing import CliRunner


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(exact_cover(tmp_path_factory.mktemp("cases") / "cover.json", 8, 48))


@pytest.fixture(scope="module")
def tried(hard: str) -> str:
    """The same, but as many attackers are blocked as the search finds at once."""
    told = run("explain", hard, "--step", "1", "--budget", "0")
    case = json.loads(Path(hard).read_text())
    case["steps"][1]["block"] = json.loads(told[1])["explanation"]["most"]["declaration"]
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


def test_explain_tells_the_bounds(tried: str) -> None:
    _, output, _ = run("explain", tried, "--step", "1", "--budget", "0")
    most = json.loads(output)["explanation"]["most"]
    assert most["obeyed"] < 8 <= most["bound"]


def test_options_are_declined_with_the_place(hard: str) -> None:
    status, output, errors = run("options", hard, "--step", "1", "--budget", "50")
    assert (status, output) == (2, "")
    assert "the search was given up after 50 steps" in errors


def test_limits_arent_negative(hard: str) -> None:
    assert run("audit", hard, "--budget", "-1")[0] == 2
    assert run("audit", hard, "--seconds", "nan")[0] == 2
