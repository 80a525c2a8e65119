"""`declarant puzzles`: positions with one answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .app import app
from .common import ending, progress_of, say


@app.command()
def puzzles(
    number: Annotated[int, typer.Option("--number", min=1, max=100_000, metavar="N", help="How many puzzles.")] = 10,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="S", help="Draw them; else they are those of the package.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write them there instead of to standard output.")
    ] = None,
    page: Annotated[Path | None, typer.Option("--page", metavar="FILE", help="Write a page to solve them on.")] = None,
) -> None:
    """Print puzzles: positions in which exactly one declaration wins, survives or loses nothing, proved.

    \b
    declarant puzzles --number 5
        the first five of the thousand that come with the package
    declarant puzzles --number 20 --seed 7 --out mine.jsonl
        others, drawn by a seed
    declarant puzzles --number 30 --page puzzles.html
        a page to solve them on, by keyboard or touch

    A line is a puzzle: the goal, the case that ends where the player declares, the solution with the certificate that nothing is
    better, declarations that tempt, and how hard it is: `declarant schema puzzle`.

    Exit status: 0 fine, 2 bad input.
    """
    with ending():
        from ..puzzles import kept, page_of
        from ..puzzles.making import puzzles as made
        from ..running.json_lines import json_line
        from ..running.places import file_made

        if seed is None:
            found = kept.puzzles(number)
        else:
            found = []
            with progress_of("puzzles", beside_output=out is None, total=number) as advance:
                for each in made(seed, number):
                    found.append(each)
                    advance()
        if page is not None:
            with file_made(page) as file:
                file.write(page_of.page(found).encode())
            say(f"{page}: {len(found)} puzzles")
        if out is not None:
            with file_made(out) as file:
                file.writelines(f"{json_line(each)}\n".encode() for each in found)
            say(f"{out}: {len(found)} puzzles")
        if page is None and out is None:
            for each in found:
                print(json_line(each))
