"""How fast games are tabulated, exported and audited: `python -m bench.tables`.

The games are combats with blocks, triggers and illegal attempts that are taken back. Beside them: the same tables written by
pyarrow alone, the same events rebuilt with `eventsourcing`, if it is installed, journals of more and more events, and several
processes.

Aims: fold and tabulate 150,000 decoded events a second on a core; write the files of an export in twice the time of pyarrow
alone.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated, Any, NamedTuple

import typer
from declarant.events.errors import IllegalDeclaration
from declarant.events.facts import PermanentEntered
from declarant.events.journal.encoding import Item
from declarant.events.journal.journal import Journal
from declarant.events.optional import required
from declarant.handlers.game import Game
from declarant.projections.state import fold
from declarant.projections.tables.fold import tabulate
from declarant.projections.tables.schema import BY_NAME
from declarant.tools.audit.audit import audit
from declarant.tools.oracle import read_permanent
from declarant.tools.running.executors import Processes, cores
from declarant.tools.running.work import Here
from declarant.tools.tables import tables
from declarant.tools.tables.batches import Batch
from declarant.tools.tables.export import export
from declarant.tools.tables.files import Files

from .measuring import JsonFile, Measured, command, report, timed

ROUNDS = 5
AIMED_EVENTS, AIMED_TIMES = 150_000, 2
"""Decoded events that are to be tabulated a second; how often the time of pyarrow alone the files of an export may take."""
TURNS = 12
TEXTS = ("", "Menace", "Flying", "Vigilance", "Flanking", "Exalted")


def sample_game() -> list[Item]:
    """The entries of a game of some turns: attacks, double blocks, triggers, and two attempts a turn that are taken back."""
    game = Game.start(["Ann", "Bob"], rules="2025-04-04")
    for number, text in enumerate(TEXTS):
        for player in ("Ann", "Bob"):
            creature = PermanentEntered(
                id=f"{player}{number}",
                controller=player,
                owner=player,
                name=f"Creature {number}",
                types=("Creature",),
                power=number,
                toughness=2,
                abilities=read_permanent(text, name="", types=("Creature",)) if text else (),
            )
            game.enter(creature)
    for _ in range(TURNS // 2):
        for active, other in (("Ann", "Bob"), ("Bob", "Ann")):
            game.begin_turn(active)
            with suppress(IllegalDeclaration):
                game.declare_attackers({f"{other}0": other})
            game.declare_attackers({f"{active}{number}": other for number in (0, 1, 4)})
            with suppress(IllegalDeclaration):
                game.declare_blockers({f"{other}2": [f"{active}1"]})
            game.declare_blockers({f"{other}2": [f"{active}1"], f"{other}3": [f"{active}1"], f"{other}5": [f"{active}4"]})
    return [entry.item for entry in game.journal.entries("game")]


def fill(path: Path, events: int) -> int:
    """A journal of so many entries, about, in games of one kind; returns how many."""
    items = sample_game()
    with Journal.open(path, "OFF") as journal:
        for number in range(max(1, events // len(items))):
            journal.log(f"game {number:07d}").append(items)
        return journal.last_id()


def seconds_of(action: Callable[[], object]) -> float:
    """How many seconds of processor time it takes, the median of several times."""
    return median(timed(action) for _ in range(ROUNDS))


class Decoded(NamedTuple):
    """An entry that is decoded already."""

    id: int
    version: int
    recorded: str
    item: Item


# --- one core ------------------------------------------------------------------------------------------------------------


def tabulating(path: Path, events: int) -> Iterator[Measured]:
    """Events a second of processor time: only decoded, folded into boards, and tabulated."""
    with Journal.open(path, read_only=True) as journal:
        games = journal.streams()
        decoded: dict[str, Any] = {
            game: [Decoded(entry.id, entry.version, entry.recorded, entry.item) for entry in journal.entries(game)]
            for game in games
        }

        def held() -> None:
            for game in games:
                for _ in tabulate(game, decoded[game], journal.cuts(game)):
                    pass

        def decode() -> None:
            for game in games:
                for entry in journal.entries(game):
                    _ = entry.item

        def boards() -> None:
            for game in games:
                fold(journal.log(game).events())

        def rows() -> None:
            for game in games:
                for _ in tabulate(game, journal.entries(game), journal.cuts(game)):
                    pass

        def arrow() -> None:
            tables(journal)

        peer = rebuilding(path.with_name("eventsourcing.db"))
        for what, run in (
            ("read and decode", decode),
            ("read, decode, fold the board", boards),
            ("fold and tabulate events that are decoded", held),
            ("read, decode, fold and tabulate", rows),
            ("the same, as Arrow tables", arrow),
        ):
            rate = events / seconds_of(run)
            row: Measured = {"what": what, "events/s": rate, "× eventsourcing": rate / peer if peer else "not installed"}
            yield row | {"aim": f"≥ {AIMED_EVENTS:,}", "met": rate >= AIMED_EVENTS} if run is held else row
        if peer:
            yield {"what": "eventsourcing: rebuild the same events", "events/s": peer, "× eventsourcing": 1.0}


def rebuilding(path: Path) -> float | None:
    """The rate at which `eventsourcing` rebuilds the same games from SQLite, counting their events; None if it isn't there."""
    if find_spec("eventsourcing") is None:
        return None
    domain: Any = import_module("eventsourcing.domain")
    application: Any = import_module("eventsourcing.application")

    class CountingAggregate(domain.Aggregate):  # type: ignore[misc]
        """A game that counts what happened."""

        @domain.event("Begun")  # type: ignore[untyped-decorator]
        def __init__(self) -> None:
            self.counts: dict[str, int] = {}

        @domain.event("Happened")  # type: ignore[untyped-decorator]
        def happen(self, kind: str, body: dict[str, Any]) -> None:
            self.counts[kind] = self.counts.get(kind, 0) + 1

    app = application.Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})
    items = sample_game()
    games = []
    for _ in range(20):
        game = CountingAggregate()
        for item in items:
            game.happen(type(item).__name__, item.model_dump(mode="json"))
        app.save(game)
        games.append(game.id)
    return len(games) * len(items) / seconds_of(lambda: [app.repository.get(id) for id in games])


