"""Conditions: what must hold for an ability to do something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...events.abilities import (
    THIS,
    AllOf,
    AttachedTo,
    AttacksWhat,
    CardCount,
    Compares,
    Comparison,
    Condition,
    ControlledBy,
    CountOf,
    DifferentPowers,
    Either,
    Every,
    Exists,
    Extremum,
    Filter,
    FirstCombat,
    HasCounter,
    HasDesignation,
    HasType,
    InCombatWith,
    IsDesignated,
    IsInState,
    Matches,
    MostControlled,
    Not,
    OnRecord,
    Players,
    PlayerTotal,
    Quantity,
    QuantityCompares,
    SomePlayer,
    Targets,
    TotalPower,
    TurnOf,
    Unless,
    Unstated,
)
from .cursor import Cursor, rule
from .descriptors import CREATURE, DESIGNATIONS
from .filters import CHARACTERISTICS, counters, noun, quality, state
from .history import on_record
from .logic import both, either
from .numbers import bounds, comparison, relation
from .numbers import number as _number
from .players import ANY, DEFENDING, OPPONENTS, OTHERS, TEAM, YOU, asked_of_players, players, said_of_a_player, targets
from .quantities import COUNTED, quantity
from .references import CONTRACTED, being, means_several, pointed_at, reference
from .tables import words
from .unstated import unstated_condition

# Designations are stated with the board or not there; they belong to permanents, players or the turn.
_DESIGNATIONS = {
    "you're the monarch": "monarch",
    "you are the monarch": "monarch",
    "you have the city's blessing": "city's blessing",
    "you have the initiative": "initiative",
    "you have max speed": "max speed",
    "you have an enduring story": "enduring story",
    "you have a full party": "full party",
    "it's night": "night",
    "it's day": "day",
    "saddled": "saddled",
}


@rule
def condition(c: Cursor) -> Condition | None:
    """A condition, or several joined by "and" or "or"; where only the card's words tell it, in these."""
    start, mentioned = c.at, c.mentioned
    found = _joined(c)
    if found is not None and (c.ended or c.peek() in _AFTER):
        joint = c.at
        joined = c.take("and", "or")
        more = unstated_condition(c) if joined else None
        if more is not None:
            return Every(parts=(found, more)) if joined == "and" else Either(parts=(found, more))
        c.at = joint
        return found
    stopped, after, derivations = c.at, c.mentioned, list(c.read)
    c.at, c.mentioned = start, mentioned
    unstated = unstated_condition(c)
    if unstated is not None:
        if any(token.word == "~" or _is_this(c, at) for at, token in enumerate(c.tokens[start : c.at], start)):
            c.mentioned = c.mentioned or THIS  # "as long as ~ hasn't dealt damage yet, it …"
        joint = c.at
        beside = _joined(c) if c.take("and") else None
        if beside is not None:
            return Every(parts=(beside, unstated))
        c.at = joint
        return unstated
    c.at, c.mentioned = (stopped, after) if found is not None else (start, mentioned)
    c.derivations[:] = derivations
    return found


asked_of_players.define(condition)


def _is_this(c: Cursor, at: int) -> bool:
    return c.tokens[at].word == "this" and at + 1 < len(c.tokens) and c.tokens[at + 1].word in ("creature", "permanent", "token")


_AFTER = words(", and or instead until this as")


@rule
def _joined(c: Cursor) -> Condition | None:
    """One condition, or two joined by "and" or "or"."""
    first = _single(c)
    if first is None:
        return None
    start = c.at
    if c.take("and if", "and"):
        second = _single(c)
        if second is not None:
            return Every(parts=(first, second))
    elif c.take("or if", "or"):
        second = _single(c)
        if second is not None:
            return Either(parts=(first, second))
    c.at = start
    return first


