"""508.1: the active player declares attackers: the steps in their order, the first that can't be complied with decides."""

from typing import Any

import pytest
from declarant.handlers.attempt import Attempt, Draft
from declarant.handlers.procedure import runner
from declarant.handlers.procedure.attackers_508_1 import ATTACKERS_508_1
from declarant.handlers.procedure.commands import DeclareAttackers
from referee import (
    ANN,
    BOB,
    attack,
    creature,
    enchantment,
    given,
    illegal,
    illegally,
    land,
    legal,
)

TAX = "Creatures can't attack you unless their controller pays {1} for each creature they control that's attacking you."


def test_the_steps_leave_their_events_in_the_order_of_their_letters() -> None:
    outcome = (
        given(
            creature("knight", ANN, "Banding"),
            creature("bear", ANN, "You may exert this creature as it attacks. When you do, you gain 1 life."),
            land("forest", ANN, "Forest"),
            enchantment("toll", BOB, TAX),
        )
        .when(
            attack(
                knight=BOB,
                bear=BOB,
                step={
                    "bands": [["knight", "bear"]],
                    "optional_costs": {"bear": "exert"},
                    "mana_abilities": [{"source": "forest", "adds": "{G}"}],
                },
            )
        )
        .then(legal)
    )
    events = [event.type for _, event in outcome.game.log.events()]
    assert events[events.index("AttackersDeclared") :] == [
        "AttackersDeclared",
        "AttackTargetsAnnounced",
        "RestrictionsChecked",
        "RequirementsChecked",
        "BandsAnnounced",
        "AttackersTapped",
        "OptionalCostsChosen",
        "CostsLocked",
        "ManaAbilityActivated",
        "PermanentTapped",
        "CostsPaid",
        "BecameAttacking",
        "AbilityTriggered",
        "TriggersPutOnStack",
        "PriorityReceived",
    ]


LADDER: list[tuple[str, dict[str, Any]]] = [
    ("508.1a", {"tapped": True}),
    ("508.1b", {"target": ANN}),
    ("508.1c", {"text": "Defender\n"}),
    ("508.1d", {"other": "This creature attacks each combat if able."}),
    ("508.1e", {"bands": [["bear"]]}),
    ("508.1g", {"optional_costs": {"bear": "exert"}}),
    ("508.1i", {"mana_abilities": [{"source": "forest", "adds": "{G}"}]}),
    ("508.1j", {"pay": False}),
]
"""What can be wrong with one declaration, by the step that it doesn't comply with."""


@pytest.mark.parametrize("first", range(len(LADDER)), ids=[rule for rule, _ in LADDER])
def test_of_all_that_is_wrong_the_earliest_step_decides(first: int) -> None:
    wrong = {key: value for _, each in LADDER[first:] for key, value in each.items()}
    step = {key: value for key, value in wrong.items() if key in ("bands", "optional_costs", "mana_abilities", "pay")}
    text = wrong.get("text", "") + "This creature can't attack unless you pay {1}."
    given(
        creature("bear", ANN, text, tapped=wrong.get("tapped", False)),
        creature("ox", ANN, wrong.get("other", "")),
        land("forest", ANN, "Forest", tapped=True),
    ).when(attack(bear=wrong.get("target", BOB), step=step)).then(illegal(LADDER[first][0]))


def test_only_the_active_player_declares_attackers() -> None:
    game = given(creature("bear", ANN), creature("wolf", BOB)).game()
    game.begin_combat()
    attempt = Attempt[DeclareAttackers](Draft.of(game.state, game.version), DeclareAttackers(attackers={"wolf": ANN}), BOB)
    runner.check(ATTACKERS_508_1, attempt)
    assert [violated.concept for violated in attempt.violated] == ["attack.declaration"]


def test_attackers_arent_declared_twice_in_a_combat() -> None:
    given(creature("bear", ANN), creature("ox", ANN)).when(attack(bear=BOB), attack(ox=BOB)).then(illegal("508.1"))


def test_declaring_no_attackers_is_a_declaration() -> None:
    given(creature("bear", ANN)).when(attack(), attack(bear=BOB)).then(illegal("508.1"))


def test_attackers_are_declared_again_in_another_combat() -> None:
    given(creature("bear", ANN, "Vigilance")).when(attack(bear=BOB), {"combat": "again"}, attack(bear=BOB)).then(legal)


def test_after_an_illegal_declaration_the_player_declares_again() -> None:
    given(creature("bear", ANN), creature("wall", ANN, "Defender")).when(
        illegally(attack(bear=BOB, wall=BOB)), attack(bear=BOB)
    ).then(legal)
