"""Mana costs: symbols, sums, and whether given mana pays a cost (rules 107.4 and 202.1).

A cost is written in symbols: `{2}` generic, `{W}` a color, `{C}` colorless, `{W/U}` either, `{2/W}` two generic or the color,
`{W/P}` the color or 2 life, `{S}` mana from a snow source. Available mana is written alike: there `{2}` is mana that pays only
generic costs and `{W/U}` mana of either color, `{2/W}` two such mana or one of the color, `{S/W}` one of the color from a snow
source; a `P` says nothing there, for nobody produces life.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import product, starmap
from typing import NamedTuple

from ..events.errors import Undecided
from .budget import Budget

_SYMBOL = re.compile(r"\{([^{}]*)\}")
MANY_SYMBOLS = 100_000
"""The most symbols that a total may have."""

_ORDER = ("S", "C", "W", "U", "B", "R", "G")


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


def times(cost: str, number: int) -> str:
    """A mana cost taken `number` times. Raises Undecided where that has more than `MANY_SYMBOLS` symbols."""
    found = Counter(symbols(cost))
    generic = sum(int(symbol) * each for symbol, each in found.items() if symbol.isdecimal()) * number
    others = {f"{{{symbol}}}": each * number for symbol, each in found.items() if not symbol.isdecimal()}
    if sum(others.values()) > MANY_SYMBOLS:
        raise Undecided(f"{cost} is asked for {number:,} times: more than {MANY_SYMBOLS:,} symbols")
    return add(f"{{{generic}}}", *(symbol * each for symbol, each in others.items()))


class ManaPayment(NamedTuple):
    """How a cost is paid: what is left of the mana, and life paid for Phyrexian symbols."""

    left: str
    life: int


def pay(cost: str, available: str | None, life: int, budget: Budget | None = None) -> ManaPayment | None:
    """Pay a mana cost from available mana (None: whatever is needed) and at most so much life; None if it can't be paid.

    Pays as little life as it can, and then keeps as much flexible mana as it can. Raises Spent.

    Say how many symbols as `{2/W}` are paid as generic mana, and how many pieces of mana that are worth more than one pay generic
    mana. Then it is a matching of what is due with pieces of mana. Pieces that can be matched together are the independent sets
    of a matroid, so that taking the least flexible first, and life last, is exact (Edmonds, 1971). What that costs is convex in
    the number of those symbols, which is searched by halving.
    """
    if available is None:
        return ManaPayment("", 0)
    paying = _Paying(_kinds(available), Counter(symbols(cost)), life // 2, budget or Budget())
    best = min(map(paying.by_halving, paying.cases()), key=lambda paid: paid.price)
    if best.price[0]:
        return None
    rest = [f"{{{kind.symbol(number)}}}" * (number if kind.types else 1) for kind, number in best.left.items() if number]
    return ManaPayment(add(*rest), 2 * best.price[1])


class _Kind(NamedTuple):
    """Mana that may be of these types (none: it pays only generic costs), or as much generic mana as it is worth."""

    worth: int
    types: tuple[str, ...]

    @property
    def flexibility(self) -> int:
        """How much it is kept rather than others."""
        return len(self.types) + self.worth

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


class _Case(NamedTuple):
    """What is said beforehand of a payment: how many symbols take each way to pay generic mana instead of a color (but for the
    first way), and how many pieces of mana of each worth above one pay generic mana.
    """

    ways: tuple[int, ...]
    pieces: tuple[int, ...]


class _Paid(NamedTuple):
    """A payment of as much as can be paid, and what is left of each kind.

    Its price: what isn't paid, how many symbols are paid with life, how flexible the mana is that is spent.
    """

    price: tuple[int, int, int]
    left: dict[_Kind, int]


class _Paying:
    """Mana, and the symbols of a cost that are due."""

    def __init__(self, kinds: dict[_Kind, int], due: Counter[str], lives: int, budget: Budget) -> None:
        self.kinds, self.lives, self.budget = kinds, lives, budget
        self.generic = 0
        self.due: Counter[tuple[frozenset[str], int, bool]] = Counter()
        """How many symbols of these types, of so much generic mana instead (0: none), that life may be paid for."""
        for symbol, number in due.items():
            ways = _alternatives(symbol)
            instead = [way for way in ways if isinstance(way, int)]
            types = frozenset(way[0] for way in ways if not isinstance(way, int))
            if not types:
                self.generic += min(instead) * number
            else:
                self.due[types - {"life"}, min(instead, default=0), "life" in types] += number
        self.ways: Counter[int] = Counter()
        for (_, instead_of, _), number in self.due.items():
            if instead_of:
                self.ways[instead_of] += number
        self.worths: Counter[int] = Counter()
        for kind, number in kinds.items():
            if kind.worth > 1:
                self.worths[kind.worth] += number

    def cases(self) -> Iterator[_Case]:
        """Every case, of which the cheapest payment is looked for."""
        most = self.generic + sum(way * number for way, number in self.ways.items())
        pieces = [range(min(number, -(-most // worth)) + 1) for worth, number in self.worths.items()]
        ways = [range(number + 1) for number in list(self.ways.values())[1:]]
        return starmap(_Case, product(product(*ways), product(*pieces)))

    def by_halving(self, case: _Case) -> _Paid:
        """The cheapest payment in a case, over how many symbols take the first way to be paid as generic mana."""
        low, high = 0, next(iter(self.ways.values()), 0)
        while low < high:
            middle = (low + high) // 2
            if self.paid(case, middle + 1).price < self.paid(case, middle).price:
                low = middle + 1
            else:
                high = middle
        return self.paid(case, low)

    def paid(self, case: _Case, first: int) -> _Paid:
        """The cheapest payment where at most so many symbols take the first way."""
        taking = dict(zip(self.ways, (first, *case.ways), strict=False))
        pieces = dict(zip(self.worths, case.pieces, strict=True))
        generic = self.generic + sum(way * number for way, number in taking.items())
        pieces[1] = max(0, generic - sum(worth * number for worth, number in pieces.items()))
        matching = _Matching(self.budget)
        for worth, number in pieces.items():
            matching.due(number, [kind for kind in self.kinds if kind.worth == worth])
        for (types, instead, life), number in self.due.items():
            able: list[Hashable] = [kind for kind in self.kinds if not types.isdisjoint(kind.types)]
            matching.due(number, able + [instead] * bool(instead) + ["life"] * life)
        for way, number in taking.items():
            matching.take(way, number)
        spent = {kind: matching.take(kind, self.kinds[kind]) for kind in sorted(self.kinds, key=lambda kind: kind.flexibility)}
        lives = matching.take("life", self.lives)
        flexible = sum(kind.flexibility * number for kind, number in spent.items())
        left = {kind: number - spent[kind] for kind, number in self.kinds.items()}
        return _Paid((sum(matching.missing), lives, flexible), left)


class _Matching:
    """Matches what is due, so many of each sort, with the mana there is, taken kind after kind.

    What was taken stays in use, perhaps for another sort than at first.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.missing: list[int] = []
        """How many of each sort aren't matched yet."""
        self.able: list[set[Hashable]] = []
        self.by: list[Counter[Hashable]] = []
        """What those of each sort are matched with."""

    def due(self, number: int, able: Iterable[Hashable]) -> None:
        """So many of a sort are due, each of which can be matched with any of these."""
        self.missing.append(number)
        self.able.append(set(able))
        self.by.append(Counter())

    def take(self, new: Hashable, number: int) -> int:
        """Match as many of these as can be, so many at most, in exchange for others where it has to be. Returns how many."""
        taken = 0
        while taken < number and (path := self._path(new)):
            amount = min(number - taken, self.missing[path[-1][0]], *(self.by[sort][held] for sort, held in path[:-1]))
            taken += amount
            with_what = new
            for sort, held in path[:-1]:
                self.by[sort][with_what] += amount
                self.by[sort][held] -= amount
                with_what = held
            self.by[path[-1][0]][with_what] += amount
            self.missing[path[-1][0]] -= amount
        return taken

    def _path(self, new: Hashable) -> list[tuple[int, Hashable]]:
        """An augmenting path for `new`: the sorts that change what they are matched with, each with what it lets go.

        Of the last sort some are missing, and it lets nothing go (None). Empty if there is no such path.
        """
        came: dict[int, tuple[int, Hashable] | None] = {sort: None for sort, able in enumerate(self.able) if new in able}
        reached = {new}
        for sort in (queue := list(came)):
            self.budget.spend(1 + len(self.able))
            if self.missing[sort]:
                path: list[tuple[int, Hashable]] = [(sort, None)]
                while (before := came[path[0][0]]) is not None:
                    path.insert(0, before)
                return path
            for held, number in self.by[sort].items():
                if number and held not in reached:
                    reached.add(held)
                    for other, able in enumerate(self.able):
                        if held in able and other not in came:
                            came[other] = (sort, held)
                            queue.append(other)
        return []
