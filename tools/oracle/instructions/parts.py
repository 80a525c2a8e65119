"""The parts that an ability or an instruction consists of, and what they name."""

from __future__ import annotations

from collections.abc import Iterator

from ....events import abilities as a
from ....events.model import Model


def parts_of(part: object) -> Iterator[object]:
    """The part itself and, one within the other, all that it holds: models, tuples, words and numbers."""
    yield part
    if isinstance(part, tuple | list):
        for each in part:
            yield from parts_of(each)
    elif isinstance(part, Model):
        for name in type(part).model_fields:
            yield from parts_of(getattr(part, name))


def names(part: object, meant: a.Filter) -> bool:
    """Whether a part of an instruction speaks of these."""
    role = meant.role if isinstance(meant, a.Is) else None
    return any(each == meant or (role is not None and each == role) for each in parts_of(part))


def names_subject(part: object) -> bool:
    """Whether a part of an instruction speaks of what set the ability off."""
    return "subject" in parts_of(part)
