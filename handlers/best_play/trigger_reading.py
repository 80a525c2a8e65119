"""Which abilities that trigger as blockers are declared stay within one group, as data for the search.

A closed list: events of one attacker and its blockers; and what changes power and toughness of one of them by so much (or for
each blocker), gives it keywords of damage, puts +1/+1 or −1/−1 counters on it, or changes life. All else is named, with its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from ...events import abilities as a
from ...events import filters as f
from ...events.model import parts_of
from ...projections.board import Permanent
from ..view.context import AnyHeld, Context
from ..view.view import View
from .fighters import NONE_COUNTED, BlockersCounted, BlockTrigger

GAINED = frozenset({"first strike", "double strike", "deathtouch", "lifelink", "trample", "indestructible"})
"""Keywords that can be gained before damage and that bear on it."""
WITHOUT_EFFECT = frozenset({"flying", "reach", "menace", "vigilance", "haste", "shadow", "fear", "intimidate", "skulk"})
"""Keywords that do nothing once blockers are declared."""
ATTACK_EVENTS = (a.Attacks, a.SomeAttack, a.IsAttacked, a.PlayerAttacksWith, a.PlayerAttacks, a.Exerts, a.Enlists)
"""What happens only as attackers are declared."""
BLOCK_EVENTS = (a.Blocks, a.BlocksCreature, a.BecomesBlocked, a.BecomesBlockedBy, a.BecomesBlockedByNumber, a.IsntBlocked)
"""What happens to one attacker, or to one of its blockers, as blockers are declared."""
STATIC = (f.HasType, f.HasColor, f.HasKeyword, f.ControlledBy, f.Players, f.Is, f.AllOf, f.AnyOf, f.Not)
"""Parts of filters whose answer doesn't depend on declarations."""

Creatures: TypeAlias = Mapping[str, Permanent]
SizeT = TypeVar("SizeT")
"""How much power or toughness is added: a number, or what it is counted by."""


class TriggerEffect(NamedTuple, Generic[SizeT]):
    """What an ability does to some creatures, and to life: that of its controller, and of that player's opponent."""

    whom: f.Filter | None = None
    """Whom it changes; None: nobody."""
    power: SizeT | None = None
    toughness: SizeT | None = None
    gains: tuple[str, ...] = ()
    own_life: int = 0
    other_life: int = 0
    defending: bool = False
    """Whether its controller's opponent is called the defending player."""
    counters: int = 0
    """How many of the points of power and toughness are +1/+1 counters (−1/−1 counters, if negative)."""


def effect_of(does: a.Instructions | None, size: Callable[[a.Quantity], SizeT | None]) -> TriggerEffect[SizeT] | None:
    """What an ability does; None: that isn't known to the search. `size` reads how much power or toughness is added."""
    if does is None or does.targets or does.modal:
        return None
    whole: TriggerEffect[SizeT] = TriggerEffect()
    for instruction in does.instructions:
        part = _effect(instruction, size)
        if part is None or (part.whom is not None and whole.whom not in (None, part.whom)):
            return None
        if (whole.power is not None or whole.toughness is not None) and (part.power is not None or part.toughness is not None):
            return None
        whole = TriggerEffect(
            part.whom or whole.whom,
            whole.power if part.power is None else part.power,
            whole.toughness if part.toughness is None else part.toughness,
            tuple(sorted({*whole.gains, *part.gains})),
            whole.own_life + part.own_life,
            whole.other_life + part.other_life,
            whole.defending or part.defending,
            whole.counters + part.counters,
        )
    return whole


def _effect(instruction: a.Instruction, size: Callable[[a.Quantity], SizeT | None]) -> TriggerEffect[SizeT] | None:
    match instruction:
        case a.OffBoard():
            return TriggerEffect()
        case a.Begins(abilities=(ability,)):
            return _begins(ability, size)
        case a.PutsCounters(permanents=whom, counter="+1/+1" | "-1/-1" as counter, number=int(number)):
            counters = number if counter == "+1/+1" else -number
            return TriggerEffect(whom, size(counters), size(counters), counters=counters)
        case a.ChangesLife(players=f.Players(who=who, where=None, of=None), gains=int(gains), loses=int(loses)):
            if who == "you":
                return TriggerEffect(own_life=gains - loses)
            if who in ("opponents", "others", "defending"):
                return TriggerEffect(other_life=gains - loses, defending=who == "defending")
    return None


def _begins(ability: a.Ability, size: Callable[[a.Quantity], SizeT | None]) -> TriggerEffect[SizeT] | None:
    match ability:
        case a.ChangesCharacteristics(permanents=whom, power=power, toughness=toughness) if only_sizes(ability):
            added = size(power), size(toughness)
            return None if added[0] is None or added[1] is None else TriggerEffect(whom, *added)
        case a.Grants(permanents=whom, abilities=granted, condition=None):
            words = {each.keyword if isinstance(each, a.KeywordAbility) else "" for each in granted}
            if words <= GAINED | WITHOUT_EFFECT:
                return TriggerEffect(whom, gains=tuple(sorted(words & GAINED)))
    return None


def only_sizes(ability: a.ChangesCharacteristics) -> bool:
    """Whether all that it does is to add to power and toughness."""
    return ability == a.ChangesCharacteristics(
        permanents=ability.permanents, power=ability.power, toughness=ability.toughness, text=ability.text
    )


def _counted(quantity: a.Quantity) -> BlockersCounted | None:
    """A number, or one for each creature that blocks the source."""
    match quantity:
        case int():
            return BlockersCounted(quantity)
        case f.CountOf(filter=filter) if _blocks_the_source(filter):
            return BlockersCounted(0, 1)
        case f.Scaled(quantity=f.CountOf(filter=filter), times=times, more=more) if _blocks_the_source(filter):
            return BlockersCounted(0, times, more)
    return None


