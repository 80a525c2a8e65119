"""613.1b: who controls what, where static abilities say so: "You control enchanted creature".

Who controls what is stated. It changes as such an ability begins to apply, or stops: as an Aura becomes attached, leaves, or
comes under another player's control.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...events import abilities as a
from ...projections.board import Board
from ..view.view import View


def given(view: View) -> dict[str, str]:
    """Permanent → the player whose static ability gives control of it, the latest one of several (613.7). A record of a game says
    itself who controls what."""
    if view.board.recorded:
        return {}
    held = [each for each in view.held(a.ControlsWhat) if each.ability.before is None and each.source in view.permanents]
    return {
        permanent.id: each.context.you
        for each in sorted(held, key=lambda each: each.timestamp)
        for permanent in view.matching(each.ability.permanents, each.context)
        if view.holds(each.ability.condition, each.context)
    }


def changes(view: View, before: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each permanent that another player controls now by these abilities, with that player. `before`: what was `given` then."""
    now = given(view)
    for id in {**before, **now}:
        permanent = view.board.permanents.get(id)
        if permanent is None or before.get(id) == now.get(id) or (id not in now and permanent.controller != before[id]):
            continue
        player = now.get(id) or _without(view.board, id)
        if player != permanent.controller:
            yield id, player


def _without(board: Board, id: str) -> str:
    """Who controls it where nothing gives control of it: its owner, if it is stated; else under whose control it entered."""
    permanent = board.permanents[id]
    under = permanent.owner if permanent.stated else permanent.entered_under
    return under if under in board.players else permanent.owner
