"""Strict JSON and YAML: text in, plain data out.

Both refuse what would be passed over in silence or could blow up: a key that stands twice, numbers that aren't finite,
deep nesting. Of YAML only what JSON can say is read: no anchors, aliases and tags; every key is text; a plain scalar is
text unless it is a whole number, `true`, `false` or `null` (so `on`, `no` and `508.10` are what they look like).
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import yaml

from ...events.errors import InvalidInput
from .places import WrittenCase

MAX_KEYS = 20_000
"""How many keys an object may have."""

MOST = 100
"""How many refusals of a document, or of an element of a list, are reported at most."""

MAX_DEPTH = 32
"""How deep YAML may be nested. JSON may be as deep as Python's own decoder goes; no case is deeper than this."""


class Document(NamedTuple):
    """A value and the text it was read from: of a list, the text of each element.

    `refused`: what can't stand in the document or its elements, though the rest can be read: of two members with one key the
    first is kept, and null stands for an alias.
    """

    value: Any
    line: int
    written: tuple[WrittenCase, ...]
    refused: tuple[tuple[InvalidInput, ...], ...] = ()


class _Refused(ValueError):
    def __init__(self, found: str, allowed: str) -> None:
        super().__init__(found)
        self.found = found
        self.allowed = allowed


def decode_text(data: bytes, file: str, line: int = 1) -> str:
    """The text of UTF-8 bytes that begin on that line of the file. Raises `InvalidInput`."""
    if line == 1 and data.startswith(b"\xef\xbb\xbf"):
        raise InvalidInput(f"{file}:1", "a byte order mark", "UTF-8 without a byte order mark")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        raise InvalidInput(f"{file}:{line}", f"the byte 0x{data[error.start]:02x}", "UTF-8") from None


def _excerpt(text: str, position: int) -> str:
    return repr(text[position : position + 20]) if position < len(text) else "the end"


# --- JSON ------------------------------------------------------------------------------------------------------------


class _Twice(ValueError):
    """A key stands twice in an object, or there are too many."""


def _first(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of members with one key the first."""
    if len(pairs) > MAX_KEYS:
        raise _Refused(f"an object with {len(pairs)} keys", f"at most {MAX_KEYS} keys")
    members: dict[str, Any] = {}
    for key, value in pairs:
        members.setdefault(key, value)
    return members


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS or len(members := dict(pairs)) != len(pairs):
        raise _Twice
    return members


def _not_finite(name: str) -> NoReturn:
    raise _Refused(name, "a number")


STRICT_JSON = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_not_finite)
"""Refuses keys that stand twice and numbers that aren't finite, with a ValueError."""
_JSON_OF_FIRST = json.JSONDecoder(object_pairs_hook=_first, parse_constant=_not_finite)


def parse_json(text: str, file: str) -> Document:
    """A JSON document. Raises `InvalidInput`, also for what `read_json` only states as refused."""
    document = read_json(text, file)
    for refused in document.refused:
        if refused:
            raise refused[0]
    return document


def read_json(text: str, file: str, line: int = 1) -> Document:
    """A JSON document whose text begins on that line of the file; keys that stand twice are refused. Raises `InvalidInput`."""
    twice = False
    try:
        try:
            value = STRICT_JSON.decode(text)
        except _Twice:
            twice, value = True, _JSON_OF_FIRST.decode(text)
    except json.JSONDecodeError as error:
        where = f"{file}:{line + error.lineno - 1}:{error.colno}"
        raise InvalidInput(where, _excerpt(text, error.pos), f"JSON ({error.msg})") from None
    except _Refused as refused:
        at = next(at for at, key in _refused_at(text) if key is None)
        on, column = line + text.count("\n", 0, at), at - text.rfind("\n", 0, at)
        raise InvalidInput(f"{file}:{on}:{column}", refused.found, refused.allowed) from None
    except RecursionError:
        raise InvalidInput(f"{file}:{line}", "JSON nested too deep", f"at most {MAX_DEPTH} levels") from None
    except ValueError:
        # Python's limit against quadratic conversions.
        raise InvalidInput(f"{file}:{line}", "a number of thousands of digits", "a smaller number") from None
    written = tuple(_elements(text, file, line)) if isinstance(value, list) else (WrittenCase(file, text, line, 1, "json"),)
    if not twice:
        return Document(value, line, written)
    refusals: list[list[InvalidInput]] = [[] for _ in written]
    begins = [(each.line, each.column) for each in written]
    counted, on, newline = 0, line, -1
    for at, key in _refused_at(text):
        on += text.count("\n", counted, at)
        newline = max(newline, text.rfind("\n", counted, at))
        counted, column = at, at - newline
        of = refusals[bisect_right(begins, (on, column)) - 1]
        if len(of) < MOST:
            of.append(InvalidInput(f"{file}:{on}:{column}", f"the key {str(key)[:80]!r} twice in an object", "every key once"))
    return Document(value, line, written, tuple(map(tuple, refusals)))


_PLAIN = json.JSONDecoder()
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:]|NaN|-?Infinity')
_BETWEEN = re.compile(r"[\s,]*")


