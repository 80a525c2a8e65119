"""122.1c: damage to a permanent with a shield counter is prevented, destruction by an effect replaced; a counter is removed."""

import pytest
from declarant.handlers.best_play.reading import not_modelled
from referee import (
    ANN,
    BOB,
    attack,
    block,
    creature,
    damage,
    dies,
    effect,
    given,
    has,
    resolve,
    sizes,
)

OX = creature("ox", ANN, power=5, toughness=9)
GUARD = creature("guard", BOB, counters={"shield": 2})
FIGHT = (attack(ox=BOB), block(guard="ox"))


def test_combat_damage_is_prevented() -> None:
    given(OX, GUARD).when(*FIGHT, damage()).then(has("guard", marked=0, counters={"shield": 1}))


def test_damage_of_several_at_one_time_costs_one_counter() -> None:
    attacker = creature("ox", ANN, counters={"shield": 1})
    board = given(attacker, creature("elk", BOB), creature("cow", BOB))
    board.when(attack(ox=BOB), block(elk="ox", cow="ox"), damage(ox={"elk": 2})).then(has("ox", marked=0, counters={}))


def test_the_last_counter_protects_once() -> None:
    double = creature("ox", ANN, "Double strike", power=5, toughness=9)
    board = given(double, creature("guard", BOB, counters={"shield": 1}))
    board.when(*FIGHT, damage()).then(has("guard", marked=0))
    board.when(*FIGHT, damage(), damage()).then(dies(None, "guard"))


def test_damage_that_cant_be_prevented_is_dealt_and_the_counter_is_removed() -> None:
    shouting = effect(ANN, "Combat damage can't be prevented this turn.")
    board = given(OX, creature("guard", BOB, toughness=9, counters={"shield": 1}), effects=(shouting,))
    board.when(*FIGHT, damage()).then(has("guard", marked=5, counters={}))


def ability(does: str) -> dict[str, object]:
    return creature("ox", ANN, f"Whenever this creature attacks, {does}")


def test_damage_by_an_ability_is_prevented_too() -> None:
    board = given(ability("it deals 3 damage to target creature defending player controls."), GUARD)
    board.when(attack(ox=BOB), resolve()).then(has("guard", marked=0, counters={"shield": 1}))


def test_destroyed_by_an_effect_it_stays() -> None:
    board = given(ability("destroy target creature defending player controls."), GUARD)
    board.when(attack(ox=BOB), resolve()).then(has("guard", counters={"shield": 1}))


@pytest.mark.parametrize("does", ["exile target creature defending player controls.", "defending player sacrifices a creature."])
def test_against_anything_else_it_is_of_no_use(does: str) -> None:
    given(ability(does), GUARD).when(attack(ox=BOB), resolve()).then(sizes(guard=None))


def test_it_dies_of_0_toughness() -> None:
    board = given(ability("target creature defending player controls gets -2/-2 until end of turn."), GUARD)
    board.when(attack(ox=BOB), resolve()).then(sizes(guard=None))


def test_the_search_for_the_best_block_does_not_know_it() -> None:
    game = given(OX, GUARD).when(attack(ox=BOB)).outcome().game
    assert not_modelled(game.view) == ["guard: a shield counter"]


def test_a_stun_counter_is_removed_instead_of_untapping() -> None:
    """122.1d, also where an ability untaps it."""
    board = given(
        ability("untap target creature defending player controls."), creature("elk", BOB, tapped=True, counters={"stun": 1})
    )
    board.when(attack(ox=BOB), resolve()).then(has("elk", tapped=True, counters={}))


def test_toxic_is_about_combat_damage_only() -> None:
    """702.164c."""
    fangs = creature("ox", ANN, "Toxic 2\nWhenever this creature attacks, it deals 1 damage to target opponent.")
    game = given(fangs).when(attack(ox=BOB), resolve()).outcome().game
    assert (game.board.poison.get(BOB, 0), game.board.life[BOB]) == (0, 19)
