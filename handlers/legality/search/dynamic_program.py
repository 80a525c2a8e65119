"""A dynamic program over the units, exact for rows of any kind as long as few counts are open at once.

The state after some units is what the rows still have to know of the counts so far, each clipped where no row distinguishes
higher values, and forgotten once no row asks for it. Of equal states only the best is kept, so that every declaration is looked
at and few are listed. Units, options and states come in a fixed order, so the result doesn't depend on the process.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...budget import Budget
from .model import Count, bits
from .reductions import Component, Link, Unit

OPTION_LIMIT = 5_000
"""More options than this for one unit are too many to list."""

ProgramState = tuple[int, ...]
_Stage = dict[ProgramState, tuple[int, ProgramState, int]]
"""State → its profit, the state before, and the option of the last unit."""


class TooLarge(Exception):
    """The program looked at as many states as it was allowed to."""


def best(component: Component, states: int, budget: Budget) -> tuple[int, dict[int, int]]:
    """The profit of the best declaration, and that declaration. Raises TooLarge after so many states, Spent."""
    return _DynamicProgram(component, states, budget).best()


def options(unit: Unit) -> Iterator[int]:
    """What a unit may be declared for, the fewest classes first. Raises TooLarge."""
    classes = [1 << index for index in bits(unit.able)]
    given = 0
    for size in range(min(unit.capacity, len(classes)) + 1):
        for chosen in combinations(classes, size):
            given += 1
            if given > OPTION_LIMIT:
                raise TooLarge
            yield sum(chosen)


class _DynamicProgram:
    def __init__(self, component: Component, states: int, budget: Budget) -> None:
        self.states_left = states
        self.budget = budget
        self.units = [(index, unit) for unit, units in component.kinds for index in bits(units)]
        self.kind = {index: number for number, (_, units) in enumerate(component.kinds) for index in bits(units)}
        self.last_effects: list[tuple[tuple[int, ...], int, int]] = []
        place = {index: number for number, (index, _) in enumerate(self.units, 1)}
        self.counts = list(dict.fromkeys(c for link in component.links for c in (link.counted, link.guard) if c is not None))
        self.index = {count: number for number, count in enumerate(self.counts)}
        self.clip = [self._clip(count, component.links) for count in self.counts]
        self.decided: list[list[Link]] = [[] for _ in range(len(self.units) + 1)]
        last = [0] * len(self.counts)
        for link in component.links:
            after = max(place[unit] for unit in bits(link.units))
            self.decided[after].append(link)
            for count in (link.counted, link.guard):
                if count is not None:
                    last[self.index[count]] = max(last[self.index[count]], after)
        self.forgotten: list[list[int]] = [[] for _ in range(len(self.units) + 1)]
        for number, after in enumerate(last):
            self.forgotten[after].append(number)

    @staticmethod
    def _clip(count: Count, links: tuple[Link, ...]) -> int:
        """The smallest value above which no row distinguishes values of the count."""
        needed = [1]
        for link in links:
            if link.counted == count:
                needed += [link.minimum, 0 if link.maximum is None else link.maximum + 1]
        return max(needed)

    def best(self) -> tuple[int, dict[int, int]]:
        start: ProgramState = (0,) * len(self.counts)
        layers: list[_Stage] = [{start: (0, start, 0)}]
        for number in range(len(self.units)):
            layers.append(self.obeyed_before(number + 1, self._declared(number, layers[-1])))
            self.states_left -= len(layers[-1])
        state = max(layers[-1], key=lambda reached: layers[-1][reached][0])
        most = layers[-1][state][0]
        chosen: dict[int, int] = {}
        for layer, (unit, _) in zip(reversed(layers), reversed(self.units), strict=False):
            _, state, chosen[unit] = layer[state]
        return most, chosen

    def _effects(self, number: int) -> list[tuple[tuple[int, ...], int, int]]:
        """The best option for each effect on the counts: the counts that it adds to, its profit, and the option."""
        index, unit = self.units[number]
        if number and self.kind[index] == self.kind[self.units[number - 1][0]]:
            return self.last_effects
        asked = [(position, count.targets) for position, count in enumerate(self.counts) if count.units >> index & 1]
        found: dict[tuple[int, ...], tuple[int, int]] = {}
        for option in options(unit):
            touched = tuple(position for position, classes in asked if option & classes)
            profit = unit.profit(option)
            if touched not in found or profit > found[touched][0]:
                found[touched] = (profit, option)
        self.last_effects = [(touched, profit, option) for touched, (profit, option) in found.items()]
        return self.last_effects

    def _declared(self, number: int, layer: _Stage) -> _Stage:
        effects, clip = self._effects(number), self.clip
        reached: _Stage = {}
        for state, (before, _, _) in layer.items():
            self.budget.spend(len(effects))
            for touched, profit, option in effects:
                if touched:
                    counts = list(state)
                    for position in touched:
                        if counts[position] < clip[position]:
                            counts[position] += 1
                    after = tuple(counts)
                else:
                    after = state
                known = reached.get(after)
                if known is None or before + profit > known[0]:
                    reached[after] = (before + profit, state, option)
            if len(reached) > self.states_left:
                raise TooLarge
        return reached

    def obeyed_before(self, units: int, layer: _Stage) -> _Stage:
        """Judge the rows that are decided after so many units, and forget the counts that no row asks for any more."""
        links, forgotten = self.decided[units], self.forgotten[units]
        if not links and not forgotten:
            return layer
        settled: _Stage = {}
        for state, (profit, before, option) in layer.items():
            for link in links:
                if self._holds(link, state):
                    profit += link.weight
                elif not link.weight:
                    break
            else:
                counts = list(state)
                for position in forgotten:
                    counts[position] = 0
                kept = tuple(counts)
                known = settled.get(kept)
                if known is None or profit > known[0]:
                    settled[kept] = (profit, before, option)
        return settled

    def _holds(self, link: Link, state: ProgramState) -> bool:
        if link.guard is not None and not state[self.index[link.guard]]:
            return True
        number = state[self.index[link.counted]]
        return link.minimum <= number and (link.maximum is None or number <= link.maximum)
