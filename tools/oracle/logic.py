"""Filters put together, written flat."""

from __future__ import annotations

from collections.abc import Sequence

from ...events.abilities import AllOf, AnyOf, Filter


def both(*parts: Filter) -> Filter:
    """All of the parts."""
    flat: list[Filter] = []
    for part in parts:
        flat += part.parts if isinstance(part, AllOf) else [part]
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else AllOf.model_construct(parts=tuple(flat))


def either(parts: Sequence[Filter]) -> Filter:
    """One of the parts."""
    return parts[0] if len(parts) == 1 else AnyOf.model_construct(parts=tuple(parts))
