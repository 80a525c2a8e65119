"""Judges the cases of files, and again what journals and logs record: by all cores there are, in the order of the input.

Input is cut into pieces of work, which can be pickled for workers. Each kind of input has a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple, Protocol

from ...events.errors import CorruptJournal, DeclarantError, InvalidInput, JournalConflict
from ...events.journal.journal import Journal
from ...events.journal.log import Rewound
from ...events.journal.stores.registry import shown
from ...handlers.budget import Budget
from ..arena.inputs import GamesInput, games_in, holds_games, opened_games
from ..cases.judging import compared_refusal, judge, refused
from ..cases.line import is_line
from ..cases.misfits import internal
from ..cases.models import Case
from ..cases.reading import RefusedCase, case_files, case_id, cases_of, named
from ..cases.report import CaseReport
from ..history.recorded_games import judge_again
from ..running.shards import WHOLE, Shard
from ..running.watch import watched
from ..running.work import Executor, Here, pieces

CASES = 100
"""How many cases a piece of work has. Fewer are judged in this process, without workers."""

ENTRIES = 5_000
"""How many entries the games of a piece of work have together, at least."""

PAGES = (".html", ".htm")
"""The endings of pages' names."""

STANDARD_INPUT = Path("-")


class Audited(NamedTuple):
    """A report and the case it is about (None: it couldn't be read, or a journal records it).

    `rewound`: what was taken back, if a journal keeps it. `page`: whether it is compared with what a page states.
    """

    case: Case | None
    report: CaseReport
    rewound: list[Rewound]
    page: bool = False


class Work(Protocol):
    """A piece of work, which can be pickled."""

    def done(self, rules: date | None, budget: Callable[[], Budget]) -> list[Audited]:
        """The reports on what it holds, in order."""
        ...


def audit(
    paths: Iterable[Path | str],
    rules: date | None = None,
    journal: Journal | None = None,
    engine: Executor | None = None,
    budget: Callable[[], Budget] = Budget,
    shard: Shard = WHOLE,
) -> Iterator[Audited]:
    """Judge the cases and the journals of files and directories (`-`: cases from standard input), under their rules or a day's.

    With a journal, the game of each case is kept there as a stream named like the case; one process judges them then, one after
    the other, and so it does what comes from standard input, as that comes. `budget`: makes one for each case and each game.
    `shard`: only the cases and games of that part, a log being whole in one.
    Raises DeclarantError if the journal fails.
    """
    for path in paths:
        if journal is not None:
            for case in cases_of(shard, path):
                yield _audited(case, rules, journal, budget)
        elif Path(path) == STANDARD_INPUT:
            for case in cases_of(shard, STANDARD_INPUT):
                yield _audited(case, rules, None, budget)
        else:
            for reports in (engine or Here()).map(partial(_done, rules, budget), _works(path, shard)):
                yield from reports


def _done(rules: date | None, budget: Callable[[], Budget], work: Work) -> list[Audited]:
    return work.done(rules, budget)


def _works(path: Path | str, shard: Shard) -> Iterator[Work]:
    """What a path stands for, in pieces."""
    if is_line(str(path)):
        yield from _cases(cases_of(shard, path))
        return
    if isinstance(path, str) and "://" in path:
        yield from _games(GamesInput(path, path), "", shard)
        return
    path = Path(path)
    if path.suffix.lower() in PAGES and not path.is_dir():
        if shard.has(path.name):
            yield _Carrier(path)
        return
    if not path.is_dir():
        is_games = holds_games(path)
        yield from _games(GamesInput(str(path), str(path)), "", shard) if is_games else _cases(cases_of(shard, path))
        return
    games = games_in(path)
    for file in sorted({*games, *case_files(path)}) if games else ():
        if file in games:
            name = file.relative_to(path).as_posix()
            yield from _games(GamesInput(name, str(file)), f"{name}/", shard)
        else:
            yield from _cases(cases_of(shard, file))
    if not games:
        yield from _cases(cases_of(shard, path))


# --- cases -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cases:
    """Cases, those that can't be read among them."""

    cases: tuple[Case | InvalidInput, ...]

    def done(self, rules: date | None, budget: Callable[[], Budget]) -> list[Audited]:
        """Judged one after the other."""
        return [_audited(case, rules, None, budget) for case in self.cases]


def _cases(cases: Iterable[Case | InvalidInput]) -> Iterator[Work]:
    return map(_Cases, pieces(cases, CASES))


