"""801.5a: whoever chooses an object or a player chooses one within their range of influence."""

import pytest
from referee import Given, attack, creature, given, left, refused, resolve

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
RETURNS = "Whenever this creature attacks, return a creature an opponent controls to its owner's hand."


def board(seats: int) -> Given:
    far = [creature(player.lower(), player, power=9 if player == "Dan" else 2) for player in PLAYERS[1:]]
    return given(creature("ox", "Ann", RETURNS), *far, players=PLAYERS, rules="2026-01-16", options={"range": seats})  # type: ignore[arg-type]


@pytest.mark.parametrize(("seats", "chosen"), [(1, "bob"), (2, "dan")])
def test_only_what_is_within_the_range_is_chosen_by_default(seats: int, chosen: str) -> None:
    found = board(seats).when(attack(ox="Bob"), resolve()).outcome()
    assert found.step.left is not None and chosen in found.step.left


def test_what_is_within_the_range_may_be_chosen() -> None:
    board(1).when(attack(ox="Bob"), resolve(1, {"source": "ox", "chosen": ["bob"]})).then(left("bob"))


def test_what_is_outside_the_range_cant_be_chosen() -> None:
    board(1).when(attack(ox="Bob"), resolve(1, {"source": "ox", "chosen": ["dan"]})).then(refused("invalid-input", "dan"))
