"""The top cards of libraries: looked at, revealed, exiled or milled; and what is asked of cards that were turned up."""

from __future__ import annotations

from ....events import abilities as a
from ..cards import THIS_WAY, card, turned_up
from ..cursor import Cursor, attempt, rule
from ..filters import CHARACTERISTICS, noun
from ..logic import both
from ..players import ANY
from ..scope import CHOSEN, CREATED, TURNED_UP, YOU, Scope
from .amounts import amount

_VERBS: dict[str, a.Zone] = {
    "look at": "library",
    "looks at": "library",
    "reveal": "library",
    "reveals": "library",
    "exile": "exile",
    "exiles": "exile",
}
_WHOSE: dict[str, a.Players | None] = {
    "your library": YOU,
    "that player's library": CHOSEN,
    "that opponent's library": CHOSEN,
    "defending player's library": a.Players.model_construct(who="defending"),
    "each player's library": ANY,
    "each opponent's library": a.Players.model_construct(who="opponents"),
    "their library": None,
}
_HANDS = {
    "that player's hand": CHOSEN,
    "defending player's hand": a.Players.model_construct(who="defending"),
    "their hand": CHOSEN,
}
_REVEALING = tuple(f"until {who}" for who in ("you reveal", "you exile", "they reveal", "they exile"))
_IT_IS = ("it's", "it is", "that card is", "the card is", "the exiled card is", "the revealed card is", "the milled card is")
_IT_WAS = ("it was a", "it was an", "that card was a", "that card was an")
_TURNED_UP_BY = tuple(
    f"{who} {did}"
    for who, s in (("you", ""), ("they", ""), ("the player", "s"), ("that player", "s"))
    for verb, past in (("reveal", "revealed"), ("exile", "exiled"), ("mill", "milled"))
    for did in (f"{verb}{s}", past)
)
_DISCARDED = ("you discarded", "you discard", "they discarded", "they discard", "that player discarded", "that player discards")


