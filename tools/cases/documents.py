"""Strict JSON and YAML: text in, plain data out.

Both refuse what would be passed over in silence or could blow up: a key that stands twice, numbers that aren't finite,
deep nesting. Of YAML only what JSON can say is read: no anchors, aliases and tags; every key is text; a plain scalar is
text unless it is a whole number, `true`, `false` or `null` (so `on`, `no` and `508.10` are what they look like).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import yaml

from ...events.errors import InvalidInput

MAX_KEYS = 20_000
"""How many keys an object may have."""

MAX_DEPTH = 32
"""How deep YAML may be nested. JSON may be as deep as Python's own decoder goes; no case is deeper than this."""


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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_KEYS:
        raise _Refused(f"an object with {len(pairs)} keys", f"at most {MAX_KEYS} keys")
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused(f"the key {twice[:80]!r} twice in an object", "every key once")
    return members


def _not_finite(name: str) -> NoReturn:
    raise _Refused(name, "a number")


_JSON = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_not_finite)


def parse_json(text: str, file: str, line: int = 1) -> Any:
    """The value of one JSON document that begins on that line of the file. Raises `InvalidInput`."""
    try:
        return _JSON.decode(text)
    except json.JSONDecodeError as error:
        where = f"{file}:{line + error.lineno - 1}:{error.colno}"
        raise InvalidInput(where, _excerpt(text, error.pos), f"JSON ({error.msg})") from None
    except _Refused as refused:
        raise InvalidInput(f"{file}:{line}", refused.found, refused.allowed) from None
    except RecursionError:
        raise InvalidInput(f"{file}:{line}", "JSON nested too deep", f"at most {MAX_DEPTH} levels") from None
    except ValueError:
        # Python's limit against quadratic conversions.
        raise InvalidInput(f"{file}:{line}", "a number of thousands of digits", "a smaller number") from None


# --- YAML ------------------------------------------------------------------------------------------------------------

_YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,999})")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def parse_yaml(text: str, file: str) -> Iterator[tuple[int, Any]]:
    """Each document of a YAML text, with the line on which its content begins. Raises `InvalidInput`."""
    if control := yaml.reader.Reader.NON_PRINTABLE.search(text):
        line = 1 + text.count("\n", 0, control.start())
        raise InvalidInput(f"{file}:{line}", f"the character {control[0]!r}", "YAML, which has no control characters")
    events = yaml.parse(text, Loader=_YAML)
    try:
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                root = next(events)
                yield _mark(root)[0], _node(root, events, file, 1)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        assert mark is not None  # every error of the scanner and the parser has one
        found = _excerpt(text, mark.index)
        raise InvalidInput(f"{file}:{mark.line + 1}:{mark.column + 1}", found, f"YAML ({error.problem})") from None


def _node(event: yaml.Event, events: Iterator[yaml.Event], file: str, depth: int) -> Any:
    """The value that begins with `event`; takes the rest of its events."""
    if isinstance(event, yaml.AliasEvent):
        raise _refused(event, file, f"the alias *{event.anchor}", "values written out")
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event, file)
    assert isinstance(event, yaml.CollectionStartEvent)
    _check_plain(event, file)
    if depth > MAX_DEPTH:
        raise _refused(event, file, "YAML nested too deep", f"at most {MAX_DEPTH} levels")
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        while not isinstance(item := next(events), yaml.SequenceEndEvent):
            items.append(_node(item, events, file, depth + 1))
        return items
    members: dict[str, Any] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        if not isinstance(key, yaml.ScalarEvent):
            raise _refused(key, file, "a key that isn't text", "text as a key")
        _check_plain(key, file)
        if key.value in members:
            raise _refused(key, file, f"the key {key.value[:80]!r} twice in an object", "every key once")
        if len(members) == MAX_KEYS:
            raise _refused(key, file, f"an object with more than {MAX_KEYS} keys", f"at most {MAX_KEYS} keys")
        members[key.value] = _node(next(events), events, file, depth + 1)
    return members


def _scalar(event: yaml.ScalarEvent, file: str) -> str | int | bool | None:
    _check_plain(event, file)
    value: str = event.value
    if event.style:  # quoted, or a block
        return value
    if value in _WORDS:
        return _WORDS[value]
    return int(value) if _INTEGER.fullmatch(value) else value


def _check_plain(event: yaml.ScalarEvent | yaml.CollectionStartEvent, file: str) -> None:
    if event.anchor:
        raise _refused(event, file, f"the anchor &{event.anchor}", "values written out")
    if event.tag:
        raise _refused(event, file, f"the tag {event.tag}", "values without tags")


def _refused(event: yaml.Event, file: str, found: str, allowed: str) -> InvalidInput:
    line, column = _mark(event)
    return InvalidInput(f"{file}:{line}:{column}", found[:100], allowed)


def _mark(event: yaml.Event) -> tuple[int, int]:
    assert event.start_mark is not None  # it is None only for events that weren't parsed
    return event.start_mark.line + 1, event.start_mark.column + 1
