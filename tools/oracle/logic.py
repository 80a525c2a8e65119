"""Filters put together, written flat."""

from __future__ import annotations

from collections.abc import Sequence

from ...events.abilities import AllOf, AnyOf, Filter


def both(*parts: Filter) -> Filter:
    """All of the parts."""
    flat: list[Filter] = []
    for part in parts:
        flat += conjuncts(part)
    flat = list(dict.fromkeys(flat))
    return flat[0] if len(flat) == 1 else AllOf.model_construct(parts=tuple(flat))


def conjuncts(filter: Filter) -> tuple[Filter, ...]:
    """The filters of which all hold where it does."""
    return filter.parts if isinstance(filter, AllOf) else (filter,)


def either(parts: Sequence[Filter]) -> Filter:
    """One of the parts."""
    return parts[0] if len(parts) == 1 else AnyOf.model_construct(parts=tuple(parts))