def _audited(case: Case | InvalidInput, rules: date | None, journal: Journal | None, budget: Callable[[], Budget]) -> Audited:
    if not isinstance(case, Case):
        expected = case.expected if isinstance(case, RefusedCase) else None
        return Audited(None, compared_refusal(refused(case_id(case), case, rules), expected), [])
    try:
        with watched(named(case)):
            report = judge(case, rules=rules, journal=journal, budget=budget())
    except JournalConflict as conflict:
        taken = InvalidInput(
            f"{case.place}: id" if case.place else "id",
            f"{conflict.stream!r}, of which the journal has a game already",
            "an id that is no game of the journal",
        )
        return Audited(case, refused(case.id, taken, rules or case.rules), [])
    rewound = journal.log(case.id).rewound() if journal is not None and report.error is None else []
    return Audited(case, report, rewound)


@dataclass(frozen=True, slots=True)
class _Carrier:
    """A page, which carries a case or a game."""

    path: Path

    def done(self, rules: date | None, budget: Callable[[], Budget]) -> list[Audited]:
        """What it carries judged again, and compared with what it states."""
        from .pages import judged_again

        try:
            case, report = judged_again(self.path, rules)
        except InvalidInput as error:
            return [Audited(None, refused(str(self.path), error, rules), [], True)]
        return [Audited(case, report, [], True)]


# --- journals and logs -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Games:
    """Games of a journal or a log (None: all of it); `prefix` goes before their names."""

    input: GamesInput
    prefix: str
    games: tuple[str, ...] | None = None

    def done(self, rules: date | None, budget: Callable[[], Budget]) -> list[Audited]:
        """Judged again one after the other; what of a log couldn't be read is refused, first."""
        problems: list[InvalidInput] = []
        try:
            with opened_games(self.input, problems) as journal:
                games = journal.games() if self.games is None else self.games
                if not games:
                    raise InvalidInput(shown(self.input.url), "no game", "a log with a game")
                judged = [self._judged(journal, game, rules, budget()) for game in games]
        except DeclarantError as error:
            return [Audited(None, _unreadable(self.input.name, error, rules), [])]
        return [Audited(None, _unreadable(self.input.name, problem, rules), []) for problem in problems] + judged

    def _judged(self, journal: Journal, game: str, rules: date | None, budget: Budget) -> Audited:
        name = self.prefix + game
        try:
            with watched(name):
                report = judge_again(name, journal.entries(game), journal.cuts(game), rules, budget)
            return Audited(None, report, [])
        except CorruptJournal as error:
            return Audited(None, _unreadable(name, error, rules), [])
        except DeclarantError:
            raise
        except Exception as error:  # one game that nobody foresaw: the others are judged
            return Audited(None, refused(name, internal(error, name), rules), [])


@dataclass(frozen=True, slots=True)
class _Unreadable:
    """A journal that can't be read at all, or has no game."""

    name: str
    error: DeclarantError

    def done(self, rules: date | None, budget: Callable[[], Budget]) -> list[Audited]:
        """Refused."""
        return [Audited(None, _unreadable(self.name, self.error, rules), [])]


def _games(input: GamesInput, prefix: str, shard: Shard) -> Iterator[Work]:
    if input.is_log:
        if shard.has(PurePath(input.name).name if not prefix else input.name):
            yield _Games(input, prefix)
        return
    try:
        with opened_games(input) as journal:
            streams = journal.games()
            games = [(game, journal.log(game).version) for game in shard.games(streams, prefix)]
            if not streams:
                journal.verify()
                raise InvalidInput(shown(input.url), "no game", "a journal with a game")
    except DeclarantError as error:
        yield _Unreadable(input.name, error)
        return
    some: list[str] = []
    entries = 0
    for game, length in games:
        some.append(game)
        entries += length
        if entries >= ENTRIES:
            yield _Games(input, prefix, tuple(some))
            some, entries = [], 0
    if some:
        yield _Games(input, prefix, tuple(some))


def _unreadable(name: str, error: DeclarantError, rules: date | None) -> CaseReport:
    if isinstance(error, InvalidInput):
        return refused(name, error, rules)
    if isinstance(error, CorruptJournal):
        return refused(name, InvalidInput(error.entry, error.reason, "what was appended, as it was"), rules)
    return refused(name, InvalidInput(name, str(error), "a journal that can be read"), rules)
