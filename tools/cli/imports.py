"""`declarant import`: games that other programs recorded."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperGroup
from typer.main import get_command

from ...events.errors import InvalidInput
from ..records.importers import IMPORTERS, RecordImporter, importer_of_another_package, schemes_of_other_packages
from . import common
from .app import app
from .arena import LogsArgument

if TYPE_CHECKING:
    from typer._click.core import Command, Context

    from ..records.keeping import Imported


class Importers(TyperGroup):
    """The commands of this package, and one for each importer of another, which is loaded when it is asked for."""

    def list_commands(self, ctx: Context) -> list[str]:
        """The names of all."""
        return list(dict.fromkeys([*super().list_commands(ctx), *schemes_of_other_packages()]))

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """The command of that name; exit status 2 for an importer that can't be loaded."""
        if (command := super().get_command(ctx, cmd_name)) is not None:
            return command
        with common.ending():
            if (importer := importer_of_another_package(cmd_name)) is None:
                return None
            alone = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
            alone.command(cmd_name)(_command(importer))
            return get_command(alone)


import_app = typer.Typer(
    cls=Importers, no_args_is_help=True, rich_markup_mode=None, help="Import games that other programs recorded."
)
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
    cards: common.CardsOption = None,
    anonymous: AnonymousOption = False,
    format: common.FormatOption = common.Format.text,
) -> None:
    """Import the games in logs of MTG Arena into a journal, one stream a game.

    \b
    declarant import arena Player-prev.log Player.log --to sqlite:///games.db
    declarant games games.db
    declarant replay games.db --stream arena/…/1 --turns

    What is there already is left as it is, so that an import can be repeated, and one that was stopped goes on. With cards that
    were loaded since, a game is recorded anew in a stream of its own (`arena/…/1#2`), which is read from then on. A line that
    can't be read costs that message: it is stated on standard error, and what isn't known after it is marked in the journal.

    With --anonymous a player's name becomes a pseudonym that is the same in every import of yours; the key that makes it is kept
    in your data directory (`pseudonyms.key`), never in a journal.

    Exit status: 0 fine, 2 a log can't be read, has no detailed logs, or isn't of the game that the journal has.
    """
    with common.ending(format), _collecting_seldom():
        raise typer.Exit(_import_arena(log, to, cards, anonymous, format))


def _import_arena(paths: list[Path], to: str, cards: Path | None, anonymous: bool, format: common.Format) -> int:
    from ..arena.framing import opened
    from ..arena.importing import Importer
    from ..arena.pseudonyms import pseudonyms
    from ..cards import arena_cards
    from ..history.unknown_texts import unknown_texts
    from ..records.keeping import Problem
    from ..running.diagnostics import log_info

    status = common.FINE
    called = pseudonyms() if anonymous else str
    with common.kept_in(to) as journal:
        importer = Importer(kept=journal, cards=arena_cards(cards), called=called)
        for path in paths:
            with (
                common.going_on(str(path)) as refused,
                opened(path) as (lines, position),
                _bytes_read(path, lines, position) as counted,
            ):
                for each in importer.read(counted, str(path)):
                    if isinstance(each, Problem):
                        common.log_problem(path, each)
            status = common.BAD_INPUT if refused else status
        importer.finish()
        if words := unknown_texts(journal, [game.stream for game in importer.games if game.appended]).words:
            log_info(words)
    for game in importer.games:
        found = {"match": game.match, "game": game.number}
        status = max(status, _report(game, format, found, "the log of that game, with --anonymous as before"))
    return status


def _report(game: Imported, format: common.Format, found: dict[str, object], allowed: str) -> int:
    """Report a game that was imported; the exit status."""
    from ..running import diagnostics as logs
    from ..text.console import console, text

    if game.conflict is not None:
        logs.log_error(InvalidInput(game.stream, "a game of which the journal states something else", allowed))
    if format is common.Format.json:
        report = {"stream": game.stream, **found, "entries": game.entries, "appended": game.appended, "anew": game.anew}
        print(json.dumps({**report, "conflict": game.conflict is not None}))
    else:
        new = "recorded anew: more is known of it now" if game.anew else f"{game.appended} of them new"
        console().print(text(f"{game.stream}  {game.entries} entries, {new}"))
    return common.FINE if game.conflict is None else common.BAD_INPUT


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


def _command(importer: RecordImporter) -> Callable[..., None]:
    """The command of an importer, with the options that it has."""

    def run(
        files: list[Path],
        to: str,
        format: common.Format,
        anonymous: bool = False,
        cards: Path | None = None,
        limit: int | None = None,
    ) -> None:
        with common.ending(format):
            raise typer.Exit(_import_records(importer, files, to, format, anonymous, cards, limit))

    file = Annotated[list[Path], typer.Argument(metavar=importer.file, help=importer.reads)]
    options = [_parameter(name, _OPTIONS[name], default) for name, default in _DEFAULTS.items() if name in importer.options]
    parameters = [
        _parameter("files", file),
        _parameter("to", ToOption),
        *options,
        _parameter("format", common.FormatOption, common.Format.text),
    ]
    run.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__doc__ = importer.words
    return run


def _parameter(name: str, annotation: object, default: object = Parameter.empty) -> Parameter:
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


_OPTIONS: dict[str, object] = {
    "cards": common.CardsOption,
    "limit": Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="The first N games of each file only.")],
    "anonymous": AnonymousOption,
}
_DEFAULTS = {"cards": None, "limit": None, "anonymous": False}


def _import_records(
    importer: RecordImporter,
    paths: list[Path],
    to: str,
    format: common.Format,
    anonymous: bool,
    cards: Path | None,
    limit: int | None,
) -> int:
    """Import the games of records, file by file; the exit status. What can't be read costs a game, or a file."""
    from ..arena.pseudonyms import pseudonyms
    from ..cards import arena_cards
    from ..records.importers import RecordFile
    from ..records.keeping import Problem
    from ..records.unread import Unknown
    from ..running import interrupts

    called = pseudonyms() if anonymous else str
    find, unknown = arena_cards(cards), Unknown()

    status = common.FINE
    with common.kept_in(to) as journal:
        for path in paths:
            file = RecordFile(path, partial(_lines_of, path), unknown, called, find, limit)
            with common.going_on(str(path)) as refused:
                for each in importer.games(file):
                    interrupts.check()
                    if isinstance(each, Problem):
                        common.log_problem(path, each)
                        status = common.BAD_INPUT
                        continue
                    with common.going_on(", ".join(filter(None, (str(path), each.where)))) as unread:
                        game = each.keep(journal)
                        for problem in each.problems:
                            common.log_problem(path, problem)
                        status = max(status, _report(game, format, {}, importer.allowed))
                    status = common.BAD_INPUT if unread else status
            status = common.BAD_INPUT if refused else status
    return status


@contextmanager
def _lines_of(path: Path) -> Iterator[Iterator[bytes]]:
    from ..arena.framing import opened

    with opened(path) as (lines, position), _bytes_read(path, lines, position) as counted:
        yield counted


for _scheme, _importer in IMPORTERS.items():
    import_app.command(_scheme)(_command(_importer))
