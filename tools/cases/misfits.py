"""What doesn't fit the models, told as `InvalidInput`: where it stands, what was found, what is allowed there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from ...events.errors import InvalidInput
from ...events.model import Model
from .models import EFFECTS, STEPS, Case, Characteristics, Enlist, ExpectedTrigger, ManaAbility, Payment, Permanent

_MAX_FOUND = 80

Location = tuple[str | int, ...]
"""Keys and indices, from the case inwards."""

_Within = type[Model] | Mapping[str, "_Within"]
"""The model of what stands in a field; of a union, its models by their tag."""

_WITHIN: dict[str, _Within] = {
    "battlefield": Permanent,
    "enters": Permanent,
    "changes": Characteristics,
    "effect": EFFECTS,
    "effects": EFFECTS,
    "steps": STEPS,
    "triggers": ExpectedTrigger,
    "mana_abilities": ManaAbility,
    "optional_costs": {"word": {}, "object": Enlist, "list": {"word": {}, "object": Enlist}},
    "pay": {"bool": {}, "payment": Payment},
}


def describe(value: object) -> str:
    """A value in a few words: at most a line, whatever was found."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case dict():
            keys = ", ".join(map(repr, list(value)[:10]))
            return shorten(f"an object with the keys {keys}") if value else "an object without keys"
        case list():
            return f"a list of {len(value)}"
        case str():
            # Cut before quoting, which would take as long as the text.
            return shorten(repr(value[:_MAX_FOUND]), more=len(value) > _MAX_FOUND)
        case _:
            return shorten(repr(value))


def shorten(text: str, more: bool = False) -> str:
    """The beginning of a text, with dots where it was cut (or, with `more`, had been cut before)."""
    return text[: _MAX_FOUND - 1] + "…" if more or len(text) > _MAX_FOUND else text


def render(location: Location) -> str:
    """The path of a location as people write it: `battlefield[2].power`."""
    path = ""
    for item in location:
        if isinstance(item, int):
            path += f"[{item}]"
        elif re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,79}", item):
            path += f".{item}" if path else item
        else:
            path += f"[{describe(item)}]"
    return path


def where(place: str, path: str) -> str:
    """A path in the case that was read at `place`."""
    return ": ".join(filter(None, (place, path)))


def misfit(error: ValidationError, place: str, model: type[Model] = Case) -> InvalidInput:
    """The first of pydantic's complaints about a case, or another model of its format, that was read at `place`."""
    first = error.errors(include_url=False)[0]
    location, kind = first["loc"], first["type"]
    at, allowed, _ = _locate(location, model)
    found = "nothing" if kind == "missing" else describe(first["input"])
    if kind == "unknown_word":
        allowed += first["ctx"]["suggestion"]
    if kind == "extra_forbidden":
        _, _, within = _locate(location[:-1], model)
        found, allowed = f"an unknown field with {found}", f"one of the fields {', '.join(_fields(within))}"
    return InvalidInput(where(place, render(at)), found, allowed)


def _fields(model: _Within) -> dict[str, FieldInfo]:
    """The fields of a model by the keys they have in a file."""
    if isinstance(model, Mapping):
        return {}
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _locate(location: Location, model: type[Model]) -> tuple[Location, str, _Within]:
    """A location as pydantic tells it: the location in the input, what is allowed there, the model that stands there."""
    at: list[str | int] = []
    allowed, within = f"a {model.__name__.lower()}: an object", cast(_Within, model)
    for item in location:
        if isinstance(item, int):
            at.append(item)
        elif isinstance(within, Mapping) and item in within:
            within = within[item]  # the tag of a union is nothing in the case
        elif item != "[key]":  # nor is pydantic's word for a key
            at.append(item)
            if info := _fields(within).get(item):
                allowed, within = info.description or allowed, _WITHIN.get(item, {})
    return tuple(at), allowed, within
