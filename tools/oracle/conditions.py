"""Conditions: what must hold for an ability to do something."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal

from ...events import abilities as a
from ...events.model import parts_of, rewritten
from .cursor import Cursor, attempt, rule
from .descriptors import CREATURE, DESIGNATIONS, described, one_of
from .filters import ATTACKING_THE_SAME, CHARACTERISTICS, any_counter, noun, other_state, quality, state, superlative
from .grammar import Grammar, Reads, phrase
from .history import on_record
from .logic import both, either
from .numbers import ORDINALS, at_least, bounds, comparison, how_many, relation
from .numbers import number as _number
from .players import ANY, DEFENDING, NAMED, OPPONENTS, OTHERS, TEAM, YOU, asked_of_each, asked_of_players, players, targets
from .quantities import COUNTED, done_this_way, excess_dealt_to, quantity, you_did_this_way
from .references import being, contracted, means_several, owner, pointed_at, reference
from .scope import they
from .tables import words
from .unstated import unstated_condition


@rule
def condition(c: Cursor) -> a.Condition | None:
    """A condition, or several joined by "and" or "or"; where only the card's words say it, in these."""
    start = c.mark()
    found = _joined(c)
    if found is not None and (c.ended or c.peek() in _AFTER):
        joint = c.mark()
        joined = c.take("and", "or")
        more = unstated_condition(c) if joined else None
        if more is not None:
            return a.Every(parts=(found, more)) if joined == "and" else a.Either(parts=(found, more))
        c.back_to(joint)
        return found
    c.back_to(start)
    unstated = unstated_condition(c)
    if unstated is not None:
        if _OF_THIS.search(unstated.fact):
            c.mentioned = c.mentioned or a.THIS  # "as long as ~ hasn't dealt damage yet, it …"
        joint = c.mark()
        beside = _joined(c) if c.take("and") else None
        if beside is not None:
            return a.Every(parts=(beside, unstated))
        c.back_to(joint)
        return unstated
    return None if found is None else _joined(c)


asked_of_players.define(condition)


_OF_THIS = re.compile(r"(?<!\S)(?:~(?!')|this (?:creature|permanent|token)\b)", re.IGNORECASE)
_AFTER = words(", and or instead until this as")


@rule
def _joined(c: Cursor) -> a.Condition | None:
    """One condition, or two joined by "and" or "or"."""
    first = _single(c)
    if first is None:
        return None
    start = c.mark()
    if c.take("and if", "and"):
        second = _single(c)
        if second is not None:
            return a.Every(parts=(first, second))
    elif c.take("or if", "or"):
        second = _single(c)
        if second is not None:
            return a.Either(parts=(first, second))
    c.back_to(start)
    return first


@rule
def _single(c: Cursor) -> a.Condition | None:
    """One condition, without "and" and "or"."""
    return next((found for reading in READINGS if (found := reading(c)) is not None), None)


def _compare_life(who: a.Players, sign: a.Comparison, other: a.Players, each: bool = False, every: bool = False) -> a.Condition:
    """One of several opponents is enough for "more", and none may have more for "no more"; "than each" is than all of them.
    `every`: each of the several has it."""
    fewer = sign == "<"
    any_of: Literal["least", "greatest"] = "least" if fewer != every else "greatest"
    least: Literal["least", "greatest"] = "least" if (sign == ">" and not each) or (fewer and each) else "greatest"
    return a.QuantityCompares.model_construct(
        quantity=a.PlayerTotal.model_construct(what="life", players=who, over=any_of if who == OPPONENTS else "sum"),
        comparison=sign,
        than=a.PlayerTotal.model_construct(what="life", players=other, over=least if other.several else "sum"),
    )


_YOURS = a.Targets.model_construct(players=YOU, planeswalkers=YOU, battles=YOU)
_AT_ONE = a.AttacksWhat.model_construct(targets=a.Targets.model_construct(players=DEFENDING))
_ATTACKED_THEN = a.Exists.model_construct(filter=both(CREATURE, _AT_ONE))
_THEIR_TURN = a.Unless.model_construct(part=a.TurnOf.model_construct(players=DEFENDING))
_LEFT_ALONE = a.Every.model_construct(parts=(_THEIR_TURN, a.Unless.model_construct(part=_ATTACKED_THEN)))
"""Of a player, read as the defending one: it isn't their turn, and nobody attacks them."""


def _as_many(c: Cursor) -> tuple[a.Comparison, int] | None:
    """ "three or more", "exactly one", "no": how a number compares, with what."""
    amount = bounds(c)
    if amount is None:
        return None
    least, most = amount
    return (">=", least) if most is None else ("=" if least == most else "<=", most)


