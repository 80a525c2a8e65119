"""A permanent's numbers, where a ruling depends on one."""

from __future__ import annotations

from typing import Literal

from ...events.errors import FactNotStated
from ...projections.board import Permanent


def number_of(permanent: Permanent, characteristic: Literal["power", "toughness", "mana_value"]) -> int:
    """That characteristic. Raises FactNotStated for the mana value of a card that isn't known, as in a game that was imported."""
    number: int | None = getattr(permanent, characteristic)
    if number is None:
        raise FactNotStated(permanent.id, f"a mana value of {permanent.name}", "a card that is known: `declarant cards load`")
    return number
