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
    from ..events.entry import Entry
    from ..events.journal import Journal
    from .arena.abilities import AbilityBook
    from .arena.importing import Problem
    from .engines import Engine
    from .replay import Replayed
    from .walking import Told

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
journal_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Verify, export and import journals.")
app.add_typer(journal_app, name="journal")
editions_app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
app.add_typer(editions_app, name="editions")
wording_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Read Oracle wording, and tell how much is read.")
app.add_typer(wording_app, name="wording")
cards_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Load card data, so that a case may give a name alone.")
app.add_typer(cards_app, name="cards")
import_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Import games that other programs recorded.")
app.add_typer(import_app, name="import")
arena_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Referee the games in logs of MTG Arena.")
app.add_typer(arena_app, name="arena")

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
    tables = "tables"
    comparison = "comparison"
    explanation = "explanation"
    options = "options"
    checked = "checked"
    games = "games"


class TableFormat(StrEnum):
    """What tables are written in."""

    parquet = "parquet"
    arrow = "arrow"
    csv = "csv"
    jsonl = "jsonl"


WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="How many processes; by default one for each core.")
]
OnOption = Annotated[
    str | None,
    typer.Option(metavar="ENGINE", help="dask for a Dask cluster on this machine, dask://HOST:PORT for one that runs already."),
]
FormatOption = Annotated[Format, typer.Option("--format", help="Text for people, or JSON Lines.")]
JournalArgument = Annotated[
    str, typer.Argument(metavar="JOURNAL", help="A SQLite file, its URL, a JSON Lines export, or a Player.log.")
]


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
    declarant audit games.db                       judge again what a journal records
    declarant audit cases.jsonl --rules all        how they were ruled since 1999, and why that changed
    declarant games games.db                       the games of a journal
    declarant replay games.db --stream my-case     step through one of those games
    declarant export games.db --to tables          games as tables, for DuckDB, Polars, pandas, Spark
    declarant feed games.db --follow               every event as it is appended, as CloudEvents
    declarant explain cases.jsonl                  why a declaration is legal or not, and what would be
    declarant options cases.jsonl --count          how many legal declarations there are
    declarant editions diff 2005-03-01 2024-06-07  what changed in the rules
    declarant schema case                          what a case may say
    declarant wording read "~ can't block."        how a sentence of a card is understood
    declarant import arena Player.log --to games.db    the games in a log of MTG Arena
    declarant arena check Player.log               what Arena offered, and what the rules say

    Exit status: 0 fine, 1 a ruling isn't as expected, 2 bad input. Unofficial; not affiliated with Wizards of the Coast.
    """


@app.command()
def audit(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH",
            help="Cases (.jsonl, .json, .yaml), journals, logs of MTG Arena, or directories of them; - is standard input.",
        ),
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
    workers: WorkersOption = None,
    on: OnOption = None,
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

    Of a journal or a log, each declaration that it records is judged again and compared with the ruling that it got, or with the
    game having gone on: a report a game, with an entry a declaration. All cores are used; with --journal, and for standard input,
    one.

    Exit status: 0 all agree, 1 some differ, 2 some couldn't be judged (2 wins).
    """
    with _ending(format):
        days = _days(rules)
        if len(days) > 1 and journal is not None:
            raise InvalidInput("--journal", "with several --rules", "the rules of one day: a game has one edition")
        from .engines import engine

        with engine(on, workers) as each:
            if len(days) > 1:
                raise typer.Exit(_compare([Path(path) for path in paths], format, days, quiet, each))
            raise typer.Exit(_audit(paths, format, days[0] if days else None, journal, quiet, each))


def _audit(paths: list[str], format: Format, day: date | None, url: str | None, quiet: bool, engine: Engine) -> int:
    from . import logs, rendering
    from .audit import audit

    out = rendering.console()
    counts = {FINE: 0, DIFFERENT: 0, BAD_INPUT: 0}
    with _kept(url) as journal, _progress() as advance:
        given = [path if "://" in path else Path(path) for path in paths]
        for audited in audit(given, day, journal, engine):
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


