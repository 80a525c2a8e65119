"""JSON too large for memory, value by value: the items of an array, or the members of an object in it."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

_CHUNK = 1 << 20
LARGEST_VALUE = 16 << 20
"""Characters of one item: more are refused."""

_decoder = json.JSONDecoder()


class JsonStream:
    """Reads a document from its start. Raises ValueError (also UnicodeDecodeError) for what is no JSON."""

    def __init__(self, file: BinaryIO) -> None:
        self._reader = codecs.getreader("utf-8-sig")(file)
        self._buffer = ""
        self._at = 0

    def _more(self) -> bool:
        chunk = self._reader.read(_CHUNK)
        self._buffer, self._at = self._buffer[self._at :] + chunk, 0
        return bool(chunk)

    def peek(self) -> str:
        """The next character that isn't white space; empty at the end."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in " \t\r\n":
                    return self._buffer[self._at]
                self._at += 1
            if not self._more():
                return ""

    def take(self, allowed: str) -> str:
        """The next character, one of these."""
        found = self.peek()
        if not found or found not in allowed:
            raise ValueError(f"{found!r} where one of {allowed} should stand")
        self._at += 1
        return found

    def value(self) -> Any:
        """The next value, whole."""
        self.peek()
        while True:
            try:
                value, end = _decoder.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError:
                if len(self._buffer) - self._at > LARGEST_VALUE or not self._more():
                    raise
                continue
            if end == len(self._buffer) and self._more():
                continue  # a number may go on
            self._at = end
            return value

    def items(self) -> Iterator[Any]:
        """The items of the array that comes next."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.take(",]") == "]":
                return

    def members(self) -> Iterator[str]:
        """The keys of the object that comes next; whoever asks reads the value of each before going on."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            key = self.value()
            if not isinstance(key, str):
                raise ValueError("a key that is no string")
            self.take(":")
            yield key
            if self.take(",}") == "}":
                return
