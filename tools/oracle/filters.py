"""Noun phrases: which permanents are meant."""

from __future__ import annotations

import re
from typing import Literal

from ...events.abilities import (
    THIS,
    AllOf,
    AnyOf,
    AttachedTo,
    AttacksWhat,
    CharacteristicOf,
    Color,
    ColorCount,
    Compares,
    Comparison,
    ControlledBy,
    CountersOn,
    CountOf,
    EnchantedBy,
    Filter,
    GreatestPower,
    HasColor,
    HasCounter,
    HasKeyword,
    HasType,
    InCombatWith,
    IsDesignated,
    IsInState,
    IsNamed,
    IsOddOrEven,
    IsOnRecord,
    IsTarget,
    IsUnstated,
    Not,
    OwnedBy,
    Players,
    PlayerTotal,
    Quantity,
    Role,
    SharesColor,
    SharesCreatureType,
    SharesName,
)
from . import keywords
from .cursor import Cursor, rule
from .logic import both, either
from .players import CONJUNCTIONS, OPPONENTS, YOU, controlling, players, targets
from .quantities import NUMBERS, bounds, comparison, relation
from .references import HOST, SUBJECT, owner, pointed_at, reference
from .tables import listed
from .types import CARD_TYPES, GROUPS, LAND_TYPES, SINGULAR, SUBTYPES, SUPERTYPES
from .unstated import unstated_description

_CREATURE = HasType(type="Creature")
Characteristic = Literal["power", "toughness", "mana_value"]

COLORS: dict[str, Color] = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_COLOR_COUNTS = {
    "colorless": ColorCount(minimum=0, maximum=0),
    "monocolored": ColorCount(minimum=1, maximum=1),
    "multicolored": ColorCount(minimum=2, maximum=5),
}
_STATES: dict[str, Filter] = {
    "tapped": IsInState(state="tapped"),
    "untapped": IsInState(state="untapped"),
    "attacking": IsInState(state="attacking"),
    "blocking": IsInState(state="blocking"),
    "blocked": IsInState(state="blocked"),
    "unblocked": IsInState(state="unblocked"),
    "enchanted": IsInState(state="enchanted"),
    "equipped": IsInState(state="equipped"),
    "modified": IsInState(state="modified"),
    "suspected": IsInState(state="suspected"),
    "goaded": IsInState(state="goaded"),
    "token": IsInState(state="token"),
}
DESIGNATIONS = ("saddled", "commander", "renowned", "monstrous", "face-down", "crewed", "paired", "solved")
_PLURAL: dict[str, Characteristic] = {"powers": "power", "toughnesses": "toughness", "mana values": "mana_value"}
_CHARACTERISTICS: dict[str, Characteristic] = {"power": "power", "toughness": "toughness", "mana value": "mana_value"}


@rule
def or_list(c: Cursor, item: object) -> Filter | None:
    """Items joined by commas, "or", "and" or "and/or"; `item` reads one."""
    assert callable(item)
    first = item(c)
    if first is None:
        return None
    found = [first]
    settled = (c.at, 1)  # a comma joins only where a conjunction follows later
    while True:
        start = c.at
        joined = c.take(*CONJUNCTIONS, ",")
        another = item(c) if joined else None
        if another is None:
            c.at = start
            break
        found.append(another)
        if joined != ",":
            settled = (c.at, len(found))
    c.at = settled[0]
    return either(found[: settled[1]])


# --- adjectives ------------------------------------------------------------------------------------------------------


def _word_filter(word: str, raw: str) -> Filter | None:
    if word in COLORS:
        return HasColor(color=COLORS[word])
    if word in _COLOR_COUNTS:
        return _COLOR_COUNTS[word]
    if word in _STATES:
        return _STATES[word]
    if word in DESIGNATIONS:
        return IsDesignated(designation=word)
    if word in SUPERTYPES:
        return HasType(type=SUPERTYPES[word])
    if word in CARD_TYPES:
        return HasType(type=CARD_TYPES[word])
    if word in GROUPS:
        return HasType(type=GROUPS[word])
    if word in SUBTYPES and raw[:1].isupper():
        return HasType(type=SUBTYPES[word])
    return None


