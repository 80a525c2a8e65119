"""How much, and how many: numbers, "that much", "X, where X is …", "for each …"."""

from __future__ import annotations

import re
from collections.abc import Callable

from ....events import abilities as a
from ..cursor import Cursor
from ..derivations import values_of
from ..numbers import number
from ..quantities import for_each, quantity, scaled
from ..scope import Scope


def amount(c: Cursor, known: Scope) -> a.Quantity | None:
    """A number: "two", "that much", "X" of which it is said later what it is."""
    if c.take("twice that much", "twice that many"):
        return None if known.amount is None else a.Scaled(quantity=known.amount, times=2)
    if c.take("that much", "that many"):
        return known.amount if known.amount is None else _and_more(c, known.amount)
    if c.sees("x"):
        x = where(c, known)
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


def where(c: Cursor, known: Scope) -> a.Quantity | None:
    """What X is, said at the end of the sentence, or before a comma: "… X or less, where X is its power, put it …"."""
    if known.x is None and (found := _where(c, known, _x)) is not None:
        (known.x,) = found
    return known.x


def where_both(c: Cursor, known: Scope) -> tuple[a.Quantity, ...] | None:
    """What X and Y are, said at the end of the sentence: "where X is its power and Y is its toughness"."""
    return _where(c, known, _x_and_y) if known.x is None else None


def _x(c: Cursor) -> tuple[a.Quantity, ...] | None:
    x = quantity(c)
    return None if x is None else (x,)


def _x_and_y(c: Cursor) -> tuple[a.Quantity, ...] | None:
    x = quantity(c)
    y = quantity(c) if x is not None and c.take("and y is", ", and y is") else None
    return None if x is None or y is None or not c.ended else (x, y)


def _where(c: Cursor, known: Scope, read: Callable[[Cursor], tuple[a.Quantity, ...] | None]) -> tuple[a.Quantity, ...] | None:
    """What is read after "where X is", wherever in the sentence that stands."""
    words = [token.word for token in c.tokens]
    at = next((at for at in range(c.at, len(words) - 3) if words[at : at + 3] == ["where", "x", "is"]), None)
    if at is None:
        return None
    inner = Cursor(c.tokens, c.setting, at + 3, mentioned=known.it, scope=c.scope)
    found = read(inner)
    if found is None or inner.too_deep or not (inner.ended or inner.peek() == ",") or inner.gap(at + 3) is not None:
        return None
    known.derivations += tuple(values_of(inner.read))
    c.read_ahead(at - 1 if at and words[at - 1] == "," else at, inner.at)
    return found


_SIZE = re.compile(r"(\d{1,3}|x)/(\d{1,3}|x)")


def is_size(word: str) -> bool:
    """Whether it is a power and a toughness, of which X may be one."""
    return _SIZE.fullmatch(word) is not None


def power_and_toughness(c: Cursor, known: Scope) -> tuple[a.Quantity, a.Quantity] | None:
    """ "4/4", "X/X, where X is its power"."""
    said = _SIZE.fullmatch(c.peek())
    x = where(c, known) if said is not None and "x" in c.peek() else 0
    if said is None or x is None:
        return None
    c.move()
    power, toughness = (x if each == "x" else int(each) for each in said.groups())
    return power, toughness


def times(amount: a.Quantity, each: a.Quantity) -> a.Quantity:
    """So many for each."""
    return scaled(amount, each) if isinstance(amount, int) else a.Product(one=amount, other=each)


FOR_THOSE_WHO = tuple(f"for each {one} who {does}" for one in ("opponent", "player") for does in ("doesn't", "does", "can't"))
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
