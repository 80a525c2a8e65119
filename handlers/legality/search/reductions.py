"""Reductions: a board and a comparison become smaller problems with the same maximum.

- Rows that always hold or never do are taken out; what the restrictions leave impossible isn't allowed any more, over and over.
- Targets that no row distinguishes become one class: a unit is declared for a class if it is for any target of it.
- Requirements on a single unit become profits of its options, and equal rows become one that weighs more.
- Attackers that can't be blocked by few, and that nobody gains by blocking, aren't blocked.
- Equal units are of one kind, and what no row ties together falls into independent components.

One more requirement obeyed is worth more than any likeness to the reference declaration, so that one sum of profits stands for
both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .model import Constraint, Count, Declaration, DeclarationModel, bits


class Link(NamedTuple):
    """A row over classes of targets that ties units together. `weight` is the profit of obeying it; of a restriction, 0."""

    weight: int
    counted: Count
    minimum: int
    maximum: int | None
    guard: Count | None

    @property
    def units(self) -> int:
        """The units it ties together."""
        return self.counted.units | (self.guard.units if self.guard is not None else 0)

    @property
    def is_window(self) -> bool:
        """Whether it is a restriction on a count wherever that is positive: "can't be blocked except by two or more"."""
        return not self.weight and self.guard == self.counted

    def holds(self, options: Declaration) -> bool:
        """Whether it holds, by plain evaluation."""
        if self.guard is not None and not _number(self.guard, options):
            return True
        number = _number(self.counted, options)
        return self.minimum <= number and (self.maximum is None or number <= self.maximum)


def _number(counted: Count, options: Declaration) -> int:
    return sum(1 for unit, option in options.items() if counted.units >> unit & 1 and counted.targets & option)


class Unit(NamedTuple):
    """What a unit can be declared for, and what that is worth."""

    able: int
    """Classes of targets."""
    capacity: int
    """How many of them at once."""
    gains: tuple[tuple[int, int], ...]
    """(classes, profit of being declared for any of them)."""
    reference: int | None
    """The option of the reference declaration: worth 1. None if it can't be chosen."""

    def profit(self, option: int) -> int:
        """What it is worth that the unit is declared for these classes."""
        return sum(profit for classes, profit in self.gains if classes & option) + (option == self.reference)


class UnitKind(NamedTuple):
    """Units that no row distinguishes."""

    unit: Unit
    units: int


class Component(NamedTuple):
    """Units, by kind, and the rows that tie them together."""

    kinds: tuple[UnitKind, ...]
    links: tuple[Link, ...]
    scale: int
    """The profit of one requirement: more than that of any likeness."""

    @property
    def most_profit(self) -> int:
        """A bound on the profit of any declaration, without a search: that of all that is gained by any."""
        of_units = sum((sum(max(0, profit) for _, profit in unit.gains) + 1) * units.bit_count() for unit, units in self.kinds)
        return of_units + sum(link.weight for link in self.links)

    def profit(self, options: Declaration) -> int | None:
        """The profit of a declaration, by plain evaluation; None if it disobeys a restriction."""
        profit = sum(kind.unit.profit(options.get(unit, 0)) for kind in self.kinds for unit in bits(kind.units))
        for link in self.links:
            if link.holds(options):
                profit += link.weight
            elif not link.weight:
                return None
        return profit


class Solved(NamedTuple):
    """The best declaration found in a component, and a bound on the profit of any; `hint`: what would help to find more."""

    bound: int
    options: dict[int, int]
    hint: str = ""


