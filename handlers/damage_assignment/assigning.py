"""How creatures may assign their combat damage (510.1a–d), as data: what is legal, and a legal assignment near another one.

Pure: made from numbers, it knows neither a game nor a board. `assigning_510_1.py` makes it from a view; a search for the best
assignment can make it from anything else. `legal_assignments.py` lists, counts and draws what is legal.

A creature assigns all of its damage in one of its *ways*: to some creatures, to what it tramples over to, and with trample over
planeswalkers to that planeswalker's controller. A way requires that creatures are assigned lethal damage: all of them before any
damage tramples over, and each before those after it in an order. Lethal damage is computed over all that is assigned in the step
(702.19b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

Amounts = Mapping[str, int]
"""Recipient → amount."""


class Way(NamedTuple):
    """One manner in which a creature may assign its combat damage.

    `among`: recipients between which it is divided freely, but for `order`. `over`: where the excess may go once all of `among`
    have lethal damage. `beyond`: where it may go once `over` has been assigned damage equal to its loyalty (702.19c).
    `order`: nothing to one unless each before it has lethal damage (510.1c–d, 2009-07-11 to 2024-11-07). `unplaced`: creatures
    whose place in the order wasn't announced: it may be any, so that each that is damaged has lethal damage, but for the `last`.
    A way without recipients is to assign none, where that is a choice.
    """

    among: tuple[str, ...]
    over: str | None = None
    beyond: str | None = None
    order: tuple[str, ...] = ()
    unplaced: tuple[str, ...] = ()
    last: str | None = None

    @property
    def recipients(self) -> tuple[str, ...]:
        """To whom damage may go, if all that is asked for is kept."""
        if self.over is None and self.beyond is None:
            return self.among
        return (*self.among, *(each for each in (self.over, self.beyond) if each is not None))

    @property
    def asks_nothing(self) -> bool:
        """Whether it requires lethal damage of nobody, however it is divided."""
        return not self.order and not self.unplaced and self.over is None and self.beyond is None

    def relies_on(self) -> tuple[str, ...]:
        """Whose lethal damage (or loyalty) it may ask for."""
        if self.asks_nothing:
            return ()
        floors = self.among if self.over is not None or self.beyond is not None else ()
        loyalty = (self.over,) if self.over is not None and self.beyond is not None else ()
        placed = self.order if self.unplaced else self.order[:-1]
        return tuple(dict.fromkeys((*floors, *loyalty, *placed, *self.unplaced)))

    def in_order(self, order: tuple[str, ...], unplaced: tuple[str, ...] = ()) -> tuple[Way, ...]:
        """It in a damage assignment order in which some may have any place: a way for each that may be the last of them."""
        lasts = (None, *unplaced) if order or not unplaced else unplaced
        return tuple(self._replace(order=order, unplaced=unplaced, last=last) for last in lasts)

    def asks(self, amounts: Amounts) -> tuple[str, ...]:
        """Who must have been assigned lethal damage (or damage equal to its loyalty) for these amounts to be legal."""
        if self.asks_nothing:
            return ()
        asked: list[str] = []
        if (self.over is not None and amounts.get(self.over)) or (self.beyond is not None and amounts.get(self.beyond)):
            asked += self.among
        if self.beyond is not None and amounts.get(self.beyond) and self.over is not None:
            asked.append(self.over)
        return tuple(dict.fromkeys((*asked, *self.before_the_last(amounts))))

    def before_the_last(self, amounts: Amounts) -> tuple[str, ...]:
        """510.1c–d, 2009-07-11 to 2024-11-07: those earlier in the order than the last to which damage is assigned."""
        reached = [place for place, each in enumerate(self.order, start=1) if amounts.get(each)]
        after_these = self.last is not None and amounts.get(self.last)
        placed = self.order[: reached[-1] if after_these else reached[-1] - 1] if reached else ()
        return (*placed, *(each for each in self.unplaced if amounts.get(each) and each != self.last))


class Striker(NamedTuple):
    """A creature that assigns combat damage in a step: how much, and in which ways. Without ways it assigns none.

    `deathtouch`: any damage that it assigns to a creature is lethal.
    """

    id: str
    amount: int
    ways: tuple[Way, ...]
    deathtouch: bool = False

    @property
    def recipients(self) -> tuple[str, ...]:
        """To whom it may assign damage in some way."""
        if len(self.ways) == 1:
            return self.ways[0].recipients
        return tuple(dict.fromkeys([each for way in self.ways for each in way.recipients]))

    @property
    def has_choice(self) -> bool:
        """Whether it may assign its damage to one or another, or none, lethal damage left aside."""
        return len(self.recipients) > 1 or self.passing is not None

    def candidates(self) -> Iterator[tuple[Way, dict[str, int]]]:
        """What it might assign, lethal damage left aside; an assignment that several ways allow comes once for each."""
        if self.amount <= 0 or not self.ways:
            yield Way(()), {}
            return
        for way in self.ways:
            if not way.recipients:
                yield way, {}
            for amounts in divisions(self.amount, way.recipients):
                yield way, amounts

    @property
    def passing(self) -> Way | None:
        """The way of assigning none, if that may be chosen."""
        return next((way for way in self.ways if not way.recipients), None)

    @property
    def only(self) -> dict[str, int]:
        """What one without a choice assigns: all to its one recipient, or none."""
        return dict.fromkeys(self.recipients, self.amount) if self.amount > 0 else {}


def divisions(amount: int, recipients: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """All divisions of an amount among recipients; nobody is named with 0. First those with most for the first recipients."""
    if not recipients:
        if not amount:
            yield {}
        return
    first, *rest = recipients
    if not rest:
        yield {first: amount} if amount else {}
        return
    for given in range(amount, -1, -1):
        for others in divisions(amount - given, tuple(rest)):
            yield {first: given, **others} if given else others


@dataclass(frozen=True)
class DamageToAssign:
    """What a player assigns in a combat damage step: the creatures the player chooses for, and what is lethal to whom.

    `lethal`: recipient → how much has to be assigned to it for lethal damage (its toughness less the damage marked on it), or its
    loyalty. `standing`: what others have assigned in this step, `strikers` what each of them is.
    """

    strikers: Mapping[str, Striker]
    lethal: Mapping[str, int]
    planeswalkers: frozenset[str] = frozenset()
    """Those of `lethal` whose number is a loyalty, for which deathtouch does nothing."""
    standing: Mapping[str, Amounts] = field(default_factory=dict)
    touching: frozenset[str] = frozenset()
    """The creatures whose damage is lethal whatever its amount, those of `standing` among them."""

    def unmet(self, assignment: Mapping[str, Amounts], asked: Iterable[str]) -> list[str]:
        """Those of whom lethal damage is asked for that aren't assigned it, by this assignment and what stands."""
        return [each for each in asked if self.left(assignment, each) > 0]

    def left(self, assignment: Mapping[str, Amounts], recipient: str) -> int:
        """How much more damage is needed for lethal damage to this recipient."""
        left = self.lethal.get(recipient, 0)
        if left <= 0:
            return 0
        touchable = recipient not in self.planeswalkers
        for assigned in (self.standing, assignment):
            for source, amounts in assigned.items():
                amount = amounts.get(recipient, 0)
                if amount and touchable and source in self.touching:
                    return 0
                left -= amount
        return max(0, left)

    def way_of(self, striker: Striker, assignment: Mapping[str, Amounts]) -> Way | None:
        """The way in which a creature's part of a whole assignment is legal; None: it isn't, in any."""
        amounts = assignment.get(striker.id, {})
        if striker.amount <= 0 or not striker.ways:
            return None if any(amounts.values()) else Way(())
        if not any(amounts.values()):
            return striker.passing
        if sum(amounts.values()) != striker.amount:
            return None
        for way in striker.ways:
            if all(recipient in way.recipients for recipient in amounts) and not self.unmet(assignment, way.asks(amounts)):
                return way
        return None

    def is_legal(self, assignment: Mapping[str, Amounts]) -> bool:
        """510.1e: whether the whole assignment complies with the rules."""
        return assignment.keys() <= self.strikers.keys() and all(
            self.way_of(striker, assignment) is not None for striker in self.strikers.values()
        )

    # --- what is left to choose ------------------------------------------------------------------------------------------

    def options(self, id: str, assignment: Mapping[str, Amounts]) -> Iterator[dict[str, int]]:
        """What a creature may legally assign, given what the others do."""
        striker, seen = self.strikers[id], set()
        for way, amounts in striker.candidates():
            key = frozenset(amounts.items())
            if key not in seen and not self.unmet({**assignment, id: amounts}, way.asks(amounts)):
                seen.add(key)
                yield amounts

    def completed(self, assignment: Mapping[str, Amounts]) -> tuple[dict[str, dict[str, int]], list[str]]:
        """The assignment with everything added that can be assigned in one way only, and the creatures left that have a
        choice."""
        whole = {id: dict(amounts) for id, amounts in assignment.items()}
        open_to_choice = []
        for striker in self.strikers.values():
            if striker.id not in whole and not striker.has_choice:
                whole[striker.id] = striker.only
        for striker in self.strikers.values():
            if striker.id in whole:
                continue
            some = self.options(striker.id, whole)
            only = next(some)
            if next(some, None) is None:
                whole[striker.id] = only
            else:
                open_to_choice.append(striker.id)
        return whole, open_to_choice

    def near(self, assignment: Mapping[str, Amounts]) -> dict[str, dict[str, int]]:
        """A legal assignment near this one: what is right of it stays, what isn't is put right creature by creature."""
        kept = {id: dict(amounts) for id, amounts in assignment.items() if id in self.strikers}
        for striker in self.strikers.values():
            kept.setdefault(striker.id, {})
        wrong = [striker for striker in self.strikers.values() if self.way_of(striker, kept) is None]
        for striker in wrong:
            kept[striker.id] = self._put_right(striker, kept)
        # Putting one right may take from another what it relied on; all to creatures, in order, relies on nobody.
        for striker in self.strikers.values():
            if self.way_of(striker, kept) is None:
                kept[striker.id] = _plainest(striker)
        if not self.is_legal(kept):
            kept = {striker.id: _plainest(striker) for striker in self.strikers.values()}
        return kept

    def _put_right(self, striker: Striker, assignment: Mapping[str, Amounts]) -> dict[str, int]:
        """Lethal damage in order to each that this creature meant to damage or has to, the rest where it was meant to go."""
        if striker.amount <= 0 or not striker.ways:
            return {}
        meant = assignment.get(striker.id, {})
        way = max(striker.ways, key=lambda way: sum(recipient in way.recipients for recipient in meant))
        others = {id: amounts for id, amounts in assignment.items() if id != striker.id}
        amounts: dict[str, int] = {}
        rest = striker.amount
        beyond = [each for each in (way.over, way.beyond) if each is not None and meant.get(each)]
        in_order = (*way.order, *(each for each in way.among if each not in way.order))
        for recipient in in_order:
            need = self.left(others, recipient)
            if striker.deathtouch and need and recipient not in self.planeswalkers:
                need = 1
            first = recipient in way.order or (recipient in way.unplaced and recipient in meant)
            wanted = need if beyond or first else meant.get(recipient, 0)
            given = min(rest, max(wanted, meant.get(recipient, 0) if not beyond else 0))
            amounts[recipient] = given
            rest -= given
        if rest and beyond:
            if way.over is not None and beyond[-1] == way.beyond:
                given = min(rest, self.left(others, way.over))
                amounts[way.over] = amounts.get(way.over, 0) + given
                rest -= given
            if rest:
                amounts[beyond[-1]] = amounts.get(beyond[-1], 0) + rest
        elif rest:
            last = next((each for each in in_order if meant.get(each)), (*in_order, *way.recipients)[0])
            amounts[last] = amounts.get(last, 0) + rest
        found = {recipient: amount for recipient, amount in amounts.items() if amount}
        right = self.way_of(striker, {**others, striker.id: found}) is not None
        return found if right else next(self.options(striker.id, others), _plainest(striker))


def _plainest(striker: Striker) -> dict[str, int]:
    """All of it to the first that it may damage: that relies on nobody."""
    if striker.amount <= 0 or not striker.ways:
        return {}
    way = striker.ways[0]
    first = (*way.order, *way.recipients)[0]
    return {first: striker.amount}
