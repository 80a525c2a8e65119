"""The feed: CloudEvents in order, from a checkpoint on, none left out while others write."""

import json
import re
import signal
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import declarant
import pytest
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent
from declarant.events.errors import CorruptJournal, InvalidInput
from declarant.events.journal.conformance import turn, turns
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from declarant.tools.cli import app
from declarant.tools.feed import line, message, schema_digest
from hypothesis import given, settings
from properties.games import STEPS, RandomGame, random_games
from typer.testing import CliRunner

NAME = re.compile(r"[a-z0-9]{1,20}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A journal of two games, one of which was cut back."""
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        journal.log("final").append([*turns(1, 2, 3), Cut(to=1), turn(4)])
        journal.log("side table").append(turns(1))
    return path


def printed(*arguments: str) -> list[dict[str, Any]]:
    result = CliRunner().invoke(app, ["feed", *arguments])
    assert result.exit_code == 0, result.stderr
    return [json.loads(each) for each in result.stdout.splitlines()]


# --- what a message is -------------------------------------------------------------------------------------------------


def test_a_message_says_where_an_event_comes_from_and_what_it_is(games: Path) -> None:
    sent = printed(str(games))[5]
    with Journal.open(games) as journal:
        entry, generation = list(journal.feed())[5], journal.id
    assert sent == {
        "specversion": "1.0",
        "id": "6",
        "source": games.as_uri(),
        "type": "dev.declarant.TurnBegan",
        "subject": "side table",
        "time": entry.recorded,
        "datacontenttype": "application/json",
        "dataschema": f"urn:declarant:events:TurnBegan:1:{schema_digest('TurnBegan')}",
        "version": 1,
        "journal": generation,
        "generation": generation,
        "cursor": f"6@{generation}:{entry.digest[:16]}",
        "data": {"type": "TurnBegan", "player": "Ann", "number": 1},
    }


def test_a_cut_is_a_message_by_which_consumers_retract(games: Path) -> None:
    messages = printed(str(games))
    numbers: dict[str, dict[int, int]] = {"final": {}, "side table": {}}
    for each in messages:
        known = numbers[each["subject"]]
        if each["type"] == "dev.declarant.Cut":
            for version in range(each["data"]["to"] + 1, each["version"]):
                known.pop(version, None)
        else:
            known[each["version"]] = each["data"]["number"]
    assert numbers == {"final": {1: 1, 5: 4}, "side table": {1: 1}}


@settings(max_examples=25)
@given(random_games(), STEPS)
def test_every_message_is_a_cloud_event(played: RandomGame, steps: int) -> None:
    for _ in range(steps):
        played.step()
    for entry in played.journal.feed():
        text = line(entry, "file:///games.db", played.journal.generations())
        sent = json.loads(text)
        assert sent == message(entry, "file:///games.db", played.journal.generations())
        assert "\n" not in text
        assert all(NAME.fullmatch(name) for name in sent)
        assert all(isinstance(sent[name], str) and sent[name] for name in sent.keys() - {"data", "version"})
        assert TIME.fullmatch(sent["time"])
        read = JSONFormat().read(CloudEvent, text)
        assert (read.get_id(), read.get_subject()) == (str(entry.id), "game")
        assert read.get_type() == f"dev.declarant.{entry.type}"
        assert read.get_time() == entry.time
        assert read.get_data() == json.loads(entry.body)


def test_an_event_in_an_old_shape_is_stated_in_the_present_one(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.db") as journal:
        log = journal.log("game")
        declarant.Game.start(["Ann", "Bob"], journal=journal)
        (first, *_) = journal.feed()
        old = json.loads(first.body)
        for name in ("names", "played", "format", "source"):
            del old[name]
        sent = message(first._replace(schema=1, body=json.dumps(old)), "x:y", journal.generations())
        assert sent["dataschema"] == f"urn:declarant:events:GameStarted:2:{schema_digest('GameStarted')}"
        assert sent["data"] == json.loads(first.body)
        assert log.version


# --- checkpoints -------------------------------------------------------------------------------------------------------


def test_the_feed_goes_on_after_a_checkpoint(games: Path) -> None:
    everything = printed(str(games))
    assert [each["id"] for each in everything] == ["1", "2", "3", "4", "5", "6"]
    for after in range(7):
        assert printed(str(games), "--after", str(after)) == everything[after:]


def test_in_python_it_is_an_iterator_with_a_checkpoint(games: Path) -> None:
    with declarant.feed(games) as feed:
        assert feed.checkpoint == 0
        first = next(feed)
        assert (first["id"], feed.checkpoint) == ("1", 1)
    again = declarant.feed(str(games), after=feed.checkpoint, source="urn:mine")
    rest = list(again)
    assert [each["id"] for each in rest] == ["2", "3", "4", "5", "6"]
    assert {each["source"] for each in rest} == {"urn:mine"}
    assert again.checkpoint == 6


def test_a_journal_that_is_open_can_be_fed_from(games: Path) -> None:
    with Journal.open(games) as journal:
        feed = declarant.feed(journal, after=5)
        assert next(feed)["source"] == "urn:declarant:journal"
        assert next(feed, None) is None
        journal.log("final").append(turns(9))
        assert [each["id"] for each in declarant.feed(journal, after=feed.checkpoint)] == ["7"]


@pytest.mark.parametrize("after", ["7", "-1", "first"])
def test_a_checkpoint_that_the_journal_has_not_come_to_is_refused(games: Path, after: str) -> None:
    result = CliRunner().invoke(app, ["feed", str(games), "--after", after])
    assert result.exit_code == 2
    assert result.stdout == ""


def test_a_damaged_entry_ends_the_feed_before_it(games: Path) -> None:
    import sqlite3

    with sqlite3.connect(games) as connection:
        connection.execute("UPDATE entries SET body = '{' WHERE id = 3")
    connection.close()
    result = CliRunner().invoke(app, ["feed", str(games)])
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    assert "entry 3" in result.stderr
    feed = declarant.feed(games)
    with pytest.raises(CorruptJournal):
        list(feed)
    assert feed.checkpoint == 2


# --- following ---------------------------------------------------------------------------------------------------------


def test_following_states_what_is_still_to_come_until_ctrl_c(games: Path) -> None:
    command = [sys.executable, "-m", "declarant", "feed", str(games), "--after", "5", "--follow"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert json.loads(process.stdout.readline())["id"] == "6"
        with Journal.open(games) as journal:
            journal.log("final").append([turn(7), Cut(to=0)])
        assert [json.loads(process.stdout.readline())["id"] for _ in range(2)] == ["7", "8"]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
        assert process.stderr.read() == b""


def test_a_json_lines_file_is_reported_but_not_followed(games: Path, tmp_path: Path) -> None:
    with Journal.open(games) as journal, (tmp_path / "games.jsonl").open("xb") as file:
        journal.export_jsonl(file)
    assert len(printed(str(tmp_path / "games.jsonl"))) == 6
    assert CliRunner().invoke(app, ["feed", str(tmp_path / "games.jsonl"), "--follow"]).exit_code == 2
    with pytest.raises(InvalidInput, match="to follow"):
        declarant.feed(tmp_path / "games.jsonl", follow=True)


WRITER = """
import sys
from declarant.events.journal.conformance import turns
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal

with Journal.open(sys.argv[1], "OFF") as journal:
    log = journal.log(sys.argv[2])
    for number in range(60):
        before = log.append(turns(*range(number % 7 + 1))).version
        if number % 5 == 4:
            log.append([*turns(0), Cut(to=before)])
"""


def test_nothing_is_left_out_or_out_of_order_while_writers_write(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Journal.open(path).close()
    names = [f"writer {number}" for number in range(3)]
    messages: list[dict[str, Any]] = []
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in names]
    # Stopped after every few messages and resumed, as a consumer that fails and comes back.
    checkpoint = 0
    while any(writer.poll() is None for writer in writers):
        with declarant.feed(path, after=checkpoint) as feed:
            messages += islice(feed, 23)
            checkpoint = feed.checkpoint
    messages += declarant.feed(path, after=checkpoint)
    assert [writer.wait() for writer in writers] == [0, 0, 0]

    assert [messages["id"] for messages in messages] == [str(number) for number in range(1, len(messages) + 1)]
    with Journal.open(path) as journal:
        assert len(messages) == journal.last_id()
        for name in names:
            versions = [each["version"] for each in messages if each["subject"] == name]
            assert versions == list(range(1, journal.log(name).version + 1))
