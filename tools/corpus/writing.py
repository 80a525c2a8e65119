"""Writes the corpus into a directory: files of lines, each whole or not there, and what says what they are."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from ...events.errors import InvalidInput
from ..running.json_lines import json_line
from ..running.places import PARTIAL, file_made
from ..running.work import Executor, pieces
from ..text.schemas import in_markdown
from .answering import entry
from .drawing import ATTACKERS
from .models import VERSION, line_schema

BOARDS = 1_000
"""In a file."""
AT_ONCE = 25
"""Boards that a worker is given together."""
MANIFEST = "corpus.json"
LICENCE = "CC0-1.0"


@dataclass(frozen=True)
class CorpusPlan:
    """Which corpus."""

    seed: int
    number: int
    rules: tuple[date, ...]
    attackers: int = ATTACKERS
    """How many creatures the attacking player has at most."""

    def manifest(self, files: dict[str, str]) -> dict[str, Any]:
        """What describes a corpus: how it was made, and each file with its SHA-256."""
        return {
            "corpus": "declarant",
            "version": VERSION,
            "license": LICENCE,
            "seed": self.seed,
            "number": self.number,
            "attackers": self.attackers,
            "rules": [day.isoformat() for day in self.rules],
            "files": files,
        }


def write(plan: CorpusPlan, folder: Path, engine: Executor) -> Iterator[int]:
    """Write the corpus, and state after each few boards how many there are; go on where another run of the same plan stopped.

    Every file is made whole by a rename, and named in the manifest afterwards. Raises InvalidInput where the folder holds
    another corpus or other files.
    """
    files = _begun(plan, folder)
    for first in range(0, plan.number, BOARDS):
        last = min(first + BOARDS, plan.number)
        name = f"boards-{first:06d}.jsonl"
        if name not in files or files[name] != _digest(folder / name):
            lines: list[str] = []
            work = ((plan, numbers) for numbers in pieces(range(first, last), AT_ONCE))
            for several in engine.map(_lines, work):
                lines += several
                yield first + len(lines)
            files[name] = _put(folder / name, "".join(lines))
            _put(folder / MANIFEST, _json(plan.manifest(files)))
        yield last


def _lines(work: tuple[CorpusPlan, tuple[int, ...]]) -> list[str]:
    plan, numbers = work
    return [json_line(entry(plan.seed, number, plan.rules, plan.attackers)) + "\n" for number in numbers]


def _begun(plan: CorpusPlan, folder: Path) -> dict[str, str]:
    """The files that are there already; the folder is made where it isn't there."""
    manifest = folder / MANIFEST
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not manifest.is_file():
            if any(each.name not in BESIDE and not each.name.endswith(PARTIAL) for each in folder.iterdir()):
                raise InvalidInput("--out", f"{folder}, which holds other files", "a folder that is empty or not there")
            for name, text in BESIDE.items():
                _put(folder / name, text())
            _put(manifest, _json(plan.manifest({})))
        stored = json.loads(manifest.read_text("utf-8"))
        if {"attackers": ATTACKERS} | stored | {"files": {}} != plan.manifest({}):
            which = f"--seed {plan.seed} --number {plan.number} --attackers {plan.attackers}"
            asked = f"{which} and the rules of {', '.join(map(str, plan.rules))}"
            raise InvalidInput("--out", f"{folder}, which holds another corpus ({MANIFEST})", f"a folder of its own for {asked}")
        return dict(stored["files"])
    except (OSError, ValueError, TypeError, KeyError) as error:
        found = f"{manifest}: {getattr(error, 'strerror', None) or error}"
        raise InvalidInput("--out", found, "a folder that can be written, and what this command wrote") from None


def _put(place: Path, text: str) -> str:
    """Write a file whole or not at all; its SHA-256. Raises InvalidInput where there is no space."""
    content = text.encode()
    with file_made(place) as file:
        file.write(content)
    return hashlib.sha256(content).hexdigest()


def _digest(file: Path) -> str | None:
    return hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _readme() -> str:
    """What stands beside the files."""
    return (
        "# A corpus of combats\n\n"
        "Made by `declarant corpus`: boards of Magic: The Gathering combats, and what the rules of each day asked for say of "
        "them. `corpus.json` says how it was made, and each file with its SHA-256; `line.schema.json` is the JSON Schema of a "
        "line.\n\n"
        "To the extent possible under law, the declarant authors have waived all copyright and related or neighboring rights to "
        "these files (CC0 1.0 Universal, https://creativecommons.org/publicdomain/zero/1.0/). Unofficial; not affiliated with "
        "Wizards of the Coast.\n\n" + in_markdown(line_schema()).replace("\n# ", "\n## ").replace("# Entry", "## A line", 1)
    )


BESIDE: dict[str, Callable[[], str]] = {"README.md": _readme, "line.schema.json": lambda: _json(line_schema())}
"""What stands beside the files. It is written before the manifest: a run that was broken off may have left it alone."""
