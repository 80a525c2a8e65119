"""What a game is now: its board, combat and stack, what was taken back and ruled on, and whose choice comes next."""

from __future__ import annotations

import operator
from typing import TypeVar, cast

from ...events.catalogue import Event
from ...events.declarations import AbilityTriggered
from ...events.errors import FactNotStated
from ...events.journal.log import Rewound
from ...projections.board import Board
from ...projections.combat import Combat
from ...projections.frozen import frozen
from ...projections.rulings import Judged, rulings
from ...projections.stack import Stack
from ...projections.state import State
from ..procedure import sequence
from ..procedure.sequence import Awaited
from .deciding import Deciding

PartT = TypeVar("PartT", State, Board, Combat, Stack)


class Standing(Deciding):
    """What a game is now."""

    def __str__(self) -> str:
        """The board as text: each player, and what they control; then who attacks and blocks what."""
        combat = self._state.combat
        attacks = [f"{attacker} attacks {attack.target or 'nothing any more'}" for attacker, attack in combat.attackers.items()]
        blocks = [f"{blocker} blocks {', '.join(attackers)}" for blocker, attackers in combat.blockers.items() if attackers]
        return "\n".join([str(self._state.board), *attacks, *blocks])

    def describe(self) -> str:
        """The game in one line: who plays, the moment, the rules, and the version of the log."""
        board = self._state.board
        return f"{' v '.join(board.seats or board.players)}: {board.moment}; rules of {board.edition}; version {self.version}"

    @property
    def state(self) -> State:
        """Everything that decisions are made from, as it is now: `board`, `combat`, `stack`, and what is being declared.

        It can't be changed; `state.copy()` can.
        """
        return self._handed_out(self._state)

    def _handed_out(self, part: PartT) -> PartT:
        """The state, or a part of it, frozen; once for each that there is."""
        shown = self._shown.get(type(part))
        if shown is None or shown[0] is not part:
            shown = part, frozen(part)
            if not self._state.board.assumed:  # assumptions pass
                self._shown[type(part)] = shown
        return cast(PartT, shown[1])

    @property
    def board(self) -> Board:
        """Players, permanents, effects, turn and step, as they are now. It can't be changed; `board.copy()` can."""
        return self._handed_out(self._state.board)

    @property
    def combat(self) -> Combat:
        """Attackers, blockers, bands, blocked and unblocked, orders, as they are now. It can't be changed."""
        return self._handed_out(self._state.combat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over (104.1): at most one player is left."""
        return len(self._state.board.players) < 2

    @property
    def rewound(self) -> list[Rewound]:
        """What was tried and taken back, each with its events and its ruling."""
        return self.log.rewound()

    @property
    def rulings(self) -> list[Judged]:
        """Every declaration that was tried, legal or not, with what was ruled."""
        return rulings(self.journal.entries(self.log.stream))

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """The choices that may come next in this combat: for each the type of its command, and the player who chooses.

        Raises FactNotStated where that depends on a fact that isn't stated.
        """
        if self._awaited is None or self._awaited[0] is not self._now:
            try:
                found = sequence.awaited(self._now)
            except FactNotStated:
                found = self._settled_if(lambda: sequence.awaited(self._now), operator.eq)
            self._awaited = (self._now, found)
        return self._awaited[1]

    @property
    def triggered(self) -> bool:
        """Whether an ability triggered by what the last command appended."""
        return any(isinstance(event, AbilityTriggered) for event in self._last_events)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last command appended and didn't take back."""
        self._kept.written()  # as they are now, before they are handed out
        return self._last_events

    @property
    def stack(self) -> Stack:
        """What has triggered, what is on the stack, and what wasn't carried out (`marks`)."""
        return self._handed_out(self._state.stack)
