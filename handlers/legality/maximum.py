"""The maximum number of requirements that can be obeyed without disobeying a restriction, exactly.

A dynamic program over the units: the state after some of them is what the rows still need to know of the counts so far, each
count clipped where no row tells higher values apart, and forgotten once no row asks for it any more. Of equal states only the
best is kept, so the program enumerates every declaration without listing it. The result doesn't depend on the process: units,
options and states come in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from .model import Count, Declaration, Model, Row, obeyed, obeys_restrictions

STATE_LIMIT = 300_000
"""More states than this in one layer, or `OPTION_LIMIT` options for one unit, end the search."""
OPTION_LIMIT = 20_000


@dataclass(frozen=True, slots=True)
class Maximum:
    """Requirements obeyed by `witness`, the best declaration found; `bound` says how many could be obeyed at most.

    The search is complete where both are equal.
    """

    obeyed: int
    bound: int
    witness: dict[int, int]

    @property
    def exact(self) -> bool:
        """Whether the maximum is known."""
        return self.obeyed == self.bound


class SearchTooLarge(Exception):
    """The board is larger than this method can search."""


def upper_bound(model: Model, allowed: list[int]) -> int:
    """A cheap bound: the requirements that some declaration could obey if it were the only one."""
    return sum(_could_be_obeyed(row, allowed) for row in model.requirements)


def _could_be_obeyed(row: Row, allowed: list[int]) -> bool:
    if row.guard is not None or row.minimum == 0:
        return True
    able = sum(1 for unit, targets in enumerate(allowed) if row.count.units >> unit & 1 and targets & row.count.targets)
    return able >= row.minimum


def maximum(model: Model, allowed: list[int], near: Declaration) -> Maximum:
    """The maximum over declarations within `allowed`, and a declaration that reaches it, as like `near` as any that does.

    `near` is alike for each unit that is declared for the same targets.
    """
    bound = upper_bound(model, allowed)
    try:
        witness = _Search(model, allowed, near).best()
    except SearchTooLarge:
        return Maximum(obeyed(model, {}), bound, {})
    assert obeys_restrictions(model, witness), "the witness disobeys a restriction"
    number = obeyed(model, witness)
    return Maximum(number, number, witness)


State = tuple[int, ...]
Score = tuple[int, int]
"""Requirements obeyed, units declared as in the declaration to stay near to."""


class _Search:
    def __init__(self, model: Model, allowed: list[int], near: Declaration) -> None:
        self.model = model
        self.allowed = allowed
        self.near = near
        rows = [(row, True) for row in model.restrictions] + [(row, False) for row in model.requirements]
        self.counts = list(dict.fromkeys(count for row, _ in rows for count in (row.count, row.guard) if count is not None))
        self.index = {count: position for position, count in enumerate(self.counts)}
        self.clip = [self._clip(count, rows) for count in self.counts]
        self.rows_after: list[list[tuple[Row, bool]]] = [[] for _ in range(len(model.units) + 1)]
        for row, hard in rows:
            self.rows_after[self._last_unit(row)].append((row, hard))
        self.forgotten_after = self._forgotten_after(rows)

    def _clip(self, count: Count, rows: list[tuple[Row, bool]]) -> int:
        """The smallest value above which no row tells values of the count apart."""
        needed = [0]
        for row, _ in rows:
            if row.count == count:
                needed += [row.minimum, 0 if row.maximum is None else row.maximum + 1]
            if row.guard == count:
                needed.append(1)
        return max(needed)

    def _last_unit(self, row: Row) -> int:
        """The number of units after which everything that the row asks for is known."""
        units = row.count.units | (row.guard.units if row.guard is not None else 0)
        return units.bit_length()

    def _forgotten_after(self, rows: list[tuple[Row, bool]]) -> list[list[int]]:
        last = [0] * len(self.counts)
        for row, _ in rows:
            for count in (row.count, row.guard):
                if count is not None:
                    last[self.index[count]] = max(last[self.index[count]], self._last_unit(row))
        forgotten: list[list[int]] = [[] for _ in range(len(self.model.units) + 1)]
        for position, after in enumerate(last):
            forgotten[after].append(position)
        return forgotten

    def _options(self, unit: int) -> Iterator[int]:
        """What the unit may be declared for: what it is declared for in `near` first, then the fewest targets first."""
        yield 0
        targets = [1 << target for target in range(len(self.model.targets)) if self.allowed[unit] >> target & 1]
        for size in range(1, min(self.model.capacity[unit], len(targets)) + 1):
            for chosen in combinations(targets, size):
                yield sum(chosen)

    def best(self) -> dict[int, int]:
        """The best declaration. Raises SearchTooLarge."""
        start: State = (0,) * len(self.counts)
        layers: list[dict[State, tuple[Score, State, int]]] = []
        scored = self._settle({start: ((0, 0), start, 0)}, 0)
        for unit in range(len(self.model.units)):
            layers.append(scored)
            scored = self._settle(self._declare(unit, scored), unit + 1)
        layers.append(scored)
        state = max(scored, key=lambda reached: scored[reached][0])
        witness: dict[int, int] = {}
        for unit in range(len(self.model.units), 0, -1):
            _, previous, option = layers[unit][state]
            if option:
                witness[unit - 1] = option
            state = previous
        return dict(sorted(witness.items()))

    def _declare(self, unit: int, scored: dict[State, tuple[Score, State, int]]) -> dict[State, tuple[Score, State, int]]:
        asked = [(position, count.targets) for position, count in enumerate(self.counts) if count.units >> unit & 1]
        by_effect: dict[tuple[int, ...], tuple[int, int]] = {}
        for number, option in enumerate(self._options(unit)):
            if number > OPTION_LIMIT:
                raise SearchTooLarge
            touched = tuple(position for position, targets in asked if option & targets)
            alike = int(option == self.near.get(unit, 0))
            if touched not in by_effect or alike > by_effect[touched][0]:
                by_effect[touched] = (alike, option)
        reached: dict[State, tuple[Score, State, int]] = {}
        for state, ((number, likeness), _, _) in scored.items():
            for touched, (alike, option) in by_effect.items():
                counts = list(state)
                for position in touched:
                    counts[position] = min(counts[position] + 1, self.clip[position])
                after = tuple(counts)
                score = (number, likeness + alike)
                if after not in reached or score > reached[after][0]:
                    reached[after] = (score, state, option)
            if len(reached) > STATE_LIMIT:
                raise SearchTooLarge
        return reached

    def _settle(self, reached: dict[State, tuple[Score, State, int]], units: int) -> dict[State, tuple[Score, State, int]]:
        """Judge the rows that are decided after so many units, and forget the counts that no row asks for any more."""
        rows, forgotten = self.rows_after[units], self.forgotten_after[units]
        if not rows and not forgotten:
            return reached
        settled: dict[State, tuple[Score, State, int]] = {}
        for state, ((number, likeness), previous, option) in reached.items():
            gained = 0
            for row, hard in rows:
                if self._holds(row, state):
                    gained += not hard
                elif hard:
                    break
            else:
                counts = list(state)
                for position in forgotten:
                    counts[position] = 0
                kept = tuple(counts)
                score = (number + gained, likeness)
                if kept not in settled or score > settled[kept][0]:
                    settled[kept] = (score, previous, option)
        return settled

    def _holds(self, row: Row, state: State) -> bool:
        if row.guard is not None and not state[self.index[row.guard]]:
            return True
        number = state[self.index[row.count]]
        return row.minimum <= number and (row.maximum is None or number <= row.maximum)
