"""510.1e: an announcement is checked as a whole; one that doesn't comply takes back that player's announcement, and no other."""

import pytest
from declarant import Game
from declarant.events.errors import IllegalDeclaration
from declarant.tools.cases.permanents import permanent
from referee import ANN, BOB, DEALS, assign, attack, block, creature, damage, given, illegal, illegally, legal, life, marked

TWO = "This creature can block an additional creature each combat."


def test_two_attackers_may_rely_on_each_other() -> None:
    board = given(
        creature("bear", ANN, power=2),
        creature("ox", ANN, "Trample", power=3),
        creature("wall", BOB, TWO, power=0, toughness=3),
    )
    both = (attack(bear=BOB, ox=BOB), block(wall=["bear", "ox"]))
    board.when(*both, damage(bear={"wall": 2}, ox={"wall": 1, BOB: 2})).then(legal, life(Bob=18))
    board.when(*both, damage(bear={"wall": 2}, ox={BOB: 3})).then(illegal("702.19b", "wall", "1 more"))


def test_what_others_assigned_stands() -> None:
    board = given(creature("bear", ANN, power=1), creature("ox", ANN, power=1), creature("wall", BOB, TWO, power=3, toughness=9))
    board.when(
        attack(bear=BOB, ox=BOB),
        block(wall=["bear", "ox"]),
        assign(ANN),
        illegally(assign(BOB, wall={"bear": 2})),
        assign(BOB, wall={"bear": 1, "ox": 2}),
        DEALS,
    ).then(legal, marked(wall=2))


def test_the_log_is_as_it_was_before_that_player_began() -> None:
    game = Game.start([ANN, BOB], rules="2026-01-16")
    game.enter(permanent("bear", ANN, types=("Creature",), power=2, toughness=2))
    game.enter(permanent("elk", BOB, types=("Creature",), power=2, toughness=2))
    game.declare_attackers({"bear": BOB})
    game.declare_blockers({"elk": ["bear"]})
    game.assign_combat_damage({"bear": {"elk": 2}}, by=ANN)
    before, state = list(game.log.events()), game.state.copy()
    with pytest.raises(IllegalDeclaration, match=r"510\.1a"):
        game.assign_combat_damage({"elk": {"bear": 1}}, by=BOB)
    assert list(game.log.events()) == before
    assert game.state == state
    assert [taken.ruling.rule for taken in game.rewound if taken.ruling is not None] == ["510.1a"]
    game.deal_combat_damage()
    assert list(game.board.permanents) == []


def test_judging_changes_nothing() -> None:
    game = given(creature("bear", ANN)).when(attack(bear=BOB), block()).outcome().game
    before = list(game.journal.entries("case"))
    assert game.judge_combat_damage({"bear": {BOB: 1}}).rule == "510.1a"
    assert game.judge_combat_damage({}).verdict == "legal"
    assert game.judge_dealing({}).verdict == "legal"
    assert game.legal_assignments.count() == 1
    assert list(game.journal.entries("case")) == before


def test_all_that_is_wrong_is_reported() -> None:
    board = given(creature("bear", ANN, power=3), creature("ox", ANN, power=2))
    game = board.when(attack(bear=BOB, ox=BOB), block()).outcome().game
    explained = game.explain_combat_damage({"bear": {ANN: 3}, "ox": {BOB: 1}})
    assert [violation.rule for violation in explained.violations] == ["510.1b", "510.1a"]
    assert explained.nearest == {"bear": {BOB: 3}, "ox": {BOB: 2}}
    assert [(each.creature, each.amount, each.options) for each in explained.creatures] == [("bear", 3, False), ("ox", 2, False)]
