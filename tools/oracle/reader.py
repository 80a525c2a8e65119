"""Reads a permanent's rules text, line by line.

Every ability that bears on declarations is read whole or declined; what doesn't bear on them is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from ...events.abilities import THIS, Ability, ChangesCharacteristics, Condition, Unstated
from ...events.errors import WordingNotUnderstood
from .as_typed import as_typed
from .bearing import first_bearing
from .clauses import conditioned
from .commas import with_comma
from .cursor import Setting
from .levels import level
from .lines import (
    TRIGGER_WORDS,
    Declined,
    activated,
    decline,
    line,
    without_ability_word,
)
from .other_fields import belongs_elsewhere
from .templates import suggestion
from .tokens import Lexeme, tokenize

LONGEST_LINE = 1_000
LONGEST_TEXT = 20_000
ALLOWED = "wording about declarations that this version understands"


@lru_cache(maxsize=16_384)
def _line(text: str, setting: Setting) -> tuple[Ability, ...] | Declined:
    try:
        return tuple(line(text, setting))
    except Declined as declined:
        return declined


@lru_cache(maxsize=4_096)
def _as_typed(text: str, setting: Setting) -> tuple[tuple[Ability, ...], str] | None:
    """What a line that isn't understood as it stands says in other words that it can only mean, and these."""
    for other in as_typed(text, itself=setting.itself):
        read = _line(other, setting)
        if not isinstance(read, Declined) and read:
            return read, other
    return None


def check_length(text: str, longest: int, where: str) -> None:
    """Raises WordingNotUnderstood where a text has more characters than it may have."""
    if len(text) > longest:
        raise WordingNotUnderstood(where, f"{len(text)} characters", f"at most {longest} characters")


_OPTION = re.compile(r"\s*(?:[•*]|\d+(?:[—–-]\d+)?\s*\|)")
_STATION = re.compile(r"\d{1,3}\+ \|")
SIZE = re.compile(r"\d{1,3}/\d{1,3}")
_ANCHOR = re.compile(r"\s*[•*]\s*(\w[\w ]{0,30}?) (?:—|--) ")


def _chosen(word: str, header: list[Lexeme]) -> bool:
    """Whether it is one of the words of "As this enters, choose Khans or Dragons." (rule 614.12b)."""
    words = [token.raw for token in header]
    return bool(header) and header[0].word == "as" and "choose" in words and set(word.split()) <= set(words)


def _option(text: str, header: str, setting: Setting) -> tuple[Ability, ...] | Declined:
    """A mode, or a row of a die roll's table: part of what the ability before it does."""
    tokens = without_ability_word(tokenize(header))
    if (anchor := _ANCHOR.match(text)) is not None and _chosen(anchor[1], tokens):
        holds = Unstated(fact=f"{anchor[1]} was chosen")
        read = _line(text[anchor.end() :], setting)
        return read if isinstance(read, Declined) else tuple(conditioned(each, holds) for each in read)
    instructed = activated(tokens) or (bool(tokens) and tokens[0].word in TRIGGER_WORDS)
    options = tokenize(text)
    bearing = first_bearing(options)
    return () if instructed or bearing is None else decline(options, bearing, text)


def blocks(text: str) -> Iterator[str]:
    """The abilities of a text, one a line, but those that offer modes together with these: "choose one —"."""
    lines = text.split("\n")
    for number, each in enumerate(lines):
        options = _options_after(lines, number)
        if options or not (_OPTION.match(each) and number and _offers(_header(lines, number))):
            yield "\n".join([each, *options])


_ROLLS = re.compile(r"\broll an? [\w-]+(?: die)?\.\s*$", re.IGNORECASE)
_ROW = re.compile(r"\s*\d{1,3}(?:\+|[—–-]\d{1,3})?\s*\|")
"""A row of the table of a die roll: "10—19 | …"."""
_OFFERS = re.compile(
    r"\bchooses?\b[^.\n]*(?:(?:—|--)|\. each mode must target a different player\.(?: ?(?:—|--))?)\s*$", re.IGNORECASE
)


def _offers(header: str) -> bool:
    return _OFFERS.search(header) is not None or _ROLLS.search(header) is not None


def _header(lines: list[str], number: int) -> str:
    """The line before the options that this one is among."""
    return next((each for each in reversed(lines[:number]) if not _OPTION.match(each)), "")


