"""The parts of text output: a console, escaped words, columns, headings.

Whatever comes from input is printed without control characters: no card can be named after a terminal's commands.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

ID, ASIDE, DIFFERS = "cyan", "dim", "bold yellow"
Line = tuple[str, str, str]
"""A label, its style, and words."""

VERDICTS = {"legal": "green", "illegal": "bold red", "undecided": "bold yellow"}


LONGEST_WORD = 16
"""Letters of a word that isn't broken at the end of a line; ids may be longer."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        # Rich would end the process with a status that means something else.
        raise BrokenPipeError


def console(stderr: bool = False) -> Console:
    """A console that prints what it is given and reads nothing into it."""
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def text(words: str, style: str = "") -> Text:
    """Words, with an escape for every character that can't be printed."""
    return Text("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in words), style)


def columns(rows: Iterable[Iterable[Text]], indent: int = 2) -> RenderableType:
    """Rows of cells under one another."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        grid.add_row(*row)
    for column in grid.columns:
        column.overflow = "fold"
        # No word is broken as long as there is space for it, whatever stands in the other columns.
        words = (word for cell in column.cells if isinstance(cell, Text) for word in cell.plain.split())
        column.min_width = min(max(map(len, words), default=0), LONGEST_WORD)
    return Padding(grid, (0, 0, 0, indent), expand=False)


def labelled(title: RenderableType, lines: Iterable[Line]) -> RenderableType:
    """Lines with their labels below a title."""
    return Group(title, columns([text(label, style), text(words)] for label, style, words in lines), Text())


def heading(*parts: str | Text) -> Text:
    """A title in bold, and remarks after it."""
    first, *others = (part if isinstance(part, Text) else text(part) for part in parts)
    first.stylize("bold")
    return Text(" · ").join([first, *others])
