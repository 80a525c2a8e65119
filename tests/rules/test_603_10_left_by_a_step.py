"""603.10a: what a step says to leave is seen by what triggers on it; whether it died is said by where it went, or marked."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, creature, given, life, resolve, triggers

DIES = "Whenever another creature dies, you gain 1 life."
LEAVES = "Whenever another creature leaves the battlefield, you gain 1 life."
ELSE = "Whenever another creature leaves the battlefield without dying, you gain 1 life."
SAW_DAMAGE = (
    "First strike\nWhenever a creature dealt damage by this creature this turn dies, put a +1/+1 counter on this creature."
)


@pytest.mark.parametrize(
    ("text", "to", "times"),
    [
        (DIES, "graveyard", 1),
        (DIES, "exile", 0),
        (LEAVES, "graveyard", 1),
        (LEAVES, "hand", 1),
        (LEAVES, None, 1),
        (ELSE, "graveyard", 0),
    ],
)
def test_what_triggers_is_said_by_where_it_went(text: str, to: str | None, times: int) -> None:
    gone: dict[str, Any] = {"leaves": "elk"} | ({"to": to} if to else {})
    board = given(creature("imp", ANN, text), creature("elk", BOB))
    outcome = board.when(attack(imp=BOB), gone).outcome()
    assert sum(each.times for each in outcome.step.triggers) == times and not outcome.game.stack.marks
    board.when(attack(imp=BOB), gone, resolve()).then(life(Ann=20 + times))


def test_where_that_isnt_said_the_game_is_marked() -> None:
    outcome = given(creature("imp", ANN, DIES), creature("elk", BOB)).when(attack(imp=BOB), {"leaves": "elk"}).outcome()
    assert [(mark.source, "whether elk died" in mark.why) for mark in outcome.game.stack.marks] == [("imp", True)]
    other = given(creature("imp", ANN, "Whenever another Goblin dies, you gain 1 life."), creature("elk", BOB))
    assert not other.when(attack(imp=BOB), {"leaves": "elk"}).outcome().game.stack.marks


def test_what_was_dealt_damage_earlier_and_dies_later_is_seen() -> None:
    board = given(creature("bats", ANN, SAW_DAMAGE), creature("elk", BOB, toughness=9))
    steps = attack(bats=BOB), {"block": {"elk": ["bats"]}}, {"damage": {}}
    board.when(*steps, {"leaves": "elk", "to": "graveyard"}).then(triggers(bats=1))
