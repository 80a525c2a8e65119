"""The numbers of the rules of several players, by concept: those of 2026-01-16, since the texts of earlier days aren't known.

What 506–508 say of them is known by date. Before the first day here, nothing is ruled on by them (`variants.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

MULTIPLAYER_NUMBERS: tuple[tuple[date, Mapping[str, str | None]], ...] = (
    (
        date(2009, 7, 11),
        {
            "attack.alternating_seats": "811.4",
            "attack.defending_chosen": "507.1",
            "attack.emperor_seats": "809.3c",
            "attack.left": "803.1a",
            "attack.range": "801.3",
            "attack.right": "803.1b",
            "loses.conceding": "104.3a",
            "loses.effect": "104.3e",
            "loses.emperor": "809.5b",
            "loses.team": "810.8a",
            "sba.team_life": "704.6a",
            "sba.team_poison": "704.6b",
        },
    ),
    (date(2017, 8, 25), {"attack.reselect_chosen": "508.7d", "attack.reselect_range": "508.7e"}),
    (date(2025, 7, 25), {"monarch.damage": "724.2"}),
)
"""Day → concept → its number from that day on. Concepts that a row doesn't name keep theirs."""
