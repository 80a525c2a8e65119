"""What a number stands for, a concept through the years, and that no rule of combat is without a word."""

import gzip
import json
import re
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from declarant import InvalidInput
from declarant.tools.audit import rule_numbers
from declarant.tools.cli import app
from typer.testing import CliRunner


def test_a_number_states_its_concept_its_years_its_function_and_its_tests() -> None:
    report = rule_numbers.known_of("509.1c")
    assert "block.requirements" in report.concepts
    assert any(place.path.startswith("handlers/") for place in report.functions)
    assert any(place.path.startswith("tests/rules/test_509_1c") for place in report.tests)


def test_a_number_stood_for_other_things_in_other_years() -> None:
    spans = rule_numbers.trace("block.requirements")
    assert spans[0].since == date(1999, 4, 23) and spans[-1] == rule_numbers.NumberSpan(
        since=spans[-1].since, until=None, number="509.1c"
    )
    assert all(one.until is not None and one.until < other.since for one, other in pairwise(spans))


def test_the_first_board_whose_ruling_changes_is_shown() -> None:
    found = rule_numbers.first_board("block.requirements")
    assert found is not None and (found[0].id, found[1]) == ("tollgate", 2)
    assert [ruled.verdict for ruled in found[2]][:2] == ["legal", "illegal"]


@pytest.mark.parametrize(("call", "near"), [(rule_numbers.known_of, "509.1c"), (rule_numbers.trace, "block.requirements")])
def test_what_isnt_known_is_refused_with_what_is_near(call: object, near: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(near)):
        call(f"{near}x")  # type: ignore[operator]


def test_every_rule_of_combat_has_a_word(shared: Path) -> None:
    with gzip.open(shared / "rules" / "combat-rules-by-date.json.gz") as file:
        known = [number for number in json.load(file) if re.match(r"(30\d|310|50[6-9]|51[01])\.", number)]
    assert len(known) > 150
    assert [number for number in known if not rule_numbers.is_known(number)] == []


@pytest.mark.parametrize("words", ["handlers/", "tests/"])
def test_what_is_named_apart_is_there(words: str) -> None:
    root = Path(__file__).resolve().parents[2]
    named = re.findall(rf"`({words}[\w/.]+)`", " ".join(rule_numbers.APART.values()))
    assert [path for path in named if not (root / path).is_file()] == []


def test_the_command_states_numbers_and_concepts() -> None:
    result = CliRunner().invoke(app, ["rules", "509.1c"])
    assert result.exit_code == 0 and "block.requirements" in result.stdout and "test_509_1c" in result.stdout
    traced = CliRunner().invoke(app, ["rules", "--trace", "block.requirements"])
    assert traced.exit_code == 0 and "step 2 of tollgate" in traced.stdout
    assert CliRunner().invoke(app, ["rules"]).exit_code == 2
    assert json.loads(CliRunner().invoke(app, ["rules", "509.1c", "--format", "json"]).stdout)["number"] == "509.1c"
