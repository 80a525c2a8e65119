"""Protection from a quality (702.16). From what has it, damage is prevented; it can't target, be attached or block."""

from __future__ import annotations

from ...events import abilities as a
from ...projections.board import Permanent
from .context import Context
from .view import View


def is_protected(view: View, id: str, source: Permanent) -> bool:
    """Whether a permanent on the battlefield has protection from a source of damage, of an ability, or from what is attached."""
    if "protection" not in view.keywords(id):
        return False
    context = Context(id, view.permanents[id].controller)
    return any(
        view.matches(each.quality or a.ANYTHING, source, context) and view.holds(each.condition, context)
        for each in view.keyword_abilities(id, "protection")
    )
