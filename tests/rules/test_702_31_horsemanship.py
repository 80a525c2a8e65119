"""702.31b: a creature with horsemanship is blocked by horsemanship only, but blocks anything."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

RIDER = creature("rider", ANN, "Horsemanship")


@pytest.mark.parametrize("text", ["", "Flying", "Reach", "Shadow"])
def test_a_creature_without_horsemanship_cannot_block_it(text: str) -> None:
    given(RIDER, creature("guard", BOB, text)).when(attack(rider=BOB), block(guard="rider")).then(illegal("509.1b"))


def test_horsemanship_blocks_it() -> None:
    given(RIDER, creature("knight", BOB, "Horsemanship")).when(attack(rider=BOB), block(knight="rider")).then(legal)


def test_horsemanship_blocks_creatures_without_it() -> None:
    given(creature("bear", ANN), creature("knight", BOB, "Horsemanship")).when(attack(bear=BOB), block(knight="bear")).then(legal)
