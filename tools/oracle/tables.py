"""Word lists, written as text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def listed(text: str) -> tuple[str, ...]:
    """The phrases of a text, which are set apart by commas, in its order."""
    return tuple(" ".join(phrase.split()) for phrase in text.split(","))


def phrases(text: str) -> frozenset[str]:
    """The phrases of a text, which are set apart by commas."""
    return frozenset(listed(text))
