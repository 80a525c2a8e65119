"""How much, and how many: numbers, "that much", "X, where X is …", "for each …"."""

from __future__ import annotations

import re

from ....events import abilities as a
from ..cursor import Cursor
from ..filters import noun, quantity
from ..quantities import number
from ..scope import AFFECTED, EACH, OPPONENTS, TURNED_UP, YOU, NotUnderstood, Scope, is_several, role
from .cards import card, cards_in, counted_this_way
from .objects import objects

_OF_CARD = ("the discarded card's", "the milled card's", "the revealed card's", "that card's")
_ATTACKED = a.Players(who="any", where=a.Exists(filter=a.AttacksWhat(targets=a.Targets(players=a.Players(who="defending")))))
"""Those whom a creature is attacking."""
_OF_PLAYERS = ("kind", "of", "energy", "experience", "poison", "ticket", "rad")


def amount(c: Cursor, known: Scope) -> a.Quantity | None:
    """A number: "two", "that much", "X" of which is told later what it is."""
    if c.take("twice that much", "twice that many"):
        return None if known.amount is None else a.Scaled(quantity=known.amount, times=2)
    if c.take("that much", "that many"):
        return known.amount
    if c.sees("x"):
        told = where(c, known)
        if told is not None:
            c.move()
        return told
    return number(c)


def where(c: Cursor, known: Scope) -> a.Quantity | None:
    """What X is, told at the end of the sentence."""
    if known.x is not None:
        return known.x
    words = [token.word for token in c.tokens]
    for at in range(c.at, len(words) - 3):
        if words[at : at + 3] == ["where", "x", "is"]:
            asked = Cursor(c.tokens, c.setting, at + 3, mentioned=known.it, scope=c.scope)
            found = counted(asked, known)
            if found is None or asked.too_deep or not asked.ended:
                return None
            known.x = found
            del c.tokens[at - 1 if at and words[at - 1] == "," else at : len(words)]
            return found
    return None


def counted(c: Cursor, known: Scope) -> a.Quantity | None:
    """A number that the board tells, or "twice", "half" or more than one: "its power plus 2"."""
    if c.take("twice"):
        twice = _counted(c, known)
        return None if twice is None else times(2, twice)
    found = _counted(c, known)
    if found is not None and c.take("plus"):
        more = number(c)
        if more is not None:
            return a.Scaled(quantity=found, more=more)
        second = _counted(c, known)
        return None if second is None else a.Sum(quantities=(found, second))
    return found


_YOUR_TURN: dict[a.Tallied, tuple[str, ...]] = {
    "cards discarded": ("cards you've discarded this turn", "cards you discarded this turn"),
    "cards drawn": ("cards you've drawn this turn", "cards you drew this turn"),
    "permanents sacrificed": ("permanents you've sacrificed this turn", "permanents you sacrificed this turn"),
    "creatures died": ("creatures that died under your control this turn",),
    "life gained": ("life you gained this turn", "life you've gained this turn"),
    "life lost": ("life you lost this turn", "life you've lost this turn"),
}
_TURN = {
    f"the {'amount' if tallied.startswith('life') else 'number'} of {phrase}": a.UnstatedNumber(
        fact=f"the {'amount' if tallied.startswith('life') else 'number'} of {phrase}", counted=tallied
    )
    for tallied, phrases in _YOUR_TURN.items()
    for phrase in phrases
} | {
    "the number of creatures that died this turn": a.UnstatedNumber(
        fact="the number of creatures that died this turn", counted="creatures died", players=a.Players(who="any")
    )
}
"""Numbers of what happened this turn: stated, and counted from then on."""
_TIMES = {
    "creature that died this turn": _TURN["the number of creatures that died this turn"],
    "card you've discarded this turn": _TURN["the number of cards you've discarded this turn"],
    "card you've drawn this turn": _TURN["the number of cards you've drawn this turn"],
    "permanent you've sacrificed this turn": _TURN["the number of permanents you've sacrificed this turn"],
    **{
        phrase: a.UnstatedNumber(fact=phrase)
        for phrase in (
            "time you've cast a commander from the command zone this game",
            "time you've cast your commander from the command zone this game",
        )
    },
}
"""The same, after "for each"; and what has happened since the game began."""


def _among(c: Cursor, known: Scope) -> a.Filter | None:
    c.mentioned = known.it
    found = noun(c)
    return None if c.too_deep else found


def _counters_among(c: Cursor, known: Scope) -> a.Quantity | None:
    """ "lore counter among Sagas you control"."""
    start = c.at
    name = counter(c)
    among = _among(c, known) if name is not None and c.take("among") else None
    if among is None:
        c.at = start
        return None
    return a.CountersAmong(filter=among, counter=name)


