"""702.25: a creature without flanking that blocks it gets -1/-1 until end of turn."""

from referee import ANN, BOB, attack, block, creature, given, left, resolve, resolved, sizes

KNIGHT = creature("knight", ANN, "Flanking")


def test_each_blocker_without_flanking_shrinks() -> None:
    board = given(KNIGHT, creature("guard", BOB, toughness=3), creature("rider", BOB, "Flanking"))
    board.when(attack(knight=BOB), block(guard="knight", rider="knight"), resolve()).then(
        sizes(guard="1/2", rider="2/2"), resolved("knight")
    )


def test_a_blocker_with_toughness_1_dies_before_damage_and_the_knight_stays_blocked() -> None:
    board = given(KNIGHT, creature("elf", BOB, power=1, toughness=1))
    outcome = board.when(attack(knight=BOB), block(elf="knight"), resolve()).then(left("elf"))
    assert outcome.step.blocked == ("knight",)


def test_two_instances_shrink_it_twice() -> None:
    board = given(creature("knight", ANN, "Flanking\nFlanking"), creature("guard", BOB, toughness=3))
    board.when(attack(knight=BOB), block(guard="knight"), resolve()).then(sizes(guard="0/1"))
