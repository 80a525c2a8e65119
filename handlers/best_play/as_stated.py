"""A board of a recorded game as one that a case states: from then on the rules say what happens, not the record.

Sizes are as the record states them. What static abilities make of them is inferred (613), so that it ends with these abilities.
What triggered before has done what the record says.
"""

from __future__ import annotations

from dataclasses import replace

from ...events import abilities as a
from ...events.errors import InvalidInput, NotModelled
from ...events.facts import Included
from ...projections.board import changes_characteristics
from ...projections.state import State
from ..base_game import BaseGame
from ..view.stated_613 import infer


def as_stated(game: BaseGame) -> BaseGame:
    """The game to be played on by the rules; as it is where it was no record's. Raises NotModelled where no permanent could be
    what is said of it."""
    if not game.board.recorded:
        return game
    state = game.state.copy()
    board, stack = state.board, state.stack
    board.recorded = False
    stack.waiting = stack.abilities = stack.marks = stack.delayed = stack.passed_over = ()
    for id, each in board.permanents.items():
        abilities = tuple(_derived(ability) for ability in each.abilities)
        board.permanents[id] = replace(each, abilities=abilities)
        board.changing = board.changing or changes_characteristics(abilities)
    if board.changing:
        for id, included in _included(state).items():
            board.permanents[id] = replace(board.permanents[id], included=included)
    return type(game).on(state, budget=game.budget)


def _derived(ability: a.Ability) -> a.Ability:
    """What changes sizes, in a record and by the rules."""
    return ability.change if isinstance(ability, a.ChangesStatedValues) and ability.change is not None else ability


def _included(state: State) -> dict[str, Included]:
    try:
        return dict(infer(state.copy(), list(state.board.permanents)))
    except InvalidInput as error:
        raise NotModelled([f"{error.where}: {error.found}, and what the texts make of it is {error.allowed}"]) from None