def _compare(paths: list[Path], format: Format, days: tuple[date, ...], quiet: bool, engine: Engine) -> int:
    from . import logs, rendering, rendering_editions
    from .comparison import compare_files

    out = rendering.console()
    status = FINE
    with _progress() as advance:
        for case, comparison in compare_files(paths, days, engine):
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
def _progress(what: str = "cases", beside_output: bool = True) -> Iterator[Callable[[], None]]:
    """Counts on standard error, if that is a terminal and the output itself, where it comes meanwhile, doesn't go there."""
    if not sys.stderr.isatty() or (beside_output and sys.stdout.isatty()):
        yield lambda: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from .rendering import console

    shown = (SpinnerColumn(), TextColumn(f"{{task.completed}} {what}"), TimeElapsedColumn())
    with Progress(*shown, console=console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task("", total=None)
        yield lambda: progress.advance(task)


CardsOption = Annotated[
    Path | None,
    typer.Option(
        metavar="INDEX",
        help="Cards of MTG Arena's numbers: an index that `declarant cards load` made; by default the one in the user's cache.",
    ),
]
CaseOption = Annotated[str | None, typer.Option("--case", metavar="ID", help="Only the case of that id.")]
CasesArgument = Annotated[Path, typer.Argument(metavar="PATH", help="A file or directory of cases; - is standard input.")]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="DATE", help="Under the rules of that day, whatever the cases say.")
]


@app.command()
def explain(
    path: CasesArgument,
    case: CaseOption = None,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Only that step, counted from 0; those before it are carried out.")
    ] = None,
    rules: RulesOption = None,
    format: FormatOption = Format.text,
) -> None:
    """Explain declarations of cases: every restriction and requirement, what is wrong, and the nearest legal declaration.

    \b
    declarant explain cases.jsonl --case menace-needs-two --step 1
    declarant explain cases.jsonl --format json            an object a declaration, as `declarant schema explanation` says

    Exit status: 0 all are legal, 1 one isn't, 2 a case couldn't be judged (2 wins).
    """
    with _ending(format):
        from . import explaining, rendering, rendering_explanations

        day, out, status = _day(rules), rendering.console(), FINE
        for each in explaining.read(path, case):
            with _going_on() as refused:
                if isinstance(each, InvalidInput):
                    raise each
                for found in explaining.explain(each, step, day):
                    if format is Format.json:
                        print(found.model_dump_json())
                    else:
                        out.print(rendering_explanations.explained(found))
                    status = max(status, FINE if found.explanation.ruling.verdict == "legal" else DIFFERENT)
            status = BAD_INPUT if refused else status
        raise typer.Exit(status)


