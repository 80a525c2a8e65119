"""Protection from a quality (702.16): damage of what has it is prevented; it can't target, be attached or block. Hexproof from a
quality (702.11d) is asked in the same way."""

from __future__ import annotations

from typing import Literal

from ...events import abilities as a
from ...projections.board import Permanent
from .context import Context
from .view import View


def is_protected(
    view: View, id: str, source: Permanent | None, keyword: Literal["protection", "hexproof"] = "protection"
) -> bool:
    """Whether a permanent on the battlefield has protection from a source of damage, of an ability, or from what is attached;
    from one of which nothing is known, where it is from anything."""
    if keyword not in view.keywords(id):
        return False
    context = Context(id, view.permanents[id].controller)
    return any(
        (each.quality in (None, a.ANYTHING) or (source is not None and view.matches(each.quality, source, context)))
        and view.holds(each.condition, context)
        for each in view.keyword_abilities(id, keyword)
    )
