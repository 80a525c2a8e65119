"""What players do, or have to do: gain and lose life, draw, discard, mill, sacrifice, pay, get counters."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, get_args

from ....events import abilities as a
from ....events.instructions import Skippable
from ....events.model import parts_of
from ..cards import card
from ..cursor import Cursor, rule
from ..filters import noun
from ..grammar import Grammar, Reads, phrase
from ..grants import ability_list
from ..logic import conjuncts
from ..numbers import number
from ..quantities import quantity, x_is_open
from ..references import IT, THAT, TOKENS
from ..scope import CHOSEN, EACH, SACRIFICED, SUBJECT, UNCLEAR, YOU, Scope, of_player
from .amounts import amount, amount_of, for_each_of, rounded
from .objects import objects
from .people import people, whose_life

_VERBS = ("lose", "win", "gain", "draw", "discard", "mill", "get", "sacrifice", "pay", "take", "skip")
VERBS_OF_PLAYERS = (*(f"{verb}{s}" for verb in _VERBS for s in ("s", "")), "exiles", "returns", "become", "becomes")
_ENERGY = re.compile(r"(?:\{e\})+")
_MANA = re.compile(r"(?:\{(?:[0-9]+|[wubrgcx]|[wubrgc2]/[wubrg])\})+")
MORE = tuple(f"and {verb}" for verb in ("sacrifice", "discard", "tap", "exile", "reveal", "return", "remove", "behold", "forage"))
"""How the next part of a cost begins."""


@rule
def deed(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """What somebody does, of which "they" and "that player" mean each of those who do it."""
    done = (YOUR_DEEDS(c) if who == YOU else None) or DEEDS(c, players=who) or _done_by(c, known, who)
    return done if done is None or who == YOU else of_player(done, EACH if who.several else who)


def _done_by(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    match c.take("sacrifices", "sacrifice", "exiles", "returns", "chooses"):
        case "sacrifices" | "sacrifice":
            return sacrifices(c, known, who)
        case "exiles" | "returns" | "chooses" as verb:
            return _of_theirs(c, known, who, verb)
    return pays(c, who)


@rule
def life_and_cards(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "[each player] loses life and discards cards equal to the number of creatures they control": as much life as cards."""
    verb, both = c.take("gain", "gains", "lose", "loses"), c.take(*_AND_CARDS)
    much = None if verb is None or both is None else quantity(c)
    if verb is None or both is None or much is None:
        return None
    much = of_player(much, EACH if who.several else who)
    life = a.ChangesLife(players=who, **{f"{verb.removesuffix('s')}s": much})
    return [life, a.MovesCards.model_validate({"players": who, "what": _AND_CARDS[both], "number": much})]


_AND_CARDS = {f"life and {verb}{s} cards equal to": verb for verb in ("draw", "discard", "mill") for s in ("", "s")}


