"""Games that were recorded anew: the stream `arena/…/1#2` holds the game of `arena/…/1`, as more is known of it now.

A journal only grows. So a better record of an imported game, with cards that weren't loaded before, say, is a stream beside the
first one, and readers of games take the newest.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .chain import digest
from .entry import Entry

_ANEW = re.compile(r"([a-z0-9][a-z0-9-]*/[^#]*)#([2-9]|[1-9][0-9]{1,5})")
"""`SCHEME/…#N`, the scheme being the importer's (`tools/records/importers.py`). No other game may be called so: `Game.start`
refuses it."""


def game_of(stream: str) -> str:
    """The game that a stream records: the name of its first recording."""
    found = _ANEW.fullmatch(stream)
    return found[1] if found else stream


def number_of(stream: str) -> int:
    """Which recording of its game a stream is, from 1."""
    found = _ANEW.fullmatch(stream)
    return int(found[2]) if found else 1


def recording(game: str, number: int) -> str:
    """The stream of that recording of a game."""
    return game if number == 1 else f"{game}#{number}"


def newest(streams: Iterable[str]) -> list[str]:
    """The streams but for those whose game was recorded anew in another, in their order."""
    among = list(streams)
    last: dict[str, int] = {}
    for stream in among:
        last[game_of(stream)] = max(number_of(stream), last.get(game_of(stream), 0))
    return [stream for stream in among if number_of(stream) == last[game_of(stream)]]


def renamed(entries: Iterable[Entry], stream: str) -> Iterator[Entry]:
    """The entries of one stream from its first on, as those of a stream of another name, with digests made anew."""
    previous = ""
    for entry in entries:
        moved = entry._replace(stream=stream)
        previous = digest(previous, moved[1:7])
        yield moved._replace(digest=previous)
