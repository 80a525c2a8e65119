"""Reductions: a board and a comparison become smaller problems with the same maximum.

- Rows that always hold or never do are taken out; what the restrictions leave impossible isn't allowed any more, over and over.
- Targets that no row tells apart become one class: a unit is declared for a class if it is for any target of it.
- Requirements on a single unit become profits of its options, and equal rows become one that weighs more.
- Attackers that can't be blocked by few, and that nobody gains by blocking, aren't blocked.
- Equal units are of one kind, and what no row ties together falls into independent components.

One more requirement obeyed is worth more than any likeness to the declaration that is to be stayed near to, so that one sum of
profits stands for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from .model import Count, Declaration, Model, Row, bits


class Link(NamedTuple):
    """A row over classes of targets that ties units together. `weight` is the profit of obeying it; of a restriction, 0."""

    weight: int
    count: Count
    minimum: int
    maximum: int | None
    guard: Count | None

    @property
    def units(self) -> int:
        """The units it ties together."""
        return self.count.units | (self.guard.units if self.guard is not None else 0)

    @property
    def is_window(self) -> bool:
        """Whether it is a restriction on a count wherever that is positive: "can't be blocked except by two or more"."""
        return not self.weight and self.guard == self.count

    def holds(self, options: Declaration) -> bool:
        """Whether it holds, by plain evaluation."""
        if self.guard is not None and not _number(self.guard, options):
            return True
        number = _number(self.count, options)
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
    near: int | None
    """The option that is likest to the declaration to stay near to: worth 1. None if it can't be chosen."""

    def profit(self, option: int) -> int:
        """What it is worth that the unit is declared for these classes."""
        return sum(profit for classes, profit in self.gains if classes & option) + (option == self.near)


class Kind(NamedTuple):
    """Units that no row tells apart."""

    unit: Unit
    units: int


@dataclass(frozen=True, slots=True)
class Component:
    """Units, by kind, and the rows that tie them together."""

    kinds: tuple[Kind, ...]
    links: tuple[Link, ...]

    def profit(self, options: Declaration) -> int | None:
        """The profit of a declaration, by plain evaluation; None if it disobeys a restriction."""
        profit = sum(kind.unit.profit(options.get(unit, 0)) for kind in self.kinds for unit in bits(kind.units))
        for link in self.links:
            if link.holds(options):
                profit += link.weight
            elif not link.weight:
                return None
        return profit

    @property
    def bound(self) -> int:
        """No declaration has more profit."""
        most = sum(link.weight for link in self.links)
        for unit, units in self.kinds:
            gains = sum(profit for _, profit in unit.gains if profit > 0)
            if unit.capacity == 1:
                gains = max(0, *(unit.profit(1 << target) for target in bits(unit.able)))
            most += (gains + 1) * units.bit_count()
        return most


