"""Sentences that break off, and what nobody gets: told before it is looked at what a line says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from .tables import words
from .tokens import Lexeme

_OPEN = words(
    """
    a an the with without of and or until unless if as your its their than under where whenever when can can't must gets become
    becomes may who whose at into onto ,
    """
)
"""Words with which no sentence ends: something follows them."""
_SIZES = re.compile(r"[+-](?:\d{1,6}|[xy])/[+-](?:\d{1,6}|[xy])")
_GOT = words(
    """
    a an that many more the to twice x one two three four five six seven eight nine ten emblem any half additional as poison
    """
)
"""What begins what a player or a permanent gets, besides changes of its size and symbols."""


def unfinished(sentence: Sequence[Lexeme]) -> int | None:
    """The index of the word after which a sentence goes on that doesn't go on, or of one that gets what nobody gets; or None."""
    said = [(at, token.word) for at, token in enumerate(sentence) if token.word != "."]
    if not said:
        return None
    last, word = said[-1]
    if word in _OPEN or (word == "target" and len(said) > 2 and "any" not in (said[-2][1], said[-3][1])):
        return last
    for (at, before), (_, got) in pairwise(said):
        known = got in _GOT or got.startswith("{") or got.isdecimal() or _SIZES.fullmatch(got)
        if before in ("get", "gets") and not known:
            return at
    return None
