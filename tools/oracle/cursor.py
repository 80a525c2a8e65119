"""Where a reader stands in a sentence, and what it may refer to there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from itertools import takewhile
from typing import Any, Generic, NamedTuple, TypeVar, cast

from ...events.abilities import Filter, Players, Role
from .derivations import WORDS, Derivation, leaves
from .fillers import FILLERS, STRETCHES
from .scope import Scope
from .tokens import BULLETS, Lexeme, ends_sentence, printed

T = TypeVar("T")
GivenT = TypeVar("GivenT")
Rule = TypeVar("Rule", bound=Callable[..., object])
Use = tuple[str, int, int, int]
"""A rule that read something: its name, how many quotations deep, and from where to where."""


@dataclass
class RuleChoices:
    """Asked about every use of a rule, where the readings of a sentence are compared (`alternatives`)."""

    used: list[Use] = field(default_factory=list)

    def allows(self, use: Use, *, last_resort: bool) -> bool:
        """Whether the rule may have read this."""
        self.used.append(use)
        return True

    def forget(self, number: int) -> None:
        """Only so many uses were of any use: the rule that they belong to didn't read after all."""
        del self.used[number:]

    def __len__(self) -> int:
        return len(self.used)


class Strictly(RuleChoices):
    """No rule may pass over words."""

    def allows(self, use: Use, *, last_resort: bool) -> bool:
        return not last_resort and super().allows(use, last_resort=last_resort)


@dataclass(frozen=True, slots=True)
class Setting:
    """What the words around a sentence give it to refer to.

    `instruction`: it is carried out when it resolves, so it may have targets, durations and pronouns for what was named
    before. `stated`: it is an effect at work, as a case states it. `granted`: it is quoted, so the card's own name
    isn't the ability's source; `depth`: how many quotations deep. `alone`: it is a sentence without its card, so that a
    proper name is taken for the card's own. `itself`: what is typed without a subject is said of the source, a
    creature. `where` is the place in the input, for errors.
    """

    name: str = ""
    legendary: bool = False
    ids: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    instruction: bool = False
    stated: bool = False
    granted: bool = False
    depth: int = 0
    alone: bool = False
    itself: bool = True
    where: str = "text"
    derived: bool = False
    """What static abilities make of power and toughness is read, too, or declined."""
    as_far_as_read: bool = False
    """Of that, what isn't understood is left out: it is reported by itself (`ChangesStatedValues`)."""
    changes: bool = False
    """It is an effect that begins: what it makes of power, toughness, colors and types is read, not stated by the board."""
    aside: bool = False
    """What concerns combat damage only, and isn't understood, may be passed over: it is reported by itself."""
    player: Players | None = None
    """Whom "that player" means in a trigger's "if"."""
    carried_out: bool = False
    """The game carries the instruction out: all that it depends on is read, too."""
    choices: RuleChoices | None = field(default=None, compare=False)

    @property
    def stated_by_a_case(self) -> bool:
        """Whether it is an instruction that a case states, which knows what was asked, and done before it or instead of it."""
        return self.instruction and not self.carried_out


@lru_cache(maxsize=4096)
def _words(phrase: str) -> tuple[str, ...]:
    return tuple(phrase.split())


