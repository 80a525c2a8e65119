"""Cards of a hand that are revealed, and what is chosen to show it: behold, forage."""

from __future__ import annotations

from ....events import abilities as a
from ..cursor import Cursor, rule
from ..filters import noun
from ..grammar import phrase
from ..logic import both
from ..scope import CHOSEN, YOU, Scope, of_player
from .card_verbs import chosen_card


@rule
def reveals_cards(c: Cursor, known: Scope, who: a.Players = YOU) -> list[a.Instruction] | None:
    """ "reveal an Elf card from your hand", "[that player] reveals a card at random from their hand": it is "it" then."""
    cards = chosen_card(c, known) if c.take("reveal" if who == YOU else "reveals") else None
    if cards is None or cards.cards.zone != "hand" or cards.every:
        return None
    if who != YOU:
        if cards.cards.players != CHOSEN or who.several:
            return None
        cards = of_player(cards, who).model_copy(update={"by": None if cards.random else who})
    one = cards.maximum == 1
    known.turn_up("hand", cards.cards.players, one=one)
    return [a.RevealsCards(cards=cards)]


def _held(c: Cursor) -> a.Filter | None:
    c.mentioned = None
    return noun(c)


def _beholds(what: a.Filter) -> a.Instruction:
    """701.4: one that its player controls is chosen, or a card of their hand is revealed."""
    mine = a.IsChosen(permanents=both(what, a.ControlledBy(players=YOU)))
    card = a.IsChosenCard(cards=a.Cards(zone="hand", players=YOU, filter=what), minimum=1)
    return a.Modes(modes=((a.Chooses(permanents=mine),), (a.RevealsCards(cards=card),)))


_THREE = a.Cards.model_construct(zone="graveyard", players=YOU, filter=a.ANYTHING)
_FORAGES = a.Modes.model_construct(
    modes=(
        (a.PutsCards.model_construct(cards=a.IsChosenCard.model_construct(cards=_THREE, minimum=3, maximum=3), to="exile"),),
        (a.Sacrifices.model_construct(players=YOU, permanents=a.HasType(type="Food")),),
    )
)
"""701.61."""

SHOWING = (phrase("behold (a|an) <what:held>", _beholds), phrase("forage", _FORAGES))
RULES = {"held": _held}
