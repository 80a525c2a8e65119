"""The best assignment of combat damage, by the player who attacks: by trying every division of every group.

Damage in a group depends on nothing outside of it (`groups.py`), so the best of all is made of what each may come to
(`life_worth.py`); only where life or poison is at stake, what goes to the player counts first. What follows the first-strike step
is played out with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice, permutations, product
from math import prod
from typing import Any, NamedTuple

from ...events.damage import Assignment
from ...events.errors import NotModelled, Undecided
from ..combat.turns import assigning_next
from ..rulebook.editions import Edition
from ..view.view import View
from .fighters import DamageRules, Fighter
from .fitted import Fitted
from .groups import NO_DAMAGE, GroupDivision, GroupState, beginning, dealt, divisions, losses_of, strikes, way_of
from .life_worth import GroupWay, LifeWorth, taken, undominated
from .reading import Worth, damage_rules, not_modelled, read_fighter

MOST_DIVISIONS = 200_000
"""Divisions of one group that are gone through at most."""
MOST_SUMS = 2_000
"""Differences in what divisions come to, beyond which those that are equally good aren't counted."""


class Division(NamedTuple):
    """What an attacker assigns now, and what may come of it: the ways than which none is better, and what the other one loses.

    `losses`: life after this step, life after both, poison after this step, poison after both.
    """

    assigned: dict[str, int]
    ways: tuple[GroupWay, ...]
    losses: tuple[int, ...]


@dataclass(frozen=True)
class BestAssignment:
    """The best assignment found: what it is worth to the player who assigns, and what it is."""

    player: str
    value: int | None
    """None: it wins."""
    assignment: Assignment
    """Creature → recipient → amount."""
    equally_good: int | None = field(default=None)
    """How many assignments are worth as much; None where it wins."""

    @property
    def declaration(self) -> Assignment:
        """The assignment."""
        return self.assignment

    @property
    def line(self) -> list[dict[str, Any]]:
        """The step of a case that it is."""
        return [{"damage": self.assignment}]

    @property
    def proven(self) -> bool:
        """Every division was tried."""
        return True

    @property
    def bounds(self) -> tuple[int | None, int | None]:
        """What the best assignment is worth at least, and at most."""
        return self.value, self.value


def best_assignment(view: View, edition: Edition, worth: Worth) -> BestAssignment:
    """The best assignment for the active player in the damage step that is on, or comes next.

    Raises NotModelled where something in force isn't known to the search, Undecided where there are too many divisions.
    """
    position = _read(view, edition, worth)
    groups = [list(_divided(position, group)) for group in position.groups]
    for loss, left in enumerate(position.left):
        if left > 0 and sum(max(each.losses[loss] for each in found) for found in groups) >= left:
            chosen = [max(found, key=lambda each: (each.losses[loss], -min(each.ways).worth)) for found in groups]
            return BestAssignment(position.player, None, _whole(position, chosen))
    every = [undominated(way for each in found for way in each.ways) for found in groups]
    value, chosen_ways = taken(every, position.life_worth, position.life)
    best = [
        next(each for each in found if ways[way] in each.ways)
        for found, ways, way in zip(groups, every, chosen_ways, strict=True)
    ]
    return BestAssignment(position.player, -value, _whole(position, best), _equally_good(position, groups, value))


def _equally_good(position: _Position, groups: list[list[Division]], value: int) -> int | None:
    """How many divisions leave the defending player no more; None where they come to too much that is different."""
    if position.life_worth.is_linear:
        left = [[taken([each.ways], position.life_worth, position.life)[0] for each in found] for found in groups]
        return prod(each.count(min(each)) for each in left)
    sums = Counter[tuple[GroupWay, ...]]({(GroupWay(0, 0),): 1})
    for found in groups:
        after = Counter[tuple[GroupWay, ...]]()
        for (ways, number), (more, times) in product(sums.items(), Counter(each.ways for each in found).items()):
            after[undominated(one.plus(way) for one in ways for way in more)] += number * times
        if len(after) > MOST_SUMS:
            return None
        sums = after
    return sum(n for ways, n in sums.items() if taken([ways], position.life_worth, position.life)[0] == value)


def value_of_assignment(view: View, edition: Edition, worth: Worth, assignment: Mapping[str, Mapping[str, int]]) -> int | None:
    """What a legal assignment of the active player is worth, with the best that may follow; None: it wins.

    Raises as `best_assignment`.
    """
    position = _read(view, edition, worth)
    chosen = []
    for group in position.groups:
        mine = {whom: amount for whom, amount in assignment.get(group.fighters[0].id, {}).items() if amount}
        ways = list(_divided(position, group))
        chosen.append(next((each for each in ways if each.assigned == mine), ways[0]))
    for loss, left in enumerate(position.left):
        if left > 0 and sum(each.losses[loss] for each in chosen) >= left:
            return None
    return -taken([each.ways for each in chosen], position.life_worth, position.life)[0]


def best_orders(view: View, edition: Edition, worth: Worth) -> dict[str, tuple[str, ...]]:
    """The damage assignment orders, of those still to be announced, that leave the attacking player most.

    Raises as `best_assignment`.
    """
    position = _read(view, edition, worth)
    orders: dict[str, tuple[str, ...]] = {}
    for group in position.groups:
        attacker, *blockers = group.fighters
        if len(blockers) > 1 and attacker.id not in view.combat.orders:
            ways = [group._replace(order=order) for order in permutations(range(1, len(group.fighters)))]
            best = min(ways, key=lambda way: _left_by(position, way))
            orders[attacker.id] = tuple(group.fighters[number].id for number in best.order)
        for blocker in blockers:
            if edition.damage_orders == "every":
                orders[blocker.id] = (attacker.id,)
        if edition.damage_orders == "every" and len(blockers) == 1:
            orders[attacker.id] = (blockers[0].id,)
    return {creature: order for creature, order in orders.items() if creature not in view.combat.orders}


