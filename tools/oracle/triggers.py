"""Trigger conditions: "whenever …", up to the comma before what the ability does."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, takewhile
from typing import Literal

from ...events import abilities as a
from .bearing import set_off_by_damage
from .conditions import ELSEWHERE, condition
from .cursor import Cursor, last_resort, rule
from .descriptors import CREATURE
from .filters import is_bare_plural, noun, permanents
from .logic import both, either
from .numbers import comparison, or_more
from .players import YOU, players
from .tables import listed, words
from .tokens import Lexeme
from .trigger_events import (
    ATTACKED,
    BY_PLAYERS,
    END_OF_COMBAT,
    EXERTED,
    IN_COMPANY,
    OF_SEVERAL,
    Events,
    happens_by_itself,
    happens_to,
)

TriggerLimit = Literal["once each turn", "first time each turn", "second time each turn", "third time each turn"]
_TIMES: dict[str, TriggerLimit] = {
    "for the second time each turn": "second time each turn",
    "for the third time each turn": "third time each turn",
}
"""What is counted of attacking alone: of what else happens only the first time is known."""


@dataclass(slots=True)
class Trigger:
    """When an ability triggers, and under which condition; no events: never by what is declared."""

    events: list[a.TriggerEvent] = field(default_factory=list)
    condition: a.Condition | None = None
    circumstances: a.Condition | None = None
    """What is asked as part of the event, and not again."""
    limit: TriggerLimit | None = None
    duration: a.Duration | None = None
    subject: a.Filter | None = None
    unread: bool = False
    """Something else that damage may set off isn't understood."""

    @property
    def asked(self) -> bool:
        """Whether something is asked of what has been read so far."""
        return (self.circumstances, self.limit, self.duration) != (None, None, None)

    def require(self, holds: a.Condition | None) -> None:
        if holds is not None:
            self.condition = holds if self.condition is None else a.Every(parts=(self.condition, holds))

    def happens_while(self, holds: a.Condition) -> None:
        """One more thing that is so as it happens."""
        self.circumstances = holds if self.circumstances is None else a.Every(parts=(self.circumstances, holds))


@rule
def trigger(c: Cursor) -> list[Trigger] | None:
    """All of "whenever … and whenever …", up to a comma."""
    ends = END_OF_COMBAT(c)
    if ends is not None:
        return [Trigger(events=ends)]
    if not (_begins(c, *_OR_WHEN) and c.take(*_OR_WHEN)) and not c.take("whenever", "when"):
        return None
    found: list[Trigger] = []
    while True:
        one = _one(c)
        if one is None:
            return None
        found.append(one)
        if c.sees(*_OR_AT) and c.take("and", "or") and not _begins(c, ","):
            return None
        if c.peek() == "," or c.ended:
            return found
        if not c.take(*_OR_WHEN):
            return None


_OR_WHEN = ("and whenever", "and when", "or when", "or whenever")
_OR_AT = ("and at the beginning of", "or at the beginning of")


@rule
def _begins(c: Cursor, *ends: str) -> bool | None:
    """ "at the beginning of your upkeep", beside an event that is declared, up to one of these words."""
    start = c.at
    if not c.take("at the beginning of"):
        return None
    while not c.ended and not c.sees(*ends):
        if c.peek() == ",":
            return None
        c.move()
    c.pass_over(start, "another event")
    return not c.ended


@rule
def _one(c: Cursor) -> Trigger | None:
    """One trigger condition, with the events that "or" joins."""
    result = Trigger()
    while True:
        if result.asked:
            return None  # whether that is asked of what follows, too, isn't said
        events = _events(c, result)
        if events is None:
            return None
        result.events += events
        result.subject = c.mentioned
        if c.peek() == "," or c.ended or c.sees(*_OR_WHEN, *_OR_AT):
            return result
        if not c.take("or"):
            return None


@rule
def _events(c: Cursor, result: Trigger) -> list[a.TriggerEvent] | None:
    found = happens_by_itself(c)
    if found is None and (elsewhere := _unrelated_event(c)) is not None:
        return elsewhere
    for reading in (_by_players, ATTACKED, _several, IN_COMPANY, _each):
        found = found if found is not None else reading(c) if isinstance(reading, Events) else reading(c, result)
    return None if found is None or _after(c, result) is None else found


@last_resort
def _unrelated_event(c: Cursor) -> list[a.TriggerEvent] | None:
    """ "a player casts a spell", "you gain life", beside an event that is declared."""
    start = c.at
    if players(c) is None or c.peek() not in HAPPENINGS or c.sees("is attacked", "are attacked"):
        return None
    while not c.ended and c.peek() not in (",", "or") and not c.sees("and whenever", "and when"):
        if c.peek() in DECLARED:
            return None
        c.move()
    c.pass_over(start, "another event")
    return []


