"""`python -m declarant.tools.demo` (or `make demo`): a disputed game is judged, and a dispute of it replayed from the journal."""

from __future__ import annotations

import shlex
import shutil
import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

from ..events.journal.journal import Journal
from .audit.audit import audit
from .cases.models import Case
from .cases.reading import read_cases
from .history.replay import replay
from .page.pages import case_page
from .text.cases import audited
from .text.console import console, heading, text
from .text.journals import replayed

INTRODUCTION = """\
Three turns of a game that Ann and Bob couldn't agree on, put before the referee. For every attempt: the ruling, the number of \
the rule that decides, why, and what would have been legal. An illegal declaration leaves the log as it was before."""

DISPUTE = """\
What the journal keeps of the dispute about the toll: Ann's declaration was appended step by step, and when the price wasn't \
paid in full, a cut took all of it back. It is no part of the game's log any more, but nothing is lost."""

PAGE = "The whole dispute as a page to open in a browser, with boards and with other years: {page}"

NEXT = "The same from the command line; then with cases of your own:"

COMMANDS = """\
{declarant} audit {path} --journal games.db
{declarant} replay games.db
{declarant} --help"""


def main() -> int:
    """Print the demonstration; the exit status is that of the audit."""
    out = console()
    with as_file(files(__package__) / "demo.yaml") as path, Journal.open("memory://") as journal:
        (result,) = audit([path], journal=journal)
        out.print(heading("declarant", "a referee for attacks and blocks"), "", text(INTRODUCTION), "", sep="\n")
        out.print(audited(result))

        dispute = max(result.rewound, key=lambda rewound: rewound.last - rewound.first)
        out.print(text(DISPUTE), "", sep="\n")
        entries = list(replay([entry for entry in journal.entries(result.report.case) if entry.version <= dispute.cut]))
        shown = entries[dispute.first - 2 :]
        for previous, entry in zip([None, *shown], shown, strict=False):
            out.print(replayed(entry, previous))
        page = Path(tempfile.gettempdir()) / "declarant-demo.html"
        page.write_text(case_page(*_cases(path)), "utf-8")
        out.print("", PAGE.format(page=page), "", NEXT, "", sep="\n", soft_wrap=True)
        out.print(COMMANDS.format(declarant=_command(), path=shlex.quote(str(_from_here(path)))), soft_wrap=True)
    return result.report.status


def _command() -> str:
    """How the command is called from here: by its name, if that is found, else by where it is."""
    beside = Path(sys.executable).with_name("declarant")
    found = shutil.which("declarant")
    return "declarant" if found and Path(found).resolve() == beside.resolve() else shlex.quote(str(_from_here(beside)))


def _from_here(path: Path) -> Path:
    """The path from the current folder, where it is below that."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path


def _cases(path: Path) -> list[Case]:
    return [case for case in read_cases(path) if isinstance(case, Case)]


if __name__ == "__main__":
    sys.exit(main())
