"""`declarant audit`, `explain` and `options`: cases, and journals judged again."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import InvalidInput
from ..running import interrupts
from ..running.json_lines import json_line
from . import common
from .app import app

if TYPE_CHECKING:
    from ...handlers.budget import Budget
    from ..cases.models import Case
    from ..history.explanations import Explained, OptionsReport
    from ..running.shards import Shard
    from ..running.work import Executor


@app.command()
def audit(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH",
            help="Cases (.jsonl, .json, .yaml, .lines), journals, logs of MTG Arena, or directories of them; - is standard "
            "input; or a case in one line, as `declarant line` prints.",
        ),
    ],
    format: common.FormatOption = common.Format.text,
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
        bool, typer.Option("--quiet", help="Leave out the cases that don't differ; in comparisons, those ruled alike under all.")
    ] = False,
    workers: common.WorkersOption = None,
    on: common.OnOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    shard: common.ShardOption = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write why the rulings on declarations are right, one a line, for `declarant verify`."),
    ] = None,
) -> None:
    """Judge cases: the ruling on every step, and whether it is what the case expects.

    \b
    A case is a board, the declarations tried in order, and what should be ruled:
    \b
      id: menace-needs-two
      rules: 2024-06-07
      players: [Ann, Bob]
      battlefield:
        - {id: brute, controller: Ann, types: [Creature], power: 3,
           toughness: 2, text: Menace}
        - {id: bear, controller: Bob, types: [Creature], power: 2, toughness: 2}
      steps:
        - {attack: {brute: Bob}, expect: legal}
        - {block: {bear: [brute]}, expect: illegal, rule: 509.1b}

    `declarant schema case` states all that a case may say, and `declarant schema report` what --format json prints: an object a
    case, in the order of the input. A case that can't be judged is stated on standard error, and the rest goes on.

    Of a journal or a log, each declaration that it records is judged again and compared with the ruling that it got, or with the
    game having gone on: a report a game, with an entry a declaration. All cores are used; with --journal, and for standard input,
    one.

    With --shard 3/8, only the cases and games of the third of eight parts, which their names state: all parts together are the
    whole. A log belongs to one part. Lines, counts and the exit status are those of the part.

    With --certificate, of cases: for an illegal declaration one that obeys more requirements, that it disobeys a restriction, or
    what else of it is wrong; for a legal one the prices at which no declaration obeys more. Orders and assigned damage have
    certificates, too. What is undecided, or happens without being declared, has none: that is stated on standard error.

    Exit status: 0 all agree, 1 some differ, 2 some couldn't be judged (2 wins).
    """
    with common.ending(format):
        days = _days(rules)
        if certificate is not None:
            if len(days) > 1 or any(common.is_games(path) for path in paths):
                raise InvalidInput("--certificate", "with several days, or games", "cases, under the rules of one day")
            _certify(paths, days[0] if days else None, certificate)
        if len(days) > 1 and journal is not None:
            raise InvalidInput("--journal", "with several --rules", "the rules of one day: a game has one edition")
        from ..running.executors import engine
        from ..running.shards import WHOLE, Shard

        limits = common.budgets(budget, seconds)
        part = Shard.parse(shard) if shard is not None else WHOLE
        with engine(on, workers) as each:
            if len(days) > 1:
                raise typer.Exit(_compare(paths, format, days, quiet, each, limits, part))
            raise typer.Exit(_audit(paths, format, days[0] if days else None, journal, quiet, each, limits, part))


def _certify(paths: list[str], day: date | None, file: Path) -> None:
    """Write the certificates of all rulings of these cases; those that there are none of are stated on standard error."""
    from ..audit import certificates
    from ..cases.reading import read_cases
    from ..running.diagnostics import log_warning

    written = []
    for path in paths:
        for case in read_cases(path):
            if isinstance(case, InvalidInput):
                continue  # stated as it is audited
            with common.going_on(common.place_of(case)):
                for each in certificates.certified(case, day):
                    if isinstance(each, certificates.NotCertified):
                        log_warning(f"no certificate: {each}")
                    else:
                        written.append(each)
    certificates.write(file, written)


def _audit(
    paths: list[str],
    format: common.Format,
    day: date | None,
    url: str | None,
    quiet: bool,
    engine: Executor,
    limits: Callable[[], Budget],
    shard: Shard,
) -> int:
    from ..audit.audit import audit
    from ..text import cases as rendering
    from ..text.console import console

    out = console()
    counts = {common.FINE: 0, common.DIFFERENT: 0, common.BAD_INPUT: 0}
    silent = 0
    with nullcontext() if url is None else common.kept_in(url) as journal, common.progress_of() as advance:
        for audited in audit(paths, day, journal, engine, limits, shard):
            interrupts.check()
            report = audited.report
            counts[report.status] += 1
            silent += report.silent
            advance()
            if report.error is not None:
                common.log_errors(report.error, *report.further_errors)
            if quiet and report.status == common.FINE:
                continue
            if format is common.Format.json:
                print(json_line(report))
            elif report.error is None:
                out.print(rendering.audited(audited))
            sys.stdout.flush()
    if format is common.Format.text:
        out.print(rendering.tally(counts[common.FINE] - silent, silent, counts[common.DIFFERENT], counts[common.BAD_INPUT]))
    return max(status for status, count in counts.items() if count or status == common.FINE)


def _compare(
    paths: list[str],
    format: common.Format,
    days: tuple[date, ...],
    quiet: bool,
    engine: Executor,
    limits: Callable[[], Budget],
    shard: Shard,
) -> int:
    from ..cases.comparison import compare_files
    from ..text import editions as rendering
    from ..text.console import console

    out = console()
    status = common.FINE
    with common.progress_of() as advance:
        for case, comparison in compare_files(paths, days, engine, limits, shard):
            interrupts.check()
            status = max(status, comparison.status)
            advance()
            if comparison.error is not None:
                common.log_errors(comparison.error, *comparison.further_errors)
            if quiet and not comparison.status and all(step.alike for step in comparison.steps):
                continue
            if format is common.Format.json:
                print(json_line(comparison))
            elif case is not None and comparison.error is None:
                out.print(rendering.compared(case, comparison))
            sys.stdout.flush()
    return status


def _days(rules: str | None) -> tuple[date, ...]:
    """The days asked for. Raises InvalidInput for what is no date, or one before the first edition known."""
    if rules is None:
        return ()
    from ..cases.comparison import parse_days

    return parse_days(rules)


CaseOption = Annotated[str | None, typer.Option("--case", metavar="ID", help="Only the case of that id.")]


CasesArgument = Annotated[
    str, typer.Argument(metavar="PATH", help="A file or directory of cases, a journal, or a Player.log; - is standard input.")
]


@app.command()
def explain(
    path: CasesArgument,
    case: CaseOption = None,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Only that step, counted from 0; those before it are carried out.")
    ] = None,
    stream: common.StreamOption = None,
    at: Annotated[
        int | None, typer.Option("--at", min=1, metavar="VERSION", help="Of a journal: only what was declared next after that.")
    ] = None,
    rules: common.RulesOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """Explain declarations of cases: every restriction and requirement, what is wrong, and the nearest legal declaration.

    Of a journal, the declarations of a game that it records, each on the board as it was.

    \b
    declarant explain cases.jsonl --case menace-needs-two --step 1
    declarant explain games.db --stream final --at 14
    declarant explain cases.jsonl --format json
        an object a declaration, as `declarant schema explanation` says

    Exit status: 0 all are legal, 1 one isn't, 2 a case couldn't be judged (2 wins).
    """
    with common.ending(format):
        from ..history import explanations as explaining
        from ..running.diagnostics import log_info
        from ..text import explanations as rendering
        from ..text.console import console

        day, out, limits = common.day_of(rules), console(), common.budgets(budget, seconds)

        def report_on(found: Explained) -> int:
            print(json_line(found)) if format is common.Format.json else out.print(rendering.explained(found))
            return common.FINE if found.explanation.ruling.verdict == "legal" else common.DIFFERENT

        if common.is_games(path):
            common.only_of_games(case=case, step=step, rules=rules)
            with common.games_of(path) as journal:
                recorded = explaining.explain_recorded(journal, common.one_game(journal, stream), at, budget=limits())
                raise typer.Exit(max(map(report_on, recorded), default=common.FINE))
        common.only_of_cases(stream=stream, at=at)

        def explained(each: Case) -> int:
            found = [report_on(found) for found in explaining.explain(each, step, day, budget=limits())]
            if not found:
                log_info(f"{common.place_of(each)}: nothing is declared; `declarant options` says what may be")
            return max(found, default=common.FINE)

        raise typer.Exit(common.for_each_case(path, case, explained))


@app.command()
def options(
    path: CasesArgument,
    case: CaseOption = None,
    step: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="When so many steps are done, instead of before each declaration.")
    ] = None,
    count: Annotated[bool, typer.Option("--count", help="Only say how many there are.")] = False,
    sample: Annotated[int | None, typer.Option(min=1, metavar="K", help="Draw so many at random, each as likely.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="What the drawing begins with.")] = 0,
    limit: Annotated[int, typer.Option(min=0, metavar="N", help="List only the first ones.")] = 100,
    stream: common.StreamOption = None,
    at: common.AtOption = None,
    rules: common.RulesOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """State the legal declarations: how many there are, and the first of them or some at random.

    Only those that the player can pay for, each with what it costs. Bands, optional costs and mana abilities come on top.

    \b
    declarant options cases.jsonl --case menace-needs-two --step 1
    declarant options cases.jsonl --count
    declarant options cases.jsonl --sample 5 --seed 7
    declarant options games.db --stream final --at 14
        what could be declared then

    Exit status: 0 fine, 2 a case couldn't be judged, or the board is too large to answer exactly.
    """
    with common.ending(format):
        if count and sample:
            raise InvalidInput("--count and --sample", "both", "one of them")
        from ..history import explanations as explaining
        from ..text import explanations as rendering
        from ..text.console import console

        day, out, limits = common.day_of(rules), console(), common.budgets(budget, seconds)
        shown = 0 if count else limit

        def report_on(found: OptionsReport) -> None:
            if format is common.Format.json:
                print(json_line(found))
            else:
                out.print(rendering.options(found, listed=not count and not sample))

        if common.is_games(path):
            common.only_of_games(case=case, step=step, rules=rules)
            with common.game_at(path, stream, at) as game:
                game.budget = limits()
                report_on(explaining.options_now(game, limit=shown, sample=sample or 0, seed=seed))
            return
        common.only_of_cases(stream=stream, at=at)

        def listed(each: Case) -> int:
            for found in explaining.options(each, step, day, limit=shown, sample=sample or 0, seed=seed, budget=limits()):
                report_on(found)
            return common.FINE

        raise typer.Exit(common.for_each_case(path, case, listed))


@app.command()
def ignored(format: common.FormatOption = common.Format.text) -> None:
    """List what of a case, a rules text or a record has no bearing on rulings, and why; all else is used, or declined.

    \b
    declarant ignored
    declarant ignored --format json
        an object each: where, what, why
    """
    with common.ending(format):
        from .. import ignored as listed
        from ..text.console import columns, console, heading, text

        rows = listed.ignored()
        if format is common.Format.json:
            for row in rows:
                print(json_line(row))
            return
        out = console()
        for where in dict.fromkeys(row.where for row in rows):
            out.print(heading(f"of {where}"))
            out.print(columns([text(row.what), text(row.why)] for row in rows if row.where == where))
