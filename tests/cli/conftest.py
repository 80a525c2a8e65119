"""How the tests of the command line run it: in this process, or as a user does, in one of its own."""

import json
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

# What a command imports when it runs must have been imported before a test freezes the time.
from declarant.tools.cli import app
from declarant.tools.running import watch
from freezegun import freeze_time
from typer.testing import CliRunner, Result

Invoke = Callable[..., Result]
Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def invoke(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Invoke:
    """Run the command here; paths are those in the test's folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(watch, "PATIENCE", 600.0)  # a machine that is busy isn't what is tested

    def invoked(*arguments: str, input: bytes = b"") -> Result:
        result = CliRunner().invoke(app, arguments, input=input)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return invoked


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command in a process of its own, in the test's folder."""

    def ran(*arguments: str, input: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        command = [sys.executable, "-m", "declarant", *arguments]
        return subprocess.run(command, input=input, capture_output=True, cwd=tmp_path, timeout=60)

    return ran


@pytest.fixture
def frozen() -> freeze_time:
    """A context in which it is always 2026-01-02 03:04:05."""
    return freeze_time(datetime(2026, 1, 2, 3, 4, 5))


@pytest.fixture
def cases(tmp_path: Path) -> Callable[..., Path]:
    """Write a file of cases, one a line."""

    def written(*cases: object, name: str = "cases.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{case if isinstance(case, str) else json.dumps(case)}\n" for case in cases), "utf-8")
        return path

    return written


@pytest.fixture
def menace() -> dict[str, object]:
    """A case of two steps, the second illegal, that expects what is ruled."""
    creature = {"types": ["Creature"], "power": 2, "toughness": 2}
    return {
        "id": "menace",
        "rules": "2024-06-07",
        "players": ["Ann", "Bob"],
        "battlefield": [
            {"id": "brute", "controller": "Ann", "text": "Menace", **creature},
            {"id": "sentry", "controller": "Bob", **creature},
        ],
        "steps": [{"attack": {"brute": "Bob"}, "expect": "legal"}, {"block": {"sentry": ["brute"]}, "expect": "illegal"}],
    }