def _quantified(who: a.Players, each: bool, holds: a.Condition) -> a.Condition:
    """That it holds of one of the players, or of each, as of a defending player."""
    if each:
        return a.Unless(part=a.SomePlayer(players=who.model_copy(update={"where": a.Unless(part=holds)})))
    return a.SomePlayer(players=who.model_copy(update={"where": holds}))


_OF_ONE = ("an opponent", "any opponent", "one of your opponents", "a player", "another player")
_OF_EACH = ("each opponent", "each of your opponents", "each player", "each other player")
_QUANTIFIED = {each: NAMED[each] for each in (*_OF_ONE, *_OF_EACH)}
_QUANTIFIED |= {"no opponent": OPPONENTS, "no opponents": OPPONENTS, "no player": ANY}


@rule
def _one_by_one(c: Cursor) -> a.Condition | None:
    """ "an opponent controls four or more creatures", "each opponent has two or more cards in hand": of players one by one."""
    phrase = c.sees(*_QUANTIFIED)
    if phrase is None:
        return None
    c.move(len(phrase.split()) - 1)
    who, each = _QUANTIFIED[phrase], phrase in _OF_EACH
    said = asked_of_each(c, lambda asked: CARDS(asked) or _exist(asked) or (NUMBERS(asked) if each else None))
    if said is None or isinstance(said, a.Matches):
        return None
    if isinstance(said, a.Exists) and (said.minimum, said.maximum) == (1, None) and not each:
        return None  # one of any of them will do
    found = _quantified(who, each, said)
    return a.Unless(part=found) if phrase.startswith("no ") else found


@rule
def _exist(c: Cursor) -> a.Condition | None:
    """ "there are five or more Islands on the battlefield", "you control an artifact"; "attacking the same player" is asked of
    each player by itself."""
    start = c.at
    found = _EXISTENCE(c)
    if ATTACKING_THE_SAME not in parts_of(found):
        return found
    of_each: a.Condition = _of_each_player(found)
    c.restate(start, of_each)
    return of_each


def _of_each_player(part: Any) -> Any:
    some = part.filter if isinstance(part, a.Exists) and part.minimum > 1 else None
    if not isinstance(some, a.AllOf) or ATTACKING_THE_SAME not in some.parts or DEFENDING in parts_of(some):
        return rewritten(part, _of_each_player)
    theirs = both(*(_AT_ONE if each == ATTACKING_THE_SAME else each for each in some.parts))
    return a.SomePlayer(players=ANY.model_copy(update={"where": part.model_copy(update={"filter": theirs})}))


def _on_battlefield(c: Cursor) -> a.Filter | None:
    """ "[there are] Islands on the battlefield", or such as attack."""
    since = len(c.derivations)
    found = noun(c)
    there = "on the battlefield" in c.phrases_read(since) or a.IsInState(state="attacking") in parts_of(found)
    return found if there else None


def _attached(c: Cursor) -> a.Filter | None:
    host = pointed_at(reference(c))
    return None if host is None else a.AttachedTo(other=host)


def _exists(matching: a.Filter, minimum: int, maximum: int | None, more: a.Filter = a.ANYTHING) -> a.Condition:
    return a.Exists(filter=both(matching, more), minimum=minimum, maximum=maximum)


def _held(on: a.Filter, counter: tuple[str | None], minimum: int, maximum: int | None) -> a.Condition:
    """That so many counters are on it."""
    enough = a.HasCounter(counter=counter[0], minimum=minimum) if minimum else a.AllOf()
    few = () if maximum is None else (a.Not(part=a.HasCounter(counter=counter[0], minimum=maximum + 1)),)
    return being(on, both(enough, *few))


def _held_odd(on: a.Filter, counter: tuple[str | None], odd: bool) -> a.Condition:
    return being(on, a.HasCounter(counter=counter[0], minimum=0, odd=odd))


@rule
def _counted(c: Cursor) -> a.Condition | None:
    """ "there are four or more card types among cards in your graveyard", "there are three or more colors among …"."""
    start = c.at
    amount = _as_many(c) if c.take("there are", "there is", "there's") else None
    number = None if amount is None else COUNTED(c)
    if amount is None or number is None or isinstance(number, a.CountOf):
        return None
    holds = _compares(number, *amount)
    if not isinstance(number, a.CardCount):
        return holds
    return a.OnRecord(fact=c.printed(start), happened=holds)


# --- what is controlled --------------------------------------------------------------------------------------------------


def _controlling(c: Cursor) -> a.Players | None:
    """ "defending player controls", "they control", where a player was named: who."""
    if c.sees("they control"):
        asked = c.setting.player or (they(c.scope) if c.scope is not None and c.scope.names_a_player else None)
        return asked if asked is not None and c.take("they control") else None
    who = None if c.sees("each") else TEAM if c.take("your team") else players(c)
    return who if who is not None and c.take("control", "controls") else None


