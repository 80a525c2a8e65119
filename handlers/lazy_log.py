"""Where a game is kept: a journal and the log in it. A journal in memory is written only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import groupby

from ..events.journal.encoding import Item
from ..events.journal.journal import Journal
from ..events.journal.log import Log
from ..events.telemetry import observed

MOST = 1_000
"""How many entries wait at most."""


class LazyLog:
    """The journal and the log of a game.

    `begin` opens both, with the entries that the game begins with. `in_memory`: nobody else can see them before somebody asks for
    them, so that entries wait until then and aren't encoded before. Their times, versions and digests are the same as without.
    """

    def __init__(self, begin: Callable[[], tuple[Journal, Log]], in_memory: bool) -> None:
        self._begin = begin
        self.in_memory = in_memory
        self._begun: tuple[Journal, Log] | None = None
        self._waiting: list[Item] = []
        self._times: list[datetime] = []
        """When each entry that waits was recorded."""
        self._first = 0
        """The version before the first entry that waits."""

    @property
    def journal(self) -> Journal:
        """The journal that keeps the game."""
        return self.written()[0]

    @property
    def log(self) -> Log:
        """The history of the game."""
        return self.written()[1]

    def written(self) -> tuple[Journal, Log]:
        """The journal and the log, with all that waits written. Raises what opening and appending raise."""
        if self._begun is None:
            self._begun = self._begin()
        journal, log = self._begun
        while self._waiting:
            time, alike = next(groupby(self._times))
            together = len(list(alike))
            log.append(self._waiting[:together], time=time)
            del self._waiting[:together], self._times[:together]
        return journal, log

    def append(self, items: Sequence[Item], version: int, time: datetime | None) -> int:
        """Append what was decided when the log was at that version; returns the version afterwards. Raises as `Log.append`."""
        if self._begun is None and self.in_memory and not observed():
            self._first = self._first if self._waiting else version
            self._waiting += items
            self._times += [time or datetime.now(UTC)] * len(items)
            version += len(items)
            if version - self._first > MOST:
                self.written()
            return version
        return self.log.append(items, version, time).version
