"""`declarant corpus`: combats with the answers, for engines to test themselves against."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .app import app
from .common import OnOption, WorkersOption, day_of, ending, progress_of, say


@app.command()
def corpus(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the files go: a new folder, or one to go on with.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="What all draws begin with.")] = 1,
    number: Annotated[int, typer.Option("--number", min=1, max=1_000_000, metavar="N", help="How many boards.")] = 1_000,
    rules: Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="DATE", help="Answers of that day; give it several times. By default the newest rules."),
    ] = None,
    workers: WorkersOption = None,
    on: OnOption = None,
) -> None:
    """Write combats with the answers, for engines to test themselves against, as chess engines do with perft.

    \b
    declarant corpus --seed 1 --number 10000 --out corpus
    declarant corpus --out old --rules 2008-10-03 --rules 2016-01-22

    A line of the files is a board, and for each day: the number of legal attacks and of legal blocks, several declarations with
    verdict and rule, the value of the best block, and what the combat does, step by step. `declarant schema corpus` is the
    format; docs/corpus.md tells how an engine is adapted. Needs the extra `solver`.

    The same seed, number, days and version give the same bytes. A command that was stopped is given again as it was: files that
    are whole are kept. The files are in the public domain (CC0 1.0).

    Exit status: 0 fine, 2 bad input.
    """
    with ending():
        from ...handlers.rulebook.editions import editions
        from ..corpus.writing import CorpusPlan, write
        from ..running.executors import engine

        days = [day for each in rules or () if (day := day_of(each)) is not None] or [editions()[0].effective]
        plan = CorpusPlan(seed, number, tuple(dict.fromkeys(days)))
        with engine(on, workers) as each, progress_of("boards", beside_output=False, total=number) as advance:
            done = 0
            for reached in write(plan, out, each):
                for _board in range(done, reached):
                    advance()
                done = reached
        say(f"{out}: {number} boards, rules of {', '.join(map(str, plan.rules))}")
