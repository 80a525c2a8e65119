"""Where entries come from: the command that made them, what it belongs to, and what caused it.

An origin is written at the beginning of the body of each entry of an append, so that the digest covers it. Where a command has
none, nothing is written: such entries are as they were before there were origins.

    {"_origin":{"key":"c-17","fingerprint":"4be1…","correlation":"match-3"},"type":"AttackersDeclared",…}
"""

from __future__ import annotations

import json
import re
from typing import Annotated, NamedTuple

from pydantic import Field

BEGINNING = '{"_origin":'
WRITTEN = re.compile(r'\{"_origin":(\{[^{}]*\}),')
"""How a body begins that has an origin: none of its values has braces, quotes or backslashes in it."""

OriginId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._:/@+=~-]{1,200}$")]
"""An id that others gave: letters, digits and `._:/@+=~-`, 1 to 200 of them."""


class Origin(NamedTuple):
    """The idempotency key of a command and its fingerprint, and the ids of what it belongs to and of what caused it."""

    key: str | None = None
    fingerprint: str | None = None
    correlation: str | None = None
    causation: str | None = None

    @property
    def given(self) -> dict[str, str]:
        """Those that are given, by their names."""
        return {name: value for name, value in self._asdict().items() if value is not None} if any(self) else {}

    @property
    def ids(self) -> dict[str, str]:
        """Those that others gave: all but the fingerprint."""
        return {name: value for name, value in self.given.items() if name != "fingerprint"} if any(self) else {}

    def within(self, body: str) -> str:
        """The body with this origin at its beginning."""
        return f"{BEGINNING}{json.dumps(self.given, separators=(',', ':'))},{body[1:]}" if self.given else body


NOWHERE = Origin()


def parted(body: str) -> tuple[Origin, str]:
    """The origin of a body, and the body without it. Raises ValueError where it isn't written as one."""
    if not body.startswith(BEGINNING):
        return NOWHERE, body
    found = WRITTEN.match(body)
    try:
        fields = json.loads(found[1]) if found else {}
        if found and fields and all(isinstance(value, str) for value in fields.values()):
            return Origin(**fields), "{" + body[found.end() :]
    except (TypeError, ValueError):
        pass
    raise ValueError("its origin isn't written as one")
