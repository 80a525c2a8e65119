"""Phrases: words on one side and a value on the other. What reads one keeps its derivation, too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import ValidationError

from ...events import abilities as a
from ...events.model import Model
from .cursor import Cursor, rule

T = TypeVar("T")
Reads = Callable[[Cursor], Any]
Words = str | tuple[str, ...]
"""What is said: one form, or that of one and that of several ("attacks", "attack")."""
Renders = Callable[[Any], Words]
"""Says a value in the words that a rule reads. Raises KeyError where there are none."""


class Several(str):
    """Words for several, for you, or for "they": what follows them in a phrase agrees with them, in the form of several."""


class One(str):
    """Words for one, with which what follows them agrees."""


class Part(NamedTuple):
    """Another rule within a phrase, and the field of the value that it reads, or several ("minimum+maximum"); none where it is
    said beside the value."""

    field: str
    rule: str

    @property
    def fields(self) -> list[str]:
        """The fields of the value that it reads."""
        return self.field.split("+") if self.field else []

    def of(self, value: Mapping[str, Any]) -> Any:
        """What the rule reads of a value, as that is kept."""
        return tuple(value[each] for each in self.fields) if "+" in self.field else value.get(self.field)


class Phrase(NamedTuple):
    """Words, and what they make. In `parts` alternatives are tuples; the first of them is how it is said of one, the second of
    several, or of you.

    `after`: what words refer to from then on; it is given the scope, and what the rules within read, by field.
    """

    words: str
    make: object
    constants: Mapping[str, Any]
    parts: tuple[tuple[str, ...] | Part, ...]
    after: Callable[..., None] | None = None

    def then(self, after: Callable[..., None] | None) -> Phrase:
        """The same, after which words refer to something else."""
        return self._replace(after=after)

    @property
    def ways(self) -> Iterator[Phrase]:
        """The phrase with what stands in brackets, and without it."""
        before, optional, after = (*_OPTIONAL.split(self.words, 1), "", "")[:3]
        if not optional:
            yield self
        for kept in (optional, "") if optional else ():
            yield from phrase(f"{before}{kept}{after}", self.make, **self.constants).then(self.after).ways

    @property
    def rules(self) -> Iterator[str]:
        """The names of the rules within it."""
        return (part.rule for part in self.parts if isinstance(part, Part))

    def said(self, samples: Mapping[str, Words], alternative: int = 0) -> str:
        """The phrase with a sample of each rule, and with one of the alternatives where there are several."""
        said: list[str] = []
        for part in self.parts:
            forms = samples[part.rule] if isinstance(part, Part) else part
            words = forms if isinstance(forms, str) else forms[min(alternative, len(forms) - 1)]
            alternative = 1 if isinstance(words, Several) else 0 if isinstance(words, One) else alternative
            said.append(words)
        return " ".join(filter(None, said)).replace(" ,", ",")

    def words_for(self, value: Any, words: Mapping[str, Renders], alternative: int = 0, given: Sequence[str] = ()) -> str | None:
        """The phrase that means the value, with the words of each rule; None where another phrase does, or none. A rule
        that reads no field may have words of the whole value."""
        held = self._held(value, given)
        parts = [part for part in self.parts if isinstance(part, Part)]
        if held is None or any(part.field and held[part.field] is None for part in parts):
            return None  # no rule reads None
        said = {
            part.rule: words[part.rule](held[part.field] if part.field else value) if part.field or part.rule in words else ""
            for part in parts
        }
        return self.said(said, alternative)

    def _held(self, value: Any, given: Sequence[str]) -> Mapping[str, Any] | None:
        """What is read of the value by the rules within, or `given`, where the phrase makes it."""
        parts = [part for part in self.parts if isinstance(part, Part)]
        if self.make is None:
            return {part.field: value for part in parts}
        if not callable(self.make):
            return {} if self.make == value and not parts else None
        read = {field for part in parts for field in part.fields} | set(given)
        if not (isinstance(self.make, type) and issubclass(self.make, Model)):
            return self._found(value, parts, given)
        if type(value) is not self.make:
            return None
        fields = self.make.model_fields
        settled = {name: self.constants.get(name, fields[name].default) for name in fields if name not in read}
        if any(getattr(value, name) != meant for name, meant in settled.items()):
            return None
        return {part.field: part.of(value.__dict__) for part in parts}

    def _found(self, value: Any, parts: Sequence[Part], given: Sequence[str]) -> Mapping[str, Any] | None:
        """What a function would have been given that makes the value: marks are given to it, and found in what it makes. Of a
        rule that reads several fields, these are those of the value."""
        own = {field: getattr(value, field, None) for part in parts if "+" in part.field for field in part.fields}
        marks = {part.field: _mark(part.field, part.rule) for part in parts if part.field and "+" not in part.field}
        marks |= {field: _mark(field, field) for field in given}
        assert callable(self.make), "it was asked above"
        try:
            made = self.make(**own, **marks, **self.constants)
        except (TypeError, ValidationError, AttributeError):
            return None
        found: dict[str, Any] = {}
        if not _matches(made, value, marks, found) or found.keys() != marks.keys():
            return None
        return {part.field: part.of(own | found) for part in parts}


def _mark(field: str, rule: str) -> Any:
    """What stands for what a rule reads."""
    if field == "players":
        return a.Players(who="named", ids=(f"<{field}>",))
    if field in ("counter", "name"):
        return f"<{field}>"
    return a.UnstatedNumber(fact=f"<{field}>") if rule in _NUMBERS else a.IsNamed(name=f"<{field}>")


_NUMBERS = ("quantity", "amount", "digits", "x", "number", "simple", "counted", "more")
"""Rules that read numbers; others read permanents."""


def _matches(made: Any, value: Any, marks: Mapping[str, Any], found: dict[str, Any]) -> bool:
    """Whether a value is what was made of marks, but for these: what stands in their places is `found`."""
    for field, mark in marks.items():
        if made == mark:
            return bool(found.setdefault(field, value) == value)
    if isinstance(made, Model):
        fields = type(made).model_fields
        return type(made) is type(value) and all(_matches(getattr(made, f), getattr(value, f), marks, found) for f in fields)
    if isinstance(made, tuple | list):
        alike = isinstance(value, tuple | list) and len(made) == len(value)
        return alike and all(_matches(one, other, marks, found) for one, other in zip(made, value, strict=True))
    return bool(made == value)


_OPTIONAL = re.compile(r"\[([^][]*)\]")
_PART = re.compile(r"\(([^)]*)\)|<(?:([\w+]+):|(-))?(\w+)>|([^()<>]+)")


def phrase(words: str, make: object = None, **constants: Any) -> Phrase:
    """ "the (greatest|highest) <characteristic> among <filter:noun>" makes `make(characteristic=…, filter=…, **constants)`.

    In parentheses stand words for the same; in angle brackets a field of the value and the rule that reads it, or the name of
    both; before a rule that reads several fields these with "+" between them; after "-" a rule that reads what is no field. In
    square brackets stands what may be left out (`Phrase.ways`).
    Without `make` the phrase means what its one part means; where that can't be called it is the meaning.
    """
    parts: list[tuple[str, ...] | Part] = []
    for alternatives, field, beside, name, literal in _PART.findall(words):
        if name:
            parts.append(Part("" if beside else field or name, name))
        elif alternatives or literal.strip():
            ways = tuple(alternatives.split("|")) if alternatives else (literal.strip(),)
            last = parts[-1] if parts else None
            if last is None or isinstance(last, Part) or (len(last) > 1 and len(ways) > 1):
                parts.append(ways)
            else:
                parts[-1] = tuple(f"{before} {way}" for before in last for way in ways)
    return Phrase(words, make, constants, tuple(parts))


class Grammar(Generic[T]):
    """Phrases that are tried in order: the first that reads makes the value. `rules` are those that they name.

    `given`: fields of the values that stand before the phrases, as who does it does, or names that stand in the phrases in place
    of rules: they are given to the grammar.
    """

    def __init__(self, rules: Mapping[str, Reads], *phrases: Phrase, given: Sequence[str] = ()) -> None:
        self.rules = rules
        self.phrases = tuple(way for each in phrases for way in each.ways)
        self.given = given

    def __call__(self, c: Cursor, **given: Any) -> T | None:
        phrases = self._by_first_word.get(c.peek(), self._others)
        return next((found for each in phrases if (found := _read(c, each, self, given)) is not None), None)

    def whole(self, made: Any, beside: Sequence[Any]) -> T | None:
        """What a phrase means that makes this, with what was read beside it; None where these don't go together."""
        found: T = made
        return found

    @cached_property
    def _by_first_word(self) -> dict[str, tuple[Phrase, ...]]:
        """The phrases that may be read where a word comes next; where another one does, `_others`."""
        first = [(each, self._first(each)) for each in self.phrases]
        words = {way.split()[0] for _, ways in first for way in ways}
        return {
            word: tuple(each for each, ways in first if not ways or any(way.split()[0] == word for way in ways)) for word in words
        }

    @cached_property
    def _others(self) -> tuple[Phrase, ...]:
        return tuple(each for each in self.phrases if not self._first(each))

    def _first(self, each: Phrase) -> tuple[str, ...]:
        """The words that a phrase may begin with, after what is given; none where a rule is read first."""
        part = next(part for part in each.parts if not isinstance(part, Part) or part.rule not in self.given)
        return () if isinstance(part, Part) else part

    def words_for(self, value: T, words: Mapping[str, Renders], alternative: int = 0) -> str:
        """What the first of the phrases that mean the value says, where each rule within has words for what it reads. Raises
        KeyError where none does."""
        for each in self.phrases:
            try:
                said = each.words_for(value, words, alternative, self.given)
            except KeyError:
                continue  # another phrase may have words
            if said is not None:
                return said
        raise KeyError(value)


