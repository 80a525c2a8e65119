"""Mixed-integer programming with HiGHS, for what smaller means don't settle. Only then `highspy` is imported.

One integer variable for each kind of units and class of targets, since units of a kind can stand for each other; a binary one for
each requirement, each guard, and each "any of these classes" of a unit that may be declared for several.
"""

from __future__ import annotations

from contextlib import suppress
from math import isfinite
from typing import Any, NamedTuple

from ...budget import Budget, Spent
from .model import Count, bits
from .reductions import Component, Link, UnitKind

Coefficients = dict[int, int]
"""Variable → coefficient."""


FEASIBLE = 2
"""What HiGHS says of a solution that breaks no row."""

NODE = 20
"""Steps that a node of the branch and bound takes."""

POLL = 0.1
"""Seconds between two looks whether HiGHS is done."""

PATIENCE = 0.5
"""Seconds that HiGHS has to stop in, once nobody waits for it; after that, its thread is left to itself."""


class MixedIntegerSolution(NamedTuple):
    """The best declaration that was found, and how much profit there could be at most."""

    options: dict[int, int]
    bound: int


class NoSolver(Exception):
    """The package `highspy` isn't installed."""


def best(component: Component, budget: Budget) -> MixedIntegerSolution:
    """The best declaration, or the best one found within the budget. Raises NoSolver, and Spent where that is too small."""
    try:
        import highspy
    except ImportError:
        raise NoSolver from None
    return _MixedIntegerProgram(component).solved(highspy, budget)


