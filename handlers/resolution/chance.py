"""Coins, dice and clashes (705, 706, 701.30): chance is nobody's choice. It is said, or drawn with the seed of a played game."""

from __future__ import annotations

from ...events import abilities as a
from ...events import stack as s
from ..view.characteristics import number_of
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving
from .turning_up import begin, turn_up


@carries_out(a.FlipsCoins, makes=(a.AmountDone,))
def _flip_coins(doing: Resolving, instruction: a.FlipsCoins) -> None:
    flips = doing.chooser.flips(instruction.number)
    if flips is None:
        raise NotCarriedOut("it isn't stated how the coins land")
    doing.draft.append(s.CoinsFlipped(player=doing.controller, won=flips))
    doing.counted(sum(flips))
    for won in flips:
        doing.carry_out(doing, instruction.won if won else instruction.lost)


@carries_out(a.RollsDice, makes=(a.AmountDone,))
def _roll_dice(doing: Resolving, instruction: a.RollsDice) -> None:
    results = doing.chooser.rolls(instruction.number, instruction.sides)
    if results is None:
        raise NotCarriedOut("it isn't stated what is rolled")
    doing.draft.append(s.DiceRolled(player=doing.controller, sides=instruction.sides, results=results))
    doing.counted(sum(results))


@carries_out(a.Clashes, makes=(a.IsTurnedUp,))
def _clash(doing: Resolving, instruction: a.Clashes) -> None:
    named = instruction.opponent
    opponents = doing.view.board.opponents(doing.controller) if named is None else doing.players(named)
    if len(opponents) != 1:
        raise NotCarriedOut("it isn't stated with whom a player clashes")
    values: dict[str, int] = {}
    begin(doing, "library")
    for player in (doing.controller, *opponents):
        turn_up(doing, player, 1, "library")
    for id in doing.binding.ids(a.IsTurnedUp(), doing.view):
        card = doing.draft.state.board.cards[id].card
        values[card.owner] = number_of(card, "mana_value")
    won = values[doing.controller] > values[opponents[0]]
    doing.carry_out(doing, instruction.won if won else instruction.lost)
