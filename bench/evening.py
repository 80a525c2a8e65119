"""How long a whole evening takes, from logs of MTG Arena to tables: `python -m bench.evening LOG…`.

The logs are copied, each copy with other matches, until there are as many as `--logs`. Then a player's two commands are run,
`import arena` and `export`: on all of them, and on a fifth, for the memory that each takes. Seconds are on the clock.

Aims: both together in 15 seconds, with the same memory for 45 logs as for 9.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated

import typer
from declarant.tools.arena.framing import opened

from .measuring import JsonFile, Measured, command, report

AIM = 15
"""Seconds that an evening is to take."""
_MATCH = re.compile(rb'"match(?:ID|Id)" ?: ?"([^"]{4,80})"')


def _evening(logs: list[Path], number: int, folder: Path) -> list[Path]:
    """So many logs, in which no match is the same."""
    made = []
    for copy, path in zip(range(number), cycle(logs), strict=False):
        with opened(path) as (lines, _):
            content = b"".join(lines)
        for match in sorted(set(_MATCH.findall(content))):
            content = content.replace(match, b"%d-%b" % (copy, match))
        made.append(folder / f"{copy:03}.log")
        made[-1].write_bytes(content)
    return made


def _run(what: str, *arguments: str | Path) -> Measured:
    """Run a command: seconds on the clock and of processors (with its workers), and the most memory that a process took."""
    start, before = perf_counter(), os.times()
    command = [sys.executable, "-m", "declarant", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        peak = 0.0
        while process.poll() is None:
            peak = max(peak, _memory(process.pid))
            try:
                process.wait(0.05)
            except subprocess.TimeoutExpired:
                continue
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return {"what": what, "seconds": perf_counter() - start, "processor s": spent, "peak MiB": peak}


def _memory(pid: int) -> float:
    """The memory that a process has taken at most so far, in MiB."""
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        found = None
    return int(found[1]) / 1024 if found is not None else 0.0


def main(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG")],
    number: Annotated[int, typer.Option("--logs", min=1, help="How many logs an evening has.")] = 45,
    json_file: JsonFile = None,
) -> None:
    """Import an evening's logs and export its tables; beside that a fifth of them, for the memory that each takes."""
    rows: list[Measured] = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        made = _evening(logs, number, folder)
        for some in (made[: max(1, number // 5)], made):
            games, tables = folder / f"{len(some)}.db", folder / f"tables-{len(some)}"
            size = sum(path.stat().st_size for path in some) / 1e6
            of = {"logs": len(some), "MB": size}
            imported = _run("import arena", "import", "arena", *some, "--to", games)
            exported = _run("export", "export", games, "--to", tables)
            both = {name: imported[name] + exported[name] for name in ("seconds", "processor s")}
            peak = max(imported["peak MiB"], exported["peak MiB"])
            together = {"what": "together", **both, "peak MiB": peak}
            rows += [{**row, **of} for row in (imported, exported, together)]
        rows[-1] |= {"aim": f"≤ {AIM} s", "met": rows[-1]["seconds"] <= AIM}
    report("arena: an evening", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
