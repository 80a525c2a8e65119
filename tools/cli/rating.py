"""`declarant rate`: how well an engine attacks and blocks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .app import app
from .common import Format, FormatOption, ending, progress_of, say


@app.command()
def rate(
    engine: Annotated[str, typer.Option(metavar="COMMAND", help="The engine: a command that reads questions as lines of JSON.")],
    number: Annotated[int, typer.Option("--number", min=1, max=1_000_000, metavar="N", help="How many declarations.")] = 300,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="What all draws begin with.")] = 1,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Put the engine's row on this page, as docs/engines.md.")
    ] = None,
    format: FormatOption = Format.text,
) -> None:
    """Ask an engine for attacks and blocks, and say what it missed and gave up against what is proved to be best.

    \b
    declarant rate --engine "python docs/adapters/phase_rs_plays.py VeryHard"
    declarant rate --engine ./engine --number 1000 --seed 2 --format json

    The engine names itself in its first line: {"engine": "name", "version": "1.0"}. Then each question is a line,
    {"board": …, "declare": "attack"} or {"board": …, "attack": {…}, "declare": "block"}, and its answer a line:
    {"declaration": {creature: whom}}, or {"not_read": true}.
    Boards are as in `declarant corpus`.

    Exit status: 0 fine, 2 bad input, or the engine doesn't answer as it should.
    """
    with ending(format):
        from datetime import UTC, datetime

        from ...handlers.rulebook.editions import editions
        from ..corpus.engines import EngineProcess
        from ..rating import page as pages
        from ..rating.rating import Counting
        from ..rating.rating import rate as rated
        from ..running.json_lines import json_line

        with EngineProcess(engine) as asked, progress_of("declarations", beside_output=False, total=number) as advance:
            counted = Counting(seed)
            for counting in rated(asked.declared, seed, number):
                counted = counting
                advance()
            found = counted.rating(asked.name, asked.version, datetime.now(UTC).date(), editions()[0].effective)
        if format is Format.json:
            print(json_line(found))
        else:
            print(pages.COLUMNS + pages.row(found, _command(engine, number, seed)), end="")
        if page is not None:
            pages.write(page, found, _command(engine, number, seed))
            say(f"{page}: the row of {found.engine} {found.version}")


def _command(engine: str, number: int, seed: int) -> str:
    return f'declarant rate --engine "{engine}" --number {number} --seed {seed}'
