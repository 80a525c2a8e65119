"""702.68: it gets +N/+0 until end of turn when it attacks and isn't blocked."""

from referee import ANN, BOB, attack, block, creature, damage, given, life, resolve, sizes


def test_it_hits_harder_if_nobody_blocks() -> None:
    board = given(creature("sliver", ANN, "Frenzy 2"))
    board.when(attack(sliver=BOB), block(), resolve()).then(sizes(sliver="4/2"))
    board.when(attack(sliver=BOB), block(), resolve(), damage()).then(life(Bob=16))
