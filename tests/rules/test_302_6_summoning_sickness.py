"""302.6: a creature attacks only if its controller has controlled it continuously since the turn began."""

from referee import ANN, BOB, attack, creature, given, illegal, legal

BOARD = given(creature("bear", ANN))


def test_a_creature_that_enters_is_summoning_sick() -> None:
    BOARD.when({"enters": creature("ox", ANN)}, attack(ox=BOB)).then(illegal("508.1a", "ox"))
    BOARD.when({"enters": creature("ox", ANN, "Haste")}, attack(ox=BOB)).then(legal)


def test_unless_the_case_says_otherwise() -> None:
    BOARD.when({"enters": creature("ox", ANN, summoning_sick=False)}, attack(ox=BOB)).then(legal)


def test_not_in_its_controller_s_next_turn() -> None:
    BOARD.when({"enters": creature("ox", ANN)}, {"turn": BOB}, {"turn": ANN}, attack(ox=BOB)).then(legal)


def test_it_entered_this_turn_whatever_is_said_of_its_controller() -> None:
    law = creature("law", BOB, "Creatures that entered this turn can't attack.")
    given(law).when({"enters": creature("ox", ANN, summoning_sick=False)}, attack(ox=BOB)).then(illegal("508.1c", "law"))
