"""Where a game is kept: a journal and the log in it. A journal in memory is written only when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import groupby

from ..events.errors import InvalidInput
from ..events.journal.encoding import Item
from ..events.journal.journal import Journal
from ..events.journal.log import Log
from ..events.journal.origin import NOWHERE, Origin
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
        self._origins: list[tuple[datetime, Origin]] = []
        """When each entry that waits was recorded, and the command that it comes from."""
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

    @property
    def stream(self) -> str:
        """The name of the game."""
        return self.log.stream

    def written(self) -> tuple[Journal, Log]:
        """The journal and the log, with all that waits written. Raises what opening and appending raise."""
        if self._begun is None:
            self._begun = self._begin()
        journal, log = self._begun
        while self._waiting:
            (time, origin), alike = next(groupby(self._origins))
            together = len(list(alike))
            log.append(self._waiting[:together], time=time, origin=origin)
            del self._waiting[:together], self._origins[:together]
        return journal, log

    def write(self) -> None:
        """Write all that waits, which says whether it can be."""
        self.written()

    def append(self, items: Sequence[Item], version: int, time: datetime | None, origin: Origin = NOWHERE) -> int:
        """Append what was decided when the log was at that version; returns the version afterwards. Raises as `Log.append`."""
        if self._begun is None and self.in_memory and not observed():
            self._first = self._first if self._waiting else version
            self._waiting += items
            self._origins += [(time or datetime.now(UTC), origin)] * len(items)
            version += len(items)
            if version - self._first > MOST:
                self.written()
            return version
        return self.log.append(items, version, time, origin).version


class NoLog(LazyLog):
    """The log of a game that nobody records: what is appended is counted, and gone. Its state is as it would be otherwise."""

    def __init__(self) -> None:
        super().__init__(self._refuse, in_memory=True)

    @staticmethod
    def _refuse() -> tuple[Journal, Log]:
        raise InvalidInput("log", "a game that isn't recorded", "a game that was played or branched without record=False")

    @property
    def stream(self) -> str:
        """A game that isn't recorded has no name."""
        return ""

    def write(self) -> None:
        """Nothing is written."""

    def append(self, items: Sequence[Item], version: int, time: datetime | None, origin: Origin = NOWHERE) -> int:
        """Count what was decided."""
        return version + len(items)
