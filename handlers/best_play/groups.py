"""What an attacker and the creatures that block it do to each other, whatever happens elsewhere in the combat.

Damage in such a group depends on nothing outside of it where every creature blocks one attacker at most. So a whole block is
worth the sum of its groups, and the attacking player, who chooses all divisions with full information, reaches the extreme of
the sum by the extreme of each (at each slope of what life is worth: `life_worth.py`). To win, one way to kill is
enough for that player, and then the value doesn't matter: so each loss below is the greatest by itself.

The divisions are those of the edition: free (510.1c from 2024-11-08 on, and 310.2 while damage used the stack and nobody
responds), or in an order that the attacking player announces (509.2 from 2009-07-11 to 2024-11-07).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import permutations
from typing import NamedTuple, TypeAlias

from ..budget import Budget, Spent
from .fighters import DamageRules, Fighter
from .life_worth import GroupWay, undominated


class GroupOutcome(NamedTuple):
    """What a group leaves the defending player at the attacking player's best divisions."""

    ways: tuple[GroupWay, ...]
    """What those divisions come to than which none is better for the attacking player."""
    life_first: int
    """The most life that is lost, net of what is gained, by the time state-based actions follow the first-strike step."""
    life: int
    """The same after both steps."""
    poison_first: int = 0
    """The most poison counters that are got in the first-strike step."""
    poison: int = 0
    """The same in both steps."""
    falls: int = 0
    """When the attacker is destroyed whatever it does: 1 in the first-strike step, 2 in the regular one; 0: it need not be."""
    kills: bool = False
    """Whether it may destroy a blocker."""

    @property
    def losses(self) -> tuple[int, int, int, int]:
        """What may make the player lose, in this order: life after each step, poison after each step."""
        return self[1:5]

    @property
    def throws_away(self) -> bool:
        """Whether a creature that blocks may be lost though the attacker need not be."""
        return self.kills and not self.falls


class GroupState(NamedTuple):
    """Where the creatures of a group stand between the steps: the attacker first, then its blockers in their order."""

    damage: tuple[int, ...]
    counters: tuple[int, ...]
    """−1/−1 counters (702.80, 702.90)."""
    alive: tuple[bool, ...]


def beginning(group: Sequence[Fighter]) -> GroupState:
    """How the creatures of a group stand before damage is dealt."""
    return GroupState(tuple(c.marked for c in group), (0,) * len(group), (True,) * len(group))


class StepDamage(NamedTuple):
    """What one step does beyond the state."""

    worth: int
    """Worth of what the attacking player loses, less that of what the defending player loses; life isn't counted."""
    lost: int
    """Life that the defending player loses."""
    gained: int
    """Life that player gains by lifelink."""
    poison: int
    linked: int = 0
    """Life that the attacking player gains by lifelink."""


NO_DAMAGE = StepDamage(0, 0, 0, 0)

GroupDivision: TypeAlias = tuple[Sequence[tuple[int, int]], int]
"""What an attacker assigns: (position of the blocker in the group, 1 for the first; amount), and what goes to the player."""
Divides: TypeAlias = Callable[[Sequence[Fighter], GroupState, Sequence[int], DamageRules, int], Iterator[GroupDivision]]
"""Finds divisions of an attacker's damage in a state of its group, in that order of its blockers."""


class Play(NamedTuple):
    """How the attacking player plays a group: the order of its blockers, and what the attacker assigns in each step."""

    order: tuple[int, ...]
    first: GroupDivision
    second: GroupDivision


def fought(
    group: Sequence[Fighter], begins: GroupState, rules: DamageRules, budget: Budget, early: Divides, late: Divides
) -> Iterator[tuple[Play, GroupState, StepDamage, StepDamage]]:
    """Both damage steps of a group in every order, at these divisions: each way that comes to something else, with that.

    Raises Spent.
    """
    numbers = tuple(range(1, len(group)))
    known = set()
    for order in permutations(numbers) if rules.ordered else (numbers,):
        for one, between, first in _step(group, begins, order, rules, budget, early, early=True):
            standing = tuple([number for number in order if between.alive[number]]) if rules.ordered else ()
            if (between, first, standing) in known:
                continue
            known.add((between, first, standing))
            comes = set()
            for two, after, second in _step(group, between, order, rules, budget, late, early=False):
                if (after, second) not in comes:
                    comes.add((after, second))
                    yield Play(order, one, two), after, first, second


def _step(
    group: Sequence[Fighter],
    state: GroupState,
    order: Sequence[int],
    rules: DamageRules,
    budget: Budget,
    divide: Divides,
    *,
    early: bool,
) -> Iterator[tuple[GroupDivision, GroupState, StepDamage]]:
    """What each of these divisions in a damage step leads to."""
    blows = strikes(group, state, early=early)
    if not any(blows):
        yield ((), 0), state, NO_DAMAGE
        return
    for division in divide(group, state, order, rules, blows[0]):
        budget.spend(len(group))
        yield division, *dealt(group, state, blows, *division)


