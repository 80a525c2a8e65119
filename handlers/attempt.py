"""A draft: a scratch view of the state, and the events decided on it so far. An attempt: a command that is tried on a draft.

Nothing is appended to the log until it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..events import damage as g
from ..events import declarations as d
from ..events import facts as t
from ..events.abilities import CombatAction
from ..events.catalogue import Event
from ..projections.board import BOARD_FOLD
from ..projections.changing import changed
from ..projections.combat import COMBAT_FOLD
from ..projections.pending import PendingDeclaration
from ..projections.state import State
from .budget import Budget
from .rulebook.concepts import Concept
from .rulebook.editions import Edition, edition_of
from .view.view import View

if TYPE_CHECKING:  # imported where it is asked for
    from .damage_assignment.assigning_510_1 import Assigns
    from .legality.formulation import Formulation

Instead = Mapping[str, Any] | None


class Violated(Exception):
    """A step of a procedure can't be complied with: all that is wrong at that step, and a legal way out.

    `whys` and `instead` may be given as functions, which are called only if somebody asks. `untimely`: it isn't the time for
    such a command at all, so that no later step can be judged.
    """

    def __init__(
        self,
        concept: Concept,
        whys: Iterable[str] | Callable[[], Iterable[str]],
        instead: Instead | Callable[[], Instead] = None,
        undecided: bool = False,
        untimely: bool = False,
    ) -> None:
        self.concept = concept
        self._whys = whys if callable(whys) else tuple(whys)
        self._instead = instead
        self.player: str | None = None
        """Whose choice it is, where several players choose in one command."""
        self.undecided = undecided
        self.untimely = untimely
        super().__init__(concept)

    @property
    def whys(self) -> tuple[str, ...]:
        """What is wrong, a sentence each."""
        if callable(self._whys):
            self._whys = tuple(self._whys())
        return self._whys

    @property
    def instead(self) -> Instead:
        """A legal choice like the one that was tried."""
        return self._instead() if callable(self._instead) else self._instead

    @instead.setter
    def instead(self, instead: Instead) -> None:
        self._instead = instead


@dataclass(eq=False, repr=False, slots=True)
class Draft:
    """A copy of the state and the events decided on it: each is folded at once, so that the next decision sees it."""

    state: State
    version: int
    """The version of the last entry of the log, the events of this draft included."""
    budget: Budget = field(default_factory=Budget)
    """How many steps and seconds searches may take."""
    events: list[Event] = field(default_factory=list)
    _view: View | None = None
    _outdated: bool = False
    """Whether something happened since the view was made that abilities may see."""
    _board_outdated: bool = False
    """Whether that was more than what creatures attack and block."""
    _formulations: dict[tuple[CombatAction, str], Formulation] = field(default_factory=dict)
    _assigning: dict[tuple[str, ...], dict[str, Assigns]] = field(default_factory=dict)
    settled_with: frozenset[str] | None = None
    """Sources of what waits or is on the stack, with which no state-based action applies (704.3); None: that isn't known."""

    @classmethod
    def of(cls, state: State, version: int, budget: Budget | None = None) -> Draft:
        """A draft on a scratch view of the state, for a log at that version."""
        return cls(state.copy(), version, budget or Budget())

    def fork(self) -> Draft:
        """A draft that goes on from this one and leaves it as it is. What was seen and formulated is shared while it holds."""
        return changed(self, state=self.state.fork(), events=list(self.events))

    def shared(self, version: int, events: Iterable[Event] = ()) -> Draft:
        """A draft on the same state, for another log at that version. From then on append only to forks of the two.

        `events`: those of this draft that the other log doesn't hold yet.
        """
        return changed(self, version=version, events=list(events))

    def adopt(self, other: Draft) -> None:
        """Go on from a fork of this one, with all that was decided on it."""
        self.state, self.version, self.events = other.state, other.version, other.events
        self._view, self._outdated, self._board_outdated = other._view, other._outdated, other._board_outdated
        self._formulations, self._assigning = other._formulations, other._assigning
        self.settled_with = other.settled_with

    def committed(self) -> Draft:
        """The draft on which the next command is decided, once the events of this one stand in the log."""
        return changed(self, events=[])

    def append(self, event: Event) -> None:
        """Decide an event: it is folded into the state."""
        self.version += 1
        self.state.apply(event, self.version)
        self.events.append(event)
        if type(event) in _SEEN:
            self._outdated = True
            self._board_outdated = self._board_outdated or type(event) in BOARD_FOLD
            self._formulations, self._assigning, self.settled_with = {}, {}, None
        elif type(event) is d.DamageOrderAnnounced:
            self._assigning = {}

    @property
    def view(self) -> View:
        """The board as abilities see it now."""
        if self._view is None:
            self._view = View(self.state, self.budget)
        elif self._outdated:
            self._view = self._view.after(self.state, self.budget, self._board_outdated)
        elif self._view.state is not self.state or self._view.budget is not self.budget:  # of what this one was forked from
            self._view = self._view.of(self.state, self.budget)
        self._outdated = self._board_outdated = False
        return self._view

    def formulation(self, action: CombatAction, player: str) -> Formulation:
        """What the player may declare now: formulated once for each moment."""
        found = self._formulations.get((action, player))
        if found is None:
            formulate = _formulating(action)
            found = self._formulations[action, player] = formulate(self.view, self.edition, player, self.budget)
        return found

    def assigns(self, creatures: tuple[str, ...]) -> Mapping[str, Assigns]:
        """How those of these creatures that are in combat assign combat damage now (510.1): read once for each moment."""
        found = self._assigning.get(creatures)
        if found is None:
            from .damage_assignment.assigning_510_1 import assigns

            found = self._assigning[creatures] = assigns(self.view, self.edition, creatures)
        return found

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
        return edition_of(self.state.board.edition, self.state.board.house)


