"""A log followed while it is being written: what happens in its games, stated as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..history.turn_by_turn import HistoryItem, Walker
from ..records.keeping import Problem
from .abilities import CardLookup, no_cards
from .framing import blocks
from .importing import Importer


class Following:
    """Follows one log."""

    def __init__(self, cards: CardLookup = no_cards) -> None:
        self._importer = Importer(cards=cards, journals=True)

    def follow(self, lines: Iterable[bytes]) -> Iterator[tuple[str, HistoryItem] | Problem]:
        """What the lines of the log state, each with the game's stream, as soon as they are there."""
        walkers: dict[str, tuple[Walker, int]] = {}
        for block in blocks(lines):
            for each in self._importer.read_block(block):
                if isinstance(each, Problem):
                    yield each
            for stream, journal in self._importer.journal_of.items():
                walker, version = walkers.get(stream) or (Walker(), 0)
                for entry in journal.entries(stream, version):
                    version = entry.version
                    for item in walker.read(entry):
                        yield stream, item
                walkers[stream] = (walker, version)

    @property
    def waits_for(self) -> str:
        """What is to come next, in words."""
        if self._importer.playing:
            return "what happens next in this game"
        return "the next game" if self._importer.games else "a game to begin (Detailed Logs must be turned on in Arena)"
