"""The maximum number of requirements that can be obeyed without disobeying a restriction, exactly.

What meets a cheap bound needs no search. Else the problem is reduced and falls into components, and each goes to the first method
that settles it: unit by unit where no row ties any together, a dynamic program where few counts are open at once, a flow
with branch and bound where rows are about single targets, and mixed-integer programming for the rest.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ...budget import Budget, Spent
from .model import Constraint, Declaration, DeclarationModel, bits, obeyed, obeys_restrictions
from .reductions import Component, Reduction, Solved

FEW_STATES = 300
"""States that a dynamic program looks at before other methods are tried."""
FEW_LINKS = 8
"""With more rows than this a dynamic program isn't tried first."""
FLOW_NODES = 12
"""Nodes of the branch and bound over flows that are looked at before it goes to the solver."""
MORE_STATES = 2_000
"""States that a dynamic program looks at after that."""
MANY_STATES = 1_000_000
"""States that it looks at where nothing else is left to try."""
Reductions: TypeAlias = dict[tuple[int, ...], Reduction]
SOLVER_MISSING = "install declarant[solver] for boards as large as this"


class Maximum(NamedTuple):
    """Requirements obeyed by `witness`, the best declaration found; `bound` says how many could be obeyed at most.

    The search is complete where both are equal.
    """

    obeyed: int
    bound: int
    witness: dict[int, int]
    hint: str = ""
    """What would help where the search isn't complete."""

    @property
    def exact(self) -> bool:
        """Whether the maximum is known."""
        return self.obeyed == self.bound


def upper_bound(model: DeclarationModel, allowed: list[int]) -> int:
    """A cheap bound: the requirements that some declaration could obey if it were the only one."""
    return sum(_could_be_obeyed(row, allowed) for row in model.requirements)


def _could_be_obeyed(row: Constraint, allowed: list[int]) -> bool:
    if row.guard is not None or row.minimum == 0:
        return True
    if row.minimum == 1 and row.counted.units & row.counted.units - 1 == 0:
        return bool(allowed[row.counted.units.bit_length() - 1] & row.counted.targets)
    able = 0
    for unit in bits(row.counted.units):
        if allowed[unit] & row.counted.targets:
            able += 1
            if able >= row.minimum:
                return True
    return False


def unit_by_unit(model: DeclarationModel, allowed: list[int]) -> tuple[int, dict[int, int]]:
    """A bound that is less than the cheap one where requirements ask one unit for more than it can do at once; and a declaration
    of each unit for what most of those on it alone ask for, which mostly obeys so many, if restrictions allow it.
    """
    number, best = 0, {}
    asked: dict[int, list[int]] = {}
    for row in model.requirements:
        units = row.counted.units
        if row.guard is None and row.minimum == 1 and units & units - 1 == 0 and model.capacity[units.bit_length() - 1] == 1:
            asked.setdefault(units.bit_length() - 1, []).append(row.counted.targets)
        else:
            number += _could_be_obeyed(row, allowed)
    for unit, targets in asked.items():
        most, meant = _most_asked(allowed[unit], targets)
        if most:
            number, best[unit] = number + most, meant & -meant
    return number, best


def _most_asked(allowed: int, asked: list[int]) -> tuple[int, int]:
    """How many of the sets of targets that are asked for hold one that is allowed, at most; and the targets in so many."""
    in_so_many = [allowed]
    for targets in asked:
        in_so_many.append(0)
        for number in range(len(in_so_many) - 2, -1, -1):
            also = in_so_many[number] & targets
            in_so_many[number] ^= also
            in_so_many[number + 1] |= also
    return max(((number, targets) for number, targets in enumerate(in_so_many) if targets), default=(0, 0))


def maximum(
    model: DeclarationModel,
    allowed: list[int],
    reference: Declaration,
    reductions: Reductions | None = None,
    most: int | None = None,
) -> Maximum:
    """The maximum over declarations within `allowed`, and a declaration that reaches it, as like `reference` as any that does.

    It is alike for each unit that is declared for the same targets. `reductions`: those of the model that were made before, by
    what they allow; `most`: the maximum itself, if it is known. What the model's budget doesn't settle is bounded.
    """
    cheap = upper_bound(model, allowed) if most is None else most
    if _within(reference, allowed) and obeys_restrictions(model, reference) and obeyed(model, reference) == cheap:
        return Maximum(cheap, cheap, dict(sorted(reference.items())))
    reduction = None if reductions is None else reductions.get(tuple(allowed))
    if reduction is None:
        reduction = Reduction(model, allowed)
        if reductions is not None:
            reductions[tuple(allowed)] = reduction
    decomposition = reduction.decomposed(reference)
    witness: dict[int, int] = {}
    profit, hint = 0, ""
    for component in decomposition.components:
        solved = reduction.solved.get(component) or _solved(component, model.budget)
        if not model.budget.spent:  # with more of a budget, more may be found
            reduction.solved[component] = solved
        profit += solved.bound
        hint = hint or solved.hint
        witness |= {unit: decomposition.lift(unit, option) for unit, option in solved.options.items() if option}
    witness = dict(sorted(witness.items()))
    assert obeys_restrictions(model, witness) and _within(witness, allowed), "the witness disobeys a restriction"
    number, bound = obeyed(model, witness), min(cheap, reduction.settled + profit // reduction.scale)
    if (
        number < bound
        and number < obeyed(model, reference)
        and _within(reference, allowed)
        and obeys_restrictions(model, reference)
    ):
        witness, number = dict(sorted(reference.items())), obeyed(model, reference)
    assert number <= bound, "the witness obeys more requirements than there is a bound for"
    return Maximum(number, bound, witness, "" if number == bound else hint)


def _within(declaration: Declaration, allowed: list[int]) -> bool:
    return not any(targets & ~allowed[unit] for unit, targets in declaration.items())


def _solved(component: Component, budget: Budget) -> Solved:
    """The best declaration in a component, or the best one found, and a bound on the profit of any."""
    if not component.links and all(unit.capacity == 1 for unit, _ in component.kinds):
        return _alone(component)
    from . import dynamic_program, flow, mixed_integer

    known = Solved(component.most_profit, {})
    try:
        if len(component.links) <= FEW_LINKS:
            try:
                return Solved(*dynamic_program.best(component, FEW_STATES, budget))
            except (Spent, dynamic_program.TooLarge):
                pass
        relaxed = flow.best(component, FLOW_NODES, budget)
        known = Solved(min(known.bound, relaxed.bound), relaxed.options if relaxed.profit >= 0 else {})
        if relaxed.profit >= 0 and relaxed.bound // component.scale == relaxed.profit // component.scale:
            return known
        try:
            return Solved(*dynamic_program.best(component, MORE_STATES, budget))
        except dynamic_program.TooLarge:
            pass
        try:
            found = mixed_integer.best(component, budget)
            worse = relaxed.profit > (component.profit(found.options) or 0)
            return Solved(min(found.bound, known.bound), known.options if worse else found.options)
        except mixed_integer.NoSolver:
            known = known._replace(hint=SOLVER_MISSING)
        return Solved(*dynamic_program.best(component, MANY_STATES, budget))
    except (Spent, dynamic_program.TooLarge):
        return known


def _alone(component: Component) -> Solved:
    options: dict[int, int] = {}
    most = 0
    for unit, units in component.kinds:
        option = max([0, *(1 << index for index in bits(unit.able))], key=unit.profit)
        most += unit.profit(option) * units.bit_count()
        options |= dict.fromkeys(bits(units), option)
    return Solved(most, options)
