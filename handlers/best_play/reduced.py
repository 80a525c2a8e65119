"""What the columns of a linear program are worth at prices, in whole numbers: one by one, or with numpy where there are many.

Both come to the same. numpy is loaded with HiGHS: it is taken where a question has loaded that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import nlargest
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

MANY = 150
"""Columns from which on numpy is quicker."""
LARGEST = 2**59
"""What sums may come to in numbers of 64 bits."""
NOTHING = -(2**61)


class ManyColumns(Protocol):
    """What there is to know of columns (`master.py`)."""

    uses: list[tuple[tuple[int, int], ...]]
    whose: list[int]
    values: list[tuple[int, ...]]


class Reduced(Protocol):
    """What active columns are worth at some prices."""

    top: list[int]
    """The most of each class of attackers."""

    def better(self, than: Collection[int], by: int, most: int) -> list[int]:
        """Of the columns that are worth more by so much than any of those of the same class, the best ones."""

    def worth_more(self, floors: Sequence[int]) -> list[int]:
        """The columns that come to 0 or more with the floor of their class."""


class PlainReduced:
    """What each column is worth, one by one."""

    def __init__(
        self,
        columns: ManyColumns,
        active: Sequence[int],
        classes: int,
        pay: Sequence[int],
        weights: Sequence[int],
        branches: Iterable[tuple[int, Mapping[int, int]]],
    ) -> None:
        self._whose, uses, values = columns.whose, columns.uses, columns.values
        first, *others = weights
        reduced = {c: first * values[c][0] - sum([pay[row] * n for row, n in uses[c]]) for c in active}
        if others:
            for c in reduced:
                reduced[c] += sum([weight * value for weight, value in zip(others, values[c][1:], strict=True)])
        for price, counted in branches:
            for c, n in counted.items() if price else ():
                if c in reduced:
                    reduced[c] -= price * n
        self._reduced, self.top = reduced, [NOTHING] * classes
        for c, worth in reduced.items():
            self.top[self._whose[c]] = max(self.top[self._whose[c]], worth)

    def better(self, than: Collection[int], by: int, most: int) -> list[int]:
        """As `Reduced`."""
        held, whose, reduced = [NOTHING] * len(self.top), self._whose, self._reduced
        for c in than:
            held[whose[c]] = max(held[whose[c]], reduced[c])
        gain = {c: worth - held[whose[c]] for c, worth in reduced.items() if c not in than}
        return nlargest(most, (c for c, worth in gain.items() if worth > by), key=gain.__getitem__)

    def worth_more(self, floors: Sequence[int]) -> list[int]:
        """As `Reduced`."""
        return [c for c, worth in self._reduced.items() if worth + floors[self._whose[c]] >= 0]


class ColumnTable:
    """The columns as arrays; made anew when there are more of them."""

    def __init__(self, columns: ManyColumns, rows: int) -> None:
        import numpy as np

        self._columns, self._rows, self._size = columns, rows, 0
        self._uses: Whole = np.zeros((0, rows), dtype=np.int64)
        self._values: Whole = np.zeros((0, 0), dtype=np.int64)
        self._whose: Whole = np.zeros(0, dtype=np.int64)
        self._most_used = self._most_worth = 0

    def _grow(self) -> None:
        import numpy as np

        columns, size = self._columns, len(self._columns.whose)
        uses = np.zeros((size, self._rows), dtype=np.int64)
        uses[: self._size] = self._uses
        for c in range(self._size, size):
            for row, n in columns.uses[c]:
                uses[c, row] = n
                self._most_used = max(self._most_used, abs(n))
        self._most_worth = max(abs(value) for values in columns.values for value in values)
        if self._most_worth < LARGEST:
            self._values = np.array(columns.values, dtype=np.int64)
        self._uses, self._whose, self._size = uses, np.array(columns.whose, dtype=np.int64), size

    def reduced(
        self,
        active: Sequence[int],
        classes: int,
        pay: Sequence[int],
        weights: Sequence[int],
        branches: Sequence[tuple[int, Mapping[int, int]]],
    ) -> Reduced:
        """What the active columns are worth."""
        if self._size < len(self._columns.whose):
            self._grow()
        counted = sum(abs(price) * max(of.values(), default=0) for price, of in branches)
        if self._most_worth * sum(weights) + self._most_used * sum(map(abs, pay)) + counted >= LARGEST:
            return PlainReduced(self._columns, active, classes, pay, weights, branches)
        return _ArrayReduced(self, active, classes, pay, weights, branches)

    def worth(self, active: Whole, pay: Sequence[int], weights: Sequence[int]) -> Whole:
        """What these are worth, branches aside."""
        import numpy as np

        worth = self._values[active] @ np.array(weights, dtype=np.int64)
        return worth - self._uses[active] @ np.array(pay, dtype=np.int64)

    def whose(self, active: Whole) -> Whole:
        """The class of attackers of each of these."""
        return self._whose[active]


class _ArrayReduced:
    """What each column is worth, all at a time."""

    def __init__(
        self,
        table: ColumnTable,
        active: Sequence[int],
        classes: int,
        pay: Sequence[int],
        weights: Sequence[int],
        branches: Iterable[tuple[int, Mapping[int, int]]],
    ) -> None:
        import numpy as np

        self._active = np.array(active, dtype=np.int64)
        self._worth, self._whose = table.worth(self._active, pay, weights), table.whose(self._active)
        at = {c: number for number, c in enumerate(active)}
        self._at = at
        for price, counted in branches:
            for c, n in counted.items() if price else ():
                if c in at:
                    self._worth[at[c]] -= price * n
        self.top: list[int] = self._most(self._worth, self._whose, classes).tolist()

    @staticmethod
    def _most(worth: Whole, whose: Whole, classes: int) -> Whole:
        import numpy as np

        most = np.full(classes, NOTHING, dtype=np.int64)
        np.maximum.at(most, whose, worth)
        return most

    def better(self, than: Collection[int], by: int, most: int) -> list[int]:
        """As `Reduced`."""
        import numpy as np

        known = np.array([self._at[c] for c in than], dtype=np.int64)
        held = self._most(self._worth[known], self._whose[known], len(self.top))
        gain = self._worth - held[self._whose]
        gain[known] = NOTHING
        found = np.flatnonzero(gain > by)
        best = found[np.argsort(-gain[found], kind="stable")[:most]]
        return self._active[best].tolist()  # type: ignore[no-any-return]

    def worth_more(self, floors: Sequence[int]) -> list[int]:
        """As `Reduced`."""
        import numpy as np

        kept = self._worth + np.array(floors, dtype=np.int64)[self._whose] >= 0
        return self._active[kept].tolist()  # type: ignore[no-any-return]
