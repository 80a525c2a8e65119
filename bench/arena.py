"""How fast logs of MTG Arena are imported: `python -m bench.arena LOG…`.

The logs are framed, the JSON of their blocks is parsed alone, and they are imported into SQLite: seconds of processor time,
medians of five rounds. Then 50 MB of them are imported at once, for the memory that it takes.

Aims: import at 20 MB a second or more; at most 200 MiB of memory for a log of 50 MB.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from declarant.events.errors import InvalidInput
from declarant.events.journal.journal import Journal
from declarant.tools.arena.framing import blocks, opened
from declarant.tools.arena.importing import Importer

from .measuring import JsonFile, Measured, command, report, timed

ROUNDS = 5
AIM = 20
"""MB that are to be imported a second."""
MOST_MEMORY = 200
"""MiB that the import of a large log may take."""
LARGE = 50 << 20
"""Bytes of the log whose import is watched for memory."""


def _unpacked(path: Path) -> bytes:
    with opened(path) as (lines, _):
        return b"".join(lines)


def _import(paths: list[Path], to: str) -> int:
    """Import the logs into a new journal; returns how many entries it has."""
    with Journal.open(to) as journal:
        importer = Importer(kept=journal)
        for path in paths:
            with opened(path) as (lines, _):
                try:
                    for _ in importer.read(lines):
                        pass
                except InvalidInput:
                    continue  # a log without detailed logs is part of the load
        importer.finish()
        return sum(game.entries for game in importer.games)


def _peak(log: Path, to: Path) -> float:
    """The most memory that a process takes which imports the log, in MiB."""
    command = [sys.executable, "-m", __spec__.name, "--only-import", str(to), str(log)]
    return float(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def main(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG")],
    json_file: JsonFile = None,
    only_import: Annotated[Path | None, typer.Option(hidden=True)] = None,
) -> None:
    """Frame the logs, parse the JSON of their blocks, and import them into SQLite; then import 50 MB of them at once."""
    if only_import is not None:
        _import(logs, str(only_import))
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return
    with TemporaryDirectory() as folder:
        plain = []
        for number, path in enumerate(logs):
            plain.append(Path(folder) / f"{number}.log")
            plain[-1].write_bytes(_unpacked(path))
        size = sum(path.stat().st_size for path in plain)
        bodies = []
        for path in plain:
            with opened(path) as (lines, _):
                bodies += [block.body for block in blocks(lines) if block.body[:1] == b"{"]
        entries = [0]
        numbers = iter(range(1000))

        def into_sqlite() -> None:
            entries[0] = _import(plain, str(Path(folder) / f"{next(numbers)}.db"))

        def framed() -> None:
            for path in plain:
                with opened(path) as (lines, _):
                    for _ in blocks(lines):
                        pass

        def parsed() -> None:
            for body in bodies:
                json.loads(body)

        actions: dict[str, Callable[[], None]] = {"frame": framed, "json.loads": parsed, "import into SQLite": into_sqlite}
        rows: list[Measured] = []
        for name, action in actions.items():
            seconds = median(timed(action) for _ in range(ROUNDS))
            rows.append({"what": name, "MB": size / 1e6, "seconds": seconds, "MB/s": size / 1e6 / seconds})
        rows[-1] |= {"aim": f"≥ {AIM} MB/s", "met": rows[-1]["MB/s"] >= AIM}
        rows[-1]["entries"] = entries[0]
        large = Path(folder) / "large.log"
        with large.open("wb") as file:
            while file.tell() < LARGE:
                for path in plain:
                    file.write(path.read_bytes())
        peak = _peak(large, Path(folder) / "large.db")
        rows.append({"what": "peak memory, MiB", "MB": large.stat().st_size / 1e6, "peak MiB": peak})
        rows[-1] |= {"aim": f"≤ {MOST_MEMORY} MiB", "met": peak <= MOST_MEMORY}
    report("arena: logs", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