@lru_cache(maxsize=4096)
def _by_first_word(phrases: tuple[str, ...]) -> dict[str, list[tuple[str, tuple[str, ...]]]]:
    """Phrases by their first words, in their order: of those that begin otherwise none needs to be compared."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for phrase in phrases:
        found.setdefault(_words(phrase)[0], []).append((phrase, _words(phrase)))
    return found


class Bookmark(NamedTuple):
    """A place to come back to, and what there was to refer to there."""

    at: int
    mentioned: Filter | None
    ahead: tuple[Derivation, ...]
    derived: int
    changed: int


@dataclass(slots=True)
class Cursor:
    """A place in a list of tokens. Rules move it forward when they match and leave it where it was when they don't."""

    tokens: list[Lexeme]
    setting: Setting = field(default_factory=Setting)
    at: int = 0
    furthest: int = 0
    mentioned: Filter | None = None
    """The permanent, or each of the permanents, that "it" would mean."""
    topic: Filter | None = None
    """The permanent that the sentence is about besides its subject: whose power it compares, or what set off a trigger."""

    that: Filter | None = None
    """The creature that "that creature" means in a trigger's "if": the other one in a block."""

    scope: Scope | None = None
    """What words refer to in what an ability does; None in what is said of permanents."""
    nested: int = 0
    """How many descriptions of permanents there are around this place."""
    too_deep: bool = False
    """There were more of them than are read: what was read without them isn't what is said."""
    relative: Role = "subject"
    """Whom "greater power" is compared with: the creature that a description is about, or the other side of a block."""
    past: bool = False
    """It is asked of something that is gone: "if it was a Goblin"."""
    its: Role | None = None
    """Whose "its power" is where that is settled: in a comparison, the permanent's that is compared."""
    cards: bool = False
    """Cards are described, whose noun is "card"."""
    noun: str = ""
    """The word that names what was described last: whether it is one, or a card."""
    one: bool = False
    """One permanent is described, not several, whose power is "their power"."""
    derivations: list[Derivation] = field(default_factory=list)
    """How the words up to here were read (`accounting`)."""
    choice: bool = False
    """Only one of the abilities read is meant, by a choice made when the instruction is carried out."""
    ahead: tuple[Derivation, ...] = ()
    """What was read of words further on, where it was asked for before the cursor gets there."""
    called: str = ""
    """The name of what the quoted abilities belong to that come next, where that was said: they call it so."""
    begins: int = 0
    """Where the clause begins that is read."""
    sentence_begins: int = 0
    """Where the sentence begins that is read."""
    asked_of: int | None = None
    """Where the word stands that is asked of, "who", or "opponent" in "an opponent controls": it means each of them by itself, as
    the defending player."""

    @property
    def known(self) -> Scope:
        """What words refer to, where it is read what an ability does."""
        assert self.scope is not None, "an ability is read"
        return self.scope

    def mark(self) -> Bookmark:
        """This place."""
        changed = 0 if self.scope is None else len(self.scope.changes)
        return Bookmark(self.at, self.mentioned, self.ahead, len(self.read), changed)

    def back_to(self, mark: Bookmark) -> None:
        """Leave the cursor, and what words refer to, as they were there."""
        self.at, self.mentioned, self.ahead = mark.at, mark.mentioned, mark.ahead
        del self.derivations[mark.derived :]
        if self.scope is not None:
            self.scope.undo(mark.changed)

    def peek(self, ahead: int = 0) -> str:
        """The word that comes next (or after), or an empty string at the end."""
        at = self.at + ahead
        return self.tokens[at].word if at < len(self.tokens) else ""

    @property
    def coming(self) -> list[str]:
        """The words of the sentence from the cursor on, empty where they were read ahead."""
        words = ("" if self.is_read(at) else token.word for at, token in enumerate(self.tokens[self.at :], self.at))
        return list(takewhile(lambda word: word != ".", words))

    def is_read(self, at: int) -> bool:
        """Whether that word was read ahead."""
        return any(each.start <= at < each.end for each in self.ahead)

    @property
    def last(self) -> str:
        """The word before the cursor, but for what was read ahead of it."""
        at = next((each.start for each in self.ahead if each.end == self.at), self.at)
        return self.tokens[at - 1].word if 0 < at <= len(self.tokens) else ""

    def raw(self, ahead: int = 0) -> str:
        """The word that comes next, as it is written."""
        at = self.at + ahead
        return self.tokens[at].raw if at < len(self.tokens) else ""

    def move(self, number: int = 1) -> None:
        """Past words that were compared."""
        if number:
            self._leaf(Derivation(WORDS, self.at, self.at + number))

    def to_the_end(self) -> None:
        """Past all that comes."""
        self.move(len(self.tokens) - self.at)

    @contextmanager
    def clause(
        self,
        end: int | None,
        mentioned: Filter | None,
        topic: Filter | None = None,
        *,
        owner: bool = False,
        asked_of: int | None = None,
    ) -> Iterator[None]:
        """What is read within is a clause of its own up to `end`, where "it" is what was `mentioned`. Afterwards the cursor stays
        where it is, and what words refer to is as it was. `owner`: the last word says whose something is, and is read without its
        ending."""
        before, tokens = {name: getattr(self, name) for name in _OF_A_CLAUSE}, self.tokens
        for name, value in _OF_A_CLAUSE.items():
            setattr(self, name, value)
        self.tokens, self.begins, self.mentioned, self.topic = tokens[:end], self.at, mentioned, topic
        self.asked_of = asked_of
        if owner:
            self.tokens[-1] = self.tokens[-1].owner
        try:
            yield
        finally:
            self.tokens = tokens
            for name, value in before.items():
                setattr(self, name, value)

    @contextmanager
    def meaning(self, scope: Scope) -> Iterator[None]:
        """What is read within refers to what is known there."""
        outer, self.scope = self.scope, scope
        try:
            yield
        finally:
            self.scope = outer

    @contextmanager
    def sentence(self) -> Iterator[None]:
        """What is read within is the rest of the sentence, to its full stop or to the next mode."""
        before, self.sentence_begins, end = self.sentence_begins, self.at, self.at
        while end < len(self.tokens) and self.tokens[end].word not in BULLETS:
            end += 1
            if ends_sentence(self.tokens, end - 1):
                break
        try:
            with self.clause(end, None):
                yield
        finally:
            self.sentence_begins = before

    @property
    def words(self) -> list[str]:
        """The words of the sentence that is read."""
        return [token.word for token in self.tokens[self.sentence_begins :]]

    @property
    def words_before(self) -> list[str]:
        """Those of them that come before the cursor."""
        return [token.word for token in self.tokens[self.sentence_begins : self.at]]

    def pass_ahead(self, start: int, end: int) -> None:
        """The words further on from `start` to `end` were compared now: they are passed once the cursor gets there."""
        self.ahead = (*self.ahead, Derivation(WORDS, start, end))
        self._pass_read()

    def read_ahead(
        self, start: int, words: int, reading: Callable[[Cursor], T | None], mentioned: Filter | None, topic: Filter | None = None
    ) -> T | None:
        """What is read further on, after so many words from `start` on, as a clause of its own: those words, and what was read,
        are passed once the cursor gets there."""
        at, derivations, ahead = self.at, self.read, self.ahead
        self.at, self.derivations, self.ahead = start + words, [], ()
        with self.clause(None, mentioned, topic):
            found = reading(self)
        if self.gap(start + words) is not None:
            found = None
        read = Derivation("", start, self.at, None, (Derivation(WORDS, start, start + words), *self.read))
        self.at, self.derivations, self.ahead = at, derivations, ahead
        if found is not None:
            self.ahead = (*ahead, read)
            self._pass_read()
        return found

    def _pass_read(self) -> None:
        while (read := next((each for each in self.ahead if each.start == self.at), None)) is not None:
            self.derivations.append(read)
            self.at = read.end

    def printed(self, start: int) -> str:
        """What stands between a place and the cursor, but for what was read ahead."""
        return printed(self.tokens[at] for at in range(start, min(self.at, len(self.tokens))) if not self.is_read(at))

    def _leaf(self, leaf: Derivation) -> None:
        derivations = self.derivations
        while derivations and derivations[-1].end > self.at:
            self._forget()
        derivations.append(leaf)
        self.at = leaf.end
        if self.ahead:
            self._pass_read()
        self.furthest = max(self.furthest, self.at)

    def _forget(self) -> None:
        """The last derivation reaches beyond the cursor, which went back since: what is inside it may not."""
        last = self.derivations.pop()
        if last.start < self.at:
            self.derivations += last.inside or (last._replace(end=self.at),)

    @property
    def read(self) -> list[Derivation]:
        """How the words before the cursor were read."""
        while self.derivations and self.derivations[-1].end > self.at:
            self._forget()
        return self.derivations

    def gap(self, since: int = 0) -> int | None:
        """The first word before the cursor that no leaf holds, from the word `since` on."""
        at = since
        for leaf in leaves(self.read):
            if leaf.start > at or not leaf.phrase:
                return at
            at = max(at, leaf.end)
        return at if at < self.at else None

    def sees(self, *phrases: str) -> str | None:
        """The first of the phrases that comes next."""
        for phrase, words in _by_first_word(phrases).get(self.peek(), ()):
            if all(self.peek(at) == word for at, word in enumerate(words[1:], 1)):
                return phrase
        return None

    def take(self, *phrases: str) -> str | None:
        """Like `sees`, and moves past it."""
        found = self.sees(*phrases)
        if found is not None:
            self.move(len(_words(found)))
        return found

    def filler(self, *phrases: str) -> None:
        """Moves past the first of these phrases that comes next: it says nothing more (`FILLERS`)."""
        found = self.sees(*phrases)
        if found is not None:
            self._leaf(Derivation(FILLERS[found], self.at, self.at + len(_words(found))))

    def pass_over(self, start: int, why: str) -> None:
        """What was read since the word `start` has no part in the value (`STRETCHES`)."""
        self._leaf_since(start, STRETCHES[why])

    def _leaf_since(self, start: int, phrase: str) -> None:
        derivations = self.read
        while derivations and derivations[-1].start >= start:
            derivations.pop()
        if start < self.at:
            derivations.append(Derivation(phrase, start, self.at))

    def restate(self, start: int, value: object) -> None:
        """What was read since the word `start` means this: in it pronouns have their meaning."""
        self._leaf_since(start, WORDS)
        self.derive(WORDS, start, len(self.derivations) - 1, value)

    def look_up(self, table: Mapping[str, T], words: int = 3) -> T | None:
        """The entry for the longest phrase that comes next, and moves past it."""
        for number in range(words, 0, -1):
            entry = table.get(" ".join(self.peek(ahead) for ahead in range(number)))
            if entry is not None:
                self.move(number)
                return entry
        return None

    def derive(self, phrase: str, start: int, since: int, value: object) -> None:
        """What was read from `start` on is a phrase, with the derivations kept `since` then inside it."""
        derivations = self.read
        inside = tuple(derivations[since:])
        derivations[since:] = [Derivation(phrase, start, self.at, value, inside)]

    def phrases_read(self, since: int) -> set[str]:
        """The phrases that were read: `since` is how many derivations there were before."""
        todo = self.derivations[since:]
        found: set[str] = set()
        while todo:
            derivation = todo.pop()
            found.add(derivation.phrase)
            todo += derivation.inside
        return found

    def pronouns(self, since: int) -> set[str]:
        """Of the pronouns that were read, "it" and "that"."""
        return self.phrases_read(since) & {"it", "that"}

    @property
    def ended(self) -> bool:
        """Nothing comes next but a full stop."""
        return self.at >= len(self.tokens) or (self.peek() == "." and self.at == len(self.tokens) - 1)


