"""509.1i in every edition: abilities that trigger on blockers being declared do so as the declaration is completed."""

from referee import ANN, BOB, attack, block, creature, enchantment, given, illegal, legal, logged, triggers

BEAR = creature("bear", ANN, "Whenever this creature becomes blocked, draw a card.")
GUARD = creature("guard", BOB, "Whenever this creature blocks, you gain 1 life.")


def test_abilities_of_both_sides_trigger_after_creatures_became_blocking_and_blocked() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), block(guard="bear")).then(
        legal,
        triggers(bear=1, guard=1),
        logged(
            "BecameBlocking", "BecameBlocked", "AbilityTriggered", "AbilityTriggered", "TriggersPutOnStack", "PriorityReceived"
        ),
    )


def test_nothing_triggers_from_an_illegal_declaration() -> None:
    given(BEAR, GUARD, creature("idler", BOB, "This creature can't block.")).when(
        attack(bear=BOB), block(guard="bear", idler="bear")
    ).then(illegal("509.1b"), triggers(), logged("BecameAttacking", "PriorityReceived"))


def test_nothing_triggers_from_a_declaration_that_was_not_paid_for() -> None:
    toll = creature("toll", BOB, "This creature can't block unless you pay {1}.\nWhenever this creature blocks, draw a card.")
    given(BEAR, toll).when(attack(bear=BOB), block(toll="bear", step={"pay": False})).then(illegal("509.1f"), triggers())


def test_an_ability_gained_after_the_declaration_does_not_trigger() -> None:
    given(creature("ox", ANN), GUARD).when(
        attack(ox=BOB),
        block(guard="ox"),
        {"effect": {"on": "ox", "text": "Whenever this creature becomes blocked, draw a card."}},
    ).then(triggers())


def test_an_ability_lost_before_the_declaration_does_not_trigger() -> None:
    given(BEAR, GUARD).when(attack(bear=BOB), {"effect": {"on": "bear", "loses_abilities": True}}, block(guard="bear")).then(
        triggers(guard=1)
    )


def test_an_ability_of_a_permanent_that_was_sacrificed_to_pay_does_not_trigger() -> None:
    horn = enchantment("horn", BOB, "Whenever a creature blocks, you gain 1 life.")
    altar = creature("altar", BOB, "This creature can't block unless you sacrifice an enchantment.")
    given(creature("ox", ANN), altar, horn).when(attack(ox=BOB), block(altar="ox")).then(legal, triggers())


def test_abilities_with_an_intervening_if_look_at_the_moment_of_the_declaration() -> None:
    text = "Whenever this creature blocks, if you control an artifact, draw a card."
    board = given(creature("ox", ANN), creature("smith", BOB, text))
    board.when(attack(ox=BOB), block(smith="ox")).then(legal, triggers())
    board.when(
        attack(ox=BOB), {"enters": {"id": "anvil", "controller": BOB, "name": "Anvil", "types": ["Artifact"]}}, block(smith="ox")
    ).then(legal, triggers(smith=1))
