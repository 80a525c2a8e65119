"""702.147: one that attacked is sacrificed at end of combat."""

from referee import AFTER_COMBAT, ANN, BOB, END_OF_COMBAT, attack, creature, given, left, resolve, triggers

ZOMBIE = creature("zombie", ANN, "Decayed")


def test_it_is_sacrificed_at_end_of_combat() -> None:
    board = given(ZOMBIE)
    board.when(attack(zombie=BOB), resolve()).then(left())
    board.when(attack(zombie=BOB), resolve(), END_OF_COMBAT).then(triggers(zombie=1))
    board.when(attack(zombie=BOB), resolve(), END_OF_COMBAT, resolve()).then(left("zombie"))


def test_nothing_waits_where_nothing_was_resolved() -> None:
    given(ZOMBIE).when(attack(zombie=BOB), AFTER_COMBAT).then(triggers())
