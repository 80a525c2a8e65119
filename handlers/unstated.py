"""Facts that aren't stated: where both answers lead to the same, nothing has to be declined."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..events.errors import FactNotStated
from ..projections.state import State

Outcome = TypeVar("Outcome")
MOST = 5
"""So many facts that aren't stated are tried together: twice as many outcomes for each."""


def settled(state: State, decide: Callable[[], Outcome], alike: Callable[[Outcome, Outcome], Outcome | None]) -> Outcome:
    """What is decided on the state; if that asks for facts that aren't stated, what every answer leads to.

    `alike`: what two outcomes have in common, None where they differ. Raises FactNotStated then.
    """
    try:
        return decide()
    except FactNotStated as unstated:
        assumed, about = state.board.assumed, unstated.about
        if about is None or about in assumed or len(assumed) >= MOST:
            raise
        outcomes: list[Outcome] = []
        still: list[FactNotStated] = []
        for answer in (False, True):
            assumed[about] = answer
            try:
                outcomes.append(settled(state, decide, alike))
            except FactNotStated as another:
                still.append(another)
            finally:
                del assumed[about]
        if still:
            # Where another fact is asked for whatever this one is, that other one is what it depends on.
            raise (unstated if outcomes else still[0]) from None
        same = alike(*outcomes)
        if same is None:
            raise unstated
        return same
