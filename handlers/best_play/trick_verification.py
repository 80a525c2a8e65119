"""Checks what is best where a trick is held, without prices: attacker by attacker, by dynamic programming (Bellman, 1957).

What a block comes to is a sum over the attackers' groups, at each slope of what life is worth; a trick changes one of them. Of
two ways to block the first attackers with the same creatures, one that is no better in anything that counts is no better at the
end: worth at each slope, life and poison counters lost, and by how much a trick of the attacking player would change
either most. A trick of the defending player's is cast in one group, or not yet. A way that can't be worth more than is claimed,
though each other attacker is met as well as can be, is given up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from operator import add, sub
from typing import NamedTuple

from ..legality.verification import NotProved
from .every_division import MOST_STEPS, NOTHING, results
from .fighters import DamageRules, Fighter
from .groups import GroupOutcome
from .life_worth import GroupWay
from .position import Position
from .trick_combat import JudgedBlock, TrickCombat, Weighed

ROWS = 4
"""Losses that are counted: life after each damage step, poison counters likewise."""


class _TeamOutcome(NamedTuple):
    """A set of blockers of an attacker, and what comes of it. More is better in everything."""

    team: int
    sums: tuple[int, ...]
    """What is added up: the worth at each slope, and losses, which count below zero."""
    harm: tuple[int, ...]
    """By how much the attacking player's trick makes each of them less at most, below zero: the greatest of all groups counts."""
    cast: bool
    """Whether the defending player's trick is cast in it."""


_PartialBlock = tuple[tuple[int, ...], tuple[int, ...]]  # sums, and harm, of the attackers that were gone through


class TrickCheck:
    """What blocks of a position are worth at most where a player holds a trick. `own`: that is the defending player."""

    def __init__(self, combat: TrickCombat, own: bool) -> None:
        self.combat, self.own, self.steps = combat, own, 0
        position = combat.position
        of, life = position.life_worth, position.life
        self.slopes = sorted({of.point(number) for number in range(2, max(2, len(of.points)) + 1)})
        left = [life, *range(1, len(of.points) + 1)]
        constants = [max(of.change(life, life - each) + slope * (life - each) for each in left) for slope in self.slopes]
        self.begin = (*constants, *[0] * ROWS)
        self._blocked: dict[int, list[_TeamOutcome]] = {}

    def step(self) -> None:
        """Raises NotProved where there is too much to go through."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NotProved(f"more than {MOST_STEPS:,} sets of blockers and divisions would have to be looked at")

    def fought(self, attacker: Fighter, blockers: Sequence[Fighter], rules: DamageRules, budget: object = None) -> GroupOutcome:
        """What a group comes to: all divisions are gone through."""
        ways = set[GroupWay]()
        most: tuple[int, ...] = (NOTHING,) * ROWS
        for way, losses, _ in results((attacker, *blockers), rules):
            self.step()
            ways.add(GroupWay(*way))
            most = tuple(map(max, most, losses))
        life_first, life, poison_first, poison = most
        return GroupOutcome(tuple(ways), life_first, life, poison_first, poison)

    def _sums(self, found: GroupOutcome) -> tuple[int, ...]:
        gained = self.combat.position.life_worth.gained
        worths = (min(way.worth - slope * way.lost - gained * way.linked for way in found.ways) for slope in self.slopes)
        return (*worths, *(-lost for lost in found.losses))

    def blocked(self, attacker: int) -> list[_TeamOutcome]:
        """Every legal set of blockers of an attacker, with what comes of it."""
        if attacker not in self._blocked:
            position = self.combat.position
            able = sum(1 << b for b, who in enumerate(position.able) if who >> attacker & 1)
            teams = [team for team in _within(able) if not team or position.team_is_legal(attacker, team)]
            self._blocked[attacker] = [each for team in teams for each in self._come_to(attacker, team)]
        return self._blocked[attacker]

    def _come_to(self, attacker: int, team: int) -> Iterator[_TeamOutcome]:
        self.step()
        plain = self._sums(self.combat.group(attacker, team))
        cast = [self._sums(found) for _, _, found in self.combat.cast(attacker, team)]
        none = (0,) * len(plain)
        if self.own:
            yield _TeamOutcome(team, plain, none, cast=False)
            yield from (_TeamOutcome(team, sums, none, cast=True) for sums in cast)
        else:
            harm = tuple(min(0, *each) for each in zip(*(map(sub, sums, plain) for sums in (plain, *cast)), strict=True))
            yield _TeamOutcome(team, plain, harm, cast=False)

    def exceeds(self, attackers: Sequence[int], most: int, declared: Mapping[int, int] | None = None) -> bool:
        """Whether a block of these attackers survives and is worth more than that. `declared`: only that one is looked at."""
        size, beside = len(self.slopes), self.combat.most_beside() if self.own else 0
        options = [
            [each for each in self.blocked(attacker) if declared is None or each.team == declared[attacker]]
            for attacker in attackers
        ]
        rest = [(0,) * size]
        for each in reversed(options):
            best = [max(column) for column in zip(*(blocked.sums[:size] for blocked in each), strict=True)]
            rest.append(tuple(map(add, rest[-1], best)))
        states: dict[tuple[int, bool], list[_PartialBlock]] = {(0, False): [(self.begin, (0,) * len(self.begin))]}
        for each, later in zip(options, reversed(rest[:-1]), strict=True):
            found: dict[tuple[int, bool], list[_PartialBlock]] = {}
            for (used, cast), kept in states.items():
                for blocked in each:
                    if blocked.team & used or (cast and blocked.cast):
                        continue
                    into = found.setdefault((used | blocked.team, cast or blocked.cast), [])
                    for sums, harm in kept:
                        self.step()
                        now = tuple(map(add, sums, blocked.sums)), tuple(map(min, harm, blocked.harm))
                        if all(n + less + more + beside > most for n, less, more in zip(*now, later, strict=False)):
                            _keep(into, now)
            states = found
        return any(self._worth(state, attackers, used, cast) > most for (used, cast), kept in states.items() for state in kept)

    def judged(self, attackers: Sequence[int]) -> Iterator[JudgedBlock]:
        """What each block of these attackers comes to."""

        def visit(at: int, used: int, teams: dict[int, int]) -> Iterator[JudgedBlock]:
            self.step()
            if at == len(attackers):
                yield self.combat.judged(teams, self.own)
                return
            for team in {blocked.team for blocked in self.blocked(attackers[at])}:
                if not team & used:
                    yield from visit(at + 1, used | team, {**teams, attackers[at]: team})

        yield from visit(0, 0, {})

    def _worth(self, state: _PartialBlock, attackers: Sequence[int], used: int, cast: bool) -> int:
        """What a block is worth, the trick cast at its best, also at a creature that doesn't fight; NOTHING: it loses."""
        position, size, (sums, harm) = self.combat.position, len(self.slopes), state
        fighting = {position.attackers[a].id for a in attackers} | {
            b.id for n, b in enumerate(position.blockers) if used >> n & 1
        }
        beside = [change for _, id, change in self.combat.beside if id not in fighting] if attackers else []
        if any(-n - less >= left for n, less, left in zip(sums[size:], harm[size:], position.left, strict=True)):
            return NOTHING
        if self.own:
            return min(sums[:size]) + (0 if cast else max(0, *beside, 0))
        least = min(0, *beside, 0)
        return min(n + min(less, least) for n, less in zip(sums[:size], harm[:size], strict=True))


