"""How many blocks are as good as the best one.

At the prices of the proof a best block can hold only sets of blockers that are worth nearly the most for their attacker: what
they lack, summed up, is no more than the bound exceeds the value by. So few sets are left, and the blocks made of them are
gone through.
"""

from __future__ import annotations

from typing import Any

from .columns import SCALE, BlockColumn, Prices, Sets, worth_at
from .position import Position

MANY_SETS = 60_000
"""Sets of blockers beyond which blocks aren't counted."""
MANY_BLOCKS = 500_000
"""Blocks, in parts, beyond which they aren't counted."""


class _TooMany(Exception):
    pass


def count_best(position: Position, value: int, proof: dict[str, Any]) -> int | None:
    """How many blocks keep their player alive, are legal, and are worth the value, which none exceeds.

    None where that takes too long to find out. Raises Spent.
    """
    size = len(position.blockers)
    able = [[b for b in range(size) if position.able[b] >> a & 1] for a in range(len(position.attackers))]
    if sum(1 << len(who) for who in able) > MANY_SETS:
        return None
    singles = [[b] for b in range(size)]
    prices = _prices(position, proof)
    options: list[list[tuple[int, BlockColumn, int]]] = []
    tops = []
    for attacker in range(len(position.attackers)):
        sets = Sets(position, attacker, attacker, singles, losses_matter=True)
        found = []
        for team in range(1 << len(sets.pool)):
            position.budget.spend()
            tally = [team >> j & 1 for j in range(len(sets.pool))]
            if not team or sets.legal(tally):
                column = sets.column(tally)
                if team and not sets.counts_in(column.outcome):
                    continue
                mask = sum(1 << b for b, _ in column.blockers)
                found.append((mask, column, worth_at(column, prices)))
        tops.append(max(worth for _, _, worth in found))
        options.append(found)
    alive = [position.life - 1] * 2 + [position.poison_left - 1] * 2
    paid = sum(prices.blockers) + sum(p * n for p, n in zip(prices.losses, alive, strict=False))
    paid += sum(p * cap.maximum for p, cap in zip(prices.caps, position.caps, strict=True)) - prices.obeys * position.most_obeyed
    constants = [position.life_worth.constant(position.life, slope) for slope in position.slopes]
    paid += sum(weight * constant for weight, constant in zip(prices.weights, constants, strict=True))
    slack = paid + sum(tops) - value * SCALE
    near = [
        [(mask, column, top - worth) for mask, column, worth in found if top - worth <= slack]
        for found, top in zip(options, tops, strict=True)
    ]
    return _counted(position, near, value, slack, alive, constants)


def _prices(position: Position, proof: dict[str, Any]) -> Prices:
    """The prices at the root of a proof, for every blocker by itself."""
    stated = proof.get("root") or proof.get("prices") or {}
    by_class = stated.get("blockers") or []
    blockers = [0] * len(position.blockers)
    for price, who in zip(by_class, position.classes_of_blockers(), strict=False):
        for blocker in who:
            blockers[blocker] = price
    caps = stated.get("caps") or [0] * len(position.caps)
    life = stated.get("life") or ([SCALE, *[0] * (len(position.slopes) - 1)])
    return Prices(blockers, stated.get("losses") or [0, 0], caps, stated.get("obeys", 0), life=life)


def _counted(
    position: Position,
    near: list[list[tuple[int, BlockColumn, int]]],
    value: int,
    slack: int,
    alive: list[int],
    constants: list[int],
) -> int | None:
    steps = 0

    def further(
        i: int,
        used: int,
        left: int,
        worths: tuple[int, ...],
        losses: tuple[int, ...],
        obeyed: int,
        capped: tuple[int, ...],
    ) -> int:
        nonlocal steps
        if i == len(near):
            stays = all(loss <= most for loss, most in zip(losses, alive, strict=True))
            allowed = all(n <= cap.maximum for n, cap in zip(capped, position.caps, strict=True))
            return int(min(worths) == value and stays and allowed and obeyed >= position.most_obeyed)
        number = 0
        for mask, column, lack in near[i]:
            if lack <= left and not mask & used:
                steps += 1
                position.budget.spend()
                if steps > MANY_BLOCKS:
                    raise _TooMany
                number += further(
                    i + 1,
                    used | mask,
                    left - lack,
                    tuple(a + b for a, b in zip(worths, column.values, strict=True)),
                    tuple(a + b for a, b in zip(losses, column.outcome.losses, strict=True)),
                    obeyed + column.obeys,
                    tuple(a + b for a, b in zip(capped, column.capped, strict=True)),
                )
        return number

    try:
        return further(0, 0, slack, tuple(constants), (0, 0, 0, 0), 0, (0,) * len(position.caps))
    except _TooMany:
        return None
