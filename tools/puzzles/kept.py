"""The puzzles that come with the package.

`declarant puzzles --number 1000 --seed 1 --out tools/puzzles/puzzles.jsonl` made them.
"""

from __future__ import annotations

from importlib.resources import files
from itertools import islice

from ...events.errors import InvalidInput
from .making import Puzzle

NUMBER = 1_000


def puzzles(number: int) -> list[Puzzle]:
    """The first of them. Raises InvalidInput where there are fewer."""
    if number > NUMBER:
        raise InvalidInput("--number", f"{number:,}", f"at most {NUMBER:,} without --seed: so many come with the package")
    lines = files(__package__).joinpath("puzzles.jsonl").read_text("utf-8").splitlines()
    return [Puzzle.model_validate_json(line) for line in islice(lines, number)]
