"""Old shapes of events: how each is brought to the next one.

The schema number of a type of event is one more than the number of its upcasters: 1 for one that never changed. To
change the shape of an event, change its model, and add here what makes the new shape of the old one. A stored entry
keeps the shape and the number that it was written with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
"""From the JSON object of one schema to that of the next."""

Upcasters = Mapping[tuple[str, int], Upcaster]
"""By type and the schema number that is brought to the next one."""

UPCASTERS: Upcasters = {
    # Since schema 2 a game has its players' names and when, as what and from which record it was played: none of it by default.
    ("GameStarted", 1): lambda document: document,
}


def schema_number(type_tag: str, upcasters: Upcasters) -> int:
    """The schema number in which events of that type are written now."""
    return 1 + sum(of_type == type_tag for of_type, _ in upcasters)
