"""What every report on a step tells: the ruling, what triggered, and the combat as it is then."""

from __future__ import annotations

from collections.abc import Iterable

from ...events.declarations import AbilityTriggered
from ...events.ruling import Ruling
from ...handlers.game import Game
from .plainly import plain
from .report import ReportedTrigger, StepReport


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
        costs=_costs(ruling),
        **plain(ruling, game),
    )


def _costs(ruling: Ruling | None) -> dict[str, str]:
    if ruling is None or ruling.cost is None:
        return {}
    return ruling.costs or {ruling.player: ruling.cost}
