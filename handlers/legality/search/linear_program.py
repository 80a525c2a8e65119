"""Linear programs: small ones by the simplex method in plain Python, others by HiGHS, where it is installed.

    maximize    the sum of cost times amount
    such that   the first rows are equal to their right-hand sides, the others no more than theirs; no amount is negative.

Columns and rows come and go, and a program that is solved again begins at the last solution. Nothing rests on the arithmetic of
either method: who asks works bounds out of the prices in whole numbers. Of several solutions they may find different ones: small
boards are answered alike with and without HiGHS, as in a browser.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from ctypes import CDLL, c_void_p
from functools import cache
from heapq import nlargest
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from itertools import accumulate
from math import inf
from operator import add, itemgetter, mul
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

AnyNumber = TypeVar("AnyNumber", int, float)
Entries: TypeAlias = Sequence[tuple[int, int]]
"""(row, coefficient), each row once at most; an equation, if there is one, first."""
Taking: TypeAlias = Callable[[Sequence[AnyNumber]], Sequence[AnyNumber]]
"""Takes the numbers of some rows out of all."""

FEW, GREAT = 1_000, 1_000_000
"""Columns times rows of small programs, and what no column of one is worth, lest rounding decides."""
CANDIDATES = 12
"""Columns that are priced before all are priced again."""
TOLERANCE = 1e-9
ERROR = 1e-13
"""Of a sum of products in numbers of 53 bits, as a part of the largest."""
OPTIMAL = 7
"""What HiGHS says of a program whose solution was found."""


def taking(rows: Sequence[int]) -> Taking[Any]:
    """Takes the numbers of these rows out of all."""
    if len(rows) > 1:
        return itemgetter(*rows)
    return itemgetter(slice(rows[0], rows[0] + 1) if rows else slice(0))


class Solution(NamedTuple):
    """How much of each column is best, and the price of each row, none of an inequality negative (but for rounding)."""

    amounts: list[float]
    prices: list[float]


class LinearProgram(Protocol):
    """A linear program that always has a solution. Columns and rows are known by their numbers."""

    def add_columns(self, cost: Sequence[int], columns: Sequence[Entries]) -> None:
        """Take in columns."""

    def keep_columns(self, kept: Sequence[int]) -> None:
        """Remove all other columns."""

    def change_cost(self, cost: Sequence[int]) -> None:
        """Change what the columns are worth."""

    def add_row(self, entries: Mapping[int, int], most: int) -> None:
        """Take in an inequality: column → coefficient, and its right-hand side."""

    def remove_row(self, row: int) -> None:
        """Remove an inequality: those after it have numbers one less."""

    def solved(self) -> Solution:
        """The solution."""


def in_its_size(program: LinearProgram, few: int | None = None) -> LinearProgram:
    """The program for the method of its size: one for HiGHS, where it has grown large, and stays that.

    `few`: columns times rows of small programs, `FEW` unless stated.
    """
    if not isinstance(program, PlainProgram) or _package() is None:
        return program
    if program.size <= (FEW if few is None else few) and all(abs(each) < GREAT for each in program.cost):
        return program
    large = HighsProgram(program.equal, program.most)
    large.add_columns(program.cost, program.columns)
    return large


class PlainProgram:
    """A linear program for the simplex method, at first without columns.

    `equal`, `most`: the right-hand sides of equations, none negative, and of inequalities. `penalty`: what it costs at least to
    miss any of them by one, at which none is missed.
    """

    def __init__(self, equal: Sequence[int], most: Sequence[int], penalty: int) -> None:
        self.equal, self.most, self.penalty = [*equal], [*most], penalty
        self.columns: list[Entries] = []
        self.cost: list[int] = []
        self._simplex: Simplex | None = None
        """The method at the last solution, where the rows are still those."""

    @property
    def size(self) -> int:
        """Columns times rows."""
        return len(self.columns) * (len(self.equal) + len(self.most))

    def add_columns(self, cost: Sequence[int], columns: Sequence[Entries]) -> None:
        """As `LinearProgram`."""
        self.cost += cost
        self.columns += columns

    def keep_columns(self, kept: Sequence[int]) -> None:
        """As `LinearProgram`."""
        self.cost, self.columns, self._simplex = [self.cost[c] for c in kept], [self.columns[c] for c in kept], None

    def change_cost(self, cost: Sequence[int]) -> None:
        """As `LinearProgram`."""
        self.cost = [*cost]

    def add_row(self, entries: Mapping[int, int], most: int) -> None:
        """As `LinearProgram`."""
        row = len(self.equal) + len(self.most)
        for c, n in entries.items():
            self.columns[c] = [*self.columns[c], (row, n)]
        self.most.append(most)
        self._simplex = None

    def remove_row(self, row: int) -> None:
        """As `LinearProgram`."""
        self.columns = [[(each - (each > row), n) for each, n in column if each != row] for column in self.columns]
        del self.most[row - len(self.equal)]
        self._simplex = None

    def solved(self) -> Solution:
        """As `LinearProgram`."""
        self._simplex = self._simplex or Simplex(self)
        return self._simplex.solved(self)


class Simplex:
    """The revised simplex method (Dantzig and Orchard-Hays, 1954), with the inverse of the basis as columns.

    It goes on where it stopped, with the columns that a program has got since, and what its columns are worth now.
    """

    def __init__(self, program: PlainProgram) -> None:
        self.equations, self.right = len(program.equal), [*program.equal, *program.most]
        self.size = size = len(self.right)
        self.columns: list[Entries] = [[(row, 1)] for row in range(self.equations, size)]
        """What isn't used of each inequality, and the columns of the program."""
        self.cost = [0] * len(self.columns)
        self.begin = len(self.columns)
        # In the beginning each inequality has slack, and each equation, and whose right-hand side is negative, is missed (−1).
        right = self.right
        self.basis = [-1 if row < self.equations or side < 0 else row - self.equations for row, side in enumerate(right)]
        self.inverse = [[0.0] * size for _ in range(size)]
        for row, side in enumerate(right):
            self.inverse[row][row] = -1.0 if side < 0 else 1.0
        # Right-hand sides that differ a little keep the method from going round in circles.
        self.amounts = [abs(side) + 1e-7 * (1 + row * 0.37 % 1) for row, side in enumerate(right)]
        self._units: list[tuple[int, int, Taking[float]]] = []
        """Columns of which each coefficient is 1, after what a unit is worth, with what takes their prices out of all."""
        self._others: list[tuple[int, int, tuple[int, ...], Taking[float]]] = []
        """Other columns, with their coefficients."""
        self._take(program)
        self._meet_equations()
        self.prices = self._prices(program)

    def _prices(self, program: PlainProgram) -> list[float]:
        worth = [-program.penalty if at < 0 else self.cost[at] for at in self.basis]
        return [sum([each * n for each, n in zip(worth, column, strict=True) if n]) for column in self.inverse]

    @property
    def taken(self) -> int:
        """How many columns of the program it knows."""
        return len(self.columns) - self.begin

    def _take(self, program: PlainProgram) -> None:
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
            if any([n != 1 for n in numbers]):  # noqa: C419 - quicker for so few
                self._others.append((self.cost[at], at, numbers, taking(rows)))
            else:
                self._units.append((self.cost[at], at, taking(rows)))

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
        return [each for each in nlargest(CANDIDATES, gains) if each[0] > tolerance]

    def solved(self, program: PlainProgram) -> Solution:
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