_SIZE = re.compile(r"(\d{1,6})/(\d{1,6})")


@rule
def descriptor(c: Cursor) -> Filter | None:
    """One word that tells permanents apart: a color, a state, a type, or "non-" one of these."""
    word, raw = c.peek(), c.raw()
    if (size := _SIZE.fullmatch(word)) is not None:
        c.move()
        power, toughness = (int(each) for each in size.groups())
        return both(
            Compares(characteristic="power", comparison="=", than=power),
            Compares(characteristic="toughness", comparison="=", than=toughness),
        )
    if f"{word} {c.peek(1)}" in SUBTYPES and raw[:1].isupper():
        c.move(2)
        return HasType(type=SUBTYPES[f"{word} {c.tokens[c.at - 1].word}"])
    found = _word_filter(word, raw)
    if found is None and word.startswith("non"):
        rest = word[3:].removeprefix("-")
        inner = _word_filter(rest, raw[3:].removeprefix("-").capitalize())
        found = Not(part=inner) if inner is not None else None
    if found is not None:
        c.move()
    return found


_NOUNS: dict[str, Filter] = {
    "permanent": AllOf(),
    "permanents": AllOf(),
    "source": AllOf(),
    "sources": AllOf(),
    "token": IsInState(state="token"),
    "tokens": IsInState(state="token"),
    "commander": IsDesignated(designation="commander"),
    "commanders": IsDesignated(designation="commander"),
    "ring-bearer": IsDesignated(designation="Ring-bearer"),
    "ring-bearers": IsDesignated(designation="Ring-bearer"),
}


def _is_noun(c: Cursor) -> bool:
    word = c.peek()
    return (
        word in CARD_TYPES
        or word in GROUPS
        or word in _NOUNS
        or ((word in SUBTYPES or f"{word} {c.peek(1)}" in SUBTYPES) and c.raw()[:1].isupper())
    )


@rule
def _adjectives(c: Cursor) -> Filter | None:
    """ "black and/or red", "attacking or blocking", "enchanted, equipped, and modified"."""
    return or_list(c, descriptor)


@rule
def kind(c: Cursor) -> Filter | None:
    """Descriptors up to a noun, e.g. "untapped Goblin creature tokens"."""
    found: list[Filter] = []
    nouns = 0
    while True:
        if _is_noun(c):
            word = c.peek()
            if word in _NOUNS:
                found.append(_NOUNS[word])
                c.move()
            else:
                described = descriptor(c)
                if described is None:
                    return None
                found.append(described)
            nouns += 1
            if c.take("card", "cards", "spell", "spells"):
                return None
            continue
        if nouns:
            return both(*found)
        start = c.at
        single = descriptor(c)
        if single is None:
            return None
        if c.sees("or", "and", "and/or", ",") and not (isinstance(single, Not) and c.peek(1).startswith("non")):
            # "black or red creatures" against "black creatures or …": only adjectives joined before a noun.
            c.at = start
            single = _adjectives(c)
            if single is None or not (_is_noun(c) or descriptor(c)):
                return None
            c.at -= 0 if _is_noun(c) else 1
        found.append(single)
        if isinstance(single, Not) and c.peek() == "," and c.peek(1).startswith("non"):
            c.move()  # "nonartifact, nonblack creatures" are both


# --- what follows the noun -------------------------------------------------------------------------------------------


@rule
def keyword_name(c: Cursor) -> Filter | None:
    """A keyword that permanents have, e.g. "first strike", "islandwalk", "landwalk abilities"."""
    for size in (3, 2, 1):
        phrase = " ".join(c.peek(number) for number in range(size))
        known = phrase in keywords.PLAIN or phrase in keywords.NUMBERED or phrase in keywords.OF_DAMAGE or phrase == "protection"
        if known or landwalk_quality(phrase) is not None or phrase == "landwalk":
            c.move(size)
            c.take("abilities")
            return HasKeyword(keyword=phrase)
    return None


