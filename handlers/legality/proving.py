"""Finds why no declaration obeys more requirements: prices from linear programs, and branches where those leave a gap."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ...events.errors import MissingExtra, Undecided
from ..rulebook.editions import Requirements
from .comparison import DOCTRINES
from .search.model import Declaration, DeclarationModel, obeyed, obeys_restrictions
from .verification import DEEPEST, SCALE, Program, bound, changed, compared

MOST_LEAVES = 500
"""So many linear programs are solved at most."""


def prove_best(model: DeclarationModel, doctrine: Requirements, declared: Declaration) -> dict[str, Any]:
    """As `prove`, for `verification.check_best`. Where one unit is changed, there is nothing to write."""
    if doctrine.startswith("local"):
        return {"prices": []}
    return prove(model, compared(model, doctrine, declared), declared)


def better(model: DeclarationModel, doctrine: Requirements, declared: Declaration) -> Declaration:
    """A declaration that obeys as many requirements as any of those that a doctrine compares with this one. Raises Undecided."""
    allowed = model.comparable(declared)
    if not doctrine.startswith("local"):
        return DOCTRINES[doctrine](model, declared, allowed).witness
    found = (each for each in changed(model, doctrine, declared, allowed) if obeys_restrictions(model, each))
    return max(found, key=lambda each: obeyed(model, each), default=declared)


def prove(model: DeclarationModel, allowed: list[int], declared: Declaration) -> dict[str, Any]:
    """Prices, and branches, for `verification.check_most`. Raises Undecided where none are found, MissingExtra without HiGHS."""
    program, number = Program(model, allowed), obeyed(model, declared)
    if bound(program, [], {}) < (number + 1) * SCALE:
        return {"prices": []}
    left = [MOST_LEAVES]
    return _proved(program, {}, number, left)


def _proved(program: Program, fixed: dict[int, int], number: int, left: list[int]) -> dict[str, Any]:
    left[0] -= 1
    if left[0] < 0 or len(fixed) >= DEEPEST:
        raise Undecided(f"no proof with at most {MOST_LEAVES} linear programs")
    prices, values = _solved(program, fixed)
    if bound(program, prices, fixed) < (number + 1) * SCALE:
        return {"prices": prices}
    open_to = [variable for variable in range(len(program.names)) if variable not in fixed]
    if not open_to:
        raise Undecided("more requirements can be obeyed")
    variable = min(open_to, key=lambda each: (abs(values[each] - 0.5), each))
    return {
        "branch": variable,
        "at": [_proved(program, {**fixed, variable: value}, number, left) for value in (0, 1)],
    }


def _solved(program: Program, fixed: dict[int, int]) -> tuple[list[list[int]], list[float]]:
    """The prices of the rows, rounded, and the values of the variables, of the linear program."""
    try:
        highspy: Any = import_module("highspy")
    except ModuleNotFoundError as error:
        raise MissingExtra(str(error.name), "solver") from None
    solver: Any = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    infinity = highspy.kHighsInf
    for variable in range(len(program.names)):
        value = fixed.get(variable)
        solver.addVar(float(value or 0), float(1 if value is None else value))
        solver.changeColCost(variable, -float(program.obeying.get(variable, 0)))
    for terms, limit in program.rows:
        columns = list(terms)
        solver.addRow(-infinity, float(limit), len(columns), columns, [float(terms[column]) for column in columns])
    solver.run()
    solution = solver.getSolution()
    if solver.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
        _, has_ray, ray = solver.getDualRay()
        if not has_ray:
            raise Undecided("a part of the board without any declaration, and no proof of it")
        return _rounded([1000 * abs(each) for each in ray]), [0.0] * len(program.names)
    return _rounded([-each for each in solution.row_dual]), list(solution.col_value)


def _rounded(prices: list[float]) -> list[list[int]]:
    return [[row, price] for row, each in enumerate(prices) if (price := round(each * SCALE)) > 0]
