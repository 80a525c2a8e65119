"""The command `declarant`. What is heavy is imported by the command that needs it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from enum import StrEnum
from importlib import metadata
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..events.errors import DeclarantError, InvalidInput

if TYPE_CHECKING:
    from ..events.journal import Journal
    from .replay import Replayed

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
journal_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Verify, export and import journals.")
app.add_typer(journal_app, name="journal")
editions_app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
app.add_typer(editions_app, name="editions")

FINE, DIFFERENT, BAD_INPUT = 0, 1, 2
BROKEN_PIPE, INTERRUPTED = 141, 130
"""What a shell reports of a process that ended so."""


class Format(StrEnum):
    """What standard output is written in."""

    text = "text"
    json = "json"


class Schema(StrEnum):
    """What a JSON Schema can be had of."""

    case = "case"
    events = "events"
    report = "report"


FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON Lines.")]
JournalArgument = Annotated[str, typer.Argument(metavar="JOURNAL", help="A SQLite file, its URL, or a JSON Lines export.")]


@contextmanager
def _ending(format: Format = Format.text) -> Iterator[None]:
    """Errors end the command with a line on standard error and their status; a closed pipe and Ctrl-C end it quietly."""
    from . import logs

    logs.configure(as_json=format is Format.json)
    if isinstance(sys.stdout, TextIOWrapper):
        if format is Format.json:
            sys.stdout.reconfigure(encoding="utf-8")
        else:  # a terminal that can't show a letter gets an escape
            sys.stdout.reconfigure(errors="backslashreplace")
    try:
        yield
        sys.stdout.flush()
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
        raise typer.Exit(INTERRUPTED) from None


def _version(asked: bool) -> None:
    if asked:
        print("declarant", metadata.version("declarant"))
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """An event-sourced referee for the combat declarations of Magic: The Gathering.

    \b
    declarant audit cases.jsonl                    judge cases that others wrote down
    declarant audit cases/ --journal games.db      and keep every event of them
    declarant audit cases.jsonl --rules all        how they were ruled since 1999, and why that changed
    declarant replay games.db --stream my-case     step through one of those games
    declarant editions diff 2005-03-01 2024-06-07  what changed in the rules
    declarant schema case                          what a case may say

    Exit status: 0 fine, 1 a ruling isn't as expected, 2 bad input. Unofficial; not affiliated with Wizards of the Coast.
    """


@app.command()
def audit(
    paths: Annotated[
        list[Path],
        typer.Argument(metavar="PATH", help="Files (.jsonl, .json, .yaml) or directories of cases; - is standard input."),
    ],
    format: FormatOption = Format.text,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="DATE[,DATE...]|all",
            help="Judge under the rules of that day, whatever the cases say; compare the rulings under several, or under all.",
        ),
    ] = None,
    journal: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Keep every game in this journal, such as sqlite:///games.db: a stream a case."),
    ] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Leave out the cases that agree; in comparisons, those ruled alike under all.")
    ] = False,
) -> None:
    """Judge cases: the ruling on every step, and whether it is what the case expects.

    \b
    A case is a board, the declarations tried in order, and what should be ruled:
    \b
      id: menace-needs-two
      rules: 2024-06-07
      players: [Ann, Bob]
      battlefield:
        - {id: brute, controller: Ann, types: [Creature], power: 3, toughness: 2, text: Menace}
        - {id: bear, controller: Bob, types: [Creature], power: 2, toughness: 2}
      steps:
        - {attack: {brute: Bob}, expect: legal}
        - {block: {bear: [brute]}, expect: illegal, rule: 509.1b}

    `declarant schema case` tells all that a case may say, and `declarant schema report` what --format json prints: an object a
    case, in the order of the input. A case that can't be judged is told on standard error, and the rest goes on.

    Exit status: 0 all agree, 1 some differ, 2 some couldn't be judged (2 wins).
    """
    with _ending(format):
        days = _days(rules)
        if len(days) > 1:
            if journal is not None:
                raise InvalidInput("--journal", "with several --rules", "the rules of one day: a game has one edition")
            raise typer.Exit(_compare(paths, format, days, quiet))
        raise typer.Exit(_audit(paths, format, days[0] if days else None, journal, quiet))


def _audit(paths: list[Path], format: Format, day: date | None, url: str | None, quiet: bool) -> int:
    from . import logs, rendering
    from .audit import audit

    out = rendering.console()
    counts = {FINE: 0, DIFFERENT: 0, BAD_INPUT: 0}
    with _kept(url) as journal, _progress() as advance:
        for audited in audit(paths, day, journal):
            report = audited.report
            counts[report.status] += 1
            advance()
            if report.error is not None:
                error = report.error
                logs.log_error(InvalidInput(error.where, error.found, error.allowed, error.kind))
            if quiet and report.status == FINE:
                continue
            if format is Format.json:
                print(report.model_dump_json())
            elif report.error is None:
                out.print(rendering.audited(audited))
            sys.stdout.flush()
    if format is Format.text:
        out.print(rendering.tally(*counts.values()))
    return max(status for status, count in counts.items() if count)


def _compare(paths: list[Path], format: Format, days: tuple[date, ...], quiet: bool) -> int:
    from . import logs, rendering, rendering_editions
    from .comparison import compare_files

    out = rendering.console()
    status = FINE
    with _progress() as advance:
        for case, comparison in compare_files(paths, days):
            status = max(status, comparison.status)
            advance()
            if comparison.error is not None:
                error = comparison.error
                logs.log_error(InvalidInput(error.where, error.found, error.allowed, error.kind))
            if quiet and not comparison.status and all(len(step.rulings) == 1 for step in comparison.steps):
                continue
            if format is Format.json:
                print(comparison.model_dump_json())
            elif case is not None and comparison.error is None:
                out.print(rendering_editions.compared(case, comparison))
            sys.stdout.flush()
    return status


def _days(rules: str | None) -> tuple[date, ...]:
    """The days asked for. Raises InvalidInput for what is no date, or one before the first edition known."""
    if rules is None:
        return ()
    from .comparison import parse_days

    return parse_days(rules)


@editions_app.callback()
def editions(context: typer.Context, format: FormatOption = Format.text) -> None:
    """List the editions of the rules, newest first, and what changed with each.

    \b
    declarant editions                                list them
    declarant editions show 2005-03-01                what the rules of that day said, and by which numbers
    declarant editions diff 2005-03-01 2024-06-07     what changed between two days
    declarant audit case.yaml --rules all             when the ruling on a dispute changed, and why
    """
    if context.invoked_subcommand is not None:
        return
    with _ending(format):
        from . import editions, rendering, rendering_editions

        out = rendering.console()
        for edition in editions.tell():
            print(edition.model_dump_json()) if format is Format.json else out.print(rendering_editions.listed(edition))


DateArgument = Annotated[str, typer.Argument(metavar="DATE", help="A day, as in 2024-06-07.")]


@editions_app.command()
def show(day: DateArgument, format: FormatOption = Format.text) -> None:
    """Tell what the rules of a day say: how things are done, in our own words, and the number of each rule."""
    with _ending(format):
        from ..handlers.rulebook.editions import edition_of
        from . import editions, rendering, rendering_editions

        shown = editions.show(edition_of(editions.parse_day(day)))
        if format is Format.json:
            print(shown.model_dump_json())
        else:
            rendering.console().print(rendering_editions.shown(shown))


@editions_app.command()
def diff(before: DateArgument, after: DateArgument, format: FormatOption = Format.text) -> None:
    """Tell what is different between the rules of two days, behaviour first, then the numbers."""
    with _ending(format):
        from ..handlers.rulebook.editions import edition_of
        from . import editions, rendering, rendering_editions

        first, second = editions.parse_day(before), editions.parse_day(after)
        differences = editions.differences(edition_of(first), edition_of(second))
        if format is Format.json:
            print(differences.model_dump_json())
        else:
            rendering.console().print(rendering_editions.different(str(first), str(second), differences))


@contextmanager
def _kept(url: str | None) -> Iterator[Journal | None]:
    """The journal to keep games in, if any."""
    if url is None:
        yield None
        return
    from ..events.journal import Journal

    if url.endswith(".jsonl"):
        raise InvalidInput("--journal", repr(url), "a SQLite journal: JSON Lines are only read")
    with Journal.open(url) as journal:
        yield journal


@contextmanager
def _progress() -> Iterator[Callable[[], None]]:
    """Counts cases on standard error, if that is a terminal and the output itself doesn't go there."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from .rendering import console

    shown = (SpinnerColumn(), TextColumn("{task.completed} cases"), TimeElapsedColumn())
    with Progress(*shown, console=console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        yield lambda: progress.advance(task)


@app.command()
def replay(
    journal: JournalArgument,
    stream: Annotated[str | None, typer.Option(metavar="NAME", help="Which game, where the journal has several.")] = None,
    at: Annotated[
        int | None, typer.Option(min=1, metavar="VERSION", help="Show the whole state as of that version instead.")
    ] = None,
    to: Annotated[int | None, typer.Option(min=1, metavar="VERSION", help="Stop after that version.")] = None,
    format: FormatOption = Format.text,
) -> None:
    """Step through a game of a journal: each entry, what it says and what it changed.

    An illegal declaration is there with the cut that took it back and the ruling why: a journal only grows. Of a journal that is
    damaged the entries before the damage are shown.

    \b
    declarant replay games.db                              list the games, or step through the only one
    declarant replay games.db --stream final --to 14       the first 14 entries
    declarant replay games.db --stream final --at 14       board and combat as they were then
    """
    with _ending(format):
        if at is not None and to is not None:
            raise InvalidInput("--at and --to", "both", "one of them")
        _replay(journal, stream, at, to, format)


def _replay(url: str, stream: str | None, at: int | None, to: int | None, format: Format) -> None:
    from . import rendering
    from .replay import replay, replayed_as_json, state_as_json

    out = rendering.console()
    with _opened(url) as journal:
        name = _game(journal, stream)
        if name is None:
            for each in journal.streams():
                print(json.dumps({"stream": each})) if format is Format.json else out.print(rendering.text(each))
            return
        entries, damage = journal.valid_prefix(name)
        until = at if at is not None else to
        if until is not None and until > len(entries):
            raise damage or InvalidInput("version", str(until), f"1 to {len(entries)}, the versions of {name!r}")
        previous: Replayed | None = None
        for step in replay(entries[:until]):
            if at is None and format is Format.json:
                print(json.dumps(replayed_as_json(step), ensure_ascii=False))
            elif at is None:
                out.print(rendering.replayed(step, previous))
            previous = step
        if at is not None and previous is not None:
            if format is Format.json:
                print(json.dumps(state_as_json(previous), ensure_ascii=False))
            else:
                out.print(rendering.state(previous))
        if damage is not None and until is None:
            raise damage


def _opened(url: str) -> Journal:
    """A journal to read: none is made."""
    from ..events.journal import Journal

    return Journal.open(url, read_only=True)


def _game(journal: Journal, stream: str | None) -> str | None:
    """The game to replay; None if the journal has several and none is named."""
    streams = journal.streams()
    if not streams:
        journal.verify()
        raise InvalidInput("JOURNAL", "no game", "a journal with a game")
    if stream is not None and stream not in streams:
        raise InvalidInput("--stream", repr(stream), f"a game of the journal: {', '.join(streams)}")
    return stream or (streams[0] if len(streams) == 1 else None)


@app.command()
def schema(of: Annotated[Schema, typer.Argument(metavar="[case|events|report]")] = Schema.case) -> None:
    """Print the JSON Schema of a case, of the events in a journal, or of what audit reports with --format json."""
    with _ending(Format.json):
        from . import schemas

        print(json.dumps(getattr(schemas, of.value)(), indent=2, ensure_ascii=False))


@journal_app.command()
def verify(journal: JournalArgument) -> None:
    """Check every entry of a journal: versions, times, digests, bodies and cuts. Names the first at fault, with status 2."""
    with _ending(), _opened(journal) as opened:
        opened.verify()
        print(f"{len(opened.streams())} games, {sum(1 for _ in opened.feed())} entries: nothing is wrong")


@journal_app.command("export")
def export_journal(
    journal: JournalArgument,
    to: Annotated[Path, typer.Option(metavar="FILE", help="The JSON Lines file, which mustn't be there yet.")],
) -> None:
    """Write all entries of a journal as JSON Lines."""
    with _ending(), _opened(journal) as opened:
        try:
            with to.open("xb") as file:
                count = opened.export_jsonl(file)
        except OSError as error:
            raise InvalidInput(str(to), error.strerror or str(error), "a file that can be made") from None
        print(f"{count} entries written to {to}")


@journal_app.command("import")
def import_journal(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A JSON Lines export.")],
    to: Annotated[str, typer.Option(metavar="JOURNAL", help="A SQLite file or its URL; made if there is none.")],
) -> None:
    """Append the entries of a JSON Lines file to a journal, all or none."""
    with _ending(), _kept(to) as journal:
        assert journal is not None, "a url was given"
        print(f"{journal.import_jsonl(file)} entries appended to {to}")
