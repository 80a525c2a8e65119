"""Combat damage by the words of the rules alone, for tests: which assignments are legal, and what comes of one.

It shares no code with the program. Everything is counted out: an assignment is looked at creature by creature and pair by
pair, and what it brings about is added up. Three eras are distinguished: `stack` (until 2009-07-10), `ordered` (damage assignment
orders, until 2024-11-07) and `free`. Nothing happens here between the two steps but what damage does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations, product
from typing import Literal

Era = Literal["stack", "ordered", "free"]
Assignment = dict[str, dict[str, int]]


@dataclass
class Creature:
    """A creature in combat, or one that has left it (`alive` is false)."""

    id: str
    controller: str
    power: int
    toughness: int
    keywords: frozenset[str] = frozenset()
    color: str = ""
    protected_from: str = ""
    """A color, or "creatures"."""
    toxic: int = 0
    marked: int = 0
    minus: int = 0
    """-1/-1 counters that damage put on it; they are in power and toughness."""
    attacks: str = ""
    """A player, or the planeswalker."""
    blocks: tuple[str, ...] = ()
    blocked: bool = False
    order: tuple[str, ...] = ()
    """Its damage assignment order, if one was announced; otherwise it may be any."""
    alive: bool = True
    deathtouched: bool = False

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    def strength(self) -> int:
        """How much it assigns (510.1a)."""
        return max(0, self.toughness if self.has("by toughness") else self.power)


@dataclass
class Combat:
    """A combat of two players after blockers were declared. `planeswalker` is the defending player's, with its loyalty."""

    era: Era
    active: str
    defending: str
    creatures: dict[str, Creature]
    life: dict[str, int]
    poison: dict[str, int]
    planeswalker: str = ""
    loyalty: int = 0
    step: int = 0
    """How many combat damage steps are done."""
    first_strikers: frozenset[str] | None = None
    """Who had first or double strike as the first of two steps began; None: there is one step only."""
    lost: list[str] = field(default_factory=list)


def _living(combat: Combat) -> list[Creature]:
    return [each for each in combat.creatures.values() if each.alive and (each.attacks or each.blocks)]


def _strikes_first(creature: Creature) -> bool:
    return creature.has("first strike") or creature.has("double strike")


def is_over(combat: Combat) -> bool:
    """Whether no combat damage step follows."""
    if combat.lost:
        return True
    return combat.step == 2 or (combat.step == 1 and combat.first_strikers is None)


def dealing(combat: Combat) -> list[Creature]:
    """Who deals damage in the step that comes (510.4)."""
    living = _living(combat)
    if combat.step == 0:
        first = [each for each in living if _strikes_first(each)]
        return first or living
    assert combat.first_strikers is not None
    return [each for each in living if each.id not in combat.first_strikers or each.has("double strike")]


def blockers_of(combat: Combat, attacker: Creature) -> list[str]:
    return [each.id for each in _living(combat) if attacker.id in each.blocks]


def recipients(combat: Combat, creature: Creature) -> list[str]:
    """All to whom it may assign damage in one way or another (510.1b–d, 702.19)."""
    if creature.blocks:
        return [each for each in creature.blocks if combat.creatures[each].alive]
    found = blockers_of(combat, creature) if creature.blocked else []
    tramples = creature.has("trample") or creature.has("trample over planeswalkers")
    if not creature.blocked or tramples or creature.has("as though unblocked"):
        over = creature.has("trample over planeswalkers")
        if creature.attacks == combat.planeswalker:
            there = combat.loyalty > 0
            found += [combat.planeswalker] if there else []
            if over and (not creature.blocked or tramples):
                found.append(combat.defending)
            elif not there:
                return found
        else:
            found.append(creature.attacks)
    return found


def _ways(amount: int, among: list[str]) -> Iterator[dict[str, int]]:
    if not among:
        return
    if len(among) == 1:
        yield {among[0]: amount} if amount else {}
        return
    for first in range(amount + 1):
        for rest in _ways(amount - first, among[1:]):
            yield ({among[0]: first} if first else {}) | rest


def ways(combat: Combat, creature: Creature) -> list[dict[str, int]]:
    """Every way in which it could divide its damage, before anything is said of lethal damage."""
    among = recipients(combat, creature)
    if creature.strength() == 0 or not among:
        return [{}]
    found = list(_ways(creature.strength(), among))
    return [*found, {}] if _may_pass(combat, creature) else found


