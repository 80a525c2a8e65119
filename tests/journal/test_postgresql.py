"""What only PostgreSQL can get wrong: many writers at a time, connections that are lost, passwords."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic, sleep

import declarant
import psycopg
import pytest
from declarant.events.errors import CorruptJournal, DeclarantError, InvalidInput, JournalConflict
from declarant.events.journal.conformance import OTHER, STREAM, history, turns
from declarant.events.journal.journal import Journal
from declarant.tools.arena.inputs import games_inputs
from declarant.tools.cli import app
from typer.testing import CliRunner

from bench.postgresql import PostgresqlServer

NewUrl = Callable[[], str]


def together(tasks: list[Callable[[], None]]) -> None:
    with ThreadPoolExecutor(len(tasks)) as pool:
        for future in [pool.submit(task) for task in tasks]:
            future.result()


def test_a_reader_misses_nothing_of_writers_that_commit_late_or_roll_back(new_url: NewUrl) -> None:
    url = new_url()
    Journal.open(url).close()
    writers, batches = 6, 30
    done = Event()
    seen: list[list[int]] = [[], []]

    def write(number: int) -> None:
        rng = random.Random(number)
        with Journal.open(url, "OFF") as journal, psycopg.connect(url) as connection:
            for batch in range(batches):
                journal.log(f"game {number}").append(turns(*range(rng.randrange(1, 5))))
                # One that is begun, takes its time, and is taken back or kept.
                connection.execute(
                    "SELECT declarant_append(%s, %s, NULL, %s, '{TurnBegan}', '{1}', %s)",
                    (
                        f"slow {number}",
                        f'"slow {number}"',
                        "2026-01-02T03:04:05.000000+00:00",
                        ['{"type":"TurnBegan","player":"Ann","number":1}'],
                    ),
                )
                sleep(rng.random() / 300)
                connection.rollback() if batch % 2 else connection.commit()

    def read(number: int) -> None:
        with Journal.open(url, read_only=True) as journal:
            while True:
                finished = done.is_set()
                seen[number] += [entry.id for entry in journal.feed(seen[number][-1] if seen[number] else 0, 5)]
                if finished and len(seen[number]) == journal.last_id():
                    return

    with ThreadPoolExecutor(2) as readers:
        reading = [readers.submit(read, number) for number in range(2)]
        together([lambda number=n: write(number) for n in range(writers)])  # type: ignore[misc]
        done.set()
        for each in reading:
            each.result()
    with Journal.open(url) as journal:
        journal.verify()
        assert seen == [list(range(1, journal.last_id() + 1))] * 2


def test_concurrent_writers_of_one_stream_lose_no_append(new_url: NewUrl) -> None:
    url = new_url()

    def write(number: int) -> None:
        with Journal.open(url) as journal:
            log = journal.log(STREAM)
            written = 0
            while written < 20:
                try:
                    log.append(turns(number, number), expected_version=log.version)
                except JournalConflict:
                    continue
                written += 1

    together([lambda number=n: write(number) for n in range(4)])  # type: ignore[misc]
    with Journal.open(url) as journal:
        journal.verify()
        assert sorted(number for _, number in history(journal.log(STREAM))) == sorted(list(range(4)) * 40)


def test_a_journal_can_be_made_by_several_at_a_time(new_url: NewUrl) -> None:
    for _ in range(5):
        url = new_url()
        together([lambda url=url: Journal.open(url).close()] * 5)  # type: ignore[misc]


def test_an_append_is_one_round_trip(new_url: NewUrl) -> None:
    with Journal.open(new_url()) as journal:
        log = journal.log(STREAM)
        log.append(turns(0))  # the first of all: whether names are apart is settled then
        connection = journal._store._connection  # type: ignore[attr-defined]
        statements: list[str] = []
        connection.cursor_factory = type(
            "Counting",
            (psycopg.Cursor,),
            {
                "execute": lambda self, *given, **named: (
                    statements.append(given[0]),
                    psycopg.Cursor.execute(self, *given, **named),
                )[1]
            },
        )
        log.append(turns(1, 2), expected_version=1)
        log.append(turns(3))
        assert len(statements) == 2


def test_what_was_appended_can_neither_be_changed_nor_deleted(new_url: NewUrl) -> None:
    url = new_url()
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(1))
    for statement in ("UPDATE declarant_entries SET body = ''", "DELETE FROM declarant_entries", "TRUNCATE declarant_entries"):
        with psycopg.connect(url) as connection, pytest.raises(psycopg.Error, match="only grows"):
            connection.execute(statement)


def test_entries_that_were_deleted_all_the_same_are_missed(new_url: NewUrl) -> None:
    url = new_url()
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(1, 2, 3))
        journal.log(OTHER).append(turns(1))
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("DELETE FROM declarant_entries WHERE id = 3")
    with Journal.open(url) as journal:
        for call in (journal.verify, lambda: list(journal.feed()), lambda: journal.log(STREAM).append(turns(4)), journal.heads):
            with pytest.raises(CorruptJournal):
                call()


def test_an_append_wakes_who_waits(new_url: NewUrl) -> None:
    url = new_url()
    with Journal.open(url) as journal, Journal.open(url) as other:
        journal.wait(60)  # listens from now on, and comes back: to read what was appended before
        other.log(STREAM).append(turns(1))
        start = monotonic()
        journal.wait(60)
        assert monotonic() - start < 30


def test_a_lost_connection_is_made_again(server: PostgresqlServer, new_url: NewUrl) -> None:
    with Journal.open(new_url()) as journal:
        log = journal.log(STREAM)
        log.append(turns(1))
        server.stop(immediately=True)
        with pytest.raises(DeclarantError, match="whether they were isn't known"):
            log.append(turns(2))
        with pytest.raises(DeclarantError):
            journal.last_id()
        server.start()
        assert log.version == 1
        assert log.append(turns(2)).version == 2


SECRET = "s3cret/x@y"


def shown(error: BaseException) -> str:
    return "".join(traceback.format_exception(error)) + repr(error.__cause__) + repr(error)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret%2Fx%40y@127.0.0.1:1/games",
        "postgresql://ann:s3cret/x@y@127.0.0.1:1/games",
        "postgresql://ann@127.0.0.1:1/games?password=s3cret%2Fx%40y",
        "postgresql://ann@127.0.0.1:1/games?passwort=s3cret/x@y",
        "postgresq://ann:s3cret@127.0.0.1:1/games",
        "postgres:ann:s3cret@127.0.0.1:1/games",
        "postgresql//ann:s3cret@127.0.0.1:1/games",
        "PostgreSQL:/ann:s3cret@127.0.0.1:1/games",
        "postgresql://ann:any@s3cret@127.0.0.1:1/games",
        "postgresql://ann:12/s3cret?user=x@127.0.0.1:1/games",
        "postgresql://ann:12/s3cret#x@127.0.0.1:1/games",
        "ann:s3cret@127.0.0.1:1/games",
        "//ann:s3cret@127.0.0.1:1/games",
        "s3cret://ann@127.0.0.1:1/games",
        "host=127.0.0.1 user=ann password=s3cret",
        "sqlite://ann:s3cret@127.0.0.1:1/games",
        "jsonl://ann:s3cret@127.0.0.1:1/games",
        "memory://ann:s3cret@127.0.0.1:1/games",
    ],
)
def test_no_password_is_shown_where_a_journal_cannot_be_opened(url: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        Journal.open(url)
    assert "s3cret" not in shown(raised.value).replace(url, "")
    assert "s3cret" not in str(raised.value)


def test_no_password_is_shown_by_errors_nor_by_the_feed(server: PostgresqlServer, new_url: NewUrl) -> None:
    schema = new_url().rpartition("%3D")[2]
    url = server.url(schema, password=SECRET)
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(1))
        with pytest.raises(DeclarantError) as raised:
            journal._store._all("SELECT 1 / 0")  # type: ignore[attr-defined]
        assert "s3cret" not in shown(raised.value) + repr(journal) + repr(journal._store)
    with declarant.feed(url) as feed:
        (message,) = feed
    assert message["source"].startswith("postgresql:///postgres?host=")
    assert message["source"].endswith(f"&schema={schema}")
    assert "s3cret" not in str(message)


def test_no_password_is_shown_by_commands(server: PostgresqlServer, new_url: NewUrl, tmp_path: Path) -> None:
    url = server.url(new_url().rpartition("%3D")[2], password=SECRET)
    with Journal.open("memory://") as journal, (tmp_path / "games.jsonl").open("wb") as file:
        journal.log(STREAM).append(turns(1))
        journal.export_jsonl(file)
    done = CliRunner().invoke(app, ["journal", "import", str(tmp_path / "games.jsonl"), "--to", url])
    assert done.exit_code == 0, done.output
    assert "1 entries appended to postgresql:///postgres" in done.output
    assert "s3cret" not in done.output + done.stderr
    with pytest.raises(InvalidInput, match="different names") as raised:
        games_inputs([url, url])
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize(
    "command",
    [
        "audit URL",
        "audit combat.yaml --journal URL",
        "best URL",
        "explain URL",
        "options URL",
        "page URL -o page.html",
        "case URL",
        "games URL",
        "replay URL",
        "analyse URL",
        "serve URL",
        "export URL --to tables",
        "feed read URL",
        "feed status URL",
        "feed reset URL nobody",
        "import arena no.log --to URL",
        "journal verify URL",
        "journal head URL",
        "journal backup URL --to copy.db",
        "journal backup games.db --to URL",
        "journal pseudonymise URL --to copy.db --mapping names.json",
        "journal export URL --to games.jsonl",
        "journal import games.jsonl --to URL",
        "simulate board.yaml --games 1 --policy Ann=greedy --policy Bob=greedy --journal URL",
    ],
)
@pytest.mark.parametrize(
    "url",
    [
        "postgresql:ann:s3cret@h/games",
        "postgresql//ann:s3cret@h/games",
        "ann:s3cret@h/games",
        "postgresql://ann:any@s3cret@127.0.0.1:1/games",
        "postgresql://ann:s3cret@127.0.0.1:1/games",
    ],
)
def test_no_command_shows_a_url_that_may_have_a_password_in_it(command: str, url: str, in_empty_folder: Path) -> None:
    Journal.open("games.db").close()
    done = CliRunner().invoke(app, [word.replace("URL", url) for word in command.split()])
    assert done.exit_code == 2
    assert "s3cret" not in done.output + done.stderr


@pytest.fixture
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('connection to server at "h" failed: Connection refused\n\tIs s3cret running?', "connection refused"),
        ('FATAL: password authentication failed for user "s3cret"', "isn't the right one"),
        ("something nobody knows of s3cret", "isn't shown"),
    ],
)
def test_what_the_driver_says_is_read_and_never_passed_on(new_url: NewUrl, said: str, words: str) -> None:
    with Journal.open(new_url()) as journal:
        error = journal._store._translated(psycopg.OperationalError(said))  # type: ignore[attr-defined]
    assert words in str(error)
    assert "s3cret" not in shown(error)


def test_a_database_without_a_journal_is_not_made_one_by_reading(new_url: NewUrl) -> None:
    url = new_url()
    with pytest.raises(InvalidInput, match="without a journal"):
        Journal.open(url, read_only=True)


def test_a_journal_opened_for_reading_refuses_to_append(new_url: NewUrl) -> None:
    url = new_url()
    Journal.open(url).close()
    with Journal.open(url, read_only=True) as journal, pytest.raises(DeclarantError, match="read only"):
        journal.log(STREAM).append(turns(1))


@pytest.mark.parametrize("format", [0, 5])
@pytest.mark.parametrize("read_only", [False, True])
def test_a_journal_of_another_format_is_refused_and_stays_as_it_is(new_url: NewUrl, format: int, read_only: bool) -> None:
    url = new_url()
    with Journal.open(url) as journal:
        journal.log(STREAM).append(turns(1))
        journal._store._connection.execute(f"UPDATE declarant_format SET format = {format}")  # type: ignore[attr-defined]
    with pytest.raises(InvalidInput, match=f"a journal of format {format}; allowed: format 4"):
        Journal.open(url, read_only=read_only)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM declarant_entries").fetchone() == (1,)
        assert connection.execute("SELECT format FROM declarant_format").fetchone() == (format,)
