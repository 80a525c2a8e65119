"""Shards: a part of many games or cases, for engines that run this program on machines of their own.

What belongs to a shard follows from names alone, so that whoever has part 3 of 8 has the same part everywhere and every time, no
one needs to know the others, and what is added later goes to a shard without moving anything else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

from ...events.errors import InvalidInput
from ...events.journal.recordings import game_of


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts: `number` from 1 to `parts`."""

    number: int = 1
    parts: int = 1

    @classmethod
    def parse(cls, words: str) -> Self:
        """The shard that is written `3/8`. Raises InvalidInput."""
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", words)
        if not found or not 1 <= int(found[1]) <= int(found[2]):
            raise InvalidInput("--shard", repr(words), "which part of how many, such as 3/8")
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"{self.number}/{self.parts}"

    @property
    def is_whole(self) -> bool:
        """Whether it is everything."""
        return self.parts == 1

    def has(self, name: str) -> bool:
        """Whether what has that name belongs to it: by the SHA-256 of the name, so that parts are about equal."""
        return self.is_whole or int(sha256(name.encode("utf-8", "surrogatepass")).hexdigest(), 16) % self.parts == self.number - 1

    def games(self, streams: list[str], prefix: str = "") -> list[str]:
        """Those streams whose games belong to it. `prefix`: what goes before their names where there are several journals."""
        return [stream for stream in streams if self.has(prefix + game_of(stream))]


WHOLE = Shard()
"""Everything."""
