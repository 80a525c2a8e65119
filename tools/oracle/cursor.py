"""Where a reader stands in a sentence, and what it may refer to there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import TypeVar, cast

from ...events.abilities import Filter
from .tokens import Token

T = TypeVar("T")
Rule = TypeVar("Rule", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Setting:
    """What the words around a sentence give it to refer to.

    `instruction`: it is carried out when it resolves, so it may have targets, durations and pronouns for what was
    named before. `granted`: it is quoted, so the card's own name isn't the ability's source; `depth`: how many quotations
    deep. `alone`: it is a sentence without its card, so that a proper name is taken for the card's own. `where` is the place
    in the input, for errors.
    """

    name: str = ""
    legendary: bool = False
    ids: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    instruction: bool = False
    granted: bool = False
    depth: int = 0
    alone: bool = False
    where: str = "text"


@lru_cache(maxsize=4096)
def _words(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.split())


@dataclass(slots=True)
class Cursor:
    """A place in a list of tokens. Rules move it forward when they match and leave it where it was when they don't."""

    tokens: list[Token]
    setting: Setting = field(default_factory=Setting)
    at: int = 0
    furthest: int = 0
    mentioned: Filter | None = None
    """The permanent, or each of the permanents, that "it" would mean."""
    topic: Filter | None = None
    """The permanent that the sentence is about besides its subject: whose power it compares, or what set off a trigger."""

    choice: bool = False
    """Only one of the abilities read is meant, by a choice made when the instruction is carried out."""

    def peek(self, ahead: int = 0) -> str:
        """The word that comes next (or after), or an empty string at the end."""
        at = self.at + ahead
        return self.tokens[at].word if at < len(self.tokens) else ""

    def raw(self, ahead: int = 0) -> str:
        """The word that comes next, as it is written."""
        at = self.at + ahead
        return self.tokens[at].raw if at < len(self.tokens) else ""

    def move(self, number: int = 1) -> None:
        self.at += number
        self.furthest = max(self.furthest, self.at)

    def sees(self, *phrases: str) -> str | None:
        """The first of the phrases that comes next."""
        for phrase in phrases:
            if all(self.peek(number) == word for number, word in enumerate(_words(phrase))):
                return phrase
        return None

    def take(self, *phrases: str) -> str | None:
        """Like `sees`, and moves past it."""
        found = self.sees(*phrases)
        if found is not None:
            self.move(len(_words(found)))
        return found

    def look_up(self, table: dict[str, T], words: int = 3) -> T | None:
        """The entry for the longest phrase that comes next, and moves past it."""
        for number in range(words, 0, -1):
            entry = table.get(" ".join(self.peek(ahead) for ahead in range(number)))
            if entry is not None:
                self.move(number)
                return entry
        return None

    @property
    def ended(self) -> bool:
        """Nothing comes next but a full stop."""
        return self.at >= len(self.tokens) or (self.peek() == "." and self.at == len(self.tokens) - 1)


def rule(function: Rule) -> Rule:
    """A rule of the grammar: reads something at the cursor, or returns None and leaves the cursor where it was."""

    @wraps(function)
    def attempt(cursor: Cursor, *rest: object, **named: object) -> object:
        start, mentioned = cursor.at, cursor.mentioned
        result = function(cursor, *rest, **named)
        if result is None:
            cursor.at, cursor.mentioned = start, mentioned
        return result

    return cast(Rule, attempt)
