"""Derivations: which phrase or rule read which words, what they mean by it, and what was read inside."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple


class Derivation(NamedTuple):
    """How words were read: by which phrase or rule, from which token to which (exclusive), what they mean, and the derivations
    inside. One with none inside is a leaf: words that were compared, or passed over (`phrase` is why)."""

    phrase: str
    start: int
    end: int
    value: Any = None
    inside: tuple[Derivation, ...] = ()


WORDS = "words"
"""The phrase of a leaf whose words were compared."""


def leaves(derivations: Iterable[Derivation]) -> Iterator[Derivation]:
    """The leaves of derivations, in the order of the words."""
    for each in derivations:
        if each.inside:
            yield from leaves(each.inside)
        else:
            yield each


def values_of(derivations: Iterable[Derivation]) -> Iterator[Derivation]:
    """The derivations that mean something, those within others too."""
    for each in derivations:
        if each.value is not None:
            yield each
        yield from values_of(each.inside)
