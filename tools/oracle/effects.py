"""Reads the wording of an effect of a case, in which `[id]` names a permanent or a player."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from typing import NamedTuple

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from ...events.filters import role_named_by
from ...events.model import Model, models_in
from .as_typed import as_typed
from .clauses import Statement, conditioned
from .cursor import Cursor, Setting
from .grants import keyword_line
from .lines import TRIGGER_WORDS, Declined, decline, delayed, following, printed, said, sentences, triggered, when_you_do
from .own_keywords import installed, said_in_full
from .predicates import DURATIONS
from .reader import ALLOWED, LONGEST_LINE, check_length, in_other_words, read_text
from .templates import suggestion
from .tokens import Lexeme, tokenize
from .unfinished import unfinished


class EffectReading(NamedTuple):
    """What an effect says: its abilities, and until when.

    `meant` are other words, in which it was understood. `turn_of` is whose next turn the duration means, if not its
    controller's; `during`: it is at work only in that turn.
    """

    abilities: tuple[a.Ability, ...]
    duration: a.Duration
    turn_of: str | None = None
    during: bool = False
    meant: str = ""


def read_effect(
    text: str,
    *,
    ids: Collection[str],
    players: Collection[str],
    on: str | None = None,
    name: str = "",
    where: str = "text",
) -> EffectReading:
    """An effect's wording, in which `[id]` names a permanent or a player, as abilities and their duration.

    `on` is the permanent that the effect is on, and `name` its name: "this creature" means that one, and abilities as its
    text might have them (keywords, say) are granted to it. Without it "this creature" is nobody.

    Raises WordingNotUnderstood, also where nothing in it bears on declarations, and InvalidInput for an unknown id.
    """
    text = said_in_full(text, installed())
    check_length(text, LONGEST_LINE, where)
    setting = Setting(name=name, ids=frozenset(ids), players=frozenset(players), where=where, stated=True, changes=True)
    not_had: WordingNotUnderstood | None = None
    if on is not None:
        try:
            had = read_text(text, replace(setting, stated=False))
        except WordingNotUnderstood as error:
            not_had = error
        else:
            if not had:
                raise WordingNotUnderstood(f"{where}, character 0", repr(text[:120]), _SAYS_NOTHING)
            meant = "\n".join(other for _, other in in_other_words(text, name=name))
            return EffectReading(_given(had, on, text, where), "indefinite", meant=meant)
    elif keyword_line(Cursor(tokenize(text), setting)):
        raise WordingNotUnderstood(f"{where}, character 0", repr(text[:120]), _NOBODY)
    try:
        read = _read_as_typed(text, setting, itself=on is not None)
    except Declined as declined:
        place = f"{where}, character {declined.offset}"
        if not_had is not None and declined.offset == 0:
            raise not_had from None
        raise WordingNotUnderstood(place, repr(declined.words), ALLOWED + suggestion(text, declined.meant)) from None
    if not read.abilities:
        raise not_had or WordingNotUnderstood(f"{where}, character 0", repr(text[:120]), ALLOWED + suggestion(text))
    if on is None and any(map(_speaks_of_this, read.abilities)):
        raise WordingNotUnderstood(f"{where}, character 0", repr(text[:120]), _NOBODY)
    return read


def _given(had: tuple[a.Ability, ...], on: str, text: str, where: str) -> tuple[a.Ability, ...]:
    """What is said of the permanent that an effect is on: how it is changed, and what abilities it has. Raises."""
    this = a.IsOneOf(ids=(on,))
    changes = [each for each in had if isinstance(each, a.ChangesCharacteristics)]
    if any(each.permanents != a.THIS for each in changes):
        raise WordingNotUnderstood(f"{where}, character 0", repr(text[:120]), "an effect of its own for what it makes of others")
    abilities = tuple(each for each in had if not isinstance(each, a.ChangesCharacteristics))
    given: list[a.Ability] = [each.model_copy(update={"permanents": this}) for each in changes]
    return (*given, *([a.Grants(permanents=this, abilities=abilities, text=text)] if abilities else []))


_NOBODY = """an effect that names by its id whom it is about, as "[bear] can't block this turn." does, or {on: bear, …}"""
_STILL = re.compile(
    r"(?:it['’]s|they['’]re) still (?:(an? \w+|\w+s)(?: (until end of turn|until your next turn))?\.?)?", re.IGNORECASE
)
_KEPT = ("a land", "lands", "an artifact", "artifacts", "an enchantment", "a planeswalker")
"""What is said of what becomes something: that it keeps its other types (205.1b)."""
_SAYS_NOTHING = "an effect that says something about declarations"


def _read(text: str, setting: Setting) -> EffectReading:
    found: list[a.Ability] = []
    durations: set[a.Duration | None] = set()
    turns: set[tuple[str | None, bool]] = set()
    read = Statement()
    for sentence in sentences(tokenize(text, setting.name)):
        if (at := unfinished(sentence)) is not None:
            raise decline(sentence, at, text)
        if _one_of_two(sentence):
            raise decline(sentence, 0, text)
        if (still := _STILL.match(sentence_said := printed(text, sentence))) is not None:
            lasting = {DURATIONS[still[2].lower()]} if still[2] else durations
            changing = any(isinstance(each, a.ChangesCharacteristics) for each in found)
            if still[0] != sentence_said or (still[1] or "").lower() not in _KEPT or not changing or lasting != durations:
                raise decline(sentence, 0, text)
            found = [
                each.model_copy(update={"kept": True}) if isinstance(each, a.ChangesCharacteristics) else each for each in found
            ]
            continue
        tokens, until, turn_of, holds = _turn_of_another(*delayed(sentence), setting)
        if tokens and tokens[0].word in TRIGGER_WORDS and not when_you_do(tokens, read):
            abilities, _, first = triggered(tokens, text, setting)
            until = until or (first.duration if first is not None else None)
            durations.add(until)
        else:
            read = following(tokens, text, setting, read)
            if read.choice:
                raise decline(tokens, 0, text)
            abilities = read.abilities
            durations.update(until or each for each in read.durations or (read.duration,))
        if len(durations) > 1:
            raise decline(sentence, 0, text)  # an effect ends all at once: this one is two
        if any(isinstance(each, a.NotModelledAbility | a.Unread) for each in abilities):
            raise decline(sentence, 0, text)
        turns.add((turn_of, holds is not None))
        found += said([conditioned(each, holds) for each in abilities], printed(text, sentence))
    if len(turns) > 1:
        raise decline(sentence, 0, text)
    until = durations.pop() if durations else None
    return EffectReading(tuple(found), until or "indefinite", *(turns.pop() if turns else (None, False)))


def _read_as_typed(text: str, setting: Setting, *, itself: bool) -> EffectReading:
    try:
        return _read(text, setting)
    except Declined:
        for other in as_typed(text, itself=itself):
            try:
                read = _read(other, setting)
            except Declined:
                continue
            if read.abilities:
                return read._replace(meant=other)
        raise


def _one_of_two(sentence: list[Lexeme]) -> bool:
    """ "[bear] or [ox] can't block": which of them isn't said."""
    return len(sentence) > 2 and sentence[1].word == "or" and all(sentence[at].word.startswith("[") for at in (0, 2))