_OF_OTHERS = {
    "defending player is the monarch": ("monarch", DEFENDING),
    "the defending player is the monarch": ("monarch", DEFENDING),
    "an opponent is the monarch": ("monarch", OPPONENTS),
    "defending player has the initiative": ("initiative", DEFENDING),
    "an opponent has the initiative": ("initiative", OPPONENTS),
}


@rule
def _single(c: Cursor) -> Condition | None:
    """One condition, without "and" and "or"."""
    if (of_others := c.look_up(_OF_OTHERS, words=6)) is not None:
        return HasDesignation(designation=of_others[0], players=of_others[1])
    if (designation := c.look_up(_DESIGNATIONS, words=6)) is not None:
        return HasDesignation(designation=designation)
    for reading in READINGS:
        found = reading(c)
        if found is not None:
            return found
    return None


@rule
def _life(c: Cursor) -> Condition | None:
    """ "no opponent has more life than that player", "you have more life than an opponent"."""
    if c.take("you have the most life or are tied for most life", "you have the most life or are tied for the most life"):
        return _compare_life(YOU, ">=", ANY)
    sign: Comparison = ">"
    if c.take("no opponent has more life than", "no other opponent has more life than"):
        who, sign = OPPONENTS, "<="
    else:
        found = players(c)
        if found is None or not c.take("has more life than", "have more life than"):
            return None
        who = found
    each = c.peek() == "each"
    other = DEFENDING if c.take("that player", "that that player") else players(c)
    return None if other is None else _compare_life(who, sign, other, each)


def _compare_life(who: Players, sign: Comparison, other: Players, each: bool = False) -> Condition:
    """One of several opponents is enough for "more", and none may have more for "no more"; "than each" is than all of them."""
    least: Literal["least", "greatest"] = "least" if sign == ">" and not each else "greatest"
    return QuantityCompares(
        quantity=PlayerTotal(what="life", players=who, over="greatest" if who == OPPONENTS else "sum"),
        comparison=sign,
        than=PlayerTotal(what="life", players=other, over=least if other in (OPPONENTS, ANY) else "sum"),
    )


_YOURS = Targets(players=YOU, planeswalkers=YOU, battles=YOU)
_ATTACKED_THEN = Exists(filter=both(CREATURE, AttacksWhat(targets=Targets(players=DEFENDING))))
_LEFT_ALONE = Every(parts=(Unless(part=TurnOf(players=DEFENDING)), Unless(part=_ATTACKED_THEN)))
"""Of a player, read as the defending one: it isn't their turn, and nobody attacks them."""
_FIXED: dict[str, Condition] = {
    "that player has another opponent who isn't being attacked": SomePlayer(
        players=OTHERS.model_copy(update={"where": _LEFT_ALONE})
    ),
    "you're the defending player": Matches(role="subject", filter=AttacksWhat(targets=_YOURS)),
    "no other creatures are attacking that player": Exists(
        filter=both(CREATURE, AttacksWhat(targets=Targets(players=DEFENDING))), minimum=0, maximum=1
    ),
    "~ is in the command zone or on the battlefield": Matches(role="source", filter=AllOf()),
    "they control it": Unstated(fact="they control it"),
    "they aren't attacking you": Unless(part=Exists(filter=both(CREATURE, AttacksWhat(targets=Targets(players=YOU))))),
}


@rule
def _fixed(c: Cursor) -> Condition | None:
    """Conditions that are always worded alike."""
    phrase = c.take(*_FIXED)
    return None if phrase is None else _FIXED[phrase]


@rule
def _of_those(c: Cursor) -> Condition | None:
    """ "two or more of those creatures are attacking you", "they attacked you and/or a planeswalker you control"."""
    least = 1
    if not c.take("they attacked"):
        amount = bounds(c)
        if (
            amount is None
            or amount[1] is not None
            or not c.take("of those creatures are attacking", "of those creatures attacked")
        ):
            return None
        least = amount[0]
    at_what = targets(c)
    if at_what is None:
        return None
    return Exists(filter=both(CREATURE, AttacksWhat(targets=at_what)), minimum=least)


