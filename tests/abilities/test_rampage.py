"""702.23: it gets +N/+N for each creature blocking it beyond the first, reckoned as the ability resolves."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, resolve, sizes

GUARDS = tuple(creature(f"guard{number}", BOB) for number in range(3))


@pytest.mark.parametrize(("blockers", "size"), [(1, "2/2"), (2, "4/4"), (3, "6/6")])
def test_it_grows_for_each_blocker_beyond_the_first(blockers: int, size: str) -> None:
    blocks = {f"guard{number}": "beast" for number in range(blockers)}
    given(creature("beast", ANN, "Rampage 2"), *GUARDS).when(attack(beast=BOB), block(blocks), resolve()).then(sizes(beast=size))


def test_a_blocker_that_left_before_does_not_count() -> None:
    blocks = block(guard0="beast", guard1="beast")
    board = given(creature("beast", ANN, "Rampage 1"), *GUARDS)
    board.when(attack(beast=BOB), blocks, {"leaves": "guard0"}, resolve()).then(sizes(beast="2/2"))


def test_one_that_leaves_later_did_count() -> None:
    blocks = block(guard0="beast", guard1="beast")
    board = given(creature("beast", ANN, "Rampage 1"), *GUARDS)
    board.when(attack(beast=BOB), blocks, resolve(), {"leaves": "guard0"}).then(sizes(beast="3/3"))
