"""Consumers that a journal knows by name: each entry comes to them once, in order, and after a crash at least once."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

import declarant
import pytest
from declarant.events.errors import DeclarantError, InvalidInput
from declarant.events.journal import subscription
from declarant.events.journal.conformance import turns
from declarant.events.journal.journal import Journal
from declarant.events.journal.subscription import Subscriber
from declarant.tools.cli import app
from declarant.tools.feed import subscribed
from typer.testing import CliRunner


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    with Journal.open(path, "OFF") as journal:
        journal.log("final").append(turns(*range(250)))
    return path


def run(*arguments: str, status: int = 0) -> list[str]:
    result = CliRunner().invoke(app, ["feed", *arguments])
    assert result.exit_code == status, result.stderr
    return result.stdout.splitlines()


def ids(lines: list[str]) -> list[int]:
    return [int(json.loads(line)["id"]) for line in lines]


def test_the_journal_keeps_the_checkpoint_of_a_name(games: Path) -> None:
    assert ids(run(str(games), "--as", "scores")) == list(range(1, 251))
    assert run(str(games), "--as", "scores") == []
    with Journal.open(games) as journal:
        journal.log("final").append(turns(1, 2))
    assert ids(run(str(games), "--as", "scores")) == [251, 252]
    assert ids(run("read", str(games), "--as", "others")) == list(range(1, 253))


def test_status_states_the_lag_and_reset_begins_anew(games: Path) -> None:
    assert run("status", str(games)) == ["nobody reads it by name"]
    run(str(games), "--as", "scores")
    with Journal.open(games) as journal:
        journal.log("final").append(turns(1, 2))
    (status,) = map(json.loads, run("status", str(games), "--format", "json"))
    assert (status["name"], status["checkpoint"], status["lag"], status["reads"]) == ("scores", 250, 2, None)
    (line,) = run("status", str(games))
    assert "2 to come" in line
    run("reset", str(games), "scores", "--to", "249")
    assert ids(run(str(games), "--as", "scores")) == [250, 251, 252]
    run("reset", str(games), "scores")
    assert len(run(str(games), "--as", "scores")) == 252
    run("reset", str(games), "scores", "--to", "999", status=2)


def test_what_a_consumer_was_not_done_with_comes_again(games: Path) -> None:
    with declarant.feed(games, subscription="scores") as feed:
        assert [message["id"] for message in islice(feed, 5)] == ["1", "2", "3", "4", "5"]
    with declarant.feed(games, subscription="scores") as feed:
        assert next(feed)["id"] == "5"  # nobody asked for the one after it
    assert len(list(declarant.feed(games, subscription="scores"))) == 246
    with Journal.open(games) as journal:
        assert [each.lag for each in subscribed(journal)] == [0]


def test_a_batch_comes_again_after_an_error(games: Path) -> None:
    with Journal.open(games) as journal:
        batches = Subscriber(journal, "scores").batches()
        assert [entry.id for entry in next(batches)] == list(range(1, 101))
        assert [entry.id for entry in next(batches)] == list(range(101, 201))
        batches.close()  # type: ignore[attr-defined]
        assert next(Subscriber(journal, "scores").batches())[0].id == 101


def test_who_took_too_long_learns_that_another_goes_on(games: Path) -> None:
    with Journal.open(games) as journal, Journal.open(games) as other:
        slow = Subscriber(journal, "scores", lease=0).batches()
        next(slow)
        assert next(Subscriber(other, "scores").batches())[0].id == 1
        with pytest.raises(DeclarantError, match="another process reads it"):
            next(slow)


def test_a_process_that_has_ended_is_not_waited_for(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with Journal.open(games) as journal:
        journal.claim("scores", f"{subscription.socket.gethostname()}/{ended.pid}/x", 3600)
        assert next(Subscriber(journal, "scores").batches())[0].id == 1


def test_several_processes_of_one_name_share_nothing_twice(games: Path) -> None:
    with Journal.open(games, "OFF") as journal:
        for number in range(10):
            journal.log(f"game {number}").append(turns(*range(200)))
    command = [sys.executable, "-m", "declarant", "feed", str(games), "--as", "scores"]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    with ThreadPoolExecutor() as pool:
        read = [ids(output.splitlines()) for output, _ in pool.map(subprocess.Popen.communicate, readers)]
    assert [reader.returncode for reader in readers] == [0, 0, 0]
    assert Counter(id for each in read for id in each) == Counter(range(1, 2251))
    assert all(each == sorted(each) for each in read)


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x1bb"])
def test_a_name_that_nobody_can_have_is_refused(games: Path, name: str) -> None:
    with pytest.raises(InvalidInput, match="subscription"):
        declarant.feed(games, subscription=name)


def test_no_journal_is_made_by_reading_it(tmp_path: Path) -> None:
    run(str(tmp_path / "none.db"), "--as", "scores", status=2)
    assert list(tmp_path.iterdir()) == []
