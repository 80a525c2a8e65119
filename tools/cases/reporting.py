"""What every report on a step tells: the ruling, what triggered, and the combat as it is then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypedDict

from ...events.declarations import AbilityTriggered
from ...events.ruling import Ruling
from ...handlers.game import Game
from .report import ReportedTrigger


class StepReportFields(TypedDict):
    """Fields that every `StepReport` has, by their names."""

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


def ruled(game: Game, ruling: Ruling | None, triggered: Iterable[AbilityTriggered] = (), why: str = "") -> StepReportFields:
    """The fields of a ruling and of the game after it; without a ruling, `why` says why there is none."""
    combat, edition = game.combat, game.edition
    return StepReportFields(
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
    )