@rule
def _turn(c: Cursor) -> Condition | None:
    """ "it's your turn", "it isn't your turn", "it's the first combat phase of the turn"."""
    if c.take("it's the first combat phase of the turn"):
        return FirstCombat()
    if c.take("it's the first combat phase of your turn"):
        return Every(parts=(FirstCombat(), TurnOf(players=YOU)))
    if c.take("it's your turn"):
        return TurnOf(players=YOU)
    if c.take("it isn't your turn", "it's not your turn"):
        return Unless(part=TurnOf(players=YOU))
    if c.take("it's an opponent's turn"):
        return TurnOf(players=OPPONENTS)
    return None


def _count(number: Quantity, amount: tuple[int, int | None]) -> Condition:
    least, most = amount
    if most is None:
        return QuantityCompares(quantity=number, comparison=">=", than=least)
    return QuantityCompares(quantity=number, comparison="=" if least == most else "<=", than=most)


@rule
def _cards(c: Cursor) -> Condition | None:
    """Cards in hand or graveyard."""
    there = bool(c.take("there are", "there is", "there's"))
    who = None if there else players(c)
    if who is not None and not c.take("have", "has"):
        return None
    if who is not None and who.who in _SEVERAL:
        return None  # one by one
    if who is not None and c.take("more cards in hand than"):
        each, other = c.peek() == "each", players(c)
        if other is None:
            return None
        mine = PlayerTotal(what="hand", players=who)
        return _than(other, each, lambda one: QuantityCompares(quantity=mine, comparison=">", than=_hand(one)))
    amount = bounds(c)
    if amount is None or not c.take("cards", "card"):
        return None
    if not there and who is None and not c.take("are", "is"):
        return None
    if c.take("in your graveyard"):
        total = PlayerTotal(what="graveyard", players=YOU)
    elif c.take("in hand", "in your hand", "in their hand") and who is not None:
        total = PlayerTotal(what="hand", players=who)
    elif c.take("in their graveyard") and who is not None:
        total = PlayerTotal(what="graveyard", players=who)
    elif c.take("in your hand"):
        total = PlayerTotal(what="hand", players=YOU)
    else:
        return None
    return _count(total, amount)


def _hand(players: Players) -> PlayerTotal:
    return PlayerTotal(what="hand", players=players)


_SEVERAL = ("any", "opponents", "others")


def _than(other: Players, each: bool, compared: Callable[[Players], Condition]) -> Condition:
    """A comparison with a player: where several may be meant, with one of them, or with each."""
    return _quantified(other, each, compared(DEFENDING)) if other.who in _SEVERAL else compared(other)


def _quantified(who: Players, each: bool, holds: Condition) -> Condition:
    """That it holds of one of the players, or of each, as of a defending player."""
    if each:
        return Unless(part=SomePlayer(players=who.model_copy(update={"where": Unless(part=holds)})))
    return SomePlayer(players=who.model_copy(update={"where": holds}))


_QUANTIFIED: dict[str, tuple[Players, bool]] = {
    "an opponent": (OPPONENTS, False),
    "any opponent": (OPPONENTS, False),
    "one of your opponents": (OPPONENTS, False),
    "a player": (ANY, False),
    "another player": (OTHERS, False),
    "each opponent": (OPPONENTS, True),
    "each of your opponents": (OPPONENTS, True),
    "each player": (ANY, True),
    "each other player": (OTHERS, True),
    "no opponent": (OPPONENTS, False),
    "no opponents": (OPPONENTS, False),
    "no player": (ANY, False),
}


@rule
def _one_by_one(c: Cursor) -> Condition | None:
    """ "an opponent controls four or more creatures", "each opponent has two or more cards in hand": of players one by one."""
    phrase = c.take(*_QUANTIFIED)
    if phrase is None:
        return None
    who, each = _QUANTIFIED[phrase]
    said = said_of_a_player(c, lambda asked: _cards(asked) or _controls(asked))
    if said is None or isinstance(said, Matches):
        return None
    if isinstance(said, Exists) and (said.minimum, said.maximum) == (1, None) and not each:
        return None  # one of any of them will do
    found = _quantified(who, each, said)
    return Unless(part=found) if phrase.startswith("no ") else found


