"""What users of the package call by name: cases read and judged, logs of MTG Arena imported."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from ..events.errors import InvalidInput
from ..events.journal.journal import Journal
from ..events.misuse import explaining_misuse
from ..handlers.game import Game
from ..handlers.input_checks import check_type
from .cases import judging, reading
from .cases.models import Case
from .cases.report import CaseReport

PathLike = str | os.PathLike[str]


@explaining_misuse
def load_cases(path: PathLike) -> list[Case]:
    """The cases of a file (YAML, JSON, JSON Lines or lines in words), or of all such files in a folder and below it.

    Raises InvalidInput for the first that can't be read, with its file, its line and what else is wrong in it.
    """
    check_type("load_cases", path, (str, os.PathLike), 'a path, as in load_cases("dispute.yaml")')
    place = Path(path)
    cases = []
    for file in reading.case_files(place) if place.is_dir() else [place]:
        for case in reading.read_cases(file):
            if isinstance(case, InvalidInput):
                raise case
            cases.append(case)
    return cases


@explaining_misuse
def judge(case: Case | Mapping[str, Any] | str, *, rules: date | str | None = None, journal: Journal | None = None) -> CaseReport:
    """Judge every step of a case, or of what says one, a dictionary or a line, under its rules or those of another day.

    The report has a verdict, the number of a rule and a reason for each step. `journal`: where the game is kept, as a stream
    named like the case. Raises InvalidInput where the case doesn't fit, or can't be judged.
    """
    check_type("judge", case, (Case, Mapping, str), "a case that load_cases read, or a dictionary or a line that says one")
    try:
        day = date.fromisoformat(rules) if isinstance(rules, str) else rules
    except ValueError:
        raise InvalidInput("rules", repr(rules), "a date as in 2024-06-07") from None
    report = judging.judge(_read(case), rules=day, journal=journal)
    if report.error is not None:
        raise InvalidInput(report.error.where, report.error.found, report.error.allowed, report.error.kind)
    return report


def _read(case: Case | Mapping[str, Any] | str) -> Case:
    if isinstance(case, Case):
        return case
    return reading.read_line(case) if isinstance(case, str) else reading.read_case(dict(case))


def game_of(case: Case | Mapping[str, Any] | str) -> Game:
    """The game that a case comes to; `Game.from_case` says the rest."""
    check_type("from_case", case, (Case, Mapping, str), "a case that load_cases read, or a dictionary or a line that says one")
    *_, last = judging.moments(_read(case))
    return last.game


def case_of(game: Game) -> Case:
    """A case that comes to where a game is now; `Game.to_case` says the rest."""
    from .history import moments

    return moments.case_of(game.journal, game.log.stream)


@explaining_misuse
def import_arena(logs: PathLike | Iterable[PathLike], to: Journal | PathLike, *, cards: PathLike | None = None) -> list[str]:
    """Import the games that logs of MTG Arena (`Player.log`, perhaps packed) state into a journal; the names of their streams.

    A game that is there already is left as it is, or goes on. `cards`: an index that `declarant cards load` made, by default the
    one in the user's cache.

    Raises InvalidInput for a log that can't be read, and for a game of which the journal states other things.
    """
    from .arena.framing import opened
    from .arena.importing import Importer
    from .cards import arena_cards

    several = [logs] if isinstance(logs, (str, os.PathLike)) else list(logs)
    check_type("to", to, (Journal, str, os.PathLike), 'a journal or its address, as in "games.db"')
    journal = to if isinstance(to, Journal) else Journal.open(os.fspath(to))
    try:
        importer = Importer(kept=journal, cards=arena_cards(Path(cards) if cards is not None else None))
        for log in several:
            with opened(Path(log)) as (lines, _):
                for _each in importer.read(lines, os.fspath(log)):
                    pass
        importer.finish()
    finally:
        if not isinstance(to, Journal):
            journal.close()
    for game in importer.games:
        if game.conflict is not None:
            raise InvalidInput(game.stream, "a game of which the journal states something else", "the log of that game")
    return [game.stream for game in importer.games]
