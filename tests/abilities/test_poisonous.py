"""702.70: a player who is dealt combat damage gets N poison counters besides."""

from referee import ANN, BOB, attack, block, creature, damage, given, life, poison, resolve


def test_the_player_gets_poison_and_loses_life() -> None:
    board = given(creature("snake", ANN, "Poisonous 3"))
    board.when(attack(snake=BOB), block(), damage(), resolve()).then(poison(Bob=3), life(Bob=18))


def test_the_tenth_loses_the_game() -> None:
    board = given(creature("snake", ANN, "Poisonous 3"), poison={BOB: 7})
    outcome = board.when(attack(snake=BOB), block(), damage(), resolve()).outcome()
    assert outcome.step.lost == (BOB,)
