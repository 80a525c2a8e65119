"""What triggers as creatures attack and block, resolved in plain code that knows nothing of the program."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from damage.reference import Combat

Texts = dict[str, tuple[str, ...]]
Change = Callable[[Combat], None]


class Declared(NamedTuple):
    """A creature that was declared, and whom it fights."""

    id: str
    attacks: bool
    others: list[str]
    texts: Texts


def grows(id: str, power: int, toughness: int) -> Change:
    def change(combat: Combat) -> None:
        creature = combat.creatures[id]
        creature.power, creature.toughness = creature.power + power, creature.toughness + toughness

    return change


def has(id: str, *keywords: str) -> Change:
    def change(combat: Combat) -> None:
        creature = combat.creatures[id]
        creature.keywords = creature.keywords | frozenset(keywords)

    return change


def life(player: str, number: int) -> Change:
    def change(combat: Combat) -> None:
        combat.life[player] += number

    return change


def for_each_blocker(id: str, times: int, more: int) -> Change:
    def change(combat: Combat) -> None:
        number = max(0, sum(b.alive and id in b.blocks for b in combat.creatures.values()) + more)
        grows(id, times * number, times * number)(combat)

    return change


def blocked(change: Callable[[str], Change]) -> Callable[[Declared], list[Change]]:
    return lambda me: [change(me.id)] if me.attacks and me.others else []


def blocks(change: Callable[[str], Change]) -> Callable[[Declared], list[Change]]:
    return lambda me: [] if me.attacks else [change(me.id)]


def either(change: Callable[[str], Change]) -> Callable[[Declared], list[Change]]:
    return lambda me: [change(me.id)] if me.others else []


ON_BLOCKS: dict[str, Callable[[Declared], list[Change]]] = {
    "Bushido 1": either(lambda me: grows(me, 1, 1)),
    "Flanking": lambda me: [grows(b, -1, -1) for b in me.others if me.attacks and "Flanking" not in me.texts.get(b, ())],
    "Rampage 2": blocked(lambda me: for_each_blocker(me, 2, -1)),
    "Afflict 2": blocked(lambda me: life("Bob", -2)),
    "Frenzy 2": lambda me: [] if me.others else [grows(me.id, 2, 0)],
    "Whenever this creature becomes blocked, it gets +2/+2 until end of turn.": blocked(lambda me: grows(me, 2, 2)),
    "Whenever this creature becomes blocked, it gets +1/+1 until end of turn for each creature blocking it.": blocked(
        lambda me: for_each_blocker(me, 1, 0)
    ),
    "Whenever this creature blocks, it gets +0/+2 until end of turn.": blocks(lambda me: grows(me, 0, 2)),
    "Whenever this creature blocks, it gets +2/-1 until end of turn.": blocks(lambda me: grows(me, 2, -1)),
    "Whenever this creature blocks a creature, that creature gets -2/-0 until end of turn.": lambda me: (
        [] if me.attacks else [grows(me.others[0], -2, 0)]
    ),
    "Whenever this creature blocks or becomes blocked, it gains first strike until end of turn.": either(
        lambda me: has(me, "first strike")
    ),
    "Whenever this creature becomes blocked, it gains trample and lifelink until end of turn.": blocked(
        lambda me: has(me, "trample", "lifelink")
    ),
    "Whenever this creature blocks, you gain 1 life.": blocks(lambda me: life("Bob", 1)),
    "Whenever this creature becomes blocked, you gain 2 life.": blocked(lambda me: life("Ann", 2)),
}
"""Text → what triggers as blockers are declared."""

ON_ATTACKS: dict[str, Callable[[str, list[str]], list[Change]]] = {
    "Exalted": lambda me, attackers: [grows(attackers[0], 1, 1)] if len(attackers) == 1 else [],
    "Battle cry": lambda me, attackers: [grows(a, 1, 0) for a in attackers if a != me and me in attackers],
    "Melee": lambda me, attackers: [grows(me, 1, 1)] if me in attackers else [],
    "Whenever this creature attacks, it gets +1/+0 until end of turn for each other attacking creature.": lambda me, attackers: (
        [grows(me, len(attackers) - 1, 0)] if me in attackers else []
    ),
    "Whenever this creature attacks, each opponent loses 1 life.": lambda me, attackers: (
        [life("Bob", -1)] if me in attackers else []
    ),
}
"""Text of a creature that may attack → what triggers as these attack."""


def drawn(random: Random, attackers: list[str], blockers: list[str], *, attacking: bool) -> Texts:
    """Up to three texts; those of attacks only where it is asked which attack is best."""
    texts: Texts = {}
    for _ in range(random.randint(1, 3)):
        creature = random.choice([*attackers, *blockers])
        pool = [*ON_BLOCKS, *(ON_ATTACKS if attacking and creature in attackers else ())]
        texts[creature] = (*texts.get(creature, ()), random.choice(pool))
    return texts


def resolve_declarations(combat: Combat, texts: Texts) -> None:
    """All that triggered resolves: on attacks first; then on blocks, the defending player's first (603.3b)."""
    creatures = combat.creatures
    attackers = [each.id for each in creatures.values() if each.attacks]
    at_home = [id for id in texts if id.startswith("a") and id not in attackers]
    for id in (*attackers, *at_home):
        for text in texts.get(id, ()):
            for change in ON_ATTACKS[text](id, attackers) if text in ON_ATTACKS and attackers else []:
                change(combat)
    found: dict[bool, list[Change]] = {False: [], True: []}
    for each in creatures.values():
        others = [b.id for b in creatures.values() if each.id in b.blocks] if each.attacks else list(each.blocks)
        for text in texts.get(each.id, ()):
            if text in ON_BLOCKS and (each.attacks or each.blocks):
                found[bool(each.attacks)] += ON_BLOCKS[text](Declared(each.id, bool(each.attacks), others, texts))
    for change in (*found[False], *found[True]):
        resolve(combat, change)


def resolve(combat: Combat, change: Change) -> None:
    """Something resolves, and what is left without toughness, or with lethal damage, dies (704.5f–g)."""
    change(combat)
    for each in combat.creatures.values():
        if each.toughness <= 0 or (each.marked >= each.toughness and not each.has("indestructible")):
            each.alive = False
