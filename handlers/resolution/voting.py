"""Votes (701.38), and creature types of one's choice: what players name, which nobody names for them."""

from __future__ import annotations

from collections import Counter

from ...events import abilities as a
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving


@carries_out(a.Votes, makes=(a.VotesFor, a.HasMostVotes))
def _vote(doing: Resolving, instruction: a.Votes) -> None:
    voting = doing.players(instruction.players)
    voters = [player for player in doing.view.board.in_turn_order(doing.controller) if player in voting]
    options = instruction.options
    if instruction.permanents is not None:
        options = tuple(each.id for each in doing.permanents(instruction.permanents))
    if not options:
        doing.binding.memory.votes = {}
        return
    votes = doing.chooser.votes(voters, options)
    if votes is None:
        raise NotCarriedOut(f"it isn't stated what {', '.join(voters)} vote for: {', '.join(options)}")
    doing.binding.memory.votes = dict(Counter(votes))


@carries_out(a.ChoosesType, makes=(a.IsOfChosenType,))
def _choose_type(doing: Resolving, instruction: a.ChoosesType) -> None:
    found = doing.chooser.creature_type(instruction.but)
    if found is None:
        raise NotCarriedOut("it isn't stated which creature type is chosen")
    doing.binding.memory.type = found
