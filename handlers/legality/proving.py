"""Finds why no declaration obeys more requirements: prices from linear programs, and branches where those leave a gap."""

from __future__ import annotations

from typing import Any

from ...events.errors import Undecided
from ..rulebook.editions import Requirements
from .comparison import DOCTRINES
from .search.linear_program import LinearProgram, PlainProgram, in_its_size
from .search.model import Declaration, DeclarationModel, obeyed, obeys_restrictions
from .verification import DEEPEST, SCALE, Program, bound, changed, compared

FEW = 100_000
"""Columns times rows of small programs."""
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
    """Prices, and branches, for `verification.check_most`. Raises Undecided where none are found."""
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
    """The prices of the rows, rounded, and the values of the variables, of the linear relaxation."""
    values = [float(fixed.get(variable, 0)) for variable in range(len(program.names))]
    columns: dict[int, list[tuple[int, int]]] = {variable: [] for variable in range(len(values)) if variable not in fixed}
    most = []
    for row, (terms, limit) in enumerate(program.rows):
        most.append(limit - sum(factor * fixed[variable] for variable, factor in terms.items() if variable in fixed))
        for variable, factor in terms.items():
            if variable in columns and factor:
                columns[variable].append((row, factor))
    below_one = {variable for terms, limit in program.rows if limit == 1 and {*terms.values()} == {1} for variable in terms}
    for variable, entries in columns.items():
        if variable not in below_one:
            entries.append((len(most), 1))
            most.append(1)
    # What a row asks for in vain costs more than all requirements, so that there always is a solution.
    missing = 10 * (len(program.obeying) + 1)
    vain = [[(row, -1)] for row, limit in enumerate(most) if limit < 0]
    linear: LinearProgram = PlainProgram([], most, 64 * missing)
    linear.add_columns(
        [*(program.obeying.get(variable, 0) for variable in columns), *[-missing] * len(vain)], [*columns.values(), *vain]
    )
    amounts, prices = in_its_size(linear, FEW).solved()
    for variable, amount in zip(columns, amounts, strict=False):
        values[variable] = amount
    return _rounded(prices[: len(program.rows)]), values


def _rounded(prices: list[float]) -> list[list[int]]:
    return [[row, price] for row, each in enumerate(prices) if (price := round(each * SCALE)) > 0]
