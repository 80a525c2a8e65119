"""What of a recorded game isn't known because no card texts were loaded, and which declarations that leaves in the dark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...events import declarations as d
from ...events.journal.journal import Journal
from ...projections.timeline import timeline

HOW_TO_LOAD = "`declarant cards load` loads card texts; then import again"


class UnknownTexts(NamedTuple):
    """The permanents of which abilities aren't known, by name; how many declarations there are, and with how many of them one of
    these lay on the table."""

    names: frozenset[str] = frozenset()
    declarations: int = 0
    in_the_dark: int = 0

    def plus(self, other: UnknownTexts) -> UnknownTexts:
        """This and that of other games."""
        return UnknownTexts(
            self.names | other.names, self.declarations + other.declarations, self.in_the_dark + other.in_the_dark
        )

    @property
    def words(self) -> str:
        """In a sentence, with how to load card texts; empty where all is known."""
        if not self.names:
            return ""
        some = sorted(self.names)
        more = f" and {len(some) - 3} more" if len(some) > 3 else ""
        cards = f"{len(some)} card{'s' if len(some) > 1 else ''} ({', '.join(some[:3])}{more})"
        dark = f"best play says nothing of {self.in_the_dark} of {self.declarations} declarations"
        return f"what abilities say isn't known of {cards}: {dark}; {HOW_TO_LOAD}"


def unknown_texts(journal: Journal, streams: Iterable[str]) -> UnknownTexts:
    """What isn't known of these games. Raises CorruptJournal."""
    names, declared, dark = set[str](), 0, 0
    for stream in streams:
        for moment in timeline(list(journal.entries(stream))):
            if isinstance(moment.item, d.AttackersDeclared | d.BlockersDeclared) and moment.taken_back_by is None:
                found = {p.name or p.id for p in moment.before.board.permanents.values() if p.unknown_abilities}
                names |= found
                declared += 1
                dark += bool(found)
    return UnknownTexts(frozenset(names), declared, dark)
