"""508.3d: "whenever [a player] attacks": if one or more creatures that player controls are declared as attackers."""

import pytest
from referee import ANN, BOB, CAT, attack, battle, creature, enchantment, given, planeswalker, triggers

THREE = (ANN, BOB, CAT)
BEARS = (creature("bear", ANN), creature("ox", ANN))


def whenever(event: str) -> str:
    return f"Whenever {event}, you gain 1 life."


def test_you_attack_is_once_however_many_attack_and_whomever() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("you attack")), players=THREE).when(attack(bear=BOB, ox=CAT)).then(
        triggers("508.3d", drum=1)
    )


def test_declaring_no_attackers_isnt_attacking() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("you attack"))).when(attack()).then(triggers())


@pytest.mark.parametrize("target", ["sage", "siege"])
def test_attacking_a_planeswalker_or_battle_is_attacking(target: str) -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("you attack")), planeswalker("sage", BOB), battle("siege", ANN, BOB)).when(
        attack(bear=target)
    ).then(triggers("508.3d", drum=1))


def test_an_opponent_attacks_is_about_opponents() -> None:
    text = whenever("an opponent attacks")
    given(*BEARS, enchantment("eye", BOB, text), enchantment("drum", ANN, text)).when(attack(bear=BOB)).then(
        triggers("508.3d", eye=1)
    )


def test_it_triggers_in_each_combat() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("you attack"))).when(
        attack(bear=BOB), {"combat": "again"}, attack(ox=BOB)
    ).then(triggers(drum=1))


def test_entering_attacking_isnt_a_player_attacking() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("you attack"))).when(
        attack(), {"enters": creature("late", ANN), "attacking": BOB}
    ).then(triggers())
