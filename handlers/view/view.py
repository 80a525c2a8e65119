"""What abilities see: the board with continuous effects applied.

A `View` is made from a state and doesn't change. Characteristics other than abilities are those the board states; abilities
are what permanents have after everything that grants and removes them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import Any, Literal

from ...events import abilities as a
from ...events.model import parts_of
from ...projections.board import Permanent
from ...projections.changing import changed, copied
from ...projections.state import State
from ..budget import Budget
from ..rulebook.keywords import meaning
from .context import AbilityT, AnyHeld, Context, Held, HeldTrigger
from .layers import apply_effects, asks_for_permanents_alone, may_change_others
from .matching import Matching, present, stated_by

_HAVING = attrgetter("id", "controller", "timestamp", "abilities", "counters", "stated")
"""What abilities in force are read from, where no effect changes them."""
_UNASKED = (
    "continuously_controlled",
    "deathtouched",
    "defense",
    "entered_this_turn",
    "exerted_by",
    "loyalty",
    "marked",
    "seen_entering",
    "tapped",
)
"""What of a permanent no ability asks for that asks for permanents alone."""


class View(Matching):
    """The board as abilities see it at one moment. What is only found when somebody asks is in its `__dict__`."""

    __slots__ = (
        "__dict__",
        "_asks_for_permanents_alone",
        "_changed",
        "_effects",
        "_in_force",
        "_recorded",
        "_settled",
        "_stated",
        "by_kind",
    )

    def __init__(self, state: State, budget: Budget | None = None) -> None:
        """Raises Undecided where the seconds of the budget don't suffice."""
        super().__init__(state, budget)
        self._effects = list(state.board.effects.values())
        self._stated = dict(self.permanents)
        """The permanents as the board has them, before anything changes what they are."""
        self._recorded = state.board.recorded
        self._settled = False
        """Whether all is applied: only then `by_kind` says which abilities there are."""
        self._changed = apply_effects(self)
        """Whether anything changes what permanents are: then all depends on all."""
        changing = chain(*(each.abilities for each in self._stated.values()), *(each.effect.abilities for each in self._effects))
        self._asks_for_permanents_alone = self._changed and all(map(asks_for_permanents_alone, changing))
        """Whether what changes them depends on nothing else."""
        self._in_force = _in_force(self.stated())
        self.by_kind = _by_kind(self._in_force)
        """Kind of ability → those in force, whether their conditions hold or not."""
        self._settled = True

    def of(self, state: State, budget: Budget | None = None) -> View:
        """The same view, of a copy of the state in which abilities see the same; by default within the same budget."""
        view = copied(self, View)
        view.state, view.board, view.combat = state, state.board, state.combat
        view.budget = budget or self.budget
        view.ranges = bool(state.board.ranges)
        return view

    def looking_back_at(self, left: Collection[str]) -> View:
        """The same view, to which those who have just left are known as they were."""
        view = self.of(self.state, self.budget)
        view.just_left = left
        return view

    def after(self, state: State, budget: Budget | None = None, board_changed: bool = True) -> View:
        """The view of a state that comes after: where permanents have the same abilities, those aren't gone through again.

        `board_changed`: whether more than combat isn't as it was.
        """
        if not board_changed and not self._changed:
            return self.of(state, budget)
        if self._changed:
            return self._asked_the_same(state, budget) or View(state, budget)
        permanents, before = present(state.board), self.permanents
        if (self._effects or state.board.effects) and self._effects != list(state.board.effects.values()):
            return View(state, budget)
        come = [] if permanents.keys() <= before.keys() else [now for id, now in permanents.items() if id not in before]
        if come and (self._effects or [*before] != [*permanents][: len(before)] or any(map(may_change_others, come))):
            return View(state, budget)
        if any(_HAVING(permanents[id]) != _HAVING(was) for id, was in before.items() if permanents.get(id, was) is not was):
            return View(state, budget)
        view = self.of(state, budget)
        view.permanents = permanents
        if come:
            view.abilities = self.abilities | {each.id: each.abilities for each in come}
            view.keywords_found = dict(self.keywords_found)
            view._in_force = [*self._in_force, *_in_force(chain.from_iterable(map(stated_by, come)))]
            view.by_kind = _by_kind(view._in_force)
        if len(permanents) < len(before):
            if self._effects:  # whose source may have left
                return View(state, budget)
            view.abilities = {id: self.abilities[id] for id in permanents}
            view.keywords_found = {id: found for id, found in self.keywords_found.items() if id in permanents}
            view._in_force = [held for held in self._in_force if held.source in permanents]
            view.by_kind = _by_kind(view._in_force)
        return view

    def _asked_the_same(self, state: State, budget: Budget | None) -> View | None:
        """The view of a state in which all is the same that is asked for by what changes permanents; None where it may not be."""
        board, permanents = state.board, present(state.board)
        if [*permanents] != [*self._stated] or self._effects != list(board.effects.values()) or self._recorded != board.recorded:
            return None
        differing: dict[str, Permanent] = {}
        for id, now in permanents.items():
            if now is not (was := self._stated[id]):
                unasked = {name: getattr(now, name) for name in _UNASKED}
                if changed(was, **unasked) != now:
                    return None
                differing[id] = changed(self.permanents[id], **unasked)
        if self.ranges or not self._asks_for_permanents_alone:
            return None
        view = self.of(state, budget)
        view.permanents, view._stated = self.permanents | differing, permanents
        return view

    @property
    def as_stated(self) -> bool:
        """Whether nothing makes something else of permanents than the board states, or would if its text could be read."""
        return not (self._changed or self.underived or self.held(a.ChangesStatedValues))

    def held(self, kind: type[AbilityT]) -> list[Held[AbilityT]]:
        """The abilities of one kind that are in force, whether their conditions hold or not."""
        return self.by_kind.get(kind, [])

    @cached_property
    def triggering(self) -> list[HeldTrigger]:
        """The triggered abilities of permanents, and those of cards."""
        return [*self.held(a.Triggered), *self.triggering_elsewhere]

    @cached_property
    def triggering_elsewhere(self) -> list[HeldTrigger]:
        """The abilities of known cards that trigger where these are, in graveyards and in exile (113.6)."""
        return [
            Held(ability, Context(source=id, you=known.card.owner), None, ability.text)
            for id, known in self.board.cards.items()
            for ability in known.card.abilities
            if isinstance(ability, a.Triggered) and _triggers_elsewhere(ability)
        ]

    def any_held(self, kinds: frozenset[type[Any]]) -> bool:
        """Whether any ability of these kinds is in force, whether its condition holds or not."""
        return not kinds.isdisjoint(self.by_kind)

    def designated(self, designation: Literal["goaded", "suspected"]) -> Iterator[tuple[str, AnyHeld]]:
        """As of `Matching`: nothing is looked at where no ability designates."""
        return super().designated(designation) if not self._settled or self.held(a.Designates) else iter(())

    def every_held(self) -> Iterator[AnyHeld]:
        """All abilities in force, with what keywords mean, whether their conditions hold or not."""
        return chain.from_iterable(self.by_kind.values())

    @cached_property
    def goaded_by(self) -> dict[str, dict[str, AnyHeld]]:
        """Creature → the players who goaded it, each once (701.15d), and by what."""
        goaded: dict[str, dict[str, AnyHeld]] = {}
        for id, held in self.designated("goaded"):
            goaded.setdefault(id, {}).setdefault(held.context.you, held)
        return goaded


def _triggers_elsewhere(ability: a.Triggered) -> bool:
    """Whether it triggers as the card that has it is in a graveyard or in exile."""
    return any(isinstance(each, a.SourceInZone) for each in parts_of((ability.condition, ability.circumstances)))


def _in_force(stated: Iterable[AnyHeld]) -> list[Held[Any]]:
    """These abilities, each with what it means if it is a keyword."""
    in_force: list[Held[Any]] = []

    def hold(ability: a.Ability, context: Context, keyword: str | None, text: str) -> None:
        in_force.append(Held(ability, context, keyword, text))
        if isinstance(ability, a.KeywordAbility):
            for meant in meaning(ability):
                hold(meant, context, ability.keyword, ability.text or ability.keyword.capitalize())

    for each in stated:
        hold(each.ability, each.context, None, each.text)
    return in_force


def _by_kind(in_force: list[Held[Any]]) -> dict[type[Any], list[Held[Any]]]:
    held: dict[type[Any], list[Held[Any]]] = {}
    for each in in_force:
        held.setdefault(type(each.ability), []).append(each)
    return held
