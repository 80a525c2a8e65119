"""508.1a: untapped, no battles, with haste or controlled continuously since the turn began."""

import pytest
from referee import (
    ANN,
    BOB,
    CAT,
    Check,
    a_legal_way_out,
    attack,
    attacking,
    battle,
    creature,
    effect,
    given,
    illegal,
    instead,
    land,
    legal,
    planeswalker,
)


def test_no_creature_need_be_chosen() -> None:
    given(creature("bear", ANN)).when(attack()).then(legal, attacking())


def test_a_tapped_creature_cant_be_chosen() -> None:
    given(creature("bear", ANN, tapped=True), creature("ox", ANN)).when(attack(bear=BOB, ox=BOB)).then(
        illegal("508.1a", "bear is tapped"), instead(ox=BOB)
    )


def test_vigilance_doesnt_let_a_tapped_creature_attack() -> None:
    given(creature("bear", ANN, "Vigilance", tapped=True)).when(attack(bear=BOB)).then(illegal("508.1a", "tapped"))


def test_a_creature_under_control_since_this_turn_only_cant_be_chosen() -> None:
    given(creature("bear", ANN, summoning_sick=True)).when(attack(bear=BOB)).then(illegal("508.1a", "haste"))


def test_a_creature_with_haste_can_be_chosen_at_once() -> None:
    given(creature("bear", ANN, "Haste", summoning_sick=True)).when(attack(bear=BOB)).then(legal)


def test_haste_that_an_effect_grants_counts() -> None:
    given(creature("bear", ANN, summoning_sick=True), effects=({"on": "bear", "text": "Haste"},)).when(attack(bear=BOB)).then(
        legal
    )


def test_haste_that_was_lost_doesnt_count() -> None:
    given(creature("bear", ANN, "Haste", summoning_sick=True), effects=({"on": "bear", "loses_abilities": True},)).when(
        attack(bear=BOB)
    ).then(illegal("508.1a"))


def test_haste_doesnt_untap() -> None:
    given(creature("bear", ANN, "Haste", tapped=True)).when(attack(bear=BOB)).then(illegal("508.1a", "tapped"))


def test_a_creature_can_attack_as_though_it_had_haste() -> None:
    given(creature("bear", ANN, "This creature can attack as though it had haste.", summoning_sick=True)).when(
        attack(bear=BOB)
    ).then(legal)


@pytest.mark.parametrize(("target", "verdict"), [(BOB, legal), (CAT, illegal("508.1a", "haste"))])
def test_as_though_it_had_haste_against_one_player_is_so_against_that_player_only(target: str, verdict: Check) -> None:
    given(
        creature("bear", ANN, summoning_sick=True),
        players=(ANN, BOB, CAT),
        effects=(effect(ANN, "[bear] can attack [Bob] this turn as though it had haste."),),
    ).when(attack(bear=target)).then(verdict)


def test_control_gained_this_turn_isnt_continuous() -> None:
    given(creature("bear", BOB)).when({"changes": {"id": "bear", "controller": ANN}}, attack(bear=BOB)).then(
        illegal("508.1a", "continuously")
    )


def test_a_board_may_state_when_control_began() -> None:
    board = given(creature("bear", ANN))
    board.when({"changes": {"id": "bear", "summoning_sick": True}}, attack(bear=BOB)).then(illegal("508.1a"))
    given(creature("bear", ANN, summoning_sick=True)).when(
        {"changes": {"id": "bear", "summoning_sick": False}}, attack(bear=BOB)
    ).then(legal)


def test_control_that_was_lost_and_regained_isnt_continuous() -> None:
    given(creature("bear", ANN)).when(
        {"changes": {"id": "bear", "controller": BOB}},
        {"changes": {"id": "bear", "controller": ANN}},
        attack(bear=BOB),
    ).then(illegal("508.1a", "continuously"))


def test_control_gained_in_another_players_turn_is_continuous_in_ones_next() -> None:
    given(creature("bear", BOB)).when(
        {"turn": BOB}, {"changes": {"id": "bear", "controller": ANN}}, {"turn": ANN}, attack(bear=BOB)
    ).then(legal)


def test_another_players_turn_doesnt_make_control_continuous() -> None:
    given(creature("bear", ANN, "Flash", summoning_sick=True)).when({"turn": BOB}, attack(bear=ANN)).then(
        illegal("508.1a", "Bob doesn't control bear")
    )


def test_a_battle_that_is_also_a_creature_cant_be_chosen() -> None:
    given(battle("siege", ANN, BOB, power=3, toughness=3) | {"types": ["Creature", "Battle"]}).when(attack(siege=BOB)).then(
        illegal("508.1a", "battle")
    )


def test_a_permanent_that_isnt_a_creature_cant_be_chosen() -> None:
    given(land("forest", ANN, "Forest")).when(attack(forest=BOB)).then(illegal("508.1a", "isn't a creature"))


def test_a_land_that_has_become_a_creature_can_be_chosen() -> None:
    given(land("forest", ANN, "Forest")).when(
        {"changes": {"id": "forest", "types": ["Land", "Creature"], "power": 1, "toughness": 1}}, attack(forest=BOB)
    ).then(legal)


def test_a_planeswalker_that_is_a_creature_can_be_chosen() -> None:
    given(planeswalker("ranger", ANN) | {"types": ["Creature", "Planeswalker"]}).when(attack(ranger=BOB)).then(legal)


def test_only_creatures_that_the_active_player_controls_can_be_chosen() -> None:
    given(creature("wolf", BOB)).when(attack(wolf=BOB)).then(illegal("508.1a", "Ann doesn't control wolf"))


def test_a_creature_that_is_owned_but_not_controlled_cant_be_chosen() -> None:
    given(creature("wolf", BOB, owner=ANN)).when(attack(wolf=BOB)).then(illegal("508.1a"))


def test_a_phased_out_creature_cant_be_chosen() -> None:
    given(creature("bear", ANN)).when({"phases_out": "bear"}, attack(bear=BOB)).then(illegal("508.1a", "bear"))


def test_everything_that_is_wrong_with_the_choice_is_reported_at_once() -> None:
    given(
        creature("bear", ANN, tapped=True),
        creature("ox", ANN, summoning_sick=True),
        land("forest", ANN, "Forest"),
        creature("elf", ANN),
    ).when(attack(bear=BOB, ox=BOB, forest=BOB, elf=BOB)).then(
        illegal("508.1a", "bear is tapped", "ox has no haste", "forest isn't a creature"),
        instead(elf=BOB),
        a_legal_way_out,
    )