def landwalk_quality(phrase: str) -> Filter | None:
    """The lands of a landwalk keyword, e.g. of "snow swampwalk", "nonbasic landwalk"."""
    if not phrase.rstrip().endswith("walk") or len(phrase) > 40:
        return None
    *before, last = phrase.split()
    parts: list[Filter] = []
    for word in before:
        positive = word.removeprefix("non")
        found = _word_filter(positive, positive.capitalize())
        if found is None:
            return None
        parts.append(Not(part=found) if positive != word else found)
    land = last.removesuffix("walk")
    if land == "land":
        return both(HasType(type="Land"), *parts) if parts else None
    if land not in LAND_TYPES:
        return None
    return both(HasType(type=LAND_TYPES[land]), *parts)


@rule
def counters(c: Cursor) -> tuple[str | None, int] | None:
    """ "a +1/+1 counter", "three or more judgment counters", "counters": the name and at least how many."""
    amount = bounds(c)
    if amount is not None and (amount[1] is not None or amount[0] < 1):
        return None
    name: str | None = None
    if not c.sees("counter", "counters"):
        if not _names_counters(c.peek()) or c.peek(1) not in ("counter", "counters"):
            if c.peek(2) not in ("counter", "counters") or not keyword_name(c):
                return None
            name = f"{c.tokens[c.at - 2].word} {c.tokens[c.at - 1].word}"
        else:
            name = c.peek()
            c.move()
    if not c.take("counter", "counters"):
        return None
    return name, amount[0] if amount else 1


def _names_counters(word: str) -> bool:
    return (word[:1].isalpha() or "/" in word) and word not in NUMBERS


@rule
def counted(c: Cursor) -> Filter | None:
    """ "a +1/+1 counter on it"."""
    odd = _ODD.get(c.take(*_ODD) or "")
    none = c.take("no") is not None
    found = counters(c)
    if found is None or not c.take("on it", "on them", "on him", "on her", "on that creature", "on ~", "on this creature"):
        return None
    held = HasCounter(counter=found[0], minimum=found[1] if odd is None else 0, odd=odd)
    return Not(part=held) if none else held


_ODD = {"an odd number of": True, "an even number of": False}


@rule
def quantity(c: Cursor, its: Role = "subject") -> Quantity | None:
    """A number that the board tells: "~'s power", "the number of creatures you control", "its toughness".

    `its`: who "its" and "that creature's" mean.
    """
    if c.take("the number of", "the total number of"):
        if c.take("cards in your hand"):
            return PlayerTotal(what="hand", players=YOU)
        if c.take("cards in your graveyard"):
            return PlayerTotal(what="graveyard", players=YOU)
        start = c.at
        found = counters(c)
        if found is not None and c.take("on"):
            of = pointed_at(reference(c))
            if of is not None:
                return CountersOn(of=of, counter=found[0])
        c.at = start
        matching = noun(c)
        return None if matching is None else CountOf(filter=matching)
    if c.take("your life total"):
        return PlayerTotal(what="life", players=YOU)
    if c.take("its", "their", "his", "her", "that creature's"):
        what = c.look_up(_CHARACTERISTICS)
        return CharacteristicOf(characteristic=what, of=its) if what else None
    c.take("the")
    pointed = owner(c)
    whose, what = pointed_at(pointed), c.look_up(_CHARACTERISTICS)
    if whose is None or what is None:
        return None
    if pointed != HOST:
        c.topic = c.mentioned = pointed
    return CharacteristicOf(characteristic=what, of=whose)


