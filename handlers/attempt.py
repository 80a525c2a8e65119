"""A draft: a scratch view of the state, and the events decided on it so far. Nothing is appended until it is committed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..events import declarations as d
from ..events.catalogue import Event
from ..projections.board import BOARD_FOLD
from ..projections.combat import COMBAT_FOLD
from ..projections.pending import PendingDeclaration
from ..projections.state import State
from .rulebook.editions import Edition, edition_of
from .view.view import View


class Violated(Exception):
    """A step of a declaration can't be complied with: all that is wrong at that step, and a legal way out."""

    def __init__(
        self,
        concept: str,
        whys: Iterable[str],
        instead: Mapping[str, Any] | None = None,
        undecided: bool = False,
    ) -> None:
        self.concept = concept
        self.whys = tuple(whys)
        self.instead = instead
        self.undecided = undecided
        self.player: str | None = None
        """Whose choice it is, where several players choose in one command."""
        super().__init__(concept, self.whys)


@dataclass(slots=True)
class Draft:
    """Decide on a copy of the state: each event is folded at once, so the next decision sees it."""

    state: State
    version: int
    """The version of the last entry of the log, the events of this draft included."""
    budget: int | None = None
    """How many steps the search for the maximum of requirements may take (None: as many as it takes)."""
    events: list[Event] = field(default_factory=list)
    _view: View | None = None

    @classmethod
    def of(cls, state: State, version: int, budget: int | None = None) -> Draft:
        """A draft on a scratch view of the state, for a log at that version."""
        return cls(state.copy(), version, budget)

    def append(self, event: Event) -> None:
        """Decide an event."""
        self.version += 1
        self.state.apply(event, self.version)
        self.events.append(event)
        if type(event) in _SEEN:
            self._view = None

    @property
    def view(self) -> View:
        """The board as abilities see it now."""
        if self._view is None:
            self._view = View(self.state)
        return self._view

    @property
    def pending(self) -> PendingDeclaration:
        """The declaration that was begun on this draft or before it, and isn't over."""
        pending = self.state.declarations.pending
        assert pending is not None, "no declaration is pending"
        return pending

    @property
    def edition(self) -> Edition:
        """The rules in force in this game."""
        assert self.state.board.edition is not None, "no game has started"
        return edition_of(self.state.board.edition)


_UNSEEN = {
    d.BlockersDeclared,
    d.BandsAnnounced,
    d.AbilityTriggered,
    d.TriggersPutOnStack,
    d.PriorityReceived,
    d.DamageOrderAnnounced,
}
_SEEN = ({*BOARD_FOLD, *COMBAT_FOLD}) - _UNSEEN
"""The events after which abilities may see another board."""
