""" "With base power 2", "base power and toughness 1/1": what it is after 613.4b, without counters and what is added (613.4c)."""

from typing import Any

import pytest
from declarant import Game
from declarant import permanent as entered
from referee import ANN, BOB, attack, creature, enchantment, given, illegal, legal, permanent, refused


def law(which: str) -> dict[str, Any]:
    return enchantment("law", BOB, f"Creatures with {which} can't attack.")


@pytest.mark.parametrize(
    ("which", "check"),
    [
        ("base power 2", illegal("508.1c")),
        ("base power 5", legal),
        ("base power 2 or less", illegal("508.1c")),
        ("base power 3 or greater", legal),
        ("base toughness 2", illegal("508.1c")),
        ("base power and toughness 2/2", illegal("508.1c")),
        ("base power and toughness 2/5", legal),
        ("power greater than its base power", illegal("508.1c")),
        ("toughness greater than its base toughness", illegal("508.1c")),
    ],
)
@pytest.mark.parametrize("stated", [False, True])
def test_neither_counters_nor_anthems_are_in_it(which: str, check: Any, stated: bool) -> None:
    size = 5 if stated else 2
    ox = creature("ox", ANN, power=size, toughness=size, counters={"+1/+1": 1})
    anthem = enchantment("anthem", ANN, "Creatures you control get +2/+2.")
    given(ox, anthem, law(which), stated=stated).when(attack(ox=BOB)).then(check)


@pytest.mark.parametrize(("which", "check"), [("base power 2", legal), ("base power 1", illegal("508.1c"))])
def test_what_sets_it_counts(which: str, check: Any) -> None:
    aura = permanent(
        "aura",
        BOB,
        "Enchanted creature has base power and toughness 1/1.",
        types=["Enchantment"],
        subtypes=["Aura"],
        attached_to="ox",
    )
    given(creature("ox", ANN), aura, law(which), stated=False).when(attack(ox=BOB)).then(check)


def test_it_is_what_it_is_now_where_nothing_else_changes_sizes() -> None:
    game = Game.start([ANN, BOB], rules="2026-01-16")
    game.enter(entered("ox", ANN, types=["Creature"], power=2, toughness=2))
    game.enter(entered("law", BOB, types=["Enchantment"], text="Creatures with base power 2 can't attack."))
    assert game.judge_attackers({"ox": BOB}).verdict == "illegal"
    game.change("ox", power=3)
    assert game.judge_attackers({"ox": BOB}).verdict == "legal"


def test_it_is_asked_where_something_else_changes_sizes() -> None:
    unread = enchantment("odd", ANN, "Creatures you control get +1/+1 for each wibble in your attic.")
    given(creature("ox", ANN), unread, law("base power 2")).when(attack(ox=BOB)).then(
        refused("wording-not-understood", "base power")
    )
