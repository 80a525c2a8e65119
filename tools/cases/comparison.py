"""The same dispute under the rules of several days: when the ruling on a step changes, and which change of the rules did that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from ...events.editions import HouseEdition
from ...events.errors import InvalidInput
from ...events.model import Model
from ...handlers.budget import Budget
from ...handlers.rulebook.doctrines import DOCTRINES
from ...handlers.rulebook.editions import Edition, edition_of, editions
from ...handlers.rulebook.numbers import GENERAL
from ..editions import BehaviourChange, NumberChange, differences, parse_day
from ..running.shards import WHOLE, Shard
from ..running.watch import watched
from ..running.work import Executor, Here, pieces
from .judging import judge, refused
from .models import Case
from .reading import RefusedCase, cases_of, named
from .report import CaseError, CaseReport, ReportedTrigger


class CauseOfChange(Model):
    """A change of the rules that changed a ruling: its day, the doctrines that changed, and the concepts with another number.

    `follows`: the first of the earlier steps whose ruling changed on that day as well, so that this step is in another combat.
    """

    effective: date
    behaviour: tuple[BehaviourChange, ...] = ()
    numbers: tuple[NumberChange, ...] = ()
    follows: int | None = None


class Ruled(Model):
    """The ruling on a step under the rules of the days compared, from `since` until the next one.

    `rules`: the number that decides, if one does. `because`: what changed since the ruling before. Where a case can't be judged
    under the rules of a day, the verdict is `refused` and `why` says what is wrong.
    """

    since: date
    verdict: Literal["legal", "illegal", "undecided", "refused"] | None
    concept: str | None = None
    rules: tuple[str, ...] = ()
    why: str = ""
    cost: str | None = None
    triggers: tuple[ReportedTrigger, ...] = ()
    blocked: tuple[str, ...] = ()
    unblocked: tuple[str, ...] = ()
    orders: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    attacking: dict[str, str | None] = Field(default_factory=dict)
    blocking: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    dealt: dict[str, dict[str, int]] | None = None
    destroyed: tuple[str, ...] | None = None
    lost: tuple[str, ...] | None = None
    life: dict[str, int] | None = None
    poison: dict[str, int] | None = None
    marked: dict[str, int] | None = None
    because: tuple[CauseOfChange, ...] = ()

    @property
    def ruled(self) -> dict[str, Any]:
        """What two rulings have to share to be reported as one: all but the day and its reasons."""
        return self.model_dump(exclude={"since", "because"})

    @property
    def outcome(self) -> dict[str, Any]:
        """What is ruled, without numbers and words: rulings with the same outcome are alike."""
        fields = self.model_dump(exclude={"since", "rules", "because", "why"})
        for trigger in fields["triggers"]:
            del trigger["rule"]
        return fields | {"why": self.why if self.verdict == "refused" else ""}


class StepCompared(Model):
    """A step (counted from 0) and the rulings on it, oldest rules first."""

    step: int
    action: str
    rulings: tuple[Ruled, ...]

    @property
    def alike(self) -> bool:
        """Whether it is ruled alike under all, whatever numbers and words that is stated with."""
        return all(ruled.outcome == self.rulings[0].outcome for ruled in self.rulings)


class CaseComparison(Model):
    """A case under the rules of several days, or the error for which it can't be judged under any."""

    case: str
    days: tuple[date, ...]
    steps: tuple[StepCompared, ...] = ()
    error: CaseError | None = None
    further_errors: tuple[CaseError, ...] = ()

    @property
    def status(self) -> Literal[0, 2]:
        """0: compared; 2: it couldn't be judged, at least not under the rules of every day."""
        some = any(ruled.verdict == "refused" for step in self.steps for ruled in step.rulings)
        return 2 if self.error is not None or some else 0


def all_days(house: tuple[HouseEdition, ...] = ()) -> tuple[date, ...]:
    """The first day of each edition, oldest first, and of each that is laid over them."""
    return tuple(edition.effective for edition in reversed(editions(house)))


def parse_days(text: str) -> tuple[date, ...]:
    """The days to compare, in order: `all` (the first of each edition), or dates between commas. Raises InvalidInput."""
    if text == "all":
        return all_days()
    return tuple(sorted({parse_day(part.strip()) for part in text.split(",")}))


CASES = 20
"""How many cases are compared together; fewer are compared in this process."""

ComparedCase = tuple[Case | None, CaseComparison]
"""A comparison, and the case it is about; None for one that can't be read."""


def compare_files(
    paths: Iterable[Path | str],
    days: tuple[date, ...],
    engine: Executor | None = None,
    budget: Callable[[], Budget] = Budget,
    shard: Shard = WHOLE,
) -> Iterator[ComparedCase]:
    """Compare the cases of files and directories (`-`: standard input, as it comes), in their order.

    `budget`: makes one for each case. `shard`: only the cases of that part.
    """
    for path in paths:
        if str(path) == "-":
            yield from (_compared(case, days, budget) for case in cases_of(shard, path))
            continue
        for compared in (engine or Here()).map(partial(_all_compared, days, budget), pieces(cases_of(shard, path), CASES)):
            yield from compared


