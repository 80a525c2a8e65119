"""Cuts: how a log goes back to an earlier version, and what of it then still stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Annotated

from pydantic import Field

from ..model import Model
from ..ruling import Ruling

CutAt = tuple[int, int]
"""The version of a cut, and the version that it goes back to."""


class Cut(Model):
    """The log goes back to what it was at version `to`; `ruling` says why. What it takes back stays in the journal."""

    to: Annotated[int, Field(ge=0)]
    ruling: Ruling | None = None


LastCut = Callable[[int, int], CutAt | None]
"""From the first and the last version, both inclusive, to the last cut between them; None if there is none."""


def last_of(cuts: Sequence[CutAt], first: int, last: int) -> CutAt | None:
    """The last of these cuts from one version to another, both inclusive."""
    position = bisect_right(cuts, (last, last))  # a cut goes back to less than its own version
    return cuts[position - 1] if position and cuts[position - 1][0] >= first else None


def standing(last_cut: LastCut, first: int, last: int) -> Iterator[CutAt]:
    """The cuts from version `first` to `last` that no cut up to `last` took back, from the last to the first.

    What was taken back is passed over, however much it is.
    """
    while last >= first and (cut := last_cut(first, last)):
        yield cut
        last = cut[1]


def surviving(cuts: Sequence[CutAt], first: int, last: int) -> list[tuple[int, int]]:
    """The ranges of versions from `first` to `last`, both inclusive, that no cut up to `last` took back.

    There is no cut in these ranges, and they are in order.
    """
    ranges: list[tuple[int, int]] = []
    for cut, back_to in standing(partial(last_of, cuts), first, last):
        if cut < last:
            ranges.append((cut + 1, last))
        last = back_to
    if first <= last:
        ranges.append((first, last))
    ranges.reverse()
    return ranges


def taken_back(cuts: Iterable[CutAt]) -> list[tuple[int, int, int]]:
    """The ranges of versions that these cuts took back, in order, each with the version of the first one that did.

    A cut that a later one took back lies in the later one's range.
    """
    gone: list[tuple[int, int, int]] = []
    stand: list[tuple[int, int]] = []
    next_version = 1
    for cut, back_to in cuts:
        stand.append((next_version, cut - 1))
        next_version = cut
        while stand and stand[-1][1] > back_to:
            first, end = stand.pop()
            if first <= back_to:
                stand.append((first, back_to))
            gone.append((max(first, back_to + 1), end, cut))
    return sorted(gone)


def check_cut(to: int, version: int, cuts: Iterable[CutAt]) -> None:
    """Check that the entry of that version can cut the log back to `to`, after these cuts.

    The cuts after `to` that stand are enough: a log can't go back into what was taken back, so that whatever was taken
    back after `to` was taken back by one of them.

    Raises:
        ValueError: `to` isn't earlier, or was itself taken back. The message says what is allowed.
    """
    if not 0 <= to < version:
        raise ValueError(f"a cut goes back to a version from 0 to {version - 1}, not to {to}")
    for cut, back_to in cuts:
        if back_to < to < cut:
            raise ValueError(f"a cut can't go back to {to}, for the cut at {cut} took back {back_to + 1} to {cut - 1}")
