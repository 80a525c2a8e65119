"""A sentence of a card by itself: an ability, or an instruction that is carried out when something resolves."""

from __future__ import annotations

from typing import Literal

from ...events.abilities import Ability, Duration, Filter
from ...events.model import Model
from .bearing import first_bearing
from .cursor import Setting
from .lines import (
    TRIGGER_WORDS,
    Declined,
    activated,
    decline,
    delayed,
    line,
    printed,
    said,
    sentences,
    static,
    triggered,
    without_ability_word,
)
from .tables import listed
from .tokens import Token, tokenize

LONGEST_SENTENCE = 2_000


class Reading(Model):
    """How a sentence by itself is understood.

    `abilities` is what it says of declarations; `effects` what carrying it out brings about, for `duration` ("target
    creature" is the filter of what it may be; what it named before is the role `subject`). A `happening` is what a case
    states as a step, e.g. that a creature enters attacking. `choice`: only one of the abilities that the effects grant is
    meant, chosen when it is carried out. `unread` are the words, and `offset` their place, for which
    it is declined.
    """

    kind: Literal["understood", "happening", "not about declarations", "declined"]
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Ability, ...] = ()
    duration: Duration | None = None
    choice: bool = False
    unread: str = ""
    offset: int | None = None


_HAPPENINGS = listed(
    """
    tapped and attacking, tapped and attack, that's attacking, that are attacking, enters attacking,
    attacking that player, attacking that opponent, battlefield attacking, attacking copy, battlefield
    blocking, that's blocking, from combat, become blocked, becomes blocked, become unblocked, additional
    combat phase, you may reselect
    """
)


_HAPPENINGS_OF_BLOCKS = listed(
    """
    stops blocking it and is blocking the other, have it block an attacking creature of your choice, then it blocks an attacking
    creature of your choice, that can block the creature that pile is assigned to does so, may reselect which player
    """
)
"""What an instruction makes of blocks and attacks, which a case states as steps (`blocks`, `stops_blocking`, `reselect`, …)."""


def read_sentence(sentence: str, *, name: str = "") -> Reading:
    """Reads a sentence by itself, in which `~` is the card's own name. Never raises: it may be declined."""
    if len(sentence) > LONGEST_SENTENCE:
        return Reading(kind="declined", unread=sentence[:80], offset=0)
    try:
        abilities, effects, duration, choice = _read(sentence, name)
    except Declined as declined:
        words = " ".join(token.word for token in tokenize(sentence, name))
        if any(phrase in words for phrase in _HAPPENINGS_OF_BLOCKS):
            return Reading(kind="happening")
        return Reading(kind="declined", unread=declined.words, offset=declined.offset)
    if abilities or effects:
        return Reading(
            kind="understood",
            abilities=tuple(abilities),
            effects=tuple(effects),
            duration=duration,
            choice=choice,
        )
    words = " ".join(token.word for token in tokenize(sentence, name))
    happens = any(phrase in words for phrase in _HAPPENINGS)
    return Reading(kind="happening" if happens else "not about declarations")


_Effects = tuple[list[Ability], Duration | None, bool]
_Read = tuple[list[Ability], list[Ability], Duration | None, bool]


def _read(text: str, name: str) -> _Read:
    tokens, until = delayed(without_ability_word(tokenize(text, name)))
    bar = next((at for at, token in enumerate(tokens[:5]) if token.word == "|"), None)
    if bar is not None and tokens[0].word.isdecimal() and tokens[1].word != "+":
        return [], *_carried_out(tokens[bar + 1 :], text, name)  # a row of a die roll's table
    if tokens and tokens[0].word in TRIGGER_WORDS:
        return _triggered(tokens, text, name, until)
    if tokens and tokens[0].word in ("•", "*"):
        return [], *_carried_out(tokens[1:], text, name)
    try:
        return line(text, Setting(name=name, alone=not name)), [], None, False
    except Declined as first:
        if activated(tokens):
            raise
        try:
            return [], *_carried_out(tokens, text, name)
        except Declined as second:
            raise (first if first.offset > second.offset else second) from None


def _carried_out(tokens: list[Token], text: str, name: str, topic: Filter | None = None) -> _Effects:
    effects: list[Ability] = []
    duration: Duration | None = None
    choice = False
    for sentence in sentences(tokens):
        read = static(sentence, text, Setting(name=name, alone=not name, instruction=True), topic)
        effects += said(read.abilities, printed(text, sentence))
        duration = read.duration or duration
        choice = choice or read.choice
    return effects, duration, choice


def _triggered(tokens: list[Token], text: str, name: str, until: Duration | None) -> _Read:
    try:
        abilities, rest, first = triggered(tokens, text, Setting(name=name, alone=not name))
    except Declined:
        if tokens[1].word not in ("target", "that", "those"):
            raise
        abilities, rest, first = triggered(tokens, text, Setting(name=name, alone=not name, instruction=True))
    if first is None:
        return [], *_after_unrelated(tokens, rest, text, name)
    effects, duration, choice = _carried_out(rest, text, name, first.subject)
    until = until or first.duration
    # A trigger with a duration is itself what an instruction brings about.
    return (abilities, effects, duration, choice) if until is None else ([], abilities, until, False)


def _after_unrelated(tokens: list[Token], rest: list[Token], text: str, name: str) -> _Effects:
    """What a trigger does that nothing declared sets off.

    Which comma ends the trigger's condition isn't known: the first after which all is read.
    """
    bearing = first_bearing(tokens, 0, len(tokens) - len(rest))
    if bearing is not None:
        raise decline(tokens, bearing, text)
    while True:
        try:
            return _carried_out(rest, text, name)
        except Declined:
            comma = next((at for at, token in enumerate(rest) if token.word == ","), None)
            if comma is None or first_bearing(rest, 0, comma) is not None:
                raise
            rest = rest[comma + 1 :]
