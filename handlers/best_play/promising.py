"""Which blocks may be best where a trick is held: found by prices, so that most blocks needn't be looked at.

    maximize    the sum of the worths of the sets of blockers chosen, less the most that the attacking player's trick takes
    such that   each attacker has one set; each blocker is in one at most; what is lost, and what the trick adds to it at most,
                is survived; the defending player's trick is cast in one set at most.

"At most" is a row for each attacker: the trick takes no less than it takes there (Ben-Tal and Nemirovski, 1999: a robust
counterpart). At any prices of the rows, none negative, no block is worth more than all that there is costs and, for each
attacker, the most that a set is worth less what it costs; what the sets of a block lack of that, it lacks altogether: weak
duality, in whole numbers, whatever the prices are. The prices are those of a linear program over few sets, to which others are
added as long as they are worth more than what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import nlargest
from operator import add, mul, sub
from typing import NamedTuple, Protocol

from ..legality.search.linear_program import Entries, LinearProgram, PlainProgram, in_its_size
from .columns import SCALE
from .formula import need
from .groups import GroupOutcome
from .position import Position
from .restricted_master import weights_of

NOTHING = -(2**61)
"""Less than anything is worth."""
ENDLESS = 2**61
"""More than anything is worth."""
ROUNDS = 12
"""Linear programs that are solved at most; any prices are valid."""
ADDED = 6
"""Sets of an attacker that a linear program takes in at once."""
LOWER = 0.1
"""By how much less a solution of a linear program is worth at a slope that is taken in for that."""
PROGRAM = 100
"""Steps that a linear program takes, and one for each set."""

Goods = tuple[int, ...]
"""Of a set of blockers, the worth at each slope of what life is worth, and losses below zero: more is better."""


class Groups(Protocol):
    """What comes of groups, without a trick and with one."""

    position: Position

    def group(self, attacker: int, team: int) -> GroupOutcome:
        """What an attacker and its blockers (a mask) come to without a trick."""

    def cast(self, attacker: int, team: int) -> Iterator[tuple[int, str, GroupOutcome]]:
        """What they come to with a trick, each way to cast it at one of them."""

    def nth_cast(self, attacker: int, team: int, number: int) -> tuple[int, str, GroupOutcome] | None:
        """One of these ways; None: there are no more."""

    def most_beside(self) -> int:
        """The most that a trick is worth to the defending player at a creature that doesn't fight."""

    def least(self) -> int:
        """No block that keeps its player alive is worth less."""


class TrickPrices(NamedTuple):
    """Prices times `SCALE`, for some of the attackers."""

    paid: list[int]
    """For each mask of blockers."""
    order: dict[int, list[tuple[int, int]]]
    """For each attacker, its sets of blockers, each after a bound on what it is worth, the greatest first."""
    goods: Goods
    harm: dict[int, Goods]
    """For each attacker, what the attacking player's trick is counted there: no more than `goods` in all."""
    trick: int
    """For the defending player's."""
    begin: int
    """What all that there is comes to."""
    top: list[int]
    """For each attacker, the most that a set of blockers is worth at these prices."""

    @property
    def bound(self) -> int:
        """No block is worth more."""
        return self.begin + sum(self.top)