@rule
def _there_is(c: Cursor) -> Condition | None:
    """ "there are five or more Islands on the battlefield", "an enchantment is on the battlefield"."""
    there = bool(c.take("there are", "there is", "there's"))
    if there and (number := c.take("an odd number of", "an even number of")) is not None:
        name = counters(c)
        on = reference(c) if name is not None and c.take("on") else None
        if name is None or on is None:
            return None
        return being(on, HasCounter(counter=name[0], minimum=0, odd="odd" in number))
    amount = (1, None) if c.sees("another") else bounds(c)
    if amount is None:
        return None
    if there and (held := _counters_on(c, amount)) is not None:
        return held
    matching = noun(c)
    if matching is None:
        return None
    end = c.tokens[c.at - 1].word
    if not there and not c.take("is on the battlefield", "are on the battlefield"):
        return _being_somewhere(c, matching, amount)
    if there and end != "battlefield":
        return None
    return Exists(filter=matching, minimum=amount[0], maximum=amount[1])


def _counters_on(c: Cursor, amount: tuple[int, int | None]) -> Condition | None:
    """After "there are": "three or more charge counters on it"."""
    name = counters(c)
    on = reference(c) if name is not None and c.take("on") else None
    if name is None or on is None:
        return None
    least, most = amount
    enough = HasCounter(counter=name[0], minimum=least) if least else AllOf()
    return being(on, enough if most is None else both(enough, Not(part=HasCounter(counter=name[0], minimum=most + 1))))


@rule
def _being_somewhere(c: Cursor, matching: Filter, amount: tuple[int, int | None]) -> Condition | None:
    """ "a creature has a -1/-1 counter on it", "a creature is attacking you"."""
    more: Filter | None = None
    if c.take("has", "have"):
        more = quality(c)
    elif c.take("is", "are"):
        more = state(c)
    if more is None:
        return None
    return Exists(filter=both(matching, more), minimum=amount[0], maximum=amount[1])


@rule
def _counted(c: Cursor) -> Condition | None:
    """ "there are four or more card types among cards in your graveyard", "there are three or more colors among …"."""
    start = c.at
    amount = bounds(c) if c.take("there are", "there is", "there's") else None
    number = None if amount is None else COUNTED(c)
    if amount is None or number is None or isinstance(number, CountOf):
        return None
    holds = _count(number, amount)
    if not isinstance(number, CardCount):
        return holds
    return OnRecord(fact=" ".join(token.raw for token in c.tokens[start : c.at]), happened=holds)


@rule
def _different_powers(c: Cursor) -> Condition | None:
    """ "you control three or more creatures with different powers"."""
    if not c.take("you control"):
        return None
    amount = bounds(c)
    if amount is None or not c.take("creatures with different powers"):
        return None
    mine = both(CREATURE, ControlledBy(players=YOU))
    return _count(DifferentPowers(filter=mine), amount)


