"""Engines that are asked for declarations: what they miss is counted, and answers that don't fit are refused."""

import json
import shlex
import sys
from pathlib import Path

import pytest
from declarant.tools.cli.app import app
from declarant.tools.corpus import engines
from declarant.tools.rating.rating import positions, rate
from typer.testing import CliRunner

NAMED = 'print(\'{"engine": "Sloth", "version": "2"}\', flush=True)\n'


def engine(folder: Path, answers: str, named: str = NAMED) -> str:
    """The command of an engine that answers so."""
    script = folder / "engine.py"
    script.write_text(f"import json, sys\n{named}for line in sys.stdin:\n    asked = json.loads(line)\n    {answers}\n")
    return shlex.join([sys.executable, str(script)])


def rated(command: str, *more: str) -> tuple[int, str]:
    run = CliRunner().invoke(app, ["rate", "--engine", command, "--number", "24", *more])
    return run.exit_code, run.stdout


def test_who_declares_nothing_misses_what_there_is(tmp_path: Path) -> None:
    command = engine(tmp_path, "print('{\"declaration\": {}}', flush=True)")
    status, out = rated(command, "--format", "json")
    report = json.loads(out)
    assert (status, report["engine"], report["version"], report["positions"]) == (0, "Sloth", "2", 24)
    assert report["missed_wins"] == report["wins"] > 0 and report["missed_survivals"] == report["survivals"] > 0
    assert report["gave_up"] > 0 and len(report["missed"]) == report["missed_wins"] + report["missed_survivals"]


def test_who_declares_the_best_gives_nothing_up() -> None:
    answers = {json.dumps(each.question): each.best.declaration for each, _ in zip(positions(1), range(16), strict=False)}
    plain = {
        asked: {who: whom if isinstance(whom, str) else whom[0] for who, whom in best.items()} for asked, best in answers.items()
    }
    counting = list(rate(lambda asked: plain[json.dumps(asked)], 1, 16))[-1]
    assert counting.counts["best"] == 16 and set(counting.given_up) == {0}
    assert counting.counts["missed_wins"] == counting.counts["missed_survivals"] == counting.counts["illegal"] == 0


def test_boards_that_are_not_read_and_declarations_that_are_not_legal_are_counted(tmp_path: Path) -> None:
    asked = "print(json.dumps({'not_read': True} if asked['declare'] == 'attack' else {'declaration': {'a1': 'b1'}}), flush=True)"
    _, out = rated(engine(tmp_path, asked), "--format", "json")
    report = json.loads(out)
    assert report["not_read"] + report["illegal"] == report["positions"] and report["illegal"] and report["not_read"]
    assert report["gave_up"] is None


def test_the_row_on_the_page_takes_the_place_of_that_of_the_same_engine(tmp_path: Path) -> None:
    command, page = engine(tmp_path, "print('{\"declaration\": {}}', flush=True)"), tmp_path / "engines.md"
    for _ in range(2):
        assert rated(command, "--page", str(page))[0] == 0
    assert page.read_text().count("| Sloth 2 |") == 1
    page.write_text("# Mine\n")
    assert rated(command, "--page", str(page))[0] == 2 and page.read_text() == "# Mine\n"


@pytest.mark.parametrize(
    ("answers", "named"),
    [
        ("print('nonsense', flush=True)", NAMED),
        ("print('[]', flush=True)", NAMED),
        ('print(\'{"declaration": {"a1": 1}}\', flush=True)', NAMED),
        ("sys.exit(1)", NAMED),
        ("pass", "print('{}', flush=True)\n"),
        ("pass", 'print(\'{"engine": "a | b", "version": "2"}\', flush=True)\n'),
        ("pass", 'print(\'{"engine": "\\\\u001b[2J", "version": "2"}\', flush=True)\n'),
    ],
)
def test_an_engine_that_does_not_answer_as_it_should_is_refused(tmp_path: Path, answers: str, named: str) -> None:
    assert rated(engine(tmp_path, answers, named))[0] == 2


@pytest.mark.parametrize("command", ["/nowhere/at-all", "", " ", '"'])
def test_a_command_that_cannot_be_started_is_refused(command: str) -> None:
    assert rated(command)[0] == 2


def test_it_is_said_what_an_engine_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "PATIENCE", 0.1)
    monkeypatch.setattr(engines, "SECONDS", 0.3)
    run = CliRunner().invoke(app, ["rate", "--engine", engine(tmp_path, "pass", named="")])
    said = run.stderr.replace("\n", " ")
    assert run.exit_code == 2 and "nothing for 0.1 seconds" in said and 'allowed: a first line as {"engine"' in said


def test_the_row_of_an_engine_has_the_names_of_its_columns(tmp_path: Path) -> None:
    status, out = rated(engine(tmp_path, "print('{\"declaration\": {}}', flush=True)"))
    names, _, row = (line.split("|") for line in out.splitlines())
    assert status == 0 and len(names) == len(row) and (names[1].strip(), row[1].strip()) == ("engine", "Sloth 2")
