"""What a game is now: its board, combat and stack, what was taken back and ruled on, and whose choice comes next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ...events.errors import FactNotStated
from ...events.journal.journal import Journal
from ...events.journal.log import Log, Rewound
from ...projections.board import Board
from ...projections.combat import Combat
from ...projections.frozen import frozen
from ...projections.stack import Stack
from ...projections.state import State
from .deciding import Decider

if TYPE_CHECKING:  # imported where it is asked for
    from ...projections.rulings import Judged
    from ..procedure.sequence import Awaited

PartT = TypeVar("PartT", State, Board, Combat, Stack)


class Standing(ABC):
    """What a game is now: methods made of the state that its `decider` decides from, and of its log."""

    decider: Decider
    _shown: dict[type[Any], tuple[Any, Any]]
    """The state and its parts, each as it is and as it is handed out."""

    @property
    @abstractmethod
    def journal(self) -> Journal: ...

    @property
    @abstractmethod
    def log(self) -> Log: ...

    def __str__(self) -> str:
        """The board as text: each player, and what they control, as effects make it; then who attacks and blocks what."""
        board, combat = self.decider.state.board, self.decider.state.combat
        permanents = dict(board.permanents)
        with suppress(FactNotStated):  # then it is as stated
            permanents |= self.decider.view.permanents
        attacks = [f"{attacker} attacks {attack.target or 'nothing any more'}" for attacker, attack in combat.attackers.items()]
        blocks = [f"{blocker} blocks {', '.join(attackers)}" for blocker, attackers in combat.blockers.items() if attackers]
        return "\n".join([board.in_words(permanents), *attacks, *blocks])

    def describe(self) -> str:
        """The game in one line: who plays, the moment, the rules, and the version of the log."""
        board, version = self.decider.state.board, self.decider.version
        return f"{' v '.join(board.seats or board.players)}: {board.moment}; rules of {board.rules}; version {version}"

    @property
    def state(self) -> State:
        """Everything that decisions are made from, as it is now: `board`, `combat`, `stack`, and what is being declared.

        It can't be changed; `state.copy()` can.
        """
        return self._handed_out(self.decider.state)

    def _handed_out(self, part: PartT) -> PartT:
        """The state, or a part of it, frozen; once for each that there is."""
        shown = self._shown.get(type(part))
        if shown is None or shown[0] is not part:
            shown = part, frozen(part)
            if not self.decider.state.board.assumed:  # assumptions pass
                self._shown[type(part)] = shown
        return cast(PartT, shown[1])

    @property
    def board(self) -> Board:
        """Players, permanents, effects, turn and step, as they are now. It can't be changed; `board.copy()` can."""
        return self._handed_out(self.decider.state.board)

    @property
    def combat(self) -> Combat:
        """Attackers, blockers, bands, blocked and unblocked, orders, as they are now. It can't be changed."""
        return self._handed_out(self.decider.state.combat)

    @property
    def is_over(self) -> bool:
        """Whether the game is over (104.1): somebody has won, or there is at most one player, or one team, left."""
        return self.decider.now.state.board.is_over

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """The choices that may come next in this combat: for each the type of its command, and the player who chooses.

        Raises FactNotStated where that depends on a fact that isn't stated.
        """
        return self.decider.awaited

    @property
    def rewound(self) -> list[Rewound]:
        """What was tried and taken back, each with its events and its ruling."""
        return self.log.rewound()

    @property
    def rulings(self) -> list[Judged]:
        """Every declaration that was tried, legal or not, with what was ruled."""
        from ...projections.rulings import rulings

        return rulings(self.journal.entries(self.log.stream))

    @property
    def stack(self) -> Stack:
        """What has triggered, what is on the stack, and what wasn't carried out (`marks`)."""
        return self._handed_out(self.decider.state.stack)
