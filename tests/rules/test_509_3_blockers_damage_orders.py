"""509.3 until 2024-11-07: for each blocker, the attackers it blocks in the order of the defending player's choice."""

from referee import ANN, BOB, WITH_ORDERS, WITHOUT_ORDERS, attack, block, creature, given, illegal, legal, orders

BATTLEFIELD = (
    creature("bear", ANN),
    creature("ox", ANN),
    creature("elk", ANN),
    creature("wide", BOB, "This creature can block an additional creature each combat."),
)
BOARD = given(*BATTLEFIELD, rules=WITH_ORDERS)
BLOCKED = (attack(bear=BOB, ox=BOB, elk=BOB), block(wide=["bear", "ox"]))


def test_the_order_of_all_attackers_it_blocks_is_announced() -> None:
    BOARD.when(*BLOCKED, {"order": {"wide": ["ox", "bear"]}}).then(legal, orders(wide=["ox", "bear"]))


def test_both_kinds_of_orders_may_be_announced_together() -> None:
    announced = {"bear": ["wide"], "ox": ["wide"], "wide": ["ox", "bear"]}
    BOARD.when(*BLOCKED, {"order": announced}).then(legal, orders(**announced))


def test_an_attacker_is_missing() -> None:
    BOARD.when(*BLOCKED, {"order": {"wide": ["ox"]}}).then(illegal("509.3", "bear", "missing"), orders())


def test_an_attacker_it_does_not_block_has_no_place() -> None:
    BOARD.when(*BLOCKED, {"order": {"wide": ["ox", "bear", "elk"]}}).then(illegal("509.3", "elk"))


def test_an_attacker_is_named_once() -> None:
    BOARD.when(*BLOCKED, {"order": {"wide": ["ox", "bear", "ox"]}}).then(illegal("509.3", "twice"))


def test_an_order_is_announced_once() -> None:
    BOARD.when(*BLOCKED, {"order": {"wide": ["ox", "bear"]}}, {"order": {"wide": ["bear", "ox"]}}).then(
        illegal("509.3", "already"), orders(wide=["ox", "bear"])
    )


def test_a_single_attacker_is_an_order_too() -> None:
    BOARD.when(attack(bear=BOB), block(wide="bear"), {"order": {"wide": ["bear"]}}).then(legal, orders(wide=["bear"]))


def test_a_creature_that_does_not_block_has_no_order() -> None:
    given(*BATTLEFIELD, creature("guard", BOB), rules=WITH_ORDERS).when(*BLOCKED, {"order": {"guard": ["bear"]}}).then(
        illegal("509.3", "guard")
    )


def test_from_2024_11_08_no_order_is_announced_and_no_rule_is_cited() -> None:
    given(*BATTLEFIELD, rules=WITHOUT_ORDERS).when(*BLOCKED, {"order": {"wide": ["ox", "bear"]}}).then(illegal(None), orders())
