"""Lines after which abilities are had only at a level: of leveler creatures (711), Classes (717), Spacecraft (721)."""

from __future__ import annotations

import re

from ...events.abilities import Condition, CountersOn, Every, HasDesignation, QuantityCompares

_LEVELER = re.compile(r"LEVEL (\d{1,4})(?:[-–](\d{1,4})|\+)$")
_STATION = re.compile(r"STATION (\d{1,4})\+$")
_CLASS = re.compile(r"[^:]{1,40}: Level (\d{1,2})(?: — |$)")


def level(text: str) -> tuple[Condition, int] | None:
    """The condition of what follows, and where in the line that begins; None if the line isn't about a level."""
    if (leveler := _LEVELER.match(text.strip())) is not None:
        counters = CountersOn(of="source", counter="level")
        least = QuantityCompares(quantity=counters, comparison=">=", than=int(leveler[1]))
        if leveler[2] is None:
            return least, len(text)
        return Every(parts=(least, QuantityCompares(quantity=counters, comparison="<=", than=int(leveler[2])))), len(text)
    if (station := _STATION.match(text.strip())) is not None:
        charges = CountersOn(of="source", counter="charge")
        return QuantityCompares(quantity=charges, comparison=">=", than=int(station[1])), len(text)
    if (class_level := _CLASS.match(text)) is not None:
        # A Class keeps what it had at lower levels, so a board that states a level states those below it too.
        return HasDesignation(designation=f"level {class_level[1]}"), class_level.end()
    return None
