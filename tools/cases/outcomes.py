"""What combat damage did in a step: read off the events of the step and the board after it, for the report and its comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...events import damage as g
from ...events.catalogue import Event
from ...handlers.game import Game

FIELDS = ("life", "poison", "marked", "loyalty", "defense", "counters", "dealt", "destroyed", "sba", "lost")
"""The expectations on damage, in the order in which they are compared."""


def outcome(game: Game, events: Iterable[Event]) -> dict[str, Any]:
    """The fields of a step's report that tell what its events did."""
    dealt: dict[str, dict[str, int]] = {}
    assigned: dict[str, dict[str, dict[str, int]]] = {}
    destroyed: list[str] = []
    sba: dict[str, str] = {}
    lost: list[str] = []
    for event in events:
        if isinstance(event, g.CombatDamageAssigned):
            assigned[event.player] = event.assignment
        elif isinstance(event, g.CombatDamageDealt):
            for damage in event.damage:
                if damage.dealt:
                    dealt.setdefault(damage.source, {})[damage.recipient] = damage.dealt
        elif isinstance(event, g.StateBasedActionsPerformed):
            destroyed += [action.id for action in event.actions if action.to == "graveyard"]
            sba.update({action.id: game.edition.number(action.concept) or "" for action in event.actions})
        elif isinstance(event, g.PlayerLost):
            lost.append(event.player)
    permanents = game.board.permanents
    step = game.combat.damage
    return {
        "assigned": assigned,
        "dealt": dealt,
        "destroyed": tuple(destroyed),
        "sba": sba,
        "lost": tuple(lost),
        "life": dict(game.board.life),
        "poison": {player: number for player, number in game.board.poison.items() if number},
        "marked": {id: permanent.marked for id, permanent in permanents.items() if permanent.marked},
        "back_to": step.assigned_by if step is not None and not step.dealt else (),
    }


def differs(game: Game, field: str, expected: Any, found: Mapping[str, Any]) -> tuple[bool, Any]:
    """Whether an expectation on damage isn't met, and what was found where it was looked for."""
    board = game.board
    actual: Any
    match field:
        case "life" | "poison":
            actual = {player: getattr(board, field).get(player, 0) for player in expected}
        case "marked" | "loyalty" | "defense":
            actual = {id: getattr(board.permanents[id], field) if id in board.permanents else None for id in expected}
        case "counters":
            actual = {
                id: {kind: board.permanents[id].counters.get(kind, 0) for kind in kinds} if id in board.permanents else None
                for id, kinds in expected.items()
            }
        case "sba":
            actual = {id: found["sba"].get(id) for id in expected}
        case "dealt":
            actual = found["dealt"]
            expected = {source: amounts for source, amounts in expected.items() if amounts}
        case _:
            actual = list(found[field])
            return set(actual) != set(expected), actual
    return actual != expected, actual
