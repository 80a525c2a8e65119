"""The position that a block is chosen in: who fights, who may block whom, and what makes a block legal or lost.

A position is made of a formulation of the declaration (the one model of legality) by `reading.py`. Blockers and attackers
that can stand for each other are classes; sets of blockers are counted by class. All that ties creatures together lies within
the group of one attacker, but for the blockers themselves, life, limits on the number of blockers in all, and requirements,
which are counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import NamedTuple

from ..budget import Budget
from ..legality.search.model import bits
from .fighters import DamageRules, Fighter, in_kinds
from .life_worth import LifeWorth


class BlockLimit(NamedTuple):
    """Where any creature of `guard` blocks the attacker, `minimum` to `maximum` of `blockers` do. Masks of blockers."""

    blockers: int
    minimum: int
    maximum: int | None
    guard: int | None
    """None: it is asked whoever blocks."""

    def holds(self, team: int) -> bool:
        """Whether it holds where these block the attacker."""
        number = (team & self.blockers).bit_count()
        return (self.guard is not None and not team & self.guard) or (
            self.minimum <= number and (self.maximum is None or number <= self.maximum)
        )


class Cap(NamedTuple):
    """At most `maximum` of these blockers block any of these attackers. Masks."""

    blockers: int
    attackers: int
    maximum: int


class EveryAttack(Collection[frozenset[int]]):
    """Every attack, by the first of the attackers that can stand for each other: there may be too many to be listed."""

    def __init__(self, classes: Sequence[Sequence[int]]) -> None:
        self.classes = classes

    @property
    def count(self) -> int:
        """How many they are."""
        return prod(len(members) + 1 for members in self.classes)

    def __len__(self) -> int:
        return self.count  # what is too much for `len` is an OverflowError

    def __iter__(self) -> Iterator[frozenset[int]]:
        for numbers in product(*(range(len(members) + 1) for members in self.classes)):
            yield frozenset(who for members, n in zip(self.classes, numbers, strict=True) for who in members[:n])

    def __contains__(self, attack: object) -> bool:
        return isinstance(attack, frozenset) and attack == frozenset(
            who for members in self.classes for who in members[: len(attack.intersection(members))]
        )


@dataclass(frozen=True, slots=True)
class Position:
    """The attackers and the creatures that may block them."""

    attackers: tuple[Fighter, ...]
    blockers: tuple[Fighter, ...]
    life: int
    """Of the defending player."""
    defender: str
    """That player."""
    able: tuple[int, ...]
    """For each blocker the mask of the attackers that it may block."""
    rules: DamageRules = field(default_factory=DamageRules)
    poison_left: int = 10
    """Poison counters with which the defending player loses."""
    limits: dict[int, tuple[BlockLimit, ...]] = field(default_factory=dict)
    """By attacker."""
    caps: tuple[Cap, ...] = ()
    asks: dict[tuple[int, int], int] = field(default_factory=dict)
    """(blocker, attacker) → how many requirements are obeyed by that block alone."""
    draws: dict[int, tuple[BlockLimit, ...]] = field(default_factory=dict)
    """By attacker: requirements about how many of some creatures block it."""
    distinguished_by: tuple[object, ...] = ()
    """For each attacker, what else distinguishes it from others: what bears on whether it may attack."""
    settled: int = 0
    """How many requirements there are that every block obeys; they aren't among these."""
    most_obeyed: int = 0
    """How many of these requirements a legal block obeys at least, where that was found."""
    chumps: bool = True
    """Whether sets of blockers count that may lose a creature though the attacker need not be destroyed."""
    life_worth: LifeWorth = field(default_factory=LifeWorth)
    """What life is worth."""
    budget: Budget = field(default_factory=Budget, compare=False)
    """What searches may take."""

    def team_is_legal(self, attacker: int, team: int) -> bool:
        """Whether these creatures (a mask) may block the attacker together."""
        return all(limit.holds(team) for limit in self.limits.get(attacker, ()))

    def obeyed(self, attacker: int, team: int) -> int:
        """How many requirements are obeyed where these creatures (a mask) block the attacker."""
        number = sum(n for (blocker, whom), n in self.asks.items() if whom == attacker and team >> blocker & 1)
        return number + sum(draw.holds(team) for draw in self.draws.get(attacker, ()))

    def could_obey(self, who: frozenset[int]) -> int:
        """How many requirements a block of these attackers obeys at most."""
        asked = sum(max((self.asks.get((b, a), 0) for a in who), default=0) for b in range(len(self.blockers)))
        return asked + sum(len(self.draws.get(a, ())) for a in who)

    def teams(self, declaration: Mapping[str, Sequence[str]], who: Collection[int]) -> dict[int, int]:
        """Who blocks each of these attackers, as masks. Raises ValueError with a restriction that is disobeyed."""
        blockers = {b.id: number for number, b in enumerate(self.blockers)}
        attackers = {self.attackers[number].id: number for number in who}
        teams = dict.fromkeys(who, 0)
        for id, blocked in declaration.items():
            blocker, attacker = blockers.get(id), attackers.get(blocked[0]) if len(blocked) == 1 else None
            if blocker is None or attacker is None or not self.able[blocker] >> attacker & 1:
                raise ValueError(f"{id} can't block {', '.join(blocked)}")
            teams[attacker] |= 1 << blocker
        for attacker, team in teams.items():
            if team and not self.team_is_legal(attacker, team):
                raise ValueError(f"{self.attackers[attacker].id} can't be blocked so")
        for cap in self.caps:
            if sum((team & cap.blockers).bit_count() for a, team in teams.items() if cap.attackers >> a & 1) > cap.maximum:
                raise ValueError("more creatures block than may")
        return teams

    def numbers(self, attackers: Collection[str]) -> frozenset[int]:
        """The attackers of these ids, by their numbers."""
        return frozenset(number for number, each in enumerate(self.attackers) if each.id in attackers)

    def named(self, block: Mapping[int, Iterable[int]]) -> dict[str, tuple[str, ...]]:
        """A block as it is declared: blocker → the attacker. By their numbers it is attacker → blockers."""
        return {self.blockers[b].id: (self.attackers[a].id,) for a, team in block.items() for b in team}

    def teams_named(self, teams: Mapping[int, int]) -> dict[str, tuple[str, ...]]:
        """A block as it is declared, of masks, in the order of the blockers."""
        found = self.named({attacker: bits(team) for attacker, team in teams.items()})
        return {b.id: found[b.id] for b in self.blockers if b.id in found}

    def groups(self, declaration: Mapping[str, Sequence[str]]) -> list[tuple[Fighter, list[Fighter]]]:
        """Each attacker with the creatures that block it, equal ones together."""
        return [
            (attacker, in_kinds(b for b in self.blockers if attacker.id in declaration.get(b.id, ())))
            for attacker in self.attackers
        ]

    @property
    def triggering(self) -> bool:
        """Whether something may trigger as blockers are declared."""
        return any(each.triggers for each in (*self.attackers, *self.blockers))

    def most_dealt(self, attacker: int) -> int:
        """The most life or poison that may be lost to an attacker, with what its player gains by triggers."""
        a, number = self.attackers[attacker], len(self.blockers)
        triggers = [*a.triggers, *(each for b in self.blockers for each in b.triggers)]
        greater = sum(max(0, each.power.number(number)) * each.at_most(number) for each in triggers)
        strikes = 2 if (a.early and a.late) or any(each.gains for each in triggers) else 1
        changed = sum((max(0, each.lost) + max(0, each.linked)) * each.at_most(number) for each in triggers)
        return (max(0, a.power) + greater) * strikes + changed

    def _every_dealt(self) -> list[int]:
        """The same for each attacker."""
        return [*map(self.most_dealt, range(len(self.attackers)))] if self.triggering else [a.strikes for a in self.attackers]

    @property
    def most_gained(self) -> int:
        """The most life that the defending player may gain, with what the other one loses."""
        number = max(len(self.attackers), len(self.blockers))
        triggers = [each for creature in (*self.attackers, *self.blockers) for each in creature.triggers]
        greater = sum(max(0, each.power.number(number)) * each.at_most(number) for each in triggers)
        changed = sum((max(0, -each.lost) + max(0, -each.linked)) * each.at_most(number) for each in triggers)
        return 2 * (sum(max(0, b.power) for b in self.blockers) + greater) + changed

    @property
    def most_grown(self) -> int:
        """The most that counters of triggers change of what the creatures are worth."""
        number, every = max(len(self.attackers), len(self.blockers)), (*self.attackers, *self.blockers)
        counters = sum(abs(each.counters) * each.at_most(number) for creature in every for each in creature.triggers)
        return counters * max((sum(each.wears[1:]) for each in every), default=0)

    @property
    def losses_matter(self) -> bool:
        """Whether the defending player may lose: else no price, proof or set of blockers counts what that player loses."""
        dealt = self._every_dealt()
        poisoned = sum(most * a.infect + 2 * a.toxic for most, a in zip(dealt, self.attackers, strict=True))
        return sum(dealt) >= self.life or poisoned >= self.poison_left

    @property
    def slopes(self) -> tuple[int, ...]:
        """What a point of the defending player's life may be worth in this combat, in ascending order."""
        lost = sum(self._every_dealt())
        return self.life_worth.slopes(self.life, lost, self.most_gained)

    @property
    def least(self) -> int:
        """No block that keeps the player alive is worth less."""
        lost = sum(b.worth for b in self.blockers) + self.most_grown
        return -sum(self._every_dealt()) * (max(self.slopes) + self.life_worth.gained) - lost

    @property
    def most(self) -> int:
        """No block is worth more: all that all creatures can do."""
        destroyed = sum(max(0, a.worth) for a in self.attackers)
        if self.triggering:
            return destroyed + self.most_grown + self.most_gained * max(*self.slopes, self.life_worth.gained)
        return destroyed + self.life_worth.change(self.life, -sum(b.strikes for b in self.blockers if b.lifelink))

    @property
    def left(self) -> tuple[int, int, int, int]:
        """Losses that make the player lose: life after the first-strike step and after both, poison counters likewise."""
        return self.life, self.life, self.poison_left, self.poison_left

    def first_of_classes(self, who: frozenset[int]) -> frozenset[int]:
        """As many attackers of each class, but the first ones: they can stand for these."""
        return frozenset(a for members in self.classes_of_attackers() for a in members[: len(who.intersection(members))])

    def classes_of_attackers(self) -> list[list[int]]:
        """The attackers that can stand for each other, together."""

        def signature(attacker: int) -> tuple[object, ...]:
            bit = 1 << attacker
            return (
                self.attackers[attacker].kind,
                tuple(bool(able & bit) for able in self.able),
                self.limits.get(attacker, ()),
                self.draws.get(attacker, ()),
                tuple(self.asks.get((blocker, attacker), 0) for blocker in range(len(self.blockers))) if self.asks else (),
                tuple(bool(cap.attackers & bit) for cap in self.caps),
                self.distinguished_by[attacker] if self.distinguished_by else None,
                tuple(self.attackers[attacker].id in b.unharmed_by for b in self.blockers),
                _sets_off(self.attackers[attacker].id, self.blockers),
            )

        return _grouped([signature(attacker) for attacker in range(len(self.attackers))])

    def classes_of_blockers(self) -> list[list[int]]:
        """The blockers that can stand for each other, together."""
        masks = [limit.blockers for limits in self.limits.values() for limit in limits]
        masks += [limit.guard for limits in self.limits.values() for limit in limits if limit.guard is not None]
        masks += [draw.blockers for draws in self.draws.values() for draw in draws]
        masks += [cap.blockers for cap in self.caps]
        sets = tuple(dict.fromkeys(masks))

        def signature(blocker: int) -> tuple[object, ...]:
            return (
                self.blockers[blocker].kind,
                self.able[blocker],
                tuple(mask >> blocker & 1 for mask in sets),
                tuple(self.asks.get((blocker, attacker), 0) for attacker in range(len(self.attackers))) if self.asks else (),
                tuple(self.blockers[blocker].id in a.unharmed_by for a in self.attackers),
                _sets_off(self.blockers[blocker].id, self.attackers),
            )

        return _grouped([signature(blocker) for blocker in range(len(self.blockers))])


def _sets_off(id: str, others: Sequence[Fighter]) -> tuple[bool, ...]:
    """Which of the triggers of creatures on the other side a creature sets off."""
    return tuple(each.others is None or id in each.others for other in others for each in other.triggers)


def _grouped(signatures: Sequence[object]) -> list[list[int]]:
    groups: dict[object, list[int]] = {}
    for number, signature in enumerate(signatures):
        groups.setdefault(signature, []).append(number)
    return list(groups.values())
