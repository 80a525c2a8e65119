"""510.2: all combat damage that was assigned is dealt at one time, with its results (120.3), and nothing happens before it is."""

import pytest
from referee import (
    ANN,
    BOB,
    DEALS,
    assign,
    attack,
    block,
    creature,
    damage,
    dealt,
    dies,
    given,
    has,
    illegal,
    legal,
    life,
    logged,
    loses,
    marked,
    planeswalker,
    poison,
    resolve,
    resolved,
)

BEAR, ELK = creature("bear", ANN), creature("elk", BOB)
BLOCKED = (attack(bear=BOB), block(elk="bear"))
BOARD = given(BEAR, ELK)


def test_creatures_that_kill_each_other_both_die() -> None:
    BOARD.when(*BLOCKED, damage()).then(legal, dealt(bear={"elk": 2}, elk={"bear": 2}), dies("704.5g", "bear", "elk"))


@pytest.mark.parametrize(
    "step",
    [
        {"leaves": "elk"},
        {"changes": {"id": "elk", "power": 5}},
        {"effect": {"controller": BOB, "text": "Prevent all combat damage that would be dealt this turn."}},
        attack(bear=BOB),
        block(),
    ],
)
def test_nobody_can_do_anything_between_assigning_and_dealing(step: dict[str, object]) -> None:
    BOARD.when(*BLOCKED, assign(ANN), step).then(illegal("510.2"))
    BOARD.when(*BLOCKED, assign(ANN), {**step, "expect": "illegal"}, DEALS).then(legal, dies(None, "bear", "elk"))


def test_it_is_one_event_with_its_results() -> None:
    BOARD.when(*BLOCKED, damage()).then(
        logged(
            "CombatDamageDealt",
            "StateBasedActionsPerformed",
            *("RemovedFromCombat", "PermanentLeft") * 2,
        )
    )


def test_damage_results_in_life_lost_marks_loyalty_and_counters() -> None:
    board = given(
        creature("bear", ANN, power=3),
        creature("ox", ANN, "Wither", toughness=5),
        creature("rat", ANN, "Infect", power=1),
        creature("imp", ANN, "Toxic 2", power=1),
        planeswalker("jace", BOB),
        creature("elk", BOB, power=1, toughness=4),
    )
    declared = (attack(bear="jace", ox=BOB, rat=BOB, imp=BOB), block(elk="ox"))
    board.when(*declared, damage()).then(
        dies("704.5i", "jace"),
        has("elk", counters={"-1/-1": 2}, power=-1, toughness=2),
        life(Bob=19),
        poison(Bob=3),
        marked(ox=1),
    )


def test_a_source_with_0_power_deals_no_damage() -> None:
    given(creature("bear", ANN, "Deathtouch", power=0), ELK).when(*BLOCKED, damage()).then(dealt(elk={"bear": 2}))


def test_an_ended_game_has_no_more_combat_damage() -> None:
    board = given(creature("bear", ANN, "First strike", power=3), creature("ox", ANN), life={BOB: 3})
    won = (attack(bear=BOB, ox=BOB), block(), damage())
    board.when(*won).then(loses("704.5a", BOB), life(Bob=0), logged("PlayerLost", "GameEnded"))
    board.when(*won, damage()).then(illegal(None, "the game is over"))


def test_what_triggered_as_the_game_ended_doesnt_resolve() -> None:
    bear = creature("bear", ANN, "Whenever this creature deals combat damage to a player, draw a card.", power=3)
    given(bear, life={BOB: 3}).when(attack(bear=BOB), block(), damage(), resolve("all")).then(resolved())
