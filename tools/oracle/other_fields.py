"""What people type into a rules text that belongs into other fields, or that no rules text says: what to type instead."""

from __future__ import annotations

import re

from . import keywords
from .descriptors import COLORS
from .types import SUBTYPES

LONGEST = 60
"""Characters of a line that is looked at: what is typed in passing is short."""

_KEYWORD = "|".join(sorted((re.escape(each) for each in keywords.PLAIN), key=len, reverse=True))
_SIZE = re.compile(r"(?<![\d+/-])(\d{1,3})/(\d{1,3})(?![\d/])")
_TIMES = re.compile(r"^\s*(\d{1,3})\s?x\b", re.IGNORECASE)
_LACKS = re.compile(rf"^\s*(?:has )?(?:no|without|not|isn't|doesn't have|non-?)\s?({_KEYWORD})\.?\s*$", re.IGNORECASE)
_TAPPED = re.compile(r"\b(?:un)?tapped\s*$", re.IGNORECASE)


def belongs_elsewhere(line: str) -> str:
    """What to do with words that belong into other fields than the rules text; empty where there are none."""
    if len(line) > LONGEST or re.search(r"\b(?:gets?|creates?|has base|becomes?|with|token)\b", line, re.IGNORECASE):
        return ""
    advice: list[str] = []
    if (color := COLORS.get(word := line.strip(" .").lower())) is not None:
        advice.append(f"its colors in the field `colors` ({color})")
    elif word in SUBTYPES:
        advice.append(f"{SUBTYPES[word]!r} in the field `subtypes`")
    if (lacks := _LACKS.match(line)) is not None:
        word = lacks[1].lower()
        advice.append(
            f"a text without {word!r}, for a permanent has only what its text says; if something else gives it {word}: "
            f"'This creature loses {word}.'"
        )
    if (times := _TIMES.match(line)) is not None:
        advice.append(f"one permanent for each of the {times[1]}, with ids of their own")
    if (size := _SIZE.search(line)) is not None:
        advice.append(f"{size[0]!r} in the fields `power` ({size[1]}) and `toughness` ({size[2]})")
        words = re.findall(r"[a-z]+", line.lower())
        types = [word for word in words if word not in ("tapped", "untapped", "x") and word not in keywords.PLAIN]
        if types and times is None:
            advice.append(f"types such as {types[0].capitalize()!r} in `types` or `subtypes`")
    if advice and _TAPPED.search(line) is not None:
        advice.append("whether it is tapped in the field `tapped`")
    return "; ".join(advice)
