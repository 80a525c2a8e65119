"""A game that was recorded in a journal in memory, kept in the user's: what is there already is compared, never appended again.

Where a record says the same, but more is known of its cards now, or this package has changed, the game is recorded anew beside
what is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from ...events import facts as t
from ...events.errors import JournalConflict
from ...events.journal.journal import Journal
from ...events.journal.recordings import game_of, number_of, recording, renamed
from ...events.telemetry import log_event, span
from .knowledge import cards_unknown, recorded_facts


class Problem(NamedTuple):
    """What of a record couldn't be read: on which line, and why. It costs what that line states.

    `unit`: what is counted, in a record that has no lines.
    """

    line: int
    reason: str
    unit: str = "line"


class RecordedGame(Protocol):
    """A game of a record, which can be kept."""

    @property
    def where(self) -> str:
        """Where in the record it stands, for errors; nothing where it is all of it."""
        ...

    @property
    def problems(self) -> list[Problem]:
        """What of it couldn't be read, once it is kept."""
        ...

    def keep(self, kept: Journal) -> Imported:
        """Keep the game in a journal. Raises InvalidInput for one that can't be recorded; nothing is kept then."""
        ...


@dataclass(slots=True)
class Imported:
    """A game as it was imported: its stream, and how many entries of it were appended."""

    stream: str
    appended: int = 0
    entries: int = 0
    conflict: JournalConflict | None = None
    """It is there already, and its record states something else: nothing was appended."""
    anew: bool = False
    """It was there already, and was recorded anew: more is known of it now."""


def newest_recording(kept: Journal, game: str) -> str:
    """The stream of the newest recording of a game that a journal has; the first one's, where it has none."""
    number = 1
    while kept.head(recording(game, number + 1)) is not None:
        number += 1
    return recording(game, number)


def keep_game(kept: Journal, journal: Journal, imported: Imported) -> None:
    """Keep a whole game, which was recorded in `journal` under the stream that `newest_recording` stated."""
    with span("declarant.import", log=imported.stream):
        try:
            append_rest(kept, journal, imported)
        except JournalConflict as error:
            match compared(kept, journal, imported.stream):
                case "better":
                    record_anew(kept, journal, imported)
                case "other":
                    imported.conflict = error
    report_imported(imported)


def append_rest(kept: Journal, journal: Journal, imported: Imported) -> None:
    """Append what `kept` hasn't yet of what was recorded of a game. Raises JournalConflict where it has something else."""
    stream = imported.stream
    imported.entries = journal.log(stream).version
    # From the last entry that both have, which says whether they say the same.
    both = min(kept.log(stream).version, imported.entries)
    imported.appended += kept.adopt(journal.entries(stream, max(0, both - 1)))


def report_imported(imported: Imported) -> None:
    """Inform whoever observes the library that a game was imported."""
    conflict = imported.conflict is not None
    log_event("imported", stream=imported.stream, entries=imported.entries, appended=imported.appended, conflict=conflict)


def compared(kept: Journal, journal: Journal, stream: str) -> Literal["other", "beginning", "alike", "better"]:
    """What a record says, beside what a journal has of the game: something else, only its beginning, all of it, or more of it,
    or of its cards."""
    now, before = recorded_facts(journal, stream), recorded_facts(kept, stream)
    common = min(len(now), len(before))
    if now[:common] != before[:common] or not _may_be_same(_names(journal, stream), _names(kept, stream)):
        return "other"
    if len(now) < len(before):
        return "beginning"
    known = cards_unknown(journal, stream) <= cards_unknown(kept, stream)
    return "better" if len(now) > len(before) or known else "alike"


def record_anew(kept: Journal, journal: Journal, imported: Imported) -> None:
    """Keep a game beside what is there of it, in a stream of its own."""
    entries = journal.entries(imported.stream)
    imported.stream = recording(game_of(imported.stream), number_of(imported.stream) + 1)
    imported.appended, imported.anew, imported.conflict = kept.adopt(renamed(entries, imported.stream)), True, None


def _names(journal: Journal, stream: str) -> dict[str, str]:
    """What the players of a game are called in a journal."""
    started = next((event for _, event in journal.log(stream).events() if isinstance(event, t.GameStarted)), None)
    return started.names if started is not None else {}


def _may_be_same(names: dict[str, str], before: dict[str, str]) -> bool:
    """A journal with pseudonyms gets no names beside them, nor the other way round."""
    return not names or not before or names == before
