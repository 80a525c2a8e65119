"""What abilities see is the same whether it was worked out anew or from what they saw before."""

from __future__ import annotations

from random import Random

import pytest
from declarant.events.journal.journal import Journal
from declarant.handlers.budget import Budget
from declarant.handlers.game import Game
from declarant.handlers.view import layers, matched_once
from declarant.handlers.view.view import View
from declarant.projections.state import State
from declarant.tools.cases.permanents import permanent as entered
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
    def after(view: View, state: State, budget: Budget, board_changed: bool = True) -> View:
        found = AFTER(view, state, budget, board_changed)
        assert seen(found) == seen(View(state))
        return found

    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(View, "after", after)
        playing = RandomGame(random, Journal.open("memory://"))
        for _ in range(steps):
            playing.step()


LORD_TEXTS = (
    "Other creatures you control get +1/+1.",
    "Other Goblins you control get +1/+1 and have menace.",
    "Red creatures your opponents control get -1/-1 and have trample.",
    "Creatures you control that aren't Goblins have changeling.",
    "Creatures you control lose menace.",
    "All Elves have “Other Goblins you control have flying.”",
    "Creatures with menace get +2/+0.",
    "Creatures you control with odd power get +0/+1.",
)


@given(
    st.lists(
        st.tuples(st.sampled_from(("Ann", "Bob")), st.sampled_from(("Goblin", "Elf")), st.sampled_from(LORD_TEXTS)), max_size=7
    )
)
def test_effects_that_share_what_they_ask_for_apply_as_if_each_asked_alone(lords: list[tuple[str, str, str]]) -> None:
    game = Game.start(["Ann", "Bob"])
    for number, (player, kind, text) in enumerate(lords):
        colors = ["R"] if number % 2 else []
        laid = entered(f"c{number}", player, types=["Creature"], subtypes=[kind], colors=colors, power=2, toughness=2, text=text)
        game.lay([laid])
    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(layers, "MANY", 1)
        shared = seen(View(game.state))
        for module in (layers, matched_once):
            patching.setattr(module, "PLAIN", ())
        layers._is_independent.cache_clear()
        alone = seen(View(game.state))
    layers._is_independent.cache_clear()
    assert shared == alone
