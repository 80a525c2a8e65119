"""509.2 until 2024-11-07: for each blocked attacker, its blockers in the order of the active player's choice."""

from referee import (
    ANN,
    BOB,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    attack,
    block,
    creature,
    given,
    illegal,
    illegally,
    legal,
    logged,
    orders,
)

BATTLEFIELD = (creature("bear", ANN), creature("ox", ANN), creature("guard", BOB), creature("wall", BOB))
BOARD = given(*BATTLEFIELD, rules=WITH_ORDERS)
BLOCKED = (attack(bear=BOB, ox=BOB), block(guard="bear", wall="bear"))


def test_the_order_of_all_its_blockers_is_announced() -> None:
    BOARD.when(*BLOCKED, {"order": {"bear": ["wall", "guard"]}}).then(legal, orders(bear=["wall", "guard"]))


def test_a_blocker_is_missing() -> None:
    BOARD.when(*BLOCKED, {"order": {"bear": ["wall"]}}).then(illegal("509.2", "guard", "missing"), orders())


def test_a_creature_that_does_not_block_it_has_no_place() -> None:
    BOARD.when(*BLOCKED, {"order": {"bear": ["wall", "guard", "ox"]}}).then(illegal("509.2", "ox"), orders())


def test_a_blocker_of_another_attacker_has_no_place() -> None:
    BOARD.when(attack(bear=BOB, ox=BOB), block(guard="bear", wall="ox"), {"order": {"bear": ["guard", "wall"]}}).then(
        illegal("509.2", "wall")
    )


def test_a_blocker_is_named_once() -> None:
    BOARD.when(*BLOCKED, {"order": {"bear": ["wall", "guard", "wall"]}}).then(illegal("509.2", "twice"))


def test_an_unblocked_attacker_has_no_order() -> None:
    BOARD.when(*BLOCKED, {"order": {"ox": ["wall"]}}).then(illegal("509.2", "ox"))


def test_a_single_blocker_is_an_order_too() -> None:
    BOARD.when(attack(bear=BOB), block(guard="bear"), {"order": {"bear": ["guard"]}}).then(legal, orders(bear=["guard"]))


def test_an_order_is_announced_once() -> None:
    order = {"order": {"bear": ["wall", "guard"]}}
    BOARD.when(*BLOCKED, order, {"order": {"bear": ["guard", "wall"]}}).then(
        illegal("509.2", "already"), orders(bear=["wall", "guard"])
    )


def test_an_illegal_order_leaves_the_log_as_it_was_and_another_may_follow() -> None:
    BOARD.when(*BLOCKED, {"order": {"bear": ["wall"]}}).then(illegal("509.2"), logged("BecameBlocked", "BecameUnblocked"))
    BOARD.when(*BLOCKED, illegally({"order": {"bear": ["wall"]}}), {"order": {"bear": ["guard", "wall"]}}).then(
        legal, orders(bear=["guard", "wall"])
    )


def test_no_order_is_needed_before_the_next_step() -> None:
    BOARD.when(*BLOCKED, {"combat": "again"}).then(orders())


def test_orders_end_with_the_combat() -> None:
    BOARD.when(*BLOCKED, {"order": {"bear": ["wall", "guard"]}}, {"combat": "again"}).then(orders())


def test_an_attacker_that_only_an_effect_made_blocked_has_nothing_to_order() -> None:
    BOARD.when(attack(bear=BOB), block(), {"becomes_blocked": "bear"}, {"order": {"bear": []}}).then(illegal("509.2"))


def test_from_2024_11_08_no_order_is_announced_and_no_rule_is_cited() -> None:
    given(*BATTLEFIELD, rules=WITHOUT_ORDERS).when(*BLOCKED, {"order": {"bear": ["wall", "guard"]}}).then(
        illegal(None, "order"), orders()
    )
