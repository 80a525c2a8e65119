"""What of others' records isn't read, found once: nothing is passed over but what a list names, with the reason."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict

from .keeping import Problem


class UnreadFields:
    """The fields that aren't read, of all parts that are read with this as `context`: each is found once."""

    def __init__(self) -> None:
        self._known: dict[type[RecordPart], set[str]] = {}
        self._found: list[tuple[str, str]] = []

    def add(self, part: type[RecordPart], names: Collection[str]) -> None:
        """These fields of that part of a record aren't read."""
        known = self._known.get(part)
        if known is None:
            known = self._known[part] = set()
        if not known.issuperset(names):
            new = set(names) - known
            self._found += [(part.__name__, name) for name in new]
            known |= new

    def found(self) -> list[tuple[str, str]]:
        """(part, field) of those that were found since this was last asked."""
        found, self._found = self._found, []
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


def unknown_fields(unread: Iterable[tuple[str, str]], without_bearing: Container[str]) -> Iterator[str]:
    """Those of (part, field), which weren't read, that a list of `Part.field` doesn't name."""
    for part, name in sorted(unread):
        if f"{part}.{name}" not in without_bearing:
            yield f"fields {name[:80]!r} of {part}"


class Unknown:
    """What nobody knows in the records of an import: each is stated once."""

    def __init__(self) -> None:
        self._reported: set[str] = set()

    def problems(self, line: int, unknown: Iterable[str], unit: str = "line") -> Iterator[Problem]:
        """Those of `unknown`, found on that line, that weren't stated yet."""
        for what in unknown:
            if what not in self._reported:
                self._reported.add(what)
                yield Problem(line, f"{what} aren't known: what they tell is left out", unit)
