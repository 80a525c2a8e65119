"""The words of the game and of the format: no name of a player can be distinguished from them where it stands."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache

from pydantic.json_schema import models_json_schema

from ..errors import InvalidInput
from ..types import CARD_TYPES, CREATURE_TYPES, NONCREATURE_SUBTYPES, SUPERTYPES
from .encoding import ENCODING
from .names import folded


@cache
def words() -> frozenset[str]:
    """All of them, as names are compared."""
    _, schema = models_json_schema([(ENCODING.model(tag), "validation") for tag in ENCODING.tags])
    found = (*CARD_TYPES, *SUPERTYPES, *CREATURE_TYPES, *NONCREATURE_SUBTYPES, *_literals(schema))
    return frozenset(map(folded, found))


def check_parts(found: Mapping[str, int], leave: Collection[str]) -> None:
    """Check words of which a name is a part, and how often each was found: words of the game may stay, and those to leave.

    Raises:
        InvalidInput: there are others; it names them.
    """
    if left := sorted(found.keys() - set(map(folded, leave)) - words()):
        stated = ", ".join(f"{word!r} {found[word]} times" for word in left)
        raise InvalidInput("names", f"a part of another word: {stated}", "words with --leave, if that isn't the player's name")


def _literals(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (value for value in (*schema.get("enum", ()), schema.get("const")) if isinstance(value, str))
        yield from schema.get("properties", ())
        schema = list(schema.values())
    if isinstance(schema, list):
        for each in schema:
            yield from _literals(each)