_OF_A_CLAUSE: dict[str, Any] = {
    "begins": 0,
    "asked_of": None,
    "mentioned": None,
    "topic": None,
    "that": None,
    "too_deep": False,
    "relative": "subject",
    "past": False,
    "its": None,
    "cards": False,
    "one": False,
    "choice": False,
}
"""What a cursor knows of the clause that it reads, as that begins."""


def _rule(function: Rule, last_resort: bool = False, meant: bool = True) -> Rule:
    name = function.__name__

    @wraps(function)
    def reading(cursor: Cursor, *rest: object, **named: object) -> object:
        start, mentioned, derived = cursor.at, cursor.mentioned, len(cursor.derivations)
        ahead, scope = cursor.ahead, cursor.scope
        changed = 0 if scope is None else len(scope.changes)
        choices = cursor.setting.choices
        known = 0 if choices is None else len(choices)
        result = function(cursor, *rest, **named)
        if choices is not None and meant:
            if result is None:
                choices.forget(known)
            elif cursor.at > start:
                use = name, cursor.setting.depth, cursor.tokens[start].start, cursor.tokens[cursor.at - 1].end
                result = result if choices.allows(use, last_resort=last_resort) else None
        if result is None:
            cursor.at, cursor.mentioned, cursor.ahead = start, mentioned, ahead
            del cursor.derivations[derived:]
            if scope is not None:
                scope.undo(changed)
        elif cursor.at > start and meant:
            cursor.derive(name, start, derived, result)
        return result

    return cast(Rule, reading)


