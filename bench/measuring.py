"""What the benchmarks share: the command, timing, percentiles, a table for people and JSON for the rest.

A row says what was measured; where there is an aim, `aim` says it and `met` whether it was reached.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from inspect import cleandoc
from pathlib import Path
from time import process_time
from typing import Annotated, Any, TypeAlias

import typer
from rich.console import Console
from rich.table import Table

Measured = dict[str, Any]
"""Name of a column → its value: text, a number, or whether an aim was met."""
WIDEST = 1_000
"""More characters than any table needs."""
JsonFile: TypeAlias = Annotated[Path | None, typer.Option("--json", help="Write the rows to this file, too.")]


def command(main: Callable[..., object], doc: str | None) -> None:
    """Run a benchmark as a command whose help is the docstring of its module, with the aims."""
    app = typer.Typer(add_completion=False)
    paragraphs = (" ".join(paragraph.split()) for paragraph in cleandoc(doc or "").split("\n\n"))
    app.command(help="\n\n".join(paragraphs))(main)
    app()


def timed(action: Callable[[], object]) -> float:
    """How many seconds of processor time it takes, once: other work on the machine counts less than on the wall clock."""
    start = process_time()
    action()
    return process_time() - start


def percentiles(seconds: Sequence[float]) -> Measured:
    """The median, the 99th percentile and the maximum, in milliseconds."""
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return {
        "p50 ms": 1_000 * ordered[last // 2],
        "p99 ms": 1_000 * ordered[round(last * 0.99)],
        "max ms": 1_000 * ordered[last],
    }


def within(row: Measured, median: float, last: float) -> Measured:
    """The aim that the median and the 99th percentile of a row stay within so many milliseconds, and whether they do."""
    aim = f"{median:g}" if median == last else f"{median:g} / {last:,g}"
    return {"aim": f"≤ {aim} ms", "met": row["p50 ms"] <= median and row["p99 ms"] <= last}


def report(title: str, rows: Sequence[Measured], json_file: Path | None) -> None:
    """Print the rows as a table, with every column that any of them has; with a file, write them there as JSON, too.

    A terminal that is too narrow for the table gets a line for each value.
    """
    columns = dict.fromkeys(name for row in rows for name in row)
    table = Table(title=title, title_justify="left")
    for name in columns:
        is_text = all(isinstance(row.get(name, ""), str | bool) for row in rows)
        table.add_column(name, justify="left" if is_text else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(_written(row.get(name, "")) for name in columns))
    console = Console()
    if not console.is_terminal:
        console.width = WIDEST
    if Console(width=WIDEST).measure(table).maximum <= console.width:
        console.print(table)
    else:
        lines = ("\n".join(f"{name}: {_written(value)}" for name, value in row.items()) for row in rows)
        console.print("\n\n".join((title, *lines)), markup=False, highlight=False)
    if json_file is not None:
        json_file.write_text(json.dumps({"benchmark": title, "rows": list(rows)}, indent=2) + "\n")


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, float):
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
