"""`declarant import arena` and `arena check`: the games in logs of MTG Arena."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from ..text.json_lines import json_line
from .app import app
from .common import (
    BAD_INPUT,
    DIFFERENT,
    FINE,
    CardsOption,
    Format,
    FormatOption,
    ending,
    going_on,
    kept_in,
    log_problem,
)

import_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Import games that other programs recorded.")
app.add_typer(import_app, name="import")
arena_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Referee the games in logs of MTG Arena.")
app.add_typer(arena_app, name="arena")


LogsArgument = Annotated[list[Path], typer.Argument(metavar="LOG", help="Player.log of MTG Arena, perhaps packed (.gz).")]


@import_app.callback()
def import_() -> None:
    """Import games that other programs recorded."""


@import_app.command("arena")
def import_arena(
    log: LogsArgument,
    to: Annotated[str, typer.Option(metavar="JOURNAL", help="A SQLite file or its URL; made if there is none.")],
    cards: CardsOption = None,
    anonymous: Annotated[
        bool, typer.Option("--anonymous", help="Stable pseudonyms in place of players' names, in all that is written.")
    ] = False,
    format: FormatOption = Format.text,
) -> None:
    """Import the games in logs of MTG Arena into a journal, one stream a game.

    \b
    declarant import arena Player-prev.log Player.log --to sqlite:///games.db
    declarant games games.db
    declarant replay games.db --stream arena/…/1 --turns

    What is there already is left as it is, so that an import can be repeated, and one that was stopped goes on. With cards that
    were loaded since, a game is recorded anew in a stream of its own (`arena/…/1#2`), which is read from then on. A line that
    can't be read costs that message: it is told on standard error, and what isn't known after it is marked in the journal.

    With --anonymous a player's name becomes a pseudonym that is the same in every import of yours; the key that makes it is kept
    in your data directory (`pseudonyms.key`), never in a journal.

    Exit status: 0 fine, 2 a log can't be read, has no detailed logs, or isn't of the game that the journal has.
    """
    with ending(format):
        raise typer.Exit(_import_arena(log, to, cards, anonymous, format))


def _import_arena(paths: list[Path], to: str, cards: Path | None, anonymous: bool, format: Format) -> int:
    from ..arena.framing import opened
    from ..arena.importing import Importer, Problem
    from ..arena.pseudonyms import pseudonyms
    from ..cards import arena_cards
    from ..running import diagnostics as logs
    from ..text.console import console, text

    out, status = console(), FINE
    called = pseudonyms() if anonymous else str
    with kept_in(to) as journal:
        importer = Importer(kept=journal, cards=arena_cards(cards), called=called)
        for path in paths:
            with going_on(str(path)) as refused, opened(path) as (lines, position), _bytes_read(path, lines, position) as counted:
                for each in importer.read(counted, str(path)):
                    if isinstance(each, Problem):
                        log_problem(path, each)
            status = BAD_INPUT if refused else status
        importer.finish()
    for game in importer.games:
        if game.conflict is not None:
            status = BAD_INPUT
            logs.log_error(
                InvalidInput(
                    game.stream,
                    "a game of which the journal tells something else",
                    "the log of that game, with --anonymous as before",
                )
            )
        if format is Format.json:
            found = {"stream": game.stream, "match": game.match, "game": game.number, "entries": game.entries}
            print(json.dumps({**found, "appended": game.appended, "anew": game.anew, "conflict": game.conflict is not None}))
        else:
            new = "recorded anew: more is known of it now" if game.anew else f"{game.appended} of them new"
            out.print(text(f"{game.stream}  {game.entries} entries, {new}"))
    return status


@contextmanager
def _bytes_read(path: Path, lines: Iterator[bytes], position: Callable[[], int]) -> Iterator[Iterator[bytes]]:
    """Lines that move a bar on standard error, if that is a terminal, by how much of the file was read."""
    if not sys.stderr.isatty():
        yield lines
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from ..text.console import console

    shown = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*shown, console=console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(path.name, total=path.stat().st_size)

        def counted() -> Iterator[bytes]:
            for number, line in enumerate(lines):
                if number % 1000 == 0:
                    progress.update(task, completed=position())
                yield line

        yield counted()


@arena_app.callback()
def arena() -> None:
    """Referee the games in logs of MTG Arena."""


@arena_app.command("check")
def check_arena(log: LogsArgument, cards: CardsOption = None, format: FormatOption = Format.text) -> None:
    """Compare what Arena offered with what the rules let a player declare, and rule on every declaration.

    Of every request to declare attackers or blockers: what Arena offered, and what we derive from the events of the game alone.
    Of every declaration, submitted or only seen on the table: our ruling. Of every combat damage step: what is dealt. With cards
    that were loaded (`declarant cards load`), also what power and toughness come to as of combat damage, from printed values,
    texts, and what triggers in the combat; the share of combats in which all texts are understood is told. `declarant schema
    checked` tells what --format json prints.

    Exit status: 0 all agree, 1 something differs where the record is whole, 2 a log can't be read or has no detailed logs (2
    wins).
    """
    with ending(format):
        raise typer.Exit(_check_arena(log, cards, format))


def _check_arena(paths: list[Path], cards: Path | None, format: Format) -> int:
    from ..arena.checking import CheckedSizes, check
    from ..arena.importing import Problem
    from ..cards import arena_cards
    from ..text import journals as rendering
    from ..text.console import console, text

    find = arena_cards(cards)
    out, status = console(), FINE
    for path in paths:
        counts: Counter[bool | None] = Counter()
        sizes: Counter[bool | None] = Counter()
        with going_on(str(path)) as refused:
            for each in check(path, find):
                if isinstance(each, Problem):
                    log_problem(path, each)
                    continue
                known = None if each.tainted else each.agrees
                if isinstance(each, CheckedSizes):
                    sizes[known] += not each.tainted
                else:
                    counts[known] += 1
                if format is Format.json:
                    print(json_line(each))
                elif known is False or (known is None and not each.tainted and not isinstance(each, CheckedSizes)):
                    out.print(rendering.checked(each))
            if format is Format.text:
                out.print(text(f"{path.name}: {counts[True]} agree, {counts[False]} differ, {counts[None]} can't be told"))
            if format is Format.text and sizes:
                understood = f"{sizes[True] + sizes[False]} of {sizes.total()} combats in which all is understood"
                out.print(text(f"{path.name}: power and toughness: {sizes[True]} agree, {sizes[False]} differ, of {understood}"))
        status = max(status, DIFFERENT if counts[False] or sizes[False] else FINE, BAD_INPUT if refused else FINE)
    return status