@rule
def characteristic(c: Cursor, relative: Role = "subject") -> Filter | None:
    """ "power 2 or less", "toughness greater than its power", "greater power"."""
    comparative = c.take("greater", "lesser", "less")
    if comparative:
        what = c.look_up(_CHARACTERISTICS)
        sign: Comparison = ">" if comparative == "greater" else "<"
        return (
            None
            if what is None
            else Compares(characteristic=what, comparison=sign, than=CharacteristicOf(characteristic=what, of=relative))
        )
    what = c.look_up(_CHARACTERISTICS)
    if what is None:
        return None
    other = c.look_up(_CHARACTERISTICS) if c.take("or", "and/or") else None
    chosen = c.take("x or less", "x or greater", "x", *_THAT_NUMBER) if c.setting.instruction else None
    if chosen is not None:
        return IsUnstated(fact=f"with {what.replace('_', ' ')} {chosen.replace('x', 'X', 1) if chosen[0] == 'x' else chosen}")
    sign_and_amount: tuple[Comparison, Quantity] | None = comparison(c)
    if sign_and_amount is None and (against := relation(c)) is not None:
        amount = quantity(c, its="itself")
        sign_and_amount = None if amount is None else (against, amount)
    if sign_and_amount is None:
        return None
    names = [what] + ([other] if other else [])
    return either([Compares(characteristic=each, comparison=sign_and_amount[0], than=sign_and_amount[1]) for each in names])


_THAT_NUMBER = tuple(
    f"{relative} that number"
    for relative in listed("equal to, less than or equal to, greater than or equal to, less than, greater than")
)


@rule
def _quality(c: Cursor, relative: Role) -> Filter | None:
    return counted(c) or keyword_name(c) or characteristic(c, relative)


@rule
def state(c: Cursor, relative: Role = "subject") -> Filter | None:
    """What a permanent is: "attacking", "attacking alone", "enchanted by an Aura you control", "a Goblin", "tapped or white"."""
    return or_list(c, lambda at: _state(at, relative))


@rule
def _state(c: Cursor, relative: Role) -> Filter | None:
    if c.take("attacking alone"):
        return IsInState(state="attacking alone")
    if c.take("blocking alone"):
        return IsInState(state="blocking alone")
    if c.take("enchanted by"):
        c.take("an", "a")
        auras = noun(c)
        return None if auras is None else EnchantedBy(auras=auras)
    if (same := c.take("attacking the same player or planeswalker", "attacking the same player")) is not None:
        return IsUnstated(fact=same)
    if c.take("attacking"):
        what = targets(c)
        return IsInState(state="attacking") if what is None else AttacksWhat(targets=what)
    if c.take("blocking or blocked by", "blocked by or blocking"):
        other = pointed_at(reference(c))
        if other is None:
            return None
        return either([InCombatWith(relation="blocking", other=other), InCombatWith(relation="blocked by", other=other)])
    for phrase, side in (("blocking", "blocking"), ("blocked by", "blocked by")):
        if c.take(phrase):
            pointed = reference(c)
            if (other := pointed_at(pointed)) is not None:
                return InCombatWith(relation="blocking" if side == "blocking" else "blocked by", other=other)
            return IsInState(state="blocking") if pointed is None and side == "blocking" else None
    if c.take("a", "an"):
        return None if c.sees("permanent") else noun(c, relative)
    return descriptor(c)


@rule
def card_name(c: Cursor) -> str | None:
    """A card's name: capitalised words, with small words between them; or the card's own."""
    if c.take("~"):
        return c.setting.name or "~"
    start = c.at
    last = c.at
    while c.raw()[:1].isupper() or (c.at > start and c.raw() in ("of", "the", "and", "in", "to", "for", "a", ",")):
        c.move()
        if c.tokens[c.at - 1].raw[:1].isupper():
            last = c.at
    c.at = last
    return " ".join(token.raw for token in c.tokens[start:last]).replace(" ,", ",") if last > start else None


