"""Judges the cases of files, one after the other, those that can't be judged among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from ..events.errors import InvalidInput, JournalConflict
from ..events.journal import Journal
from ..events.log import Rewound
from .cases.judging import judge, refused
from .cases.models import Case
from .cases.reading import RefusedCase, read_cases
from .cases.report import CaseReport


class Audited(NamedTuple):
    """A report and the case it is about (None: it couldn't be read). `rewound`: what was taken back, if a journal keeps it."""

    case: Case | None
    report: CaseReport
    rewound: list[Rewound]


def audit(paths: Iterable[Path], rules: date | None = None, journal: Journal | None = None) -> Iterator[Audited]:
    """Judge the cases of files and directories (`-`: standard input) as they are read, under their rules or those of a day.

    With a journal, each game is kept there as a stream named like its case. Raises DeclarantError if the journal fails.
    """
    for path in paths:
        for case in read_cases(path):
            yield _audited(case, rules, journal) if isinstance(case, Case) else _refused(case, rules)


def _audited(case: Case, rules: date | None, journal: Journal | None) -> Audited:
    try:
        report = judge(case, rules=rules, journal=journal)
    except JournalConflict as conflict:
        taken = InvalidInput(
            f"{case.place}: id" if case.place else "id",
            f"{conflict.stream!r}, of which the journal has a game already",
            "an id that is no game of the journal",
        )
        return Audited(case, refused(case.id, taken, rules or case.rules), [])
    rewound = journal.log(case.id).rewound() if journal is not None and report.error is None else []
    return Audited(case, report, rewound)


def _refused(invalid: InvalidInput, rules: date | None) -> Audited:
    name = invalid.case if isinstance(invalid, RefusedCase) else invalid.where
    return Audited(None, refused(name, invalid, rules), [])
