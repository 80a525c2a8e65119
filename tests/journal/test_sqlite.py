"""What only SQLite can get wrong: files that are damaged, foreign, locked, or written by several at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest
from declarant.events.errors import CorruptJournal, DeclarantError, InvalidInput, JournalConflict
from declarant.events.journal.conformance import OTHER, STREAM, history, turn, turns
from declarant.events.journal.journal import Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with five entries, closed."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(1, 2, 3, 4, 5))
    return path


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def value(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


@pytest.mark.parametrize("url", ["{}", "sqlite:///{}"])
def test_a_journal_is_opened_by_path_and_by_url(tmp_path: Path, url: str) -> None:
    with Journal.open(url.format(tmp_path / "a journal #1?.db")) as journal:
        journal.log(STREAM).append(turns(1))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a journal #1?.db"]


def test_a_url_may_name_a_relative_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Journal.open("sqlite:///games.db").close()
    assert (tmp_path / "games.db").exists()


@pytest.mark.parametrize("url", ["mysql://here/x", "sqlite://", "sqlite:///", "sqlite://games.db", "memory://x", ""])
def test_a_url_of_another_kind_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        Journal.open(url)


def test_entries_outlast_the_journal_object(path: Path) -> None:
    with Journal.open(path) as journal:
        assert history(journal.log(STREAM)) == [(n, n) for n in range(1, 6)]
        assert journal.log(STREAM).append(turns(6), expected_version=5).version == 6


def test_the_file_is_in_wal_mode(path: Path) -> None:
    assert value(path, "PRAGMA journal_mode") == "wal"


@pytest.mark.parametrize("durability", ["FULL", "NORMAL", "OFF"])
def test_durability_can_be_chosen(path: Path, durability: str) -> None:
    with Journal.open(path, durability=durability) as journal:  # type: ignore[arg-type]
        assert journal.log(STREAM).append(turns(6)).version == 6


def test_a_durability_that_sqlite_lacks_is_refused(path: Path) -> None:
    with pytest.raises(InvalidInput, match="FULL, NORMAL, OFF"):
        Journal.open(path, durability="SOME")  # type: ignore[arg-type]


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="nowhere"):
        Journal.open(tmp_path / "nowhere" / "journal.db")


def test_reading_only_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput):
        Journal.open(tmp_path / "journal.db", read_only=True)
    assert list(tmp_path.iterdir()) == []


def test_a_journal_opened_for_reading_refuses_to_append(path: Path) -> None:
    with Journal.open(path, read_only=True) as journal:
        assert journal.log(STREAM).version == 5
        with pytest.raises(DeclarantError, match="readonly"):
            journal.log(STREAM).append(turns(6))


def test_the_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    execute(path, "CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(InvalidInput, match="something else"):
        Journal.open(path)
    assert path.read_bytes() == before


def test_a_journal_of_a_later_format_is_refused(path: Path) -> None:
    execute(path, "PRAGMA user_version = 99")
    with pytest.raises(InvalidInput, match="format 99"):
        Journal.open(path)


def test_ids_are_not_used_again_even_after_rows_were_deleted(path: Path) -> None:
    execute(path, "DELETE FROM entries WHERE version > 3")
    with Journal.open(path, trust=True) as journal:
        with pytest.raises(CorruptJournal, match="its last entry"):
            journal.log(STREAM).append(turns(6))
        assert journal.log(OTHER).append(turns(1)).ids == range(6, 7)
        assert [entry.id for entry in journal.feed()] == [1, 2, 3, 6]


def test_a_deleted_entry_in_the_middle_is_named(path: Path) -> None:
    execute(path, "DELETE FROM entries WHERE version = 3")
    with Journal.open(path) as journal:
        events = journal.log(STREAM).events()
        assert [next(events), next(events)] == [(1, turn(1)), (2, turn(2))]
        with pytest.raises(CorruptJournal, match="version 3: the entry is missing"):
            next(events)
        with pytest.raises(CorruptJournal, match="expected version 3"):
            journal.verify()
        assert len(journal.valid_prefix(STREAM)[0]) == 2


def test_entries_deleted_at_the_end_are_missed_by_verifying_the_whole(path: Path) -> None:
    execute(path, "DELETE FROM entries WHERE version > 3")
    with Journal.open(path) as journal, pytest.raises(CorruptJournal, match="version 5: its last entry"):
        journal.verify()


def test_text_that_is_not_utf8_is_reported_with_its_entry(path: Path) -> None:
    execute(path, "UPDATE entries SET body = CAST(x'7bff7d' AS TEXT) WHERE version = 4")
    with Journal.open(path) as journal:
        with pytest.raises(CorruptJournal, match="version 4"):
            list(journal.log(STREAM).events())
        with pytest.raises(CorruptJournal, match="after id 3"):
            journal.verify()
        entries, error = journal.valid_prefix(STREAM)
    assert [entry.version for entry in entries] == [1, 2, 3]
    assert error is not None


@pytest.mark.parametrize("column", ["type", "body", "digest", "recorded", "schema"])
def test_a_value_of_another_type_is_reported_with_its_entry(path: Path, column: str) -> None:
    execute(path, f"UPDATE entries SET {column} = x'00' WHERE version = 4")
    with Journal.open(path) as journal, pytest.raises(CorruptJournal, match="version 4"):
        journal.verify()


@pytest.mark.parametrize("header", [b"", b"SQLite format 4\0", b"\xff" * 100])
def test_a_damaged_header_is_reported(path: Path, header: bytes) -> None:
    data = path.read_bytes()
    path.write_bytes(header + data[len(header) or 50 :])
    with pytest.raises(CorruptJournal, match="not a database"):
        Journal.open(path)


@pytest.mark.parametrize("left", [0.2, 0.5, 0.9])
def test_what_is_left_of_a_file_that_was_cut_short_can_be_read(tmp_path: Path, left: float) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        for _ in range(100):
            journal.log(STREAM).append(turns(*range(20)))
    with path.open("rb+") as file:
        file.truncate(int(path.stat().st_size * left))
    with Journal.open(path) as journal:
        entries, error = journal.valid_prefix(STREAM)
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        assert 2000 * left - 400 < len(entries) < 2000
        assert error is not None
        assert f"version {len(entries) + 1}" in error.entry
        assert journal.streams() == [STREAM]
        for call in (journal.verify, lambda: journal.log(STREAM).version, lambda: journal.log(STREAM).append([])):
            with pytest.raises(CorruptJournal, match=r"malformed|cut short"):
                call()


@pytest.mark.parametrize("left", [1, 50, 1000, 4096, 5000])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_file_of_which_nothing_is_left_is_reported_and_left_alone(path: Path, left: int, read_only: bool) -> None:
    before = path.read_bytes()[:left]
    path.write_bytes(before)
    with pytest.raises(CorruptJournal), Journal.open(path, read_only=read_only) as journal:
        journal.verify()
    assert path.read_bytes() == before


def test_reading_does_not_keep_others_from_writing(path: Path) -> None:
    with Journal.open(path) as reader, Journal.open(path) as writer:
        events = reader.log(STREAM).events()
        next(events)
        writer.log(STREAM).append(turns(6))
        assert reader.log(STREAM).append(turns(7)).version == 7
        assert [at for at, _ in events] == [2, 3, 4, 5]


def test_the_second_of_two_writers_that_expect_the_same_version_gets_a_conflict(path: Path) -> None:
    with Journal.open(path) as first, Journal.open(path) as second:
        expected = second.log(STREAM).version
        first.log(STREAM).append(turns(6))
        with pytest.raises(JournalConflict, match="expected version 5, but it is at 6"):
            second.log(STREAM).append(turns(7), expected_version=expected)


def test_a_lock_that_is_not_let_go_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("declarant.events.journal.stores.sqlite.WAIT", 0)
    with Journal.open(path) as journal, closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DeclarantError, match="locked"):
            journal.log(STREAM).append(turns(6))
        other.execute("ROLLBACK")
        assert journal.log(STREAM).append(turns(6)).version == 6


def together(tasks: list[Callable[[], None]]) -> None:
    with ThreadPoolExecutor(len(tasks)) as pool:
        for future in [pool.submit(task) for task in tasks]:
            future.result()


def test_a_reader_of_the_feed_misses_nothing_of_concurrent_writers(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    writers, batches, size = 4, 25, 3
    seen: list[int] = []

    def write(stream: str) -> None:
        with Journal.open(path, durability="OFF") as journal:
            for _ in range(batches):
                journal.log(stream).append(turns(*range(size)))

    def read() -> None:
        with Journal.open(path) as journal:
            while len(seen) < writers * batches * size:
                seen.extend(entry.id for entry in journal.feed(after_id=seen[-1] if seen else 0, limit=7))

    together([lambda stream=f"game {n}": write(stream) for n in range(writers)] + [read])
    assert seen == list(range(1, writers * batches * size + 1))
    with Journal.open(path) as journal:
        journal.verify()


def test_concurrent_writers_of_one_stream_lose_no_append(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"

    def write(number: int) -> None:
        with Journal.open(path, durability="OFF") as journal:
            log = journal.log(STREAM)
            written = 0
            while written < 20:
                try:
                    log.append(turns(number, number), expected_version=log.version)
                except JournalConflict:
                    continue
                written += 1

    together([lambda number=n: write(number) for n in range(4)])  # type: ignore[misc]
    with Journal.open(path) as journal:
        found = [number for _, number in history(journal.log(STREAM))]
        journal.verify()
    assert sorted(found) == sorted(list(range(4)) * 40)
    assert all(first == second for first, second in list(pairwise(found))[::2])


def test_a_journal_can_be_made_by_several_at_a_time(tmp_path: Path) -> None:
    for number in range(10):
        path = tmp_path / f"{number}.db"
        together([lambda path=path: Journal.open(path).close()] * 5)  # type: ignore[misc]
        assert value(path, "PRAGMA journal_mode") == "wal"
