"""A game as a library: everything that may be chosen, who has won, branches without a log, cases and back, many games."""

from random import Random
from typing import Any

import declarant
import pytest
from declarant import Game, InvalidInput, NotPlayed, advance, permanent, play
from declarant.handlers.procedure.commands import (
    AssignCombatDamage,
    ChooseTargets,
    Command,
    DeclareAttackers,
    DeclareBlockers,
    OrderTriggers,
    ResolveAbility,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from playing.boards import begun, board


def with_triggers() -> Game:
    """A game in which orders, targets and what one may do are chosen."""
    game = Game.start(["Ann", "Bob"], rules="2025-04-04", life={"Bob": 3})
    for number, text in enumerate(("it deals 1 damage to any target", "you may have it deal 1 damage to each opponent")):
        game.enter(
            permanent(f"a{number}", "Ann", types=["Creature"], power=3, toughness=3, text=f"When this creature attacks, {text}.")
        )
    for name in ("b0", "b1"):
        game.enter(permanent(name, "Bob", types=["Creature"], power=2, toughness=2))
    return game


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(("2003-07-01", "2025-04-04")), st.integers(0, 10**6))
def test_each_legal_command_can_be_declared_and_the_player_who_decides_may_declare_no_other(rules: str, seed: int) -> None:
    random, game = Random(seed), begun(2, rules, seed % 5).branch(record=False)
    while advance(game, until="combat"):
        commands = game.legal_commands()
        assert game.decides is not None and len(commands) > 1
        assert [game.judge(each).verdict for each in commands] == ["legal"] * len(commands)
        match commands[0]:
            case DeclareAttackers():
                assert len(commands) == game.legal_attacks.count()
            case DeclareBlockers():
                assert len(commands) == game.legal_blocks.count()
            case AssignCombatDamage():
                assert len(commands) == game.legal_assignments.count()
        game.declare(random.choice(commands))
    assert game.legal_commands() == [] and game.decides is None


def test_orders_targets_and_what_one_may_do_are_listed_too() -> None:
    kinds: set[type] = set()

    def go_through(game: Game) -> None:
        while advance(game, until="combat"):
            commands = game.legal_commands()
            kinds.add(type(commands[0]))
            for command in (commands[0], commands[-1]):
                branch = game.branch(record=False)
                branch.declare(command)
                go_through(branch)
            return

    go_through(with_triggers())
    assert kinds >= {DeclareAttackers, DeclareBlockers, OrderTriggers, ChooseTargets, ResolveAbility}


def value(game: Game, player: str) -> float:
    """Life at the end of the combat, both players choosing best: the tree search of the documentation."""
    if not advance(game, until="combat"):
        return game.returns()[player] * 100 or game.board.life[player] - game.board.life["Bob"]
    branches = [game.branch(record=False) for _ in game.legal_commands()]
    for branch, command in zip(branches, game.legal_commands(), strict=True):
        branch.declare(command)
    return (max if game.decides == player else min)(value(branch, player) for branch in branches)


def test_a_tree_search_finds_what_is_best() -> None:
    assert value(with_triggers(), "Ann") == 20 - 1  # two damage by abilities, and both attackers are blocked
    game = Game.start(["Ann", "Bob"], rules="2025-04-04")
    for name, player in (("a0", "Ann"), ("a1", "Ann"), ("b0", "Bob")):
        game.enter(permanent(name, player, types=["Creature"], power=2, toughness=2))
    assert value(game, "Ann") == 2


@pytest.mark.parametrize(
    ("stated", "turn"),
    [
        ({"types": ["Enchantment"], "text": "Whenever a creature attacks, planeswalk."}, 1),
        ({"types": ["Enchantment"], "text": "At the beginning of your upkeep, planeswalk."}, 3),
        ({"types": ["Artifact", "Creature"], "subtypes": ["Vehicle"], "power": 1, "toughness": 1, "text": "Crew 1"}, 2),
    ],
)
def test_a_game_that_is_searched_does_not_go_on_past_what_is_not_carried_out(stated: dict[str, Any], turn: int) -> None:
    game = begun(2).branch(record=False)
    game.lay([permanent("odd", "Ann", **stated)])
    with pytest.raises(NotPlayed, match="an ability of odd can't be carried out"):
        while advance(game):
            game.declare(
                next(each for each in reversed(game.legal_commands()) if not isinstance(each, DeclareBlockers) or not each.blocks)
            )
    assert game.board.turn == turn


def test_returns_say_who_has_won() -> None:
    game = begun()
    assert game.returns() == {"Ann": 0, "Bob": 0}
    game.lose(["Bob"])
    assert game.returns() == {"Ann": 1, "Bob": -1}


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(("uniform", "greedy")))
def test_a_game_that_isn_t_recorded_comes_to_the_same_state(seed: int, policy: str) -> None:
    policies = {"Ann": "uniform", "Bob": policy}
    recorded, other = (play(begun(3, turn=seed % 7), policies, seed=seed, turns=8, record=record) for record in (True, False))
    assert recorded.state == other.state and recorded.version == other.version and recorded.returns() == other.returns()
    assert recorded.is_recorded and not other.is_recorded and not other.branch().is_recorded
    assert "not recorded" in repr(other)
    with pytest.raises(InvalidInput, match="isn't recorded"):
        _ = other.log


def test_a_game_is_made_of_a_case_and_a_case_of_a_game() -> None:
    case = board().model_dump(mode="json", exclude_unset=True) | {"steps": [{"attack": {"c0": "Bob"}}]}
    game = Game.from_case(case)
    assert set(game.combat.attackers) == {"c0"}
    assert Game.from_case(game.to_case()).combat == game.combat
    with pytest.raises(InvalidInput, match="line"):
        Game.from_case("board.yaml")


def never_blocks(game: Game, player: str) -> Command:
    """A policy as a function of a module."""
    return declarant.policy_named("greedy" if game.awaited[0].command == "DeclareAttackers" else "never")(Random(0))(game, player)


def test_many_games_are_played_from_python_with_policies_of_one_s_own() -> None:
    found = declarant.simulate(board(), {"Ann": never_blocks, "Bob": "greedy"}, games=6, seed=3, turns=6)
    assert [each.policies["Ann"] for each in found.games] == ["never_blocks", "greedy"] * 3
    assert found.summary.games == 6 and found.summary.not_modelled
    again = declarant.simulate([board()], {"Ann": never_blocks, "Bob": "greedy"}, games=6, seed=3, turns=6, record=False)
    assert [each.winner for each in again.games] == [each.winner for each in found.games]
    assert [each.reason for each in again.games if each.winner is None] == [
        each.reason for each in found.games if each.winner is None
    ]


def test_policies_are_compared_from_python() -> None:
    pytest.importorskip("scipy", reason="the extra `tournament` isn't installed")
    report = declarant.tournament(board(), ["greedy", "never"], games=2, turns=6)
    assert {each.policy for each in report.standings} == {"greedy", "never"}
