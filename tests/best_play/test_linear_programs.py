"""Linear programs by the simplex method: as HiGHS solves them, with prices that prove it."""

from random import Random

import pytest
from declarant.handlers.best_play import search
from declarant.handlers.best_play.linear_program import LinearProgram, Simplex, Solver, by_highs, by_simplex
from declarant.handlers.best_play.master import Master
from hypothesis import given
from hypothesis import strategies as st

from bench import best as bench

pytest.importorskip("highspy")


def drawn(random: Random) -> LinearProgram:
    """Teams for attackers, each creature once; life may be missing, at a price, as may be what the last row asks for."""
    attackers, blockers = random.randint(1, 6), random.randint(1, 8)
    first, life, asked = attackers, attackers + blockers, attackers + blockers + 1
    columns = [[(a, 1), (life, random.randint(0, 3))] for a in range(attackers)]
    for _ in range(random.randint(0, 60)):
        team = random.sample(range(blockers), random.randint(1, min(3, blockers)))
        column = [(random.randrange(attackers), 1), *((first + b, random.randint(1, 2)) for b in team)]
        columns.append([*column, (life, random.randint(-2, 3)), (asked, -random.randint(0, 2))])
    return LinearProgram(
        columns,
        cost=[random.randint(-5, 12) for _ in columns],
        equal=[random.randint(1, 3) for _ in range(attackers)],
        most=[*(random.randint(0, 3) for _ in range(blockers)), random.randint(-2, 6), -random.randint(0, 3)],
        soft={life: 1_000, asked: 8_000},
        penalty=64_000,
    )


@given(st.integers(0, 2**32))
def test_the_simplex_method_finds_what_highs_finds(seed: int) -> None:
    program = drawn(Random(seed))
    rows = [*program.equal, *program.most]
    values = []
    for amounts, prices in (by_simplex(program), by_highs(program)):
        used = [0.0] * len(rows)
        for amount, column in zip(amounts, program.columns, strict=True):
            for row, n in column:
                used[row] += amount * n
        assert all(abs(used[row] - side) < 1e-5 for row, side in enumerate(program.equal))
        exceeded = {row: max(0.0, used[row] - side) for row, side in enumerate(rows) if row >= len(program.equal)}
        assert all(by < 1e-5 for row, by in exceeded.items() if row not in program.soft)
        value = sum(amount * cost for amount, cost in zip(amounts, program.cost, strict=True))
        value -= sum(price * exceeded[row] for row, price in program.soft.items())
        # The prices prove it: no column is worth more than what it uses up, and all that there is costs as much.
        assert all(
            cost - sum(prices[row] * n for row, n in column) < 1e-4
            for cost, column in zip(program.cost, program.columns, strict=True)
        )
        assert min(prices[len(program.equal) :]) > -1e-6
        assert sum(price * side for price, side in zip(prices, rows, strict=True)) == pytest.approx(value, abs=1e-2)
        values.append(value)
    assert values[0] == pytest.approx(values[1], abs=1e-2)


@given(st.integers(0, 2**32))
def test_the_simplex_method_goes_on_with_what_columns_are_worth_now(seed: int) -> None:
    random = Random(seed)
    program = drawn(random)
    simplex = Simplex(program)
    simplex.solved(program)
    dearer = program._replace(cost=[cost + random.randint(-9, 9) for cost in program.cost])
    values = [
        sum(price * side for price, side in zip(prices, (*program.equal, *program.most), strict=True))
        for _, prices in (simplex.solved(dearer), by_highs(dearer))
    ]
    assert values[0] == pytest.approx(values[1], abs=1e-2)


def test_a_question_is_answered_the_same_way_whatever_was_asked_before() -> None:
    program = drawn(Random(0))
    size = len(program.columns) * (len(program.equal) + len(program.most))
    own, highs = by_simplex(program), by_highs(program)
    for _ in range(2):
        solver = Solver(few=2 * size)
        assert [solver.solved(program) for _ in range(3)] == [own, own, highs]


def test_columns_are_worth_the_same_one_by_one_and_all_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed, size in enumerate((6, 8, 10)):
        found = []
        for many in (0, 10**9):
            monkeypatch.setattr(search, "MANY", many)
            master = Master(bench.drawn(Random(seed), size, size, tight=True))
            master.solver = Solver(few=0)
            tried = search.Search(master)
            found.append((tried.run(), tried.best, tried.chosen))
        assert found[0] == found[1]
