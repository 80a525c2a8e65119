"""Facts of other engines' combat tests and of official rulings, stated on boards of our own: all of them are ours, too."""

from pathlib import Path

import pytest
from declarant import load_cases
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case

COMBATS = Path(__file__).parent / "combats.yaml"
CASES = load_cases(COMBATS)
SOURCES = ("XMage ", "Argentum ", "official ruling", "CR ")


def test_there_are_many_and_each_says_where_its_fact_stands() -> None:
    assert len(CASES) >= 80
    assert all(case.source is not None and case.source.startswith(SOURCES) for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_combat_ends_as_others_say(case: Case) -> None:
    report = judge(case)
    assert report.error is None and any(step.agrees for step in report.steps)
    assert [(step.step, step.differences) for step in report.steps if step.differences] == []
    assert [mark for step in report.steps for mark in getattr(step, "not_carried_out", ())] == []
