"""How long it takes to judge a declaration, and how that grows: `python -m bench.legality`.

On each random board three declarations are judged: none at all, one at random, and the legal one that the ruling on none names.
Times are milliseconds of processor time, with the formulation of the board.

Aims (median / 99th percentile, ms): 4 × 3: .1 / 1, 8 × 8: .2 / 5, 20 × 20 with lures, menace and musts: 3 / 100, 1000 × 1000
tokens: 25, 100 × 100 lords: 6,000, exact cover with 60 blockers: 1,000. Ten times the tokens take at most 15 times as long,
twice the lords 5 times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Annotated

import typer
from declarant.handlers.attempt import Violated

from .boards import BenchBoard, BoardChoice, at_random, crowd, exact_cover, few_attacks, few_blocks, lords, many_blocks, tokens
from .measuring import JsonFile, Measured, command, percentiles, report, timed, within

Draw = Callable[[Random], BenchBoard]

AIMS: dict[str, tuple[float, float]] = {
    "4 × 3": (0.1, 1),
    "8 × 8": (0.2, 5),
    "20 × 20, lures, menace, musts": (3, 100),
    "1000 × 1000 tokens": (25, 25),
    "100 × 100 lords": (6_000, 6_000),
    "exact cover, 60 blockers": (1_000, 1_000),
}
"""Milliseconds that the median and the 99th percentile are to stay within."""
BOARDS: tuple[tuple[str, Draw, int], ...] = (
    ("4 attackers, 2 players", few_attacks, 300),
    ("4 × 3", few_blocks, 300),
    ("8 × 8", lambda random: few_blocks(random, 8, 8, (2, 6)), 100),
    ("10 × 10, lures, menace, musts", lambda random: many_blocks(random, 10), 10),
    ("20 × 20, lures, menace, musts", many_blocks, 10),
    ("30 × 30, lures, menace, musts", lambda random: many_blocks(random, 30), 5),
    ("20 × 20 tokens", lambda random: tokens(random, 20), 20),
    ("100 × 100 tokens", lambda random: tokens(random, 100), 10),
    ("1000 × 1000 tokens", tokens, 3),
    ("25 × 25 lords", lambda random: lords(random, 25), 3),
    ("50 × 50 lords", lambda random: lords(random, 50), 3),
    ("100 × 100 lords", lords, 3),
    ("5,000 permanents of many kinds", crowd, 3),
    ("exact cover, 15 blockers", lambda random: exact_cover(random, 5, 10), 5),
    ("exact cover, 60 blockers", exact_cover, 3),
)
"""Name, how a board is drawn, how many of them."""
GROWTH: dict[str, tuple[str, float]] = {
    "1000 × 1000 tokens": ("100 × 100 tokens", 15),
    "50 × 50 lords": ("25 × 25 lords", 5),
    "100 × 100 lords": ("50 × 50 lords", 5),
}
"""Boards of one kind: which smaller one each is held against, and how many times as long it may take."""


def declarations(random: Random, position: BenchBoard) -> Iterator[BoardChoice]:
    """None, one at random, and the legal one that the ruling on none names, if it isn't legal itself."""
    yield {}
    yield at_random(random, position)
    ruled = position.judge({})
    if ruled is not None and ruled.instead:
        yield dict(ruled.instead)


def measure(name: str, draw: Draw, boards: int) -> Measured:
    """Judge on so many boards."""
    seconds: list[float] = []
    verdicts: Counter[str] = Counter()
    for seed in range(boards):
        random = Random(seed)
        position = draw(random)
        for chosen in declarations(random, position):
            ruled: list[Violated | None] = []
            seconds.append(timed(lambda: ruled.append(position.judge(chosen))))  # noqa: B023
            verdicts[_verdict(ruled[0])] += 1
    counted = {verdict: verdicts[verdict] for verdict in ("legal", "illegal", "undecided")}
    row: Measured = {"board": name, "judged": len(seconds)} | percentiles(seconds) | counted
    return row | within(row, *AIMS[name]) if name in AIMS else row


def _note_growth(rows: dict[str, Measured]) -> None:
    for name, (smaller, most) in GROWTH.items():
        if name in rows and smaller in rows:
            grown = rows[name]["p50 ms"] / rows[smaller]["p50 ms"]
            rows[name] |= {"growth": f"{grown:.1f} of at most {most:g}"}


def _verdict(violated: Violated | None) -> str:
    if violated is None:
        return "legal"
    return "undecided" if violated.undecided else "illegal"


def main(
    json_file: JsonFile = None,
    only: Annotated[str, typer.Option(help="Only boards whose name has this in it.")] = "",
) -> None:
    """Judge declarations on random boards of several kinds and sizes."""
    rows = [measure(name, draw, boards) for name, draw, boards in BOARDS if only in name]
    _note_growth({row["board"]: row for row in rows})
    report("legality of a declaration, formulation included", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
