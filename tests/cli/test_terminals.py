"""What is printed where there is no terminal, where colours aren't wanted, and on narrow ones; and how commands are completed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CASE = "players: [Ann, Bob]\nbattlefield: [{id: ox, controller: Ann, types: [Creature]}]\nsteps: [{attack: {ox: Bob}}]\n"


def run(folder: Path, *arguments: str, **environment: str) -> str:
    """What a command prints, as bytes come out of a pipe."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM")}
    command = [sys.executable, "-m", "declarant", *arguments]
    done = subprocess.run(command, capture_output=True, cwd=folder, env={**kept, **environment}, check=True)
    return done.stdout.decode()


@pytest.mark.parametrize(
    "environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}, {"NO_COLOR": "1", "TERM": "xterm-256color"}], ids=str
)
def test_no_colours_come_out_of_a_pipe(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "case.yaml").write_text(CASE, "utf-8")
    assert "\x1b" not in run(tmp_path, "audit", "case.yaml", **environment)
    assert "\x1b" not in run(tmp_path, "--help", **environment)


def test_text_is_as_wide_as_columns_says(tmp_path: Path) -> None:
    for columns in (60, 100):
        printed = run(tmp_path, "editions", "show", "2005-03-01", COLUMNS=str(columns)).splitlines()
        assert max(map(len, printed)) <= columns


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_are_completed(tmp_path: Path, shell: str) -> None:
    state = {"bash": "complete_bash", "zsh": "complete_zsh", "fish": "complete_fish"}[shell]
    asked = {
        "COMP_WORDS": "declarant ed",
        "COMP_CWORD": "1",
        "_TYPER_COMPLETE_ARGS": "declarant ed",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }
    code = "import sys; sys.argv = ['declarant']; from declarant.tools.entry import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        cwd=tmp_path,
        env={**os.environ, **asked, "_DECLARANT_COMPLETE": state},
        check=False,
    )
    assert "editions" in done.stdout.decode(), done.stderr.decode()
