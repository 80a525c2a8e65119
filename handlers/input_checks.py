"""Input that doesn't fit is refused where it comes in, as `InvalidInput`: where, what was found, what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

from pydantic import ValidationError

from ..events.errors import InvalidInput
from .mana import symbols


class fitting:  # a class: `contextmanager` makes a generator at each call, which takes longer than most checks
    """A context: what a pydantic model refuses inside it raises InvalidInput, which names that place."""

    def __init__(self, where: str) -> None:
        self._where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if isinstance(error, ValidationError):
            first = error.errors(include_url=False, include_context=False)[0]
            place = ".".join([self._where, *map(str, first["loc"])])
            raise InvalidInput(place, repr(first["input"])[:200], first["msg"]) from None


def check_type(where: str, found: object, kind: type | tuple[type, ...], allowed: str) -> None:
    """Raises InvalidInput for what isn't of that type."""
    if not isinstance(found, kind) or (isinstance(found, bool) and kind is int):
        raise InvalidInput(where, shortly(found), allowed)


def lists(where: str, found: object, allowed: str) -> dict[str, tuple[str, ...]]:
    """The mapping, with tuples of ids as its values.

    Raises InvalidInput where it is no mapping, or a value is no list of ids, as where it is one id.
    """
    if not isinstance(found, Mapping):
        raise InvalidInput(where, shortly(found), allowed)
    listed: dict[str, tuple[str, ...]] = {}
    for key, ids in found.items():
        if isinstance(ids, str) or not hasattr(ids, "__iter__"):
            raise InvalidInput(f"{where}.{key}", shortly(ids), allowed)
        listed[key] = tuple(ids)
    return listed


def shortly(found: object) -> str:
    """What was found, in at most 120 characters."""
    shown = repr(found)
    return shown if len(shown) <= 120 else f"{shown[:119]}…"


def check_mana(where: str, mana: str) -> None:
    """Raises InvalidInput for what isn't written in mana symbols."""
    try:
        symbols(mana)
    except ValueError as error:
        raise InvalidInput(where, repr(mana), f'mana symbols such as "{{2}}{{W}}": {error}') from None
