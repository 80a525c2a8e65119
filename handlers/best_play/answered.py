"""Checks that plans answer every attack, where attacks are too many to be listed: class of attackers by class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import accumulate

from ..legality.verification import NotProved
from .position import EveryAttack

Remainder = list[int]
"""What is left where a plan answers attackers: worth at each slope of what life is worth, then what may still be lost."""


def check_every_answered(
    plans: Sequence[Mapping[int, tuple[Sequence[int], Sequence[int]]]],
    every: EveryAttack,
    begins: tuple[Sequence[int], Sequence[int]],
    most: int,
    answered: Collection[frozenset[int]],
    step: Callable[[], None],
) -> None:
    """Check that one of the plans holds each attack to so much; those that are answered otherwise aside. Raises NotProved.

    Plans: attacker → values and losses of its group. `begins`: the same where nobody attacks. Of attacks that begin alike, a plan
    answers all if it does so where each of the other classes leaves it least. `step` counts them.
    """
    sides = len(begins[0])
    nothing = [0] * (sides + len(begins[1]))
    sums: list[list[list[Remainder]]] = []  # plan → class → number that attack
    for plan in plans:
        rows = [[[*plan[who][0], *(-loss for loss in plan[who][1])] for who in members] for members in every.classes]
        sums.append([list(accumulate(each, _sum, initial=nothing)) for each in rows])
    least = [[[min(row) for row in zip(*each, strict=True)] for each in of] for of in sums]
    rest = [list(accumulate(reversed(of), _sum, initial=nothing))[::-1] for of in least]

    def visit(at: int, numbers: tuple[int, ...], totals: list[Remainder]) -> None:
        step()
        for total, worst in zip(totals, rest, strict=True):
            row = _sum(total, worst[at])
            if min(row[:sides]) >= -most and min(row[sides:]) >= 0:
                return
        if at == len(every.classes):
            attack = frozenset(who for members, n in zip(every.classes, numbers, strict=True) for who in members[:n])
            if attack not in answered:
                raise NotProved(f"no plan answers an attack of {len(attack)} creatures")
            return
        for n in range(len(every.classes[at]) + 1):
            visit(at + 1, (*numbers, n), [_sum(total, of[at][n]) for total, of in zip(totals, sums, strict=True)])

    visit(0, (), [[*begins[0], *begins[1]] for _ in plans])


def _sum(first: Remainder, second: Remainder) -> Remainder:
    return [x + y for x, y in zip(first, second, strict=True)]
