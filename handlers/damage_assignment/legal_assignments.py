"""All assignments of combat damage that are legal (510.1), without listing them: whether one is among them, how many, one at
random.

Creatures whose assignments depend on each other are looked at together; those of all others are independent, so that numbers are
multiplied. An assignment of one creature alone is counted by a formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from math import comb
from random import Random

from ...events.errors import Undecided
from .assigning import Amounts, DamageToAssign, Striker, divisions

DIVISIONS = 1_000_000
"""How many divisions of damage are gone through at most where creatures depend on each other."""


def same_assignments(first: LegalAssignments, second: LegalAssignments) -> bool:
    """Whether the same may be assigned."""
    return (bool(first), first.player, first.step) == (bool(second), second.player, second.step)


class LegalAssignments:
    """What a player may assign now, as a lazy object: `in`, `bool()`, iterate, `.count()`, `.sample(random)`.

    An option is a whole assignment: creature → recipient → amount, of every creature that the player chooses for; one that
    assigns none has no recipients. Creatures come in the order in which they stand in combat, and an option that gives the first
    recipients more comes first.
    """

    def __init__(self, step: DamageToAssign, player: str, possible: bool = True) -> None:
        self.step = step
        self.player = player
        """Who assigns."""
        self._possible = possible

    def __contains__(self, option: object) -> bool:
        if not self._possible or not isinstance(option, Mapping):
            return False
        whole = {**{id: {} for id in self.step.strikers}, **option}
        try:
            return self.step.is_legal(whole)
        except (AttributeError, TypeError):
            return False

    def __bool__(self) -> bool:
        return self._possible

    def __iter__(self) -> Iterator[dict[str, dict[str, int]]]:
        if not self._possible:
            return
        for found in self._from(0):
            yield {id: found[id] for id in self.step.strikers}

    def _from(self, group: int) -> Iterator[dict[str, dict[str, int]]]:
        """What the creatures of the groups from that number on may assign, each as it is asked for."""
        if group == len(self._groups):
            yield {}
            return
        for amounts in _Together(self.step, self._groups[group]):
            for rest in self._from(group + 1):
                yield {**amounts, **rest}

    def count(self) -> int:
        """How many there are, without listing them."""
        number = 1 if self._possible else 0
        for group in self._groups:
            number *= _Together(self.step, group).count()
        return number

    def sample(self, random: Random) -> dict[str, dict[str, int]]:
        """One of them, each as likely as any other. Raises IndexError if there is none."""
        if not self._possible:
            raise IndexError("there is nothing to assign now")
        found = {id: amounts for group in self._groups for id, amounts in _Together(self.step, group).sample(random).items()}
        return {id: found[id] for id in self.step.strikers}

    def __repr__(self) -> str:
        what = "legal assignments of combat damage" if self._possible else "no combat damage to assign now"
        return f"<{what}, {self.player}>"

    @cached_property
    def _groups(self) -> list[tuple[Striker, ...]]:
        """The creatures whose assignments depend on each other, together: those that may damage what one of them relies on."""
        relied = {each for striker in self.step.strikers.values() for way in striker.ways for each in way.relies_on()}
        groups: list[tuple[set[str], list[Striker]]] = []
        for striker in self.step.strikers.values():
            shared = {each for way in striker.ways for each in (*way.recipients, *way.relies_on())} & relied
            joined = [group for group in groups if not group[0].isdisjoint(shared)]
            groups = [group for group in groups if group[0].isdisjoint(shared)]
            groups.append(
                (
                    shared.union(*(group[0] for group in joined)),
                    [*(each for group in joined for each in group[1]), striker],
                )
            )
        return [tuple(strikers) for _, strikers in groups]


_State = tuple[tuple[int, ...], int]
"""How much is left to be lethal for each that is relied on, and whom somebody asks it of (bits)."""


class _Together:
    """The assignments of some creatures that depend on each other, counted creature by creature."""

    def __init__(self, step: DamageToAssign, strikers: tuple[Striker, ...]) -> None:
        self.step = step
        self.strikers = strikers
        relied = dict.fromkeys(each for striker in strikers for way in striker.ways for each in way.relies_on())
        self.relied = tuple(relied)

    @property
    def _start(self) -> _State:
        return tuple(self.step.left({}, each) for each in self.relied), 0

    def _candidates(self, striker: Striker) -> Iterator[tuple[dict[str, int], tuple[int, ...]]]:
        """What a creature might assign, with whom it may ask lethal damage of: a set of bits for each way that allows it."""
        place = {each: 1 << number for number, each in enumerate(self.relied)}
        seen: set[frozenset[tuple[str, int]]] = set()
        for _, amounts in striker.candidates():
            if len(striker.ways) > 1:
                key = frozenset(amounts.items())
                if key in seen:
                    continue
                seen.add(key)
            ways = [way for way in striker.ways if amounts.keys() <= set(way.recipients)] if amounts else []
            asks = {sum(place[each] for each in way.asks(amounts)) for way in ways}
            yield amounts, tuple(sorted(asks or {0}))

    @cached_property
    def _listed(self) -> list[list[tuple[dict[str, int], tuple[int, ...]]]]:
        """What each creature might assign, listed to be gone through often."""
        return [list(self._candidates(striker)) for striker in self.strikers]

    def _after(self, state: _State, striker: Striker, amounts: Amounts, asked: int) -> _State:
        left = []
        for each, need in zip(self.relied, state[0], strict=True):
            amount = amounts.get(each, 0)
            touched = amount and striker.deathtouch and each not in self.step.planeswalkers
            left.append(0 if touched else max(0, need - amount))
        return tuple(left), state[1] | asked

    def _next(
        self, number: int, states: frozenset[_State], candidates: Iterable[tuple[dict[str, int], tuple[int, ...]]]
    ) -> Iterator[tuple[dict[str, int], frozenset[_State]]]:
        """What the creature may assign, with the states that it leads to: one for each way that allows it."""
        striker = self.strikers[number]
        for amounts, asks in candidates:
            yield amounts, frozenset(self._after(state, striker, amounts, asked) for state in states for asked in asks)

    def _number(self, number: int, states: frozenset[_State]) -> int:
        """How many assignments of the creatures from that number on are legal in one of the states."""
        if number == len(self.strikers):
            return int(any(_met(state) for state in states))
        key = (number, states)
        if key not in self._counted:
            self._counted[key] = sum(
                self._number(number + 1, after) for _, after in self._next(number, states, self._listed[number])
            )
        return self._counted[key]

    @cached_property
    def _counted(self) -> dict[tuple[int, frozenset[_State]], int]:
        return {}

    def count(self) -> int:
        """How many assignments of these creatures are legal together."""
        if len(self.strikers) == 1 and (number := _counted_alone(self.step, self.strikers[0])) is not None:
            return number
        self._check_size()
        return self._number(0, frozenset((self._start,)))

    def _check_size(self) -> None:
        """Raises Undecided if there are too many divisions to go through."""
        most = sum(
            comb(striker.amount + len(way.recipients), len(way.recipients)) for striker in self.strikers for way in striker.ways
        )
        if most > DIVISIONS:
            raise Undecided(f"about {most} divisions of combat damage depend on each other, more than {DIVISIONS}")

    def __iter__(self) -> Iterator[dict[str, dict[str, int]]]:
        return self._from(0, frozenset((self._start,)))

    def _from(self, number: int, states: frozenset[_State]) -> Iterator[dict[str, dict[str, int]]]:
        if number == len(self.strikers):
            if any(_met(state) for state in states):
                yield {}
            return
        for amounts, after in self._next(number, states, self._candidates(self.strikers[number])):
            for rest in self._from(number + 1, after):
                yield {self.strikers[number].id: amounts, **rest}

    def sample(self, random: Random) -> dict[str, dict[str, int]]:
        """One of the legal assignments of these creatures, each as likely as any other. Raises Undecided."""
        if len(self.strikers) == 1 and not self.strikers[0].has_choice:
            random.randrange(1)  # one is drawn, as of any number: the same seeds draw the same, whatever is quick
            return {self.strikers[0].id: self.strikers[0].only}
        self._check_size()
        if len(self.strikers) == 1 and _divides_freely(self.strikers[0]):
            return {self.strikers[0].id: _drawn_alone(self.strikers[0], random)}
        states, found = frozenset((self._start,)), {}
        for number, striker in enumerate(self.strikers):
            at = random.randrange(self._number(number, states))
            for amounts, after in self._next(number, states, self._listed[number]):
                at -= self._number(number + 1, after)
                if at < 0:
                    found[striker.id], states = amounts, after
                    break
        return found


def _counted_alone(step: DamageToAssign, striker: Striker) -> int | None:
    """How many assignments of a creature on which no other depends are legal, by formula; None: there is none for it."""
    if striker.amount <= 0 or not striker.ways:
        return 1
    if len(striker.ways) > 1:
        return None
    (way,) = striker.ways
    if not way.recipients:
        return 1
    among = way.order or way.among
    if set(among) != set(way.among):
        return None
    lethal = [min(left, 1) if striker.deathtouch else left for left in (step.left({}, each) for each in among)]
    amount, others = striker.amount, len(among)
    number = 0
    if way.order:
        for place in range(others):  # the last in the order that gets some
            number += _divided(amount - sum(lethal[:place]) - 1, place + 1)
    elif others:
        number = _divided(amount, others)
    if way.over is not None:
        number += _divided(amount - sum(lethal) - 1, others + 1)
        if way.beyond is not None:
            number += _divided(amount - sum(lethal) - step.left({}, way.over) - 1, others + 2)
    return number


def _divides_freely(striker: Striker) -> bool:
    """Whether it may divide its damage among its recipients in any way."""
    return len(striker.ways) == 1 and bool(striker.recipients) and striker.ways[0].asks_nothing


def _drawn_alone(striker: Striker, random: Random) -> dict[str, int]:
    """One of the divisions of a creature that divides its damage freely, each as likely as any other."""
    recipients = striker.recipients
    at = random.randrange(_divided(striker.amount, len(recipients)))
    return next(islice(divisions(striker.amount, recipients), at, None))


def _divided(amount: int, among: int) -> int:
    """In how many ways an amount is divided among so many, each of whom may get nothing of it."""
    return comb(amount + among - 1, among - 1) if amount >= 0 else 0


def _met(state: _State) -> bool:
    """Whether all that lethal damage is asked of have it."""
    left, asked = state
    return all(not need for number, need in enumerate(left) if asked >> number & 1)
