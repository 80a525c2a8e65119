"""What the parts of an ability or an instruction name."""

from __future__ import annotations

from ....events import abilities as a
from ....events.filters import role_named_by
from ....events.model import parts_of


def names(part: object, meant: a.Is) -> bool:
    """Whether a part of an instruction speaks of the permanent in that role."""
    return any(role_named_by(each) == meant.role for each in parts_of(part))


def names_subject(part: object) -> bool:
    """Whether a part of an instruction speaks of what set the ability off."""
    return names(part, a.Is(role="subject"))