@rule
def reveals_hand(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "that player reveals their hand", "look at defending player's hand": what is chosen of it comes after."""
    start = c.at
    whose = who if c.take("reveals their hand", "reveal your hand") else None
    if whose is None and c.take("look at"):
        whose = next((players for phrase, players in _HANDS.items() if c.take(phrase)), None)
    if whose is None:
        return None
    known.hand = whose
    return [a.OffBoard(text=c.printed(start))]


@attempt
def turns_up(c: Cursor, known: Scope, who: a.Players) -> list[a.Instruction] | None:
    """ "look at the top six cards of your library", "exile the top card of each player's library"."""
    verb = c.take(*_VERBS)
    if verb is None:
        return None
    if c.take("cards from the top of"):
        return _until(c, known, who, verb)
    many: a.Quantity | None
    if c.take("the top"):
        many = 1 if c.take("card of") else amount(c, known)
        if many is None or (many != 1 and not c.take("cards of")):
            return None
    else:
        many = amount(c, known)
        if many is None or not c.take("cards from the top of", "card from the top of"):
            return None
    whose = c.take(*_WHOSE)
    if whose is None:
        return None
    players = _WHOSE[whose] or _theirs(known, who)
    if players is None:
        return None
    c.filler("face down")
    known.turn_up(_VERBS[verb], players, one=many == 1 and players in (YOU, CHOSEN, who))
    return [a.TurnsUpCards(players=players, number=many, to=_VERBS[verb])]


def _theirs(known: Scope, who: a.Players) -> a.Players | None:
    """Whose "their library" is: of those who do it, or where you do it, of who was named before."""
    if who != YOU:
        return who
    return known.doer if known.doer is not None else CHOSEN if known.names_player else None


def _until(c: Cursor, known: Scope, who: a.Players, verb: str) -> list[a.Instruction] | None:
    """ "reveal cards from the top of your library until you reveal a creature card": that card is meant then."""
    whose = c.take(*_WHOSE)
    players = None if whose is None else _WHOSE[whose] or _theirs(known, who)
    if players is None or not c.take(*_REVEALING):
        return None
    c.filler("a", "an")
    which = card(c, known)
    if which is None or not (c.ended or c.sees(",")):
        return None
    known.permanent = known.permanent if known.that == TURNED_UP else known.that
    known.turn_up(_VERBS[verb], players, one=False)
    last = a.Cards(zone=known.turned_to, players=players, filter=both(TURNED_UP, which))
    known.it = known.that = a.IsChosenCard(cards=last, minimum=1)
    return [a.TurnsUpCards(players=players, to=_VERBS[verb], until=which)]


def said_of_cards(c: Cursor, known: Scope) -> a.Condition | None:
    """After "if": "it's a land card", "a creature card was milled this way", "you discarded a nonland card"."""
    if c.take("a card is exiled with it", "a card is exiled with ~"):
        with_it = a.Cards(zone="exile", players=ANY, filter=a.IsExiledWith())
        return a.QuantityCompares(quantity=a.CardCount(cards=with_it), comparison=">=", than=1)
    if (entered := _entered_this_way(c, known)) is not None:
        return entered
    start = c.mark()
    exiled = known.it if isinstance(known.it, a.IsTargetCard) else known.exiled
    if isinstance(exiled, a.IsTargetCard | a.IsChosenCard) and c.take(*_IT_WAS):
        which = card(c, known)
        target = a.Cards(zone="exile", players=ANY, filter=both(exiled, which or a.ANYTHING))
        if which is not None and known.did == "exiled":
            return a.QuantityCompares(quantity=a.CardCount(cards=target), comparison=">=", than=1)
    c.back_to(start)
    if known.looking is None:
        return None
    if known.it == TURNED_UP and (quality := _odd_or_even(c)) is not None:
        return some_turned_up(known, quality)
    c.back_to(start)
    if c.take(*_IT_IS) if known.it == TURNED_UP else None:
        negated = c.take("not a", "not an") is not None or (c.take("a", "an") is None and None)
        which = None if negated is None else card(c, known)
        if which is not None and (c.sees(",") or c.ended):
            some = some_turned_up(known, which)
            return a.Unless(part=some) if negated else some
    c.back_to(start)
    if c.take("it isn't a", "it isn't an") and known.it == TURNED_UP and (which := card(c, known)) is not None:
        return a.Unless(part=some_turned_up(known, which))
    c.back_to(start)
    you = c.take(*_TURNED_UP_BY) is not None
    discarded = c.take(*_DISCARDED) is not None
    which = card(c, known) if c.take("a", "an", "one or more", "at least one") else None
    this_way = (you or discarded) and (c.take("this way") is not None or (discarded and c.sees(",") is not None))
    if which is not None and (this_way or (c.take("was", "were", "is", "are") and c.take(*THIS_WAY))):
        return some_turned_up(known, which)
    c.back_to(start)
    return None


@rule
def _odd_or_even(c: Cursor) -> a.Filter | None:
    """ "that card's mana value is odd": of one card."""
    what = c.look_up(CHARACTERISTICS) if c.take("that card's", "its", "the exiled card's", "the revealed card's") else None
    parity = c.take("is odd", "is even") if what is not None else None
    if what not in ("power", "toughness", "mana_value") or parity is None:
        return None
    return a.IsOddOrEven(characteristic=what, odd=parity == "is odd")


@rule
def said_of_one_card(c: Cursor, meant: a.Filter, zone: a.Zone) -> a.Condition | None:
    """ "it's a creature card", "it isn't a land card": of one card that is in that zone."""
    negated = c.take("it isn't a", "it isn't an", "it's not a", "it's not an") is not None
    if not negated and not c.take(*(f"{it_is} {article}" for it_is in _IT_IS for article in ("a", "an"))):
        return None
    which = card(c, None)
    if which is None:
        return None
    cards = a.Cards(zone=zone, players=ANY, filter=both(meant, which))
    some = a.QuantityCompares(quantity=a.CardCount(cards=cards), comparison=">=", than=1)
    return a.Unless(part=some) if negated else some


@rule
def said_of_turned_up(c: Cursor, known: Scope) -> a.Condition | None:
    """ "it's a creature card": of the one card that was turned up last."""
    return None if known.looking is None else said_of_one_card(c, TURNED_UP, known.turned_to)


@rule
def _entered_this_way(c: Cursor, known: Scope) -> a.Condition | None:
    """ "an Equipment is put onto the battlefield this way", "you put a creature card onto the battlefield this way"."""
    if known.created is None or known.made is not None:
        return None  # nothing but what was put onto the battlefield is what was made
    you = c.take("you put") is not None
    which = (card(c, known) or noun(c)) if c.take("a", "an", "one or more") else None
    if which is None or c.too_deep or not (you or (c.take("is", "was", "are", "were") and c.take("put"))):
        return None
    return a.Exists(filter=both(CREATED, which)) if c.take("onto the battlefield this way") else None


def some_turned_up(known: Scope, which: a.Filter) -> a.Condition:
    """Whether there is such a card among those turned up."""
    return a.QuantityCompares(quantity=turned_up(known, which), comparison=">=", than=1)
