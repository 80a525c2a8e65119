"""A declaration in a line of text."""

from collections.abc import Mapping
from typing import Any


def in_pairs(declared: Mapping[str, Any]) -> str:
    """Who does what to whom: `rat → ogre; wall → drake`."""
    parts = []
    for creature, what in declared.items():
        if isinstance(what, Mapping):
            parts.append(f"{creature} → " + ", ".join(f"{whom} {amount}" for whom, amount in what.items()))
        else:
            parts.append(f"{creature} → {what if isinstance(what, str) else ', '.join(what)}")
    return "; ".join(parts) or "no creature"
