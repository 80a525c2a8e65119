"""The maximum of requirements against trying everything, on random models of rows over counts."""

from collections.abc import Iterator
from itertools import combinations, product

from declarant.handlers.legality.maximum import maximum, upper_bound
from declarant.handlers.legality.model import Count, Model, Row
from hypothesis import given
from hypothesis import strategies as st

Pairs = frozenset[tuple[int, int]]


@st.composite
def models(draw: st.DrawFn) -> Model:
    units, targets = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    masks = st.integers(0, (1 << targets) - 1)
    counts = st.builds(Count, st.integers(1, (1 << units) - 1), st.integers(1, (1 << targets) - 1))
    maxima = st.none() | st.integers(0, 3)
    # A restriction never asks for a declaration: it bounds a count, or says what must be so if something is declared.
    limits = st.builds(Row, counts, st.just(0), st.integers(0, 3))
    guarded = st.builds(Row, counts, st.integers(0, 3), maxima, counts)
    requirements = st.builds(Row, counts, st.integers(0, 3), maxima, st.none() | counts)
    return Model(
        units=tuple(f"unit {number}" for number in range(units)),
        targets=tuple(f"target {number}" for number in range(targets)),
        allowed=draw(st.lists(masks, min_size=units, max_size=units)),
        capacity=draw(st.lists(st.integers(1, 3), min_size=units, max_size=units)),
        restrictions=draw(st.lists(limits | guarded, max_size=4)),
        requirements=draw(st.lists(requirements, max_size=5)),
    )


def every_declaration(model: Model) -> Iterator[Pairs]:
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


def is_true(row: Row, pairs: Pairs) -> bool:
    if row.guard is not None and counted(row.guard, pairs) == 0:
        return True
    return row.minimum <= counted(row.count, pairs) <= (len(pairs) if row.maximum is None else row.maximum)


def as_pairs(declaration: dict[int, int]) -> Pairs:
    return frozenset((unit, target) for unit, mask in declaration.items() for target in range(8) if mask >> target & 1)


def as_masks(pairs: Pairs) -> dict[int, int]:
    return {unit: sum(1 << target for other, target in pairs if other == unit) for unit, _ in sorted(pairs)}


@given(models(), st.data())
def test_the_maximum_and_its_witness_are_those_of_enumeration(model: Model, data: st.DataObject) -> None:
    declarations = list(every_declaration(model))
    legal = [pairs for pairs in declarations if all(is_true(row, pairs) for row in model.restrictions)]
    obeyed = {pairs: sum(is_true(row, pairs) for row in model.requirements) for pairs in legal}
    near = data.draw(st.sampled_from(declarations))
    best = maximum(model, model.allowed, as_masks(near))
    witness = as_pairs(best.witness)
    assert best.exact
    assert best.obeyed == max(obeyed.values()) == obeyed[witness]
    assert upper_bound(model, model.allowed) >= best.obeyed

    def likeness(pairs: Pairs) -> int:
        units = range(len(model.units))
        return sum({p for p in pairs if p[0] == unit} == {p for p in near if p[0] == unit} for unit in units)

    assert likeness(witness) == max(likeness(pairs) for pairs in legal if obeyed[pairs] == best.obeyed)
