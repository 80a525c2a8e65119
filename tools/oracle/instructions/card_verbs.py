"""What is done to cards: returned, put onto the battlefield, exiled, found in a library."""

from __future__ import annotations

from ....events import abilities as a
from ..cursor import Cursor
from ..quantities import number
from .amounts import counter, where
from .cards import card, cards_from
from .known import HOST, TURNED_UP, YOU, Known
from .objects import targets_counted

_IT = ("it", "that card", "him", "her", "the card", "them", "those cards")
_REST = ("the rest of the revealed cards", "the rest of those cards", "the rest of the cards", "the rest", "the other cards")
_TO_LIBRARY = (
    *(
        f"on the bottom of {whose} library{order}"
        for whose in ("your", "its owner's", "their", "that player's")
        for order in (" in a random order", " in random order", " in any order", "")
    ),
    "on the bottom in a random order",
    "on the bottom in any order",
    "on top of your library",
    "on top of its owner's library",
    "back in any order",
    "back",
)
_TO_HAND = (
    "into that player's hand",
    "into their hand",
    "to its owner's hand",
    "to their owner's hand",
    "to their owners' hands",
    "to your hand",
    "to his or her hand",
    "into its owner's hand",
    "into your hand",
)
_ATTACKING = ("tapped and attacking", "attacking")
_UNDER = {
    "under your control": YOU,
    "under its owner's control": None,
    "under their owner's control": None,
    "under their owners' control": None,
    "under his owner's control": None,
    "under her owner's control": None,
}


def puts_cards(c: Cursor, known: Known) -> list[a.Instruction] | None:
    """ "return target creature card from your graveyard to your hand", "put a land card from your hand onto the battlefield"."""
    if c.take("search your library for"):
        return _searches(c, known)
    verb = c.take("return", "put", "exile")
    if verb is None:
        return None
    cards = _meant(c, known)
    if cards is None:
        return None
    if verb == "exile":
        return [a.PutsCards(cards=cards, zone=_zone(cards, known), to="exile")]
    return _to(c, known, cards)


def _to(c: Cursor, known: Known, cards: a.Filter) -> list[a.Instruction] | None:
    if c.take(*_TO_HAND):
        return [a.PutsCards(cards=cards, zone=_zone(cards, known), to="hand")]
    if c.take(*_TO_LIBRARY):
        return [a.PutsCards(cards=cards, zone=_zone(cards, known), to="library")]
    if c.take("into your graveyard", "into their graveyard", "into its owner's graveyard"):
        return [a.PutsCards(cards=cards, zone=_zone(cards, known), to="graveyard")]
    entering = onto_battlefield(c, known, cards)
    if entering is None:
        return None
    rest = _to(c, known, TURNED_UP) if known.looking is not None and c.take("and the rest") else []
    return None if rest is None else [entering, *rest]


def onto_battlefield(c: Cursor, known: Known, cards: a.Filter) -> a.PutsOntoBattlefield | None:
    """After the cards: "onto the battlefield tapped and attacking"."""
    return _entering(c, known, cards) if c.take("to the battlefield", "onto the battlefield") else None


def _entering(c: Cursor, known: Known, cards: a.Filter) -> a.PutsOntoBattlefield | None:
    """How it enters: tapped, attacking, under whose control, with which counters."""
    tapped = attacking = False
    players: a.Players | None = None
    counters: dict[str, int] = {}
    while True:
        if (how := c.take(*_ATTACKING)) is not None:
            attacking, tapped = True, tapped or how.startswith("tapped")
        elif c.take("tapped"):
            tapped = True
        elif (under := c.take(*_UNDER)) is not None:
            players = _UNDER[under]
        elif c.take("with"):
            additional = c.take("an additional") is not None
            amount = 1 if additional else number(c)
            name = counter(c)
            if amount is None or name is None or not c.take("on it", "on him", "on her", "on them"):
                return None
            if name not in _KNOWN_COUNTERS:
                return None
            counters[name] = amount
        else:
            break
    if c.sees("transformed", "and transformed", "face", "attached", "blocking", "flipped"):
        return None
    if players is None and not isinstance(cards, a.Is) and not isinstance(cards, a.IsOneOf | a.IsAffected):
        players = YOU if _is_yours(cards) else players
    known.it = known.that = known.those = a.IsCreated()
    several = isinstance(cards, a.IsTargetCard | a.IsChosenCard) and _several(known, cards)
    known.created = 0 if several else 1
    return a.PutsOntoBattlefield(
        cards=cards, zone=_zone(cards, known), players=players, tapped=tapped, attacking=attacking, counters=counters
    )


