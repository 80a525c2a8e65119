"""Names of players found in text, in whatever case and form of Unicode their letters are."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..errors import InvalidInput

_BEFORE, _AFTER = r"(?<![^\W_])", r"(?![^\W_\u0300-\u036f])"
"""A name is a word of its own: no letter or digit beside it, nor a mark that goes with its last letter; underscores may be."""


@lru_cache(maxsize=4096)
def _letters(letter: str) -> str:
    """The letters that one stands for when case and form don't matter: ß is ss, İ and ı are i, a ligature is its letters."""
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letter).casefold())
    return spread.replace("\u0307", "").replace("ı", "i")


def folded(text: str) -> str:
    """A text as names are compared: without case, and without what distinguishes one form of a letter from another."""
    return text.lower() if text.isascii() else "".join(map(_letters, text))


class PlayerNames:
    """What takes the place of each name, wherever it stands.

    `found` is name → what takes its place. Names that differ in form only (Kimberly, Kımberly) are distinguished where they stand
    as given, whatever the case of their letters.
    """

    def __init__(self, found: Mapping[str, str]) -> None:
        self._by_letters: dict[str, dict[str, str]] = {}
        for name, other in found.items():
            self._by_letters.setdefault(folded(name), {})[name.casefold()] = other
        longest_first = sorted(filter(None, self._by_letters), key=len, reverse=True)
        alternatives = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(f"{_BEFORE}(?:{alternatives}){_AFTER}" if alternatives else r"(?!)")
        self._within = re.compile("|".join(rf"\w*{re.escape(name)}\w*" for name in longest_first) or r"(?!)")

    def replaced(self, text: str) -> str:
        """The text with each name replaced. Raises InvalidInput where it can't be said whose a name is."""
        written, end = [], 0
        for start, stop, letters in self._places(text):
            written += [text[end:start], self._instead(text[start:stop], letters)]
            end = stop
        return "".join([*written, text[end:]])

    def replaced_in(self, value: Any) -> Any:
        """The same in every text of a JSON value, keys included."""
        if isinstance(value, str):
            return self.replaced(value)
        if isinstance(value, list):
            return [self.replaced_in(each) for each in value]
        if isinstance(value, dict):
            return {self.replaced(key): self.replaced_in(each) for key, each in value.items()}
        return value

    def finds(self, text: str) -> bool:
        """Whether a name stands in the text, as a word of its own."""
        return any(True for _ in self._places(text))

    def finds_in(self, value: Any) -> bool:
        """The same of every text of a JSON value, keys included."""
        if isinstance(value, dict):
            return any(self.finds(key) or self.finds_in(each) for key, each in value.items())
        if isinstance(value, list):
            return any(map(self.finds_in, value))
        return isinstance(value, str) and self.finds(value)

    def within(self, text: str) -> Iterable[str]:
        """The words of a text, as names are compared, of which a name is a part."""
        return self._within.findall(folded(text))

    def within_in(self, value: Any) -> Iterator[str]:
        """The same of a JSON value: of texts, keys and numbers."""
        if isinstance(value, dict):
            for key, each in value.items():
                yield from self.within(key)
                yield from self.within_in(each)
        elif isinstance(value, list):
            for each in value:
                yield from self.within_in(each)
        else:
            yield from self.within(value if isinstance(value, str) else json.dumps(value))

    def _places(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where names stand: from and to, in whole letters of the text, and the name as names are compared."""
        if text.isascii():
            yield from ((found.start(), found.end(), found.group()) for found in self._pattern.finditer(text.lower()))
            return
        at = [index for index, letter in enumerate(text) for _ in _letters(letter)]
        end = 0
        for found in self._pattern.finditer(folded(text)):
            start, stop = at[found.start()], at[found.end() - 1] + 1
            if start >= end:  # else it shares its first letter with the name before
                yield start, stop, found.group()
                end = stop

    def _instead(self, written: str, letters: str) -> str:
        known = self._by_letters[letters]
        others = {*known.values()}
        if len(others) == 1:
            return others.pop()
        if (exact := known.get(written.casefold())) is not None:
            return exact
        raise InvalidInput(
            "players", f"{written!r}, which may be any of {', '.join(map(repr, known))}", "names that can be distinguished"
        )
