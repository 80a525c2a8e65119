"""The same dispute under the rules of several days: when a ruling changes, and which change of the rules did that."""

from datetime import date
from typing import Any

import pytest
from declarant.events.errors import InvalidInput
from declarant.handlers.rulebook.editions import editions
from declarant.tools.cases.comparison import CaseComparison, Ruled, compare, parse_days
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from referee import ANN, BOB, CAT, When, attack, block, creature, enchantment, given, planeswalker

ALL = parse_days("all")


def compared(when: When, days: tuple[date, ...] = ALL) -> CaseComparison:
    return compare(Case.model_validate(when.case), days)


def outcomes(comparison: CaseComparison, step: int = -1) -> list[Ruled]:
    """The rulings on a step that rule otherwise than the one before, whatever number and words they are stated with."""
    rulings = comparison.steps[step].rulings
    return [
        ruled for before, ruled in zip((None, *rulings), rulings, strict=False) if not before or before.outcome != ruled.outcome
    ]


def table(comparison: CaseComparison, step: int = -1) -> list[tuple[str, str | None]]:
    return [(str(ruled.since), ruled.verdict) for ruled in outcomes(comparison, step)]


def reasons(comparison: CaseComparison, step: int = -1) -> list[list[tuple[str, list[str], int | None]]]:
    """For each ruling: the dates that changed it, by which doctrines, or following which step."""
    return [
        [
            (str(because.effective), [change.doctrine for change in because.behaviour], because.follows)
            for because in ruled.because
        ]
        for ruled in outcomes(comparison, step)
    ]


ZEALOT = creature("zealot", ANN, "This creature attacks each combat if able.")
GATE = enchantment("gate", BOB, "No more than one creature can attack each combat.")
WRONG_ATTACKER = given(ZEALOT, creature("bear", ANN), GATE).when(attack(bear=BOB))
ELEPHANT = creature("elephant", ANN, "Whenever this creature becomes blocked, it gets +1/+1 until end of turn.")
REBLOCKED = given(ELEPHANT, creature("elk", BOB)).when(
    attack(elephant=BOB), block(elk="elephant"), {"becomes_unblocked": "elephant"}, {"becomes_blocked": "elephant"}
)


def test_the_table_says_since_when_a_ruling_holds_and_why() -> None:
    found = compared(WRONG_ATTACKER)
    assert table(found) == [("1999-04-23", "legal"), ("2003-03-15", "illegal")]
    assert reasons(found) == [[], [("2003-03-15", ["requirements"], None)]]
    assert [ruled.rules for ruled in found.steps[0].rulings] == [(), ("500.4",), ("508.1d",)]


def test_a_ruling_that_never_changes_is_stated_again_where_its_number_does() -> None:
    (step,) = compared(given(ZEALOT, GATE).when(attack())).steps
    assert step.alike
    assert [(str(ruled.since), ruled.rules) for ruled in step.rulings] == [
        ("1999-04-23", ("500.2",)),
        ("2003-03-15", ("500.4",)),
        ("2009-07-11", ("508.1d",)),
    ]
    assert [(number.before, number.after) for number in step.rulings[2].because[0].numbers] == [("500.4", "508.1d")]


def test_each_span_says_what_an_audit_under_the_rules_of_its_days_says() -> None:
    """The demonstration's fourth step: no order is announced, then one of others, then none again."""
    ox, elk, bear, hen = creature("ox", ANN), creature("elk", BOB), creature("bear", BOB), creature("hen", BOB)
    when = given(ox, elk, bear, hen).when(attack(ox=BOB), block(elk="ox", bear="ox"), {"order": {"ox": ["elk", "hen"]}})
    spans = compared(when).steps[2].rulings
    assert [(str(ruled.since), ruled.verdict, ruled.rules) for ruled in spans] == [
        ("1999-04-23", "illegal", ()),
        ("2009-07-11", "illegal", ("509.2",)),
        ("2024-11-08", "illegal", ()),
    ]
    for ruled in spans:
        step = judge(Case.model_validate(when.case), rules=ruled.since).steps[2]
        assert (step.verdict, step.why) == (ruled.verdict, ruled.why)