def _within(able: int) -> Iterator[int]:
    team = able
    while team:
        yield team
        team = team - 1 & able
    yield 0


def _keep(into: list[_PartialBlock], now: _PartialBlock) -> None:
    """Take a state in, unless another one is no worse in anything; those that it is no worse than go."""
    every = (*now[0], *now[1])
    if not any(all(map(int.__ge__, (*sums, *harm), every)) for sums, harm in into):
        into[:] = [(sums, harm) for sums, harm in into if not all(map(int.__ge__, every, (*sums, *harm)))]
        into.append(now)


def check_block(check: TrickCheck, declaration: Mapping[str, Sequence[str]], value: int | None) -> Weighed | None:
    """Check that a block is worth so much (None: it loses), and no other one more; what it is on average, where that decides.

    Raises NotProved.
    """
    position = check.combat.position
    every = range(len(position.attackers))
    teams = _teams(position, declaration)
    if not check.combat.bounded:
        judged = check.combat.judged(teams, check.own)
        if judged.value != value or any(each.rank > judged.rank for each in check.judged(every)):
            raise NotProved("another block is better, or this one isn't worth what is claimed at worst")
        return judged.weighed
    if value is not None and not check.exceeds(every, value - 1, teams):
        raise NotProved(f"the block isn't worth {value}")
    if check.exceeds(every, NOTHING if value is None else value):
        raise NotProved("a block survives" if value is None else f"a block is worth more than {value}")
    return None


def check_attack(
    modes: Sequence[tuple[TrickCheck, Collection[frozenset[int]]]], declaration: Mapping[str, str], value: int | None
) -> Weighed | None:
    """Check that an attack is worth so much (None: it wins) against its best block, and no other one more; what it is on average,
    where that decides.

    Raises NotProved.
    """
    position = modes[0][0].combat.position
    numbers = {each.id: number for number, each in enumerate(position.attackers)}
    chosen = frozenset(numbers[id] for id, whom in declaration.items() if id in numbers and whom == position.defender)
    check = next((check for check, attacks in modes if chosen in attacks), None)
    if check is None or len(chosen) < len(declaration):
        raise NotProved("the attack isn't legal")
    if not check.combat.bounded:
        replies = list(check.judged(sorted(chosen)))
        rank = max(each.rank for each in replies)
        best = [each for each in replies if each.rank == rank and each.value == (None if value is None else -value)]
        if not best:
            raise NotProved("the attack isn't worth what is claimed at worst")
        for other, attacks in modes:
            if any(all(each.rank < rank for each in other.judged(sorted(attack))) for attack in attacks):
                raise NotProved("another attack is better")
        return best[0].weighed and Weighed(best[0].weighed.lost, -best[0].weighed.expected)
    if check.exceeds(sorted(chosen), NOTHING if value is None else -value):
        raise NotProved("a block survives" if value is None else f"a block holds the attack to less than {value}")
    for check, attacks in modes if value is not None else ():
        for attack in attacks:
            assert value is not None, "else the attack wins"
            if not check.exceeds(sorted(attack), -value - 1):
                raise NotProved(f"no block holds the attack of {sorted(position.attackers[n].id for n in attack)} to {value}")
    return None


def _teams(position: Position, declaration: Mapping[str, Sequence[str]]) -> dict[int, int]:
    try:
        return position.teams(declaration, range(len(position.attackers)))
    except ValueError as error:
        raise NotProved(str(error)) from None
