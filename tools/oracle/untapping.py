"""What is said of untap steps: who can attack or block later depends on what untaps there."""

from __future__ import annotations

from ...events.abilities import Ability, MayStayTapped, UntapLimit, UntapsDuring
from .cursor import Cursor, rule
from .filters import noun, permanents
from .numbers import number
from .players import OTHERS, YOU, of_yours, players

_OTHERS_STEPS = ("during each other player's untap step", "during other players' untap steps")


@rule
def untap_step(c: Cursor) -> Ability | None:
    """ "Untap all creatures you control during each other player's untap step", "players can't untap more than one land …"."""
    return _untaps(c) or _limit(c) or _may_stay(c)


@rule
def _untaps(c: Cursor) -> Ability | None:
    """ "untap all creatures you control during each other player's untap step"."""
    if not c.take("untap"):
        return None
    meant = permanents(c)
    if meant is None or not c.take(*_OTHERS_STEPS):
        return None
    return UntapsDuring(permanents=meant, players=OTHERS)


@rule
def _limit(c: Cursor) -> Ability | None:
    """ "players can't untap more than one land during their untap steps"."""
    who = players(c)
    if who is None or not c.take("can't untap more than"):
        return None
    most, meant = number(c), noun(c)
    steps = ("during your untap step",) if who == YOU else ("during their untap steps", "during their untap step")
    if most is None or meant is None or not c.take(*steps):
        return None
    return UntapLimit(permanents=meant, players=who, maximum=most)


@rule
def _may_stay(c: Cursor) -> Ability | None:
    """ "you may choose not to untap this creature during your untap step"."""
    if not c.take("you may choose not to untap"):
        return None
    meant = permanents(c)
    if meant is None or not c.take("during your untap step"):
        return None
    return MayStayTapped(permanents=of_yours(meant))
