"""What all abilities have in common."""

from typing import Literal

from ..filters import Condition
from ..model import OfKind

CombatAction = Literal["attack", "block"]


class BaseAbility(OfKind, kind=""):
    """One thing that an ability says."""

    text: str = ""
    """The sentence that says so."""
    condition: Condition | None = None
    """The ability does something only while this holds."""
