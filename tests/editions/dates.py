"""What a date changed: the same case under the rules of that day and of the day before."""

from __future__ import annotations

from datetime import date, timedelta

from declarant.handlers.rulebook.editions import edition_of
from declarant.tools.cases.report import DamageReport
from referee import Check, Outcome, When


def the_day_before(day: str) -> str:
    return str(date.fromisoformat(day) - timedelta(days=1))


def under(rules: str, when: When) -> When:
    """The same case under the rules of a day."""
    return When({**when.case, "rules": rules}, when.case["steps"])


def changed(day: str, when: When, *, before: Check, since: Check) -> None:
    """The last step is ruled one way until the day before, and another way from that day on."""
    was, now = under(the_day_before(day), when).then(before), under(day, when).then(since)
    assert _ruled(was) != _ruled(now), "the date changes nothing"


def unchanged(day: str, when: When, *checks: Check) -> None:
    """The last step is ruled alike on that day and the day before, but for the numbers."""
    was, now = under(the_day_before(day), when).then(*checks), under(day, when).then(*checks)
    assert _ruled(was) == _ruled(now)


def renumbered(day: str, numbers: dict[str, tuple[str | None, str | None]]) -> None:
    """The concepts had the one number until the day before (None: no rule of their own), and have the other from that day on."""
    was, now = (edition_of(date.fromisoformat(each)).numbers for each in (the_day_before(day), day))
    assert {concept: (was.get(concept), now.get(concept)) for concept in numbers} == numbers


def illegal_by(concept: str) -> Check:
    """Illegal by the rule on that concept, whatever its number."""

    def check(outcome: Outcome) -> None:
        assert (outcome.step.verdict, outcome.step.concept) == ("illegal", concept), outcome.step

    return check


def all_of(*checks: Check) -> Check:
    """Several checks as one."""

    def check(outcome: Outcome) -> None:
        for each in checks:
            each(outcome)

    return check


def _ruled(outcome: Outcome) -> tuple[object, ...]:
    step = outcome.step
    triggers = [(trigger.source, trigger.times) for trigger in step.triggers]
    tapped = sorted(id for id, permanent in outcome.game.board.permanents.items() if permanent.tapped)
    combat = (step.blocked, step.unblocked, step.orders, step.attacking, step.blocking)
    done = (step.dealt, step.destroyed, step.lost, step.life, step.poison, step.marked) if isinstance(step, DamageReport) else ()
    counters = {id: permanent.counters for id, permanent in outcome.game.board.permanents.items()}
    return (step.verdict, step.concept, step.cost, triggers, combat, tapped, done, counters)
