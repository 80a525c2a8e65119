"""702.115: a card is exiled from a library, of which a board knows nothing: it isn't carried out, and said so."""

from referee import ANN, BOB, attack, block, creature, damage, given, not_carried_out, resolve


def test_the_game_is_marked() -> None:
    board = given(creature("drone", ANN, "Ingest"))
    board.when(attack(drone=BOB), block(), damage(), resolve()).then(not_carried_out("drone", "isn't understood"))
