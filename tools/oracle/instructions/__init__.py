"""What a triggered ability does as it resolves: the sentences after its condition, read whole or not at all.

Nothing is passed over here: a word that isn't understood leaves the whole ability "understood only", and a game in which it
resolves is marked so. Effects that begin are read by the rules for statements (`clauses`), all else by those of this package:
`sentences` and their `clauses`, `conditions` and `modes`; `verbs`, `deeds` of players, `card_verbs`, `damaging`, `changing`,
`making_tokens`; the `objects`, `people`, `cards` and `amounts` that they speak of.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from ....events import abilities as a
from ....events.model import parts_of
from ..accounting import lost
from ..cursor import Cursor, Setting, Strictly
from ..derivations import values_of
from ..grants import Quoted
from ..scope import (
    CHOSEN,
    EACH,
    HOST,
    OTHER,
    YOU,
    NotUnderstood,
    Scope,
    attacks_somebody,
    counters_asked_of,
    counters_it_had,
    difference_asked,
    known_of,
    of_player,
    player_asked_of,
    that_player,
)
from ..triggers import Trigger
from .choosing import settled
from .sentences import read


def does(c: Cursor, triggers: list[Trigger], setting: Setting, quoted: Quoted) -> a.Instructions | None:
    """What the rest of the text says to do; None where something in it isn't understood."""
    events = [event for each in triggers for event in each.events]
    known = known_of(events, quoted)
    known.zone = next((zone for each in triggers if (zone := zone_of_source(each)) is not None), None)
    asked_of = {_asked_of(each.condition) for each in triggers}
    if len(asked_of) == 1 and (named := asked_of.pop()) is not None:
        known.it = named  # "if ~ has defender, it loses defender": what was named last
    if len(triggers) == 1:
        asked = triggers[0].circumstances or triggers[0].condition
        known.countered = counters_asked_of(asked) or _counters_of(events, known)
        known.difference = difference_asked(asked)
        if (player := player_asked_of(events)) is not None and that_player(events) == CHOSEN:
            known.difference = of_player(known.difference, CHOSEN, player)
        known.amount = known.amount or counters_it_had(asked)
    names_player = known.names_player
    c.setting = replace(setting, instruction=True, changes=True, carried_out=True, choices=Strictly())
    said = [token.word for token in c.tokens[c.at :]]
    known.animates = _animates(said)
    since = len(c.read)
    try:
        found = read(c, known)
    except NotUnderstood:
        return None
    if c.peek() or any(lost(values_of(c.read[since:]), (found, tuple(events)))):
        return None
    if _moves_what_is_gone(known, found) or _changes_cards(found):
        return None
    meant = that_player(events)
    if ("a", "player") in pairwise(said):
        # "That player" may be that one: whoever set it off, or a target, is asked only where there is one.
        of_somebody = meant == CHOSEN or any(each.players for each in parts_of(found) if isinstance(each, a.Target))
        return found if of_somebody or of_player(found, EACH) == found else None
    try:
        found = settled(found, known.abilities)
    except NotUnderstood:
        return None
    if not names_player and of_player(found, EACH) != found and _may_be_another(triggers, said):
        return None
    named = of_player(found, meant or EACH)
    return None if meant is None and named != found else named


def _animates(said: list[str]) -> bool:
    """Whether a sentence makes something a creature: "it becomes a 3/3 Elemental creature"."""
    becomes = False
    for word, then in pairwise(said):
        becomes = word != "." and (becomes or (word in ("become", "becomes") and then != "blocked"))
        if becomes and then in ("creature", "creatures"):
            return True
    return False


def _may_be_another(triggers: list[Trigger], said: list[str]) -> bool:
    """Whether "that player" of a trigger that names none may be another than the defending one: one of several of whom an "if"
    asks, the owner or controller of something, or where nobody attacks whoever isn't called a player or an opponent."""
    asked = tuple(parts_of(tuple((each.condition, each.circumstances) for each in triggers)))
    if any(isinstance(each, a.SomePlayer) or (isinstance(each, a.PlayerTotal) and each.players.several) for each in asked):
        return True
    besides = _THAT_PLAYER.sub("", " ".join(said))
    named = "player" in besides or "opponent" in besides or any(isinstance(each, a.Players) and each != YOU for each in asked)
    attacked = attacks_somebody(event for each in triggers for event in each.events)
    return not named and (not attacked or _OF_SOMETHING.search(besides) is not None)


_OF_SOMETHING = re.compile(r"\b(?:owner|controller)")

_THAT_PLAYER = re.compile(r"\bthat (?:player|opponent)\b")


def _counters_of(events: list[a.TriggerEvent], known: Scope) -> tuple[str, a.Filter] | None:
    """The counters by which the trigger describes what sets it off: "a creature with a -1/-1 counter on it dies"."""
    named = {each.counter for each in parts_of(tuple(events), closed=a.Not) if isinstance(each, a.HasCounter)}
    name = named.pop() if len(named) == 1 else None
    return None if name is None or known.it is None else (name, known.it)


def zone_of_source(one: Trigger) -> a.Zone | None:
    """The zone in which the card is as the ability triggers, if that isn't the battlefield."""
    asked = parts_of((one.condition, one.circumstances))
    return next((each.zone for each in asked if isinstance(each, a.SourceInZone)), None)


def _asked_of(condition: a.Condition | None) -> a.Filter | None:
    """Of which permanent the condition asks with which an ability begins: the one that has it, what that is attached to, or "that
    creature"."""
    match condition:
        case a.OnRecord():
            return _asked_of(condition.happened)
        case a.Unless():
            return _asked_of(condition.part)
        case a.SourceInZone() | a.Matches(role="source"):
            return a.THIS
        case a.Matches(role="host"):
            return HOST
        case a.Matches(role="other") | a.QuantityCompares(quantity=a.CharacteristicOf(of="other")):
            return OTHER
    return None


_CARDS = (a.IsTurnedUp, a.IsChosenCard, a.IsTargetCard, a.IsExiledWith)


def _changes_cards(part: object) -> bool:
    """Whether something is done to cards that only permanents can have done to them."""
    return any(isinstance(getattr(each, name, None), _CARDS) for each in parts_of(part) for name in _OF_PERMANENTS)


_OF_PERMANENTS = ("permanents", "creatures", "creature", "source", "other", "to")


def _moves_what_is_gone(known: Scope, part: object) -> bool:
    """Whether what has left the battlefield, and is a card now, is moved or changed as if it were there."""
    parts = tuple(parts_of(part, closed=(a.Token, a.Grants, a.CopyExcept)))  # what they hold is about another permanent
    of_tokens = tuple(each.until for each in parts if isinstance(each, a.CreatesTokens) and each.until is not None)
    apart = {id(each) for each in parts_of(of_tokens)}  # in which "it" is the token
    there = (each for each in parts if isinstance(each, _TO_WHAT_IS_THERE) and id(each) not in apart)
    return any(each.permanents in known.gone for each in there)


_TO_WHAT_IS_THERE = a.Moves | a.PutsCounters | a.RemovesCounters | a.Taps | a.Untaps | a.ChangesCharacteristics | a.Grants
