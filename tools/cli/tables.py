"""`declarant export` and `feed`: games as tables, and events as they are appended."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ...events.errors import InvalidInput
from ..running.json_lines import json_line
from . import common
from .app import app


class TableFormat(StrEnum):
    """What tables are written in."""

    parquet = "parquet"
    arrow = "arrow"
    csv = "csv"
    csv_raw = "csv-raw"
    jsonl = "jsonl"


class Columns(StrEnum):
    """In whose columns games are written."""

    own = "own"
    seventeen_lands = "17lands"


@app.command()
def export(
    journals: Annotated[
        list[str],
        typer.Argument(metavar="JOURNAL", help="Journals (SQLite or JSON Lines), logs of MTG Arena, or directories of them."),
    ],
    to: Annotated[Path, typer.Option(metavar="DIR", help="The directory to write into: a new one, or one of an export.")],
    columns: Annotated[
        Columns, typer.Option("--columns", help="Our tables, or one CSV file in the columns of 17Lands' replay data.")
    ] = Columns.own,
    format: Annotated[
        TableFormat, typer.Option("--format", help="The format of the files; csv-raw: csv for programs, see below.")
    ] = TableFormat.parquet,
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
    workers: common.WorkersOption = None,
    on: common.OnOption = None,
    shard: common.ShardOption = None,
) -> None:
    """Export games as tables: games, turns, declarations, attacks, blocks, triggers,
    costs, orders, damage, deaths, life, spells, cuts.

    \b
    declarant export games.db --to tables
    declarant export games.db --to tables --since last
        what has changed meanwhile, as further files
    declarant export season/ --to tables --tables declarations,attacks \\
        --format csv
    duckdb -c "SELECT rule, count(*)
        FROM 'tables/declarations/*/*.parquet' GROUP BY rule"

    `--tables decisions` says what each declaration was worth beside the best, as `declarant analyse` does; that takes a search
    for each, so it isn't among the others. `declarant schema tables` states the columns of those.

    Files are DIR/TABLE/month=2026-02/part-*.parquet: a month is that in which a game was played, or else begun. Without --since
    they take the place of those that an export put there before. With --since, a row whose key is there already replaces that
    one: of rows with the same key, the one with the greatest version counts. Where a game was recorded anew since the last
    export, as after an import with more cards, `--since last` writes all again.

    Of a directory, or several journals, a game's name begins with its journal's. An export that fails or is stopped leaves what
    was there before.

    With --columns 17lands, --to names a file, replay_data.csv or replay_data.csv.gz: a row a game whose record says whose it is.
    Cards are named by Arena's numbers, as 17Lands does; tools/tables/SEVENTEEN_LANDS.md states column by column what differs.

    In csv files, text that a spreadsheet would take for a formula (it begins with =, @, + or -) gets an apostrophe before it;
    csv-raw leaves every cell as it is.

    With --shard, the part has a directory of its own: `--shard 3/8 --to tables-3`. A log is read whole, by one of the parts.
    """
    if columns is Columns.seventeen_lands:
        others = {"--tables": tables, "--since": since, "--workers": workers, "--on": on, "--shard": shard}
        _seventeen_lands(journals, to, [name for name, value in others.items() if value is not None])
        return
    with common.ending():
        from ..running.executors import engine
        from ..running.shards import WHOLE, Shard
        from ..tables.export import ALL_TABLES, LAST
        from ..tables.export import export as write

        start = int(since) if since is not None and since.isdecimal() and since.isascii() else since
        names = tables.split(",") if tables is not None else ALL_TABLES
        part = Shard.parse(shard) if shard is not None else WHOLE
        with engine(on, workers) as each, common.progress_of("games", beside_output=False) as advance:
            done = write(
                journals, to, format=format, tables=names, since=start, engine=each, progress=_times(advance), shard=part
            )
        print(", ".join(f"{number} {table}" for table, number in done.rows.items()))
        if done.anew is not None:
            common.say(f"{done.anew} was recorded anew since the last export: all is written again")
        common.say(f"{sum(done.rows.values())} rows in {done.files} new files in {to}")
        for name, checkpoint in done.checkpoints.items():
            common.say(
                f"{name} is exported up to entry {checkpoint}: go on with --since {LAST}, or --since {checkpoint} elsewhere"
            )


def _seventeen_lands(journals: list[str], to: Path, others: list[str]) -> None:
    with common.ending(), common.progress_of("games", beside_output=False) as advance:
        from ..tables.seventeen_lands import write_replay_data

        if others:
            raise InvalidInput(others[0], "with --columns 17lands", "--to alone")
        written = write_replay_data(journals, to, advance)
        left_out = f"; {written.left_out} without two players, or of nobody's record" if written.left_out else ""
        common.say(f"{written.games} games written to {to}{left_out}")


class _ReadByDefault(TyperGroup):
    """A command with subcommands, where what is no subcommand is read as the arguments of `read`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] != "--help" and args[0] not in self.commands:
            args = ["read", *args]
        return super().parse_args(ctx, args)


feed_app = typer.Typer(
    cls=_ReadByDefault,
    no_args_is_help=True,
    rich_markup_mode=None,
    help="""Print the entries of a journal as CloudEvents 1.0, a line of JSON each, in the order in which they were appended.

    \b
    declarant feed games.db                      all there is
    declarant feed games.db --after 4711
        what came after the message of that id
    declarant feed games.db --follow | consumer  and what is still to come
    declarant feed games.db --as scores
        what came since; the journal keeps the checkpoint
    declarant feed status games.db
        who reads under a name, and how much is still to come for each
    declarant feed project games.db tables       states that are kept beside it
    declarant feed reset games.db scores
        begin anew, or with --to ID after that message
    declarant feed read --help                   all options of reading
    """,
)
app.add_typer(feed_app, name="feed")


