"""Which blocks may be best where a trick is held: found by prices, so that most blocks needn't be looked at.

At any prices of blockers, none negative, and any weights of what life is worth, no block is worth more than all blockers cost
and, for each attacker, the most that a set of blockers is worth less its price. What the sets of a block lack of that, it lacks
altogether: weak duality, in whole numbers, whatever the prices are. The attacking player's trick makes a block worth less by
what it does in one group at least; the defending player's more by what it does in one group at most. What loses against no trick
loses against the attacking player's, so that life has a price; where the defending player's may save it, life counts as if there
were no end of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from operator import add
from typing import NamedTuple, Protocol

from .columns import SCALE
from .groups import GroupOutcome
from .master import Master
from .position import Position
from .search import Search

ENDLESS = 10**9
"""Life, or poison counters, of which there is no end."""
NOTHING = -(2**61)
"""No block that keeps its player alive is worth less."""


class Groups(Protocol):
    """What comes of groups, without a trick and with one."""

    position: Position

    def group(self, attacker: int, team: int) -> GroupOutcome:
        """What an attacker and its blockers (a mask) come to without a trick."""

    def cast(self, attacker: int, team: int) -> Iterator[tuple[int, str, GroupOutcome]]:
        """What they come to with a trick, each way to cast it at one of them."""

    def most_beside(self) -> int:
        """The most that a trick is worth to the defending player at a creature that doesn't fight."""


class TrickPrices(NamedTuple):
    """Prices times `SCALE`, for some of the attackers."""

    paid: list[int]
    """For each mask of blockers."""
    losses: Sequence[int]
    life: tuple[tuple[int, int], ...]
    """Slopes of what life is worth, and their weights."""
    begin: int
    """What all blockers, all life and the worth of life come to."""
    block: dict[int, int] | None
    """The best block without a trick, as far as it was found: attacker → its blockers."""


