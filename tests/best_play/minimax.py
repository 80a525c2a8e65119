"""What a block is worth by plain minimax: every legal block, every order, every division in both steps, by the rules' words.

It stands on the reference of combat damage and shares no code with the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Literal

from best_play.triggers import Change, resolve, resolve_declarations
from damage.reference import Combat, Creature, Era, deal, is_over, legal_assignments

LOSES = -(10**6)
Block = dict[str, str]
"""Blocker → the attacker it blocks."""

KEYWORDS = (
    ("flying", 0.2),
    ("reach", 0.08),
    ("menace", 0.12),
    ("first strike", 0.15),
    ("double strike", 0.08),
    ("trample", 0.2),
    ("deathtouch", 0.15),
    ("lifelink", 0.15),
    ("wither", 0.06),
    ("infect", 0.05),
    ("indestructible", 0.06),
)


@dataclass
class Board:
    """Attackers, blockers, and the defending player's life and poison counters."""

    attackers: list[Creature]
    blockers: list[Creature]
    life: int
    poison: int
    era: Era
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Creature → what triggers for it (`triggers.py`)."""
    worth: Literal["flat", "one"] = "flat"
    """What creatures and life are worth."""
    attacking_life: int = 20
    """Of the attacking player: it decides what a point is worth that is gained."""

    def __repr__(self) -> str:
        def described(c: Creature) -> str:
            more = f" toxic {c.toxic}" * bool(c.toxic) + f" {c.color}" * bool(c.color)
            more += f" {self.texts.get(c.id, '')}"
            more += f" protection {c.protected_from}" * bool(c.protected_from) + f" marked {c.marked}" * bool(c.marked)
            return f"{c.id} {c.power}/{c.toughness} {', '.join(sorted(c.keywords))}{more}"

        sides = f"{[*map(described, self.attackers)]} against {[*map(described, self.blockers)]}"
        return f"{sides}, life {self.life}, poison {self.poison}, {self.era}"


def draw(random: Random, era: Era, most: int = 3, worth: Literal["flat", "one"] = "flat") -> Board:
    """A small board with the keywords of damage."""

    def creature(id: str, controller: str) -> Creature:
        keywords = {word for word, chance in KEYWORDS if random.random() < chance}
        if "double strike" in keywords:
            keywords.discard("first strike")
        toughness = random.randint(1, 5)
        return Creature(
            id,
            controller,
            random.randint(0 if random.random() < 0.2 else 1, 4),
            toughness,
            frozenset(keywords),
            color=random.choice(["", "", "R", "W"]),
            protected_from=random.choice(["", "", "", "", "", "", "R"]),
            toxic=random.choice([0] * 9 + [1]),
            marked=random.randint(0, toughness - 1) if random.random() < 0.1 else 0,
        )

    larger = [(3, 3), (3, 4), (4, 3), (4, 4)] if most > 3 else []
    n, m = random.choice([(1, 2), (2, 2), (2, 3), (1, 3), (3, 2), (2, 1), *larger])
    n, m = min(n, most), min(m, most)
    attackers = [creature(f"a{i}", "Ann") for i in range(n)]
    blockers = [creature(f"b{i}", "Bob") for i in range(m)]
    life, poison = random.choice([2, 4, 6, 9, 20]), random.choice([0, 0, 7, 9])
    attacking_life = random.choice([1, 3, 8, 20]) if worth == "one" else 20
    return Board(attackers, blockers, life, poison, era, worth=worth, attacking_life=attacking_life)


def can_block(blocker: Creature, attacker: Creature) -> bool:
    if attacker.has("flying") and not (blocker.has("flying") or blocker.has("reach")):
        return False
    return not attacker.protected_from or attacker.protected_from != blocker.color


def blocks(board: Board, attackers: Sequence[Creature]) -> Iterator[Block]:
    """Every legal block."""
    options = [[None, *(a.id for a in attackers if can_block(b, a))] for b in board.blockers]
    for chosen in product(*options):
        if all(not (a.has("menace") and chosen.count(a.id) == 1) for a in attackers):
            yield {b.id: a for b, a in zip(board.blockers, chosen, strict=True) if a is not None}


def value(board: Board, attackers: Sequence[Creature], block: Block, then: Change | None = None) -> int:
    """What the block is worth to the defending player; LOSES if the attacker can win. `then`: what is done before damage."""
    combat = Combat(board.era, "Ann", "Bob", {}, {"Ann": 10**6, "Bob": board.life}, {"Ann": -(10**6), "Bob": board.poison})
    for each in (*attackers, *board.blockers):
        combat.creatures[each.id] = copy(each)
    for attacker in attackers:
        combat.creatures[attacker.id].attacks = "Bob"
        combat.creatures[attacker.id].blocked = attacker.id in block.values()
    for blocker, attacker_id in block.items():
        combat.creatures[blocker].blocks = (attacker_id,)
    if board.texts:
        resolve_declarations(combat, board.texts)
        if combat.life["Bob"] <= 0:
            return LOSES
    if then is not None:
        resolve(combat, then)
    return min(_worst(ordered, board) for ordered in _orders(combat, block))


def copied(combat: Combat) -> Combat:
    """A combat that may be changed without this one; what a creature holds is replaced and never changed."""
    creatures = {id: copy(each) for id, each in combat.creatures.items()}
    return replace(combat, creatures=creatures, life={**combat.life}, poison={**combat.poison}, lost=[*combat.lost])


def _orders(combat: Combat, block: Block) -> Iterator[Combat]:
    """The attacking player announces an order of blockers for each attacker, where the rules have one."""
    teams = {a: [b for b in block if block[b] == a] for a in dict.fromkeys(block.values())}
    several = [a for a, team in teams.items() if len(team) > 1]
    if combat.era != "ordered" or not several:
        yield combat
        return
    for orders in product(*(permutations(teams[a]) for a in several)):
        ordered = copied(combat)
        for attacker, order in zip(several, orders, strict=True):
            ordered.creatures[attacker].order = order
        yield ordered


def _worst(combat: Combat, board: Board) -> int:
    if combat.lost:
        return LOSES
    if is_over(combat) or not any(c.alive and (c.attacks or c.blocks) for c in combat.creatures.values()):
        return _worth(combat, board)
    worst = None
    seen = set()
    for assigned in legal_assignments(combat):
        after = copied(combat)
        result = deal(after, assigned)
        if after.era == "stack":
            resolve_triggers(after, result.dealt)
        state = repr(after)
        if state not in seen:
            seen.add(state)
            found = _worst(after, board)
            worst = found if worst is None else min(worst, found)
            if worst == LOSES:
                return LOSES
    assert worst is not None, "some assignment is legal"
    return worst


def resolve_triggers(combat: Combat, dealt: dict[str, dict[str, int]]) -> None:
    """Deathtouch and lifelink as triggered abilities, which resolve after state-based actions were performed."""
    for source, to in dealt.items():
        creature = combat.creatures[source]
        for recipient, amount in to.items():
            victim = combat.creatures.get(recipient)
            if creature.has("deathtouch") and victim is not None and not victim.has("indestructible"):
                victim.alive = False
            if creature.has("lifelink") and not combat.lost:
                combat.life[creature.controller] += amount


def quarters(creature: Creature, counters: int = 0) -> int:
    """What a creature is worth by `one`, in quarters of a point of power, with so many −1/−1 counters."""
    power = max(0, max(0, creature.power) - counters)
    words = sum(creature.has(word) for word in ("first strike", "double strike", "deathtouch"))
    worth = 3 + power + creature.toughness - counters + words
    return round(4 * (worth + 2.5 * power * creature.has("flying") + power * creature.has("menace")))


def point_of_life(number: int) -> int:
    """What the so-manieth point of life is worth by `one`, in quarters of a point of power."""
    return round(4 * (Fraction(1, 2) + Fraction(12, number)))


def _worth_by_one(combat: Combat, board: Board) -> int:
    now, before = combat.life["Bob"], board.life
    total = sum(point_of_life(n) for n in range(before + 1, now + 1)) - sum(point_of_life(n) for n in range(now + 1, before + 1))
    total -= (combat.life["Ann"] - 10**6) * point_of_life(board.attacking_life + 1)
    for each in (*board.attackers, *board.blockers):
        if each.id in combat.creatures:
            left = combat.creatures[each.id]
            less = quarters(each) - (quarters(each, left.minus) if left.alive else 0)
            total += less if each.controller == "Ann" else -less
    return total


def _worth(combat: Combat, board: Board) -> int:
    if board.worth == "one":
        return _worth_by_one(combat, board)
    total = combat.life["Bob"] - board.life - (combat.life["Ann"] - 10**6)
    for each in (*board.attackers, *board.blockers):
        if each.id in combat.creatures and not combat.creatures[each.id].alive:
            total += (each.power + each.toughness) * (1 if each.controller == "Ann" else -1)
    return total


def best_block(board: Board, attackers: Sequence[Creature] | None = None) -> tuple[int, list[Block]]:
    """The value of the best block, and all blocks that have it."""
    attacking = board.attackers if attackers is None else attackers
    worths = [(value(board, attacking, block), block) for block in blocks(board, attacking)]
    top = max(worth for worth, _ in worths)
    return top, [block for worth, block in worths if worth == top]


def best_attack(board: Board) -> tuple[int, int]:
    """What the best attack is worth to the attacker at the best block (−LOSES for a win), and how many attacks are."""
    worths = []
    for mask in range(1 << len(board.attackers)):
        attackers = [a for number, a in enumerate(board.attackers) if mask >> number & 1]
        worths.append(-best_block(board, attackers)[0] if attackers else 0)
    return max(worths), worths.count(max(worths))
