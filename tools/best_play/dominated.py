"""Says whether another declaration dominates one that a case makes: no worth enters."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal

from ...events.errors import InvalidInput
from ...events.model import Model
from ...handlers.budget import Budget
from ..cases.judging import moments
from ..cases.models import AttackStep, BlockStep, Case


class DominanceReport(Model):
    """What `declarant best --dominated --format json` prints.

    `by`: every declaration that is no worse than `declared` in anything, whatever the player prizes, and better in something.
    `outright`: those of which, besides, every outcome is no worse than every outcome of the declared one. `line` and
    `better_line`, steps of a case: what may come of what was declared, beside what comes of the first of `by`.
    """

    case: str
    rules: date
    step: int
    action: Literal["attack", "block"]
    player: str
    declared: dict[str, str] | dict[str, tuple[str, ...]]
    dominated: bool
    by: tuple[dict[str, str] | dict[str, tuple[str, ...]], ...]
    outright: tuple[dict[str, str] | dict[str, tuple[str, ...]], ...]
    line: tuple[dict[str, Any], ...]
    better_line: tuple[dict[str, Any], ...]


def dominated(
    case: Case,
    *,
    declared: Mapping[str, Any] | None = None,
    step: int | None = None,
    action: Literal["attack", "block"] | None = None,
    rules: date | None = None,
    budget: Budget | None = None,
) -> DominanceReport:
    """Whether a declaration of a case is dominated: `declared` when so many steps are done, or what the case declares there.

    By default the last attack or block of the case; with an `action` the first of that kind. Raises InvalidInput, NotModelled.
    """
    number = step if step is not None else len(case.steps) if declared is not None else _declared_at(case, action)
    moment = next((each for each in moments(case, rules=rules, budget=budget) if each.done == number), None)
    if moment is None:
        raise InvalidInput("--step", str(number), f"0 to {len(case.steps)}: so many steps are done first")
    game = moment.game
    if declared is None:
        if isinstance(moment.step, AttackStep):
            declared = moment.step.attack
        elif isinstance(moment.step, BlockStep):
            declared = moment.step.block
        else:
            raise InvalidInput("--step", str(moment.done), "before an attack or a block of the case")
    found = game.dominance(declared)
    blocks = bool(game.combat.attackers)
    return DominanceReport(
        case=case.id,
        rules=rules or case.rules or game.edition.effective,
        step=moment.done,
        action="block" if blocks else "attack",
        player=found.player,
        declared=found.declared,
        dominated=found.dominated,
        by=tuple(found.by),
        outright=tuple(found.outright),
        line=tuple(found.line),
        better_line=tuple(found.better_line),
    )


def _declared_at(case: Case, action: Literal["attack", "block"] | None) -> int:
    """The number of the last attack or block of a case, or of the first of a kind."""
    kinds = AttackStep if action == "attack" else BlockStep if action == "block" else AttackStep | BlockStep
    numbers = [number for number, each in enumerate(case.steps) if isinstance(each, kinds)]
    if not numbers:
        raise InvalidInput("--dominated", "no declaration in the case", "a case with an attack or a block")
    return numbers[0] if action is not None else numbers[-1]
