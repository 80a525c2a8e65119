"""Which sets of blockers are worth considering for an attacker: few, and no best block needs another one.

A set T is *reducible* at b if T without b is legal too, its value is no less, its losses are no more, and it obeys no fewer
requirements: b may as well stay at home. Every set is dominated by an irreducible one within it. The search adds blockers in a
fixed order (those with lifelink or that a requirement asks, then those that strike early, then by power), and adds b to T only
where T with b and whatever is added later might be irreducible at b, which needs one of these:

- b has lifelink, or a requirement asks for it, or T isn't legal yet (menace);
- the attacker has trample, and T doesn't soak up all that it deals;
- b strikes early, T doesn't destroy the attacker in the first step, and T with all that may still come might destroy it;
- T doesn't destroy the attacker whatever it does, and T with all that may still come might.

For else, let Q be added later. Against T + Q the attacker has a plan that is best for it. It carries that plan out against T
+ b + Q and gives b nothing (or all, where nobody else is left): a division it may choose, since with trample T alone soaks up
everything. The others fare the same, b gains no life, and the attacker is destroyed in the same step, since T destroys it by
then anyway or nothing does. So b adds nothing.

The argument needs free division and creatures without wither, infect, toxic and prevention; for others all sets are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import ge, gt, mul
from typing import NamedTuple

from .fighters import Fighter
from .formula import by_formula, need, outcome
from .groups import GroupOutcome
from .position import Position


class BlockColumn(NamedTuple):
    """A class of attackers blocked by so many creatures of some classes of blockers, and what comes of it."""

    attacker: int
    blockers: tuple[tuple[int, int], ...]
    """(class, number), by class."""
    outcome: GroupOutcome
    values: tuple[int, ...]
    """What that is worth to the defending player, at each slope of the position."""
    obeys: int
    capped: tuple[int, ...]
    """For each cap of the position, how much of it is used up."""


class Prices(NamedTuple):
    """Prices, times `SCALE`: what a creature of each class, a loss, a unit of a cap, and an obeyed requirement are worth."""

    blockers: Sequence[int]
    losses: Sequence[int]
    caps: Sequence[int]
    obeys: int
    branches: Sequence[int] = ()
    life: Sequence[int] = ()
    """The weight of each slope of what life is worth; together they are `SCALE`. Empty: there is one."""

    @property
    def weights(self) -> Sequence[int]:
        """The weight of each slope."""
        return self.life or (SCALE,)


SCALE = 5040
"""Prices are multiples of 1/5040, which holds the halves, thirds, … tenths that linear programs of this kind end in."""


class TooMany(Exception):
    """More sets than were allowed for."""


class Sets:
    """The sets of blockers for one class of attackers."""

    def __init__(
        self,
        position: Position,
        index: int,
        attacker: int,
        classes: Sequence[Sequence[int]],
        losses_matter: bool,
        slopes: Sequence[int] = (),
    ) -> None:
        self.position = position
        self.index = index
        self.attacker = attacker
        self.classes = classes
        self.losses_matter = losses_matter
        self.slopes, self.life_worth = slopes or position.slopes, position.life_worth
        a = self.a = position.attackers[attacker]
        bit = 1 << attacker

        def order(number: int) -> tuple[object, ...]:
            b = position.blockers[classes[number][0]]
            return not (b.lifelink or self._asks(classes[number][0])), not b.early, -b.power, b.toughness, number

        self.pool = sorted((n for n, who in enumerate(classes) if position.able[who[0]] & bit), key=order)
        """The classes that may block it, in the order in which the search adds them."""
        self.kinds: list[Fighter] = [position.blockers[classes[n][0]] for n in self.pool]
        self.counts = [len(classes[n]) for n in self.pool]
        self.asked = [self._asks(classes[n][0]) for n in self.pool]
        self.plain = (
            not position.rules.ordered
            and position.rules.lifelink_is_result
            and position.rules.deathtouch == "any damage is lethal"
            and a.plain
            and all(b.plain for b in self.kinds)
        )
        self.triggering = position.triggering
        self.shrinks = any(b.wither or b.infect for b in self.kinds)
        """Whether −1/−1 counters may make the attacker worth less, though it lives."""
        self.gained, self.grown = (position.most_gained, position.most_grown) if self.triggering else (0, 0)
        """By triggers: the most life, and the most that creatures are worth more."""
        self.needs = [need(b, a) for b in self.kinds]
        # What each class adds to a team: damage, early damage, whether that is deadly, life gained.
        self.hits = [b.strikes for b in self.kinds]
        self.hits_early = [max(0, b.power) if b.early else 0 for b in self.kinds]
        self.kills = [b.deathtouch and b.power > 0 for b in self.kinds]
        self.kills_early = [kills and b.early for kills, b in zip(self.kills, self.kinds, strict=True)]
        self.gains = [b.strikes if b.lifelink else 0 for b in self.kinds]
        self.soak = a.strikes if a.trample else 0
        # More than what is lethal to all of them destroys no more of them.
        self.power = min(max(0, a.power), sum(map(mul, self.needs, self.counts)))
        self.strikes_surely = self.plain and (a.early or not any(self.hits_early))
        """Whether it deals damage before it is destroyed."""
        self.demands = any(self.asked) or bool(position.draws.get(attacker))
        size = len(self.pool)
        # What may still come from a class on: damage, whether any is deadly, life gained, requirements.
        self.damage, self.links, self.asks = ([0] * (size + 1) for _ in range(3))
        self.deadly = [False] * (size + 1)
        for j in reversed(range(size)):
            n = self.counts[j]
            self.damage[j] = self.damage[j + 1] + self.hits[j] * n
            self.links[j] = self.links[j + 1] + self.gains[j] * n
            self.asks[j] = self.asks[j + 1] + self.asked[j] * n
            self.deadly[j] = self.deadly[j + 1] or self.kills[j]

    def _asks(self, blocker: int) -> int:
        return self.position.asks.get((blocker, self.attacker), 0)

    def column(
        self, tally: Sequence[int], found: GroupOutcome | None = None, values: tuple[int, ...] | None = None
    ) -> BlockColumn:
        """The column of so many creatures of each class of the pool. `found`, `values`: what comes of it, where that is known."""
        by_class = tuple(sorted([(self.pool[j], n) for j, n in enumerate(tally) if n]))
        if found is None:
            found = self.outcome(self._team(tally))
        if values is None:
            values = self.values(found)
        if not (self.demands or self.position.caps):
            return BlockColumn(self.index, by_class, found, values, 0, ())
        team = self._mask(tally)
        caps = tuple((team & cap.blockers).bit_count() if cap.attackers >> self.attacker & 1 else 0 for cap in self.position.caps)
        obeys = self.position.obeyed(self.attacker, team)
        return BlockColumn(self.index, by_class, found, values, obeys, caps)

    def values(self, found: GroupOutcome) -> tuple[int, ...]:
        """What an outcome is worth to the defending player, at each slope."""
        ways, gained = found.ways, self.life_worth.gained
        if len(ways) == 1:
            worth, lost, linked = ways[0]
            worth -= gained * linked
            return tuple([worth - slope * lost for slope in self.slopes])
        of = self.life_worth.of
        return tuple([min([of(way, slope) for way in ways]) for slope in self.slopes])

    def outcome(self, team: Sequence[Fighter]) -> GroupOutcome:
        """What comes of the attacker and these blockers. Raises Spent."""
        if self.plain:
            return by_formula(self.a, team)
        return outcome(self.a, team, self.position.rules, self.position.budget)

    def _team(self, tally: Sequence[int]) -> list[Fighter]:
        return [b for b, n in zip(self.kinds, tally, strict=True) if n for _ in range(n)]

    def _mask(self, tally: Sequence[int]) -> int:
        return sum(1 << who for j, n in enumerate(tally) for who in self.classes[self.pool[j]][:n])

    def legal(self, tally: Sequence[int]) -> bool:
        """Whether so many creatures of each class may block the attacker together."""
        limits = self.position.limits.get(self.attacker)
        return not limits or self.position.team_is_legal(self.attacker, self._mask(tally))

    def unblocked(self) -> BlockColumn:
        """The column in which nobody blocks."""
        return self.column((0,) * len(self.pool), outcome(self.a, (), self.position.rules))

    def columns(
        self, above: tuple[Prices, int] | None = None, limit: int | None = None, most: int | None = None
    ) -> list[BlockColumn]:
        """The irreducible ones, no block first. `above`: prices, and what a column has to be worth more than at these.

        `limit`: how many sets may be looked at (TooMany beyond); `most`: creatures in a set. Raises Spent.
        """
        seen: dict[tuple[int, ...], tuple[GroupOutcome, tuple[int, ...]]] = {}
        tally = [0] * len(self.pool)
        empty = outcome(self.a, (), self.position.rules)
        limited = bool(self.position.limits.get(self.attacker))
        drawn = bool(self.position.draws.get(self.attacker))
        # Beyond what smaller sets are worth, nothing is looked at where values are all that counts: losses are those of nobody
        # else where an attacker without trample is blocked, and nobody gains life.
        bounded = self.plain and not self.demands and not self.position.caps and not (self.losses_matter and self.a.trample)

        def extend(start: int, before: _Sums, within: int | None) -> None:
            legal = not limited or self.legal(tally)
            undrawn = drawn and not all(d.holds(self._mask(tally)) for d in self.position.draws[self.attacker])
            for j in range(start, len(self.pool)):
                if tally[j] == self.counts[j]:
                    continue
                if before.size and self.plain and legal and not undrawn and not self._might_help(j, before):
                    continue
                tally[j] += 1
                sums = before.plus(self, j)
                best = within
                if (above is None or self._ceiling(j, sums, above[0]) > above[1]) and not (
                    bounded and best is not None and not sums.linked + self.links[j] and self._most(j, sums) <= best
                ):
                    if limit is not None and len(seen) >= limit:
                        raise TooMany
                    self.position.budget.spend()
                    if limited and not self.legal(tally):
                        key = None
                    else:
                        key = tuple(tally)
                        if self.plain and not self.a.early and not drawn and self._plainly_reducible(tally, sums):
                            key = None
                    if key is not None:
                        found = self.outcome(self._team(tally))
                        if self.counts_in(found):
                            values = self.values(found)
                            seen[key] = found, values
                            worth = min(values)
                            best = worth if best is None else max(best, worth)
                        if self.plain and self.a.early:
                            sums = sums._replace(falls=found.falls)
                    elif self.plain and self.a.early:
                        sums = sums._replace(falls=self.outcome(self._team(tally)).falls)
                    if most is None or sums.size < most:
                        extend(j, sums, best)
                tally[j] -= 1

        begin = _Sums(struck=(0,) * (self.power + 1) if self.strikes_surely else ())
        extend(0, begin, None if self.losses_matter else min(self.values(empty)))
        return self._kept(empty, seen, above)

    def counts_in(self, found: GroupOutcome) -> bool:
        """Whether a set of blockers of which that comes is looked at: it isn't thrown away, where that doesn't count."""
        return self.position.chumps or not found.throws_away

    def _might_help(self, j: int, team: _Sums) -> bool:
        b, a = self.kinds[j], self.a
        if b.lifelink or self.asked[j] or team.needs < self.soak:
            return True
        return (
            not a.indestructible
            and team.falls != 1
            and self.hits[j] > 0
            and (b.early or not team.falls)
            and bool(team.deadly or self.deadly[j] or team.hit + self.damage[j] >= a.toughness)
        )

    def _plainly_reducible(self, tally: Sequence[int], team: _Sums) -> bool:
        """Whether a creature adds nothing, by sums alone: the end of an attacker without early strikes doesn't depend on it."""
        if self.position.limits.get(self.attacker) and sum(tally) < 3:
            return False
        for j, number in enumerate(tally):
            b = self.kinds[j]
            if not number or b.lifelink or self.asked[j] or team.needs - self.needs[j] < self.soak:
                continue
            if team.falls_without(self, j) == team.falls:
                less = list(tally)
                less[j] -= 1
                if self.legal(less) and any(less):
                    return True
        return False

    def _most(self, j: int, team: _Sums) -> int:
        """The most that the team with any of the classes from j on is worth, less what the attacker can destroy of the team.
        Life isn't counted."""
        a = self.a
        hit = team.deadly or self.deadly[j] or team.hit + self.damage[j] >= a.toughness - a.marked
        may_fall = self.triggering or self.shrinks or (hit and not a.indestructible)
        return (a.worth if may_fall else 0) - (team.struck[-1] if team.struck else 0)

    def _ceiling(self, j: int, team: _Sums, prices: Prices) -> int:
        """The most that a column with the team and any of the classes from j on is worth at these prices."""
        most = self._most(j, team)
        point = sum(weight * slope for weight, slope in zip(prices.weights, self.slopes, strict=True)) + sum(prices.losses)
        losses = point * (team.linked + self.links[j])
        if self.triggering:  # what triggers may be worth more
            losses += self.gained * max(point, SCALE * self.life_worth.gained) + self.grown * SCALE
        obeys = prices.obeys * (team.asked + self.asks[j] + len(self.position.draws.get(self.attacker, ())))
        paid = sum(prices.blockers[self.pool[i]] * n for i, n in team.members)
        return most * SCALE + losses + obeys - paid

    def unpriced(self, prices: Prices) -> int:
        """A bound on what any column is worth at these prices, where they are too many to be looked at."""
        return self._ceiling(0, _Sums(), prices)

    def _kept(
        self,
        empty: GroupOutcome,
        seen: dict[tuple[int, ...], tuple[GroupOutcome, tuple[int, ...]]],
        above: tuple[Prices, int] | None,
    ) -> list[BlockColumn]:
        """What isn't dominated by a smaller set that was looked at. `seen`: what comes of each, and its values."""
        none = (0,) * len(self.pool)
        kept = [self.column(none, empty)]
        seen[none] = empty, kept[0].values
        masks: dict[tuple[int, ...], int] = {}

        def obeyed(tally: tuple[int, ...]) -> int:
            if not self.demands:
                return 0
            if tally not in masks:
                masks[tally] = self.position.obeyed(self.attacker, self._mask(tally))
            return masks[tally]

        def dominated(tally: tuple[int, ...]) -> bool:
            for j, number in enumerate(tally):
                if number:
                    less = (*tally[:j], number - 1, *tally[j + 1 :])
                    if less in seen and no_better(tally, less) and obeyed(tally) <= obeyed(less):
                        return True
            return no_better(tally, none) and obeyed(tally) <= obeyed(none)

        single = len(self.slopes) == 1

        def no_better(tally: tuple[int, ...], less: tuple[int, ...]) -> bool:
            (found, values), (by, others) = seen[tally], seen[less]
            if values[0] > others[0] or (not single and any(map(gt, values, others))):
                return False
            return not self.losses_matter or all(map(ge, found.losses, by.losses))

        for tally, (found, values) in seen.items():
            if tally == none or dominated(tally):
                continue
            column = self.column(tally, found, values)
            if above is None or worth_at(column, above[0]) > above[1]:
                kept.append(column)
        return kept


