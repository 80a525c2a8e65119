"""701.37b and the like: a permanent has a designation such as monstrous only if something gave it, and no case states one."""

import pytest
from referee import ANN, BOB, attack, block, creature, given, illegal, legal

GUARD = creature("guard", BOB)


@pytest.mark.parametrize("designation", ["monstrous", "renowned"])
def test_an_ability_that_needs_the_designation_does_nothing(designation: str) -> None:
    sneak = creature("sneak", ANN, f"As long as this creature is {designation}, it can't be blocked.")
    given(sneak, GUARD).when(attack(sneak=BOB), block(guard="sneak")).then(legal)


def test_extra_blocks_of_a_creature_that_is_not_monstrous_are_not_there() -> None:
    hundred = "As long as this creature is monstrous, it has reach and can block an additional ninety-nine creatures each combat."
    board = given(creature("bear", ANN), creature("ox", ANN), creature("bird", ANN, "Flying"), creature("hundred", BOB, hundred))
    declared = attack(bear=BOB, ox=BOB, bird=BOB)
    board.when(declared, block(hundred=["bear", "ox"])).then(illegal("509.1a", "hundred"))
    board.when(declared, block(hundred="bird")).then(illegal("509.1b", "flying"))
