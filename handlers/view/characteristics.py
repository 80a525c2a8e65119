"""A permanent's numbers, where a ruling depends on one."""

from __future__ import annotations

from ...events.abilities import Characteristic
from ...events.errors import FactNotStated
from ...events.facts import PermanentEntered
from ...projections.board import Permanent


def number_of(permanent: Permanent | PermanentEntered, characteristic: Characteristic) -> int:
    """That characteristic. Raises FactNotStated for the mana value of a card that isn't known, as in a game that was imported,
    and for base power and toughness, which only the layers know (`Matching`)."""
    if characteristic in ("base_power", "base_toughness"):
        raise FactNotStated(permanent.id, f"its {characteristic.replace('_', ' ')}", "a description that only compares it")
    number: int | None = getattr(permanent, characteristic)
    if number is None:
        what = f"a mana value of {permanent.name or permanent.id}"
        raise FactNotStated(permanent.id, what, "a board that states its `mana_value`, or a card that is known")
    return number
