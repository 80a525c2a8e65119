"""Words that distinguish permanents, one by one: colors, states, types, keywords, names; and what they are up to the noun."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...events import abilities as a
from . import keywords
from .cursor import Cursor, rule
from .logic import both, either
from .players import CONJUNCTIONS
from .types import CARD_TYPES, GROUPS, LAND_TYPES, SINGULAR, SUBTYPES, SUPERTYPES

CREATURE = a.HasType(type="Creature")
COLORS: dict[str, a.Color] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
COLOR_WORDS = {letter: word for word, letter in COLORS.items()}
"""The letters of colors, in their order, with their words."""
COLOR_COUNTS = {
    "colorless": a.ColorCount(minimum=0, maximum=0),
    "monocolored": a.ColorCount(minimum=1, maximum=1),
    "multicolored": a.ColorCount(minimum=2, maximum=5),
}
_NAMED: tuple[a.PermanentState, ...] = (
    *("tapped", "untapped", "attacking", "blocking", "blocked", "unblocked"),
    *("enchanted", "equipped", "modified", "suspected", "goaded", "token"),
)
STATES: dict[str, a.Filter] = {state: a.IsInState(state=state) for state in _NAMED}
DESIGNATIONS = ("saddled", "commander", "renowned", "monstrous", "face-down", "crewed", "paired", "solved")


@rule
def items(c: Cursor, item: Callable[[Cursor], a.Filter | None]) -> tuple[list[a.Filter], bool] | None:
    """Items joined by commas, and by "or", "and" or "and/or", but not by two of these; `item` reads one.

    With them, whether each is meant, as by "and", or one, as by "or" and "and/or".
    """
    first = item(c)
    if first is None:
        return None
    found, conjunctions = [first], set[bool]()
    settled = (c.mark(), 1)  # a comma joins only where a conjunction follows later
    while True:
        start = c.mark()
        joined = c.take(*CONJUNCTIONS, ",")
        another = item(c) if joined else None
        if joined is None or another is None:
            c.back_to(start)
            break
        found.append(another)
        if joined != ",":
            conjunctions.add(joined.removeprefix(", ") == "and")
            settled = (c.mark(), len(found))
    c.back_to(settled[0])
    return None if len(conjunctions) > 1 else (found[: settled[1]], conjunctions == {True})


@rule
def described(c: Cursor, item: Callable[[Cursor], a.Filter | None]) -> a.Filter | None:
    """What is said of each: "flying and reach" is both, "flying or reach" either; what can't be both isn't read."""
    listed = items(c, item)
    if listed is None:
        return None
    found, each = listed
    return each_of(found) if each else either(found)


def each_of(parts: list[a.Filter]) -> a.Filter | None:
    """All of the parts, of one permanent; None where nothing can be all of them."""
    states = {part.state for part in parts if isinstance(part, a.IsInState)}
    return None if any(pair <= states for pair in _EXCLUSIVE) else both(*parts)


_EXCLUSIVE: tuple[set[a.PermanentState], ...] = ({"tapped", "untapped"}, {"attacking", "blocking"}, {"blocked", "unblocked"})


@rule
def one_of(c: Cursor, item: Callable[[Cursor], a.Filter | None]) -> a.Filter | None:
    """ "flying or reach", which is denied: of "without flying and reach" it isn't said whether either or both is meant."""
    listed = items(c, item)
    return None if listed is None or listed[1] else either(listed[0])


def _word_filter(word: str, raw: str) -> a.Filter | None:
    if word in COLORS:
        return a.HasColor(color=COLORS[word])
    if word in COLOR_COUNTS:
        return COLOR_COUNTS[word]
    if word in STATES:
        return STATES[word]
    if word in DESIGNATIONS:
        return a.IsDesignated(designation=word)
    if word in SUPERTYPES:
        return a.HasType(type=SUPERTYPES[word])
    if word in CARD_TYPES:
        return a.HasType(type=CARD_TYPES[word])
    if word in GROUPS:
        return a.HasType(type=GROUPS[word])
    if word in SUBTYPES and raw[:1].isupper():
        return a.HasType(type=SUBTYPES[word])
    return None


