"""509.4 until 2024-11-07, 509.2 since: when blockers are declared (and orders announced), the active player gets priority."""

from referee import (
    ANN,
    BOB,
    WITH_ORDERS,
    WITHOUT_ORDERS,
    Outcome,
    attack,
    block,
    creature,
    given,
    logged,
)

BATTLEFIELD = (creature("bear", ANN), creature("guard", BOB))
DECLARED = (attack(bear=BOB), block(guard="bear"))


def active_player_has_priority(outcome: Outcome) -> None:
    *_, (_, last) = outcome.game.log.events()
    assert last.model_dump(include={"type", "player"}) == {"type": "PriorityReceived", "player": ANN}


def test_without_orders_priority_follows_the_declaration() -> None:
    given(*BATTLEFIELD, rules=WITHOUT_ORDERS).when(*DECLARED).then(
        logged("BecameBlocking", "BecameBlocked", "PriorityReceived"), active_player_has_priority
    )


def test_with_orders_priority_waits_for_them() -> None:
    given(*BATTLEFIELD, rules=WITH_ORDERS).when(*DECLARED).then(logged("BecameBlocking", "BecameBlocked"))


def test_priority_follows_the_last_order() -> None:
    board = given(*BATTLEFIELD, rules=WITH_ORDERS)
    board.when(*DECLARED, {"order": {"bear": ["guard"]}}).then(logged("DamageOrderAnnounced"))
    board.when(*DECLARED, {"order": {"bear": ["guard"]}}, {"order": {"guard": ["bear"]}}).then(
        logged("DamageOrderAnnounced", "DamageOrderAnnounced", "PriorityReceived"), active_player_has_priority
    )


def test_with_nothing_blocked_there_is_nothing_to_wait_for() -> None:
    given(*BATTLEFIELD, rules=WITH_ORDERS).when(attack(bear=BOB), block()).then(
        logged("BecameUnblocked", "PriorityReceived"), active_player_has_priority
    )


def test_priority_comes_before_what_happens_next() -> None:
    given(*BATTLEFIELD, rules=WITH_ORDERS).when(*DECLARED, {"leaves": "guard"}).then(
        logged("BecameBlocked", "PriorityReceived", "RemovedFromCombat", "PermanentLeft")
    )


def test_there_is_no_priority_after_an_illegal_declaration() -> None:
    given(*BATTLEFIELD).when(attack(bear=BOB), block(guard=["bear", "guard"])).then(logged("BecameAttacking", "PriorityReceived"))
