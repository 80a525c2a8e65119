"""Where something stands in the text that a case was read from: looked up only when something has to be said of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import yaml


class KeyItself(str):
    """The last item of a location where the key itself is meant, not what stands under it."""

    __slots__ = ()


Location = tuple[str | int, ...]
"""Keys and indices, from the case inwards."""

_YAML = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_BLANK = re.compile(r"[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u.{4}|x.{2}|U.{8}|.)")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class WrittenCase:
    """The text of a case in a file, which begins in that line and column, both counted from 1."""

    file: str
    text: str
    line: int
    column: int
    syntax: Literal["json", "yaml"]

    def places(self, wanted: Sequence[Wanted]) -> list[str]:
        """`FILE:LINE:COLUMN` of each location, and of that character where a text stands there (None: of its beginning).

        What isn't there (because it is missing) is where the nearest thing around it is.
        """
        found = (_in_json if self.syntax == "json" else _in_yaml)(self, wanted)
        return [f"{self.file}:{line}:{column}" for line, column in found]


Wanted = tuple[Location, int | None]
"""A location, and perhaps a character of the text there."""


# --- JSON --------------------------------------------------------------------------------------------------------------


def _in_json(written: WrittenCase, wanted: Sequence[Wanted]) -> Iterator[tuple[int, int]]:
    text = written.text
    begins: dict[int, int] = {}
    _find(text, _skip(text, 0), {number: location for number, (location, _) in enumerate(wanted)}, begins)
    for number, (_, character) in enumerate(wanted):
        at = begins[number]
        if character is not None and text[at : at + 1] == '"':
            at += 1 + _escaped(text[at + 1 :], character)
        before = text.rfind("\n", 0, at)
        yield written.line + text.count("\n", 0, at), at - before if before >= 0 else at + written.column


def _find(text: str, at: int, wanted: Mapping[int, Location], begins: dict[int, int]) -> None:
    """Finds where the locations in the value at that place begin. What holds none of them is only passed over."""
    inside: dict[str | int, dict[int, Location]] = {}
    for number, location in wanted.items():
        begins[number] = at
        if location:
            inside.setdefault(location[0], {})[number] = location
    if not inside or text[at : at + 1] not in ("{", "["):
        return
    for name, key, value in _members(text, at):
        for number, location in (found := inside.pop(name, {})).items():
            if isinstance(location[0], KeyItself):
                begins[number] = key
        if rest := {number: location[1:] for number, location in found.items() if not isinstance(location[0], KeyItself)}:
            _find(text, value, rest, begins)
        if not inside:
            return


def _members(text: str, at: int) -> Iterator[tuple[str | int, int, int]]:
    """What an object or a list holds: its key or index, where the key and the value begin."""
    named = text[at] == "{"
    at, index = _skip(text, at + 1), 0
    while text[at : at + 1] not in ("}", "]", ""):
        key: int = at
        name: str | int = index
        if named:
            name, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)  # the colon
        yield name, key, at
        _, at = _DECODER.raw_decode(text, at)
        at, index = _skip(text, at), index + 1
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


# --- YAML --------------------------------------------------------------------------------------------------------------


class _WithoutAliases(yaml.SafeLoader):
    """Composes a text with an alias of nothing, too."""

    def compose_node(self, parent: Any, index: Any) -> yaml.Node | None:
        if not self.check_event(yaml.AliasEvent):
            return super().compose_node(parent, index)
        alias: Any = self.get_event()  # type: ignore[no-untyped-call]
        return yaml.ScalarNode("", "", alias.start_mark, alias.end_mark)


def _in_yaml(written: WrittenCase, wanted: Sequence[Wanted]) -> Iterator[tuple[int, int]]:
    # A block keeps its indentation, which begins before it.
    text = " " * (written.column - 1) + written.text
    try:
        root = yaml.compose(text, Loader=_YAML)
    except yaml.composer.ComposerError:
        root = yaml.compose(text, Loader=_WithoutAliases)
    for location, character in wanted:
        node = root
        for item in location:
            found = _member(node, item)
            if found is None:
                break
            node = found
        line, column = _mark(text, node, character) if node is not None else (0, written.column - 1)
        yield written.line + line, column + 1


def _member(node: yaml.Node | None, item: str | int) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(item, int) and item < len(node.value):
        return node.value[item]  # type: ignore[no-any-return]
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == item:
                return key if isinstance(item, KeyItself) else value  # type: ignore[no-any-return]
    return None


def _mark(text: str, node: yaml.Node, character: int | None) -> tuple[int, int]:
    mark = node.start_mark
    if character is None or not isinstance(node, yaml.ScalarNode):
        return mark.line, mark.column
    raw = text[mark.index : node.end_mark.index]
    if node.style == "|":
        before = node.value[:character]
        line = mark.line + 1 + before.count("\n")
        said = node.value.split("\n")[before.count("\n")]
        stands = text.split("\n")[line].rstrip("\r")
        if stands.endswith(said):
            return line, len(stands) - len(said) + len(before) - before.rfind("\n") - 1
    elif "\n" not in raw and node.style == '"':
        return mark.line, mark.column + 1 + _escaped(raw[1:], character)
    elif "\n" not in raw and "''" not in raw:
        return mark.line, mark.column + (node.style == "'") + character
    return mark.line, mark.column


# --- escapes -----------------------------------------------------------------------------------------------------------


def _escaped(raw: str, character: int) -> int:
    """Where a character stands in a text with escapes, which may be two or more characters for one."""
    at = 0
    for _ in range(character):
        escape = _ESCAPE.match(raw, at)
        at = escape.end() if escape else at + 1
    return at