@rule
def _controls(c: Cursor) -> Condition | None:
    """ "you control an artifact", "defending player controls no untapped lands", "you control more lands than they do"."""
    negative = bool(c.take("you don't control"))
    who: Players | None = YOU if negative else None
    no_one = False
    together = c.sees("your opponents", "players", "opponents")
    if who is None:
        if c.take("no opponent controls", "no opponents control"):
            who, no_one = OPPONENTS, True
        else:
            each = c.peek() == "each"
            who = TEAM if c.take("your team") else players(c)
            if who == DEFENDING and c.take("doesn't control"):
                negative = True
            elif who is None or not c.take("control", "controls") or each:
                return None
    if not negative and (found := _more(c, who)) is not None:
        return found
    pointed = reference(c)
    if pointed is not None:
        return being(pointed, ControlledBy(players=who))
    single = c.sees("another") or (c.sees("the creature with the greatest", "the creature with the highest") and c.take("the"))
    if who in (YOU, DEFENDING) and not negative and (most := _most(c, who)) is not None:
        return most
    amount = (1, None) if single else bounds(c)
    if amount is None:
        return None
    matching = noun(c)
    if matching is None:
        return None
    if who.who in _SEVERAL and amount != (1, None) and not together:
        return None  # one by one
    found = Exists(filter=both(matching, ControlledBy(players=who)), minimum=amount[0], maximum=amount[1])
    start = c.at
    if c.take("and", "or") and (more := bounds(c)) is not None and (second := noun(c)) is not None:
        parts = (found, Exists(filter=both(second, ControlledBy(players=who)), minimum=more[0], maximum=more[1]))
        joined: Condition = Every(parts=parts) if c.tokens[start].word == "and" else Either(parts=parts)
        return Unless(part=joined) if negative or no_one else joined
    c.at = start
    return Unless(part=found) if negative or no_one else found


@rule
def _most(c: Cursor, who: Players) -> Condition | None:
    """ "[you control] the most creatures or are tied for the most": as many as each other player."""
    matching = noun(c) if c.take("the most") else None
    if matching is None or not c.take("or are tied for the most", "or is tied for the most", "or tied for the most"):
        return None
    if who != YOU:
        theirs = CountOf(filter=both(matching, ControlledBy(players=who)))
        return QuantityCompares(quantity=theirs, comparison=">=", than=MostControlled(filter=matching))
    mine, theirs = (CountOf(filter=both(matching, ControlledBy(players=who))) for who in (YOU, DEFENDING))
    return _quantified(OTHERS, True, QuantityCompares(quantity=mine, comparison=">=", than=theirs))


@rule
def _more(c: Cursor, who: Players) -> Condition | None:
    """ "[you control] more lands than defending player"."""
    sign = c.take("more", "fewer")
    if sign is None:
        return None
    matching = noun(c)
    if matching is None or not c.take("than"):
        return None
    start = c.at
    each, other = c.peek() == "each", players(c)
    if other is None or other.who not in ("defending", "active", "you", *_SEVERAL) or who.who in _SEVERAL:
        return None
    c.pass_over(start, "another form")
    c.filler("controls", "control", "does", "do")
    comparison_sign: Comparison = ">" if sign == "more" else "<"
    mine = CountOf(filter=both(matching, ControlledBy(players=who)))

    def compared(one: Players) -> Condition:
        theirs = CountOf(filter=both(matching, ControlledBy(players=one)))
        return QuantityCompares(quantity=mine, comparison=comparison_sign, than=theirs)

    return _than(other, each, compared)


@rule
def _attacked(c: Cursor) -> Condition | None:
    """ "you attacked with creatures with total power 6 or greater this combat"."""
    if c.take("you attacked with creatures with total power"):
        amount = comparison(c)
        if amount is None or not c.take("this combat"):
            return None
        mine = both(HasType(type="Creature"), IsInState(state="attacking"), ControlledBy(players=YOU))
        return QuantityCompares(quantity=TotalPower(filter=mine), comparison=amount[0], than=amount[1])
    return None


@rule
def _poisoned(c: Cursor) -> Condition | None:
    """ "defending player is poisoned", "you're poisoned": with one or more poison counters (810.10d)."""
    several = c.sees("each") is not None
    who = YOU if c.sees("you're") else players(c)
    if who is None or several or not c.take("is poisoned", "are poisoned", "you're poisoned"):
        return None
    return QuantityCompares(quantity=PlayerTotal(what="poison", players=who, over="greatest"), comparison=">=", than=1)


