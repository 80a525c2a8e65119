"""702.22i: if one member of a band becomes blocked by an effect, the whole band does."""

from referee import ANN, BOB, attack, block, blocked, blocking, creature, given, triggers, unblocked

TEXT = "Banding\nWhenever this creature becomes blocked, draw a card."
BOARD = given(creature("bear", ANN, TEXT), creature("ox", ANN, TEXT), creature("elk", ANN, TEXT))
DECLARED = (attack(bear=BOB, ox=BOB, elk=BOB, step={"bands": [["bear", "ox"]]}), block())


def test_the_whole_band_becomes_blocked() -> None:
    BOARD.when(*DECLARED, {"becomes_blocked": "bear"}).then(
        blocked("bear", "ox"), unblocked("elk"), blocking(), triggers(bear=1, ox=1)
    )


def test_an_attacker_outside_the_band_becomes_blocked_alone() -> None:
    BOARD.when(*DECLARED, {"becomes_blocked": "elk"}).then(blocked("elk"), unblocked("bear", "ox"), triggers(elk=1))
