"""An ability that resolves, as instructions are carried out: on which draft, what its words mean, what is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import count
from typing import Protocol

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.errors import InvalidInput
from ...events.model import parts_of
from ...projections.board import Permanent
from ..attempt import Draft
from ..view.view import View
from .binding import Binding, NotCarriedOut, WhatIsChosen, asks, unknown_cards
from .choosing import Chooser
from .default_choices import is_harmful, picked
from .targets import within_total


class _OfPermanents(Protocol):
    """An instruction that is done to permanents."""

    @property
    def permanents(self) -> a.Filter: ...


CarryOut = Callable[["Resolving", Iterable[a.Instruction]], None]


@dataclass(slots=True)
class Resolving:
    """An ability that resolves on a draft, with what its words mean and what its controller chooses."""

    draft: Draft
    binding: Binding
    chooser: Chooser
    carry_out: CarryOut
    """Carries out instructions, one after the other."""
    effects: int = 0

    def __post_init__(self) -> None:
        self.binding = Binding(self.binding.ability, self.binding.chosen, self.binding.memory, self._choose)

    def fork(self) -> Resolving:
        """The same on a fork of its draft: what is done and chosen on it is forgotten, unless that is adopted."""
        binding = replace(self.binding, memory=deepcopy(self.binding.memory))
        return replace(self, draft=self.draft.fork(), binding=binding, chooser=deepcopy(self.chooser))

    @property
    def view(self) -> View:
        """The board now."""
        return self.draft.view

    @property
    def controller(self) -> str:
        """Whose ability it is."""
        return self.binding.ability.controller

    def permanents(self, filter: a.Filter) -> list[Permanent]:
        """The permanents on the battlefield that are meant, now."""
        return self.binding.permanents(filter, self.view)

    def cards(self, filter: a.Filter, zone: t.Place | None) -> list[str]:
        """The ids of the cards that are meant, known and in that zone (None: any but the battlefield)."""
        self.binding.ids(filter, self.view)  # what is chosen becomes known, which a view from before doesn't hold
        return self.binding.cards(filter, zone, self.view)

    def players(self, players: a.Players) -> list[str]:
        """The players who are meant."""
        return self.binding.players(players, self.view)

    def quantity(self, quantity: a.Quantity) -> int:
        """How much is done, now: 0 where that comes to less than 0 (107.1b)."""
        return max(0, self.binding.quantity(quantity, self.view))

    def quantity_of(self, players: a.Players, each: str, quantity: a.Quantity) -> int:
        """How much is done, to or by one of the players: of several, each their own number."""
        if isinstance(quantity, int):
            return quantity
        if players.who in ("you", "each"):
            return self.quantity(quantity)
        memory = self.binding.memory
        for part in parts_of(quantity):
            if isinstance(part, a.Players) and part.picked is not None:
                self.players(part)  # who is chosen is one for all of them
        before, memory.each = memory.each, each
        try:
            return self.quantity(quantity)
        finally:
            memory.each = before

    def own(self, quantity: a.Quantity, permanent: Permanent) -> int:
        """A number, of each permanent its own where it says "its". It may be below 0."""
        if isinstance(quantity, a.CharacteristicOf) and quantity.of == "itself":
            return self.view.characteristic(permanent, quantity.characteristic)
        if isinstance(quantity, a.CountersOn) and quantity.of == "itself":
            counters = permanent.all_counters
            return sum(counters.values()) if quantity.counter is None else counters.get(quantity.counter, 0)
        if isinstance(quantity, a.Sum):
            parts = tuple(self.own(each, permanent) for each in quantity.quantities)
            return self.binding.quantity(quantity.model_copy(update={"quantities": parts}), self.view)
        if isinstance(quantity, a.Product):
            return self.own(quantity.one, permanent) * self.own(quantity.other, permanent)
        if isinstance(quantity, a.Scaled):
            return max(0, self.own(quantity.quantity, permanent) + quantity.more) * quantity.times
        return self.binding.quantity(quantity, self.view)

    def division_among(self, targets: a.Filter | None) -> Mapping[str, int]:
        """How what is divided among these targets was divided as they were chosen (601.2d): for what is done first to them, and
        for nothing that is done to them afterwards."""
        division, memory = self.binding.ability.division, self.binding.memory
        if not division or not isinstance(targets, a.IsTarget) or targets in memory.divided:
            return {}
        memory.divided |= {targets}
        return division

    def choose_x(self) -> int:
        """X, which is chosen as something is paid or removed (107.3). Raises NotCarriedOut where it isn't stated."""
        self.binding.memory.number = self.chooser.x()
        return self.quantity(a.ChosenNumber())

    def holds(self, condition: a.Condition) -> bool:
        """Whether a condition holds now."""
        return self.binding.holds(condition, self.view)

    def affected(self, ids: Iterable[str]) -> None:
        """Something was done to these: what later words may mean by "those"."""
        self.binding.memory.affected = tuple(ids)

    def counted(self, amount: int) -> None:
        """So much was done that later words may ask for: "that many", "life lost this way"."""
        self.binding.memory.amount = amount

    def _choose(self, asked: WhatIsChosen, view: View) -> tuple[str, ...]:
        if isinstance(asked, a.Players):
            return self._choose_player(asked)
        if asked.up_to is not None:
            asked = asked.model_copy(update={"maximum": self.quantity(asked.up_to), "up_to": None})
        if not isinstance(asked, a.IsChosenCard):
            return self._choose_permanents(asked)
        found = self._choose_cards(asked)
        if self._fitting(asked, found) != found:
            what = "powers" if asked.cards.of_power else "mana values"
            raise InvalidInput("choices.chosen", ", ".join(found), f"cards whose {what} come to no more than that in all")
        return found

    def _fitting(self, asked: a.IsChosenCard, cards: Sequence[str]) -> tuple[str, ...]:
        """Of these cards the first ones, as far as their mana values, or powers, come to no more than is allowed in all."""
        if asked.cards.total is None:
            return tuple(cards)
        most = self.quantity(asked.cards.total)
        return tuple(id for at, id in enumerate(cards) if within_total(self.view, asked.cards, cards[: at + 1], most))

    def _choose_player(self, asked: a.Players) -> tuple[str, ...]:
        """One of the players, whom the ability's controller chooses, or who is chosen at random; none where there are none."""
        candidates = self.players(asked.model_copy(update={"picked": None}))
        if asked.picked == "at random":
            return self._at_random(candidates, 1)
        does = self.binding.ability.does
        harms = is_harmful(does.instructions, asked) if does is not None else False
        by_worth = picked(self.view, candidates, harms, self.controller, 1, 1)
        return self.chooser.chosen(candidates, by_worth, min(1, len(candidates)), 1)

    def _at_random(self, candidates: Sequence[str], number: int) -> tuple[str, ...]:
        """So many of these, which nobody chooses. Raises NotCarriedOut where it isn't stated which."""
        found = self.chooser.at_random(candidates, number)
        if found is None:
            raise NotCarriedOut(f"it isn't stated which of {', '.join(candidates)} is chosen at random")
        return found

    def _choose_permanents(self, asked: a.IsChosen) -> tuple[str, ...]:
        candidates = [each.id for each in self.permanents(asked.permanents)]
        if asked.random:
            return self._at_random(candidates, asked.minimum)
        does = self.binding.ability.does
        harms = is_harmful(does.instructions, asked) if does is not None else False
        most = len(candidates) if asked.maximum is None else asked.maximum
        who = [self.controller] if asked.by is None else self.players(asked.by)
        if len(who) != 1:
            raise NotCarriedOut("it isn't clear who chooses")
        by_worth = picked(self.view, candidates, harms, who[0], asked.minimum, most)
        if asked.different is None:
            return self.chooser.chosen(candidates, by_worth, asked.minimum, asked.maximum)
        found = self.chooser.chosen(candidates, self._apart(asked.different, by_worth), asked.minimum, asked.maximum)
        if self._apart(asked.different, found) != found:
            raise InvalidInput("choices.chosen", ", ".join(found), f"permanents of which no two have the same {asked.different}")
        return found

    def _apart(self, what: a.Differing, ids: Sequence[str]) -> tuple[str, ...]:
        """Of these the first ones of which no two have the same."""
        first: dict[int | str, str] = {}
        for id in ids:
            has = self.view.differing(self.view.permanents[id], what)
            first.setdefault(id if has is None else has, id)
        return tuple(first.values())

    def _choose_cards(self, asked: a.IsChosenCard) -> tuple[str, ...]:
        """Cards that are chosen, or found: those that are known, and those that the choice names.

        What must be found and isn't known can't be carried out; what may be found isn't, by default (701.23b).
        """
        memory = self.binding.memory
        turned_up, unknown = asks(asked.cards.filter, a.IsTurnedUp), any(memory.unknown.values())
        if turned_up and unknown:
            asked = asked.model_copy(update={"cards": asked.cards.model_copy(update={"filter": _otherwise(asked.cards.filter)})})
        cards = self.binding.bound(asked.cards, self.view)
        name_cards(self.draft, self.chooser.choices.cards, cards.zone)
        candidates = self.view.cards(cards, self.binding.context(self.view))
        if asked.random:
            return self._random_cards(asked, cards, candidates)
        if asked.every:
            if unknown if turned_up else self.view.unknown_cards(cards, self.binding.context(self.view)) != 0:
                raise NotCarriedOut(f"it isn't stated which cards are in the {cards.zone}")
            self.chooser.cards_among(candidates)
            return tuple(candidates)
        if named := self.chooser.cards_among(candidates, asked.maximum):
            return self._stated(named, turned_up)
        if turned_up and unknown and any(self.chooser.choices.accept):
            # Somebody takes one of them, and nobody says which there are.
            raise NotCarriedOut(unknown_cards([player for player, number in memory.unknown.items() if number], "library"))
        if asks(asked.cards.filter, a.IsExiledWith):
            if a.IsExiledWith(every=True) in (*getattr(asked.cards.filter, "parts", ()), asked.cards.filter):
                return tuple(candidates)
            return self.chooser.chosen(candidates, candidates, asked.minimum, asked.maximum)
        if turned_up and not unknown:
            worth = sorted(candidates, key=lambda id: -_size(self.draft.state.board.cards[id].card))
            return self.chooser.chosen(candidates, self._fitting(asked, worth), asked.minimum, asked.maximum)
        return self._choose_in_zone(asked, cards, candidates)

    def _random_cards(self, asked: a.IsChosenCard, cards: a.Cards, candidates: list[str]) -> tuple[str, ...]:
        """Cards of a zone that nobody chooses. Raises NotCarriedOut where it isn't known among which."""
        if named := self.chooser.cards_among(candidates, asked.minimum):
            return named
        if self.view.unknown_cards(cards, self.binding.context(self.view)) != 0:
            raise NotCarriedOut(f"it isn't stated which cards are in the {cards.zone}")
        return self._at_random(candidates, asked.minimum)

    def _stated(self, cards: tuple[str, ...], turned_up: bool) -> tuple[str, ...]:
        """The cards that the choice names: of those that were turned up, fewer are unknown now."""
        unknown = self.binding.memory.unknown
        for id in cards if turned_up else ():
            owner = self.draft.state.board.cards[id].card.owner
            number = unknown.get(owner, 0)
            unknown[owner] = number - 1 if number > 0 else number
        return cards

    def _choose_in_zone(self, asked: a.IsChosenCard, cards: a.Cards, candidates: list[str]) -> tuple[str, ...]:
        """Known cards of a zone; in a graveyard the default policy takes the first ones, elsewhere it finds none."""
        unknown = self.view.unknown_cards(cards, self.binding.context(self.view)) != 0
        if unknown and asked.minimum > 0 and (cards.zone != "graveyard" or len(candidates) < asked.minimum):
            raise NotCarriedOut(f"it isn't stated which cards are in the {cards.zone}")
        by_worth = self._fitting(asked, candidates) if cards.zone == "graveyard" else ()
        return self.chooser.chosen(candidates, by_worth, min(asked.minimum, len(candidates)), asked.maximum)


