"""Keywords that a case defines: a word, and the rules text that it stands for on the permanents of the case.

`tools/oracle/own_keywords.py` puts the meanings in place of the words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from ....events.errors import InvalidInput
from ...oracle.own_keywords import LONGEST, MAX_KEYWORDS, MAX_MEANING, SHORTEST, WORD, own_keywords, said_in_full

_DEPTH = 8
"""How deep in a case texts of permanents stand at most."""


def _read(data: Any) -> Any:
    """Refuses a word that means something already, and a meaning that isn't read or bears on nothing."""
    try:
        own_keywords(data, "keywords")
    except InvalidInput as error:
        word = error.where.removeprefix("keywords").removeprefix(".")
        raise PydanticCustomError(
            "own_words", "not a keyword", {"path": f"[{word!r}]" if word else "", "found": error.found, "allowed": error.allowed}
        ) from None
    return data


OwnKeywords = Annotated[
    dict[
        Annotated[str, Field(pattern=f"^{WORD}$", min_length=SHORTEST, max_length=LONGEST)],
        Annotated[str, Field(min_length=1, max_length=MAX_MEANING, pattern=r"^[^\n]*$")],
    ],
    Field(max_length=MAX_KEYWORDS),
    BeforeValidator(_read),
]


def with_meanings(data: Any) -> Any:
    """The data of a case, with what its own keywords mean in place of them. What doesn't fit stays, to be found as it is read."""
    keywords = data.get("keywords") if isinstance(data, dict) else None
    if not isinstance(keywords, dict) or len(keywords) > MAX_KEYWORDS:
        return data
    meanings = {
        word.casefold(): text
        for word, text in keywords.items()
        if isinstance(word, str) and isinstance(text, str) and len(text) <= MAX_MEANING
    }
    stated = {name: _said(data[name], meanings, _DEPTH) for name in ("battlefield", "effects", "steps") if name in data}
    return data | stated


def _said(value: Any, meanings: Mapping[str, str], depth: int) -> Any:
    if not depth:
        return value
    if isinstance(value, dict):
        return {
            key: said_in_full(each, meanings) if key == "text" and isinstance(each, str) else _said(each, meanings, depth - 1)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_said(each, meanings, depth - 1) for each in value]
    return value
