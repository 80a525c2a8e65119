"""Names may have letters that command a terminal or change the direction of a line: nothing prints them as they are."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from declarant.events.errors import IllegalDeclaration
from declarant.events.facts import PermanentEntered
from declarant.handlers.game import Game
from declarant.tools.cli import app
from declarant.tools.running.json_lines import one_line
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

UNSEEN = "\x9b31m\u202e\u2066\x1b[31m\x7f\u200b\U000e0041"
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\U000e0000-\U000e007f]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal and a case with such names."""
    folder = tmp_path_factory.mktemp("unseen")
    ann, bob, elf = (name + UNSEEN for name in ("Ann", "Bob", "elf"))
    game = Game.start([ann, bob], journal=folder / "games.db", stream="final", rules="2025-04-04")
    game.enter(
        PermanentEntered(
            id=elf, controller=ann, owner=ann, name=elf, types=("Creature", elf), power=1, toughness=1, counters={elf: 1}
        )
    )
    with pytest.raises(IllegalDeclaration):
        game.declare_attackers({elf: ann})
    game.declare_attackers({elf: bob})
    game.journal.close()
    permanent = {"id": elf, "controller": ann, "types": ["Creature"], "power": 1, "toughness": 1}
    steps = [{"attack": {elf: ann}}, {"attack": {elf: bob}}]
    case = {"id": "case" + UNSEEN, "rules": "2025-04-04", "players": [ann, bob], "battlefield": [permanent], "steps": steps}
    (folder / "case.json").write_text(json.dumps(case))
    return folder


COMMANDS = [
    *("replay games.db", "replay games.db --turns", "replay games.db --at 10", "games games.db", "audit games.db"),
    *("feed games.db", "feed games.db --as scores", "feed status games.db", "audit case.json", "explain case.json"),
    *("options case.json", "best case.json", "replay games.db --stream x\u202e\x9b", "audit nowhere\x9b\u202e"),
    *("journal export games.db --to o\x9b\u202e.jsonl", "journal backup games.db --to b\x9b.db", "wording read Flying\x9b\u202e"),
    "export games.db --to t\x9b\u202e --workers 1",
]
BOTH = ("replay", "games", "audit", "feed status", "explain", "options")


@pytest.mark.parametrize("command", [*COMMANDS, *(f"{each} --format json" for each in COMMANDS if each.startswith(BOTH))])
def test_no_command_prints_them(command: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(app, command.split(" "))
    for printed in (result.stdout, result.stderr):
        assert not RAW.search(printed), ascii(printed)


@given(st.text())
def test_what_is_escaped_says_the_same(words: str) -> None:
    escaped = one_line(json.dumps({"words": words}, ensure_ascii=False))
    assert json.loads(escaped) == {"words": words}
    assert not RAW.search(escaped)
