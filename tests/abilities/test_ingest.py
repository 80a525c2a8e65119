"""702.115: that player exiles the top card of their library; which one, a board doesn't say."""

from referee import ANN, BOB, attack, block, creature, damage, given, resolve, resolved


def test_the_top_card_is_exiled() -> None:
    board = given(creature("drone", ANN, "Ingest"))
    board.when(attack(drone=BOB), block(), damage(), resolve()).then(resolved("drone"))
    stated = {"source": "drone", "library": [creature("top", BOB)]}
    game = board.when(attack(drone=BOB), block(), damage(), resolve("all", stated)).outcome().game
    assert game.board.cards["top"].zone == "exile"
