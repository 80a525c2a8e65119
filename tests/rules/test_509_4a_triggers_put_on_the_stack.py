"""509.4a until 2024-11-07, 509.2a since: what triggered is put onto the stack before the active player gets priority."""

from referee import ANN, BOB, WITH_ORDERS, WITHOUT_ORDERS, Outcome, attack, block, creature, given, logged

BATTLEFIELD = (
    creature("bear", ANN, "Whenever this creature becomes blocked, draw a card."),
    creature("guard", BOB, "Whenever this creature blocks, you gain 1 life."),
    creature("wall", BOB, "Whenever this creature blocks, you gain 1 life."),
)
DECLARED = (attack(bear=BOB), block(guard="bear", wall="bear"))
ORDERS = {"order": {"bear": ["guard", "wall"], "guard": ["bear"], "wall": ["bear"]}}


def three_put_on_the_stack(outcome: Outcome) -> None:
    numbers = [event.number for _, event in outcome.game.log.events() if event.type == "TriggersPutOnStack"]
    assert numbers == [3]


def test_all_of_them_are_put_onto_the_stack_before_priority() -> None:
    given(*BATTLEFIELD, rules=WITHOUT_ORDERS).when(*DECLARED).then(
        logged("AbilityTriggered", "AbilityTriggered", "AbilityTriggered", "TriggersPutOnStack", "PriorityReceived"),
        three_put_on_the_stack,
    )


def test_with_orders_they_wait_for_the_orders() -> None:
    board = given(*BATTLEFIELD, rules=WITH_ORDERS)
    board.when(*DECLARED).then(logged("AbilityTriggered", "AbilityTriggered", "AbilityTriggered"))
    board.when(*DECLARED, ORDERS).then(
        logged("AbilityTriggered", "DamageOrderAnnounced", "TriggersPutOnStack", "PriorityReceived"), three_put_on_the_stack
    )


def test_without_triggers_nothing_is_put_onto_the_stack() -> None:
    given(creature("ox", ANN), creature("guard", BOB)).when(attack(ox=BOB), block(guard="ox")).then(
        logged("BecameBlocked", "PriorityReceived")
    )