def _elements(text: str, file: str, line: int) -> Iterator[WrittenCase]:
    """The text of each element of a list, which is known to be one."""
    at, counted, first = text.index("[") + 1, 0, line
    while True:
        at = between.end() if (between := _BETWEEN.match(text, at)) else at
        if text[at] == "]":
            return
        _, end = _PLAIN.raw_decode(text, at)
        first += text.count("\n", counted, at)
        yield WrittenCase(file, text[at:end], first, at - text.rfind("\n", 0, at), "json")
        counted, at = at, end


def _refused_at(text: str) -> Iterator[tuple[int, str | None]]:
    """Where what is refused stands: a key for the second time, with the key; a number that isn't finite, an object too large."""
    objects: list[tuple[int, int, set[str]] | None] = []
    before = (0, "")
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark in "{[":
            objects.append((token.start(), 0, set()) if mark == "{" else None)
        elif mark in "}]":
            objects.pop()
        elif mark == ":" and objects and (known := objects[-1]):
            start, members, keys = known
            objects[-1] = (start, members + 1, keys)
            key = json.loads(before[1]) if "\\" in before[1] else before[1][1:-1]
            if key in keys:
                yield before[0], key
            keys.add(key)
            if members == MAX_KEYS:
                yield start, None
        elif not mark.startswith('"'):
            yield token.start(), None
        before = (token.start(), mark)


# --- YAML ------------------------------------------------------------------------------------------------------------

_YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,999})")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class _Events(Iterator[yaml.Event]):
    """The events of a YAML text of a file, where the last of them ended, and what was refused."""

    def __init__(self, text: str, file: str) -> None:
        self._events = yaml.parse(text, Loader=_YAML)
        self._refused: list[InvalidInput] = []
        self.file = file
        self.end = 0

    def refuse(self, event: yaml.Event, found: str, allowed: str) -> None:
        """Something can't stand there; it is read on behind it."""
        self._refused.append(_refused(event, self.file, found, allowed))

    def refused(self) -> tuple[InvalidInput, ...]:
        """What was refused since this was asked last."""
        found, self._refused = tuple(self._refused[:MOST]), []
        return found

    def __next__(self) -> yaml.Event:
        event = next(self._events)
        self.end = _index(event.end_mark)
        return event


