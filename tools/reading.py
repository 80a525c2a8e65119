"""How wording is understood, for people: `declarant wording read`."""

from __future__ import annotations

import json

from ..events.abilities import Ability
from .oracle import Reading, read_sentence
from .oracle.rendering import NotSaid, render

_KINDS = {
    "understood": "understood",
    "happening": "understood: something happens that a case states as a step",
    "not about declarations": "understood: it says nothing about declaring attackers or blockers",
    "declined": "declined",
}


def read(line: str, name: str) -> Reading:
    """How a line of a card's text is understood."""
    return read_sentence(line, name=name)


def _said(ability: Ability) -> str:
    """The ability in current templating, or, where that says it only in what comes before, in the words it was read from."""
    try:
        return render(ability)
    except NotSaid:
        return ability.text


def in_words(reading: Reading) -> str:
    """The reading in plain words, and each ability as data."""
    lines = [_KINDS[reading.kind]]
    for heading, abilities in (("it says", reading.abilities), ("carrying it out brings about", reading.effects)):
        for ability in abilities:
            lines.append(f"{heading}: {_said(ability)}")
            data = ability.model_dump(mode="json", exclude_none=True, exclude={"text"})
            lines.append("  " + json.dumps(data, ensure_ascii=False))
    if reading.duration is not None:
        lines.append(f"until: {reading.duration}")
    if reading.choice:
        lines.append("only one of them, by choice")
    return "\n".join(lines)