class Reduction:
    """The components of a problem, and the way back from classes of targets to targets."""

    def __init__(self, model: Model, allowed: list[int], near: Declaration) -> None:
        self._capacity = model.capacity
        self._near = near
        self.scale = len(model.units) + 1
        """The profit of a requirement."""
        self.settled = 0
        """Requirements that are obeyed whatever is declared, less those whose gain is negative."""
        self._allowed, restrictions = _propagated(model, allowed)
        able = _Able(self._allowed)
        requirements = [row for row in (self._undecided(row, able) for row in model.requirements) if row is not None]
        masks = dict.fromkeys(c.targets for row in (*restrictions, *requirements) for c in (row.count, row.guard) if c)
        self._classes = _classes(masks, able.targets)
        self._class_masks: dict[int, int] = {}
        gains, links = self._linked(restrictions, requirements)
        self._close_useless(links, gains)
        self.components = list(_components(self._kinds(gains, links), links))

    def lift(self, unit: int, option: int) -> int:
        """The targets of a unit that is declared for these classes."""
        near = self._near.get(unit, 0)
        if option == self._near_option(unit):
            return near
        targets = 0
        for index in bits(option):
            possible = self._classes[index] & self._allowed[unit]
            targets |= possible & -possible
        return targets

    def _undecided(self, row: Row, able: _Able) -> Row | None:
        """The requirement over what is able; None if it is sure to be obeyed, or not to be."""
        count = able.count(row.count)
        guard = None if row.guard is None else able.count(row.guard)
        number = count.units.bit_count()
        if (guard is not None and not guard.units) or (row.minimum <= 0 and (row.maximum is None or row.maximum >= number)):
            self.settled += 1
            return None
        if row.minimum > number:
            # It can be obeyed only where its guard doesn't hold.
            return None if guard is None else Row(guard, 0, 0)
        return Row(count, row.minimum, row.maximum, guard)

    def _over_classes(self, targets: int) -> int:
        found = self._class_masks.get(targets)
        if found is None:
            found = sum(1 << index for index, members in enumerate(self._classes) if members & targets)
            self._class_masks[targets] = found
        return found

    def _linked(self, restrictions: list[Row], requirements: list[Row]) -> tuple[dict[int, dict[int, int]], list[Link]]:
        gains: dict[int, dict[int, int]] = {}
        weights: dict[Link, int] = {}
        windows = {row.count: row.minimum for row in restrictions if row.guard == row.count}
        for row in restrictions:
            weights[self._link(row)] = 0
        for row in requirements:
            if row.guard is None and not row.count.units & row.count.units - 1:
                # About one unit: two cases are left, it has to be declared, or not to be.
                unit, classes = row.count.units.bit_length() - 1, self._over_classes(row.count.targets)
                profit = self.scale if row.minimum else -self.scale
                self.settled += not row.minimum
                of_unit = gains.setdefault(unit, {})
                of_unit[classes] = of_unit.get(classes, 0) + profit
                continue
            if row.guard is None and 1 <= row.minimum < windows.get(row.count, 0):
                row = replace(row, minimum=windows[row.count])
            # Told from an equal restriction by its weight.
            link = self._link(row)._replace(weight=self.scale)
            weights[link] = weights.get(link, 0) + self.scale
        return gains, [link._replace(weight=weight) for link, weight in weights.items()]

    def _link(self, row: Row) -> Link:
        count = Count(row.count.units, self._over_classes(row.count.targets))
        guard = None if row.guard is None else Count(row.guard.units, self._over_classes(row.guard.targets))
        return Link(0, count, row.minimum, row.maximum, guard)

    def _near_option(self, unit: int) -> int | None:
        near = self._near.get(unit, 0)
        possible = not near & ~self._allowed[unit] and near.bit_count() <= self._capacity[unit]
        return self._over_classes(near) if possible else None

    def _close_useless(self, links: list[Link], gains: dict[int, dict[int, int]]) -> None:
        """Take classes out that have windows of their own and that no unit is better off in than in another, or undeclared.

        All that are declared for such a class in a declaration can then be declared otherwise at once, and lose nothing.
        """
        own = [link for link in links if link.is_window and not link.count.targets & link.count.targets - 1]
        windowed = {link.count.targets for link in own}
        if not windowed:
            return
        others = [link for link in links if link not in own]
        kept = {self._over_classes(targets) for targets in self._near.values()}
        closed = 0
        for each in sorted(windowed):
            if any(option & each for option in kept):
                continue
            alike = sum(
                1 << index
                for index in range(len(self._classes))
                if 1 << index not in windowed
                and all(_touches(link, 1 << index) == _touches(link, each) for link in others)
            )
            helpless = all(
                not (link.guard is None or link.weight) and not link.count.targets & each
                if link.weight or link.minimum
                else True
                for link in others
                if any(_touches(link, each))
            )
            units = next(link.count.units for link in own if link.count.targets == each)
            if all(
                self._has_alternative(gains.get(unit, {}), self._over_classes(self._allowed[unit]), each, alike, helpless)
                for unit in bits(units)
            ):
                closed |= each
        if closed:
            gone = sum(members for index, members in enumerate(self._classes) if closed >> index & 1)
            self._allowed = [targets & ~gone for targets in self._allowed]
            links[:] = [link for link in links if not (link in own and link.count.targets & closed)]

    @staticmethod
    def _has_alternative(gains: dict[int, int], able: int, each: int, alike: int, helpless: bool) -> bool:
        worth = sum(profit for classes, profit in gains.items() if classes & each)
        if helpless and worth <= 0 and all(profit >= 0 for profit in gains.values()):
            return True
        return any(
            sum(profit for classes, profit in gains.items() if classes >> index & 1) >= worth for index in bits(alike & able)
        ) and all(profit >= 0 for profit in gains.values())

    def _kinds(self, gains: dict[int, dict[int, int]], links: list[Link]) -> list[Kind]:
        equal: dict[Unit, int] = {}
        for index, targets in enumerate(self._allowed):
            if not targets:
                continue
            able = self._over_classes(targets)
            worth = gains.get(index)
            unit = Unit(
                able,
                min(self._capacity[index], able.bit_count()),
                tuple(sorted((classes & able, profit) for classes, profit in worth.items() if classes & able)) if worth else (),
                self._near_option(index),
            )
            equal[unit] = equal.get(unit, 0) | 1 << index
        kinds = [Kind(unit, units) for unit, units in equal.items()]
        for mask in dict.fromkeys(counted.units for link in links for counted in (link.count, link.guard) if counted):
            kinds = [Kind(unit, part) for unit, units in kinds for part in (units & mask, units & ~mask) if part]
        return kinds


