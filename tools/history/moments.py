"""A moment of a journal's game as a case: the board as it was before the turn's first combat, and what happened since as steps.

The case is laid out and played again before it is given away: what it doesn't come to the same state by, it can't say, and is
declined.
"""

from __future__ import annotations

from collections.abc import Callable

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events.errors import InvalidInput
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...projections.pending import PendingDeclaration
from ...projections.state import State
from ...projections.timeline import TimelineEntry, timeline
from ..cases.judging import judge, moments
from ..cases.models import Case
from .recorded_games import tried
from .same_state import comparable, differing
from .written_board import NotSaid, Written, case_at
from .written_steps import SAID_BY_WHAT_COMES_BEFORE, steps_of


def case_of(journal: Journal, stream: str, *, at: int | None = None, turn: int | None = None) -> Case:
    """A case that comes to where the game was at a version (None: now), or goes through the declarations of a turn.

    Every declaration since the turn's first combat is a step that expects the ruling it got; one that was taken back and isn't
    recorded whole is left out. Raises InvalidInput where there is no such moment, and NotSaid where a case can't say it.
    """
    whole = list(journal.entries(stream))
    if at is not None and turn is not None:
        raise InvalidInput("--at", "with --turn", "one of them")
    if at is not None and not 1 <= at <= len(whole):
        raise InvalidInput("--at", str(at), f"1 to {len(whole)}, the versions of {stream!r}")
    end = len(whole) if at is None else at
    if turn is not None:
        end = _last_of_turn(whole, turn)
    entries = whole[:end]
    moments = list(timeline(entries))
    state = moments[-1].after
    if state.board.interrupted:
        raise NotSaid("a board that the record of the game leaves something out of")
    if state.declarations.pending is not None:
        raise NotSaid(f"the middle of a declaration: it begins at version {state.declarations.pending.since + 1}")
    began = _first_combat(moments, state.board.turn)
    base, steps = state, list[Written]()
    left_out: list[str] | None = [] if state.board.recorded else None
    if began is not None:
        base = moments[began].before
        declared = {each.version: each for each in tried(entries, [entry for entry in entries if entry.is_cut])}
        steps = list(steps_of(moments[began:], declared, left_out))
    case = case_at(f"{stream}@{end}", base, steps, left_out)
    if left_out is None:
        return _checked(case, lambda: case_at(case.id, base, steps, printed=True), state)
    _check_rulings(case)
    return Case.model_validate({**case.model_dump(by_alias=True, exclude_unset=True), "source": _left_out(left_out)})


MOST_LEFT_OUT = 10
"""What a case of a recorded game leaves out and names one by one."""


def _left_out(left_out: list[str]) -> str:
    """Where a case of a recorded game comes from, and what it leaves out."""
    said = "a recorded game: each declaration is ruled as it was; cards in hands and graveyards only as they were at first"
    named = list(dict.fromkeys(left_out))
    more = f" and {len(named) - MOST_LEFT_OUT} more" if len(named) > MOST_LEFT_OUT else ""
    return f"{said}; left out: {'; '.join(named[:MOST_LEFT_OUT])}{more}" if named else said


def _last_of_turn(entries: list[Entry], turn: int) -> int:
    """The version at which the turn's last declaration is over, with what follows by itself; without one, the turn's last."""
    moments = list(timeline(entries))
    versions = {moment.entry.version for moment in moments if moment.after.board.turn == turn}
    if not versions:
        last = max(moment.after.board.turn for moment in moments)
        raise InvalidInput("--turn", str(turn), f"1 to {last}, the turns of the game")
    declared = [each.over for each in tried(entries, [entry for entry in entries if entry.is_cut]) if each.over in versions]
    end = max(declared, default=max(versions))
    for moment in moments[end:]:
        if isinstance(moment.before.declarations.pending, PendingDeclaration) or not _follows(moment):
            break
        end = moment.entry.version
        if isinstance(moment.item, d.PriorityReceived):
            break
    return end


def _follows(moment: TimelineEntry) -> bool:
    """Whether it follows from a declaration by itself: what combat damage results in comes before the next priority."""
    step = moment.before.combat.damage
    resulting = step is not None and step.dealt and moment.before.combat.priority_due
    following = (*SAID_BY_WHAT_COMES_BEFORE, g.CombatDamageDealt, d.BecameBlocked, d.BecameUnblocked)
    return resulting or (isinstance(moment.item, following) and not isinstance(moment.item, t.StepBegan))


def _first_combat(moments: list[TimelineEntry], turn: int) -> int | None:
    """The index of the first combat's beginning in that turn, also if it was taken back with a declaration."""
    beginnings = (index for index, moment in enumerate(moments) if isinstance(moment.item, t.CombatBegan))
    return next((index for index in beginnings if moments[index].before.board.turn == turn), None)


def _check_rulings(case: Case) -> None:
    """Raise NotSaid unless each declaration of the case is ruled as it was."""
    judged = judge(case)
    if judged.error is not None:
        raise NotSaid(str(judged.error))
    for step in judged.steps:
        if step.agrees is False:
            differs = step.differences[0]
            raise NotSaid(f"step {step.step}: its {differs.field} is {differs.found}, and was {differs.expected}")


def _checked(case: Case, printed: Callable[[], Case], state: State) -> Case:
    """The case, or else the one that states what is printed, where what was stated before effects began comes to another state.
    Raises NotSaid."""
    try:
        _check(case, state)
        return case
    except NotSaid:
        if not any(each.stated for each in state.board.permanents.values()):
            raise
    again = printed()
    _check(again, state)
    return again


def _check(case: Case, state: State) -> None:
    """Raise NotSaid unless the case comes to the same state, as far as anything in it can be ruled by."""
    try:
        *_, last = moments(case)
    except InvalidInput as error:
        raise NotSaid(str(error)) from None
    wanted, found = comparable(state), comparable(last.game.state)
    _check_rulings(case)
    for name, value in wanted.items():
        if found[name] != value:
            was, came = differing(value, found[name])
            raise NotSaid(f"{name}: {was} here, {came} where the case comes to")