def _not_controlling(c: Cursor) -> a.Players | None:
    """ "you don't control", "no opponent controls": who."""
    if c.take("you don't control"):
        return YOU
    if c.take("no opponent controls", "no opponents control"):
        return OPPONENTS
    return DEFENDING if players(c) == DEFENDING and c.take("doesn't control") else None


_SoMany = tuple[a.Filter, int, int | None]


def _some(c: Cursor) -> _SoMany | None:
    """ "an artifact", "three or more lands", "the creature with the greatest power"."""
    greatest = c.sees("the creature with the greatest", "the creature with the highest") and c.take("the")
    amount = (1, None) if greatest else how_many(c)
    found = None if amount is None else noun(c)
    return None if amount is None or found is None else (found, *amount)


@attempt
def _joined_with(c: Cursor) -> tuple[str, _SoMany] | None:
    """ "[an artifact] or a creature": by which word, and what."""
    joined = c.take("and", "or")
    more = _some(c) if joined is not None and not c.sees("another", "the") else None
    return None if joined is None or more is None else (joined, more)


def _control(who: a.Players, one: _SoMany, more: tuple[str, _SoMany] | tuple[()] = ()) -> a.Condition | None:
    """That they do: each of several by itself."""
    return _control_together(who, one, more) if not who.several or one[1:] == (1, None) else None


def _control_together(who: a.Players, one: _SoMany, more: tuple[str, _SoMany] | tuple[()] = ()) -> a.Condition:
    found = tuple(
        a.Exists(filter=both(what, a.ControlledBy(players=who)), minimum=least, maximum=most)
        for what, least, most in (one, *more[1:])
    )
    return found[0] if not more else a.Every(parts=found) if more[0] == "and" else a.Either(parts=found)


def _control_both(who: a.Players, one: _SoMany, more: tuple[str, _SoMany] | tuple[()]) -> a.Condition | None:
    return _control(who, one, more) if more[:1] == ("and",) else None


def _controlled(who: a.Players, permanent: a.Filter) -> a.Condition:
    return being(permanent, a.ControlledBy(players=who))


def _not(make: Callable[..., a.Condition | None]) -> Callable[..., a.Condition | None]:
    """That it isn't so."""
    return lambda **said: None if (found := make(**said)) is None else a.Unless(part=found)


def _theirs(matching: a.Filter, who: a.Players) -> a.Quantity:
    return a.CountOf(filter=both(matching, a.ControlledBy(players=who)))


def _most(who: a.Players, matching: a.Filter, tied: bool = False) -> a.Condition | None:
    """ "[you control] the most creatures or are tied for the most": as many as each other player. Of you alone it is more."""
    if who == YOU and tied:
        as_many = a.QuantityCompares(quantity=_theirs(matching, YOU), comparison=">=", than=_theirs(matching, DEFENDING))
        return _quantified(OTHERS, True, as_many)
    if who != DEFENDING:
        return None
    return a.QuantityCompares(quantity=_theirs(matching, who), comparison=">=", than=a.MostControlled(filter=matching))


def _more(who: a.Players, sign: a.Comparison, matching: a.Filter, other: tuple[a.Players, bool]) -> a.Condition | None:
    """ "[you control] more lands than defending player"."""
    than, each = other
    if who.several or not (than.several or than.who in ("defending", "active", "you", "chosen")) or (than.several and who != YOU):
        return None  # each of several is asked of as the defending player
    theirs = _theirs(matching, DEFENDING if than.several else than)
    compared = a.QuantityCompares(quantity=_theirs(matching, who), comparison=sign, than=theirs)
    return _quantified(than, each, compared) if than.several else compared


# --- what is said of a permanent -----------------------------------------------------------------------------------------


@rule
def _permanent(c: Cursor) -> a.Condition | None:
    """ "it's attacking alone", "~ has a counter on it", "enchanted creature is green"."""
    if (it := contracted(c)) is not None:
        return _IS(c, permanent=it)
    if (possessive := _possessive(c)) is not None:
        return possessive
    subject = reference(c)
    if subject is None:
        return None
    if _verb(c, "is", "are"):
        return _IS(c, permanent=subject)
    if _verb(c, "isn't", "aren't"):
        return _ISNT(c, permanent=subject)
    return _HAS(c, permanent=subject)


_PAST = {"is": "was", "are": "were", "isn't": "wasn't", "aren't": "weren't", "has": "had", "have": "had"}


def _verb(c: Cursor, *phrases: str) -> str | None:
    """One of the phrases, which begin with verbs; in the past, too, where that is asked of what is gone, as it last was."""
    in_the_past = (" ".join((_PAST[verb], *rest)) for verb, *rest in map(str.split, phrases))
    return c.take(*phrases, *(in_the_past if c.past else ()))


