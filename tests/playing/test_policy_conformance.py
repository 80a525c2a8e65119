"""The policies of this package pass the conformance tests that those of others have to pass, and wrong ones don't."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from declarant import DeclareAttackers, DeclareBlockers, Game, NotPlayed, PolicyConformance, policy_named
from declarant.handlers.playing.policies import MakePolicy, Policy


class TestUniform(PolicyConformance):
    def make(self) -> MakePolicy:
        return policy_named("uniform")


class TestGreedy(PolicyConformance):
    def make(self) -> MakePolicy:
        return policy_named("greedy")


class TestNever(PolicyConformance):
    def make(self) -> MakePolicy:
        return policy_named("never")


def wrong(change: Callable[[Game, random.Random, str], None]) -> type[PolicyConformance]:
    """The conformance tests of a policy that does something besides deciding."""

    def make(source: random.Random) -> Policy:
        never = policy_named("never")(source)

        def decide(game: Game, player: str) -> object:
            change(game, source, player)
            return never(game, player)

        return decide  # type: ignore[return-value]

    class Wrong(PolicyConformance):
        __test__ = False

        def make(self) -> MakePolicy:
            return make

    return Wrong


def test_a_policy_that_draws_from_what_all_share_is_found() -> None:
    with pytest.raises(AssertionError, match="which every game shares"):
        wrong(lambda game, source, player: [random.random()])().test_it_draws_only_from_what_it_is_given()


def test_a_policy_that_changes_the_game_is_found() -> None:
    def declares(game: Game, source: random.Random, player: str) -> None:
        if game.awaited[0].command == "DeclareAttackers":
            game.declare(DeclareAttackers())

    with pytest.raises((AssertionError, NotPlayed)):
        wrong(declares)().test_the_game_that_it_is_asked_about_stays_as_it_is()


def test_a_policy_whose_choices_aren_t_legal_is_found() -> None:
    class Illegal(PolicyConformance):
        __test__ = False

        def make(self) -> MakePolicy:
            return lambda source: lambda game, player: DeclareBlockers(blocks={"nobody": ("ox",)}, by=player)

    with pytest.raises(NotPlayed):
        Illegal().test_what_it_chooses_is_legal_against_whomever_it_plays()


def test_a_policy_that_remembers_other_games_is_found() -> None:
    asked: list[int] = []

    def make(source: random.Random) -> Policy:
        policies = [policy_named(name)(source) for name in ("greedy", "never")]

        def decide(game: Game, player: str) -> object:
            asked.append(1)
            return policies[len(asked) % 7 % 2](game, player)

        return decide  # type: ignore[return-value]

    class Remembers(PolicyConformance):
        __test__ = False

        def make(self) -> MakePolicy:
            return make

    with pytest.raises(AssertionError):
        Remembers().test_the_same_draws_give_the_same_game()