@feed_app.command("read")
def feed(
    journal: common.JournalArgument,
    after: Annotated[
        str, typer.Option(metavar="ID", help="Go on after that message, by its id or, to learn of a copy put back, its cursor.")
    ] = "0",
    name: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Go on after the checkpoint that the journal keeps of that name.")
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", help="Wait for more at the end, until Ctrl-C.")] = False,
    source: Annotated[
        str | None, typer.Option(metavar="URI", help="What messages name as their source; by default the journal's URI.")
    ] = None,
    shard: common.ShardOption = None,
) -> None:
    """Print the entries of a journal as CloudEvents 1.0: what `declarant feed JOURNAL` does.

    Keep the cursor of a message once the work on it is done, and go on after it: every message comes at least once, in order,
    none is left out, and where an older copy of the journal was put back meanwhile, the command says up to where both are the
    same. An id does as well, but for that.

    A message's subject is the game, its `version` the place in that. One of type dev.declarant.Cut takes back what the versions
    after its data's `to` and before its own said of its subject.

    With --as, the journal keeps that id: it is set when a hundred messages were written out, and at the end. Several processes
    may read under one name: each takes the next hundred when those before are done. After a crash, up to a hundred come again.

    With --shard, only the games of that part: a game is stated whole by one part, in order. A name keeps a checkpoint for each.
    """
    with common.ending(common.Format.json):
        from ...events.journal.subscription import Subscriber
        from ..feed import checkpoint_of, entries_after, existing, line, of_shard, open_feed, source_of, subscription_of
        from ..running.shards import WHOLE, Shard

        named = source or source_of(journal)
        part = Shard.parse(shard) if shard is not None else WHOLE
        if name is not None:
            if after != "0":
                raise InvalidInput("--after", after, "no checkpoint beside --as, which has its own")
            with existing(journal) as opened:
                generations = opened.generations()
                for batch in Subscriber(opened, subscription_of(name, part)).batches(follow):
                    sys.stdout.write("".join(f"{line(entry, named, generations)}\n" for entry in of_shard(batch, part)))
                    sys.stdout.flush()
            return
        with open_feed(journal, follow) as opened:
            generations = opened.generations()
            for entry in of_shard(entries_after(opened, checkpoint_of(opened, after), follow, idle=sys.stdout.flush), part):
                sys.stdout.write(line(entry, named, generations) + "\n")


@feed_app.command()
def status(journal: common.JournalArgument, format: common.FormatOption = common.Format.text) -> None:
    """Say who reads a journal by name: checkpoint, how many entries are still to come, and which process reads now."""
    with common.ending(format):
        from ...events.journal.journal import Journal
        from ..feed import subscribed
        from ..text.console import columns, console, text

        with Journal.open(journal, read_only=True) as opened:
            subscriptions = list(subscribed(opened))
        if format is common.Format.json:
            for each in subscriptions:
                print(json_line(each))
            return
        rows = [
            (
                each.name,
                f"at {each.checkpoint}",
                f"{each.lag} to come",
                _to_the_second(each.updated),
                *filter(
                    None,
                    [
                        each.reads,
                        _OF_PROJECTION[each.projection] if each.projection else None,
                        "replaced by a copy: see feed reset" if each.replaced else None,
                    ],
                ),
            )
            for each in subscriptions
        ]
        console().print(columns([text(cell) for cell in row] for row in rows) if rows else "nobody reads it by name")


_OF_PROJECTION = {"read": "is read", "built": "is built beside what is read"}


@feed_app.command()
def project(
    journal: common.JournalArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A projection: `tables`, or an entry point of your own.")],
    follow: Annotated[bool, typer.Option("--follow", help="Go on as the journal does, until Ctrl-C.")] = False,
    anew: Annotated[bool, typer.Option("--anew", help="Build it again, beside what is read until then.")] = False,
) -> None:
    """Feed a projection: fold the games of a journal into states that are kept beside it, and count each entry once.

    The first time, after its version has changed, and with --anew, all states are built, beside those that are read; once the new
    ones have caught up, they are read instead. `declarant feed status` says how much is still to come.

    \b
    declarant feed project games.db tables
    declarant feed project games.db tables --follow

    A projection of your own is a class (declarant.Projection) and an entry point of the group declarant.projections.
    """
    with common.ending():
        from ...events.journal.projection import Projected, Projector
        from ..feed import existing, projection_named

        projection = projection_named(name)
        with existing(journal) as opened:
            Projector(opened, projection, anew=anew).run(follow)
            common.say(f"{Projected(opened, projection).build()}: at entry {opened.last_id()}")


def _to_the_second(time: str) -> str:
    return datetime.fromisoformat(time).isoformat(" ", "seconds")


@feed_app.command()
def reset(
    journal: common.JournalArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The subscription.")],
    to: Annotated[int, typer.Option(min=0, metavar="ID", help="Go on after that message.")] = 0,
) -> None:
    """Set the checkpoint of a subscription: to the beginning, so that all comes again, to build anew what is made of it.

    Where a copy took the journal's place, reading under a name is refused until its checkpoint is set: what was made of later
    entries is to be undone first.
    """
    with common.ending():
        from ..feed import existing

        with existing(journal) as opened:
            opened.reset(name, to)
        common.say(f"{name} goes on after entry {to}")


def _times(advance: Callable[[], None]) -> Callable[[int], None]:
    def advanced(number: int) -> None:
        for _ in range(number):
            advance()

    return advanced
