"""Which journal this is, and which generation of it: so that whoever reads on learns when an older copy took its place.

A journal is a line of generations. The first one's id is the journal's. A copy begins another generation after its last entry:
what either appends from then on is its own, and the entries before are both's. A consumer keeps the cursor of the last entry
that it is done with; where another generation has other entries there, the cursor doesn't fit, and reading on is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Self
from uuid import uuid4

from ..errors import EntriesReplaced, InvalidInput
from .entry import LATEST

ID_DIGITS = 32
"""How many hexadecimal digits the id of a generation has."""

CURSOR = re.compile(rf"([0-9]{{1,18}})@([0-9a-f]{{{ID_DIGITS}}}):([0-9a-f]{{16}})")


class Generation(NamedTuple):
    """A generation of a journal: its id, and the id of the last entry that it took over from the one before (0: of the first)."""

    id: str
    after: int


def new_generation(after: int) -> Generation:
    """One that no other journal has."""
    return Generation(uuid4().hex, after)


def derived_generation(digest: str) -> Generation:
    """The first generation of a journal that was made before journals had one, or of an export: by its first entry's digest."""
    return Generation(digest[:ID_DIGITS].ljust(ID_DIGITS, "0"), 0)


def generation_of(generations: Sequence[Generation], id: int) -> Generation:
    """The generation in which the entry of that id was appended."""
    return next((each for each in reversed(generations) if each.after < id), generations[0])


def last_of_generation(generations: Sequence[Generation], generation: str) -> int:
    """The id of the last entry that can still be read of a generation; `LATEST` of the one that goes on.

    Raises:
        EntriesReplaced: the journal never was of that generation.
    """
    for each, following in zip(generations, [*generations[1:], None], strict=True):
        if each.id == generation:
            return following.after if following else LATEST
    raise EntriesReplaced(0, f"generation {generation} is none of this journal's: it is another journal, or another copy went on")


class FeedCursor(NamedTuple):
    """How far a consumer has read: the id of an entry, its generation, and the first 16 digits of its digest."""

    id: int
    generation: str
    digest: str

    def __str__(self) -> str:
        return f"{self.id}@{self.generation}:{self.digest}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """A cursor as it is written. Raises InvalidInput for anything else."""
        if (found := CURSOR.fullmatch(text)) is None:
            raise InvalidInput("after", repr(text), "the id of an entry, or the `cursor` of a message: ID@GENERATION:DIGEST")
        return cls(int(found[1]), found[2], found[3])
