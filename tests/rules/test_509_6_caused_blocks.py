"""509.6 until 2024-11-07: a creature that an effect makes block gets its place in orders; the others keep theirs.

The rule is gone from 2024-11-08 on; what such a block is then follows from 509.1g–h and 509.3.
"""

import pytest
from referee import (
    ANN,
    BOB,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    attack,
    block,
    blocked,
    blocking,
    creature,
    effect,
    given,
    illegal,
    legal,
    orders,
    unblocked,
)

BATTLEFIELD = (creature("bear", ANN), creature("ox", ANN), creature("guard", BOB), creature("wall", BOB), creature("giant", BOB))
BOARD = given(*BATTLEFIELD, rules=WITH_ORDERS)
ORDERED = (
    attack(bear=BOB, ox=BOB),
    block(guard="bear", wall="bear", giant="ox"),
    {"order": {"bear": ["wall", "guard"], "giant": ["ox"]}},
    {"blocks": {"giant": "bear"}},
)


@pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])
def test_the_creature_blocks_and_the_attacker_becomes_blocked(rules: str) -> None:
    given(*BATTLEFIELD, rules=rules).when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}).then(
        blocked("bear"), unblocked(), blocking(guard=["bear"])
    )


@pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])
def test_a_blocking_creature_goes_on_blocking_what_it_blocked(rules: str) -> None:
    given(*BATTLEFIELD, rules=rules).when(attack(bear=BOB, ox=BOB), block(guard="bear"), {"blocks": {"guard": "ox"}}).then(
        blocked("bear", "ox"), blocking(guard=["bear", "ox"])
    )


def test_restrictions_on_the_declaration_do_not_stop_an_effect() -> None:
    given(*BATTLEFIELD, effects=(effect(ANN, "[guard] can't block this turn."),)).when(
        attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}
    ).then(blocking(guard=["bear"]))


def test_its_place_in_the_attackers_order_may_be_anywhere() -> None:
    for order in (["giant", "wall", "guard"], ["wall", "giant", "guard"], ["wall", "guard", "giant"]):
        BOARD.when(*ORDERED, {"order": {"bear": order}}).then(legal, orders(bear=order, giant=["ox"]))


def test_the_others_keep_their_relative_order() -> None:
    BOARD.when(*ORDERED, {"order": {"bear": ["guard", "giant", "wall"]}}).then(
        illegal("509.6", "relative order"), orders(bear=["wall", "guard"], giant=["ox"])
    )


def test_the_newcomer_has_its_place() -> None:
    BOARD.when(*ORDERED, {"order": {"bear": ["wall", "guard"]}}).then(illegal("509.6", "giant", "missing"))


def test_the_attacker_has_its_place_in_the_blockers_order_too() -> None:
    BOARD.when(*ORDERED, {"order": {"giant": ["bear", "ox"]}}).then(legal, orders(bear=["wall", "guard"], giant=["bear", "ox"]))
    BOARD.when(*ORDERED, {"order": {"giant": ["ox"]}}).then(illegal("509.6", "bear", "missing"))


def test_without_an_order_before_the_whole_order_is_announced() -> None:
    BOARD.when(attack(bear=BOB), block(), {"blocks": {"guard": "bear"}}, {"order": {"bear": ["guard"]}}).then(
        legal, orders(bear=["guard"])
    )
