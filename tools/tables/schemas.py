"""The tables' columns, stated in the ways that others read: JSON Schema, Arrow, and a page for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...events.optional import required
from ...projections.tables.columns import Column, ColumnType, Table
from ...projections.tables.schema import TABLES

_JSON: dict[ColumnType, dict[str, Any]] = {
    "string": {"type": "string"},
    "strings": {"type": "array", "items": {"type": "string"}},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "timestamp": {"type": "string", "format": "date-time"},
}


def json_schema() -> dict[str, Any]:
    """The JSON Schema of all tables: an object with an array of rows a table. `x-key` and `x-unit` are keys and units."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tables",
        "type": "object",
        "properties": {
            table.name: {
                "description": table.meaning,
                "x-key": list(table.key),
                "type": "array",
                "items": json_row(table),
            }
            for table in TABLES
        },
    }


def json_row(table: Table) -> dict[str, Any]:
    """The JSON Schema of a row of a table."""
    return {
        "type": "object",
        "properties": {column.name: _json_column(column) for column in table.columns},
        "required": list(table.names),
        "additionalProperties": False,
    }


def _json_column(column: Column) -> dict[str, Any]:
    schema = dict(_JSON[column.type])
    if column.nullable:
        schema["type"] = [schema["type"], "null"]
    return {"description": column.meaning, **schema, **({"x-unit": column.unit} if column.unit else {})}


def arrow_schema(table: Table) -> Any:
    """The Arrow schema of a table; meaning and unit of a column are in its metadata.

    Raises MissingExtra where pyarrow isn't installed.
    """
    pa = required("pyarrow", "export")
    types = {
        "string": pa.string(),
        "strings": pa.list_(pa.string()),
        "integer": pa.int64(),
        "number": pa.float64(),
        "boolean": pa.bool_(),
        "date": pa.date32(),
        "timestamp": pa.timestamp("us", tz="UTC"),
    }
    fields = [
        pa.field(
            column.name,
            types[column.type],
            nullable=column.nullable,
            metadata={"meaning": column.meaning, "unit": column.unit},
        )
        for column in table.columns
    ]
    return pa.schema(fields, metadata={"meaning": table.meaning, "key": " ".join(table.key)})


def page() -> str:
    """The page for people, in Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# The tables"
    yield ""
    yield "Made from the row classes in `projections/tables/` by `declarant schema tables --format text`. Read columns by"
    yield "their names: a new one stands where it belongs. No two rows of an export have the same key; what a later export adds"
    yield "takes the place of what has the same key and a smaller `version`. Places in a game (`version`, `declaration`, …) are"
    yield "versions of its log, and join within the game."
    for table in TABLES:
        yield ""
        yield f"## {table.name}"
        yield ""
        yield f"{table.meaning} Key: {', '.join(f'`{column}`' for column in table.key)}."
        yield ""
        yield "| column | type | unit | meaning |"
        yield "|---|---|---|---|"
        for column in table.columns:
            kind = column.type + (", or null" if column.nullable else "")
            yield f"| `{column.name}` | {kind} | {column.unit} | {column.meaning} |"