@rule
def _after_noun(c: Cursor, relative: Role) -> Filter | None:
    if c.sees("that attack", "that block"):
        return None
    shared = c.take(*_SHARED)
    if shared is not None:
        return _shares(c, _SHARED[shared])
    if (apart := c.take(*_NOT_SHARED)) is not None:
        unlike = _shares(c, _NOT_SHARED[apart])
        return None if unlike is None else Not(part=unlike)
    if (did := c.take(*_EARLIER)) is not None:
        return _EARLIER[did]
    if (among := c.take(*_AMONG_THEMSELVES)) is not None:
        return IsUnstated(fact=among)
    if (unstated := unstated_description(c)) is not None:
        return unstated
    if (whose := controlling(c) or (players(c) if c.take("controlled by") else None)) is not None:
        return ControlledBy(players=whose)
    if c.take("you own but don't control"):
        return both(OwnedBy(players=YOU), Not(part=ControlledBy(players=YOU)))
    if c.take("you control but don't own"):
        return both(ControlledBy(players=YOU), Not(part=OwnedBy(players=YOU)))
    if c.take("but don't own"):
        return Not(part=OwnedBy(players=YOU))
    if c.take("you own"):
        return OwnedBy(players=YOU)
    if c.take("an opponent owns", "your opponents own"):
        return OwnedBy(players=OPPONENTS)
    if c.take("they control") and c.setting.instruction:
        return ControlledBy(players=Players(who="chosen"))
    if c.take("attached to"):
        other = pointed_at(reference(c))
        return None if other is None else AttachedTo(other=other)
    if c.take("on the battlefield"):
        return AllOf()
    if (odd := c.take("with odd", "with even")) is not None:
        what = c.look_up(_CHARACTERISTICS) or c.look_up(_PLURAL)
        return None if what is None else IsOddOrEven(characteristic=what, odd=odd == "with odd")
    if c.take("with base power and toughness"):
        size = c.raw()
        c.move()
        return IsUnstated(fact=f"with base power and toughness {size}") if _SIZE.fullmatch(size) else None
    if c.take("with"):
        return or_list(c, lambda at: _quality(at, relative))
    if c.take("without"):
        found = or_list(c, lambda at: _quality(at, relative))
        return None if found is None else Not(part=found)
    if c.take("that don't have", "that doesn't have"):
        lacked = or_list(c, keyword_name)
        return None if lacked is None else Not(part=lacked)
    if c.take("that have", "that has"):
        return or_list(c, keyword_name)
    if c.take("that aren't", "that isn't"):
        found = state(c, relative)
        return None if found is None else Not(part=found)
    if c.take("that's", "that are"):
        return state(c, relative)
    if c.sees("attacking", "blocking", "enchanted by", "blocked by") and not c.sees("attacking creature"):
        return _state(c, relative)
    if c.take("named"):
        name = card_name(c)
        return None if name is None else IsNamed(name=name)
    if c.take("not named"):
        name = card_name(c)
        return None if name is None else Not(part=IsNamed(name=name))
    if c.take("other than"):
        excepted = reference(c)
        return None if excepted is None else Not(part=excepted)
    return None


def _not_declared(attacked: IsInState, blocked: IsInState) -> Filter:
    declared = AnyOf(parts=(attacked, blocked))
    return IsOnRecord(fact="not declared as an attacking or blocking creature", happened=declared, negated=True)


