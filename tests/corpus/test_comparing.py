"""`declarant corpus --compare`: an engine beside the referee, and each difference on the smallest board that shows it."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from declarant.tools.cases.reading import read_cases
from declarant.tools.cli.app import app
from typer.testing import CliRunner

TESTS = Path(__file__).resolve().parents[1]
SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from compare import answers
from corpus.test_adapters import Referee
answers(Referee({forgets!r}), "Forgetful", "1")
"""


def engine(folder: Path, forgets: str = "") -> str:
    script = folder / "engine.py"
    paths = [str(TESTS), str(TESTS.parent / "docs" / "adapters"), *sys.path]
    script.write_text(SCRIPT.format(paths=paths, forgets=forgets))
    return shlex.join([sys.executable, str(script)])


def compared(*options: str) -> tuple[int, str, str]:
    run = CliRunner().invoke(app, ["corpus", *options])
    return run.exit_code, run.stdout, run.stderr


def test_an_engine_that_knows_the_answers_agrees_on_all(tmp_path: Path) -> None:
    status, out, _ = compared("--compare", engine(tmp_path), "--number", "8", "--format", "json")
    report = json.loads(out)
    assert (status, report["boards"], report["not_read"], report["differences"]) == (0, 8, 0, [])
    assert report["asked"] == report["agree"] and len(report["asked"]) == 3


def test_each_difference_is_reported_on_its_smallest_board(tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    creature = {"types": ["Creature"], "power": 4, "toughness": 5, "colors": ["R"]}
    must = "Trample\nThis creature attacks each combat if able."
    battlefield = [
        {"id": "a1", "controller": "Ann", "text": must, **creature},
        {"id": "a2", "controller": "Ann", "text": "Flying", **creature},
        {"id": "b1", "controller": "Bob", "text": "Reach", **creature},
    ]
    case = {"id": "one", "players": ["Ann", "Bob"], "life": {"Bob": 7}, "battlefield": battlefield, "steps": []}
    boards.write_text(json.dumps(case))
    command = engine(tmp_path, "This creature attacks each combat if able.")
    status, out, _ = compared("--compare", command, "--boards", str(boards), "--format", "json")
    (found,) = json.loads(out)["differences"]
    assert status == 0 and (found["asked"], found["referee"], found["engine"]) == ("an attack is legal", False, True)
    (left,) = found["case"]["battlefield"]
    assert (left["id"], left["text"], left["power"]) == ("a1", "This creature attacks each combat if able.", 2)
    assert found["case"]["steps"] == [{"attack": {}}] and "life" not in found["case"]
    kept = tmp_path / "found.json"
    kept.write_text(json.dumps(found["case"]))
    assert [type(each).__name__ for each in read_cases(kept)] == ["Case"]
    status, out, _ = compared("--compare", command, "--boards", str(boards))
    assert "## 1. an attack is legal (found on one)" in out and "Referee: `false`. Forgetful: `true`." in out


@pytest.mark.parametrize(
    ("more", "found"),
    [
        (["--out", "x", "--compare", "false"], "--out: found --compare, too"),
        ([], "neither --out nor --compare"),
        (["--out", "x", "--boards", "y"], "corpus: found --boards"),
        (["--compare", "false", "--number", "1"], "--compare: found false"),
        (["--compare", "x", "--boards", "y", "--number", "1"], "--number: found --boards, too"),
        (["--compare", "x", "--boards", "y", "--attackers", "2"], "--attackers: found --boards, too"),
    ],
)
def test_what_does_not_fit_is_refused(more: list[str], found: str) -> None:
    status, _, err = compared(*more)
    assert status == 2 and found in err


def test_a_board_that_says_more_than_engines_are_asked_is_refused(tmp_path: Path) -> None:
    boards = tmp_path / "boards.jsonl"
    ox = {"id": "ox", "controller": "Ann", "types": ["Creature"], "power": 2, "toughness": 2, "counters": {"+1/+1": 1}}
    boards.write_text(json.dumps({"id": "grown", "players": ["Ann", "Bob"], "battlefield": [ox], "steps": []}))
    status, _, err = compared("--compare", engine(tmp_path), "--boards", str(boards))
    assert status == 2 and "grown: counters" in err
