"""Random combats in three eras: what may be assigned and what comes of it, against the reference that counts everything out."""

import os
from random import Random, SystemRandom
from typing import Any

import pytest
from damage.boards import Board, assignment, board
from damage.reference import Assignment, Combat, Era, deal, is_legal, is_over, legal_announcements, legal_assignments
from declarant.tools.cases.judging import judge, moments
from declarant.tools.cases.models import Case

ERAS: tuple[Era, ...] = ("stack", "ordered", "free")


def expected(combat: Combat) -> dict[str, Any]:
    """What the state is after a step, as a case states it."""
    living = [each for each in combat.creatures.values() if each.alive]
    state: dict[str, Any] = {
        "life": dict(combat.life),
        "poison": dict(combat.poison),
        "marked": {each.id: each.marked for each in living},
        "counters": {each.id: {"-1/-1": each.minus} for each in living},
    }
    if combat.loyalty:
        state["loyalty"] = {combat.planeswalker: combat.loyalty}
    return state


def damage_steps(random: Random, found: Board) -> list[dict[str, Any]]:
    """Assignments for each combat damage step, illegal ones first, with what the reference says of each."""
    combat, steps = found.combat, []
    while not is_over(combat):
        chosen: Assignment | None = None
        for _ in range(3):
            tried = assignment(random, combat)
            if is_legal(combat, tried):
                chosen = tried
                break
            steps.append({"damage": tried, "expect": "illegal", **expected(combat)})
        if chosen is None:
            chosen = random.choice(legal_assignments(combat))
        result = deal(combat, chosen)
        steps.append(
            {
                "damage": chosen,
                "expect": "legal",
                "dealt": result.dealt,
                "destroyed": sorted(result.destroyed),
                "lost": sorted(result.lost),
                **expected(combat),
            }
        )
    return steps


def check(era: Era, seed: int) -> None:
    found = board(seed, era)
    steps = damage_steps(Random(f"{era} {seed} damage"), found)
    case = found.case(*steps)
    report = judge(Case.model_validate(case))
    assert report.error is None, (era, seed, report.error)
    wrong = [(each.step, each.differences, each.why) for each in report.steps if each.agrees is False]
    assert not wrong, (era, seed, wrong, case)


@pytest.mark.parametrize("era", ERAS)
def test_random_combats_end_as_the_reference_says(era: Era) -> None:
    for seed in range(int(os.environ.get("DAMAGE_COMBATS", "120"))):
        check(era, seed)


@pytest.mark.parametrize("era", ERAS)
def test_new_random_combats_end_as_the_reference_says(era: Era) -> None:
    for _ in range(20):
        check(era, SystemRandom().randrange(10**9))


def plain(assigned: Assignment) -> tuple[Any, ...]:
    return tuple(sorted((id, tuple(sorted(to.items()))) for id, to in assigned.items() if to))


@pytest.mark.parametrize("era", ERAS)
def test_what_the_active_player_may_assign_is_what_the_reference_lists(era: Era) -> None:
    listed = 0
    for seed in range(int(os.environ.get("DAMAGE_COMBATS", "120"))):
        found = board(seed, era)
        *_, last = moments(Case.model_validate(found.case()))
        legal = last.game.legal_assignments
        if not legal or legal.player != found.combat.active:
            continue  # nobody has anything to assign, or only the defending player chooses
        expected = sorted(map(plain, legal_announcements(found.combat)))
        assert sorted(map(plain, legal)) == expected, seed
        assert legal.count() == len(expected), seed
        assert plain(legal.sample(Random(seed))) in expected
        listed += 1
    assert listed
