"""702.135: when it dies, N 1/1 white and black Spirits with flying."""

from referee import ANN, BOB, attack, block, creature, damage, given, has, resolve


def test_spirits_come_when_it_dies() -> None:
    board = given(creature("monk", ANN, "Afterlife 1"), creature("guard", BOB))
    outcome = board.when(attack(monk=BOB), block(guard="monk"), damage(), resolve()).then(
        has("monk token 1", colors=frozenset("WB"), power=1, toughness=1)
    )
    assert outcome.game.view.keywords("monk token 1") == {"flying"}
