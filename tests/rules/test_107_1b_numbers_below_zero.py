"""107.1b: an effect whose number would be below 0 does 0, but where it doubles or sets power and toughness."""

import pytest
from referee import ANN, BOB, attack, costs, creature, enchantment, given, has, life, resolve, sizes

WHEN = "Whenever this creature attacks, "
X = ", where X is this creature's power."
WEAK = creature("elk", ANN, "Creatures you control get -2/-0.", power=0, toughness=3, stated=False)
"""It makes the imp -1/9."""


def imp_with(text: str) -> dict[str, object]:
    return creature("imp", ANN, text, power=1, toughness=9, stated=False)


def test_plus_x_is_nothing() -> None:
    text = f"{WHEN}it gets +X/+X until end of turn, where X is its power."
    given(imp_with(text), WEAK).when(attack(imp=BOB), resolve()).then(sizes(imp="-1/9"))
    equipment = {**enchantment("sword", ANN, "Equipped creature gets +X/+X, where X is its power."), "attached_to": "imp"}
    given(imp_with(""), WEAK, {**equipment, "types": ("Artifact",), "subtypes": ("Equipment",)}).when(attack(imp=BOB)).then(
        sizes(imp="-1/9")
    )


def test_a_power_below_0_is_doubled() -> None:
    given(imp_with(f"{WHEN}double its power until end of turn."), WEAK).when(attack(imp=BOB), resolve()).then(sizes(imp="-2/9"))


@pytest.mark.parametrize("does", ["put X +1/+1 counters on", "remove X +1/+1 counters from"])
def test_no_counters_are_put_or_removed(does: str) -> None:
    board = given(imp_with(f"{WHEN}{does} target creature{X}"), WEAK)
    board.when(attack(imp=BOB), resolve("all", {"source": "imp", "targets": ["elk"]})).then(has("elk", counters={}))


def test_nothing_is_sacrificed() -> None:
    outcome = given(imp_with(f"{WHEN}sacrifice X creatures{X}"), WEAK).when(attack(imp=BOB), resolve()).outcome()
    assert sorted(outcome.game.board.permanents) == ["elk", "imp"]


def test_nobody_loses_or_gains_life() -> None:
    text = f"{WHEN}each opponent loses life equal to its power, and you gain life equal to its power."
    given(imp_with(text), WEAK).when(attack(imp=BOB), resolve()).then(life(Ann=20, Bob=20))


def test_a_cost_is_nothing() -> None:
    text = "Creatures can't attack you unless their controller pays {X} for each of those creatures" + X
    wall = creature("wall", BOB, text + "\nThis creature gets -3/-0.", power=1, stated=False)
    given(creature("ox", ANN), wall).when(attack(ox=BOB)).then(costs("{0}"))
