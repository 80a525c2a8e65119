"""702.16: damage by sources with the quality is prevented."""

from typing import Any

import pytest
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    dealt,
    dies,
    effect,
    enchantment,
    given,
    illegal,
    life,
    marked,
    resolve,
)

ELK, OWL = creature("elk", BOB, power=1, toughness=3), creature("owl", BOB, power=1, toughness=3)
ONE = (attack(bear=BOB), block(elk="bear"))


def bear(text: str, power: int = 5, toughness: int = 9) -> dict[str, object]:
    return creature("bear", ANN, text, power=power, toughness=toughness)


@pytest.mark.parametrize("quality", ["creatures", "green", "everything"])
def test_702_16e_protection_prevents_damage_and_changes_no_assignment(quality: str) -> None:
    protected = {**ELK, "text": f"Protection from {quality}"}
    board = given({**bear("Trample"), "colors": ["G"]}, protected)
    board.when(*ONE, damage(bear={"elk": 2, BOB: 3})).then(illegal("702.19b"))
    board.when(*ONE, damage(bear={"elk": 3, BOB: 2})).then(dealt(bear={BOB: 2}, elk={"bear": 1}), dies(), life(Bob=18))


BLUE = [
    {"effect": effect(ANN, "[bear] becomes blue until end of turn.")},
    {"enters": enchantment("lake", ANN, "Creatures you control are blue.")},
]


@pytest.mark.parametrize(("quality", "amount"), [("red creatures", 1), ("red enchantments", 0), ("red spells", 1), ("red", 0)])
def test_702_16a_the_quality_is_all_that_is_said(quality: str, amount: int) -> None:
    """A red enchantment is no red creature."""
    shrine = enchantment(
        "shrine", ANN, "Whenever a creature attacks, this enchantment deals 1 damage to each creature.", colors=["R"]
    )
    ox = creature("ox", BOB, f"Protection from {quality}", toughness=9)
    outcome = given(creature("imp", ANN, toughness=9), shrine, ox).when(attack(imp=BOB), resolve()).outcome()
    assert outcome.game.board.permanents["ox"].marked == amount


@pytest.mark.parametrize("becomes", BLUE)
@pytest.mark.parametrize(("quality", "amount"), [("blue", 0), ("red", 5)])
def test_609_7_a_source_has_the_characteristics_that_effects_give_it(becomes: dict[str, Any], quality: str, amount: int) -> None:
    red = {**bear(""), "colors": ["R"]}
    board = given(red, {**ELK, "text": f"Protection from {quality}", "toughness": 9})
    board.when(becomes, *ONE, damage()).then(marked(elk=amount))


def test_608_2h_a_source_that_left_with_damage_on_the_stack_has_those_it_had() -> None:
    board = given({**bear(""), "colors": ["R"]}, {**ELK, "text": "Protection from blue"}, rules="2008-06-01")
    dealt_later = ({"assign": {"bear": {"elk": 5}}, "by": ANN}, {"leaves": "bear"}, {"deals": True})
    board.when(BLUE[0], *ONE, *dealt_later).then(marked(elk=0))


def test_what_became_an_artifact_deals_damage_as_one() -> None:
    forge = "If an artifact source you control would deal damage to a player, it deals double that damage instead."
    text = "Whenever this creature attacks, it becomes an artifact in addition to its other types until end of turn."
    board = given(bear(text), enchantment("forge", ANN, forge))
    board.when(attack(bear=BOB), resolve(), block(), damage()).then(life(Bob=10))


@pytest.mark.parametrize(("quality", "amount"), [("blue", 0), ("red", 1)])
def test_702_16b_it_is_asked_as_it_is_what_may_be_targeted(quality: str, amount: int) -> None:
    text = "Whenever this creature becomes blocked, it deals 1 damage to target creature defending player controls."
    board = given({**bear(text), "colors": ["R"]}, {**ELK, "text": f"Protection from {quality}"})
    board.when(BLUE[0], *ONE, resolve()).then(marked(elk=amount))
