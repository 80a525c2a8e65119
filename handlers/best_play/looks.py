"""Which attack looks best to all plans so far (`attacks.py`): found by going through attacks, class of attackers by class.

A plan bounds the worth of every attack against which it is a legal block that keeps its player alive. Where there are few
attacks, each has its bound, the least of all plans. Else attacks that begin alike are bounded at once: what was chosen counts,
and of the other classes what is worth most; what is no better than an attack that was found already is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import accumulate, product
from math import prod
from operator import add, gt
from typing import NamedTuple, TypeAlias

from .master import Master

WINS = 2**40
"""What an attack is worth that no block survives."""
Numbers: TypeAlias = tuple[int, ...]
"""An attack: how many of each class of attackers."""
MOST_VISITED = 1_500_000
"""Bounds of single plans that are looked at for a position; beyond, the best attack found has bounds."""
FEW = 4_096
"""Attacks, legal or not, up to which each has its bound."""
Plan: TypeAlias = list[list[int]]
"""For each class of attackers the columns of its members, in the order in which they attack."""


class _Rows(NamedTuple):
    """What the plans say of the attackers, one number a row; `least` and `most` of all classes from one on."""

    begin: list[int]
    of: list[list[list[int]]]
    """Class, in the order in which they are gone through → number that attack → rows."""
    least: list[list[int]]
    most: list[list[int]]
    each: int
    """Rows of a plan: its worth at each slope, losses, requirements obeyed."""


class Looks:
    """Attacks, the plans, and what is known of single attacks."""

    def __init__(self, master: Master, attacks: Collection[Numbers] | None) -> None:
        self.master, self.offered = master, None if attacks is None else {*attacks}
        self.full = tuple(len(who) for who in master.who_attacks)
        self.plans: list[Plan] = []
        self.known: dict[Numbers, int] = {}
        """What attacks are worth at most that were solved."""
        self.given_up: list[Numbers] = []
        """Attacks that aren't allowed, nor larger ones, unless they win."""
        self._visited = 0
        self._attacks: list[Numbers] = []
        """Every attack, where they are few."""
        if prod(n + 1 for n in self.full) <= FEW:
            self._attacks = [*product(*(range(n, -1, -1) for n in self.full))]
        self._bound = [WINS] * len(self._attacks)
        """What the plans that were looked at bound each of them by."""
        self._looked = 0
        """At how many."""
        position = master.position
        who = [members[0] for members in master.who_attacks]
        asks = [[position.asks.get((blocker, a), 0) for a in who] for blocker in range(len(position.blockers))]
        self._asks = [row for row in asks if any(row)]
        self._draws = [len(position.draws.get(a, ())) for a in who]
        self._demands = bool(self._asks) or any(self._draws)
        self._losses = range(master.size, master.size + master.losses)

    @property
    def given_up_on(self) -> bool:
        """Whether nothing more is looked at: it took too long, or the budget is spent."""
        return self._visited > MOST_VISITED or self.master.position.budget.spent

    def could_be_obeyed(self, attack: Sequence[int]) -> int:
        """How many requirements a block of an attack obeys at most."""
        asked = sum(max((n for n, number in zip(row, attack, strict=True) if number), default=0) for row in self._asks)
        return asked + sum(n * number for n, number in zip(self._draws, attack, strict=True))

    def best(self, above: int) -> tuple[Numbers, int] | None:
        """The attack that looks best, of those that look better than so much, and how good; None: there is none."""
        found: list[tuple[Numbers, int]] = []
        for each in self._better(lambda: found[-1][1] if found else above):
            found.append(each)
            if each[1] >= WINS:
                break
        return found[-1] if found else None

    def no_less(self, worth: int, limit: int) -> list[Numbers] | None:
        """The attacks that look no worse; None: they are more than the limit."""
        found: list[Numbers] = []
        for attack, _ in self._better(lambda: worth - 1):
            found.append(attack)
            if len(found) > limit:
                return None
        return None if self.given_up_on else found

    def bound(self, least: int) -> int:
        """No attack is worth more, where one is worth so much at least."""
        found = self.best(least)
        if not self.given_up_on:
            return least if found is None else found[1]
        # Cut short: nobody may block, where that is survived.
        self.plans.append([[column] * number for column, number in zip(self.master.empty, self.full, strict=True)])
        rows = self._rows([*range(len(self.full))])
        self.plans.pop()
        return max(least, min(self._bounds(rows, 0, rows.begin, self.full)))

    def _row(self, column: int) -> list[int]:
        """What a column of a plan adds to its worth at each slope, to losses, and to requirements obeyed."""
        master, uses = self.master, dict(self.master.uses[column])
        row = [-value for value in master.values[column]] + [uses.get(loss, 0) for loss in self._losses]
        return [*row, -uses.get(len(master.has) - 1, 0)] if self._demands else row

    @property
    def _begin(self) -> list[int]:
        """What that is where nobody attacks."""
        return [*(-constant for constant in self.master.constants), *[0] * (len(self._losses) + self._demands)]

    def _look(self, plan: Plan) -> None:
        """Bound each of few attacks by a plan."""
        slopes, losses = len(self.master.slopes), len(self._losses)
        sums = [[number] for number in self._begin]
        for columns in plan:
            added = [*accumulate((self._row(c) for c in columns), lambda x, y: [*map(add, x, y)], initial=[0] * len(sums))]
            by_row = [*zip(*reversed(added), strict=True)]
            sums = [[x + y for x in of for y in more] for of, more in zip(sums, by_row, strict=True)]
        bounds: list[int] = [*map(max, *sums[:slopes])] if slopes > 1 else sums[0]
        has = [self.master.has[row] for row in self._losses]
        falls = [any(map(gt, lost, has)) for lost in zip(*sums[slopes : slopes + losses], strict=True)] if losses else []
        short = [n < self.could_be_obeyed(at) for n, at in zip(sums[-1], self._attacks, strict=True)] if self._demands else []
        for missed in (falls, short):
            bounds = [WINS if fails else bound for bound, fails in zip(bounds, missed, strict=True)] if missed else bounds
        self._bound = [*map(min, self._bound, bounds)]

    def _rows(self, order: list[int]) -> _Rows:
        """The rows of all plans, with the classes in that order."""
        begin, row = self._begin, self._row
        of: list[list[list[int]]] = []
        for a in order:
            sums = [[0] * len(begin) * len(self.plans)]
            for n in range(self.full[a]):
                added = [each for plan in self.plans for each in row(plan[a][n])]
                sums.append([x + y for x, y in zip(sums[-1], added, strict=True)])
            of.append(sums)
        least, most = [[0] * len(begin) * len(self.plans)], [[0] * len(begin) * len(self.plans)]
        for sums in reversed(of):
            least.append([x + min(each) for x, each in zip(least[-1], zip(*sums, strict=True), strict=True)])
            most.append([x + max(each) for x, each in zip(most[-1], zip(*sums, strict=True), strict=True)])
        return _Rows(begin * len(self.plans), of, least[::-1], most[::-1], len(begin))

    def _bounds(self, rows: _Rows, depth: int, sums: list[int], largest: Sequence[int]) -> Iterator[int]:
        """What each plan bounds the attacks by that begin so, of which none is larger."""
        slopes, losses = len(self.master.slopes), len(self._losses)
        most = [x + y for x, y in zip(sums, rows.most[depth], strict=True)]
        has = [self.master.has[row] for row in self._losses]
        obeyed = self.could_be_obeyed(largest) if self._demands else 0
        for at in range(0, len(sums), rows.each):
            lost = most[at + slopes : at + slopes + losses]
            lives = all(n <= left for n, left in zip(lost, has, strict=True))
            holds = not self._demands or sums[at + rows.each - 1] + rows.least[depth][at + rows.each - 1] >= obeyed
            yield max(most[at : at + slopes]) if lives and holds else WINS

    def _better(self, than: Callable[[], int]) -> Iterator[tuple[Numbers, int]]:
        """The attacks that look better than a number that may grow meanwhile."""
        if self._attacks:
            for plan in self.plans[self._looked :]:
                self._look(plan)
                self._visited += len(self._attacks)
            self._looked = len(self.plans)
            if not self.given_up_on or not self.plans:
                yield from self._among_few(than)
            return
        # First what the plans differ about most.
        plain = [[self.master.values[c][0] for plan in self.plans for c in plan[a]] for a in range(len(self.full))]
        order = sorted(range(len(self.full)), key=lambda a: min(plain[a], default=0) - max(plain[a], default=0))
        rows, numbers = self._rows(order), list(self.full)
        begins = {tuple(each[a] for a in order[:n]) for each in self.offered or () for n in range(len(order) + 1)}

        def visit(depth: int, sums: list[int]) -> Iterator[tuple[Numbers, int]]:
            self._visited += 1 + len(self.plans)
            if self.given_up_on and self.plans:
                return
            looks = min(self._bounds(rows, depth, sums, numbers), default=WINS)
            if looks <= than():
                return
            if depth < len(order):
                a = order[depth]
                for n in range(self.full[a], -1, -1):
                    numbers[a] = n
                    if self.offered is None or tuple(numbers[each] for each in order[: depth + 1]) in begins:
                        yield from visit(depth + 1, [x + y for x, y in zip(sums, rows.of[depth][n], strict=True)])
                numbers[a] = self.full[a]
                return
            attack = tuple(numbers)
            looks = min(looks, self.known.get(attack, WINS))
            if looks > than() and not (looks < WINS and self._is_given_up(attack)):
                yield attack, looks

        yield from visit(0, rows.begin)

    def _among_few(self, than: Callable[[], int]) -> Iterator[tuple[Numbers, int]]:
        """The same of few attacks."""
        for attack, bound in zip(self._attacks, self._bound, strict=True):
            if bound > than() and (self.offered is None or attack in self.offered):
                looks = min(bound, self.known.get(attack, WINS))
                if looks > than() and not (looks < WINS and self._is_given_up(attack)):
                    yield attack, looks

    def _is_given_up(self, attack: Numbers) -> bool:
        """Whether an attack isn't allowed, as a smaller one isn't."""
        return any(all(n >= least for n, least in zip(attack, each, strict=True)) for each in self.given_up)
