"""Sentences that keep which of their words are permanents and players, and which ability they quote."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from string import Formatter
from typing import Any, TypeAlias

from .model import Model


class Reference(Model):
    """A permanent or a player that a sentence speaks of, by its id."""

    ref: str


Parts = tuple[str | Reference, ...]
"""A sentence as words and references, in order."""


_Said: TypeAlias = tuple[str, tuple[str | tuple[str, ...], ...], dict[str, object]]
"""A template, the references in it, and the words by name."""


class Sentence(str):
    """A sentence with its parts. `source` and `quote`: the permanent whose ability it quotes, and the words of that ability. Both
    are in the sentence, in parentheses, but not in its parts."""

    __slots__ = ("_parts", "_said", "quote", "source")

    _said: _Said
    _parts: Parts | None
    source: str | None
    quote: str

    @property
    def parts(self) -> Parts:
        """Its words and references, in order."""
        if self._parts is None:
            self._parts = self._in_parts()
        return self._parts

    def _in_parts(self) -> Parts:
        template, references, words = self._said
        parts: list[str | Reference] = []
        given = iter(references)
        for literal, name in _parsed(template):
            found = () if name is None else _worded(words[name]) if name else _referring(next(given))
            for part in (literal, *found):
                if isinstance(part, str) and parts and isinstance(parts[-1], str):
                    parts[-1] += part
                elif part:
                    parts.append(part)
        return tuple(parts)


def said(template: str, *references: str | Iterable[str], **words: object) -> Sentence:
    """A sentence from a template as of `str.format`: `{}` takes the next reference, or several with commas between; `{name}`
    takes words, or another sentence.
    """
    given = tuple([each if isinstance(each, str) else tuple(each) for each in references])
    texts = [each if isinstance(each, str) else ", ".join(each) for each in given]
    return _sentence(template.format(*texts, **words), (template, given, words))


def quoting(why: str, source: str | None, quote: str) -> Sentence:
    """A sentence with the ability that it quotes, in parentheses; only the ability, where the sentence is empty."""
    ability = f"{source}: {quote}" if source else quote
    known: _Said = why._said if isinstance(why, Sentence) else ("{why}", (), {"why": why})
    return _sentence(f"{why} ({ability})" if why else ability, known, source or None, quote)


def in_parts(why: str) -> dict[str, Any]:
    """The parts, source and quote of a sentence. A plain text is one part, of words."""
    if isinstance(why, Sentence):
        return {"parts": why.parts, "source": why.source, "quote": why.quote}
    return {"parts": (why,) if why else (), "source": None, "quote": ""}


def _sentence(
    text: str,
    known: _Said,
    source: str | None = None,
    quote: str = "",
) -> Sentence:
    sentence = Sentence(text)
    sentence._said, sentence._parts, sentence.source, sentence.quote = known, None, source, quote
    return sentence


@lru_cache(maxsize=1024)
def _parsed(template: str) -> list[tuple[str, str | None]]:
    """The literal texts of a template, each with the name of what follows it (None: nothing does)."""
    return [(literal, name) for literal, name, _, _ in Formatter().parse(template)]


def _worded(word: object) -> Parts:
    return word.parts if isinstance(word, Sentence) else (str(word),)


def _referring(referred: str | tuple[str, ...]) -> Parts:
    if isinstance(referred, str):
        return (Reference(ref=referred),)
    return tuple(part for each in referred for part in (", ", Reference(ref=each)))[1:]