class HighsProgram:
    """A linear program for HiGHS (Huangfu and Hall, 2018)."""

    def __init__(self, equal: Sequence[int], most: Sequence[int]) -> None:
        self._rows, self._columns = len(equal) + len(most), 0
        self._highs: _Library | _Package = _Package() if _library() is None else _Library()
        for name, value in {"output_flag": "false", "threads": "1", "presolve": "off", "random_seed": "0"}.items():
            self._highs.set_option(name, value)
        lower = [*equal, *[-inf] * len(most)]
        self._highs.do("addRows", self._rows, _numbers(lower), _numbers([*equal, *most]), 0, *_entries([]))

    def add_columns(self, cost: Sequence[int], columns: Sequence[Entries]) -> None:
        """As `LinearProgram`."""
        number, entries = len(columns), _entries(columns)
        bounds = _numbers([0]) * number, _numbers([inf]) * number
        self._highs.do("addCols", number, _numbers([-each for each in cost]), *bounds, len(entries[1]), *entries)
        self._columns += number

    def keep_columns(self, kept: Sequence[int]) -> None:
        """As `LinearProgram`."""
        others = sorted({*range(self._columns)}.difference(kept))
        self._highs.do("deleteColsBySet", len(others), array("i", others))
        self._columns = len(kept)

    def change_cost(self, cost: Sequence[int]) -> None:
        """As `LinearProgram`."""
        self._highs.do("changeColsCostBySet", len(cost), array("i", range(len(cost))), _numbers([-each for each in cost]))

    def add_row(self, entries: Mapping[int, int], most: int) -> None:
        """As `LinearProgram`."""
        row = _numbers([-inf]), _numbers([most]), len(entries), array("i", [0]), array("i", entries), _numbers(entries.values())
        self._highs.do("addRows", 1, *row)
        self._rows += 1

    def remove_row(self, row: int) -> None:
        """As `LinearProgram`."""
        self._highs.do("deleteRowsBySet", 1, array("i", [row]))
        self._rows -= 1

    def solved(self) -> Solution:
        """As `LinearProgram`."""
        if not self._columns:
            return Solution([], [0.0] * self._rows)
        self._highs.do("run")
        amounts, prices = self._highs.solution(self._columns, self._rows)
        return Solution(amounts, [-each for each in prices])


