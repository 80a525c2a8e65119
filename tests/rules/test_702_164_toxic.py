"""702.164: poison counters in addition to damage."""

from referee import ANN, BOB, attack, block, creature, damage, given, life, poison


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_164c_toxic_poisons_players_in_addition() -> None:
    board = given(bear("Toxic 1\nToxic 2", 2))
    board.when(attack(bear=BOB), block(), damage()).then(life(Bob=18), poison(Bob=3))
