"""The frame of a log: which lines are blocks, whatever stands between them."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from arena.logs import Log, creature
from declarant.events.errors import InvalidInput
from declarant.tools.arena import framing
from declarant.tools.arena.framing import LogBlock, blocks, followed, lines, opened

MARK = b"[UnityCrossThreadLogger]"
SERVER = MARK + b"2/22/2026 12:54:11 PM: Match to X: GreToClientEvent\n"


def framed(content: bytes) -> list[LogBlock]:
    return list(blocks(lines(io.BytesIO(content))))


def test_what_the_server_says_is_the_line_after_its_header() -> None:
    assert framed(b"noise\n" + SERVER + b'{"a": 1}\nmore noise\n') == [LogBlock("server", 3, b'{"a": 1}')]


def test_what_the_client_says_goes_on_to_a_line_that_is_just_a_brace() -> None:
    header = MARK + b"2/22/2026 12:54:11 PM: X to Match: ClientToGremessage\r\n"
    assert framed(header + b'{\r\n  "a": {\r\n  }\r\n}\r\nat Trace.of(Stack)\r\n') == [
        LogBlock("client", 2, b'{\r\n  "a": {\r\n  }\r\n}\r\n')
    ]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_both_ends_of_lines_are_accepted_in_one_log(end: bytes) -> None:
    assert [block.body for block in framed(SERVER + b"{}\r\n" + SERVER.rstrip() + end + b"{ }" + end)] == [b"{}", b"{ }"]


@pytest.mark.parametrize("way", [b"X to Match", b"Match to X"])
def test_of_another_kind_between_client_and_match_the_name_is_reported(way: bytes) -> None:
    found = framed(MARK + b"2/22/2026 12:54:11 PM: " + way + b": ClientToGreuimessage\n{}\n")
    assert found == [LogBlock("unread", 1, b"ClientToGreuimessage")]


def test_a_message_that_arena_left_out_is_reported() -> None:
    assert [block.kind for block in framed(Log().left_out().content)] == ["detailed logs", "left out"]


def test_a_block_that_another_one_interrupts_is_passed_over() -> None:
    assert [block.body for block in framed(SERVER + SERVER + b"{}\n")] == [b"{}"]


def test_a_block_that_the_end_of_the_log_cuts_off_is_passed_over() -> None:
    assert not framed(MARK + b"x: ClientToGremessage\n{\n  1,\n")


def test_detailed_logs_are_on_or_off() -> None:
    assert framed(b"DETAILED LOGS: DISABLED\r\n") == [LogBlock("detailed logs", 1, b"DISABLED")]


def test_a_line_that_is_too_long_is_passed_over_and_the_next_one_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "LINE_LIMIT", 100)
    found = framed(SERVER + b'{"a": "' + b"x" * 1000 + b'"}\n' + SERVER + b"{}\n")
    assert found == [LogBlock("too long", 2, b""), LogBlock("server", 4, b"{}")]


def test_a_block_of_too_many_lines_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(framing, "LINE_LIMIT", 100)
    found = framed(MARK + b"x: ClientToGremessage\n{\n" + b'  "a": 1,\n' * 50 + b"}\n" + SERVER + b"{}\n")
    assert [block.kind for block in found] == ["too long", "server"]


def test_a_log_may_be_packed(tmp_path: Path) -> None:
    packed = tmp_path / "Player.log.gz"
    packed.write_bytes(gzip.compress(SERVER + b"{}\n"))
    with opened(packed) as (found, position):
        assert [block.body for block in blocks(found)] == [b"{}"]
        assert position() == packed.stat().st_size


def test_a_packed_log_that_is_cut_off_is_refused_after_what_can_be_read(tmp_path: Path) -> None:
    packed = tmp_path / "Player.log.gz"
    packed.write_bytes(gzip.compress(SERVER + b"{}\n" * 100_000)[:-20])
    with pytest.raises(InvalidInput, match="allowed: a log that can be read"), opened(packed) as (found, _):
        list(blocks(found))


def test_a_log_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="No such file"), opened(tmp_path / "Player.log") as (found, _):
        list(found)


class Writing:
    """Writes the next part of a log each time there is nothing left to read, and ends after the last."""

    def __init__(self, path: Path, *parts: bytes | None) -> None:
        self.path = path
        self.parts = list(parts)

    def __call__(self) -> bool:
        if not self.parts:
            return False
        if (part := self.parts.pop(0)) is None:
            self.path.write_bytes(b"")
        else:
            with self.path.open("ab") as file:
                file.write(part)
        return True


def test_a_log_is_followed_while_it_is_written_and_a_line_reported_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "Player.log"
    path.write_bytes(b"one\n")
    assert list(followed(path, Writing(path, b"tw", b"o\nthr", b"ee\n"))) == [b"one\n", b"two\n", b"three\n"]


def test_a_log_that_is_begun_anew_is_followed_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "Player.log"
    path.write_bytes(b"before\n")
    assert list(followed(path, Writing(path, None, b"after\n"))) == [b"before\n", b"after\n"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_copy_in_utf_16_is_read_as_the_log_is(encoding: str, packed: bool, tmp_path: Path) -> None:
    written = Log().full(creature(301, 1, name="Éowyn 🐂")).content.replace(b"ENABLED", "ENABLED \u2028\x0b\x85".encode())
    copied = f"\ufeff{written.decode()}".encode(encoding)
    (tmp_path / "copy.log").write_bytes(gzip.compress(copied) if packed else copied)
    with opened(tmp_path / "copy.log") as (lines, _):
        assert b"".join(lines) == written


@pytest.mark.parametrize("cut", [1, 2, 3, 4_001])
def test_a_copy_in_utf_16_that_is_cut_anywhere_is_read_up_to_there(cut: int, tmp_path: Path) -> None:
    copied = f"\ufeff{Log().full(creature(301, 1)).content.decode()}".encode("utf-16-le")
    (tmp_path / "copy.log").write_bytes(copied[:cut])
    with opened(tmp_path / "copy.log") as (lines, _):
        list(blocks(lines))
