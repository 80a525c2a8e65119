"""Events and cuts as JSON and back, by the concrete model of each type: a third faster than by the union of all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, from_json, to_json

from ..catalogue import EVENT_TYPES, Event
from ..errors import InvalidInput
from ..model import Model
from . import people
from .cuts import Cut
from .origin import parted
from .upcasting import UPCASTERS, Upcaster, Upcasters, schema_number

Item = Event | Cut
"""What can be appended to a log."""

CUT = Cut.__name__
"""The type tag of cuts."""

BODY_LIMIT = 2**24
"""The size of the longest body, in characters: what is appended can be exported, and what is exported imported."""


class Encoding:
    """Reads and writes the bodies of entries: of the types it knows by their tags; old shapes are read through upcasters."""

    def __init__(self, types: Mapping[str, type[Model]], upcasters: Upcasters) -> None:
        self._models = dict(types)
        self._current = {tag: schema_number(tag, upcasters) for tag in types}
        self._types, self._upcasters = types, upcasters
        self._tags = {model: (tag, self._current[tag]) for tag, model in types.items()}
        self._decoders: dict[str, dict[int, Callable[[str], Any]]] = {}
        """Made when first asked for: models are built when they are first used."""

    @property
    def tags(self) -> tuple[str, ...]:
        """The types that are known."""
        return tuple(self._models)

    def model(self, tag: str) -> type[Model]:
        """The model of a type that is known."""
        return self._models[tag]

    def is_current(self, tag: str, schema: int) -> bool:
        """Whether that is the schema in which this type is written now."""
        return self._current.get(tag) == schema

    def encode(self, item: Item) -> tuple[str, int, str]:
        """The type tag, the schema number and the body of an event or a cut.

        Raises:
            InvalidInput: it is of no known type, can't be written as JSON, couldn't be read again (an invalid copy, say), or is
                longer than `BODY_LIMIT`.
        """
        known = self._tags.get(type(item))
        if known is None:
            raise InvalidInput("append", type(item).__name__, "an event or a Cut")
        tag, schema = known
        try:
            body = item.__pydantic_serializer__.to_json(item, warnings=False).decode()
        except PydanticSerializationError as error:
            raise InvalidInput(tag, str(error), "values that can be written as JSON") from None
        try:
            item.__pydantic_validator__.validate_json(body, strict=True)
        except ValidationError as error:
            raise InvalidInput(tag, reason(error), "an event that is as its type says") from None
        if len(body) > BODY_LIMIT:
            raise InvalidInput(tag, f"{len(body)} characters of JSON", f"at most {BODY_LIMIT}")
        return tag, schema, body

    def decode(self, tag: str, schema: int, body: str) -> Item:
        """The event or the cut that has this type tag, schema number and body.

        Raises:
            ValueError: the type is unknown, the schema newer than this package, or the body doesn't fit.
        """
        if "~" in body:  # as in all signs: one letter is found in a tenth of the time that two take
            body = people.opened(body)
        try:
            decoder = self._decoders[tag][schema]
        except KeyError:
            decoder = self._decoder(tag, schema)
            self._decoders.setdefault(tag, {})[schema] = decoder
        try:
            if body[2] == "_":  # as where a body begins with an origin
                body = parted(body)[1]
        except IndexError:  # it is too short to be read, which the decoder says
            pass
        item: Item = decoder(body)
        return item

    def _decoder(self, tag: str, schema: int) -> Callable[[str], Any]:
        model = self._types.get(tag)
        if model is None:
            raise ValueError(f"unknown type {tag!r}")
        if not 1 <= schema <= self._current[tag]:
            raise ValueError(f"{tag} in schema {schema!r}, known up to {self._current[tag]}")
        model.model_rebuild()
        decoder = model.__pydantic_validator__.validate_json
        steps = [self._upcasters[tag, number] for number in range(schema, self._current[tag])]
        return _after(steps, decoder) if steps else decoder


def _after(steps: Sequence[Upcaster], decoder: Callable[[Any], Any]) -> Callable[[str], Any]:
    def decode(body: str) -> Any:
        document = from_json(body)
        try:
            for step in steps:
                document = step(document)
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"doesn't fit its schema: {error!r}") from None
        return decoder(to_json(document))

    return decode


def reason(error: ValueError) -> str:
    """In one line, why something couldn't be decoded."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else first["msg"]


ENCODING = Encoding({**EVENT_TYPES, CUT: Cut}, UPCASTERS)