@app.command()
def options(
    path: CasesArgument,
    case: CaseOption = None,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="When so many steps are done, instead of before each declaration.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only tell how many there are.")] = False,
    sample: Annotated[int | None, typer.Option(min=1, metavar="K", help="Draw so many at random, each as likely.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="What the drawing begins with.")] = 0,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="List only the first ones.")] = 100,
    rules: RulesOption = None,
    format: FormatOption = Format.text,
) -> None:
    """Tell the legal declarations: how many there are, and the first of them or some at random.

    Nobody is required to pay, so whether a player could isn't asked. Bands and optional costs come on top.

    \b
    declarant options cases.jsonl --case menace-needs-two --step 1
    declarant options cases.jsonl --count
    declarant options cases.jsonl --sample 5 --seed 7

    Exit status: 0 fine, 2 a case couldn't be judged, or the board is too large to answer exactly.
    """
    with _ending(format):
        if count and sample:
            raise InvalidInput("--count and --sample", "both", "one of them")
        from . import explaining, rendering, rendering_explanations

        day, out, status = _day(rules), rendering.console(), FINE
        for each in explaining.read(path, case):
            with _going_on() as refused:
                if isinstance(each, InvalidInput):
                    raise each
                shown = 0 if count else limit
                for found in explaining.options(each, step, day, limit=shown, sample=sample or 0, seed=seed):
                    if format is Format.json:
                        print(found.model_dump_json())
                    else:
                        out.print(rendering_explanations.options(found, told=not count and not sample))
            status = BAD_INPUT if refused else status
        raise typer.Exit(status)


def _day(rules: str | None) -> date | None:
    """The day asked for. Raises InvalidInput for what is no date, or one before the first edition known."""
    if rules is None:
        return None
    from .editions import parse_day

    return parse_day(rules)


@contextmanager
def _going_on() -> Iterator[list[DeclarantError]]:
    """Logs an error that a case ends with, and lets the next one go on."""
    from . import logs

    refused: list[DeclarantError] = []
    try:
        yield refused
    except DeclarantError as error:
        logs.log_error(error)
        refused.append(error)


@app.command()
def replay(
    journal: JournalArgument,
    stream: Annotated[str | None, typer.Option(metavar="NAME", help="Which game, where the journal has several.")] = None,
    at: Annotated[
        int | None, typer.Option(min=1, metavar="VERSION", help="Show the whole state as of that version instead.")
    ] = None,
    to: Annotated[int | None, typer.Option(min=1, metavar="VERSION", help="Stop after that version.")] = None,
    turns: Annotated[bool, typer.Option("--turns", help="Walk it turn by turn: only what people ask about a combat.")] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="Of a log of MTG Arena: go on while it is being written; implies --turns.")
    ] = False,
    cards: CardsOption = None,
    format: FormatOption = Format.text,
) -> None:
    """Step through a game of a journal: each entry, what it says and what it changed.

    Instead of a journal it may be a log of MTG Arena.

    An illegal declaration is there with the cut that took it back and the ruling why: a journal only grows. Of a journal that is
    damaged the entries before the damage are shown.

    \b
    declarant replay games.db                              list the games, or step through the only one
    declarant replay games.db --stream final --to 14       the first 14 entries
    declarant replay games.db --stream final --at 14       board and combat as they were then
    declarant replay games.db --stream final --turns       who attacked and blocked what, and the rulings, turn by turn
    declarant replay Player.log --follow                   the same of the game that is being played in MTG Arena
    """
    with _ending(format):
        if at is not None and (to is not None or turns):
            raise InvalidInput("--at", "with --to or --turns", "one of them")
        if follow:
            _follow(journal, cards, format)
        else:
            _replay(journal, stream, at, to, turns, cards, format)


def _replay(
    url: str, stream: str | None, at: int | None, to: int | None, turns: bool, cards: Path | None, format: Format
) -> None:
    from . import rendering
    from .replay import replay, replayed_as_json, state_as_json

    out = rendering.console()
    with _opened(url, cards) as journal:
        name = _game(journal, stream)
        if name is None:
            for each in journal.streams():
                print(json.dumps({"stream": each})) if format is Format.json else out.print(rendering.text(each))
            return
        entries, damage = journal.valid_prefix(name)
        until = at if at is not None else to
        if until is not None and until > len(entries):
            raise damage or InvalidInput("version", str(until), f"1 to {len(entries)}, the versions of {name!r}")
        if turns:
            _walk(entries[:until], format)
            if damage is not None and until is None:
                raise damage
            return
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


def _walk(entries: list[Entry], format: Format) -> None:
    from .walking import Walker

    walker = Walker()
    for entry in entries:
        for told in walker.read(entry):
            _print_told(entry.stream, told, format)


def _print_told(stream: str, told: Told, format: Format) -> None:
    from . import rendering

    if format is Format.json:
        print(json.dumps({"stream": stream, **told._asdict()}, ensure_ascii=False))
    else:
        rendering.console().print(rendering.told(told))