def _counted(c: Cursor, known: Scope) -> a.Quantity | None:
    if c.take("that damage", "that much damage"):
        return known.amount if isinstance(known.amount, a.AmountOfOccasion) else None
    if c.take("the life lost this way", "the number of creatures sacrificed this way", "the amount of life lost this way"):
        return known.way
    if known.way is not None and c.take("the result"):
        return known.way
    if c.take("the number of cards in their hand", "the number of cards in that player's hand"):
        return a.PlayerTotal(what="hand", players=_doer(known))
    if (unstated := c.take(*_TURN)) is not None:
        return _TURN[unstated]
    if c.take("the number of players you attacked this combat"):
        return a.PlayerCount(players=a.Players(who="attacked this combat"))
    if c.take("the number of players being attacked"):
        return a.PlayerCount(players=_ATTACKED)
    if c.take("the amount of damage it dealt to that player", "the amount of damage ~ dealt to that player"):
        return known.amount if isinstance(known.amount, a.AmountOfOccasion) else None
    if c.take("the number of creatures in your party"):
        return a.PartySize(players=YOU)
    for phrase, kinds in (("the number of different kinds of counters among", True), ("the number of counters among", False)):
        if c.take(phrase):
            among = _among(c, known)
            return None if among is None else a.CountersAmong(filter=among, kinds=kinds)
    if c.take("the number of colors among"):
        among = _among(c, known)
        return None if among is None else a.ColorsAmong(filter=among)
    if c.take("the greatest power and/or toughness among"):
        among = _among(c, known)
        if among is None:
            return None
        greatest = (a.GreatestPower(filter=among, characteristic=each) for each in ("power", "toughness"))
        return a.Sum(quantities=tuple(greatest), over="greatest")
    if c.take("the number of opponents you have"):
        return a.PlayerCount(players=OPPONENTS)
    if c.take("the amount of {e} you have", "the number of {e} you have"):
        return a.PlayerCounters(counter="energy", players=YOU)
    if c.take("the number of experience counters you have"):
        return a.PlayerCounters(counter="experience", players=YOU)
    for what in ("power", "toughness", "mana value"):
        if c.take(f"the sacrificed creature's {what}", f"the sacrificed artifact's {what}", f"the sacrificed permanent's {what}"):
            return a.CharacteristicOf(characteristic=what.replace(" ", "_"), of="sacrificed")
        for word, least in (("greatest", False), ("highest", False), ("least", True)):
            if c.take(f"the {word} {what} among"):
                c.mentioned = known.it
                among = noun(c)
                characteristic = what.replace(" ", "_")
                return None if among is None else a.GreatestPower(filter=among, characteristic=characteristic, least=least)
        if c.take(f"the total {what} of") and what == "power":
            among = noun(c)
            return None if among is None else a.TotalPower(filter=among)
    if c.take("their total power"):
        return a.TotalPower(filter=known.those) if known.those is not None else None
    for what in ("power", "toughness", "mana value"):
        if known.looking is not None and c.take(*(f"{whose} {what}" for whose in _OF_CARD)):
            return a.NumberOf(filter=TURNED_UP, characteristic=what.replace(" ", "_"))
        if (
            known.looking is None
            and known.exiled is None
            and c.take(f"the {what} of the exiled card", f"the exiled card's {what}")
        ):
            return a.NumberOf(filter=a.IsExiledWith(), characteristic=what.replace(" ", "_"))
        if known.it == TURNED_UP and c.take(f"its {what}", f"the exiled card's {what}"):
            return a.NumberOf(filter=TURNED_UP, characteristic=what.replace(" ", "_"))
    start = c.at
    if c.take("the number of") and (counters := _counters_among(c, known)) is not None:
        return counters
    c.at = start
    if c.take("the number of") and (turned := counted_this_way(c, known) or done_this_way(c, known)) is not None:
        return turned
    c.at = start
    if c.take("the number of") and (cards := cards_in(c, known)) is not None:
        return a.CardCount(cards=cards)
    c.at = start
    if c.take("the number of") and (of_counter := counter(c)) is not None and c.take("on"):
        of = _one(c, known)
        return None if of is None else a.CountersOn(of=of, counter=of_counter)
    c.at = start
    if c.take("the number of counters on"):
        of = _one(c, known)
        return None if of is None else a.CountersOn(of=of)
    c.at = start
    that = c.sees("that creature's")
    pointed = known.that if that else known.whose
    if isinstance(pointed, a.IsTarget | a.IsChosen | a.IsCreated) and c.take("its", "that creature's", "his", "her"):
        number_of = c.take("power", "toughness", "mana value")
        return None if number_of is None else a.NumberOf(filter=pointed, characteristic=number_of.replace(" ", "_"))
    if c.take("the difference between"):
        one = _counted(c, known)
        if one is None or not c.take("and"):
            return None
        if isinstance(one, a.CharacteristicOf | a.NumberOf) and c.take("toughness"):
            return a.Difference(one=one, other=one.model_copy(update={"characteristic": "toughness"}))
        other = _counted(c, known)
        return None if other is None else a.Difference(one=one, other=other)
    meant = None if that and known.that == a.THIS else role(pointed)
    if meant is None and c.sees("its", "that creature's", "their", "his", "her"):
        return None
    c.mentioned = known.it
    found = quantity(c, meant or "subject")
    return None if c.too_deep else found


