"""Goes through a journal entry by entry, cuts included, in linear time: the state before and after each entry, and what was taken
back.

The state is kept at the versions that cuts go back to, so that nothing is folded twice.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from ..events.catalogue import Event
from ..events.journal.cuts import Cut, CutAt, taken_back
from ..events.journal.encoding import Item
from ..events.journal.entry import Entry, cuts_among
from .state import State


class Folding(Protocol):
    """A state that events are folded into. A copy of it can be changed without changing it."""

    def copy(self) -> Self:
        """A copy to change."""
        ...

    def apply(self, event: Event, version: int, /) -> None:
        """Fold one event, which stands at that version of the log. Raises LookupError where it is about what isn't there."""
        ...


Folded = TypeVar("Folded", bound=Folding)


class Timeline(Generic[Folded]):
    """Goes through the entries of one game, in their order, and folds them into `now`, which is changed in place.

    `cuts`: the cuts among the entries, where they are known; otherwise a copy of the state is kept at every version that stands.
    Copies are made when the next entry comes: until then, `now` may still be changed.
    """

    def __init__(self, start: Folded, cuts: Iterable[CutAt] | None = None) -> None:
        self.now = start
        self._last_use = None if cuts is None else {back_to: cut for cut, back_to in cuts}
        self._kept: list[tuple[int, Folded]] = []
        self._version = 0

    def read(self, entry: Entry) -> Item:
        """Fold the next entry, and return what it holds. Raises CorruptJournal if it can't be read, or can't follow."""
        item = entry.item
        try:
            self.take(item, entry.version)
        except LookupError as error:
            raise entry.cannot_follow(error) from None
        return item

    def take(self, item: Item, version: int) -> None:
        """Fold an event, or go back to where a cut goes. Raises LookupError for one that can't follow those before it."""
        if self._last_use is None or self._version in self._last_use:
            self._kept.append((self._version, self.now.copy()))
        if isinstance(item, Cut):
            self.now = self._back_to(item.to, version)
        else:
            self.now.apply(item, version)
        self._version = version

    def _back_to(self, version: int, cut: int) -> Folded:
        while self._kept and self._kept[-1][0] > version:
            self._kept.pop()
        if not self._kept or self._kept[-1][0] != version:
            raise LookupError(f"version {version}")
        folded = self._kept[-1][1]
        if self._last_use is not None and self._last_use[version] <= cut:
            self._kept.pop()
            return folded
        return folded.copy()


class TakenBack:
    """What the cuts of a game took back."""

    def __init__(self, cuts: Sequence[CutAt]) -> None:
        self._ranges = taken_back(cuts)
        self._from = [first for first, _, _ in self._ranges]
        self._cuts = [cut for cut, _ in cuts]

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def by(self, version: int) -> int | None:
        """The version of the first cut that took back what stands at this one."""
        position = bisect_right(self._from, version)
        if position and self._ranges[position - 1][1] >= version:
            return self._ranges[position - 1][2]
        return None

    def events(self) -> dict[int, int]:
        """Version of a cut → how many events it was the first to take back."""
        events: dict[int, int] = {}
        for first, last, by in self._ranges:
            cuts_among = bisect_right(self._cuts, last) - bisect_left(self._cuts, first)
            events[by] = events.get(by, 0) + last - first + 1 - cuts_among
        return events


class TimelineEntry(NamedTuple):
    """An entry, what it holds, the states before and after it (neither is to be changed), and the first cut that took it back."""

    entry: Entry
    item: Item
    before: State
    after: State
    taken_back_by: int | None


def timeline(entries: Sequence[Entry]) -> Iterator[TimelineEntry]:
    """Every entry of a game from its first on, what is taken back included. Raises CorruptJournal, after the entries before."""
    cuts = cuts_among(entries)
    taken = TakenBack(cuts)
    going = Timeline(State(), cuts)
    before = going.now.copy()
    for entry in entries:
        item = going.read(entry)
        after = going.now.copy()
        yield TimelineEntry(entry, item, before, after, taken.by(entry.version))
        before = after
