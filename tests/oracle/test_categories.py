"""For each category of wording, cases of our own: each is judged as expected, and otherwise where the wording is read wrongly."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from declarant.events.abilities import Ability, KeywordAbility
from declarant.tools import oracle
from declarant.tools.cases import permanents
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.oracle.coverage import bears, rows
from oracle.mutants import mutants

CASES = [json.loads(line) for line in (Path(__file__).parent / "categories.jsonl").read_text("utf-8").splitlines()]
WITHOUT_DIFFERENCE = ("declaration-control/", "enters-attacking/free-of-restrictions")
"""Cases in which wording makes no difference, by the rules."""

Misreading = Callable[[Ability], list[Ability]]


@pytest.fixture
def agrees(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[dict[str, Any], Misreading], bool]]:
    """Whether a case is judged as expected by somebody who misreads each ability so."""
    read = oracle.read_permanent

    def judged(case: dict[str, Any], misread: Misreading) -> bool:
        def wrongly(text: str, **where: Any) -> tuple[Ability, ...]:
            return tuple(wrong for each in read(text, **where) for wrong in misread(each))

        monkeypatch.setattr(oracle, "read_permanent", wrongly)
        permanents.abilities.cache_clear()
        report = judge(Case.model_validate(case))
        return report.error is None and all(step.agrees is not False for step in report.steps)

    yield judged
    permanents.abilities.cache_clear()


def makes_a_difference(case: dict[str, Any]) -> bool:
    """Whether the case differs where nothing is read: not, where it says what the wording doesn't say ("/not-…")."""
    return "/not-" not in case["id"] and not case["id"].startswith(WITHOUT_DIFFERENCE)


def abilities(case: dict[str, Any]) -> list[Ability]:
    entering = [step["enters"] for step in case["steps"] if "enters" in step]
    stated = [each for each in (*case["battlefield"], *entering) if "text" in each]
    return [ability for each in stated for ability in oracle.read_permanent(each["text"], name=each["name"], types=each["types"])]


DIFFERING = [case for case in CASES if abilities(case) and makes_a_difference(case)]


def test_each_category_that_touches_declarations_has_cases(shared: Path) -> None:
    found = rows(shared / "cards" / "lines-visible.jsonl.gz")
    categories = {each for row in found for each in row.categories if bears(each)}
    missing = {each for each in categories if not any(case["id"].startswith(each + "/") for case in CASES)}
    # Combat damage is assigned after the declarations: nothing of it is judged.
    assert missing == {"damage-assignment"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_it_is_judged_as_expected(case: dict[str, Any], agrees: Callable[..., bool]) -> None:
    assert agrees(case, lambda ability: [ability])


@pytest.mark.parametrize("case", DIFFERING, ids=lambda case: case["id"])
def test_it_is_judged_otherwise_where_nothing_is_read(case: dict[str, Any], agrees: Callable[..., bool]) -> None:
    only_keywords = all(isinstance(each, KeywordAbility) for each in abilities(case))
    assert not agrees(case, lambda ability: [] if only_keywords or not isinstance(ability, KeywordAbility) else [ability])


@pytest.mark.parametrize(
    "case", [case for case in DIFFERING if any(each.condition for each in abilities(case))], ids=lambda case: case["id"]
)
def test_it_is_judged_otherwise_where_a_condition_isnt_read(case: dict[str, Any], agrees: Callable[..., bool]) -> None:
    assert not agrees(case, lambda ability: [ability.model_copy(update={"condition": None})])


def test_misreadings_of_a_part_are_found_by_some_case_of_the_category(agrees: Callable[..., bool]) -> None:
    found: dict[tuple[str, str, str], bool] = {}
    for case in CASES:
        for what in sorted({(ability.kind, what) for ability in abilities(case) for what, _ in mutants(ability)}):

            def misread(ability: Ability, what: tuple[str, str] = what) -> list[Ability]:
                return [dict(mutants(ability)).get(what[1], ability) if ability.kind == what[0] else ability]

            key = (case["id"].split("/")[0], *what)
            found[key] = found.get(key, False) or not agrees(case, misread)
    assert len(found) > 100
    assert sum(found.values()) >= 0.8 * len(found), (sum(found.values()), len(found))