def _met(permanent: a.Filter, others: a.Filter, sides: tuple[Literal["blocking", "blocked by"], ...]) -> a.Condition | None:
    """ "is blocking or blocked by a Goblin or Orc": they are the other way to it."""
    one = pointed_at(permanent)
    if one is None:
        return None
    return a.Exists(filter=both(others, either([a.InCombatWith(relation=each, other=one) for each in sides])))


def _enchanted(permanent: a.Filter, auras: a.Filter, minimum: int, maximum: int | None) -> a.Condition | None:
    one = pointed_at(permanent)
    return None if one is None else a.Exists(filter=both(auras, a.AttachedTo(other=one)), minimum=minimum, maximum=maximum)


def _designated(permanent: a.Filter, designation: str) -> a.Condition:
    own = permanent == a.THIS
    return a.HasDesignation(designation=designation) if own else being(permanent, a.IsDesignated(designation=designation))


def _hosted(permanent: a.Filter, host: a.Filter) -> a.Condition | None:
    return a.Matches(role="host", filter=host) if permanent == a.THIS else None


def _lacking(permanent: a.Filter, state: a.Filter) -> a.Condition:
    return being(permanent, a.Not(part=state))


def _denied(make: Callable[..., a.Condition | None]) -> Callable[..., a.Condition | None]:
    """That it isn't so; of several it isn't said whether none of them is."""

    def denied(permanent: a.Filter, **said: Any) -> a.Condition | None:
        found = None if means_several(permanent) else make(permanent=permanent, **said)
        return None if found is None else a.Unless(part=found)

    return denied


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
def _possessive(c: Cursor) -> a.Condition | None:
    """ "~'s power is 5 or greater", "its toughness is greater than its power"."""
    its = pointed_at(c.mentioned) or "subject"
    number = quantity(c, its=its)
    amount = _relation(c, its, number) if number is not None and _verb(c, "is") else None
    return None if number is None or amount is None else _compares(number, *amount)


# --- conditions as rows --------------------------------------------------------------------------------------------------


def _one_of(c: Cursor) -> a.Players | None:
    """A player, not each of several or none of them."""
    return None if c.sees("each", "no") else players(c)


def _single_player(c: Cursor) -> a.Players | None:
    found = players(c)
    return None if found is None or found.several else found


HELD: dict[str, a.PlayerTotal | a.PlayerCounters] = {
    **{what: a.PlayerTotal.model_construct(what=what, players=YOU) for what in ("hand", "graveyard")},
    "poison": a.PlayerTotal.model_construct(what="poison", players=YOU, over="greatest"),
    **{name: a.PlayerCounters.model_construct(counter=name, players=YOU) for name in ("energy", "experience", "rad")},
}
"""What players have so many of; poison of one of several."""


def _had(held: a.PlayerTotal | a.PlayerCounters) -> Reads:
    """ "you have", "that player has": how much of it."""

    def read(c: Cursor) -> a.Quantity | None:
        who = _single_player(c)
        return held.model_copy(update={"players": who}) if who is not None and _has(c) else None

    return read


def _life_of(c: Cursor) -> a.Quantity | None:
    found = players(c)
    one = found is not None and found.who in ("you", "defending", "enchanted", "chosen", "each") and (_has(c) or c.take("had"))
    return a.PlayerTotal(what="life", players=found) if one and found is not None else None


def _poison_of(c: Cursor) -> a.Quantity | None:
    who = _one_of(c)
    return None if who is None else HELD["poison"].model_copy(update={"players": who})


def _in_all(c: Cursor) -> a.Quantity | None:
    """ "creatures you control have total power"."""
    found = noun(c)
    what = c.look_up(CHARACTERISTICS) if found is not None and c.take("have total") else None
    return None if found is None or what is None else a.TotalPower.model_validate({"filter": found, "characteristic": what})


def _each_or_one(c: Cursor) -> tuple[a.Players, bool] | None:
    """With whom something is compared, and whether with each of them."""
    each = c.peek() == "each"
    if c.sees("that that player"):
        c.filler("that")
    other = players(c)
    return None if other is None else (other, each)


def _than_they_do(c: Cursor) -> tuple[a.Players, bool] | None:
    found = _each_or_one(c)
    c.filler("controls", "control", "does", "do")
    return found


def _relation(c: Cursor, its: a.Role | None = None, one: a.Quantity | None = None) -> tuple[a.Comparison, a.Quantity] | None:
    """ "5 or greater", "greater than its power", "greater than ~'s", of the same characteristic as the one number."""
    if (amount := comparison(c)) is not None:
        return amount
    against = relation(c)
    other = quantity(c, its) or _number(c) or _elided(c, one) if against else None
    return None if against is None or other is None else (against, other)


