"""702.9b: a creature with flying is blocked by flying or reach only."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

BIRD = creature("bird", ANN, "Flying")


def test_a_creature_without_flying_or_reach_cannot_block_it() -> None:
    given(BIRD, creature("guard", BOB)).when(attack(bird=BOB), block(guard="bird")).then(illegal("509.1b", "flying"))


@pytest.mark.parametrize("text", ["Flying", "Reach", "Flying, reach"])
def test_flying_or_reach_can_block_it(text: str) -> None:
    given(BIRD, creature("guard", BOB, text)).when(attack(bird=BOB), block(guard="bird")).then(legal)


@pytest.mark.parametrize("text", ["Flying", "Reach"])
def test_flying_and_reach_block_creatures_without_flying_too(text: str) -> None:
    given(creature("bear", ANN), creature("guard", BOB, text)).when(attack(bear=BOB), block(guard="bear")).then(legal)


def test_an_attacker_with_reach_is_not_evasive() -> None:
    given(creature("spider", ANN, "Reach"), creature("guard", BOB)).when(attack(spider=BOB), block(guard="spider")).then(legal)
