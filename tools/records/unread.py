"""What of others' records isn't read, found once: nothing is passed over but what a list names, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from typing import Any

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo
from pydantic.alias_generators import to_camel

from .keeping import Problem


class UnreadFields:
    """What isn't read of the parts that are read with this as `context`, and no list of what has no bearing names.

    `without_bearing`: `Part.field` of those that may be passed over.
    """

    def __init__(self, without_bearing: Container[str] = ()) -> None:
        self._without_bearing = without_bearing
        self._passed_over: dict[type[RecordPart], set[str]] = {}
        self._found: dict[str, None] = {}

    def add(self, part: type[RecordPart], names: Collection[str]) -> None:
        """These fields of that part of a record aren't read."""
        passed_over = self._passed_over.get(part)
        if passed_over is None:
            passed_over = self._passed_over[part] = set()
        if not passed_over.issuperset(names):
            for name in sorted({*names} - passed_over):
                if f"{part.__name__}.{name}" in self._without_bearing:
                    passed_over.add(name)
                else:
                    self._found[f"fields {name[:80]!r} of {part.__name__}"] = None

    def add_value(self, field: str, value: str) -> None:
        """That value of a field isn't one of those that are known."""
        self._found[f"values {value[:80]!r} of {field!r}"] = None

    def found(self) -> list[str]:
        """In words, each once, what was found since this was last asked."""
        found, self._found = list(self._found), {}
        return found


class RecordPart(BaseModel):
    """A part of a record: what isn't read is added to the `context` that it is read with, an `UnreadFields` or none."""

    model_config = ConfigDict(frozen=True, extra="allow")

    def model_post_init(self, context: Any) -> None:
        extra = self.__pydantic_extra__
        if extra:  # asked of every part of every message
            if context is not None:
                context.add(type(self), extra)
            extra.clear()


def one_of(prefix: str, names: str) -> AfterValidator:
    """A word of a closed list: another one is read, too, and added to the `context`."""
    known = frozenset(prefix + name for name in names.split())

    def look(value: str, info: ValidationInfo) -> str:
        if value not in known and info.context is not None:
            info.context.add_value(to_camel(info.field_name or ""), value)
        return value

    return AfterValidator(look)


class Unknown:
    """What nobody knows in the records of an import: each is stated once."""

    def __init__(self) -> None:
        self._reported: set[str] = set()

    def problems(self, line: int, unknown: Iterable[str], unit: str = "line") -> Iterator[Problem]:
        """Those of `unknown`, found on that line, that weren't stated yet."""
        for what in unknown:
            if what not in self._reported:
                self._reported.add(what)
                yield Problem(line, f"{what} aren't known: what they say is left out", unit)
