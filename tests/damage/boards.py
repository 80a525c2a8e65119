"""Random combats as cases, beside the same combats as the reference sees them, and random assignments, legal or not."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from damage.reference import Assignment, Combat, Creature, Era, blockers_of, dealing, has_choice, ways

DAYS: dict[Era, str] = {"stack": "2009-06-30", "ordered": "2018-06-01", "free": "2026-01-16"}
TEXTS = {
    "by toughness": "This creature assigns combat damage equal to its toughness rather than its power.",
    "as though unblocked": "You may have this creature assign its combat damage as though it weren't blocked.",
}
KEYWORDS: dict[Era, tuple[str, ...]] = {
    "stack": ("first strike", "double strike", "trample", "deathtouch", "lifelink", "wither", "banding"),
    "ordered": (
        "first strike", "double strike", "trample", "deathtouch", "lifelink", "wither", "infect", "indestructible", "banding",
        "by toughness", "as though unblocked",
    ),
    "free": (
        "first strike", "double strike", "trample", "deathtouch", "lifelink", "wither", "infect", "indestructible", "banding",
        "by toughness", "as though unblocked", "trample over planeswalkers",
    ),
}  # fmt: skip
ANN, BOB = "Ann", "Bob"
COLORS = {"W": "white", "R": "red", "G": "green"}


@dataclass
class Board:
    """A combat, and the case that states it up to the damage."""

    combat: Combat
    battlefield: list[dict[str, Any]]
    steps: list[dict[str, Any]]
    life: dict[str, int]
    poison: dict[str, int]

    def case(self, *damage: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": "random",
            "rules": DAYS[self.combat.era],
            "players": [ANN, BOB],
            "life": self.life,
            "poison": self.poison,
            "battlefield": self.battlefield,
            "steps": [*self.steps, *damage],
        }


def _creature(random: Random, era: Era, id: str, controller: str) -> Creature:
    chosen = random.sample(KEYWORDS[era], random.choice((0, 0, 1, 1, 1, 2, 2, 3)))
    if "trample over planeswalkers" in chosen and random.random() < 0.5:
        chosen = [each for each in chosen if each != "trample"]
    toughness = random.randint(1, 5)
    blocker = controller == BOB
    return Creature(
        id=id,
        controller=controller,
        power=random.choice((0, 1, 1, 2, 2, 3, 3, 4, 5)),
        toughness=toughness,
        keywords=frozenset(chosen),
        color=random.choice(("W", "R", "G")),
        protected_from=random.choice(("", "", "", "", "W", "R", "creatures")) if blocker and random.random() < 0.4 else "",
        toxic=random.randint(1, 2) if era == "free" and random.random() < 0.1 else 0,
        marked=random.randint(1, toughness - 1) if toughness > 1 and random.random() < 0.2 else 0,
    )


def _text(creature: Creature, capacity: int) -> str:
    lines = [TEXTS.get(each, each.capitalize()) for each in sorted(creature.keywords)]
    if creature.toxic:
        lines.append(f"Toxic {creature.toxic}")
    if creature.protected_from:
        lines.append(f"Protection from {COLORS.get(creature.protected_from, 'creatures')}")
    if capacity > 1:
        lines.append("This creature can block any number of creatures.")
    return "\n".join(lines)


def board(seed: int, era: Era, *, attackers: int = 3, blockers: int = 3) -> Board:
    """A random combat after blockers were declared (and orders announced, in the era that has them)."""
    random = Random(f"{era} {seed}")
    mine = [_creature(random, era, f"a{n}", ANN) for n in range(1, random.randint(1, attackers) + 1)]
    theirs = [_creature(random, era, f"b{n}", BOB) for n in range(1, random.randint(0, blockers) + 1)]
    walker = "walker" if era != "stack" and random.random() < 0.3 else ""
    loyalty = random.randint(1, 5) if walker else 0
    capacity = {each.id: random.choice((1, 1, 2, 3)) for each in theirs}
    for each in mine:
        each.attacks = walker if walker and random.random() < 0.5 else BOB
    for each in theirs:
        if random.random() < 0.8:
            each.blocks = tuple(random.sample([a.id for a in mine], min(len(mine), capacity[each.id])))
            for attacker in mine:
                attacker.blocked |= attacker.id in each.blocks
    life = {ANN: random.choice((1, 3, 20)), BOB: random.choice((1, 2, 4, 20))}
    poison = {ANN: 0, BOB: random.choice((0, 0, 7, 9))} if era == "free" else {ANN: 0, BOB: 0}
    combat = Combat(era, ANN, BOB, {each.id: each for each in (*mine, *theirs)}, dict(life), dict(poison), walker, loyalty)
    battlefield: list[dict[str, Any]] = [
        {
            "id": each.id,
            "controller": each.controller,
            "types": ["Creature"],
            "colors": [each.color],
            "power": each.power,
            "toughness": each.toughness,
            "marked": each.marked,
            "text": _text(each, capacity.get(each.id, 1)),
        }
        for each in (*mine, *theirs)
    ]
    if walker:
        battlefield.append({"id": walker, "controller": BOB, "types": ["Planeswalker"], "loyalty": loyalty})
    steps: list[dict[str, Any]] = [
        {"attack": {each.id: each.attacks for each in mine}, "expect": "legal"},
        {"block": {each.id: list(each.blocks) for each in theirs if each.blocks}, "expect": "legal"},
    ]
    if era == "ordered":
        orders = {}
        for each in (*mine, *theirs):
            others = list(each.blocks) if each.blocks else blockers_of(combat, each)
            if len(others) > 1 and random.random() < 0.8:
                random.shuffle(others)
                each.order = tuple(others)
                orders[each.id] = others
        for mark in ("a", "b"):  # the active player announces first
            announced = {id: order for id, order in orders.items() if id.startswith(mark)}
            steps += [{"order": announced}] if announced else []
    random.shuffle(battlefield)
    return Board(combat, battlefield, steps, life, poison)


def assignment(random: Random, combat: Combat) -> Assignment:
    """A random assignment for the step: often legal, often with something wrong."""
    found: Assignment = {}
    everybody = [*combat.creatures, combat.active, combat.defending, *([combat.planeswalker] if combat.planeswalker else [])]
    for creature in dealing(combat):
        if not has_choice(combat, creature) and random.random() < 0.6:
            continue
        found[creature.id] = dict(random.choice(ways(combat, creature)))
    if random.random() < 0.35 and found:
        id = random.choice(list(found))
        to = found[id]
        match random.randrange(4):
            case 0 if to:
                to[random.choice(list(to))] += random.choice((1, 2))
            case 1 if to:
                to.pop(random.choice(list(to)))
            case 2:
                to[random.choice(everybody)] = 1
            case _:
                others = [each.id for each in combat.creatures.values() if each.id not in found and each.alive]
                if others:
                    other = combat.creatures[random.choice(others)]
                    found[other.id] = {random.choice(everybody): max(1, other.strength())}
    return found
