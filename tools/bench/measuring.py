"""What the benchmarks share: timing, percentiles, a table for people and JSON for the rest."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table

Row = dict[str, Any]


def timed(action: Callable[[], object]) -> float:
    """How many seconds of processor time it takes, once: other work on the machine counts less than on the wall clock."""
    start = process_time()
    action()
    return process_time() - start


def percentiles(seconds: Sequence[float]) -> Row:
    """The median, the 99th percentile and the maximum, in milliseconds."""
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return {
        "p50 ms": 1_000 * ordered[last // 2],
        "p99 ms": 1_000 * ordered[round(last * 0.99)],
        "max ms": 1_000 * ordered[last],
    }


def report(title: str, rows: Sequence[Row], json_file: Path | None) -> None:
    """Print the rows as a table; with a file, write them there as JSON too."""
    table = Table(title=title)
    for name in rows[0]:
        table.add_column(name, justify="left" if isinstance(rows[0][name], str) else "right")
    for row in rows:
        table.add_row(*map(_written, row.values()))
    Console().print(table)
    if json_file is not None:
        json_file.write_text(json.dumps({"benchmark": title, "rows": list(rows)}, indent=2) + "\n")


def _written(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