def parse_yaml(text: str, file: str) -> Iterator[Document]:
    """The documents of a YAML text. Raises `InvalidInput`."""
    if control := yaml.reader.Reader.NON_PRINTABLE.search(text):
        line = 1 + text.count("\n", 0, control.start())
        column = control.start() - text.rfind("\n", 0, control.start())
        where = f"{file}:{line}:{column}"
        raise InvalidInput(where, f"the character {control[0]!r}", "YAML, which has no control characters")
    events = _Events(text, file)
    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                root = next(events)
                if isinstance(root, yaml.SequenceStartEvent):
                    parts = list(_parts(root, events, text))
                    yield Document(
                        [value for value, _, _ in parts],
                        _mark(root)[0],
                        tuple(written for _, written, _ in parts),
                        tuple(refused for _, _, refused in parts),
                    )
                else:
                    value = _node(root, events, 1)
                    yield Document(value, _mark(root)[0], (_written(root, events, text),), (events.refused(),))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        assert mark is not None  # every error of the scanner and the parser has one
        found = _excerpt(text, mark.index)
        raise InvalidInput(f"{file}:{mark.line + 1}:{mark.column + 1}", found, f"YAML ({error.problem})") from None


def _parts(
    root: yaml.SequenceStartEvent, events: _Events, text: str
) -> Iterator[tuple[Any, WrittenCase, tuple[InvalidInput, ...]]]:
    """The elements of a document that is a list, each with its text and what was refused in it."""
    _check_plain(root, events)
    while not isinstance(item := next(events), yaml.SequenceEndEvent):
        yield _node(item, events, 2), _written(item, events, text), events.refused()


def _written(first: yaml.Event, events: _Events, text: str) -> WrittenCase:
    line, column = _mark(first)
    return WrittenCase(events.file, text[_index(first.start_mark) : events.end], line, column, "yaml")


def _node(event: yaml.Event, events: _Events, depth: int) -> Any:
    """The value that begins with `event`; takes the rest of its events."""
    if isinstance(event, yaml.AliasEvent):
        events.refuse(event, f"the alias *{event.anchor}", "values written out")
        return None
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event, events)
    assert isinstance(event, yaml.CollectionStartEvent)
    _check_plain(event, events)
    if depth > MAX_DEPTH:
        raise _refused(event, events.file, "YAML nested too deep", f"at most {MAX_DEPTH} levels")
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        while not isinstance(item := next(events), yaml.SequenceEndEvent):
            items.append(_node(item, events, depth + 1))
        return items
    members: dict[str, Any] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        if not isinstance(key, yaml.ScalarEvent):
            events.refuse(key, "a key that isn't text", "text as a key")
            _node(key, events, depth + 1)
            _node(next(events), events, depth + 1)
            continue
        _check_plain(key, events)
        if len(members) == MAX_KEYS:
            raise _refused(key, events.file, f"an object with more than {MAX_KEYS} keys", f"at most {MAX_KEYS} keys")
        if key.value in members:
            events.refuse(key, f"the key {key.value[:80]!r} twice in an object", "every key once")
        members.setdefault(key.value, _node(next(events), events, depth + 1))
    return members


def _scalar(event: yaml.ScalarEvent, events: _Events) -> str | int | bool | None:
    _check_plain(event, events)
    value: str = event.value
    if event.style:  # quoted, or a block
        return value
    if value in _WORDS:
        return _WORDS[value]
    return int(value) if _INTEGER.fullmatch(value) else value


def _check_plain(event: yaml.ScalarEvent | yaml.CollectionStartEvent, events: _Events) -> None:
    if event.anchor:
        events.refuse(event, f"the anchor &{event.anchor}", "values written out")
    if event.tag:
        events.refuse(event, f"the tag {event.tag}", "values without tags")


def _refused(event: yaml.Event, file: str, found: str, allowed: str) -> InvalidInput:
    line, column = _mark(event)
    return InvalidInput(f"{file}:{line}:{column}", found[:100], allowed)


def _mark(event: yaml.Event) -> tuple[int, int]:
    assert event.start_mark is not None  # it is None only for events that weren't parsed
    return event.start_mark.line + 1, event.start_mark.column + 1


def _index(mark: Any) -> int:
    return int(mark.index)
