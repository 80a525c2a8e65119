"""A journal entry by entry, cuts included, in linear time: the state before and after each entry, and what was taken back.

States are kept at the versions that cuts go back to, so that nothing is folded twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from ..events.journal.cuts import Cut, CutAt, taken_back
from ..events.journal.encoding import Item
from ..events.journal.entry import Entry
from .state import State


class Copied(Protocol):
    """Something folded, which can be copied to be changed without changing the first."""

    def copy(self) -> Self:
        """A copy to change."""
        ...


Folded = TypeVar("Folded", bound=Copied)


class Rewinding(Generic[Folded]):
    """Keeps what is folded at the versions that these cuts go back to, no longer than they need it."""

    def __init__(self, cuts: Iterable[CutAt], start: Folded) -> None:
        self._uses: dict[int, int] = {}
        for _, back_to in cuts:
            self._uses[back_to] = self._uses.get(back_to, 0) + 1
        self._kept: dict[int, Folded] = {}
        self.keep(0, start)

    def __contains__(self, version: int) -> bool:
        """Whether a cut goes back to that version."""
        return version in self._uses

    def keep(self, version: int, folded: Folded) -> None:
        """Tell what is folded after the entry of that version; what no cut goes back to isn't kept."""
        if version in self._uses:
            self._kept[version] = folded.copy()

    def back_to(self, version: int) -> Folded:
        """What was folded then, to go on with. Raises LookupError for a version that no cut was to go back to."""
        self._uses[version] -= 1
        return self._kept[version].copy() if self._uses[version] else self._kept.pop(version)


class Moment(NamedTuple):
    """An entry, what it holds, and the states before and after it, neither of which is to be changed."""

    entry: Entry
    item: Item
    before: State
    after: State


class Timeline:
    """Goes through the entries of one game, in their order.

    `cuts`: those among the entries, where they are known; else the state is kept at every version that stands.
    """

    def __init__(self, cuts: Iterable[CutAt] | None = None) -> None:
        self._wanted = None if cuts is None else {back_to for _, back_to in cuts}
        self.state = State()
        self._kept: list[tuple[int, State]] = [(0, self.state)]

    def read(self, entry: Entry) -> Moment:
        """The next entry. Raises CorruptJournal for one that can't be read, or can't follow those before it."""
        item, before = entry.item, self.state
        try:
            if isinstance(item, Cut):
                self.state = self._back_to(item.to)
            else:
                after = before.copy()
                after.apply(item, entry.version)
                self.state = after
        except LookupError as error:
            raise entry.cannot_follow(error) from None
        if self._wanted is None or entry.version in self._wanted:
            self._kept.append((entry.version, self.state))
        return Moment(entry, item, before, self.state)

    def _back_to(self, version: int) -> State:
        while self._kept[-1][0] > version:
            self._kept.pop()
        found, state = self._kept[-1]
        if found != version:
            raise LookupError(f"version {version}")
        return state


def timeline(entries: Sequence[Entry]) -> Iterator[Moment]:
    """Every entry of a game from its first on, what is taken back included. Raises CorruptJournal, after the entries before."""
    going = Timeline([(entry.version, cut.to) for entry in entries if entry.is_cut and isinstance(cut := entry.item, Cut)])
    return map(going.read, entries)


def taken_back_by(entries: Iterable[Entry]) -> dict[int, int]:
    """The versions that were taken back, each with that of the first cut that did it."""
    cuts = [(entry.version, cut.to) for entry in entries if entry.is_cut and isinstance(cut := entry.item, Cut)]
    return {version: by for first, last, by in taken_back(cuts) for version in range(first, last + 1)}
