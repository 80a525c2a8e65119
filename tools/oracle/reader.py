"""Reads a permanent's rules text, and the wording of an effect.

Every ability that bears on declarations is read whole or declined; what doesn't bear on them is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

from ...events.abilities import Ability, Condition, Duration, Unread
from ...events.errors import WordingNotUnderstood
from .bearing import first_bearing
from .clauses import conditioned
from .cursor import Cursor, Setting
from .grants import keyword_line
from .levels import level
from .lines import (
    TRIGGER_WORDS,
    Declined,
    activated,
    decline,
    delayed,
    line,
    printed,
    said,
    sentences,
    static,
    triggered,
    without_ability_word,
)
from .templates import suggestion
from .tokens import tokenize

LONGEST_LINE = 1_000
LONGEST_TEXT = 20_000
_ALLOWED = "wording about declarations that this version understands"


@lru_cache(maxsize=16_384)
def _line(text: str, name: str, legendary: bool) -> tuple[Ability, ...] | Declined:
    try:
        return tuple(line(text, Setting(name=name, legendary=legendary)))
    except Declined as declined:
        return declined


def _check_length(text: str, longest: int, where: str) -> None:
    if len(text) > longest:
        raise WordingNotUnderstood(where, f"{len(text)} characters", f"at most {longest} characters")


_OPTION = re.compile(r"\s*(?:[•*]|\d+(?:[—–-]\d+)?\s*\|)")


_STATION = re.compile(r"\d{1,3}\+ \|")
_SIZE = re.compile(r"\d{1,3}/\d{1,3}")


def _option(text: str, header: str) -> tuple[Ability, ...] | Declined:
    """A mode, or a row of a die roll's table: part of what the ability before it does."""
    tokens = without_ability_word(tokenize(header))
    instructed = activated(tokens) or (bool(tokens) and tokens[0].word in TRIGGER_WORDS)
    options = tokenize(text)
    bearing = first_bearing(options)
    return () if instructed or bearing is None else decline(options, bearing, text)


def read_permanent(text: str, *, name: str = "", types: Collection[str] = (), where: str = "text") -> tuple[Ability, ...]:
    """A permanent's rules text as abilities: an ability a line, reminders in parentheses skipped.

    `name` is the permanent's own name, which its text uses for itself; a permanent with `Legendary` among its types and
    supertypes may use its first name. Raises WordingNotUnderstood for a line that bears on declarations and isn't
    understood, with the character at which its unread words begin.
    """
    _check_length(text, LONGEST_TEXT, where)
    legendary = "Legendary" in types
    found: list[Ability] = []
    offset = 0
    header = ""
    holds: Condition | None = None
    levels = False
    for each in text.split("\n"):
        _check_length(each, LONGEST_LINE, f"{where}, character {offset}")
        start = 0
        if (levelled := level(each)) is not None:
            holds, start = levelled
        levels = levels or levelled is not None or _STATION.match(each) is not None
        if _OPTION.match(each):
            read = _option(each, header)
        elif levels and _SIZE.fullmatch(each.strip()):
            read = ()  # what a leveler creature or a Spacecraft is then is told by the board
        else:
            read, header = _line(each[start:], name, legendary), each[start:]
        if isinstance(read, Declined):
            place = f"{where}, character {offset + start + read.offset}"
            raise WordingNotUnderstood(place, repr(read.words), _ALLOWED + suggestion(each[start:], read.meant))
        found += (conditioned(ability, holds) for ability in read)
        offset += len(each) + 1
    return tuple(found)


def read_effect(
    text: str, *, ids: Collection[str], players: Collection[str], where: str = "text"
) -> tuple[tuple[Ability, ...], Duration]:
    """An effect's wording, in which `[id]` names a permanent or a player, as abilities and their duration.

    "This creature", and keywords by themselves, are said of the permanent that the effect is on.

    Raises WordingNotUnderstood, also where nothing in it bears on declarations, and InvalidInput for an unknown id.
    """
    _check_length(text, LONGEST_LINE, where)
    setting = Setting(ids=frozenset(ids), players=frozenset(players), where=where)
    tokens = tokenize(text)
    listed = keyword_line(Cursor(tokens, setting)) if tokens else None
    if listed:
        return tuple(listed), "indefinite"
    found: list[Ability] = []
    durations: set[Duration | None] = set()
    try:
        for sentence in sentences(tokens):
            tokens, until = delayed(sentence)
            if tokens[0].word in TRIGGER_WORDS:
                abilities, _, first = triggered(tokens, text, setting)
                until = until or (first.duration if first is not None else None)
            else:
                read = static(tokens, text, setting)
                if read.choice:
                    raise decline(tokens, 0, text)
                abilities, until = read.abilities, read.duration
                durations.update(read.durations)
            durations |= {until} if abilities else set()
            if len(durations) > 1:
                raise decline(sentence, 0, text)  # an effect ends all at once: this one is two
            if any(isinstance(each, Unread) for each in abilities):
                raise decline(sentence, 0, text)
            found += said(abilities, printed(text, sentence))
    except Declined as declined:
        place = f"{where}, character {declined.offset}"
        raise WordingNotUnderstood(place, repr(declined.words), _ALLOWED + suggestion(text, declined.meant)) from None
    if not found:
        raise WordingNotUnderstood(f"{where}, character 0", repr(text[:120]), _ALLOWED + suggestion(text))
    return tuple(found), durations.pop() or "indefinite"
