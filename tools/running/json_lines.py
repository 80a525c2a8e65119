"""JSON on one line, whatever a reader takes for the end of a line, and harmless on a terminal."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

_UNSEEN = re.compile("[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]")
"""Letters that end a line, change its direction, command a terminal, or aren't seen."""


def json_line(value: BaseModel | dict[str, Any]) -> str:
    """A model, or an object of plain values, as a line of JSON Lines without its end."""
    return one_line(value.model_dump_json() if not isinstance(value, dict) else json.dumps(value, ensure_ascii=False))


def one_line(text: str) -> str:
    """JSON in which such letters are escaped that end a line, change its direction, or command a terminal. It says the same."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f", text)
