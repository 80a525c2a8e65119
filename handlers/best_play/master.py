"""The master problem of the search for the best block: its columns, and what there is to use up.

An attacker with more than `PLENTY` sets of blockers isn't enumerated: it is left to pricing (`search.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..budget import Spent
from ..legality.search.linear_program import AnyNumber, Taking, taking
from .columns import BlockColumn, Sets, TooMany
from .position import Position

PLENTY = 600
"""Sets of blockers that are looked at for an attacker before it is left to pricing."""


class Master:
    """The columns of a position, and what there is to use up."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.who_attacks = position.classes_of_attackers()
        self.who_blocks = position.classes_of_blockers()
        attackers = [position.attackers[who[0]] for who in self.who_attacks]
        poisons = any(a.infect or a.toxic for a in attackers)
        losses_matter = position.losses_matter
        self.losses = 0 if not losses_matter else 4 if poisons else 2
        """How many of a column's losses are counted."""
        self.slopes = position.slopes
        self.constants = [position.life_worth.constant(position.life, slope) for slope in self.slopes]
        """What what life is worth adds to the value of a block, at each slope."""
        self.least = position.least
        """No block that keeps the player alive is worth less."""
        self.penalty = 1 - self.least + max(0, position.most)
        """No two blocks differ by more."""
        alive = [position.life - 1] * 2 + [position.poison_left - 1] * 2
        self.size = len(self.who_blocks)
        stock = [len(who) for who in self.who_blocks]
        self.has = [*stock, *alive[: self.losses], *(cap.maximum for cap in position.caps), -position.most_obeyed]
        """What there is to use up: blockers of each class, losses, caps, and (negative) requirements to be obeyed."""
        self.number_of = [len(who) for who in self.who_attacks]
        """How many attackers of each class there are."""
        self.sets = [
            Sets(position, index, who[0], self.who_blocks, losses_matter, self.slopes)
            for index, who in enumerate(self.who_attacks)
        ]
        self.lazy: list[Sets] = []
        self.columns: list[BlockColumn] = []
        self.empty: list[int] = []
        """For each class of attackers, the column in which nobody blocks."""
        self.uses: list[tuple[tuple[int, int], ...]] = []
        """Of each column (what, how much), where it uses up any."""
        self.rows: list[Taking[int]] = []
        """Takes what a column uses out of all that there is to use up."""
        self.numbers: list[tuple[int, ...]] = []
        """How much it uses of that."""
        self.whose: list[int] = []
        """The class of attackers that each column is of."""
        self.values: list[tuple[int, ...]] = []
        """What each column is worth, at each slope."""
        found: list[BlockColumn] = []
        for sets in self.sets:
            self.empty.append(len(found))
            try:
                found += sets.columns(limit=PLENTY)
                continue
            except (TooMany, Spent):
                self.lazy.append(sets)
            try:
                found += sets.columns(most=2)
            except Spent:
                found.append(sets.unblocked())
        self._known = {(column.attacker, column.blockers) for column in found} if self.lazy else set()
        self._fill(found)

    def worth(self, chosen: Iterable[tuple[int, int]]) -> int:
        """What a block of these columns, each so often, is worth."""
        return min(self.sums(chosen))

    def sums(self, chosen: Iterable[tuple[int, AnyNumber]]) -> list[AnyNumber]:
        """What these columns, each so often, come to at each slope."""
        sums: list[AnyNumber] = [*self.constants]
        for column, number in chosen:
            if number:
                sums = [total + number * value for total, value in zip(sums, self.values[column], strict=True)]
        return sums

    def used(self, chosen: Iterable[tuple[int, int]]) -> list[int]:
        """What a block of these columns, each so often, uses up."""
        used = [0] * len(self.has)
        for column, number in chosen:
            for row, n in self.uses[column]:
                used[row] += n * number
        return used

    def _fill(self, columns: Sequence[BlockColumn]) -> None:
        size = self.size
        for column in columns:
            others = *column.outcome.losses[: self.losses], *column.capped, -column.obeys
            uses = (*column.blockers, *((size + at, n) for at, n in enumerate(others) if n))
            rows, numbers = zip(*uses, strict=True) if uses else ((), ())
            self.uses.append(uses)
            self.rows.append(taking(rows))
            self.numbers.append(numbers)
            self.whose.append(column.attacker)
            self.values.append(column.values)
        self.columns += columns

    def add(self, columns: Iterable[BlockColumn]) -> int:
        """Take in columns, and say how many are new."""
        new = [column for column in columns if (column.attacker, column.blockers) not in self._known]
        if new:
            self._known.update((column.attacker, column.blockers) for column in new)
            self._fill(new)
        return len(new)

    def block(self, chosen: Iterable[tuple[int, int]]) -> dict[int, tuple[int, ...]]:
        """A choice of columns, spelt out: attacker → its blockers, both by their numbers; who isn't blocked is left out."""
        attackers, blockers = [list(who) for who in self.who_attacks], [list(who) for who in self.who_blocks]
        block = {}
        for c, number in chosen:
            column = self.columns[c]
            for _ in range(number):
                attacker = attackers[column.attacker].pop(0)
                block[attacker] = tuple(sorted(blockers[b].pop(0) for b, n in column.blockers for _ in range(n)))
        return {attacker: who for attacker, who in sorted(block.items()) if who}