def losses_of(first: StepDamage, second: StepDamage, rules: DamageRules) -> tuple[int, int, int, int]:
    """What the defending player has lost after the first step and after both: life, then poison counters.

    Where lifelink triggers, life is gained only after state-based actions were checked: that of the first step by the second.
    """
    at_once = rules.lifelink_is_result
    life = first.lost - first.gained * at_once, first.lost + second.lost - first.gained - second.gained * at_once
    return *life, first.poison, first.poison + second.poison


def played_out(attacker: Fighter, blockers: Sequence[Fighter], rules: DamageRules, budget: Budget | None = None) -> GroupOutcome:
    """The outcome of a group by trying every order, and every division that matters, in both steps: for what has no formula.

    Raises Spent.
    """
    group = (attacker, *blockers)
    counts = (attacker.wither or attacker.infect) and not rules.ordered
    early = partial(divisions_that_matter, early=True)
    late = dearest_divisions if counts else partial(divisions_that_matter, early=False)
    ways: set[GroupWay] = set()
    losses: tuple[int, ...] = (-(10**9),) * 4
    always_falls, kills = True, False
    for _, after, first, second in fought(group, beginning(group), rules, budget or Budget(), early, late):
        always_falls = always_falls and not after.alive[0]
        kills = kills or not all(after.alive[1:])
        ways.add(way_of(first, second))
        losses = tuple(map(max, losses, losses_of(first, second, rules)))
    first_life, life, first_poison, poison = losses
    return GroupOutcome(undominated(ways), first_life, life, first_poison, poison, 2 if always_falls else 0, kills)


def way_of(*steps: StepDamage) -> GroupWay:
    """What the damage of the steps comes to."""
    worth, lost, gained, _, linked = map(sum, zip(*steps, strict=True))
    return GroupWay(worth, lost - gained, linked)


def strikes(group: Sequence[Fighter], state: GroupState, *, early: bool) -> list[int]:
    """The damage that each creature deals in a step."""
    return [
        max(0, c.power - n) if alive and (c.early if early else c.late) else 0
        for c, n, alive in zip(group, state.counters, state.alive, strict=True)
    ]


def dealt(
    group: Sequence[Fighter], state: GroupState, damage: Sequence[int], amounts: Sequence[tuple[int, int]], through: int
) -> tuple[GroupState, StepDamage]:
    """What a division of the attacker's damage leads to: all damage of a step is dealt at one time (510.2)."""
    a = group[0]
    marked_now, counters = list(state.damage), list(state.counters)
    deadly = [False] * len(group)
    worth = lost = gained = poison = linked = 0
    blows = [(0, number, amount) for number, amount in amounts] + [(b, 0, n) for b, n in enumerate(damage) if b and n]
    for source, target, amount in blows:
        by, to = group[source], group[target]
        if not amount or not state.alive[0] or by.id in to.unharmed_by:
            continue
        if by.wither or by.infect:
            counters[target] += amount
        else:
            marked_now[target] += amount
        deadly[target] |= by.deathtouch
        if by.lifelink:
            linked += amount if source == 0 else 0
            gained += amount if source else 0
    if through:
        lost, poison = (0, through) if a.infect else (through, 0)
        poison += a.toxic
        linked += through if a.lifelink else 0
    alive = tuple(
        living and c.toughness > n and (c.indestructible or not (touched or (n < c.toughness <= n + marked)))
        for c, n, marked, touched, living in zip(group, counters, marked_now, deadly, state.alive, strict=True)
    )
    for number, c in enumerate(group):
        if state.alive[number] and (not alive[number] or counters[number] > state.counters[number]):
            less = c.worth_with(state.counters[number]) - (c.worth_with(counters[number]) if alive[number] else 0)
            worth += less if number == 0 else -less
    return GroupState(tuple(marked_now), tuple(counters), alive), StepDamage(worth, lost, gained, poison, linked)


def divisions(
    group: Sequence[Fighter], state: GroupState, order: Sequence[int], rules: DamageRules, power: int, *, few: bool = False
) -> Iterator[GroupDivision]:
    """The ways in which the attacker may assign its damage: to its blockers, and what is left to the player.

    `few`: only those in which each gets nothing, lethal damage, or all.
    """
    a = group[0]
    if power == 0:
        yield [], 0
        return
    if len(group) == 1:
        yield [], power
        return
    standing = [number for number in order if state.alive[number]]
    if not standing:
        yield [], power if a.trample else 0
        return
    lethal = dict(zip(standing, _lethal(group, state, standing, rules), strict=True))
    in_order = rules.ordered and not (a.deathtouch and rules.deathtouch == "any order")

    def divide(i: int, left: int, assigned: list[tuple[int, int]], all_lethal: bool) -> Iterator[GroupDivision]:
        if i == len(standing):
            if left == 0 or (a.trample and all_lethal):
                yield assigned, left
            return
        number = standing[i]
        least, most = 0, 0 if in_order and not all_lethal else left
        if i + 1 == len(standing) and most:  # nothing is left, but what tramples
            least = min(lethal[number], left) if a.trample and all_lethal else left
        for amount in sorted({least, min(max(least, lethal[number]), most), most}) if few else range(least, most + 1):
            yield from divide(i + 1, left - amount, [*assigned, (number, amount)], all_lethal and amount >= lethal[number])

    yield from divide(0, power, [], True)