def _all_compared(
    days: tuple[date, ...], budget: Callable[[], Budget], cases: tuple[Case | InvalidInput, ...]
) -> list[ComparedCase]:
    return [_compared(case, days, budget) for case in cases]


def _compared(case: Case | InvalidInput, days: tuple[date, ...], budget: Callable[[], Budget]) -> ComparedCase:
    if isinstance(case, Case):
        with watched(named(case)):
            return case, compare(case, days, budget())
    name = case.case if isinstance(case, RefusedCase) else case.where
    report = refused(name, case)
    return None, CaseComparison(case=name, days=days, error=report.error, further_errors=report.further_errors)


def compare(case: Case, days: tuple[date, ...], budget: Budget | None = None) -> CaseComparison:
    """Judge a case under the rules of each of the days, which are in order of time. `budget`: as for `Game.start`.

    Where that is each edition, then also each that the case lays over them.
    """
    if case.editions and days == all_days():
        days = all_days(case.editions)
    judged = _Judged(case, budget)
    reports = [judged.report(judged.edition(day)) for day in days]
    if all(report.error is not None for report in reports):
        last = reports[-1]
        return CaseComparison(case=case.id, days=days, error=last.error, further_errors=last.further_errors)
    steps = tuple(
        StepCompared(step=number, action=step.action, rulings=tuple(judged.rulings(number, days)))
        for number, step in enumerate(case.steps)
    )
    return CaseComparison(case=case.id, days=days, steps=steps)


class _Judged:
    """A case, judged under every edition that is asked for once."""

    def __init__(self, case: Case, budget: Budget | None) -> None:
        self.case = case
        self.budget = budget
        self.reports: dict[Edition, CaseReport] = {}

    def edition(self, day: date) -> Edition:
        return edition_of(day, self.case.editions)

    def report(self, edition: Edition) -> CaseReport:
        if edition not in self.reports:
            self.reports[edition] = judge(self.case, rules=edition.effective, budget=self.budget)
        return self.reports[edition]

    def ruled(self, edition: Edition, number: int) -> Ruled:
        report = self.report(edition)
        if report.error is not None:
            why = f"{report.error.where}: found {report.error.found}; allowed: {report.error.allowed}"
            return Ruled(since=edition.effective, verdict="refused", why=why)
        step = report.steps[number]
        of_step = {name: getattr(step, name) for name in Ruled.model_fields if hasattr(step, name)}
        return Ruled(since=edition.effective, rules=(step.rule,) if step.rule is not None else (), **of_step)

    def rulings(self, number: int, days: tuple[date, ...]) -> Iterator[Ruled]:
        """The ruling on a step under the rules of each day, those that are the same stated once."""
        before: Edition | None = None
        for _, group in groupby(days, key=lambda day: self.ruled(self.edition(day), number).ruled):
            same = list(group)
            first = self.edition(same[0])
            because = tuple(self.because(number, before, first)) if before is not None else ()
            yield self.ruled(first, number).model_copy(update={"since": same[0], "because": because})
            before = self.edition(same[-1])

    def because(self, number: int, before: Edition, after: Edition) -> Iterator[CauseOfChange]:
        """The changes of the rules between two editions at which the ruling on a step changed."""
        known = reversed(editions(self.case.editions))
        between = [edition for edition in known if before.effective <= edition.effective <= after.effective]
        for older, younger in pairwise(between):
            was, now = self.ruled(older, number), self.ruled(younger, number)
            if was.ruled == now.ruled:
                continue
            changed = [step for step in range(number) if self.ruled(older, step).outcome != self.ruled(younger, step).outcome]
            if changed and was.outcome != now.outcome:
                yield CauseOfChange(effective=younger.effective, follows=changed[0])
                continue
            found = differences(older, younger)
            cited = _cited(older, was) | _cited(younger, now)
            decided = cited | {part for part, value in was.outcome.items() if now.outcome[part] != value}
            deciding = tuple(change for change in found.behaviour if DOCTRINES[change.doctrine].decides & decided)
            if was.outcome != now.outcome:
                yield CauseOfChange(effective=younger.effective, behaviour=deciding or found.behaviour)
                continue
            numbers = tuple(change for change in found.numbers if change.concept in cited)
            follows = changed[0] if changed and not deciding and not numbers else None
            yield CauseOfChange(effective=younger.effective, behaviour=deciding, numbers=numbers, follows=follows)


def _cited(edition: Edition, ruled: Ruled) -> set[str]:
    """The rule concepts that a ruling and the triggers after it follow from."""
    numbers = {trigger.rule for trigger in ruled.triggers}
    concepts = {concept for concept in (*edition.numbers, *GENERAL) if edition.number(concept) in numbers}
    return concepts | ({ruled.concept} if ruled.concept is not None else set())
