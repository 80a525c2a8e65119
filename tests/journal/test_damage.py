"""What befalls a SQLite journal: whatever it is, nothing is left out in silence, and nothing foreign is played on."""

from __future__ import annotations

import os
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from multiprocessing import get_context
from pathlib import Path

import pytest
from declarant.events.errors import CorruptJournal, DeclarantError, InvalidInput
from declarant.events.facts import GameStarted, PermanentTapped, TurnBegan
from declarant.events.journal.conformance import OTHER, STREAM, turn, turns
from declarant.events.journal.cuts import Cut
from declarant.events.journal.encoding import Item
from declarant.events.journal.journal import Journal
from declarant.handlers.game import Game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with cuts in it, two streams and several pages in each tree, closed."""
    path = tmp_path / "journal.db"
    with Journal.open(path, "OFF") as journal:
        for number in range(0, 300, 30):
            point = journal.log(STREAM).append(turns(*range(number, number + 29))).version
            journal.log(STREAM).append([turn(7), Cut(to=point)])
            journal.log(OTHER).append(turns(*range(30)))
    return path


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


READINGS: dict[str, Callable[[Journal], object]] = {
    "history": lambda journal: [list(journal.log(stream).events()) for stream in (STREAM, OTHER)],
    "rewound": lambda journal: journal.log(STREAM).rewound(),
    "entries": lambda journal: [list(journal.entries(stream)) for stream in (STREAM, OTHER)],
    "feed": lambda journal: list(journal.feed()),
    "heads": lambda journal: [(stream, head.version, head.digest, head.id) for stream, head in journal.heads()],
}


def read(path: Path, reading: Callable[[Journal], object]) -> object:
    with Journal.open(path, read_only=True) as journal:
        return reading(journal)


def test_whichever_bit_is_flipped_every_reading_reports_it_or_reads_all(path: Path) -> None:
    whole = {name: read(path, reading) for name, reading in READINGS.items()}
    data = path.read_bytes()
    rng = random.Random(18)
    reported = 0
    for _ in range(75):
        damaged = bytearray(data)
        damaged[rng.randrange(100, len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(damaged)
        for name, reading in READINGS.items():
            try:
                found = read(path, reading)
            except DeclarantError:
                reported += 1
            else:
                assert found == whole[name], name
    assert reported > 75


@pytest.mark.parametrize("index", ["sqlite_autoindex_entries_1", "cuts"])
def test_an_index_that_lost_entries_shortens_no_game(path: Path, index: str) -> None:
    # Such an index is made by taking rows out behind its back: those that are gone are put back by another table's pages.
    with closing(sqlite3.connect(path)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    start = (root - 1) * 4096
    cells = int.from_bytes(data[start + 3 : start + 5], "big")
    data[start + 3 : start + 5] = (cells - 1).to_bytes(2, "big")
    path.write_bytes(data)
    with pytest.raises(CorruptJournal):
        read(path, READINGS["history"])
    with pytest.raises(CorruptJournal), Journal.open(path) as journal:
        journal.verify()


def test_an_altered_entry_is_not_played_on_nor_passed_on(path: Path, tmp_path: Path) -> None:
    games = tmp_path / "games.db"
    Game.start(["Ann", "Bob"], journal=games).journal.close()
    execute(games, "UPDATE entries SET body = replace(body, 'Bob', 'Rob') WHERE version = 1")
    with Journal.open(games) as journal:
        with pytest.raises(CorruptJournal, match=r"version 1 .*altered"):
            Game.open(journal, "game")
        with pytest.raises(CorruptJournal, match=r"version 1 .*altered"):
            list(journal.feed())
        with pytest.raises(CorruptJournal, match=r"version 1 .*altered"):
            journal.log("game").events().__next__()


def test_a_journal_that_is_trusted_is_read_without_a_look_at_digests(path: Path) -> None:
    execute(path, f"UPDATE entries SET digest = '{'0' * 64}' WHERE version = 3")
    with Journal.open(path, trust=True) as journal:
        assert sum(1 for _ in journal.feed()) == 610


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER swallows BEFORE INSERT ON entries BEGIN SELECT RAISE(IGNORE); END",
        "CREATE VIEW extra AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "CREATE TABLE more (x)",
        "CREATE INDEX more ON entries (body)",
    ],
)
@pytest.mark.parametrize("read_only", [False, True])
def test_a_schema_with_more_than_a_journal_has_is_refused(path: Path, statement: str, read_only: bool) -> None:
    execute(path, statement)
    with pytest.raises(CorruptJournal, match="which no journal has"):
        Journal.open(path, read_only=read_only)


def test_a_view_without_end_in_place_of_the_entries_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    execute(
        path,
        "CREATE VIEW entries AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n",
        "PRAGMA application_id = 1145389900",
        "PRAGMA user_version = 2",
    )
    with pytest.raises(CorruptJournal, match="'entries' in its schema"):
        Journal.open(path)


def leftover(path: Path) -> None:
    """What a process left that was killed while it made a journal, when that went in several steps."""
    execute(path, "PRAGMA journal_mode = WAL", "CREATE TABLE t (x)", "DROP TABLE t", "VACUUM")
    assert path.stat().st_size == 4096


@pytest.mark.parametrize("make", [leftover, lambda path: path.write_bytes(b"")])
def test_what_a_killed_process_left_of_a_new_journal_is_taken_up(
    tmp_path: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("declarant.events.journal.stores.sqlite.WAIT", 0.5)
    path = tmp_path / "journal.db"
    make(path)
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(1))
    with Journal.open(path) as journal:
        journal.verify()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_process_killed_while_it_makes_a_journal_leaves_one_that_can_be_opened(tmp_path: Path) -> None:
    rng = random.Random(18)
    for number in range(40):
        path = tmp_path / f"{number}.db"
        process = get_context("fork").Process(target=Journal.open, args=(path,))
        process.start()
        while not path.exists() and process.is_alive():
            pass
        for _ in range(rng.randrange(30_000)):
            pass
        process.kill()
        process.join()
        with Journal.open(path) as journal:
            journal.log(STREAM).append(turns(1))
            journal.verify()


def test_a_file_with_nothing_in_it_is_no_journal_without_games(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(b"")
    with pytest.raises(InvalidInput, match="nothing in it"):
        Journal.open(path, read_only=True)


@pytest.mark.parametrize("replaced", [False, True])
def test_a_file_that_is_deleted_or_replaced_is_noticed_at_the_next_append(path: Path, replaced: bool) -> None:
    with Journal.open(path) as journal:
        other = path.with_name("other.db")
        Journal.open(other).close()
        if replaced:
            os.replace(other, path)
        else:
            path.unlink()
        with pytest.raises(DeclarantError, match="deleted or replaced"):
            journal.log(STREAM).append(turns(1))


@pytest.fixture
def read_only_folder() -> Iterator[Path]:
    """A folder that a process of nobody can read, and nothing else."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        yield folder
        folder.chmod(0o755)


