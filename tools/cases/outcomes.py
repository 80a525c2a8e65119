"""What combat damage and abilities that resolved did in a step: read off the events of the step and the board after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...events import damage as g
from ...events import stack as s
from ...events.catalogue import Event
from ...events.errors import FactNotStated, WordingNotUnderstood
from ...events.facts import PermanentLeft, PlayerLeft
from ...handlers.game import Game
from ...handlers.procedure.damage_steps_510_4 import second_step_follows
from ...projections.board import Permanent
from .report import Resolved


def outcome(game: Game, events: Iterable[Event]) -> dict[str, Any]:
    """What the events of a step did, as the fields of a `DamageReport` of these names; `game` is as it is after them.

    Amounts are points of damage or of life, or numbers of counters.
    """
    dealt: dict[str, dict[str, int]] = {}
    assigned: dict[str, dict[str, dict[str, int]]] = {}
    destroyed: list[str] = []
    sba: dict[str, str] = {}
    lost: list[str] = []
    left: list[str] = []
    resolved: list[Resolved] = []
    for event in events:
        if isinstance(event, g.CombatDamageAssigned):
            assigned[event.player] = event.assignment
        elif isinstance(event, g.CombatDamageDealt | s.AbilityDamageDealt):
            for damage in event.damage:
                if damage.dealt:
                    to = dealt.setdefault(damage.source, {})
                    to[damage.recipient] = to.get(damage.recipient, 0) + damage.dealt
        elif isinstance(event, g.StateBasedActionsPerformed):
            destroyed += [action.id for action in event.actions if action.to == "graveyard"]
            sba.update({action.id: game.edition.number(action.concept) or "" for action in event.actions})
        elif isinstance(event, g.PlayerLost | PlayerLeft):
            lost.append(event.player)
        elif isinstance(event, PermanentLeft):
            left.append(event.id)
        elif isinstance(event, s.AbilityResolved | s.AbilityDidntResolve | s.AbilityNotCarriedOut):
            resolved.append(_resolved(event))
    permanents = game.board.permanents
    tokens = Counter(permanent.controller for permanent in permanents.values() if permanent.token)
    step = game.combat.damage
    return {
        "assigned": assigned,
        "dealt": dealt,
        "destroyed": tuple(destroyed),
        "sba": sba,
        "lost": tuple(lost),
        "won": game.board.winners,
        "over": game.board.is_over,
        "life": dict(game.board.life),
        "poison": {player: number for player, number in game.board.poison.items() if number},
        "marked": {id: permanent.marked for id, permanent in permanents.items() if permanent.marked},
        "back_to": step.assigned_by if step is not None and not step.dealt else (),
        "power": {id: permanent.power for id, permanent in seen(game).items()},
        "toughness": {id: permanent.toughness for id, permanent in seen(game).items()},
        "tokens": dict(tokens),
        "left": tuple(left),
        "resolved": tuple(resolved),
        "second_step_follows": _second_step_follows(game),
    }


def _second_step_follows(game: Game) -> bool:
    try:
        return second_step_follows(game.decider.now)
    except (FactNotStated, WordingNotUnderstood):
        return True  # the first of two is over


def seen(game: Game) -> dict[str, Permanent]:
    """The creatures as they are with all effects."""
    return {id: permanent for id, permanent in game.view.permanents.items() if "Creature" in permanent.types}


def _resolved(event: s.AbilityResolved | s.AbilityDidntResolve | s.AbilityNotCarriedOut) -> Resolved:
    choices = event.choices if isinstance(event, s.AbilityResolved) else ()
    why = "" if isinstance(event, s.AbilityResolved) else event.why
    return Resolved(source=event.source, controller=event.controller, ability=event.ability, choices=choices, why=why)