def _may_pass(combat: Combat, creature: Creature) -> bool:
    """Whether it may assign nothing: it is blocked by nobody any more, and only may act as though it weren't blocked."""
    tramples = creature.has("trample") or creature.has("trample over planeswalkers")
    gone = creature.blocked and not blockers_of(combat, creature)
    return gone and creature.has("as though unblocked") and not tramples


def has_choice(combat: Combat, creature: Creature) -> bool:
    """Whether it could assign its damage to one or to another, so that it has to be named."""
    return creature.strength() > 0 and (len(recipients(combat, creature)) > 1 or _may_pass(combat, creature))


def chooser(combat: Combat, creature: Creature) -> str:
    """Who chooses how it assigns its damage (702.22j–k)."""
    if creature.blocks:
        return combat.active if _divided_by_banding(combat, creature) else combat.defending
    return combat.defending if _divided_by_banding(combat, creature) else combat.active


def _known_to(combat: Combat, creature: Creature, assigned: Assignment) -> Assignment:
    """What is assigned when its chooser's announcement is checked: the active player's is checked before the other's is made."""
    if chooser(combat, creature) == combat.defending:
        return assigned
    return {id: to for id, to in assigned.items() if chooser(combat, combat.creatures[id]) == combat.active}


def _lethal(combat: Combat, victim: str, assigned: Assignment) -> bool:
    """Whether all that is assigned to a creature in this step, with what is marked on it, is lethal damage."""
    creature = combat.creatures[victim]
    total = sum(to.get(victim, 0) for to in assigned.values())
    if creature.marked + total >= creature.toughness:
        return True
    if combat.era == "stack":
        return False
    return any(to.get(victim, 0) and combat.creatures[source].has("deathtouch") for source, to in assigned.items())


def _keeps_order(combat: Combat, creature: Creature, to: Mapping[str, int], assigned: Assignment) -> bool:
    if combat.era != "ordered" or _divided_by_banding(combat, creature):
        return True
    faced = creature.blocks or blockers_of(combat, creature)
    orders = [[each for each in creature.order if combat.creatures[each].alive]] if creature.order else permutations(faced)
    return any(
        all(_lethal(combat, before, assigned) for at, after in enumerate(order) if to.get(after, 0) for before in order[:at])
        for order in orders
    )


def _divided_by_banding(combat: Combat, creature: Creature) -> bool:
    others = (each for each in combat.creatures.values() if each.has("banding") and each.alive)
    return any(each.id in creature.blocks or creature.id in each.blocks for each in others)


def _spills(combat: Combat, creature: Creature, to: Mapping[str, int], assigned: Assignment) -> bool:
    """Whether what it assigns past its blockers obeys trample, or it needs none."""
    beyond = {each: amount for each, amount in to.items() if each not in combat.creatures and amount}
    if not beyond or creature.blocks:
        return True
    blockers = blockers_of(combat, creature)
    over = creature.has("trample over planeswalkers")
    if creature.blocked and creature.has("as though unblocked") and not any(to.get(each, 0) for each in blockers):
        blockers = []
    if blockers and not (creature.has("trample") or over):
        return False
    if not all(_lethal(combat, each, assigned) for each in blockers):
        return False
    if creature.attacks == combat.planeswalker and combat.defending in beyond and combat.loyalty > 0:
        at_it = sum(each.get(combat.planeswalker, 0) for each in assigned.values())
        return over and at_it >= combat.loyalty
    return True


def is_legal(combat: Combat, assigned: Assignment) -> bool:
    """Whether the assignment of the whole step obeys the rules; who has no choice may be left out."""
    whole = completed(combat, assigned)
    if whole is None:
        return False
    return all(whole[each.id] in ways(combat, each) for each in dealing(combat)) and _obeys(combat, whole)


def _obeys(combat: Combat, whole: Assignment) -> bool:
    """Whether an assignment that each could make alone obeys damage assignment orders and trample."""
    for id, to in whole.items():
        creature = combat.creatures[id]
        known = _known_to(combat, creature, whole)
        if not _keeps_order(combat, creature, to, known) or not _spills(combat, creature, to, known):
            return False
    return True


