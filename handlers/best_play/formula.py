"""The outcome of a group by formula, where division is free and creatures deal plain damage; played out for the others.

The formula says what `groups.played_out` finds by trying every division: the tests compare them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from ..budget import Budget
from .block_triggers import StandingGroup, has_triggers, standing
from .fighters import DamageRules, Fighter, in_kinds
from .groups import GroupOutcome, played_out
from .life_worth import GroupWay, undominated

ENDLESS = 10**18
"""More than any toughness."""


def outcome(attacker: Fighter, blockers: Sequence[Fighter], rules: DamageRules, budget: Budget | None = None) -> GroupOutcome:
    """The outcome of a group. Equal blockers stand together. Raises Spent, and NotModelled as `standing`."""
    newest = not rules.ordered and rules.lifelink_is_result and rules.deathtouch == "any damage is lethal"
    if newest and attacker.plain and all(blocker.plain for blocker in blockers):
        return by_formula(attacker, blockers)
    if has_triggers((attacker, *blockers)):
        return _after_triggers(attacker, blockers, rules, budget)
    return played_out(attacker, blockers, rules, budget)


def _after_triggers(attacker: Fighter, blockers: Sequence[Fighter], rules: DamageRules, budget: Budget | None) -> GroupOutcome:
    stood = standing(attacker, blockers)
    if stood.attacker is None:
        return left_standing(stood)
    return with_triggers(stood, outcome(stood.attacker, in_kinds(stood.blockers), rules, budget))


def left_standing(stood: StandingGroup) -> GroupOutcome:
    """The outcome of what triggered, where no damage follows."""
    way = GroupWay(stood.worth, stood.lost, stood.linked)
    return GroupOutcome((way,), stood.lost, stood.lost, falls=int(stood.attacker is None), kills=stood.killed)


def with_triggers(stood: StandingGroup, found: GroupOutcome) -> GroupOutcome:
    """The outcome of what triggered and of the damage that follows."""
    return found._replace(
        ways=tuple(GroupWay(way.worth + stood.worth, way.lost + stood.lost, way.linked + stood.linked) for way in found.ways),
        life_first=found.life_first + stood.lost,
        life=found.life + stood.lost,
        kills=found.kills or stood.killed,
    )


def need(creature: Fighter, by: Fighter) -> int:
    """The damage of `by` that is lethal to the creature (702.2c, 702.19b)."""
    return 1 if by.deathtouch and by.power > 0 else creature.toughness


def by_formula(a: Fighter, blockers: Sequence[Fighter]) -> GroupOutcome:
    """The outcome where all are plain, division is free, lifelink a result, and any damage of deathtouch lethal."""
    p = max(0, a.power)
    if not blockers:
        first, both = p * a.early, p * (a.early + a.late)
        return GroupOutcome((GroupWay(0, both, both if a.lifelink else 0),), first, both)
    hit1 = hit2 = gain1 = gain2 = 0
    deadly1 = deadly2 = False
    least = ENDLESS
    for b in blockers:
        if b.toughness < least and not b.indestructible:
            least = 1 if a.deathtouch and p else b.toughness
        if b.power <= 0:
            continue
        if b.early:
            hit1 += b.power
            deadly1 = deadly1 or b.deathtouch
            gain1 += b.power if b.lifelink else 0
        if b.late:
            hit2 += b.power
            deadly2 = deadly2 or b.deathtouch
            gain2 += b.power if b.lifelink else 0
    falls_first = not a.indestructible and (deadly1 or hit1 >= a.toughness)
    gained = p if a.lifelink else 0
    if a.early and not falls_first:
        return _strikes_first(a, p, blockers, hit1, gain1, kills=least <= p * (a.early + a.late))
    if not a.early and falls_first:
        return GroupOutcome((GroupWay(a.worth, -gain1),), -gain1, -gain1, falls=1)
    deadly = a.deathtouch and p > 0
    struck = [(1 if deadly else b.toughness, 0 if b.indestructible else b.worth) for b in blockers]
    killed, through = _struck(p, struck, a.trample)
    if falls_first:
        way = GroupWay(a.worth - killed, through - gain1, gained)
        return GroupOutcome((way,), through - gain1, through - gain1, falls=1, kills=least <= p)
    falls = not a.indestructible and (deadly2 or hit1 + hit2 >= a.toughness)
    lost = through - gain1 - gain2
    way = GroupWay((a.worth if falls else 0) - killed, lost, gained)
    return GroupOutcome((way,), -gain1, lost, falls=2 if falls else 0, kills=least <= p)


def _struck(p: int, struck: list[tuple[int, int]], trample: bool) -> tuple[int, int]:
    """The most worth that damage p destroys among creatures (need, worth), and the most that tramples over them.

    One plan reaches both, for damage tramples over only where lethal damage is assigned to all.
    """
    needed = sum([n for n, _ in struck])
    if needed <= p:
        return sum([worth for _, worth in struck]), p - needed if trample else 0
    if len(struck) == 1:
        return 0, 0
    most = [0] * (p + 1)
    for n, worth in struck:
        for room in range(p, n - 1, -1):
            if most[room - n] + worth > most[room]:
                most[room] = most[room - n] + worth
    return most[p], 0


def _strikes_first(a: Fighter, p: int, blockers: Sequence[Fighter], hit1: int, gain1: int, *, kills: bool) -> GroupOutcome:
    """An attacker that strikes in the first step and outlives it: whom it destroys there doesn't strike back."""
    needed = sum([need(b, a) for b in blockers])
    first = both = None
    ways = []
    always_falls = True
    for fallen, rest, spent in _destroyed_first(a, p, blockers):
        left, hit2, gain2, deadly = p - spent, 0, 0, False
        for b in rest:
            if b.late and b.power > 0:
                hit2 += b.power
                gain2 += b.power if b.lifelink else 0
                deadly = deadly or b.deathtouch
        falls = not a.indestructible and (deadly or hit1 + hit2 >= a.toughness)
        always_falls = always_falls and falls
        killed1 = sum([b.worth for b in fallen])
        # What tramples over in the first step; whether lethal damage is marked on all who are left; what else may be put on them.
        plans = []
        if a.trample and needed <= p and all(b.indestructible for b in rest):
            plans.append((p - needed, True, 0))
        if not rest or fallen or any(b.indestructible for b in rest) or left <= sum([need(b, a) - 1 for b in rest]):
            plans.append((0, False, left))
        for through1, marked, put in plans:
            killed2 = through2 = 0
            dealt = p
            if a.late:
                if rest:
                    killed2, through2 = _struck_again(a, p, rest, put, marked)
                elif a.trample:
                    through2 = p
                if rest or a.trample:
                    dealt += p
            lost = through1 + through2
            worth = (a.worth if falls else 0) - killed1 - killed2
            ways.append(GroupWay(worth, lost - gain1 - gain2, dealt if a.lifelink else 0))
            first = through1 - gain1 if first is None else max(first, through1 - gain1)
            both = lost - gain1 - gain2 if both is None else max(both, lost - gain1 - gain2)
    assert first is not None and both is not None, "some division is always possible"
    return GroupOutcome(undominated(ways), first, both, falls=2 if always_falls else 0, kills=kills)


