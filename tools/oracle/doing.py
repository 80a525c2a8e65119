"""Whether what triggered abilities do is carried out: which lines of cards tell of combat triggers that act, and how they are
read."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal, TypedDict, get_args

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from .lines import TRIGGER_WORDS
from .reader import read_permanent
from .tokens import tokenize, without_reminders


class Doing(TypedDict):
    """How many abilities are `carried_out`, `understood_only` (they trigger, and what they do isn't carried out), `declined`."""

    carried_out: int
    understood_only: int
    declined: int


Kind = Literal["carried_out", "understood_only", "declined"]

_ASIDE = a.Leaves | a.GainsLife | a.LosesLife | a.LosesTheGame | a.CountersPut | a.EndOfCombatBegins | a.BecomesTapped
_OF_COMBAT = tuple(each for each in (*get_args(get_args(a.TriggerEvent)[0]), a.Dies, a.SomeDie) if each not in get_args(_ASIDE))
"""Attacking, blocking, being blocked, dealing combat damage, dying."""
_ACTS = re.compile(
    r"\b(?:life|damage|counters?|tokens?|destroy|taps?|untap|sacrifices?|gets?|gains?|loses?|attacks?|blocks?|blocked|combat"
    r"|battlefield|regenerate|prevent|goad|suspect|fights?|power|investigate|control|transform|owner's hand|copy|becomes?"
    r"|populate|bolster|amass|attach|connives?|explores?|manifest|incubate|(?:exile|return) (?:it|that|~|target|up to))\b"
)
"""Words of effects on the battlefield or on life; cards in hands, libraries and graveyards, mana and energy aside."""
_COMBAT_WORDS = re.compile(r"\b(?:attacks?|blocks?|blocked|combat damage|deals? damage|dies?|exerts?|enlists?)\b")


def kind(line: str, name: str, types: Collection[str]) -> Kind | None:
    """What becomes of the triggered ability of a line; None where it has none that combat sets off and that acts."""
    words = tokenize(line, name)
    if not words or not any(token.word in TRIGGER_WORDS for token in words[:8]):
        return None
    plain = without_reminders(line)
    condition, _, effect = plain.partition(",")
    if not _ACTS.search(effect.lower().replace(name.lower(), "~") if name else effect.lower()):
        return None
    try:
        read = read_permanent(line, name=name, types=types)
    except WordingNotUnderstood:
        return "declined" if words[0].word in TRIGGER_WORDS and _COMBAT_WORDS.search(condition.lower()) else None
    found = [
        each for each in read if isinstance(each, a.Triggered) and any(isinstance(event, _OF_COMBAT) for event in each.events)
    ]
    if not found:
        return None
    return "carried_out" if all(each.does is not None for each in found) else "understood_only"
