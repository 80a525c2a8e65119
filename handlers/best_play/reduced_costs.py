"""Reduced costs: what columns are worth at prices, less what they use up, in whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from operator import mul

from .master import Master

NOTHING = -(2**61)


class ReducedCosts:
    """The reduced cost of each active column, of so many classes of attackers.

    `pay`: the price of each row of the master problem; `branches`: prices of branches, with what each counts of a column.
    """

    def __init__(
        self,
        master: Master,
        active: Sequence[int],
        classes: int,
        pay: Sequence[int],
        weights: Sequence[int],
        branches: Iterable[tuple[int, Mapping[int, int]]],
    ) -> None:
        self._whose, values, rows, numbers = master.whose, master.values, master.rows, master.numbers
        first, *others = weights
        reduced = {c: first * values[c][0] - sum(map(mul, numbers[c], rows[c](pay))) for c in active}
        if any(others):
            for c in active:
                reduced[c] += sum(map(mul, others, values[c][1:]))
        for price, counted in branches:
            for c, n in counted.items():
                if c in reduced:
                    reduced[c] -= price * n
        self._reduced, self.top = reduced, [NOTHING] * classes
        """The most of each class of attackers."""
        top, whose = self.top, self._whose
        for c, worth in reduced.items():
            if worth > top[whose[c]]:
                top[whose[c]] = worth

    def better(self, than: Collection[int], by: int, most: int) -> list[int]:
        """Of the columns that are worth more by so much than any of those of the same class, the best ones."""
        held, whose, reduced = [NOTHING] * len(self.top), self._whose, self._reduced
        for c in than:
            held[whose[c]] = max(held[whose[c]], reduced[c])
        gain = {c: worth - held[whose[c]] for c, worth in reduced.items() if c not in than}
        return nlargest(most, (c for c, worth in gain.items() if worth > by), key=gain.__getitem__)

    def worth_more(self, floors: Sequence[int]) -> list[int]:
        """The columns that come to 0 or more with the floor of their class."""
        return [c for c, worth in self._reduced.items() if worth + floors[self._whose[c]] >= 0]
