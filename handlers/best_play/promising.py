"""Which blocks may be best where a trick is held: found by prices, so that most blocks needn't be looked at.

At any prices of blockers, none negative, no block is worth more than all blockers cost and, for each attacker, the most that a
set of blockers is worth less its price. What the sets of a block lack of that, it lacks altogether: weak duality, in whole
numbers, whatever the prices are. The attacking player's trick makes a block worth less by what it does in one group at least; the
defending player's more by what it does in one group at most. What loses against no trick loses against the attacking player's,
so that life has a price; where the defending player's may save it, life counts as if there were no end of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from .columns import SCALE
from .groups import GroupOutcome
from .master import Master
from .position import Position
from .search import Search

ENDLESS = 10**9
"""Life, or poison counters, of which there is no end."""


class Groups(Protocol):
    """What comes of groups, without a trick and with one."""

    position: Position

    def group(self, attacker: int, team: int) -> GroupOutcome | None:
        """What an attacker and its blockers (a mask) come to without a trick."""

    def group_with_trick(self, attacker: int, team: int) -> Iterator[GroupOutcome]:
        """What they come to with a trick, each way to cast it at one of them."""

    def most_beside(self) -> int:
        """The most that a trick is worth to the defending player at a creature that doesn't fight."""


class Promising:
    """The blocks of a position by prices. `groups`: what comes of their groups."""

    def __init__(self, groups: Groups) -> None:
        self.groups, position = groups, groups.position
        self.slope = position.life_worth.points[0]
        self._masters: dict[bool, Master] = {}
        self._teams = [self._legal(number) for number in range(len(position.attackers))]
        self._values: dict[tuple[int, int], int] = {}
        self._changes: dict[tuple[int, int, bool], int] = {}

    def _legal(self, attacker: int) -> list[int]:
        position = self.groups.position
        able = sum(1 << b for b, who in enumerate(position.able) if who >> attacker & 1)
        teams, team = [0], able
        while team:
            if position.team_is_legal(attacker, team):
                teams.append(team)
            team = team - 1 & able
        return teams

    def _worth(self, outcome: GroupOutcome) -> int:
        return min(self.groups.position.life_worth.of(way, self.slope) for way in outcome.ways)

    def _value(self, attacker: int, team: int) -> int:
        """What a group is worth without a trick."""
        key = attacker, team
        if key not in self._values:
            self.groups.position.budget.spend()
            found = self.groups.group(attacker, team)
            assert found is not None, "nothing is cast"
            self._values[key] = self._worth(found)
        return self._values[key]

    def _change(self, attacker: int, team: int, own: bool) -> int:
        """By how much a group is worth more with the defending player's trick (`own`), or less with the attacking player's."""
        key = attacker, team, own
        if key not in self._changes:
            value, sign = self._value(attacker, team), 1 if own else -1
            changes = [sign * (self._worth(each) - value) for each in self.groups.group_with_trick(attacker, team)]
            self._changes[key] = max(0, *changes) if changes else 0
        return self._changes[key]

    def blocks(self, attackers: Sequence[int], own: bool, least: Callable[[], int | None]) -> Iterator[dict[int, int]]:
        """The blocks of these attackers that may be worth so much (None: that isn't known yet), as attacker → its blockers.

        `own`: the defending player holds the trick.
        """
        prices, losses, left = self._prices(attackers, own)

        def reduced(attacker: int, team: int) -> int:
            worth = SCALE * self._value(attacker, team) - sum(price for b, price in enumerate(prices) if team >> b & 1)
            if not losses:
                return worth
            found = self.groups.group(attacker, team)
            assert found is not None, "nothing is cast"
            return worth - sum(price * loss for price, loss in zip(losses, found.losses, strict=False))

        options = [sorted(((reduced(at, team), team) for team in self._teams[at]), reverse=True) for at in attackers]
        rest = [sum(each[0][0] for each in options[at:]) for at in range(len(options) + 1)]
        more = 0
        if own:
            gains = (self._change(at, team, own) for at in attackers for team in self._teams[at])
            more = SCALE * max(self.groups.most_beside(), *gains, 0)

        def visit(at: int, used: int, worth: int, lost: int, teams: dict[int, int]) -> Iterator[dict[int, int]]:
            if at == len(options):
                yield dict(teams)
                return
            for each, team in options[at]:
                known = least()
                if known is not None and worth + each + rest[at + 1] + more - lost < known * SCALE:
                    break
                if team & used:
                    continue
                less = lost if own else max(lost, SCALE * self._change(attackers[at], team, own))
                if known is None or worth + each + rest[at + 1] + more - less >= known * SCALE:
                    teams[attackers[at]] = team
                    yield from visit(at + 1, used | team, worth + each, less, teams)

        spared = sum(price * (n - 1) for price, n in zip(losses, left, strict=False))
        yield from visit(0, 0, sum(prices) + spared, 0, {})

    def _prices(self, attackers: Sequence[int], own: bool) -> tuple[list[int], list[int], tuple[int, ...]]:
        """Prices of blockers and of losses, those of the best block without a trick, and with how much lost its player loses."""
        if own not in self._masters:
            position = self.groups.position
            self._masters[own] = Master(replace(position, life=ENDLESS, poison_left=ENDLESS) if own else position)
        master, who = self._masters[own], {*attackers}
        _, proof = Search(master, [len(who.intersection(members)) for members in master.who_attacks], nodes=1).run()
        found = proof.get("root") or proof["prices"]
        by_class = found.get("blockers") or [0] * master.size
        prices = [0] * len(self.groups.position.blockers)
        for price, members in zip(by_class, master.who_blocks, strict=True):
            for blocker in members:
                prices[blocker] = price
        return prices, found.get("losses") or [], master.position.left
