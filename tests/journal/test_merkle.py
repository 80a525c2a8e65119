"""The Merkle tree of transparency logs, beside its definition."""

from __future__ import annotations

from functools import cache

import pytest
from declarant.tools.proving.merkle import (
    EMPTY,
    HEIGHT,
    SIZE,
    Tree,
    is_consistent,
    leaf_hash,
    node_hash,
    root_from_inclusion,
)
from hypothesis import given
from hypothesis import strategies as st

LEAVES = [leaf_hash(str(number).encode()) for number in range(70_000)]

OF_RFC_6962 = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
"""The inputs that implementations of Certificate Transparency are tested with."""


@cache
def by_definition(start: int, end: int) -> bytes:
    if end == start:
        return EMPTY
    if end - start == 1:
        return LEAVES[start]
    half = 1
    while half * 2 < end - start:
        half *= 2
    return node_hash(by_definition(start, start + half), by_definition(start + half, end))


@cache
def tile(level: int, number: int) -> bytes:
    wide = 1 << HEIGHT * level
    firsts = range(number << HEIGHT * (level + 1), min(number + 1 << HEIGHT * (level + 1), len(LEAVES)), wide)
    return b"".join(by_definition(first, first + wide) for first in firsts if first + wide <= len(LEAVES))


TREE = Tree(tile)
SIZES = st.integers(0, 1200) | st.integers(65_300, 66_000) | st.just(70_000)


def test_the_root_is_that_of_the_examples_that_others_are_tested_with() -> None:
    leaves = [leaf_hash(bytes.fromhex(each)) for each in OF_RFC_6962]
    tree = Tree(lambda level, number: b"".join(leaves))
    assert tree.root(8).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
    assert tree.root(0).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@given(SIZES)
def test_the_root_over_tiles_is_that_of_the_definition(size: int) -> None:
    assert TREE.root(size) == by_definition(0, size)


@given(SIZES.filter(bool), st.data())
def test_an_inclusion_leads_to_the_root_of_its_leaf_only(size: int, data: st.DataObject) -> None:
    index = data.draw(st.integers(0, size - 1))
    proof, root = TREE.inclusion(index, size), by_definition(0, size)
    assert root_from_inclusion(LEAVES[index], index, size, proof) == root
    assert root_from_inclusion(leaf_hash(b"another"), index, size, proof) != root
    other = data.draw(st.integers(0, size))
    assert (root_from_inclusion(LEAVES[index], other, size, proof) == root) == (other == index)
    if proof:
        place = data.draw(st.integers(0, len(proof) - 1))
        assert root_from_inclusion(LEAVES[index], index, size, proof[:place] + proof[place + 1 :]) != root
        altered = [*proof[:place], bytes(SIZE), *proof[place + 1 :]]
        assert root_from_inclusion(LEAVES[index], index, size, altered) != root
    assert root_from_inclusion(LEAVES[index], index, size, [*proof, bytes(SIZE)]) is None


@given(SIZES, SIZES, st.data())
def test_a_consistency_holds_of_the_tree_that_begins_so_only(one: int, other: int, data: st.DataObject) -> None:
    old, size = sorted((one, other))
    proof = TREE.consistency(old, size)
    before, after = by_definition(0, old), by_definition(0, size)
    assert is_consistent(old, before, size, after, proof)
    assert not is_consistent(old, bytes(SIZE), size, after, proof)
    assert not is_consistent(old, before, size, bytes(SIZE), proof) or old == 0
    assert not is_consistent(old, before, size, after, [*proof, bytes(SIZE)])
    if proof:
        place = data.draw(st.integers(0, len(proof) - 1))
        assert not is_consistent(old, before, size, after, [*proof[:place], bytes(SIZE), *proof[place + 1 :]])
        assert not is_consistent(old, before, size, after, proof[:place] + proof[place + 1 :])


@pytest.mark.parametrize("size", [1, 255, 256, 257, 65_536, 65_537, 70_000])
def test_only_tiles_that_a_log_of_that_size_has_are_read(size: int) -> None:
    def there(level: int, number: int) -> bytes:
        hashes = (size >> HEIGHT * level) - (number << HEIGHT)
        assert hashes > 0
        return tile(level, number)[: hashes * SIZE]

    tree = Tree(there)
    assert tree.root(size) == by_definition(0, size)
    assert root_from_inclusion(LEAVES[size - 1], size - 1, size, tree.inclusion(size - 1, size)) == by_definition(0, size)
