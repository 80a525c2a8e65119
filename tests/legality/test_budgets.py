"""What a budget doesn't suffice for is undecided, within bounds that are true; it is never another answer."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest
from declarant.events.errors import IllegalDeclaration, InvalidInput, Undecided
from declarant.handlers.budget import Budget, Spent
from declarant.handlers.game import Game

from bench import boards
from bench.boards import BenchBoard, BoardChoice

BUDGETS = (0, 1, 10, 100, 1_000, 10_000)
"""In steps."""

DRAWS = (
    boards.few_blocks,
    boards.few_attacks,
    lambda random: boards.many_blocks(random, 8),
    lambda random: boards.many_blocks(random, 10),
    lambda random: boards.exact_cover(random, 3, 6),
    lambda random: boards.tokens(random, 12),
)


def game_on(position: BenchBoard, budget: Budget | None = None) -> Game:
    return Game.on(position.state, budget=budget)


def judged(game: Game, position: BenchBoard, chosen: BoardChoice) -> str:
    """The verdict, and that its reasons state bounds that are true is left to others."""
    if position.action == "attack":
        return game.judge_attackers({unit: target for unit, (target,) in chosen.items()}, pay=None).verdict
    return game.judge_blockers(chosen, pay=None).verdict


def explained(game: Game, position: BenchBoard, chosen: BoardChoice) -> tuple[int, int, str]:
    """The bounds on the most requirements that can be obeyed, and all that is said of the declaration."""
    if position.action == "attack":
        explanation = game.explain_attackers({unit: target for unit, (target,) in chosen.items()}, pay=None)
    else:
        explanation = game.explain_blockers(chosen, pay=None)
    return explanation.most.obeyed, explanation.most.bound, "; ".join(violation.why for violation in explanation.violations)


@pytest.mark.parametrize("seed", range(2))
def test_rulings_and_bounds_within_a_budget_are_true(seed: int) -> None:
    for number, draw in enumerate(DRAWS):
        random = Random(100 * seed + number)
        position = draw(random)
        for chosen in ({}, boards.at_random(random, position)):
            verdict = judged(game_on(position), position, chosen)
            least, most, _ = explained(game_on(position), position, chosen)
            assert least == most, "without a budget the board is settled"
            for steps in BUDGETS:
                game = game_on(position, Budget(steps))
                assert judged(game, position, chosen) in (verdict, "undecided")
                low, high, why = explained(game, position, chosen)
                assert low <= most <= high, (steps, low, most, high)
                for stated in re.findall(r"of the (?:at least )?(\d+)", why):
                    assert int(stated) <= most
                for stated in re.findall(r"at most (\d+)", why):
                    assert int(stated) >= most


@pytest.mark.parametrize("seed", range(2))
def test_options_within_a_budget_are_counted_right_or_not_at_all(seed: int) -> None:
    for number, draw in enumerate(DRAWS):
        position = draw(Random(100 * seed + number))
        legal = game_on(position).legal_attacks if position.action == "attack" else game_on(position).legal_blocks
        for steps in BUDGETS:
            game = game_on(position, Budget(steps))
            within = game.legal_attacks if position.action == "attack" else game.legal_blocks
            with suppress(Undecided):
                assert within.count() == legal.count()


def hard() -> BenchBoard:
    """A maximum that neither the flow finds nor few states."""
    return boards.exact_cover(Random(0), 12, 24)


def test_where_the_search_is_given_up_a_better_declaration_still_proves_that_one_is_illegal() -> None:
    ruling = game_on(hard(), Budget(steps=0)).judge_blockers({})
    assert ruling.verdict == "illegal"
    bounds = re.search(r"obeys 0 requirement\(s\) of the at least (\d+) and at most (\d+) that can be obeyed", ruling.why)
    assert bounds is not None
    assert int(bounds[1]) < 12 <= int(bounds[2])


def test_where_no_better_declaration_is_found_the_ruling_is_undecided_and_says_after_how_much() -> None:
    game = game_on(hard(), Budget(steps=0))
    best = dict(game.explain_blockers({}).most.declaration)
    ruling = game.judge_blockers(best)
    assert (ruling.verdict, ruling.concept) == ("undecided", "block.requirements")
    assert re.search(r"at most \d+ can be obeyed, but the search was given up after 0 steps", ruling.why)
    with pytest.raises(IllegalDeclaration):
        game.declare_blockers(best)
    game.budget = Budget()
    assert game.judge_blockers(best).verdict == "illegal"


def test_each_question_has_all_of_the_steps() -> None:
    game = game_on(boards.few_blocks(Random(3), 8, 8, (2, 6)), Budget(5_000))
    assert len({game.legal_blocks.count() for _ in range(20)}) == 1


def test_the_same_steps_lead_to_the_same_answer() -> None:
    answers = {explained(game_on(hard(), Budget(3_000)), hard(), {}) for _ in range(3)}
    assert len(answers) == 1


def test_when_the_time_is_up_a_hard_board_is_undecided_within_true_bounds() -> None:
    position = boards.exact_cover(Random(0), 30, 180)
    low, high, _ = explained(game_on(position, Budget(seconds=0)), position, {})
    assert low <= 30 <= high


def test_a_budget_that_is_stopped_gives_up_at_the_next_step() -> None:
    budget = Budget()
    budget.spend(10**9)
    budget.stop()
    with pytest.raises(Spent, match="given up"):
        budget.spend()
    with pytest.raises(Spent, match="nobody waits"):
        game_on(hard(), budget).judge_blockers({})


def test_a_budget_isnt_negative() -> None:
    with pytest.raises(InvalidInput, match="budget"):
        Budget(steps=-1)
    with pytest.raises(InvalidInput, match="seconds"):
        Budget(seconds=float("nan"))
