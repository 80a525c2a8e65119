"""Linear programs: a few small ones by the simplex method in plain Python, others by HiGHS, where it is installed.

    maximize    the sum of cost times amount
    such that   the first rows are equal to their right-hand sides, the others no more than theirs; no amount is negative.

Loading HiGHS takes longer than a few small programs do. Nothing rests on the arithmetic of either: who asks works bounds out of
the prices in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from heapq import nlargest
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

Entries: TypeAlias = Sequence[tuple[int, int]]
"""(row, coefficient), each row once at most."""

FEW = 12_000
"""Columns times rows of some eight programs of 8 × 8 creatures, which take a tenth of the time that loading HiGHS does."""
CANDIDATES = 12
"""Columns that are priced before all are priced again."""
TOLERANCE = 1e-9
ERROR = 1e-13
"""Of a sum of products in numbers of 53 bits, as a part of the largest."""


class LinearProgram(NamedTuple):
    """A linear program whose right-hand sides of equations aren't negative."""

    columns: Sequence[Entries]
    cost: Sequence[int]
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

    @property
    def has_loaded_highs(self) -> bool:
        """Whether one of them was solved by HiGHS."""
        return self._size > self._few and _highs_is_there()

    def solved(self, program: LinearProgram) -> Solution:
        """The solution of the next program."""
        self._size += len(program.columns) * (len(program.equal) + len(program.most))
        return by_highs(program) if self.has_loaded_highs else by_simplex(program)


def by_simplex(program: LinearProgram) -> Solution:
    """The revised simplex method (Dantzig and Orchard-Hays, 1954), with the inverse of the basis as columns."""
    equations, right = len(program.equal), [*program.equal, *program.most]
    size, number = len(right), len(program.columns)
    slack = [[(row, 1)] for row in range(equations, size)]
    columns = [*program.columns, *slack, *([(row, -1)] for row in program.soft)]
    cost = [*program.cost, *[0] * len(slack), *(-each for each in program.soft.values())]
    exceeding = {row: number + len(slack) + at for at, row in enumerate(program.soft)}
    # In the beginning each inequality has slack, or is exceeded, and each equation falls short (a column −1).
    basis = [-1 if row < equations else exceeding[row] if right[row] < 0 else number + row - equations for row in range(size)]
    inverse = [[0.0] * size for _ in range(size)]
    for row, side in enumerate(right):
        inverse[row][row] = -1.0 if side < 0 else 1.0
    # Right-hand sides that differ a little keep the method from going round in circles.
    amounts = [abs(side) + 1e-7 * (1 + row * 0.37 % 1) for row, side in enumerate(right)]
    # Or a column meets the equation by itself: the one that is worth most of those for which enough is left.
    for at in sorted(range(number), key=lambda at: -cost[at]):
        row, n = columns[at][0]
        if row < equations and basis[row] < 0 and n == 1 and all(other >= equations for other, _ in columns[at][1:]):
            uses = [(other, n * inverse[other][other]) for other, n in columns[at][1:]]
            if all(amounts[other] >= by * amounts[row] for other, by in uses):
                basis[row] = at
                for other, by in uses:
                    inverse[row][other] = -by
                    amounts[other] -= by * amounts[row]
    worth = [-program.penalty if at < 0 else cost[at] for at in basis]
    prices = [sum([each * part for each, part in zip(worth, column, strict=True) if part]) for column in inverse]
    least = TOLERANCE * max(map(abs, (1, *program.cost)))
    candidates: list[tuple[float, int]] = []
    for _ in range(50 * size + number):
        gains = [(cost[at] - sum([prices[row] * n for row, n in columns[at]]), at) for _, at in candidates]
        gain, enters = max(gains, default=(0.0, 0))
        # Prices are as large as what it costs to fall short, at first, and their errors with them.
        tolerance = max(least, ERROR * max(map(abs, prices), default=0.0))
        if gain <= tolerance:
            gains = [(price - sum([prices[row] * n for row, n in columns[at]]), at) for at, price in enumerate(cost)]
            candidates = nlargest(CANDIDATES, gains)
            gain, enters = candidates[0]
            if gain <= tolerance:
                break
        change = [0.0] * size
        for row, n in columns[enters]:
            change = [x + n * y for x, y in zip(change, inverse[row], strict=True)]
        ratios = [(side / by, -by, row) for row, (by, side) in enumerate(zip(change, amounts, strict=True)) if by > TOLERANCE]
        if not ratios:
            break
        ratio, by, leaves = min(ratios)
        for row, column in enumerate(inverse):
            if part := column[leaves] / -by:
                column = inverse[row] = [x - part * y for x, y in zip(column, change, strict=True)]
                column[leaves] = part
                prices[row] += gain * part
        amounts = [max(0.0, x - ratio * y) for x, y in zip(amounts, change, strict=True)]
        amounts[leaves] = ratio
        basis[leaves] = enters
    whole = [sum(n * column[row] for n, column in zip(right, inverse, strict=True)) for row in range(size)]
    used = dict(zip(basis, whole, strict=True))
    return Solution([max(0.0, used.get(at, 0.0)) for at in range(number)], prices)


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
