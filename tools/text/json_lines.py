"""JSON on one line, whatever a reader takes for the end of a line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

_LINE_ENDS = str.maketrans({"\x85": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def json_line(value: BaseModel | dict[str, Any]) -> str:
    """A model, or an object of plain values, as a line of JSON Lines without its end."""
    return one_line(value.model_dump_json() if not isinstance(value, dict) else json.dumps(value, ensure_ascii=False))


def one_line(text: str) -> str:
    """JSON without the letters that some readers take for the end of a line: they are escaped. It says the same."""
    return text.translate(_LINE_ENDS)
