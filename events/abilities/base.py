"""What all abilities have in common."""

from typing import Literal

from ..filters import Condition
from ..model import Model

CombatAction = Literal["attack", "block"]


class BaseAbility(Model):
    """One thing that an ability says."""

    text: str = ""
    """The sentence that says so."""
    condition: Condition | None = None
    """The ability does something only while this holds."""
