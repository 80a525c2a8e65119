"""508.1b, 506.3, 310.8b: which player, planeswalker or battle each chosen creature attacks."""

import pytest
from referee import (
    ANN,
    BEFORE_BATTLES,
    BOB,
    CAT,
    WITH_ORDERS,
    a_legal_way_out,
    attack,
    attacking,
    battle,
    block,
    blocked,
    creature,
    given,
    illegal,
    instead,
    land,
    legal,
    planeswalker,
)


def test_each_creature_attacks_a_player_planeswalker_or_battle_of_its_own() -> None:
    given(
        creature("ape", ANN),
        creature("bear", ANN),
        creature("cow", ANN),
        creature("dog", ANN),
        planeswalker("sage", BOB),
        battle("siege", CAT, CAT),
        players=(ANN, BOB, CAT),
    ).when(attack(ape=BOB, bear=CAT, cow="sage", dog="siege")).then(legal, attacking(ape=BOB, bear=CAT, cow="sage", dog="siege"))


def test_several_creatures_can_attack_the_same_planeswalker() -> None:
    given(creature("ape", ANN), creature("bear", ANN), planeswalker("sage", BOB)).when(attack(ape="sage", bear="sage")).then(
        legal
    )


def test_a_battle_of_ones_own_that_an_opponent_protects_can_be_attacked() -> None:
    given(creature("ape", ANN), creature("guard", BOB), battle("siege", ANN, BOB)).when(
        attack(ape="siege"), block(guard="ape")
    ).then(legal, blocked("ape"))


def test_a_battle_of_an_opponent_that_oneself_protects_cant_be_attacked() -> None:
    given(creature("ape", ANN), battle("siege", BOB, ANN)).when(attack(ape="siege")).then(
        illegal("508.1b", "siege", "Ann is no defending player"), a_legal_way_out
    )


def test_a_planeswalker_of_ones_own_cant_be_attacked() -> None:
    given(creature("ape", ANN), planeswalker("sage", ANN)).when(attack(ape="sage")).then(
        illegal("508.1b", "sage", "Ann is no defending player"), a_legal_way_out
    )


def test_nobody_attacks_themself() -> None:
    given(creature("ape", ANN)).when(attack(ape=ANN)).then(illegal("508.1b", "themself"), a_legal_way_out)


@pytest.mark.parametrize("thing", [creature("wolf", BOB), land("tower", BOB)], ids=["a creature", "a land"])
def test_nothing_else_can_be_attacked(thing: dict[str, object]) -> None:
    given(creature("ape", ANN), thing).when(attack(ape=str(thing["id"]))).then(illegal("508.1b", "only a player"))


def test_a_planeswalker_that_has_left_cant_be_attacked() -> None:
    given(creature("ape", ANN), planeswalker("sage", BOB)).when({"leaves": "sage"}, attack(ape="sage")).then(illegal("508.1b"))


def test_a_phased_out_planeswalker_cant_be_attacked() -> None:
    given(creature("ape", ANN), planeswalker("sage", BOB)).when({"phases_out": "sage"}, attack(ape="sage")).then(
        illegal("508.1b")
    )


def test_battles_cant_be_attacked_before_there_were_any() -> None:
    board = (creature("ape", ANN), battle("siege", BOB, BOB))
    given(*board, rules=BEFORE_BATTLES).when(attack(ape="siege")).then(illegal("508.1b", "2023-04-14"), a_legal_way_out)
    given(*board, rules=WITH_ORDERS).when(attack(ape="siege")).then(legal)


def test_every_wrong_target_is_reported_at_once_and_the_right_ones_are_kept() -> None:
    given(creature("ape", ANN), creature("bear", ANN), creature("cow", ANN), planeswalker("sage", ANN)).when(
        attack(ape=ANN, bear="sage", cow=BOB)
    ).then(illegal("508.1b", "ape can't attack Ann", "bear can't attack sage"), instead(cow=BOB), a_legal_way_out)