class Reduction:
    """A problem reduced, whatever the reference declaration is: made once for several of them."""

    def __init__(self, model: DeclarationModel, allowed: list[int]) -> None:
        self.capacity = model.capacity
        self.scale = len(model.units) + 1
        """The profit of a requirement."""
        self.settled = 0
        """Requirements that are obeyed whatever is declared, less those whose gain is negative."""
        self.allowed, restrictions = _propagated(model, allowed)
        able = _Able(list(self.allowed))
        requirements = [row for row in (self._undecided(row, able) for row in model.requirements) if row is not None]
        masks = dict.fromkeys(c.targets for row in (*restrictions, *requirements) for c in (row.counted, row.guard) if c)
        self.classes = _classes(masks, able.targets)
        self._class_masks: dict[int, int] = {}
        self.gains, self.links = self._linked(restrictions, requirements)
        self.useless = self._useless()
        self.solved: dict[Component, Solved] = {}
        """What is known of components already."""

    def decomposed(self, reference: Declaration) -> Decomposition:
        """The problem in its components, of whose solutions that is sought which is most like the reference declaration."""
        return Decomposition(self, reference)

    def _undecided(self, row: Constraint, able: _Able) -> Constraint | None:
        """The requirement over what is able; None if it is sure to be obeyed, or not to be."""
        count = able.count(row.counted)
        guard = None if row.guard is None else able.count(row.guard)
        number = count.units.bit_count()
        if (guard is not None and not guard.units) or (row.minimum <= 0 and (row.maximum is None or row.maximum >= number)):
            self.settled += 1
            return None
        if row.minimum > (number if row.maximum is None else min(number, row.maximum)):
            # It can be obeyed only where its guard doesn't hold.
            return None if guard is None else Constraint(guard, 0, 0)
        return row if count == row.counted and guard == row.guard else Constraint(count, row.minimum, row.maximum, guard)

    def over_classes(self, targets: int) -> int:
        found = self._class_masks.get(targets)
        if found is None:
            found = sum(1 << index for index, members in enumerate(self.classes) if members & targets)
            self._class_masks[targets] = found
        return found

    def _linked(
        self, restrictions: list[Constraint], requirements: list[Constraint]
    ) -> tuple[dict[int, dict[int, int]], list[Link]]:
        gains: dict[int, dict[int, int]] = {}
        weights: dict[Link, int] = {}
        windows = {row.counted: row.minimum for row in restrictions if row.guard == row.counted}
        for row in restrictions:
            weights[self._link(row)] = 0
        for row in requirements:
            if row.guard is None and not row.counted.units & row.counted.units - 1:
                # About one unit: two cases are left, it has to be declared, or not to be.
                unit, classes = row.counted.units.bit_length() - 1, self.over_classes(row.counted.targets)
                profit = self.scale if row.minimum else -self.scale
                self.settled += not row.minimum
                of_unit = gains.setdefault(unit, {})
                of_unit[classes] = of_unit.get(classes, 0) + profit
                continue
            if row.guard is None and 1 <= row.minimum < windows.get(row.counted, 0):
                row = row._replace(minimum=windows[row.counted])
            # Distinguished from an equal restriction by its weight.
            link = self._link(row)._replace(weight=self.scale)
            weights[link] = weights.get(link, 0) + self.scale
        return gains, [link._replace(weight=weight) for link, weight in weights.items()]

    def _link(self, row: Constraint) -> Link:
        count = Count(row.counted.units, self.over_classes(row.counted.targets))
        guard = None if row.guard is None else Count(row.guard.units, self.over_classes(row.guard.targets))
        return Link(0, count, row.minimum, row.maximum, guard)

    def _useless(self) -> int:
        """The classes with windows of their own that no unit is better off in than in another class, or undeclared.

        All units that are declared for such a class can be declared otherwise at once, and nothing is lost by it.
        """
        everyone = _Able(self.allowed)
        own = [
            link
            for link in self.links
            if link.is_window
            and not link.counted.targets & link.counted.targets - 1
            and everyone.count(Count(-1, self.classes[link.counted.targets.bit_length() - 1])).units == link.counted.units
        ]
        windowed = {link.counted.targets: link.counted.units for link in reversed(own)}
        if not windowed:
            return 0
        those = set(own)
        others = [link for link in self.links if link not in those]
        alike: dict[tuple[tuple[bool, bool], ...], list[int]] = {}
        for each in (1 << index for index in range(len(self.classes))):
            if each not in windowed:
                alike.setdefault(_touched(others, each), []).append(each)
        # Units with the same targets and gains have the same alternatives.
        gains = self.gains
        same: dict[tuple[int, tuple[tuple[int, int], ...]], int] = {}
        for unit, targets in enumerate(self.allowed):
            key = (targets, tuple(gains.get(unit, {}).items()))
            same[key] = same.get(key, 0) | 1 << unit
        useless = 0
        for each, able in sorted(windowed.items()):
            instead = alike.get(_touched(others, each), [])
            free = all(link.minimum <= 0 for link in others if link.counted.targets & each)
            different = [(units & able).bit_length() - 1 for units in same.values() if units & able]
            if all(self._has_alternative(unit, gains.get(unit, {}), each, instead, free) for unit in different):
                useless |= each
        return useless

    def _has_alternative(self, unit: int, gains: dict[int, int], each: int, alike: list[int], free: bool) -> bool:
        """Whether the unit may as well be undeclared, if it is `free` to be, or declared for another class."""
        if any(profit < 0 for profit in gains.values()):
            return False
        gained = [classes for classes in gains if classes & each]
        if free and not gained:
            return True
        able = self.over_classes(self.allowed[unit])
        return any(other & able and all(other & classes for classes in gained) for other in alike)


