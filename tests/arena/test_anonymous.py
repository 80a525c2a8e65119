"""Pseudonyms in place of players' names: the same for a player in every import, and a name nowhere."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from arena.logs import ME, Log, attacking, creature
from declarant.events.errors import InvalidInput
from declarant.events.facts import GameStarted
from declarant.events.journal.journal import Journal
from declarant.tools.arena.pseudonyms import key_file, pseudonyms
from declarant.tools.cli import app
from typer.testing import CliRunner

OX = creature(301, ME)
NAMES = "Ann of the Hill", "Zoë #12345"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def log(match: str, *names: str) -> Log:
    begun = Log(match=match).room(*names).full(OX)
    return begun.step("BeginCombat", turn=3).step("DeclareAttack", attacking(OX), turn=3)


def imported(path: Path, content: bytes, *options: str) -> int:
    (path / "Player.log").write_bytes(content)
    arguments = ["import", "arena", str(path / "Player.log"), "--to", str(path / "games.db"), *options]
    return CliRunner().invoke(app, arguments).exit_code


def names(path: Path) -> list[dict[str, str]]:
    with Journal.open(path / "games.db", read_only=True) as kept:
        kept.verify()
        return [entry.item.names for entry in kept.feed() if isinstance(entry.item, GameStarted)]


def test_a_player_has_one_pseudonym_in_every_game_and_the_name_is_nowhere(tmp_path: Path) -> None:
    assert imported(tmp_path, log("one", *NAMES).content, "--anonymous") == 0
    assert imported(tmp_path, log("two", NAMES[1], "Cat").content, "--anonymous") == 0
    first, second = names(tmp_path)
    assert first["player:2"] == second["player:1"]
    assert len({*first.values(), *second.values()}) == 3
    assert all(name.encode() not in (tmp_path / "games.db").read_bytes() for name in NAMES)


def test_an_import_can_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        assert imported(tmp_path, log("one", *NAMES).content, "--anonymous") == 0
    assert len(names(tmp_path)) == 1


@pytest.mark.parametrize("first", [(), ("--anonymous",)])
def test_names_and_pseudonyms_of_one_game_are_not_kept_side_by_side(tmp_path: Path, first: tuple[str, ...]) -> None:
    second = () if first else ("--anonymous",)
    assert imported(tmp_path, log("one", *NAMES).content, *first) == 0
    before = names(tmp_path)
    assert imported(tmp_path, log("one", *NAMES).content, *second) == 2
    assert names(tmp_path) == before


def test_the_key_is_made_once_and_only_its_user_can_read_it() -> None:
    first = pseudonyms()("Ann")
    assert pseudonyms()("ann") == first
    assert stat.S_IMODE(key_file().stat().st_mode) == 0o600
    key_file().unlink()
    assert pseudonyms()("Ann") != first


def test_a_key_that_is_none_is_reported() -> None:
    key_file().parent.mkdir(parents=True)
    key_file().write_bytes(b"short")
    with pytest.raises(InvalidInput, match="found 5 bytes; allowed: a key of 32 bytes"):
        pseudonyms()