def _subtype(c: Cursor) -> str | None:
    """The subtype that comes next, of two words or one."""
    names = (f"{c.peek()} {c.peek(1)}", c.peek()) if c.raw()[:1].isupper() else ()
    return next((each for each in names if each in SUBTYPES), None)


SIZE = re.compile(r"(\d{1,6})/(\d{1,6})")


@rule
def descriptor(c: Cursor) -> a.Filter | None:
    """One word that distinguishes permanents: a color, a state, a type, or "non-" one of these."""
    word, raw = c.peek(), c.raw()
    if (size := SIZE.fullmatch(word)) is not None:
        c.move()
        power, toughness = (int(each) for each in size.groups())
        return both(
            a.Compares(characteristic="power", comparison="=", than=power),
            a.Compares(characteristic="toughness", comparison="=", than=toughness),
        )
    if (subtype := _subtype(c)) not in (None, word):
        c.move(2)
        return a.HasType(type=SUBTYPES[subtype or ""])
    found = _word_filter(word, raw)
    if found is None and word.startswith("non"):
        rest = word[3:].removeprefix("-")
        inner = _word_filter(rest, raw[3:].removeprefix("-").capitalize())
        found = a.Not(part=inner) if inner is not None else None
    if found is not None:
        c.move()
    return found


_NOUNS: dict[str, a.Filter] = {
    "permanent": a.ANYTHING,
    "permanents": a.ANYTHING,
    "source": a.ANYTHING,
    "sources": a.ANYTHING,
    "token": a.IsInState(state="token"),
    "tokens": a.IsInState(state="token"),
    "commander": a.IsDesignated(designation="commander"),
    "commanders": a.IsDesignated(designation="commander"),
    "ring-bearer": a.IsDesignated(designation="Ring-bearer"),
    "ring-bearers": a.IsDesignated(designation="Ring-bearer"),
}


CARDS = ("card", "cards")


def _is_noun(c: Cursor) -> bool:
    word = c.peek()
    return word in CARD_TYPES or (c.cards and word in CARDS) or word in GROUPS or word in _NOUNS or _subtype(c) is not None


@rule
def _adjectives(c: Cursor) -> a.Filter | None:
    """ "nontoken", "black and/or red", "enchanted, equipped, and modified"; of "nonartifact, nonblack" the first."""
    start = c.mark()
    first = descriptor(c)
    if isinstance(first, a.Not) and c.peek() == "," and c.peek(1).startswith("non"):
        c.filler(",")  # the next is said of the same
        return first
    c.back_to(start)
    listed = items(c, descriptor)
    if listed is None:
        return None
    parts, each = listed
    if each and (any(isinstance(part, a.Not) for part in parts) or _noun_is_singular(c)):
        several = start.at > 0 and c.tokens[start.at - 1].word in ("each", "every")  # "each white and blue creature"
        return None if several else each_of(parts)
    found = either(parts)
    if isinstance(found, a.AnyOf) and not _is_noun(c) and len({_sort(each) for each in found.parts}) > 1:
        return None  # "white or legendary tapped creatures": open whether the white ones are tapped
    return found


def _noun_is_singular(c: Cursor) -> bool:
    """Whether one permanent is described: "a white and blue Goblin creature", not "white and blue creatures"."""
    start = c.mark()
    while c.peek() and not _is_noun(c) and descriptor(c) is not None:
        pass
    singular = kind(c) is not None and c.noun in SINGULAR
    c.back_to(start)
    return singular


def _sort(adjective: a.Filter) -> str:
    """What an adjective is about: colors, types, or states."""
    if isinstance(adjective, a.Not):
        return _sort(adjective.part)
    if isinstance(adjective, a.HasColor | a.ColorCount):
        return "color"
    return "state" if isinstance(adjective, a.IsInState | a.IsDesignated) else adjective.kind


