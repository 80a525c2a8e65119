"""Cards in hands, libraries, graveyards and exile: which are meant, and where."""

from __future__ import annotations

from typing import cast

from ...events import abilities as a
from ...events.model import parts_of
from ...events.types import PERMANENT_TYPES
from .cursor import Cursor, rule
from .filters import behind_noun, cards, what_x_is
from .filters import characteristic as comparing
from .logic import both, either
from .numbers import number
from .players import ANY, targets_own
from .scope import CHOSEN, OPPONENTS, TURNED_UP, YOU, Scope
from .unstated import chosen_by_name

_DEFENDING = a.Players.model_construct(who="defending")
_ZONES: dict[str, tuple[a.Zone, a.Players]] = {
    "your graveyard": ("graveyard", YOU),
    "a graveyard": ("graveyard", ANY),
    "graveyards": ("graveyard", ANY),
    "all graveyards": ("graveyard", ANY),
    "an opponent's graveyard": ("graveyard", OPPONENTS),
    "defending player's graveyard": ("graveyard", _DEFENDING),
    "that player's graveyard": ("graveyard", CHOSEN),
    "their graveyard": ("graveyard", CHOSEN),
    "your hand": ("hand", YOU),
    "their hand": ("hand", CHOSEN),
    "that player's hand": ("hand", CHOSEN),
    "your library": ("library", YOU),
}
_PERMANENT = a.AnyOf.model_construct(parts=tuple(a.HasType(type=each) for each in PERMANENT_TYPES))
THIS_WAY = ("milled this way", "exiled this way", "revealed this way", "discarded this way")
_AMONG_THEM = (
    "from among them",
    "from among those cards",
    *(f"from among the {said}" for said in ("revealed cards", "milled cards", "exiled cards")),
    *(f"from among the cards {said}" for said in THIS_WAY),
)
_ENDS = ("from", "in", "onto", "under", "tapped", "and", "to", ".", ",", "put", "into", "exiled")


@rule
def cards_in(c: Cursor) -> a.Cards | None:
    """ "creature cards in your graveyard"."""
    which = card(c, c.scope)
    if which is None or not c.take("in"):
        return None
    where = _zone(c)
    return None if where is None else a.Cards(zone=where[0], players=where[1], filter=which)


def _zone(c: Cursor) -> tuple[a.Zone, a.Players] | None:
    """Which zone, and whose."""
    if (whose := targets_own(c)) is not None:
        zone = c.take("graveyard", "hand")
        return None if zone is None else (cast(a.Zone, zone), whose)
    return c.look_up(_ZONES)


def cards_from(c: Cursor, known: Scope) -> a.Cards | None:
    """ "creature card with mana value 3 or less from your graveyard", "land card from among them"."""
    which = card(c, known)
    of_power = c.sees("with total power") is not None
    total = None if which is None else in_all(c, known)
    if which is None or c.sees("with total"):
        return None
    if c.take(*_AMONG_THEM, *THIS_WAY):
        if known.looking is None:
            return None
        more = _more(c, known)
        among = None if more is None else both(TURNED_UP, which, *more)
        return (
            None
            if among is None
            else a.Cards(zone=known.turned_to, players=known.looking, filter=among, total=total, of_power=of_power)
        )
    if known.hand is not None and c.take("from it", "from among them"):
        return a.Cards(zone="hand", players=known.hand, filter=which, total=total, of_power=of_power)
    if not c.take("from", "in"):
        return None
    where = _zone(c)
    more = None if where is None else _more(c, known)
    if where is None or more is None:
        return None
    return a.Cards(zone=where[0], players=where[1], filter=both(which, *more), total=total, of_power=of_power)


@rule
def in_all(c: Cursor, known: Scope) -> a.Quantity | None:
    """ "with total mana value X or less", "with total power 10 or less": of those that are chosen together."""
    if not c.take("with total mana value", "with total power"):
        return None
    most = what_x_is(c) if c.take("x") else number(c)
    return most if most is not None and c.take("or less") else None


@rule
def card(c: Cursor, known: Scope | None) -> a.Filter | None:
    """Which cards: words up to "card" or "cards", and "with …" after it."""
    found = _head(c)
    if found is None:
        return None
    if c.last == "card" and (other := _or_another(c)) is not None:
        found = either([found, other])
    more = _more(c, known)
    if more is None:
        return None
    if a.HasType(type="Aura") in parts_of(found):
        c.filler("that could enchant it", "that could enchant that creature", "that could enchant ~")
    return both(found, *more)


@rule
def _head(c: Cursor) -> a.Filter | None:
    """ "nonland card"; permanent cards are those that can be put onto the battlefield (110.4a)."""
    found = cards(c)
    return both(found, _PERMANENT) if found is not None and c.tokens[c.at - 2].word == "permanent" else found


@rule
def _or_another(c: Cursor) -> a.Filter | None:
    """ "[a legendary artifact card] or legendary land card"."""
    if not c.take("or a", "or an", "or"):
        return None
    found = _head(c)
    return None if found == a.ANYTHING or c.last != "card" else found


def _compared(c: Cursor) -> a.Filter | None:
    before, c.relative = c.relative, "source"
    found = comparing(c)
    c.relative = before
    return found


def _is_of_source(compared: a.Filter) -> bool:
    """Whether a card's number is compared with one of the source's: "toughness less than ~'s toughness"."""
    return isinstance(compared, a.Compares) and isinstance(compared.than, a.CharacteristicOf) and compared.than.of == "source"


def _ends(c: Cursor) -> bool:
    """Whether what is said of cards ends here."""
    return c.ended or c.peek() in _ENDS


def _more(c: Cursor, known: Scope | None) -> list[a.Filter] | None:
    """What follows: "with mana value X or less", "with power 2 or less", "named …"; None where it isn't read."""
    c.filler("each")
    if c.sees("with a", "with an", "with two"):
        return []  # counters that it gets
    if c.sees("with total"):
        return []  # it is said of all of them
    if (chosen := chosen_by_name(c)) is not None:
        return [chosen]  # "of that type"
    if not c.sees("with", "named"):
        return []
    start = c.mark()
    relative = c.sees("with lesser", "with greater", "with less", "with equal or") is not None
    if not relative and c.take("with") and (compared := _compared(c)) is not None and _is_of_source(compared):
        return [compared]
    c.back_to(start)
    mentioned, c.mentioned = c.mentioned, c.mentioned if known is None else known.it
    found = behind_noun(c)
    c.mentioned = mentioned
    if found is None or c.too_deep or not _ends(c):
        return None
    if relative and known is not None and not isinstance(known.it, a.Is | None):
        return None  # lesser than that of a target isn't said of a card
    return [found]


def turned_up(known: Scope, which: a.Filter) -> a.Quantity:
    """How many such cards are among those turned up."""
    cards = a.Cards(zone=known.turned_to, players=ANY, filter=both(TURNED_UP, which))
    return a.CardCount(cards=cards)


@rule
def counted_this_way(c: Cursor, known: Scope) -> a.Quantity | None:
    """After "for each" or "the number of": "land card milled this way"."""
    which = card(c, known) if known.looking is not None or known.hand is not None else None
    if which is None or not c.take(*THIS_WAY):
        return None
    if known.looking is None and known.hand is not None:
        revealed = c.tokens[c.at - 3].word == "revealed"
        return a.CardCount(cards=a.Cards(zone="hand", players=known.hand, filter=which)) if revealed else None
    return turned_up(known, which)