def _blocks_the_source(filter: f.Filter) -> bool:
    blocking = f.InCombatWith(relation="blocking", other="source")
    if isinstance(filter, f.AllOf):
        return all(part in (blocking, f.HasType(type="Creature")) for part in filter.parts) and blocking in filter.parts
    return filter == blocking


def is_static(*filters: f.Filter | None, besides: tuple[f.Filter, ...] = ()) -> bool:
    """Whether what filters ask doesn't depend on declarations, but for these."""
    parts = (part for filter in filters for part in parts_of(filter))
    return all(isinstance(part, STATIC) or part in besides for part in parts)


class GroupTriggers:
    """The triggers of creatures in a block, and the texts of those that aren't known."""

    def __init__(self, view: View, attackers: Creatures, blockers: Creatures, defending: str) -> None:
        self.view, self.attackers, self.blockers, self.defending = view, attackers, blockers, defending
        self.of: dict[str, tuple[BlockTrigger, ...]] = {}
        """Creature → what triggers for it."""

    def take(self, held: AnyHeld) -> bool:
        """Take in what an ability does as blockers are declared; whether all of that is known."""
        ability = held.ability
        if (
            not isinstance(ability, a.Triggered)
            or ability.limit
            or ability.condition
            or ability.circumstances
            or len(self.view.board.players) != 2
        ):
            return False
        effect, found = effect_of(ability.does, _counted), list[tuple[str, BlockTrigger]]()
        if effect is None:
            return False
        for event in ability.events:
            if isinstance(event, ATTACK_EVENTS):
                continue
            if not isinstance(event, BLOCK_EVENTS):
                return False
            for creature, trigger in self._triggers(held, event, effect):
                if trigger is None:
                    return False
                found.append((creature, trigger))
        for creature, trigger in found:
            self.of[creature] = (*self.of.get(creature, ()), trigger)
        return True

    def _triggers(
        self, held: AnyHeld, event: a.TriggerEvent, effect: TriggerEffect[BlockersCounted]
    ) -> Iterator[tuple[str, BlockTrigger | None]]:
        """What triggers for which creature; None where that isn't known."""
        asked: tuple[f.Filter, ...] = (event.creatures,)  # type: ignore[union-attr]
        others: f.Filter | None = None
        own, opposite = self.attackers, self.blockers
        match event:
            case a.Blocks(alone=False):
                own, opposite = opposite, own
            case a.BlocksCreature(attackers=others):
                own, opposite = opposite, own
            case a.BecomesBlockedBy(blockers=others) | a.BecomesBlockedByNumber(blockers=others):
                pass
            case a.BecomesBlocked() | a.IsntBlocked(targets=None):
                pass
            case _:
                yield "", None
                return
        asked += (others,) if others is not None else ()
        if not is_static(*asked):
            yield "", None
            return
        pairs = isinstance(event, a.BlocksCreature | a.BecomesBlockedBy)
        for id in self._matching(held, asked[0], own):
            matching = None if others is None else tuple(sorted(self._matching(held, others, opposite, id)))
            if matching is not None and len(matching) == len(opposite):
                matching = None
            about = {"source": id if held.source == id else None, "subject": id, "other": "other" if pairs else None}
            to = id if effect.whom is None else about.get(effect.whom.role) if isinstance(effect.whom, f.Is) else None
            if to is None or (pairs and held.source != id) or not self._counts_its_own(held, id, effect):
                yield id, None
                return
            yield id, self._trigger(held, event, effect, matching, to)

    def _counts_its_own(self, held: AnyHeld, id: str, effect: TriggerEffect[BlockersCounted]) -> bool:
        """Whether what counts blockers counts those of an attacker that has the ability."""
        counts = any(each is not None and each.times for each in (effect.power, effect.toughness))
        return not counts or (held.source == id and id in self.attackers)

    def _trigger(
        self,
        held: AnyHeld,
        event: a.TriggerEvent,
        effect: TriggerEffect[BlockersCounted],
        others: tuple[str, ...] | None,
        to: str,
    ) -> BlockTrigger | None:
        by_attacker = held.context.you != self.defending
        lost = -effect.other_life if by_attacker else -effect.own_life
        linked = effect.own_life if by_attacker else effect.other_life
        if effect.defending and not by_attacker:
            return None
        if (by_attacker and lost < 0) or (not by_attacker and lost > 0):
            return None  # gains come before losses (603.3b), so that life is never less than in the end
        return BlockTrigger(
            by_attacker,
            others,
            isinstance(event, a.BlocksCreature | a.BecomesBlockedBy),
            to == "other",
            False,
            isinstance(event, a.IsntBlocked),
            event.minimum if isinstance(event, a.BecomesBlockedByNumber) else 1,
            event.maximum if isinstance(event, a.BecomesBlockedByNumber) else None,
            effect.power or NONE_COUNTED,
            effect.toughness or NONE_COUNTED,
            effect.gains,
            lost,
            linked,
            effect.counters,
        )

    def _matching(self, held: AnyHeld, filter: f.Filter, among: Creatures, subject: str | None = None) -> list[str]:
        def context(id: str) -> Context:
            return held.context._replace(subject=subject or id)

        return [id for id, each in among.items() if self.view.matches(filter, each, context(id))]

    @property
    def gained(self) -> frozenset[str]:
        """The keywords that they give."""
        return frozenset(word for triggers in self.of.values() for each in triggers for word in each.gains)
