"""Entries carry the time of one clock, and time never goes back in a stream."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from declarant.events.journal.conformance import STREAM, history, turns
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from freezegun import freeze_time

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_all_items_of_one_call_have_the_time_of_the_clock() -> None:
    journal = Journal.open("memory://")
    with freeze_time(NOON):
        journal.log(STREAM).append([*turns(1, 2), Cut(to=1)])
    assert [entry.time for entry in journal.entries(STREAM)] == [NOON] * 3


def test_the_log_is_read_as_of_a_time() -> None:
    journal = Journal.open("memory://")
    with freeze_time(NOON) as clock:
        for items in (turns(1, 2), [Cut(to=1)], turns(4)):
            journal.log(STREAM).append(items)
            clock.tick(60)
    log = journal.log(STREAM)
    minutes = [-1, 0, 0.5, 1, 2, 99]
    found = [history(log, time=NOON + timedelta(minutes=after)) for after in minutes]
    assert found == [[], [(1, 1), (2, 2)], [(1, 1), (2, 2)], [(1, 1)], [(1, 1), (4, 4)], [(1, 1), (4, 4)]]


def test_a_clock_that_is_set_back_does_not_put_an_entry_before_its_predecessor() -> None:
    journal = Journal.open("memory://")
    for now in (NOON, NOON - timedelta(hours=1), NOON + timedelta(hours=1)):
        with freeze_time(now):
            journal.log(STREAM).append(turns(1))
    assert [entry.time for entry in journal.entries(STREAM)] == [NOON, NOON, NOON + timedelta(hours=1)]
    journal.verify()
