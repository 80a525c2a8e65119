"""509.1, 802.4: blockers are declared once; a creature that enters attacking afterwards is unblocked, whomever it attacks."""

from referee import ANN, BOB, CAT, attack, block, creature, given, illegal, legal, unblocked

BOARD = given(
    creature("bear", ANN),
    creature("guard", BOB),
    creature("owl", CAT),
    players=(ANN, BOB, CAT),
)
LATE = {"enters": creature("late", ANN, tapped=True), "attacking": CAT}


def test_a_creature_that_enters_attacking_somebody_else_after_the_blocks_is_unblocked() -> None:
    BOARD.when(attack(bear=BOB), block(by=BOB), LATE).then(unblocked("bear", "late"))


def test_nobody_declares_blockers_for_it_any_more() -> None:
    BOARD.when(attack(bear=BOB), block(by=BOB), LATE, block(owl="late", by=CAT)).then(illegal("509.1", "already"))


def test_a_creature_that_enters_before_the_blocks_can_be_blocked() -> None:
    BOARD.when(attack(bear=BOB), LATE, block(by=BOB), block(owl="late", by=CAT)).then(legal)
