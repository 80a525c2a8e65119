"""A sentence of a card by itself: an ability, or an instruction that is carried out when something resolves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from ...events.abilities import Ability, Duration, Filter, NotModelledAbility, Unread
from ...events.model import Model
from .bearing import first_bearing
from .clauses import conditioned
from .cursor import RuleChoices, Setting
from .lines import (
    TRIGGER_WORDS,
    Declined,
    activated,
    decline,
    delayed,
    designation_word,
    line,
    printed,
    said,
    sentences,
    static,
    triggered,
    without_ability_word,
)
from .own_keywords import installed, said_in_full
from .tables import listed
from .tokens import Lexeme, tokenize

LONGEST_SENTENCE = 1_000


class Reading(Model):
    """How a sentence by itself is understood.

    `abilities` is what it says of declarations; `effects` what carrying it out brings about, for `duration` ("target
    creature" is the filter of what it may be; what it named before is the role `subject`). A `happening` is what a case
    states as a step, e.g. that a creature enters attacking. `choice`: only one of the abilities that the effects grant is
    meant, chosen when it is carried out. Effects that end at several times have `durations`, one each. `unread` are the words,
    and `offset` their place, for which it is declined. `meant` are other words than its own, in which it was understood.
    """

    kind: Literal["understood", "happening", "not about declarations", "declined"]
    abilities: tuple[Ability, ...] = ()
    effects: tuple[Ability, ...] = ()
    duration: Duration | None = None
    durations: tuple[Duration | None, ...] = ()
    choice: bool = False
    unread: str = ""
    offset: int | None = None
    meant: str = ""


_HAPPENINGS = listed(
    """
    tapped and attacking, tapped and attack, that's attacking, that are attacking, enters attacking,
    attacking that player, attacking that opponent, battlefield attacking, attacking copy, battlefield
    blocking, that's blocking, from combat, become blocked, becomes blocked, become unblocked, additional
    combat phase, you may reselect, becomes unblocked, change which player
    """
)
_HAPPENINGS_OF_BLOCKS = listed(
    """
    stops blocking it and is blocking the other, have it block an attacking creature of your choice, then it blocks an attacking
    creature of your choice, that can block the creature that pile is assigned to does so, may reselect which player,
    reselect which player, reselect which opponent, block target attacking creature, an attacking creature of your
    choice, up to one attacking creature of your choice
    """
)
"""What an instruction makes of blocks and attacks, which a case states as steps (`blocks`, `stops_blocking`, `reselect`, …)."""


def read_sentence(sentence: str, *, name: str = "") -> Reading:
    """Reads a sentence by itself, in which `~` is the card's own name. Never raises: it may be declined."""
    return read_with(sentence, name, None)


def read_with(sentence: str, name: str, choices: RuleChoices | None) -> Reading:
    """Like `read_sentence`; the choices are asked about every rule that reads."""
    sentence = said_in_full(sentence, installed())
    if len(sentence) > LONGEST_SENTENCE:
        return Reading(kind="declined", unread=sentence[:80], offset=0)
    try:
        read = _read(sentence, Setting(name=name, alone=not name, choices=choices))
    except Declined as declined:
        words = " ".join(token.word for token in tokenize(sentence, name))
        if any(phrase in words for phrase in _HAPPENINGS_OF_BLOCKS):
            return Reading(kind="happening")
        return Reading(kind="declined", unread=declined.words, offset=declined.offset)
    if read.abilities or read.effects:
        apart = len(set(read.durations)) > 1
        return Reading(
            kind="understood",
            abilities=tuple(read.abilities),
            effects=tuple(read.effects),
            duration=None if apart or not read.durations else read.durations[0],
            durations=tuple(read.durations) if apart else (),
            choice=read.choice,
        )
    words = " ".join(token.word for token in tokenize(sentence, name))
    happens = any(phrase in words for phrase in _HAPPENINGS)
    return Reading(kind="happening" if happens else "not about declarations")


@dataclass(slots=True)
class _Read:
    abilities: list[Ability] = field(default_factory=list)
    effects: list[Ability] = field(default_factory=list)
    durations: list[Duration | None] = field(default_factory=list)
    choice: bool = False


def _read(text: str, setting: Setting) -> _Read:
    holds, tokens = designation_word(tokenize(text, setting.name))
    tokens, until = delayed(without_ability_word(tokens))
    bar = next((at for at, token in enumerate(tokens[:5]) if token.word == "|"), None)
    if bar is not None and tokens[0].word.isdecimal() and tokens[1].word != "+":
        return _carried_out(tokens[bar + 1 :], text, setting)  # a row of a die roll's table
    if tokens and tokens[0].word in TRIGGER_WORDS:
        found = _triggered(tokens, text, setting, until)
        return replace(found, abilities=[conditioned(each, holds) for each in found.abilities])
    if tokens and tokens[0].word in ("•", "*"):
        return _carried_out(tokens[1:], text, setting)
    try:
        read = line(text, setting)
    except Declined as first:
        use = "carried out", setting.depth, 0, len(text)
        if activated(tokens) or not (setting.choices is None or setting.choices.allows(use, last_resort=True)):
            raise
        try:
            return _carried_out(tokens, text, setting)
        except Declined as second:
            raise (first if first.offset > second.offset else second) from None
    if not any(isinstance(each, NotModelledAbility | Unread) for each in read):
        return _Read(read)
    # "It deals 3 damage to target creature" is said of no permanent: something is carried out.
    carried_out = _carried_out(tokens, text, setting)
    if _stated(tokens) and not carried_out.effects:
        raise decline(tokens, 0, text)
    return carried_out


def _stated(tokens: list[Lexeme]) -> bool:
    """Whether a sentence that concerns damage states what is so, rather than that damage is dealt."""
    return bool({"would", "assign", "assigns", "prevented", "regenerated"} & {token.word for token in tokens})


def _carried_out(tokens: list[Lexeme], text: str, setting: Setting, topic: Filter | None = None) -> _Read:
    found = _Read()
    instructed = replace(setting, instruction=True)
    for sentence in sentences(tokens):
        read = static(sentence, text, instructed, topic)
        found.effects += said(read.abilities, printed(text, sentence))
        found.durations += read.durations
        found.choice = found.choice or read.choice
    return found


def _triggered(tokens: list[Lexeme], text: str, setting: Setting, until: Duration | None) -> _Read:
    try:
        abilities, rest, first = triggered(tokens, text, setting)
    except Declined:
        if len(tokens) < 2 or tokens[1].word not in ("target", "that", "those"):
            raise
        abilities, rest, first = triggered(tokens, text, replace(setting, instruction=True))
    if first is None and not abilities:
        return _after_unrelated(tokens, rest, text, setting)
    found = _carried_out(rest, text, setting, None if first is None else first.subject)
    until = until or (None if first is None else first.duration)
    if any(isinstance(each, NotModelledAbility | Unread) for each in abilities):
        raise decline(tokens, 0, text)
    if until is not None:
        # A trigger with a duration is itself what an instruction brings about.
        return _Read(effects=abilities, durations=[until] * len(abilities))
    found.abilities = abilities
    return found


def _after_unrelated(tokens: list[Lexeme], rest: list[Lexeme], text: str, setting: Setting) -> _Read:
    """What a trigger does that nothing declared sets off.

    Which comma ends the trigger's condition isn't known: the first after which all is read.
    """
    bearing = first_bearing(tokens, 0, len(tokens) - len(rest))
    if bearing is not None:
        raise decline(tokens, bearing, text)
    while True:
        try:
            return _carried_out(rest, text, setting)
        except Declined:
            comma = next((at for at, token in enumerate(rest) if token.word == ","), None)
            if comma is None or not _part_of_a_list(rest[:comma]):
                raise
            rest = rest[comma + 1 :]


def _part_of_a_list(words: list[Lexeme]) -> bool:
    """Whether the words up to a comma belong to a list in the condition: "an artifact, creature, or enchantment spell"."""
    if first_bearing(words) is not None:
        return False
    return len(words) <= 2 or words[0].word in ("or", "and", "and/or", "for")