def test_triggers_make_a_difference_and_only_what_concerns_them_is_the_reason() -> None:
    found = compared(REBLOCKED)
    assert [[trigger.times for trigger in ruled.triggers] for ruled in outcomes(found, 3)] == [[], [1]]
    assert reasons(found, 3) == [[], [("2009-07-11", ["becomes_blocked_trigger"], None)]]
    assert table(found, 1) == [("1999-04-23", "legal")]


def test_a_ruling_can_change_back() -> None:
    dear = creature("elk", BOB, "This creature can't block unless you pay {1}.")
    board = given(creature("ox", ANN, "This creature must be blocked if able."), creature("bear", ANN), dear)
    found = compared(board.when(attack(ox=BOB, bear=BOB), block(elk="bear")))
    verdicts = [("1999-04-23", "legal"), ("2001-07-23", "illegal"), ("2010-02-01", "legal"), ("2011-02-04", "illegal")]
    assert table(found) == verdicts
    assert reasons(found)[1:] == [
        [("2001-07-23", ["requirements"], None)],
        [("2010-02-01", ["cost_exemption"], None)],
        [("2011-02-04", ["cost_exemption", "tapped_blockers"], None)],
    ]


def test_what_follows_from_another_ruling_says_so() -> None:
    sage = planeswalker("sage", BOB)
    attacked = given(creature("bear", ANN), creature("elk", BOB), sage).when(attack(bear="sage"), block(elk="bear"))
    found = compared(attacked)
    assert table(found, 0) == table(found, 1) == [("1999-04-23", "illegal"), ("2007-10-01", "legal")]
    assert reasons(found, 0)[1] == [("2007-10-01", ["attackable"], None)]
    assert reasons(found, 1)[1] == [("2007-10-01", [], 0)]


def test_two_days_are_compared_and_every_change_between_them_that_mattered_is_named() -> None:
    found = compared(WRONG_ATTACKER, parse_days("2024-06-07, 2002-01-01"))
    assert found.days == (date(2002, 1, 1), date(2024, 6, 7))
    assert table(found) == [("2002-01-01", "legal"), ("2024-06-07", "illegal")]
    assert reasons(found)[1] == [("2003-03-15", ["requirements"], None), ("2009-07-11", [], None)]
    assert table(compared(WRONG_ATTACKER, parse_days("2003-03-15,2024-06-07"))) == [("2003-03-15", "illegal")]


def test_each_change_of_behaviour_that_a_step_shows_is_explained() -> None:
    for when in (WRONG_ATTACKER, REBLOCKED):
        for step in compared(when).steps:
            assert all(
                because.behaviour or because.numbers or because.follows is not None
                for ruled in step.rulings
                for because in ruled.because
            )
            assert all(ruled.because for ruled in step.rulings[1:])


TOO_EARLY: Any = {"enters": creature("wolf", ANN), "attacking": "sage"}


def test_a_case_that_some_rules_dont_settle_is_compared_under_the_others() -> None:
    board = given(creature("bear", ANN), planeswalker("sage", BOB), players=(ANN, BOB, CAT))
    found = compared(board.when(attack(bear=BOB), {"leaves": "sage"}, TOO_EARLY))
    assert table(found) == [("1999-04-23", "refused"), ("2011-05-01", None)]
    assert "with several opponents" in found.steps[2].rulings[0].why
    assert (found.status, found.error) == (2, None)


def test_a_case_that_cant_be_judged_under_any_rules_is_an_error() -> None:
    found = compared(given(creature("bear", ANN, "This creature can't attack unless the moon is full.")).when(attack(bear=BOB)))
    assert found.error is not None and found.error.kind == "wording-not-understood"
    assert (found.status, found.steps) == (2, ())


def test_all_are_the_first_days_of_the_editions_in_order() -> None:
    assert sorted(edition.effective for edition in editions()) == list(ALL)


@pytest.mark.parametrize("text", ["", "all,2024-06-07", "2024-06-07,", "2024-06-07;2025-01-01"])
def test_what_are_no_days_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_days(text)
