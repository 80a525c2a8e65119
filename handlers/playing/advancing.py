"""What comes between the choices of a game in which nothing but combat happens: the ends of combats, and the next turns."""

from __future__ import annotations

from itertools import islice
from typing import Literal, TypeAlias, get_args

from ...events import abilities as a
from ...events.errors import DeclarantError, InvalidInput
from ...events.misuse import explaining_misuse
from ..best_play.legal_commands import commands
from ..combat.turns import next_turns
from ..game import Game

Until: TypeAlias = Literal["combat", "turn", "game"]

TURNS = 100
"""After so many turns a game ends that nobody has won."""


class NotPlayed(DeclarantError):
    """A game can't go on: an ability triggered that can't be carried out, a policy chose what isn't legal, or a choice is asked
    for that policies aren't asked for. `game` is the game so far."""

    def __init__(self, why: str, game: Game) -> None:
        super().__init__(why)
        self.game = game

    def __reduce__(self) -> tuple[type[DeclarantError], tuple[str]]:
        return DeclarantError, (str(self),)


def check_carried_out(game: Game) -> None:
    """Raises NotPlayed where what triggered wasn't carried out, or something may have happened that isn't modelled."""
    stack = game.decider.state.stack
    for mark in stack.marks:
        raise NotPlayed(f"an ability of {mark.source} can't be carried out: {mark.why} ({mark.ability})", game)
    for passed in stack.passed_over:
        raise NotPlayed(f"an ability of {passed.source} is passed over: {passed.ability}", game)


def check_until(until: Until) -> None:
    """Raises InvalidInput for what is no end that a game is played to."""
    if until not in get_args(Until):
        raise InvalidInput("until", repr(until), f"one of {', '.join(get_args(Until))}")


@explaining_misuse
def advance(game: Game, *, until: Until = "game", turns: int = TURNS) -> bool:
    """Play on while nobody has a choice, and return whether somebody has one now: `game.legal_commands()` are several then.

    What can be done in one way only is done: combat damage, what triggered, declarations where nothing else is legal. A combat
    ends, and the next turn begins with its untap step. `until`: False at the end of this combat, of this turn, or of the game,
    which ends when somebody has won, no creature is left, or the turn of that number is over. Raises InvalidInput for another
    `until`, NotModelled for a choice that isn't gone through, NotPlayed where what triggered can't be carried out.
    """
    check_until(until)
    while not game.is_over:
        check_carried_out(game)
        only = list(islice(commands(game), 2))
        if len(only) > 1:
            return True
        if only:
            game.declare(only[0])
        elif goes_on(game, until) or (until == "game" and game.decider.state.board.turn < turns and has_creatures(game)):
            follow(game)
        else:
            return False
    return False


def goes_on(game: Game, until: Until) -> bool:
    """Whether, where nobody has anything to choose now, this combat or turn isn't over yet."""
    state = game.decider.state
    return not game.is_over and bool(state.combat.phase or (state.board.combats_added and until != "combat"))


def nothing_between(game: Game) -> bool:
    """Whether nothing can happen between now, where nobody has anything to choose any more, and the next turn: that may begin at
    once then, which ends this combat and turn by the same events."""
    state, view = game.decider.state, game.view
    board, stack = state.board, state.stack
    lasting = board.effects or board.combats_added or board.extra_turns or board.skips or stack.delayed or stack.unresolved
    return not lasting and view.as_stated and not view.any_held(_BETWEEN)


_BETWEEN = frozenset((a.Triggered, a.NotModelledAbility, a.MayStayTapped, a.UntapLimit))
"""Kinds of abilities by which something may happen, or is to be chosen, between combats."""


def has_creatures(game: Game) -> bool:
    """Whether any creature is left, without which nothing more happens."""
    return any("Creature" in each.types for each in game.decider.state.board.permanents.values())


def follow(game: Game) -> None:
    """The next step, combat or turn begins. Where nothing can happen in the end of combat step, it begins and ends at once."""
    state = game.decider.state
    if state.combat.phase and state.board.step != "end of combat" and not nothing_between(game):
        game.begin_end_of_combat()
    elif state.combat.phase:
        game.end_combat()
    elif state.board.combats_added:
        game.begin_combat()
    else:
        game.begin_turn(next_player(game))


def next_player(game: Game) -> str:
    """The player whose turn begins next: who takes an extra turn, or else the next one in turn order who is in the game, and
    doesn't skip the turn; where turns are shared, one of the next team."""
    *_, (player, _) = next_turns(game.decider.state.board)
    return player
