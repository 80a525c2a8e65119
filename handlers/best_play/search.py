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

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from ..budget import Spent
from .columns import SCALE, Prices, Sets, TooMany
from .master import Master

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Whole = NDArray[np.int64]

FEW = 400
"""Columns that a linear program begins with, and that it takes in at once."""
PROGRAM = 100
"""Steps that a linear program takes, and one for each column."""
MOST_PRICED = 200_000
"""Sets that are looked at to price an attacker whose groups have a formula; beyond, there are only bounds."""
MOST_PRICED_PLAYED_OUT = 4_096
"""The same where every group has to be played out."""
STRONG_AFTER = 20
"""Nodes after which the sides of several branches are tried before one is chosen, as deep as `STRONG_DEPTH`."""
STRONG_DEPTH = 5
CANDIDATES = 3
"""Attackers that are tried then, and half of the pairs."""
NOTHING = -(2**61)


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


class Search:
    """Branch and price over the columns of a position, for so many attackers of each class (all, if it isn't said).

    `most_obeyed`: how many requirements a legal block obeys where fewer attack. `nodes`: where to stop with bounds, as where the
    budget of the position is spent.
    """

    def __init__(
        self, master: Master, number_of: Sequence[int] | None = None, nodes: int | None = None, most_obeyed: int | None = None
    ) -> None:
        import highspy
        import numpy as np

        self.master, self.limit, self.nodes = master, nodes, 0
        self.has = master.has.copy()
        if most_obeyed is not None:
            self.has[-1] = -most_obeyed
        self.number_of = master.number_of if number_of is None else np.array(number_of, dtype=np.int64)
        self.best = master.least - 1
        """What the best block so far is worth; at first that of none."""
        self.chosen: list[tuple[int, int]] = []
        """(column, how often)."""
        self.loose = False
        """Whether there are attackers that couldn't be priced: then there are only bounds."""
        self._active = np.arange(len(master.columns))
        solver: Any = highspy
        self._highs = solver.Highs()
        for name, value in {"output_flag": False, "threads": 1, "presolve": "off", "random_seed": 0}.items():
            self._highs.setOptionValue(name, value)

    @property
    def alive(self) -> bool:
        """Whether a block was found that keeps its player alive."""
        return self.best >= self.master.least

    def run(self) -> tuple[int, dict[str, Any]]:
        """The bound that was proved, and the proof."""
        bound, proof = self._node([], None)
        return max(bound, self.best), proof

    def _node(self, branches: list[BranchConstraint], begin: Whole | None) -> tuple[int, dict[str, Any]]:
        import numpy as np

        self.nodes += 1
        chosen, x, prices, bound, reduced, top = self._relaxed(branches, begin)
        proof: dict[str, Any] = {"prices": told(prices)}
        if bound // SCALE <= self.best:
            return bound // SCALE, proof
        used = self._active[chosen]
        self._offer(self._rounded(used, x))
        if not branches and self.master.lazy and bound // SCALE > self.best:
            self._complete(bound, prices)
            if self.loose:
                return bound // SCALE, proof
            _, reduced, top = self._priced(prices, [], self._rows([]))
        if bound // SCALE <= self.best or self._stopped:
            return bound // SCALE, proof
        if branches:
            proof = {}
        else:
            proof = {"root": told(prices)}
            # A column whose use alone would bring the bound down to the best block is left out.
            slack = top[self.master.whose[self._active]] - reduced
            self._active = self._active[(bound - slack) // SCALE > self.best]
        try:
            branch = self._branching(used, x, branches, bound)
        except ValueError:  # integral, and yet not proved: rounded prices prove no more
            return bound // SCALE, {"prices": told(prices)}
        bounds = []
        assert branch.most is not None
        for name, side in (("more", branch._replace(least=branch.most + 1, most=None)), ("less", branch)):
            below, proof[name] = self._node([*branches, side], used)
            bounds.append(below)
        counted: Any = (
            branch.blocker if branch.column < 0 else [list(pair) for pair in self.master.columns[branch.column].blockers]
        )
        return int(np.max(bounds)), proof | {"branch": [branch.attacker, counted], "at most": branch.most}

    @property
    def _stopped(self) -> bool:
        return (self.limit is not None and self.nodes >= self.limit) or self.master.position.budget.spent

    def _relaxed(
        self, branches: list[BranchConstraint], begin: Whole | None
    ) -> tuple[Whole, NDArray[np.float64], Prices, int, Whole, Whole]:
        """The linear relaxation, over as many columns as it takes to know that no other is better; and what its prices prove."""
        import numpy as np

        master = self.master
        chosen = np.flatnonzero(np.isin(self._active, begin)) if begin is not None else self._beginning()
        lazy = master.lazy if not branches else []
        while True:
            active, extra = self._active, self._rows(branches)
            with suppress(Spent):  # one is solved in any case
                master.position.budget.spend(PROGRAM + len(chosen))
            x, prices, objective = self._linear_program(chosen, branches, extra[:, chosen])
            bound, reduced, top = self._priced(prices, branches, extra)
            if not lazy and (bound // SCALE <= self.best or self._stopped):
                break
            held = np.full(len(self.number_of), NOTHING)
            np.maximum.at(held, master.whose[active[chosen]], reduced[chosen])
            gain = reduced - held[master.whose[active]]
            gain[chosen] = 0
            improving = np.flatnonzero(gain > SCALE // 250)
            if len(improving) and not self._stopped and bound // SCALE > int(np.floor(objective + 1e-6)):
                if len(improving) > FEW:
                    improving = improving[np.argpartition(-gain[improving], FEW)[:FEW]]
                chosen = np.union1d(chosen, improving)
                continue
            before, loose = len(master.columns), 0
            for sets in lazy:
                number, most = int(self.number_of[sets.index]), int(top[sets.index])
                if number:
                    try:
                        master.add(sets.columns((prices, most), most_priced(sets))[1:])
                    except (TooMany, Spent):
                        loose += number * max(0, sets.unpriced(prices) - most)
            if len(master.columns) == before or self._stopped:
                bound, self.loose = bound + loose, loose > 0
                break
            self._active = np.arange(len(master.columns))
            chosen = np.append(chosen, np.arange(before, len(master.columns)))
        return chosen, x, prices, bound, reduced, top

    def _complete(self, bound: int, prices: Prices) -> None:
        """All columns of lazy attackers that could be in a better block than the best one, which is first improved."""
        import numpy as np

        master, lazy = self.master, self.master.lazy
        trial = Search(master, self.number_of.tolist(), nodes=60, most_obeyed=-int(self.has[-1]))
        trial.best, trial.chosen, master.lazy = self.best, self.chosen, []
        trial.run()
        self.best, self.chosen, master.lazy = trial.best, trial.chosen, lazy
        if self.loose:
            return
        _, _, top = self._priced(prices, [], self._rows([]))
        for sets in lazy:
            if self.number_of[sets.index]:
                threshold = (self.best + 1) * SCALE - bound + int(top[sets.index]) - 1
                try:
                    master.add(sets.columns((prices, threshold), most_priced(sets))[1:])
                except (TooMany, Spent):
                    self.loose = True
        self._active = np.arange(len(master.columns))

    def _beginning(self) -> Whole:
        """Positions among the active columns that a linear program begins with."""
        import numpy as np

        if len(self._active) <= FEW:
            return np.arange(len(self._active))
        order = np.argsort(-self.master.value[self._active], kind="stable")[: FEW // 2]
        return np.union1d(order, np.flatnonzero(np.isin(self._active, self.master.empty)))

    def _rows(self, branches: list[BranchConstraint]) -> Whole:
        """The coefficients of branches over the active columns."""
        import numpy as np

        master, over = self.master, self._active
        rows = np.zeros((len(branches), len(over)), dtype=np.int64)
        for number, branch in enumerate(branches):
            if branch.column >= 0:
                rows[number] = over == branch.column
            else:
                rows[number] = np.where(master.whose[over] == branch.attacker, master.uses[over, branch.blocker], 0)
        return rows

    def _priced(self, prices: Prices, branches: list[BranchConstraint], extra: Whole) -> tuple[int, Whole, Whole]:
        """What prices prove, times `SCALE`: the bound; what each column is worth at them; the most of each class of attackers."""
        import numpy as np

        master, active = self.master, self._active
        pay = np.array([*prices.blockers, *prices.losses, *prices.caps, prices.obeys], dtype=np.int64)
        weights = np.array(prices.weights, dtype=np.int64)
        reduced = master.values[active] @ weights - master.uses[active] @ pay
        bound = int(pay @ self.has) + int(weights @ np.array(master.constants, dtype=np.int64))
        for row, branch, price in zip(extra, branches, prices.branches, strict=True):
            reduced = reduced - row * price
            bound += price * branch.bound
        top = np.full(len(self.number_of), NOTHING)
        np.maximum.at(top, master.whose[active], reduced)
        return bound + int(np.where(self.number_of > 0, top, 0) @ self.number_of), reduced, top

    def _linear_program(
        self, chosen: Whole, branches: list[BranchConstraint], extra: Whole
    ) -> tuple[NDArray[np.float64], Prices, float]:
        """The relaxation over the chosen columns: how much of each is used, rounded prices, the objective."""
        import highspy
        import numpy as np

        master, inf = self.master, highspy.kHighsInf
        over = self._active[chosen]
        n, na, nb = len(over), len(self.number_of), self.size
        shared = len(self.has)
        # Slack keeps the program feasible: life that is missing, and what requirements and branches ask for in vain.
        soft = [*range(nb, nb + master.losses), shared - 1]
        slack = len(soft) + len(branches)
        # Where there are several slopes, the worth is a variable, and no more than what comes of it at any of them.
        slopes = len(master.slopes) if len(master.slopes) > 1 else 0
        first = na + shared + len(branches)
        rows, columns = first + slopes, n + slack + bool(slopes)
        dense = np.zeros((columns, rows))
        dense[np.arange(n), master.whose[over]] = 1
        dense[:n, na : na + shared] = master.uses[over]
        dense[:n, na + shared : first] = extra.T
        for number, row in enumerate(soft):
            dense[n + number, na + row] = -1
        for number, branch in enumerate(branches):
            dense[n + len(soft) + number, na + shared + number] = -1 if branch.least is None else 1
        lower = np.concatenate([self.number_of, np.full(shared, -inf), [-inf if b.least is None else b.least for b in branches]])
        upper = np.concatenate([self.number_of, self.has, [inf if b.most is None else b.most for b in branches]])
        penalties = [master.penalty] * master.losses + [8 * master.penalty] * (1 + len(branches))
        cost = np.concatenate([-master.value[over], penalties]).astype(float)
        least = np.zeros(columns)
        if slopes:
            dense[:n, first:] = -master.values[over]
            dense[-1, first:] = 1
            lower, upper = np.append(lower, np.full(slopes, -inf)), np.append(upper, master.constants)
            cost = np.concatenate([np.zeros(n), penalties, [-1.0]])
            least[-1] = -inf
        column, index = np.nonzero(dense)
        start = np.searchsorted(column, np.arange(columns)).astype(np.int32)
        self._highs.passModel(
            columns,
            rows,
            len(index),
            int(highspy.MatrixFormat.kColwise),
            int(highspy.ObjSense.kMinimize),
            0.0,
            cost,
            least,
            np.full(columns, inf),
            lower.astype(float),
            upper.astype(float),
            start,
            index.astype(np.int32),
            dense[column, index],
            np.zeros(columns, dtype=np.int32),
        )
        self._highs.run()
        assert self._highs.getModelStatus() == highspy.HighsModelStatus.kOptimal, self._highs.getModelStatus()
        solution = self._highs.getSolution()
        dual = np.round(-np.array(solution.row_dual) * SCALE).astype(np.int64)[na:]
        positive = np.maximum(0, dual[:shared]).tolist()
        prices = Prices(
            blockers=positive[:nb],
            losses=positive[nb : nb + master.losses],
            caps=positive[nb + master.losses : shared - 1],
            obeys=positive[shared - 1],
            branches=[
                max(0, int(d)) if branch.least is None else min(0, int(d))
                for d, branch in zip(dual[shared : shared + len(branches)], branches, strict=True)
            ],
            life=_weights(dual[shared + len(branches) :].tolist()),
        )
        return np.array(solution.col_value)[:n], prices, -self._highs.getObjectiveValue()

    def _rounded(self, over: Whole, x: NDArray[np.float64]) -> list[tuple[int, int]]:
        """A block near a fractional one: the largest parts first, as far as blockers go round. An integral one stays itself."""
        import numpy as np

        master = self.master
        left, waiting = self.has[: self.size].copy(), self.number_of.copy()
        chosen = []
        for position in np.lexsort((-master.value[over], -x)):
            if x[position] < 1e-6:
                break
            c = int(over[position])
            a, use = master.whose[c], master.uses[c, : self.size]
            times = min(int(waiting[a]), max(1, int(x[position] + 1e-6)), *(left[use > 0] // use[use > 0]).tolist())
            if times > 0:
                waiting[a] -= times
                left -= use * times
                chosen.append((c, times))
        return chosen + [(master.empty[a], int(n)) for a, n in enumerate(waiting) if n]

    @property
    def size(self) -> int:
        """How many classes of blockers there are."""
        return self.master.size

    def _offer(self, chosen: list[tuple[int, int]]) -> None:
        """Take a block for the best one if it is."""
        import numpy as np

        master = self.master
        uses = np.zeros(len(self.has), dtype=np.int64)
        for c, n in chosen:
            uses += master.uses[c] * n
        worth = master.worth(sum((master.values[c] * n for c, n in chosen), np.zeros(len(master.slopes), dtype=np.int64)))
        if worth > self.best and not (uses > self.has).any():
            self.best, self.chosen = worth, chosen

    def _branching(self, over: Whole, x: NDArray[np.float64], branches: list[BranchConstraint], bound: int) -> BranchConstraint:
        """What to branch on. Raises ValueError where all is integral.

        Where a few nodes weren't enough, the candidate whose sides bring the bound down most (strong branching).
        """
        candidates = self._candidates(over, x)
        if self.nodes <= STRONG_AFTER or len(branches) > STRONG_DEPTH or len(candidates) == 1:
            return candidates[0]

        def gain(branch: BranchConstraint) -> int:
            assert branch.most is not None
            sides = branch._replace(least=branch.most + 1, most=None), branch
            bounds = [self._relaxed([*branches, side], over)[3] for side in sides]
            return (bound - bounds[0] + 1) * (bound - bounds[1] + 1)

        return max(candidates, key=gain)

    def _candidates(self, over: Whole, x: NDArray[np.float64]) -> list[BranchConstraint]:
        """How many of these blockers block these attackers, or else how often a column is used: the most promising first."""
        import numpy as np

        master = self.master
        off = np.abs(x - np.round(x))

        def use_of(position: int) -> BranchConstraint:
            c = int(over[position])
            return BranchConstraint(int(master.whose[c]), -1, c, None, int(np.floor(x[position])))

        # Whether an attacker is blocked at all decides most.
        unblocked = off * np.isin(over, master.empty)
        found = [use_of(int(position)) for position in np.argsort(-unblocked)[:CANDIDATES] if unblocked[position] > 1e-5]
        number = np.zeros((len(self.number_of), self.size))
        np.add.at(number, master.whose[over], x[:, None] * master.uses[over, : self.size])
        apart = np.abs(number - np.round(number))
        for at in np.argsort(-apart, axis=None)[: 2 * CANDIDATES]:
            a, b = np.unravel_index(int(at), apart.shape)
            if apart[a, b] > 1e-5:
                found.append(BranchConstraint(int(a), int(b), -1, None, int(np.floor(number[a, b]))))
        if not found and off.max() > 1e-6:
            found = [use_of(int(off.argmax()))]
        if not found:
            raise ValueError("integral")
        return found


def _weights(dual: list[int]) -> list[int]:
    """Weights that add up to `SCALE`, from what the solver makes of them."""
    weights = [max(0, price) for price in dual]
    if weights:
        weights[weights.index(max(weights))] += SCALE - sum(weights)
    return weights


def most_priced(sets: Sets) -> int:
    """How many sets may be looked at to price an attacker."""
    return MOST_PRICED if sets.plain else MOST_PRICED_PLAYED_OUT


def told(prices: Prices) -> dict[str, Any]:
    """Prices as they are written in a proof; what is all zero is left out."""
    told = {name: getattr(prices, name) for name in ("blockers", "losses", "caps", "branches", "life")}
    return {name: list(row) for name, row in told.items() if any(row)} | ({"obeys": prices.obeys} if prices.obeys else {})