def _elided(c: Cursor, one: a.Quantity | None) -> a.Quantity | None:
    if not isinstance(one, a.CharacteristicOf):
        return None
    whose = pointed_at(owner(c))
    return None if whose is None else one.model_copy(update={"of": whose})


def _compares(quantity: a.Quantity, comparison: a.Comparison, than: a.Quantity) -> a.Condition | None:
    if than == quantity:
        return None  # "its power is greater than that creature's": whose either is isn't said
    return a.QuantityCompares(quantity=quantity, comparison=comparison, than=than)


def _is_relative(who: a.Players, other: a.Players) -> bool:
    """Whether "each other player" is said of somebody but you: of those besides that player, and not besides you."""
    return who != YOU and other == OTHERS


def more_life(
    other: tuple[a.Players, bool], who: a.Players = OPPONENTS, sign: a.Comparison = ">", every: bool = False
) -> a.Condition | None:
    """ "An opponent has more life than you"; with whom it is compared, and whether with each of them."""
    return None if _is_relative(who, other[0]) else _compare_life(who, sign, *other, every=every)


def more_cards(other: tuple[a.Players, bool], who: a.Players, sign: a.Comparison = ">") -> a.Condition | None:
    """ "You have more cards in hand than each opponent"."""
    if _is_relative(who, other[0]):
        return None
    theirs, each = other
    over: Literal["sum", "least", "greatest"] = "greatest" if (sign == ">") == each else "least"
    of_them = a.PlayerTotal(what="hand", players=theirs, over=over if theirs.several else "sum")
    return _compares(a.PlayerTotal(what="hand", players=who), sign, of_them)


def _attack(
    attacked: a.Targets, least: tuple[int, int | None] = (1, None), group: a.Filter = CREATURE, then: bool = False
) -> a.Condition | None:
    """`then`: as they were declared, which is asked as the ability triggers (`lines`)."""
    them = both(group, a.AttacksWhat(targets=attacked))
    return None if least[1] is not None else a.Exists(filter=them, minimum=least[0])


def _those(c: Cursor) -> a.Filter | None:
    """ "Those creatures", in a condition: those that set the ability off."""
    known = c.scope is None or c.scope.several == a.IsOfGroup()
    return a.IsOfGroup() if known and c.take("those creatures") else None


def _then(c: Cursor) -> bool | None:
    """ "Attacked": whom they did is known as the ability triggers, and not any more as it resolves."""
    return True if c.scope is None and c.take("attacked") else None


def _settled_x(c: Cursor) -> a.Quantity | None:
    """ "X is", of what doesn't change while an ability resolves."""
    x = None if c.scope is None else c.scope.x
    return x if isinstance(x, a.UnstatedNumber | a.ChosenNumber | a.AmountOfOccasion) and c.take("x is") else None


def _ordinal(c: Cursor) -> int | None:
    """ "second", of what an ability does."""
    return None if c.scope is None else c.look_up(ORDINALS, 1)


def _dealt_in_excess(filter: a.Filter) -> a.Condition:
    return a.QuantityCompares(quantity=a.ExcessDone(filter=filter), comparison=">=", than=1)


def _yours_of_what_moved(c: Cursor) -> a.Quantity | None:
    moved = c.scope is not None and isinstance(c.scope.that, a.IsTarget) and c.scope.did is not None
    return a.CountDone(filter=a.ControlledBy(players=YOU)) if moved and c.take("you controlled that permanent") else None


def _several(c: Cursor) -> tuple[int, int | None] | None:
    return None if c.sees("a", "an") else bounds(c)


def _has(c: Cursor) -> str | None:
    """ "Has": "an opponent with no cards in hand" is one who has none."""
    return c.take("has", "have", *(("with",) if c.at == c.asked_of else ()))


