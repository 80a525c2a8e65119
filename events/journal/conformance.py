"""What every store must do, as tests: a test module subclasses `StoreConformance` and says how to make a journal.

    class TestMyStore(StoreConformance):
        def journal(self):
            return Journal(MyStore())

        def altered(self, journal, version, column, value):
            ...

Whatever collects classes that are called `Test…` runs it; it needs nothing but the standard library.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from typing import TypeVar

from ..errors import CorruptJournal, DeclarantError, EntriesReplaced, InvalidInput, JournalConflict
from ..facts import PermanentTapped, TurnBegan
from ..ruling import Ruling
from .chain import digest
from .cuts import Cut
from .encoding import Item
from .journal import Journal
from .log import Log, Rewound
from .people import Named

STREAM = "final table"
OTHER = "side table"
RULING = Ruling(action="attack", player="Ann", verdict="illegal", concept="attack.choose", why="the elf is tapped")

ErrorType = TypeVar("ErrorType", bound=DeclarantError)


def turn(number: int) -> TurnBegan:
    """An event that can be distinguished from others by its number."""
    return TurnBegan(player="Ann", number=number)


def turns(*numbers: int) -> list[TurnBegan]:
    """Events with these numbers."""
    return [turn(number) for number in numbers]


def history(log: Log, version: int | None = None, time: datetime | None = None) -> list[tuple[int, int]]:
    """The version and the number of each such event in the history of a log."""
    return [(at, event.number) for at, event in log.events(version, time) if isinstance(event, TurnBegan)]


def raised(kind: type[ErrorType], call: Callable[..., object], *arguments: object, **named: object) -> ErrorType:
    """The error of that kind which the call must raise."""
    try:
        call(*arguments, **named)
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__} was raised")


class StoreConformance:
    """The tests. Each writes into a new journal, and reads what it wrote from `read_again(journal)`."""

    def journal(self) -> Journal:
        """A journal without entries."""
        raise NotImplementedError

    def read_again(self, journal: Journal) -> Journal:
        """The same entries, opened anew if the store outlasts its object."""
        return journal

    def altered(self, journal: Journal, version: int, column: str, value: object) -> Journal:
        """The same entries, but for one of `STREAM`, where a field of `Entry` was altered behind the journal's back."""
        raise NotImplementedError

    def trusted(self, journal: Journal) -> Journal:
        """The same, read without a look at the digests."""
        return Journal(journal._store, trust=True)

    # --- appending ---------------------------------------------------------------------------------------------------

    def test_a_new_journal_is_empty(self) -> None:
        journal = self.read_again(self.journal())
        assert journal.streams() == []
        assert journal.last_id() == 0
        assert list(journal.feed()) == []
        assert list(journal.entries(STREAM)) == []
        assert journal.log(STREAM).version == 0
        assert list(journal.log(STREAM).events()) == []
        assert journal.log(STREAM).rewound() == []
        assert journal.valid_prefix(STREAM) == ([], None)
        journal.verify()

    def test_what_was_appended_is_read_back_equal(self) -> None:
        journal = self.journal()
        events: list[Item] = [turn(1), PermanentTapped(id="elf \N{SNOWMAN} \"'\\\x00\n\N{LINE SEPARATOR}"), turn(2)]
        assert journal.log(STREAM).append(events).version == 3
        log = self.read_again(journal).log(STREAM)
        assert list(log.events()) == list(enumerate(events, 1))
        assert log.version == 3

    def test_versions_count_each_stream_and_ids_all_entries(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        journal.log(OTHER).append(turns(3))
        journal.log(STREAM).append(turns(4))
        journal = self.read_again(journal)
        found = [(entry.id, entry.stream, entry.version) for entry in journal.feed()]
        assert found == [(1, STREAM, 1), (2, STREAM, 2), (3, OTHER, 1), (4, STREAM, 3)]
        assert journal.streams() == [STREAM, OTHER]

    def test_an_entry_states_type_schema_time_and_item(self) -> None:
        journal = self.journal()
        before = datetime.now(UTC)
        journal.log(STREAM).append([turn(1), Cut(to=0, ruling=RULING)])
        after = datetime.now(UTC)
        event, cut = self.read_again(journal).entries(STREAM)
        assert (event.type, event.schema, event.item, event.is_cut) == ("TurnBegan", 1, turn(1), False)
        assert (cut.type, cut.schema, cut.item, cut.is_cut) == ("Cut", 1, Cut(to=0, ruling=RULING), True)
        assert before <= event.time == cut.time <= after
        assert event.time.utcoffset() == timedelta(0)

    def test_entries_are_read_after_a_version(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2, 3))
        journal = self.read_again(journal)
        assert [entry.version for entry in journal.entries(STREAM, after_version=1)] == [2, 3]
        assert list(journal.entries(STREAM, after_version=3)) == []

    def test_appending_nothing_writes_nothing(self) -> None:
        journal = self.journal()
        assert journal.log(STREAM).append([], expected_version=0).version == 0
        assert self.read_again(journal).streams() == []

    def test_many_entries_are_read_in_order(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(*range(2500)))
        journal.log(OTHER).append(turns(1))
        journal = self.read_again(journal)
        assert history(journal.log(STREAM)) == list(enumerate(range(2500), 1))
        assert [entry.version for entry in journal.entries(STREAM)] == list(range(1, 2501))
        assert [entry.id for entry in journal.feed()] == list(range(1, 2502))

    def test_an_expected_version_that_is_right_is_accepted(self) -> None:
        journal = self.journal()
        assert journal.log(STREAM).append(turns(1), expected_version=0).version == 1
        assert journal.log(STREAM).append(turns(2), expected_version=1).version == 2

    def test_a_conflict_names_both_versions_and_writes_nothing(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2, 3))
        conflict = raised(JournalConflict, journal.log(STREAM).append, turns(4), expected_version=2)
        assert (conflict.stream, conflict.expected, conflict.actual) == (STREAM, 2, 3)
        assert "2" in str(conflict)
        assert "3" in str(conflict)
        assert self.read_again(journal).log(STREAM).version == 3

    def test_expecting_a_version_that_is_yet_to_come_is_a_conflict(self) -> None:
        journal = self.journal()
        conflict = raised(JournalConflict, journal.log(STREAM).append, turns(1), expected_version=1)
        assert (conflict.expected, conflict.actual) == (1, 0)

    def test_a_conflict_is_reported_of_one_stream_only(self) -> None:
        journal = self.journal()
        journal.log(OTHER).append(turns(1, 2))
        assert journal.log(STREAM).append(turns(1), expected_version=0).version == 1

    def test_an_append_that_fails_in_its_last_item_writes_none(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1))
        raised(InvalidInput, journal.log(STREAM).append, [turn(2), turn(3), Cut(to=9)])
        raised(InvalidInput, journal.log(STREAM).append, [turn(2), "no event"])
        assert [entry.version for entry in self.read_again(journal).feed()] == [1]

    def test_after_a_failed_append_the_next_takes_its_versions_and_ids(self) -> None:
        journal = self.journal()
        raised(InvalidInput, journal.log(STREAM).append, [turn(1), Cut(to=9)])
        journal.log(STREAM).append(turns(2))
        assert [(entry.id, entry.version) for entry in self.read_again(journal).feed()] == [(1, 1)]

    def test_a_name_that_no_stream_can_have_is_refused(self) -> None:
        journal = self.journal()
        for name in ("", "a\nb", "\ud800", "x" * 201):
            assert raised(InvalidInput, journal.log, name).where == "stream"

    # --- cuts --------------------------------------------------------------------------------------------------------

    def test_a_cut_takes_back_what_came_after_its_point(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2, 3))
        assert journal.log(STREAM).truncate(1, RULING).version == 4
        log = self.read_again(journal).log(STREAM)
        assert history(log) == [(1, 1)]
        assert log.rewound() == [Rewound(2, 3, RULING, ((2, turn(2)), (3, turn(3))), cut=4)]

    def test_versions_and_ids_are_never_used_again(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2, 3))
        journal.log(STREAM).truncate(0)
        journal.log(STREAM).append(turns(4))
        journal = self.read_again(journal)
        assert history(journal.log(STREAM)) == [(5, 4)]
        assert [(entry.id, entry.version) for entry in journal.feed()] == [(n, n) for n in range(1, 6)]

    def test_an_attempt_and_its_cut_go_in_one_call(self) -> None:
        journal = self.journal()
        point = journal.log(STREAM).append(turns(1)).version
        journal.log(STREAM).append([turn(2), turn(3), Cut(to=point, ruling=RULING), turn(4)], expected_version=point)
        log = self.read_again(journal).log(STREAM)
        assert history(log) == [(1, 1), (5, 4)]
        assert [(cut.first, cut.last, cut.cut) for cut in log.rewound()] == [(2, 3, 4)]

    def test_a_cut_may_go_to_before_an_earlier_cut(self) -> None:
        journal = self.journal()
        log = journal.log(STREAM)
        log.append(turns(1, 2, 3))
        log.truncate(2)
        log.append(turns(5))
        log.truncate(1)
        log.append(turns(7))
        log = self.read_again(journal).log(STREAM)
        assert history(log) == [(1, 1), (7, 7)]
        assert [(cut.first, cut.last, cut.cut) for cut in log.rewound()] == [(3, 3, 4), (2, 5, 6)]
        assert log.rewound()[0].events == ((3, turn(3)),)
        assert log.rewound()[1].events == ((2, turn(2)), (5, turn(5)))

    def test_a_cut_that_takes_nothing_back_is_kept_with_its_ruling(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1))
        journal.log(STREAM).truncate(1, RULING)
        log = self.read_again(journal).log(STREAM)
        assert history(log) == [(1, 1)]
        assert log.rewound() == [Rewound(2, 1, RULING, (), cut=2)]

    def test_the_version_after_a_cut_is_a_point_to_come_back_to(self) -> None:
        journal = self.journal()
        log = journal.log(STREAM)
        log.append(turns(1, 2))
        point = log.truncate(1).version
        log.append(turns(4))
        log.truncate(point)
        log = self.read_again(journal).log(STREAM)
        assert history(log) == [(1, 1)]
        assert [(cut.first, cut.last) for cut in log.rewound()] == [(2, 2), (4, 4)]

    def test_a_cut_may_not_go_forward(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        for to in (3, 4, 2**70):
            error = raised(InvalidInput, journal.log(STREAM).truncate, to)
            assert str(to) in str(error)
        assert self.read_again(journal).log(STREAM).version == 2

    def test_a_cut_may_not_go_to_what_was_taken_back(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2, 3))
        journal.log(STREAM).truncate(1)
        for to in (2, 3):
            error = raised(InvalidInput, journal.log(STREAM).truncate, to)
            assert "the cut at 4 took back 2 to 3" in str(error)
        raised(InvalidInput, journal.log(STREAM).append, [turn(5), Cut(to=0), Cut(to=5)])
        assert self.read_again(journal).log(STREAM).version == 4

    def test_cuts_of_one_stream_leave_others_alone(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        journal.log(OTHER).append(turns(1, 2))
        journal.log(STREAM).truncate(0)
        journal = self.read_again(journal)
        assert history(journal.log(OTHER)) == [(1, 1), (2, 2)]
        assert journal.log(OTHER).rewound() == []

    # --- as it was ---------------------------------------------------------------------------------------------------

    def test_as_of_a_version_sees_only_the_cuts_up_to_it(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append([*turns(1, 2, 3), Cut(to=2), turn(5), Cut(to=1), turn(7)])
        log = self.read_again(journal).log(STREAM)
        expected = [[], [1], [1, 2], [1, 2, 3], [1, 2], [1, 2, 5], [1], [1, 7]]
        assert [[at for at, _ in log.events(version=version)] for version in range(8)] == expected

    def test_as_of_a_time_sees_what_was_appended_until_then(self) -> None:
        journal = self.journal()
        log = journal.log(STREAM)
        steps: list[tuple[datetime, list[tuple[int, int]]]] = []
        for items in (turns(1, 2), [Cut(to=1)], turns(4)):
            log.append(items)
            last = list(journal.entries(STREAM))[-1].time
            while datetime.now(UTC) <= last:
                pass
            steps.append((last, history(log)))
        log = self.read_again(journal).log(STREAM)
        for time, expected in steps:
            assert history(log, time=time) == expected
            assert history(log, time=time.astimezone(timezone(timedelta(hours=-7)))) == expected
        assert history(log, time=steps[0][0] - timedelta(microseconds=1)) == []
        assert history(log, time=steps[-1][0] + timedelta(days=1)) == steps[-1][1]

    def test_a_point_that_is_not_there_is_refused(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1))
        log = self.read_again(journal).log(STREAM)
        now = datetime.now(UTC)
        assert raised(InvalidInput, log.events, version=2).where == "version"
        assert raised(InvalidInput, log.events, version=-1).where == "version"
        assert raised(InvalidInput, log.events, time=now.replace(tzinfo=None)).where == "time"
        assert raised(InvalidInput, log.events, version=1, time=now).where == "events"

    # --- the feed ----------------------------------------------------------------------------------------------------

    def test_the_feed_goes_on_from_a_checkpoint_with_cuts_in_it(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        journal.log(OTHER).append(turns(3))
        journal.log(STREAM).truncate(1, RULING)
        journal = self.read_again(journal)
        assert [entry.id for entry in journal.feed(limit=2)] == [1, 2]
        later = list(journal.feed(after_id=2))
        assert [(entry.id, entry.stream, entry.item) for entry in later] == [
            (3, OTHER, turn(3)),
            (4, STREAM, Cut(to=1, ruling=RULING)),
        ]
        assert [entry.id for entry in journal.feed(after_id=2, limit=1)] == [3]
        assert list(journal.feed(after_id=4)) == []
        assert list(journal.feed(limit=0)) == []

    # --- subscriptions -----------------------------------------------------------------------------------------------

    def test_a_subscription_goes_on_where_it_was(self) -> None:
        journal = self.journal()
        assert journal.subscriptions() == []
        journal.log(STREAM).append(turns(1, 2, 3))
        assert journal.claim("scores", "one", 60) == 0
        assert journal.release("scores", "one", 2)
        assert journal.claim("scores", "two", 60) == 2
        [subscription] = journal.subscriptions()
        assert (subscription.name, subscription.checkpoint, subscription.holder) == ("scores", 2, "two")

    def test_a_name_is_held_by_one_until_it_lets_go_or_its_time_is_over(self) -> None:
        journal = self.journal()
        assert journal.claim("scores", "one", 60) == 0
        assert journal.claim("scores", "two", 60) is None
        assert not journal.release("scores", "two", 0)
        assert journal.claim("others", "two", 60) == 0
        assert journal.claim("scores", "one", -1) == 0
        assert journal.claim("scores", "two", 60) == 0
        assert not journal.release("scores", "one", 0)

    def test_a_subscription_is_reset_whoever_holds_it(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        journal.claim("scores", "one", 60)
        journal.reset("scores", 1)
        assert not journal.release("scores", "one", 2)
        assert journal.claim("scores", "two", 60) == 1
        for checkpoint in (-1, 3):
            raised(InvalidInput, journal.reset, "scores", checkpoint)

    # --- generations -------------------------------------------------------------------------------------------------

    def test_a_journal_keeps_its_id(self) -> None:
        written = self.journal()
        written.log(STREAM).append(turns(1, 2))
        journal = self.read_again(written)
        id = journal.id
        assert [id] == [each.id for each in journal.generations()]
        assert self.read_again(journal).id == id
        assert self.journal().id != id

    def test_a_cursor_is_that_of_an_entry(self) -> None:
        written = self.journal()
        written.log(STREAM).append(turns(1, 2))
        journal = self.read_again(written)
        assert journal.after(journal.cursor(2)) == 2
        raised(InvalidInput, journal.cursor, 3)
        raised(InvalidInput, journal.cursor, 0)
        replaced = raised(EntriesReplaced, journal.after, journal.cursor(2)._replace(digest="0" * 16))
        assert replaced.kept == 0
        raised(EntriesReplaced, journal.after, journal.cursor(2)._replace(generation="0" * 32))

    def test_who_read_further_than_a_copy_goes_is_reported(self) -> None:
        lost, copy = self.journal(), self.journal()
        lost.log(STREAM).append(turns(1, 2))
        lost.reset("scores", 1)
        lost.copy_to(copy)
        lost.log(STREAM).append(turns(3))
        copy.log(STREAM).append(turns(4, 5))
        assert copy.id == lost.id
        assert [each.after for each in copy.generations()] == [0, 2]
        assert [copy.after(lost.cursor(id)) for id in (1, 2)] == [1, 2]
        assert raised(EntriesReplaced, copy.after, lost.cursor(3)).kept == 2
        assert copy.after(copy.cursor(3)) == 3
        raised(EntriesReplaced, lost.after, copy.cursor(3))
        assert raised(EntriesReplaced, copy.claim, "scores", "one", 60).kept == 2
        copy.reset("scores", 2)
        assert copy.claim("scores", "one", 60) == 2
        assert lost.claim("scores", "one", 60) == 1

    def test_who_read_further_than_an_older_state_goes_is_reported(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        journal.claim("scores", "one", 60)
        journal.release("scores", "one", 2)
        before = journal.cursor(2)
        begun = journal.begin_generation()
        journal.log(STREAM).append(turns(3))
        assert (begun.after, journal.generations()[-1]) == (2, begun)
        assert journal.after(before) == 2
        assert raised(EntriesReplaced, journal.after, journal.cursor(3)._replace(generation=before.generation)).kept == 2
        raised(EntriesReplaced, journal.claim, "scores", "one", 60)
        raised(EntriesReplaced, journal.verify, None, journal.digest().replace(begun.id, before.generation))
        journal.verify(expected=journal.digest())

    # --- names apart -------------------------------------------------------------------------------------------------

    def test_what_signs_stand_for_is_kept_and_stated_since_a_number(self) -> None:
        store = self.journal()._store
        one, two, three = (Named(f"~p{number:024d}~", person, "salt", f"Name {number}") for number, person in enumerate("aab"))
        assert store.named().rows == []
        store.add_named([one, two])
        first = store.named()
        assert first.rows == [one, two]
        assert store.named(first.last) == first._replace(rows=[])
        with store.writing():
            store.add_named([two._replace(text="another"), three])
        assert store.named(first.last).rows == [three]
        last = store.named().last
        store.erase("a", "Player 1")
        erased = [each._replace(salt="", text="Player 1") for each in (one, two)]
        assert store.named(last).rows == erased
        assert store.named(first.last).rows == [three, *erased]
        assert store.named().rows == [three, *erased]
        assert store.named(store.named().last).rows == []

    # --- digests -----------------------------------------------------------------------------------------------------

    def test_streams_with_entries_after_a_checkpoint_are_stated(self) -> None:
        written = self.journal()
        written.log(STREAM).append(turns(1, 2))
        written.log(OTHER).append(turns(3))
        journal = self.read_again(written)
        assert journal.last_id() == 3
        assert [journal.streams(after) for after in (0, 1, 2, 3)] == [[STREAM, OTHER], [STREAM, OTHER], [OTHER], []]

    def test_the_cuts_of_a_stream_are_stated(self) -> None:
        written = self.journal()
        log = written.log(STREAM)
        log.append([*turns(1, 2), Cut(to=1), *turns(3), Cut(to=1)])
        assert [entry.version for entry in self.read_again(written).cuts(STREAM)] == [3, 5]

    def test_each_digest_is_made_of_the_one_before_in_its_stream(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1))
        journal.log(OTHER).append(turns(1))
        journal.log(STREAM).append([turn(2), Cut(to=0)])
        journal = self.read_again(journal)
        for stream in (STREAM, OTHER):
            previous = ""
            for entry in journal.entries(stream):
                assert entry.digest == digest(previous, entry[1:7])
                previous = entry.digest
        assert len({entry.digest for entry in journal.feed()}) == 4

    def test_a_journal_that_nobody_altered_verifies(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append([*turns(1, 2), Cut(to=1, ruling=RULING), turn(3)])
        journal.log(OTHER).append(turns(1))
        journal = self.read_again(journal)
        journal.verify()
        journal.verify(STREAM)
        entries, error = journal.valid_prefix(STREAM)
        assert error is None
        assert entries == list(journal.entries(STREAM))

    def test_an_altered_entry_is_named_and_those_before_it_can_be_read(self) -> None:
        alterations: dict[str, object] = {
            "recorded": "2001-01-01T00:00:00.000000+00:00",
            "type": "PermanentTapped",
            "schema": 2,
            "body": turn(9).model_dump_json(),
            "digest": "0" * 64,
        }
        for column, value in alterations.items():
            journal = self.journal()
            journal.log(OTHER).append(turns(1))
            journal.log(STREAM).append(turns(1, 2, 3, 4))
            journal = self.altered(journal, 3, column, value)
            for stream in (None, STREAM):
                error = raised(CorruptJournal, journal.verify, stream)
                assert f"{STREAM!r}, version 3 " in error.entry, column
            entries, fault = journal.valid_prefix(STREAM)
            assert [entry.item for entry in entries] == turns(1, 2), column
            assert fault is not None
            assert f"{STREAM!r}, version 3 " in fault.entry
            journal.verify(OTHER)

    def test_reading_a_body_that_does_not_fit_names_the_entry(self) -> None:
        for value in ("{}", "not json", '{"type":"TurnBegan","player":' + "[" * 9999 + "]" * 9999 + "}"):
            journal = self.journal()
            journal.log(STREAM).append(turns(1, 2, 3))
            log = self.altered(journal, 2, "body", value).log(STREAM)
            events = log.events()
            assert next(events) == (1, turn(1))
            error = raised(CorruptJournal, next, events)
            assert f"{STREAM!r}, version 2" in error.entry

    def test_an_unknown_type_is_reported_with_its_entry(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        log = self.trusted(self.altered(journal, 2, "type", "GameWonByDancing")).log(STREAM)
        error = raised(CorruptJournal, list, log.events())
        assert f"{STREAM!r}, version 2" in error.entry
        assert "GameWonByDancing" in error.reason

    def test_a_newer_schema_is_reported_with_the_schema_known(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1, 2))
        journal = self.trusted(self.altered(journal, 2, "schema", 7))
        error = raised(CorruptJournal, list, journal.log(STREAM).events())
        assert f"{STREAM!r}, version 2" in error.entry
        assert error.reason == "TurnBegan in schema 7, known up to 1"

    # --- exchange ----------------------------------------------------------------------------------------------------

    def test_a_stream_is_exported_by_itself(self) -> None:
        journal = self.journal()
        journal.log(STREAM).append(turns(1))
        journal.log(OTHER).append(turns(1, 2))
        journal = self.read_again(journal)
        one, whole = BytesIO(), BytesIO()
        assert journal.export_jsonl(one, STREAM) == 1
        assert journal.export_jsonl(whole) == 3
        assert one.getvalue().count(b"\n") == 2
        assert one.getvalue().splitlines()[0] == whole.getvalue().splitlines()[0]

    def test_a_closed_journal_can_be_closed_again(self) -> None:
        with self.journal() as journal:
            journal.log(STREAM).append(turns(1))
        journal.close()
