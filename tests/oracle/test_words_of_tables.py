"""Each row of a table of words can be reached: none is longer than what is looked up there."""

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import declarant.tools.oracle as oracle

ROOM = Path(oracle.__file__).parent
DEFAULT = 3


def looked_up() -> Iterator[tuple[str, Mapping[str, Any], int]]:
    """Where a table of a module is looked up, the table, and how many words at most."""
    for path in ROOM.rglob("*.py"):
        name = ".".join(path.relative_to(ROOM).with_suffix("").parts).removesuffix(".__init__")
        if "look_up" not in (text := path.read_text("utf-8")):
            continue
        for call in ast.walk(ast.parse(text)):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "look_up"):
                continue
            table = getattr(import_module(f"{oracle.__name__}.{name}"), getattr(call.args[0], "id", ""), None)
            stated = [*call.args[1:2], *(each.value for each in call.keywords if each.arg == "words")]
            words = stated[0].value if stated and isinstance(stated[0], ast.Constant) else DEFAULT
            if isinstance(table, Mapping) and isinstance(words, int):
                yield f"{path.name}:{call.lineno}", table, words


def test_no_row_is_longer_than_what_is_looked_up() -> None:
    found = list(looked_up())
    assert len(found) > 30
    assert [(where, row) for where, table, words in found if words > 1 for row in table if len(row.split()) > words] == []
