"""509.2a until 2024-11-07: a blocker that leaves combat or stops blocking leaves the orders; the others keep theirs."""

from typing import Any

import pytest
from referee import ANN, BOB, WITH_ORDERS, attack, block, creature, given, orders

BOARD = given(
    creature("bear", ANN),
    creature("ox", ANN),
    creature("guard", BOB),
    creature("wall", BOB),
    creature("wide", BOB, "This creature can block an additional creature each combat."),
    rules=WITH_ORDERS,
)
ORDERED = (
    attack(bear=BOB, ox=BOB),
    block(guard="bear", wall="bear", wide=["bear", "ox"]),
    {"order": {"bear": ["wall", "wide", "guard"], "ox": ["wide"], "wide": ["ox", "bear"]}},
)


@pytest.mark.parametrize(
    "gone",
    [
        {"leaves": "wide"},
        {"removed_from_combat": "wide"},
        {"phases_out": "wide"},
        {"changes": {"id": "wide", "controller": ANN}},
        {"changes": {"id": "wide", "types": ["Artifact"]}},
    ],
)
def test_a_blocker_removed_from_combat_leaves_every_order(gone: dict[str, Any]) -> None:
    BOARD.when(*ORDERED, gone).then(orders(bear=["wall", "guard"], ox=[]))


def test_a_blocker_that_stops_blocking_one_attacker_leaves_that_order_only() -> None:
    BOARD.when(*ORDERED, {"stops_blocking": {"wide": "bear"}}).then(orders(bear=["wall", "guard"], ox=["wide"], wide=["ox"]))


def test_the_first_in_the_order_leaves_the_rest_as_it_was() -> None:
    BOARD.when(*ORDERED, {"leaves": "wall"}).then(orders(bear=["wide", "guard"], ox=["wide"], wide=["ox", "bear"]))


def test_a_blocker_that_left_before_orders_has_no_place_in_them() -> None:
    BOARD.when(*ORDERED[:2], {"leaves": "wide"}, {"order": {"bear": ["guard", "wall"]}}).then(orders(bear=["guard", "wall"]))
