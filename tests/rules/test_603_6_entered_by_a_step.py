"""603.6a: what triggers as a step says that something enters or changes isn't modelled, and marks the game."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, creature, given

ITSELF = "When this creature enters, you gain 1 life."


def marked(*steps: Any, imp: str = "") -> list[str]:
    """What the game is marked with after these steps."""
    board = given(creature("imp", ANN, imp), creature("elk", BOB))
    return [mark.source for mark in board.when(*steps).outcome().game.stack.marks]


@pytest.mark.parametrize("text", [ITSELF, "Flying\nWhen this creature enters, draw a card.", "This creature enters tapped."])
@pytest.mark.parametrize("before_combat", [True, False])
def test_what_enters_may_trigger_itself(text: str, before_combat: bool) -> None:
    enters, attacks = {"enters": creature("elf", ANN, text)}, attack(imp=BOB)
    steps = (enters, attacks) if before_combat else (attacks, enters)
    assert marked(*steps) == ["elf"]


@pytest.mark.parametrize(
    ("text", "controller", "marks"),
    [
        ("Whenever another creature you control enters, you gain 1 life.", ANN, ["imp"]),
        ("Whenever another creature you control enters, you gain 1 life.", BOB, []),
        ("Whenever a creature an opponent controls enters, you gain 1 life.", BOB, ["imp"]),
        ("Whenever an artifact enters, you gain 1 life.", ANN, []),
        ("Whenever this creature enters or attacks, you gain 1 life.", ANN, []),
        ("Whenever another creature dies, you gain 1 life.", ANN, []),
        ("Flying", ANN, []),
    ],
)
def test_what_is_there_may_trigger_on_it(text: str, controller: str, marks: list[str]) -> None:
    assert marked(attack(imp=BOB), {"enters": creature("elf", controller)}, imp=text) == marks


def test_what_is_there_as_the_board_is_laid_out_didnt_enter() -> None:
    assert marked(attack(imp=BOB), imp=ITSELF) == []


def test_what_else_a_step_says_may_trigger() -> None:
    tapping = "Whenever a creature an opponent controls becomes untapped, you gain 1 life."
    assert marked({"changes": {"id": "elk", "tapped": True}}, {"changes": {"id": "elk", "tapped": False}}, imp=tapping) == ["imp"]
