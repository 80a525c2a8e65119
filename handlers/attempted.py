"""What was decided on a draft, and whether two decisions are the same: where a fact isn't stated, each answer leads to one."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..events.catalogue import Event
from ..events.declarations import RequirementsChecked, RestrictionsChecked
from ..events.ruling import Ruling
from .attempt import Attempt, Draft
from .procedure.runner import Procedure
from .unstated import same_ruling


class Attempted(NamedTuple):
    """What was decided by which procedure, the version before it, and the ruling on it."""

    procedure: Procedure
    attempt: Attempt[Any]
    since: int
    ruling: Ruling


def same_events(first: Draft, second: Draft) -> Draft | None:
    """What happened, if it is the same but for how many restrictions and requirements were in force."""
    return first if _uncounted(first.events) == _uncounted(second.events) else None


def same_outcome(first: Attempted, second: Attempted) -> Attempted | None:
    """The ruling, if it is the same whatever isn't stated."""
    ruling = same_ruling(first.ruling, second.ruling)
    if ruling is None:
        return None
    if ruling.verdict == "legal" and _uncounted(first.attempt.events) != _uncounted(second.attempt.events):
        return None
    return first._replace(ruling=ruling)


def _uncounted(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, RestrictionsChecked | RequirementsChecked)]
