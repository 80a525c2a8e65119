"""What a case expects of a step, against what was found. Lists of creatures are compared without their order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...handlers.game import Game
from . import models as m
from .report import DamageReport, FieldDifference, ReportedTrigger, StepReport

COMPARED = (
    *("expect", "rule", "cost", "costs", "triggers", "blocked", "unblocked"),
    *("attacking", "blocking", "orders", "tapped_after"),
)
"""What any step may expect, in the order in which it is compared."""

COMPARED_OUTCOMES = (
    *("life", "poison", "marked", "loyalty", "defense", "counters", "dealt", "destroyed", "sba", "lost", "won", "over"),
    *("power", "toughness", "tokens", "left", "not_carried_out"),
)
"""What a step of combat damage, or after it, may expect besides."""


def compared(step: m.CaseStep, report: StepReport, game: Game) -> StepReport:
    """The report with each field that isn't as the step expects; `agrees` is None where it expects nothing.

    `game`: as it is after the step.
    """
    expected = _expected(step)
    differences = []
    for field, wanted in expected.items():
        found, same = _found(field, wanted, report, game)
        if not same:
            stated = dict(_times(wanted)) if field == "triggers" else wanted
            differences.append(FieldDifference(field=field, expected=stated, found=found))
    return report.model_copy(update={"agrees": not differences if expected else None, "differences": tuple(differences)})


def _expected(step: m.CaseStep) -> dict[str, Any]:
    """The expectations of a step by their fields. On `enters`, `attacking` and `blocking` are arguments."""
    arguments = ("attacking", "blocking") if isinstance(step, m.EntersStep) else ()
    names = (*COMPARED, *(COMPARED_OUTCOMES if isinstance(step, m.StepExpectingOutcome) else ()))
    expected = {name: value for name in names if name not in arguments and (value := getattr(step, name, None)) is not None}
    if "cost" in step.model_fields_set and (step.cost is None or step.cost.casefold() == "none"):
        expected["cost"] = None  # said to be none
    return expected


def _found(field: str, expected: Any, report: StepReport, game: Game) -> tuple[Any, bool]:
    """What was found of a field, as far as the expectation asks for it, and whether it is as expected."""
    match field:
        case "expect":
            return report.verdict, report.verdict == expected
        case "cost":
            return report.cost, report.cost == expected
        case "costs":
            return report.costs, report.costs == dict(expected)
        case "rule":
            cited = [trigger.rule for trigger in report.triggers]
            found = report.rule if report.verdict == "illegal" else cited
            return found, expected == found or expected in cited
        case "triggers":
            times = _times(report.triggers)
            return dict(times), times == _times(expected)
        case "blocking":
            blocking = {blocker: attackers for blocker, attackers in report.blocking.items() if attackers}
            same = {b: set(at) for b, at in blocking.items()} == {b: set(at) for b, at in expected.items() if at}
            return blocking, same
        case "orders":
            orders = {creature: report.orders.get(creature, ()) for creature in expected}
            return orders, orders == {creature: tuple(order) for creature, order in expected.items()}
        case "tapped_after":
            tapped = [id for id, permanent in game.board.permanents.items() if permanent.tapped]
            return tapped, set(tapped) == set(expected)
    if field in COMPARED_OUTCOMES:
        assert isinstance(report, DamageReport), "only its steps expect what damage did"
        return _found_outcome(field, expected, report, game)
    listed = list(getattr(report, field))
    return listed, set(listed) == set(expected)


def _found_outcome(field: str, expected: Any, report: DamageReport, game: Game) -> tuple[Any, bool]:
    """The same for what combat damage and resolved abilities did. What is gone from the battlefield has null for a number."""
    board = game.board
    found: Any
    match field:
        case "life" | "poison":
            found = {player: getattr(board, field).get(player, 0) for player in expected}
        case "marked" | "loyalty" | "defense":
            found = {id: getattr(board.permanents[id], field) if id in board.permanents else None for id in expected}
        case "counters":
            found = {
                id: {kind: board.permanents[id].counters.get(kind, 0) for kind in kinds} if id in board.permanents else None
                for id, kinds in expected.items()
            }
        case "power" | "toughness" | "sba":
            found = {id: getattr(report, field).get(id) for id in expected}
        case "over":
            found = report.over
        case "tokens":
            found = {player: report.tokens.get(player, 0) for player in expected}
        case "dealt":
            found = report.dealt
            expected = {source: amounts for source, amounts in expected.items() if amounts}
        case "not_carried_out":
            sources = [mark.source for mark in report.not_carried_out]
            return sources, set(sources) == set(expected)
        case _:
            listed = list(getattr(report, field))
            return listed, set(listed) == set(expected)
    return found, found == expected


def _times(triggers: Iterable[ReportedTrigger | m.ExpectedTrigger]) -> Counter[str]:
    """How many times abilities of each permanent triggered."""
    found = Counter[str]()
    for trigger in triggers:
        found[trigger.source] += trigger.times
    return found
