"""The rows of the editions: in order, none of them dead, every variant of a doctrine used."""

from __future__ import annotations

from dataclasses import fields
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from declarant.events.errors import InvalidInput
from declarant.handlers import rulebook
from declarant.handlers.rulebook.concepts import Concept
from declarant.handlers.rulebook.editions import Edition, edition_of, editions, known_since
from declarant.handlers.rulebook.numbers import NUMBERS

DOCTRINES = {field.name for field in fields(Edition)} - {"effective", "numbers", "house"}


def variants(hint: Any) -> set[Any]:
    """What a doctrine may be; for a set, what may be in it."""
    if hint is bool:
        return {True, False}
    if get_origin(hint) is frozenset:
        return variants(get_args(hint)[0])
    assert get_origin(hint) is Literal, hint
    return set(get_args(hint))


def doctrine_variants(doctrine: str) -> set[Any]:
    return variants(get_type_hints(Edition)[doctrine])


def test_editions_come_newest_first() -> None:
    assert all(younger.effective > older.effective for younger, older in pairwise(editions()))


def test_each_edition_differs_from_its_neighbour() -> None:
    for younger, older in pairwise(editions()):
        same = all(getattr(younger, doctrine) == getattr(older, doctrine) for doctrine in DOCTRINES)
        assert not same or younger.numbers != older.numbers, younger.effective


def test_each_number_of_a_concept_is_new_on_its_day() -> None:
    for concept, dated in NUMBERS.items():
        days, numbers = zip(*(each.split() for each in dated.split(", ")), strict=True)
        assert list(days) == sorted(set(days)), concept
        assert all(one != next for one, next in pairwise(numbers)), concept


def test_a_new_edition_is_what_is_new_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2027, 2, 5)
    changed = {Concept.BLOCK_PAY: "509.1x", Concept.DAMAGE_TRAMPLE: "702.20b", Concept.SBA_POISON: "none"}
    numbers = {concept: f"{NUMBERS[concept]}, {day} {number}" for concept, number in changed.items()}
    monkeypatch.setattr(rulebook.numbers, "NUMBERS", {**NUMBERS, **numbers})
    newest = rulebook.editions._From(day, {"damage_orders": "every"})
    monkeypatch.setattr(rulebook.editions, "_CHANGES", (*rulebook.editions._CHANGES, newest))
    tomorrow, today, *_ = rulebook.editions._published.__wrapped__()
    assert (tomorrow.effective, tomorrow.damage_orders, today.damage_orders) == (day, "every", "none")
    assert [tomorrow.number(concept) for concept in changed] == ["509.1x", "702.20b", None]
    assert today.number("damage.trample") == "702.19b"


def test_each_doctrine_that_a_row_states_is_another_one() -> None:
    for row in rulebook.editions._CHANGES:
        older = edition_of(row.effective - timedelta(days=1))
        repeated = {doctrine for doctrine, variant in row.doctrines.items() if getattr(older, doctrine) == variant}
        assert not repeated, (row.effective, repeated)


@pytest.mark.parametrize("doctrine", sorted(DOCTRINES))
def test_every_variant_of_a_doctrine_is_that_of_some_edition_and_there_are_two_at_least(doctrine: str) -> None:
    used: set[Any] = set()
    for edition in editions():
        variant = getattr(edition, doctrine)
        used |= variant if isinstance(variant, frozenset) else {variant}
    assert used == doctrine_variants(doctrine)
    assert len({getattr(edition, doctrine) for edition in editions()}) > 1


def test_an_edition_holds_from_its_date_until_the_next() -> None:
    for younger, older in pairwise(editions()):
        assert edition_of(younger.effective) is younger
        assert edition_of(younger.effective - timedelta(days=1)) is older
    assert edition_of(date(2999, 1, 1)) is editions()[0]


def test_there_are_no_rules_before_the_first_edition() -> None:
    with pytest.raises(InvalidInput, match="1999-04-23"):
        edition_of(date(1999, 4, 22))


def test_what_can_be_attacked_is_known_since_its_first_edition() -> None:
    assert known_since("planeswalker") == date(2007, 10, 1)
    assert known_since("battle") == date(2023, 4, 14)
