"""What was decided on a draft, and what two decisions share: one for each answer to a fact that isn't stated."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..events.catalogue import Event
from ..events.declarations import RequirementsChecked, RestrictionsChecked
from ..events.ruling import Ruling
from .attempt import Attempt, Draft
from .procedure.runner import Procedure
from .unstated import same_ruling


class Attempted(NamedTuple):
    """The procedure that decided, the attempt, the version of the log before it, and the ruling on it."""

    procedure: Procedure
    attempt: Attempt[Any]
    since: int
    ruling: Ruling


def same_events(first: Draft, second: Draft) -> Draft | None:
    """The first draft, if both hold the same events, numbers of restrictions and requirements aside; None if not."""
    return first if _uncounted(first.events) == _uncounted(second.events) else None


def same_outcome(first: Attempted, second: Attempted) -> Attempted | None:
    """The first decision, with the ruling that both share; None where the rulings differ, or the events of legal ones."""
    ruling = same_ruling(first.ruling, second.ruling)
    if ruling is None:
        return None
    if ruling.verdict == "legal" and _uncounted(first.attempt.events) != _uncounted(second.attempt.events):
        return None
    return first._replace(ruling=ruling)


def _uncounted(events: list[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, RestrictionsChecked | RequirementsChecked)]