def divisions_that_matter(
    group: Sequence[Fighter], state: GroupState, order: Sequence[int], rules: DamageRules, power: int, *, early: bool
) -> Iterator[GroupDivision]:
    """Of the divisions those to which no other one is better for the attacking player: of free ones, few.

    Some creatures get lethal damage. What is left goes to the player, where all got it and the attacker tramples; else to others,
    none of whom gets as much as is lethal: that counts where the attacker strikes again. The last one gets what nobody else can.
    """
    a = group[0]
    standing = [number for number in order if state.alive[number]]
    touches = a.deathtouch and rules.deathtouch != "any damage is lethal"
    if power == 0 or not standing or rules.ordered or touches or a.wither or a.infect:
        yield from divisions(group, state, order, rules, power)
        return
    # A creature that isn't harmed gains its attacker no life, so that it is the last one to be given what is left over.
    standing.sort(key=lambda number: a.id in group[number].unharmed_by)
    lethal = _lethal(group, state, standing, rules)
    again = early and a.late
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


def dearest_divisions(
    group: Sequence[Fighter], state: GroupState, order: Sequence[int], rules: DamageRules, power: int
) -> Iterator[GroupDivision]:
    """Of the free divisions of an attacker whose damage is −1/−1 counters, in the last step: those that cost the blockers most,
    one for each number that goes to the player; and those that give all to one blocker, which destroy one if any does."""
    a, standing = group[0], [number for number in order if state.alive[number]]
    if not power or not standing or (a.lifelink and any(a.id in group[number].unharmed_by for number in standing)):
        yield from divisions(group, state, order, rules, power)
        return
    # What so much damage costs each blocker: what it is worth less, or all if it dies.
    costs = [[_lost(a, group[number], state, number, amount) for amount in range(power + 1)] for number in standing]
    lethal = _lethal(group, state, standing, rules)
    over = power - sum(lethal)
    for through in (0, *(range(1, over + 1) if a.trample else ())):
        # The most that the blockers so far lose by so much damage, and how it is divided among them.
        best: dict[int, tuple[int, list[tuple[int, int]]]] = {0: (0, [])}
        for number, cost, least in zip(standing, costs, lethal, strict=True):
            more: dict[int, tuple[int, list[tuple[int, int]]]] = {}
            for dealt_so_far, (lost, assigned) in best.items():
                for amount in range(least if through else 0, power - through - dealt_so_far + 1):
                    total = dealt_so_far + amount
                    if total not in more or more[total][0] < lost + cost[amount]:
                        more[total] = lost + cost[amount], [*assigned, (number, amount)]
            best = more
        yield best[power - through][1], through
    for number in standing:
        yield [(number, power)], 0


def _lost(a: Fighter, blocker: Fighter, state: GroupState, number: int, amount: int) -> int:
    """What a blocker is worth less after so much damage of counters."""
    if not amount or a.id in blocker.unharmed_by:
        return 0
    before, now = state.counters[number], state.counters[number] + amount
    destroyed = not blocker.indestructible and (a.deathtouch or blocker.toughness <= now + state.damage[number])
    lives = blocker.toughness > now and not destroyed
    return blocker.worth_with(before) - (blocker.worth_with(now) if lives else 0)


def _lethal(group: Sequence[Fighter], state: GroupState, standing: Sequence[int], rules: DamageRules) -> list[int]:
    """The damage that is lethal to each of them, so that what is left may trample over (702.19b)."""
    touch = group[0].deathtouch and rules.deathtouch == "any damage is lethal"
    left = [max(0, group[number].toughness - state.counters[number] - state.damage[number]) for number in standing]
    return [min(1, each) if touch else each for each in left]


def line_of_play(
    attacker: Fighter, blockers: Sequence[Fighter], rules: DamageRules, way: GroupWay, limit: int = 100_000
) -> Play | None:
    """How to play the group so that it comes to this; None where `limit` tries don't find it: of few, where all are many more."""
    group = (attacker, *blockers)
    few = max(0, attacker.power) ** (len(blockers) - 1) > limit if blockers else False
    tried = partial(divisions, few=few)
    with suppress(Spent):
        for play, _, first, second in fought(group, beginning(group), rules, Budget(limit * len(group)), tried, tried):
            if way_of(first, second) == way:
                return play
    return None