@lru_cache(maxsize=4_096)
def _longest_first(ways: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(ways, key=lambda way: -len(way.split())))


@rule
def _read(c: Cursor, each: Phrase, grammar: Grammar[Any], given: Mapping[str, Any]) -> Any:
    start, before = c.at, len(c.derivations)
    values: dict[str, Any] = {}
    beside: list[Any] = []
    for part in each.parts:
        if not isinstance(part, Part):
            if c.take(*_longest_first(part)) is None:
                return None
            continue
        if part.rule in given:
            values[part.field] = given[part.rule]
            continue
        began, inner = c.at, len(c.derivations)
        value = grammar.rules[part.rule](c)
        if value is None:
            return None
        if not part.field:
            beside.append(value)
            continue
        if c.at > began:
            c.derive(part.rule, began, inner, value)
        values |= zip(part.fields, value, strict=True) if "+" in part.field else {part.field: value}
    given = {name: value for name, value in given.items() if name not in each.rules}
    everything = {**values, **given, **each.constants}
    made = each.make(**everything) if callable(each.make) else each.make or next(iter(values.values()))
    if made is None:
        return None
    whole = grammar.whole(made, beside)
    if whole is None:
        return None
    c.derive(each.words, start, before, whole)
    if each.after is not None:
        each.after(c.scope, **values, **given)
    return whole
