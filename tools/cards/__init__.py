"""Cards by name: an index that a user makes of card data, so that a case may give a permanent's name alone.

No card ships with the package. `load` reads a bulk file of Scryfall (`oracle_cards`) or MTGJSON (`AtomicCards.json`).
"""

from __future__ import annotations

from .formats import CardFace
from .index import arena_cards, find, load, meant, suggested

__all__ = ["CardFace", "arena_cards", "find", "load", "meant", "suggested"]
