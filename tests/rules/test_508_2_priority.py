"""508.2: the active player gets priority; before that, what triggered is put onto the stack (508.2b)."""

import pytest
from declarant import Game
from referee import ANN, BOB, Outcome, attack, creature, effect, enchantment, given, illegal, land, legal, triggers

TRIGGER = "Whenever this creature attacks, you gain 1 life."


def after_the_declaration(game: Game) -> list[str]:
    kinds: list[str] = [event.type for _, event in game.log.events()]
    return kinds[kinds.index("BecameAttacking") :]


def test_the_active_player_gets_priority_after_the_declaration() -> None:
    outcome = given(creature("bear", ANN)).when(attack(bear=BOB)).then(legal)
    assert after_the_declaration(outcome.game) == ["BecameAttacking", "PriorityReceived"]
    assert [e.player for _, e in outcome.game.log.events() if e.type == "PriorityReceived"] == [ANN]


def test_the_active_player_gets_priority_even_if_nothing_attacks() -> None:
    outcome = given(creature("bear", ANN)).when(attack()).then(legal)
    assert after_the_declaration(outcome.game) == ["BecameAttacking", "PriorityReceived"]


def test_what_triggered_is_put_onto_the_stack_before_that() -> None:
    outcome = (
        given(
            creature("bear", ANN, TRIGGER),
            creature("ox", ANN, TRIGGER),
            enchantment("eye", BOB, "Whenever a creature attacks, you gain 1 life."),
        )
        .when(attack(bear=BOB, ox=BOB))
        .then(legal)
    )
    assert after_the_declaration(outcome.game) == [
        "BecameAttacking",
        "AbilityTriggered",
        "AbilityTriggered",
        "AbilityTriggered",
        "TriggersPutOnStack",
        "PriorityReceived",
    ]
    assert [e.number for _, e in outcome.game.log.events() if e.type == "TriggersPutOnStack"] == [4]


def test_nobody_gets_priority_while_the_payment_is_awaited() -> None:
    game = given(creature("bear", ANN, "This creature can't attack unless you pay {1}.")).game()
    game.declare_attackers({"bear": BOB}, pay=None)
    assert not any(event.type == "PriorityReceived" for _, event in game.log.events())
    game.pay()
    assert after_the_declaration(game) == ["BecameAttacking", "PriorityReceived"]


def test_an_illegal_declaration_gives_nobody_priority() -> None:
    outcome = given(creature("bear", ANN, TRIGGER)).when(attack(bear=ANN)).then(illegal("508.1b"))
    assert not any(event.type == "PriorityReceived" for _, event in outcome.game.log.events())


# --- 508.2a: only at that point --------------------------------------------------------------------------------------------


GOBLIN_BANNER = enchantment("banner", ANN, "Whenever a Goblin attacks, you gain 1 life.")


def test_a_creature_that_matches_as_it_is_declared_triggers() -> None:
    given(creature("imp", ANN, subtypes=("Goblin",)), GOBLIN_BANNER).when(attack(imp=BOB)).then(triggers("508.3a", banner=1))


def test_a_creature_that_comes_to_match_afterwards_doesnt() -> None:
    given(creature("imp", ANN), GOBLIN_BANNER).when(attack(imp=BOB), {"changes": {"id": "imp", "subtypes": ["Goblin"]}}).then(
        triggers()
    )


def test_an_ability_gained_afterwards_doesnt_trigger() -> None:
    given(creature("imp", ANN)).when(attack(imp=BOB), {"effect": {"on": "imp", "text": TRIGGER}}).then(triggers())


# --- 508.2b: what triggered in the process -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["Whenever this creature becomes tapped, you gain 1 life."])
def test_what_triggers_while_attackers_are_declared_waits_as_well(text: str) -> None:
    outcome: Outcome = (
        given(
            creature("bear", ANN, f"{text}\nThis creature can't attack unless you pay {{1}}."),
            creature("elf", ANN, text + "\n{T}: Add {G}."),
            land("forest", ANN, "Forest"),
        )
        .when(attack(bear=BOB, step={"mana_abilities": [{"source": "elf", "adds": "{G}"}]}))
        .then(triggers(bear=1, elf=1))
    )
    assert [e.number for _, e in outcome.game.log.events() if e.type == "TriggersPutOnStack"] == [2]


def test_a_requirement_that_ends_with_the_turn_triggers_nothing() -> None:
    given(creature("bear", ANN), effects=(effect(BOB, "[bear] attacks this turn if able."),)).when(attack(bear=BOB)).then(
        triggers()
    )