class Promising:
    """The blocks of a position by prices. `groups`: what comes of their groups; `own`: the defending player holds the trick."""

    def __init__(self, groups: Groups, *, own: bool) -> None:
        self.groups, self.own = groups, own
        position = groups.position
        self.slopes, of = position.slopes, position.life_worth
        self.constants = [of.constant(position.life, slope) for slope in self.slopes]
        self.losses = 4 if any(each.infect or each.toxic for each in position.attackers) else 2
        """How many of the losses may be any."""
        self.priced = len(self.slopes) + (self.losses if position.losses_matter else 0)
        """How many goods have prices."""
        self.least = groups.least()
        self.penalty = 1 - self.least + position.most
        """No two blocks differ by more."""
        self.is_plain = not own and all(each.plain for each in (*position.attackers, *position.blockers))
        """Whether no set of blockers is worth more than the attacker and what lifelink gains."""
        self._teams = [self._legal(number) for number in range(len(position.attackers))]
        self._bounds: dict[int, list[tuple[int, int]]] = {}
        self._plain: dict[tuple[int, int], Goods] = {}
        self._changed: dict[tuple[int, int], list[Goods]] = {}
        self._harm: dict[tuple[int, int], Goods] = {}
        """As far as ways to cast the trick were looked at."""
        self._looked: dict[tuple[int, int], int] = {}
        """At how many."""
        self._prices: dict[tuple[int, ...], tuple[TrickPrices, dict[int, int]]] = {}

    def _legal(self, attacker: int) -> list[int]:
        position = self.groups.position
        able = sum(1 << b for b, who in enumerate(position.able) if who >> attacker & 1)
        teams, team = [0], able
        while team:
            if position.team_is_legal(attacker, team):
                teams.append(team)
            team = team - 1 & able
        return teams

    def _goods(self, found: GroupOutcome) -> Goods:
        of, ways = self.groups.position.life_worth.of, found.ways
        losses = [-n for n in found.losses[: self.losses]]
        if len(ways) == 1:
            return (*[of(ways[0], slope) for slope in self.slopes], *losses)
        return (*[min([of(way, slope) for way in ways]) for slope in self.slopes], *losses)

    def without(self, attacker: int, team: int) -> Goods:
        """What comes of an attacker and its blockers without a trick."""
        key = attacker, team
        if key not in self._plain:
            self._plain[key] = self._goods(self.groups.group(attacker, team))
            self._harm[key], self._looked[key] = (0,) * len(self._plain[key]), 0
        return self._plain[key]

    def with_trick(self, attacker: int, team: int) -> list[Goods]:
        """What comes of them with a trick, each way to cast it."""
        key = attacker, team
        if key not in self._changed:
            self._changed[key] = [self._goods(found) for _, _, found in self.groups.cast(attacker, team)]
        return self._changed[key]

    def harm_known(self, attacker: int, team: int) -> Goods:
        """By how much the trick makes each good less, as far as is known: a way to cast it is looked at."""
        self.without(attacker, team)
        if not self._looked[attacker, team]:
            self._looks_further(attacker, team)
        return self._harm[attacker, team]

    def _looks_further(self, attacker: int, team: int) -> bool:
        """Look at another way to cast the trick at one of them, and at how much it makes each good less; False: there is none."""
        key = attacker, team
        cast = self.groups.nth_cast(attacker, team, self._looked[key])
        if cast is None:
            return False
        self._harm[key] = tuple(map(max, self._harm[key], map(sub, self._plain[key], self._goods(cast[2]))))
        self._looked[key] += 1
        return True

    def first(self, attackers: Sequence[int]) -> dict[int, int]:
        """A block of these attackers to begin with, near the best of the linear program."""
        return self._priced(attackers)[1]

    def bound(self, attackers: Sequence[int]) -> int:
        """No block of these attackers is worth more."""
        return self._priced(attackers)[0].bound // SCALE

    def aims(self, attackers: Sequence[int]) -> Iterator[int]:
        """What the best block may be worth: from the bound down to the least, in greater and greater steps."""
        bound, least = self.bound(attackers), self.least
        less = step = 1 + (bound - least) // 64
        while bound - less > least:
            yield bound - less
            less = 3 * less + step
        yield least

    def blocks(self, attackers: Sequence[int], least: Callable[[], int | None]) -> Iterator[dict[int, int]]:
        """The blocks of these attackers that may be worth so much, and survive (None: all), as attacker → its blockers."""
        size, left, prices = len(self.slopes), self.groups.position.left, self._priced(attackers)[0]
        known = least()
        spare = None if known is None else prices.bound - known * SCALE
        found = []
        for at, top in zip(attackers, prices.top, strict=True):
            others = self._above(prices, at, NOTHING if spare is None else top - spare - 1)
            found.append((at, sorted(((score, team, self._ceiling(prices, at, team)) for score, team in others), reverse=True)))
        found.sort(key=lambda each: len(each[1]))
        order, options = [at for at, _ in found], [each for _, each in found]
        self.groups.position.budget.spend(sum(map(len, options)))
        if not all(options):
            return
        # What attackers from each on are worth at most, and lose at least; what the trick is counted at those before.
        none = (0,) * self.losses
        rest, fewest, counted = [0], [none], [(0,) * (size + self.losses)]
        for at, teams in zip(reversed(order), reversed(options), strict=True):
            rest.append(rest[-1] + teams[0][0])
            losses = zip(*(self.without(at, team)[size:] for _, team, _ in teams), strict=True)
            fewest.append(tuple(n - max(each) for n, each in zip(fewest[-1], losses, strict=True)))
        for at in order:
            counted.append(tuple(map(add, counted[-1], prices.harm[at])))
        rest.reverse()
        fewest.reverse()

        def visit(at: int, used: int, total: int, lost: Goods, harm: Goods, teams: dict[int, int]) -> Iterator[dict[int, int]]:
            if at == len(order):
                if not self._falls_short(teams, harm, least()):
                    yield dict(teams)
                return
            later, attacker, known = rest[at + 1], order[at], least()
            charged = _times(counted[at], harm)
            for score, team, ceiling in options[at]:
                if known is not None and total + score + later - charged < known * SCALE:
                    break
                if team & used:
                    continue
                now, most = lost, harm
                if known is not None and not self.own:
                    key, spare = (attacker, team), total + ceiling + later - known * SCALE
                    while _times(counted[at + 1], most := tuple(map(max, harm, self._harm[key]))) <= spare:
                        if not self._looks_further(attacker, team):
                            break
                    else:
                        continue
                    now = tuple(map(sub, lost, self._plain[key][size:]))
                    if any(map(int.__ge__, map(add, map(add, now, fewest[at + 1]), most[size:]), left)):
                        continue
                teams[attacker] = team
                yield from visit(at + 1, used | team, total + ceiling, now, most, teams)
                known = least()

        yield from visit(0, 0, prices.begin, none, counted[0], {})

    def _falls_short(self, teams: dict[int, int], harm: Goods, least: int | None) -> bool:
        """Whether a block is surely worth less, the attacking player's trick making its goods so much less."""
        if least is None or self.own:
            return False
        goods = zip(*(self._plain[each] for each in teams.items()), strict=True)
        worths = zip(self.constants, goods, harm, strict=False)
        return any(constant + sum(each) - less < least for constant, each, less in worths)

    def _above(self, prices: TrickPrices, attacker: int, above: int) -> Iterator[tuple[int, int]]:
        """The sets of blockers that are worth more than that at these prices, each after what it is worth."""
        for most, team in prices.order[attacker]:
            if most <= above:
                break
            if self._ceiling(prices, attacker, team) > above:
                score = self._score(prices, attacker, team, above)
                if score > above:
                    yield score, team

    def _at_most(self, attacker: int) -> list[tuple[int, int]]:
        """Bounds on what sets of blockers are worth, lifelink aside: the attacker, if they may destroy it, less one of them
        that it destroys."""
        if attacker in self._bounds:
            return self._bounds[attacker]
        a, blockers = self.groups.position.attackers[attacker], self.groups.position.blockers
        hits, deadly, early, destroyed = [0], [False], [False], [0]
        for b in blockers if self.is_plain else ():
            hits += [n + b.strikes for n in hits]
            deadly += [each or (b.deathtouch and b.power > 0) for each in deadly]
            early += [each or (b.early and b.power > 0) for each in early]
            worth = b.worth if need(b, a) <= a.power and not b.indestructible else 0
            destroyed += [max(n, worth) for n in destroyed]

        def most(team: int) -> int:
            if not team or not self.is_plain:
                return ENDLESS
            falls = not a.indestructible and (deadly[team] or hits[team] >= a.toughness)
            return (a.worth * falls - destroyed[team] * (a.early or not early[team])) * SCALE

        self._bounds[attacker] = [(most(team), team) for team in self._teams[attacker]]
        return self._bounds[attacker]

    def _ceiling(self, prices: TrickPrices, attacker: int, team: int) -> int:
        """What a set of blockers is worth at most at these prices: the attacking player's trick isn't counted."""
        if self.own:
            return self._score(prices, attacker, team)
        return _times(prices.goods, self.without(attacker, team)) - prices.paid[team]

    def _score(self, prices: TrickPrices, attacker: int, team: int, above: int = NOTHING) -> int:
        """What a set of blockers is worth at these prices; where that isn't more than `above`, a number that isn't, either."""
        score = _times(prices.goods, self.without(attacker, team)) - prices.paid[team]
        if self.own:
            cast = max((_times(prices.goods, each) for each in self.with_trick(attacker, team)), default=NOTHING)
            return max(score, cast - prices.paid[team] - prices.trick)
        counted = prices.harm[attacker]
        if not any(counted):
            return score
        while (least := score - _times(counted, self._harm[attacker, team])) > above:
            if not self._looks_further(attacker, team):
                break
        return least

    def _priced(self, attackers: Sequence[int]) -> tuple[TrickPrices, dict[int, int]]:
        """Prices, and the block near what the linear program uses."""
        key = tuple(attackers)
        if key not in self._prices:
            self._prices[key] = self._generated(key)
        return self._prices[key]

    def _generated(self, attackers: Sequence[int]) -> tuple[TrickPrices, dict[int, int]]:
        """Column generation (Gilmore and Gomory, 1961): sets of blockers are added as long as one is worth more than those."""
        chosen = {at: [team for team in self._teams[at] if team.bit_count() <= 1] for at in attackers}
        found: list[TrickPrices] = []
        program = _TrickProgram(self, chosen)
        for _ in range(ROUNDS):
            self.groups.position.budget.spend(PROGRAM + sum(map(len, chosen.values())))
            block, prices = program.solved()
            number = sum(map(len, chosen.values()))
            for at, teams in chosen.items():
                held = NOTHING
                for team in teams:
                    held = max(held, self._score(prices, at, team, held))
                above = held + SCALE // 250
                better = nlargest(ADDED, (each for each in self._above(prices, at, above) if each[1] not in teams))
                prices.top.append(better[0][0] if better else above)
                teams += [team for _, team in better]
            found.append(prices)
            if sum(map(len, chosen.values())) == number:
                break
        return min(found, key=lambda prices: prices.bound), block

    def rounded(self, attackers: Sequence[int], stock: list[int], goods: list[int], shares: list[int]) -> TrickPrices:
        """Prices for which weak duality holds: slopes weigh 1 in all, and the attackers' shares in the trick no more."""
        position, size = self.groups.position, len(self.slopes)
        weights = weights_of(goods[:size])
        losses = [*goods[size:], *[0] * (size + self.losses - len(goods))]
        price_of = (*weights, *losses)
        shares = [share * SCALE // max(SCALE, sum(shares)) for share in shares]
        harm = {at: tuple([price * share // SCALE for price in price_of]) for at, share in zip(attackers, shares, strict=True)}
        point = _times(weights, self.slopes) + sum(losses)
        paid, saved = [0], [0]
        for price, blocker in zip(stock, position.blockers, strict=False):
            paid += [n + price for n in paid]
            gained = point * blocker.strikes if blocker.lifelink else 0
            saved += [n + price - gained for n in saved]
        order = {at: sorted([(most - saved[team], team) for most, team in self._at_most(at)], reverse=True) for at in attackers}
        trick = max(stock[-1], SCALE * self.groups.most_beside()) if self.own else 0
        begin = paid[-1] + trick + _times(weights, self.constants)
        begin += sum(price * (n - 1) for price, n in zip(losses, position.left, strict=False))
        return TrickPrices(paid, order, price_of, harm, trick, begin, [])


class _TrickProgram:
    """The linear program over some sets of blockers, to which others are added.

    Of the slopes of what life is worth, it takes in those at which its solutions are worth least. What the trick makes less is
    taken at the prices and the ways to cast it that are known as a set is taken in: so its amounts may be wrong, but no price is.
    """

    def __init__(self, promising: Promising, chosen: Mapping[int, list[int]]) -> None:
        self.promising, self.chosen = promising, chosen
        slopes = range(len(promising.slopes))
        most = [
            promising.constants[slope] + sum(max(promising.without(at, team)[slope] for team in chosen[at]) for at in chosen)
            for slope in slopes
        ]
        self.slopes = [min(slopes, key=most.__getitem__)]
        self.goods: Goods = tuple(SCALE * (slope in self.slopes) for slope in slopes) + (0,) * promising.losses
        """What goods are taken for, times `SCALE`."""
        self._begin()

    def _begin(self) -> None:
        """The rows and variables of a program without sets of blockers."""
        promising, number = self.promising, len(self.chosen)
        position, own = promising.groups.position, promising.own
        self.sloped = number + len(position.blockers) + own
        """The first row of slopes, if there are some: else the worth isn't a variable, but what the program is about."""
        single = len(self.slopes) == 1
        self.lossy = self.sloped + len(self.slopes) * (not single)
        left = [n - 1 for n in position.left[: promising.priced - len(promising.slopes)]]
        self.harmed = self.lossy + len(left)
        harms = number * (not own)
        constants = [] if single else [promising.constants[slope] - promising.least for slope in self.slopes]
        most = [*[1] * (self.sloped - number), *constants, *left, *[promising.penalty] * harms]
        columns: list[Entries] = []
        if not single:  # the worth, from the least on
            columns.append([(self.sloped + row, 1) for row in range(len(self.slopes))])
        if harms:  # by how much less the trick takes than it could take at most
            columns.append([(self.harmed + row, 1) for row in range(harms)])
        cost = [*[1] * len(columns), *[-promising.penalty] * len(left)]
        columns += [[(row, -1)] for row in range(self.lossy, self.harmed)]  # life that is missing
        self.program: LinearProgram = PlainProgram([1] * number, most, 64 * promising.penalty)
        self.program.add_columns(cost, columns)
        self.variables = len(columns)
        self.which: list[tuple[int, int, Goods]] = []
        """Of each column beyond the variables, the attacker, its blockers, and what comes of it."""
        self.known = dict.fromkeys(self.chosen, 0)

    def _take(self) -> None:
        """Take in the sets that were added."""
        promising, number, size = self.promising, len(self.chosen), len(self.promising.slopes)
        columns, cost = list[Entries](), list[int]()
        for row, (at, teams) in enumerate(self.chosen.items()):
            for team in teams[self.known[at] :]:
                base = [(row, 1), *((number + b, 1) for b in range(len(promising.groups.position.blockers)) if team >> b & 1)]
                ways = [(promising.without(at, team), base)]
                if promising.own:
                    ways += [(each, [*base, (self.sloped - 1, 1)]) for each in promising.with_trick(at, team)]
                elif harm := _times(self.goods, promising.harm_known(at, team)) // SCALE:
                    base.append((self.harmed + row, harm))
                for way, entries in ways:
                    if self.lossy > self.sloped:
                        entries += [(self.sloped + k, -way[slope]) for k, slope in enumerate(self.slopes) if way[slope]]
                    entries += [(self.lossy + k, -n) for k, n in enumerate(way[size : promising.priced]) if n]
                    columns.append(entries)
                    cost.append(way[self.slopes[0]] * (self.lossy == self.sloped))
                    self.which.append((at, team, way))
            self.known[at] = len(teams)
        self.program.add_columns(cost, columns)

    def solved(self) -> tuple[dict[int, int], TrickPrices]:
        """A block near the solution, and its prices."""
        while True:
            self._take()
            self.program = in_its_size(self.program)
            amounts, dual = self.program.solved()
            lowest = self._lowest(amounts[self.variables :])
            if lowest in self.slopes:
                break
            self.slopes.append(lowest)
            self._begin()
        block, used = dict.fromkeys(self.chosen, 0), 0
        for amount, (at, team, _) in sorted(zip(amounts[self.variables :], self.which, strict=True), reverse=True):
            if amount > 0 and not block[at] and not team & used:
                block[at], used = team, used | team
        whole = [max(0, round(price * SCALE)) for price in dual]
        weights = [0] * len(self.promising.slopes)
        for slope, weight in zip(self.slopes, whole[self.sloped : self.lossy] or [SCALE], strict=True):
            weights[slope] = weight
        goods = [*weights, *whole[self.lossy : self.harmed]]
        shares = whole[self.harmed :] or [0] * len(self.chosen)
        prices = self.promising.rounded([*self.chosen], whole[len(self.chosen) : self.sloped], goods, shares)
        self.goods = prices.goods
        return block, prices

    def _lowest(self, amounts: list[float]) -> int:
        """The slope at which a solution is worth least, the trick aside; one that is taken in, if that is about as low."""
        if len(self.slopes) == len(self.promising.slopes):
            return self.slopes[0]
        worths = list[float](self.promising.constants)
        for amount, (_, _, way) in zip(amounts, self.which, strict=True):
            if amount > 1e-9:
                worths = [worth + amount * each for worth, each in zip(worths, way, strict=False)]
        lowest = min(range(len(worths)), key=worths.__getitem__)
        known = min(self.slopes, key=worths.__getitem__)
        return lowest if worths[lowest] < worths[known] - LOWER else known


def _times(prices: Sequence[int], goods: Sequence[int]) -> int:
    return sum(map(mul, prices, goods))
