"""Input that doesn't fit is refused where it comes in, as `InvalidInput`: where, what was found, what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from pydantic import ValidationError

from ..events.errors import InvalidInput
from .mana import symbols


@contextmanager
def fitting(where: str) -> Iterator[None]:
    """What a model refuses inside is refused as input, at that place."""
    try:
        yield
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join([where, *map(str, first["loc"])])
        raise InvalidInput(place, repr(first["input"])[:200], first["msg"]) from None


def check_type(where: str, found: object, kind: type | tuple[type, ...], allowed: str) -> None:
    """Raises InvalidInput for what isn't of that type."""
    if not isinstance(found, kind) or (isinstance(found, bool) and kind is int):
        raise InvalidInput(where, shortly(found), allowed)


def lists(where: str, found: object, allowed: str) -> dict[str, tuple[str, ...]]:
    """A mapping whose values list ids. Raises InvalidInput for another thing, also where a value is one id and no list."""
    check_type(where, found, Mapping, allowed)
    assert isinstance(found, Mapping)
    for key, ids in found.items():
        if isinstance(ids, str) or not isinstance(ids, Iterable):
            raise InvalidInput(f"{where}.{key}", shortly(ids), allowed)
    return {key: tuple(ids) for key, ids in found.items()}


def shortly(found: object) -> str:
    """What was found, in a line that isn't long."""
    told = repr(found)
    return told if len(told) <= 120 else f"{told[:119]}…"


def check_mana(where: str, mana: str) -> None:
    """Raises InvalidInput for what isn't written in mana symbols."""
    try:
        symbols(mana)
    except ValueError as error:
        raise InvalidInput(where, repr(mana), f'mana symbols such as "{{2}}{{W}}": {error}') from None
