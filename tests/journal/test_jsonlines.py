"""JSON Lines: what is exported comes back to the letter, and nothing else gets in."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from io import BytesIO
from pathlib import Path

import pytest
from declarant import Game
from declarant.events.errors import CorruptJournal, InvalidInput, JournalConflict
from declarant.events.journal.chain import digest
from declarant.events.journal.conformance import OTHER, RULING, STREAM, history, turn, turns
from declarant.events.journal.cuts import Cut
from declarant.events.journal.journal import Journal
from declarant.events.journal.stores import jsonlines
from declarant.events.journal.stores.jsonlines import format_line
from declarant.events.journal.stores.store import Store


def exported(journal: Journal) -> bytes:
    file = BytesIO()
    journal.export_jsonl(file)
    return file.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """An exported journal: three events, a cut and an event in one stream, and one event in another."""
    with Journal.open("memory://") as journal:
        journal.log(STREAM).append([*turns(1, 2, 3), Cut(to=1, ruling=RULING)])
        journal.log(OTHER).append(turns(1))
        journal.log(STREAM).append(turns(5))
        (tmp_path / "journal.jsonl").write_bytes(exported(journal))
    return tmp_path / "journal.jsonl"


def forged(number: int, previous: str = "", **changes: object) -> bytes:
    """The line of an entry with these fields, and a digest that fits them."""
    with Journal.open("memory://") as journal:
        journal.log(STREAM).append(turns(number))
        entry = next(journal.feed())._replace(**changes)  # type: ignore[arg-type]
    return format_line(entry._replace(digest=digest(previous, entry[1:7])))


@pytest.mark.parametrize("url", ["memory://", "sqlite:///{}/imported.db"])
def test_what_was_imported_is_exported_to_the_letter(path: Path, tmp_path: Path, url: str) -> None:
    with Journal.open(url.format(tmp_path)) as journal:
        assert journal.import_jsonl(path) == 6
        journal.verify()
        assert exported(journal) == path.read_bytes()
        assert history(journal.log(STREAM)) == [(1, 1), (5, 5)]
        assert journal.log(STREAM).append(turns(6), expected_version=5).version == 6
        journal.verify()


def test_a_file_opened_to_read_shows_the_same_journal(path: Path) -> None:
    with Journal.open(path) as journal:
        assert history(journal.log(STREAM)) == [(1, 1), (5, 5)]
        assert journal.log(STREAM).rewound()[0].ruling == RULING
        assert [entry.id for entry in journal.feed()] == [1, 2, 3, 4, 5, 6]


def test_a_file_opened_to_read_refuses_to_append(path: Path) -> None:
    before = path.read_bytes()
    with Journal.open(path) as journal:
        with pytest.raises(InvalidInput, match="only read"):
            journal.log(STREAM).append(turns(6))
        with pytest.raises(InvalidInput, match="only read"):
            journal.import_jsonl(path)
    assert path.read_bytes() == before


def test_an_empty_journal_is_exported_and_imported(tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_bytes(exported(Journal.open("memory://")))
    assert Journal.open("memory://").import_jsonl(path) == 0


def test_a_stream_that_is_there_is_not_imported_again(path: Path) -> None:
    with Journal.open("memory://") as journal:
        journal.log(OTHER).append(turns(1, 2))
        with pytest.raises(JournalConflict, match="expected version 0, but it is at 2"):
            journal.import_jsonl(path)
        assert journal.streams() == [OTHER]


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_reported(tmp_path: Path, name: str) -> None:
    with pytest.raises(InvalidInput, match="a file that can be read"):
        Journal.open("memory://").import_jsonl(tmp_path / name)


def replace_line(number: int, line: bytes) -> Callable[[bytes], bytes]:
    def damage(data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        lines[number - 1] = line
        return b"".join(lines)

    return damage


def altered(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(old, new)


DAMAGES: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "an event altered": (altered(b'"number":2}', b'"number":9}'), 2, "digest"),
    "a digest altered": (altered(b'"digest":"', b'"digest":"0'), 1, "digest"),
    "a ruling altered": (altered(b"the elf is tapped", b"the elf is asleep"), 4, "digest"),
    "a line left out": (lambda data: b"".join(data.splitlines(keepends=True)[1:]), 1, "expected version 1"),
    "a line twice": (lambda data: data.splitlines(keepends=True)[0] + data, 2, "expected version 2"),
    "cut within a line": (lambda data: data[: data.index(b'"number":3')], 3, "cut short"),
    "cut within a header": (lambda data: data[:30], 1, "cut short"),
    "cut at the end of a line": (lambda data: b"".join(data.splitlines(keepends=True)[:3]), 4, "cut short"),
    "cut before the last newline": (lambda data: data[:-1], 7, "cut short"),
    "empty": (lambda data: b"", 1, "cut short"),
    "something after the end": (lambda data: data + b"\n", 7, "cut short"),
    "a wrong count": (altered(b'{"entries":6}', b'{"entries":5}'), 7, "cut short"),
    "not JSON": (replace_line(2, b"Hello\n"), 2, "isn't one of an entry"),
    "not JSON in its header": (replace_line(2, b'{"stream":oops,"body":{}}\n'), 2, "expected"),
    "not UTF-8": (altered(b'"number":2}', b'"number":"\xff"}'), 2, "utf-8"),
    "a header that is no object": (replace_line(2, b'[1,"body":{}}\n'), 2, "expected"),
    "a header without digest": (altered(b'"digest"', b'"digits"'), 1, "written as entries are"),
    "a header with a field twice": (altered(b'{"stream"', b'{"schema":1,"stream"'), 1, "written as entries are"),
    "blanks": (altered(b'"version":2,', b'"version": 2,'), 2, "written as entries are"),
    "Windows line ends": (altered(b"\n", b"\r\n"), 1, "cut short"),
    "a version that is no number": (altered(b'"version":1,', b'"version":"1",'), 1, "written as entries are"),
    "a number of another kind": (altered(b'"version":1,', b'"version":true,'), 1, "written as entries are"),
    "a very deep body": (
        replace_line(1, forged(1, body='{"player":' + "[" * 10**6 + "]" * 10**6 + "}")),
        1,
        "recursion",
    ),
    "a very deep header": (replace_line(1, b'{"stream":' + b"[" * 10**6 + b',"body":{}}\n'), 1, "recursion"),
    "a body that is no object": (replace_line(1, forged(1, body="17")), 1, "object"),
    "a body of another type": (replace_line(1, forged(1, type="StepBegan")), 1, "type: "),
    "a body with a field too many": (replace_line(1, forged(1, body='{"player":"Ann","number":1,"x":1}')), 1, "x: "),
    "a type that is unknown": (replace_line(1, forged(1, type="Nonsense")), 1, "unknown type 'Nonsense'"),
    "a schema that is newer": (replace_line(1, forged(1, schema=2**80)), 1, "known up to 1"),
    "a version that is too large": (replace_line(1, forged(1, version=2**80)), 1, "expected version 1"),
    "a stream without a name": (replace_line(1, forged(1, stream="")), 1, "printable"),
    "a stream with a line feed": (replace_line(1, forged(1, stream="a\nb")), 1, "printable"),
    "a time without a zone": (replace_line(1, forged(1, recorded="2026-01-01T00:00:00.000000")), 1, "time"),
    "a time that is none": (replace_line(1, forged(1, recorded="noon")), 1, "noon"),
    "a cut that goes forward": (replace_line(1, forged(1, type="Cut", body='{"to":1,"ruling":null}')), 1, "0 to 0"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_whole_and_names_the_line(path: Path, damage: str) -> None:
    change, line, reason = DAMAGES[damage]
    before = path.read_bytes()
    path.write_bytes(change(before))
    assert path.read_bytes() != before
    with Journal.open("memory://") as journal:
        journal.log("mine").append(turns(1))
        with pytest.raises(CorruptJournal) as caught:
            journal.import_jsonl(path)
        assert caught.value.entry == f"{path}, line {line}"
        assert reason in caught.value.reason
        assert len(caught.value.reason) < 300
        assert journal.streams() == ["mine"]
        assert journal.log("mine").append(turns(2)).version == 2


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_can_be_read_up_to_the_damage(path: Path, damage: str) -> None:
    change, line, _ = DAMAGES[damage]
    path.write_bytes(change(path.read_bytes()))
    with Journal.open(path) as journal:
        with pytest.raises(CorruptJournal):
            journal.verify()
        entries, error = journal.valid_prefix(STREAM)
        assert [entry.id for entry in entries] == [n for n in range(1, line) if n != 5][: len(entries)]
        assert len(entries) >= min(line - 1, 4) - ("twice" in damage)
        assert error is not None


def test_the_version_of_a_log_is_not_reported_if_the_file_is_cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-20])
    with Journal.open(path) as journal:
        with pytest.raises(CorruptJournal, match="line 6"):
            _ = journal.log(STREAM).version
        with pytest.raises(CorruptJournal, match="line 6"):
            journal.log(STREAM).events()
        entries = journal.entries(STREAM)
        assert next(entries).item == turn(1)
        with pytest.raises(CorruptJournal, match="line 6"):
            list(entries)


def test_a_line_that_is_too_long_is_refused_before_it_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "LINE_LIMIT", 1000)
    path.write_bytes(b" " * 5000)
    with pytest.raises(CorruptJournal, match="line 1: longer than 1000 bytes"):
        Journal.open("memory://").import_jsonl(path)


def test_an_event_too_long_to_be_exchanged_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("declarant.events.journal.encoding.BODY_LIMIT", 40)
    with Journal.open("memory://") as journal, pytest.raises(InvalidInput, match="at most 40"):
        journal.log(STREAM).append(turns(1))


READING = {"head", "heads", "read", "chunks", "cuts", "last_cut", "version_at", "feed", "last_id", "streams", "check", "close"}
READING |= {"generations", "subscriptions", "states", "served", "named"}
WRITING = sorted(name for name in vars(Store) if not name.startswith("_") and name not in {*READING, "insert"})
"""All that changes a store, or waits for changes; what is inserted is so within `writing`."""


@pytest.mark.parametrize("name", WRITING)
def test_nothing_that_changes_a_store_succeeds(path: Path, name: str) -> None:
    store = jsonlines.JsonLinesStore(path)
    method = getattr(store, name)
    with pytest.raises(InvalidInput, match="which is only read"):
        method(*("1" for _ in signature(method).parameters))


def test_no_player_is_erased_from_a_file_that_is_only_read(tmp_path: Path) -> None:
    with Journal.open("memory://", names_apart=True) as journal, (tmp_path / "games.jsonl").open("wb") as file:
        Game.start(["Kunigunde", "Bob"], journal=journal, rules="2024-06-07")
        journal.export_jsonl(file)
    with Journal.open(tmp_path / "games.jsonl") as journal, pytest.raises(InvalidInput, match="which is only read"):
        journal.erase("Kunigunde")
    assert b"Kunigunde" in (tmp_path / "games.jsonl").read_bytes()
