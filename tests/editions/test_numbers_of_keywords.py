"""The number of each keyword's rule, from day to day, and that none of the rules is missing in the list."""

import gzip
import re
from datetime import date
from pathlib import Path

import pytest
from declarant.handlers.rulebook.keywords import KEYWORDS, numbers_of
from declarant.tools.audit import rule_numbers

ELSEWHERE = {
    "daybound and nightbound": "two keywords of one rule",
    "max speed": "a word before an ability (`tools/oracle/lines.py`)",
    "offering": "named after what is sacrificed (`tools/oracle/grants.py`)",
    "solved": "a word before an ability (`tools/oracle/lines.py`)",
    "∞ (infinity)": "not modelled",
}
"""What rules of keywords are called that isn't in the list as such, and why."""


@pytest.fixture(scope="module")
def headings(shared: Path) -> dict[str, str]:
    """The numbers of the newest rules of keywords, with their names."""
    with gzip.open(shared / "rules" / "comprehensive-rules-2026-01-16.txt.gz", "rt", encoding="utf-8-sig") as file:
        found = re.findall(r"^(702\.\d+)\. (.{1,40})$", file.read(), re.MULTILINE)
    return {number: name.strip().lower().replace("’", "'") for number, name in found}


def test_every_keyword_of_the_newest_rules_is_in_the_list(headings: dict[str, str]) -> None:
    assert len(headings) > 180
    assert set(headings.values()) - ELSEWHERE.keys() <= KEYWORDS.keys()


def test_the_newest_number_of_a_keyword_is_that_of_its_rule(headings: dict[str, str]) -> None:
    variants = {"trample over planeswalkers": "trample", "bands with other": "banding", "totem armor": "umbra armor"}
    bound = dict.fromkeys(("daybound", "nightbound"), "daybound and nightbound")
    numbers = {word: [number for _, number in numbers_of(word)] for word in KEYWORDS}
    assert {word: headings.get(found[-1]) for word, found in numbers.items() if found} == {
        word: (variants | bound).get(word, word) for word, found in numbers.items() if found
    }


@pytest.mark.parametrize(
    ("word", "numbers"),
    [
        ("flying", ["1999-04-23 502.4", "2009-07-11 702.9"]),
        ("hexproof", ["2011-06-17 702.11"]),
        ("vigilance", ["2004-10-01 502.14", "2009-07-11 702.18", "2011-06-17 702.19", "2013-07-13 702.20"]),
        ("infect", ["2010-10-01 702.87", "2011-06-17 702.88", "2013-07-13 702.89", "2021-04-22 702.90"]),
        ("menace", ["2015-07-17 702.110", "2021-04-22 702.111"]),
        ("toxic", ["2023-02-03 702.164"]),
        ("cycling", []),
    ],
)
def test_a_number_grew_with_each_keyword_that_was_put_before_it(word: str, numbers: list[str]) -> None:
    assert [f"{day} {number}" for day, number in numbers_of(word)] == numbers


def test_what_a_number_stood_for_is_stated_with_the_keyword() -> None:
    assert set(rule_numbers.known_of("702.19").concepts) == {
        "vigilance",
        "trample",
        "banding",
        "bands with other",
        "trample over planeswalkers",
    }
    first, last = rule_numbers.trace("menace")
    assert (first.until, last.since, last.number) == (date(2021, 4, 21), date(2021, 4, 22), "702.111")
