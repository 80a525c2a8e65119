"""Modes of an ability: "choose one —", which leads to them (700.2), and their numbers."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, Literal, NamedTuple, TypeVar, cast

from ....events import abilities as a
from ....events.model import rewritten
from ..cursor import Cursor, rule
from ..scope import CHOSEN, OPPONENTS
from ..tokens import BULLETS

_HOW_MANY = {
    "one": (1, 1),
    "two": (2, 2),
    "three": (3, 3),
    "up to one": (0, 1),
    "up to two": (0, 2),
    "one or both": (1, 2),
    "one or more": (1, 99),
    "any number": (0, 99),
}
CHOOSERS = {
    "that player": CHOSEN,
    "defending player": a.Players.model_construct(who="defending"),
    "the attacking player": a.Players.model_construct(who="active"),
    "an opponent": OPPONENTS,
}
"""Who else chooses modes; of several opponents the ability's controller says which one, which nothing else depends on."""
_UNCHOSEN: dict[str, Literal["this turn", "ever"]] = {
    "that hasn't been chosen this turn": "this turn",
    "that hasn't been chosen": "ever",
}
_LONGEST_NAME = 7


class ModeOptions(NamedTuple):
    """At least and at most how many modes are chosen, and how; `apart`: no two have one target."""

    least: int
    most: int
    unchosen: Literal["this turn", "ever"] | None
    random: bool
    by: a.Players | None
    apart: bool


@rule
def offer(c: Cursor) -> ModeOptions | None:
    """ "Choose one —", before the first mode."""
    c.filler("then ,", "then")
    by = c.look_up(CHOOSERS)
    optional = by is None and c.take("you may") is not None
    if not c.take("choose" if by is None else "chooses") or (how_many := c.look_up(_HOW_MANY)) is None:
        return None
    unchosen, random = c.look_up(_UNCHOSEN, 6), c.take("at random") is not None
    apart = c.take(". each mode must target a different player .") is not None
    if not (c.take("—") or apart) or not c.sees(*BULLETS):
        return None
    least, most = how_many
    return ModeOptions(0 if optional else least, most, unchosen, random, by, apart)


@rule
def name_of_mode(c: Cursor) -> bool | None:
    """ "Sword —", before what the mode does."""
    start = c.at
    words = (c.peek(ahead) for ahead in range(_LONGEST_NAME + 1))
    said = list(takewhile(lambda word: word not in (".", *BULLETS), words))
    if "—" not in said:
        return None
    c.move(said.index("—") + 1)
    c.pass_over(start, "a name")
    return True


PartT = TypeVar("PartT")


def numbered(part: PartT, number: int) -> PartT:
    """The same, with this number for each of its targets: which of two that are described alike is meant."""
    now: Any = rewritten(part, lambda each: numbered(each, number))
    named = isinstance(now, a.Players) and now.who == "chosen"
    if (named or isinstance(now, a.IsTarget | a.IsTargetCard | a.Target)) and not now.number:
        now = now.model_copy(update={"number": number})
    return cast(PartT, now)
