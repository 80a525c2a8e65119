"""Facts that a board only knows if they are stated: designations of players and permanents, and what else texts ask about.

Unstated, one is never guessed at: asking raises FactNotStated, unless the board settles it otherwise. For a few the error says
why they are presumed not to be so (`PRESUMED_NOT_SO`). Colors, mana values and hands that aren't stated are presumed without an
error (`PRESUMED_NONE`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...events.errors import FactNotStated
from ...events.facts import UnstatedPart, normalised
from ...projections.board import ENDING_WITH_THE_TURN, HELD_BY_ONE, Board, Permanent

BLESSING = "city's blessing"
"""702.131: the designation that ascend gives, for the rest of the game."""
_OF_PLAYERS = HELD_BY_ONE | {BLESSING, "max speed", "enduring story"}
_OF_THE_TURN = frozenset(("day", "night", "extra turn"))
_WITH_COUNTERS = frozenset(("monstrous", "renowned"))
"""Designations that come together with +1/+1 counters (701.37a, 702.112a)."""
PRESUMED_NOT_SO = {
    "monstrous or renowned, of a permanent without +1/+1 counters": "it has no +1/+1 counter, which comes with it",
    "an extra turn, of the first turn on record": "the record begins with this turn, and names no effect that added it",
}
"""What is taken not to be so where it isn't stated and a ruling depends on it, and why: the whole list. Reports state it."""
_WITHOUT_COUNTERS, _FIRST_TURN = PRESUMED_NOT_SO.values()
IN_HAND = "number of cards in hand"
SINCE_DRAWING = "number of cards in hand since the draw step"
PRESUMED_NONE = {"colors": "none", "mana value": "0", IN_HAND: "0", SINCE_DRAWING: "as before it"}
"""What is presumed of numbers and colors that aren't stated, where a ruling asks for them. Reports state it, too."""
STATED_OF_STATES = {
    "attacked during its controller's last turn": "that attacked during their controller's last turn",
    "came under control this turn": "that came under your control this turn",
    "entered this turn": "that entered this turn",
}
"""State of a permanent that isn't always on record → the fact that states it."""
WITH_ABILITIES = "with abilities"
"""The fact that a permanent has some, where its text isn't known."""
_LEVEL = re.compile(r"level ([0-9]+)")


def is_about_players(designation: str) -> bool:
    """Whether players have it, and not permanents."""
    return normalised(designation) in _OF_PLAYERS


def is_about_the_turn(designation: str) -> bool:
    """Whether the game or the turn has it: day, night, extra turn."""
    return normalised(designation) in _OF_THE_TURN


def player_has(board: Board, player: str, designation: str) -> bool:
    """Whether a player has the designation. Raises FactNotStated."""
    asked = normalised(designation)
    if asked in board.held_by:
        return board.held_by[asked] == player
    if board.facts.get((player, asked)):
        return True
    has = player in board.designations and asked in board.designations[player]
    if has or (player in board.designations and not (asked == "max speed" and player in board.faster)):
        return has
    return _unless_assumed(board, player, designation, "designations")


def turn_has(board: Board, designation: str) -> bool:
    """Whether it is day, or night, or an extra turn: stated with any player. Raises FactNotStated.

    Where that isn't stated, the first turn on record is presumed to be nobody's extra turn.
    """
    asked = normalised(designation)
    stated = [board.designations[player] for player in board.players if player in board.designations]
    if any(asked in each for each in stated):
        return True
    if board.active in board.designations:
        return False
    presumed = _FIRST_TURN if asked == "extra turn" and board.turn <= 1 else ""
    return _unless_assumed(board, board.active or "", designation, "designations", presumed)


def permanent_has(board: Board, permanent: Permanent, designation: str) -> bool:
    """Whether a permanent has the designation. Raises FactNotStated.

    Where that isn't stated, one without +1/+1 counters is presumed to be neither monstrous nor renowned; one with a name isn't
    face down (708.2a); and in a turn that is on record whole none is saddled that nothing says to be (702.171b).
    """
    asked = normalised(designation)
    if permanent.id in board.designations:
        stated = board.designations[permanent.id]
        level = _LEVEL.fullmatch(asked)
        reached = [int(found[1]) for found in map(_LEVEL.fullmatch, stated) if found is not None]
        return asked in stated or (level is not None and max(reached, default=1) >= int(level[1]))
    if (asked == "face-down" and permanent.name) or (asked in ENDING_WITH_THE_TURN and board.turn_on_record):
        return False
    presumed = _WITHOUT_COUNTERS if asked in _WITH_COUNTERS and not permanent.counters.get("+1/+1") else ""
    return _unless_assumed(board, permanent.id, designation, "designations", presumed)


def presume(board: Board, permanent: Permanent, part: UnstatedPart) -> None:
    """That part of the permanent is asked for: where nobody stated it, what is presumed is to be said."""
    if part in permanent.unstated:
        _note_presumed(board, permanent.id, part)


def presume_hands(board: Board, players: Iterable[str]) -> None:
    """As `presume`, of how many cards these players have in hand: what their draw steps changed isn't stated, either."""
    for player in players:
        if player in board.unstated_hands:
            _note_presumed(board, player, IN_HAND)
        elif player in board.hands_before_drawing:
            _note_presumed(board, player, SINCE_DRAWING)


def _note_presumed(board: Board, about: str, part: str) -> None:
    if isinstance(board.presumed, set):  # on a board that was handed out nothing is decided
        board.presumed.add((about, part))


def stated(board: Board, fact: str, *about: str | None) -> bool | int | None:
    """A fact as it is stated of one of these players and permanents; None where it isn't."""
    asked = normalised(fact)
    said = (board.facts.get((each, asked)) for each in about if each is not None)
    return next((answer for answer in said if answer is not None), None)


def fact(board: Board, fact: str, *about: str | None) -> bool | int:
    """A fact, stated of one of these players and permanents, the first of whom it would be stated. Raises FactNotStated."""
    if (answer := stated(board, fact, *about)) is not None:
        return answer
    somebody = [each for each in about if each is not None]
    return _unless_assumed(board, somebody[0] if somebody else board.players[0], fact, "facts")


def chosen(board: Board, player: str) -> bool:
    """Whether that player was chosen. Raises FactNotStated."""
    asked = "the chosen player"
    if any(board.facts.get((other, asked)) for other in board.players):
        return bool(board.facts.get((player, asked)))
    return bool(fact(board, asked, player))


def _unless_assumed(board: Board, about: str, fact: str, field: str, presumed: str = "") -> bool:
    key = (about, normalised(fact))
    if key in board.assumed:
        return board.assumed[key]
    stating = f"a case that states it, `{field}: {{{about}: [{fact}]}}`, or where no ruling depends on it"
    raise FactNotStated("", repr(fact), stating, about=key, presumed=presumed)
