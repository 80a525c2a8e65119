"""Who reads on learns where an older copy took the journal's place, and never reads on past entries that were replaced."""

from __future__ import annotations

import json
import multiprocessing
import random
import shutil
import sqlite3
from collections.abc import Callable
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

import declarant
import psycopg
import pytest
from declarant.events.errors import EntriesReplaced
from declarant.events.journal.conformance import OTHER, STREAM, turns
from declarant.events.journal.identity import FeedCursor
from declarant.events.journal.journal import Journal
from declarant.events.journal.stores.sqlite import SUBSCRIPTIONS_2
from declarant.tools.cli import app
from typer.testing import CliRunner

NewUrl = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> NewUrl:
    """Gives the URL of a journal that isn't there yet each time."""
    numbers = count()
    return request.getfixturevalue("new_url") if request.param == "postgresql" else lambda: str(tmp_path / f"{next(numbers)}.db")


def run(*arguments: object, status: int = 0) -> str:
    result = CliRunner().invoke(app, [str(each) for each in arguments])
    assert result.exit_code == status, result.output
    return result.output


def read_for_ever(url: str, connection: Connection) -> None:
    """Append, read under a name, and say the cursor of each entry once it is done with."""
    with Journal.open(url, "OFF") as journal:
        for number in count():
            journal.log(f"game {number % 3}").append(turns(number))
            with declarant.feed(journal, subscription="scores") as feed:
                for message in feed:
                    connection.send(message["cursor"])


def killed_at_random(url: str, rng: random.Random) -> str:
    """The last cursor of such a consumer, which is killed with its writer."""
    context = multiprocessing.get_context("fork")
    ours, its = context.Pipe(duplex=False)
    process = context.Process(target=read_for_ever, args=(url, its))
    process.start()
    its.close()
    cursors = [ours.recv() for _ in range(rng.randrange(1, 40))]
    process.kill()
    process.join()
    try:
        while True:
            cursors.append(ours.recv())
    except EOFError:
        return str(cursors[-1])


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system can't fork a process")
def test_a_consumer_reads_on_only_what_follows_from_what_it_has_read(new_place: NewUrl) -> None:
    rng = random.Random(508)
    url = new_place()
    for _ in range(3):
        before = FeedCursor.parse(killed_at_random(url, rng))
        copy, lost = new_place(), url
        run("journal", "backup", lost, "--to", copy)
        after = FeedCursor.parse(killed_at_random(lost, rng))  # what is lost with the journal
        with Journal.open(copy) as restored, Journal.open(lost) as journal:
            kept = restored.last_id()
            restored.log(OTHER).append(turns(*range(60)))
            assert restored.after(before) == before.id
            if after.id > kept:
                with pytest.raises(EntriesReplaced) as raised:
                    restored.after(after)
                assert raised.value.kept == kept
            assert restored.after(journal.cursor(kept)) == kept
            assert list(restored.feed(0, kept)) == list(journal.feed(0, kept))
        output = run("feed", "read", copy, "--as", "scores", status=2)
        assert f"after entry {kept} is to be undone" in output
        (status,) = map(json.loads, run("feed", "status", copy, "--format", "json").splitlines())
        assert status["replaced"]
        run("feed", "reset", copy, "scores", "--to", kept)
        url = copy


def test_a_file_that_was_copied_back_is_found_by_its_entries(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(1, 2))
    shutil.copy(path, tmp_path / "older.db")
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(3, 4))
    *_, before, read = (json.loads(line)["cursor"] for line in run("feed", path).splitlines())
    shutil.copy(tmp_path / "older.db", path)
    assert "after entry 2 is to be undone" in run("feed", "read", path, "--after", read, status=2)
    assert "generation " in run("journal", "restored", path)
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(5, 6, 7))
    for cursor in (read, before):
        assert "after entry 2 is to be undone" in run("feed", "read", path, "--after", cursor, status=2)
    messages = [json.loads(line) for line in run("feed", path).splitlines()]
    assert len(run("feed", "read", path, "--after", messages[2]["cursor"]).splitlines()) == 2
    assert len({message["journal"] for message in messages}) == 1
    assert len({message["generation"] for message in messages}) == 2
    assert "ID@GENERATION:DIGEST" in run("feed", "read", path, "--after", "4@5", status=2)


def test_a_head_that_was_kept_distinguishes_an_older_copy_from_a_loss(new_place: NewUrl) -> None:
    url, copy = new_place(), new_place()
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(1, 2))
    run("journal", "backup", url, "--to", copy)
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(3))
    with Journal.open(copy) as journal:
        journal.log(STREAM).append(turns(4))
    head = run("journal", "head", url).strip()
    assert "nothing is wrong" in run("journal", "verify", url, "--expect", head)
    assert "a copy of 2 took their place" in run("journal", "verify", copy, "--expect", head, status=2)


def test_copies_of_a_journal_that_had_no_id_have_the_same(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        journal.log(STREAM).append(turns(1, 2))
        journal.reset("scores", 1)
    connection = sqlite3.connect(path)
    connection.executescript(
        f"""DROP TABLE generations; DROP TABLE states; DROP TABLE projections; DROP TABLE names;
        DROP TABLE subscriptions; {SUBSCRIPTIONS_2};
        INSERT INTO subscriptions VALUES ('scores', 1, '2026-01-02T03:04:05.000000+00:00', NULL, NULL);
        PRAGMA user_version = 2"""
    )
    connection.close()
    shutil.copy(path, tmp_path / "copy.db")
    found = []
    for each, read_only in ((path, True), (path, False), (tmp_path / "copy.db", False)):
        with Journal.open(each, read_only=read_only) as journal:
            journal.verify()
            assert [
                (subscription.name, subscription.checkpoint, subscription.generation) for subscription in journal.subscriptions()
            ] == [("scores", 1, journal.id)]
            found.append(journal.id)
    assert len(set(found)) == 1


def test_a_database_that_had_no_generations_gets_them_when_written(new_url: NewUrl) -> None:
    url = new_url()
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(1))
        journal.reset("scores", 1)
        first = next(journal.feed())
    with psycopg.connect(url) as connection:
        connection.execute(
            """DROP TABLE declarant_generations, declarant_states, declarant_projections, declarant_names;
            ALTER TABLE declarant_subscriptions DROP COLUMN generation;
            UPDATE declarant_format SET format = 1"""
        )
    with Journal.open(url) as journal:
        assert journal.id == first.digest[:32]
        assert [each[:2] for each in journal.subscriptions()] == [("scores", 1)]
        assert journal.claim("scores", "one", 60) == 1
        journal.log(STREAM).append(turns(2))
        journal.verify()
