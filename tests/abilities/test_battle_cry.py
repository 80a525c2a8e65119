"""702.91: each other attacking creature gets +1/+0 until end of turn."""

from referee import ANN, BOB, attack, creature, given, resolve, sizes

GOBLIN, BEAR, ELK = creature("goblin", ANN, "Battle cry"), creature("bear", ANN), creature("elk", ANN)


def test_the_others_that_attack_grow() -> None:
    given(GOBLIN, BEAR, ELK).when(attack(goblin=BOB, bear=BOB), resolve()).then(sizes(goblin="2/2", bear="3/2", elk="2/2"))


def test_two_of_them_help_each_other() -> None:
    board = given(GOBLIN, creature("chief", ANN, "Battle cry"), BEAR)
    board.when(attack(goblin=BOB, chief=BOB, bear=BOB), resolve()).then(sizes(goblin="3/2", chief="3/2", bear="4/2"))


def test_what_enters_attacking_after_it_resolved_does_not_grow() -> None:
    board = given(GOBLIN, BEAR)
    board.when(attack(goblin=BOB), resolve(), {"enters": creature("late", ANN), "attacking": BOB}).then(sizes(late="2/2"))
