"""What an effect makes of power, toughness, colors and types: "gets +3/+3", "becomes a 4/4 red Dragon artifact creature".

Of a permanent's own text the board tells what it comes to; of an effect that begins, the effect says it.
"""

from __future__ import annotations

import re

from ...events.abilities import Ability, ChangesCharacteristics, Color, Filter
from .bearing import COLORS as COLOR_WORDS
from .cursor import Cursor, rule
from .filters import COLORS
from .types import CARD_TYPES, SUBTYPES, SUPERTYPES

_CHANGE = re.compile(r"([+-]\d{1,6})/([+-]\d{1,6})")
_SIZE = re.compile(r"(\d{1,6})/(\d{1,6})")
CHANGING = ("gets", "get", "becomes", "become", "is", "are", "has", "have")
_KEPT = (
    "in addition to its other types",
    "in addition to its other colors and types",
    "in addition to its other creature types",
    "in addition to their other types",
    "that's still a land",
    "that are still lands",
)


@rule
def changed(c: Cursor, subject: Filter) -> list[Ability] | None:
    """What is changed of the subject; a "with" that follows is left to be read as abilities it has."""
    found = _gets(c, subject) or _base(c, subject) or _becomes(c, subject)
    return None if found is None else [found]


@rule
def _gets(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    if not c.take("gets", "get"):
        return None
    change = _CHANGE.fullmatch(c.peek())
    if change is None:
        return None
    c.move()
    if c.sees("for each") or c.sees(", where"):
        return None
    return ChangesCharacteristics(permanents=subject, power=int(change[1]), toughness=int(change[2]))


@rule
def _base(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    if not c.take("has base power and toughness", "have base power and toughness"):
        return None
    size = _SIZE.fullmatch(c.peek())
    if size is None:
        return None
    c.move()
    return ChangesCharacteristics(permanents=subject, base_power=int(size[1]), base_toughness=int(size[2]))


@rule
def _becomes(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    if not c.take("becomes", "become", "is", "are"):
        return None
    c.take("a", "an")
    power = toughness = None
    if (size := _SIZE.fullmatch(c.peek())) is not None:
        power, toughness = int(size[1]), int(size[2])
        c.move()
    colors: list[Color] = []
    types: list[str] = []
    colorless = False
    while not c.ended:
        word = c.peek()
        if word in COLOR_WORDS:
            colors.append(COLORS[word])
        elif word == "colorless":
            colorless = True
        elif (known := CARD_TYPES.get(word) or SUPERTYPES.get(word) or SUBTYPES.get(word)) is not None:
            types.append(known)
        elif not (word in ("and", ",") and (c.peek(1) in COLOR_WORDS) and colors):
            break
        c.move()
    if c.take("with base power and toughness"):
        size = _SIZE.fullmatch(c.peek())
        if size is None:
            return None
        power, toughness = int(size[1]), int(size[2])
        c.move()
    if not (colors or types or colorless or power is not None):
        return None
    return ChangesCharacteristics(
        permanents=subject,
        base_power=power,
        base_toughness=toughness,
        colors=tuple(colors) if colors or colorless else None,
        types=tuple(types),
        kept=c.take(*_KEPT) is not None,
    )