_MY_RING_BEARER = both(a.IsDesignated(designation="Ring-bearer"), a.ControlledBy.model_construct(players=YOU))
_MINE = both(CREATURE, a.ControlledBy.model_construct(players=YOU))
_POWERS = a.DifferentPowers.model_construct(filter=_MINE)
_MY_ATTACKERS = both(CREATURE, a.IsInState(state="attacking"), a.ControlledBy.model_construct(players=YOU))
_RULES: dict[str, Reads] = {
    "one_of": _one_of,
    "has": _has,
    "single": _single_player,
    "life": _life_of,
    **{name: _had(held) for name, held in HELD.items()},
    "poison_of": _poison_of,
    "at_least": at_least,
    "as_many": _as_many,
    "number": _number,
    "in_all": _in_all,
    "my_power": lambda c: a.TotalPower(filter=_MINE) if c.take("total power") else None,
    "my_total": lambda c: a.TotalPower(filter=_MY_ATTACKERS) if c.take("total power") else None,
    "each_or_one": _each_or_one,
    "than_they_do": _than_they_do,
    "many": bounds,
    **dict.fromkeys(("much", "great"), comparison),
    "relation": _relation,
    "attacked": targets,
    "those": _those,
    "then": _then,
    "done": done_this_way,
    "you_did": you_did_this_way,
    "x_is": _settled_x,
    "ordinal": _ordinal,
    "excess_to": excess_dealt_to,
    "yours_of_what_moved": _yours_of_what_moved,
    "quantity": lambda c: quantity(c, its=pointed_at(c.mentioned) or "subject"),
    "how_many": how_many,
    "several": _several,
    "any_counter": any_counter,
    "reference": reference,
    "pointed": lambda c: None if c.sees("the creature with the") else reference(c),
    "on_battlefield": _on_battlefield,
    **dict.fromkeys(("noun", "host"), noun),
    "attached": _attached,
    "quality": quality,
    "qualities": lambda c: superlative(c) or described(c, quality),
    "lacked": lambda c: one_of(c, quality),
    "state": state,
    "other_state": other_state,
    "designation": _designation,
    "controlling": _controlling,
    "not_controlling": _not_controlling,
    "together": lambda c: _controlling(c) if c.sees("your opponents", "players", "opponents") else None,
    "some": _some,
    "joined": lambda c: _joined_with(c) or (),
    "more": lambda c: {"more": ">", "fewer": "<"}.get(c.take("more", "fewer") or ""),
    "it_has": lambda c: _verb(c, "has", "have"),
    "it_lacks": lambda c: (
        c.take("doesn't have", "don't have", *(("didn't have",) if c.past else ())) or _verb(c, "has no", "have no")
    ),
}

STATED: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("(you're|you are) the monarch", a.HasDesignation, designation="monarch"),
    phrase("you have the city's blessing", a.HasDesignation, designation="city's blessing"),
    phrase("you have the initiative", a.HasDesignation, designation="initiative"),
    phrase("you have max speed", a.HasDesignation, designation="max speed"),
    phrase("you have an enduring story", a.HasDesignation, designation="enduring story"),
    phrase(
        "you have a full party", a.QuantityCompares, quantity=a.PartySize.model_construct(players=YOU), comparison=">=", than=4
    ),
    phrase(
        "it's neither day nor night",
        a.Every.model_construct(
            parts=tuple(
                a.Unless.model_construct(part=a.HasDesignation.model_construct(designation=each)) for each in ("day", "night")
            )
        ),
    ),
    phrase("it's night", a.HasDesignation, designation="night"),
    phrase("it's day", a.HasDesignation, designation="day"),
    phrase(
        "(there is no monarch|there's no monarch|no player is the monarch)",
        a.Unless.model_construct(part=a.HasDesignation.model_construct(designation="monarch", players=ANY)),
    ),
    phrase("(it's|this is) the first combat phase of the turn", a.FirstCombat),
    phrase(
        "(it isn't|it's not|this isn't) the first combat phase of the turn",
        a.Unless.model_construct(part=a.FirstCombat()),
    ),
    phrase(
        "it's the first combat phase of your turn",
        a.Every.model_construct(parts=(a.FirstCombat(), a.TurnOf.model_construct(players=YOU))),
    ),
    phrase("it's your turn", a.TurnOf, players=YOU),
    phrase("it's an opponent's turn", a.TurnOf, players=OPPONENTS),
    phrase("(it isn't|it's not) your turn", a.Unless.model_construct(part=a.TurnOf.model_construct(players=YOU))),
)
"""What the board or the turn states, always worded alike: the rows read it, and say it (`rendering.phrases`)."""

_THERE = "(there are|there is|there's)"
_TIED = "(or are tied for the most|or is tied for the most|or tied for the most)"
_EXISTENCE: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase(f"{_THERE} an odd number of <counter:any_counter> on <on:reference>", _held_odd, odd=True),
    phrase(f"{_THERE} an even number of <counter:any_counter> on <on:reference>", _held_odd, odd=False),
    phrase(f"{_THERE} <minimum+maximum:how_many> <counter:any_counter> on <on:reference>", _held),
    phrase(f"{_THERE} <minimum+maximum:how_many> <matching:on_battlefield>", _exists),
    *(
        phrase(f"<minimum+maximum:how_many> <matching:noun> {being}", _exists)
        for being in (
            "(is on the battlefield|are on the battlefield)",
            "(has|have) <more:quality>",
            "(is attached to|are attached to) <more:attached>",
            "(is|are) <more:state>",
        )
    ),
    phrase("<who:controlling> <sign:more> <matching:noun> than <other:than_they_do>", _more),
    phrase("<who:controlling> <permanent:pointed>", _controlled),
    phrase(f"<who:controlling> the most <matching:noun> {_TIED}", _most, tied=True),
    phrase("<who:controlling> the most <matching:noun>", _most),
    phrase("<who:together> <one:some> <more:joined>", _control_together),
    phrase("<who:controlling> both <one:some> <more:joined>", _control_both),
    phrase("<who:controlling> <one:some> <more:joined>", _control),
    phrase("<who:not_controlling> <permanent:pointed>", _not(_controlled)),
    phrase("<who:not_controlling> <one:some> <more:joined>", _not(_control)),
)
"""How many there are, or who controls so many."""