def _follow(path: str, cards: Path | None, format: Format) -> None:
    import time

    from .arena.following import follow
    from .arena.framing import followed
    from .arena.importing import Problem
    from .inputs import GamesInput

    if not GamesInput(path, path).is_log:
        raise InvalidInput("--follow", repr(path), "a log of MTG Arena: Player.log")

    def wait() -> bool:
        sys.stdout.flush()
        time.sleep(0.2)
        return True

    for each in follow(followed(Path(path), wait), _book(cards)):
        if isinstance(each, Problem):
            _log_problem(path, each)
        else:
            _print_told(*each, format)


@contextmanager
def _opened(url: str, cards: Path | None = None) -> Iterator[Journal]:
    """The games to read: none are made. A log of MTG Arena is imported into memory."""
    from . import logs
    from .inputs import GamesInput, opened_games

    problems: list[InvalidInput] = []
    with opened_games(GamesInput(url, url), problems, cards) as journal:
        for problem in problems:
            logs.log_warning(f"{problem.where}: {problem.found}", where=problem.where, found=problem.found)
        yield journal


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
def games(journal: JournalArgument, format: FormatOption = Format.text) -> None:
    """List the games of a journal, or of a log of MTG Arena: when and what was played, by whom, how it went.

    \b
    declarant games games.db
    declarant games games.db --format json       an object a game, as `declarant schema games` says

    Exit status: 0 fine, 2 the journal can't be read; the games before the damage are listed.
    """
    with _ending(format), _opened(journal) as opened:
        from . import rendering
        from .games import listed

        out = rendering.console()
        for game in listed(opened):
            print(game.model_dump_json()) if format is Format.json else out.print(rendering.listed_game(game))


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
    """Export games as tables: games, turns, declarations, attacks, blocks, triggers, costs, orders, cuts.

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
    with _ending():
        from .engines import engine
        from .tables.export import ALL_TABLES, LAST
        from .tables.export import export as write

        start = int(since) if since is not None and since.isdecimal() and since.isascii() else since
        names = tables.split(",") if tables is not None else ALL_TABLES
        with engine(on, workers) as each, _progress("games", beside_output=False) as advance:
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
    with _ending(Format.json):
        from .feed import entries_after, line, open_feed, source_of

        named = source or source_of(journal)
        with open_feed(journal, follow) as opened:
            for entry in entries_after(opened, after, follow, idle=sys.stdout.flush):
                sys.stdout.write(line(entry, named) + "\n")


def _times(advance: Callable[[], None]) -> Callable[[int], None]:
    def advanced(number: int) -> None:
        for _ in range(number):
            advance()

    return advanced


@app.command()
def schema(
    of: Annotated[
        Schema, typer.Argument(metavar="[case|events|report|tables|games|comparison|explanation|options|checked]")
    ] = Schema.case,
    format: Annotated[Format, typer.Option("--format", help="JSON Schema; of tables also a page of text.")] = Format.json,
) -> None:
    """Print the JSON Schema of a case, of the events in a journal, of tables, or of what a command prints as JSON."""
    with _ending(Format.json):
        from . import schemas

        if format is Format.text:
            if of is not Schema.tables:
                raise InvalidInput("--format", "text", f"json for {of}; text only for tables")
            print(schemas.tables_page(), end="")
            return
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
    from ..events.journal import Journal

    with _ending():
        # A file that can't be imported leaves no empty journal behind.
        Journal.open("memory://").import_jsonl(file)
        with _kept(to) as journal:
            assert journal is not None, "a url was given"
            print(f"{journal.import_jsonl(file)} entries appended to {to}")


@wording_app.command()
def coverage(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Sentences or cards, an object a line (.jsonl), perhaps packed (.jsonl.gz).")
    ],
    format: Annotated[Format, typer.Option("--format", help="Text for people, or one JSON object.")] = Format.text,
) -> None:
    """Tell how many sentences of a file are understood, by category, and which are declined most often.

    A line of the file is a sentence, {"sentence": "~ can't block.", "categories": ["restriction-block"]}, where ~ is the card's
    own name, or a card, {"name": "Grim Ox", "text": "Grim Ox can't block.", "types": ["Creature"]}.

    Understood counts sentences that say nothing of declarations, too: they are counted as aside, as well. A sentence that tells
    of what a case states as a step (a creature enters attacking, …) is counted as a happening.
    """
    with _ending(format):
        from .oracle import coverage

        with _progress("sentences", beside_output=False) as advance:
            measured = coverage.measure(file, progress=advance)
        print(json.dumps(measured, ensure_ascii=False) if format is Format.json else coverage.in_words(measured))


@wording_app.command("read")
def read_wording(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What the card says; several lines are read one by one.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="The card's own name, which ~ stands for as well.")] = "",
    format: FormatOption = Format.text,
) -> None:
    """Show how wording is understood: in plain words and as data.

    \b
    declarant wording read "Creatures with flying can't block ~."
    declarant wording read "Grim Ox attacks each combat if able." --name "Grim Ox"

    Exit status: 0 all is understood, 2 something is declined; then the words that weren't understood are told.
    """
    with _ending(format):
        from ..events.errors import WordingNotUnderstood
        from . import logs, reading

        status = FINE
        for number, line in enumerate(text.splitlines()):
            if not line.strip():
                continue
            found = reading.read(line, name)
            print(found.model_dump_json() if format is Format.json else reading.in_words(found))
            if found.kind == "declined":
                status = BAD_INPUT
                place = f"line {number + 1}, character {found.offset}"
                logs.log_error(WordingNotUnderstood(place, repr(found.unread), "wording that this version understands"))
        raise typer.Exit(status)


@cards_app.callback()
def cards() -> None:
    """Load card data, so that a case may give a permanent's name alone."""


