"""Named subscriptions: a journal keeps, for a consumer that it knows by name, up to where that one is done.

One process at a time reads under a name: it claims the name, reads a batch, and when it is done with that, sets the checkpoint
and lets go, so that another may take the next batch. Where one fails, or ends without a word, the batch is read again: every
entry comes at least once, in order, and its id says whether it came before.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from uuid import uuid4

from ..errors import DeclarantError, InvalidInput
from ..misuse import explains_misuse, must_be
from .entry import Entry
from .journal import Journal, check_name

BATCH = 100
"""How many entries are read at once, and come again if their consumer fails."""

LEASE = 120.0
"""For how many seconds a name is claimed. Who takes longer over a batch may find that another has begun it, too."""

POLL = 0.5
"""Seconds between two looks for new entries, or for the name being free."""


@explains_misuse
class Subscriber:
    """A process that reads the entries of a journal under a name."""

    def __init__(self, journal: Journal, name: str, *, batch: int = BATCH, lease: float = LEASE) -> None:
        """`batch`: how many entries at once; `lease`: in seconds. Raises InvalidInput for a name that can't be used."""
        must_be(Journal, journal)
        must_be(int, batch)
        must_be((int, float), lease)
        check_name("subscription", name)
        self._journal = journal
        self._name = name
        self._batch = batch
        self._lease = lease
        self._holder = f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex}"
        self._claimed: int | None = None

    def batches(
        self, follow: bool = False, poll: float = POLL, idle: Callable[[], object] = lambda: None, until: int | None = None
    ) -> Iterator[list[Entry]]:
        """What comes after the checkpoint, until there is no more or an id is reached or, following, for ever.

        Who asks for the next batch is done with the one before. While another process holds the name, it is waited for. `idle` is
        called before each wait.

        Raises:
            CorruptJournal: an entry can't be read; after the batches before it.
            DeclarantError: another process has taken over, for this one took longer than its lease.
        """
        if until is not None and not isinstance(until, int):
            raise InvalidInput("Subscriber.batches: until", repr(until)[:60], "the id of an entry")
        try:
            while True:
                after = self._claim()
                if after is None:
                    idle()
                    self._journal.wait(min(poll, POLL))
                    continue
                if entries := list(self._journal.feed(after, self._batch)):
                    yield entries
                    self.done(entries[-1].id)
                    if until is not None and until <= entries[-1].id:
                        return
                    continue
                self.done(after)
                if not follow:
                    return
                idle()
                self._journal.wait(poll)
        finally:
            if self._claimed is not None:
                self._journal.release(self._name, self._holder, self._claimed)

    def done(self, id: int) -> None:
        """Set the checkpoint, and let others read under the name."""
        held = self._release(id)
        self._claimed = None
        if not held:
            lost = f"another process reads it, for a batch took over {self._lease:g} s"
            raise DeclarantError(f"subscription {self._name!r}: {lost}")

    def _release(self, id: int) -> bool:
        return self._journal.release(self._name, self._holder, id)

    def _claim(self) -> int | None:
        self._claimed = self._journal.claim(self._name, self._holder, self._lease)
        if self._claimed is None:
            self._let_go_of_the_dead()
        return self._claimed

    def _let_go_of_the_dead(self) -> None:
        """Release the name where a process of this machine holds it that has ended."""
        for each in self._journal.subscriptions():
            if each.name == self._name and each.holder and _has_ended(each.holder):
                self._journal.release(self._name, each.holder, each.checkpoint)


def _has_ended(holder: str) -> bool:
    host, process, _ = holder.rsplit("/", 2)
    if host != socket.gethostname() or not process.isdecimal():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False