def _left_by(position: _Position, group: BlockedAttacker) -> int:
    """What the best division in a group leaves the defending player, who loses no life elsewhere."""
    ways = [way for each in _divided(position, group) for way in each.ways]
    return taken([ways], position.life_worth, position.life)[0] if ways else 0


class BlockedAttacker(NamedTuple):
    """An attacker and the creatures that block it now, in the order in which it damages them."""

    fighters: tuple[Fighter, ...]
    order: tuple[int, ...]
    blocked: bool


class _Position(NamedTuple):
    player: str
    defender: str
    life: int
    poison_left: int
    rules: DamageRules
    early: bool
    """The first of two steps is on."""
    groups: list[BlockedAttacker]
    life_worth: LifeWorth

    @property
    def left(self) -> tuple[int, int, int, int]:
        """Losses with which the defending player loses, in the order of `Division.losses`."""
        return self.life, self.life, self.poison_left, self.poison_left


def _read(view: View, edition: Edition, worth: Worth) -> _Position:
    combat, board = view.combat, view.board
    unknown = not_modelled(view, stage="damage")
    defenders = {attack.defending for attack in combat.attackers.values()}
    unknown += [
        f"{attacker} attacks {attack.target}, which isn't a player"
        for attacker, attack in combat.attackers.items()
        if attack.target not in board.players
    ]
    if len(defenders) > 1:
        unknown.append(f"several defending players: {', '.join(sorted(defenders))}")
    unknown += [f"{attacker} attacks in a band" for attacker in combat.attackers if len(combat.band_of(attacker)) > 1]
    unknown += [f"{blocker} blocks several" for blocker, whom in combat.blockers.items() if len(whom) > 1]
    if unknown:
        raise NotModelled(list(dict.fromkeys(unknown)))
    step = combat.damage
    if step is None or step.dealt:
        early, creatures = assigning_next(view, edition)
        now = set(creatures)
    else:
        early, now = step.first_strike, set(step.assigning)
    attackers = {id: view.permanents[id] for id in combat.attackers}
    blockers = {id: view.permanents[id] for id in combat.blockers if id in view.permanents}

    def fighter(id: str) -> Fighter:
        others = blockers if id in attackers else attackers
        read = read_fighter(view, view.permanents[id], others, worth)
        if early:
            return replace(read, early=id in now)
        return replace(read, early=False, late=id in now)

    groups = []
    for attacker in attackers:
        team = combat.blockers_of(attacker)
        ordered = [other for other in combat.orders.get(attacker, ()) if other in team]
        team = tuple(dict.fromkeys((*ordered, *team)))
        fighters = (fighter(attacker), *map(fighter, team))
        groups.append(BlockedAttacker(fighters, tuple(range(1, len(fighters))), attacker in combat.blocked))
    active = board.active
    assert active is not None, "a combat is somebody's"
    defender = next(iter(defenders), active)
    rules = damage_rules(edition)
    life, poison = board.life[defender], 10 - board.poison.get(defender, 0)
    life_worth = worth.life_worth(active) if isinstance(worth, Fitted) else LifeWorth()
    return _Position(active, defender, life, poison, rules, early, groups, life_worth)


def _divided(position: _Position, group: BlockedAttacker) -> Iterator[Division]:
    """Every division of the attacker's damage now, with the best of what may follow."""
    seen: set[tuple[tuple[int, int], ...]] = set()
    state = beginning(group.fighters)
    blows = strikes(group.fighters, state, early=position.early)
    for amounts, through in _ways(group, state, position.rules, blows[0]):
        key = tuple((number, amount) for number, amount in amounts if amount)
        if (*key, (0, through)) in seen:
            continue
        seen.add((*key, (0, through)))
        between, dealt_now = dealt(group.fighters, state, blows, amounts, through)
        steps = [(NO_DAMAGE, dealt_now)]
        if position.early:
            late = strikes(group.fighters, between, early=False)
            following = islice(_ways(group, between, position.rules, late[0]), MOST_DIVISIONS + 1)
            steps = [(dealt_now, dealt(group.fighters, between, late, *division)[1]) for division in following]
            if len(steps) > MOST_DIVISIONS:
                raise Undecided(f"more than {MOST_DIVISIONS:,} divisions of the damage of {group.fighters[0].id}")
        assigned = {group.fighters[number].id: amount for number, amount in key}
        if through:
            assigned[position.defender] = through
        losses = zip(*(losses_of(*both, position.rules) for both in steps), strict=True)
        yield Division(assigned, undominated(way_of(*both) for both in steps), tuple(map(max, losses)))


def _ways(group: BlockedAttacker, state: GroupState, rules: DamageRules, power: int) -> Iterator[GroupDivision]:
    """The divisions of an attacker's damage; one that was blocked and is no more assigns it only if it tramples."""
    if group.blocked and len(group.fighters) == 1:
        yield [], power if group.fighters[0].trample else 0
        return
    yield from divisions(group.fighters, state, group.order, rules, power)


def _whole(position: _Position, chosen: Iterable[Division]) -> Assignment:
    assigned: Mapping[str, dict[str, int]] = {
        group.fighters[0].id: each.assigned for group, each in zip(position.groups, chosen, strict=True) if each.assigned
    }
    return dict(assigned)
