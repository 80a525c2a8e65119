"""What players do, or are told to do: gain and lose life, draw, discard, mill, sacrifice, pay, get counters."""

from __future__ import annotations

import re
from typing import Literal, cast, get_args

from ....events import abilities as a
from ....events.instructions import Skippable
from ....events.model import parts_of
from ..cards import card
from ..cursor import Cursor, rule
from ..filters import noun
from ..grammar import Grammar, phrase
from ..grants import ability_list
from ..numbers import number
from ..quantities import quantity
from ..references import IT, THAT, TOKENS
from ..scope import CHOSEN, EACH, SACRIFICED, SUBJECT, UNCLEAR, YOU, Scope, of_player
from .amounts import amount, amount_of, for_each_of, rounded
from .objects import objects
from .people import people, whose_life

_VERBS = ("lose", "win", "gain", "draw", "discard", "mill", "get", "sacrifice", "pay", "take", "skip")
DEEDS = (
    *(f"{verb}{s}" for verb in _VERBS for s in ("s", "")),
    "exiles",
    "returns",
    "become",
    "becomes",
)
_ENERGY = re.compile(r"(?:\{e\})+")
_MANA = re.compile(r"(?:\{(?:[0-9]+|[wubrgcx]|[wubrgc2]/[wubrg])\})+")
_COUNTERS = ("experience", "rad", "ticket")
MORE = tuple(f"and {verb}" for verb in ("sacrifice", "discard", "tap", "exile", "reveal", "return", "remove", "behold", "forage"))
"""How the next part of a cost begins."""


_SKIPPED: dict[str, Skippable] = {each: each for each in get_args(Skippable)}

TURNS: Grammar[a.Instruction] = Grammar(
    {"skipped": lambda c: c.look_up(_SKIPPED)},
    phrase("(take|takes) an extra turn after this one", a.TakesExtraTurn),
    phrase("(skip|skips) (your|their) next <what:skipped>", a.Skips),
    given=("players",),
)
"""Turns and parts of turns that players take, or skip: the verb after them."""


