"""No word is broken at the end of a line, however wide the terminal is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from arena.logs import ME, MENACE, OPPONENT, Log, attacking, blocked, blocking, creature
from declarant.tools.text.console import LONGEST_WORD

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