@rule
def _after(c: Cursor, result: Trigger) -> bool | None:
    """ "while …", "for the first time each turn", "this turn"."""
    while True:
        if c.take("for the first time each turn"):
            result.limit = "first time each turn"
        elif c.take("this turn"):
            result.duration = "end of turn"
        elif c.take("this combat"):
            result.duration = "end of combat"
        elif c.take("during your turn"):
            result.happens_while(a.TurnOf(players=YOU))
        elif c.take("while"):
            holds = c.look_up(_OF_ITSELF) or ELSEWHERE(c) or condition(c)
            if holds is None:
                return None
            result.happens_while(holds)
        else:
            return True


_OF_ITSELF: dict[str, a.Condition] = {
    "saddled": a.HasDesignation.model_construct(designation="saddled"),
    "equipped": a.Matches.model_construct(role="source", filter=a.IsInState(state="equipped")),
    "enchanted": a.Matches.model_construct(role="source", filter=a.IsInState(state="enchanted")),
}
"""What the source is, where it isn't named: "attacks while saddled"."""


# --- players attack --------------------------------------------------------------------------------------------------


@rule
def _by_players(c: Cursor, result: Trigger) -> list[a.TriggerEvent] | None:
    """ "you attack with two or more creatures", "an opponent attacks you", "you exert a creature"."""
    who = players(c)
    return None if who is None else EXERTED(c, who=who) or _with_total_power(c, result, who) or BY_PLAYERS(c, who=who)


@rule
def _with_total_power(c: Cursor, result: Trigger, who: a.Players) -> list[a.TriggerEvent] | None:
    """ "[you] attack with creatures with total power 8 or greater"."""
    power = comparison(c) if c.take("attack with creatures with total power", "attacks with creatures with total power") else None
    if power is None:
        return None
    mine = both(CREATURE, a.IsInState(state="attacking"), a.ControlledBy(players=who))
    result.happens_while(a.QuantityCompares(quantity=a.TotalPower(filter=mine), comparison=power[0], than=power[1]))
    return [a.PlayerAttacks(players=who)]


# --- several creatures -----------------------------------------------------------------------------------------------


@rule
def _several(c: Cursor, result: Trigger) -> list[a.TriggerEvent] | None:
    """ "one or more Goblins you control attack a player"."""
    least = or_more(c)
    creatures = None if least is None else noun(c)
    if least is None or creatures is None:
        return None
    if c.sees("fight or become blocked"):
        c.move(2)
        result.unread = True
    return OF_SEVERAL(c, subject=creatures, minimum=least)


# --- one creature ----------------------------------------------------------------------------------------------------


@rule
def _each(c: Cursor, result: Trigger) -> list[a.TriggerEvent] | None:
    """ "this creature attacks or blocks", "a creature you control becomes blocked"."""
    began = c.at
    creatures = _creatures(c)
    if creatures is None:
        return None
    found: list[a.TriggerEvent] = []
    any_read = False
    while True:
        if result.asked:
            return None  # whether that is asked of what follows, too, isn't said
        events = _verb(c, creatures, result)
        if events is None:
            return None
        found += events
        any_read = True
        if all(
            isinstance(event, a.Attacks) and event == a.Attacks(creatures=creatures, targets=event.targets) for event in events
        ):
            result.limit = c.look_up(_TIMES, 6)
        if _after(c, result) is None:
            return None
        start = c.mark()
        if not c.take(", or", "or", ","):
            break
        if not _verb_next(c):
            c.back_to(start)
            break
    if not found:
        if result.limit is not None:
            return None  # it is asked of an event that isn't read: "enters for the first time each turn and whenever …"
        c.pass_over(began, "another event")
    return found if any_read else None


@rule
def _creatures(c: Cursor) -> a.Filter | None:
    """Whose event it is: "this creature or equipped creature", "a Samurai or Warrior you control", "another Cat"."""
    if c.sees("all") or is_bare_plural(c):
        return None  # whether it triggers once for all of them isn't said
    first = permanents(c)
    if first is None:
        return None
    start = c.mark()
    second: a.Filter | None = None
    if c.take("or another"):
        second = None if (described := noun(c)) is None else both(described, a.Not(part=first))
    elif c.take("or a", "or an"):
        second = noun(c)
    elif c.take("or"):
        second = permanents(c)
    if second is not None and _verb_next(c):
        return either([first, second])
    c.back_to(start)
    return first


_SUFFERS = words("dies die deals deal leaves leave")
_VERBS = words("attack attacks block blocks become becomes enter enters is are enlists enlist exerts")
_OTHER_VERBS = listed(
    """
    enters, enter, comes into play, come into play, dies, die, deals, deal, specializes, transforms, leaves,
    saddles, crews, fights, fight,
    becomes the target, become the target, is dealt, is turned face up, is put, mutates, casts, cast,
    explores
    """
)
_WHERE_ELSE = listed(
    """
    the battlefield under your control, the battlefield during the declare attackers step, the battlefield, under your control,
    of a spell or ability an opponent controls, of a spell or ability you control, of a spell an opponent controls, of a spell
    you control, of a spell or ability, of a spell, of an ability
    """
)
"""Where something enters, and of what it becomes the target: events that nothing declared is part of."""
_LAST_WORDS = words("enters enter play specializes transforms saddles crews mutates explores up")
"""Words in which such an event may end."""


