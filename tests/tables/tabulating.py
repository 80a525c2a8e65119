"""How the tests of tables read: the rows of a game as objects by column, table by table."""

from collections.abc import Iterator
from typing import Any

from declarant.events.journal.journal import Journal
from declarant.projections.tables.fold import tabulate
from declarant.projections.tables.schema import BY_NAME

Rows = dict[str, list[dict[str, Any]]]


def rows(journal: Journal, game: str = "game", since: int = 0, until: int | None = None) -> Rows:
    """The rows of a game; `until`: as though the journal ended with the entry of that id."""
    entries = [entry for entry in journal.entries(game) if until is None or entry.id <= until]
    found: Rows = {name: [] for name in BY_NAME}
    for table, row in tabulate(game, entries, [entry for entry in entries if entry.is_cut], since):
        found[table].append(dict(zip(BY_NAME[table].names, row, strict=True)))
    return found


def keyed(found: Rows) -> Iterator[tuple[tuple[object, ...], dict[str, Any]]]:
    """Every row by its table and its key."""
    for name, table in BY_NAME.items():
        for row in found[name]:
            yield (name, *(row[column] for column in table.key)), row