def _destroyed_first(a: Fighter, p: int, blockers: Sequence[Fighter]) -> list[tuple[list[Fighter], list[Fighter], int]]:
    """Every set of blockers that damage p can destroy at once, up to equal ones, who is left, and the damage that takes.

    Only sets that nobody else fits into, unless there is a second strike: then damage may better be saved for it, or somebody
    be left for lifelink.
    """
    greedy = not a.late or (a.deathtouch and not a.lifelink)
    lasting = [b for b in blockers if b.indestructible]
    # Who falls, who is left, the damage spent, and the least need of those that were left out.
    ways: list[tuple[list[Fighter], list[Fighter], int, int]] = [([], lasting, 0, p + 1)]
    for _, group in groupby((b for b in blockers if not b.indestructible), key=_kind):
        kind = list(group)
        needs, some = need(kind[0], a), []
        for fallen, rest, spent, passed in ways:
            some.append((fallen, rest + kind, spent, passed if passed < needs else needs))
            n = 1
            while n <= len(kind) and spent + n * needs <= p:
                passes = passed if n == len(kind) or passed < needs else needs
                some.append((fallen + kind[:n], rest + kind[n:], spent + n * needs, passes))
                n += 1
        ways = some
    return [(fallen, rest, spent) for fallen, rest, spent, passed in ways if not greedy or passed > p - spent]


def _kind(b: Fighter) -> tuple[object, ...]:
    return b.kind


def _struck_again(a: Fighter, p: int, rest: list[Fighter], put: int, marked: bool) -> tuple[int, int]:
    """What a second strike destroys, and what tramples over, where `put` damage of the first could be marked beforehand."""
    lasting = sorted(b.toughness for b in rest if b.indestructible)
    mortal = [b for b in rest if not b.indestructible]
    if a.deathtouch:
        # Those who can't be destroyed need no more where lethal damage is marked on them already.
        covered = 0
        for t in lasting:
            if marked:
                covered += t <= 1
            elif t <= put:
                put -= t
                covered += 1
        over = p - (len(rest) - covered)
        return sum(sorted((b.worth for b in mortal), reverse=True)[:p]), max(0, over) if a.trample else 0
    lasting_need = 0 if marked else sum(lasting)
    mortal_need = sum(b.toughness for b in mortal)
    # Who is to fall now takes one damage at least of this strike.
    beforehand = min(put, mortal_need - len(mortal))
    left = mortal_need - beforehand + max(0, lasting_need - (put - beforehand))
    if a.trample and left <= p:
        return sum(b.worth for b in mortal), p - left
    best = {(0, 0): 0}
    for b in mortal:
        for (taken, number), worth in list(best.items()):
            key = taken + b.toughness, number + 1
            if key[1] <= p and key[0] <= p + put and best.get(key, -1) < worth + b.worth:
                best[key] = worth + b.worth
    return max(best.values()), 0
