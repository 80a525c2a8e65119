"""Games that many follow, and a server that can open no more files."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep

import pytest
from declarant.events.journal.conformance import turns
from declarant.events.journal.journal import Journal
from declarant.tools.serve.app import Server, named
from declarant.tools.serve.exchange import JournalFailed
from declarant.tools.serve.followed import Followed


def test_however_many_follow_the_journal_is_open_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Journal.open(path) as journal:
        journal.log("final").append(turns(1, 2))
    opened: list[str] = []

    @contextmanager
    def opening() -> Iterator[Journal]:
        opened.append("opened")
        with Journal.open(path, read_only=True) as journal:
            yield journal
        opened.append("closed")

    followed = Followed()
    with ExitStack() as many:
        for _ in range(500):
            many.enter_context(followed.by_one_more(opening))
            assert followed.version("final") == 2
        assert opened == ["opened"]
    assert opened == ["opened", "closed"]


def test_a_journal_that_cant_be_read_is_reported_without_its_path(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    for content in (None, b"no journal", b"SQLite format 3\0" + b"x" * 5_000):
        if content is not None:
            path.write_bytes(content)
        for journal in (str(path), f"sqlite:///{path}", os.path.relpath(path)):
            with pytest.raises(JournalFailed) as raised:
                Server(journal).listed()
            assert "games.db" in str(raised.value)
            assert str(tmp_path) not in str(raised.value) and tmp_path.name not in str(raised.value)


def test_a_path_is_named_wherever_it_stands() -> None:
    assert named("/srv/data/games.db-wal: gone; /srv/data/games.db", "/srv/data/games.db") == "games.db-wal: gone; games.db"


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX")
def test_more_connections_than_files_fill_no_log_and_end(tmp_path: Path) -> None:
    import resource

    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = free.getsockname()
    command = [sys.executable, "-m", "declarant", "serve", "--port", str(address[1])]
    log = tmp_path / "log"
    with (
        log.open("wb") as file,
        subprocess.Popen(command, preexec_fn=few, stdout=subprocess.DEVNULL, stderr=file) as server,
    ):
        try:
            while True:
                try:
                    socket.create_connection(address).close()
                    break
                except ConnectionRefusedError:
                    assert server.poll() is None
                    sleep(0.1)
            held = [socket.create_connection(address) for _ in range(400)]
            for each in held:
                each.close()
            with socket.create_connection(address, timeout=120) as asking:
                asking.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                assert asking.recv(12) == b"HTTP/1.1 200"
        finally:
            server.terminate()
    assert log.stat().st_size < 100_000
