"""702.130: when it becomes blocked, the defending player loses N life."""

from referee import ANN, BOB, CAT, attack, block, creature, given, life, resolve


def test_the_defending_player_loses_life() -> None:
    board = given(creature("khenra", ANN, "Afflict 2"), creature("guard", CAT), players=(ANN, BOB, CAT))
    board.when(attack(khenra=CAT), block(guard="khenra", by=CAT), resolve()).then(life(Ann=20, Bob=20, Cat=18))


def test_losing_the_last_life_loses_the_game() -> None:
    board = given(creature("khenra", ANN, "Afflict 2"), creature("guard", BOB), life={BOB: 2})
    outcome = board.when(attack(khenra=BOB), block(guard="khenra"), resolve()).outcome()
    assert outcome.game.board.players == (ANN,)
