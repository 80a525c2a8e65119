"""`declarant corpus`: combats with the answers, for engines to test themselves against."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from ..corpus.drawing import ATTACKERS, MOST_ATTACKERS
from .app import app
from .common import Format, FormatOption, OnOption, WorkersOption, day_of, ending, progress_of, say

NUMBER = 1_000
"""Boards that are drawn by default."""


@app.command()
def corpus(
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the files go: a new folder, or one to go on with.")
    ] = None,
    compare: Annotated[
        str | None,
        typer.Option(metavar="COMMAND", help="Write nothing, but ask this engine beside the referee, and say where they differ."),
    ] = None,
    boards: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --compare: cases of which the boards are asked about.")
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="S", help="What all draws begin with: of boards, and of the declarations asked about."),
    ] = 1,
    number: Annotated[
        int | None,
        typer.Option("--number", min=1, max=1_000_000, metavar="N", help=f"How many boards are drawn, {NUMBER:,} by default."),
    ] = None,
    attackers: Annotated[
        int | None,
        typer.Option(
            "--attackers",
            min=1,
            max=MOST_ATTACKERS,
            metavar="N",
            help=f"How many attackers a drawn board has at most, {ATTACKERS} by default.",
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="DATE", help="Answers of that day; give it several times. By default the newest rules."),
    ] = None,
    workers: WorkersOption = None,
    on: OnOption = None,
    format: FormatOption = Format.text,
) -> None:
    """Write combats with the answers, for engines to test themselves against, as chess engines do with perft.

    \b
    declarant corpus --seed 1 --number 10000 --out corpus
    declarant corpus --out wide --number 500 --attackers 6
    declarant corpus --out old --rules 2008-10-03 --rules 2016-01-22
    declarant corpus --compare "python docs/adapters/phase_rs.py" --number 200
    declarant corpus --compare ./engine --boards boards.jsonl --format json

    A line of the files is a board, and for each day: the number of legal attacks and of legal blocks, several declarations with
    verdict and rule, the value of the best block, and what the combat does, step by step. `declarant schema corpus` is the
    format; docs/corpus.md says how an engine is adapted.

    The same seed, number, attackers, days and version give the same bytes. A command that was stopped is given again as it was:
    files that are whole are kept. The files are in the public domain (CC0 1.0).

    With --compare an engine is asked which declarations are legal and what combats do, on drawn boards or those of a file, as
    `declarant boards --cards FILE` writes them of real cards. Each difference is stated once, on the smallest board that shows
    it. docs/corpus.md says what the engine is asked; what it says it doesn't understand isn't compared.

    Exit status: 0 fine, 2 bad input.
    """
    with ending(format):
        if boards is not None:
            for name, option in {"--number": number, "--attackers": attackers}.items():
                if option is not None:
                    raise InvalidInput(name, "--boards, too", "one of them: all boards of the file are asked about")
        attackers = ATTACKERS if attackers is None else attackers
        drawn = NUMBER if number is None else number
        if compare is not None:
            if out is not None:
                raise InvalidInput("--out", "--compare, too", "one of them")
            _compare(compare, boards, seed, drawn, attackers, rules, format)
            return
        if out is None or boards is not None:
            raise InvalidInput(
                "corpus", *(("--boards", "--compare beside it") if boards else ("neither --out nor --compare", "one of them"))
            )
        from ..corpus.writing import CorpusPlan, write
        from ..running.executors import engine

        plan = CorpusPlan(seed, drawn, tuple(dict.fromkeys(_days(rules))), attackers)
        with engine(on, workers) as each, progress_of("boards", beside_output=False, total=drawn) as advance:
            done = 0
            for reached in write(plan, out, each):
                for _board in range(done, reached):
                    advance()
                done = reached
        say(f"{out}: {drawn} boards, rules of {', '.join(map(str, plan.rules))}")


def _days(rules: list[str] | None) -> list[date]:
    from ...handlers.rulebook.editions import editions

    return [day for each in rules or () if (day := day_of(each)) is not None] or [editions()[0].effective]


def _compare(
    command: str, boards: Path | None, seed: int, number: int, attackers: int, rules: list[str] | None, format: Format
) -> None:
    from ..cases.models import Case
    from ..cases.reading import read_cases
    from ..corpus.comparing import Comparing
    from ..corpus.comparison_page import comparison
    from ..corpus.drawing import board
    from ..corpus.engines import EngineProcess
    from ..running.json_lines import json_line

    day, *more = _days(rules)
    if more:
        raise InvalidInput("--rules", "several days", "one, with --compare")

    def cases() -> Iterator[Case]:
        for each in (
            read_cases(boards)
            if boards is not None
            else (Case.model_validate({**board(seed, n, attackers), "steps": ()}) for n in range(number))
        ):
            if isinstance(each, InvalidInput):
                raise each
            yield each if each.rules is not None and not rules else each.model_copy(update={"rules": day})

    total = number if boards is None else None
    with EngineProcess(command, "--compare") as engine, progress_of("boards", beside_output=False, total=total) as advance:
        comparing = Comparing(engine, seed)
        for case in cases():
            comparing.add(case)
            advance()
        found = comparing.found
    print(json_line(found) if format is Format.json else comparison(found), end="\n" if format is Format.json else "")
