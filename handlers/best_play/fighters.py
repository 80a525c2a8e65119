"""A creature in combat, as combat damage sees it: the numbers and abilities that decide what it does and what it suffers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple


class DamageRules(NamedTuple):
    """What of an edition decides how combat damage is divided and what it results in."""

    ordered: bool = False
    """Damage assignment orders bind division: nothing to a creature unless each before it is assigned lethal damage."""
    deathtouch: Literal["any damage is lethal", "any order", "trigger"] = "any damage is lethal"
    """How its damage is divided: any of it is lethal (702.2c); it only ignores orders; it is divided as any."""
    lifelink_is_result: bool = True
    """Life is gained as the damage is dealt (120.3f); else by a triggered ability, after state-based actions were checked."""

    @property
    def stacked(self) -> bool:
        """Whether damage waits on the stack once it is divided: where life is gained by a triggered ability (to 2009-07-10)."""
        return not self.lifelink_is_result


class BlockersCounted(NamedTuple):
    """`fixed` + `times` × (the blockers + `more`), where a sum below 0 counts as 0: "+2/+2 for each creature blocking it beyond
    the first" has `times` 2 and `more` −1."""

    fixed: int = 0
    times: int = 0
    more: int = 0

    def number(self, blocking: int) -> int:
        """The number where so many creatures block."""
        return self.fixed + self.times * max(0, blocking + self.more)

    @property
    def grows(self) -> bool:
        """Whether it is never below 0."""
        return self.fixed >= 0 and self.times >= 0


NONE_COUNTED = BlockersCounted()


class BlockTrigger(NamedTuple):
    """What triggers for a creature as blockers are declared, and changes it, or who fights it, or life, for this combat."""

    by_attacker: bool
    """Whether the attacking player controls the ability."""
    others: tuple[str, ...] | None = None
    """The creatures on the other side that set it off; None: any."""
    each: bool = False
    """It triggers for each of them, else once."""
    to_other: bool = False
    """It is about them, else about the creature itself."""
    earlier: bool = False
    """It has resolved before blocks: what it did to life counts with the group."""
    unblocked: bool = False
    """It triggers where nothing blocks the attacker, and then only."""
    least: int = 1
    most: int | None = None
    """How many of them it takes, where it triggers once."""
    power: BlockersCounted = NONE_COUNTED
    toughness: BlockersCounted = NONE_COUNTED
    gains: tuple[str, ...] = ()
    """Keywords that it gives."""
    lost: int = 0
    """Life that the defending player loses (gains, if negative)."""
    linked: int = 0
    """Life that the attacking player gains."""
    counters: int = 0
    """+1/+1 counters that it puts (−1/−1 counters, if negative): what they are worth beyond this combat."""

    def at_most(self, others: int) -> int:
        """How often it triggers at most, where there are so many creatures on the other side."""
        return others if self.each else 1


@dataclass(frozen=True, slots=True)
class Fighter:
    """A creature that attacks or blocks."""

    id: str
    power: int
    toughness: int
    worth: int
    early: bool = False
    """It deals damage in the first-strike step."""
    late: bool = True
    """It deals damage in the regular step."""
    trample: bool = False
    deathtouch: bool = False
    lifelink: bool = False
    wither: bool = False
    infect: bool = False
    toxic: int = 0
    indestructible: bool = False
    marked: int = 0
    """Damage marked on it already."""
    unharmed_by: frozenset[str] = field(default=frozenset())
    """The creatures whose damage to it is prevented (702.16e)."""
    triggers: tuple[BlockTrigger, ...] = ()
    """What triggers for it as blockers are declared."""
    wears: tuple[int, int, int] = (0, 0, 0)
    """What counters change of its worth: its power, what a point of that (above 0) is worth, and a point of toughness."""

    kind: tuple[object, ...] = field(init=False, repr=False, compare=False)
    """Two of the same kind can stand for each other, as far as damage goes."""
    plain: bool = field(init=False, repr=False, compare=False)
    """Whether there is a formula for it."""
    strikes: int = field(init=False, repr=False, compare=False)
    """The damage that it deals in a combat that it outlives: power, twice with double strike."""

    def __post_init__(self) -> None:
        kind = (
            self.power,
            self.toughness,
            self.worth,
            self.early,
            self.late,
            self.trample,
            self.deathtouch,
            self.lifelink,
            self.wither,
            self.infect,
            self.toxic,
            self.indestructible,
            self.marked,
            tuple(sorted(self.unharmed_by)),
            self.triggers,
            self.wears,
        )
        plain = (
            not (self.wither or self.infect or self.toxic or self.marked or self.unharmed_by or self.triggers)
            and self.toughness > 0
        )
        object.__setattr__(self, "kind", kind)
        object.__setattr__(self, "plain", plain)
        object.__setattr__(self, "strikes", max(0, self.power) * (self.early + self.late))

    def worth_with(self, counters: int) -> int:
        """What it is worth with so many −1/−1 counters, or +1/+1 counters below 0."""
        if not counters:
            return self.worth
        power, of_power, of_toughness = self.wears
        lost = max(0, power) - max(0, power - counters)
        return max(0, self.worth - of_power * lost - of_toughness * counters)


def in_kinds(creatures: Iterable[Fighter]) -> list[Fighter]:
    """The creatures, equal ones together, in an order that doesn't depend on that in which they are given."""
    return sorted(creatures, key=lambda each: str(each.kind))
