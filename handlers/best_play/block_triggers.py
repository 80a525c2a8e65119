"""What triggers within one group as blockers are declared, and how the group stands once that has resolved.

Bushido, flanking, rampage, afflict, frenzy, "whenever this creature blocks", "becomes blocked" and the like change the creatures
of one group, or life by so much: so a group is priced as any other, once what triggered in it has resolved.
The defending player's abilities resolve first (603.3b). Where the order of one player's own matters, the group isn't priced:
`NotModelled`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from ...events.errors import NotModelled
from .fighters import BlockTrigger, Fighter

MOST_ORDERED = 5
"""Abilities of one player whose orders are gone through, to see that they make no difference."""


class StandingGroup(NamedTuple):
    """A group after what triggered in it has resolved."""

    attacker: Fighter | None
    """None: it died."""
    blockers: tuple[Fighter, ...]
    """Those that live."""
    worth: int
    """Worth of the attacker if it died, less that of the blockers that died."""
    lost: int
    """Life that the defending player has lost, net."""
    linked: int = 0
    """Life that the attacking player has gained."""
    killed: bool = False
    """Whether a blocker died."""


class _Triggering(NamedTuple):
    """An ability that triggered: its creature's place in the group, whom it is about, the attacker being 0."""

    trigger: BlockTrigger
    about: int


def has_triggers(group: Iterable[Fighter]) -> bool:
    """Whether something may trigger in a group."""
    return any(each.triggers for each in group)


def standing(attacker: Fighter, blockers: Sequence[Fighter]) -> StandingGroup:
    """How a group stands once what triggered in it as blockers were declared has resolved. Raises NotModelled."""
    group = attacker, *blockers
    happened = list(triggering(group))
    state = _Resolution(group)
    for by_attacker in (False, True):
        state = _resolved(state, [each for each in happened if each.trigger.by_attacker is by_attacker])
    return state.outcome()


def triggering(group: Sequence[Fighter]) -> Iterator[_Triggering]:
    """What triggers as the first of these becomes blocked by the others; or isn't blocked, where there are none."""
    for place, creature in enumerate(group):
        others = range(1, len(group)) if place == 0 else (0,)
        for trigger in creature.triggers:
            if trigger.earlier or (trigger.unblocked and len(group) == 1):
                yield _Triggering(trigger, place)
            if trigger.earlier or trigger.unblocked:
                continue
            matching = [each for each in others if trigger.others is None or group[each].id in trigger.others]
            if trigger.each:
                yield from (_Triggering(trigger, other if trigger.to_other else place) for other in matching)
            elif len(group) > 1 and trigger.least <= len(matching) and (trigger.most is None or len(matching) <= trigger.most):
                yield _Triggering(trigger, place)


