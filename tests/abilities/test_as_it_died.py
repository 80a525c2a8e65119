"""An intervening "if" about what died asks how it was as it most recently existed (603.4, 603.10a, 608.2h)."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, block, creature, damage, given, life, resolve


@pytest.mark.parametrize(
    ("asked", "more", "holds"),
    [
        ("it had no counters on it", {}, True),
        ("it had no counters on it", {"counters": {"oil": 1}}, False),
        ("it had a +1/+1 counter on it", {"counters": {"+1/+1": 1}}, True),
        ("it had a +1/+1 counter on it", {}, False),
        ("it was a Goblin", {"subtypes": ["Goblin"]}, True),
        ("it was a Goblin", {}, False),
        ("it had power 2 or greater", {}, True),
        ("it had power 3 or greater", {}, False),
        ("it was attacking", {}, True),
        ("it was blocking", {}, False),
        ("it wasn't blocking", {}, True),
        ("it wasn't a token", {"token": True}, False),
    ],
)
def test_what_it_was_is_asked_as_it_triggers(asked: str, more: dict[str, Any], holds: bool) -> None:
    imp = creature("imp", ANN, f"When this creature dies, if {asked}, you gain 3 life.", **more)
    wall = creature("wall", BOB, power=5, toughness=5)
    given(imp, wall).when(attack(imp=BOB), block(wall="imp"), damage(), resolve()).then(life(Ann=23 if holds else 20))


def test_what_another_was_is_asked_of_that_one() -> None:
    text = "Whenever another creature you control dies, if it had flying, you gain 3 life."
    imp, bat, ox = creature("imp", ANN, text), creature("bat", ANN, "Flying"), creature("ox", ANN)
    spider = creature("spider", BOB, "Reach", power=5, toughness=5)
    board = given(imp, bat, ox, spider)
    board.when(attack(bat=BOB), block(spider="bat"), damage(), resolve()).then(life(Ann=23))
    board.when(attack(ox=BOB), block(spider="ox"), damage(), resolve()).then(life(Ann=20))


def test_tokens_that_are_created_meanwhile_are_not_meant() -> None:
    text = (
        "Whenever another creature you control dies, create a 1/1 red Satyr creature token. If the creature had power 4 or "
        "greater, create two of those tokens instead. You gain 1 life for each Satyr you control."
    )
    imp, giant, ox = creature("imp", ANN, text), creature("giant", ANN, power=4), creature("ox", ANN, power=3)
    wall = creature("wall", BOB, power=5, toughness=5)
    board = given(imp, giant, ox, wall)
    board.when(attack(giant=BOB), block(wall="giant"), damage(), resolve()).then(life(Ann=22))
    board.when(attack(ox=BOB), block(wall="ox"), damage(), resolve()).then(life(Ann=21))
