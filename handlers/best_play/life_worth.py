"""What life is worth in a combat: to the defending player a concave function, to the attacking player so much a point.

A concave function is the least of its tangents. So what a block is worth, where the attacking player leaves it as little as can
be, is the least over all slopes of a sum over groups: with `slope` for a point of life, and a constant that makes up for it,

    worth + change(life, lost)  =  min over slopes of  constant(life, slope) + worth - slope * lost.

Each slope is a row of the linear program, and the price of such a row a weight; the weights add up to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class GroupWay(NamedTuple):
    """What a way to divide damage in a group comes to."""

    worth: int
    """Worth of what the attacking player lost, less that of what the defending player lost; life isn't counted."""
    lost: int
    """Life that the defending player loses, net of what is gained."""
    linked: int = 0
    """Life that the attacking player gains."""

    def plus(self, other: GroupWay) -> GroupWay:
        """What this and a way of another group come to."""
        return GroupWay(self.worth + other.worth, self.lost + other.lost, self.linked + other.linked)


@dataclass(frozen=True, slots=True)
class LifeWorth:
    """What life is worth, in the unit of worths."""

    points: tuple[int, ...] = (1,)
    """To the defending player: the first point, the second, …; the last number holds for all further ones. It never rises."""
    gained: int = 1
    """A point that the attacking player gains."""

    @property
    def is_linear(self) -> bool:
        """Whether each point is worth the same."""
        return len(self.points) == 1

    def point(self, number: int) -> int:
        """What a point of life is worth to the defending player: the first one is number 1."""
        return self.points[min(max(number, 1), len(self.points)) - 1]

    def of_all(self, life: int) -> int:
        """What so much life is worth to the defending player."""
        return sum(self.points[:life]) + max(0, life - len(self.points)) * self.points[-1]

    def change(self, life: int, lost: int) -> int:
        """What it is worth to the defending player to go from so much life to so much less, or more."""
        return self.of_all(life - lost) - self.of_all(life)

    def slopes(self, life: int, most_lost: int, most_gained: int) -> tuple[int, ...]:
        """The slopes on which it depends what it is worth to lose or gain life, where no more is lost or gained."""
        size = len(self.points)
        first, last = max(2, life - most_lost + 1), max(2, life + most_gained + 1)
        return tuple(sorted({self.point(number) for number in range(min(first, size), min(last, size) + 1)}))

    def constant(self, life: int, slope: int) -> int:
        """The most by which any loss that is survived is worth more than so much a point."""
        size = len(self.points)
        dear = sum(max(0, self.point(number) - slope) for number in range(life + 1, size + 1))
        cheap = sum(max(0, slope - self.point(number)) for number in range(2, min(life, size) + 1))
        return dear + cheap + max(0, life - size) * max(0, slope - self.points[-1])

    def of(self, way: GroupWay, slope: int) -> int:
        """What a way is worth to the defending player, at so much a point of that player's life."""
        return way.worth - slope * way.lost - self.gained * way.linked


def undominated(ways: Iterable[GroupWay]) -> tuple[GroupWay, ...]:
    """The ways to which no other one is better for the attacking player."""
    kept: list[GroupWay] = []
    for way in sorted(set(ways), key=lambda each: (each.worth, -each.lost, -each.linked)):
        for other in kept:
            if other.lost >= way.lost and other.linked >= way.linked:
                break
        else:
            kept.append(way)
    return tuple(kept)


def taken(groups: Iterable[Sequence[GroupWay]], life_worth: LifeWorth, life: int) -> tuple[int, list[int]]:
    """What the best ways of some groups together leave the defending player, and which way of each group that is."""
    sums: dict[GroupWay, list[int]] = {GroupWay(0, 0): []}
    groups = list(groups)
    if all(len(ways) == 1 for ways in groups):
        worth, lost, linked = [sum(each) for each in zip((0, 0, 0), *(ways[0] for ways in groups), strict=True)]
        sums, groups = {GroupWay(worth, lost, linked): [0] * len(groups)}, []
    for ways in groups:
        found = {total.plus(way): [*chosen, n] for total, chosen in sums.items() for n, way in enumerate(ways)}
        sums = {total: found[total] for total in undominated(found)} if len(found) > 1 else found

    def left(total: GroupWay) -> int:
        return total.worth + life_worth.change(life, total.lost) - life_worth.gained * total.linked

    least = min(sums, key=lambda total: (left(total), total))
    return left(least), sums[least]
