"""What every report on a step states: the ruling, what triggered, and the combat as it is then."""

from __future__ import annotations

from collections.abc import Iterable

from ...events.declarations import AbilityTriggered
from ...events.ruling import Ruling
from ...handlers.game import Game
from ...projections.stack import Mark, OnStack
from .plainly import plain
from .report import ReportedTrigger, Resolved, StepReport

PASSED_OVER = "the game went on without resolving it"


def step_report(
    step: int,
    action: str,
    game: Game,
    ruling: Ruling | None,
    triggered: Iterable[AbilityTriggered] = (),
    *,
    why: str = "",
    presumed: tuple[str, ...] = (),
) -> StepReport:
    """The report on a step, which is compared with nothing yet. `game`: as it is after the step.

    Without a ruling, `why` says why there is none.
    """
    combat, edition = game.combat, game.edition
    return StepReport(
        step=step,
        action=action,
        verdict=ruling.verdict if ruling is not None else None,
        rule=ruling.rule if ruling is not None else None,
        concept=ruling.concept if ruling is not None else None,
        why=ruling.why if ruling is not None else why,
        instead=dict(ruling.instead) if ruling is not None and ruling.instead is not None else None,
        cost=ruling.cost if ruling is not None else None,
        triggers=tuple(
            ReportedTrigger(source=event.source, ability=event.ability, rule=edition.number(event.concept), times=event.times)
            for event in triggered
        ),
        blocked=tuple(sorted(combat.blocked)),
        unblocked=tuple(sorted(combat.unblocked)),
        orders=dict(combat.orders),
        attacking={creature: attack.target for creature, attack in combat.attackers.items()},
        blocking=dict(combat.blockers),
        agrees=None,
        differences=(),
        presumed=presumed,
        not_carried_out=tuple(map(_not_carried_out, (*game.stack.marks, *map(_passed_over, game.stack.passed_over)))),
        costs=_costs(ruling),
        **plain(ruling, game),
    )


def _passed_over(ability: OnStack) -> Mark:
    """What the game went on without resolving: nothing of it was carried out either."""
    return Mark(ability.source, ability.controller, ability.ability, PASSED_OVER)


def _not_carried_out(mark: Mark) -> Resolved:
    return Resolved(source=mark.source, controller=mark.controller, ability=mark.ability, why=mark.why)


def _costs(ruling: Ruling | None) -> dict[str, str]:
    if ruling is None or ruling.cost is None:
        return {}
    return ruling.costs or {ruling.player: ruling.cost}