@cards_app.command("load")
def load_cards(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Scryfall's oracle_cards or MTGJSON's AtomicCards.json, perhaps packed (.gz).")
    ],
    arena: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help='Names by their numbers in MTG Arena, as in {"75522": "Grim Ox"}, perhaps packed (.gz).'
        ),
    ] = None,
    index: Annotated[Path | None, typer.Option(metavar="INDEX", help="Where to make the index, if not in the cache.")] = None,
) -> None:
    """Index the cards of a bulk file in the user's cache directory, in place of those loaded before.

    \b
    https://scryfall.com/docs/api/bulk-data           "Oracle Cards"
    https://mtgjson.com/downloads/all-files/          "AtomicCards"

    From then on a permanent of a case may be its name alone, as in {id: bear, controller: Ann, name: Grizzly Bears}: types,
    colors, power, toughness, mana value and text are the card's. What the case states itself wins.

    Logs of MTG Arena tell cards by number: those in the bulk file (Scryfall's `arena_id`) and in --arena let texts be read, too.
    """
    with _ending():
        from .cards import load
        from .cards.index import cache_file

        with _progress("names", beside_output=False) as advance:
            count = load(file, progress=advance, arena=arena, index=index)
        print(f"{count} names of cards loaded into {index or cache_file()}")


# --- MTG Arena -------------------------------------------------------------------------------------------------------

LogsArgument = Annotated[list[Path], typer.Argument(metavar="LOG", help="Player.log of MTG Arena, perhaps packed (.gz).")]


def _book(cards: Path | None) -> AbilityBook:
    """The abilities that cards tell."""
    from .arena.abilities import AbilityBook
    from .cards import arena_cards

    return AbilityBook(arena_cards(cards))


def _log_problem(path: str | Path, problem: Problem) -> None:
    from . import logs

    logs.log_warning(f"{path}, line {problem.line}: {problem.reason}", where=f"{path}, line {problem.line}", found=problem.reason)


