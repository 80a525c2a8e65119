"""The games that are followed: however many follow them, the journal is open once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from time import monotonic

from ...events.journal.journal import Journal

LOOK = 0.25
"""Seconds for which a version that was looked up counts for everybody."""


class Followed:
    """The versions of games, read by the event loop of a server for all who follow them."""

    def __init__(self) -> None:
        self._followers = 0
        self._opened = ExitStack()
        self._journal: Journal | None = None
        self._versions: dict[str, tuple[float, int]] = {}

    @contextmanager
    def by_one_more(self, opened: Callable[[], AbstractContextManager[Journal]]) -> Iterator[None]:
        """While somebody follows: the first one opens the journal, the last one closes it. Raises what opening raises."""
        if self._journal is None:
            self._journal = self._opened.enter_context(opened())
        self._followers += 1
        try:
            yield
        finally:
            self._followers -= 1
            if not self._followers:
                self._journal = None
                self._versions.clear()
                self._opened.close()

    def version(self, stream: str) -> int:
        """The version of a game."""
        assert self._journal is not None, "somebody follows"
        looked, version = self._versions.get(stream, (0.0, 0))
        if monotonic() - looked > LOOK:
            version = self._journal.log(stream).version
            self._versions[stream] = monotonic(), version
        return version
