"""The smallest pieces of sentences: numbers, lists, articles."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..numbers import WORDS

_NUMBERS = ("no", *WORDS[1:14])


class NotRendered(KeyError):
    """No sentence is known that says it, and nothing else; where there are other rows, one of them may."""


def number_word(number: int) -> str:
    """The number, in a word where it is small."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def joined(words: Sequence[str], conjunction: str) -> str:
    """The words as a list with commas and a conjunction."""
    if len(words) < 3:
        return f" {conjunction} ".join(words)
    return ", ".join(words[:-1]) + f", {conjunction} {words[-1]}"


def with_article(words: str) -> str:
    """With "a" or "an" before it."""
    return f"an{words}" if words.startswith("other ") else in_agreement(f"a {words}")


_A_BEFORE_A_VOWEL = re.compile(r"\b([aA]) (?=[aeioAEIO]|[uU]n(?!i))")


def in_agreement(words: str) -> str:
    """The words with "an" for "a" before a vowel."""
    return _A_BEFORE_A_VOWEL.sub(r"\1n ", words)


def sentences(said: Sequence[str]) -> str:
    """Sentences, without the period of the last one; a quotation has its own."""
    return " ".join(each if each.endswith('."') else f"{each}." for each in said).removesuffix(".")


_QUOTED = re.compile(r'("[^"]*")')


def outside_quotes(words: str, change: Callable[[str], str]) -> str:
    """The words, changed where they aren't those of another ability."""
    return "".join(change(part) if at % 2 == 0 else part for at, part in enumerate(_QUOTED.split(words)))


def of_nobody_named(words: str) -> str:
    """The words where no player was named before, but one was chosen as the permanent entered."""
    return outside_quotes(words, lambda part: part.replace("that player", "the chosen player"))


_SYMBOL = re.compile(r"\{\w+\}")


def sentence(words: str) -> str:
    """With a capital first and a period last, and symbols as they are printed: rows have "{e}"."""
    words = _SYMBOL.sub(lambda symbol: symbol[0].upper(), in_agreement(words))
    return words[:1].upper() + words[1:] + ("" if words.endswith('."') else ".")
