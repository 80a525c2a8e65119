"""All that a group may come to: who is left, life, poison and counters, without a price on any of it.

`groups.py` says what a group is worth. Where nobody said what things are worth (is one declaration at least as good as another,
whatever a player prizes?), or where the game goes on after the combat, each ending counts by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from ..budget import Budget
from .fighters import DamageRules, Fighter
from .groups import Play, beginning, divisions, divisions_that_matter, fought, losses_of


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
    begins = beginning(group)
    if counters:
        begins = begins._replace(counters=tuple(counters))
    early, late = (partial(divisions_that_matter, early=step) if best_only else divisions for step in (True, False))
    found: dict[GroupEnding, Play] = {}
    for play, after, first, second in fought(group, begins, rules, budget, early, late):
        left = tuple(n if alive else 0 for n, alive in zip(after.counters, after.alive, strict=True))
        ending = GroupEnding(after.alive, left, *losses_of(first, second, rules), first.linked + second.linked)
        found.setdefault(ending, play)
    return found
