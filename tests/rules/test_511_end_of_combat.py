"""511.1–3, 514.2: the end of combat step, who is in combat until it ends, and what wears off later."""

from typing import Any

import pytest
from declarant import Game, InvalidInput
from referee import (
    AFTER_COMBAT,
    ANN,
    BOB,
    CLEANUP,
    END_OF_COMBAT,
    attack,
    attacking,
    block,
    blocked,
    blocking,
    creature,
    damage,
    enchantment,
    given,
    has,
    illegal,
    legal,
    logged,
    marked,
    triggers,
    unblocked,
)

BEAR, ELK = creature("bear", ANN, toughness=5), creature("elk", BOB, toughness=5)
BELL = enchantment("bell", ANN, "At end of combat, you gain 1 life.")
FOUGHT = (attack(bear=BOB), block(elk="bear"), damage())
BOARD = given(BEAR, ELK, BELL)


def test_511_1_the_active_player_gets_priority() -> None:
    given(BEAR, ELK).when(*FOUGHT, END_OF_COMBAT).then(logged("StepBegan", "PriorityReceived"))


def test_511_2_abilities_trigger_as_the_step_begins_and_go_on_the_stack() -> None:
    BOARD.when(*FOUGHT).then(triggers())
    BOARD.when(*FOUGHT, END_OF_COMBAT).then(
        triggers("511.2", bell=1), logged("StepBegan", "AbilityTriggered", "TriggersPutOnStack", "PriorityReceived")
    )
    BOARD.when(*FOUGHT, END_OF_COMBAT, AFTER_COMBAT).then(triggers())


def test_511_2_the_step_begins_also_where_only_its_end_is_stated() -> None:
    BOARD.when(*FOUGHT, AFTER_COMBAT).then(triggers(bell=1), attacking())


@pytest.mark.parametrize("ends", [{"turn": BOB}, {"combat": "again"}, CLEANUP], ids=lambda step: next(iter(step)))
def test_511_2_the_step_begins_also_where_only_what_follows_the_combat_is_stated(ends: dict[str, Any]) -> None:
    BOARD.when(*FOUGHT, ends).then(triggers("511.2", bell=1), attacking())
    BOARD.when(attack(), ends).then(triggers("511.2", bell=1))
    BOARD.when(*FOUGHT, END_OF_COMBAT, ends).then(triggers())
    BOARD.when(*FOUGHT, AFTER_COMBAT, ends).then(triggers())
    BOARD.when(ends).then(triggers())
    his = enchantment("bell", BOB, "At end of combat on your turn, you gain 1 life.")
    given(BEAR, ELK, his).when(*FOUGHT, ends).then(triggers())


def test_511_2_each_combat_phase_has_an_end_of_combat_step() -> None:
    BOARD.when(*FOUGHT, {"combat": "again"}, attack(), {"turn": BOB}).then(triggers(bell=1))


def test_511_3_all_are_in_combat_until_the_step_ends() -> None:
    BOARD.when(*FOUGHT, END_OF_COMBAT).then(attacking(bear=BOB), blocking(elk=["bear"]), blocked("bear"))
    BOARD.when(*FOUGHT, AFTER_COMBAT).then(attacking(), blocking(), blocked(), unblocked())


def test_511_2_effects_until_end_of_combat_end_with_the_phase() -> None:
    effect = {"effect": {"controller": ANN, "text": "[elk] can't block until end of combat."}}
    BOARD.when(attack(bear=BOB), effect, block(), damage(), AFTER_COMBAT).then(logged("CombatEnded", "EffectEnded"))


def test_514_2_damage_stays_marked_until_the_cleanup_step() -> None:
    BOARD.when(*FOUGHT, AFTER_COMBAT).then(marked(bear=2, elk=2))
    BOARD.when(*FOUGHT, CLEANUP).then(marked(bear=0, elk=0), logged("CombatEnded", "DamageWoreOff"))
    BOARD.when(*FOUGHT, {"turn": BOB}).then(marked(bear=0, elk=0))


def test_514_2_counters_stay() -> None:
    given({**BEAR, "text": "Wither"}, ELK).when(*FOUGHT, CLEANUP).then(has("elk", counters={"-1/-1": 2}, toughness=3))


def test_514_2_effects_of_the_turn_end_with_it() -> None:
    shield = {"effect": {"controller": BOB, "text": "Prevent the next 1 damage that would be dealt to [elk] this turn."}}
    BOARD.when(attack(bear=BOB), shield, CLEANUP).then(logged("CombatEnded", "EffectEnded"))


def test_without_a_combat_there_is_no_end_of_combat() -> None:
    game = Game.start([ANN, BOB])
    with pytest.raises(InvalidInput, match="no combat phase"):
        game.begin_end_of_combat()
    with pytest.raises(InvalidInput, match="no combat phase"):
        game.end_combat()
    game.clean_up()


@pytest.mark.parametrize("declared", [block(), block(elk="imp")])
def test_no_blockers_are_declared_once_the_end_of_combat_step_has_begun(declared: dict[str, Any]) -> None:
    board = given(creature("imp", ANN), creature("elk", BOB))
    board.when(attack(imp=BOB), END_OF_COMBAT, declared).then(illegal("509.1", "end of combat step has begun"))
    game = board.when(attack(imp=BOB), END_OF_COMBAT).outcome().game
    assert not game.awaited


@pytest.mark.parametrize("ended", [AFTER_COMBAT, CLEANUP])
def test_attackers_are_declared_again_only_in_another_combat_phase(ended: dict[str, Any]) -> None:
    board = given(creature("imp", ANN, "Vigilance"))
    error = board.when(attack(imp=BOB), ended, attack(imp=BOB)).outcome().report.error
    assert error is not None and "another combat phase" in error.allowed
    board.when(attack(imp=BOB), AFTER_COMBAT, {"combat": "again"}, attack(imp=BOB)).then(legal)
    board.when(attack(imp=BOB), ended, {"turn": ANN}, attack(imp=BOB)).then(legal)
