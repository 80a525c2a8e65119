"""Editions in words: every doctrine and variant has a phrase, and differences are read off the data."""

from collections.abc import Iterable
from dataclasses import fields
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from declarant.events.errors import InvalidInput
from declarant.handlers.rulebook.doctrines import DOCTRINES
from declarant.handlers.rulebook.editions import Edition, edition_of, editions
from declarant.tools.editions import changes, differences, in_words, known, parse_day, show, until
from editions.test_rows import doctrine_variants

CONCEPTS = {concept for edition in editions() for concept in edition.numbers} | {"block.no_attackers"}
PARTS = {"attacking", "blocking", "orders", "dealt", "destroyed", "life", "lost", "marked"}


def on(day: str) -> Edition:
    return edition_of(date.fromisoformat(day))


def test_every_doctrine_has_words() -> None:
    assert set(DOCTRINES) == {field.name for field in fields(Edition)} - {"effective", "numbers", "house"}
    assert len({words.about for words in DOCTRINES.values()}) == len(DOCTRINES)


@pytest.mark.parametrize("doctrine", DOCTRINES)
def test_every_variant_of_a_doctrine_has_a_phrase_of_its_own_and_no_phrase_is_left_over(doctrine: str) -> None:
    phrases = DOCTRINES[doctrine].variants
    assert set(phrases) - {None} == doctrine_variants(doctrine)
    assert len(set(phrases.values())) == len(phrases)
    said = {in_words(doctrine, getattr(edition, doctrine)) for edition in editions()}
    assert len(said) == len({getattr(edition, doctrine) for edition in editions()})


def test_what_a_doctrine_decides_are_rule_concepts_and_parts_of_a_combat() -> None:
    for words in DOCTRINES.values():
        assert words.decides and words.decides <= CONCEPTS | PARTS


def test_all_editions_are_stated_newest_first_without_gaps() -> None:
    listed = known()
    assert [edition.effective for edition in listed] == [edition.effective for edition in editions()]
    assert listed[0].until is None
    for younger, older in pairwise(listed):
        assert older.until == younger.effective - timedelta(days=1)
        assert younger.changes is not None and (younger.changes.behaviour or younger.changes.numbers)
    assert listed[-1].changes is None


def test_what_changed_with_an_edition_is_stated_from_both_sides() -> None:
    differences = changes(on("2024-11-08"))
    assert differences is not None
    doctrines = {change.doctrine: change for change in differences.behaviour}
    assert set(doctrines) == {"damage_orders", "entering_checks"}
    assert doctrines["damage_orders"].before == "announced for every blocked attacker and every blocker"
    assert doctrines["damage_orders"].after == "there are none"
    assert doctrines["damage_orders"].told.startswith("damage assignment orders: there are none (before: announced for every")
    assert "also a creature that would attack what no defending player" in doctrines["entering_checks"].told
    numbers = {change.concept: (change.before, change.after) for change in differences.numbers}
    assert numbers["block.trigger.blocks"] == ("509.5a", "509.3a")
    assert numbers["block.order_attacker"] == ("509.2", None)


def test_what_a_set_loses_is_reported_too() -> None:
    def of_mana(behaviour: Iterable[Any]) -> Any:
        (change,) = (each for each in behaviour if each.doctrine == "irreversible")
        return change

    change = of_mana(differences(on("2005-08-01"), on("2005-10-01")).behaviour)
    assert change.told == "a mana ability isn't taken back if it: no longer chose at random"
    added = of_mana(differences(on("2005-10-01"), on("2005-08-01")).behaviour)
    assert added.told == "a mana ability isn't taken back if it: also chose at random"


def test_nothing_is_different_within_an_edition_and_everything_is_mirrored() -> None:
    same = differences(on("2024-03-08"), on("2024-11-07"))
    assert (same.behaviour, same.numbers) == ((), ())
    there, back = differences(on("1999-04-23"), on("2025-07-25")), differences(on("2025-07-25"), on("1999-04-23"))
    assert [(c.doctrine, c.before, c.after) for c in there.behaviour] == [(c.doctrine, c.after, c.before) for c in back.behaviour]
    assert [(c.concept, c.before, c.after) for c in there.numbers] == [(c.concept, c.after, c.before) for c in back.numbers]


def test_an_edition_is_shown_whole() -> None:
    shown = show(on("2005-03-01"))
    assert (shown.effective, shown.until) == (date(2004, 10, 1), date(2005, 7, 31))
    assert list(shown.behaviour) == [words.about for words in DOCTRINES.values()]
    assert shown.behaviour["can be attacked"] == "players"
    assert shown.numbers == dict(sorted(on("2005-03-01").numbers.items()))
    assert until(editions()[0]) is None


@pytest.mark.parametrize("text", ["soon", "", "2024-02-30", "1999-04-22", "2024", "20240607x"])
def test_what_is_no_day_with_rules_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="1999-04-23"):
        parse_day(text)


def test_a_day_is_read() -> None:
    assert parse_day("1999-04-23") == date(1999, 4, 23)
