"""Phrases: words on one side and a value on the other. What reads one keeps its derivation, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from .cursor import Cursor, rule

T = TypeVar("T")
Reads = Callable[[Cursor], Any]


class Part(NamedTuple):
    """Another rule within a phrase, and the field of the value that it reads."""

    field: str
    rule: str


class Phrase(NamedTuple):
    """Words, and what they make. In `parts` alternatives are tuples; the first of them is how it is said."""

    words: str
    make: object
    constants: Mapping[str, Any]
    parts: tuple[tuple[str, ...] | Part, ...]

    @property
    def rules(self) -> Iterator[str]:
        """The names of the rules within it."""
        return (part.rule for part in self.parts if isinstance(part, Part))

    def said(self, samples: Mapping[str, str], alternative: int = 0) -> str:
        """The phrase with a sample of each rule, and with one of the alternatives where there are several."""
        return " ".join(
            samples[part.rule] if isinstance(part, Part) else part[min(alternative, len(part) - 1)] for part in self.parts
        )


_PART = re.compile(r"\(([^)]*)\)|<(?:(\w+):)?(\w+)>|([^()<>]+)")


def phrase(words: str, make: object = None, **constants: Any) -> Phrase:
    """ "the (greatest|highest) <characteristic> among <filter:noun>" makes `make(characteristic=…, filter=…, **constants)`.

    In parentheses stand words for the same; in angle brackets a field of the value and the rule that reads it, or the name of
    both. Without `make` the phrase means what its one part means; where that can't be called it is the meaning.
    """
    parts: list[tuple[str, ...] | Part] = []
    for alternatives, field, name, literal in _PART.findall(words):
        if name:
            parts.append(Part(field or name, name))
        elif alternatives or literal.strip():
            ways = tuple(alternatives.split("|")) if alternatives else (literal.strip(),)
            last = parts[-1] if parts else None
            if last is None or isinstance(last, Part):
                parts.append(ways)
            else:
                parts[-1] = tuple(f"{before} {way}" for before in last for way in ways)
    return Phrase(words, make, constants, tuple(parts))


class Grammar(Generic[T]):
    """Phrases that are tried in order: the first that reads makes the value. `rules` are those that they name."""

    def __init__(self, rules: Mapping[str, Reads], *phrases: Phrase) -> None:
        self.rules = rules
        self.phrases = phrases

    def __call__(self, c: Cursor) -> T | None:
        return next((found for each in self.phrases if (found := _read(c, each, self.rules)) is not None), None)


@rule
def _read(c: Cursor, each: Phrase, rules: Mapping[str, Reads]) -> Any:
    start, before = c.at, len(c.derivations)
    values: dict[str, Any] = {}
    for part in each.parts:
        if not isinstance(part, Part):
            if c.take(*part) is None:
                return None
            continue
        began, inner = c.at, len(c.derivations)
        value = rules[part.rule](c)
        if value is None:
            return None
        c.derive(part.rule, began, inner, value)
        values[part.field] = value
    made = each.make(**values, **each.constants) if callable(each.make) else each.make or next(iter(values.values()))
    if made is not None:
        c.derive(each.words, start, before, made)
    return made