class _Resolution:
    """The creatures of a group while abilities resolve."""

    def __init__(self, group: Sequence[Fighter]) -> None:
        self.group = group
        self.power = [each.power for each in group]
        self.toughness = [each.toughness for each in group]
        self.alive = [True] * len(group)
        self.gains: list[tuple[str, ...]] = [()] * len(group)
        self.counters = [0] * len(group)
        self.lost = self.linked = 0

    def copy(self) -> _Resolution:
        """The same, to be changed."""
        other = _Resolution(self.group)
        other.power, other.toughness, other.alive = self.power[:], self.toughness[:], self.alive[:]
        other.gains, other.counters, other.lost, other.linked = self.gains[:], self.counters[:], self.lost, self.linked
        return other

    def resolve(self, ability: _Triggering) -> None:
        """One ability resolves; then creatures without toughness, or with lethal damage, die (704.5f–g)."""
        trigger, about = ability
        blocking = sum(self.alive[1:])
        self.power[about] += trigger.power.number(blocking)
        self.toughness[about] += trigger.toughness.number(blocking)
        self.gains[about] += trigger.gains
        self.counters[about] += trigger.counters
        self.lost += trigger.lost
        self.linked += trigger.linked
        creature, toughness = self.group[about], self.toughness[about]
        lasting = creature.indestructible or "indestructible" in self.gains[about]
        if toughness <= 0 or (0 < toughness <= creature.marked and not lasting):
            self.alive[about] = False

    def key(self) -> tuple[object, ...]:
        """What distinguishes it from others."""
        sizes = (self.power[n] if lives else 0 for n, lives in enumerate(self.alive))
        held = (self.toughness[n] if lives else 0 for n, lives in enumerate(self.alive))
        counters = (self.counters[n] if lives else 0 for n, lives in enumerate(self.alive))
        return tuple(sizes), tuple(held), tuple(counters), tuple(self.alive), tuple(self.gains), self.lost, self.linked

    def outcome(self) -> StandingGroup:
        """The creatures as they are now."""
        now = [self._changed(number) if lives else None for number, lives in enumerate(self.alive)]
        attacker, blockers = now[0], tuple(each for each in now[1:] if each is not None)
        # What counters add to those that live is theirs, and lost with them if they die of the damage.
        worth = sum((0 if then is None else then.worth) - each.worth for each, then in zip(self.group[1:], now[1:], strict=True))
        killed = not all(self.alive[1:])
        if attacker is None:
            return StandingGroup(None, blockers, worth + self.group[0].worth, self.lost, self.linked, killed)
        worth -= attacker.worth - self.group[0].worth
        if not blockers and len(self.group) > 1 and not attacker.trample:
            attacker = replace(attacker, power=min(0, attacker.power))  # it stays blocked (509.1h)
        return StandingGroup(attacker, blockers, worth, self.lost, self.linked, killed)

    def _changed(self, number: int) -> Fighter:
        sizes = self.power[number], self.toughness[number]
        return changed(self.group[number], *sizes, self.gains[number], self.counters[number])


@lru_cache(1 << 12)
def changed(creature: Fighter, power: int, toughness: int, gains: tuple[str, ...] = (), counters: int = 0) -> Fighter:
    """The creature with that power and toughness, with keywords that it gained, and nothing that triggers any more.

    `counters`: the +1/+1 counters among that (−1/−1 counters below 0).
    """
    if counters:
        wears = creature.wears[0] + counters, *creature.wears[1:]
        creature = replace(creature, worth=creature.worth_with(-counters), wears=wears)
    if not gains:
        if not creature.triggers and (power, toughness) == (creature.power, creature.toughness):
            return creature
        return replace(creature, power=power, toughness=toughness, triggers=())
    double = "double strike" in gains or (creature.early and creature.late)
    early = creature.early or double or "first strike" in gains
    return replace(
        creature,
        power=power,
        toughness=toughness,
        triggers=(),
        early=early,
        late=double or not early,
        trample=creature.trample or "trample" in gains,
        deathtouch=creature.deathtouch or "deathtouch" in gains,
        lifelink=creature.lifelink or "lifelink" in gains,
        indestructible=creature.indestructible or "indestructible" in gains,
    )


def _resolved(state: _Resolution, abilities: Sequence[_Triggering]) -> _Resolution:
    """The group after these abilities of one player have resolved."""
    if _order_is_the_same(state.group, abilities):
        for each in abilities:
            state.resolve(each)
        return state
    distinct = {tuple(order): order for order in permutations(abilities)} if len(abilities) <= MOST_ORDERED else {}
    found: dict[tuple[object, ...], _Resolution] = {}
    for order in distinct.values():
        after = state.copy()
        for each in order:
            after.resolve(each)
        found[after.key()] = after
    if len(found) != 1:
        raise NotModelled([f"{state.group[0].id}: the order of what triggers as it becomes blocked matters"])
    return next(iter(found.values()))


def _order_is_the_same(group: Sequence[Fighter], abilities: Sequence[_Triggering]) -> bool:
    """Whether abilities plainly do the same in any order: nothing dies of them, or each creature has only to suffer or to gain,
    and nothing counts the blockers that die."""
    weakened = {about for trigger, about in abilities if not trigger.toughness.grows}
    if not weakened:
        return True
    strengthened = {about for trigger, about in abilities if trigger.toughness.grows and trigger.toughness.number(1 << 10)}
    lasting = {about for trigger, about in abilities if "indestructible" in trigger.gains}
    counting = any(trigger.power.times or trigger.toughness.times for trigger, _ in abilities)
    return not (weakened & (strengthened | lasting)) and not counting
