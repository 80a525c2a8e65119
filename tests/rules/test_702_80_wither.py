"""702.80: damage to creatures is -1/-1 counters."""

from referee import ANN, BOB, attack, block, creature, damage, given, has, life

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_80a_wither_puts_counters_on_creatures_and_hurts_players() -> None:
    given(bear("Wither", 2), ELK).when(*ONE, damage()).then(has("elk", counters={"-1/-1": 2}, power=-1, toughness=1, marked=0))
    given(bear("Wither", 2)).when(attack(bear=BOB), block(), damage()).then(life(Bob=18))
