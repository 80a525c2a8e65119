"""Keywords that aren't of the rules: words that a case, a card file or an installed package defines, each with a rules text.

A line of keywords ("Flying, Skyguard") says the meaning in place of the word, on a line of its own. Where the word is granted
("creatures you control have skyguard", "a token with skyguard") the meaning stands there as a quoted ability. So it is read,
ruled on, explained, tabulated and simulated as that text, and journals hold what it means. Anywhere else, as where it is lost,
the word isn't known and is declined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from ...events import optional
from ...events.abilities import Ability, KeywordAbility
from ...events.errors import InvalidInput, WordingNotUnderstood
from ...handlers.rulebook.keywords import KEYWORDS
from .cursor import Setting
from .reader import read_text
from .tokens import without_reminders

GROUP = "declarant.keywords"
"""The group of entry points, each of which names an object of words with their meanings."""
MAX_KEYWORDS = 50
MAX_MEANING = 1_000
WORD = "[A-Za-z]+(?:[ '-][A-Za-z]+)*"
"""What a word may be, as a regular expression."""
SHORTEST, LONGEST = 2, 40
_KNOWN_IN = ("{}", "This creature has {}.", "Creatures with {} can't block.")
"""What is read with words that mean something already, as "islandwalk" and "flying or reach" do."""
_GRANTED = r"(?P<before>\b(?:has|have|gains?|with|and|or)|,) (?P<word>{})(?=[ ,.]|$)"
_HAVING = re.compile(r"\b(?:has|have|gains?|tokens? with)\b", re.IGNORECASE)


def own_keywords(data: Any, where: str) -> dict[str, str]:
    """Words with their meanings, in small letters.

    Raises InvalidInput for what is no object of them, a word that means something already or stands twice, and a meaning that
    isn't read by itself or bears on nothing.
    """
    if not isinstance(data, Mapping) or len(data) > MAX_KEYWORDS:
        raise InvalidInput(where, type(data).__name__, f"an object of at most {MAX_KEYWORDS} words with their rules texts")
    found: dict[str, str] = {}
    for word, meaning in data.items():
        if not isinstance(word, str) or not SHORTEST <= len(word) <= LONGEST or re.fullmatch(WORD, word) is None:
            allowed = f"words of the letters A to Z with a space, ' or - between two, of {SHORTEST} to {LONGEST} characters"
            raise InvalidInput(where, repr(word)[:80], allowed)
        place, folded = f"{where}.{word}", word.casefold()
        if folded in KEYWORDS or any(_understood(each.format(folded)) is not None for each in _KNOWN_IN):
            raise InvalidInput(place, "words of the rules", "a word that means nothing yet")
        if folded in found:
            raise InvalidInput(place, "the same word twice", "each word once, in small or capital letters")
        if not isinstance(meaning, str) or not 0 < len(meaning) <= MAX_MEANING or "\n" in meaning:
            raise InvalidInput(place, repr(meaning)[:80], f"one line of at most {MAX_MEANING} characters")
        try:
            abilities = read_text(meaning, Setting(where=place))
        except WordingNotUnderstood as error:
            raise InvalidInput(place, error.found, error.allowed) from None
        if not abilities:
            raise InvalidInput(place, repr(meaning), "rules text that bears on combat")
        found[folded] = meaning
    return found


def _understood(text: str) -> tuple[Ability, ...] | None:
    """What a text says where nobody defines keywords; None where it isn't understood."""
    try:
        return read_text(text, Setting(where="text"))
    except WordingNotUnderstood:
        return None


@cache
def installed() -> Mapping[str, str]:
    """What installed packages define.

    Raises InvalidInput for an entry point that can't be loaded, or names no such object, and for a word of two packages.
    """
    found: dict[str, str] = {}
    for name, entry in optional.installed(GROUP).items():
        where = f"{GROUP}, {name}"
        meanings = own_keywords(optional.loaded(entry, "an object of words with their rules texts"), where)
        for word in meanings.keys() & found.keys():
            raise InvalidInput(f"{where}.{word}", "a word that another package defines", "each word once")
        found |= meanings
    return found


def said_in_full(text: str, meanings: Mapping[str, str]) -> str:
    """A rules text with the meanings of keywords (in small letters) in place of them.

    A word that a permanent has twice stays, to be declined: how often an ability is had may matter.
    """
    if not meanings:
        return text
    words = "|".join(map(re.escape, sorted(meanings, key=len, reverse=True)))
    if re.search(rf"\b(?:{words})\b", text, re.IGNORECASE) is None:
        return text
    granted = re.compile(_GRANTED.format(words), re.IGNORECASE)
    lines: list[str] = []
    listed: list[str] = []
    for line in text.split("\n"):
        parts = [part.strip() for part in without_reminders(line).split(",")]
        own = [part.casefold() for part in parts if part.casefold() in meanings]
        others = ", ".join(part for part in parts if part.casefold() not in meanings)
        if own and (not others or _lists_keywords(others)):
            lines += [others] * bool(others) + [meanings[word] for word in own]
            listed += own
        else:
            lines.append(granted.sub(lambda match: _quoted(match, meanings), line))
    return text if len(listed) > len(set(listed)) else "\n".join(lines)


def _lists_keywords(text: str) -> bool:
    """Whether a text is a line of keywords of the rules: "Bushido 2, protection from red"."""
    read = _understood(text)
    return read is not None and all(isinstance(each, KeywordAbility) for each in read)


def _quoted(match: re.Match[str], meanings: Mapping[str, str]) -> str:
    """A word that is granted, as a quoted ability; as it stands, where it is no such word."""
    meaning = meanings[match["word"].casefold()]
    sentence = re.split(r"[.\"]", match.string[: match.start("word")])[-1]
    if '"' in meaning or _HAVING.search(sentence) is None or match.string[: match.start()].count('"') % 2:
        return match[0]
    return f'{match["before"]} "{meaning}"'
