"""509.3a until 2024-11-07: an attacker that leaves combat or stops being blocked leaves the orders; the others keep theirs."""

from typing import Any

import pytest
from referee import ANN, BOB, WITH_ORDERS, attack, block, creature, given, orders

BOARD = given(
    creature("bear", ANN),
    creature("ox", ANN),
    creature("elk", ANN),
    creature("wide", BOB, "This creature can block any number of creatures."),
    rules=WITH_ORDERS,
)
ORDERED = (
    attack(bear=BOB, ox=BOB, elk=BOB),
    block(wide=["bear", "ox", "elk"]),
    {"order": {"bear": ["wide"], "wide": ["elk", "bear", "ox"]}},
)


@pytest.mark.parametrize(
    "gone",
    [
        {"leaves": "bear"},
        {"removed_from_combat": "bear"},
        {"phases_out": "bear"},
        {"changes": {"id": "bear", "controller": BOB}},
        {"changes": {"id": "bear", "types": ["Artifact"]}},
    ],
)
def test_an_attacker_removed_from_combat_leaves_every_order(gone: dict[str, Any]) -> None:
    BOARD.when(*ORDERED, gone).then(orders(wide=["elk", "ox"]))


def test_an_attacker_that_is_not_blocked_by_it_any_more_leaves_the_order() -> None:
    BOARD.when(*ORDERED, {"stops_blocking": {"wide": "bear"}}).then(orders(wide=["elk", "ox"], bear=[]))
