"""Whom and how much the instructions of an ability mean as it resolves: its words made ids and numbers.

"It" and "that creature" are what the ability triggered for, targets are those chosen; "that much" is what set it off. Numbers of
what has left are those that it had as it most recently existed (608.2h).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from ...events import abilities as a
from ...events.model import Model
from ...projections.board import Permanent
from ...projections.stack import OnStack
from ..view.characteristics import number_of
from ..view.context import Context
from ..view.view import View

ModelT = TypeVar("ModelT", bound=Model)


class NotCarriedOut(Exception):
    """What an ability does can't be carried out, and why."""


@dataclass(frozen=True, slots=True)
class Binding:
    """An ability that resolves, and what its words mean."""

    ability: OnStack
    chosen: tuple[tuple[str, ...], ...] = ()
    """The targets, those that are still legal: for each target that the ability asks for."""

    @property
    def occasion(self) -> a.Occasion:
        """What it triggered for."""
        return self.ability.occasion

    def context(self, view: View) -> Context:
        """Relative to what its filters and conditions are read."""
        occasion, source = self.occasion, self.ability.source
        return Context(
            source=source if source in view.board.permanents or source in view.board.departed else None,
            you=self.ability.controller,
            subject=occasion.subject,
            other=occasion.other,
            defending=occasion.defending or occasion.player,
        )

    def bound(self, part: ModelT, view: View) -> ModelT:
        """A part of an instruction in which ids and numbers stand for words. Raises NotCarriedOut."""
        found = self._bound(part, view)
        return found if isinstance(found, type(part)) else part

    def quantity(self, quantity: a.Quantity, view: View) -> int:
        """The number meant, now. Raises NotCarriedOut."""
        return view.quantity(self._bound(quantity, view), self.context(view))

    def permanents(self, filter: a.Filter, view: View) -> list[Permanent]:
        """The permanents on the battlefield that are meant, now. Raises NotCarriedOut."""
        return view.matching(self._bound(filter, view), self.context(view))

    def players(self, players: a.Players, view: View) -> list[str]:
        """The players who are meant and still in the game, in turn order from the active one on. Raises NotCarriedOut."""
        meant, context = self._bound(players, view), self.context(view)
        everybody = view.board.players
        if view.board.active in everybody:
            first = everybody.index(view.board.active)
            everybody = (*everybody[first:], *everybody[:first])
        return [player for player in everybody if view.includes(meant, player, context)]

    def one(self, filter: a.Filter, view: View) -> str:
        """The id of the one permanent that is meant, on the battlefield or not any more. Raises NotCarriedOut."""
        if isinstance(filter, a.Is):
            return self._role(filter.role, view)
        found = self.permanents(filter, view)
        if len(found) != 1:
            raise NotCarriedOut("it isn't clear which permanent is meant")
        return found[0].id

    def _role(self, role: a.Role, view: View) -> str:
        found: str | None
        if role.startswith("["):
            return role[1:-1]
        match role:
            case "source":
                found = self.ability.source
            case "subject":
                found = self.occasion.subject
            case "other":
                found = self.occasion.other
            case "host":
                source = view.board.permanents.get(self.ability.source) or view.board.departed.get(self.ability.source)
                found = source.attached_to if source is not None else None
            case _:
                found = None
        if found is None:
            raise NotCarriedOut(f"it isn't known which permanent is meant ({role})")
        return found

    def _permanent(self, role: a.Role, view: View) -> Permanent:
        """The permanent in that role, as it is or most recently was."""
        id = self._role(role, view)
        found = view.permanents.get(id) or view.board.departed.get(id)
        if found is None:
            raise NotCarriedOut(f"nothing is known of {id} any more")
        return found

    def _bound(self, part: Any, view: View) -> Any:
        match part:
            case a.IsTarget():
                return a.IsOneOf(ids=self._targets(part))
            case a.Is(role="itself"):
                return part
            case a.Is():
                return a.IsOneOf(ids=(self._role(part.role, view),))
            case a.AmountOfOccasion():
                return self.occasion.amount
            case a.CharacteristicOf(of=role) if role != "itself":
                return number_of(self._permanent(role, view), part.characteristic)
            case a.CountersOn(of=role) if role != "itself":
                counters = self._permanent(role, view).counters
                return sum(counters.values()) if part.counter is None else counters.get(part.counter, 0)
            case a.Players():
                return self._players(part, view)
            case a.Grants():
                # An ability that is granted is about the permanent that has it.
                return part.model_copy(update={"permanents": self._bound(part.permanents, view)})
            case a.Triggered() | a.KeywordAbility():
                return part
            case tuple():
                return tuple(self._bound(each, view) for each in part)
            case Model():
                changed = {}
                for name in type(part).model_fields:
                    value = getattr(part, name)
                    if isinstance(value, Model | tuple) and (now := self._bound(value, view)) is not value and now != value:
                        changed[name] = now
                return part.model_copy(update=changed) if changed else part
        return part

    def _players(self, players: a.Players, view: View) -> a.Players:
        found: str | None
        match players.who:
            case "chosen":
                asked = [slot for slot, target in enumerate(self._asked) if target.permanents is None and target.players]
                if asked:
                    return a.Players(who="named", ids=self.chosen[asked[0]])
                found = self.occasion.player
            case "defending":
                found = self.occasion.defending or self.occasion.player
            case "controller" | "owner":
                found = getattr(self._permanent("subject", view), players.who)
            case "host controller":
                found = self._permanent("host", view).controller
            case _:
                return players
        if found is None:
            raise NotCarriedOut("it isn't known which player is meant")
        return a.Players(who="named", ids=(found,))

    @property
    def _asked(self) -> tuple[a.Target, ...]:
        return self.ability.does.targets if self.ability.does is not None else ()

    def _targets(self, part: a.IsTarget) -> tuple[str, ...]:
        for target, chosen in zip(self._asked, self.chosen, strict=False):
            if target.permanents == part.permanents:
                return chosen
        raise NotCarriedOut("it isn't known what its target is")
