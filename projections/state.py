"""The state of a game: board, combat, stack and pending declaration together, folded from its log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ..events.model import Model
from .board import BOARD_FOLD, Board
from .combat import COMBAT_FOLD, Combat
from .frozen import StatePart, freezing
from .pending import DECLARATIONS_FOLD, Declarations
from .stack import STACK_FOLD, Stack


@dataclass(eq=False, repr=False, slots=True)
class State(StatePart):
    """Everything that decisions are made from. Equal logs give equal states."""

    board: Board = field(default_factory=Board)
    combat: Combat = field(default_factory=Combat)
    declarations: Declarations = field(default_factory=Declarations)
    stack: Stack = field(default_factory=Stack)

    @property
    def version(self) -> int:
        """The version of the last event folded."""
        return self.declarations.version

    def copy(self) -> State:
        """A scratch view: a state that can be changed without changing this one."""
        return State(self.board.copy(), self.combat.copy(), self.declarations.copy(), self.stack.copy())

    def fork(self) -> State:
        """As `copy`, for events that are decided on it: what folds don't change is shared."""
        return State(self.board.fork(), self.combat.fork(), self.declarations.copy(), self.stack.copy())

    def apply(self, event: Model, version: int) -> None:
        """Fold one event, which stands at that version of the log."""
        self.declarations.version = version
        for part, fold in _FOLDS.get(type(event), ()):
            fold(getattr(self, part), event)


for _part in (Board, Combat, Declarations, Stack, State):
    freezing(_part)


def fold(events: Iterable[tuple[int, Model]]) -> State:
    """The state after these (version, event) pairs."""
    state = State()
    for version, event in events:
        state.apply(event, version)
    return state


_PARTS: tuple[tuple[str, dict[type[Any], Callable[[Any, Any], None]]], ...] = (
    ("board", BOARD_FOLD),
    ("combat", COMBAT_FOLD),
    ("declarations", DECLARATIONS_FOLD),
    ("stack", STACK_FOLD),
)
_FOLDS = {
    event: tuple((part, folds[event]) for part, folds in _PARTS if event in folds)
    for event in {**BOARD_FOLD, **COMBAT_FOLD, **DECLARATIONS_FOLD, **STACK_FOLD}
}