_BEING: tuple[tuple[str, Callable[..., a.Condition | None], dict[str, a.Filter]], ...] = (
    ("your ring-bearer", being, {"state": _MY_RING_BEARER}),
    ("<designation>", _designated, {}),
    ("(on the battlefield|still on the battlefield)", being, {"state": a.ANYTHING}),
    ("attached to (a|an) <host>", _hosted, {}),
    ("attached to <host>", _hosted, {}),
)
_ISNT: Grammar[a.Condition] = Grammar(
    _RULES,
    *(phrase(f"<permanent> {said}", _denied(make), **what) for said, make, what in _BEING),
    phrase("<permanent> <state:other_state>", _denied(being)),
    given=("permanent",),
)
"""What follows "isn't"."""
_IS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<permanent> blocking or blocked by (a|an) <others:noun>", _met, sides=("blocking", "blocked by")),
    phrase("<permanent> blocked by (a|an) <others:noun>", _met, sides=("blocking",)),
    phrase("<permanent> blocking (a|an) <others:noun>", _met, sides=("blocked by",)),
    phrase("<permanent> enchanted by <minimum+maximum:several> <auras:noun>", _enchanted),
    *(phrase(f"<permanent> not {said}", _denied(make), **what) for said, make, what in _BEING),
    phrase("<permanent> not <state:other_state>", _denied(being)),
    *(phrase(f"<permanent> {said}", make, **what) for said, make, what in _BEING),
    phrase("<permanent> <state>", being),
    given=("permanent",),
)
"""What follows "is"."""
_HAS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<permanent> remains on the battlefield", being, state=a.ANYTHING),
    phrase("<permanent> remains tapped", being, state=a.IsInState(state="tapped")),
    phrase("<permanent> <-it_lacks> <state:lacked>", _lacking),
    phrase("<permanent> <-it_has> <state:qualities>", being),
    given=("permanent",),
)
"""What something has, or remains."""

ELSEWHERE: Grammar[a.Condition] = Grammar(
    {},
    phrase("(this card is|~ is) in your graveyard", a.SourceInZone, zone="graveyard"),
    phrase("(this card is|~ is) exiled", a.SourceInZone, zone="exile"),
)
"""Where the card is that has a triggered ability."""

_OF_WHAT_IS_DONE: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<comparison+than:as_many> <quantity:done>", a.QuantityCompares),
    phrase("<quantity:you_did>", a.QuantityCompares, comparison=">=", than=1),
    phrase("<quantity:x_is> <comparison+than:much>", a.QuantityCompares),
    phrase("<quantity:yours_of_what_moved>", a.QuantityCompares, comparison=">=", than=1),
    phrase("excess damage (was dealt|is dealt) <filter:excess_to> this way", _dealt_in_excess),
    phrase(
        "(this is|it's) the <than:ordinal> time this ability has resolved this turn",
        a.QuantityCompares,
        quantity=a.TimesResolved(),
        comparison="=",
    ),
)
"""What only the words of an ability give a meaning, as it resolves."""

