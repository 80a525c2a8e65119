"""509.7 (509.4 from 2024-11-08): a creature put onto the battlefield blocking is blocking but never “blocked”."""

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
    given,
    illegal,
    legal,
    orders,
    triggers,
    unblocked,
)

BATTLEFIELD = (creature("bear", ANN), creature("guard", BOB), creature("wall", BOB))
WOLF = {"enters": creature("wolf", BOB), "blocking": "bear"}
ORDERED = (attack(bear=BOB), block(guard="bear", wall="bear"), {"order": {"bear": ["wall", "guard"]}}, WOLF)
both_editions = pytest.mark.parametrize("rules", [WITH_ORDERS, WITHOUT_ORDERS])


@both_editions
def test_it_is_blocking_and_the_attacker_becomes_blocked(rules: str) -> None:
    given(*BATTLEFIELD, rules=rules).when(attack(bear=BOB), block(), WOLF).then(
        blocked("bear"), unblocked(), blocking(wolf=["bear"])
    )


@both_editions
def test_an_attacker_blocked_by_others_is_blocked_by_it_too(rules: str) -> None:
    given(*BATTLEFIELD, rules=rules).when(attack(bear=BOB), block(guard="bear"), WOLF).then(
        blocked("bear"), blocking(guard=["bear"], wolf=["bear"])
    )


@both_editions
def test_it_never_blocked(rules: str) -> None:
    text = "Whenever this creature blocks, draw a card.\nWhenever this creature blocks a creature, draw a card."
    given(*BATTLEFIELD, rules=rules).when(
        attack(bear=BOB), block(), {"enters": creature("wolf", BOB, text), "blocking": "bear"}
    ).then(triggers())


@both_editions
def test_before_blockers_are_declared_it_is_blocking_and_the_attacker_blocked(rules: str) -> None:
    given(*BATTLEFIELD, rules=rules).when(attack(bear=BOB), WOLF, block()).then(
        legal, blocked("bear"), unblocked(), blocking(wolf=["bear"])
    )


def test_its_place_in_the_order_may_be_anywhere() -> None:
    for order in (["wolf", "wall", "guard"], ["wall", "wolf", "guard"], ["wall", "guard", "wolf"]):
        given(*BATTLEFIELD, rules=WITH_ORDERS).when(*ORDERED, {"order": {"bear": order}}).then(legal, orders(bear=order))


def test_the_others_keep_their_relative_order() -> None:
    given(*BATTLEFIELD, rules=WITH_ORDERS).when(*ORDERED, {"order": {"bear": ["wolf", "guard", "wall"]}}).then(
        illegal("509.7", "relative order"), orders(bear=["wall", "guard"])
    )


def test_the_newcomer_has_its_place() -> None:
    given(*BATTLEFIELD, rules=WITH_ORDERS).when(*ORDERED, {"order": {"bear": ["wall", "guard"]}}).then(
        illegal("509.7", "wolf", "missing")
    )


def test_it_leaves_the_order_when_it_leaves() -> None:
    given(*BATTLEFIELD, rules=WITH_ORDERS).when(
        *ORDERED, {"order": {"bear": ["wall", "wolf", "guard"]}}, {"leaves": "wolf"}
    ).then(orders(bear=["wall", "guard"]))