class Promising:
    """The blocks of a position by prices. `groups`: what comes of their groups."""

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self._masters: dict[bool, Master] = {}
        self._prices: dict[tuple[tuple[int, ...], bool], TrickPrices] = {}
        self._teams = [self._legal(number) for number in range(len(groups.position.attackers))]

    def _legal(self, attacker: int) -> list[int]:
        position = self.groups.position
        able = sum(1 << b for b, who in enumerate(position.able) if who >> attacker & 1)
        teams, team = [0], able
        while team:
            if position.team_is_legal(attacker, team):
                teams.append(team)
            team = team - 1 & able
        return teams

    def first(self, attackers: Sequence[int], own: bool) -> list[dict[int, int]]:
        """The best block of these attackers without a trick, if it was found: a good one to begin with."""
        block = self.prices(attackers, own).block
        return [] if block is None else [block]

    def blocks(self, attackers: Sequence[int], own: bool, least: Callable[[], int | None]) -> Iterator[dict[int, int]]:
        """The blocks of these attackers that may be worth so much, and survive (None: all), as attacker → its blockers.

        `own`: the defending player holds the trick.
        """
        groups, left = self.groups, self.groups.position.left
        paid, losses, life, begin, _ = self.prices(attackers, own)
        gained = groups.position.life_worth.gained

        def worth(found: GroupOutcome) -> int:
            """What an outcome is worth at the weights."""
            total = 0
            for at, times in life:
                total += times * min([way.worth - at * way.lost - gained * way.linked for way in found.ways])
            return total

        changes: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}

        def change(at: int, team: int, most: int) -> tuple[int, tuple[int, ...]] | None:
            """By how much less a group is worth, and how much more is lost, with the attacking player's trick; None: too much."""
            key = attackers[at], team
            if key not in changes:
                plain = groups.group(*key)
                value, worse = worth(plain), 0
                extra: tuple[int, ...] = (0, 0, 0, 0)
                for _, _, found in groups.cast(*key):
                    worse = max(worse, value - worth(found))
                    if worse > most:
                        return None
                    extra = tuple(max(e, n - m) for e, n, m in zip(extra, found.losses, plain.losses, strict=True))
                changes[key] = worse, extra
            return changes[key]

        options: list[list[tuple[int, int, tuple[int, ...]]]] = []
        for attacker in attackers:
            found = list[tuple[int, int, tuple[int, ...]]]()
            for team in self._teams[attacker]:
                outcome = groups.group(attacker, team)
                lost = outcome.losses
                less = paid[team] + (sum(price * n for price, n in zip(losses, lost, strict=False)) if losses else 0)
                found.append((worth(outcome) - less, team, lost))
            found.sort(reverse=True)
            options.append(found)
        groups.position.budget.spend(sum(map(len, options)))
        rest, rest_lost = [0], list[tuple[int, ...]]([(0, 0, 0, 0)])
        for found in reversed(options):
            rest.append(rest[-1] + found[0][0])
            fewest = (min(each) for each in zip(*(lost for _, _, lost in found), strict=True))
            rest_lost.append(tuple(map(sum, zip(rest_lost[-1], fewest, strict=True))))
        rest.reverse()
        rest_lost.reverse()
        more = self._most_gained(attackers, worth) if own else 0

        def visit(
            at: int, used: int, total: int, harm: int, lost: tuple[int, ...], extra: tuple[int, ...], teams: dict[int, int]
        ) -> Iterator[dict[int, int]]:
            if at == len(options):
                yield dict(teams)
                return
            for each, team, loses in options[at]:
                known = least()
                bound = total + each + rest[at + 1] + more
                if known is not None and bound - harm < known * SCALE:
                    break
                if team & used:
                    continue
                less, lost_now, extra_now = harm, lost, extra
                if known is not None and not own:
                    lost_now = tuple(map(add, lost, loses))
                    more_lost = tuple(map(add, lost_now, rest_lost[at + 1]))
                    if any(n + e >= most for n, e, most in zip(more_lost, extra, left, strict=True)):
                        continue
                    spare = bound - known * SCALE
                    changed = change(at, team, spare)
                    if changed is None or changed[0] > spare:
                        continue
                    less, extra_now = max(harm, changed[0]), tuple(map(max, extra, changed[1]))
                    if any(n + e >= most for n, e, most in zip(more_lost, extra_now, left, strict=True)):
                        continue
                teams[attackers[at]] = team
                yield from visit(at + 1, used | team, total + each, less, lost_now, extra_now, teams)

        yield from visit(0, 0, begin, 0, (0, 0, 0, 0), (0, 0, 0, 0), {})

    def _most_gained(self, attackers: Sequence[int], worth: Callable[[GroupOutcome], int]) -> int:
        """The most that the defending player's trick is worth, times `SCALE`."""
        most = SCALE * self.groups.most_beside()
        for at in attackers:
            for team in self._teams[at]:
                plain = worth(self.groups.group(at, team))
                most = max(most, *(worth(found) - plain for _, _, found in self.groups.cast(at, team)), 0)
        return most

    def prices(self, attackers: Sequence[int], own: bool) -> TrickPrices:
        """Prices of blockers and of losses, those of the best block without a trick, and that block."""
        key = tuple(attackers), own
        if key in self._prices:
            return self._prices[key]
        position = self.groups.position
        if own not in self._masters:
            self._masters[own] = Master(replace(position, life=ENDLESS, poison_left=ENDLESS) if own else position)
        master, who = self._masters[own], {*attackers}
        search = Search(master, [len(who.intersection(members)) for members in master.who_attacks], nodes=1)
        _, proof = search.run()
        found = proof.get("root") or proof["prices"]
        by_class = found.get("blockers") or [0] * master.size
        price_of = dict(sorted((b, price) for price, members in zip(by_class, master.who_blocks, strict=True) for b in members))
        paid = [0]
        for price in price_of.values():
            paid += [n + price for n in paid]
        life = tuple(zip(master.slopes, found.get("life") or [SCALE], strict=False))
        losses = found.get("losses") or []
        begin = paid[-1] + sum(price * (n - 1) for price, n in zip(losses, master.position.left, strict=False))
        begin += sum(weight * position.life_worth.constant(position.life, slope) for slope, weight in life)
        block = None
        if search.alive:
            teams = {a: sum(1 << b for b in team) for a, team in master.block(search.chosen).items()}
            block = {a: teams.get(a, 0) for a in attackers} if teams.keys() <= who else None
        self._prices[key] = TrickPrices(paid, losses, life, begin, block)
        return self._prices[key]