def worth_at(column: BlockColumn, prices: Prices) -> int:
    """What a column is worth at these prices, times `SCALE`, branches left aside."""
    paid = sum(prices.blockers[b] * n for b, n in column.blockers) - prices.obeys * column.obeys
    paid += sum(price * loss for price, loss in zip(prices.losses, column.outcome.losses, strict=False))
    paid += sum(price * used for price, used in zip(prices.caps, column.capped, strict=True))
    return sum(weight * value for weight, value in zip(prices.weights, column.values, strict=True)) - paid


class _Sums(NamedTuple):
    """What the search keeps of a team."""

    size: int = 0
    hit: int = 0
    hit_early: int = 0
    deadly: int = 0
    deadly_early: int = 0
    needs: int = 0
    linked: int = 0
    asked: int = 0
    falls: int = 0
    """When the attacker is destroyed whatever it does, as in `GroupOutcome`."""
    members: tuple[tuple[int, int], ...] = ()
    struck: tuple[int, ...] = ()
    """The most worth that one strike of 0, 1, … damage destroys."""

    def plus(self, sets: Sets, j: int) -> _Sums:
        """With one creature of a class more."""
        a = sets.a
        hit, hit_early = self.hit + sets.hits[j], self.hit_early + sets.hits_early[j]
        deadlies, deadlies_early = self.deadly + sets.kills[j], self.deadly_early + sets.kills_early[j]
        if a.indestructible:
            falls = 0
        elif deadlies_early or hit_early >= a.toughness:
            falls = 1
        else:
            falls = 2 if deadlies or hit >= a.toughness else 0
        return _Sums(
            self.size + 1,
            hit,
            hit_early,
            deadlies,
            deadlies_early,
            self.needs + sets.needs[j],
            self.linked + sets.gains[j],
            self.asked + sets.asked[j],
            falls,
            (*self.members, (j, 1)),
            self._struck(sets, j) if self.struck else (),
        )

    def _struck(self, sets: Sets, j: int) -> tuple[int, ...]:
        worth, needs, struck = sets.kinds[j].worth, sets.needs[j], self.struck
        if sets.kinds[j].indestructible or needs >= len(struck):
            return struck
        return (*struck[:needs], *(max(n, struck[room] + worth) for room, n in enumerate(struck[needs:])))

    def falls_without(self, sets: Sets, j: int) -> int:
        """When the attacker is destroyed with one creature of a class less."""
        a = sets.a
        if a.indestructible:
            return 0
        if self.deadly_early - sets.kills_early[j] or self.hit_early - sets.hits_early[j] >= a.toughness:
            return 1
        return 2 if self.deadly - sets.kills[j] or self.hit - sets.hits[j] >= a.toughness else 0