_ATTACKED, _BLOCKED = IsInState(state="attacked this turn"), IsInState(state="blocked this turn")
_ATTACKED_NOW, _BLOCKED_NOW = IsInState(state="attacked this combat"), IsInState(state="blocked this combat")
_EXERTED = IsInState(state="exerted this turn")
_DAMAGED = {
    "that dealt damage this turn": IsInState(state="dealt damage this turn"),
    "that dealt combat damage this turn": IsInState(state="dealt combat damage this turn"),
    "that dealt damage to a player this turn": IsInState(state="dealt damage to a player this turn"),
    "that dealt combat damage to a player this turn": IsInState(state="dealt combat damage to a player this turn"),
    **{
        phrase: IsInState(state="was dealt damage this turn")
        for phrase in ("that was dealt damage this turn", "that were dealt damage this turn", "dealt damage this turn")
    },
}
_SADDLED_OR_CREWED = listed(
    """
    that saddled it this turn, that crewed it this turn, that saddled ~ this turn, that crewed ~ this turn,
    that crewed this vehicle this turn, that saddled this mount this turn, that saddled this creature this turn
    """
)
"""What is done before combat, as an ability is activated."""
_EARLIER: dict[str, Filter] = {
    "that attacked or blocked this turn": AnyOf(parts=(_ATTACKED, _BLOCKED)),
    "that attacked or blocked this combat": AnyOf(parts=(_ATTACKED_NOW, _BLOCKED_NOW)),
    "that blocked this combat": _BLOCKED_NOW,
    "that haven't attacked this turn": Not(part=_ATTACKED),
    "that hasn't attacked this turn": Not(part=_ATTACKED),
    "that haven't blocked this turn": Not(part=_BLOCKED),
    "that hasn't blocked this turn": Not(part=_BLOCKED),
    "that were blocked this turn": IsInState(state="was blocked this turn"),
    "that was blocked this turn": IsInState(state="was blocked this turn"),
    "that were blocked this combat": IsInState(state="was blocked this combat"),
    "that was blocked this combat": IsInState(state="was blocked this combat"),
    "exerted this turn": _EXERTED,
    "that was exerted this turn": _EXERTED,
    "that were exerted this turn": _EXERTED,
    "that haven't been exerted this turn": Not(part=_EXERTED),
    "that hasn't been exerted this turn": Not(part=_EXERTED),
    "that entered the battlefield this turn": IsInState(state="entered this turn"),
    "that didn't enter this turn": Not(part=IsInState(state="entered this turn")),
    "that didn't enter the battlefield this turn": Not(part=IsInState(state="entered this turn")),
    "that wasn't declared as an attacker this turn": Not(part=_ATTACKED),
    "that weren't declared as attackers this turn": Not(part=_ATTACKED),
    "not declared as attackers this turn": Not(part=_ATTACKED),
    "that attacked with exactly one other creature this combat": IsInState(
        state="attacked with exactly one other creature this combat"
    ),
    **{phrase: IsOnRecord(fact=phrase, happened=state, complete=False) for phrase, state in _DAMAGED.items()},
    **{phrase: IsUnstated(fact=phrase) for phrase in _SADDLED_OR_CREWED},
    "that came under your control this turn": both(IsInState(state="came under control this turn"), ControlledBy(players=YOU)),
    "that attacked this turn": IsInState(state="attacked this turn"),
    "that attacked during their controller's last turn": IsInState(state="attacked during its controller's last turn"),
    "that attacked during its controller's last turn": IsInState(state="attacked during its controller's last turn"),
    "that didn't attack during their controller's last turn": Not(
        part=IsInState(state="attacked during its controller's last turn")
    ),
    "that didn't attack during its controller's last turn": Not(
        part=IsInState(state="attacked during its controller's last turn")
    ),
    "that attacked this combat": IsInState(state="attacked this combat"),
    "that blocked this turn": IsInState(state="blocked this turn"),
    "that entered this turn": IsInState(state="entered this turn"),
    "that didn't attack this turn": Not(part=IsInState(state="attacked this turn")),
    "that weren't declared as attacking or blocking creatures this combat": _not_declared(_ATTACKED_NOW, _BLOCKED_NOW),
    "not declared as an attacking or blocking creature this turn": _not_declared(_ATTACKED, _BLOCKED),
    "not declared as an attacking or blocking creature this combat": _not_declared(_ATTACKED_NOW, _BLOCKED_NOW),
    "not declared as attackers or blockers this turn": _not_declared(_ATTACKED, _BLOCKED),
    "not declared as attackers or blockers this combat": _not_declared(_ATTACKED_NOW, _BLOCKED_NOW),
    "not declared as an attacker this turn": Not(part=IsInState(state="attacked this turn")),
    "not declared as an attacker this combat": Not(part=IsInState(state="attacked this combat")),
    "that wasn't declared as an attacker this combat": Not(part=IsInState(state="attacked this combat")),
    "that weren't declared as attackers this combat": Not(part=IsInState(state="attacked this combat")),
    "not declared as attackers this combat": Not(part=IsInState(state="attacked this combat")),
    "that didn't block this turn": Not(part=IsInState(state="blocked this turn")),
}

_AMONG_THEMSELVES = listed(
    """
    that share a creature type, that share a color, that share a card type, that all share a creature type, with different names,
    with different controllers, with the same name
    """
)
"""What is said of the permanents chosen, compared with each other."""


