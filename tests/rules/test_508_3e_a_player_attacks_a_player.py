"""508.3e: "whenever [a player] attacks [another player]": not for planeswalkers, battles or entering attackers."""

import pytest
from referee import ANN, BOB, CAT, Check, attack, battle, creature, enchantment, given, planeswalker, triggers

THREE = (ANN, BOB, CAT)
BEARS = (creature("bear", ANN), creature("ox", ANN), creature("elf", ANN))


def whenever(event: str) -> str:
    return f"Whenever {event}, you gain 1 life."


def test_it_is_once_for_each_player_attacked_however_many_attack() -> None:
    given(*BEARS, enchantment("drum", ANN, whenever("you attack a player")), players=THREE).when(
        attack(bear=BOB, ox=BOB, elf=CAT)
    ).then(triggers("508.3e", drum=2))


@pytest.mark.parametrize(
    ("target", "found"), [(BOB, triggers("508.3e", eye=1)), (CAT, triggers()), ("sage", triggers()), ("siege", triggers())]
)
def test_an_opponent_attacks_you_is_about_the_player_alone(target: str, found: Check) -> None:
    given(
        *BEARS,
        enchantment("eye", BOB, whenever("an opponent attacks you")),
        planeswalker("sage", BOB),
        battle("siege", BOB, BOB),
        players=THREE,
    ).when(attack(bear=target, ox=target)).then(found)


def test_a_player_attacks_one_of_your_opponents_leaves_oneself_out() -> None:
    given(*BEARS, enchantment("eye", BOB, whenever("a player attacks one of your opponents")), players=THREE).when(
        attack(bear=BOB, ox=CAT)
    ).then(triggers("508.3e", eye=1))


def test_it_is_about_that_player_attacking() -> None:
    given(*BEARS, enchantment("eye", BOB, whenever("you attack a player")), players=THREE).when(attack(bear=CAT)).then(triggers())


def test_entering_attacking_a_player_isnt_attacking_that_player() -> None:
    given(*BEARS, enchantment("eye", CAT, whenever("an opponent attacks you")), players=THREE).when(
        attack(bear=BOB), {"enters": creature("late", ANN), "attacking": CAT}
    ).then(triggers())


@pytest.mark.parametrize("target", ["sage", "siege"])
def test_attacking_a_planeswalker_or_battle_isnt_attacking_a_player(target: str) -> None:
    drum = enchantment("drum", ANN, whenever("you attack a player"))
    given(*BEARS, drum, planeswalker("sage", BOB), battle("siege", BOB, BOB)).when(attack(bear=target)).then(triggers())