@rule
def kind(c: Cursor) -> a.Filter | None:
    """Adjectives and nouns, e.g. "untapped Goblin creature tokens"."""
    found: list[a.Filter] = []
    while not _is_noun(c):
        adjective = _adjectives(c)
        if adjective is None:
            return None
        found.append(adjective)
    while _is_noun(c):
        c.noun = _subtype(c) or c.peek()
        if c.cards and c.take(*CARDS):
            return both(*found)
        named = c.look_up(_NOUNS, words=1) or descriptor(c)
        if named is None:
            return None
        found.append(named)
    return None if c.take(*CARDS, "spell", "spells") else both(*found)


def colors_and_types(c: Cursor) -> tuple[tuple[a.Color, ...] | None, tuple[str, ...]]:
    """ "[a 4/4] red and white Dragon artifact creature", "colorless Eldrazi": the colors, if any are said, and the types."""
    colors: tuple[a.Color, ...] | None = None
    types: tuple[str, ...] = ()
    while True:
        joint = 0 if not (colors or types) else 2 if c.sees(", and") else 1 if c.sees("and", ",") else 0
        word = c.peek(joint)
        type = CARD_TYPES.get(word) or SUPERTYPES.get(word) or SUBTYPES.get(word)
        if word in COLORS:
            colors = (*(colors or ()), COLORS[word])
        elif word == "colorless" and not joint:
            colors = colors or ()
        elif type is not None and (not joint or (word in SUBTYPES and word in SINGULAR)):
            types = (*types, type)
        else:
            return colors, types
        c.move(joint + 1)


@rule
def keyword_name(c: Cursor) -> a.Filter | None:
    """A keyword that permanents have, e.g. "first strike", "islandwalk", "landwalk abilities"."""
    walk = landwalk(c)
    name = c.look_up(_KEYWORDS) if walk is None else walk[0]
    if name is None:
        return None
    c.filler("abilities")
    return a.HasKeyword(keyword=name)


_KEYWORDS = {each: each for each in (*keywords.PLAIN, *keywords.NUMBERED, *keywords.OF_DAMAGE, "protection", "landwalk")}


def landwalk(c: Cursor) -> tuple[str, a.Filter] | None:
    """A landwalk keyword that comes next, "snow swampwalk", and its lands."""
    for size in (3, 2, 1):
        phrase = " ".join(c.peek(ahead) for ahead in range(size))
        if c.peek(size - 1) and (lands := landwalk_quality(phrase)) is not None:
            c.move(size)
            return phrase, lands
    return None


def landwalk_quality(phrase: str) -> a.Filter | None:
    """The lands of a landwalk keyword, e.g. of "snow swampwalk", "nonbasic landwalk"."""
    if not phrase.rstrip().endswith("walk") or len(phrase) > 40:
        return None
    *before, last = phrase.split()
    parts: list[a.Filter] = []
    for word in before:
        positive = word.removeprefix("non")
        found = _word_filter(positive, positive.capitalize())
        if found is None:
            return None
        parts.append(a.Not(part=found) if positive != word else found)
    land = last.removesuffix("walk")
    if land == "land":
        return both(a.HasType(type="Land"), *parts) if parts else None
    if land not in LAND_TYPES:
        return None
    return both(a.HasType(type=LAND_TYPES[land]), *parts)


@rule
def card_name(c: Cursor) -> str | None:
    """A card's name: capitalised words, with small words between them; or the card's own."""
    if c.take("~"):
        return c.setting.name or "~"
    start = c.at
    last = c.mark()
    while c.raw()[:1].isupper() or (c.at > start and c.raw() in ("of", "the", "and", "in", "to", "for", "a", ",")):
        c.move()
        if c.tokens[c.at - 1].raw[:1].isupper():
            last = c.mark()
    c.back_to(last)
    return c.printed(start) or None