def rule(function: Rule) -> Rule:
    """A rule of the grammar: reads something at the cursor, or returns None and leaves the cursor, and what words refer to, as
    they were."""
    return _rule(function)


def attempt(function: Rule) -> Rule:
    """Like a rule, but what it returns isn't what the words mean yet: whoever asked makes something of it."""
    return _rule(function, meant=False)


def last_resort(function: Rule) -> Rule:
    """A rule that is meant for what no other one reads, e.g. words that don't bear on declarations."""
    return _rule(function, last_resort=True)


def aside(reading: Callable[..., T | None], *rest: object) -> Callable[[Cursor], T | None]:
    """The same, beside which "it" goes on to mean what it meant."""

    def read(c: Cursor) -> T | None:
        mentioned = c.mentioned
        found = reading(c, *rest)
        c.mentioned = mentioned
        return found

    return read


class Forward(Generic[GivenT, T]):
    """A rule, or what renders a value, that is defined further on: the grammar is recursive, imports aren't."""

    def __init__(self) -> None:
        self._defined: Callable[[GivenT], T] | None = None

    def define(self, function: Callable[[GivenT], T]) -> None:
        self._defined = function

    def __call__(self, given: GivenT) -> T:
        assert self._defined is not None, "what is used is defined"
        return self._defined(given)
