"""Phrases: words on one side and a value on the other. What reads one keeps its derivation, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from ...events.model import Model
from .cursor import Cursor, rule

T = TypeVar("T")
Reads = Callable[[Cursor], Any]
Renders = Callable[[Any], str]
"""Says a value in the words that a rule reads. Raises KeyError where there are none."""


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

    def words_for(self, value: Any, words: Mapping[str, Renders], alternative: int = 0) -> str | None:
        """The phrase that means the value, with the words of each rule; None where another phrase does, or none."""
        held = self._held(value)
        if held is None:
            return None
        said = {part.rule: words[part.rule](held[part.field]) for part in self.parts if isinstance(part, Part)}
        return self.said(said, alternative)

    def _held(self, value: Any) -> Mapping[str, Any] | None:
        """What is read of the value by the rules within, where the phrase makes it."""
        parts = [part for part in self.parts if isinstance(part, Part)]
        if self.make is None:
            return {part.field: value for part in parts}
        if not (isinstance(self.make, type) and issubclass(self.make, Model)):
            return {} if self.make == value and not parts else None
        if type(value) is not self.make:
            return None
        fields = self.make.model_fields
        read = {part.field for part in parts}
        settled = {name: self.constants.get(name, fields[name].default) for name in fields if name not in read}
        return value.__dict__ if all(getattr(value, name) == meant for name, meant in settled.items()) else None


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

    def words_for(self, value: T, words: Mapping[str, Renders], alternative: int = 0) -> str:
        """What the first of the phrases that mean the value says, where each rule within has words for what it reads. Raises
        KeyError where none does."""
        for each in self.phrases:
            try:
                said = each.words_for(value, words, alternative)
            except KeyError:
                continue  # another phrase may have words
            if said is not None:
                return said
        raise KeyError(value)


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
