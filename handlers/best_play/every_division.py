"""What comes of a group at every division of damage, gone through for the checker: it shares no code with the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from ..legality.verification import NotProved
from .block_triggers import standing
from .fighters import DamageRules, Fighter

NOTHING = -(2**61)
MOST_STEPS = 3_000_000  # sets of blockers and divisions of damage beyond which nothing is proved
States = tuple[tuple[int, int, bool], ...]  # the attacker first: damage, −1/−1 counters, whether it is alive
# Worth, life that the defending player loses, and gains by lifelink, poison counters, life that the attacking player gains.
StepResult = tuple[int, int, int, int, int]
GroupResult = tuple[int, int, int]  # worth, and life that the defending player loses, and the other gains
Fate = tuple[bool, bool]  # whether the attacker is destroyed, and one of its blockers


def results(group: Sequence[Fighter], rules: DamageRules) -> Iterator[tuple[GroupResult, tuple[int, ...], Fate]]:
    """What each order and division comes to; life lost by the first step, by both, poison likewise; who is destroyed."""
    begin, at_once = tuple((creature.marked, 0, True) for creature in group), rules.lifelink_is_result
    for order in permutations(range(1, len(group))) if rules.ordered else (tuple(range(1, len(group))),):
        seen = set()
        for between, first in _dealt(group, begin, order, rules, early=True):
            worth, lost, gained, poison, linked = first
            second = _dealt(group, between, order, rules, early=False) if (between, first) not in seen else ()
            seen.add((between, first))
            for after, (more, loses, gains, poisoned, links) in second:
                # Life that lifelink triggers for comes after the check.
                life = lost - gained * at_once, lost + loses - gained - gains * at_once
                way, dead = (worth + more, lost + loses - gained - gains, linked + links), [not lives for _, _, lives in after]
                yield way, (*life, poison, poison + poisoned), (dead[0], any(dead[1:]))


def _dealt(
    group: Sequence[Fighter], state: States, order: Sequence[int], rules: DamageRules, *, early: bool
) -> Iterator[tuple[States, StepResult]]:
    """A damage step at each division: all damage is dealt at one time (510.2), and then creatures are destroyed (704.5)."""
    a, power = group[0], []
    for c, (_, n, lives) in zip(group, state, strict=True):
        power.append(max(0, c.power - n) * (lives and (c.early if early else c.late)))
    for division in _divisions(group, state, order, rules, power[0], early=early):
        damage, counters, deadly = [d for d, _, _ in state], [n for _, n, _ in state], [False] * len(group)
        gained, through, alive = [0, 0], division.get(0, 0), []
        blows = [(0, to, n) for to, n in division.items() if to] + [(by, 0, power[by]) for by in order if state[0][2]]
        for source, to, amount in blows:
            by = group[source]
            if amount and by.id not in group[to].unharmed_by:
                (counters if by.wither or by.infect else damage)[to] += amount
                deadly[to] |= by.deathtouch
                gained[source > 0] += amount * by.lifelink
        lost, worth = through * (not a.infect), 0
        for c, (_, had, lived), d, n, touched in zip(group, state, damage, counters, deadly, strict=True):
            alive.append(lived and c.toughness > n and (c.indestructible or not (touched or (d and d + n >= c.toughness))))
            less = lived * (c.worth_with(had) - alive[-1] * c.worth_with(n))
            worth += less if len(alive) == 1 else -less
        poison, linked = through * a.infect + a.toxic * (through > 0), gained[0] + through * a.lifelink
        yield tuple(zip(damage, counters, alive, strict=True)), (worth, lost, gained[1], poison, linked)


def _divisions(
    group: Sequence[Fighter], state: States, order: Sequence[int], rules: DamageRules, power: int, *, early: bool
) -> Iterator[dict[int, int]]:
    """How the attacker may divide its damage among its blockers and the player (0), first with lethal damage to one by one.

    Of divisions with the same outcome one is enough, and one that leaves more to the player is as good for the attacker.
    """
    a, standing = group[0], [number for number in order if state[number][2]]
    if not power or not standing:
        yield {0: power} if power and (a.trample or len(group) == 1) else {}
        return
    touch = a.deathtouch and rules.deathtouch == "any damage is lethal"
    in_order = rules.ordered and not (a.deathtouch and rules.deathtouch == "any order")

    # All amounts matter where a later step or counters add to them, or where it may be better not to destroy.
    adds_up = a.wither or a.infect or (early and a.late)
    matters: list[Sequence[int]] = []
    lethal: list[int] = []
    for number in standing:
        (damage, counters, _), blocker = state[number], group[number]
        destroys = max(0, blocker.toughness - counters - damage)
        every = adds_up or blocker.worth_with(counters) < 0
        matters.append(range(min(power, blocker.toughness - counters) + 1) if every else sorted({0, int(a.deathtouch), destroys}))
        lethal.append(min(destroys, 1) if touch else destroys)
    # What the last creatures may take together, from none of them on.
    taken = [{0}]
    for amounts in reversed(matters):
        if len(amounts) * len(taken[-1]) > MOST_STEPS:
            raise NotProved(f"more than {MOST_STEPS:,} divisions of damage would have to be looked at")
        taken.append({n + more for n in amounts for more in taken[-1] if n + more <= power})

    def divide(i: int, left: int, division: dict[int, int], lethal_to_all: bool) -> Iterator[dict[int, int]]:
        if i == len(standing):
            if not left or (a.trample and lethal_to_all):
                yield {**division, 0: left}
            return
        # Or a creature takes, to no effect, all that the later ones leave.
        amounts = {n for n in matters[i] if n <= left} | {left - n for n in taken[len(standing) - 1 - i] if n <= left}
        if in_order and not lethal_to_all:
            amounts = {0}
        elif i + 1 == len(standing) and not a.trample:
            amounts = {left}
        for n in sorted(amounts, key=lambda n: (abs(n - lethal[i]), -n)):
            yield from divide(i + 1, left - n, {**division, standing[i]: n}, lethal_to_all and n >= lethal[i])

    yield from divide(0, power, {}, True)


def results_after_triggers(group: Sequence[Fighter], rules: DamageRules) -> Iterator[tuple[GroupResult, tuple[int, ...], Fate]]:
    """As `results`, once what triggered as the group was blocked has resolved."""
    stood = standing(group[0], group[1:])
    if stood.attacker is None:
        yield (stood.worth, stood.lost, stood.linked), (stood.lost, stood.lost, 0, 0), (True, stood.killed)
        return
    for (worth, lost, linked), (first, both, *poison), (falls, kills) in results((stood.attacker, *stood.blockers), rules):
        way = worth + stood.worth, lost + stood.lost, linked + stood.linked
        yield way, (first + stood.lost, both + stood.lost, *poison), (falls, kills or stood.killed)
