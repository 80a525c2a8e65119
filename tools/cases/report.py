"""What `declarant audit` reports on a case: one ruling a step, and how it compares with what the case expects."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from ...events.model import Model


class Trigger(Model):
    """Abilities that triggered from a step: whose, in what words, by which rule number, and how many times."""

    source: str
    ability: str
    rule: str | None
    times: int


class Difference(Model):
    """A field that isn't as the case expects."""

    field: str
    expected: Any
    found: Any


class StepReport(Model):
    """The ruling on one step (counted from 0), and the combat after it; after an illegal one, the combat it fell back to."""

    step: int
    action: str
    verdict: Literal["legal", "illegal", "undecided"] | None
    rule: str | None
    concept: str | None
    why: str
    instead: dict[str, Any] | None
    cost: str | None
    triggers: tuple[Trigger, ...]
    blocked: tuple[str, ...]
    unblocked: tuple[str, ...]
    orders: dict[str, tuple[str, ...]]
    attacking: dict[str, str | None]
    blocking: dict[str, tuple[str, ...]]
    assigned: dict[str, dict[str, dict[str, int]]] | None = None
    """Who assigned combat damage in the step: player → creature → recipient → amount. None: no step of combat damage."""
    dealt: dict[str, dict[str, int]] | None = None
    destroyed: tuple[str, ...] | None = None
    sba: dict[str, str] | None = None
    lost: tuple[str, ...] | None = None
    life: dict[str, int] | None = None
    poison: dict[str, int] | None = None
    marked: dict[str, int] | None = None
    back_to: tuple[str, ...] | None = None
    """After an illegal assignment: the players whose assignments still stand."""
    agrees: bool | None
    differences: tuple[Difference, ...]


class CaseError(Model):
    """Why a case can't be judged: what stands where, and what may stand there. `internal`: what nobody foresaw happened."""

    kind: Literal["invalid-input", "wording-not-understood", "internal"]
    where: str
    found: str
    allowed: str


class CaseReport(Model):
    """All rulings on a case, or the error for which there are none, and what else is wrong with it."""

    case: str
    rules: date | None
    steps: tuple[StepReport, ...] = ()
    error: CaseError | None = None
    further_errors: tuple[CaseError, ...] = ()

    @property
    def status(self) -> Literal[0, 1, 2]:
        """0: all agree; 1: something differs; 2: it couldn't be judged."""
        if self.error is not None:
            return 2
        return 1 if any(step.agrees is False for step in self.steps) else 0
