"""Many things done at once, by the cores of this machine or of others: one seam, behind which nobody knows who does it.

What is done is a function of the package and an item, both of which can be pickled. Results come in the order of the items,
whoever is done first, so that what is made of them is the same whatever does it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol, TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


class Executor(Protocol):
    """Does the same with many items."""

    def map(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> Iterator[ResultT]:
        """The results in the order of the items, which are taken as they are needed.

        Raises what the function raises, in its place; DeclarantError where a worker that does an item ends each time.
        """
        ...


def pieces(items: Iterable[ItemT], size: int) -> Iterator[tuple[ItemT, ...]]:
    """The items, so many together: enough for a worker to be worth its while."""
    remaining = iter(items)
    while piece := tuple(islice(remaining, size)):
        yield piece


class Here:
    """Does them one after the other, in this process."""

    def map(self, function: Callable[[ItemT], ResultT], items: Iterable[ItemT]) -> Iterator[ResultT]:
        """As `Executor` says."""
        return map(function, items)
