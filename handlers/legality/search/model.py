"""One model for both declarations: units that may be declared, targets they may be declared for, and rows over counts.

A *unit* is a creature that may attack or block; a *target* what it may attack, or an attacker it may block. A *count* is the
number of units of a set that are declared for at least one target of a set. Every restriction that isn't about a single pair,
and every requirement, is a *row*: wherever the guard's count is positive, another count lies between bounds. So "can't be
blocked except by two or more", "can't attack alone", "no more than one creature can attack", "must be blocked if able" and "if A
attacks, B attacks if able" are all said alike. Sets of units and of targets are bit masks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ...budget import Budget

Declaration = Mapping[int, int]
"""Unit → mask of the targets it is declared for; a unit that isn't declared is absent."""


class Count(NamedTuple):
    """How many of these units are declared for at least one of these targets."""

    units: int
    targets: int


class Constraint(NamedTuple):
    """`minimum <= count <= maximum` wherever the guard's count is positive (None: always, no bound)."""

    counted: Count
    minimum: int = 0
    maximum: int | None = None
    guard: Count | None = None
    why: str = ""


class Toll(NamedTuple):
    """A cost instance: it is incurred where the unit is declared for one of the targets."""

    unit: int
    targets: int
    key: tuple[int, ...]
    """What distinguishes instances: the effect, the creature and, for a tax on attacking somebody, the defender."""


@dataclass(slots=True)
class DeclarationModel:
    """A formulated board. `allowed[u]`: targets that no restriction on the pair forbids; `capacity[u]`: how many of them at once.

    `exempt`: the mask of the units that no requirement can force to be declared otherwise. `budget`: what all searches in it may
    take together.
    """

    units: tuple[str, ...]
    targets: tuple[str, ...]
    allowed: list[int]
    capacity: list[int]
    restrictions: list[Constraint] = field(default_factory=list)
    requirements: list[Constraint] = field(default_factory=list)
    tolls: list[Toll] = field(default_factory=list)
    exempt: int = 0
    budget: Budget = field(default_factory=Budget, compare=False)

    @property
    def every_unit(self) -> int:
        """The mask of all units."""
        return (1 << len(self.units)) - 1

    @property
    def every_target(self) -> int:
        """The mask of all targets."""
        return (1 << len(self.targets)) - 1

    def incurred(self, declaration: Declaration) -> frozenset[tuple[int, ...]]:
        """The keys of the cost instances that a declaration incurs."""
        return frozenset(toll.key for toll in self.tolls if declaration.get(toll.unit, 0) & toll.targets)

    def without_other_costs(self, incurred: frozenset[tuple[int, ...]]) -> list[int]:
        """The allowed targets of each unit for declarations whose cost instances are among these: nobody is required to pay."""
        allowed = list(self.allowed)
        for toll in self.tolls:
            if toll.key not in incurred:
                allowed[toll.unit] &= ~toll.targets
        return allowed

    def comparable(self, proposed: Declaration) -> list[int]:
        """The allowed targets of each unit for declarations that a proposed one has to be compared with."""
        if not self.tolls and not self.exempt:
            return list(self.allowed)
        allowed = self.without_other_costs(self.incurred(proposed))
        for unit in bits(self.exempt):
            allowed[unit] = proposed.get(unit, 0) & self.allowed[unit]
        return allowed


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits of a mask, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def count(declaration: Declaration, counted: Count) -> int:
    """How many units of the count are declared for one of its targets."""
    if counted.units & counted.units - 1 == 0:
        return 1 if declaration.get(counted.units.bit_length() - 1, 0) & counted.targets else 0
    if counted.units.bit_count() < len(declaration):
        return sum(1 for unit in bits(counted.units) if declaration.get(unit, 0) & counted.targets)
    return sum(1 for unit, targets in declaration.items() if counted.units >> unit & 1 and targets & counted.targets)


def holds(row: Constraint, declaration: Declaration) -> bool:
    """Whether a row holds for a declaration, by plain evaluation."""
    if row.guard is not None and not count(declaration, row.guard):
        return True
    number = count(declaration, row.counted)
    return row.minimum <= number and (row.maximum is None or number <= row.maximum)


def obeyed(model: DeclarationModel, declaration: Declaration) -> int:
    """How many requirements a declaration obeys."""
    return sum([holds(row, declaration) for row in model.requirements])


def obeys_restrictions(model: DeclarationModel, declaration: Declaration) -> bool:
    """Whether a declaration disobeys no restriction, by plain evaluation."""
    return all(
        not targets & ~model.allowed[unit] and targets.bit_count() <= model.capacity[unit]
        for unit, targets in declaration.items()
    ) and all(holds(row, declaration) for row in model.restrictions)