def _otherwise(filter: a.Filter) -> a.Filter:
    """What is asked of cards but that they were turned up."""
    if isinstance(filter, a.AllOf):
        return a.AllOf(parts=tuple(each for each in filter.parts if each != a.IsTurnedUp()))
    return a.ANYTHING


def _size(card: t.PermanentEntered) -> int:
    return (card.power or 0) + (card.toughness or 0)


def name_cards(draft: Draft, cards: Iterable[t.PermanentEntered], zone: t.Place) -> None:
    """Cards that a player names become known, where they are asked for in that zone. Raises NotCarriedOut for what is none."""
    board = draft.state.board
    for card in cards:
        if card.id in board.cards:
            if zone in ("library", "hand") and board.cards[card.id].zone != zone:
                raise NotCarriedOut(f"{card.id} isn't in a {zone}, but in {board.cards[card.id].zone}")
            continue
        if card.id in board.permanents or card.id in board.players or card.owner not in board.players:
            raise NotCarriedOut(f"{card.id} isn't a card of a player in another zone")
        draft.append(s.CardNamed(card=card, zone=zone))


def there(doing: Resolving, instruction: _OfPermanents) -> bool:
    """Whether there are permanents to which it is done: as many as must be chosen."""
    return len(doing.permanents(instruction.permanents)) >= least_of(instruction.permanents)


def least_of(permanents: a.Filter) -> int:
    """How many there must be, so that something can be done to them."""
    return max(1, permanents.minimum) if isinstance(permanents, a.IsChosen) else 1


def cards_there(doing: Resolving, instruction: a.PutsCards | a.PutsOntoBattlefield | a.RevealsCards) -> bool:
    """Whether there are cards to which it is done: as many as must be chosen."""
    least = instruction.cards.minimum if isinstance(instruction.cards, a.IsChosenCard) else 1
    zone = "hand" if isinstance(instruction, a.RevealsCards) else instruction.zone
    return len(doing.cards(instruction.cards, zone)) >= max(1, least)


def new_id(doing: Resolving, kind: str) -> str:
    """The id of a permanent that the ability makes: none that is or was there has it."""
    board, source = doing.draft.state.board, doing.binding.ability.source
    ids = (f"{source} {kind} {number}" for number in count(1))
    return next(id for id in ids if id not in board.permanents and id not in board.departed)
