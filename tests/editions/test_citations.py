"""Every number cited, in every edition, against the numbers that the published rules have (`shared/rules/citations.json`)."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from declarant.handlers.rulebook.editions import edition_of, editions
from declarant.handlers.rulebook.numbers import GENERAL, NUMBERS
from declarant.tools.cases.judging import judge
from declarant.tools.cases.models import Case
from declarant.tools.cases.reading import read_cases

Rules = dict[str, list[str]]
OF_OTHER_CHAPTERS: dict[str, tuple[str, ...]] = {
    "attack.alternating_seats": ("2009-07-11 809.4", "2010-06-18 811.4"),
    "attack.defending_chosen": ("2009-07-11 507.1",),
    "attack.emperor_seats": ("2010-06-17 807.3c", "2010-06-18 809.3c"),
    "attack.left": ("2009-07-11 803.1a",),
    "attack.range": ("2009-07-11 801.3",),
    "attack.reselect_chosen": ("2017-08-25 508.7d",),
    "attack.reselect_range": ("2017-08-25 508.7e",),
    "attack.right": ("2009-07-11 803.1b",),
    "loses.conceding": ("2004-06-01 102.7", "2009-07-10 102.3a", "2009-07-11 104.3a"),
    "loses.effect": ("2009-07-11 104.3e",),
    "loses.emperor": ("2009-10-01 807.5a", "2010-02-01 807.5b", "2010-06-18 809.5b"),
    "loses.team": ("2009-07-11 806.8b", "2009-10-01 806.8a", "2010-02-01 806.9a", "2010-06-18 810.8a"),
    "initiative.damage": (
        "2022-06-10 721.2",
        "2022-10-07 722.2",
        "2023-04-13 723.2",
        "2023-04-14 722.2",
        "2024-02-02 723.2",
        "2025-07-24 724.2",
        "2025-07-25 725.2",
    ),
    "monarch.damage": (
        "2016-08-26 716.2",
        "2018-04-27 717.2",
        "2019-10-04 718.2",
        "2021-07-23 720.2",
        "2022-10-07 721.2",
        "2022-11-18 722.2",
        "2023-04-14 721.2",
        "2024-02-02 722.2",
        "2025-04-04 723.2",
        "2025-07-25 724.2",
    ),
    "sba.aura": ("1999-04-23 420.5d", "2009-07-11 704.5n", "2017-09-29 704.5m"),
    "sba.library": ("1999-04-23 102.2", "1999-11-01 420.5a", "2009-07-10 420.5g", "2009-07-11 704.5b"),
    "sba.team_life": (
        "2009-07-11 806.8a",
        "2009-10-01 704.5t",
        "2017-09-29 704.5s",
        "2018-04-27 704.5t",
        "2020-07-03 704.6a",
    ),
    "sba.team_poison": ("2011-03-31 704.5c", "2011-04-01 704.5u", "2017-09-29 704.5t", "2020-07-02 704.5u", "2020-07-03 704.6b"),
    "sba.unattached": ("2003-10-01 420.5k", "2009-07-11 704.5p", "2017-09-29 704.5n"),
    "stack.order": ("1999-04-23 410.3", "2009-07-11 603.3b"),
    "stack.resolve": ("2009-07-10 413.2", "2009-09-04 607.2", "2009-10-01 608.2"),
    "stack.targets": ("1999-04-23 410.4", "2009-07-11 603.3d"),
    "stack.triggers": ("1999-04-23 410.2", "2009-07-11 603.2"),
}
"""Of these the shared record of combat rules has no texts: days, with the numbers that the rules published for them give."""

UNCITED = {
    "combat.removed",
    "combat.target_removed",
    "damage.as_assigned",
    "damage.check",
    "damage.deathtouch_division",
    "damage.deathtouch_lethal",
    "damage.different_manner",
    "damage.double_strike",
    "damage.double_strike_gained",
    "damage.double_strike_lost",
    "damage.excess",
    "damage.first_strike",
    "damage.first_strike_changed",
    "damage.infect_creature",
    "damage.infect_player",
    "damage.life_gain_events",
    "damage.lifelink_result",
    "damage.lifelink_separate",
    "damage.not_a_spell",
    "damage.one_creature_at_a_time",
    "damage.order_attackers",
    "damage.order_blockers",
    "damage.protection",
    "damage.recipient_gone",
    "damage.sequence",
    "damage.skipped",
    "damage.source",
    "damage.stays_marked",
    "damage.tapping_changes_nothing",
    "damage.to_battle",
    "damage.to_creature",
    "damage.to_creature_counters",
    "damage.to_planeswalker",
    "damage.to_player",
    "damage.to_player_infect",
    "damage.to_player_toxic",
    "damage.toxic",
    "damage.trample_no_blockers",
    "damage.trample_over_planeswalkers_removed",
    "damage.turn_based_assign",
    "damage.unpreventable",
    "damage.wither",
    "damage.zero",
    "indestructible",
}
"""Published numbers of combat damage that no ruling and no event cites: what they say is done, and cited by its step."""


@pytest.fixture(scope="module")
def published(shared: Path) -> dict[date, Rules]:
    """Concept → its numbers, the first of them to be cited, on every day that begins an edition or comes between two."""
    known = sorted(_together(shared).items())
    with gzip.open(shared / "rules" / "combat-rules-by-date.json.gz", "rt") as file:
        texts = json.load(file)
    begins = date.fromisoformat(texts["508.7c"][0]["from"])
    known = [(day, rules | {"attack.reselect_target": ["508.7c"]} if day >= begins else rules) for day, rules in known]
    for effective, changed in sorted(_later(shared).items()):
        known.append((effective, {**known[-1][1], **changed}))
    return {
        day: [rules for effective, rules in known if effective <= day][-1] for day in _days(effective for effective, _ in known)
    }


def _together(shared: Path) -> dict[date, Rules]:
    """The numbers of declarations and of combat damage, from each day on which one of them changed."""
    files = [json.loads((shared / "rules" / name).read_text())["rows"] for name in ("citations.json", "citations-damage.json")]
    days = sorted({date.fromisoformat(row["effective"]) for rows in files for row in rows})
    return {
        day: {
            concept: numbers
            for rows in files
            for concept, numbers in max(
                ((date.fromisoformat(row["effective"]), row["rules"]) for row in rows if row["effective"] <= str(day)),
                key=lambda row: row[0],
            )[1].items()
            if concept not in UNCITED
        }
        for day in days
    }


def _later(shared: Path) -> dict[date, Rules]:
    """What changed after the last row, by date: renumbered concepts, and concepts that got a rule of their own."""
    later = json.loads((shared / "rules" / "later-2026.json").read_text())
    changed: dict[date, Rules] = {date.fromisoformat(row["effective"]): row["changed"] for row in later["citations"]}
    for concept, number in {"attack.entering_late": "508.4d"}.items():
        changed.setdefault(date.fromisoformat(later["texts"][number][0]["from"]), {})[concept] = [number]
    return changed


def _days(effective: Iterator[date]) -> list[date]:
    """Each date on which numbers or behaviour changed, the day before the next, and the middle of what follows."""
    begins = sorted({*effective, *(edition.effective for edition in editions())})
    ends = [*begins[1:], date(2026, 11, 22)]
    days = {
        day
        for begin, end in zip(begins, ends, strict=True)
        for day in (begin, begin + (end - begin) / 2, end - timedelta(days=1))
    }
    return sorted(days)


def test_every_concept_has_its_published_number_on_every_day(published: dict[date, Rules]) -> None:
    concepts = {concept for rules in published.values() for concept in rules}
    wrong = [
        (day, concept, edition_of(day).numbers.get(concept), rules.get(concept))
        for day, rules in published.items()
        for concept in concepts
        if edition_of(day).numbers.get(concept) != next(iter(rules.get(concept, [])), None)
    ]
    assert not wrong


def test_what_is_cited_for_a_concept_is_its_own_number_or_one_that_was_published(published: dict[date, Rules]) -> None:
    for day, rules in published.items():
        edition = edition_of(day)
        for concept in {*edition.numbers, *rules, *GENERAL}:
            number = edition.number(concept)
            if concept in rules:
                assert number == rules[concept][0], (day, concept)
            elif number is not None and concept not in OF_OTHER_CHAPTERS:
                assert number in {first for first, *_ in rules.values()}, (day, concept)


@pytest.mark.parametrize("concept", OF_OTHER_CHAPTERS)
def test_a_concept_of_another_chapter_has_the_number_of_that_day(concept: str) -> None:
    for day, number in map(str.split, OF_OTHER_CHAPTERS[concept]):
        assert edition_of(date.fromisoformat(day)).number(concept) == number, day


def test_every_newest_number_is_one_of_the_newest_rules(shared: Path) -> None:
    """The numbers alone: what they say is for who reads them."""
    with gzip.open(shared / "rules" / "comprehensive-rules-2026-01-16.txt.gz", "rt", encoding="utf-8-sig") as file:
        known = set(re.findall(r"^(\d{3}\.\d+[a-z]?)\.? ", file.read(), re.MULTILINE))
    assert set(edition_of(date(2026, 1, 16)).numbers.values()) <= known


def test_every_concept_is_held_against_what_was_published(published: dict[date, Rules]) -> None:
    recorded = {concept for rules in published.values() for concept in rules}
    assert set(NUMBERS) == recorded | OF_OTHER_CHAPTERS.keys()


def test_a_concept_without_a_rule_and_without_a_more_general_one_cites_nothing() -> None:
    reselecting = [edition.number("attack.reselect") for edition in editions() if edition.effective < date(2017, 8, 25)]
    assert set(reselecting) == {None}


@pytest.mark.parametrize("file", ["seeds.jsonl", "editions.jsonl"])
def test_every_number_in_a_ruling_was_published_whatever_the_edition(
    file: str, shared: Path, published: dict[date, Rules]
) -> None:
    cases = [case for case in read_cases(shared / "cases" / file) if isinstance(case, Case)]
    assert cases
    cited = 0
    for turn, edition in enumerate(editions()):
        known = {number for numbers in published[edition.effective].values() for number in numbers}
        for case in cases[turn % 3 :: 3]:
            for step in judge(case, rules=edition.effective).steps:
                numbers = {trigger.rule for trigger in step.triggers} | {step.rule}
                assert numbers - {None} <= known, (edition.effective, case.id, step)
                cited += len(numbers - {None})
    assert cited
