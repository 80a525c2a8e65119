"""Players who lose or leave the game, and what goes with them: 104.3–5, 800.4, 810.8, 809.5, 724.4.

What a player owns leaves the game; what else the player controls goes back to its owner where an effect gave control of it, and
is exiled where nothing did (800.4a). What attacked that player goes on attacking, and its damage isn't assigned (800.4e).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...events import abilities as a
from ...events import facts as t
from ...events.damage import PlayerLost
from ...projections.board import Board, Permanent
from ..attempt import Draft
from ..rulebook.concepts import Concept
from ..view.view import View
from .removal import departs, take_out_of_combat
from .returning_610_3 import return_exiled

Gone = PlayerLost | t.PlayerLeft


class Leaving(NamedTuple):
    """Who leaves the game at one time, and what goes with them: permanents that leave the game, those that are exiled, and those
    that go back to their owners."""

    players: tuple[Gone, ...]
    owned: tuple[str, ...] = ()
    exiled: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()

    @property
    def departed(self) -> tuple[str, ...]:
        """The permanents that leave the battlefield."""
        return (*self.owned, *self.exiled)


def leaving(view: View, first: Iterable[Gone]) -> Leaving:
    """Who leaves the game with these players, and what goes with them. Where the game is over by that, nothing does. Pure."""
    board = view.board
    players = tuple(with_them(board, first))
    gone = {each.player for each in players}
    if len({board.team_of(player) for player in board.players if player not in gone}) < 2:
        return Leaving(players)
    owned: list[str] = []
    exiled: list[str] = []
    returned: list[str] = []
    for permanent in board.permanents.values():
        if permanent.owner in gone:
            owned.append(permanent.id)
        elif permanent.controller in gone:
            (returned if _given_control(view, permanent) else exiled).append(permanent.id)
    return Leaving(players, tuple(owned), tuple(exiled), tuple(returned))


def with_them(board: Board, first: Iterable[Gone]) -> Iterator[Gone]:
    """These players, and those who lose with them: a team that shares its life (810.8a–b), or whose emperor lost (809.5b)."""
    gone = list(first)
    yield from gone
    for each in list(gone):
        team = board.team_of(each.player)
        shares, emperor = board.options.shared_life, each.player in board.options.emperors
        for player in team if shares or emperor else ():
            if player in board.players and all(player != other.player for other in gone):
                concept = Concept.LOSES_WITH_TEAM if shares else Concept.LOSES_WITH_EMPEROR
                event = t.PlayerLeft(player=player, why="the team lost" if shares else "the emperor lost", concept=concept)
                gone.append(event)
                yield event


def _given_control(view: View, permanent: Permanent) -> bool:
    """Whether an effect gave its controller control of it: one that happened, or of an Aura, or one that is stated."""
    if permanent.controller != permanent.entered_under:
        return True
    for held in view.held(a.ControlsWhat):
        if held.context.you == permanent.controller and view.matches(held.ability.permanents, permanent, held.context):
            return True
    return False


def leave(draft: Draft, going: Leaving, reason: str) -> None:
    """They leave the game at one time, with what goes with them; then it is over, or the others play on."""
    board, before = draft.state.board, draft.fork().view
    gone = {each.player for each in going.players}
    holding = [name for name, player in board.held_by.items() if player in gone]
    for each in going.players:
        draft.append(each)
    for id in going.departed:
        exiled = id in going.exiled
        departs(draft, id, "exile" if exiled else None, "exiled" if exiled else "other", before)
        return_exiled(draft, id)
    for id in going.returned:
        take_out_of_combat(draft, id, "changed controllers")
        draft.append(t.ControllerChanged(id=id, controller=draft.state.board.permanents[id].owner))
    board = draft.state.board
    if board.is_over:
        end(draft, reason)
        return
    for name in holding:  # 724.4: the active player, or the next one in turn order
        player = next(iter(board.in_turn_order(board.active or board.seats[0])))
        draft.append(t.DesignationTaken(player=player, designation=name))


def end(draft: Draft, reason: str, winners: tuple[str, ...] | None = None) -> None:
    """The game is over (104.1): who is left wins, or those who are named; nobody where nobody is left (104.4a, d)."""
    board = draft.state.board
    won = board.winners if winners is None else winners
    winner = won[0] if len(won) == 1 else None
    together = won if board.teams or winners is not None else None
    draft.append(t.GameEnded(winner=winner, reason=reason, winners=together))
