"""The command as a whole: help, version, schemas, the demonstration."""

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from declarant.tools.cases.models import case_schema
from jsonschema import Draft202012Validator


@pytest.mark.parametrize("arguments", [(), ("audit",), ("replay",), ("schema",), ("journal",), ("journal", "export")])
def test_help_says_how_it_is_used(invoke: Any, arguments: tuple[str, ...]) -> None:
    result = invoke(*arguments, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


def test_help_teaches_by_example_and_states_the_exit_status(invoke: Any) -> None:
    assert "declarant audit cases.jsonl" in invoke("--help").stdout
    assert "- {attack: {brute: Bob}, expect: legal}" in invoke("audit", "--help").stdout
    assert "0 all agree, 1 some differ, 2 some couldn't be judged" in invoke("audit", "--help").stdout


def test_the_case_in_the_help_is_one(invoke: Any, tmp_path: Any) -> None:
    text = invoke("audit", "--help").stdout
    start, end = text.index("    id: menace"), text.index("`declarant schema case`")
    (tmp_path / "case.yaml").write_text(text[start:end], "utf-8")
    assert invoke("audit", "case.yaml").exit_code == 0


def test_help_imports_nothing_that_only_work_needs(tmp_path: Any) -> None:
    code = "import sys\nfrom declarant.tools.cli import app\ntry: app(['--help'])\nexcept SystemExit: pass\n"
    code += "print(sorted({'pydantic', 'rich', 'yaml', 'structlog'} & sys.modules.keys()), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stderr == "[]\n"


def test_the_version_is_stated_with_other_options_too(invoke: Any) -> None:
    assert invoke("--version").stdout == f"declarant {metadata.version('declarant')}\n"


def test_the_schema_of_a_case_is_the_default(invoke: Any) -> None:
    assert json.loads(invoke("schema").stdout) == case_schema()


@pytest.mark.parametrize("of", ["case", "events", "report"])
def test_a_schema_is_one(invoke: Any, of: str) -> None:
    schema = json.loads(invoke("schema", of).stdout)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_what_a_journal_holds_is_as_the_schema_of_events_says(invoke: Any, cases: Any, menace: Any) -> None:
    validator = Draft202012Validator(json.loads(invoke("schema", "events").stdout))
    cases(menace)
    invoke("audit", "cases.jsonl", "--journal", "games.db")
    bodies = [json.loads(line)["body"] for line in invoke("replay", "games.db", "--format", "json").stdout.splitlines()]
    assert len(bodies) > 10
    for body in bodies:
        validator.validate(body)
    assert not validator.is_valid({"type": "Nonsense"})


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demonstration is started."""
    return tmp_path_factory.mktemp("demonstration")


@pytest.fixture(scope="module")
def demonstration(folder: Path) -> str:
    """What the demonstration prints."""
    done = subprocess.run([sys.executable, "-m", "declarant.tools.demo"], capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_demonstration_shows_board_attempt_ruling_and_the_log_cut_back(demonstration: str) -> None:
    text = " ".join(demonstration.split())
    for number in ("509.1b", "509.1c", "509.2", "508.1j", "509.5c"):
        assert number in text
    for words in ("agrees with what it expects", "Quarry Brute", "instead", "stay in the journal", "total cost is locked in"):
        assert words in text


def test_the_last_lines_of_the_demonstration_can_be_pasted_as_they_are(demonstration: str, folder: Path) -> None:
    lines = demonstration.rstrip().splitlines()[-3:]
    assert [line.split()[1] for line in lines] == ["audit", "replay", "--help"]
    for line in lines:
        subprocess.run(line, shell=True, capture_output=True, cwd=folder, check=True)