def _numbers(each: Iterable[float]) -> array[float]:
    return array("d", each)


def _entries(columns: Sequence[Entries]) -> tuple[array[int], array[int], array[float]]:
    """Where each column begins, and the rows and coefficients of all."""
    begins = array("i", [0, *accumulate(map(len, columns))])[:-1]
    rows = array("i", [row for column in columns for row, _ in column])
    return begins, rows, _numbers([n for column in columns for _, n in column])


class _Library:
    """A model of HiGHS by its C interface."""

    def __init__(self) -> None:
        self._library = _library()
        self._model = c_void_p(self._library.Highs_create())

    def __del__(self) -> None:
        self._library.Highs_destroy(self._model)

    def do(self, what: str, *arguments: Any) -> Any:
        pointers = [c_void_p(each.buffer_info()[0]) if isinstance(each, array) else each for each in arguments]
        return getattr(self._library, f"Highs_{what}")(self._model, *pointers)

    def set_option(self, name: str, value: str) -> None:
        self.do("setStringOptionValue", name.encode(), value.encode())

    def solution(self, columns: int, rows: int) -> tuple[list[float], list[float]]:
        found = [_numbers([0]) * size for size in (columns, columns, rows, rows)]
        assert self.do("getModelStatus") == OPTIMAL
        self.do("getSolution", *found)
        return found[0].tolist(), found[3].tolist()


class _Package:
    """A model of HiGHS by the package `highspy`."""

    def __init__(self) -> None:
        self._model = import_module("highspy").Highs()

    def do(self, what: str, *arguments: Any) -> Any:
        return getattr(self._model, what.removesuffix("BySet"))(*arguments)

    def set_option(self, name: str, value: str) -> None:
        self.do("setOptionValue", name, value)

    def solution(self, columns: int, rows: int) -> tuple[list[float], list[float]]:
        assert int(self._model.getModelStatus()) == OPTIMAL
        found = self._model.getSolution()
        return [*found.col_value], [*found.row_dual]


@cache
def _package() -> Path | None:
    """Where the package `highspy` is, if it is installed."""
    spec = find_spec("highspy")
    return None if spec is None or not spec.submodule_search_locations else Path(spec.submodule_search_locations[0])


@cache
def _library() -> Any:
    """The C interface of HiGHS, which the extension module of `highspy` has, but on Windows. None: it isn't there.

    Importing the package takes longer than most searches do: it imports numpy.
    """
    place = _package() or Path()
    for suffix in EXTENSION_SUFFIXES:
        with suppress(OSError, AttributeError):
            library = CDLL(str(place / f"_core{suffix}"))
            library.Highs_create.restype = c_void_p
            return library
    return None
