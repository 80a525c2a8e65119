"""What `declarant audit` reports on a case: one ruling a step, and how it compares with what the case expects."""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import Field

from ...events.model import Model, is_none
from ...events.prose import Parts


class ReportedTrigger(Model):
    """Abilities that triggered from a step: whose, in what words, by which rule number, and how many times."""

    source: str
    ability: str
    rule: str | None
    times: int


class FieldDifference(Model):
    """A field that isn't as the case expects."""

    field: str
    expected: Any
    found: Any


class PlainReason(Model):
    """A thing that is wrong, as a judge says it: words and references, and apart from them whose ability it rests on."""

    parts: Parts
    source: str | None = None
    quote: str = ""


class Resolved(Model):
    """An ability that resolved; `why` says why it did nothing, or wasn't carried out."""

    source: str
    controller: str
    ability: str
    choices: tuple[str, ...] = ()
    why: str = ""


class StepReport(Model):
    """The ruling on one step (counted from 0), and the combat after it; after an illegal one, the combat it fell back to.

    `presumed`: facts that the case doesn't state, on which the ruling or what happens depends, and that were taken to be false.
    `costs`: player → the locked-in total; several pay where a team declares. `sentence`: the ruling as a judge says it, by names;
    `reasons`: a reason for each thing that is wrong. `not_carried_out`: the abilities that weren't carried out so far, and why.
    """

    step: int
    action: str
    verdict: Literal["legal", "illegal", "undecided"] | None
    rule: str | None
    concept: str | None
    why: str
    instead: dict[str, Any] | None
    cost: str | None
    triggers: tuple[ReportedTrigger, ...]
    blocked: tuple[str, ...]
    unblocked: tuple[str, ...]
    orders: dict[str, tuple[str, ...]]
    attacking: dict[str, str | None]
    blocking: dict[str, tuple[str, ...]]
    agrees: bool | None
    differences: tuple[FieldDifference, ...]
    presumed: tuple[str, ...] = ()
    costs: dict[str, str] = Field(default_factory=dict)
    sentence: str = ""
    reasons: tuple[PlainReason, ...] = ()
    not_carried_out: tuple[Resolved, ...] = ()


class DamageReport(StepReport):
    """A step of combat damage, or after it: also what damage was assigned and dealt, and what came of it.

    `assigned`: player → creature → recipient → amount. `dealt`: source → recipient → amount. `destroyed`: every permanent that
    state-based actions put into a graveyard; `sba`: player or permanent → the number of its state-based action; `lost`: players.
    `over`: whether the game is over then, and `won`: who has won.
    `life`, `poison` and `marked` are as they are after the step. `back_to`: the players whose assignments stand, where the damage
    hasn't been dealt. `power`, `toughness`: of creatures, with all effects. `tokens`: how many each player controls. `left`: what
    left the battlefield. `resolved`: the abilities that resolved, in order. `second_step_follows`: whether that was the first of
    two combat damage steps (510.4), and some creature is to deal damage in the second.
    """

    assigned: dict[str, dict[str, dict[str, int]]] = Field(default_factory=dict)
    dealt: dict[str, dict[str, int]] = Field(default_factory=dict)
    destroyed: tuple[str, ...] = ()
    sba: dict[str, str] = Field(default_factory=dict)
    lost: tuple[str, ...] = ()
    won: tuple[str, ...] = ()
    over: bool = False
    life: dict[str, int] = Field(default_factory=dict)
    poison: dict[str, int] = Field(default_factory=dict)
    marked: dict[str, int] = Field(default_factory=dict)
    back_to: tuple[str, ...] = ()
    power: dict[str, int] = Field(default_factory=dict)
    toughness: dict[str, int] = Field(default_factory=dict)
    tokens: dict[str, int] = Field(default_factory=dict)
    left: tuple[str, ...] = ()
    resolved: tuple[Resolved, ...] = ()
    second_step_follows: bool = False


class CaseError(Model):
    """Why a case can't be judged: what stands where, and what may stand there.

    `undecided`: the budget doesn't suffice for what is at work on the board; `internal`: a fault of declarant.
    """

    kind: Literal["invalid-input", "wording-not-understood", "undecided", "internal"]
    where: str
    found: str
    allowed: str


class Understood(Model):
    """A wording that isn't card wording (`found`), and the card wording as which it was read (`meant`)."""

    where: str
    found: str
    meant: str


class CaseReport(Model):
    """All rulings on a case, or the error for which there are none.

    `further_errors`: what else is wrong with the case. `understood`: wordings that were read as other words than theirs. `notes`:
    what a reader has to know besides, such as that the text of the rules of that day isn't known. `teams`, `variant`: those of
    the case. `refused_as_expected`: of a case that expects to be refused, whether it is so; None for any other.
    `link`: where the case is shown, for who asked over the net.
    """

    case: str
    rules: date | None
    steps: tuple[DamageReport | StepReport, ...] = ()
    error: CaseError | None = None
    further_errors: tuple[CaseError, ...] = ()
    understood: tuple[Understood, ...] = ()
    notes: tuple[str, ...] = ()
    teams: tuple[tuple[str, ...], ...] | None = Field(None, exclude_if=is_none)
    variant: str | None = Field(None, exclude_if=is_none)
    refused_as_expected: bool | None = Field(None, exclude_if=is_none)
    link: str | None = Field(None, exclude_if=is_none)

    @property
    def silent(self) -> bool:
        """Whether there is nothing to compare its rulings with."""
        expects = self.error is not None or self.refused_as_expected is not None
        return not expects and all(step.agrees is None for step in self.steps)

    @property
    def status(self) -> Literal[0, 1, 2]:
        """0: all agree; 1: something differs; 2: it couldn't be judged."""
        if self.error is not None:
            return 0 if self.refused_as_expected else 2
        if self.refused_as_expected is False:
            return 1
        return 1 if any(step.agrees is False for step in self.steps) else 0
