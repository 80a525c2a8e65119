"""The text form, for people, of a best declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from ..best_play.best import BestPlay
from .console import ASIDE, VERDICTS, columns, heading, text

Line = tuple[str, str, str]
"""A label, its style, and words."""


def best(found: BestPlay) -> RenderableType:
    """A best declaration, what it is worth, and what follows."""
    title = heading(found.case, f"step {found.step}", f"{found.player}'s best {found.action}", f"rules of {found.rules}")
    return Group(title, columns([text(label, style), text(words)] for label, style, words in _lines(found)), Text())


def _lines(found: BestPlay) -> Iterator[Line]:
    yield found.action, "bold", _pairs(found.declaration)
    style = VERDICTS["legal"] if found.proven else VERDICTS["undecided"]
    if found.proven:
        yield "worth", style, f"{_worth(found, found.value)}, proved: no {found.action} is worth more"
    else:
        low, high = (_worth(found, bound) for bound in found.bounds)
        yield "worth", style, f"{low} at least, {high} at most: the search was cut short"
    if found.equally_good is not None and found.equally_good > 1:
        yield "", ASIDE, f"{found.equally_good} {found.action}s are as good"
    for step in found.line[1:]:
        for name, value in step.items():
            yield name, "", _pairs(value)
    for each in found.presumed:
        yield "presumed", ASIDE, each


def _worth(found: BestPlay, value: int | None) -> str:
    if value is None:
        return "a win, whatever blocks" if found.action == "attack" else "nothing: whatever blocks, the attacking player can win"
    return f"{value:+d}" if value else "0"


def _pairs(declared: Mapping[str, Any]) -> str:
    """Who does what to whom."""
    parts = []
    for creature, what in declared.items():
        if isinstance(what, Mapping):
            parts.append(f"{creature} → " + ", ".join(f"{whom} {amount}" for whom, amount in what.items()))
        else:
            parts.append(f"{creature} → {what if isinstance(what, str) else ', '.join(what)}")
    return "; ".join(parts) or "no creature"
