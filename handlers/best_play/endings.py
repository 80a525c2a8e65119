"""All that a group may come to: who is left, life, poison and counters, without a price on any of it.

`groups.py` says what a group is worth. Where nobody said what things are worth (is one declaration at least as good as another,
whatever a player prizes?), or where the game goes on after the combat, each ending counts by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import NamedTuple, TypeAlias

from ..budget import Budget
from .fighters import DamageRules, Fighter
from .groups import GroupState, Play, StepDamage, beginning, dealt, divisions, divisions_that_matter, strikes


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
    found: dict[GroupEnding, Play] = {}
    at_once = rules.lifelink_is_result
    numbers = tuple(range(1, len(group)))
    for order in permutations(numbers) if rules.ordered and len(blockers) > 1 else (numbers,):
        seen: set[tuple[GroupState, StepDamage]] = set()
        for one, between, first in _step(group, start, order, rules, budget, best_only, early=True):
            if (between, first) in seen:
                continue
            seen.add((between, first))
            for two, after, second in _step(group, between, order, rules, budget, best_only, early=False):
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


def _step(
    group: Sequence[Fighter],
    state: GroupState,
    order: Sequence[int],
    rules: DamageRules,
    budget: Budget,
    best_only: bool,
    *,
    early: bool,
) -> Iterator[tuple[_Division, GroupState, StepDamage]]:
    blows = strikes(group, state, early=early)
    if not any(blows):
        yield ((), 0), state, StepDamage(0, 0, 0, 0)
        return
    divide = partial(divisions_that_matter, early=early) if best_only else divisions
    for amounts, through in divide(group, state, order, rules, blows[0]):
        budget.spend(len(group))
        yield (tuple(amounts), through), *dealt(group, state, blows, amounts, through)


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
