"""Players who concede, and effects by which players lose or win: 104.2b, 104.3a, 104.3e, 801.14, 810.8."""

from __future__ import annotations

from collections.abc import Iterable

from ...events import facts as t
from ..attempt import Draft
from ..rulebook.concepts import Concept
from ..triggers.damage_510_3 import Departed, departure_triggers
from . import leaving_800_4
from .state_based_actions_704 import cant_lose, cant_win, perform


def concede(draft: Draft, player: str) -> None:
    """104.3a: a player leaves the game at once, and loses it."""
    _leave(draft, [t.PlayerLeft(player=player, why="conceded", concept=Concept.LOSES_BY_CONCEDING)], "a player conceded")


def lose(draft: Draft, players: Iterable[str]) -> None:
    """104.3e: an effect says that these players lose the game, at one time; not those who can't."""
    losing = [player for player in players if player in draft.state.board.players and not cant_lose(draft.view, player)]
    if losing:
        concept = Concept.LOSES_BY_EFFECT
        _leave(draft, [t.PlayerLeft(player=each, why="an effect", concept=concept) for each in losing], "an effect")


def win(draft: Draft, player: str) -> None:
    """104.2b: an effect says that a player wins the game: the team does (810.8a), if it can.

    With limited ranges of influence the player's opponents within range lose instead (801.14).
    """
    board = draft.state.board
    if board.ranges:
        lose(draft, [other for other in board.opponents(player) if board.within_range(player, other)])
    elif not cant_win(draft.view, player) and player in board.players:
        leaving_800_4.end(draft, "an effect", board.team_of(player))


def _leave(draft: Draft, first: list[t.PlayerLeft], reason: str) -> None:
    before = draft.fork().view
    going = leaving_800_4.leaving(before, first)
    departed = Departed(left=going.departed, lost=tuple(each.player for each in going.players))
    leaving_800_4.leave(draft, going, reason)
    for triggered in list(departure_triggers(before, departed, draft.view)):
        draft.append(triggered)
    if not draft.state.board.is_over:
        perform(draft, gone=going.departed)
