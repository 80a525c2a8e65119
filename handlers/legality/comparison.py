"""How requirements are compared, by edition: each doctrine names a better declaration than the one proposed, or that there
is none.

- global (from 2007-05-01): no declaration that obeys the restrictions may obey more requirements; helpers are conscripted.
- counted (from 2003-03-15): likewise, but a creature is only changed to options that meet a requirement on it, or left out.
- local (until 2003-03-14): a requirement is unmet if it could be met by changing one creature, the rest as proposed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from ..budget import Spent
from ..rulebook.editions import Edition, Requirements
from .search.dynamic_program import OPTION_LIMIT, TooLarge
from .search.maximum import Maximum, maximum, upper_bound
from .search.model import Declaration, DeclarationModel, obeyed, obeys_restrictions

Doctrine = Callable[[DeclarationModel, Declaration, list[int]], Maximum]
"""The best declaration within the allowed targets that the proposed one is compared with."""


def globally(model: DeclarationModel, proposed: Declaration, allowed: list[int]) -> Maximum:
    """Every declaration is compared."""
    return maximum(model, allowed, proposed)


def counted(model: DeclarationModel, proposed: Declaration, allowed: list[int]) -> Maximum:
    """Each creature as proposed, not declared, or declared for something that a requirement on it asks for."""
    considered = [(proposed.get(unit, 0) | _asked_for(model, unit)) & targets for unit, targets in enumerate(allowed)]
    return maximum(model, considered, proposed)


def _asked_for(model: DeclarationModel, unit: int) -> int:
    """The targets for which declaring the unit helps to meet a requirement."""
    asked = 0
    for row in model.requirements:
        if row.minimum and row.counted.units >> unit & 1:
            asked |= row.counted.targets
    return asked


def locally(model: DeclarationModel, proposed: Declaration, allowed: list[int]) -> Maximum:
    """Any one creature changed, and again as long as more requirements are obeyed."""
    return _climb(model, proposed, allowed, only_undeclared=False)


def locally_undeclared(model: DeclarationModel, proposed: Declaration, allowed: list[int]) -> Maximum:
    """Any one creature more declared, and again as long as more requirements are obeyed."""
    return _climb(model, proposed, allowed, only_undeclared=True)


def _climb(model: DeclarationModel, proposed: Declaration, allowed: list[int], only_undeclared: bool) -> Maximum:
    declaration, number = dict(proposed), obeyed(model, proposed)
    while True:
        try:
            better = _better(model, declaration, number, allowed, only_undeclared)
        except (TooLarge, Spent):
            return Maximum(number, upper_bound(model, allowed), declaration)
        if better is None:
            return Maximum(number, number, declaration)
        declaration, number = better, obeyed(model, better)


def _better(
    model: DeclarationModel, declaration: dict[int, int], number: int, allowed: list[int], only_undeclared: bool
) -> dict[int, int] | None:
    for unit in range(len(model.units)):
        if only_undeclared and declaration.get(unit, 0):
            continue
        for option in _options(model, unit, allowed[unit]):
            model.budget.spend(1 + len(model.requirements))
            changed = {**declaration, unit: option} if option else {u: t for u, t in declaration.items() if u != unit}
            if obeyed(model, changed) > number and obeys_restrictions(model, changed):
                return dict(sorted(changed.items()))
    return None


def _options(model: DeclarationModel, unit: int, allowed: int) -> Iterator[int]:
    targets = [1 << target for target in range(len(model.targets)) if allowed >> target & 1]
    yield 0
    given = 0
    for size in range(1, min(model.capacity[unit], len(targets)) + 1):
        for chosen in combinations(targets, size):
            given += 1
            if given > OPTION_LIMIT:
                raise TooLarge
            yield sum(chosen)


DOCTRINES: dict[Requirements, Doctrine] = {
    "global": globally,
    "counted": counted,
    "local": locally,
    "local, undeclared creatures": locally_undeclared,
}


def compared(model: DeclarationModel, edition: Edition, declaration: Declaration) -> Maximum:
    """The best of the declarations with which this one is compared; itself, where it reaches the cheap bound."""
    number = obeyed(model, declaration)
    allowed = model.comparable(declaration)
    if number == upper_bound(model, allowed):
        return Maximum(number, number, dict(declaration))
    return DOCTRINES[edition.requirements](model, declaration, allowed)
