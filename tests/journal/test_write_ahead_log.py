"""The -wal file holds the last entries of a journal that nobody closed: if it is lost or damaged, that is reported."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from declarant.events.errors import CorruptJournal
from declarant.events.journal.conformance import turns
from declarant.events.journal.journal import Journal

APPENDS, EACH = 30, 5
KILLED = f"""
import os, sys
from declarant.events.journal.conformance import turns
from declarant.events.journal.journal import Journal
journal = Journal.open(sys.argv[1], "OFF")
for number in range({APPENDS}):
    journal.log("final" if number % 2 else "semi-final").append(turns(*range({EACH})))
os._exit(0)
"""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a process leaves that ended without closing its journal."""
    path = tmp_path_factory.mktemp("killed") / "games.db"
    subprocess.run([sys.executable, "-c", KILLED, str(path)], check=True)
    return path


@pytest.fixture
def path(killed: Path, tmp_path: Path) -> Path:
    for end in ("", "-wal", "-shm"):
        shutil.copy(f"{killed}{end}", tmp_path / f"games.db{end}")
    return tmp_path / "games.db"


def log(path: Path) -> Path:
    return path.with_name("games.db-wal")


def flip(path: Path, place: float) -> None:
    content = bytearray(log(path).read_bytes())
    content[int(len(content) * place)] ^= 4
    log(path).write_bytes(content)


def cut(path: Path, place: float) -> None:
    content = log(path).read_bytes()
    log(path).write_bytes(content[: int(len(content) * place)])


DAMAGES: dict[str, Callable[[Path], object]] = {
    "lost": lambda path: log(path).unlink(),
    "something else": lambda path: log(path).write_bytes(b"x" * 600_000),
    "a bit near the beginning": lambda path: flip(path, 0.1),
    "a bit in the middle": lambda path: flip(path, 0.5),
    "cut in a frame": lambda path: cut(path, 0.5),
    "cut between appends": lambda path: cut(path, (32 + 4120 * 40) / log(path).stat().st_size),
    "cut before its last page": lambda path: cut(path, 1 - 4120 / log(path).stat().st_size),
    "a bit of its last page": lambda path: flip(path, 1 - 2000 / log(path).stat().st_size),
    "nothing but its header": lambda path: cut(path, 32 / log(path).stat().st_size),
    "a bit of its header": lambda path: flip(path, 0.00001),
    "a bit, and the index of it lost": lambda path: (flip(path, 0.5), path.with_name("games.db-shm").unlink()),
}


@pytest.mark.parametrize("read_only", [False, True])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_log_is_reported_and_nothing_is_appended(path: Path, damage: str, read_only: bool) -> None:
    DAMAGES[damage](path)
    for _ in range(2):  # and is so the next time
        with Journal.open(path, read_only=read_only) as journal:
            for read in (journal.verify, journal.last_id, lambda: list(journal.feed()), lambda: list(journal.entries("final"))):
                with pytest.raises(CorruptJournal, match="-wal"):
                    read()
            with pytest.raises(CorruptJournal, match="-wal"):
                journal.log("final").append(turns(1))


def test_any_bit_before_the_last_two_appends_is_noticed(path: Path, killed: Path) -> None:
    rng = random.Random(18)
    length = log(killed).stat().st_size
    unnoticed = 0
    for _ in range(12):
        shutil.copy(log(killed), log(path))
        shutil.copy(killed.with_name("games.db-shm"), path.with_name("games.db-shm"))
        flip(path, rng.uniform(0, 1 - 60_000 / length))
        with Journal.open(path, read_only=True) as journal, suppress(CorruptJournal):
            unnoticed += sum(1 for _ in journal.feed()) != APPENDS * EACH
    assert not unnoticed


def test_who_deletes_both_files_goes_on_with_what_is_left(path: Path) -> None:
    flip(path, 0.5)
    with Journal.open(path) as journal, pytest.raises(CorruptJournal, match="delete its -wal and -shm files"):
        journal.verify()
    log(path).unlink()
    path.with_name("games.db-shm").unlink(missing_ok=True)
    with Journal.open(path) as journal:
        journal.log("final").append(turns(1))
        journal.verify()


def test_a_journal_that_was_not_closed_is_read_whole(path: Path) -> None:
    with Journal.open(path, read_only=True) as journal:
        journal.verify()
        assert journal.last_id() == APPENDS * EACH


def test_an_append_that_was_not_completed_is_no_damage(path: Path) -> None:
    # As much as a process has written of one that is killed within it.
    content = log(path).read_bytes()
    whole = 32 + (len(content) - 32) // 4120 * 4120
    log(path).write_bytes(content[:whole] + content[whole - 4120 : whole - 100])
    with Journal.open(path) as journal:
        journal.verify()
        journal.log("final").append(turns(1))


def test_opening_and_closing_beside_others_is_never_taken_for_damage(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Journal.open(path).close()
    code = (
        "import sys\nfrom declarant.events.journal.journal import Journal\n"
        "from declarant.events.journal.conformance import turns\n"
        "for n in range(60):\n    with Journal.open(sys.argv[1], 'OFF') as j: j.log('g').append(turns(n)); j.last_id()"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(path)], env=dict(os.environ)) for _ in range(3)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    with Journal.open(path) as journal:
        journal.verify()
        assert journal.last_id() == 180


def test_a_log_that_was_cut_short_and_lost_its_index_is_found_by_a_digest_kept_elsewhere(path: Path) -> None:
    with Journal.open(path, read_only=True) as journal:
        kept = journal.digest()
    cut(path, 0.5)
    path.with_name("games.db-shm").unlink()
    with Journal.open(path, read_only=True) as journal, pytest.raises(CorruptJournal, match="is missing"):
        journal.verify(expected=kept)
