"""702.12: it isn't destroyed."""

from referee import ANN, BOB, attack, block, creature, damage, dies, given, marked

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


def test_702_12b_indestructible_permanents_arent_destroyed() -> None:
    indestructible = {**ELK, "text": "Indestructible"}
    given(bear("Deathtouch"), indestructible).when(*ONE, damage()).then(dies(), marked(elk=5))
    withered = given(bear("Wither"), indestructible)
    withered.when(*ONE, damage()).then(dies("704.5f", "elk"))
