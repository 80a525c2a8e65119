"""Linear programs by the simplex method: as HiGHS solves them, with prices that prove it."""

from random import Random
from typing import Any, NamedTuple

import pytest
from best_play import minimax, positions
from declarant.handlers.best_play.master import Master
from declarant.handlers.best_play.search import Search
from declarant.handlers.legality.search import linear_program
from declarant.handlers.legality.search.linear_program import Entries, HighsProgram, LinearProgram, PlainProgram, Solution
from declarant.projections.rulings import RuledAction
from declarant.tools.best_play import certificates
from declarant.tools.best_play.best import best
from declarant.tools.cases.models import Case
from hypothesis import given
from hypothesis import strategies as st

from bench import best as bench

pytest.importorskip("highspy")


class Drawn(NamedTuple):
    """A linear program, spelt out."""

    columns: list[Entries]
    cost: list[int]
    equal: list[int]
    most: list[int]

    def by(self, program: Any) -> LinearProgram:
        """The same, for a method."""
        penalty = [64_000] if program is PlainProgram else []
        made: LinearProgram = program(self.equal, self.most, *penalty)
        made.add_columns(self.cost, self.columns)
        return made

    def value(self, solution: Solution) -> float:
        """What a solution is worth, which its prices prove."""
        rows, (amounts, prices) = [*self.equal, *self.most], solution
        used = [0.0] * len(rows)
        for amount, column in zip(amounts, self.columns, strict=True):
            for row, n in column:
                used[row] += amount * n
        assert all(abs(used[row] - side) < 1e-5 for row, side in enumerate(self.equal))
        assert all(used[row] - side < 1e-5 for row, side in enumerate(rows))
        value = sum(amount * cost for amount, cost in zip(amounts, self.cost, strict=True))
        # No column is worth more than what it uses up, and all that there is costs as much.
        assert all(
            cost - sum(prices[row] * n for row, n in column) < 1e-4 for cost, column in zip(self.cost, self.columns, strict=True)
        )
        assert min(prices[len(self.equal) :]) > -1e-6
        assert sum(price * side for price, side in zip(prices, rows, strict=True)) == pytest.approx(value, abs=1e-2)
        return value


def drawn(random: Random) -> Drawn:
    """Teams for attackers, each creature once; life may be missing, at a price, as may be what the last row asks for."""
    attackers, blockers = random.randint(1, 6), random.randint(1, 8)
    first, life, asked = attackers, attackers + blockers, attackers + blockers + 1
    columns: list[Entries] = [[(a, 1), (life, random.randint(0, 3))] for a in range(attackers)]
    for _ in range(random.randint(0, 60)):
        team = random.sample(range(blockers), random.randint(1, min(3, blockers)))
        column = [(random.randrange(attackers), 1), *((first + b, random.randint(1, 2)) for b in team)]
        columns.append([*column, (life, random.randint(-2, 3)), (asked, -random.randint(0, 2))])
    cost = [random.randint(-5, 12) for _ in columns]
    return Drawn(
        [*columns, [(life, -1)], [(asked, -1)]],
        cost=[*cost, -1_000, -8_000],
        equal=[random.randint(1, 3) for _ in range(attackers)],
        most=[*(random.randint(0, 3) for _ in range(blockers)), random.randint(-2, 6), -random.randint(0, 3)],
    )


@given(st.integers(0, 2**32))
def test_the_simplex_method_finds_what_highs_finds(seed: int) -> None:
    program = drawn(Random(seed))
    own, highs = (program.value(program.by(each).solved()) for each in (PlainProgram, HighsProgram))
    assert own == pytest.approx(highs, abs=1e-2)


@given(st.integers(0, 2**32))
def test_columns_and_rows_come_and_go(seed: int) -> None:
    random = Random(seed)
    before = drawn(random)
    number, row = len(before.columns), len(before.equal) + len(before.most)
    limits = [({random.randrange(number - 2): 1, number - 1: -1}, random.randint(0, 1)) for _ in range(2)]
    kept = sorted({*range(len(before.equal)), *random.sample(range(number), number // 2), number - 2, number - 1})
    cost = [before.cost[c] + (random.randint(-9, 9) if c < number - 2 else 0) for c in kept]
    rows = [(row, limits[1])]
    after = Drawn(
        [[*before.columns[c], *((at, n) for at, (of, _) in rows if (n := of.get(c)))] for c in kept],
        cost,
        before.equal,
        [*before.most, limits[1][1]],
    )
    values = []
    for each in (PlainProgram, HighsProgram):
        program = before.by(each)
        program.solved()
        for limit in limits:
            program.add_row(*limit)
        program.solved()
        program.remove_row(row)
        program.keep_columns(kept)
        program.change_cost(cost)
        values.append(after.value(program.solved()))
    assert values[0] == pytest.approx(values[1], abs=1e-2)


def test_highs_is_asked_by_its_package_where_its_library_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    program = drawn(Random(0))
    by_library = program.by(HighsProgram).solved()
    monkeypatch.setattr(linear_program, "_library", lambda: None)
    made = program.by(HighsProgram)
    assert made.solved() == by_library
    made.add_row({0: 1}, 0)
    made.remove_row(len(program.equal) + len(program.most))
    made.change_cost(program.cost)
    made.keep_columns(range(len(program.columns)))
    assert program.value(made.solved()) == pytest.approx(program.value(by_library), abs=1e-2)


def test_a_value_is_proved_with_either_method(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed, size in enumerate((4, 6, 8)):
        found = []
        for few in (10**9, -1):  # by the simplex method alone, by HiGHS alone
            monkeypatch.setattr(linear_program, "FEW", few)
            search = Search(Master(bench.drawn(Random(seed), size, size, tight=True)))
            bound, _ = search.run()
            assert bound == search.best
            found.append(bound)
        assert found[0] == found[1]


@pytest.mark.parametrize("action", ["attack", "block"])
def test_small_boards_get_the_same_certificate_where_highs_is_not_installed(
    action: RuledAction, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser."""
    with_highs, without = linear_program._package, lambda: None
    for seed in range(12):
        case = Case.model_validate(positions.case(minimax.draw(Random(seed), "free"), attacking=action == "block"))
        made = []
        for package in (with_highs, without):
            monkeypatch.setattr(linear_program, "_package", package)
            report, found = best(case, action=action)
            made.append((report, certificates.certificate(report, found, "one")))
        assert made[0] == made[1]


def test_what_has_grown_large_is_solved_by_highs(monkeypatch: pytest.MonkeyPatch) -> None:
    program = drawn(Random(0)).by(PlainProgram)
    assert linear_program.in_its_size(program) is program
    monkeypatch.setattr(linear_program, "FEW", program.size - 1)
    large = linear_program.in_its_size(program)
    assert isinstance(large, HighsProgram) and linear_program.in_its_size(large) is large
    monkeypatch.setattr(linear_program, "_package", lambda: None)
    assert linear_program.in_its_size(program) is program
