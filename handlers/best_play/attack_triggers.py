"""What triggers as attackers are declared and changes them before blocks: exalted, battle cry, melee, "whenever this attacks".

What an attacker becomes depends on the attack. Attacks under which no creature becomes two different things make one *mode*:
within it, a block is worth the same against each (`attacks.py`), so that best attacks are found mode by mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...events import abilities as a
from ...events import filters as f
from ..legality.search.model import bits
from ..view.context import HeldTrigger
from ..view.view import View
from .block_triggers import changed
from .fighters import BlockTrigger, Fighter
from .position import Position
from .trigger_reading import ATTACK_EVENTS, effect_of, is_static

_ATTACKING = f.IsInState(state="attacking")


class AttackersCounted(NamedTuple):
    """`fixed` + `times` × the attackers among these (a mask) that attack."""

    fixed: int = 0
    times: int = 0
    counted: int = 0

    def number(self, attack: int) -> int:
        """The number in an attack, a mask."""
        return self.fixed + self.times * (self.counted & attack).bit_count()


class AttackTrigger(NamedTuple):
    """What triggers as these attack, for each that does, or (`once`) for all. Attackers are bits of masks."""

    subjects: int
    once: bool
    alone: bool
    company: Mapping[int, int]
    """Subject → those of whom so many others have to attack, too."""
    least: int
    affected: Mapping[int, int]
    """Subject → whom it changes."""
    power: AttackersCounted
    toughness: AttackersCounted
    gains: tuple[str, ...]
    lost: int
    """Life that the defending player loses."""
    linked: int
    """Life that the attacking player gains."""
    counters: int
    """The +1/+1 counters among what it adds."""

    def sets_off(self, attack: int) -> list[int]:
        """For which attackers it triggers."""
        if self.alone and attack & attack - 1:
            return []
        able = [n for n in bits(self.subjects & attack) if (self.company[n] & attack & ~(1 << n)).bit_count() >= self.least]
        return able[:1] if self.once else able


class Surge(NamedTuple):
    """What an attacker becomes by attacking."""

    power: int = 0
    toughness: int = 0
    gains: tuple[str, ...] = ()
    lost: int = 0
    linked: int = 0
    counters: int = 0

    def of(self, attacker: Fighter) -> Fighter:
        """The attacker as it is then. Life that changed, and what counters are worth, counts with its group."""
        now = changed(attacker, attacker.power + self.power, attacker.toughness + self.toughness, self.gains)
        counted = BlockTrigger(True, earlier=True, lost=self.lost, linked=self.linked, counters=self.counters)
        return replace(now, triggers=(*attacker.triggers, *([counted] if self.lost or self.linked or self.counters else [])))


class AttackTriggers:
    """What triggers as attackers are declared, and what that makes of them."""

    def __init__(self, view: View, attackers: Sequence[str], blockers: Sequence[str], attacking: str) -> None:
        self.view, self.attackers, self.blockers, self.attacking = view, attackers, blockers, attacking
        self.triggers: list[AttackTrigger] = []

    def take(self, held: HeldTrigger) -> bool:
        """Take in what an ability does as attackers are declared; whether all of that is known."""
        ability = held.ability
        events = [each for each in ability.events if isinstance(each, ATTACK_EVENTS)]
        if not events:
            return True
        effect = effect_of(ability.does, lambda quantity: self._counted(held, quantity))
        if effect is None or ability.limit or ability.condition or ability.circumstances or len(self.view.board.players) != 2:
            return False
        own = held.context.you == self.attacking
        lost = -effect.other_life if own else -effect.own_life
        linked = effect.own_life if own else effect.other_life
        power, toughness = effect.power or AttackersCounted(), effect.toughness or AttackersCounted()
        if toughness.fixed < 0 or toughness.times < 0 or (own and lost < 0) or (not own and (lost > 0 or effect.defending)):
            return False
        for event in events:
            match event:
                case a.Attacks(targets=None, maximum_others=None, apart=False):
                    creatures, others, once = event.creatures, event.others, False
                    alone, least = event.alone, event.minimum_others
                case a.PlayerAttacks(attacked=None, players=f.Players(who="you", where=None)) if own:
                    creatures, others, once = a.ANYTHING, a.ANYTHING, True
                    alone, least = False, 0
                case _:
                    return False
            if not is_static(creatures, besides=(_ATTACKING,)):
                return False
            subjects = self._matching(held, creatures)
            company = {n: self._matching(held, others, n) if least else 0 for n in bits(subjects)}
            affected = {n: self._affected(held, effect.whom, n) for n in bits(subjects)}
            if None in affected.values():
                return False
            known = {n: mask for n, mask in affected.items() if mask is not None}
            self.triggers.append(
                AttackTrigger(
                    *(subjects, once, alone, company, least, known, power, toughness, effect.gains, lost, linked, effect.counters)
                )
            )
        return True

    def _affected(self, held: HeldTrigger, whom: f.Filter | None, subject: int) -> int | None:
        """Which attackers it changes; None where that isn't known."""
        if whom is None:
            return 0
        if isinstance(whom, f.Is):
            ids = {"subject": self.attackers[subject], "source": held.source}
            if whom.role not in ids:
                return None
            return sum(1 << n for n, id in enumerate(self.attackers) if id == ids[whom.role])
        if not is_static(whom, besides=(_ATTACKING,)):
            return None
        permanents = self.view.permanents
        if any(self.view.matches(whom, permanents[id], held.context) for id in self.blockers):
            return None
        return self._matching(held, whom, subject)

    def _matching(self, held: HeldTrigger, filter: f.Filter, subject: int | None = None) -> int:
        found = 0
        for n, id in enumerate(self.attackers):
            context = held.context._replace(subject=id if subject is None else self.attackers[subject])
            found |= self.view.matches(filter, self.view.permanents[id], context) << n
        return found

    def _counted(self, held: HeldTrigger, quantity: a.Quantity) -> AttackersCounted | None:
        """A number, or one that counts attackers, or the players whom they attack: one."""
        match quantity:
            case int():
                return AttackersCounted(quantity)
            case f.PlayerCount(players=f.Players(who="attacked this combat", where=None)):
                return AttackersCounted(1)
            case f.CountOf(filter=filter) if is_static(filter, besides=(_ATTACKING,)) and _asks_to_attack(filter):
                return AttackersCounted(0, 1, self._matching(held, filter))
        return None

    def marks_of(self, attacker: int) -> tuple[object, ...]:
        """What distinguishes an attacker from others: each that sets something off is one of its own."""
        masks = [mask for each in self.triggers for mask in (*each.company.values(), *each.affected.values())]
        masks += [size.counted for each in self.triggers for size in (each.power, each.toughness)]
        own = any(each.subjects >> attacker & 1 for each in self.triggers)
        return (attacker if own else None, *(mask >> attacker & 1 for mask in masks))

    @property
    def gained(self) -> frozenset[str]:
        """The keywords that they give."""
        return frozenset(word for each in self.triggers for word in each.gains)

    @property
    def sized(self) -> bool:
        """Whether they change power or toughness."""
        return any((each.power, each.toughness) != (AttackersCounted(), AttackersCounted()) for each in self.triggers)

    def triggers_in(self, attack: Iterable[int]) -> bool:
        """Whether something triggers in an attack."""
        mask = sum(1 << n for n in attack)
        return any(each.sets_off(mask) for each in self.triggers)

    def surges(self, attack: Iterable[int]) -> dict[int, Surge]:
        """What each attacker of an attack becomes."""
        mask = sum(1 << n for n in attack)
        power, toughness = dict.fromkeys(bits(mask), 0), dict.fromkeys(bits(mask), 0)
        gains: dict[int, set[str]] = {n: set() for n in bits(mask)}
        lost, linked, counters = (dict.fromkeys(bits(mask), 0) for _ in range(3))
        for each in self.triggers:
            for subject in each.sets_off(mask):
                lost[subject] += each.lost
                linked[subject] += each.linked
                for n in bits(each.affected[subject] & mask):
                    power[n] += each.power.number(mask)
                    toughness[n] += each.toughness.number(mask)
                    counters[n] += each.counters
                    gains[n].update(each.gains)
        return {n: Surge(power[n], toughness[n], tuple(sorted(gains[n])), lost[n], linked[n], counters[n]) for n in power}

    def modes(self, position: Position, attacks: Iterable[frozenset[int]]) -> list[tuple[Position, list[frozenset[int]]]]:
        """The position of each mode, and the attacks in it."""
        if not self.triggers:
            return [(position, list(attacks))]
        modes: list[tuple[dict[int, Surge], list[frozenset[int]]]] = []
        for attack in attacks:
            surges = self.surges(attack)
            for known, alike in modes:
                if all(known.get(n, surge) == surge for n, surge in surges.items()):
                    known.update(surges)
                    alike.append(attack)
                    break
            else:
                modes.append((surges, [attack]))
        return [(_surged(position, known), alike) for known, alike in modes]


def _asks_to_attack(filter: f.Filter) -> bool:
    return filter == _ATTACKING or (isinstance(filter, f.AllOf) and any(map(_asks_to_attack, filter.parts)))


def _surged(position: Position, surges: Mapping[int, Surge]) -> Position:
    """The position in which attackers have become what they become; those of whom nothing is said don't attack."""
    attackers = tuple(surges[n].of(each) if n in surges else each for n, each in enumerate(position.attackers))
    return replace(position, attackers=attackers)
