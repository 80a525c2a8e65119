"""Linear programs: a few small ones by the simplex method in plain Python, others by HiGHS, where it is installed.

    maximize    the sum of cost times amount
    such that   the first rows are equal to their right-hand sides, the others no more than theirs; no amount is negative.

Loading HiGHS takes longer than a few small programs do. Nothing rests on the arithmetic of either: who asks works bounds out of
the prices in whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from heapq import nlargest
from importlib import import_module
from importlib.util import find_spec
from operator import add, itemgetter, mul
from typing import Any, NamedTuple, TypeAlias

Entries: TypeAlias = Sequence[tuple[int, int]]
"""(row, coefficient), each row once at most."""
_Taking: TypeAlias = Callable[[list[float]], Sequence[float]]
"""Takes the prices of some rows out of all."""

FEW = 40_000
"""Columns times rows of programs that take a third of the time that loading HiGHS does."""
CANDIDATES = 12
"""Columns that are priced before all are priced again."""
TOLERANCE = 1e-9
ERROR = 1e-13
"""Of a sum of products in numbers of 53 bits, as a part of the largest."""


class LinearProgram(NamedTuple):
    """A linear program whose right-hand sides of equations aren't negative. It may get more columns."""

    columns: list[Entries]
    cost: list[int]
    equal: Sequence[int]
    """Right-hand sides of the equations, which are the first rows."""
    most: Sequence[int]
    """Right-hand sides of the inequalities."""
    soft: dict[int, int]
    """Inequality (its row) → what it costs to exceed its right-hand side by one. All whose right-hand side is negative are."""
    penalty: int
    """What it costs to fall short of an equation by one, at which none does."""


class Solution(NamedTuple):
    """How much of each column is best, and the price of each row, none of an inequality negative (but for rounding)."""

    amounts: list[float]
    prices: list[float]


class Solver:
    """Solves the linear programs of one question: which way is settled by them alone, not by what was asked before.

    `few`: columns times rows, of all programs, up to which they aren't worth loading HiGHS for.
    """

    def __init__(self, few: int = FEW) -> None:
        self._few, self._size = few, 0
        self.simplex: Simplex | None = None
        """The method at the last solution; None: HiGHS found it."""

    @property
    def has_loaded_highs(self) -> bool:
        """Whether one of them was solved by HiGHS."""
        return self._size > self._few and _highs_is_there()

    def solved(self, program: LinearProgram, begun: Simplex | None = None) -> Solution:
        """The solution of the next program. `begun`: the method at the solution of another one, with the same rows,
        some of the columns, and what those were worth there."""
        self._size += (len(program.columns) - (begun.taken if begun else 0)) * (len(program.equal) + len(program.most))
        if self.has_loaded_highs:
            self.simplex = None
            return by_highs(program)
        self.simplex = begun or Simplex(program)
        return self.simplex.solved(program)


def by_simplex(program: LinearProgram) -> Solution:
    """The solution that the simplex method finds."""
    return Simplex(program).solved(program)


