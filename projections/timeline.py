"""Folding a journal entry by entry, cuts included: what was folded is kept at the versions that cuts will go back to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Protocol, Self, TypeVar

from ..events.journal.cuts import CutAt


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
