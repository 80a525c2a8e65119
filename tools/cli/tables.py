"""`declarant export` and `feed`: games as tables, and events as they are appended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .app import app
from .common import (
    Format,
    JournalArgument,
    OnOption,
    WorkersOption,
    ending,
    progress_of,
)


class TableFormat(StrEnum):
    """What tables are written in."""

    parquet = "parquet"
    arrow = "arrow"
    csv = "csv"
    jsonl = "jsonl"


@app.command()
def export(
    journals: Annotated[
        list[str],
        typer.Argument(metavar="JOURNAL", help="Journals (SQLite or JSON Lines), logs of MTG Arena, or directories of them."),
    ],
    to: Annotated[Path, typer.Option(metavar="DIR", help="The directory to write into: a new one, or one of an export.")],
    format: Annotated[TableFormat, typer.Option("--format", help="The format of the files.")] = TableFormat.parquet,
    tables: Annotated[
        str | None, typer.Option(metavar="NAME,...", help="Only these tables, such as declarations,attacks,blocks.")
    ] = None,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="CHECKPOINT|last",
            help="Add only what changed after that checkpoint of the journal, or after what the directory has.",
        ),
    ] = None,
    workers: WorkersOption = None,
    on: OnOption = None,
) -> None:
    """Export games as tables: games, turns, declarations, attacks, blocks, triggers, costs, orders, damage, deaths, cuts.

    \b
    declarant export games.db --to tables
    declarant export games.db --to tables --since last     what has changed meanwhile, as further files
    declarant export season/ --to tables --tables declarations,attacks --format csv
    duckdb -c "SELECT rule, count(*) FROM 'tables/declarations/*/*.parquet' WHERE verdict = 'illegal' GROUP BY rule"

    `declarant schema tables` tells the columns. Files are DIR/TABLE/month=2026-02/part-*.parquet: a month is that in which a game
    was played, or else begun. Without --since they take the place of those that an export put there before. With --since, a row
    whose key is there already replaces that one: of rows with the same key, the one with the greatest version counts.

    Of a directory, or several journals, a game's name begins with its journal's. An export that fails or is stopped leaves what
    was there before.
    """
    with ending():
        from ..running.executors import engine
        from ..tables.export import ALL_TABLES, LAST
        from ..tables.export import export as write

        start = int(since) if since is not None and since.isdecimal() and since.isascii() else since
        names = tables.split(",") if tables is not None else ALL_TABLES
        with engine(on, workers) as each, progress_of("games", beside_output=False) as advance:
            done = write(journals, to, format=format, tables=names, since=start, engine=each, progress=_times(advance))
        print(", ".join(f"{number} {table}" for table, number in done.rows.items()))
        print(f"{sum(done.rows.values())} rows in {done.files} new files in {to}")
        for name, checkpoint in done.checkpoints.items():
            print(f"{name} is exported up to entry {checkpoint}: go on with --since {LAST}, or --since {checkpoint} elsewhere")


@app.command()
def feed(
    journal: JournalArgument,
    after: Annotated[int, typer.Option(min=0, metavar="ID", help="Go on after that message: the checkpoint.")] = 0,
    follow: Annotated[bool, typer.Option("--follow", help="Wait for more at the end, until Ctrl-C.")] = False,
    source: Annotated[
        str | None, typer.Option(metavar="URI", help="What messages name as their source; by default the file's URI.")
    ] = None,
) -> None:
    """Print the entries of a journal as CloudEvents 1.0, a line of JSON each, in the order in which they were appended.

    \b
    declarant feed games.db                      all there is
    declarant feed games.db --after 4711         what came after the message of that id
    declarant feed games.db --follow | consumer  and what is still to come

    Keep the id of a message once the work on it is done, and go on after it: every message comes at least once, in order, none is
    left out. Its subject is the game, its `version` the place in that. One of type dev.declarant.Cut takes back what the versions
    after its data's `to` and before its own said of its subject.
    """
    with ending(Format.json):
        from ..feed import entries_after, line, open_feed, source_of

        named = source or source_of(journal)
        with open_feed(journal, follow) as opened:
            for entry in entries_after(opened, after, follow, idle=sys.stdout.flush):
                sys.stdout.write(line(entry, named) + "\n")


def _times(advance: Callable[[], None]) -> Callable[[int], None]:
    def advanced(number: int) -> None:
        for _ in range(number):
            advance()

    return advanced
