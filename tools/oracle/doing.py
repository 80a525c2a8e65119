"""Whether what triggered abilities do is carried out: which lines of cards have combat triggers that act, how they are read,
and what has to be stated before they are performed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import Literal, TypedDict, get_args

from ...events import abilities as a
from ...events.errors import WordingNotUnderstood
from ...events.model import Model, parts_of
from .effects import read_effect
from .lines import TRIGGER_WORDS
from .permanents import read_permanent
from .tokens import tokenize, without_reminders


class EffectCoverage(TypedDict):
    """How many abilities are `carried_out` with nothing stated but the board; how many once something else is: a `fact_stated`
    that no board holds, a `card_stated` of a hand or a library, a `chance_stated` (coins, dice, a clash, an X). How many are
    `understood_only` (they trigger, and what they do isn't carried out), and `declined`."""

    carried_out: int
    fact_stated: int
    card_stated: int
    chance_stated: int
    understood_only: int
    declined: int


EffectStatus = Literal["carried_out", "fact_stated", "card_stated", "chance_stated", "understood_only", "declined"]

_ASIDE = a.Leaves | a.GainsLife | a.LosesLife | a.LosesTheGame | a.CountersPut | a.EndOfCombatBegins | a.BecomesTapped
_EVENTS = (*get_args(get_args(a.TriggerEvent.__value__)[0]), a.Dies, a.SomeDie)
_OF_COMBAT = tuple(each for each in _EVENTS if each not in get_args(_ASIDE))
"""Attacking, blocking, being blocked, dealing combat damage, dying."""
_ACTS = re.compile(
    r"\b(?:life|damage|counters?|tokens?|destroy|taps?|untap|sacrifices?|gets?|gains?|loses?|attacks?|blocks?|blocked|combat"
    r"|battlefield|regenerate|prevent|goad|suspect|fights?|double|switch|investigate|transform|owners?'s? hands?|becomes?"
    r"|populate|bolster|endures?|amass|attach|connives?|explores?|manifest|incubate|base power|exchange|detain|earthbend"
    r"|proliferate|face up|exiles? (?:it|that|~|target|up to|\w+ permanents)|return (?:it|that|~|target|up to))\b"
)
"""Words of effects on the battlefield or on life."""
_CARDS = r"[^.,]*?\bcards?\b[^.,]*?"
_TO = r"(?: (?:to|into) (?:your|its owner's|their owner's|their owners') hands?| on (?:top|the bottom) of [^.,]* library)?"
_ELSEWHERE = re.compile(
    rf"(?:exile|return|put) (?:up to )?(?:[\w']+ )?(?:target |any number of target ){_CARDS} (?:from|in) [\w' ]+ graveyards?"
    rf"{_TO}(?! (?:on)?to the b)"
    rf"|{_CARDS}(?:from [\w' ]+ graveyard|graveyard) (?:perpetually )?(?:gains?|gets?|has|have) [^.]*"
    r"|(?:you )?(?:may )?(?<!'ve )(?:cast|play|copy) [^.]*|(?:look at|reveal|exile) the top [^.,]*"
    r"|exile [^.,]* (?:hand|library)\b[^.,]*"
    r"|(?:until end of turn, )?you don't lose this mana[^.]*"
    r"|gets? (?:a|an|two|that many) (?:experience|rad|ticket) counters?[^.,]*"
    r"|(?:get|pay) (?:an amount of )?(?:\{e\})+(?: for each [^.,]*)?|foretold|if that spell would be put [^.]*"
    r"|put (?:a|that|those|any number of) [^.,]*cards?[^.,]* into (?:your|their|its owner's) (?:hand|graveyard)"
)
"""Effects on cards in libraries, hands, graveyards and exile, on mana and on players' counters but poison, in small letters."""
_OF_CARDS = re.compile(
    r"\b(?:exile|return|put) (?:it|that card|~|this card) (?:(?:to|into) (?:its|their|your) (?:owner's )?hand|on [^.,]* library)"
)
"""What is done to a card where it died: it is in a graveyard."""
_COMBAT_WORDS = re.compile(r"\b(?:attacks?|blocks?|blocked|combat damage|deals? damage|dies?|exerts?|enlists?)\b")


def read_card(line: str, name: str, types: Collection[str]) -> tuple[a.Ability, ...]:
    """What a line of a card says: of a spell, also the effect that a case states in its words. Raises WordingNotUnderstood."""
    try:
        return read_permanent(line, name=name, types=types)
    except WordingNotUnderstood:
        if _SPELLS.isdisjoint(types):
            raise
        return read_effect(line, ids=(), players=(), name=name).abilities


_SPELLS = {"Instant", "Sorcery"}


def kind(line: str, name: str, types: Collection[str]) -> EffectStatus | None:
    """What becomes of the triggered ability of a line; None where it has none that combat sets off and that acts."""
    words = tokenize(line, name)
    if not words or not any(token.word in TRIGGER_WORDS for token in words[:8]):
        return None
    plain = without_reminders(line)
    condition, _, effect = plain.partition(",")
    if not _acts(condition.lower(), effect.lower().replace(name.lower(), "~") if name else effect.lower()):
        return None
    try:
        read = read_card(line, name, types)
    except WordingNotUnderstood:
        return "declined" if words[0].word in TRIGGER_WORDS and _COMBAT_WORDS.search(condition.lower()) else None
    found = [
        each for each in read if isinstance(each, a.Triggered) and any(isinstance(event, _OF_COMBAT) for event in each.events)
    ]
    if not found:
        return None
    if any(each.does is None for each in found):
        return "understood_only"
    return next(
        (status for status, asks in _STATED if any(asks(part) for each in found for part in _of_itself(each))), "carried_out"
    )


def _of_itself(ability: a.Triggered) -> Iterator[Model]:
    """What an ability and its instructions say, without the abilities of tokens and those that are granted."""
    return parts_of(
        (ability.events, ability.circumstances, ability.condition, ability.does), closed=(a.Token, a.Grants, a.Triggered)
    )


def _asks_for_a_fact(part: Model) -> bool:
    """Whether no game knows it. What happened in a turn that began on record, the game knows."""
    if isinstance(part, a.UnstatedNumber):
        return part.counted in (None, "cards drawn")
    if isinstance(part, a.HasDesignation | a.IsDesignated):
        return part.designation != "saddled"
    if isinstance(part, a.ModalChoice):
        return part.unchosen == "ever"
    if isinstance(part, a.Players):
        return part.who == "chosen before"
    return isinstance(part, a.Unstated | a.IsUnstated)


def _asks_for_a_card(part: Model) -> bool:
    if isinstance(part, a.IsChosenCard):
        return (
            part.random
            or part.cards.zone in ("hand", "library")
            or any(isinstance(each, a.IsTurnedUp) for each in parts_of(part))
        )
    if isinstance(part, a.PutsOntoBattlefield | a.NumberOf):
        return any(isinstance(each, a.IsTurnedUp) for each in parts_of(part))
    counted = isinstance(part, a.CardCount) and (part.cards.zone in ("hand", "library") or _picks_of_turned_up(part.cards.filter))
    return isinstance(part, a.Explores | a.Manifests | a.Connives) or counted


def _picks_of_turned_up(filter: a.Filter) -> bool:
    """Whether it asks which the cards are that were turned up, and not only how many."""
    return filter != a.IsTurnedUp() and any(isinstance(each, a.IsTurnedUp) for each in parts_of(filter))


def _asks_for_chance(part: Model) -> bool:
    if isinstance(part, a.Target | a.ModalChoice | a.IsChosen):
        return part.random
    if isinstance(part, a.Players):
        return part.picked == "at random"
    return isinstance(part, a.FlipsCoins | a.RollsDice | a.Clashes | a.ChosenNumber)


_STATED: tuple[tuple[EffectStatus, Callable[[Model], bool]], ...] = (
    ("fact_stated", _asks_for_a_fact),
    ("card_stated", _asks_for_a_card),
    ("chance_stated", _asks_for_chance),
)


def _acts(condition: str, effect: str) -> bool:
    """Whether it has an effect on the battlefield or on life: one on cards elsewhere, on mana or on other counters of players is
    none."""
    rest = _ELSEWHERE.sub(" ", effect)
    if _DIED.search(condition):
        rest = _OF_CARDS.sub(" ", rest)
    return _ACTS.search(rest) is not None


_DIED = re.compile(r"\bdies?\b|graveyard from the battlefield")