_OF_A_TURN: dict[tuple[str, ...], a.Duration] = {
    ("until", "the", "end", "of"): "end of your next turn",
    ("until", "end", "of"): "end of your next turn",
    ("until",): "your next turn",
    ("during",): "end of your next turn",
}


def _turn_of_another(
    tokens: list[Lexeme], until: a.Duration | None, setting: Setting
) -> tuple[list[Lexeme], a.Duration | None, str | None, a.Condition | None]:
    """The words without "until [A]'s next turn" or "during [A]'s next turn"; what is meant by it, and whose turn that is."""
    for at, token in enumerate(tokens):
        if not token.word.endswith("]'s") or token.raw not in setting.players:
            continue
        if [after.word for after in tokens[at + 1 : at + 3]] != ["next", "turn"]:
            continue
        for words, duration in _OF_A_TURN.items():
            start = at - len(words)
            if start >= 0 and tuple(before.word for before in tokens[start:at]) == words:
                end = at + 3
                if start == 0 and end < len(tokens) and tokens[end].word == ",":
                    end += 1
                holds = a.TurnOf(players=a.Players(who="named", ids=(token.raw,))) if words == ("during",) else None
                return tokens[:start] + tokens[end:], duration, token.raw, holds
    return tokens, until, None, None


_ROLES = ("source", "host")
_OF_THE_SOURCE = ("enchanted", "host controller")


def _speaks_of_this(part: Model) -> bool:
    """Whether something in it is about the permanent that says so, or what that is attached to: in abilities that it grants
    "this" is whatever has them."""
    if role_named_by(part) in _ROLES or (isinstance(part, a.Players) and part.who in _OF_THE_SOURCE):
        return True
    said = part.model_copy(update={"abilities": ()}) if isinstance(part, a.Grants) else part
    return any(map(_speaks_of_this, models_in(said)))
