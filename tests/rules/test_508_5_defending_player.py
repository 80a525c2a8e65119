"""508.5, 508.5a: the defending player, individually determined for each attacking creature, also after it attacks nothing."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    attack,
    attacking,
    battle,
    block,
    blocked,
    creature,
    given,
    illegal,
    land,
    legal,
    planeswalker,
)

THREE = (ANN, BOB, CAT)
SERPENT = creature("serpent", ANN, "This creature can't be blocked as long as defending player controls an Island.")
GUARD, PAGE = creature("guard", BOB), creature("page", CAT)
EVADES = illegal("509.1b")


@pytest.mark.parametrize("target", [BOB, "sage", "siege"])
@pytest.mark.parametrize(("controller", "verdict"), [(BOB, EVADES), (CAT, legal), (ANN, legal)])
def test_it_is_the_player_the_planeswalkers_controller_or_the_battles_protector(
    target: str, controller: str, verdict: Check
) -> None:
    given(
        SERPENT,
        GUARD,
        planeswalker("sage", BOB),
        battle("siege", CAT, BOB),
        land("island", controller, "Island"),
        players=THREE,
    ).when(attack(serpent=target), block(guard="serpent", by=BOB)).then(verdict)


def test_it_is_determined_for_each_attacking_creature() -> None:
    board = given(SERPENT, {**SERPENT, "id": "eel", "name": "Eel"}, GUARD, PAGE, land("island", BOB, "Island"), players=THREE)
    declared = attack(serpent=BOB, eel=CAT)
    board.when(declared, block(guard="serpent", by=BOB)).then(EVADES)
    board.when(declared, block(by=BOB), block(page="eel", by=CAT)).then(legal, blocked("eel"))


def test_an_ability_of_another_permanent_asks_for_each_attackers_own() -> None:
    sea = creature("lord", ANN, "Creatures you control can't attack unless defending player controls an Island.")
    board = given(creature("bear", ANN), creature("ox", ANN), sea, land("island", BOB, "Island"), players=THREE)
    board.when(attack(bear=BOB, ox=BOB)).then(legal)
    board.when(attack(bear=BOB, ox=CAT)).then(illegal("508.1c", "ox can't attack Cat"))


@pytest.mark.parametrize(
    "gone", [{"leaves": "sage"}, {"removed_from_combat": "sage"}, {"changes": {"id": "sage", "controller": ANN}}]
)
def test_once_the_planeswalker_is_gone_it_is_who_controlled_it_before(gone: dict[str, object]) -> None:
    given(SERPENT, GUARD, planeswalker("sage", BOB), land("island", BOB, "Island")).when(
        attack(serpent="sage"), gone, block(guard="serpent")
    ).then(EVADES, attacking(serpent=None))


def test_a_creature_that_attacks_nothing_any_more_can_be_blocked_by_that_player() -> None:
    given(creature("bear", ANN), GUARD, planeswalker("sage", BOB)).when(
        attack(bear="sage"), {"leaves": "sage"}, block(guard="bear")
    ).then(legal, blocked("bear"))


def test_another_player_who_becomes_the_protector_becomes_the_defending_player() -> None:
    board = given(creature("bear", ANN), GUARD, PAGE, battle("siege", ANN, BOB), players=THREE)
    passed_on = {"changes": {"id": "siege", "protector": CAT}}
    board.when(attack(bear="siege"), passed_on, block(page="bear", by=CAT)).then(legal, blocked("bear"))
    board.when(attack(bear="siege"), passed_on, block(guard="bear", by=BOB)).then(illegal("509.1a"))


def test_reselecting_a_planeswalker_makes_its_controller_the_defending_player() -> None:
    given(creature("bear", ANN), GUARD, PAGE, planeswalker("monk", CAT), players=THREE).when(
        attack(bear=BOB), {"reselect": {"bear": "monk"}}, block(page="bear", by=CAT)
    ).then(legal, blocked("bear"))


def test_abilities_ask_for_the_player_who_is_attacked_now() -> None:
    given(SERPENT, GUARD, PAGE, land("island", BOB, "Island"), players=THREE).when(
        attack(serpent=BOB), {"reselect": {"serpent": CAT}}, block(page="serpent", by=CAT)
    ).then(legal, blocked("serpent"))


def test_reselecting_changes_the_defending_player() -> None:
    board = given(creature("bear", ANN), GUARD, PAGE, players=THREE)
    board.when(attack(bear=BOB), {"reselect": {"bear": CAT}}, block(page="bear", by=CAT)).then(legal)
    board.when(attack(bear=BOB), {"reselect": {"bear": CAT}}, block(guard="bear", by=BOB)).then(illegal("509.1a"))
