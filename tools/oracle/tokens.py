"""Words of a card text with their places in it: reminder text left out, the card's own name read as `~`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from .types import CARD_TYPES, SUBTYPES, SUPERTYPES, WALKERS

LONGEST_SHORT_NAME = 12
"""Words of the beginning of a name that may stand for it."""
SELF = "~"
QUOTE = '"'

# One character for one character, so that offsets stay those of the text as given.
_PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "—", "\u00a0": " "})

_TOKEN = re.compile(
    r"""
      (?P<quote>"[^"]*"?)
    | (?P<symbol>(?:\{[^{}\s]{1,12}\})+)
    | (?P<id>\[[^\[\]]{1,200}\](?:'s\b)?)
    | (?P<number>[+-]?[\dXY*]+/[+-]?[\dXY*]+|[+-]?\d+)
    | (?P<self>~(?:'s)?)
    | (?P<dash>—|--|\s-\s)
    | (?P<word>and/or|[^\W_](?:(?:[\w'&]|-(?!-))*[\w'])?!?|\d+)
    | (?P<mark>[^\w\s])
    """,
    re.VERBOSE,
)


WHOSE = {"its": "it", "their": "they"}
"""Pronouns that say whose something is, and who that is."""


class Lexeme(NamedTuple):
    """A word, number, symbol, mark or quotation. `word` is in lower case, but `~` for the source; a quotation's `raw`
    is what it quotes."""

    word: str
    raw: str
    start: int
    end: int

    @property
    def owner(self) -> Lexeme:
        """The same without the ending of "Ann's": whose it is; of "its" and "it's" it is "it"."""
        pronoun = WHOSE.get(self.word) or ("they" if self.word == "they're" else None)
        return self._replace(word=pronoun or self.word.removesuffix("'s"), raw=pronoun or self.raw.removesuffix("'s"))


def plain(text: str) -> str:
    """The text with straight quotation marks, apostrophes and minus signs; as long as it was."""
    return _DASH_FOR_MINUS.sub("-", text).translate(_PLAIN)


_DASH_FOR_MINUS = re.compile(r"[–—](?=[\dXY*]+/[–—−+-]?[\dXY*])|(?<=[\dXY*]/)[–—](?=[\dXY*])")
"""A longer dash in a size: "–1/–1"."""


_SO_MANY = "an?|two|three|four|five|six|seven|eight|nine|ten|that many"
_ASIDE = re.compile(
    rf"(?:(?:{_SO_MANY}) )?energy counters?|(?:front|back) face up|as long as this creature is on the battlefield"
)
"""What stands between parentheses within a sentence, and says it again."""


def _reminders(text: str) -> list[tuple[int, int]]:
    """Where parentheses open and close, the outermost ones, that hold reminders: whole sentences (207.2), or one of few asides.

    Other words between parentheses are words of the text, as those behind one that isn't closed are.
    """
    spans: list[tuple[int, int]] = []
    depth = opened = 0
    for match in re.finditer(r"[()]", text):
        if match.group() == "(":
            opened = match.start() if depth == 0 else opened
            depth += 1
        elif depth:
            depth -= 1
            inner = text[opened + 1 : match.start()]
            if depth == 0 and (not inner[:1].islower() or _ASIDE.fullmatch(inner)):
                spans.append((opened, match.end()))
    return spans


def without_reminders(text: str) -> str:
    """The text with blanks for all reminders in parentheses."""
    pieces: list[str] = []
    at = 0
    for start, end in _reminders(text):
        pieces += [text[at:start], " " * (end - start)]
        at = end
    return "".join(pieces) + text[at:]


@lru_cache(maxsize=4096)
def own_names(name: str, legendary: bool = False) -> tuple[str, ...]:
    """What a card calls itself, longest first: its name, a face's name, and a short name before ", " or " the ".

    A legendary permanent's short name may also end before " of " or after any of its words, or be the first and the last.
    """
    names = {part.strip() for part in plain(name).split("//")} | {plain(name).strip()}
    names |= {each.removeprefix("A-") for each in names}
    names |= {each.split(mark)[0] for each in names for mark in (", ", " the ") if mark in each}
    if legendary:
        names |= {each.split(" of ")[0] for each in names}
        for each in [each.split() for each in names if each.split()]:
            shorter = range(1, min(len(each), LONGEST_SHORT_NAME))
            names |= {" ".join(each[:number]).rstrip(",") for number in shorter} | {f"{each[0]} {each[-1]}"}
    known = CARD_TYPES.keys() | SUBTYPES.keys() | SUPERTYPES.keys() | {"the", "a", "an", "all", "each", "as", "when"}
    known -= WALKERS  # nobody but a planeswalker is called so
    # A Wolf that is named Wolf is known by what comes after it (`references`): "another Wolf" isn't it.
    return tuple(sorted((each for each in names if each and each.lower() not in known), key=len, reverse=True))


_CONTRACTED = {"do": "don't", "does": "doesn't", "is": "isn't", "are": "aren't", "did": "didn't", "can": "can't", "may": "can't"}
"""What old cards write in full: "does not", "may not"."""


def _contracted(tokens: Iterator[Lexeme]) -> Iterator[Lexeme]:
    before: Lexeme | None = None
    for token in tokens:
        if token.word == "not" and before is not None and before.word in _CONTRACTED:
            token = Lexeme(_CONTRACTED[before.word], f"{before.raw} {token.raw}", before.start, token.end)
        elif before is not None:
            yield before
        before = token
    if before is not None:
        yield before


def _scan(text: str) -> Iterator[Lexeme]:
    for match in _TOKEN.finditer(text):
        raw, kind = match.group(), match.lastgroup
        if kind == "quote":
            yield Lexeme(QUOTE, raw.strip('"').removesuffix(","), match.start() + 1, match.end())
        elif kind == "dash":
            yield Lexeme("—", raw, match.start(), match.end())
        elif kind == "id":
            yield Lexeme(raw, raw.removesuffix("'s")[1:-1], match.start(), match.end())
        else:
            yield Lexeme(raw.lower(), raw, match.start(), match.end())


@lru_cache(maxsize=4096)
def _name_words(name: str, legendary: bool) -> tuple[tuple[str, ...], ...]:
    words = (tuple(token.raw for token in _scan(each)) for each in own_names(name, legendary))
    return tuple(each for each in words if any(word[:1].isalnum() for word in each))


def _same(tokens: Sequence[Lexeme], words: tuple[str, ...]) -> str | None:
    """`~` or `~'s` if the tokens start with these words."""
    if len(tokens) < len(words) or any(t.raw != w for t, w in zip(tokens, words[:-1], strict=False)):
        return None
    last = tokens[len(words) - 1].raw
    if last == words[-1]:
        return SELF
    return SELF + "'s" if last in (words[-1] + "'s", words[-1] + "'") else None


def printed(tokens: Iterable[Lexeme]) -> str:
    """The tokens as a text has them."""
    words = (f'"{token.raw}"' if token.word == QUOTE else token.raw for token in tokens)
    return _BEFORE_A_MARK.sub("", " ".join(words))


_BEFORE_A_MARK = re.compile(r" (?=[,.;:])")


LEFT_OUT = "Q"
"""What stands for a quotation in lists of sentences."""
BULLETS = ("•", "*")
"""What stands before a mode."""


def ends_sentence(tokens: Sequence[Lexeme], at: int) -> bool:
    """Whether a sentence ends with that token: a full stop, or a quotation that holds it."""
    token = tokens[at]
    closes = token.word == QUOTE and (token.raw.endswith(".") or token.raw == LEFT_OUT)
    return token.word == "." or (closes and at + 1 < len(tokens) and tokens[at + 1].raw[:1].isupper())


def tokenize(text: str, name: str = "", legendary: bool = False) -> list[Lexeme]:
    """The tokens of a text. Never raises: what is no word is a mark."""
    tokens = list(_contracted(_scan(without_reminders(plain(text)))))
    names = _name_words(name, legendary)
    if not names:
        return tokens
    found: list[Lexeme] = []
    at = 0
    while at < len(tokens):
        for words in names:
            match = _same(tokens[at : at + len(words)], words) if tokens[at].raw[:1] == words[0][:1] else None
            after = tokens[at + len(words)].word if at + len(words) < len(tokens) else ""
            if match and not (words[-1].lower() in WALKERS and after.startswith("planeswalker")):
                last = tokens[at + len(words) - 1]
                found.append(Lexeme(match, match, tokens[at].start, last.end))
                at += len(words)
                break
        else:
            found.append(tokens[at])
            at += 1
    return found
