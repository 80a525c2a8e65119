"""What texts of creatures do that their worth doesn't say: the worth is fitted to sizes and keywords."""

from __future__ import annotations

from ...events import abilities as a
from ...projections.board import Permanent
from ..oracle.lines import activated
from ..oracle.tokens import tokenize


def does_more(permanent: Permanent) -> bool:
    """Whether an ability of a permanent that it may still use is in no worth: one that is activated or triggers.

    Not so: mana abilities, and what triggers as it enters, which is over, or as it leaves, which isn't lost with it.
    """
    return any(map(_is_unvalued, permanent.abilities))


def _is_unvalued(ability: a.Ability) -> bool:
    match ability:
        case a.Triggered():
            return not all(isinstance(event, a.Dies) and event.permanents == a.THIS for event in ability.events)
        case a.NotModelledAbility(on=("elsewhere",)):
            return activated(tokenize(ability.text))
        case a.NotModelledAbility():
            return not ability.itself
    return False
