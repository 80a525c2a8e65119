"""The best block, proved: a column for each attacker, no blocker twice, and the player stays alive.

    maximize    the sum of the values of the columns chosen (the least over the slopes of what life is worth)
    such that   each attacker has one column; each blocker is in one at most; no cap is exceeded;
                life lost and poison counters, after the first-strike step and after both, stay below what makes the player lose;
                as many requirements are obeyed as can be.

Branch and price (Barnhart et al., 1998): linear programs over few columns, priced out against all of them, and branching
where one isn't integral. Nothing rests on the solver's arithmetic: prices are rounded to multiples of 1/5040, and every bound
is worked out from them in whole numbers. Values are whole numbers too, so that a bound below value + 1 is proof. The proof is
kept.

An attacker with too many sets of blockers isn't enumerated (`master.py`): its columns are asked for at the prices of the moment,
and at last all that could still be in a better block.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from heapq import nlargest
from math import floor
from typing import Any, NamedTuple

from ..budget import Spent
from .columns import SCALE, Prices, Sets, TooMany
from .linear_program import Entries, LinearProgram, Simplex
from .master import Master
from .reduced import MANY, ColumnTable, PlainReduced, Reduced

FEW = 400
"""Columns that a linear program begins with, and that it takes in at once."""
PROGRAM = 100
"""Steps that a linear program takes, and one for each column."""
MOST_PRICED = 200_000
"""Sets that are looked at to price an attacker whose groups have a formula; beyond, there are only bounds."""
MOST_PRICED_PLAYED_OUT = 4_096
"""The same where every group has to be played out."""
STRONG_AFTER = 20
"""Nodes after which the sides of several branches are tried before one is chosen."""
CANDIDATES = 3
"""Attackers that are tried then, and half of the pairs."""


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


class Relaxed(NamedTuple):
    """A linear relaxation, and what its prices prove, times `SCALE`."""

    amounts: dict[int, float]
    """Of the columns that it took in, how much of each is used."""
    prices: Prices
    bound: int
    reduced: Reduced
    """What each active column is worth at these prices."""


class Search:
    """Branch and price over the columns of a position, for so many attackers of each class (all, if it isn't said).

    `most_obeyed`: how many requirements a legal block obeys where fewer attack. `nodes`: where to stop with bounds, as where the
    budget of the position is spent.
    """

    def __init__(
        self, master: Master, number_of: Sequence[int] | None = None, nodes: int | None = None, most_obeyed: int | None = None
    ) -> None:
        self.master, self.limit, self.nodes = master, nodes, 0
        self.has = list(master.has)
        if most_obeyed is not None:
            self.has[-1] = -most_obeyed
        self.number_of = list(master.number_of if number_of is None else number_of)
        self.best = master.least - 1
        """What the best block so far is worth; at first that of none."""
        self.chosen: list[tuple[int, int]] = []
        """(column, how often)."""
        self.loose = False
        """Whether there are attackers that couldn't be priced: then there are only bounds."""
        attacking = [a for a, number in enumerate(self.number_of) if number]
        self._row_of = {a: row for row, a in enumerate(attacking)}
        """The row of each class of attackers that attack in a linear program; what there is to use up comes after them."""
        self._entries: dict[int, list[tuple[int, int]]] = {}
        self._counts: dict[tuple[int, int, int], dict[int, int]] = {}
        self._active = self._offered(range(len(master.columns)))
        self.table: ColumnTable | None = None
        self._slopes: list[int] = []
        """The slopes that linear programs know, those that matter at the loss of a good block: several are a row each."""

    def _offered(self, columns: Iterable[int]) -> list[int]:
        """Those of which the attackers attack."""
        return [c for c in columns if self.number_of[self.master.whose[c]]]

    @property
    def alive(self) -> bool:
        """Whether a block was found that keeps its player alive."""
        return self.best >= self.master.least

    def run(self) -> tuple[int, dict[str, Any]]:
        """The bound that was proved, and the proof."""
        bound, proof = self._node([], None)
        if bound > self.best:  # cut short
            away = sum(
                max(0, self.master.position.attackers[who].worth)
                for n, members in zip(self.number_of, self.master.who_attacks, strict=True)
                for who in members[n:]
            )
            bound = max(self.best, min(bound, self.master.position.most - away))
        return max(bound, self.best), proof

    def _node(self, branches: list[BranchConstraint], begin: Iterable[int] | None) -> tuple[int, dict[str, Any]]:
        self.nodes += 1
        found = self._relaxed(branches, begin)
        amounts, prices, bound = found.amounts, found.prices, found.bound
        proof: dict[str, Any] = {"prices": prices_stated(prices)}
        if bound // SCALE <= self.best:
            return bound // SCALE, proof
        self._offer(self._rounded(amounts))
        if not branches and self.master.lazy and bound // SCALE > self.best:
            self._complete(bound, prices)
            if self.loose:
                return bound // SCALE, proof
            found = self._priced(amounts, prices, [])
        if bound // SCALE <= self.best or self._stopped:
            return bound // SCALE, proof
        if branches:
            proof = {}
        else:
            proof = {"root": prices_stated(prices)}
            # A column whose use alone would bring the bound down to the best block is left out.
            floors = [bound - top - (self.best + 1) * SCALE for top in found.reduced.top]
            self._active = found.reduced.worth_more(floors)
        try:
            branch = self._branching(amounts, branches, bound)
        except ValueError:  # integral, and yet not proved: rounded prices prove no more
            return bound // SCALE, {"prices": prices_stated(prices)}
        bounds = []
        assert branch.most is not None
        for name, side in (("more", branch._replace(least=branch.most + 1, most=None)), ("less", branch)):
            below, proof[name] = self._node([*branches, side], amounts)
            bounds.append(below)
        counted: Any = (
            branch.blocker if branch.column < 0 else [list(pair) for pair in self.master.columns[branch.column].blockers]
        )
        return max(bounds), proof | {"branch": [branch.attacker, counted], "at most": branch.most}

    @property
    def _stopped(self) -> bool:
        return (self.limit is not None and self.nodes >= self.limit) or self.master.position.budget.spent

    def _relaxed(self, branches: list[BranchConstraint], begin: Iterable[int] | None) -> Relaxed:
        """The linear relaxation, over as many columns as it takes to know that no other is better; and what its prices prove."""
        master, number_of = self.master, self.number_of
        chosen = set(begin).intersection(self._active) if begin is not None else set(self._beginning())
        lazy = master.lazy if not branches else []
        while True:
            with suppress(Spent):  # one is solved in any case
                master.position.budget.spend(PROGRAM + len(chosen))
            amounts, prices, objective = self._linear_program(sorted(chosen), branches)
            found = self._priced(amounts, prices, branches)
            bound, reduced = found.bound, found.reduced
            if not lazy and (bound // SCALE <= self.best or self._stopped):
                break
            improving = reduced.better(chosen, SCALE // 250, FEW)
            if improving and not self._stopped and bound // SCALE > floor(objective + 1e-6):
                chosen.update(improving)
                continue
            before, loose = len(master.columns), 0
            for sets in lazy:
                number, most = number_of[sets.index], reduced.top[sets.index]
                if number:
                    try:
                        master.add(sets.columns((prices, most), most_priced(sets))[1:])
                    except (TooMany, Spent):
                        loose += number * max(0, sets.unpriced(prices) - most)
            if len(master.columns) == before or self._stopped:
                self.loose = loose > 0
                return found._replace(bound=bound + loose)
            self._active = self._offered(range(len(master.columns)))
            chosen.update(range(before, len(master.columns)))
        return found

    def _complete(self, bound: int, prices: Prices) -> None:
        """All columns of lazy attackers that could be in a better block than the best one, which is first improved."""
        master, lazy = self.master, self.master.lazy
        trial = Search(master, self.number_of, nodes=60, most_obeyed=-self.has[-1])
        trial.best, trial.chosen, master.lazy = self.best, self.chosen, []
        trial.run()
        self.best, self.chosen, master.lazy = trial.best, trial.chosen, lazy
        if self.loose:
            return
        top = self._priced({}, prices, []).reduced.top
        for sets in lazy:
            if self.number_of[sets.index]:
                threshold = (self.best + 1) * SCALE - bound + top[sets.index] - 1
                try:
                    master.add(sets.columns((prices, threshold), most_priced(sets))[1:])
                except (TooMany, Spent):
                    self.loose = True
        self._active = self._offered(range(len(master.columns)))

    def _beginning(self) -> list[int]:
        """The columns that a linear program begins with."""
        if len(self._active) <= FEW:
            return self._active
        values = self.master.values
        return [*sorted(self._active, key=lambda c: -values[c][0])[: FEW // 2], *self._offered(self.master.empty)]

    def _counted(self, branch: BranchConstraint) -> dict[int, int]:
        """How much of what a branch counts each column uses, where it uses any."""
        if branch.column >= 0:
            return {branch.column: 1}
        master, key = self.master, (branch.attacker, branch.blocker, len(self.master.columns))
        if key not in self._counts:
            columns = (c for c, whose in enumerate(master.whose) if whose == branch.attacker)
            numbers = ((c, n) for c in columns for b, n in master.columns[c].blockers if b == branch.blocker)
            self._counts[key] = dict(numbers)
        return self._counts[key]

    def _used(self, column: int) -> list[tuple[int, int]]:
        """A column as it stands in linear programs, branches aside."""
        if column not in self._entries:
            first = len(self._row_of)
            uses = [(first + row, n) for row, n in self.master.uses[column]]
            self._entries[column] = [(self._row_of[self.master.whose[column]], 1), *uses]
        return self._entries[column]

    def _priced(self, amounts: dict[int, float], prices: Prices, branches: list[BranchConstraint]) -> Relaxed:
        """What prices prove of all active columns."""
        master = self.master
        pay = [*prices.blockers, *prices.losses, *prices.caps, prices.obeys]
        bound = sum(price * n for price, n in zip(pay, self.has, strict=True))
        bound += sum(weight * constant for weight, constant in zip(prices.weights, master.constants, strict=True))
        counted = [(price, self._counted(branch)) for branch, price in zip(branches, prices.branches, strict=True) if price]
        bound += sum(price * branch.bound for branch, price in zip(branches, prices.branches, strict=True))
        asked = self._active, len(self.number_of), pay, prices.weights, counted
        if len(self._active) < MANY or not master.solver.has_loaded_highs:
            reduced: Reduced = PlainReduced(master, *asked)
        else:
            self.table = self.table or ColumnTable(master, len(self.has))
            reduced = self.table.reduced(*asked)
        top = reduced.top
        bound += sum(number * most for number, most in zip(self.number_of, top, strict=True) if number)
        return Relaxed(amounts, prices, bound, reduced)

    def _linear_program(self, chosen: list[int], branches: list[BranchConstraint]) -> tuple[dict[int, float], Prices, float]:
        """The relaxation over the chosen columns: how much of each is used, rounded prices, the objective."""
        master, begun, tried = self.master, None, set[int]()
        if not self._slopes:
            at_first = master.sums(self._rounded(dict.fromkeys(chosen, 1.0)))
            self._slopes = [at_first.index(min(at_first))]
        while True:
            solved = self._with_slopes(chosen, branches, begun)
            sums = master.sums(solved[0].items())
            lowest = min(range(len(sums)), key=sums.__getitem__)
            if sums[lowest] >= min(sums[slope] for slope in self._slopes) - 1e-6 * abs(sums[lowest]):
                return solved
            # Where life is worth more or less than it was taken for: at that, or where that was taken before, at both.
            tried.update(self._slopes)
            only = len(self._slopes) == 1 and lowest not in tried
            self._slopes, begun = ([lowest], master.solver.simplex) if only else ([*self._slopes, lowest], None)

    def _with_slopes(
        self, chosen: list[int], branches: list[BranchConstraint], begun: Simplex | None
    ) -> tuple[dict[int, float], Prices, float]:
        """The relaxation with the slopes that are known."""
        master, shared, size, slopes = self.master, len(self.has), self.size, self._slopes
        first = len(self._row_of)
        limits = [(1, branch.most) if branch.least is None else (-1, -branch.bound) for branch in branches]
        columns: list[Entries] = [self._used(c) for c in chosen]
        at = {c: number for number, c in enumerate(chosen)} if branches else {}
        for row, (branch, (sign, _)) in enumerate(zip(branches, limits, strict=True), first + shared):
            for c, n in self._counted(branch).items():
                if c in at:
                    columns[at[c]] = [*columns[at[c]], (row, sign * n)]
        most = [*self.has, *(number or 0 for _, number in limits)]
        cost = [master.values[c][slopes[0]] for c in chosen]
        if len(slopes) > 1:
            # The worth is a variable, from the least on, and no more than what comes of the columns at any slope.
            begin = first + len(most)
            columns = [
                [*column, *((row, -n) for row, slope in enumerate(slopes, begin) if (n := master.values[c][slope]))]
                for column, c in zip(columns, chosen, strict=True)
            ]
            columns.append([(begin + row, 1) for row in range(len(slopes))])
            most += [master.constants[slope] - master.least for slope in slopes]
            cost = [0] * len(chosen) + [1]
        # Life that is missing, and what requirements and branches ask for in vain, keep the program feasible, at a price.
        soft = dict.fromkeys(range(first + size, first + size + master.losses), master.penalty)
        soft |= dict.fromkeys(range(first + shared - 1, first + shared + len(branches)), 8 * master.penalty)
        program = LinearProgram(columns, cost, [self.number_of[a] for a in self._row_of], most, soft, 64 * master.penalty)
        amounts, dual = master.solver.solved(program, begun)
        objective = sum(price * n for price, n in zip(dual, (*program.equal, *most), strict=True))
        objective += master.constants[slopes[0]] if len(slopes) == 1 else master.least
        whole = [max(0, round(price * SCALE)) for price in dual[first:]]
        weights = [0] * len(master.slopes)
        for slope, weight in zip(slopes, weights_of(whole[shared + len(branches) :]) or [SCALE], strict=False):
            weights[slope] = weight
        prices = Prices(
            blockers=whole[:size],
            losses=whole[size : size + master.losses],
            caps=whole[size + master.losses : shared - 1],
            obeys=whole[shared - 1],
            branches=[sign * price for (sign, _), price in zip(limits, whole[shared:], strict=False)],
            life=weights if len(weights) > 1 else [],
        )
        return dict(zip(chosen, amounts, strict=False)), prices, objective

    def _rounded(self, amounts: dict[int, float]) -> list[tuple[int, int]]:
        """A block near a fractional one: the largest parts first, as far as blockers go round. An integral one stays itself."""
        master = self.master
        left, waiting = self.has[: self.size], list(self.number_of)
        chosen = []
        used = [(amount, master.values[c][0], c) for c, amount in amounts.items() if amount >= 1e-6]
        for amount, _, c in sorted(used, key=lambda each: (-each[0], -each[1], each[2])):
            a, blockers = master.whose[c], master.columns[c].blockers
            times = min(waiting[a], max(1, int(amount + 1e-6)), *(left[b] // n for b, n in blockers))
            if times > 0:
                waiting[a] -= times
                for b, n in blockers:
                    left[b] -= n * times
                chosen.append((c, times))
        return chosen + [(master.empty[a], n) for a, n in enumerate(waiting) if n]

    @property
    def size(self) -> int:
        """How many classes of blockers there are."""
        return self.master.size

    def _offer(self, chosen: list[tuple[int, int]]) -> None:
        """Take a block for the best one if it is."""
        worth = self.master.worth(chosen)
        if worth > self.best and all(n <= has for n, has in zip(self.master.used(chosen), self.has, strict=True)):
            self.best, self.chosen = worth, chosen

    def _branching(self, amounts: dict[int, float], branches: list[BranchConstraint], bound: int) -> BranchConstraint:
        """What to branch on. Raises ValueError where all is integral.

        Where a few nodes weren't enough, the candidate whose sides bring the bound down most (strong branching).
        """
        candidates = self._candidates(amounts)
        if self.nodes <= STRONG_AFTER or len(candidates) == 1:
            return candidates[0]

        def gain(branch: BranchConstraint) -> int:
            assert branch.most is not None
            sides = branch._replace(least=branch.most + 1, most=None), branch
            bounds = [self._relaxed([*branches, side], amounts).bound for side in sides]
            return (bound - bounds[0] + 1) * (bound - bounds[1] + 1)

        return max(candidates, key=gain)

    def _candidates(self, amounts: dict[int, float]) -> list[BranchConstraint]:
        """How many of these blockers block these attackers, or else how often a column is used: the most promising first."""
        master = self.master
        fractions = {c: abs(amount - round(amount)) for c, amount in amounts.items() if abs(amount - round(amount)) > 1e-7}

        def use_of(c: int) -> BranchConstraint:
            return BranchConstraint(master.whose[c], -1, c, None, floor(amounts[c]))

        # Whether an attacker is blocked at all decides most.
        unblocked = [c for c in fractions if not master.columns[c].blockers and fractions[c] > 1e-5]
        found = [use_of(c) for c in nlargest(CANDIDATES, unblocked, key=fractions.__getitem__)]
        numbers: dict[tuple[int, int], float] = {}
        for c, amount in amounts.items():
            for b, n in master.columns[c].blockers if amount else ():
                numbers[master.whose[c], b] = numbers.get((master.whose[c], b), 0) + amount * n
        apart = {pair: abs(number - round(number)) for pair, number in numbers.items() if abs(number - round(number)) > 1e-5}
        for a, b in nlargest(2 * CANDIDATES, apart, key=apart.__getitem__):
            found.append(BranchConstraint(a, b, -1, None, floor(numbers[a, b])))
        if not found and fractions:
            found = [use_of(max(fractions, key=fractions.__getitem__))]
        if not found:
            raise ValueError("integral")
        return found


def weights_of(dual: Sequence[int]) -> list[int]:
    """Weights that add up to `SCALE`, from what the solver makes of them."""
    weights = [max(0, price) for price in dual]
    if weights:
        weights[weights.index(max(weights))] += SCALE - sum(weights)
    return weights


def most_priced(sets: Sets) -> int:
    """How many sets may be looked at to price an attacker."""
    return MOST_PRICED if sets.plain else MOST_PRICED_PLAYED_OUT


def prices_stated(prices: Prices) -> dict[str, Any]:
    """Prices as they are written in a proof; what is all zero is left out."""
    rows = {name: getattr(prices, name) for name in ("blockers", "losses", "caps", "branches", "life")}
    return {name: list(row) for name, row in rows.items() if any(row)} | ({"obeys": prices.obeys} if prices.obeys else {})