@rule
def _greatest(c: Cursor, said: Filter) -> Filter | None:
    """ "with the greatest power among creatures you control", "with the greatest power or tied for the greatest power".

    `said` is what was said before of the permanents: it is the greatest among these, where nothing else is named.
    """
    least = c.take("with the least") is not None
    if not least and not c.take("with the greatest", "with the highest"):
        return None
    what = c.look_up(_CHARACTERISTICS)
    if what is None:
        return None
    if least:
        few = noun(c) if c.take("among") else said
        smallest = None if few is None else GreatestPower(filter=few, characteristic=what, least=True)
        return None if smallest is None else Compares(characteristic=what, comparison="<=", than=smallest)
    word = c.tokens[c.at - 1].word
    c.take(f"or tied for the greatest {word}", f"or tied for greatest {word}")
    among = noun(c) if c.take("among") else said
    return None if among is None else _as_great(what, among)


def _as_great(what: Characteristic, among: Filter) -> Filter:
    return Compares(characteristic=what, comparison=">=", than=GreatestPower(filter=among, characteristic=what))


_Shared = type[SharesColor] | type[SharesCreatureType] | type[SharesName]
_SHARED: dict[str, _Shared] = {
    "that share a color with": SharesColor,
    "that shares a color with": SharesColor,
    "that share a creature type with": SharesCreatureType,
    "that shares a creature type with": SharesCreatureType,
    "with the same name as": SharesName,
}


_NOT_SHARED: dict[str, _Shared] = {
    "that don't share a color with": SharesColor,
    "that doesn't share a color with": SharesColor,
    "that don't share a creature type with": SharesCreatureType,
    "that doesn't share a creature type with": SharesCreatureType,
}


def _shares(c: Cursor, how: _Shared) -> Filter | None:
    mentioned = c.mentioned
    other = pointed_at(reference(c))
    c.mentioned = mentioned
    return None if other is None else how(other=other)


@rule
def noun(c: Cursor, relative: Role = "subject") -> Filter | None:
    """Permanents: descriptors, a noun, and what follows it; nouns may be joined.

    What is joined shares what follows ("Goblins and Orcs you control"), but for "with …": where it would be open how
    far that reaches, the phrase isn't read.
    """
    if c.nested == DEEPEST:
        c.too_deep = True
        return None
    c.nested += 1
    try:
        return _noun(c, relative)
    finally:
        c.nested -= 1


DEEPEST = 3
"""Descriptions within descriptions: "creatures with power less than the number of Islands you control" are two."""


def _noun(c: Cursor, relative: Role) -> Filter | None:
    other = Not(part=_other_than(c)) if c.take("other", "another") else None
    heads = [head] if (head := kind(c)) is not None else []
    if not heads:
        return None
    after = _modifiers(c, relative, heads[0])
    parts = [both(*heads, *after)]
    shared: list[Filter] = []
    settled = (c.at, 1)  # a comma joins only where a conjunction follows later
    while not shared:
        start = c.at
        joined = c.take(*CONJUNCTIONS, ",")
        if joined and not joined.endswith("and"):
            c.take("a", "an")
        another = kind(c) if joined else None
        if another is None:
            c.at = start
            break
        follows = _modifiers(c, relative, another)
        if follows and not after:
            if not all(isinstance(each, ControlledBy | OwnedBy) for each in follows):
                if another != _CREATURE or not all(map(_is_of_creatures, parts)):
                    return None
                parts.append(both(another, *follows))  # "Walls and/or creatures with flying": not said of the Walls
                settled = settled if joined == "," else (c.at, len(parts))
                break
            shared = follows
            parts.append(another)
        else:
            parts.append(both(another, *follows))
        if joined != ",":
            settled = (c.at, len(parts))
    if c.at != settled[0]:
        c.at = settled[0]
        shared = []
    found = both(either(_sharing(parts[: settled[1]])), *shared)
    return both(found, other) if other is not None else found


