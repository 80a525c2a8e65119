"""All that a group may come to: who is left, life, poison and counters, without a price on any of it.

`groups.py` says what a group is worth. Where nobody said what things are worth (is one declaration at least as good as another,
whatever a player prizes?), or where the game goes on after the combat, each ending counts by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import permutations
from typing import NamedTuple, TypeAlias

from ..budget import Budget
from .fighters import DamageRules, Fighter
from .groups import GroupState, Play, StepDamage, beginning, dealt, divisions, strikes


class GroupEnding(NamedTuple):
    """What a group may come to."""

    alive: tuple[bool, ...]
    """The attacker first, then its blockers."""
    counters: tuple[int, ...]
    """−1/−1 counters, likewise; of who isn't alive none."""
    lost_first: int
    """Life that the defending player loses in the first-strike step, net of what is gained by the time of the check."""
    lost: int
    """The same in both steps."""
    poison_first: int
    poison: int
    linked: int
    """Life that the attacking player gains."""


def endings(
    attacker: Fighter,
    blockers: Sequence[Fighter],
    rules: DamageRules,
    budget: Budget,
    counters: Sequence[int] = (),
    *,
    best_only: bool = False,
) -> dict[GroupEnding, Play]:
    """Every ending of a group, with a way to it. `counters`: −1/−1 counters that the creatures have got since sizes were read.

    `best_only`: as many as it takes so that none of those left out is better for the attacking player in anything. Raises Spent.
    """
    group = (attacker, *blockers)
    start = beginning(group)
    if counters:
        start = start._replace(counters=tuple(counters))
    touches = attacker.deathtouch and rules.deathtouch != "any damage is lethal"
    few = best_only and not (rules.ordered or touches or attacker.wither or attacker.infect)
    divide: _Divide = _divisions_that_matter if few else divisions
    found: dict[GroupEnding, Play] = {}
    at_once = rules.lifelink_is_result
    numbers = tuple(range(1, len(group)))
    for order in permutations(numbers) if rules.ordered and len(blockers) > 1 else (numbers,):
        seen: set[tuple[GroupState, StepDamage]] = set()
        for one, between, first in _step(group, start, order, rules, budget, divide, early=True):
            if (between, first) in seen:
                continue
            seen.add((between, first))
            for two, after, second in _step(group, between, order, rules, budget, divide, early=False):
                gains = first.gained + (second.gained if at_once else 0)
                ending = GroupEnding(
                    after.alive,
                    tuple(n if alive else 0 for n, alive in zip(after.counters, after.alive, strict=True)),
                    first.lost - (first.gained if at_once else 0),
                    first.lost + second.lost - gains,
                    first.poison,
                    first.poison + second.poison,
                    first.linked + second.linked,
                )
                if ending not in found:
                    found[ending] = Play(order, one, two)
    return found


_Division: TypeAlias = tuple[tuple[tuple[int, int], ...], int]
_Divide: TypeAlias = Callable[
    [Sequence[Fighter], GroupState, Sequence[int], DamageRules, int], Iterator[tuple[list[tuple[int, int]], int]]
]


def _step(
    group: Sequence[Fighter],
    state: GroupState,
    order: Sequence[int],
    rules: DamageRules,
    budget: Budget,
    divide: _Divide,
    *,
    early: bool,
) -> Iterator[tuple[_Division, GroupState, StepDamage]]:
    blows = strikes(group, state, early=early)
    if not any(blows):
        yield ((), 0), state, StepDamage(0, 0, 0, 0)
        return
    for amounts, through in divide(group, state, order, rules, blows[0]):
        budget.spend(len(group))
        yield (tuple(amounts), through), *dealt(group, state, blows, amounts, through)


def _divisions_that_matter(
    group: Sequence[Fighter], state: GroupState, order: Sequence[int], rules: DamageRules, power: int
) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """Of free divisions those to which no other one is better for the attacking player.

    Some creatures get lethal damage. What is left goes to the player, where all got it and the attacker tramples; else to others,
    none of whom gets as much as is lethal: that counts where the attacker strikes again. The last one gets what nobody else can.
    """
    a = group[0]
    standing = [number for number in order if state.alive[number]]
    if power == 0 or not standing:
        yield from divisions(group, state, order, rules, power)
        return
    # A creature that isn't harmed gains its attacker no life, so that it is the last one to be given what is left over.
    standing.sort(key=lambda number: a.id in group[number].unharmed_by)
    lethal = []
    for number in standing:
        left = max(0, group[number].toughness - state.counters[number] - state.damage[number])
        lethal.append(min(1, left) if a.deathtouch and rules.deathtouch == "any damage is lethal" else left)
    again = a.early and a.late
    size = len(standing)
    for chosen in range(1 << size):
        left = power - sum(need for at, need in enumerate(lethal) if chosen >> at & 1)
        if left < 0:
            continue
        given = [need if chosen >> at & 1 else 0 for at, need in enumerate(lethal)]
        if chosen == (1 << size) - 1:
            through = left if a.trample else 0
            given[0] += left - through
            yield list(zip(standing, given, strict=True)), through
            continue
        others = [at for at in range(size) if not chosen >> at & 1]
        for saved in range(1 << len(others)) if again else (0,):
            poured, over = list(given), left
            # Who is saved for the second strike comes first; where nobody falls now, others have to take it.
            takes = [at for at in others if saved >> others.index(at) & 1] + ([] if chosen else others)
            for place in takes:
                amount = min(over, max(0, lethal[place] - 1 - poured[place]))
                poured[place], over = poured[place] + amount, over - amount
            poured[next((at for at in range(size) if chosen >> at & 1), 0)] += over
            yield list(zip(standing, poured, strict=True)), 0


def best_endings(found: Iterable[GroupEnding]) -> list[GroupEnding]:
    """Those to which no other one is better for the attacking player."""
    kept: list[GroupEnding] = []
    for each in found:
        if not any(no_worse(other, each) for other in kept):
            kept = [other for other in kept if not no_worse(each, other)]
            kept.append(each)
    return kept


def no_worse(one: GroupEnding, other: GroupEnding) -> bool:
    """Whether an ending is no worse than another for the attacking player, in anything."""
    if one[2:] != other[2:] and any(x < y for x, y in zip(one[2:], other[2:], strict=True)):
        return False
    own = one.alive[0] or not other.alive[0]
    if not own or (other.alive[0] and one.counters[0] > other.counters[0]):
        return False
    return all(
        not living or (lived and n >= m)
        for living, lived, n, m in zip(one.alive[1:], other.alive[1:], one.counters[1:], other.counters[1:], strict=True)
    )
