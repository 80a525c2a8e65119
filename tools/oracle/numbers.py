"""Number words and amounts."""

from __future__ import annotations

from ...events.abilities import Comparison
from .cursor import Cursor, rule
from .tables import listed

WORDS = listed(
    """
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven,
    twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty
    """
)
NUMBERS = {word: number for number, word in enumerate(WORDS)} | {"no": 0, "a": 1, "an": 1, "thirty": 30, "ninety-nine": 99}
ORDINALS = {
    word: number
    for number, word in enumerate(listed("first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth"), 1)
}


@rule
def number(c: Cursor) -> int | None:
    """A number in words or digits; the articles count as one."""
    word = c.peek()
    if word in NUMBERS:
        c.move()
        return NUMBERS[word]
    if word.isascii() and word.isdigit() and len(word) < 7:
        c.move()
        return int(word)
    return None


@rule
def or_more(c: Cursor) -> int | None:
    """ "two or more", "5 or greater": how many at least."""
    least = number(c)
    return least if least is not None and c.take("or more", "or greater") else None


@rule
def stated_bounds(c: Cursor) -> tuple[int, int | None] | None:
    """At least and at most how many: "one or more", "at least two", "exactly one", "one or fewer", "fewer than five", "no"."""
    if c.take("at least"):
        least = number(c)
        return None if least is None else (least, None)
    if c.take("exactly"):
        exact = number(c)
        return None if exact is None else (exact, exact)
    if c.take("fewer than"):
        more = number(c)
        return None if not more else (0, more - 1)
    if (least := or_more(c)) is not None:
        return least, None
    amount = number(c)
    return (0, amount) if amount == 0 or (amount is not None and c.take("or fewer", "or less")) else None


@rule
def bounds(c: Cursor) -> tuple[int, int | None] | None:
    """The same; "three" are so many, or more."""
    found = stated_bounds(c)
    least = number(c) if found is None else None
    return (least, None) if least else found


def how_many(c: Cursor) -> tuple[int, int | None] | None:
    """ "two or more", "no", "another": this word is read with what there is another of."""
    return (1, None) if c.sees("another") else bounds(c)


def so_many(c: Cursor) -> tuple[int, int | None] | None:
    """The same, of one or more."""
    amount = how_many(c)
    return amount if amount is not None and amount[0] else None


@rule
def at_least(c: Cursor) -> int | None:
    """ "two or more", "at least two", "two": how many at least, where no more are too many."""
    amount = bounds(c)
    return None if amount is None or amount[1] is not None else amount[0]


@rule
def comparison(c: Cursor) -> tuple[Comparison, int] | None:
    """ "3 or greater", "2 or less", "5", "exactly 5"."""
    exactly = c.take("exactly")
    amount = number(c)
    if amount is None:
        return None
    if exactly is not None:
        return "=", amount
    if c.take("or greater", "or more"):
        return ">=", amount
    if c.take("or less", "or fewer"):
        return "<=", amount
    return "=", amount


RELATIONS: dict[str, Comparison] = {
    "less than or equal to": "<=",
    "equal to or less than": "<=",
    "greater than or equal to": ">=",
    "equal to or greater than": ">=",
    "less than": "<",
    "fewer than": "<",
    "greater than": ">",
    "more than": ">",
    "equal to": "=",
}
"""How a number is compared with a quantity that follows; the first words for the same are said."""


@rule
def relation(c: Cursor) -> Comparison | None:
    """ "less than", "greater than or equal to", … (a quantity follows)."""
    return c.look_up(RELATIONS, 5)