SAID_OF_PLAYERS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("saddled", a.HasDesignation, designation="saddled"),
    phrase("you have the most life or are tied for (most|the most) life", _compare_life(YOU, ">=", ANY)),
    phrase("(no opponent|no other opponent) has more life than <other:each_or_one>", more_life, sign="<="),
    phrase("each opponent has more life than <other:each_or_one>", more_life, every=True),
    phrase("each opponent has less life than <other:each_or_one>", more_life, sign="<", every=True),
    phrase("<who:one_of> <-has> more life than <other:each_or_one>", more_life),
    phrase("<who:one_of> <-has> less life than <other:each_or_one>", more_life, sign="<"),
    phrase("<players:one_of> is the monarch", a.HasDesignation, designation="monarch"),
    phrase("<players:one_of> has the initiative", a.HasDesignation, designation="initiative"),
    phrase(
        "that player has another opponent who isn't being attacked",
        a.SomePlayer.model_construct(players=OTHERS.model_copy(update={"where": _LEFT_ALONE})),
    ),
    phrase(
        "you're the defending player",
        a.Matches.model_construct(role="subject", filter=a.AttacksWhat.model_construct(targets=_YOURS)),
    ),
    phrase(
        "no other creatures are attacking that player",
        a.Exists.model_construct(filter=_ATTACKED_THEN.filter, minimum=0, maximum=1),
    ),
    phrase("~ is in the command zone or on the battlefield", a.Matches.model_construct(role="source", filter=a.ANYTHING)),
    phrase("they control it", a.Unstated(fact="they control it")),
    phrase(
        "they aren't attacking you",
        a.Unless.model_construct(
            part=a.Exists.model_construct(
                filter=both(CREATURE, a.AttacksWhat.model_construct(targets=a.Targets.model_construct(players=YOU)))
            )
        ),
    ),
    phrase("they <then:then> <attacked>", _attack),
    phrase("<least:many> of <group:those> are attacking <attacked>", _attack),
    phrase("<least:many> of <group:those> <then:then> <attacked>", _attack),
    phrase("you attacked with creatures with <quantity:my_total> <comparison+than:great> this combat", a.QuantityCompares),
)

POISON: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("you're poisoned", a.QuantityCompares, quantity=HELD["poison"], comparison=">=", than=1),
    phrase("<quantity:poison_of> (is|are) poisoned", a.QuantityCompares, comparison=">=", than=1),
    phrase("<quantity:poison_of> <-has> <than:at_least> poison (counter|counters)", a.QuantityCompares, comparison=">="),
    phrase("<quantity:poison> <comparison+than:as_many> poison (counter|counters)", a.QuantityCompares),
)
"""With one or more poison counters a player is poisoned (810.10d); of several that is asked of each by itself."""

CARDS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<who:single> <-has> more cards in hand than <other:each_or_one>", more_cards),
    phrase("<who:single> <-has> fewer cards in hand than <other:each_or_one>", more_cards, sign="<"),
    *(
        phrase(f"<quantity:hand> <comparison+than:as_many> (card|cards) in {hand}", a.QuantityCompares)
        for hand in ("hand", "(your|their) hand")
    ),
    *(
        phrase(f"{there} (card|cards) {where}", a.QuantityCompares, quantity=HELD[zone])
        for zone in ("graveyard", "hand")
        for there, where in (
            (f"{_THERE} <comparison+than:as_many>", f"in your {zone}"),
            ("<comparison+than:as_many>", f"(is in your {zone}|are in your {zone})"),
        )
    ),
    *(
        phrase(f"<quantity:graveyard> <comparison+than:as_many> (card|cards) in {whose} graveyard", a.QuantityCompares)
        for whose in ("their", "your")
    ),
    *(
        phrase(f"<quantity:{name}> <comparison+than:as_many> {name} (counter|counters)", a.QuantityCompares)
        for name in ("energy", "experience", "rad")
    ),
    phrase("<quantity:energy> <comparison+than:as_many> {e}", a.QuantityCompares),
)
"""How many cards there are in hand or graveyard, and how many counters a player has."""

_LIFE_OF_ONE = (("(an|any) opponent", OPPONENTS), ("a player", ANY))
_AT_MOST: tuple[tuple[a.Comparison, Literal["least", "greatest"], str], ...] = (
    ("<=", "least", "(or less|or fewer)"),
    (">=", "greatest", "(or more|or greater)"),
)
NUMBERS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<quantity:life> <comparison+than:much> life", a.QuantityCompares),
    *(
        phrase(
            f"{said} has <than:number> {or_so} life",
            a.QuantityCompares,
            quantity=a.PlayerTotal.model_construct(what="life", players=who, over=over),
            comparison=sign,
        )
        for said, who in _LIFE_OF_ONE
        for sign, over, or_so in _AT_MOST
    ),
    phrase("<quantity:in_all> <comparison+than:great>", a.QuantityCompares),
    phrase("you control creatures with <quantity:my_power> <comparison+than:great>", a.QuantityCompares),
    phrase("you control <comparison+than:as_many> creatures with different powers", a.QuantityCompares, quantity=_POWERS),
)
"""How much life there is, and how great creatures are in all."""

QUANTITIES: Grammar[a.Condition] = Grammar(_RULES, phrase("<quantity:quantity> is <comparison+than:relation>", _compares))

READINGS: tuple[Callable[[Cursor], a.Condition | None], ...] = (
    _OF_WHAT_IS_DONE,
    STATED,
    on_record,
    SAID_OF_PLAYERS,
    POISON,
    _counted,
    _one_by_one,
    CARDS,
    NUMBERS,
    _exist,
    _permanent,
    QUANTITIES,
)
