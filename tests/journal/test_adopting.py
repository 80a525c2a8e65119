"""Entries of one journal kept in another: as they are, once, and never over others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from declarant.events.errors import JournalConflict
from declarant.events.facts import TurnBegan
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from freezegun import freeze_time

STREAM = "game"


def journal(*players: str) -> Journal:
    """A game of these turns."""
    made = Journal.open("memory://")
    for number, player in enumerate(players, 1):
        made.log(STREAM).append([TurnBegan(player=player, number=number)], time=datetime(2026, 1, number, tzinfo=UTC))
    return made


def content(journal: Journal) -> list[tuple[object, ...]]:
    return [tuple(entry) for entry in journal.feed()]


def test_entries_are_adopted_as_they_are_and_once() -> None:
    made, kept = journal("Ann", "Bob"), Journal.open("memory://")
    assert kept.adopt(made.entries(STREAM)) == 2
    assert kept.adopt(made.entries(STREAM)) == 0
    assert content(kept) == content(made)
    kept.verify()


def test_what_is_new_is_added_to_what_is_there() -> None:
    kept = Journal.open("memory://")
    kept.adopt(journal("Ann").entries(STREAM))
    assert kept.adopt(journal("Ann", "Bob").entries(STREAM)) == 1
    assert kept.adopt(journal("Ann").entries(STREAM)) == 0
    assert content(kept) == content(journal("Ann", "Bob"))


def test_a_stream_that_went_on_otherwise_is_left_as_it_is() -> None:
    kept = journal("Ann", "Cat")
    before = content(kept)
    with pytest.raises(JournalConflict, match="expected version 1, but it is at 2"):
        kept.adopt(journal("Ann", "Bob", "Ann").entries(STREAM))
    assert content(kept) == before


def test_entries_that_do_not_follow_what_is_there_are_refused() -> None:
    kept = Journal.open("memory://")
    with pytest.raises(JournalConflict):
        kept.adopt(journal("Ann", "Bob").entries(STREAM, 1))
    assert not kept.streams()


def test_cuts_are_adopted_too() -> None:
    made, kept = journal("Ann", "Bob"), Journal.open("memory://")
    made.log(STREAM).append([Cut(to=1)])
    kept.adopt(made.entries(STREAM))
    assert [event for _, event in kept.log(STREAM).events()] == [TurnBegan(player="Ann", number=1)]


def test_an_entry_is_recorded_when_it_is_said_to_be_but_never_before_the_one_before() -> None:
    made = journal("Ann", "Bob")
    made.log(STREAM).append([TurnBegan(player="Ann", number=3)], time=datetime(2025, 1, 1, tzinfo=UTC))
    with freeze_time("2026-05-06"):
        made.log(STREAM).append([TurnBegan(player="Bob", number=4)])
    assert [entry.recorded[:10] for entry in made.entries(STREAM)] == ["2026-01-01", "2026-01-02", "2026-01-02", "2026-05-06"]
