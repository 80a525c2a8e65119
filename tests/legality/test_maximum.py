"""The maximum of requirements against trying everything, on random models of rows over counts."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from typing import Any
from unittest.mock import patch

import pytest
from declarant.handlers.budget import Budget
from declarant.handlers.legality.search import maximum as maximum_module
from declarant.handlers.legality.search.maximum import maximum, unit_by_unit, upper_bound
from declarant.handlers.legality.search.model import Constraint, Count, DeclarationModel
from hypothesis import given, settings
from hypothesis import strategies as st

Pairs = frozenset[tuple[int, int]]


def rows(*parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Constraint]:
    """Rows of these parts: `builds` would draw a guard of its own where none is given, with any numbers."""
    return st.tuples(*parts).map(lambda drawn: Constraint(*drawn))


@st.composite
def models(draw: st.DrawFn) -> DeclarationModel:
    units, targets = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    masks = st.integers(0, (1 << targets) - 1)
    counts = st.tuples(st.integers(1, (1 << units) - 1), st.integers(1, (1 << targets) - 1)).map(lambda masks: Count(*masks))
    maxima = st.none() | st.integers(0, 3)
    # A restriction never asks for a declaration: it bounds a count, or says what must be so if something is declared.
    limits = rows(counts, st.just(0), st.integers(0, 3), st.none())
    guarded = rows(counts, st.integers(0, 3), maxima, counts)
    requirements = rows(counts, st.integers(0, 3), maxima, st.none() | counts)
    return DeclarationModel(
        units=tuple(f"unit {number}" for number in range(units)),
        targets=tuple(f"target {number}" for number in range(targets)),
        allowed=draw(st.lists(masks, min_size=units, max_size=units)),
        capacity=draw(st.lists(st.integers(1, 3), min_size=units, max_size=units)),
        restrictions=draw(st.lists(limits | guarded, max_size=4)),
        requirements=draw(st.lists(requirements, max_size=5)),
    )


def every_declaration(model: DeclarationModel) -> Iterator[Pairs]:
    """All sets of pairs within what is allowed and the capacities."""
    options = []
    for unit, (allowed, capacity) in enumerate(zip(model.allowed, model.capacity, strict=True)):
        pairs = [(unit, target) for target in range(len(model.targets)) if allowed >> target & 1]
        sizes = range(min(capacity, len(pairs)) + 1)
        options.append([chosen for size in sizes for chosen in combinations(pairs, size)])
    for chosen in product(*options):
        yield frozenset(pair for pairs in chosen for pair in pairs)


def counted(count: Count, pairs: Pairs) -> int:
    return len({unit for unit, target in pairs if count.units >> unit & 1 and count.targets >> target & 1})


def is_true(row: Constraint, pairs: Pairs) -> bool:
    if row.guard is not None and counted(row.guard, pairs) == 0:
        return True
    return row.minimum <= counted(row.counted, pairs) <= (len(pairs) if row.maximum is None else row.maximum)


def as_pairs(declaration: dict[int, int]) -> Pairs:
    return frozenset((unit, target) for unit, mask in declaration.items() for target in range(8) if mask >> target & 1)


def as_masks(pairs: Pairs) -> dict[int, int]:
    return {unit: sum(1 << target for other, target in pairs if other == unit) for unit, _ in sorted(pairs)}


def tried(model: DeclarationModel) -> dict[Pairs, int]:
    """Every declaration that obeys the restrictions, and how many requirements it obeys."""
    legal = [pairs for pairs in every_declaration(model) if all(is_true(row, pairs) for row in model.restrictions)]
    return {pairs: sum(is_true(row, pairs) for row in model.requirements) for pairs in legal}


def likeness(model: DeclarationModel, pairs: Pairs, near: Pairs) -> int:
    units = range(len(model.units))
    return sum({p for p in pairs if p[0] == unit} == {p for p in near if p[0] == unit} for unit in units)


@settings(max_examples=300)
@given(models(), st.data())
def test_the_maximum_and_its_witness_are_those_of_enumeration(model: DeclarationModel, data: st.DataObject) -> None:
    near = data.draw(st.sampled_from(list(every_declaration(model))))
    obeyed = tried(model)
    best = maximum(model, model.allowed, as_masks(near))
    witness = as_pairs(best.witness)
    assert best.exact
    assert best.obeyed == max(obeyed.values()) == obeyed[witness]
    assert upper_bound(model, model.allowed) >= best.obeyed
    as_good = [pairs for pairs, number in obeyed.items() if number == best.obeyed]
    assert likeness(model, witness, near) == max(likeness(model, pairs, near) for pairs in as_good)


@settings(max_examples=200)
@given(models())
def test_the_method_for_large_boards_finds_the_same_on_small_ones(model: DeclarationModel) -> None:
    pytest.importorskip("highspy")
    with patch.object(maximum_module, "FEW_STATES", 0):
        best = maximum(model, model.allowed, {})
    obeyed = tried(model)
    assert best.exact
    assert best.obeyed == max(obeyed.values()) == obeyed[as_pairs(best.witness)]


@settings(max_examples=200)
@given(models(), st.integers(0, 30))
def test_a_search_that_is_cut_short_bounds_the_maximum_and_never_guesses_it(model: DeclarationModel, budget: int) -> None:
    best = maximum(replace(model, budget=Budget(steps=budget)), model.allowed, {})
    obeyed = tried(model)
    assert best.obeyed == obeyed[as_pairs(best.witness)]
    assert best.obeyed <= max(obeyed.values()) <= best.bound


@given(models())
def test_what_is_stated_without_a_search_is_so(model: DeclarationModel) -> None:
    every = [pairs for pairs in every_declaration(model) if all(is_true(row, pairs) for row in model.restrictions)]
    bound, declaration = unit_by_unit(model, model.allowed)
    assert bound >= max(sum(is_true(row, pairs) for row in model.requirements) for pairs in every)
    assert all(targets & model.allowed[unit] == targets for unit, targets in declaration.items())


@given(models())
def test_what_is_asked_of_single_units_is_obeyed_unit_by_unit_where_nothing_restricts_it(model: DeclarationModel) -> None:
    of_one = [Constraint(Count(row.counted.units & -row.counted.units, row.counted.targets), 1) for row in model.requirements]
    free = replace(model, restrictions=[], requirements=of_one, capacity=[1] * len(model.units))
    bound, declaration = unit_by_unit(free, free.allowed)
    assert sum(is_true(row, as_pairs(declaration)) for row in free.requirements) == bound == max(tried(free).values())
