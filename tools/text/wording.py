"""How wording is understood, for people: `declarant wording read`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

from ...events.abilities import Ability
from ...events.errors import WordingNotUnderstood
from ..oracle import Reading, in_other_words, read_permanent, read_sentence
from ..oracle.own_keywords import installed, said_in_full
from ..oracle.rendering.lines import render, render_effect
from ..oracle.rendering.words import NotRendered

_KINDS = {
    "understood": "understood",
    "happening": "understood: something happens that a case states as a step",
    "not about declarations": "understood: it says nothing about declaring attackers or blockers",
    "declined": "declined",
}


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that say something, from 1, with what installed packages mean by their keywords on lines of its own."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from ((number, each) for each in said_in_full(line, installed()).split("\n") if each.strip())


def read(line: str, name: str) -> Reading:
    """How a line of a card's text is understood, in other words than its own, if need be."""
    found = read_sentence(line, name=name)
    if found.kind == "declined" or not (found.abilities or found.effects):
        for _, meant in in_other_words(line, name=name):
            return read_sentence(meant, name=name).model_copy(update={"meant": meant})
    if found.kind == "not about declarations" and not _is_known(line, name):
        return found.model_copy(update={"kind": "declined", "unread": line.strip(), "offset": 0})
    return found


def _is_known(line: str, name: str) -> bool:
    """Whether a permanent with the line can be put into a case: not with words that nobody knows."""
    try:
        read_permanent(line, name=name)
    except WordingNotUnderstood:
        return False
    return True


def _said(ability: Ability, rendered: Callable[[], str]) -> str:
    """The ability in current templating, or, where that says it only in what comes before, in the words it was read from."""
    try:
        return rendered()
    except NotRendered:
        return ability.text


def _data(ability: Ability) -> str:
    return "  " + json.dumps(ability.model_dump(mode="json", exclude_none=True, exclude={"text"}), ensure_ascii=False)


def in_words(reading: Reading, name: str = "") -> str:
    """The reading in plain words, and each ability as data; `name` is that of the permanent."""
    lines = [_KINDS[reading.kind] + (f" as: {reading.meant}" if reading.meant else "")]
    for ability in reading.abilities:
        lines += [f"it says: {_said(ability, partial(render, ability, name))}", _data(ability)]
    durations = reading.durations or (reading.duration,) * len(reading.effects)
    for effect, duration in zip(reading.effects, durations, strict=True):
        said = _said(effect, partial(render_effect, effect, duration))
        lines += [f"carrying it out brings about: {said}", _data(effect)]
        if reading.durations:
            lines.append(f"  until: {duration or 'indefinite'}")
    if reading.duration is not None:
        lines.append(f"until: {reading.duration}")
    if reading.choice:
        lines.append("only one of them, by choice")
    return "\n".join(lines)
