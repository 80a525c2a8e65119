"""Mana costs: symbols, sums, and whether given mana pays a cost (rules 107.4 and 202.1).

A cost is written in symbols: `{2}` generic, `{W}` a color, `{C}` colorless, `{W/U}` either, `{2/W}` two generic or the color,
`{W/P}` the color or 2 life. Available mana is written alike: there `{2}` is mana that pays only generic costs and `{W/U}`
mana of either color, `{2/W}` two such mana or one of the color; a `P` says nothing there, for nobody produces life.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_ORDER = ("C", "W", "U", "B", "R", "G")


@lru_cache(maxsize=4096)
def symbols(mana: str) -> tuple[str, ...]:
    """The symbols of a mana string, without braces. Raises ValueError where it isn't one."""
    found = tuple(_SYMBOL.findall(mana))
    if "".join(f"{{{symbol}}}" for symbol in found) != mana:
        raise ValueError(f"{mana!r} isn't written in mana symbols")
    for symbol in found:
        _alternatives(symbol)
    return found


@lru_cache(maxsize=1024)
def _alternatives(symbol: str) -> tuple[tuple[str, ...] | int, ...]:
    """The ways to pay one symbol: a number of generic mana, one mana of these types, or `("life",)` for 2 life."""
    ways: list[tuple[str, ...] | int] = []
    for part in symbol.split("/"):
        if part.isdecimal():
            ways.append(int(part))
        elif part in _ORDER:
            ways.append((part,))
        elif part == "P" and ways:
            ways.append(("life",))
        else:
            raise ValueError(f"{{{symbol}}} isn't a mana symbol that a cost to attack or block can have")
    return tuple(ways)


def add(*costs: str) -> str:
    """The sum of mana costs: generic first, then colorless, colors and hybrids; `{0}` where nothing is asked for."""
    generic, others = 0, []
    for cost in costs:
        for symbol in symbols(cost):
            if symbol.isdecimal():
                generic += int(symbol)
            else:
                others.append(symbol)
    others.sort(key=lambda symbol: (len(symbol), [_ORDER.index(part) for part in symbol.split("/") if part in _ORDER]))
    written = "".join(f"{{{symbol}}}" for symbol in others)
    return f"{{{generic}}}{written}" if generic or not written else written


@dataclass(frozen=True, slots=True)
class Payment:
    """How a cost is paid: what is left of the mana, and life paid for Phyrexian symbols."""

    left: str
    life: int


def pay(cost: str, available: str | None, life: int) -> Payment | None:
    """Pay a mana cost from available mana (None: whatever is needed) and at most so much life; None if it can't be paid.

    Pays as little life as it can, and keeps flexible mana where it can.
    """
    if available is None:
        return Payment("", 0)
    kinds = _kinds(available)
    # What is left of each kind of mana, and generic mana still due → the fewest symbols paid with life.
    states = {(tuple(kinds.values()), 0): 0}
    for symbol in symbols(cost):
        reached: dict[tuple[tuple[int, ...], int], int] = {}
        for (left, generic), lives in states.items():
            for state, spent in _payments(_alternatives(symbol), tuple(kinds), left, generic):
                if lives + spent < reached.get(state, life // 2 + 1):
                    reached[state] = lives + spent
        states = reached
    worth, flexible = [kind.worth for kind in kinds], [len(kind.types) + kind.worth for kind in kinds]
    settled = [
        (lives, _without(left, generic, worth))
        for (left, generic), lives in states.items()
        if generic <= sum(map(operator.mul, worth, left))
    ]
    if not settled:
        return None
    lives, left = min(settled, key=lambda paid: (paid[0], -sum(map(operator.mul, flexible, paid[1]))))
    rest = [f"{{{kind.symbol(number)}}}" * (number if kind.types else 1) for kind, number in zip(kinds, left, strict=True)]
    return Payment(add(*(each for each, number in zip(rest, left, strict=True) if number)), 2 * lives)


class _Kind(NamedTuple):
    """Mana that may be of these types (none: it pays only generic costs), or as much generic mana as it is worth."""

    worth: int
    types: tuple[str, ...]

    def symbol(self, number: int) -> str:
        """The symbol of such mana; of mana without a type, of so much."""
        if not self.types:
            return str(number)
        return "/".join((*([str(self.worth)] if self.worth > 1 else []), *self.types))


def _kinds(available: str) -> dict[_Kind, int]:
    """The mana there is, the least flexible first."""
    kinds: Counter[_Kind] = Counter()
    for symbol in symbols(available):
        if symbol.isdecimal():
            kinds[_Kind(1, ())] += int(symbol)
        else:
            parts = symbol.split("/")
            types = sorted((part for part in parts if part in _ORDER), key=_ORDER.index)
            kinds[_Kind(max((int(part) for part in parts if part.isdecimal()), default=1), tuple(types))] += 1
    return dict(sorted(kinds.items(), key=lambda kind: (kind[0].worth, len(kind[0].types), kind[0].types)))


def _payments(
    ways: tuple[tuple[str, ...] | int, ...], kinds: tuple[_Kind, ...], left: tuple[int, ...], generic: int
) -> Iterator[tuple[tuple[tuple[int, ...], int], int]]:
    """The ways to pay one symbol: what is left and due afterwards, and 1 if it is paid with life. Generic mana comes last."""
    for way in ways:
        if isinstance(way, int):
            yield (left, generic + way), 0
        elif way == ("life",):
            yield (left, generic), 1
        else:
            for index, kind in enumerate(kinds):
                if left[index] and way[0] in kind.types:
                    yield ((*left[:index], left[index] - 1, *left[index + 1 :]), generic), 0


def _without(left: tuple[int, ...], generic: int, worth: Sequence[int]) -> tuple[int, ...]:
    """Any mana pays generic: the least flexible is spent first."""
    after = []
    for number, each in zip(left, worth, strict=True):
        spent = min(number, -(-generic // each))
        after.append(number - spent)
        generic -= min(generic, spent * each)
    return tuple(after)