def sacrifices(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """After "sacrifice": "it", "a creature", "two lands", "any number of other creatures"."""
    if c.sees(*IT, *TOKENS, *THAT, "them", "those") or c.sees("~", "this", "equipped", "enchanted"):
        if who.who == "controller" and c.take(*IT):  # of what "it" is
            return a.Sacrifices(players=who, permanents=who.of or SUBJECT)
        what = objects(c, known) if who == YOU else None
        return None if what is None else a.Moves(permanents=what, how="sacrificed")
    if who == YOU and c.take("all other", "all"):
        others = c.last == "other"
        if others and not known.another_than_this:
            return None
        every = noun(c)
        if every is None or c.too_deep:
            return None
        return a.Moves(permanents=a.AllOf(parts=(every, *((a.Not(part=a.THIS),) if others else ()))), how="sacrificed")
    if (whole := c.take("all other", "all")) is not None:
        all_of_them = _all_of_theirs(c, who)
        return None if all_of_them is None else _sacrifice(known, who, *all_of_them, another=whole == "all other")
    if (either := _another_or_a(c, known)) is not None:
        return _sacrifice(known, who, either, 1, another=False)
    another = c.take("another") is not None
    several: a.Quantity | None
    if c.take("half the"):
        theirs = _all_of_theirs(c, who)
        half = None if theirs is None else rounded(c, theirs[1])
        return None if theirs is None or half is None else _sacrifice(known, who, theirs[0], half, another)
    x = c.peek() == "x" and x_is_open(c)
    if c.take("any number of", "one or more") or (x and c.take("x")):
        known.x = a.AmountDone() if x else known.x
        several, another = None, c.take("other") is not None
    else:
        several = 1 if another or c.take("a", "an") else amount(c, known)
        if several is None:
            return None
        another = another or c.take("other") is not None
    found = noun(c)
    c.filler("of their choice", "of his or her choice", "of your choice")
    if isinstance(several, int):
        several = for_each_of(c, known, several)
        if several is None:
            return None
    return None if found is None or c.too_deep else _sacrifice(known, who, found, several, another)


@rule
def _another_or_a(c: Cursor, known: Scope) -> a.Filter | None:
    """ "another creature or an artifact": the artifact may be the one that has the ability."""
    mentioned, c.mentioned = c.mentioned, None
    found = noun(c) if c.sees("another") and known.another_than_this else None
    c.mentioned = mentioned
    return found if isinstance(found, a.AnyOf) else None


def _all_of_theirs(c: Cursor, who: a.Players) -> tuple[a.Filter, a.Quantity] | None:
    """ "[half the] permanents they control": which they are, and how many of them."""
    found = noun(c)
    c.filler("of their choice", "of your choice")
    if found is None or c.too_deep:
        return None
    parts = conjuncts(found)
    if any(isinstance(each, a.ControlledBy) and each.players not in (CHOSEN, EACH, who) for each in parts):
        return None
    found = of_player(found, _own(who))
    whole = a.AllOf(parts=(found, a.ControlledBy(players=_own(who))))
    return _without_whose(found), a.CountOf(filter=whole)


def _without_whose(found: a.Filter) -> a.Filter:
    """Permanents, without saying who controls them: those who do something do it to their own."""
    if not isinstance(found, a.AllOf):
        return a.ANYTHING if isinstance(found, a.ControlledBy) else found
    return a.AllOf(parts=tuple(each for each in found.parts if not isinstance(each, a.ControlledBy)))


def _of_theirs(c: Cursor, known: Scope, who: a.Players, verb: str) -> a.Instruction | None:
    """ "exiles two permanents they control", "returns a creature they control to its owner's hand", "chooses a creature they
    control and sacrifices it"."""
    another = c.take("another") is not None
    many = 1 if another else amount(c, known)
    found = noun(c) if many is not None else None
    verb = (c.take("and sacrifices it", "and exiles it", "and returns it") or verb) if verb == "chooses" else verb
    if many is None or found is None or c.too_deep:
        return None
    if verb == "and sacrifices it":
        return _sacrifice(known, who, found, many, another)
    parts = conjuncts(found)
    theirs = any(isinstance(each, a.ControlledBy) and each.players in (CHOSEN, EACH, who) for each in parts)
    if not theirs or c.sees("card", "cards"):
        return None
    if another or verb == "chooses" or ("returns" in verb and not c.take(*_TO_HAND)):
        return None
    known.counts()
    known.other = SACRIFICED if many == 1 else UNCLEAR
    how: Literal["exiled", "returned"] = "exiled" if "exiles" in verb else "returned"
    return a.Sacrifices(players=who, permanents=_without_whose(found), number=many, how=how)


_TO_HAND = ("to its owner's hand", "to their owner's hand", "to their owners' hands")


def _sacrifice(known: Scope, who: a.Players, found: a.Filter, several: a.Quantity | None, another: bool) -> a.Instruction | None:
    if another:
        if not known.another_than_this:
            return None
        found = a.AllOf(parts=(found, a.Not(part=a.THIS)))
    if not who.several:
        found = of_player(found, who)  # "a creature with the least power among creatures they control"
    known.counts(that_many=several is None)
    known.did = "sacrificed"
    known.other = SACRIFICED if several == 1 and not who.several else UNCLEAR
    known.created = None
    if known.that == a.THIS:  # nothing calls what has the ability "that creature"
        known.that = SACRIFICED if known.other == SACRIFICED else None
    return a.Sacrifices(players=who, permanents=found, number=several)


def pays(c: Cursor, who: a.Players) -> a.Instruction | None:
    """ "pay {2}", "pays 3 life"."""
    return PAYS(c, by=None if who == YOU else who)


def _is_about_its_source(ability: a.Ability) -> bool:
    """Whether an ability names the permanent that has it, aims at something, or isn't carried out."""
    if isinstance(ability, a.Triggered):
        if ability.does is None or ability.does.targets or ability.does.modal is not None:
            return True
    elif not isinstance(ability, a.Grants | a.ChangesCharacteristics | a.Removes):
        return True
    own = {a.THIS, a.Is(role="host")}
    deals = isinstance(ability, a.Triggered) and any(isinstance(each, a.Damages | a.Reflexive) for each in parts_of(ability))
    closed = (a.Grants,) if isinstance(ability, a.Triggered) else ()
    return deals or any(each in own or getattr(each, "of", None) == "source" for each in parts_of(ability, closed))


def _own(who: a.Players) -> a.Players:
    """Whose "half the creatures they control" are: yours, or those of each of those who do it."""
    return YOU if who == YOU else EACH


# --- deeds as rows -------------------------------------------------------------------------------------------------------

_OWN = {"your": YOU, "their": EACH, "his or her": EACH}


def _half_of_own(c: Cursor, what: Literal["life", "hand"], said: str) -> a.Quantity | None:
    """ "half their life, rounded up"."""
    whose = next((whose for own, whose in _OWN.items() if c.take(f"half {said.format(own)}")), None)
    return None if whose is None else rounded(c, a.PlayerTotal(what=what, players=whose))


def _life(c: Cursor) -> a.Quantity | None:
    """ "3 life", "life equal to its power", "1 life for each attacking creature"."""
    much = quantity(c) if c.take("life equal to") else _half_of_own(c, "life", "{} life") or amount_of(c, c.known, "life")
    return None if much is None else for_each_of(c, c.known, much)


def _cards(c: Cursor) -> a.Quantity | None:
    """ "a card", "cards equal to its power", "half the cards in their hand, rounded down"."""
    many: a.Quantity | None
    if c.take("a card", "one card", "another card"):
        many = 1
    elif c.take("cards equal to", "a number of cards equal to"):
        many = quantity(c)
    else:
        many = _half_of_own(c, "hand", "the cards in {} hand") or amount_of(c, c.known, "cards", "card")
    return None if many is None else for_each_of(c, c.known, many)


def _discarded(c: Cursor) -> a.Quantity | None:
    many = _cards(c)
    c.filler("at random", "of their choice")
    return many if many is None else for_each_of(c, c.known, many)


def _own_hand(c: Cursor) -> a.Quantity | None:
    """As many cards as are in the hand."""
    whose = next((whose for own, whose in _OWN.items() if c.take(f"{own} hand")), None)
    return None if whose is None else a.PlayerTotal(what="hand", players=whose)


def _energy(c: Cursor) -> a.Quantity | None:
    """ "{E}{E}", "that many {E}", "{E} for each creature"."""
    if _ENERGY.fullmatch(c.peek()):
        many = c.peek().count("{e}")
        c.move()
        return for_each_of(c, c.known, many)
    some = amount(c, c.known)
    return some if some is not None and c.take("{e}") else None


def _counters(name: str) -> Callable[[Cursor], a.Quantity | None]:
    """ "two poison counters", "a number of rad counters equal to its power"."""

    def read(c: Cursor) -> a.Quantity | None:
        if c.take(f"a number of {name} counters equal to"):
            return quantity(c)
        many = 1 if c.take("an additional") else amount(c, c.known)
        if many is None or not c.take(f"{name} counter", f"{name} counters"):
            return None
        return for_each_of(c, c.known, many)

    return read


def _emblem(c: Cursor) -> tuple[a.Ability, ...] | None:
    """Abilities that name nothing but what they describe: no permanent has them."""
    listed = ability_list(c, c.known.quoted)
    return None if not listed or c.choice or any(_is_about_its_source(each) for each in listed) else tuple(listed)


def _gained(known: Scope, gains: a.Quantity, **_: object) -> None:
    if isinstance(gains, a.NumberOf | a.CharacteristicOf) and known.amount is None:
        known.amount = gains


def _lost(known: Scope, loses: a.Quantity, **_: object) -> None:
    _gained(known, loses)
    known.way = a.AmountDone()


def _discards(known: Scope, players: a.Players = YOU, number: a.Quantity = 0) -> None:
    known.turn_up("graveyard", players, one=number == 1)
    known.counts(that_many=isinstance(number, a.PlayerTotal))


def _mills(known: Scope, players: a.Players, number: a.Quantity) -> None:
    known.turn_up("graveyard", players, one=number == 1)


def _discards_any_number(known: Scope) -> None:
    known.amount = a.AmountDone()
    _discards(known)


def _held(c: Cursor) -> a.Filter | None:
    """ "a creature card", "any number of land cards", of your hand."""
    any_number = c.take("any number of") is not None
    which = card(c, c.known) if (any_number or c.take("a", "an")) and not c.sees("card") else None
    if which is None or which == a.ANYTHING:
        return None
    hand = a.Cards(zone="hand", players=YOU, filter=which)
    return a.IsChosenCard(cards=hand, minimum=0 if any_number else 1, maximum=None if any_number else 1)


def _discards_chosen(known: Scope, cards: a.IsChosenCard) -> None:
    known.counts(that_many=cards.maximum is None)
    known.discarded = cards if cards.maximum == 1 else None


def _draws_up_to(hand: int) -> a.Instruction:
    own = a.Scaled(quantity=a.PlayerTotal(what="hand", players=YOU), times=-1)
    return a.MovesCards(players=YOU, what="draw", number=a.Sum(quantities=(hand, own)))


def _mana(c: Cursor) -> str | None:
    """ "{2}{W}", and "{X}" where that may be chosen."""
    paid = c.raw().upper()
    if not _MANA.fullmatch(c.peek()) or ("{X}" in paid and not x_is_open(c)):
        return None
    c.move()
    return paid


def _any_mana(c: Cursor) -> str | None:
    return "{X}" if c.known.x is None and c.take("any amount of mana") else None


def _times(c: Cursor) -> str | None:
    fixed = c.known.x is None and "{x}" not in c.last
    return c.take("any number of times") if fixed else None


def _chosen(c: Cursor) -> a.Quantity | None:
    """ "any amount of [{E}]", "X [life]"."""
    said = c.take("any amount of", *(("x",) if x_is_open(c) else ()))
    return None if said is None else a.ChosenNumber()


def _is_x(known: Scope, mana: str = "{X}", **_: object) -> None:
    known.x = a.ChosenNumber() if "{X}" in mana else known.x


def _much_paid(known: Scope, **_: object) -> None:
    known.amount = a.ChosenNumber()


def _x_paid(known: Scope, **_: object) -> None:
    known.x = known.amount = a.ChosenNumber()


_SKIPPED: dict[str, Skippable] = {each: each for each in get_args(Skippable)}
_COUNTERS = ("experience", "rad", "ticket")
_RULES: dict[str, Reads] = {
    "life": _life,
    "cards": _cards,
    "discarded": _discarded,
    "own_hand": _own_hand,
    "own": lambda c: c.look_up(_OWN),
    "skipped": lambda c: c.look_up(_SKIPPED),
    "energy": _energy,
    "emblem": _emblem,
    "held": _held,
    "quantity": quantity,
    "number": number,
    "mana": _mana,
    "any_mana": _any_mana,
    "times": _times,
    "chosen": _chosen,
    "chosen_energy": lambda c: x if (x := _chosen(c)) is not None and c.take("{e}") else None,
    "paid_life": lambda c: amount_of(c, c.known, "life"),
    **{f"{name}_counters": _counters(name) for name in ("poison", *_COUNTERS)},
}

DEEDS: Grammar[a.Instruction] = Grammar(
    _RULES,
    phrase("<players> (wins|win) the game", a.DecidesTheGame, how="win"),
    phrase("<players> (loses|lose) the game", a.DecidesTheGame, how="lose"),
    phrase("<players> (becomes|become) the monarch", a.TakesDesignation, designation="monarch"),
    phrase("<players> (takes|take) an extra turn after this one", a.TakesExtraTurn),
    phrase("<players> (skips|skip) <-own> next <what:skipped>", a.Skips),
    phrase("<players> (gains|gain) <gains:life>", a.ChangesLife).then(_gained),
    phrase("<players> (loses|lose) <loses:life>", a.ChangesLife).then(_lost),
    phrase("<players> (draws|draw) <number:cards>", a.MovesCards, what="draw"),
    phrase("<players> (mills|mill) <number:cards>", a.MovesCards, what="mill").then(_mills),
    phrase("<players> (discards|discard) <number:own_hand>", a.MovesCards, what="discard").then(_discards),
    phrase("<players> (discards|discard) <number:discarded>", a.MovesCards, what="discard").then(_discards),
    phrase("<players> (gets|get) <number:energy>", a.GivesCounters, counter="energy"),
    phrase("<players> (gets|get) <number:poison_counters>", a.GivesPoison),
    *(phrase(f"<players> (gets|get) <number:{name}_counters>", a.GivesCounters, counter=name) for name in _COUNTERS),
    phrase("<players> (gets|get) an emblem with <abilities:emblem>", a.GetsEmblem),
    given=("players",),
)
"""What players do: the verb after them. The rows read it, and say it (`rendering.effects`)."""

YOUR_DEEDS: Grammar[a.Instruction] = Grammar(
    _RULES,
    phrase("draw cards until you have <hand:number> cards in (hand|your hand)", _draws_up_to),
    phrase("discard <cards:held>", a.PutsCards, zone="hand", to="graveyard").then(_discards_chosen),
    phrase("discard any number of cards", a.MovesCards, players=YOU, what="discard", number=a.ChosenNumber()).then(
        _discards_any_number
    ),
)
"""What only you do."""

PAYS: Grammar[a.Instruction] = Grammar(
    _RULES,
    phrase("(pays|pay) <mana> <-times>", a.Pays, repeatedly=True).then(_x_paid),
    phrase("(pays|pay) <mana> and <life:paid_life>", a.Pays).then(_is_x),
    phrase("(pays|pay) <mana>", a.Pays).then(_is_x),
    phrase("(pays|pay) <mana:any_mana>", a.Pays).then(_much_paid),
    phrase("(pays|pay) any amount of life", a.Pays, life=a.ChosenNumber()).then(_much_paid),
    phrase("(pays|pay) <energy:chosen_energy>", a.Pays).then(_x_paid),
    phrase("(pays|pay) <life:chosen> life", a.Pays).then(_x_paid),
    phrase("(pays|pay) <energy>", a.Pays),
    phrase("(pays|pay) an amount of {e} equal to <energy:quantity>", a.Pays),
    phrase("(pays|pay) <life:paid_life>", a.Pays),
    given=("by",),
)


# --- totals of life ------------------------------------------------------------------------------------------------------


def _one_other(c: Cursor) -> a.Players | None:
    other = people(c, c.known)
    return None if other is None or other == YOU or other.several else other


def _total(c: Cursor) -> a.Quantity | None:
    c.filler("equal to", "the")
    return quantity(c) or number(c)


def _doubles_life(players: a.Players) -> a.Instruction | None:
    """701.10d."""
    return None if players.several else a.ChangesLife(players=players, gains=a.PlayerTotal(what="life", players=players))


RULES: dict[str, Reads] = {"whose_life": lambda c: whose_life(c, c.known), "one_other": _one_other, "total": _total}
LIFE_TOTALS = (
    phrase("<players:whose_life> becomes <becomes:total>", a.ChangesLife),
    phrase("exchange life totals with <players:one_other>", a.ExchangesLife),
    phrase("double <players:whose_life>", _doubles_life),
)
