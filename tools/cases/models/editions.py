"""Editions that a case lays over the published ones: house rules, written out or named as an installed package names them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from ....events.editions import HouseEdition
from ....events.errors import InvalidInput
from ....handlers.rulebook.house import GROUP, MAX_EDITIONS, house_editions


def _read(data: Any) -> tuple[HouseEdition, ...]:
    try:
        return house_editions(data, "")
    except InvalidInput as error:
        if error.where.startswith(GROUP):  # a package is at fault, and no case
            raise
        raise PydanticCustomError(
            "own_words", "not an edition", {"path": error.where, "found": error.found, "allowed": error.allowed}
        ) from None


HouseEditions = Annotated[
    tuple[HouseEdition, ...],
    BeforeValidator(_read, json_schema_input_type=list[HouseEdition | str]),
    Field(
        description=f"a list of at most {MAX_EDITIONS} editions that are laid over the published ones: each an object with from, "
        "name and doctrines, or the name of one that an installed package defines"
    ),
]