class _MixedIntegerProgram:
    def __init__(self, component: Component) -> None:
        self.upper: list[int] = []
        self.profit: list[int] = []
        self.rows: list[tuple[Coefficients, int | None, int | None]] = []
        self.constant = 0
        # A unit that may be declared for several is a kind by itself.
        self.kinds = [
            UnitKind(unit, part)
            for unit, units in component.kinds
            for part in ([units] if unit.capacity == 1 else [1 << index for index in bits(units)])
        ]
        self.chosen: list[dict[int, int]] = []
        """For each kind: class → variable, the number of its units that are declared for it."""
        self.any_of: dict[tuple[int, int], int] = {}
        self.positive: dict[Count, Coefficients] = {}
        for number, kind in enumerate(self.kinds):
            self._declare(number, kind)
        for link in component.links:
            self._restrict_or_reward(link)

    def _variable(self, upper: int, profit: int = 0) -> int:
        self.upper.append(upper)
        self.profit.append(profit)
        return len(self.upper) - 1

    def _declare(self, number: int, kind: UnitKind) -> None:
        unit, units = kind
        if unit.capacity == 1:
            undeclared, size = unit.profit(0), units.bit_count()
            self.constant += undeclared * size
            self.chosen.append({index: self._variable(size, unit.profit(1 << index) - undeclared) for index in bits(unit.able)})
            self.rows.append((dict.fromkeys(self.chosen[-1].values(), 1), None, size))
            return
        # Its options are sets of classes.
        self.chosen.append({index: self._variable(1) for index in bits(unit.able)})
        chosen = self.chosen[-1]
        self.rows.append((dict.fromkeys(chosen.values(), 1), None, unit.capacity))
        for classes, profit in unit.gains:
            self.profit[self._any_of(number, classes)] += profit
        if unit.reference is not None:
            alike = self._variable(1, 1)
            for index, variable in chosen.items():
                if unit.reference >> index & 1:
                    self.rows.append(({alike: 1, variable: -1}, None, 0))
                else:
                    self.rows.append(({alike: 1, variable: 1}, None, 1))

    def _any_of(self, number: int, classes: int) -> int:
        """A variable that is 1 wherever the unit of that kind is declared for any of the classes, else 0."""
        chosen = [variable for index, variable in self.chosen[number].items() if classes >> index & 1]
        if len(chosen) == 1:
            return chosen[0]
        classes &= self.kinds[number].unit.able
        found = self.any_of.get((number, classes))
        if found is None:
            found = self.any_of[number, classes] = self._variable(1)
            self.rows.append((dict.fromkeys(chosen, 1) | {found: -1}, 0, None))
            for variable in chosen:
                self.rows.append(({found: 1, variable: -1}, 0, None))
        return found

    def _number(self, counted: Count) -> tuple[Coefficients, int]:
        """A count as a sum of variables, and the most that it can be."""
        terms: Coefficients = {}
        most = 0
        for number, (unit, units) in enumerate(self.kinds):
            if not units & counted.units or not unit.able & counted.targets:
                continue
            most += units.bit_count()
            if unit.capacity == 1:
                terms |= {v: 1 for index, v in self.chosen[number].items() if counted.targets >> index & 1}
            else:
                terms[self._any_of(number, counted.targets)] = 1
        return terms, most

    def _is_positive(self, counted: Count) -> Coefficients:
        """A sum of variables that is at least 1 wherever the count is positive, and never more."""
        found = self.positive.get(counted)
        if found is None:
            terms, most = self._number(counted)
            if most == 1:
                found = terms
            else:
                positive = self._variable(1)
                found = {positive: 1}
                self.rows.append((terms | {positive: -most}, None, 0))
            self.positive[counted] = found
        return found

    def _restrict_or_reward(self, link: Link) -> None:
        """The bounds of a row, as far as its guard is positive and, for a requirement, as far as it counts as obeyed."""
        terms, most = self._number(link.counted)
        conditions = [self._is_positive(link.guard)] if link.guard is not None else []
        if link.weight:
            conditions.append({self._variable(1, link.weight): 1})
        # The bounds apply where all conditions are 1: slack is what is missing to that.
        if link.minimum > 0:
            self.rows.append((_sum(terms, conditions, -link.minimum), link.minimum * (1 - len(conditions)), None))
        if link.maximum is not None and link.maximum < most:
            slack = most - link.maximum
            self.rows.append((_sum(terms, conditions, slack), None, link.maximum + slack * len(conditions)))

    def solved(self, highspy: Any, budget: Budget) -> MixedIntegerSolution:
        budget.spend(sum(len(terms) for terms, _, _ in self.rows))
        solver = highspy.Highs()
        settings: dict[str, Any] = {"output_flag": False, "threads": 1, "random_seed": 0, "mip_rel_gap": 0.0, "mip_abs_gap": 0.9}
        if isfinite(budget.steps_left):
            settings["mip_max_nodes"] = int(budget.steps_left) // NODE
        if isfinite(budget.seconds_left):
            settings["time_limit"] = max(0.0, budget.seconds_left)
        for name, value in settings.items():
            solver.setOptionValue(name, value)
        solver.passModel(self._program(highspy))
        _run(solver, budget)
        values = [round(value) for value in solver.getSolution().col_value]
        info = solver.getInfo()
        with suppress(Spent):  # what was found is found
            budget.spend(NODE * max(0, info.mip_node_count))
        if info.primal_solution_status != FEASIBLE or not values:
            values = [0] * len(self.upper)
        bound = info.mip_dual_bound
        # Without a bound of the solver's own, that of every variable by itself.
        trivial = sum(max(0, profit) * upper for profit, upper in zip(self.profit, self.upper, strict=True))
        most = int(bound + 1e-6) if abs(bound) <= trivial else trivial
        return MixedIntegerSolution(self._options(values), self.constant + most)

    def _program(self, highspy: Any) -> Any:
        infinity = highspy.kHighsInf
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = len(self.upper), len(self.rows)
        program.sense_ = highspy.ObjSense.kMaximize
        program.col_cost_ = self.profit
        program.col_lower_ = [0] * len(self.upper)
        program.col_upper_ = self.upper
        program.integrality_ = [highspy.HighsVarType.kInteger] * len(self.upper)
        program.row_lower_ = [-infinity if lower is None else lower for _, lower, _ in self.rows]
        program.row_upper_ = [infinity if upper is None else upper for _, _, upper in self.rows]
        starts, columns, values = [0], list[int](), list[int]()
        for terms, _, _ in self.rows:
            columns += terms.keys()
            values += terms.values()
            starts.append(len(columns))
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_, program.a_matrix_.index_, program.a_matrix_.value_ = starts, columns, values
        return program

    def _options(self, values: list[int]) -> dict[int, int]:
        options: dict[int, int] = {}
        for (unit, units), chosen in zip(self.kinds, self.chosen, strict=True):
            if unit.capacity > 1:
                option = sum(1 << index for index, variable in chosen.items() if values[variable])
                options[units.bit_length() - 1] = option
                continue
            waiting = bits(units)
            for index, variable in chosen.items():
                for _ in range(values[variable]):
                    options[next(waiting)] = 1 << index
        return options


def _run(solver: Any, budget: Budget) -> None:
    """Solve it in a thread, for an interrupt isn't heard while HiGHS is at work in this one.

    Raises Spent where the time is up and HiGHS doesn't stop. It looks up only now and then.
    """
    solver.HandleUserInterrupt = True
    thread = solver.startSolve()
    try:
        while not solver.wait(POLL)[0]:
            budget.spend(0)
    except Spent:
        solver.cancelSolve()
        thread.join(PATIENCE)
        if thread.is_alive():
            raise
    except BaseException:
        solver.cancelSolve()
        thread.join(PATIENCE)
        raise


def _sum(terms: Coefficients, conditions: list[Coefficients], factor: int) -> Coefficients:
    """The terms, and each condition so many times."""
    total = dict(terms)
    for condition in conditions:
        for variable, coefficient in condition.items():
            total[variable] = total.get(variable, 0) + factor * coefficient
    return {variable: coefficient for variable, coefficient in total.items() if coefficient}
