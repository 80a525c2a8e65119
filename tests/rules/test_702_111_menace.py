"""702.111b: a creature with menace isn't blocked except by two or more creatures."""

import pytest
from referee import ANN, BOB, attack, block, blocked, creature, given, illegal, instead, legal

BRUTE, GUARD, WALL, GIANT = (
    creature("brute", ANN, "Menace"),
    creature("guard", BOB),
    creature("wall", BOB),
    creature("giant", BOB),
)


def test_one_creature_cannot_block_it() -> None:
    given(BRUTE, GUARD).when(attack(brute=BOB), block(guard="brute")).then(illegal("509.1b", "menace"), instead())


@pytest.mark.parametrize("blockers", [["guard", "wall"], ["guard", "wall", "giant"]])
def test_two_or_more_creatures_block_it(blockers: list[str]) -> None:
    given(BRUTE, GUARD, WALL, GIANT).when(attack(brute=BOB), block(dict.fromkeys(blockers, "brute"))).then(
        legal, blocked("brute")
    )


def test_a_creature_that_blocks_another_attacker_does_not_count() -> None:
    given(BRUTE, creature("bear", ANN), GUARD, WALL).when(attack(brute=BOB, bear=BOB), block(guard="brute", wall="bear")).then(
        illegal("509.1b", "brute")
    )


def test_several_instances_ask_for_no_more_than_two() -> None:
    given(creature("brute", ANN, "Menace\nMenace"), GUARD, WALL).when(attack(brute=BOB), block(guard="brute", wall="brute")).then(
        legal
    )


def test_another_ability_may_ask_creatures_with_menace_for_three() -> None:
    captain = creature(
        "captain", ANN, "Each creature you control with menace can't be blocked except by three or more creatures."
    )
    board = given(BRUTE, creature("bear", ANN), captain, GUARD, WALL, GIANT)
    board.when(attack(brute=BOB, bear=BOB), block(guard="brute", wall="brute")).then(illegal("509.1b", "captain"))
    board.when(attack(brute=BOB, bear=BOB), block(guard="brute", wall="brute", giant="brute")).then(legal)
    board.when(attack(brute=BOB, bear=BOB), block(guard="bear")).then(legal)


def test_the_blockers_are_counted_in_creatures_not_in_what_they_block() -> None:
    wide = creature("wide", BOB, "This creature can block an additional creature each combat.")
    given(BRUTE, creature("fiend", ANN, "Menace"), wide).when(attack(brute=BOB, fiend=BOB), block(wide=["brute", "fiend"])).then(
        illegal("509.1b", "brute", "fiend")
    )