@cache
def _formulating(action: CombatAction) -> Callable[[View, Edition, str, Budget | None], Formulation]:
    """What formulates such a declaration; it is imported when the first is asked for."""
    if action == "attack":
        from .legality.attacks import formulate_attacks

        return formulate_attacks
    from .legality.blocks import formulate_blocks

    return formulate_blocks


_UNSEEN = {
    t.StepBegan,
    d.BlockersDeclared,
    d.BandsAnnounced,
    d.AbilityTriggered,
    d.TriggersPutOnStack,
    d.PriorityReceived,
    d.DamageOrderAnnounced,
    g.CombatDamageStepBegan,
    g.CombatDamageAssigned,
    g.CombatDamagePutOnStack,
}
_SEEN = ({*BOARD_FOLD, *COMBAT_FOLD}) - _UNSEEN
"""The events after which abilities may see another board."""


CommandT = TypeVar("CommandT")


class Attempt(Generic[CommandT]):
    """A command that is tried: on which draft, for which player, and which steps can't be complied with so far.

    `before` is the moment before it, to which nothing is appended; `draft` goes on from there. `waiting`: the player still has to
    pay. `choosable`: the part of a declaration that can be chosen, creature → what it attacks or blocks.
    """

    __slots__ = (
        "before",
        "choosable",
        "command",
        "completing",
        "decided",
        "draft",
        "failed",
        "player",
        "violated",
        "waiting",
    )

    def __init__(self, before: Draft, command: CommandT, player: str, draft: Draft | None = None) -> None:
        self.before = before
        self.command = command
        self.player = player
        self.draft = before.fork() if draft is None else draft
        self.violated: list[Violated] = []
        self.failed: list[Callable[..., None]] = []
        """The steps that can't be complied with."""
        self.decided: int | None = None
        """How many events stood on the draft when the first step couldn't be complied with."""
        self.waiting = False
        self.choosable: Mapping[str, tuple[str, ...]] = {}
        self.completing: PendingDeclaration | None = None
        """The declaration, from the moment when creatures become attacking or blocking by it."""

    def comply(self, step: Callable[..., None], *arguments: Any) -> bool:
        """Try a step, and return whether it can be complied with; if not, what is wrong is added to `violated`."""
        try:
            step(*arguments)
        except Violated as violated:
            violated.__traceback__ = None  # which would keep all that the step looked at
            if self.decided is None:
                self.decided = len(self.draft.events)
            self.violated.append(violated)
            self.failed.append(step)
            return False
        return True

    @property
    def untimely(self) -> bool:
        """Whether it isn't the time for such a command."""
        return any(violated.untimely for violated in self.violated)

    @property
    def events(self) -> list[Event]:
        """What happened up to the step that decided."""
        return self.draft.events[: self.decided]

    @property
    def locked(self) -> d.CostsLocked | None:
        """The total cost that was locked in on the way."""
        return next((event for event in self.draft.events if isinstance(event, d.CostsLocked)), None)