@import_app.callback()
def import_() -> None:
    """Import games that other programs recorded."""


@import_app.command("arena")
def import_arena(
    log: LogsArgument,
    to: Annotated[str, typer.Option(metavar="JOURNAL", help="A SQLite file or its URL; made if there is none.")],
    cards: CardsOption = None,
    format: FormatOption = Format.text,
) -> None:
    """Import the games in logs of MTG Arena into a journal, one stream a game.

    \b
    declarant import arena Player-prev.log Player.log --to sqlite:///games.db
    declarant games games.db
    declarant replay games.db --stream arena/…/1 --turns

    What is there already is left as it is, so that an import can be repeated, and one that was stopped goes on. A line that
    can't be read costs that message: it is told on standard error, and what isn't known after it is marked in the journal.

    Exit status: 0 fine, 2 a log can't be read, has no detailed logs, or tells a game otherwise than the journal.
    """
    with _ending(format):
        raise typer.Exit(_import_arena(log, to, cards, format))


def _import_arena(paths: list[Path], to: str, cards: Path | None, format: Format) -> int:
    from . import logs, rendering
    from .arena.framing import opened
    from .arena.importing import Importer, Problem

    out, status = rendering.console(), FINE
    book = _book(cards)
    with _kept(to) as journal:
        importer = Importer(kept=journal, book=book)
        for path in paths:
            with _going_on() as refused, opened(path) as (lines, position), _bytes_read(path, lines, position) as counted:
                for each in importer.read(counted, str(path)):
                    if isinstance(each, Problem):
                        _log_problem(path, each)
            status = BAD_INPUT if refused else status
        importer.finish()
    for game in importer.games:
        if game.conflict is not None:
            status = BAD_INPUT
            allowed = "the same log, with the same cards and the same version of this package as before"
            logs.log_error(InvalidInput(game.stream, "a game that the journal tells otherwise", allowed))
        if format is Format.json:
            found = {"stream": game.stream, "match": game.match, "game": game.number, "entries": game.entries}
            print(json.dumps({**found, "appended": game.appended, "conflict": game.conflict is not None}))
        else:
            out.print(rendering.text(f"{game.stream}  {game.entries} entries, {game.appended} of them new"))
    return status


@contextmanager
def _bytes_read(path: Path, lines: Iterator[bytes], position: Callable[[], int]) -> Iterator[Iterator[bytes]]:
    """Lines that move a bar on standard error, if that is a terminal, by how much of the file was read."""
    if not sys.stderr.isatty():
        yield lines
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from .rendering import console

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
    Of every declaration, submitted or only seen on the table: our ruling. `declarant schema checked` tells what --format json
    prints.

    Exit status: 0 all agree, 1 something differs where the record is whole, 2 a log can't be read or has no detailed logs (2
    wins).
    """
    with _ending(format):
        raise typer.Exit(_check_arena(log, cards, format))


def _check_arena(paths: list[Path], cards: Path | None, format: Format) -> int:
    from . import rendering
    from .arena.checking import check
    from .arena.importing import Problem

    out, status = rendering.console(), FINE
    for path in paths:
        counts = {True: 0, False: 0, None: 0}
        with _going_on() as refused:
            for each in check(path, _book(cards)):
                if isinstance(each, Problem):
                    _log_problem(path, each)
                    continue
                known = None if each.tainted else each.agrees
                counts[known] += 1
                if format is Format.json:
                    print(each.model_dump_json())
                elif known is False or (known is None and not each.tainted):
                    out.print(rendering.checked(each))
            if format is Format.text:
                out.print(
                    rendering.text(f"{path.name}: {counts[True]} agree, {counts[False]} differ, {counts[None]} can't be told")
                )
        status = max(status, DIFFERENT if counts[False] else FINE, BAD_INPUT if refused else FINE)
    return status
