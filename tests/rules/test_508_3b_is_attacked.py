"""508.3b: "whenever [a player, planeswalker or battle] is attacked": if one or more creatures are declared as attacking it."""

import pytest
from referee import ANN, BOB, CAT, Check, attack, battle, creature, enchantment, given, planeswalker, triggers

THREE = (ANN, BOB, CAT)
BEARS = (creature("bear", ANN), creature("ox", ANN))


def whenever(event: str) -> str:
    return f"Whenever {event}, you gain 1 life."


def test_however_many_creatures_attack_it_is_attacked_once() -> None:
    given(*BEARS, enchantment("curse", ANN, whenever("enchanted player is attacked"), attached_to=BOB)).when(
        attack(bear=BOB, ox=BOB)
    ).then(triggers("508.3b", curse=1))


def test_another_player_being_attacked_doesnt_trigger_it() -> None:
    given(*BEARS, enchantment("curse", ANN, whenever("enchanted player is attacked"), attached_to=BOB), players=THREE).when(
        attack(bear=CAT)
    ).then(triggers())


def test_a_player_is_attacked_is_once_for_each_player() -> None:
    given(*BEARS, creature("elf", ANN), enchantment("eye", CAT, whenever("a player is attacked")), players=THREE).when(
        attack(bear=BOB, elf=BOB, ox=CAT)
    ).then(triggers("508.3b", eye=2))


@pytest.mark.parametrize("target", ["sage", "siege"])
def test_attacking_a_players_planeswalker_or_battle_isnt_attacking_the_player(target: str) -> None:
    given(
        *BEARS,
        enchantment("eye", BOB, whenever("a player is attacked")),
        planeswalker("sage", BOB),
        battle("siege", BOB, BOB),
    ).when(attack(bear=target)).then(triggers())


@pytest.mark.parametrize(("target", "found"), [("sage", triggers("508.3b", temple=1)), (BOB, triggers()), ("monk", triggers())])
def test_a_planeswalker_you_control_is_attacked(target: str, found: Check) -> None:
    given(
        *BEARS,
        enchantment("temple", BOB, whenever("a planeswalker you control is attacked")),
        planeswalker("sage", BOB),
        planeswalker("monk", CAT),
        players=THREE,
    ).when(attack(bear=target, ox=target)).then(found)


def test_entering_attacking_a_player_isnt_the_player_being_attacked() -> None:
    given(*BEARS, enchantment("eye", CAT, whenever("a player is attacked")), players=THREE).when(
        attack(bear=BOB), {"enters": creature("late", ANN), "attacking": CAT}
    ).then(triggers())


def test_reselecting_isnt_being_attacked() -> None:
    given(*BEARS, enchantment("eye", CAT, whenever("a player is attacked")), players=THREE).when(
        attack(bear=BOB), {"reselect": {"bear": CAT}}
    ).then(triggers())


@pytest.mark.parametrize("words", ["you're attacked", "you are attacked", "you’re attacked"])
def test_you_are_attacked_once_however_many_attack_you(words: str) -> None:
    given(*BEARS, enchantment("moat", BOB, whenever(words))).when(attack(bear=BOB, ox=BOB)).then(triggers("508.3b", moat=1))
