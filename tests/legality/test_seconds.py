"""The seconds of a budget are kept wherever a large board takes a while: here a second goes by at each look at the clock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from declarant import Budget, permanent, play
from declarant.events.errors import Undecided
from declarant.handlers import budget as budgets
from declarant.handlers.game import Game
from declarant.handlers.playing.advancing import NotPlayed
from declarant.handlers.playing.policies import greedy
from declarant.handlers.procedure.commands import Command
from declarant.handlers.view.view import View
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.serve import answers

LORD = "Other creatures you control get +1/+1 and have first strike."
DOUBLES = "Whenever this creature attacks, create a token that's a copy of this creature."


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    seconds = count()
    monkeypatch.setattr(budgets, "monotonic", lambda: next(seconds))
    yield


def lords(each: int) -> Case:
    return Case.model_validate(
        {
            "id": "lords",
            "players": ["Ann", "Bob"],
            "rules": "2025-04-04",
            "battlefield": [
                {"id": f"{player}{n}", "controller": player, "types": ["Creature"], "power": 2, "toughness": 2, "text": LORD}
                for player in ("Ann", "Bob")
                for n in range(each)
            ],
            "steps": [{"attack": {"Ann0": "Bob"}}],
        }
    )


def test_a_case_whose_effects_take_too_long_is_undecided() -> None:
    report = judge(lords(4), budget=Budget(seconds=30))
    assert report.steps == ()
    assert report.error is not None
    assert (report.error.kind, report.error.found) == ("undecided", "the search was given up after 30 seconds")
    assert judge(lords(4), budget=Budget(seconds=1_000_000)).error is None


def test_work_that_nobody_waits_for_any_more_ends_while_effects_are_applied() -> None:
    budget = answers.a_budget()
    budget.stop()
    assert answers.audit(lords(2).model_dump(mode="json", by_alias=True, exclude_unset=True), budget=budget).error is not None


def test_effects_are_applied_within_the_time() -> None:
    game = Game.start(["Ann", "Bob"])
    for number in range(3):
        game.enter(permanent(f"lord{number}", "Ann", types=["Creature"], power=2, toughness=2, text=LORD))
    with pytest.raises(Undecided):
        View(game.state, Budget(seconds=2))


def test_a_game_whose_tokens_double_ends_with_the_time() -> None:
    game = Game.start(["Ann", "Bob"], life={"Ann": 20, "Bob": 1_000_000})
    for number in range(2):
        game.enter(permanent(f"two{number}", "Ann", types=["Creature"], power=1, toughness=1, text=DOUBLES))
    turns: list[int] = []

    def decide(game: Game, player: str) -> Command:
        turns.append(game.board.turn)
        return greedy(Random(0))(game, player)

    with pytest.raises(NotPlayed, match="given up after 40 seconds"):
        play(game, {"Ann": decide, "Bob": "never"}, turns=40, budget=Budget(seconds=40))
    assert max(turns) < 10