class Decomposition:
    """The components of a reduced problem with a reference declaration, and the way back to targets."""

    def __init__(self, reduction: Reduction, reference: Declaration) -> None:
        self._reduction = reduction
        self._reference = reference
        over_classes = reduction.over_classes
        self._reference_classes = {unit: over_classes(targets) for unit, targets in reference.items()}
        self._allowed, links = reduction.allowed, reduction.links
        # What is of no use isn't closed where the declaration is about it.
        closed = reduction.useless
        for classes in self._reference_classes.values():
            closed &= ~classes
        if closed:
            gone = sum(members for index, members in enumerate(reduction.classes) if closed >> index & 1)
            self._allowed = [targets & ~gone for targets in self._allowed]
            links = [link for link in links if not (link.is_window and link.counted.targets & ~closed == 0)]
        self.components = list(_components(self._kinds(links), links, reduction.scale))

    def lift(self, unit: int, option: int) -> int:
        """The targets of a unit that is declared for these classes."""
        if option == self._reference_option(unit):
            return self._reference.get(unit, 0)
        targets = 0
        for index in bits(option):
            possible = self._reduction.classes[index] & self._allowed[unit]
            targets |= possible & -possible
        return targets

    def _reference_option(self, unit: int) -> int | None:
        targets = self._reference.get(unit, 0)
        possible = not targets & ~self._allowed[unit] and targets.bit_count() <= self._reduction.capacity[unit]
        return self._reference_classes.get(unit, 0) if possible else None

    def _kinds(self, links: list[Link]) -> list[UnitKind]:
        reduction, equal, tied = self._reduction, dict[Unit, int](), 0
        for link in links:
            tied |= link.units
        for index, targets in enumerate(self._allowed):
            if not targets and not tied >> index & 1:
                continue
            able = reduction.over_classes(targets)
            worth: dict[int, int] = {}
            for classes, profit in reduction.gains.get(index, {}).items():
                if classes & able:
                    worth[classes & able] = worth.get(classes & able, 0) + profit
            capacity = max(1, min(reduction.capacity[index], able.bit_count()))
            unit = Unit(able, capacity, tuple(sorted(worth.items())), self._reference_option(index))
            equal[unit] = equal.get(unit, 0) | 1 << index
        kinds = [UnitKind(unit, units) for unit, units in equal.items()]
        for mask in dict.fromkeys(each.units for link in links for each in (link.counted, link.guard) if each):
            kinds = [UnitKind(unit, part) for unit, units in kinds for part in (units & mask, units & ~mask) if part]
        return kinds


def _touched(links: list[Link], each: int) -> tuple[tuple[bool, bool], ...]:
    """Which of the links count a class, and which have it in their guard."""
    return tuple(
        (bool(link.counted.targets & each), link.guard is not None and bool(link.guard.targets & each)) for link in links
    )


class _Able:
    """Which units are able to be declared for which targets: units with the same targets at once."""

    def __init__(self, allowed: list[int]) -> None:
        self._allowed = allowed
        self._units: dict[int, int] = {}
        for index, targets in enumerate(allowed):
            if targets:
                self._units[targets] = self._units.get(targets, 0) | 1 << index
        self._counts: dict[Count, Count] = {}
        self.targets = 0
        for targets in self._units:
            self.targets |= targets

    def count(self, counted: Count) -> Count:
        """The part of a count that can be."""
        units, targets = counted
        if units & units - 1 == 0:
            return Count(units if units and self._allowed[units.bit_length() - 1] & targets else 0, targets & self.targets)
        found = self._counts.get(counted)
        if found is None:
            found = self._counts[counted] = self._narrowed(counted)
        return found

    def _narrowed(self, counted: Count) -> Count:
        units = 0
        for targets, those in self._units.items():
            if targets & counted.targets:
                units |= those
        return Count(units & counted.units, counted.targets & self.targets)


def _propagated(model: DeclarationModel, allowed: list[int]) -> tuple[list[int], list[Constraint]]:
    """What the restrictions leave possible, and those of them that still restrict anything."""
    allowed, able = list(allowed), _Able(allowed)
    rows = model.restrictions
    changed = True
    while changed:
        changed, kept = False, []
        for row in rows:
            count = able.count(row.counted)
            guard = None if row.guard is None else able.count(row.guard)
            number = count.units.bit_count()
            if guard is not None and not guard.units:
                continue
            most = number if row.maximum is None else min(row.maximum, number)
            if row.minimum <= (1 if guard == count else 0) and most == number:
                continue
            impossible = most < (max(row.minimum, 1) if guard == count else row.minimum)
            closed = guard if impossible else count if guard is None and most <= 0 else None
            if closed is None:
                kept.append(Constraint(count, row.minimum, row.maximum, guard))
                continue
            for unit in bits(closed.units):
                allowed[unit] &= ~closed.targets
            able, changed = _Able(allowed), True
        rows = kept
    return allowed, rows


def _classes(masks: Iterable[int], targets: int) -> list[int]:
    """The coarsest partition of the targets that distinguishes the masks."""
    classes = [targets] if targets else []
    for mask in masks:
        classes = [part for members in classes for part in (members & mask, members & ~mask) if part]
    return sorted(classes, key=lambda members: members & -members)


def _components(kinds: list[UnitKind], links: list[Link], scale: int) -> Iterator[Component]:
    tied: list[int] = []
    for mask in (link.units for link in links):
        apart = [other for other in tied if not other & mask]
        for other in tied:
            if other & mask:
                mask |= other
        tied = [*apart, mask]
    for mask in sorted(tied, key=lambda mask: mask & -mask):
        yield Component(
            tuple(UnitKind(unit, units & mask) for unit, units in kinds if units & mask),
            tuple(link for link in links if link.units & mask),
            scale,
        )
    alone = ~sum(tied)
    for unit, units in kinds:
        if units & alone:
            yield Component((UnitKind(unit, units & alone),), (), scale)