def _zone(cards: a.Filter, known: Known) -> a.Zone:
    """Where they are: what died is in a graveyard."""
    if cards == TURNED_UP:
        return known.turned_to
    if isinstance(cards, a.IsTargetCard | a.IsChosenCard):
        return cards.cards.zone
    return "exile" if cards == known.exiled else "graveyard"


_KNOWN_COUNTERS = (
    "finality",
    "+1/+1",
    "-1/-1",
    "flying",
    "corpse",
    "age",
    "death",
    "first strike",
    "lifelink",
    "charge",
    "stun",
    "oil",
)


def _is_yours(cards: a.Filter) -> bool:
    meant = cards.cards if isinstance(cards, a.IsTargetCard | a.IsChosenCard) else None
    return meant is not None and meant.players == YOU


def _several(known: Known, cards: a.IsTargetCard | a.IsChosenCard) -> bool:
    if isinstance(cards, a.IsChosenCard):
        return cards.maximum != 1
    return any(each.cards == cards.cards and each.maximum != 1 for each in known.targets)


def _meant(c: Cursor, known: Known) -> a.Filter | None:
    """The cards meant: what died, a target, or one that is chosen."""
    start = c.at
    if known.looking is not None and c.take(*_REST):
        return TURNED_UP
    if known.those == TURNED_UP and known.it != TURNED_UP and c.take("those cards", "them"):
        return TURNED_UP
    pronoun = c.take(*_IT, "~", "this card")
    if pronoun is not None:
        gone = a.THIS if pronoun in ("~", "this card") else known.it if pronoun != "that card" else known.that
        c.take("from your graveyard")
        if (gone in known.gone and known.is_card) or (gone == a.THIS and HOST in known.gone and pronoun in ("~", "this card")):
            return gone
        if isinstance(gone, a.IsTargetCard | a.IsChosenCard | a.IsTurnedUp) or (gone is not None and gone == known.exiled):
            return gone
        c.at = start
        return None
    at = next((at for at in range(c.at, min(len(c.tokens), c.at + 8)) if c.tokens[at].word == "target"), None)
    if at is not None:
        return _target(c, known, at)
    least, most = _how_many(c)
    if least is None:
        c.at = start
        return None
    cards = cards_from(c, known, where)
    if cards is None:
        c.at = start
        return None
    chosen = a.IsChosenCard(cards=cards, minimum=0 if cards.zone == "library" else least, maximum=most)
    known.it = known.that = chosen
    return chosen


def _how_many(c: Cursor) -> tuple[int | None, int | None]:
    if c.take("any number of"):
        return 0, None
    up_to = c.take("up to") is not None
    amount = number(c)
    return (None, None) if amount is None else (0 if up_to else amount, amount)


def _target(c: Cursor, known: Known, at: int) -> a.Filter | None:
    start = c.at
    counts = targets_counted(c.tokens[start : at + 1], at - start)
    before = {token.word for token in c.tokens[start:at]}
    if counts is None or before - {"up", "to", "one", "two", "three", "any", "number", "of", "another", "a"}:
        return None
    c.at = at + 1
    cards = cards_from(c, known, where)
    if cards is None:
        c.at = start
        return None
    if "another" in before and known.gone and known.it in known.gone and isinstance(known.it, a.Is):
        cards = cards.model_copy(update={"filter": a.AllOf(parts=(cards.filter, a.Not(part=known.it)))})
    elif "another" in before:
        return None
    known.target(a.Target(cards=cards, minimum=counts[0], maximum=counts[1]))
    found = a.IsTargetCard(cards=cards)
    known.it = known.that = found
    known.created = None
    return found


def _searches(c: Cursor, known: Known) -> list[a.Instruction] | None:
    """ "search your library for a basic land card, put it onto the battlefield tapped, then shuffle" (701.23)."""
    least, most = _how_many(c)
    which = card(c, known, where) if least is not None else None
    if which is None:
        return None
    cards = a.IsChosenCard(cards=a.Cards(zone="library", players=YOU, filter=which), minimum=0, maximum=most)
    c.take(", reveal it", ", reveal that card", ", reveal them")
    if not c.take(", put it", ", put that card", ", put them", ", put those cards", "and put it", "and put that card"):
        return None
    done = _to(c, known, cards)
    if done is None or not c.take(", then shuffle", "and shuffle", ", then shuffle your library"):
        return None
    return done
