"""Journals and exports of them, for the tests of tables."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from declarant.events import facts as t
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game
from properties.games import RandomGame

# What a test freezes the time for must have been imported before.
from declarant.tools.tables import export  # noqa: F401  # isort: skip


def play(journal: Journal, name: str, seed: int, steps: int = 12) -> None:
    """A random game as a stream of that name."""
    played = RandomGame(Random(seed), Journal.open("memory://"))
    for _ in range(steps):
        played.step()
    journal.log(name).append([entry.item for entry in played.journal.entries("game")])


@pytest.fixture
def games(tmp_path: Path) -> Callable[..., Path]:
    """A journal of some random games, in a file."""

    def made(name: str = "games.db", number: int = 3, seed: int = 0) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with Journal.open(path, "OFF") as journal:
            for game in range(number):
                play(journal, f"game-{game}", seed + game)
        return path

    return made


def played_in(journal: Journal, name: str, day: str) -> None:
    """A recorded game of that day, with an attack."""
    Game.start(["Ann", "Bob"], journal=(scratch := Journal.open("memory://")), rules="2025-04-04")
    items = [entry.item for entry in scratch.entries("game")]
    first = items[0]
    assert isinstance(first, t.GameStarted)
    journal.log(name).append([t.GameStarted.model_validate({**first.model_dump(), "played": day}), *items[1:]])
