"""A flow relaxation with branch and bound: units flow to classes of targets, and a class pays for how many it gets.

What a class pays is replaced by its concave envelope, so that augmenting along the most profitable paths is exact; rows that
aren't about one class are left out, and what they are worth is granted. So a flow's profit is a bound. The flow itself, repaired,
is a declaration; where its profit meets the bound the search is over. Otherwise the class whose envelope promises most too much
is split: fewer units than the next step of its profit, or at least so many.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from ...budget import Budget, Spent
from .model import bits
from .reductions import Component

FINE = 60
"""Profits are multiplied by this, so that the slopes of envelopes come out even nearly always; they are rounded up."""
_FORCED = 1 << 60
"""The profit of a unit that a class has to get."""
_UNREACHED = -(1 << 80)

Segment = tuple[int, int]
"""So many units, each worth so much to a class."""
Range = tuple[int, int]
"""How many units a class gets, at least and at most."""


class FlowSolution(NamedTuple):
    """The best declaration that was found, its profit, and a bound on the profit of any."""

    options: dict[int, int]
    profit: int
    bound: int


class _Flow(NamedTuple):
    bound: int
    numbers: list[int]
    """How many units each class gets."""
    flows: list[dict[int, int]]
    """For each kind: class → how many of its units."""
    paths: int
    """How many paths it took."""


def best(component: Component, nodes: int, budget: Budget) -> FlowSolution:
    """The best declaration found within so many nodes, and the bound: as good where they agree on the requirements obeyed.

    The first node is looked at in any case. Raises Spent where there is no time for it.
    """
    return _Relaxation(component, budget).search(nodes)


class _Relaxation:
    def __init__(self, component: Component, budget: Budget) -> None:
        self.component = component
        self.budget = budget
        self.kinds = component.kinds
        classes = 0
        for unit, _ in self.kinds:
            classes |= unit.able
        self.classes = list(bits(classes))
        index = {number: position for position, number in enumerate(self.classes)}
        self.granted = 0
        self.most_units = sum(unit.capacity * units.bit_count() for unit, units in self.kinds)
        self.size = [units.bit_count() for _, units in self.kinds]
        self.supply = [unit.capacity * units.bit_count() for unit, units in self.kinds]
        self.arcs: list[list[tuple[int, int]]] = []
        for (unit, _), size in zip(self.kinds, self.size, strict=True):
            if unit.capacity == 1:
                undeclared = unit.profit(0)
                self.granted += undeclared * size
                profits = {number: unit.profit(1 << number) - undeclared for number in bits(unit.able)}
            else:
                # Profits for any of several classes are granted, and so is the likeness.
                self.granted += size + sum(p for c, p in unit.gains if c & c - 1 and p > 0) * size
                singles = {c: p for c, p in unit.gains if not c & c - 1}
                profits = {number: singles.get(1 << number, 0) for number in bits(unit.able)}
            self.arcs.append([(index[number], profit * FINE) for number, profit in profits.items()])
        self.into: list[list[tuple[int, int]]] = [[] for _ in self.classes]
        for kind, arcs in enumerate(self.arcs):
            for place, profit in arcs:
                self.into[place].append((kind, profit))
        able = [sum(self.size[kind] for kind, _ in into) for into in self.into]
        self.least = [1] * len(self.classes)
        self.most = able[:]
        self.steps: list[list[tuple[int, int | None, int]]] = [[] for _ in self.classes]
        """For each class: (least, most, profit) of the requirements on how many units it gets."""
        self._read_links(index, able)

    def _read_links(self, index: dict[int, int], able: list[int]) -> None:
        everyone, all_able = sum(self.size), sum(1 << number for number in self.classes)
        for link in self.component.links:
            targets = link.counted.targets
            place = index.get(targets.bit_length() - 1, -1)
            whole = place >= 0 and not targets & targets - 1 and link.counted.units.bit_count() == able[place]
            if whole and link.is_window:
                self.least[place] = max(self.least[place], link.minimum)
                if link.maximum is not None:
                    self.most[place] = min(self.most[place], link.maximum)
            elif whole and link.guard is None and not link.weight and link.minimum <= 0 and link.maximum is not None:
                self.most[place] = min(self.most[place], link.maximum)
            elif whole and link.guard is None and link.weight:
                self.steps[place].append((link.minimum, link.maximum, link.weight))
            elif link.weight:
                self.granted += link.weight
            elif (
                link.guard is None
                and link.maximum is not None
                and (link.counted.units.bit_count() == everyone and not all_able & ~targets)
            ):
                # So many units may be declared: those of the greatest capacities get farthest.
                capacities = sorted((unit.capacity for unit, units in self.kinds for _ in bits(units)), reverse=True)
                self.most_units = min(self.most_units, sum(capacities[: link.maximum]))

    def worth(self, place: int, number: int) -> int:
        """What it is worth to a class to get so many units."""
        return FINE * sum(
            profit for least, most, profit in self.steps[place] if least <= number and (most is None or number <= most)
        )

    def possible(self, place: int, number: int) -> bool:
        """Whether the restrictions let a class get so many units."""
        return number == 0 or self.least[place] <= number <= self.most[place]

    def envelope(self, place: int, within: Range) -> tuple[int, list[Segment]] | None:
        """The concave envelope of what numbers in a range are worth: at the least number, and from there; None if none can be."""
        ends = {*within, self.least[place], 0}
        for least, most, _ in self.steps[place]:
            ends |= {max(least, self.least[place])} | ({most, most + 1} if most is not None else set())
        numbers = sorted(n for n in ends if within[0] <= n <= within[1] and self.possible(place, n))
        hull: list[tuple[int, int]] = []
        for number in numbers:
            point = (number, self.worth(place, number))
            while len(hull) > 1 and (hull[-1][1] - hull[-2][1]) * (point[0] - hull[-2][0]) <= (point[1] - hull[-2][1]) * (
                hull[-1][0] - hull[-2][0]
            ):
                hull.pop()
            hull.append(point)
        if not hull:
            return None
        segments = [(hull[0][0], _FORCED)] if hull[0][0] else []
        for (number, worth), (next_number, next_worth) in pairwise(hull):
            units = next_number - number
            segments.append((units, -((worth - next_worth) // units)))
        return hull[0][1], segments

    def flow(self, ranges: list[Range]) -> _Flow | None:
        """The most profitable flow, along the most profitable paths one after the other; None if a class can't get its least."""
        segments: list[list[Segment]] = []
        bound = 0
        for place, within in enumerate(ranges):
            found = self.envelope(place, within)
            if found is None:
                return None
            bound += found[0]
            segments.append(found[1])
        kinds = len(self.arcs)
        left, numbers = self.supply[:], [0] * len(ranges)
        flows: list[dict[int, int]] = [{} for _ in range(kinds)]
        rooms = [list(reversed(each)) for each in segments]
        units, paths = self.most_units, 0
        while units:
            self.budget.keep_time()
            path = self._best_path(left, flows, rooms)
            if path is None:
                break
            paths += 1
            profit, place, before, origin = path
            # As many units at once as the whole path lets through.
            amount, each = min(units, rooms[place][-1][0]), place
            while True:
                kind = before[each]
                amount = min(amount, self.size[kind] - flows[kind].get(each, 0))
                previous = origin[kind]
                if previous < 0:
                    amount = min(amount, left[kind])
                    break
                amount = min(amount, flows[kind][previous])
                each = previous
            each = place
            while True:
                kind = before[each]
                flows[kind][each] = flows[kind].get(each, 0) + amount
                previous = origin[kind]
                if previous < 0:
                    left[kind] -= amount
                    break
                flows[kind][previous] -= amount
                each = previous
            space, worth = rooms[place].pop()
            if space > amount:
                rooms[place].append((space - amount, worth))
            numbers[place] += amount
            units -= amount
            bound += profit * amount
        for within, number, promised in zip(ranges, numbers, segments, strict=True):
            forced = promised[0][0] if promised and promised[0][1] == _FORCED else 0
            if number < forced or number < within[0]:
                return None
            bound -= forced * _FORCED
        return _Flow(bound + self.granted * FINE, numbers, flows, paths)

    def _best_path(
        self, left: list[int], flows: list[dict[int, int]], rooms: list[list[Segment]]
    ) -> tuple[int, int, list[int], list[int]] | None:
        """The most profitable path for one more unit: profit, class, and for each class and kind what is before it."""
        to_kind = [0 if number else _UNREACHED for number in left]
        origin = [-1] * len(left)
        to_place = [_UNREACHED] * len(rooms)
        before = [-1] * len(rooms)
        waiting = [kind for kind, number in enumerate(left) if number]
        while waiting:
            places: dict[int, None] = {}
            for kind in waiting:
                so_far, size, flow = to_kind[kind], self.size[kind], flows[kind]
                for place, profit in self.arcs[kind]:
                    if so_far + profit > to_place[place] and flow.get(place, 0) < size:
                        to_place[place], before[place] = so_far + profit, kind
                        places[place] = None
            again: dict[int, None] = {}
            for place in places:
                so_far = to_place[place]
                for kind, profit in self.into[place]:
                    if so_far - profit > to_kind[kind] and flows[kind].get(place, 0):
                        to_kind[kind], origin[kind] = so_far - profit, place
                        again[kind] = None
            waiting = list(again)
        most, end = 0, -1
        for place, room in enumerate(rooms):
            if room and to_place[place] > _UNREACHED and to_place[place] + room[-1][1] > most:
                most, end = to_place[place] + room[-1][1], place
        return None if end < 0 else (most, end, before, origin)

    def declaration(self, flow: _Flow) -> dict[int, int]:
        """The flow as a declaration: units of a class that gets too few are undeclared, or go where there is profit left."""
        numbers = flow.numbers[:]
        closed = {place for place, number in enumerate(numbers) if not self.possible(place, number)}
        options: dict[int, int] = {}
        for kind, (_, units) in enumerate(self.kinds):
            moved = 0
            assigned: list[int] = []
            for place, number in flow.flows[kind].items():
                if place in closed:
                    moved += number
                else:
                    assigned += [place] * number
            for place, profit in sorted(self.arcs[kind], key=lambda arc: -arc[1]):
                while moved and profit > 0 and place not in closed and 0 < numbers[place] < self.most[place]:
                    if assigned.count(place) >= self.size[kind]:
                        break
                    assigned.append(place)
                    numbers[place] += 1
                    moved -= 1
            # A unit that may be declared for several gets one of each round.
            members = list(bits(units))
            for round, place in enumerate(sorted(assigned)):
                member = members[round % len(members)]
                options[member] = options.get(member, 0) | 1 << self.classes[place]
        return options

    def search(self, nodes: int) -> FlowSolution:
        scale = self.component.scale
        most: FlowSolution = FlowSolution({}, -1, 0)
        ranges = [(0, most_) for most_ in self.most]
        root = self.flow(ranges)
        assert root is not None, "no unit has to be declared"
        waiting = [(-root.bound, 0, ranges, root)]
        open_bound, numbered = -1, 0
        while waiting:
            if nodes == 0:
                break
            nodes -= 1
            negative, _, ranges, flow = heappop(waiting)
            bound = -negative // FINE
            if most.profit >= 0 and bound // scale <= most.profit // scale:
                continue
            options = self.declaration(flow)
            profit = self.component.profit(options)
            if profit is not None and profit > most.profit:
                most = FlowSolution(options, profit, 0)
                if bound // scale <= profit // scale:
                    continue
            split = self._split(ranges, flow)
            if split is None:
                # What was left out makes the difference.
                open_bound = max(open_bound, bound)
                break
            try:
                self.budget.spend(2 * max(1, flow.paths) * (1 + len(self.kinds)))
                children = [self.flow(narrower) for narrower in split]
            except Spent:
                open_bound = max(open_bound, bound)
                break
            for narrower, child in zip(split, children, strict=True):
                if child is not None:
                    numbered += 1
                    heappush(waiting, (-min(child.bound, flow.bound), numbered, narrower, child))
        for negative, *_ in waiting:
            open_bound = max(open_bound, -negative // FINE)
        proven = most.profit // scale * scale + sum(self.size)
        if most.profit >= 0 and open_bound // scale <= most.profit // scale:
            return most._replace(bound=proven)
        return most._replace(bound=max(open_bound, proven if most.profit >= 0 else 0))

    def _split(self, ranges: list[Range], flow: _Flow) -> tuple[list[Range], list[Range]] | None:
        """Two parts of the ranges, by the class that promises most too much; None if every class keeps its promise."""
        worst, most = -1, 0
        for place, (within, number) in enumerate(zip(ranges, flow.numbers, strict=True)):
            found = self.envelope(place, within)
            assert found is not None, "a flow keeps to what is possible"
            promised, waiting = found[0], number
            for units, worth in found[1]:
                taken = min(units, waiting)
                promised += taken * worth if worth != _FORCED else 0
                waiting -= taken
            kept = self.worth(place, number) if self.possible(place, number) else -FINE * self.component.scale
            if promised - kept > most:
                worst, most = place, promised - kept
        if worst < 0:
            return None
        (least, top), number = ranges[worst], flow.numbers[worst]
        steps = sorted({self.least[worst], *(max(step, self.least[worst]) for step, _, _ in self.steps[worst])})
        at = next((step for step in steps if step > number), max(number, 1))
        at = min(max(at, least + 1), top)
        below = 0 if 0 < at - 1 < self.least[worst] else at - 1
        parts = []
        for part in ((at, top), (least, below)):
            if part[0] <= part[1]:
                parts.append([*ranges[:worst], part, *ranges[worst + 1 :]])
        return (parts[0], parts[1]) if len(parts) == 2 else None
