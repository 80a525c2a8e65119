"""What comes of a line of play: it is played on, where it stops, by the best block and the best division of damage."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ...events.errors import DeclarantError
from ...handlers.best_play.as_stated import as_stated
from ...handlers.game import Game
from ...projections.state import State


class LineEnding(NamedTuple):
    """Which permanents left the battlefield in a line, and how much life each player gained (below 0: lost)."""

    gone: tuple[str, ...]
    life: Mapping[str, int]

    def thrown_away(self, state: State, player: str) -> bool:
        """Whether creatures of that player died, and nothing else did."""
        owners = {state.board.permanents[id].controller for id in self.gone}
        return owners == {player}


def ending_of(state: State, line: Sequence[Mapping[str, Any]]) -> LineEnding | None:
    """What comes of a line from a state on; None where that can't be played on."""
    try:
        game = Game.on(as_stated(Game.on(state)).state)
        before, life = set(game.board.permanents), dict(game.board.life)
        for step in line:
            if "attack" in step:
                game.declare_attackers(step["attack"])
            elif "block" in step:
                game.declare_blockers(step["block"], by=step.get("by"))
            if "attack" in step or "block" in step:
                game.resolve_all()
        if any(each.command == "DeclareBlockers" for each in game.awaited):
            game.declare_blockers(game.best_block().declaration)
            game.resolve_all()
        while any(each.command in ("AssignCombatDamage", "DealCombatDamage") for each in game.awaited):
            if any(each.command == "AssignCombatDamage" for each in game.awaited):
                game.assign_combat_damage(game.best_assignment().declaration)
            game.deal_combat_damage()
    except DeclarantError:
        return None
    now = game.board.life
    changed = {player: now.get(player, 0) - life[player] for player in life if now.get(player, 0) != life[player]}
    return LineEnding(tuple(sorted(before - set(game.board.permanents))), changed)
