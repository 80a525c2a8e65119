"""What of a permanent's text isn't modelled where something resolves: trigger events, replacement effects and prohibitions, and
changes of values that a board states.

Declarations go on without it. Where it may matter, the game is marked with it (`NotModelled`, `ChangesStatedValues`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from ...events.model import parts_of
from .changes import changes_sizes, changes_types, says_what_is
from .happenings import at_beginnings, may_trigger, of_entering, of_keywords, of_replacing, triggers
from .permanents import read_permanent
from .reader import blocks
from .tokens import Lexeme, tokenize

_REMINDER = re.compile(r"\([^)]*\)")
_MODELLED: dict[type[a.TriggerEvent], tuple[a.HappeningKind, ...]] = {
    a.Dies: ("leaves",),
    a.SomeDie: ("leaves",),
    a.Leaves: ("leaves",),
    a.GainsLife: ("life gained", "life lost"),
    a.LosesLife: ("life gained", "life lost"),
    a.CountersPut: ("counters",),
    a.BecomesTapped: ("tapped",),
    a.DealsDamage: ("damage", "noncombat damage"),
    a.IsDealtDamage: ("damage", "noncombat damage"),
    a.SomeDealDamage: ("damage", "noncombat damage"),
    a.SomeAreDealtDamage: ("damage", "noncombat damage"),
    a.EntersAttacking: ("enters",),
}
"""What of it the trigger events tell that are read of the line: those abilities trigger by themselves."""


Sizes = Literal["told", "derived", "declined"]
"""What a text makes of power and toughness: a record tells what that comes to; it is derived as far as it is understood; or it is
derived, and what isn't understood is declined."""


def not_modelled(text: str, name: str, types: Collection[str], sizes: Sizes) -> Iterator[a.Ability]:
    """What of a text isn't modelled."""
    for line in _lines(text):
        said = _REMINDER.sub("", line).strip()
        clauses = list(triggers(said.replace(name, "~") if name else said))  # a name may hold a comma
        modelled = {*_modelled(said, name, types)} if clauses else set()
        for clause in clauses[1:] if None in modelled else clauses:
            yield from may_trigger(clause, said, name, {each for each in modelled if each is not None})
        yield from of_entering(said, name)
        yield from at_beginnings(said)
        yield from of_keywords(said)
        if not (clauses or _ABILITY.search(said)):
            for sentence in _SENTENCE.split(said):
                yield from _replacing(sentence, name, types)
        if said and sizes != "declined" and '"' not in said and not clauses and _may_change(tokenize(said, name=name)):
            yield from _changes(said, name, types, sizes)
        elif said and sizes != "told" and not (clauses or _ABILITY.search(said)):
            for sentence in _SENTENCE.split(said):
                if says_what_is(tokenize(sentence, name=name)):
                    yield from _unread_types(sentence, name, types)


_ONLY_A_SIZE = re.compile(r"\d{1,3}/\d{1,3}")


def _lines(text: str) -> Iterator[str]:
    """The lines, but not the modes and results of what is carried out: only what a permanent is chosen to have as it enters."""
    for block in blocks(text):
        header, *options = block.split("\n")
        if _ONLY_A_SIZE.fullmatch(header.strip()):
            continue  # of a level, or a Spacecraft
        yield header
        yield from options if header.startswith("As ") else ()


_SENTENCE = re.compile(r"(?<=\.) ")
_ABILITY = re.compile(r"[:\"]|^•|^At the beginning|^Whenever|^When\b")
"""What isn't a static ability: those have no cost, trigger or quotation, and are no mode."""
_STATIC = re.compile(r"\b(?:would|can't|don't cause)\b", re.IGNORECASE)


def _replacing(sentence: str, name: str, types: Collection[str]) -> Iterator[a.NotModelledAbility]:
    """What of a sentence replaces or forbids what happens, and isn't read; of damage and of dying, an `Unread` is declined where
    it matters."""
    if not _STATIC.search(sentence):
        return
    try:
        read = read_permanent(sentence, name=name, types=types)
    except WordingNotUnderstood:
        return  # it is declined with its line
    if not read:
        yield from of_replacing(sentence, name, ())
    elif all(isinstance(each, a.Unread) for each in read):
        yield from of_replacing(sentence, name, ("leaves", "damage", "noncombat damage"))


def _modelled(line: str, name: str, types: Collection[str]) -> Iterator[a.HappeningKind | None]:
    """What the trigger events tell that are read of a line; None where its first trigger stands as one that isn't modelled."""
    for each in read_permanent(line, name=name, types=types):
        if isinstance(each, a.NotModelledAbility):
            yield None
        for read in parts_of(each):
            if isinstance(read, a.Triggered):
                yield from (happening for event in read.events for happening in _MODELLED.get(type(event), ()))


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


def _changes(line: str, name: str, types: Collection[str], sizes: Sizes) -> Iterator[a.ChangesStatedValues]:
    try:
        read = read_permanent(line, name=name, types=types, derived=True)
    except WordingNotUnderstood:
        yield a.ChangesStatedValues(text=line)
        return
    for each in read if sizes == "told" else ():
        if isinstance(each, a.ChangesCharacteristics):
            yield a.ChangesStatedValues(text=line, change=each)
