"""Long work on one thing is reported on standard error while it goes on: which, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread
from time import monotonic, sleep

PATIENCE = 5.0
"""Seconds after which work on one thing is reported."""
POLL = 0.25


@dataclass(slots=True)
class _At:
    what: str
    since: float = field(default_factory=monotonic)
    reported: bool = False


class _Watch:
    """One thread for the whole process, which looks now and then what is being done."""

    def __init__(self) -> None:
        self.now: _At | None = None
        self._thread: Thread | None = None

    def begin(self, what: str) -> None:
        self.now = _At(what)
        if self._thread is None:
            self._thread = Thread(target=self._look, daemon=True)
            self._thread.start()

    def _look(self) -> None:
        from .diagnostics import log_progress

        while True:
            sleep(POLL)
            now = self.now
            if now is not None and not now.reported and monotonic() - now.since >= PATIENCE:
                now.reported = True
                log_progress(f"{now.what}: takes longer than {PATIENCE:g} s; --budget or --seconds limits that", where=now.what)


_WATCH = _Watch()


@contextmanager
def watched(what: str) -> Iterator[None]:
    """Report it if this goes on for long."""
    _WATCH.begin(what)
    try:
        yield
    finally:
        _WATCH.now = None
