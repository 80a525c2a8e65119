"""`declarant import`: games that other programs recorded."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import InvalidInput
from .app import app
from .arena import LogsArgument
from .common import (
    BAD_INPUT,
    FINE,
    CardsOption,
    Format,
    FormatOption,
    ending,
    going_on,
    kept_in,
    log_problem,
)

if TYPE_CHECKING:
    from ..records.keeping import Imported, Problem, RecordedGame

import_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Import games that other programs recorded.")
app.add_typer(import_app, name="import")

ToOption = Annotated[str, typer.Option(metavar="JOURNAL", help="A SQLite file or its URL; made if there is none.")]
AnonymousOption = Annotated[
    bool, typer.Option("--anonymous", help="Stable pseudonyms in place of players' names, in all that is written.")
]


@import_app.callback()
def import_() -> None:
    """Import games that other programs recorded."""


@import_app.command("arena")
def import_arena(
    log: LogsArgument,
    to: ToOption,
    cards: CardsOption = None,
    anonymous: AnonymousOption = False,
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
    with ending(format), _collecting_seldom():
        raise typer.Exit(_import_arena(log, to, cards, anonymous, format))


def _import_arena(paths: list[Path], to: str, cards: Path | None, anonymous: bool, format: Format) -> int:
    from ..arena.framing import opened
    from ..arena.importing import Importer
    from ..arena.pseudonyms import pseudonyms
    from ..cards import arena_cards
    from ..records.keeping import Problem

    status = FINE
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
        found = {"match": game.match, "game": game.number}
        status = max(status, _tell(game, format, found, "the log of that game, with --anonymous as before"))
    return status


def _tell(game: Imported, format: Format, found: dict[str, object], allowed: str) -> int:
    """Tell of a game that was imported; the exit status."""
    from ..running import diagnostics as logs
    from ..text.console import console, text

    if game.conflict is not None:
        logs.log_error(InvalidInput(game.stream, "a game of which the journal tells something else", allowed))
    if format is Format.json:
        told = {"stream": game.stream, **found, "entries": game.entries, "appended": game.appended, "anew": game.anew}
        print(json.dumps({**told, "conflict": game.conflict is not None}))
    else:
        new = "recorded anew: more is known of it now" if game.anew else f"{game.appended} of them new"
        console().print(text(f"{game.stream}  {game.entries} entries, {new}"))
    return FINE if game.conflict is None else BAD_INPUT


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Messages hold no circles: Python needn't look for some after every few of them, which takes a fifth of the time."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


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


@import_app.command("17lands")
def import_17lands(
    file: Annotated[list[Path], typer.Argument(metavar="FILE", help="Replay data of 17Lands: CSV, perhaps packed (.gz).")],
    to: ToOption,
    cards: CardsOption = None,
    limit: Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="The first N games of each file only.")] = None,
    format: FormatOption = Format.text,
) -> None:
    """Import the games of 17Lands' public replay data into a journal, one stream a game.

    \b
    declarant import 17lands replay_data_public.FDN.PremierDraft.csv.gz \\
        --to 17lands.db --limit 1000
    declarant export 17lands.db --to tables

    Such data tells which creatures attacked, became blocked, blocked and died, not what blocked what (unless one attacker was
    blocked), what was attacked, power and toughness, or what dealt damage. That stays open: in the tables it is none (in
    `blocks`, `attacker` is empty), and nothing is ruled on (`interrupted`, `tainted`). Cards are named as far as they are loaded.

    What is there already is left as it is, so that an import can be repeated. A row that can't be read costs that game: it is
    told on standard error.

    Exit status: 0 fine, 2 a file is no such data, or some of it couldn't be imported.
    """
    with ending(format):
        raise typer.Exit(_import_17lands(file, to, cards, limit, format))


def _import_17lands(paths: list[Path], to: str, cards: Path | None, limit: int | None, format: Format) -> int:
    from itertools import islice

    from ..cards import arena_cards
    from ..records.seventeen_lands import SeventeenLandsReader
    from ..records.unread import Unknown

    find, unknown = arena_cards(cards), Unknown()

    def games(path: Path) -> Iterator[Problem | RecordedGame]:
        with _lines_of(path) as lines:
            yield from islice(SeventeenLandsReader(find, str(path), unknown).games(lines), limit)

    return _import_records(paths, to, format, games, "the row that it was imported from")


def _import_records(
    paths: list[Path], to: str, format: Format, games: Callable[[Path], Iterator[Problem | RecordedGame]], allowed: str
) -> int:
    """Import the games of records, file by file; the exit status. What can't be read costs a game, or a file."""
    from ..records.keeping import Problem
    from ..running import interrupts

    status = FINE
    with kept_in(to) as journal:
        for path in paths:
            with going_on(str(path)) as refused:
                for each in games(path):
                    interrupts.check()
                    if isinstance(each, Problem):
                        log_problem(path, each)
                        status = BAD_INPUT
                        continue
                    with going_on(", ".join(filter(None, (str(path), each.where)))) as unread:
                        game = each.keep(journal)
                        for problem in each.problems:
                            log_problem(path, problem)
                        status = max(status, _tell(game, format, {}, allowed))
                    status = BAD_INPUT if unread else status
            status = BAD_INPUT if refused else status
    return status


