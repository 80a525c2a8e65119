"""How long a projection takes to be built anew while others append: `python -m bench.projections`.

A journal with so many events in 1,000 games; then eight processes append single events, while a new version of a projection is
built beside the one that is read all the time. In the end what is kept is compared with what the games give.

Aim: 1,000,000 events are built anew while 8 writers append, what is read answers all the while, and each event counts once.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as ThreadEvent
from threading import Thread
from time import perf_counter
from typing import Annotated, Any

import typer
from declarant.events.facts import TurnBegan
from declarant.events.journal.entry import Entry
from declarant.events.journal.journal import Journal
from declarant.events.journal.projection import Projected, Projection, Projector
from declarant.events.model import Model

from .measuring import JsonFile, Measured, command, report
from .postgresql import PostgresqlServer

GAMES = 1_000
WRITERS = 8


class Counted(Model):
    """How many turns began, and the sum of their numbers."""

    turns: int = 0
    numbers: int = 0


class Turns(Projection[Counted]):
    """Counts turns."""

    name = "turns"
    state = Counted
    events = (TurnBegan,)

    def apply(self, state: Counted, event: TurnBegan, entry: Entry) -> Counted:
        """One more."""
        return Counted(turns=state.turns + 1, numbers=state.numbers + event.number)


class LaterTurns(Turns):
    """Another state of the same events."""

    version = 2

    def apply(self, state: Counted, event: TurnBegan, entry: Entry) -> Counted:
        """One more."""
        return Counted(turns=state.turns + 1, numbers=state.numbers + event.number * 2)


def append(url: str, number: int, going: Any, total: Any) -> None:
    """Append single events until it is enough, and say how many."""
    with Journal.open(url, "NORMAL") as journal:
        log = journal.log(f"writer {number}")
        for turn in count(1):
            if not going.is_set():
                break
            log.append([TurnBegan(player="Ann", number=turn)])
        with total.get_lock():
            total.value += turn - 1


@contextmanager
def read_all_the_while(url: str, found: list[float]) -> Iterator[None]:
    """Read a state of the old version, over and over, and note how long each took."""
    enough = ThreadEvent()

    def read() -> None:
        with Journal.open(url, read_only=True) as journal:
            while not enough.is_set():
                start = perf_counter()
                if journal.served("turns") == "turns v1":
                    Projected(journal, Turns()).state("game 7")
                    found.append(perf_counter() - start)
                enough.wait(0.05)

    thread = Thread(target=read)
    thread.start()
    try:
        yield
    finally:
        enough.set()
        thread.join()


def built_anew(url: str, events: int) -> Measured:
    """Measure it on one store."""
    context = multiprocessing.get_context("fork")
    with Journal.open(url, "OFF") as journal:
        for game in range(GAMES):
            journal.log(f"game {game}").append([TurnBegan(player="Ann", number=turn) for turn in range(events // GAMES)])
        start = perf_counter()
        Projector(journal, Turns()).run()
        alone = perf_counter() - start
    going, total, reads = context.Event(), context.Value("q", 0), list[float]()
    going.set()
    writers = [context.Process(target=append, args=(url, number, going, total)) for number in range(WRITERS)]
    for each in writers:
        each.start()
    with read_all_the_while(url, reads), Journal.open(url) as journal:
        start = perf_counter()
        Projector(journal, LaterTurns()).run()
        beside = perf_counter() - start
        going.clear()
        for each in writers:
            each.join()
    with Journal.open(url) as journal:
        Projector(journal, LaterTurns()).run()
        kept = dict(Projected(journal, LaterTurns()).states())
        right = all(kept[stream] == LaterTurns().of_game(journal.entries(stream)) for stream in journal.streams())
    return {
        "events": events,
        "alone, events/s": events / alone,
        "s while 8 append": beside,
        "appended/s": total.value / beside,
        "reads": len(reads),
        "slowest read, ms": 1_000 * max(reads, default=0),
        "aim": "each event once",
        "met": right and bool(reads),
    }


def main(json_file: JsonFile = None, events: Annotated[int, typer.Option(help="How many.")] = 1_000_000) -> None:
    """Build a projection anew on SQLite and PostgreSQL."""
    with TemporaryDirectory() as folder:
        rows = [{"store": "SQLite", **built_anew(str(Path(folder) / "games.db"), events)}]
    with PostgresqlServer() as server:
        rows.append({"store": "PostgreSQL", **built_anew(server.url(), events)})
    report("Projections built anew", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
