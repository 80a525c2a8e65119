"""Decks as lists: so many of a creature card on each line, whose costs and sizes are looked up among cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ...events.errors import InvalidInput
from ...handlers.playing.decks import CreatureDeck, DeckCard
from ..cards.formats import CardFace
from ..cases.models import Case, StatedPermanent
from ..cases.permanents import entered
from .boards import PLAYERS, permanent, sized

MOST_CARDS = 1_000
"""A deck has no more cards."""

_LINE = re.compile(r"(?:([0-9]{1,4})\s*x?\s+)?(\S.*)")
_HEADINGS = frozenset(("deck", "about", "companion", "commander"))


def read_deck(path: Path, cards: Mapping[str, CardFace]) -> CreatureDeck:
    """The deck of a list. Raises InvalidInput as `listed`, and for a card that isn't a creature of known size and text."""
    made: dict[str, DeckCard] = {}
    return tuple(made.get(card.name) or made.setdefault(card.name, deck_card(card, where)) for where, card in listed(path, cards))


def listed(path: Path, cards: Mapping[str, CardFace]) -> list[tuple[str, CardFace]]:
    """The cards of a list, and where each stands in it: a line such as `4 Grim Ox` for each card.

    Empty lines, headings, those that begin with # or //, and a sideboard aren't read. `cards`: by name. Raises InvalidInput for a
    file that can't be read or has no card, and for a card that isn't known.
    """
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(str(path), str(error), "a text file: a line such as `4 Grim Ox` for each card") from None
    deck: list[tuple[str, CardFace]] = []
    for number, line in enumerate(map(str.strip, lines), 1):
        if line.lower() == "sideboard":
            break
        if not line or line.startswith(("#", "//")) or line.lower() in _HEADINGS:
            continue
        found = _LINE.fullmatch(line)
        assert found is not None, "some letter is in the line"
        card, where = cards.get(found[2]), f"{path}:{number}"
        if card is None:
            raise InvalidInput(where, f"{found[2]!r}, which isn't among the cards", "a card of --cards by its name")
        if (copies := int(found[1] or 1)) < 1:
            raise InvalidInput(where, repr(line), "1 card or more: a line that begins with # isn't read")
        deck += [(where, card)] * copies
        if len(deck) > MOST_CARDS:
            raise InvalidInput(where, f"more than {MOST_CARDS:,} cards", "fewer")
    if not deck:
        raise InvalidInput(str(path), "no card", "a line such as `4 Grim Ox` for each card")
    return deck


def deck_card(card: CardFace, where: str) -> DeckCard:
    """A card of a deck. Raises InvalidInput for what is no creature of a size that is known."""
    if not sized(card):
        raise InvalidInput(
            where, f"{card.name!r}, which is no creature with power and toughness", "creatures: nothing else is cast"
        )
    try:
        stated = StatedPermanent.model_validate(permanent(card.name, PLAYERS[0], card))
        return DeckCard(card.mana_value, entered(stated, now=True, stated=False))
    except InvalidInput as error:
        raise InvalidInput(where, f"{card.name!r}: {error.found}", error.allowed, error.kind) from None


def by_name(cards: Iterable[CardFace]) -> dict[str, CardFace]:
    """The cards by name."""
    return {card.name: card for card in cards}


def empty_board(names: Iterable[str], rules: object = None) -> Case:
    """The board that a game with decks begins with."""
    document = {"id": "-".join(names) or "decks", "players": list(PLAYERS), "battlefield": [], "steps": []}
    return Case.model_validate(document | ({"rules": rules} if rules is not None else {}))
