"""702.90: poison counters and -1/-1 counters."""

from referee import ANN, BOB, attack, block, creature, damage, given, has, life, poison

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_90b_infect_poisons_players_and_puts_counters_on_creatures() -> None:
    given(bear("Infect", 2)).when(attack(bear=BOB), block(), damage()).then(life(Bob=20), poison(Bob=2))
    given(bear("Infect", 2), ELK).when(*ONE, damage()).then(has("elk", counters={"-1/-1": 2}), poison(Bob=0))
