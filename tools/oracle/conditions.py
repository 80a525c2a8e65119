"""Conditions: what must hold for an ability to do something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ...events import abilities as a
from ...events.model import parts_of
from .cursor import Cursor, rule
from .descriptors import CREATURE, DESIGNATIONS, described, one_of
from .filters import ATTACKING_THE_SAME, CHARACTERISTICS, counters, extreme, noun, other_state, quality, state
from .grammar import Grammar, Reads, phrase
from .history import on_record
from .logic import both, either
from .numbers import ORDINALS, bounds, comparison, relation
from .numbers import number as _number
from .players import ANY, DEFENDING, OPPONENTS, OTHERS, TEAM, YOU, asked_of_each, asked_of_players, players, targets
from .quantities import COUNTED, done_this_way, excess_dealt, quantity, you_did_this_way
from .references import CONTRACTED, being, means_several, owner, pointed_at, reference
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
        if any(token.word == "~" or _is_this(c, at) for at, token in enumerate(c.tokens[start.at : c.at], start.at)):
            c.mentioned = c.mentioned or a.THIS  # "as long as ~ hasn't dealt damage yet, it …"
        joint = c.mark()
        beside = _joined(c) if c.take("and") else None
        if beside is not None:
            return a.Every(parts=(beside, unstated))
        c.back_to(joint)
        return unstated
    return None if found is None else _joined(c)


asked_of_players.define(condition)


def _is_this(c: Cursor, at: int) -> bool:
    return c.tokens[at].word == "this" and at + 1 < len(c.tokens) and c.tokens[at + 1].word in ("creature", "permanent", "token")


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
_ATTACKED_THEN = a.Exists.model_construct(
    filter=both(CREATURE, a.AttacksWhat.model_construct(targets=a.Targets.model_construct(players=DEFENDING)))
)
_THEIR_TURN = a.Unless.model_construct(part=a.TurnOf.model_construct(players=DEFENDING))
_LEFT_ALONE = a.Every.model_construct(parts=(_THEIR_TURN, a.Unless.model_construct(part=_ATTACKED_THEN)))
"""Of a player, read as the defending one: it isn't their turn, and nobody attacks them."""


def _so_many(c: Cursor) -> tuple[a.Comparison, int] | None:
    """ "three or more", "exactly one", "no"."""
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


