"""What an effect makes of power, toughness, colors and types: "gets +3/+3", "becomes a 4/4 red Dragon artifact creature".

Of a permanent's own text the board states what it comes to, unless it is derived (`Setting.derived`); of an effect that begins,
the effect says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from ...events.abilities import THIS, Ability, ChangesCharacteristics, Filter, Is, Quantity, Removes, Role
from .cursor import Cursor, attempt, rule
from .descriptors import COLORS, colors_and_types
from .numbers import number
from .quantities import for_each, quantity, scaled, times, where, where_both
from .references import CONTRACTED, said_to_be
from .tables import listed
from .tokens import QUOTE, Lexeme, tokenize
from .types import CARD_TYPES, SUBTYPES

CHANGE = re.compile(r"([+-])(\d{1,6}|x)/([+-])(\d{1,6}|x|y)")
_SIZE = re.compile(r"(\d{1,6}|x)/(\d{1,6}|x)")
CHANGING = ("gets", "get", "becomes", "become", "is", "are", "has", "have")
IN_ADDITION = tuple(
    f"in addition to {whose} other {what}"
    for whose in ("its", "their", "his", "her")
    for what in ("types", "colors and types", "creature types", "land types", "colors")
)
KEPT = (
    *IN_ADDITION,
    *listed(
        """
        that's still a land, that are still lands, that's still a planeswalker, that's still an artifact, that's still an
        enchantment
        """
    ),
)
ALL_CARD_TYPES = tuple(sorted(set(CARD_TYPES.values())))
"""What "all other card types" are, of a permanent that is said to be some of them."""


def loses_all_others(abilities: Sequence[Ability]) -> list[Ability]:
    """The abilities, where what something is said to be is all that it is from then on if it "loses all other card types"."""
    losing = [each for each in abilities if isinstance(each, ChangesCharacteristics) and each.lost_types == ALL_CARD_TYPES]
    of = {each.permanents for each in losing}
    given = {each.permanents for each in abilities if isinstance(each, ChangesCharacteristics) and each.types} & of
    found: list[Ability] = []
    for each in abilities:
        if isinstance(each, ChangesCharacteristics) and each.permanents in given:
            if each in losing:
                continue
            if each.types:
                each = each.model_copy(update={"lost_types": tuple(lost for lost in ALL_CARD_TYPES if lost not in each.types)})
        found.append(each)
    # "Has defender and loses all other abilities": what is had stays.
    return sorted(found, key=lambda each: not (isinstance(each, Removes) and each.keywords is None))


@rule
def changed(c: Cursor, subject: Filter) -> list[Ability] | None:
    """What is changed of the subject; a "with" that follows is left to be read as abilities it has."""
    found = _gets(c, subject) or _base(c, subject) or _isnt(c, subject)
    if found is not None:
        return [found]
    becomes = _becomes(c, subject)
    return None if becomes is None else said_in_addition(c, becomes)


def said_in_addition(c: Cursor, change: ChangesCharacteristics) -> list[Ability]:
    """What something becomes, and in addition to what if that is said next."""
    said = c.take(*KEPT)
    if said is None:
        return [change]
    return in_addition(change, types="types" in said or "still" in said, colors="colors" in said)


def in_addition(change: ChangesCharacteristics, *, types: bool, colors: bool) -> list[Ability]:
    """What something becomes in addition to its other types, to its other colors, or to both (105.3, 205.1b)."""
    if change.colors is None or not change.types or types == colors:
        return [change.model_copy(update={"kept": True})]
    of_colors = ChangesCharacteristics(permanents=change.permanents, colors=change.colors, kept=colors)
    return [change.model_copy(update={"colors": None, "kept": types}), of_colors]


@rule
def _gets(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    """ "gets +1/+1", "gets +1/+0 for each artifact you control"."""
    change = gets(c, subject)
    if change is None or not c.sees("for each"):
        return None if change is None else change[0]
    if c.setting.instruction or c.setting.stated:
        return None
    _about(c, subject)
    c.filler("for each")
    each = for_each(c)
    return None if each is None else for_each_of(change[0], each)


@attempt
def gets(c: Cursor, subject: Filter) -> list[ChangesCharacteristics] | None:
    """ "gets +1/+1", "gets +X/-0, where X is its power", "gets +X/+Y, where X is its power and Y is its toughness"; what follows
    may say for each of what."""
    if not c.take("gets", "get"):
        return None
    c.filler("an additional")
    change = CHANGE.fullmatch(c.peek())
    numbers = None if change is None else _what_they_are(c, subject, change)
    if change is None or numbers is None:
        return None
    c.move()
    power, toughness = (
        scaled(int(f"{sign}1"), numbers[digits] if digits in numbers else int(digits))
        for sign, digits in (change.group(1, 2), change.group(3, 4))
    )
    return [ChangesCharacteristics(permanents=subject, power=power, toughness=toughness)]


def _what_they_are(c: Cursor, subject: Filter, change: re.Match[str]) -> dict[str, Quantity] | None:
    """What X and Y are of a change of size."""
    letters = {change[2], change[4]} & {"x", "y"}
    if not letters or (c.scope is None and (c.setting.instruction or c.setting.stated)):
        return None if letters else {}
    its = _about(c, subject) if c.scope is None else None
    if letters == {"x"}:
        x = where(c, its)
        return None if x is None else {"x": x}
    both = where_both(c, its) if len(letters) == 2 else None
    return None if both is None else dict(zip("xy", both, strict=True))


def is_size(word: str) -> bool:
    """Whether it is a power and a toughness, of which X may be one."""
    return _SIZE.fullmatch(word) is not None


def power_and_toughness(c: Cursor, its: Role | None = None) -> tuple[Quantity, Quantity] | None:
    """ "4/4", "X/X, where X is its power"."""
    said = _SIZE.fullmatch(c.peek())
    x = where(c, its) if said is not None and "x" in said.groups() else 0
    if said is None or x is None:
        return None
    c.move()
    power, toughness = (x if each == "x" else int(each) for each in said.groups())
    return power, toughness


def for_each_of(change: ChangesCharacteristics, each: Quantity) -> ChangesCharacteristics:
    """The change, so many times."""
    power, toughness = (0 if amount == 0 else times(amount, each) for amount in (change.power, change.toughness))
    return change.model_copy(update={"power": power, "toughness": toughness})


def _about(c: Cursor, subject: Filter) -> Role:
    """What follows is about the subject, whose "its power" is: in this role."""
    c.mentioned = c.topic = about = subject if isinstance(subject, Is) else Is(role="itself")
    return about.role


_ABOUT_SIZES = ("base power", "power is equal", "toughness are each equal", "toughness is equal", "switch ")
_ASKED_BASE = re.compile(
    r"^((?:(?! (?:is|are|be|becomes?|has|have) ).)*?) "
    r"(?:with base (?:power|toughness)(?: and (?:base )?toughness \d+/\d+)?|greater than (?:its|their) base (?:power|toughness))"
)
"""Where base power is only asked: in a description, before anything is said to be or to become something."""
_SIZES = re.compile(r"[+-]?[\dx*]+/[+-]?[\dxy*]+")


def changes_sizes(sentence: Sequence[Lexeme]) -> bool:
    """Whether a sentence of a permanent may be about what power or toughness is: counters of that name aside."""
    said = _ASKED_BASE.sub(r"\1", " ".join(token.word for token in sentence))
    words = said.split()
    if any(phrase in said for phrase in _ABOUT_SIZES):
        return True
    return any(_SIZES.fullmatch(word) and then not in ("counter", "counters") for word, then in pairwise([*words, ""]))


_COLORS_OR_LANDS = re.compile(
    r"(?!.*\b(?:if|as long as|unless|that|that's|which|can't|target|until|create|token|tokens)\b)[^,:]*\b(?:is|are) "
    r"(?:colorless|all colors|the chosen colors?"
    r"|(?:an? )?(?:white|blue|black|red|green|plains|islands?|swamps?|mountains?|forests?)\b).*"
)
_MORE_TYPES = re.compile(
    r"(?!.*\b(?:if|as long as|unless|target|until|create|token|tokens)\b)"
    r"[^:]*\b(?:is|are)\b[^,:]* in addition to (?:its|their) other (?:creature |land |card |colors and )?(?:types|colors)\b.*"
)
_IS_SOMETHING = re.compile(
    r"(?:as long as [^\"]+, )?(?:it's|~ (?:is|isn't)|this \w+ (?:is|isn't)|noncreature artifacts are) "
    r"(?:an? )?(?:\d+/\d+ |\w+ ){0,4}(?:creatures?|in addition to its other (?:creature )?types)\b(?!.*\bif\b).*"
)
_IS_WHAT = re.compile(
    r"(?!~|this|that|.*\b(?:if|as long as|unless|cards?|spells?|abilities of|can't|counters?|damage|there)\b)"
    r"[^,:]*\b(?:is|are|isn't|aren't) (.*)"
)
_LOSES_OTHERS = re.compile(r" loses? all other (?:card types|abilities)\b.*")
_KINDS = frozenset({*COLORS, "colorless", "type", "types", "color", "colors"})


def says_what_is(sentence: Sequence[Lexeme]) -> bool:
    """Whether it says of what color or type something else on the battlefield is: "All Goblins are Elves"."""
    text = " ".join(token.word for token in sentence if token.word != ".")
    said = _IS_WHAT.fullmatch(_LOSES_OTHERS.sub("", text))
    words = said.group(1).replace(",", "").split()[:6] if said is not None else []
    return any(map(_names_kind, words))


def _names_kind(word: str) -> bool:
    return word in _KINDS or word in SUBTYPES or word in CARD_TYPES


def _is_of_kind(sentence: Sequence[Lexeme]) -> bool:
    """Whether it says, under whatever condition, of what color or type something is: "it has flying and is an Angel"."""
    words = list(_without_conditions(token.word for token in sentence))
    being = (at for at, word in enumerate(words) if word in _BEING and words[at - 1] not in _DESCRIBING)
    what = (next((each for each in words[at + 1 :] if each not in ("a", "an", "also")), "") for at in being)
    return any(map(_names_kind, what)) and _ELSEWHERE.isdisjoint(words)


def _without_conditions(words: Iterable[str]) -> Iterator[str]:
    asked = False
    for word in words:
        asked = word in _ASKING or (asked and word != ",")
        if not asked:
            yield word


_BEING = (*CONTRACTED, "is", "are", "isn't", "aren't")
_ASKING = ("long", "if", "unless", "while", "when", "whenever", "where")
_DESCRIBING = ("that", "there", "who", "which")
"""Before the verb of a description: "creatures that are black"."""
_ELSEWHERE = frozenset(("card", "cards", "spell", "spells", "copy", "token", "tokens"))
"""Of which something else is said than of what is on the battlefield."""


def changes_types(sentence: Sequence[Lexeme]) -> bool:
    """Whether a static ability may say what types something has, perhaps under a condition: "it's a Knight in addition to …"."""
    words = [token.word for token in sentence if token.word != "."]
    said = " ".join(words)
    conditional = said.startswith("as long as ") or " as long as " in said
    return conditional and (_IS_SOMETHING.fullmatch(said) is not None or any(phrase in said for phrase in _NO_CREATURE))


def changes_characteristics(sentence: Sequence[Lexeme]) -> bool:
    """Whether a static ability may be about what power, toughness, colors or types are ("all creatures are black"), or gives an
    ability that is."""
    said = " ".join(token.word for token in sentence)
    if (
        changes_sizes(sentence)
        or changes_types(sentence)
        or says_what_is(sentence)
        or _is_of_kind(sentence)
        or _COLORS_OR_LANDS.fullmatch(said)
        or _MORE_TYPES.fullmatch(said)
    ):
        return True
    quoted = (tokenize(token.raw.strip('"“”')) for token in sentence if token.word == QUOTE)
    return any(_is_static(each) and changes_sizes(each) for each in quoted)


_IS_ALSO = ("~ is also a", "~ is also an", "this creature is also a", "this creature is also an")


def is_also(sentence: Sequence[Lexeme]) -> ChangesCharacteristics | None:
    """ "This creature is also a Cleric, Rogue, Warrior, and Wizard": no type line says so (604.3)."""
    words = [token.word for token in sentence if token.word != "."]
    said = " ".join(words)
    start = next((phrase for phrase in _IS_ALSO if said.startswith(f"{phrase} ")), None)
    if start is None:
        return None
    types = [SUBTYPES.get(word) for word in words[len(start.split()) :] if word not in (",", "and")]
    if not types or None in types:
        return None
    return ChangesCharacteristics(permanents=THIS, types=tuple(each for each in types if each is not None), kept=True)


def _is_static(sentence: Sequence[Lexeme]) -> bool:
    words = [token.word for token in sentence]
    return bool(words) and words[0] not in ("when", "whenever", "at") and ":" not in words


@rule
def defining(c: Cursor) -> ChangesCharacteristics | None:
    """604.3: "~'s power and toughness are each equal to the number of creatures you control"."""
    if not c.take("~'s", "this creature's", "this token's"):
        return None
    what = c.take("power and toughness are each equal to", "power is equal to", "toughness is equal to")
    if what is None:
        return None
    c.mentioned = c.topic = THIS
    found = quantity(c, "source")
    if found is None or c.too_deep or not c.ended:
        return None
    power = found if "power" in what else None
    toughness = found if "toughness" in what else None
    return ChangesCharacteristics(permanents=THIS, base_power=power, base_toughness=toughness, defining=True)


_EACH_EQUAL = ("base power and base toughness each equal to", "power and toughness each equal to")


def _equal(c: Cursor, subject: Filter) -> Quantity | None:
    """ "[power and toughness each equal to] its mana value"."""
    return quantity(c, _about(c, subject))


@rule
def _base(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    """ "has base power and toughness 4/4", "has base power and base toughness each equal to its mana value"."""
    if c.take(*(f"{verb} {_EACH_EQUAL[0]}" for verb in ("has", "have"))):
        equal = _equal(c, subject)
        return None if equal is None else ChangesCharacteristics(permanents=subject, base_power=equal, base_toughness=equal)
    if not c.take("has base power and toughness", "have base power and toughness"):
        one = c.take("has base power", "have base power", "has base toughness", "have base toughness")
        base = number(c) if one is not None else None
        if one is None or base is None:
            return None
        return ChangesCharacteristics.model_validate({"permanents": subject, f"base_{one.split()[-1]}": base})
    its = _about(c, subject) if c.scope is None and "x" in c.peek() else None
    sizes = power_and_toughness(c, its)
    return None if sizes is None else ChangesCharacteristics(permanents=subject, base_power=sizes[0], base_toughness=sizes[1])


@rule
def _isnt(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    """ "isn't a creature"."""
    return ChangesCharacteristics(permanents=subject, lost_types=("Creature",)) if c.take(*_NO_CREATURE) else None


_NO_CREATURE = ("isn't a creature", "aren't creatures", "is not a creature", "are not creatures")


@rule
def _becomes(c: Cursor, subject: Filter) -> ChangesCharacteristics | None:
    """ "becomes a 4/4 red Dragon artifact creature", "is black"."""
    if not said_to_be(c, "becomes", "become", "is", "are"):
        return None
    c.filler("a", "an")
    power: Quantity | None = None
    toughness: Quantity | None = None
    if (sizes := power_and_toughness(c)) is not None:
        power, toughness = sizes
    colors, types = colors_and_types(c)
    if c.take("with base power and toughness"):
        if (sizes := power_and_toughness(c)) is None:
            return None
        power, toughness = sizes
    elif c.take(*(f"with {each}" for each in _EACH_EQUAL)):
        power = toughness = _equal(c, subject)
        if power is None:
            return None
    if colors is None and not types and power is None:
        return None
    return ChangesCharacteristics(
        permanents=subject,
        base_power=power,
        base_toughness=toughness,
        colors=colors,
        types=types,
    )
