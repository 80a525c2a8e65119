"""Checks why a ruling on requirements is right: whole numbers, and nothing of the search beyond the model.

An illegal declaration has a witness: another one that obeys the restrictions and more requirements. A legal one has a bound: at
prices of the rows below, none negative, no declaration obeys more. Every declaration that obeys the restrictions satisfies every
row "sum ≤ number", with 0 or 1 for each variable: whether a unit is declared for a target, for any of some targets, and whether a
requirement is obeyed. So the prices times the numbers, plus what each variable still adds by itself, is at least what it obeys. A
proof may branch: a variable is 0 or 1.

Until 2007-04-30 fewer declarations were compared. Where that is each one in which a single unit is changed, all are gone through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from ..rulebook.editions import Requirements
from .search.model import Constraint, Count, Declaration, DeclarationModel, bits, obeyed, obeys_restrictions

SCALE = 5040
"""Prices are written times this."""
DEEPEST = 60
"""Branches on top of each other."""
MOST_CHANGES = 100_000
"""Declarations with a single unit changed beyond which they aren't gone through."""

Terms = dict[int, int]
"""Variable → factor."""


class NotProved(Exception):
    """A certificate that proves nothing, and why not."""


class Program:
    """The rows of a model, for declarations whose units are declared for allowed targets only; `obeying` is what is maximised."""

    def __init__(self, model: DeclarationModel, allowed: list[int]) -> None:
        self.model, self.allowed = model, allowed
        self.rows: list[tuple[Terms, int]] = []
        self.names: list[tuple[Any, ...]] = []
        self._number: dict[tuple[Any, ...], int] = {}
        for unit, targets in enumerate(allowed):
            each = {self._variable("declared", unit, target): 1 for target in bits(targets)}
            if each:
                self.rows.append((each, model.capacity[unit]))
        for row in model.restrictions:
            self._restrict(row)
        self.obeying: Terms = {}
        for number, row in enumerate(model.requirements):
            variable = self._variable("obeyed", number)
            self.obeying[variable] = 1
            self._reward(row, variable)

    def _reward(self, row: Constraint, variable: int) -> None:
        """Where a requirement is obeyed (and whatever guards it is declared), its count is between its bounds."""
        terms, most = self._counted(row.counted)
        guards: list[int | None] = [None] if row.guard is None else [*self._counted(row.guard)[0]]
        for guard in guards:
            needed = [variable] if guard is None else [variable, guard]
            if row.minimum > 0:
                low = dict.fromkeys(terms, -1)
                for each in needed:
                    low = _plus(low, each, row.minimum)
                self.rows.append((low, row.minimum * (len(needed) - 1)))
            if row.maximum is not None and most > row.maximum:
                high = dict(terms)
                for each in needed:
                    high = _plus(high, each, most - row.maximum)
                self.rows.append((high, row.maximum + (most - row.maximum) * len(needed)))

    def _variable(self, *name: Any) -> int:
        if name not in self._number:
            self._number[name] = len(self.names)
            self.names.append(name)
        return self._number[name]

    def _restrict(self, row: Constraint) -> None:
        terms, most = self._counted(row.counted)
        guards: list[int | None] = [None] if row.guard is None else [*self._counted(row.guard)[0]]
        for guard in guards:
            if row.minimum > 0:
                low = dict.fromkeys(terms, -1)
                if guard is None:
                    self.rows.append((low, -row.minimum))
                else:
                    self.rows.append((_plus(low, guard, row.minimum), 0))
            if row.maximum is not None and most > row.maximum:
                if guard is None:
                    self.rows.append((dict(terms), row.maximum))
                else:
                    self.rows.append((_plus(dict(terms), guard, most - row.maximum), most))

    def _counted(self, counted: Count) -> tuple[Terms, int]:
        """The variables that a count sums up, and how many units it has."""
        terms: Terms = {}
        units = [unit for unit in bits(counted.units) if self.allowed[unit] & counted.targets]
        for unit in units:
            targets = self.allowed[unit] & counted.targets
            if self.model.capacity[unit] <= 1 or targets & targets - 1 == 0:
                terms |= {self._variable("declared", unit, target): 1 for target in bits(targets)}
                continue
            any_of = ("any", unit, targets)
            new = any_of not in self._number
            variable = self._variable(*any_of)
            terms[variable] = 1
            if new:
                each = [self._variable("declared", unit, target) for target in bits(targets)]
                self.rows.append(({variable: 1} | dict.fromkeys(each, -1), 0))
                self.rows += [({one: 1, variable: -1}, 0) for one in each]
        return terms, len(units)


def _plus(terms: Terms, variable: int, factor: int) -> Terms:
    return terms | {variable: terms.get(variable, 0) + factor}


def check_better(model: DeclarationModel, doctrine: Requirements, declared: Declaration, more: Declaration) -> tuple[int, int]:
    """As `check_more`, where only those declarations count that the doctrine compares."""
    if doctrine.startswith("local"):
        differing = [unit for unit in range(len(model.units)) if declared.get(unit, 0) != more.get(unit, 0)]
        if len(differing) != 1 or (doctrine != "local" and declared.get(differing[0], 0)):
            raise NotProved("the other declaration doesn't differ by one creature that may be changed")
    return check_more(model, compared(model, doctrine, declared), declared, more)


