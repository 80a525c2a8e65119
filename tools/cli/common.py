"""What the commands share: options, how they end, what they read and write."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from enum import StrEnum
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import DeclarantError, InvalidInput, some_of

if TYPE_CHECKING:
    from ...events.journal.journal import Journal
    from ...handlers.budget import Budget
    from ...handlers.game import Game
    from ..cases.models import Case
    from ..cases.report import CaseError
    from ..records.keeping import Problem


FINE, DIFFERENT, BAD_INPUT = 0, 1, 2
BROKEN_PIPE = 141
"""What a shell reports of a process that ended so."""


class Format(StrEnum):
    """What standard output is written in."""

    text = "text"
    json = "json"


class CaseFormat(StrEnum):
    """What a case is written in."""

    yaml = "yaml"
    json = "json"


StreamOption = Annotated[
    str | None,
    typer.Option("--stream", metavar="NAME", help="Which game, where the journal has several: its name, or a part of it."),
]
AtOption = Annotated[
    int | None, typer.Option("--at", min=1, metavar="VERSION", help="As the game was at that version, instead of now.")
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="How many processes; by default one for each core.")
]
OnOption = Annotated[
    str | None,
    typer.Option(metavar="ENGINE", help="dask for a Dask cluster on this machine, dask://HOST:PORT for one that runs already."),
]
BudgetOption = Annotated[
    int | None,
    typer.Option(
        "--budget",
        min=0,
        metavar="STEPS",
        help="Give up a search after so many steps, the same on every machine: undecided, with bounds.",
    ),
]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", min=0, metavar="S", help="Give up searching after so many seconds for a case.")
]
ShardOption = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Only part I of N, from 1, the same whoever asks: for engines that run this on many machines.",
    ),
]
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON Lines.")]
JournalArgument = Annotated[
    str, typer.Argument(metavar="JOURNAL", help="A SQLite file, its URL, a JSON Lines export, or a Player.log.")
]
CardsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="INDEX",
        help="Cards of MTG Arena's numbers: an index that `declarant cards load` made; by default the one in the user's cache.",
    ),
]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="DATE", help="Under the rules of that day, whatever the cases say.")
]


@contextmanager
def ending(format: Format = Format.text) -> Iterator[None]:
    """Errors end the command with a line on standard error and their status; a closed pipe and Ctrl-C end it quietly."""
    from ..running import diagnostics as logs
    from ..running import interrupts

    logs.configure(as_json=format is Format.json)
    if sys.stdout is None:  # whoever began the command closed it
        logs.log_error(DeclarantError("standard output: closed"))
        raise typer.Exit(BAD_INPUT)
    if isinstance(sys.stdout, TextIOWrapper):
        if format is Format.json:
            sys.stdout.reconfigure(encoding="utf-8")
        else:  # a terminal that can't show a letter gets an escape
            sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            yield
            sys.stdout.flush()
        except Exception:
            interrupts.check()
            raise
    except DeclarantError as error:
        logs.log_error(error)
        raise typer.Exit(BAD_INPUT) from None
    except OSError as error:
        # Standard output is closed or full: else Python would try at exit to write the rest of it, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(BROKEN_PIPE) from None
        logs.log_error(DeclarantError(f"standard output: {error.strerror or error}"))
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        raise typer.Exit(interrupts.status()) from None
    except (typer.Exit, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:
        # A status of 1 would mean that a ruling differs.
        from ..cases.misfits import internal

        logs.log_error(internal(error, "declarant"))
        raise typer.Exit(BAD_INPUT) from None


def say(words: str) -> None:
    """Print a line, with an escape for every character that can't be printed: paths and names may hold any."""
    print("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words))


def text_of(path: Path) -> str:
    """The text of a file. Raises InvalidInput."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or "no text", "a file with text") from None


@contextmanager
def kept_in(url: str) -> Iterator[Journal]:
    """The journal to keep games in. Raises InvalidInput for one that is only read."""
    from ...events.journal.journal import Journal
    from ...events.journal.stores.registry import shown, store_of

    if not store_of(url).appendable:
        raise InvalidInput("--journal", f"{shown(url)!r}, which is only read", "a journal that can be appended to")
    with Journal.open(url) as journal:
        yield journal


@contextmanager
def progress_of(what: str = "cases", beside_output: bool = True, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Counts on standard error, if that is a terminal and the output itself, where it comes meanwhile, doesn't go there."""
    if not sys.stderr.isatty() or (beside_output and sys.stdout.isatty()):
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from ..text.console import console

    shown = (
        SpinnerColumn(),
        TextColumn(f"{{task.completed}} {what}" if total is None else f"{{task.completed}} of {total} {what}"),
        TimeElapsedColumn(),
    )
    with Progress(*shown, console=console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        yield lambda: progress.advance(task)


@contextmanager
def going_on(place: str) -> Iterator[list[DeclarantError]]:
    """Logs an error that a case ends with, and lets the next one go on; what nobody foresaw is the error of the case, too."""
    from ..cases.misfits import internal
    from ..running import diagnostics as logs
    from ..running import interrupts
    from ..running.watch import watched

    refused: list[DeclarantError] = []
    try:
        with watched(place):
            yield refused
    except (OSError, typer.Exit):  # of standard output, not of the case
        raise
    except Exception as error:
        interrupts.check()
        refused.append(error if isinstance(error, DeclarantError) else internal(error, place))
        logs.log_error(refused[0])


def for_each_case(path: str, case: str | None, do: Callable[[Case], int]) -> int:
    """Do something with each case of a path, or with the one of that id, and go on after one that can't be judged.

    Returns the exit status: the greatest that `do` returned; bad input where a case couldn't be judged.
    """
    from ..history.explanations import read

    status = FINE
    for each in read(path, case):
        with going_on(place_of(each)) as refused:
            if isinstance(each, InvalidInput):
                raise each
            status = max(status, do(each))
        status = BAD_INPUT if refused else status
    return status


def place_of(case: Case | InvalidInput) -> str:
    """Where a case, or what can't be read as one, stands."""
    return case.where if isinstance(case, InvalidInput) else case.place or case.id


def log_errors(*errors: CaseError) -> None:
    """Logs what is wrong with a case."""
    from ..running import diagnostics as logs

    for error in errors:
        logs.log_error(InvalidInput(error.where, error.found, error.allowed, error.kind))


def budgets(steps: int | None, seconds: float | None) -> Callable[[], Budget]:
    """Makes the budget of each case. Raises InvalidInput."""
    from ...handlers.budget import Budget

    Budget(steps, seconds)
    return partial(Budget, steps, seconds)


def day_of(rules: str | None) -> date | None:
    """The day asked for. Raises InvalidInput for what is no date, or one before the first edition known."""
    if rules is None:
        return None
    from ..editions import parse_day

    return parse_day(rules)


@contextmanager
def games_of(url: str, cards: Path | None = None, imported: str = "memory://") -> Iterator[Journal]:
    """The games to read: none are made. A log of MTG Arena is `imported` into memory, or the journal of that URL."""
    from ..arena.inputs import GamesInput, opened_games
    from ..running import diagnostics as logs

    problems: list[InvalidInput] = []
    with opened_games(GamesInput(url, url), problems, cards, imported) as journal:
        for problem in problems:
            logs.log_warning(f"{problem.where}: {problem.found}", where=problem.where, found=problem.found)
        yield journal


def game_named(journal: Journal, stream: str | None) -> str | None:
    """The game that a name, or a part that no other game's name has, stands for; None if there are several and none is named.

    A game that was recorded anew since can be named, too, in full.
    """
    streams = journal.games()
    if not streams:
        journal.verify()
        raise InvalidInput("JOURNAL", "no game", "a journal with a game")
    if stream is None:
        return streams[0] if len(streams) == 1 else None
    meant = [stream] if stream in journal.streams() else [name for name in streams if stream and stream in name]
    if len(meant) != 1:
        found = repr(stream) + (f", which is in {len(meant)} names" if meant else "")
        raise InvalidInput("--stream", found, f"a game of the journal, or a part of its name: {some_of(meant or streams)}")
    return meant[0]


def one_game(journal: Journal, stream: str | None) -> str:
    """The game that is meant. Raises InvalidInput if the journal has several and none is named."""
    name = game_named(journal, stream)
    if name is None:
        raise InvalidInput("--stream", "none", f"a game of the journal: {some_of(journal.games())}")
    return name


class GamesMeant:
    """The games of several journals, or the one of them whose name `--stream` says, or a part of it."""

    def __init__(self, stream: str | None) -> None:
        self.stream = stream
        self._found: str | None = None
        self._others: list[str] = []

    def of(self, journal: Journal, where: str) -> list[str]:
        """Those of a journal: none where the game is in another one. Raises InvalidInput where it is in both, or isn't one.

        Where all are meant, a journal without a game is refused, too.
        """
        streams = journal.games()
        if self.stream is None:
            if not streams:
                journal.verify()
                raise InvalidInput(where, "no game", "a journal with a game")
            return streams
        if self.stream not in journal.streams() and not any(self.stream in name for name in streams):
            self._others += streams
            return []
        name = one_game(journal, self.stream)
        if self._found is not None:
            raise InvalidInput(
                "--stream", f"{self.stream!r}, of {self._found} and {name} in {where}", "the name of one game, or a part"
            )
        self._found = f"{name} in {where}"
        return [name]

    def check_found(self, read: bool = True) -> None:
        """Raise InvalidInput where a game was named and no journal has it. `read`: whether all journals could be read."""
        if self.stream is not None and self._found is None and read:
            allowed = (
                f"a game of the journals, or a part of its name: {some_of(self._others) if self._others else 'there is none'}"
            )
            raise InvalidInput("--stream", repr(self.stream), allowed)


def is_games(path: str) -> bool:
    """Whether a path or URL stands for games, and not for cases."""
    from ..arena.inputs import holds_games
    from ..cases.line import is_line

    if is_line(path):
        return False
    return "://" in path or (path != "-" and Path(path).is_file() and holds_games(Path(path)))


def only_of_games(**options: object) -> None:
    """Raise InvalidInput for options that are about cases, where games are given."""
    for name, value in options.items():
        if value is not None:
            raise InvalidInput(f"--{name}", "a journal", "cases, for this option; for a journal there are --stream and --at")


def only_of_cases(**options: object) -> None:
    """Raise InvalidInput for options that are about games, where cases are given."""
    for name, value in options.items():
        if value is not None:
            raise InvalidInput(f"--{name}", "cases", "a journal, for this option; for cases there are --case and --step")


@contextmanager
def game_at(url: str, stream: str | None, at: int | None) -> Iterator[Game]:
    """A branch, in memory, of a journal's game from that version, or from now."""
    from ...handlers.game import Game

    with games_of(url) as opened:
        game = Game.open(opened, one_game(opened, stream))
        if at is not None and at > game.version:
            raise InvalidInput("--at", str(at), f"1 to {game.version}, the versions of {game.log.stream!r}")
        yield game.branch(at)


def log_problem(path: str | Path, problem: Problem) -> None:
    """Warn of a line of a log that can't be used, with its place."""
    from ..running import diagnostics as logs

    place = f"{path}, {problem.unit} {problem.line}"
    logs.log_warning(f"{place}: {problem.reason}", where=place, found=problem.reason)