def as_nobody(call: Callable[[], object]) -> str:
    """What the call returns, or the error it raises, in a process that may write nowhere."""
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        try:
            if os.geteuid() == 0:
                os.seteuid(65534)
            answer = str(call())
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        os.write(writer, answer.encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as pipe:
        return pipe.read().decode()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_journal_in_a_place_that_cannot_be_written_can_be_read(path: Path, read_only_folder: Path) -> None:
    there = read_only_folder / "journal.db"
    there.write_bytes(path.read_bytes())
    there.chmod(0o444)
    read_only_folder.chmod(0o555)
    assert as_nobody(lambda: len(read(there, READINGS["feed"]))) == "610"  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_but_not_without_the_entries_that_are_beside_it(path: Path, read_only_folder: Path) -> None:
    there = read_only_folder / "journal.db"
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(1))
        for suffix in ("", "-wal"):
            Path(f"{there}{suffix}").write_bytes(Path(f"{path}{suffix}").read_bytes())
    read_only_folder.chmod(0o555)
    assert "a -wal file that can't be opened here" in as_nobody(lambda: read(there, READINGS["feed"]))


FORMAT_1 = (
    "DROP TABLE streams",
    "DROP TABLE subscriptions",
    "DROP TABLE generations",
    "DROP TABLE states",
    "DROP TABLE projections",
    "DROP TABLE names",
    "PRAGMA user_version = 1",
)


@pytest.mark.parametrize("read_only", [True, False])
def test_a_journal_of_format_1_is_read_as_it_is_and_gets_heads_when_written(path: Path, read_only: bool) -> None:
    whole = {name: read(path, reading) for name, reading in READINGS.items()}
    execute(path, *FORMAT_1)
    before = path.read_bytes()
    with Journal.open(path, read_only=read_only) as journal:
        assert {name: reading(journal) for name, reading in READINGS.items()} == whole
        journal.verify()
    assert (path.read_bytes() == before) == read_only
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(1))
        journal.verify()


NONSENSE: dict[str, list[Item]] = {
    "about what is not there": [PermanentTapped(id="elf")],
    "about what is not there in a game": [
        GameStarted(players=("Ann", "Bob"), edition=date(2024, 6, 7), declarant_version="1"),
        PermanentTapped(id="elf"),
    ],
    "no game": [turn(1)],
    "the turn of nobody": [
        GameStarted(players=("Ann", "Bob"), edition=date(2024, 6, 7), declarant_version="1"),
        TurnBegan(player="Cleo", number=1),
    ],
}


@pytest.mark.parametrize("events", NONSENSE.values(), ids=NONSENSE)
def test_well_chained_nonsense_is_no_game(tmp_path: Path, events: list[Item]) -> None:
    with Journal.open(tmp_path / "games.db", "OFF") as journal:
        journal.log("game").append(events)
        with pytest.raises(CorruptJournal):
            Game.open(journal, "game")
