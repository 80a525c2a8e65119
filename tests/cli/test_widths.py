"""No word is broken at the end of a line, however wide the terminal is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from arena.logs import ME, MENACE, OPPONENT, Log, attacking, blocked, blocking, creature
from declarant.tools.cli import app
from declarant.tools.text.console import LONGEST_WORD
from typer.main import get_command

COMMANDS = [
    ["replay", "Player.log"],
    ["replay", "Player.log", "--turns"],
    ["replay", "Player.log", "--at", "18"],
    ["games", "Player.log"],
    ["audit", "Player.log"],
    ["editions"],
    ["ignored"],
    ["--help"],
    ["replay", "--help"],
    ["audit", "--help"],
    ["import", "arena", "--help"],
    ["cards", "load", "--help"],
]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Names as long as players have them, and a declaration that isn't legal."""
    ox, bear = creature(301, ME, MENACE), creature(401, OPPONENT)
    made = Log().room("Somebody of the Hill", "Another Player #12345").full(ox, bear)
    made.step("BeginCombat", turn=3).step("DeclareAttack", attacking(ox), turn=3).step("DeclareBlock", turn=3)
    path = tmp_path / "Player.log"
    path.write_bytes(made.diff(blocked(attacking(ox)), blocking(bear, 301)).content)
    return path


def helps(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The command, and every command within it."""
    yield path
    for name, each in getattr(command, "commands", {}).items():
        yield from helps(each, (*path, name))


def test_no_line_of_any_help_is_wider_than_80_columns(invoke: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERMINAL_WIDTH", "80")
    too_wide = [
        line for path in helps(get_command(app)) for line in invoke(*path, "--help").stdout.splitlines() if len(line) > 80
    ]
    assert too_wide == []


def broken(narrow: str, wide: str) -> set[str]:
    """Words that only the narrow one has, but for parts of ids that are too long for a line."""
    words = set(wide.split())
    too_long = [word for word in words if len(word) > LONGEST_WORD]
    return {word for word in {*narrow.split()} - words if not any(word in each for each in too_long)}


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_narrow_terminal_has_the_words_of_a_wide_one(
    invoke: Any, log: Path, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(log.parent))
    shown = {}
    for width in (400, 120, 80, 60):
        monkeypatch.setenv("COLUMNS", str(width))
        monkeypatch.setenv("TERMINAL_WIDTH", str(width))
        shown[width] = invoke(*command).stdout
    for width in (120, 80, 60):
        assert not broken(shown[width], shown[400]), f"{width} columns"
