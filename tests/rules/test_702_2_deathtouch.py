"""702.2: any damage is lethal, and any amount of it is enough for trample."""

from referee import ANN, BOB, attack, block, creature, damage, dies, given, illegal, legal, life, planeswalker

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
BOTH = (attack(bear=BOB), block(elk="bear", owl="bear"))
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_2b_any_damage_by_deathtouch_destroys_a_creature() -> None:
    given(bear("Deathtouch", 1), ELK).when(*ONE, damage()).then(dies("704.5h", "elk"))
    given(bear("Deathtouch", 3), planeswalker("jace", BOB)).when(attack(bear="jace"), block(), damage()).then(dies(None, "jace"))


def test_702_2c_any_damage_by_deathtouch_is_lethal_for_trample() -> None:
    given(bear("Trample\nDeathtouch"), ELK, OWL).when(*BOTH, damage(bear={"elk": 1, "owl": 1, BOB: 3})).then(legal, life(Bob=17))
    given(bear("Trample\nDeathtouch"), ELK, OWL).when(*BOTH, damage(bear={"elk": 1, BOB: 4})).then(illegal("702.19b", "owl"))
