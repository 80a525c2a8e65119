"""702.147a: a creature with decayed can't block."""

from referee import ANN, BOB, attack, block, creature, given, illegal, legal, triggers

BEAR = creature("bear", ANN)


def test_it_cannot_block() -> None:
    given(BEAR, creature("zombie", BOB, "Decayed")).when(attack(bear=BOB), block(zombie="bear")).then(
        illegal("509.1b", "zombie", "decayed")
    )


def test_a_requirement_to_block_asks_it_nothing() -> None:
    given(creature("lure", ANN, "All creatures able to block this creature do so."), creature("zombie", BOB, "Decayed")).when(
        attack(lure=BOB), block()
    ).then(legal)


def test_it_can_be_blocked_and_triggers_only_as_it_attacks() -> None:
    board = given(creature("zombie", ANN, "Decayed"), creature("guard", BOB))
    board.when(attack(zombie=BOB)).then(triggers("508.3a", zombie=1))
    board.when(attack(zombie=BOB), block(guard="zombie")).then(legal, triggers())
