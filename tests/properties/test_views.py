"""What abilities see is the same whether it was worked out anew or from what they saw before."""

from __future__ import annotations

from random import Random

import pytest
from declarant.events.journal.journal import Journal
from declarant.handlers.view.view import View
from declarant.projections.state import State
from hypothesis import given
from hypothesis import strategies as st
from properties.games import RandomGame

AFTER = View.after


def seen(view: View) -> tuple[object, ...]:
    """All that abilities see of a board, and which are in force."""
    held = [sorted(map(repr, view.every_held()))]
    keywords = {id: view.keywords(id) for id in view.permanents}
    return view.board, view.combat, list(view.permanents.items()), view.abilities, held, view.goaded_by, keywords


@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_a_view_that_comes_after_another_is_the_same_as_a_new_one(random: Random, steps: int) -> None:
    def after(view: View, state: State) -> View:
        found = AFTER(view, state)
        assert seen(found) == seen(View(state))
        return found

    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(View, "after", after)
        playing = RandomGame(random, Journal.open("memory://"))
        for _ in range(steps):
            playing.step()
