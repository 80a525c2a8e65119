"""A log followed while it is being written: what happens in its games, told as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..history.turn_by_turn import Told, Walker
from .abilities import Cards, no_cards
from .framing import blocks
from .importing import Importer, Problem


def follow(lines: Iterable[bytes], cards: Cards = no_cards) -> Iterator[tuple[str, Told] | Problem]:
    """What the lines of a log tell, each with the game's stream, as soon as they are there."""
    importer = Importer(cards=cards, journals=True)
    walkers: dict[str, tuple[Walker, int]] = {}
    for block in blocks(lines):
        for each in importer.read_block(block):
            if isinstance(each, Problem):
                yield each
        for stream, journal in importer.journal_of.items():
            walker, version = walkers.get(stream) or (Walker(), 0)
            for entry in journal.entries(stream, version):
                version = entry.version
                for told in walker.read(entry):
                    yield stream, told
            walkers[stream] = (walker, version)
