"""702.121: it gets +1/+1 for each opponent that its controller attacked with a creature this combat."""

from referee import ANN, BOB, CAT, attack, creature, given, planeswalker, resolve, sizes

KNIGHT, BEAR = creature("knight", ANN, "Melee"), creature("bear", ANN)


def test_it_counts_the_opponents_attacked() -> None:
    board = given(KNIGHT, BEAR, players=(ANN, BOB, CAT))
    board.when(attack(knight=BOB, bear=CAT), resolve()).then(sizes(knight="4/4", bear="2/2"))
    board.when(attack(knight=BOB, bear=BOB), resolve()).then(sizes(knight="3/3"))


def test_a_planeswalker_is_no_opponent() -> None:
    given(KNIGHT, planeswalker("jaya", BOB)).when(attack(knight="jaya"), resolve()).then(sizes(knight="2/2"))