def _options_after(lines: list[str], number: int) -> list[str]:
    """The modes that a line offers, or the table of the die that it rolls, which follow it."""
    if _ROLLS.search(lines[number]):
        return list(takewhile(_ROW.match, lines[number + 1 :]))
    if not _OFFERS.search(lines[number]):
        return []
    return list(takewhile(_OPTION.match, lines[number + 1 :]))


def setting_of(name: str, types: Collection[str], where: str = "text") -> Setting:
    """What a permanent's text may refer to."""
    itself = not types or "Creature" in types or "Vehicle" in types
    return Setting(name=name, legendary="Legendary" in types, itself=itself, where=where)


def in_other_words(text: str, *, name: str = "", types: Collection[str] = ()) -> tuple[tuple[str, str], ...]:
    """The lines of a text that is read which are understood only in other words, each with these."""
    setting = setting_of(name, types)
    found: list[tuple[str, str]] = []
    for each in text.split("\n"):
        if _OPTION.match(each):
            continue
        read = _line(each, setting)
        if isinstance(read, Declined):
            found += [(each, typed[1])] if (typed := _as_typed(each, setting)) is not None else []
        elif read and (meant := with_comma(each, name, setting.legendary)) != each:
            found.append((each, meant))
    return tuple(found)


_CANT_ATTACK_YOU = re.compile(r"(White|Blue|Black|Red|Green) creatures can't attack you\.")


class _Line(NamedTuple):
    """A line of a text as it is meant: `more` characters were put in at `at`."""

    text: str
    at: int = 0
    more: int = 0

    def place(self, offset: int) -> int:
        """Where a character of it stands in the line as it was written."""
        return offset - min(max(offset - self.at, 0), self.more)


def _complemented(lines: Sequence[str]) -> Iterator[_Line]:
    """ "Black creatures can't attack you. Nonblack creatures can't … for each creature they control that's attacking you": those
    are nonblack creatures."""
    colors = [f"non{found[1].lower()}" for each in lines if (found := _CANT_ATTACK_YOU.match(each))]
    for each in lines:
        tolls = (
            re.match(rf"{color} creatures can't attack you unless .*? for each (?=creature )", each, re.I) for color in colors
        )
        toll = next(filter(None, tolls), None)
        if toll is None:
            yield _Line(each)
        else:
            others = f"{toll[0].split(' ')[0].lower()} "
            yield _Line(each[: toll.end()] + others + each[toll.end() :], toll.end(), len(others))


def _size_at(line: str, holds: Condition | None) -> tuple[Ability, ...]:
    """711.2a: the size of a leveler creature at a level."""
    if holds is None:
        return ()
    power, toughness = map(int, line.strip().split("/"))
    said = ChangesCharacteristics(permanents=THIS, base_power=power, base_toughness=toughness, text=line.strip())
    return (said,)


def read_text(text: str, setting: Setting) -> tuple[Ability, ...]:
    """Like `read_permanent`, with what the words may refer to besides, and without own keywords."""
    where = setting.where
    check_length(text, LONGEST_TEXT, where)
    found: list[Ability] = []
    offset = 0
    header = ""
    holds: Condition | None = None
    levels = False
    written = text.split("\n")
    meant = list(_complemented(written))
    lines = [each.text for each in meant]
    for number, each in enumerate(lines):
        check_length(written[number], LONGEST_LINE, f"{where}, character {offset}")
        start = 0
        if (levelled := level(each)) is not None:
            holds, start = levelled
        levels = levels or levelled is not None or _STATION.match(each) is not None
        if _OPTION.match(each):
            read = _option(each, header, setting)
        elif levels and SIZE.fullmatch(each.strip()):
            read = _size_at(each, holds) if setting.derived else ()
        else:
            whole = "\n".join([each[start:], *_options_after(lines, number)])
            read, header = _line(whole, setting), each[start:]
            if isinstance(read, Declined) and (typed := _as_typed(each[start:], setting)) is not None:
                read = typed[0]
        if isinstance(read, Declined):
            place = f"{where}, character {offset + meant[number].place(start + read.offset)}"
            elsewhere = belongs_elsewhere(each[start:])
            raise WordingNotUnderstood(place, repr(read.words), elsewhere or ALLOWED + suggestion(each[start:], read.meant))
        found += (conditioned(ability, holds) for ability in read)
        offset += len(written[number]) + 1
    return tuple(found)