def _verb_next(c: Cursor) -> bool:
    return c.peek() in _VERBS or c.sees(*_OTHER_VERBS) is not None


@rule
def _verb(c: Cursor, creatures: a.Filter, result: Trigger) -> list[a.TriggerEvent] | None:
    events = happens_to(c, creatures)
    if events is not None:
        if c.take("or is put into exile from the battlefield"):
            result.unread = True
        return events
    start = c.at
    if c.take(*_OTHER_VERBS):
        if c.take(*_WHERE_ELSE) and not set_off_by_damage(c.tokens[start : c.at]):
            c.pass_over(start, "another event")
            return []
        # What else damage may set off isn't read: up to the comma, the next verb, or what holds for all of it.
        while not c.ended and c.peek() not in (",", "while", "for") and not (c.peek() == "or" and c.peek(1) in _VERBS | _SUFFERS):
            if c.peek() in ("attacks", "blocks") or c.sees("and whenever", "and when"):
                break
            if c.peek() == "or" and c.last in _LAST_WORDS:
                break  # "enters or another creature you control dies"
            c.move()
        c.pass_over(start, "another event")
        result.unread = result.unread or set_off_by_damage(c.tokens[start : c.at])
        return [] if result.unread or c.last in _LAST_WORDS else None
    return None


# --- triggers that are none of our business --------------------------------------------------------------------------

DECLARED = words("attack attacks block blocks exert exerts exerted enlist enlists attacked")
HAPPENINGS = words(
    """
    exploit exploits causes
    dies die enters enter deals deal cast casts becomes become draw draws discard discards gain gains lose
    loses sacrifice sacrifices leaves leave is are activate activates play plays put tap taps untaps untap
    transforms cycle cycles create creates scry surveil search searches shuffle explores mutates crews crew
    saddles fights fight you it would specializes copy has have roll rolls mill mills turn turned connives
    expend commit proliferate win wins clash do does can't venture complete control controls unlock trains
    mentors adapts earthbend don't explore investigate planeswalk regenerates returned return returns reveal
    reveals conjure seek forage pay pays manifest solve give phases waterbend airbend firebend open finish
    convert choose exile remove transform attach detect kick kicks
    """
)
_ONLY_ASKED = words("is are was were wasn't weren't or that each target it all wall walls ~ and an a")
_BEING = words("is are becomes become gets get")
_ASKED_OF = words("that if who whose while ,")
_DECLARING = words("declare declares declared declaring attackers blockers")
"""What players say, or cards of a step in which attackers or blockers are declared."""


def verb_before(tokens: list[Lexeme], at: int) -> bool:
    """Whether the condition of the trigger ended before: a comma."""
    return any(token.word == "," for token in tokens[:at])


def unrelated(tokens: list[Lexeme]) -> int | None:
    """Where the condition of a trigger ends that nothing declared sets off; None if that isn't sure."""
    if not tokens or tokens[0].word not in ("when", "whenever", "at", "the"):
        return None
    verb = tokens[0].word == "at"
    for at, token in enumerate(tokens):
        before = tokens[at - 1].word if at else ""
        if token.word in DECLARED or (token.word == "blocked" and before not in _ONLY_ASKED):
            return None
        if token.word in ("blocked", "unblocked") and before in _BEING and not _ASKED_OF & {each.word for each in tokens[:at]}:
            return None
        if token.word in _DECLARING and not verb_before(tokens, at):
            return None
        if token.word in ("tapped", "exerted") and before in ("becomes", "become", "is"):
            return None
        if token.word == "attacking" and before in ("enters", "enter") and not verb_before(tokens, at):
            return None
        if token.word in ("attacking", "blocking") and before in ("is", "are") and not verb_before(tokens, at):
            return None  # nothing triggers on something being so: "whenever two creatures are attacking"
        verb = verb or (at > 0 and token.word in HAPPENINGS)
        if token.word == "." and at + 1 == len(tokens) and any(each.word == "," for each in tokens):
            return None  # a comma without a verb before it
        if token.word in (",", ".") and verb:
            listed = [after.word for after in tokens[at + 1 : at + 3]]
            if listed[:1] in (["attacks"], ["blocks"], ["attack"], ["block"]) or listed == ["becomes", "blocked"]:
                return None
            return None if _goes_on(tokens, at + 1) else at
    return len(tokens) if verb and not verb_before(tokens, len(tokens)) else None  # a comma without a verb before it


_OR_DECLARED = words("attacks attack blocks block becomes become deals deal when whenever")


def _goes_on(tokens: list[Lexeme], at: int) -> bool:
    """Whether the condition goes on behind a comma: "dies, or blocks", "enters, if tapped, or attacks"."""
    said = list(takewhile(".".__ne__, (token.word for token in tokens[at:])))
    clause = list(takewhile(",".__ne__, said)) if said[:1] == ["if"] else []
    within = any(word == "or" and then in _OR_DECLARED for word, then in pairwise(clause))
    behind = said[len(clause) + 1 : len(clause) + 3] if clause else said[:2]
    return within or (behind[:1] == ["or"] and behind[1:] != [] and behind[1] in _OR_DECLARED)