@rule
def _poison_counters(c: Cursor) -> Condition | None:
    """ "an opponent has three or more poison counters": one of several has; "each opponent has" is said of them one by one."""
    several = c.sees("each", "no") is not None
    who = players(c)
    if who is None or several or not c.take("has", "have"):
        return None
    amount = bounds(c)
    if amount is None or not c.take("poison counters", "poison counter") or (who.who in _SEVERAL and amount[1] is not None):
        return None
    return _count(PlayerTotal(what="poison", players=who, over="greatest"), amount)


@rule
def _player_numbers(c: Cursor) -> Condition | None:
    """ "you have 5 or less life", "creatures you control have total power 8 or greater"."""
    start = c.at
    who = players(c)
    if who is not None and who.who in ("you", "defending", "enchanted", "chosen", "each") and c.take("have", "has", "had"):
        amount = comparison(c)
        if amount is not None and c.take("life"):
            return QuantityCompares(quantity=PlayerTotal(what="life", players=who), comparison=amount[0], than=amount[1])
    c.at = start
    if c.take("an opponent has") and (amount := comparison(c)) is not None and c.take("life") and amount[0] != "=":
        extreme = PlayerTotal(what="life", players=OPPONENTS, over="least" if amount[0] == "<=" else "greatest")
        return QuantityCompares(quantity=extreme, comparison=amount[0], than=amount[1])
    c.at = start
    matching = noun(c)
    if matching is not None and c.take("have total power"):
        amount = comparison(c)
        if amount is not None:
            return QuantityCompares(quantity=TotalPower(filter=matching), comparison=amount[0], than=amount[1])
    return None


@rule
def _permanent(c: Cursor) -> Condition | None:
    """ "it's attacking alone", "~ has a counter on it", "enchanted creature is green"."""
    contracted = c.sees(*CONTRACTED)
    if contracted:
        c.move()
        if c.mentioned is None:
            return None
        c.derive("it", c.at - 1, len(c.derivations), c.mentioned)
        return _fighting(c, c.mentioned) or _is(c, c.mentioned)
    possessive = _possessive(c)
    if possessive is not None:
        return possessive
    start = c.at
    subject = reference(c)
    if subject is None:
        return None
    if _verb(c, "is enchanted by", "are enchanted by") and (one := pointed_at(subject)) is not None:
        amount = None if c.sees("a", "an") else bounds(c)
        auras = noun(c) if amount is not None else None
        if amount is not None and auras is not None:
            attached = both(auras, AttachedTo(other=one))
            return Exists(filter=attached, minimum=amount[0], maximum=amount[1])
        c.at = start
        _ = reference(c)
    if c.take("remains on the battlefield"):
        return being(subject, AllOf())
    if c.take("remains tapped"):
        return being(subject, IsInState(state="tapped"))
    if _verb(c, "is", "are"):
        return _fighting(c, subject) or _is(c, subject)
    if _verb(c, "isn't", "aren't"):
        found = None if means_several(subject) else _is(c, subject)
        return None if found is None else Unless(part=found)
    if c.take("doesn't have", "don't have") or _verb(c, "has no", "have no"):
        held = quality(c)
        return None if held is None else being(subject, Not(part=held))
    if _verb(c, "has", "have"):
        held = _extreme(c) or quality(c)
        return None if held is None else being(subject, held)
    return None


@rule
def _extreme(c: Cursor) -> Filter | None:
    """ "[has] the greatest power among creatures you control", "the least toughness or is tied for least toughness among …"."""
    found: Filter | None = None
    for most, least in (("greatest", False), ("highest", False), ("least", True), ("lowest", True)):
        if not c.take(f"the {most}"):
            continue
        what = c.look_up(CHARACTERISTICS)
        said = {"power": "power", "toughness": "toughness", "mana_value": "mana value"}.get(what or "")
        start = c.at
        if c.take(*(f"or is tied for {the}{most} {said}" for the in ("", "the "))):
            c.pass_over(start, "tied")
        among = noun(c) if said is not None and c.take("among") else None
        if among is not None and what in ("power", "toughness", "mana_value"):
            extreme = Extremum(filter=among, characteristic=what, least=least)
            found = both(among, Compares(characteristic=what, comparison="<=" if least else ">=", than=extreme))
        break
    return found


