"""702.16: damage by sources with the quality is prevented."""

import pytest
from referee import ANN, BOB, attack, block, creature, damage, dealt, dies, given, illegal, life

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


@pytest.mark.parametrize("quality", ["creatures", "green", "everything"])
def test_702_16e_protection_prevents_damage_and_changes_no_assignment(quality: str) -> None:
    protected = {**ELK, "text": f"Protection from {quality}"}
    board = given({**bear("Trample"), "colors": ["G"]}, protected)
    board.when(*ONE, damage(bear={"elk": 2, BOB: 3})).then(illegal("702.19b"))
    board.when(*ONE, damage(bear={"elk": 3, BOB: 2})).then(dealt(bear={BOB: 2}, elk={"bear": 1}), dies(), life(Bob=18))