_QUANTIFIED: dict[str, tuple[a.Players, bool]] = {
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
def _one_by_one(c: Cursor) -> a.Condition | None:
    """ "an opponent controls four or more creatures", "each opponent has two or more cards in hand": of players one by one."""
    phrase = c.sees(*_QUANTIFIED)
    if phrase is None:
        return None
    c.move(len(phrase.split()) - 1)
    who, each = _QUANTIFIED[phrase]
    said = asked_of_each(c, lambda asked: CARDS(asked) or _controls(asked) or (NUMBERS(asked) if each else None))
    if said is None or isinstance(said, a.Matches):
        return None
    if isinstance(said, a.Exists) and (said.minimum, said.maximum) == (1, None) and not each:
        return None  # one of any of them will do
    found = _quantified(who, each, said)
    return a.Unless(part=found) if phrase.startswith("no ") else found


@rule
def _there_is(c: Cursor) -> a.Condition | None:
    """ "there are five or more Islands on the battlefield", "an enchantment is on the battlefield"."""
    start = c.at
    there = bool(c.take("there are", "there is", "there's"))
    if there and (number := c.take("an odd number of", "an even number of")) is not None:
        name = counters(c)
        on = reference(c) if name is not None and c.take("on") else None
        if name is None or on is None:
            return None
        return being(on, a.HasCounter(counter=name[0], minimum=0, odd="odd" in number))
    amount = (1, None) if c.sees("another") else bounds(c)
    if amount is None:
        return None
    if there and (held := _counters_on(c, amount)) is not None:
        return held
    matching = noun(c)
    if matching is None:
        return None
    end = c.last
    if not there and not c.take("is on the battlefield", "are on the battlefield"):
        return _being_somewhere(c, start, matching, amount)
    if there and end != "battlefield" and not any(part == a.IsInState(state="attacking") for part in parts_of(matching)):
        return None
    return _there_are(c, start, matching, amount)


def _counters_on(c: Cursor, amount: tuple[int, int | None]) -> a.Condition | None:
    """After "there are": "three or more charge counters on it"."""
    name = counters(c)
    on = reference(c) if name is not None and c.take("on") else None
    if name is None or on is None:
        return None
    least, most = amount
    enough = a.HasCounter(counter=name[0], minimum=least) if least else a.AllOf()
    return being(on, enough if most is None else both(enough, a.Not(part=a.HasCounter(counter=name[0], minimum=most + 1))))


@rule
def _being_somewhere(c: Cursor, start: int, matching: a.Filter, amount: tuple[int, int | None]) -> a.Condition | None:
    """ "a creature has a -1/-1 counter on it", "a creature is attacking you", "two or more Equipment are attached to it"."""
    more: a.Filter | None = None
    if c.take("has", "have"):
        more = quality(c)
    elif c.take("is attached to", "are attached to"):
        host = pointed_at(reference(c))
        more = None if host is None else a.AttachedTo(other=host)
    elif c.take("is", "are"):
        more = state(c)
    return None if more is None else _there_are(c, start, both(matching, more), amount)


def _there_are(c: Cursor, start: int, matching: a.Filter, amount: tuple[int, int | None]) -> a.Condition:
    """So many; "attacking the same player" is asked of each player by itself."""
    parts = matching.parts if isinstance(matching, a.AllOf) else ()
    if ATTACKING_THE_SAME not in parts or amount[0] < 2 or DEFENDING in parts_of(matching):
        return a.Exists(filter=matching, minimum=amount[0], maximum=amount[1])
    theirs = both(
        *(a.AttacksWhat(targets=a.Targets(players=DEFENDING)) if part == ATTACKING_THE_SAME else part for part in parts)
    )
    found = a.SomePlayer(players=ANY.model_copy(update={"where": a.Exists(filter=theirs, minimum=amount[0], maximum=amount[1])}))
    c.restate(start, found)
    return found


@rule
def _counted(c: Cursor) -> a.Condition | None:
    """ "there are four or more card types among cards in your graveyard", "there are three or more colors among …"."""
    start = c.at
    amount = _so_many(c) if c.take("there are", "there is", "there's") else None
    number = None if amount is None else COUNTED(c)
    if amount is None or number is None or isinstance(number, a.CountOf):
        return None
    holds = a.QuantityCompares(quantity=number, comparison=amount[0], than=amount[1])
    if not isinstance(number, a.CardCount):
        return holds
    return a.OnRecord(fact=c.printed(start), happened=holds)


@rule
def _controls(c: Cursor) -> a.Condition | None:
    """ "you control an artifact", "defending player controls no untapped lands", "you control more lands than they do"."""
    start = c.at
    negative = bool(c.take("you don't control"))
    who: a.Players | None = YOU if negative else None
    no_one = False
    together = c.sees("your opponents", "players", "opponents")
    if who is None:
        who = _named_before(c)
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
    elif not negative:
        c.move()
    if not negative and (found := _more(c, who)) is not None:
        return found
    pointed = None if c.sees("the creature with the") else reference(c)
    if pointed is not None:
        held = being(pointed, a.ControlledBy(players=who))
        return a.Unless(part=held) if negative or no_one else held
    single = c.sees("another") or (c.sees("the creature with the greatest", "the creature with the highest") and c.take("the"))
    if who in (YOU, DEFENDING) and not negative and (most := _most(c, who)) is not None:
        return most
    alike = c.take("both") is not None
    amount = (1, None) if single else bounds(c)
    if amount is None:
        return None
    matching = noun(c)
    if matching is None or (alike and not c.sees("and")):
        return None
    if who.several and amount != (1, None) and not together:
        return None  # one by one
    found = _there_are(c, start, both(matching, a.ControlledBy(players=who)), amount)
    before = c.mark()
    if c.take("and", "or") and (more := bounds(c)) is not None and (second := noun(c)) is not None:
        parts = (found, a.Exists(filter=both(second, a.ControlledBy(players=who)), minimum=more[0], maximum=more[1]))
        joined: a.Condition = a.Every(parts=parts) if c.tokens[before.at].word == "and" else a.Either(parts=parts)
        return a.Unless(part=joined) if negative or no_one else joined
    c.back_to(before)
    return a.Unless(part=found) if negative or no_one else found


def _named_before(c: Cursor) -> a.Players | None:
    """ "they", where "they control" says that a player is meant."""
    if not c.sees("they control"):
        return None
    asked = c.setting.player or (they(c.scope) if c.scope is not None and c.scope.names_a_player else None)
    if asked is not None:
        c.move()
    return asked


@rule
def _most(c: Cursor, who: a.Players) -> a.Condition | None:
    """ "[you control] the most creatures or are tied for the most": as many as each other player."""
    matching = noun(c) if c.take("the most") else None
    if matching is None:
        return None
    tied = c.take("or are tied for the most", "or is tied for the most", "or tied for the most") is not None
    if not tied and who != DEFENDING:
        return None  # of one player: more than each other one
    if who != YOU:
        theirs = a.CountOf(filter=both(matching, a.ControlledBy(players=who)))
        return a.QuantityCompares(quantity=theirs, comparison=">=", than=a.MostControlled(filter=matching))
    mine, theirs = (a.CountOf(filter=both(matching, a.ControlledBy(players=who))) for who in (YOU, DEFENDING))
    return _quantified(OTHERS, True, a.QuantityCompares(quantity=mine, comparison=">=", than=theirs))


@rule
def _more(c: Cursor, who: a.Players) -> a.Condition | None:
    """ "[you control] more lands than defending player"."""
    sign = c.take("more", "fewer")
    if sign is None:
        return None
    matching = noun(c)
    if matching is None or not c.take("than"):
        return None
    start = c.at
    each, other = c.peek() == "each", players(c)
    if other is None or not (other.several or other.who in ("defending", "active", "you", "chosen")) or who.several:
        return None
    if other.several and who != YOU:
        return None  # each of them is asked of as the defending player
    c.pass_over(start, "another form")
    c.filler("controls", "control", "does", "do")
    comparison_sign: a.Comparison = ">" if sign == "more" else "<"
    mine = a.CountOf(filter=both(matching, a.ControlledBy(players=who)))

    def compared(one: a.Players) -> a.Condition:
        theirs = a.CountOf(filter=both(matching, a.ControlledBy(players=one)))
        return a.QuantityCompares(quantity=mine, comparison=comparison_sign, than=theirs)

    return _quantified(other, each, compared(DEFENDING)) if other.several else compared(other)


@rule
def _permanent(c: Cursor) -> a.Condition | None:
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
    start = c.mark()
    subject = reference(c)
    if subject is None:
        return None
    if _verb(c, "is enchanted by", "are enchanted by") and (one := pointed_at(subject)) is not None:
        amount = None if c.sees("a", "an") else bounds(c)
        auras = noun(c) if amount is not None else None
        if amount is not None and auras is not None:
            attached = both(auras, a.AttachedTo(other=one))
            return a.Exists(filter=attached, minimum=amount[0], maximum=amount[1])
        c.back_to(start)
        _ = reference(c)
    if c.take("remains on the battlefield"):
        return being(subject, a.AllOf())
    if c.take("remains tapped"):
        return being(subject, a.IsInState(state="tapped"))
    if _verb(c, "is", "are"):
        return _fighting(c, subject) or _is(c, subject)
    if _verb(c, "isn't", "aren't"):
        found = None if means_several(subject) else _is(c, subject, denied=True)
        return None if found is None else a.Unless(part=found)
    if c.take("doesn't have", "don't have", *(("didn't have",) if c.past else ())) or _verb(c, "has no", "have no"):
        held = one_of(c, quality)
        return None if held is None else being(subject, a.Not(part=held))
    if _verb(c, "has", "have"):
        held = _extreme(c) or described(c, quality)
        return None if held is None else being(subject, held)
    return None


@rule
def _extreme(c: Cursor) -> a.Filter | None:
    """ "[has] the greatest power among creatures you control", "the least toughness or is tied for least toughness among …"."""
    found: a.Filter | None = None
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
            found = both(among, extreme(what, among, least))
        break
    return found


_PAST = {"is": "was", "are": "were", "isn't": "wasn't", "aren't": "weren't", "has": "had", "have": "had"}


def _verb(c: Cursor, *phrases: str) -> str | None:
    """One of the phrases, which begin with verbs; in the past, too, where that is asked of what is gone, as it last was."""
    in_the_past = (" ".join((_PAST[verb], *rest)) for verb, *rest in map(str.split, phrases))
    return c.take(*phrases, *(in_the_past if c.past else ()))


_SIDES: dict[str, tuple[Literal["blocking", "blocked by"], ...]] = {
    "blocking or blocked by": ("blocking", "blocked by"),
    "blocked by": ("blocking",),
    "blocking": ("blocked by",),
}
"""What somebody is to a creature that is one of these to it."""


@rule
def _fighting(c: Cursor, subject: a.Filter) -> a.Condition | None:
    """ "is blocking or blocked by a Goblin or Orc"."""
    one, side = pointed_at(subject), c.take(*_SIDES)
    if one is None or side is None or not c.take("a", "an"):
        return None
    others = noun(c)
    met = either([a.InCombatWith(relation=each, other=one) for each in _SIDES[side]])
    return None if others is None else a.Exists(filter=both(others, met))


@rule
def _is(c: Cursor, subject: a.Filter, denied: bool = False) -> a.Condition | None:
    """ "attacking alone", "not tapped", "your Ring-bearer", "monstrous": what is said of it after "is", or, `denied`, "isn't"."""
    negative = bool(c.take("not"))
    if negative and means_several(subject):
        return None
    if c.take("your ring-bearer"):
        found: a.Condition = being(subject, both(a.IsDesignated(designation="Ring-bearer"), a.ControlledBy(players=YOU)))
    elif (designation := _designation(c)) is not None:
        own = subject == a.THIS
        found = a.HasDesignation(designation=designation) if own else being(subject, a.IsDesignated(designation=designation))
    elif c.take("on the battlefield", "still on the battlefield"):
        found = being(subject, a.AllOf())
    elif subject == a.THIS and c.take("attached to"):
        c.filler("a", "an")
        host = noun(c)
        if host is None:
            return None
        found = a.Matches(role="host", filter=host)
    else:
        what = other_state(c) if denied or negative else state(c)
        if what is None:
            return None
        found = being(subject, what)
    return a.Unless(part=found) if negative else found


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


def _life_of(c: Cursor) -> a.Quantity | None:
    found = players(c)
    one = found is not None and found.who in ("you", "defending", "enchanted", "chosen", "each")
    return a.PlayerTotal(what="life", players=found) if one and found is not None else None


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


def _total(players: a.Players, what: Literal["hand", "graveyard"], comparison: a.Comparison, than: int) -> a.Condition:
    return a.QuantityCompares(quantity=a.PlayerTotal(what=what, players=players), comparison=comparison, than=than)


def more_cards(other: tuple[a.Players, bool], who: a.Players, sign: a.Comparison = ">") -> a.Condition | None:
    """ "You have more cards in hand than each opponent"."""
    if _is_relative(who, other[0]):
        return None
    theirs, each = other
    over: Literal["sum", "least", "greatest"] = "greatest" if (sign == ">") == each else "least"
    of_them = a.PlayerTotal(what="hand", players=theirs, over=over if theirs.several else "sum")
    return _compares(a.PlayerTotal(what="hand", players=who), sign, of_them)


def _poisoned(players: a.Players, comparison: a.Comparison = ">=", than: int = 1) -> a.Condition | None:
    """With one or more poison counters (810.10d); of several players it is asked of each by itself."""
    if players.several and comparison != ">=":
        return None
    theirs = a.PlayerTotal(what="poison", players=players, over="greatest")
    return a.QuantityCompares(quantity=theirs, comparison=comparison, than=than)


def _counters_of(players: a.Players, comparison: a.Comparison, than: int, counter: str) -> a.Condition:
    return a.QuantityCompares(quantity=a.PlayerCounters(counter=counter, players=players), comparison=comparison, than=than)


def _somebodys_life(comparison: a.Comparison, than: int, players: a.Players) -> a.Condition | None:
    extreme = a.PlayerTotal(what="life", players=players, over="least" if comparison == "<=" else "greatest")
    return None if comparison == "=" else a.QuantityCompares(quantity=extreme, comparison=comparison, than=than)


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


def _yours_of_what_moved(c: Cursor) -> a.Quantity | None:
    moved = c.scope is not None and isinstance(c.scope.that, a.IsTarget) and c.scope.did is not None
    return a.CountDone(filter=a.ControlledBy(players=YOU)) if moved and c.take("you controlled that permanent") else None


def _has(c: Cursor) -> str | None:
    """ "Has": "an opponent with no cards in hand" is one who has none."""
    return c.take("has", "have", *(("with",) if c.at == c.asked_of else ()))


_MINE = both(CREATURE, a.ControlledBy.model_construct(players=YOU))
_POWERS = a.DifferentPowers.model_construct(filter=_MINE)
_MY_ATTACKERS = both(CREATURE, a.IsInState(state="attacking"), a.ControlledBy.model_construct(players=YOU))
_RULES: dict[str, Reads] = {
    "one_of": _one_of,
    "has": _has,
    "player": players,
    "single": _single_player,
    "life_of": _life_of,
    "in_all": _in_all,
    "my_power": lambda c: a.TotalPower(filter=_MINE) if c.take("total power") else None,
    "my_total": lambda c: a.TotalPower(filter=_MY_ATTACKERS) if c.take("total power") else None,
    "each_or_one": _each_or_one,
    "many": bounds,
    "so_many": _so_many,
    "of_players": lambda c: c.take("energy", "experience", "rad"),
    **dict.fromkeys(("much", "more_or_less"), comparison),
    "relation": _relation,
    "attacked": targets,
    "those": _those,
    "then": _then,
    "done": done_this_way,
    "you_did": you_did_this_way,
    "x_is": _settled_x,
    "ordinal": _ordinal,
    "excess": excess_dealt,
    "yours_of_what_moved": _yours_of_what_moved,
    "quantity": lambda c: quantity(c, its=pointed_at(c.mentioned) or "subject"),
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
    phrase("(defending player|the defending player) is the monarch", a.HasDesignation, designation="monarch", players=DEFENDING),
    phrase("an opponent is the monarch", a.HasDesignation, designation="monarch", players=OPPONENTS),
    phrase(
        "(there is no monarch|there's no monarch|no player is the monarch)",
        a.Unless.model_construct(part=a.HasDesignation.model_construct(designation="monarch", players=ANY)),
    ),
    phrase("defending player has the initiative", a.HasDesignation, designation="initiative", players=DEFENDING),
    phrase("an opponent has the initiative", a.HasDesignation, designation="initiative", players=OPPONENTS),
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

ELSEWHERE: Grammar[a.Condition] = Grammar(
    {},
    phrase("(this card is|~ is) in your graveyard", a.SourceInZone, zone="graveyard"),
    phrase("(this card is|~ is) exiled", a.SourceInZone, zone="exile"),
)
"""Where the card is that has a triggered ability."""

_OF_WHAT_IS_DONE: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<comparison+than:so_many> <quantity:done>", a.QuantityCompares),
    phrase("<quantity:you_did>", a.QuantityCompares, comparison=">=", than=1),
    phrase("<quantity:x_is> <comparison+than:much>", _compares),
    phrase("<quantity:yours_of_what_moved>", a.QuantityCompares, comparison=">=", than=1),
    phrase("<quantity:excess>", a.QuantityCompares, comparison=">=", than=1),
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
    phrase("you're poisoned", _poisoned, players=YOU),
    phrase("<players:one_of> (is|are) poisoned", _poisoned),
    phrase("<players:one_of> <-has> <comparison+than:so_many> poison (counter|counters)", _poisoned),
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
    phrase("you control <comparison+than:so_many> creatures with different powers", a.QuantityCompares, quantity=_POWERS),
    phrase("you attacked with creatures with <quantity:my_total> <comparison+than:much> this combat", a.QuantityCompares),
)

CARDS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<who:single> <-has> more cards in hand than <other:each_or_one>", more_cards),
    phrase("<who:single> <-has> fewer cards in hand than <other:each_or_one>", more_cards, sign="<"),
    *(
        phrase(f"<players:single> <-has> <comparison+than:so_many> (card|cards) in {hand}", _total, what="hand")
        for hand in ("hand", "(their hand|your hand)")
    ),
    *(
        phrase(said, _total, players=YOU, what=what)
        for what in ("graveyard", "hand")
        for said in (
            f"(there are|there is|there's) <comparison+than:so_many> (card|cards) in your {what}",
            f"you have <comparison+than:so_many> (card|cards) in your {what}",
            f"<comparison+than:so_many> (cards are|card is|card are|cards is) in your {what}",
        )
    ),
    phrase("<players:single> <-has> <comparison+than:so_many> (card|cards) in their graveyard", _total, what="graveyard"),
    phrase("<players:single> <-has> <comparison+than:so_many> {e}", _counters_of, counter="energy"),
    phrase("<players:single> <-has> <comparison+than:so_many> <counter:of_players> (counter|counters)", _counters_of),
)
"""How many cards there are in hand or graveyard, and how many counters a player has."""

NUMBERS: Grammar[a.Condition] = Grammar(
    _RULES,
    phrase("<quantity:life_of> <-has> <comparison+than:more_or_less> life", a.QuantityCompares),
    phrase("<quantity:life_of> had <comparison+than:more_or_less> life", a.QuantityCompares),
    phrase("(an|any) opponent has <comparison+than:more_or_less> life", _somebodys_life, players=OPPONENTS),
    phrase("a player has <comparison+than:more_or_less> life", _somebodys_life, players=ANY),
    phrase("<quantity:in_all> <comparison+than:much>", a.QuantityCompares),
    phrase("you control creatures with <quantity:my_power> <comparison+than:much>", a.QuantityCompares),
)

QUANTITIES: Grammar[a.Condition] = Grammar(_RULES, phrase("<quantity:quantity> is <comparison+than:relation>", _compares))

READINGS: tuple[Callable[[Cursor], a.Condition | None], ...] = (
    _OF_WHAT_IS_DONE,
    STATED,
    on_record,
    SAID_OF_PLAYERS,
    _counted,
    _one_by_one,
    CARDS,
    _there_is,
    _controls,
    NUMBERS,
    _permanent,
    QUANTITIES,
)
