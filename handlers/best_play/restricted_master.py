"""The restricted master problem of a search for the best block: the linear relaxation over some of the columns.

Columns are added as they are generated, and rows come and go with the branches of a node; so each program begins at the solution
of the last one. Of the slopes of what life is worth it knows those that matter at a solution: at one, columns are worth what
they are there; at several, the worth is a variable, from the least on, and no more than what comes of the columns at any of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from ..legality.search.linear_program import LinearProgram, PlainProgram, in_its_size
from .columns import SCALE, Prices
from .master import Master

MISSING, WORTH = -1, -2
"""What else is a column of the program: what is missing in a row, and the worth of the block."""


class BranchConstraint(NamedTuple):
    """So many blockers of a class at least, or at most, block attackers of a class; or a column is used so often."""

    attacker: int
    blocker: int
    column: int
    """−1: the row counts blockers."""
    least: int | None
    most: int | None

    @property
    def bound(self) -> int:
        """The number on the right-hand side."""
        number = self.most if self.least is None else self.least
        assert number is not None
        return number

    @property
    def sign(self) -> int:
        """By what the row is multiplied, so that it says "at most"."""
        return 1 if self.least is None else -1


class Relaxation(NamedTuple):
    """A solution of the linear relaxation."""

    amounts: dict[int, float]
    """How much of each column is used."""
    prices: Prices
    """What the rows are worth, rounded."""
    objective: float


class RestrictedMaster:
    """The relaxation over some columns, for so many attackers of each class. `has`: what there is to use up.

    `slope`: that at which columns are valued at first.
    """

    def __init__(self, master: Master, number_of: Sequence[int], has: Sequence[int], slope: int) -> None:
        self.master, self.has, self.slopes = master, has, [slope]
        self.taken: list[int] = []
        """The columns of the program, in its order."""
        self._rows: list[BranchConstraint | int] = []
        """Its rows beyond those of attackers and of what there is to use up: of branches, and of slopes."""
        attacking = [a for a, number in enumerate(number_of) if number]
        self._row_of = {a: row for row, a in enumerate(attacking)}
        self.equal = [number_of[a] for a in attacking]
        self._counts: dict[tuple[int, int], tuple[int, dict[int, int]]] = {}
        # Life that is missing, and what requirements and branches ask for in vain, keep the program feasible, at a price.
        self.program: LinearProgram = PlainProgram(self.equal, has, 64 * master.penalty)
        lossy = range(len(attacking) + master.size, len(attacking) + master.size + master.losses)
        self._missing = [*[-master.penalty] * master.losses, -8 * master.penalty]
        self.asked_in_vain = 0.0
        """How much of what a requirement or a branch asks for is missing in the last solution."""
        self._add([MISSING] * len(self._missing), [[(row, -1)] for row in (*lossy, len(attacking) + len(has) - 1)])

    def take(self, columns: Iterable[int]) -> None:
        """Take in columns."""
        new = sorted(set(columns).difference(self.taken))
        self._add(new, [self._entries(c) for c in new])

    def _add(self, which: list[int], entries: list[list[tuple[int, int]]]) -> None:
        begin = len(self.taken)
        self.taken += which
        self.program.add_columns(self._costs()[begin:], entries)

    def keep(self, columns: Collection[int]) -> None:
        """Remove other columns."""
        kept = [at for at, c in enumerate(self.taken) if c < 0 or c in columns]
        if len(kept) < len(self.taken):
            self.program.keep_columns(kept)
            self.taken = [self.taken[at] for at in kept]

    def insist(self) -> None:
        """Let what is asked for in vain cost more: a part of it may be cheaper to miss than to be met, at any price."""
        self._missing[-1] *= 8
        if isinstance(self.program, PlainProgram):
            self.program.penalty = -8 * self._missing[-1]
        self.program.change_cost(self._costs())

    def _costs(self) -> list[int]:
        """What the columns of the program are worth in it."""
        values, slope, single = self.master.values, self.slopes[0], len(self.slopes) == 1
        others = [values[c][slope] if single else 0 for c in self.taken[len(self._missing) :] if c >= 0]
        if not single:
            others.insert(self.taken.index(WORTH) - len(self._missing), 1)
        return [*self._missing, *others]

    def _entries(self, c: int) -> list[tuple[int, int]]:
        first = len(self._row_of)
        entries = [(self._row_of[self.master.whose[c]], 1), *[(first + row, n) for row, n in self.master.uses[c]]]
        for row, each in enumerate(self._rows, first + len(self.has)):
            if n := -self.master.values[c][each] if isinstance(each, int) else each.sign * self.counted(each).get(c, 0):
                entries.append((row, n))
        return entries

    def counted(self, branch: BranchConstraint) -> dict[int, int]:
        """How much of what a branch counts each column uses, where it uses any."""
        if branch.column >= 0:
            return {branch.column: 1}
        master, key = self.master, (branch.attacker, branch.blocker)
        known, numbers = self._counts.get(key, (0, {}))
        if known < len(master.columns):
            columns = (c for c in range(known, len(master.columns)) if master.whose[c] == branch.attacker)
            numbers.update((c, n) for c in columns for b, n in master.columns[c].blockers if b == branch.blocker)
            self._counts[key] = len(master.columns), numbers
        return numbers

    def _add_row(self, row: BranchConstraint | int) -> None:
        if isinstance(row, int):
            values = self.master.values
            entries = {at: 1 if c == WORTH else -values[c][row] for at, c in enumerate(self.taken) if c != MISSING}
        else:
            counted = self.counted(row)
            entries = {at: row.sign * counted[c] for at, c in enumerate(self.taken) if c in counted}
            entries[len(self._missing) - 1] = -1
        self.program.add_row(entries, self._most(row))
        self._rows.append(row)

    def _most(self, row: BranchConstraint | int) -> int:
        """The right-hand side of a row."""
        return self.master.constants[row] - self.master.least if isinstance(row, int) else row.sign * row.bound

    def _enforce(self, branches: Sequence[BranchConstraint]) -> None:
        """Let the program have the rows of these branches, and of no others."""
        for row in [each for each in self._rows if not isinstance(each, int) and each not in branches]:
            at = self._rows.index(row)
            self.program.remove_row(len(self.equal) + len(self.has) + at)
            del self._rows[at]
        for branch in branches:
            if branch not in self._rows:
                self._add_row(branch)

    def solved(self, branches: Sequence[BranchConstraint]) -> Relaxation:
        """The relaxation in a node."""
        self._enforce(branches)
        tried = set[int]()
        while True:
            found = self._with_slopes(branches)
            sums = self.master.sums(found.amounts.items())
            lowest = min(range(len(sums)), key=sums.__getitem__)
            if sums[lowest] >= min(sums[slope] for slope in self.slopes) - 1e-6 * abs(sums[lowest]):
                return found
            # Where life is worth more or less than it was taken for: at that, or where that was taken before, at both.
            tried.update(self.slopes)
            if len(self.slopes) == 1 and lowest not in tried:
                self.slopes = [lowest]
                self.program.change_cost(self._costs())
                continue
            new = [lowest]
            if len(self.slopes) == 1:
                new = [*self.slopes, lowest]
                self.taken.append(WORTH)
                self.program.add_columns([1], [[]])
            self.slopes = [*dict.fromkeys((*self.slopes, lowest))]
            self.program.change_cost(self._costs())
            for slope in new:
                self._add_row(slope)

    def _with_slopes(self, branches: Sequence[BranchConstraint]) -> Relaxation:
        """The relaxation with the slopes that are known."""
        master, size, shared = self.master, self.master.size, len(self.has)
        self.program = in_its_size(self.program)
        amounts, dual = self.program.solved()
        self.asked_in_vain = amounts[len(self._missing) - 1]
        most = [*self.equal, *self.has, *map(self._most, self._rows)]
        objective = sum(price * n for price, n in zip(dual, most, strict=True))
        objective += master.constants[self.slopes[0]] if len(self.slopes) == 1 else master.least
        whole = [max(0, round(price * SCALE)) for price in dual[len(self.equal) :]]
        price_of = dict(zip(self._rows, whole[shared:], strict=True))
        weights = [0] * len(master.slopes)
        for slope, weight in zip(self.slopes, weights_of([price_of.get(each, SCALE) for each in self.slopes]), strict=True):
            weights[slope] = weight
        prices = Prices(
            blockers=whole[:size],
            losses=whole[size : size + master.losses],
            caps=whole[size + master.losses : shared - 1],
            obeys=whole[shared - 1],
            branches=[branch.sign * price_of[branch] for branch in branches],
            life=weights if len(weights) > 1 else [],
        )
        return Relaxation({c: n for c, n in zip(self.taken, amounts, strict=True) if c >= 0}, prices, objective)


def weights_of(dual: Sequence[int]) -> list[int]:
    """Weights that add up to `SCALE`, from what the solver makes of them."""
    weights = [max(0, price) for price in dual]
    if weights:
        weights[weights.index(max(weights))] += SCALE - sum(weights)
    return weights
