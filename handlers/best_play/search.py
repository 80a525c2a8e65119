"""The best block, proved: a column for each attacker, no blocker twice, and the player stays alive.

    maximize    the sum of the values of the columns chosen (the least over the slopes of what life is worth)
    such that   each attacker has one column; each blocker is in one at most; no cap is exceeded;
                life lost and poison counters, after the first-strike step and after both, stay below what makes the player lose;
                as many requirements are obeyed as can be.

Branch and price (Barnhart et al., 1998): linear programs over few columns (`restricted_master.py`), priced out against all of
them, and branching where one isn't integral. Nothing rests on the solver's arithmetic: prices are rounded to multiples of 1/5040,
and every bound is worked out from them in whole numbers. Values are whole numbers too, so that a bound below value + 1 is proof.
The proof is kept.

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
from .master import Master
from .reduced_costs import ReducedCosts
from .restricted_master import BranchConstraint, Relaxation, RestrictedMaster

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


class Relaxed(NamedTuple):
    """A linear relaxation, and what its prices prove, times `SCALE`."""

    solution: Relaxation
    bound: int
    reduced: ReducedCosts
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
        self._active = self._offered(range(len(master.columns)))
        self._restricted = self._begun()

    def _begun(self) -> RestrictedMaster:
        """The relaxation over the columns that a linear program begins with."""
        columns, values = self._active, self.master.values
        if len(columns) > FEW:
            columns = [*sorted(columns, key=lambda c: -values[c][0])[: FEW // 2], *self._offered(self.master.empty)]
        at_first = self.master.sums(self._rounded(dict.fromkeys(columns, 1.0)))
        restricted = RestrictedMaster(self.master, self.number_of, self.has, at_first.index(min(at_first)))
        restricted.take(columns)
        return restricted

    def _offered(self, columns: Iterable[int]) -> list[int]:
        """Those of which the attackers attack."""
        return [c for c in columns if self.number_of[self.master.whose[c]]]

    @property
    def alive(self) -> bool:
        """Whether a block was found that keeps its player alive."""
        return self.best >= self.master.least

    def run(self) -> tuple[int, dict[str, Any]]:
        """The bound that was proved, and the proof."""
        bound, proof = self._node([])
        if bound > self.best:  # cut short
            away = sum(
                max(0, self.master.position.attackers[who].worth)
                for n, members in zip(self.number_of, self.master.who_attacks, strict=True)
                for who in members[n:]
            )
            bound = max(self.best, min(bound, self.master.position.most - away))
        return max(bound, self.best), proof

    def _node(self, branches: list[BranchConstraint]) -> tuple[int, dict[str, Any]]:
        self.nodes += 1
        found = self._relaxed(branches)
        (amounts, prices, _), bound = found.solution, found.bound
        proof: dict[str, Any] = {"prices": prices_stated(prices)}
        if bound // SCALE <= self.best:
            return bound // SCALE, proof
        self._offer(self._rounded(amounts))
        if not branches and self.master.lazy and bound // SCALE > self.best:
            self._complete(bound, prices)
            if self.loose:
                return bound // SCALE, proof
            found = self._priced(found.solution, [])
        if bound // SCALE <= self.best or self._stopped:
            return bound // SCALE, proof
        if branches:
            proof = {}
        else:
            proof = {"root": prices_stated(prices)}
            # A column whose use alone would bring the bound down to the best block is left out.
            floors = [bound - top - (self.best + 1) * SCALE for top in found.reduced.top]
            self._active = found.reduced.worth_more(floors)
            self._restricted.keep({*self._active})
        try:
            branch = self._branching(amounts, branches, bound)
        except ValueError:  # integral, and yet not proved: rounded prices prove no more
            return bound // SCALE, {"prices": prices_stated(prices)}
        bounds = []
        for name, side in zip(("more", "less"), sides_of(branch), strict=True):
            below, proof[name] = self._node([*branches, side])
            bounds.append(below)
        counted: Any = (
            branch.blocker if branch.column < 0 else [list(pair) for pair in self.master.columns[branch.column].blockers]
        )
        return max(bounds), proof | {"branch": [branch.attacker, counted], "at most": branch.most}

    @property
    def _stopped(self) -> bool:
        return (self.limit is not None and self.nodes >= self.limit) or self.master.position.budget.spent

    def _relaxed(self, branches: list[BranchConstraint]) -> Relaxed:
        """The linear relaxation, over as many columns as it takes to know that no other is better; and what its prices prove."""
        master, number_of, restricted = self.master, self.number_of, self._restricted
        lazy = master.lazy if not branches else []
        while True:
            with suppress(Spent):  # one is solved in any case
                master.position.budget.spend(PROGRAM + len(restricted.taken))
            found = self._priced(restricted.solved(branches), branches)
            (amounts, prices, objective), bound, reduced = found
            if not lazy and (bound // SCALE <= self.best or self._stopped):
                break
            improving = reduced.better(amounts, SCALE // 250, FEW)
            if improving and not self._stopped and bound // SCALE > floor(objective + 1e-6):
                restricted.take(improving)
                continue
            if branches and restricted.asked_in_vain > 1e-6 and not self._stopped:
                restricted.insist()
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
            restricted.take(self._offered(range(before, len(master.columns))))
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
        top = self._priced(Relaxation({}, prices, 0.0), []).reduced.top
        for sets in lazy:
            if self.number_of[sets.index]:
                threshold = (self.best + 1) * SCALE - bound + top[sets.index] - 1
                try:
                    master.add(sets.columns((prices, threshold), most_priced(sets))[1:])
                except (TooMany, Spent):
                    self.loose = True
        self._active = self._offered(range(len(master.columns)))

    def _priced(self, solution: Relaxation, branches: list[BranchConstraint]) -> Relaxed:
        """What prices prove of all active columns."""
        master, prices, counted = self.master, solution.prices, self._restricted.counted
        pay = [*prices.blockers, *prices.losses, *prices.caps, prices.obeys]
        bound = sum(price * n for price, n in zip(pay, self.has, strict=True))
        bound += sum(weight * constant for weight, constant in zip(prices.weights, master.constants, strict=True))
        paid = [(price, counted(branch)) for branch, price in zip(branches, prices.branches, strict=True) if price]
        bound += sum(price * branch.bound for branch, price in zip(branches, prices.branches, strict=True))
        reduced = ReducedCosts(master, self._active, len(self.number_of), pay, prices.weights, paid)
        bound += sum(number * most for number, most in zip(self.number_of, reduced.top, strict=True) if number)
        return Relaxed(solution, bound, reduced)

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
        # What is in force already isn't branched on again: it is met but for rounding.
        candidates = [each for each in self._candidates(amounts) if not {*sides_of(each)} & {*branches}]
        if not candidates:
            raise ValueError("integral")
        if self.nodes <= STRONG_AFTER or len(candidates) == 1:
            return candidates[0]

        def gain(branch: BranchConstraint) -> int:
            bounds = [self._relaxed([*branches, side]).bound for side in sides_of(branch)]
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
        return found


def most_priced(sets: Sets) -> int:
    """How many sets may be looked at to price an attacker."""
    return MOST_PRICED if sets.plain else MOST_PRICED_PLAYED_OUT


def sides_of(branch: BranchConstraint) -> tuple[BranchConstraint, BranchConstraint]:
    """The two sides of a branch, which is given as the one below: more, and no more."""
    assert branch.most is not None
    return branch._replace(least=branch.most + 1, most=None), branch


def prices_stated(prices: Prices) -> dict[str, Any]:
    """Prices as they are written in a proof; what is all zero is left out."""
    rows = {name: getattr(prices, name) for name in ("blockers", "losses", "caps", "branches", "life")}
    return {name: list(row) for name, row in rows.items() if any(row)} | ({"obeys": prices.obeys} if prices.obeys else {})
