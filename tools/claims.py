"""Certificates as they are read: every field is of its type, or an error says which isn't.

Whole numbers are written as such: `2.0`, `true` and `"2"` are none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import Strict, ValidationError

from ..events.errors import InvalidInput
from ..events.model import Model
from .cases.misfits import describe, render

Whole: TypeAlias = Annotated[int, Strict()]
AnyClaim = TypeVar("AnyClaim", bound=Model)


def read_json(path: Path, allowed: str, largest: int) -> Any:
    """What a JSON file says, of so many bytes at most. Raises InvalidInput; `allowed`: what the file should be."""
    try:
        if path.stat().st_size > largest:
            raise InvalidInput(str(path), f"{path.stat().st_size:,} bytes", f"at most {largest:,}")
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidInput(str(path), error.strerror or str(error), allowed) from None
    except (ValueError, RecursionError) as error:
        raise InvalidInput(str(path), str(error), allowed) from None


def checked_claim(kind: type[AnyClaim], claimed: object, where: str = "certificate") -> AnyClaim:
    """A claim of this kind. Raises InvalidInput with the first field that doesn't fit, and what is allowed there."""
    if not isinstance(claimed, Mapping):
        raise InvalidInput(where, found_in_claim(claimed), "an object")
    try:
        return kind.model_validate(dict(claimed))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
    fields = {info.alias or name: info for name, info in kind.model_fields.items()}
    field = render(first["loc"][:1])
    at = f"{where}{field}" if field.startswith("[") else f"{where}.{field}"
    if first["type"] == "missing" and len(first["loc"]) == 1:
        found = "nothing"
    elif first["type"] == "extra_forbidden" and len(first["loc"]) == 1:
        raise InvalidInput(at, "an unknown field", f"one of {', '.join(fields)}")
    else:
        found = found_in_claim(dict(claimed).get(first["loc"][0]) if len(first["loc"]) == 1 else first["input"])
    allowed = fields[str(first["loc"][0])].description or "what a certificate has there"
    raise InvalidInput(at, found, allowed)


def found_in_claim(value: object) -> str:
    """A value of a certificate in a few words."""
    return describe(value) if isinstance(value, dict | list | tuple | str) else repr(value)[:80]
