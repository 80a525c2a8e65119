"""Who can't lose or win the game, whose life and poison can't change, and of what an Aura gives control."""

from __future__ import annotations

from ...events import abilities as a
from .cursor import Cursor, rule
from .filters import permanents
from .players import ANY, OPPONENTS, TEAM, YOU, players
from .predicates import Clause


@rule
def _total(c: Cursor) -> Clause | None:
    """ "Your life total can't change", "Players can't lose life", "you can't get poison counters"."""
    if c.take("your life total can't change"):
        return Clause([a.CantGainLife(players=YOU), a.CantLoseLife(players=YOU)])
    if c.take("players' life totals can't change"):
        return Clause([a.CantGainLife(players=ANY), a.CantLoseLife(players=ANY)])
    who = players(c)
    if who is None:
        return None
    if c.take("can't lose life"):
        return Clause([a.CantLoseLife(players=who)])
    return Clause([a.CantGetPoison(players=who)]) if c.take("can't get poison counters") else None


@rule
def _end(c: Cursor) -> Clause | None:
    """ "You can't lose the game and your opponents can't win the game", "you don't lose the game for having 0 or less life"."""
    who = TEAM if c.take("your team") else players(c)
    if who is None:
        return None
    if c.take("don't lose the game for having 0 or less life", "doesn't lose the game for having 0 or less life"):
        return Clause([a.LivesOnWithoutLife(players=who)])
    if c.take("can't win the game"):
        return Clause([a.CantWin(players=who)])
    if not c.take("can't lose the game"):
        return None
    clause = Clause([a.CantLose(players=who)])
    if c.take("and your opponents can't win the game"):
        clause.abilities.append(a.CantWin(players=OPPONENTS))
    elif c.take("or win the game", "and can't win the game"):
        clause.abilities.append(a.CantWin(players=who))
    return clause


@rule
def _control(c: Cursor) -> Clause | None:
    """ "You control enchanted creature"."""
    if not c.take("you control") or not c.sees("enchanted", "equipped"):
        return None
    meant = permanents(c)
    return None if meant is None else Clause([a.ControlsWhat(permanents=meant)])


WHOLE = (_total, _end, _control)
