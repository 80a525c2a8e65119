"""What every policy must do, as tests: a test module subclasses `PolicyConformance` and says which one.

    class TestPatient(PolicyConformance):
        def make(self):
            return patient   # a function that is given a random.Random

Whatever collects classes that are called `Test…` runs it; it needs nothing but the standard library.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import date

from ...handlers.game import Game
from ...handlers.playing.play import draws, play
from ...handlers.playing.policies import MakePolicy, Policy
from ...handlers.procedure.commands import Command
from ..cases.permanents import permanent

OTHERS = ("never", "greedy")
"""Whom it plays against, besides itself."""


class PolicyConformance:
    """The tests. Each asks for what makes the policy. `games` may be overridden by one that plays other boards."""

    def make(self) -> MakePolicy:
        """What makes the policy of one player, with what that player's draws are made with."""
        raise NotImplementedError

    def games(self) -> Iterator[Game]:
        """Games to play on: with blockers to order, with evasion and menace, with nobody who can block, of three players."""
        for rules in (date(2020, 6, 1), date(2025, 6, 6)):
            game = Game.start(["Ann", "Bob"], rules=rules, life={"Ann": 6, "Bob": 6})
            for name, player, size, text in (
                ("ox", "Ann", 4, ""),
                ("bat", "Ann", 1, "Flying"),
                ("brute", "Ann", 3, "Menace"),
                ("wall", "Bob", 2, ""),
                ("imp", "Bob", 2, "Trample"),
                ("elk", "Bob", 3, ""),
            ):
                game.enter(permanent(name, player, types=["Creature"], power=size, toughness=size, text=text))
            yield game
        game = Game.start(["Ann", "Bob"], rules=date(2025, 6, 6), life={"Bob": 3})
        game.enter(permanent("ox", "Ann", types=["Creature"], power=2, toughness=2))
        yield game
        game = Game.start(["Ann", "Bob", "Cid"], rules=date(2025, 6, 6), life={"Ann": 3, "Bob": 3, "Cid": 3})
        for player in ("Ann", "Bob", "Cid"):
            game.enter(permanent(f"ox of {player}", player, types=["Creature"], power=2, toughness=2))
        yield game

    def played(self, game: Game, policy: MakePolicy, seed: int, other: str | None = None) -> Game:
        """The game, played on by the policy for its first player, and for the others by another, or by the same."""
        policies: dict[str, Policy | str] = {
            player: other if other is not None and number else policy(draws(seed, player))
            for number, player in enumerate(game.board.players)
        }
        return play(game, policies, seed=seed, turns=20)

    def test_what_it_chooses_is_legal_against_whomever_it_plays(self) -> None:
        for game in self.games():
            for other in (None, *OTHERS):
                for seed in range(3):
                    self.played(game, self.make(), seed, other)  # raises NotPlayed for what isn't legal

    def test_the_same_draws_give_the_same_game(self) -> None:
        for game in self.games():
            for seed in range(3):
                one, again = (self.played(game, self.make(), seed) for _ in range(2))
                found = [[entry.digest for entry in each.journal.entries(each.log.stream)] for each in (one, again)]
                assert found[0] == found[1]

    def test_it_draws_only_from_what_it_is_given(self) -> None:
        for game in self.games():
            before = random.getstate()
            self.played(game, self.make(), 1)
            assert random.getstate() == before, "it draws from `random` itself, which every game shares"

    def test_the_game_that_it_is_asked_about_stays_as_it_is(self) -> None:
        def watched(source: random.Random) -> Policy:
            policy = self.make()(source)

            def decide(game: Game, player: str) -> Command:
                before = game.version, game.board, game.combat
                chosen = policy(game, player)
                assert (game.version, game.board, game.combat) == before, "it may try what it likes, on a branch"
                return chosen

            return decide

        for game in self.games():
            self.played(game, watched, 2)