@contextmanager
def _lines_of(path: Path) -> Iterator[Iterator[bytes]]:
    from ..arena.framing import opened

    with opened(path) as (lines, position), _bytes_read(path, lines, position) as counted:
        yield counted


@import_app.command("forge")
def import_forge(
    log: Annotated[list[Path], typer.Argument(metavar="LOG", help="What `forge sim` printed, perhaps packed (.gz).")],
    to: ToOption,
    anonymous: AnonymousOption = False,
    format: FormatOption = Format.text,
) -> None:
    """Import the games in logs of Forge's simulation into a journal, one stream a game: for analytics.

    \b
    forge sim -d red.dck blue.dck -n 20 > forge.log
    declarant import forge forge.log --to games.db

    Such a log tells who attacked and blocked what, damage, life, lands and spells, in English; not what else is on the
    battlefield, power and toughness, or abilities. That stays open, and nothing is ruled on (`interrupted`, `tainted`). It has no
    times: games count as recorded on 1970-01-01, under the newest rules. A game that isn't over isn't imported. A line that isn't
    understood is told on standard error.

    Exit status: 0 fine, 2 a log is none of Forge's, or some of it couldn't be imported.
    """
    with ending(format):
        raise typer.Exit(_import_forge(log, to, anonymous, format))


def _import_forge(paths: list[Path], to: str, anonymous: bool, format: Format) -> int:
    from ..arena.pseudonyms import pseudonyms
    from ..records.forge import ForgeGame, ForgeReader
    from ..records.forge import games as games_of
    from ..records.unread import Unknown

    called, unknown = pseudonyms() if anonymous else str, Unknown()

    def games(path: Path) -> Iterator[Problem | RecordedGame]:
        with _lines_of(path) as lines:
            for game in games_of(lines, str(path)):
                yield ForgeReader(game, called, unknown) if isinstance(game, ForgeGame) else game

    return _import_records(paths, to, format, games, "the log of that game, with --anonymous as before")


@import_app.command("xmage")
def import_xmage(
    file: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of mage-bench: JSON, perhaps packed (.gz).")],
    to: ToOption,
    anonymous: AnonymousOption = False,
    format: FormatOption = Format.text,
) -> None:
    """Import games of XMage into a journal, one stream a game, from the records that the bench mage-bench published.

    \b
    declarant import xmage game_20260210_074307.json.gz --to games.db

    A record has the board at each decision, attackers and blockers, and sentences that tell damage, life and spells; not what
    happened in between, or abilities. Sentences call cards by their names: where two fighters have the same one, what dealt
    damage to what stays open in that combat. Nothing is ruled on (`interrupted`, `tainted`).

    Exit status: 0 fine, 2 a file is no such record, or some of it couldn't be imported.
    """
    with ending(format):
        raise typer.Exit(_import_xmage(file, to, anonymous, format))


def _import_xmage(paths: list[Path], to: str, anonymous: bool, format: Format) -> int:
    from ..arena.pseudonyms import pseudonyms
    from ..records.unread import Unknown, UnreadFields
    from ..records.xmage import XMageReader
    from ..records.xmage_record import read

    called, unknown = pseudonyms() if anonymous else str, Unknown()

    def games(path: Path) -> Iterator[Problem | RecordedGame]:
        unread = UnreadFields()
        yield XMageReader(read(path, unread), called, unread, unknown)

    return _import_records(paths, to, format, games, "the record of that game, with --anonymous as before")
