"""The page of engines that were rated: a row each, made by the command that asked them."""

from __future__ import annotations

from pathlib import Path

from ...events.errors import InvalidInput
from ..running.places import file_made
from .rating import EngineRating

COLUMNS = """\
| engine | day | asked | not read | illegal | best | wins missed | survivals missed | dominated | given up | command |
|---|---|---|---|---|---|---|---|---|---|---|
"""
HEAD = f"""# How well engines attack and block

Each engine was asked for an attack or a block on drawn boards of keywords and requirements whose best declaration is proved.
A row says what it missed: attacks that win whatever blocks, blocks that survive where blocking nothing doesn't; how often
another declaration was no worse in anything and better in something; and what a declaration gave up on average, in power and
toughness of creatures and points of life. Intervals hold 95 %. A row is made, and made again, by its command; [the
corpus](corpus.md) says how an engine is adapted.

{COLUMNS}"""


def row(rating: EngineRating, command: str) -> str:
    """The row of an engine."""
    answered = rating.positions - rating.not_read - rating.illegal
    cells = [
        f"{rating.engine} {rating.version}",
        str(rating.day),
        f"{rating.positions:,}",
        f"{rating.not_read:,}",
        f"{rating.illegal:,}",
        _share(rating.best, answered, rating.best_interval),
        f"{rating.missed_wins} of {rating.wins}",
        f"{rating.missed_survivals} of {rating.survivals}",
        f"{rating.dominated} of {rating.comparable}",
        _average(rating.gave_up, rating.gave_up_interval),
        f"`{command}`",
    ]
    return "| " + " | ".join(each.replace("|", "/") for each in cells) + " |\n"


def _share(number: int, of: int, interval: tuple[float, float] | None) -> str:
    if interval is None:
        return "–"
    return f"{number} of {of} ({100 * interval[0]:.0f}–{100 * interval[1]:.0f} %)"


def _average(average: float | None, interval: tuple[float, float] | None) -> str:
    return "–" if average is None or interval is None else f"{average:.2f} ({interval[0]:.2f}–{interval[1]:.2f})"


def write(path: Path, rating: EngineRating, command: str) -> None:
    """Put the row of an engine on the page, in place of that of the same engine. Raises InvalidInput."""
    begins = f"| {rating.engine} {rating.version} |"
    try:
        written = path.read_text("utf-8") if path.exists() else HEAD
        rows = [line for line in written.removeprefix(HEAD).splitlines(keepends=True) if not line.startswith(begins)]
        if not written.startswith(HEAD):
            raise InvalidInput("--page", f"{path}, which is another page", "a page that this command wrote, or a new file")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("--page", f"{path}: {error}", "a file that can be read") from None
    with file_made(path) as file:
        file.write((HEAD + "".join(sorted([*rows, row(rating, command)]))).encode())
