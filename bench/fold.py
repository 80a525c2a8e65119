"""How fast a game is folded from its log, and what memory it takes: `python -m bench.fold`.

One long game is decoded and folded, from SQLite and from memory: events per second of processor time, medians of five rounds.

Aim: decode and fold 200,000 events a second.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from declarant.events.catalogue import Event
from declarant.events.facts import PermanentEntered
from declarant.events.journal.journal import Journal
from declarant.events.journal.log import Log
from declarant.handlers.game import Game
from declarant.projections.state import fold

from .measuring import JsonFile, Measured, command, report, timed

ROUNDS = 5
AIM = 200_000
"""Events that are to be decoded and folded a second."""


def one_turn() -> tuple[list[Event], list[Event]]:
    """The events that lay out a board, and those of a turn with a combat on it that can be played over and over."""
    game = Game.start(["Ann", "Bob"])
    for number in range(6):
        for player in ("Ann", "Bob"):
            creature = PermanentEntered(
                id=f"{player}{number}", controller=player, owner=player, types=("Creature",), power=2, toughness=2
            )
            game.enter(creature)
    before = game.version
    for active, other in (("Ann", "Bob"), ("Bob", "Ann")):
        game.begin_turn(active)
        game.declare_attackers({f"{active}{number}": other for number in range(4)})
        game.declare_blockers({f"{other}{number}": [f"{active}0"] for number in range(4, 6)})
    events = list(game.log.events())
    return [event for version, event in events if version <= before], [event for version, event in events if version > before]


def fill(log: Log, size: int) -> int:
    """Append a game of about so many events; returns how many."""
    board, turns = one_turn()
    log.append(board)
    for _ in range(size // len(turns)):
        log.append(turns)
    return log.version


def rate(number: int, run: Callable[[], object]) -> float:
    """How many a second, the median of several rounds."""
    return number / median(timed(run) for _ in range(ROUNDS))


def memory(run: Callable[[], object]) -> tuple[int, int]:
    """The most memory allocated while it runs, and what its result keeps, in bytes."""
    tracemalloc.start()
    result = run()
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del result
    return most, kept


def main(
    json_file: JsonFile = None,
    size: Annotated[int, typer.Option(help="About how many events.")] = 100_000,
) -> None:
    """Decode and fold one long game from SQLite and from memory."""
    rows: list[Measured] = []
    with TemporaryDirectory() as folder:
        for name, url in (("SQLite", str(Path(folder) / "games.db")), ("memory", "memory://")):
            with Journal.open(url) as journal:
                log = journal.log("game")
                events = fill(log, size)
                held = list(log.events())
                most, kept = memory(lambda: fold(log.events()))  # noqa: B023
                both = rate(events, lambda: fold(log.events()))  # noqa: B023
                rows.append(
                    {
                        "journal": name,
                        "events": events,
                        "decode a second": rate(events, lambda: sum(1 for _ in log.events())),  # noqa: B023
                        "fold a second": rate(events, lambda: fold(held)),  # noqa: B023
                        "both a second": both,
                        "aim": f"≥ {AIM:,}",
                        "met": both >= AIM,
                        "peak memory KiB": most / 1024,
                        "state KiB": kept / 1024,
                        "peak bytes an event": most / events,
                    }
                )
    report("fold: a long game", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