class Simplex:
    """The revised simplex method (Dantzig and Orchard-Hays, 1954), with the inverse of the basis as columns.

    It goes on where it stopped, with the columns that a program has got since, and what its columns are worth now.
    """

    def __init__(self, program: LinearProgram) -> None:
        self.equations, self.right = len(program.equal), [*program.equal, *program.most]
        self.size = size = len(self.right)
        slack: list[Entries] = [[(row, 1)] for row in range(self.equations, size)]
        self.columns: list[Entries] = [*slack, *([(row, -1)] for row in program.soft)]
        """What isn't used of each inequality, by how much each is exceeded, and the columns of the program."""
        self.cost = [*[0] * len(slack), *(-each for each in program.soft.values())]
        self.begin = len(self.columns)
        self.exceeding = {row: len(slack) + at for at, row in enumerate(program.soft)}
        # In the beginning each inequality has slack, or is exceeded, and each equation falls short (a column −1).
        right, exceeding = self.right, self.exceeding
        self.basis = [
            -1 if row < self.equations else exceeding[row] if side < 0 else row - self.equations for row, side in enumerate(right)
        ]
        self.inverse = [[0.0] * size for _ in range(size)]
        for row, side in enumerate(right):
            self.inverse[row][row] = -1.0 if side < 0 else 1.0
        # Right-hand sides that differ a little keep the method from going round in circles.
        self.amounts = [abs(side) + 1e-7 * (1 + row * 0.37 % 1) for row, side in enumerate(right)]
        self._units: list[tuple[int, int, _Taking]] = []
        """Columns of which each coefficient is 1, after what a unit is worth, with what takes their prices out of all."""
        self._others: list[tuple[int, int, tuple[int, ...], _Taking]] = []
        """Other columns, with their coefficients."""
        self._take(program)
        self._meet_equations()
        self.prices = self._prices(program)

    def _prices(self, program: LinearProgram) -> list[float]:
        worth = [-program.penalty if at < 0 else self.cost[at] for at in self.basis]
        return [sum([each * n for each, n in zip(worth, column, strict=True) if n]) for column in self.inverse]

    @property
    def taken(self) -> int:
        """How many columns of the program it knows."""
        return len(self.columns) - self.begin

    def _take(self, program: LinearProgram) -> None:
        known = self.taken
        if self.cost[self.begin :] != program.cost[:known]:
            self.cost[self.begin :] = cost = program.cost[:known]
            self._units = [(cost[at - self.begin], at, paid) for _, at, paid in self._units]
            self._others = [(cost[at - self.begin], at, numbers, paid) for _, at, numbers, paid in self._others]
            self.prices = self._prices(program)
        self.columns += program.columns[known:]
        self.cost += program.cost[known:]
        for at in range(self.begin + known, len(self.columns)):
            rows, numbers = zip(*self.columns[at], strict=True)
            taking: _Taking = itemgetter(*rows) if len(rows) > 1 else itemgetter(slice(rows[0], rows[0] + 1))
            if any([n != 1 for n in numbers]):  # noqa: C419 - quicker for so few
                self._others.append((self.cost[at], at, numbers, taking))
            else:
                self._units.append((self.cost[at], at, taking))

    def _meet_equations(self) -> None:
        """Let a column meet each equation: the one that is worth most of those for which enough is left."""
        equations, columns, cost, basis, amounts, inverse = (
            self.equations,
            self.columns,
            self.cost,
            self.basis,
            self.amounts,
            self.inverse,
        )
        for at in sorted(range(self.begin, len(columns)), key=lambda at: -cost[at]):
            row, n = columns[at][0]
            if row < equations and basis[row] < 0 and n == 1 and all(other >= equations for other, _ in columns[at][1:]):
                uses = [(other, n * inverse[other][other]) for other, n in columns[at][1:]]
                if all(amounts[other] >= by * amounts[row] for other, by in uses):
                    basis[row] = at
                    for other, by in uses:
                        inverse[row][other] = -by
                        amounts[other] -= by * amounts[row]

    def _improving(self, tolerance: float) -> list[tuple[float, int]]:
        """The columns that gain most at the prices, each after what a unit of it gains."""
        prices = self.prices
        gains = [(worth - sum(paid(prices)), at) for worth, at, paid in self._units]
        gains += [(worth - sum(map(mul, numbers, paid(prices))), at) for worth, at, numbers, paid in self._others]
        gains += [(-price, at) for at, price in enumerate(prices[self.equations :]) if price < 0]
        gains += [(prices[row] + self.cost[at], at) for row, at in self.exceeding.items() if prices[row] > -self.cost[at]]
        return [each for each in nlargest(CANDIDATES, gains) if each[0] > tolerance]

    def solved(self, program: LinearProgram) -> Solution:
        """The solution of the program, whose columns are those that it had before, and others."""
        self._take(program)
        columns, cost, inverse, prices, amounts = self.columns, self.cost, self.inverse, self.prices, self.amounts
        least = TOLERANCE * max(map(abs, (1, *program.cost)))
        candidates: list[tuple[float, int]] = []
        for _ in range(50 * self.size + len(columns)):
            # Prices are as large as what it costs to fall short, at first, and their errors with them.
            tolerance = max(least, ERROR * max(map(abs, prices), default=0.0))
            gains = [(cost[at] - sum([prices[row] * n for row, n in columns[at]]), at) for _, at in candidates]
            candidates = [each for each in gains if each[0] > tolerance] or self._improving(tolerance)
            if not candidates:
                break
            gain, enters = max(candidates)
            (row, n), *others = columns[enters]
            change = inverse[row] if n == 1 else [n * y for y in inverse[row]]
            for row, n in others:
                column = inverse[row]
                change = [*map(add, change, column)] if n == 1 else [x + n * y for x, y in zip(change, column, strict=True)]
            changed = [(row, by) for row, by in enumerate(change) if by]
            ratios = [(amounts[row] / by, -by, row) for row, by in changed if by > TOLERANCE]
            if not ratios:
                break
            ratio, by, leaves = min(ratios)
            for row, column in enumerate(inverse):
                if part := column[leaves] / -by:
                    for other, each in changed:
                        column[other] -= part * each
                    column[leaves] = part
                    prices[row] += gain * part
            for row, each in changed:
                amounts[row] = max(0.0, amounts[row] - ratio * each)
            amounts[leaves] = ratio
            self.basis[leaves] = enters
        whole = [0.0] * self.size
        for side, column in zip(self.right, inverse, strict=True):
            if side:
                whole = [x + side * y for x, y in zip(whole, column, strict=True)]
        used = dict(zip(self.basis, whole, strict=True))
        return Solution([max(0.0, used.get(at, 0.0)) for at in range(self.begin, len(columns))], [*prices])


@cache
def _highs_is_there() -> bool:
    return find_spec("highspy") is not None


@cache
def _highs() -> Any:
    solver = import_module("highspy").Highs()
    for name, value in {"output_flag": False, "threads": 1, "presolve": "off", "random_seed": 0}.items():
        solver.setOptionValue(name, value)
    return solver


def by_highs(program: LinearProgram) -> Solution:
    """The solution that HiGHS finds."""
    import numpy as np

    highspy: Any = import_module("highspy")
    solver, infinity = _highs(), highspy.kHighsInf
    exceeding: list[Entries] = [[(row, -1)] for row in program.soft]
    columns = [*program.columns, *exceeding]
    entries = [entry for column in columns for entry in column]
    start = np.cumsum([0, *map(len, columns)][:-1], dtype=np.int32)
    rows, number = len(program.equal) + len(program.most), len(columns)
    solver.clearSolver()
    solver.passModel(
        number,
        rows,
        len(entries),
        int(highspy.MatrixFormat.kColwise),
        int(highspy.ObjSense.kMinimize),
        0.0,
        np.array([*(-each for each in program.cost), *program.soft.values()], dtype=float),
        np.zeros(number),
        np.full(number, infinity),
        np.array([*program.equal, *[-infinity] * len(program.most)], dtype=float),
        np.array([*program.equal, *program.most], dtype=float),
        start,
        np.array([row for row, _ in entries], dtype=np.int32),
        np.array([n for _, n in entries], dtype=float),
        np.zeros(number, dtype=np.int32),
    )
    solver.run()
    assert solver.getModelStatus() == highspy.HighsModelStatus.kOptimal, solver.getModelStatus()
    solution = solver.getSolution()
    return Solution([*solution.col_value][: len(program.columns)], [-each for each in solution.row_dual])