_DONE = ("exiled", "destroyed", "sacrificed", "returned")


def done_this_way(c: Cursor, known: Scope) -> a.Quantity | None:
    """ "creature card exiled this way", "artifact is destroyed this way": how many of those that were just moved."""
    start = c.at
    which = card(c, known)
    if which is None:
        c.at = start
        c.mentioned = None
        which = noun(c)
    c.take("is", "was", "are", "were")
    done = c.take(*_DONE)
    if which is None or done is None or done != known.did or not c.take("this way"):
        c.at = start
        return None
    return a.CountDone(filter=which)


def _one(c: Cursor, known: Scope) -> a.Role | None:
    """The role of the permanent that comes next: what "it" means stays as it was."""
    before = known.copy()
    found = role(objects(c, known))
    known.restore(before)
    return found


def _doer(known: Scope) -> a.Players:
    """ "They", of a player: each of several."""
    who = known.doer or a.Players(who="chosen")
    return EACH if is_several(who) else who


def for_each(c: Cursor, known: Scope) -> a.Quantity | None:
    """What comes after "for each"."""
    if (turned := counted_this_way(c, known)) is not None:
        return turned
    if c.take("opponent you have", "opponent"):
        return a.PlayerCount(players=OPPONENTS)
    if (unstated := c.take(*_TIMES)) is not None:
        return _TIMES[unstated]
    if c.take("creature in your party"):
        return a.PartySize(players=YOU)
    if c.take("player being attacked"):
        return a.PlayerCount(players=_ATTACKED)
    if (counters := _counters_among(c, known)) is not None:
        return counters
    if c.take("player"):
        return a.PlayerCount(players=a.Players(who="any"))
    if c.take("card in your hand"):
        return a.PlayerTotal(what="hand", players=YOU)
    if c.take("card in your graveyard"):
        return a.PlayerTotal(what="graveyard", players=YOU)
    if c.take("card in their graveyard", "card in that player's graveyard"):
        return a.PlayerTotal(what="graveyard", players=_doer(known))
    if c.take("experience counter you have"):
        return a.PlayerCounters(counter="experience", players=YOU)
    if c.take("creature tapped this way", "creature sacrificed this way", "permanent sacrificed this way"):
        return known.way
    if c.take("of those creatures", "of them"):
        return None if known.those is None or known.those == AFFECTED else a.CountOf(filter=known.those)
    if (done := done_this_way(c, known)) is not None:
        return done
    start = c.at
    if (of_counter := counter(c)) is not None and c.take("removed this way"):
        return known.way
    c.at = start
    if (of_counter := counter(c)) is not None and c.take("on"):
        of = _one(c, known)
        return None if of is None else a.CountersOn(of=of, counter=of_counter)
    c.at = start
    if (cards := cards_in(c, known)) is not None:
        return a.CardCount(cards=cards)
    c.at = start
    c.mentioned = known.it
    if role(known.it) is None:
        c.mentioned = None
    if c.take("creature it's blocking"):
        of = role(known.it)
        return None if of is None else a.CountOf(filter=a.InCombatWith(relation="blocked by", other=of))
    found = noun(c)
    if found is None or c.too_deep:
        return None
    return a.Scaled(quantity=a.CountOf(filter=found), more=-1) if c.take("beyond the first") else a.CountOf(filter=found)


def times(amount: a.Quantity, each: a.Quantity) -> a.Quantity:
    """So many for each. Raises NotUnderstood where neither is a number."""
    if not isinstance(amount, int):
        raise NotUnderstood
    if isinstance(each, a.Scaled):
        return each.model_copy(update={"times": each.times * amount})
    return a.Scaled(quantity=each, times=amount) if amount != 1 else each


def for_each_of(c: Cursor, known: Scope, amount: a.Quantity) -> a.Quantity | None:
    """The amount, for each of what follows if "for each" does; None where that isn't read."""
    if not c.take("for each"):
        return amount
    each = for_each(c, known)
    return None if each is None else times(amount, each)


def counter(c: Cursor) -> str | None:
    """The name of counters, and the word "counter"."""
    for size in (1, 2):
        if c.peek(size) in ("counter", "counters"):
            name = " ".join(c.peek(ahead) for ahead in range(size))
            if not re.fullmatch(r"[+-]\d+/[+-]\d+|[a-z]+(?: strike| mark)?", name) or name in _OF_PLAYERS:
                return None
            c.move(size + 1)
            return name
    return None