_PAST = {"is": "was", "are": "were", "isn't": "wasn't", "aren't": "weren't", "has": "had", "have": "had"}


def _verb(c: Cursor, *phrases: str) -> str | None:
    """One of the phrases, which begin with verbs; in the past, too, where that is asked of what is gone, as it last was."""
    told = (" ".join((_PAST[verb], *rest)) for verb, *rest in map(str.split, phrases))
    return c.take(*phrases, *(told if c.past else ()))


_SIDES: dict[str, tuple[Literal["blocking", "blocked by"], ...]] = {
    "blocking or blocked by": ("blocking", "blocked by"),
    "blocked by": ("blocking",),
    "blocking": ("blocked by",),
}
"""What somebody is to a creature that is one of these to it."""


@rule
def _fighting(c: Cursor, subject: Filter) -> Condition | None:
    """ "is blocking or blocked by a Goblin or Orc"."""
    one, side = pointed_at(subject), c.take(*_SIDES)
    if one is None or side is None or not c.take("a", "an"):
        return None
    others = noun(c)
    met = either([InCombatWith(relation=each, other=one) for each in _SIDES[side]])
    return None if others is None else Exists(filter=both(others, met))


@rule
def _is(c: Cursor, subject: Filter) -> Condition | None:
    """ "attacking alone", "not tapped", "your Ring-bearer", "monstrous": what is said of it after "is"."""
    negative = bool(c.take("not"))
    if negative and means_several(subject):
        return None
    if c.take("your ring-bearer"):
        found: Condition = being(subject, both(IsDesignated(designation="Ring-bearer"), ControlledBy(players=YOU)))
    elif (designation := _designation(c)) is not None:
        own = subject == THIS
        found = HasDesignation(designation=designation) if own else being(subject, IsDesignated(designation=designation))
    elif c.take("on the battlefield"):
        found = being(subject, AllOf())
    elif subject == THIS and c.take("attached to"):
        c.filler("a", "an")
        host = noun(c)
        if host is None:
            return None
        found = Matches(role="host", filter=host)
    else:
        what = state(c)
        if what is None:
            return None
        found = being(subject, what)
    return Unless(part=found) if negative else found


def _designation(c: Cursor) -> str | None:
    """ "monstrous", "face down": what a permanent is designated as."""
    if c.take("face down"):
        return "face-down"
    word = c.peek()
    if word not in DESIGNATIONS or word == "commander":
        return None
    c.move()
    return word


@rule
def _possessive(c: Cursor) -> Condition | None:
    """ "~'s power is 5 or greater", "its toughness is greater than its power"."""
    number = quantity(c, its=pointed_at(c.mentioned) or "subject")
    if number is None or not _verb(c, "is"):
        return None
    return _compared(c, number)


@rule
def _compared(c: Cursor, number: Quantity) -> Condition | None:
    """ "[is] 5 or greater", "[is] greater than its power"."""
    amount = comparison(c)
    if amount is not None:
        return QuantityCompares(quantity=number, comparison=amount[0], than=amount[1])
    against = relation(c)
    other = quantity(c) or _number(c) if against else None
    if against is None or other is None:
        return None
    return QuantityCompares(quantity=number, comparison=against, than=other)


@rule
def _quantities(c: Cursor) -> Condition | None:
    """ "your life total is 5 or less", "the number of lands you control is greater than …"."""
    number = quantity(c, its=pointed_at(c.mentioned) or "subject")
    return _compared(c, number) if number is not None and c.take("is") else None


READINGS = (
    on_record,
    _life,
    _poisoned,
    _poison_counters,
    _counted,
    _fixed,
    _of_those,
    _turn,
    _different_powers,
    _one_by_one,
    _cards,
    _there_is,
    _controls,
    _attacked,
    _player_numbers,
    _permanent,
    _quantities,
)
