"""702.15: life is gained as damage is dealt."""

from referee import ANN, BOB, attack, block, creature, damage, given, life, triggers

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_15b_lifelink_gains_life_as_damage_is_dealt() -> None:
    board = given(bear("Trample\nLifelink"), ELK)
    board.when(*ONE, damage(bear={"elk": 3, BOB: 2})).then(life(Ann=25, Bob=18), triggers())
