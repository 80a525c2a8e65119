"""Trigger conditions that combat damage brings about: "deals combat damage to a player", "is dealt damage", "dies" and others."""

from __future__ import annotations

from ...events import abilities as a
from .cursor import Cursor, rule
from .damage import combat_only, recipients, sources
from .filters import permanents
from .logic import both
from .numbers import bounds
from .players import YOU, players
from .tables import listed

_DIES = listed(
    """
    dies, die, is put into a graveyard from the battlefield, are put into a graveyard from the battlefield, is put into a
    graveyard from anywhere, is put into its owner's graveyard from the battlefield, is put into their owner's graveyard from
    the battlefield
    """
)
_LEAVES = ("leaves the battlefield", "leave the battlefield", "leaves play", "leave play")
_DEALS = ("deals", "deal")
_IS_DEALT = ("is dealt", "are dealt")


def _noncombat(c: Cursor) -> bool:
    """Noncombat damage, with what follows: no combat deals it."""
    start = c.at
    if not c.take("noncombat damage"):
        return False
    while not c.ended and c.peek() != ",":
        c.move()
    c.pass_over(start, "noncombat")
    return True


@rule
def happens_to(c: Cursor, subject: a.Filter) -> list[a.TriggerEvent] | None:
    """What a permanent does or suffers: "dies", "deals combat damage to a player"."""
    if c.take(*_DIES):
        return [a.Dies(permanents=subject)]
    if c.take("is put into your graveyard from the battlefield"):
        return [a.Dies(permanents=both(subject, a.OwnedBy(players=YOU)))]
    if c.take(*_LEAVES):
        return [a.Leaves(permanents=subject, unless_dying=bool(c.take("without dying")))]
    if c.take(*_DEALS):
        return _deals(c, subject)
    if c.take(*_IS_DEALT):
        return _is_dealt(c, a.Recipients(permanents=subject))
    return None


@rule
def _deals(c: Cursor, subject: a.Filter) -> list[a.TriggerEvent] | None:
    """After "deals": "combat damage to a player"."""
    if _noncombat(c):
        return []
    least = _at_least(c)
    combat = combat_only(c)
    if combat is None:
        return None
    whom = recipients(c) if c.take("to") else None
    if whom is None and (c.tokens[c.at - 1].word == "to" or least):
        return None
    return [a.DealsDamage(sources=subject, recipients=whom, combat=combat, least=least)]


def _at_least(c: Cursor) -> int:
    """ "5 or more [damage]": how much at least."""
    amount = bounds(c) if c.peek(1) == "or" else None
    return 0 if amount is None else amount[0]


@rule
def _is_dealt(c: Cursor, whom: a.Recipients) -> list[a.TriggerEvent] | None:
    """After "is dealt": "combat damage by a creature"."""
    if _noncombat(c):
        return []
    least = _at_least(c)
    combat = combat_only(c)
    if combat is None:
        return None
    if not c.take("by"):
        return [a.IsDealtDamage(recipients=whom, combat=combat, least=least)]
    by = sources(c)
    return None if by is None else [a.DealsDamage(sources=by, recipients=whom, combat=combat, least=least)]


@rule
def happens_to_some(c: Cursor, creatures: a.Filter, minimum: int) -> list[a.TriggerEvent] | None:
    """What so many or more of them do or suffer: "one or more creatures you control deal combat damage to a player"."""
    if c.take("die", "are put into a graveyard from the battlefield"):
        return [a.SomeDie(permanents=creatures, minimum=minimum)]
    if c.take("are dealt"):
        combat = combat_only(c)
        return None if combat is None else [a.SomeAreDealtDamage(permanents=creatures, minimum=minimum, combat=combat)]
    if not c.take("deal"):
        return None
    combat = combat_only(c)
    if combat is None:
        return [] if _noncombat(c) else None
    if c.sees("to one or more", "to any number of"):
        return None
    whom = recipients(c) if c.take("to") else None
    if whom is None and c.tokens[c.at - 1].word == "to":
        return None
    return [a.SomeDealDamage(sources=creatures, minimum=minimum, recipients=whom, combat=combat)]


@rule
def happens_to_a_player(c: Cursor) -> list[a.TriggerEvent] | None:
    """ "you gain life", "an opponent loses life", "you're dealt combat damage"."""
    if c.take("you're dealt"):
        return _is_dealt(c, a.Recipients(players=YOU))
    who = players(c)
    if who is None:
        return None
    if c.take("gain or lose life", "gains or loses life"):
        return [a.GainsLife(players=who), a.LosesLife(players=who)]
    if c.take("gain life", "gains life"):
        return [a.GainsLife(players=who)]
    if c.take("lose life", "loses life"):
        return [a.LosesLife(players=who)]
    if c.take("lose the game", "loses the game"):
        return [a.LosesTheGame(players=who)]
    if c.take(*_IS_DEALT):
        return _is_dealt(c, a.Recipients(players=who))
    return None


@rule
def counters_put(c: Cursor) -> list[a.TriggerEvent] | None:
    """ "one or more -1/-1 counters are put on a creature", "a -1/-1 counter is put on this creature"."""
    each = not c.take("one or more")
    if each and not c.take("a", "an"):
        return None
    counter = None if c.sees("counter", "counters") else c.raw()
    c.move(0 if counter is None else 1)
    if not c.take("counters are put on", "counter is put on"):
        return None
    meant = permanents(c)
    return None if meant is None else [a.CountersPut(permanents=meant, counter=counter, each=each)]


@rule
def end_of_combat(c: Cursor) -> list[a.TriggerEvent] | None:
    """ "At end of combat", "at end of combat on your turn"."""
    if not c.take("at end of combat", "at the end of combat", "at the end of each combat"):
        return None
    if c.take("on your turn"):
        return [a.EndOfCombatBegins(turn_of=YOU)]
    return [a.EndOfCombatBegins()]
