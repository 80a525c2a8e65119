"""What doesn't fit the models: where it stands, what was found, what is allowed there."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from ...events.errors import DeclarantError, InvalidInput
from ...events.model import Model
from ..suggestions import did_you_mean
from .models import (
    EFFECTS,
    STEPS,
    Case,
    Characteristics,
    EnlistChoice,
    ExactPayment,
    ExpectedRefusal,
    ExpectedTrigger,
    ManaAbilityActivation,
    Stated,
    StatedOptions,
    StatedPermanent,
)
from .places import KeyItself, Location, WrittenCase

_MAX_FOUND = 80

MOST = 100
"""How many misfits of a case are reported at most."""


class Misfit(NamedTuple):
    """Something that doesn't fit. `after`: what is added to its location, such as the character of a text where it begins."""

    at: Location
    found: str
    allowed: str
    kind: str = "invalid-input"
    after: str = ""

    @property
    def character(self) -> int | None:
        """The character of a text, counted from 0, where the misfit begins; None: the whole value is one."""
        place = re.fullmatch(", character ([0-9]+)", self.after)
        return int(place[1]) if place else None


_Within = type[Model] | Mapping[str, "_Within"]
"""The model of what stands in a field; of a union, its models by their tag."""

_WITHIN: dict[str, _Within] = {
    "battlefield": StatedPermanent,
    "enters": StatedPermanent,
    "changes": Characteristics,
    "effect": EFFECTS,
    "effects": EFFECTS,
    "steps": STEPS,
    "triggers": ExpectedTrigger,
    "mana_abilities": ManaAbilityActivation,
    "optional_costs": {"word": {}, "object": EnlistChoice, "list": {"word": {}, "object": EnlistChoice}},
    "states": Stated,
    "options": StatedOptions,
    "range": {"number": {}, "object": {}},
    "refused": ExpectedRefusal,
    "facts": {"list": {}, "object": {}},
    "pay": {"bool": {}, "payment": ExactPayment},
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


_PART = re.compile(r"\[(?P<index>[0-9]+)\]|\[(?P<quoted>'[^']*'|\"[^\"]*\")\]|\.?(?P<key>[^.\[]+)|.")


def located(path: str) -> tuple[Location, str]:
    """The location that a path states, and what is said after it."""
    path, comma, after = path.partition(", ")
    location: list[str | int] = []
    for part in _PART.finditer(path):
        if part["index"]:
            location.append(int(part["index"]))
        else:
            location.append(part["quoted"][1:-1] if part["quoted"] else part["key"] or part.group())
    return tuple(location), comma + after


def where(place: str, path: str) -> str:
    """A path in the case that was read at `place`."""
    return ": ".join(filter(None, (place, path))) or "the case"


def misfits(error: ValidationError, model: type[Model] = Case, within: Location = ()) -> Iterator[Misfit]:
    """Pydantic's complaints about what stands `within` a case, or another model of its format."""
    errors = error.errors(include_url=False)
    for each in errors:
        if each["type"] in ("too_short", "too_long") and any(_is_within(other["loc"], each["loc"]) for other in errors):
            continue  # counted without what doesn't fit
        location, kind = (*within, *each["loc"]), each["type"]
        at, allowed, _ = _locate(location, model)
        found = "nothing" if kind == "missing" else describe(each["input"])
        if kind == "own_words":
            at, found, allowed = (*at, *located(each["ctx"]["path"])[0]), each["ctx"]["found"], each["ctx"]["allowed"]
        if kind == "unknown_word":
            allowed += each["ctx"]["suggestion"]
        if kind == "literal_error":
            allowed += did_you_mean(str(each["input"]), re.findall("'([^']*)'", each["ctx"]["expected"]))
        if kind == "union_tag_not_found" and isinstance(each["input"], dict):
            allowed += _kind_meant(each["input"], STEPS if "steps" in location else EFFECTS)
        if kind == "extra_forbidden":
            _, _, around = _locate(location[:-1], model)
            known = list(_fields(around))
            at = (*at[:-1], KeyItself(at[-1]))
            found = f"an unknown field with {found}"
            allowed = f"one of the fields {', '.join(known)}{did_you_mean(str(at[-1]), known)}"
        yield Misfit(at, found, allowed)


def _is_within(inner: Location, outer: Location) -> bool:
    return len(inner) > len(outer) and inner[: len(outer)] == outer


def internal(error: Exception, place: str) -> InvalidInput:
    """The error of a case in which something happened that nobody foresaw: what, and in which line of the program."""
    frames = traceback.extract_tb(error.__traceback__)
    line = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    found = shorten(f"{type(error).__name__}: {error}") + line
    return InvalidInput(place, found, "a ruling: this is a fault of declarant, please report it", "internal")


@contextmanager
def placing(path: str) -> Iterator[None]:
    """Errors from here carry the place in the case; what nobody foresaw becomes one."""
    try:
        yield
    except InvalidInput as error:
        inner = ".".join(filter(None, (path, error.where)))
        raise InvalidInput(inner, error.found, error.allowed, error.kind) from None
    except DeclarantError:
        raise
    except Exception as error:
        raise internal(error, path) from error


def _kind_meant(given: Mapping[str, object], kinds: Mapping[str, object]) -> str:
    """What a step or an effect may have been meant to be."""
    suggestions = (did_you_mean(key, kinds) for key in given if key not in kinds)
    return next(filter(None, suggestions), "") if given.keys().isdisjoint(kinds) else ""


def invalid(found: Iterable[Misfit], place: str, written: WrittenCase | None = None) -> InvalidInput:
    """All misfits of a case that was read at `place`, or from that text, in the order of their places: at least one."""
    some = list(islice(found, MOST + 1))
    places = written.places([(each.at, each.character) for each in some]) if written else [place] * len(some)
    if written:
        some, places = map(
            list, zip(*sorted(zip(some, places, strict=True), key=lambda placed: _numbers(placed[1])), strict=True)
        )
    errors = [
        InvalidInput(where(placed, render(each.at) + each.after), each.found, each.allowed, each.kind)
        for each, placed in zip(some, places, strict=True)
    ][:MOST]
    if len(some) > MOST:
        errors.append(InvalidInput(place, f"more than {MOST} misfits", f"a case; the first {MOST} are stated"))
    first = errors[0]
    return InvalidInput(first.where, first.found, first.allowed, first.kind, errors[1:])


def _numbers(place: str) -> tuple[int, int]:
    _, line, column = place.rsplit(":", 2)
    return int(line), int(column)


def _fields(model: _Within) -> dict[str, FieldInfo]:
    """The fields of a model by the keys they have in a file."""
    if isinstance(model, Mapping):
        return {}
    return {info.alias or name: info for name, info in model.model_fields.items()}


def _locate(location: Location, model: type[Model]) -> tuple[Location, str, _Within]:
    """A location as pydantic states it: the location in the input, what is allowed there, the model that stands there."""
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