def check_best(model: DeclarationModel, doctrine: Requirements, declared: Declaration, proof: Mapping[str, Any]) -> int:
    """As `check_most`, where only those declarations count that the doctrine compares."""
    allowed = compared(model, doctrine, declared)
    if not doctrine.startswith("local"):
        return check_most(model, allowed, declared, proof)
    if not obeys_restrictions(model, declared):
        raise NotProved("the declaration disobeys a restriction")
    number = obeyed(model, declared)
    for steps, more in enumerate(changed(model, doctrine, declared, allowed)):
        if steps >= MOST_CHANGES:
            raise NotProved(f"more than {MOST_CHANGES:,} declarations differ by one creature")
        if obeyed(model, more) > number and obeys_restrictions(model, more):
            raise NotProved(f"a declaration that differs by one creature obeys {obeyed(model, more)} requirements")
    return number


def compared(model: DeclarationModel, doctrine: Requirements, declared: Declaration) -> list[int]:
    """The targets of each unit in the declarations that one is compared with; "counted": as it is, or what a requirement asks."""
    allowed = model.comparable(declared)
    if doctrine != "counted":
        return allowed
    asked = [declared.get(unit, 0) for unit in range(len(model.units))]
    for row in model.requirements:
        for unit in bits(row.counted.units if row.minimum else 0):
            asked[unit] |= row.counted.targets
    return [targets & asks for targets, asks in zip(allowed, asked, strict=True)]


def changed(model: DeclarationModel, doctrine: Requirements, declared: Declaration, allowed: list[int]) -> Iterator[Declaration]:
    """Every declaration in which one unit is changed."""
    for unit, targets in enumerate(allowed):
        if doctrine == "local" or not declared.get(unit, 0):
            for size in range(min(model.capacity[unit], targets.bit_count()) + 1):
                for chosen in combinations(bits(targets), size):
                    rest = {other: blocked for other, blocked in declared.items() if other != unit}
                    yield rest | ({unit: sum(1 << target for target in chosen)} if chosen else {})


def check_more(model: DeclarationModel, allowed: list[int], declared: Declaration, more: Declaration) -> tuple[int, int]:
    """How many requirements a declaration obeys, and how many the witness does. Raises NotProved unless those are more."""
    if not obeys_restrictions(model, more) or any(targets & ~allowed[unit] for unit, targets in more.items()):
        raise NotProved("the other declaration disobeys a restriction, or costs what nobody has to pay")
    fewer, number = obeyed(model, declared), obeyed(model, more)
    if number <= fewer:
        raise NotProved(f"the other declaration obeys {number} requirements, and this one {fewer}")
    return fewer, number


def check_most(model: DeclarationModel, allowed: list[int], declared: Declaration, proof: Mapping[str, Any]) -> int:
    """How many requirements a declaration obeys. Raises NotProved unless the proof bounds those of every other one by that."""
    if not obeys_restrictions(model, declared):
        raise NotProved("the declaration disobeys a restriction")
    number = obeyed(model, declared)
    program = Program(model, allowed)
    _check(program, proof, {}, number)
    return number


def _check(program: Program, proof: Mapping[str, Any], fixed: dict[int, int], number: int) -> None:
    if len(fixed) > DEEPEST or not isinstance(proof, Mapping):
        raise NotProved("no proof, or one of too many branches")
    if "branch" in proof:
        variable, both = proof["branch"], proof.get("at")
        if not _is_index(variable, len(program.names)) or variable in fixed or not isinstance(both, list) or len(both) != 2:
            raise NotProved("a branch that is none")
        for value, part in enumerate(both):
            _check(program, part, {**fixed, variable: value}, number)
        return
    most = bound(program, proof.get("prices"), fixed)
    if most >= (number + 1) * SCALE:
        raise NotProved(f"at these prices {most / SCALE:.2f} requirements might be obeyed, and {number} are")


def bound(program: Program, prices: Any, fixed: Mapping[int, int]) -> int:
    """The most that can be obeyed at these prices, times `SCALE`. Raises NotProved for prices that are none."""
    if not isinstance(prices, list):
        raise NotProved("prices that are no list")
    worth = [0] * len(program.names)
    for variable, gain in program.obeying.items():
        worth[variable] = gain * SCALE
    total = 0
    for entry in prices:
        if not isinstance(entry, list) or len(entry) != 2 or not _is_index(entry[0], len(program.rows)):
            raise NotProved("a price of no row")
        place, price = entry
        if not isinstance(price, int) or isinstance(price, bool) or price < 0:
            raise NotProved("a price that is negative, or no whole number")
        terms, limit = program.rows[place]
        total += price * limit
        for variable, factor in terms.items():
            worth[variable] -= price * factor
    return total + sum(each * fixed[v] if v in fixed else max(0, each) for v, each in enumerate(worth))


def _is_index(value: Any, size: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < size
