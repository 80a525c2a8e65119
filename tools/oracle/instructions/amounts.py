"""How much, and how many: numbers, "that much", "X, where X is …", "for each …"."""

from __future__ import annotations

from ....events import abilities as a
from ..cursor import Cursor
from ..numbers import number
from ..players import ANY
from ..quantities import for_each, times, where
from ..scope import OPPONENTS, Scope


def amount(c: Cursor, known: Scope) -> a.Quantity | None:
    """A number: "two", "that much", "X" of which it is said later what it is."""
    if c.take("twice that much", "twice that many"):
        return None if known.amount is None else a.Scaled(quantity=known.amount, times=2)
    if c.take("that much", "that many"):
        return known.amount if known.amount is None else _and_more(c, known.amount)
    if c.sees("x"):
        x = where(c)
        if x is not None:
            c.move()
        return x
    return number(c)


def _and_more(c: Cursor, much: a.Quantity) -> a.Quantity:
    """ "[that many] plus one", "[2 damage] minus 1"; the same where neither is said."""
    start = c.mark()
    sign = c.take("plus", "minus")
    more = None if sign is None else number(c)
    if more is None:
        c.back_to(start)
        return much
    return a.Scaled(quantity=much, more=more if sign == "plus" else -more)


def amount_of(c: Cursor, known: Scope, *units: str) -> a.Quantity | None:
    """So much of something: "2 life", "that much life plus 1", "half that many cards, rounded up"."""
    half = c.take("half") is not None
    much = amount(c, known)
    if much is None or not c.take(*units):
        return None
    if half:
        return rounded(c, much)
    return _and_more(c, much)


def rounded(c: Cursor, whole: a.Quantity) -> a.Quantity | None:
    """Half of it, and how that is rounded."""
    way = c.take(", rounded up", ", rounded down", "rounded up", "rounded down")
    return None if way is None else a.Half(quantity=whole, up=way.endswith("up"))


FOR_THOSE_WHO = {
    f"for each {one} who {verb}": (players, does)
    for one, players in (("opponent", OPPONENTS), ("player", ANY))
    for verb, does in (("does", True), ("doesn't", False), ("can't", False))
}
"""After what is done for each who did, or didn't do, what the sentence before offered."""


def for_each_of(c: Cursor, known: Scope, amount: a.Quantity) -> a.Quantity | None:
    """The amount, for each of what follows if "for each" does; None where that isn't read."""
    if c.sees(*FOR_THOSE_WHO) or not c.take("for each"):
        return amount
    start = c.at
    each = for_each(c)
    if isinstance(each, a.Scaled):
        c.restate(start, each.quantity)
    return None if each is None else times(amount, each)
