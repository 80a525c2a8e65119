"""A command with a key happens once; where entries come from is kept in them, and stated by the feed and by spans."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import declarant
import pytest
from declarant import DeclareAttackers, DeclareBlockers, Game, IllegalDeclaration, InvalidInput, Journal, JournalConflict
from declarant.events.errors import CorruptJournal
from declarant.events.journal.origin import Origin, parted
from hypothesis import given
from hypothesis.strategies import from_regex, none, one_of


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    new_url: Callable[[], str] = request.getfixturevalue("new_url")
    return new_url()


def begun(url: str) -> Game:
    game = Game.start(["Ann", "Bob"], journal=url, rules="2024-06-07")
    game.enter(declarant.permanent("brute", "Ann", types=["Creature"], power=4, toughness=3, text="Menace"))
    game.enter(declarant.permanent("wall", "Bob", types=["Creature"], power=0, toughness=4))
    return game


ATTACK = DeclareAttackers(attackers={"brute": "Bob"}, key="c-1", correlation="match-7", causation="message-3")
BLOCK = DeclareBlockers(blocks={"wall": ("brute",)}, key="c-2")


def test_a_command_that_is_declared_again_happens_once(url: str) -> None:
    game = begun(url)
    first = game.declare(ATTACK)
    version = game.version
    assert game.declare(ATTACK) == first
    assert Game.open(game.journal, "game").declare(ATTACK) == first
    assert game.log.version == version
    game.journal.verify()


def test_an_illegal_command_is_refused_again_as_it_was_and_not_appended_again(url: str) -> None:
    game = begun(url)
    game.declare(ATTACK)
    rulings = []
    for _ in range(3):
        with pytest.raises(IllegalDeclaration) as illegal:
            game.declare(BLOCK)
        rulings.append(illegal.value.ruling)
    assert [ruling.rule for ruling in rulings] == ["509.1b"] * 3
    assert len(game.rewound) == 1


def test_a_key_is_of_one_command(url: str) -> None:
    game = begun(url)
    game.declare(ATTACK)
    with pytest.raises(InvalidInput, match="of another command"):
        game.declare(DeclareAttackers(key="c-1"))


def test_who_did_not_see_that_another_declared_it_is_asked_to_read_first(url: str) -> None:
    game = begun(url)
    with Journal.open(url) as other:
        Game.open(other, "game").declare(ATTACK)
    with pytest.raises(JournalConflict):
        game.declare(ATTACK)
    assert Game.open(game.journal, "game").declare(ATTACK).verdict == "legal"


def test_commands_of_writers_that_are_killed_happen_once(url: str) -> None:
    """Each writer declares the same command and is killed at another moment; whoever comes last finds it done or does it."""
    begun(url).journal.close()
    script = """
import os, sys, threading, time
from declarant import Game, read_command
game = Game.open(sys.argv[1], "game")
print("ready", flush=True)
threading.Timer(float(sys.argv[3]), os._exit, (9,)).start()
game.declare(read_command(sys.argv[2]))
"""
    for wait in (0.0, 0.002, 0.01, 1.0):
        subprocess.run(
            [sys.executable, "-c", script, url, ATTACK.model_dump_json(), str(wait)], env=os.environ, stdout=subprocess.DEVNULL
        )
    with Journal.open(url) as journal:
        journal.verify()
        game = Game.open(journal, "game")
        assert game.declare(ATTACK).verdict == "legal"
        assert [judged.action for judged in game.rulings] == ["attack"]


def test_entries_and_messages_state_where_they_come_from(url: str) -> None:
    game = begun(url)
    before = game.version
    game.declare(ATTACK)
    origins = [entry.origin for entry in game.journal.entries("game", before)]
    assert {(each.key, each.correlation, each.causation) for each in origins} == {("c-1", "match-7", "message-3")}
    with declarant.feed(game.journal) as feed:
        messages = list(feed)
    assert "correlationid" not in messages[0]
    last = messages[-1]
    assert (last["idempotencykey"], last["correlationid"], last["causationid"]) == ("c-1", "match-7", "message-3")
    assert "_origin" not in str(messages)
    assert all(entry.body.count("_origin") == 1 for entry in game.journal.entries("game", before))


def test_without_ids_entries_are_written_as_they_always_were() -> None:
    game = begun("memory://")
    game.declare(DeclareAttackers(attackers={"brute": "Bob"}))
    assert all("_origin" not in entry.body for entry in game.journal.feed())


IDS = one_of(none(), from_regex(r"[A-Za-z0-9._:/@+=~-]{1,20}", fullmatch=True))


@given(key=IDS, correlation=IDS, causation=IDS)
def test_an_origin_comes_back_from_a_body(key: str | None, correlation: str | None, causation: str | None) -> None:
    origin = Origin(key, None, correlation, causation)
    body = '{"type":"TurnBegan","player":"{\\"_origin\\":{}","number":1}'
    assert parted(origin.within(body)) == (origin, body)


@pytest.mark.parametrize("body", ['{"_origin":{}}', '{"_origin":{"key":1},"type":"x"}', '{"_origin":{"other":"x"},"type":"x"}'])
def test_an_origin_that_is_not_written_as_one_is_damage(body: str) -> None:
    with Journal.open("memory://") as journal:
        begun_game = Game.start(["Ann", "Bob"], journal=journal)
        entry = next(begun_game.journal.entries("game"))._replace(body=body)
        with pytest.raises(CorruptJournal, match="origin"):
            _ = entry.item
        with pytest.raises(CorruptJournal, match="origin"):
            _ = entry.origin


@pytest.mark.parametrize("key", ["", "a b", 'a"b', "{", "é", "x" * 201])
def test_ids_are_of_few_letters(key: str) -> None:
    with pytest.raises(ValueError, match="key"):
        DeclareAttackers(key=key)
