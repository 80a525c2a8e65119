"""Declarations that a journal records, judged again: they get the ruling that they got."""

from datetime import date
from random import Random

from declarant.events import declarations as d
from declarant.events import facts as t
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from declarant.events.ruling import Ruling
from declarant.tools.history.recorded_games import INTERRUPTED, NOT_RECORDED, GameReport, judge_again
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from properties.games import STEPS
from referee import ANN, BOB, attack, block, creature, given, illegally
from tables.playing import played


def judged(journal: Journal, game: str = "game", rules: date | None = None) -> GameReport:
    """The report on a game of the journal."""
    entries = list(journal.entries(game))
    return judge_again(game, entries, [entry for entry in entries if entry.is_cut], rules)


@drawn(st.randoms(use_true_random=False), STEPS)
@settings(max_examples=80)
def test_every_recorded_declaration_gets_the_ruling_that_it_got(random: Random, steps: int) -> None:
    report = judged(played(random, steps, within_declarations=False))
    assert [(step.version, step.differences) for step in report.steps if step.differences] == []
    assert {step.why for step in report.steps if step.verdict is None} <= {NOT_RECORDED}


def test_legal_and_illegal_declarations_are_stated_in_order() -> None:
    outcome = (
        given(creature("brute", ANN, "Menace"), creature("bear", BOB))
        .when(attack(brute=BOB), illegally(block(bear="brute")), block())
        .outcome()
    )
    report = judged(outcome.game.journal, "case")

    assert [(step.step, step.action, step.verdict, step.rule) for step in report.steps] == [
        (0, "attack", "legal", None),
        (1, "block", "illegal", "509.1b"),
        (2, "block", "legal", None),
    ]
    assert [step.version for step in report.steps] == [judged.first for judged in outcome.game.rulings]
    assert all(step.agrees for step in report.steps)
    assert report.steps[1].instead == {}
    assert report.steps[2].unblocked == ("brute",)
    assert report.status == 0


def recorded(*items: object) -> Journal:
    """A journal in which a tapped bear could attack, and these entries."""
    started = t.GameStarted(players=(ANN, BOB), edition=date(2025, 4, 4), declarant_version="0.1.0")
    bear = t.PermanentEntered(id="bear", controller=ANN, owner=ANN, types=("Creature",), power=2, toughness=2, tapped=True)
    journal = Journal.open("memory://")
    journal.log("game").append([started, bear, t.TurnBegan(player=ANN, number=1), t.CombatBegan(), *items])
    return journal


ATTACK = (
    d.AttackersDeclared(player=ANN, attackers=("bear",)),
    d.AttackTargetsAnnounced(targets={"bear": BOB}),
    d.BecameAttacking(player=ANN, attackers={"bear": BOB}, defending={"bear": BOB}),
)


def test_a_recorded_ruling_that_would_be_another_now_differs() -> None:
    report = judged(recorded(*ATTACK))

    (step,) = report.steps
    assert (step.verdict, step.rule, step.agrees) == ("illegal", "508.1a", False)
    assert [(each.field, each.expected, each.found) for each in step.differences] == [
        ("verdict", "legal", "illegal"),
        ("rule", None, "508.1a"),
    ]
    assert report.status == 1


def test_under_the_rules_of_another_day_the_ruling_cites_those() -> None:
    report = judged(recorded(*ATTACK), rules=date(2008, 3, 17))
    assert report.rules == date(2007, 10, 1)
    assert report.steps[0].rule == "308.2a"


def test_an_attempt_whose_targets_were_never_announced_is_judged_as_far_as_that_goes() -> None:
    ruling = Ruling(action="attack", player=ANN, verdict="illegal", concept="attack.choose", rule="508.1a", why="tapped")
    report = judged(recorded(ATTACK[0], Cut(to=4, ruling=ruling)))
    assert [(step.verdict, step.rule, step.agrees) for step in report.steps] == [("illegal", "508.1a", True)]

    untapped = judged(recorded(t.PermanentUntapped(id="bear"), ATTACK[0], Cut(to=5, ruling=ruling)))
    assert [(step.verdict, step.why, step.agrees) for step in untapped.steps] == [(None, NOT_RECORDED, None)]


def test_what_the_record_leaves_out_is_not_judged() -> None:
    gap = (
        t.RecordInterrupted(reason="a message was summarised"),
        d.DeclarationStood(action="attack", player=ANN, reason="undecided"),
    )
    (step,) = judged(recorded(*gap, *ATTACK)).steps
    assert (step.verdict, step.why, step.agrees) == (None, INTERRUPTED, None)


def test_a_declaration_that_stood_though_it_was_illegal_agrees_if_it_is_illegal_still() -> None:
    stood = d.DeclarationStood(action="attack", player=ANN, reason="illegal")
    (step,) = judged(recorded(stood, *ATTACK)).steps
    assert (step.verdict, step.agrees) == ("illegal", True)


def test_a_declaration_taken_back_without_a_ruling_is_judged_and_compared_with_nothing() -> None:
    (step,) = judged(recorded(t.PermanentUntapped(id="bear"), *ATTACK[:2], Cut(to=5))).steps
    assert (step.verdict, step.agrees) == ("legal", None)
