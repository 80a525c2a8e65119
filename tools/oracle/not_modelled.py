"""What of a permanent's text isn't modelled where something resolves: trigger events, replacement effects and prohibitions, and
changes of values that a board states.

Declarations go on without it. Where it may matter, the game is marked with it (`NotModelled`, `ChangesStatedValues`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import partial
from typing import Literal

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from ...events.model import parts_of
from .changes import changes_sizes, changes_types, says_what_is
from .happenings import triggers, with_self
from .levels import level
from .passing import is_known_to_say_nothing
from .permanents import read_permanent
from .reader import blocks, in_other_words
from .tokens import Lexeme, own_names, tokenize
from .unmodelled import is_static, of_line, sentences_of

_REMINDER = re.compile(r"\([^)]*\)")
Sizes = Literal["stated", "derived", "declined"]
"""What a text makes of power and toughness: a record states what that comes to; it is derived as far as it is understood; or it
is derived, and what isn't understood is declined."""


def not_modelled(text: str, name: str, types: Collection[str], sizes: Sizes) -> Iterator[a.Ability]:
    """What of a text isn't modelled."""
    names = own_names(name, "Legendary" in types)
    meant = dict(in_other_words(text, name=name, types=types))
    for line in _lines("\n".join(meant.get(line, line) for line in text.split("\n"))):
        said = _REMINDER.sub("", line).strip()
        yield from of_line(said, names, partial(_read, name=name, types=types))
        static = bool(said) and is_static(said)
        found: list[a.Ability] = []
        if (
            said
            and sizes != "declined"
            and '"' not in said
            and not any(triggers(said))
            and _may_change(tokenize(said, name=name))
        ):
            found += _changes(said, name, types, sizes)
        elif static and sizes != "stated":
            for sentence in sentences_of(said):
                if says_what_is(tokenize(sentence, name=name)):
                    found += _unread_types(sentence, name, types)
        yield from found or (_unheard_of(said, name, types) if static and sizes != "stated" else ())


def _read(line: str, name: str, types: Collection[str]) -> tuple[a.Ability, ...] | None:
    try:
        return read_permanent(line, name=name, types=types)
    except WordingNotUnderstood:
        return None


_ONLY_A_SIZE = re.compile(r"\d{1,3}/\d{1,3}")


def _lines(text: str) -> Iterator[str]:
    """The lines, but not the modes and results of what is carried out: only what a permanent is chosen to have as it enters."""
    for block in blocks(text):
        header, *options = block.split("\n")
        levelled = level(header)
        if _ONLY_A_SIZE.fullmatch(header.strip()) or (levelled is not None and levelled[1] == len(header)):
            continue  # of a level, or a Spacecraft
        yield header
        yield from options if header.startswith("As ") else ()


def _may_change(line: list[Lexeme]) -> bool:
    return changes_sizes(line) or changes_types(line)


def _unread_types(sentence: str, name: str, types: Collection[str]) -> Iterator[a.ChangesStatedValues]:
    """A sentence that says of what color or type something is, where that isn't read."""
    try:
        read = read_permanent(sentence, name=name, types=types, derived=True)
    except WordingNotUnderstood:
        read = ()
    if not any(isinstance(part, a.ChangesCharacteristics) for each in read for part in parts_of(each)):
        yield a.ChangesStatedValues(text=sentence)


def _unheard_of(line: str, name: str, types: Collection[str]) -> Iterator[a.ChangesStatedValues]:
    """The sentences of a static ability that say nothing which is read, and nothing that is known to have no bearing."""
    names = own_names(name, "Legendary" in types)
    for number, sentence in enumerate(sentences_of(line)):
        said = with_self(sentence, names).lower().replace("’", "'")
        if '"' in said or is_known_to_say_nothing(said, goes_on=number > 0):
            continue
        try:
            if read_permanent(sentence, name=name, types=types, derived=True, as_far_as_read=True):
                continue
        except WordingNotUnderstood:
            continue  # it is declined as it stands, or belongs to the sentence before
        if not any(of_line(sentence, names, partial(_read, name=name, types=types))):
            yield a.ChangesStatedValues(text=sentence)


def _changes(line: str, name: str, types: Collection[str], sizes: Sizes) -> Iterator[a.ChangesStatedValues]:
    try:
        read = read_permanent(line, name=name, types=types, derived=True)
    except WordingNotUnderstood:
        yield a.ChangesStatedValues(text=line)
        return
    for each in read if sizes == "stated" else ():
        if isinstance(each, a.ChangesCharacteristics):
            yield a.ChangesStatedValues(text=line, change=each)
