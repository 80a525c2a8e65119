"""The legal declaration that is nearest to one that can't stand, and of those the nearest that the player can pay for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from ...events.errors import Undecided
from ..budget import Spent
from .formulation import Formulation
from .legal import legal_declarations
from .search.maximum import Maximum
from .search.model import Declaration, DeclarationModel, bits, obeyed

Chosen = Mapping[str, tuple[str, ...]]
Payable = Callable[[Chosen], bool]
"""Whether the player can declare that, and pay for it."""

TRIED = 100
"""So many declarations are tried for payment; then another one that can be paid is taken, though it may not be the nearest."""


FEW = 40
SOON = 2_000
"""For a ruling, the nearest is looked for only among so many creatures, and no further than so many steps."""

LOOKED_AT = 200_000
"""So many cost instances are looked at, counted each time, before that."""


class NearestDeclaration(NamedTuple):
    """A legal declaration; `fewest`: it is sure that no other like it has fewer changes."""

    declaration: dict[int, int]
    fewest: bool


def way_out(formulation: Formulation, chosen: Chosen, free: bool = False) -> dict[str, tuple[str, ...]] | None:
    """A legal declaration like the one that was tried; with `free`, one that costs nothing. None if the search is given up."""
    possible = {
        unit: tuple(target for target in targets if target in formulation.target)
        for unit, targets in chosen.items()
        if unit in formulation.unit
    }
    near = formulation.declaration(possible)
    incurred = frozenset() if free else formulation.model.incurred(near)
    like = legal_like(formulation, formulation.model.without_other_costs(incurred), near)
    return formulation.names(like.witness) if like.exact else None


def legal_like(formulation: Formulation, allowed: list[int], near: Declaration) -> Maximum:
    """The maximum of requirements within `allowed`, by a declaration like `near`: the nearest, where that is soon found."""
    model = formulation.model
    if formulation.edition.requirements == "global" and not model.tolls and not model.exempt and len(model.units) <= FEW:
        try:
            witness = legal_declarations(formulation).nearest(near, SOON)
            return Maximum(number := obeyed(model, witness), number, witness)
        except Undecided:
            pass
    return formulation.maximum(allowed, near)


def nearest(formulation: Formulation, chosen: Chosen, payable: Payable | None) -> NearestDeclaration | None:
    """The nearest legal declaration that the player can pay for (None: that costs nothing). None if the search is given up.
    Raises Spent.

    Those that incur no more than some of the cost instances are legal as they were without the others, for nobody is required to
    pay. So where the nearest can't be paid, the nearest without each of its cost instances are tried, the nearest of all first.
    """
    every = frozenset(toll.key for toll in formulation.model.tolls)
    if payable is None:
        return _nearest_without(formulation, chosen, every)
    if not _more_costs_more(formulation):
        for declaration in _in_order_of_changes(formulation, chosen):
            if payable(formulation.names(declaration)):
                return NearestDeclaration(declaration, True)
    found = _nearest_without(formulation, chosen, frozenset())
    if found is None or payable(formulation.names(found.declaration)):
        return found
    if not found.fewest:
        return _nearest_without(formulation, chosen, every)
    best = _best_first(formulation, chosen, payable, found)
    return best or _paying_for_as_much_as_possible(formulation, chosen, payable, found)


def _best_first(
    formulation: Formulation, chosen: Chosen, payable: Payable, unpaid: NearestDeclaration
) -> NearestDeclaration | None:
    model, number, proposed = formulation.model, count(), proposal(formulation, chosen)
    queue: list[tuple[tuple[Any, ...], int, frozenset[tuple[int, ...]], NearestDeclaration]] = [
        ((), next(number), frozenset[tuple[int, ...]](), unpaid)
    ]
    seen = {frozenset[tuple[int, ...]]()}
    looked_at = 0
    for _ in range(TRIED):
        if not queue:
            return None
        _, _, without, found = heappop(queue)
        if found is not unpaid and payable(formulation.names(found.declaration)):
            return found._replace(fewest=found.fewest and _more_costs_more(formulation))
        for key in sorted(model.incurred(found.declaration)):
            fewer = without | {key}
            looked_at += 1 + len(model.tolls)
            if looked_at > LOOKED_AT:
                return None
            following = None if fewer in seen else _nearest_without(formulation, chosen, fewer)
            seen.add(fewer)
            if following is not None:
                order: tuple[Any, ...] = _changes(model, following.declaration, proposed), *_order(model, following.declaration)
                heappush(queue, (order, next(number), fewer, following))
    return None


def _paying_for_as_much_as_possible(
    formulation: Formulation, chosen: Chosen, payable: Payable, unpaid: NearestDeclaration
) -> NearestDeclaration | None:
    """One that can be paid, with the first cost instances that the nearest incurs, as many as can be."""
    every = frozenset(toll.key for toll in formulation.model.tolls)
    incurred = sorted(formulation.model.incurred(unpaid.declaration))
    best, paid, unpayable = _nearest_without(formulation, chosen, every), 0, len(incurred)
    while unpayable - paid > 1:
        number = (paid + unpayable) // 2
        found = _nearest_without(formulation, chosen, every - frozenset(incurred[:number]))
        if found is not None and payable(formulation.names(found.declaration)):
            best, paid = found, number
        else:
            unpayable = number
    return None if best is None else best._replace(fewest=False)


def proposal(formulation: Formulation, chosen: Chosen) -> dict[int, int]:
    """The declaration by bits; what can't be declared like that stands for itself alone (-1), so that it has to change."""
    return {
        formulation.unit[unit]: sum(1 << formulation.target[target] for target in set(targets))
        if formulation.target.keys() >= set(targets) and len(set(targets)) == len(targets)
        else -1
        for unit, targets in chosen.items()
        if unit in formulation.unit
    }


def _nearest_without(formulation: Formulation, chosen: Chosen, without: frozenset[tuple[int, ...]]) -> NearestDeclaration | None:
    model = formulation.model
    legal = legal_declarations(formulation, without)
    model.budget.spend(1 + len(model.tolls))
    try:
        return NearestDeclaration(legal.nearest(proposal(formulation, chosen)), True)
    except Spent:
        raise
    except Undecided:
        found = way_out(formulation, chosen, free=without.issuperset(toll.key for toll in model.tolls))
        return None if found is None else NearestDeclaration(formulation.declaration(found), False)


def _more_costs_more(formulation: Formulation) -> bool:
    """Whether nobody can pay a cost who can't pay a part of it: not so where attackers tap, and are tapped for another cost."""
    costs = [held.cost for held in formulation.costs.values()]
    return all(
        isinstance(cost.generic, int)
        and isinstance(cost.times, int)
        and all(part.action != "tap" and isinstance(part.number, int) for part in cost.permanents)
        for cost in costs
    )


def _in_order_of_changes(formulation: Formulation, chosen: Chosen) -> Iterator[dict[int, int]]:
    """All legal declarations, those with the fewest changes first; none where they are many."""
    model, proposed = formulation.model, proposal(formulation, chosen)
    legal = legal_declarations(formulation)
    try:
        if legal.count() <= TRIED:
            yield from sorted(legal, key=lambda declaration: _changes(model, declaration, proposed))
    except Undecided:
        return


def _changes(model: DeclarationModel, declaration: Declaration, proposed: Declaration) -> int:
    return sum(declaration.get(unit, 0) != proposed.get(unit, 0) for unit in range(len(model.units)))


def _order(model: DeclarationModel, declaration: Declaration) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Where it stands in the order of options."""
    for unit in range(len(model.units)):
        targets = declaration.get(unit, 0)
        yield targets.bit_count(), tuple(bits(targets))
