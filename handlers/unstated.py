"""Facts that aren't stated: where both answers lead to the same, nothing has to be declined, and some are presumed.

One way for whatever is decided: rulings, explanations, options, best play, happenings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypeVar

from ..events.errors import FactNotStated, some_of
from ..events.ruling import Ruling
from ..projections.board import Board
from ..projections.state import State
from .view.stated_facts import PRESUMED_NONE

OutcomeT = TypeVar("OutcomeT")
Alike: TypeAlias = Callable[[OutcomeT, OutcomeT], OutcomeT | None]
"""What two outcomes have in common, the first of them where the fact isn't so; None where they differ."""
MOST = 5
"""How many facts that aren't stated are tried together at most: each doubles the number of outcomes."""


class Presumed(NamedTuple):
    """A fact that isn't stated and was taken not to be so, since the outcome depends on it: of whom, what, and why; or what was
    taken to be none, and asked for."""

    about: str
    fact: str
    why: str = ""

    def __str__(self) -> str:
        if taken := PRESUMED_NONE.get(self.fact):
            return f"it isn't stated: {self.fact} of {self.about}, taken to be {taken}"
        return f"it isn't stated, and {self.about} is taken not to be so: {self.fact}; {self.why}"


def taken_to_be_none(board: Board) -> tuple[Presumed, ...]:
    """What was asked for and isn't stated, each kind said once of all."""
    if not board.presumed:
        return ()
    asked = {fact: sorted(about for about, other in board.presumed if other == fact) for fact in PRESUMED_NONE}
    return tuple(Presumed(some_of(about), fact) for fact, about in asked.items() if about)


def either_way(
    state: State, decide: Callable[[], OutcomeT], alike: Alike[OutcomeT], unstated: FactNotStated
) -> tuple[OutcomeT, tuple[Presumed, ...]]:
    """Decide with both answers to a fact that isn't stated; return what both lead to, and what was presumed for it.

    Where they lead to different outcomes, a fact that may be presumed is taken not to be so, which is stated; for any other,
    FactNotStated is raised.
    """
    board, assumed, about = state.board, state.board.assumed, unstated.about
    if about is None or about in assumed or (len(assumed) >= MOST and not unstated.presumed):
        raise unstated
    presuming = Presumed(*about, unstated.presumed)
    outcomes: list[tuple[OutcomeT, tuple[Presumed, ...]]] = []
    still: list[FactNotStated] = []
    for answer in (False, True) if len(assumed) < MOST else (False,):
        board.assumed = {**assumed, about: answer}
        try:
            try:
                outcomes.append((decide(), ()))
            except FactNotStated as another:
                outcomes.append(either_way(state, decide, alike, another))
        except FactNotStated as another:
            if unstated.presumed and not answer:
                raise
            still.append(another)
        finally:
            board.assumed = assumed
    if not still and len(outcomes) == 2:
        (first, because), (second, _) = outcomes
        if (same := alike(first, second)) is not None:
            return same, because
    if unstated.presumed:
        (outcome, because), *_ = outcomes
        return outcome, (presuming, *because)
    if still:
        # Where another fact is asked for whatever this one is, that other one is what it depends on.
        raise (unstated if outcomes else still[0]) from None
    raise unstated


def same_ruling(first: Ruling, second: Ruling) -> Ruling | None:
    """The ruling that two share, None where verdict, concept, rule or cost differ.

    Its reasons are those that both give, or else all of both; its way out is the one that both name, if they do.
    """
    if any(getattr(first, name) != getattr(second, name) for name in ("verdict", "concept", "rule", "cost")):
        return None
    if first == second:
        return first
    shared = tuple(violation for violation in first.violations if violation in second.violations)
    whys = [violation.why for violation in shared] or ([first.why] if first.why == second.why else [])
    return first.model_copy(
        update={
            "why": "; ".join(whys) if whys else f"either {first.why}, or {second.why}",
            "violations": shared or (*first.violations, *second.violations),
            "instead": first.instead if first.instead == second.instead else None,
            "wrong": first.wrong & second.wrong,
        }
    )
