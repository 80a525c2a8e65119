"""504.1: a player draws as a turn passes: what depends on the hand since then is presumed, what triggers on it is marked."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, given

ASKING = (
    "This creature has flying as long as you have one or fewer cards in hand.",
    "This creature can't be blocked as long as you have two or fewer cards in hand.",
    "This creature's power and toughness are each equal to the number of cards in your hand.",
)
PASSED = ({"turn": BOB}, {"turn": ANN})


def _presumed(text: str, *steps: dict[str, Any], **hands: int) -> tuple[str, ...]:
    board = given(creature("imp", ANN, text, power=1, toughness=1), creature("elk", BOB), hand=hands)
    return board.when(*steps, attack(imp=BOB), block(elk="imp")).outcome().step.presumed


@pytest.mark.parametrize("text", ASKING)
def test_a_hand_is_presumed_to_be_as_before_the_draw_step(text: str) -> None:
    assert not _presumed(text, Ann=1)
    assert not _presumed("Menace", *PASSED, Ann=1)
    (presumed,) = _presumed(text, *PASSED, Ann=1)
    assert "since the draw step of Ann, taken to be as before it" in presumed
    (unstated,) = _presumed(text, *PASSED)
    assert "taken to be 0" in unstated


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("Whenever you draw a card, put a +1/+1 counter on this creature.", 1),
        ("Whenever a player draws a card, that player loses 1 life.", 1),
        ("Whenever an opponent draws a card except the first one they draw in each of their draw steps, you gain 1 life.", 0),
        ("Whenever you draw your second card each turn, put a +1/+1 counter on this creature.", 0),
        ("Whenever you discard a card, put a +1/+1 counter on this creature.", 0),
    ],
)
def test_what_triggers_on_drawing_is_marked_as_a_turn_begins(text: str, marked: int) -> None:
    board = given(creature("imp", ANN, text))
    assert not board.when(attack(imp=BOB)).outcome().game.stack.marks
    assert len(board.when(*PASSED).outcome().game.stack.marks) == marked
