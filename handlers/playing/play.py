"""Plays a game on: one combat, one turn, or turn after turn until somebody has won. Nothing but combat happens.

The turn of a player is the untap step, a combat, and the cleanup step: nobody draws a card or casts a spell.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, TypeAlias

from ...events.errors import DeclarantError, IllegalDeclaration, InvalidInput, NotModelled, Undecided
from ...events.facts import GameEnded
from ...events.journal.journal import Journal
from ..attempt import Draft
from ..budget import Budget
from ..game import Game
from ..procedure.commands import DealCombatDamage
from ..resolution.choosing import drawn_with
from .policies import Policy, policy_named

Until: TypeAlias = Literal["combat", "turn", "game"]

TURNS = 100
"""After so many turns a game ends that nobody has won."""

RECORDED = datetime(1970, 1, 1, tzinfo=UTC)
"""When everything of a game that is played counts as recorded: nobody played it at any time, and the same seed gives the same
digests whenever and wherever it is played."""


class NotPlayed(DeclarantError):
    """A game can't go on: an ability triggered that can't be carried out, a policy chose what isn't legal, or a choice is asked
    for that policies aren't asked for. `game` is the game so far."""

    def __init__(self, why: str, game: Game) -> None:
        super().__init__(why)
        self.game = game

    def __reduce__(self) -> tuple[type[DeclarantError], tuple[str]]:
        return DeclarantError, (str(self),)


def play(
    game: Game,
    policies: Mapping[str, Policy | str],
    *,
    seed: int = 0,
    until: Until = "game",
    turns: int = TURNS,
    journal: Journal | str | Path | None = None,
    stream: str | None = None,
    budget: Budget | None = None,
) -> Game:
    """Play a game on from now, and return the game that was played: a branch, so that the one given stays as it is.

    `policies`: for each player a policy, or the name of one (`uniform`, `greedy`, `best`, `never`, or an entry point of the group
    `declarant.policies`). `seed`: what their draws begin with; each player has draws of their own. `until`: the end of this
    combat, of this turn, or of the game, which ends when one player is left, no creature is, or after so many `turns`.
    `journal`, `stream`: as for `Game.branch`. `budget`: what searches may take, as for `Game.start`; by default that of the game.
    A decision that it doesn't suffice for isn't replaced by another one: the game can't go on.

    The seed and the names of the policies are in `GameStarted`. Raises InvalidInput for a policy that there isn't, NotPlayed
    where the game can't go on.
    """
    names = {player: each if isinstance(each, str) else getattr(each, "__name__", "policy") for player, each in policies.items()}
    missing = [player for player in game.board.players if player not in policies]
    strangers = [player for player in policies if player not in game.board.seats]
    if missing or strangers:
        raise InvalidInput("policies", ", ".join(policies) or "nobody", f"one for each of {', '.join(game.board.players)}")
    if turns < 1:
        raise InvalidInput("turns", str(turns), "1 or more")
    played = game.branch(journal=journal, stream=stream, seed=seed, policies=names, time=RECORDED)
    played.chance = f"{seed} chance"
    if budget is not None:
        played.budget = budget
    deciding = {
        player: policy_named(each)(draws(seed, player)) if isinstance(each, str) else each for player, each in policies.items()
    }
    try:
        _play(played, deciding, until, turns)
    except (InvalidInput, IllegalDeclaration, NotModelled, Undecided) as error:
        raise NotPlayed(str(error), played) from error
    return played


def draws(seed: int, player: str) -> Random:
    """What a player's draws are made with: the same on every machine, and of no other player's."""
    return drawn_with(f"{seed} {player}")


def _play(game: Game, policies: Mapping[str, Policy], until: Until, turns: int) -> None:
    last = game.board.turn + turns - 1
    while True:
        _combat(game, policies)
        if until == "combat":
            return
        while game.board.combats_added and not game.is_over:
            game.begin_combat()
            _combat(game, policies)
        if game.is_over:
            return
        if until == "turn":
            game.clean_up()
            resolve_triggers(game)
            return
        if (ended := _ended(game, last, turns)) is not None:
            game.happen(partial(Draft.append, event=ended))
            return
        game.begin_turn(_next_player(game))
        resolve_triggers(game)


def _combat(game: Game, policies: Mapping[str, Policy]) -> None:
    """What is left of the combat of this turn, and its end."""
    while not game.is_over and (awaited := game.awaited):
        player = awaited[-1].player
        damage = awaited[-1].command in ("DealCombatDamage", "AssignCombatDamage")
        # Where nobody has a choice, nobody is asked.
        forced = damage and game.damage_is_forced
        if not forced or game.declare_if_legal(DealCombatDamage()).verdict != "legal":
            game.declare(policies[player](game, player))
        resolve_triggers(game)
    if game.combat.phase and not game.is_over:
        game.begin_end_of_combat()
        resolve_triggers(game)
        game.end_combat()


def resolve_triggers(game: Game) -> None:
    """What triggered resolves, by the default policy, unless the game is over. Raises NotPlayed where it can't be carried out."""
    if game.is_over:
        return
    if game.triggered:
        game.resolve_all()
    stack = game.stack
    for mark in stack.marks:
        raise NotPlayed(f"an ability of {mark.source} can't be carried out: {mark.why} ({mark.ability})", game)
    for passed in stack.passed_over:
        raise NotPlayed(f"an ability of {passed.source} is passed over: {passed.ability}", game)


def _ended(game: Game, last: int, turns: int) -> GameEnded | None:
    """A draw, where nothing more will happen, or enough has."""
    board = game.board
    if not any("Creature" in permanent.types for permanent in board.permanents.values()):
        return GameEnded(reason="no creature is left")
    if board.turn >= last:
        return GameEnded(reason=f"the limit of turns was reached: {turns}")
    return None


def _next_player(game: Game) -> str:
    """The next player in turn order who is in the game; where turns are shared, of the next team."""
    board = game.board
    if board.active is not None:
        together = board.side(board.active)
        after = [player for player in board.in_turn_order(board.active) if player != board.active and player not in together]
        return after[0] if after else board.players[0]
    return board.players[0]
