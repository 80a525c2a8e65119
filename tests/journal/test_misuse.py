"""What is given wrongly in Python, or used where it can't be, raises an error of ours that says so."""

from __future__ import annotations

import copy
import os
import pickle
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import declarant
import pytest
from declarant import DeclarantError, Game, InvalidInput, Journal
from declarant.events.errors import CorruptJournal
from declarant.events.journal.conformance import turns
from declarant.events.journal.stores.registry import is_journal
from declarant.events.journal.stores.sqlite import FORMAT, TABLES
from declarant.tools.cli import app
from typer.testing import CliRunner

HUGE = 2**70
LATE = datetime.max.replace(tzinfo=timezone(timedelta(hours=-5)))


@pytest.fixture(params=["memory://", "file"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Journal:
    journal = Journal.open(tmp_path / "games.db" if request.param == "file" else request.param)
    journal.log("final").append(turns(1, 2))
    return journal


@pytest.mark.parametrize(
    "ask",
    [
        lambda journal: list(journal.feed(HUGE)),
        lambda journal: journal.games(HUGE),
        lambda journal: journal.streams(HUGE),
    ],
)
def test_nothing_comes_after_a_number_that_no_store_can_have(journal: Journal, ask: Callable[[Journal], list[Any]]) -> None:
    assert ask(journal) == []


def test_everything_comes_after_a_version_below_the_first(journal: Journal) -> None:
    assert [entry.version for entry in journal.entries("final", -HUGE)] == [1, 2]
    assert len(list(journal.feed(0, HUGE))) == 2
    assert journal.claim("reader", "me", float("inf")) == 0
    assert journal.release("reader", "me", HUGE)


@pytest.mark.parametrize(
    "ask",
    [
        lambda journal: journal.head("\ud800"),
        lambda journal: journal.entries("\ud800"),
        lambda journal: journal.cuts("\ud800"),
        lambda journal: journal.verify("\ud800"),
        lambda journal: journal.claim("\ud800", "me", 1),
        lambda journal: journal.verify(expected=f"{'9' * 5_000}:{'a' * 64}"),
        lambda journal: journal.log("final").events(time=LATE),
        lambda journal: journal.log("final").append(turns(3), time=LATE),
    ],
)
def test_what_no_journal_can_have_is_refused(journal: Journal, ask: Callable[[Journal], object]) -> None:
    with pytest.raises(InvalidInput):
        ask(journal)


@pytest.mark.parametrize("duplicate", [pickle.dumps, copy.copy, copy.deepcopy])
def test_journals_and_games_cant_be_pickled_and_say_what_to_do(journal: Journal, duplicate: Callable[[Any], object]) -> None:
    for each in (journal, Game.start(["Ann", "Bob"])):
        with pytest.raises(DeclarantError, match="can't be pickled"):
            duplicate(each)


def test_another_thread_is_asked_to_open_the_journal_itself(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.db")
    said: list[str] = []

    def use() -> None:
        for ask in (journal.last_id, lambda: journal.log("final").append(turns(1)), lambda: list(journal.feed()), journal.close):
            with pytest.raises(DeclarantError) as raised:
                ask()
            said.append(str(raised.value))

    thread = threading.Thread(target=use)
    thread.start()
    thread.join()
    assert len(said) == 4
    assert all("open it again in this one" in each for each in said)
    journal.close()
    with pytest.raises(DeclarantError, match="it is closed"):
        journal.last_id()


def test_opening_a_game_makes_no_journal(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no such file"):
        Game.open(tmp_path / "typo.db", "final")
    assert list(tmp_path.iterdir()) == []


ODD = (None, 5, HUGE, 1.5, float("nan"), "x", b"x", [], [None], {}, {1: None}, object(), LATE, ("a", "b"))
PUBLIC: dict[str, int] = {
    "advance": 1,
    "observe": 1,
    "simulate": 2,
    "tournament": 2,
    "Budget": 1,
    "case_page": 1,
    "feed": 1,
    "game_page": 2,
    "import_arena": 2,
    "judge": 1,
    "load_cases": 1,
    "permanent": 2,
    "play": 2,
    "policy_named": 1,
    "read_command": 1,
    "show": 1,
}
"""What is public → how many arguments it needs."""


@pytest.mark.parametrize("name", PUBLIC)
def test_arguments_of_another_type_raise_an_error_of_ours(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for odd in ODD:
        with suppress(DeclarantError):
            getattr(declarant, name)(*[odd] * PUBLIC[name])
    declarant.observe(None)


def test_locks_of_this_process_stay_when_it_asks_whether_a_file_is_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    sqlite3.connect(path).close()
    with Journal.open(path) as journal:
        journal.log("final").append(turns(1))
        asked = subprocess.run(
            [
                sys.executable,
                "-c",
                f"import fcntl; fcntl.lockf(open({str(path)!r}, 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 1073741826)",
            ],
            capture_output=True,
        )
        assert asked.returncode, "SQLite holds a lock on the file while it is open"
        assert is_journal(path)
        again = subprocess.run(asked.args, capture_output=True)
        assert again.returncode, "and holds it still"


@pytest.mark.parametrize("left", [1, 3, 5])
def test_a_writer_killed_while_it_made_a_journal_is_reported_and_finished_by_the_next(left: int, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    script = f"""
import os, sqlite3
connection = sqlite3.connect({str(path)!r}, isolation_level=None)
connection.execute("PRAGMA cache_size = 1")
connection.execute("BEGIN IMMEDIATE")
for statement in {TABLES[FORMAT][:left]!r}:
    connection.execute(statement)
os._exit(0)
"""
    subprocess.run([sys.executable, "-c", script], check=True)
    done = CliRunner().invoke(app, ["journal", "verify", str(path)])
    assert done.exit_code == 2
    assert "nothing" in done.stderr and "readonly" not in done.stderr
    with Journal.open(path) as journal:
        journal.log("final").append(turns(1))
        journal.verify()


@pytest.mark.parametrize("missing", [1, 100])
def test_a_file_that_is_a_byte_short_is_not_exported_as_if_it_were_whole(missing: int, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        for number in range(60):
            journal.log(f"game {number}").append(turns(*range(20)))
    os.truncate(path, path.stat().st_size - missing)
    done = CliRunner().invoke(app, ["journal", "export", str(path), "--to", str(tmp_path / "games.jsonl")])
    assert (done.exit_code, (tmp_path / "games.jsonl").exists()) == (2, False)
    assert "cut short" in done.stderr
    with Journal.open(path, read_only=True) as journal, pytest.raises(CorruptJournal):
        list(journal.feed())
