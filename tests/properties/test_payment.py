"""Paying mana against trying every way to pay."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from random import Random

import pytest
from declarant.handlers.budget import Budget, Spent
from declarant.handlers.mana import pay, symbols
from declarant.handlers.procedure import costs as costs_paid
from hypothesis import given
from hypothesis import strategies as st

COLORS = ("W", "U", "B")
COSTS = ("1", "2", "0", "C", *COLORS, "W/U", "U/B", "2/W", "2/B", "3/W", "W/P", "B/P", "W/U/P")
AVAILABLE = ("1", "2", "C", *COLORS, "W/U", "U/B", "2/W", "2/B", "3/W/U")

costs = st.lists(st.sampled_from(COSTS), max_size=4).map(lambda symbols: "".join(f"{{{s}}}" for s in symbols))
pools = st.lists(st.sampled_from(AVAILABLE), max_size=6).map(lambda symbols: "".join(f"{{{s}}}" for s in symbols))


def mana(pool: str) -> tuple[str, ...]:
    """One string for each mana: the types that it may be; none for mana that pays generic costs only."""
    return tuple(one for symbol in symbols(pool) for one in ([""] * int(symbol) if symbol.isdecimal() else [symbol]))


@cache
def ways(due: tuple[str, ...], pool: tuple[str, ...], generic: int = 0) -> frozenset[tuple[tuple[str, ...], int]]:
    """Every way to pay: what is left, and the life paid. Generic mana comes last, all of it together."""
    if not due:
        return frozenset((without(pool, spent), 0) for spent in spending(generic, pool))
    found: set[tuple[tuple[str, ...], int]] = set()
    for part in due[0].split("/"):
        if part == "P":
            found |= {(left, life + 2) for left, life in ways(due[1:], pool, generic)}
        elif part.isdecimal():
            found |= ways(due[1:], pool, generic + int(part))
        else:
            for index, one in enumerate(pool):
                if part in one.split("/"):
                    found |= ways(due[1:], without(pool, (index,)), generic)
    return frozenset(found)


def without(pool: tuple[str, ...], spent: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sorted(one for index, one in enumerate(pool) if index not in spent))


def worth(one: str) -> int:
    """How much generic mana it pays."""
    return max((int(part) for part in one.split("/") if part.isdecimal()), default=1)


def spending(generic: int, pool: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """What pays so much generic mana, none of it for nothing."""
    for size in range(len(pool) + 1):
        for spent in combinations(range(len(pool)), size):
            worths = [worth(pool[index]) for index in spent]
            if sum(worths) >= generic and all(sum(worths) - each < generic for each in worths):
                yield spent


@given(costs, pools, st.integers(0, 5))
def test_a_cost_is_paid_where_it_can_be_with_as_little_life_as_possible(cost: str, pool: str, life: int) -> None:
    possible = {way for way in ways(symbols(cost), mana(pool)) if way[1] <= life}
    paid = pay(cost, pool, life)
    assert (paid is None) == (not possible)
    if paid is not None:
        assert (tuple(sorted(mana(paid.left))), paid.life) in possible
        assert paid.life == min(life for _, life in possible)


def flexibility(pool: tuple[str, ...]) -> int:
    """How much is worth keeping: what each piece can be, and how much it pays."""
    return sum(len([part for part in one.split("/") if part and not part.isdecimal()]) + worth(one) for one in pool)


@given(costs, pools, st.integers(0, 5))
def test_what_is_left_is_as_flexible_as_can_be(cost: str, pool: str, life: int) -> None:
    paid = pay(cost, pool, life)
    if paid is not None:
        equally_good = [left for left, spent in ways(symbols(cost), mana(pool)) if spent == paid.life]
        assert flexibility(mana(paid.left)) == max(map(flexibility, equally_good))


def test_costs_of_many_hybrid_symbols_are_paid() -> None:
    hybrids = ("W/U", "U/B", "B/R", "R/G", "G/W", "W/B", "U/R", "B/G", "R/W", "G/U", "2/W", "W/P")
    cost = "".join(f"{{{symbol}}}" for symbol in hybrids) * 20
    pool = "".join(f"{{{symbol}}}" for symbol in (*hybrids[:10], *"WUBRG")) * 20
    assert pay(cost, pool, 100) == pay(cost, pool, 0)
    assert pay(cost, "{W/U}" * 100, 1_000) is None
    budget = Budget(steps=10)
    with pytest.raises(Spent):
        pay(cost, pool, 100, budget)


def test_permanents_are_found_for_every_cost_if_there_are_enough() -> None:
    for seed in range(500):
        random = Random(seed)
        names = "abcdefg"[: random.randint(1, 7)]
        able = [random.sample(names, random.randint(0, len(names))) for _ in range(random.randint(0, 5))]
        found = costs_paid._matched(able)
        possible = [number for number in range(len(able) + 1) if any(map(different, product(*able[:number])))]
        if isinstance(found, int):
            assert found == max(possible) < len(able)
        else:
            assert different(found)
            assert all(name in names for name, names in zip(found, able, strict=True))


def different(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)