def writing(path: Path, events: int) -> Iterator[Measured]:
    """Seconds to write the tables of a journal: by pyarrow alone, by the files of an export, and by a whole export."""
    parquet = required("pyarrow.parquet", "export")
    with Journal.open(path, read_only=True) as journal:
        stated = tables(journal)
    number = sum(table.num_rows for table in stated.values())
    with TemporaryDirectory() as name:
        folder, tries = Path(name), count()

        def alone() -> None:
            target = folder / f"alone-{next(tries)}"
            target.mkdir()
            for table in BY_NAME:
                parquet.write_table(stated[table], target / f"{table}.parquet")

        def files() -> None:
            written = Files(folder / f"files-{next(tries)}", "parquet", 0)
            for table in BY_NAME:
                for rows in stated[table].to_batches(max_chunksize=8192):
                    written.write(Batch(table, "2026-02", rows))
            written.close()

        def whole() -> None:
            export([str(path)], folder / f"whole-{next(tries)}", engine=Here())

        floor = seconds_of(alone)
        for what, run in (
            ("pyarrow alone, from Arrow tables", alone),
            ("the files of an export, from Arrow tables", files),
            ("export, from the journal: read, decode, fold, tabulate, write", whole),
        ):
            seconds = floor if run is alone else seconds_of(run)
            times = seconds / floor
            row: Measured = {"what": what, "events": events, "rows": number, "seconds": seconds, "× pyarrow alone": times}
            yield row | {"aim": f"≤ {AIMED_TIMES} ×", "met": times <= AIMED_TIMES} if run is files else row


# --- more ----------------------------------------------------------------------------------------------------------------


def growing(folder: Path, largest: int) -> Iterator[Measured]:
    """Export journals of more and more events, on one core; the peak of memory is the process's until then."""
    size = 10_000
    while size <= largest:
        path = folder / f"{size}.db"
        events = fill(path, size)
        start = perf_counter()
        export([str(path)], folder / f"out-{size}", engine=Here())
        seconds = perf_counter() - start
        bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        yield {"events": events, "seconds": seconds, "events/s": events / seconds, "peak memory MiB": bytes / 2**20}
        size *= 10


def count_up(number: int) -> int:
    """A bare loop: what the cores of this machine can share at best, while others use them as well."""
    total = 0
    for each in range(number):
        total += each
    return total


def sharing(path: Path, events: int) -> Iterator[Measured]:
    """The same by one process and by several: seconds on the clock, the start of processes included."""
    for what in ("a bare loop", "export", "audit again"):
        alone = None
        for workers in sorted({1, 2, cores()}):
            with TemporaryDirectory() as name:
                engine = Processes(workers) if workers > 1 else Here()
                start = perf_counter()
                if what == "a bare loop":
                    for _ in engine.map(count_up, [2_000_000] * 100):
                        pass
                elif what == "export":
                    export([str(path)], Path(name) / "out", engine=engine)
                else:
                    for _ in audit([path], engine=engine):
                        pass
                seconds = perf_counter() - start
                if isinstance(engine, Processes):
                    engine.close()
            alone = alone or seconds
            yield {"what": what, "workers": workers, "events": events, "seconds": seconds, "speedup": alone / seconds}


def main(
    json_file: JsonFile = None,
    largest: Annotated[int, typer.Option(help="The size up to which the growth is measured, in events.")] = 100_000,
    shared: Annotated[int, typer.Option(help="How many events several processes share.")] = 200_000,
) -> None:
    """Tabulate, write, grow and share."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "games.db"
        events = fill(path, 50_000)
        for title, rows in (
            ("tables: one core", tabulating(path, events)),
            ("tables: writing", writing(path, events)),
            ("tables: growth", growing(folder, largest)),
            ("tables: several processes", sharing(folder / "shared.db", fill(folder / "shared.db", shared))),
        ):
            file = json_file.with_stem(f"{json_file.stem}-{title.partition(': ')[2].replace(' ', '-')}") if json_file else None
            report(title, list(rows), file)


if __name__ == "__main__":
    command(main, __doc__)