@rule
def deed(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """What somebody does."""
    if decides := c.take("win the game", "wins the game", "lose the game", "loses the game"):
        return a.DecidesTheGame(players=who, how="win" if decides.startswith("win") else "lose")
    if c.take("become the monarch", "becomes the monarch"):
        return a.TakesDesignation(players=who, designation="monarch")
    if (turns := TURNS(c, players=who)) is not None:
        return turns
    verb = c.take(*DEEDS)
    if verb is None or verb.startswith(("become", "take", "skip")):
        return None
    verb = verb if verb in ("lose", "exile") else verb.removesuffix("s")
    if verb == "win":
        return None  # a coin flip
    if verb in ("lose", "gain"):
        return _life(c, known, who, verb)
    if verb == "discard" and who == YOU and (chosen := _discards_chosen(c, known)) is not None:
        return chosen
    if verb in ("draw", "discard", "mill"):
        return _cards(c, known, who, verb)
    if verb == "sacrifice":
        return sacrifices(c, known, who)
    if verb in ("exile", "return"):
        return _of_theirs(c, known, who, verb)
    if verb == "pay":
        return pays(c, known, who)
    return _gets_counters(c, known, who)


_AND_CARDS = tuple(f"life and {verb}{s} cards equal to" for verb in ("draw", "discard", "mill") for s in ("", "s"))


@rule
def life_and_cards(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "[each player] loses life and discards cards equal to the number of creatures they control": as much life as cards."""
    verb = c.take("gain", "gains", "lose", "loses")
    both = c.take(*_AND_CARDS) if verb is not None else None
    much = _theirs(quantity(c), who) if both is not None else None
    if verb is None or both is None or much is None:
        return None
    how = both.split()[2].removesuffix("s")
    life = a.ChangesLife(players=who, gains=much) if verb.startswith("gain") else a.ChangesLife(players=who, loses=much)
    return [life, a.MovesCards(players=who, what=cast(Literal["draw", "discard", "mill"], how), number=much)]


def _life(c: Cursor, known: Scope, who: a.Players, verb: str) -> a.Instruction | None:
    if c.take("life equal to"):
        much = _theirs(quantity(c), who)
    elif c.take("half their life", "half your life", "half his or her life"):
        much = rounded(c, a.PlayerTotal(what="life", players=_own(who)))
    else:
        much = amount_of(c, known, "life")
    if much is None:
        return None
    much = _theirs(for_each_of(c, known, much), who)
    if much is None:
        return None
    if isinstance(much, a.NumberOf | a.CharacteristicOf) and known.amount is None:
        known.amount = much
    if verb == "lose":
        known.way = a.AmountDone()
        return a.ChangesLife(players=who, loses=much)
    return a.ChangesLife(players=who, gains=much)


@rule
def life_becomes(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "That player's life total becomes 5", "your life total becomes equal to its power"."""
    who = whose_life(c, known)
    if who is None or not c.take("becomes"):
        return None
    c.filler("equal to", "the")
    much = quantity(c) or number(c)
    return None if much is None else a.ChangesLife(players=who, becomes=much)


def exchanges_life(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "Exchange life totals with that player"."""
    if not c.take("exchange life totals with"):
        return None
    other = people(c, known)
    return None if other is None or other == YOU or other.several else a.ExchangesLife(players=other)


def _own(who: a.Players) -> a.Players:
    """Whose "half their life" is: yours, or that of each of those who do it."""
    return YOU if who == YOU else EACH


def _theirs(much: a.Quantity | None, who: a.Players) -> a.Quantity | None:
    """A number, told of those who do it, each their own: "the number of creatures they control"."""
    return much if much is None or isinstance(much, int) or who == YOU else of_player(much, EACH if who.several else who)


def _cards(c: Cursor, known: Scope, who: a.Players, verb: str) -> a.Instruction | None:
    many: a.Quantity | None
    if c.take("a card", "one card") or (verb == "draw" and c.take("another card")):
        many = 1
    elif verb == "draw" and who == YOU and c.take("cards until you have"):
        so_many = number(c)
        if so_many is None or not c.take("cards in hand", "cards in your hand"):
            return None
        hand = a.PlayerTotal(what="hand", players=YOU)
        many = a.Sum(quantities=(so_many, a.Scaled(quantity=hand, times=-1)))
    elif verb == "discard" and who == YOU and c.take("any number of cards"):
        many, known.amount = a.ChosenNumber(), a.AmountDone()
    elif c.take("cards equal to", "a number of cards equal to"):
        many = _theirs(quantity(c), who)
    elif c.take("half the cards in their hand", "half the cards in your hand"):
        many = rounded(c, a.PlayerTotal(what="hand", players=_own(who)))
    elif verb == "discard" and c.take("their hand", "your hand"):
        many = a.PlayerTotal(what="hand", players=_own(who))
    else:
        many = amount_of(c, known, "cards", "card")
    if many is None:
        return None
    if verb == "discard":
        c.filler("at random")
    if c.sees("of their choice"):
        c.move(3)
    many = for_each_of(c, known, many)
    if many is None:
        return None
    if verb != "draw":
        known.turn_up("graveyard", who, one=many == 1)
    if verb == "discard":
        known.counts(that_many=isinstance(many, a.PlayerTotal))
    return a.MovesCards(players=who, what=verb, number=many)


@rule
def _discards_chosen(c: Cursor, known: Scope) -> a.Instruction | None:
    """ "discard a creature card", "discard any number of land cards"."""
    least, most = (0, None) if c.take("any number of") else (1, 1) if c.take("a", "an") else (None, None)
    which = card(c, known) if least is not None and not c.sees("card") else None
    if which is None or which == a.ANYTHING or least is None:
        return None
    known.counts(that_many=most is None)
    hand = a.Cards(zone="hand", players=YOU, filter=which)
    cards = a.IsChosenCard(cards=hand, minimum=least, maximum=most)
    known.discarded = cards if most == 1 else None
    return a.PutsCards(cards=cards, zone="hand", to="graveyard")


def sacrifices(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """After "sacrifice": "it", "a creature", "two lands", "any number of other creatures"."""
    if c.sees(*IT, *TOKENS, *THAT, "them", "those") or c.sees("~", "this", "equipped", "enchanted"):
        if who.who == "controller" and c.take(*IT):  # of what "it" is
            return a.Sacrifices(players=who, permanents=who.of or SUBJECT)
        what = objects(c, known) if who == YOU else None
        return None if what is None else a.Moves(permanents=what, how="sacrificed")
    if who == YOU and c.take("all other", "all"):
        others = c.tokens[c.at - 1].word == "other"
        if others and not known.another_than_this:
            return None
        every = noun(c)
        if every is None or c.too_deep:
            return None
        return a.Moves(permanents=a.AllOf(parts=(every, *((a.Not(part=a.THIS),) if others else ()))), how="sacrificed")
    another = c.take("another") is not None
    several: a.Quantity | None
    if c.take("half the"):
        half = _half(c, who)
        return None if half is None else _sacrifice(known, who, half[0], half[1], another)
    x = c.peek() == "x" and known.x is None and not any(token.word == "where" for token in c.tokens)
    if c.take("any number of", "one or more") or (x and c.take("x")):
        known.x = a.AmountDone() if x else known.x
        several, another = None, c.take("other") is not None
    else:
        several = 1 if another or c.take("a", "an") else amount(c, known)
        if several is None:
            return None
        another = another or c.take("other") is not None
    words = [token.word for token in c.tokens]
    for at in range(c.at, len(words) - 3):
        if words[at : at + 3] == ["of", "their", "choice"] and words[at + 3] in ("that", "with"):
            c.tokens = [*c.tokens[:at], *c.tokens[at + 3 :]]  # "a creature of their choice with mana value 3 or less"
            break
    found = noun(c)
    c.filler("of their choice", "of his or her choice", "of your choice")
    if isinstance(several, int):
        several = for_each_of(c, known, several)
        if several is None:
            return None
    return None if found is None or c.too_deep else _sacrifice(known, who, found, several, another)


def _half(c: Cursor, who: a.Players) -> tuple[a.Filter, a.Quantity] | None:
    """ "half the permanents they control, rounded up"."""
    found = noun(c)
    c.filler("of their choice", "of your choice")
    if found is None or c.too_deep:
        return None
    found = of_player(found, _own(who))
    whole = a.AllOf(parts=(found, a.ControlledBy(players=_own(who))))
    half = rounded(c, a.CountOf(filter=whole))
    return None if half is None else (_without_whose(found), half)


def _without_whose(found: a.Filter) -> a.Filter:
    """Permanents, without saying who controls them: those who do something do it to their own."""
    if not isinstance(found, a.AllOf):
        return a.ANYTHING if isinstance(found, a.ControlledBy) else found
    return a.AllOf(parts=tuple(each for each in found.parts if not isinstance(each, a.ControlledBy)))


def _of_theirs(c: Cursor, known: Scope, who: a.Players, verb: str) -> a.Instruction | None:
    """ "exiles two permanents they control", "returns a creature they control to its owner's hand"."""
    another = c.sees("another", "other")
    many = amount(c, known)
    found = noun(c) if many is not None and not another else None
    if many is None or found is None or c.too_deep:
        return None
    parts = found.parts if isinstance(found, a.AllOf) else (found,)
    theirs = any(isinstance(each, a.ControlledBy) and each.players in (CHOSEN, EACH, who) for each in parts)
    if not theirs or c.sees("card", "cards"):
        return None
    if verb == "return" and not c.take("to its owner's hand", "to their owner's hand", "to their owners' hands"):
        return None
    known.counts()
    how: Literal["exiled", "returned"] = "exiled" if verb == "exile" else "returned"
    return a.Sacrifices(players=who, permanents=_without_whose(found), number=many, how=how)


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


def pays(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """After "pay": mana, life or energy."""
    by = None if who == YOU else who
    word = c.peek()
    if _ENERGY.fullmatch(word):
        c.move()
        return a.Pays(energy=word.count("{e}"), by=by)
    if _MANA.fullmatch(word):
        paid = c.raw().upper()
        c.move()
        start = c.mark()
        if "{X}" in paid:
            if known.x is not None or _is_told(c):
                return None
            known.x = a.ChosenNumber()
        if "{X}" not in paid and known.x is None and c.take("any number of times"):
            known.x = known.amount = a.ChosenNumber()
            return a.Pays(mana=paid, by=by, repeatedly=True)
        if c.sees("and") and not c.sees(*MORE):
            c.move()
            life = number(c)
            if life is not None and c.take("life"):
                return a.Pays(mana=paid, life=life, by=by)
            c.back_to(start)
        return a.Pays(mana=paid, by=by)
    if c.take("an amount of {e} equal to"):
        energy = quantity(c)
        return None if energy is None else a.Pays(energy=energy, by=by)
    if known.x is None and c.take("any amount of mana"):
        known.amount = a.ChosenNumber()
        return a.Pays(mana="{X}", by=by)
    if c.take("any amount of life"):
        known.amount = a.ChosenNumber()
        return a.Pays(life=a.ChosenNumber(), by=by)
    if (any_amount := c.take("any amount of")) or (c.sees("x") and known.x is None and not _is_told(c)):
        if any_amount is None:
            c.move()
        known.x = known.amount = a.ChosenNumber()
        much: a.Quantity | None = a.ChosenNumber()
    else:
        much = amount(c, known)
    if much is not None and c.take("{e}"):
        return a.Pays(energy=much, by=by)
    return a.Pays(life=much, by=by) if much is not None and c.take("life") else None


def _is_told(c: Cursor) -> bool:
    """Whether the sentence tells what X is."""
    return any(token.word == "where" for token in c.tokens)


def _gets_emblem(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    """After "an emblem with": abilities that name nothing but what they describe: no permanent has them."""
    listed = ability_list(c, known.quoted)
    if not listed or c.choice or any(_is_about_its_source(each) for each in listed):
        return None
    return a.GetsEmblem(players=who, abilities=tuple(listed))


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


def _gets_counters(c: Cursor, known: Scope, who: a.Players) -> a.Instruction | None:
    if c.take("an emblem with"):
        return _gets_emblem(c, known, who)
    if _ENERGY.fullmatch(c.peek()):
        many: a.Quantity | None = c.peek().count("{e}")
        c.move()
        assert many is not None, "symbols are counted"
        many = for_each_of(c, known, many)
        return None if many is None else a.GivesCounters(players=who, counter="energy", number=many)
    for name in _COUNTERS if c.take("a number of") else ():
        if c.take(f"{name} counters equal to"):
            equal = quantity(c)
            return None if equal is None else a.GivesCounters(players=who, counter=name, number=equal)
    many = amount(c, known)
    if many is None:
        return None
    if c.take("{e}"):
        return a.GivesCounters(players=who, counter="energy", number=many)
    if c.take("poison counter", "poison counters"):
        many = for_each_of(c, known, many)
        return None if many is None else a.GivesPoison(players=who, number=many)
    for name in _COUNTERS:
        if c.take(f"{name} counter", f"{name} counters"):
            each = for_each_of(c, known, many)
            return None if each is None else a.GivesCounters(players=who, counter=name, number=each)
    return None