def _touches(link: Link, each: int) -> tuple[bool, bool]:
    return bool(link.count.targets & each), link.guard is not None and bool(link.guard.targets & each)


class _Able:
    """Which units are able to be declared for which targets: units with the same targets at once."""

    def __init__(self, allowed: list[int]) -> None:
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
        if counted.units & counted.units - 1 == 0:
            return self._narrowed(counted)
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


def _propagated(model: Model, allowed: list[int]) -> tuple[list[int], list[Row]]:
    """What the restrictions leave possible, and those of them that still restrict anything."""
    allowed, able = list(allowed), _Able(allowed)
    rows = model.restrictions
    changed = True
    while changed:
        changed, kept = False, []
        for row in rows:
            count = able.count(row.count)
            guard = None if row.guard is None else able.count(row.guard)
            number = count.units.bit_count()
            if guard is not None and not guard.units:
                continue
            most = number if row.maximum is None else min(row.maximum, number)
            if row.minimum <= 0 and most == number:
                continue
            impossible = most < (max(row.minimum, 1) if guard == count else row.minimum)
            closed = guard if impossible else count if guard is None and most <= 0 else None
            if closed is None:
                kept.append(Row(count, row.minimum, row.maximum, guard))
                continue
            for unit in bits(closed.units):
                allowed[unit] &= ~closed.targets
            able, changed = _Able(allowed), True
        rows = kept
    return allowed, rows


def _classes(masks: Iterable[int], targets: int) -> list[int]:
    """The coarsest partition of the targets that tells the masks apart."""
    classes = [targets] if targets else []
    for mask in masks:
        classes = [part for members in classes for part in (members & mask, members & ~mask) if part]
    return sorted(classes, key=lambda members: members & -members)


def _components(kinds: list[Kind], links: list[Link]) -> Iterator[Component]:
    tied: list[int] = []
    for mask in [kind.units for kind in kinds if kind.unit.capacity == 0] + [link.units for link in links]:
        apart = [other for other in tied if not other & mask]
        for other in tied:
            if other & mask:
                mask |= other
        tied = [*apart, mask]
    for mask in sorted(tied, key=lambda mask: mask & -mask):
        yield Component(
            tuple(Kind(unit, units & mask) for unit, units in kinds if units & mask),
            tuple(link for link in links if link.units & mask),
        )
    alone = ~sum(tied)
    for unit, units in kinds:
        if units & alone:
            yield Component((Kind(unit, units & alone),), ())