def completed(combat: Combat, assigned: Assignment) -> Assignment | None:
    """The assignment with those who were left out; None where somebody has a choice, or is none of those who deal."""
    dealers = {each.id: each for each in dealing(combat)}
    if set(assigned) - set(dealers):
        return None
    whole: Assignment = {}
    for id, creature in dealers.items():
        if id in assigned:
            whole[id] = {to: amount for to, amount in assigned[id].items() if amount}
        elif has_choice(combat, creature):
            return None
        else:
            whole[id] = ways(combat, creature)[0]
    return whole


def legal_assignments(combat: Combat) -> list[Assignment]:
    """All legal assignments of the step, by plain enumeration."""
    dealers = dealing(combat)
    found = []
    for chosen in product(*(ways(combat, each) for each in dealers)):
        assigned = {creature.id: to for creature, to in zip(dealers, chosen, strict=True)}
        if _obeys(combat, assigned):
            found.append(assigned)
    return found


# --- what comes of it --------------------------------------------------------------------------------------------------


@dataclass
class Result:
    """What a step brought about."""

    dealt: Assignment
    destroyed: set[str]
    lost: set[str]


def _prevented(source: Creature, victim: Creature) -> bool:
    return victim.protected_from == "creatures" or bool(victim.protected_from and victim.protected_from == source.color)


def deal(combat: Combat, assigned: Assignment) -> Result:
    """Deals what is assigned (a legal assignment) and performs state-based actions; the combat is changed."""
    whole = completed(combat, assigned)
    assert whole is not None
    if combat.step == 0:
        first = frozenset(each.id for each in _living(combat) if _strikes_first(each))
        combat.first_strikers = first or None
    dealt: Assignment = {}
    lost_life = dict.fromkeys(combat.life, 0)
    gained = dict.fromkeys(combat.life, 0)
    weakened: dict[str, int] = {}
    for source_id, to in whole.items():
        source = combat.creatures[source_id]
        for recipient, amount in to.items():
            if amount == 0:
                continue
            if recipient in combat.creatures:
                victim = combat.creatures[recipient]
                if _prevented(source, victim):
                    continue
                if source.has("wither") or source.has("infect"):
                    weakened[recipient] = weakened.get(recipient, 0) + amount
                else:
                    victim.marked += amount
                victim.deathtouched |= source.has("deathtouch") and combat.era != "stack"
            elif recipient == combat.planeswalker:
                combat.loyalty = max(0, combat.loyalty - amount)
            else:
                if source.has("infect"):
                    combat.poison[recipient] += amount
                else:
                    lost_life[recipient] += amount
                combat.poison[recipient] += source.toxic
            dealt.setdefault(source_id, {})[recipient] = amount
            if source.has("lifelink") and combat.era != "stack":
                gained[source.controller] += amount
    for id, number in weakened.items():
        victim = combat.creatures[id]
        victim.minus += number
        victim.power -= number
        victim.toughness -= number
    for player in combat.life:
        combat.life[player] += gained[player] - lost_life[player]
    walker = combat.planeswalker
    result = Result(dealt, _buried(combat), {each for each in combat.life if combat.life[each] <= 0 or combat.poison[each] >= 10})
    if combat.loyalty == 0 and any(walker in to for to in dealt.values()):
        result.destroyed.add(walker)
    combat.lost += sorted(result.lost)
    combat.step += 1
    return result


def _buried(combat: Combat) -> set[str]:
    """Creatures that die: toughness 0 or less, lethal damage, deathtouch (704.5f–h)."""
    found = set()
    for creature in combat.creatures.values():
        if not creature.alive:
            continue
        destroyed = creature.deathtouched or (creature.marked > 0 and creature.marked >= creature.toughness)
        if creature.toughness <= 0 or (destroyed and not creature.has("indestructible")):
            creature.alive = False
            found.add(creature.id)
        creature.deathtouched = False
    return found


def legal_announcements(combat: Combat) -> list[Assignment]:
    """All that the active player may announce, of every creature that this player chooses for."""
    mine = [each for each in dealing(combat) if chooser(combat, each) == combat.active]
    found = []
    for chosen in product(*(ways(combat, each) for each in mine)):
        assigned = {creature.id: to for creature, to in zip(mine, chosen, strict=True)}
        kept = (_keeps_order(combat, each, assigned[each.id], assigned) for each in mine)
        if all(kept) and all(_spills(combat, each, assigned[each.id], assigned) for each in mine):
            found.append(assigned)
    return found