def _other_than(c: Cursor) -> Filter:
    """Who "other creatures" aren't: what was named last, or the source where that was only described ("your commander")."""
    return THIS if c.mentioned is None or isinstance(c.mentioned, AllOf) else c.mentioned


def _is_of_creatures(filter: Filter) -> bool:
    """Whether it is a subtype, or names creatures itself: "Walls", "artifact creatures"."""
    if isinstance(filter, AllOf):
        return _CREATURE in filter.parts
    return isinstance(filter, HasType) and filter.type not in CARD_TYPES.values()


def _sharing(parts: list[Filter]) -> list[Filter]:
    """What is said before the first of several subtypes is said of each: "attacking Cleric, Rogue, or Wizard"."""
    first = parts[0]
    if len(parts) == 1 or not isinstance(first, AllOf) or not first.parts:
        return parts
    *said, last = first.parts
    types = [last, *parts[1:]]
    if any(isinstance(each, HasType) for each in said) or not all(isinstance(each, HasType) for each in types):
        return parts
    if len({_is_card_type(each) for each in types}) > 1:
        return parts  # "red creatures and Goblins": these aren't said to be red
    return [both(*said, each) for each in types]


def _is_card_type(part: Filter) -> bool:
    return isinstance(part, HasType) and part.type in CARD_TYPES.values()


def _modifiers(c: Cursor, relative: Role, head: Filter) -> list[Filter]:
    found: list[Filter] = []
    while (another := _greatest(c, both(head, *found)) or _after_noun(c, relative)) is not None:
        found.append(another)
    return found


@rule
def permanents(c: Cursor, relative: Role = "subject") -> Filter | None:
    """Any description of permanents: a reference, "a …", "each …", "all …", "target …", or a bare plural."""
    found = reference(c)
    if found is not None:
        start = c.at
        if c.take("or", "and/or", "and") and (second := reference(c) or targeted(c)) is not None:
            return either([found, second])
        c.at = start
        if c.take("or another", "or an", "or a", "and other", "or other") and (second := noun(c, relative)) is not None:
            return either([found, second])
        c.at = start
        if c.take("and") and not c.sees("other", "another") and not _one(c) and (second := noun(c, relative)) is not None:
            return either([found, second])
        c.at = start
        return found
    if c.setting.instruction and (found := targeted(c)) is not None:
        start = c.at
        if c.take("and each", "and all") and c.sees("other") and (others := noun(c, relative)) is not None:
            return either([found, others])
        c.at = start
        return found
    if c.take("each of those"):
        return SUBJECT if c.setting.instruction else None
    if c.sees(*_THE_GREATEST):
        c.move()  # who is the greatest, or is tied for it
    elif not c.take("a", "an", "each", "all", "any", "every") and _one(c):
        return None  # "enchanted creature" is the one that the Aura enchants
    found = noun(c, relative)
    if found is not None:
        c.mentioned = SUBJECT
    return found


_THE_GREATEST = ("the creature with the greatest", "the creature with the highest")


def _one(c: Cursor) -> bool:
    """Whether a singular comes next, and not "another"."""
    start = c.at
    if c.take("another"):
        c.at = start
        return False
    c.take("other")
    singular = kind(c) is not None and c.tokens[c.at - 1].word in SINGULAR
    c.at = start
    return singular


@rule
def targeted(c: Cursor) -> Filter | None:
    """ "target creature", "up to two other target creatures an opponent controls"."""
    if not c.setting.instruction:
        return None
    c.take("each of")
    c.take("up to", "any number of")
    if c.take("one or two", "one, two, or three", "one or more", "x"):
        pass
    elif not c.sees("target", "other target", "another target"):
        bounds(c)
    other = bool(c.take("other", "another"))
    if not c.take("target"):
        return None
    found = noun(c)
    if found is None:
        return None
    than, c.mentioned = c.mentioned or THIS, SUBJECT
    return IsTarget(permanents=both(found, Not(part=than)) if other else found)


def whose(c: Cursor) -> Players | None:
    """Some players, where a sentence starts with them."""
    return players(c)
