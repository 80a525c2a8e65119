"""701.15: a goaded creature attacks each combat if able, and a player other than whoever goaded it if able."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    a_legal_way_out,
    attack,
    creature,
    enchantment,
    given,
    illegal,
    illegally,
    instead,
    legal,
    planeswalker,
)

DAN = "Dan"
THREE, FOUR = (ANN, BOB, CAT), (ANN, BOB, CAT, DAN)
DISOBEYED = illegal("508.1d", "goaded")
NO_MORE_THAN_ONE = enchantment("gate", BOB, "No more than one creature can attack each combat.")


def goad(creature: str, by: str) -> dict[str, str]:
    return {"goad": creature, "by": by}


@pytest.mark.parametrize(
    ("target", "verdict"),
    [(CAT, legal), (BOB, DISOBEYED), (None, DISOBEYED), ("monk", DISOBEYED), ("sage", DISOBEYED)],
    ids=["another player", "the goader", "nobody", "another player's planeswalker", "the goader's planeswalker"],
)
def test_a_goaded_creature_attacks_another_player(target: str | None, verdict: Check) -> None:
    given(
        creature("bear", ANN),
        planeswalker("sage", BOB),
        planeswalker("monk", CAT),
        players=THREE,
        effects=(goad("bear", BOB),),
    ).when(attack({"bear": target} if target else {})).then(verdict)


def test_goaded_by_the_only_opponent_it_attacks_that_player() -> None:
    board = given(creature("bear", ANN), planeswalker("sage", BOB), effects=(goad("bear", BOB),))
    board.when(attack(bear=BOB)).then(legal)
    board.when(attack(bear="sage")).then(legal)
    board.when(attack()).then(DISOBEYED, a_legal_way_out)


@pytest.mark.parametrize(("target", "verdict"), [(DAN, legal), (BOB, DISOBEYED), (CAT, DISOBEYED)])
def test_goaded_by_two_of_three_opponents_it_attacks_the_third(target: str, verdict: Check) -> None:
    given(creature("bear", ANN), players=FOUR, effects=(goad("bear", BOB), goad("bear", CAT))).when(attack(bear=target)).then(
        verdict
    )


@pytest.mark.parametrize(("target", "verdict"), [(BOB, legal), (CAT, legal), ("sage", DISOBEYED), (None, DISOBEYED)])
def test_goaded_by_everyone_it_attacks_any_player_but_no_planeswalker(target: str | None, verdict: Check) -> None:
    given(
        creature("bear", ANN),
        planeswalker("sage", BOB),
        players=THREE,
        effects=(goad("bear", BOB), goad("bear", CAT)),
    ).when(attack({"bear": target} if target else {})).then(verdict)


def test_each_player_who_goads_it_adds_two_requirements() -> None:
    must = "This creature attacks each combat if able."
    board = given(
        creature("bear", ANN),
        creature("ox", ANN, must),
        NO_MORE_THAN_ONE,
        players=FOUR,
        effects=(goad("bear", BOB), goad("bear", CAT), goad("ox", BOB)),
    )
    board.when(attack(ox=DAN)).then(illegal("508.1d", "3 requirement", "of the 4"), instead(bear=DAN))
    board.when(attack(bear=DAN)).then(legal)


def test_the_same_player_goading_it_again_adds_nothing() -> None:
    must = "This creature attacks each combat if able."
    board = given(
        creature("bear", ANN),
        creature("ox", ANN, must),
        NO_MORE_THAN_ONE,
        players=THREE,
        effects=(goad("bear", BOB), goad("bear", BOB), goad("ox", BOB)),
    )
    board.when(attack(bear=CAT)).then(illegal("508.1d", "2 requirement", "of the 3"))
    board.when(attack(ox=CAT)).then(legal)


def test_a_creature_is_goaded_until_the_next_turn_of_the_player_who_goaded_it() -> None:
    board = given(creature("bear", ANN), players=THREE, effects=(goad("bear", CAT),))
    board.when({"turn": BOB}, {"turn": ANN}, attack()).then(DISOBEYED)
    board.when({"turn": CAT}, {"turn": ANN}, attack()).then(legal)


def test_a_goaded_creature_attacks_in_each_combat_of_the_turn() -> None:
    given(creature("bear", ANN, "Vigilance"), effects=(goad("bear", BOB),)).when(
        attack(bear=BOB), {"combat": "again"}, attack()
    ).then(DISOBEYED)


@pytest.mark.parametrize("hindrance", [{"tapped": True}, {"summoning_sick": True}, {"text": "Defender"}])
def test_nothing_is_asked_of_a_goaded_creature_that_cant_attack(hindrance: dict[str, object]) -> None:
    given({**creature("bear", ANN), **hindrance}, effects=(goad("bear", BOB),)).when(attack()).then(legal)


def test_goaded_isnt_an_ability_that_can_be_lost() -> None:
    given(creature("bear", ANN), effects=(goad("bear", BOB), {"on": "bear", "loses_abilities": True})).when(attack()).then(
        DISOBEYED
    )


TAX = "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you."


def test_it_neednt_attack_the_other_player_where_that_costs_something() -> None:
    board = given(creature("bear", ANN), enchantment("toll", CAT, TAX), players=THREE, effects=(goad("bear", BOB),))
    board.when(attack()).then(DISOBEYED, instead(bear=BOB), a_legal_way_out)
    board.when(attack(bear=BOB)).then(legal)
    board.when(attack(bear=CAT)).then(legal)


def test_it_neednt_attack_at_all_where_everybody_asks_for_a_payment() -> None:
    board = given(creature("bear", ANN), enchantment("toll", BOB, TAX), effects=(goad("bear", BOB),))
    board.when(attack()).then(legal)
    board.when(illegally(attack(bear=BOB, step={"pay": False})), attack()).then(legal)
