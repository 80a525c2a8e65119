"""702.11, 702.16b, 702.18: what can't be a target: hexproof from a quality, and players with hexproof, shroud or protection."""

from typing import Any

import pytest
from referee import ANN, BOB, attack, creature, enchantment, given, illegal, life, resolve, tapped

TAPS = "Whenever this creature attacks, tap target creature an opponent controls."
PINGS = "Whenever this creature attacks, it deals 2 damage to target player or planeswalker."
AIMED: dict[str, Any] = {"source": "imp", "targets": ["ox"]}


@pytest.mark.parametrize(
    ("keyword", "shielded"),
    [
        ("Hexproof from white", True),
        ("Hexproof from black", False),
        ("Hexproof from black and from white", True),
        ("Hexproof from monocolored", True),
        ("Hexproof from multicolored", False),
        ("Hexproof from creatures", True),
        ("Hexproof from activated and triggered abilities", True),
    ],
)
def test_hexproof_from_a_quality_of_the_source(keyword: str, shielded: bool) -> None:
    board = given(creature("imp", ANN, TAPS, colors=["W"]), creature("ox", BOB, keyword), creature("elk", BOB))
    board.when(attack(imp=BOB), resolve("all", AIMED)).then(illegal("603.3d", "ox") if shielded else tapped("imp", "ox"))


def test_ones_own_creature_with_hexproof_from_a_quality_is_a_target() -> None:
    text = "Whenever this creature attacks, tap target creature."
    board = given(creature("imp", ANN, text, colors=["W"]), creature("ox", ANN, "Hexproof from white"))
    board.when(attack(imp=BOB), resolve("all", AIMED)).then(tapped("imp", "ox"))


@pytest.mark.parametrize(
    ("says", "shielded"),
    [
        ("You have hexproof.", True),
        ("You have shroud.", True),
        ("You and creatures you control have hexproof.", True),
        ("You have protection from red.", True),
        ("You have protection from blue.", False),
        ("You have hexproof from red.", True),
        ("As long as it's your turn, you have hexproof.", False),
        ("Your opponents have hexproof.", False),
    ],
)
def test_a_player_who_cant_be_the_target(says: str, shielded: bool) -> None:
    board = given(creature("imp", ANN, PINGS, colors=["R"]), enchantment("ward", BOB, says))
    at_bob = resolve("all", {"source": "imp", "targets": [BOB]})
    board.when(attack(imp=BOB), at_bob).then(illegal("603.3d", BOB) if shielded else life(Bob=18))
    board.when(attack(imp=BOB), resolve()).then(life(Ann=18 if shielded else 20, Bob=20 if shielded else 18))
