"""Paying mana against trying every way to pay."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from declarant.handlers.mana import pay, symbols
from hypothesis import given
from hypothesis import strategies as st

COLORS = ("W", "U", "B")
COSTS = ("1", "2", "0", "C", *COLORS, "W/U", "U/B", "2/W", "2/B", "W/P", "B/P", "W/U/P")
AVAILABLE = ("1", "2", "C", *COLORS, "W/U", "U/B")

costs = st.lists(st.sampled_from(COSTS), max_size=4).map(lambda symbols: "".join(f"{{{s}}}" for s in symbols))
pools = st.lists(st.sampled_from(AVAILABLE), max_size=6).map(lambda symbols: "".join(f"{{{s}}}" for s in symbols))


def mana(pool: str) -> tuple[str, ...]:
    """One string for each mana: the types that it may be; none for mana that pays generic costs only."""
    return tuple(one for symbol in symbols(pool) for one in ([""] * int(symbol) if symbol.isdecimal() else [symbol]))


@cache
def ways(due: tuple[str, ...], pool: tuple[str, ...]) -> frozenset[tuple[tuple[str, ...], int]]:
    """Every way to pay: what is left, and the life paid."""
    if not due:
        return frozenset({(tuple(sorted(pool)), 0)})
    found: set[tuple[tuple[str, ...], int]] = set()
    for part in due[0].split("/"):
        if part == "P":
            found |= {(left, life + 2) for left, life in ways(due[1:], pool)}
        else:
            for spent in spending(part, pool):
                rest = tuple(one for index, one in enumerate(pool) if index not in spent)
                found |= ways(due[1:], rest)
    return frozenset(found)


def spending(part: str, pool: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    if part.isdecimal():
        yield from combinations(range(len(pool)), int(part))
    else:
        yield from ((index,) for index, one in enumerate(pool) if part in one.split("/"))


@given(costs, pools, st.integers(0, 5))
def test_a_cost_is_paid_where_it_can_be_with_as_little_life_as_possible(cost: str, pool: str, life: int) -> None:
    possible = {way for way in ways(symbols(cost), mana(pool)) if way[1] <= life}
    paid = pay(cost, pool, life)
    assert (paid is None) == (not possible)
    if paid is not None:
        assert (tuple(sorted(mana(paid.left))), paid.life) in possible
        assert paid.life == min(life for _, life in possible)
