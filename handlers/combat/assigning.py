"""How creatures may assign their combat damage (510.1a–d), as data: what is legal, how many ways there are, which is the only
one.

Pure: made from numbers, it knows neither a game nor a board. `handlers/procedure/assigning_510_1.py` makes it from a view; a
search for the best assignment can make it from anything else.

A creature assigns all of its amount in one of its *ways*: to some creatures, to something that it may trample over to, and with
trample over planeswalkers to that one's controller. What a way asks for is that creatures are assigned lethal damage: all of them
before anything tramples over, and each before those after it in an order. Lethal damage is reckoned over everything that is
assigned in the step (702.19b).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from random import Random

from ...events.errors import Undecided

DIVISIONS = 1_000_000
"""How many divisions of damage are gone through at most where creatures depend on each other."""

Amounts = Mapping[str, int]
"""Recipient → amount."""


@dataclass(frozen=True, slots=True)
class Way:
    """One manner in which a creature may assign its combat damage.

    `among`: recipients between which it is divided freely, but for `order`. `over`: where the excess may go once all of `among`
    have lethal damage. `beyond`: where it may go once `over` has been assigned damage equal to its loyalty (702.19c).
    `order`: nothing to one unless each before it has lethal damage (510.1c–d, 2009-07-11 to 2024-11-07). A way without recipients
    is to assign none, where that is a choice.
    """

    among: tuple[str, ...]
    over: str | None = None
    beyond: str | None = None
    order: tuple[str, ...] = ()

    @property
    def recipients(self) -> tuple[str, ...]:
        """To whom damage may go, if all that is asked for is kept."""
        return (*self.among, *(each for each in (self.over, self.beyond) if each is not None))

    def relies_on(self) -> tuple[str, ...]:
        """Whose lethal damage (or loyalty) it may ask for."""
        floors = self.among if self.over is not None or self.beyond is not None else ()
        loyalty = (self.over,) if self.over is not None and self.beyond is not None else ()
        return tuple(dict.fromkeys((*floors, *loyalty, *self.order[:-1])))

    def asks(self, amounts: Amounts) -> tuple[str, ...]:
        """Who must have been assigned lethal damage (or damage equal to its loyalty) for these amounts to be legal."""
        asked: list[str] = []
        if (self.over is not None and amounts.get(self.over)) or (self.beyond is not None and amounts.get(self.beyond)):
            asked += self.among
        if self.beyond is not None and amounts.get(self.beyond) and self.over is not None:
            asked.append(self.over)
        reached = [place for place, each in enumerate(self.order) if amounts.get(each)]
        if reached:
            asked += self.order[: reached[-1]]
        return tuple(dict.fromkeys(asked))


@dataclass(frozen=True, slots=True)
class Striker:
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
        return tuple(dict.fromkeys(recipient for way in self.ways for recipient in way.recipients))

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
    def has_choice(self) -> bool:
        """Whether it may assign its damage to one or another, or none, lethal damage left aside."""
        return len(self.recipients) > 1 or self.passing is not None


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
class Step:
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
                whole[striker.id] = next(amounts for _, amounts in striker.candidates())
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
            wanted = need if beyond or recipient in way.order else meant.get(recipient, 0)
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


def same_assignments(first: LegalAssignments, second: LegalAssignments) -> bool:
    """Whether the same may be assigned."""
    return (bool(first), first.player, first.step) == (bool(second), second.player, second.step)


class LegalAssignments:
    """What a player may assign now, as a lazy object: `in`, `bool()`, iterate, `.count()`, `.sample(random)`.

    An option is a whole assignment: creature → recipient → amount, of every creature that the player chooses for; one that
    assigns none has no recipients. Creatures come in the order in which they stand in combat, and an option that gives the first
    recipients more comes first.
    """

    def __init__(self, step: Step, player: str, possible: bool = True) -> None:
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

    def __init__(self, step: Step, strikers: tuple[Striker, ...]) -> None:
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
        self._check_size()
        states, found = frozenset((self._start,)), {}
        for number, striker in enumerate(self.strikers):
            at = random.randrange(self._number(number, states))
            for amounts, after in self._next(number, states, self._listed[number]):
                at -= self._number(number + 1, after)
                if at < 0:
                    found[striker.id], states = amounts, after
                    break
        return found


def _counted_alone(step: Step, striker: Striker) -> int | None:
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


def _divided(amount: int, among: int) -> int:
    """In how many ways an amount is divided among so many, each of whom may get nothing of it."""
    return comb(amount + among - 1, among - 1) if amount >= 0 else 0


def _met(state: _State) -> bool:
    """Whether all that lethal damage is asked of have it."""
    left, asked = state
    return all(not need for number, need in enumerate(left) if asked >> number & 1)
