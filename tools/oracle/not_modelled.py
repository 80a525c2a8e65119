"""What of a permanent's text isn't modelled where something resolves: trigger events, and changes of values that a board states.

Declarations go on without it. Where it may matter, the game is marked with it (`NotModelled`, `ChangesStatedValues`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from ...events.types import CARD_TYPES
from .changes import changes_sizes
from .reader import read_permanent
from .tokens import tokenize

_REMINDER = re.compile(r"\([^)]*\)")
_TRIGGER = re.compile(r"\b(?:When|Whenever) ([^,\"\n]+)", re.IGNORECASE)
_ITSELF = re.compile(r"(?:~|this \w+) (?:enters|leaves|dies|is put|becomes|is sacrificed)(?! or another)\b", re.IGNORECASE)

_HAPPENINGS: tuple[tuple[str, tuple[a.Happening, ...]], ...] = (
    (r"enters?|creates?|created", ("enters",)),
    (r"leaves?|dies?|put into|returned", ("leaves",)),
    (r"sacrificed?|sacrifices", ("sacrificed",)),
    (r"controls?(?= of)", ("control",)),
    (r"(?<!un)tapped|untapped|taps?|untaps?", ("tapped",)),
    (r"gains? life|gained life|life total", ("life gained", "life lost")),
    (r"(?:loses?|pays?) (?:\w+ )?life", ("life lost",)),
    (r"draws?|discards?|mills?|discarded|milled", ("cards",)),
    (r"counters?", ("counters",)),
    (r"targets?", ("targeted",)),
    (
        r"casts?|cycles?|attacks?|blocks?|blocked|attacked|unblocked|activates?|activated|scrys?|surveils?|searche?s?|shuffles?"
        r"|plays?|turned face up|transforms?|rolls?|wins? a coin flip|flips?|deals?|dealt|saddled|crews?|explores?|mutates?"
        r"|phases? (?:in|out)|loses? the game|exerts?|enlists?|trains?",
        ("elsewhere",),
    ),
)
"""What a trigger condition may tell, word for word: what says none of it may be anything."""

_MODELLED: dict[type[a.TriggerEvent], tuple[a.Happening, ...]] = {
    a.Dies: ("leaves",),
    a.SomeDie: ("leaves",),
    a.Leaves: ("leaves",),
    a.GainsLife: ("life gained", "life lost"),
    a.LosesLife: ("life gained", "life lost"),
    a.CountersPut: ("counters",),
    a.BecomesTapped: ("tapped",),
    a.EntersAttacking: ("enters",),
}
"""What of it the trigger events tell that are read of the line: those abilities trigger by themselves."""


def not_modelled(text: str, name: str, types: Collection[str], derived: bool) -> Iterator[a.Ability]:
    """What of a text isn't modelled. `derived`: power and toughness aren't stated, so that changes of them are read."""
    for line in text.split("\n"):
        said = _REMINDER.sub("", line).strip()
        for found in _TRIGGER.finditer(said):
            yield from _trigger(found[1], said, name, types)
        if said and not derived and '"' not in said and not _TRIGGER.search(said) and changes_sizes(tokenize(said, name=name)):
            yield from _changes(said, name, types)


def _trigger(clause: str, line: str, name: str, types: Collection[str]) -> Iterator[a.NotModelled]:
    clause = clause.replace(name, "~") if name else clause
    told = [happenings for words, happenings in _HAPPENINGS if re.search(rf"\b(?:{words})\b", clause, re.IGNORECASE)]
    events = [
        event for each in read_permanent(line, name=name, types=types) if isinstance(each, a.Triggered) for event in each.events
    ]
    modelled = {each for event in events for each in _MODELLED.get(type(event), ())}
    on = tuple(dict.fromkeys(each for each in (happening for some in told for happening in some) if each not in modelled))
    if told and not set(on) - {"elsewhere"}:
        return
    low = clause.lower()
    of_you = low.startswith("you ") or "you control" in low
    of_others = low.startswith("an opponent ") or "an opponent controls" in low or "your opponents control" in low
    yield a.NotModelled(
        text=line,
        on=on,
        itself=_ITSELF.match(clause) is not None,
        whose="opponents" if of_others and not of_you else "you" if of_you and not of_others else "any",
        types=tuple(sorted(each for each in CARD_TYPES if re.search(rf"\b{each}s?\b", clause, re.IGNORECASE))),
    )


def _changes(line: str, name: str, types: Collection[str]) -> Iterator[a.ChangesStatedValues]:
    try:
        read = read_permanent(line, name=name, types=types, derived=True)
    except WordingNotUnderstood:
        yield a.ChangesStatedValues(text=line)
        return
    for each in read:
        if isinstance(each, a.ChangesCharacteristics):
            yield a.ChangesStatedValues(text=line, change=each)
