"""Input that doesn't fit is refused where it comes in, as `InvalidInput`: where, what was found, what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
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


def check_mana(where: str, mana: str) -> None:
    """Raises InvalidInput for what isn't written in mana symbols."""
    try:
        symbols(mana)
    except ValueError as error:
        raise InvalidInput(where, repr(mana), f'mana symbols such as "{{2}}{{W}}": {error}') from None
