"""Plays a game on: one combat, one turn, or turn after turn until somebody has won. Nothing but combat happens.

The turn of a player is the untap step, a combat, and the cleanup step: nobody draws a card or casts a spell.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from ...events.errors import IllegalDeclaration, InvalidInput, NotModelled, Undecided
from ...events.facts import GameEnded
from ...events.journal.journal import Journal
from ...events.misuse import explaining_misuse
from ..attempt import Draft
from ..budget import Budget
from ..game import Game
from ..procedure.commands import DealCombatDamage
from ..procedure.sequence import Awaited
from ..resolution.choosing import drawn_with
from .advancing import (
    TURNS,
    NotPlayed,
    Until,
    check_carried_out,
    check_until,
    follow,
    goes_on,
    has_creatures,
    next_player,
    nothing_between,
)
from .decks import CreatureDeck, Hands
from .policies import Policy, policy_named

LIMIT = "the limit of turns was reached"
STALLED = 20
"""After so many turns in which no life, permanent or counter changed, a game without decks ends."""
_NOTHING_CHANGED = f"stalled: nothing changed for {STALLED} turns"
_NO_CREATURES = "no creature is left"

GameOutcome: TypeAlias = Literal["won", "drawn", "no creatures", "stalled", "turn limit", "not over"]
"""How a game came out. `drawn`: by the rules (104.4); those after it nobody won either, but by the rules they would go on."""
NOBODY_WON = get_args(GameOutcome)[1:]
"""Outcomes of games that nobody won."""

RECORDED = datetime(1970, 1, 1, tzinfo=UTC)
"""When everything of a game that is played counts as recorded: nobody played it at any time, and the same seed gives the same
digests whenever and wherever it is played."""


def outcome(game: Game, reason: str) -> GameOutcome:
    """How a game came out that was played as far as it was to be. `reason`: that of `GameEnded`."""
    if game.board.winners:
        return "won"
    if reason == _NO_CREATURES:
        return "no creatures"
    if reason == _NOTHING_CHANGED:
        return "stalled"
    if reason.startswith(LIMIT):
        return "turn limit"
    return "drawn" if game.is_over else "not over"


def outcome_now(game: Game) -> GameOutcome:
    """How a game came out that ends now, where nothing else says why."""
    if game.is_over:
        return "won" if game.board.winners else "drawn"
    return "turn limit" if has_creatures(game) else "no creatures"


@explaining_misuse
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
    record: bool = True,
    decks: Mapping[str, CreatureDeck] | None = None,
) -> Game:
    """Play a game on from now, and return the game that was played: a branch, so that the one given stays as it is.

    `policies`: for each player a policy, or the name of one (`uniform`, `greedy`, `best`, `never`, or an entry point of the group
    `declarant.policies`). `seed`: what their draws begin with; each player has draws of their own. `until`: the end of this
    combat, of this turn, or of the game, which ends when one player is left; nobody has won when no creature is left, when
    nothing changed for 20 turns, or after so many `turns`. `journal`, `stream`: as for `Game.branch`. `budget`: what searches may
    take, as for `Game.start`; by default that of the game. A decision that it doesn't suffice for isn't replaced by another one:
    the game can't go on. `record`: False keeps the state alone, which is the same; the log isn't there. `decks`: what each player
    draws and casts creatures from, turn by turn; then who can't draw loses, and a game goes on without creatures.

    The seed and the names of the policies are in `GameStarted`. Raises InvalidInput for a policy or an `until` that there isn't,
    NotPlayed where the game can't go on.
    """
    names = {player: each if isinstance(each, str) else getattr(each, "__name__", "policy") for player, each in policies.items()}
    missing = [player for player in game.board.players if player not in policies]
    strangers = [player for player in policies if player not in game.board.seats]
    if missing or strangers:
        raise InvalidInput("policies", ", ".join(policies) or "nobody", f"one for each of {', '.join(game.board.players)}")
    check_until(until)
    if turns < 1:
        raise InvalidInput("turns", str(turns), "1 or more")
    if record and game.is_recorded:
        played = game.branch(journal=journal, stream=stream, seed=seed, policies=names, time=RECORDED)
    else:
        played = game.branch(journal=journal, stream=stream, record=False)
    played.chance = f"{seed} chance"
    if budget is not None:
        played.budget = budget
    deciding = {
        player: policy_named(each)(draws(seed, player)) if isinstance(each, str) else each for player, each in policies.items()
    }
    try:
        hands = Hands(decks, {player: draws(seed, f"{player}'s library") for player in decks}) if decks is not None else None
        _play(played, deciding, until, turns, hands)
    except (InvalidInput, IllegalDeclaration, NotModelled, Undecided) as error:
        raise NotPlayed(str(error), played) from error
    return played


def draws(seed: int, player: str) -> Random:
    """What a player's draws are made with: the same on every machine, and of no other player's."""
    return drawn_with(f"{seed} {player}")


def _play(game: Game, policies: Mapping[str, Policy], until: Until, turns: int, hands: Hands | None) -> None:
    ended_by = partial(_ended, game, game.decider.state.board.turn + turns - 1, turns, _Stall(game), hands)
    if hands is not None:
        hands.begin(game)
        hands.main_phase(game, policies)
    while not game.is_over:
        if awaited := game.awaited:
            _decide(game, policies, awaited[-1])
        elif goes_on(game, until) and (until != "game" or not nothing_between(game) or ended_by() is not None):
            follow(game)
        elif until != "game":
            break
        elif (ended := ended_by()) is not None:
            game.happen(partial(Draft.append, event=ended), fits=True)
            return
        else:
            game.begin_turn(next_player(game))
            resolve_triggers(game)
            if hands is not None and not game.is_over:
                hands.main_phase(game, policies)
        resolve_triggers(game)
    if until == "turn" and not game.is_over:
        game.clean_up()
        resolve_triggers(game)


def _decide(game: Game, policies: Mapping[str, Policy], awaited: Awaited) -> None:
    game.budget.keep_time()
    damage = awaited.command in ("DealCombatDamage", "AssignCombatDamage")
    # Where nobody has a choice, nobody is asked.
    if not (damage and game.damage_is_forced) or game.declare_if_legal(DealCombatDamage()).verdict != "legal":
        game.declare(policies[awaited.player](game, awaited.player))


def resolve_triggers(game: Game) -> None:
    """What triggered resolves, by the default policy, unless the game is over. Raises NotPlayed where it can't be carried out."""
    if game.is_over:
        return
    if game.triggered:
        game.resolve_all()
    check_carried_out(game)


class _Stall:
    """For how many turns nothing has changed: life, poison, which permanents there are, and their counters."""

    def __init__(self, game: Game) -> None:
        self._seen, self._since = self._what(game), game.decider.state.board.turn

    def turns(self, game: Game) -> int:
        """How many turns, this one included. Asked as each turn ends."""
        turn = game.decider.state.board.turn
        if (what := self._what(game)) != self._seen:
            self._seen, self._since = what, turn
        return turn - self._since

    @staticmethod
    def _what(game: Game) -> Any:
        board = game.decider.state.board
        return board.life, board.poison, [(each.id, each.counters) for each in board.permanents.values()]


def _ended(game: Game, last: int, turns: int, stall: _Stall, hands: Hands | None) -> GameEnded | None:
    """That nobody has won, where nothing more will happen, or enough has."""
    if hands is None:
        if not has_creatures(game):
            return GameEnded(reason=_NO_CREATURES)
        if stall.turns(game) >= STALLED:
            return GameEnded(reason=_NOTHING_CHANGED)
    if game.decider.state.board.turn >= last:
        return GameEnded(reason=f"{LIMIT}: {turns}")
    return None
