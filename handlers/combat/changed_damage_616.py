"""What becomes of damage that would be dealt, by effects that replace, redirect or prevent it (614–616).

Where several apply, the affected player, or the controller of the affected permanent, chooses one after the other (616.1). No
step asks for that choice: all orders are gone through, and one result of all of them is what happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from ...events import abilities as a
from ...events.damage import Damage
from ...events.errors import FactNotStated
from ...events.model import parts_of
from ...projections.board import Permanent
from ..rulebook.editions import Edition
from ..view.context import AbilityT, Context, Held
from ..view.protection_702_16 import is_protected
from ..view.view import View

_Ability = (
    a.CantDealDamage | a.ChangesDamage | a.RedirectsDamage | a.PreventsDamage | a.DamageCantBePrevented | a.PreventsNextDamage
)


_AbilityT = TypeVar("_AbilityT", bound=_Ability)


class _Outcome(NamedTuple):
    """To whom how much is dealt, which counters are removed, and how much shields of each sort prevented."""

    recipient: str
    amount: int
    removes: frozenset[tuple[str, str]]
    used: frozenset[tuple[Hashable, int]]


_Outcomes = frozenset[_Outcome]
_Applied = tuple[str, int | str]
"""An effect that was applied: of which kind, and which of them."""


class DamageOnItsWay(NamedTuple):
    """Damage that would be dealt, after some of the effects; `removes`: the counters that are removed, of what and of which kind
    (615.5). `applied`: those effects; `used`: shields among them, and how much each prevented."""

    recipient: str
    amount: int
    prevented: int = 0
    removes: frozenset[tuple[str, str]] = frozenset()
    applied: frozenset[_Applied] = frozenset()
    used: frozenset[tuple[str, int]] = frozenset()


_CHANGING = frozenset((a.CantDealDamage, a.ChangesDamage, a.RedirectsDamage, a.PreventsDamage))
"""Kinds of static abilities that change damage."""


class DamageChanges:
    """The effects that change damage that is dealt at one time. `used`: effect → how much its shield prevented."""

    def __init__(self, view: View, edition: Edition, combat: bool) -> None:
        self.view = view
        self.edition = edition
        self.combat = combat
        self.used: dict[str, int] = {}
        self._shields = list(_of_effects(view, a.PreventsNextDamage))
        self._sorts = {effect: _sort(view.board.effects[effect].effect.duration, held) for effect, held in self._shields}
        self._plain = not (self._shields or view.any_held(_CHANGING))

    def applied(self, source: Permanent, recipient: str, amount: int) -> DamageOnItsWay:
        """What becomes of damage that would be dealt, and how much of a shield is left (615.7).

        Raises FactNotStated where either depends on the order of effects."""
        way = DamageOnItsWay(recipient, amount)
        if self._plain and "protection" not in self.view.keywords(recipient) and not has_shield_counter(self.view, recipient):
            return way
        outcomes = self._outcomes(source, way, {})
        if len({outcome[:-1] for outcome in outcomes}) > 1:
            raise order_chosen(f"damage to {recipient} that several effects replace or prevent")
        if len(outcomes) > 1:
            raise order_chosen(
                f"damage to {recipient} of which a shield or another effect prevents more: what is left of the shield"
            )
        while (after := next(self._following(source, way), None)) is not None:
            way = after
        for effect, prevented in way.used:
            self.used[effect] = self.used.get(effect, 0) + prevented
        return way

    def check_whose_is_prevented(self, dealt: Sequence[Damage]) -> None:
        """615.7: of damage that is dealt at one time a player chooses which a shield prevents that doesn't suffice for all of it.

        Raises FactNotStated unless it makes no difference."""
        for effect, shield in self._shields:
            met = self._that_meets(shield, dealt) if effect in self.used else []
            if len(met) > 1 and any(each.dealt for each in met) and not self._are_alike(met):
                raise order_chosen(f"damage of several for which a shield doesn't suffice: {shield.text}")

    def _that_meets(self, shield: Held[a.PreventsNextDamage], dealt: Sequence[Damage]) -> list[Damage]:
        """The damage that a shield is about."""
        found = []
        for each in dealt:
            source = source_of(self.view, each.source)
            if source is not None and (each.dealt or each.prevented) and self._concerns(shield, source, each.recipient):
                found.append(each)
        return found

    def _are_alike(self, damage: Sequence[Damage]) -> bool:
        """Whether it is all the same which of this damage is prevented: all of it is dealt to one, by sources that make nothing
        else of it, and nothing asks which of them dealt it."""
        view = self.view
        if len({each.recipient for each in damage}) > 1:
            return False
        if len({(view.keywords(each.source) & _RESULTS, view.toxic_value(each.source)) for each in damage}) > 1:
            return False
        if any("commander" in view.board.designations.get(each.source, ()) for each in damage):
            return False  # damage of each is counted (704.6c)
        return not any(map(_asks_who_dealt, chain.from_iterable(parts_of(held.ability) for held in view.every_held())))

    def _outcomes(self, source: Permanent, way: DamageOnItsWay, known: dict[DamageOnItsWay, _Outcomes]) -> _Outcomes:
        """What all orders of the effects that are left lead to."""
        if way not in known:
            after = [self._outcomes(source, each, known) for each in self._following(source, way)]
            known[way] = _Outcomes().union(*after) if after else frozenset({self._outcome(way)})
        return known[way]

    def _outcome(self, way: DamageOnItsWay) -> _Outcome:
        used: Counter[Hashable] = Counter()
        for effect, prevented in way.used:
            used[self._sorts[effect]] += prevented
        return _Outcome(way.recipient, way.amount, way.removes, frozenset(used.items()))

    def _following(self, source: Permanent, way: DamageOnItsWay) -> Iterator[DamageOnItsWay]:
        """What each effect that may be applied next (616.1f), each but once (614.5), makes of the damage."""
        view, recipient, amount = self.view, way.recipient, way.amount

        def concerning(effects: Sequence[Held[_AbilityT]]) -> Iterator[tuple[_Applied, Held[_AbilityT]]]:
            for number, held in enumerate(effects):
                if (key := (held.ability.kind, number)) not in way.applied and self._concerns(held, source, recipient):
                    yield key, held

        if amount <= 0:  # 120.8
            return
        if any(concerning(view.held(a.CantDealDamage))):
            yield way._replace(amount=0)
            return
        for key, changing in concerning(view.held(a.ChangesDamage)):
            instead = max(0, amount * changing.ability.factor + changing.ability.more)
            yield way._replace(amount=instead, applied=way.applied | {key})
        for key, redirecting in concerning(view.held(a.RedirectsDamage)):
            yield way._replace(recipient=self._redirected(redirecting, recipient), applied=way.applied | {key})
        unpreventable = any(concerning(view.held(a.DamageCantBePrevented)))

        def prevented(key: _Applied, left: int, removes: str = "") -> DamageOnItsWay:
            left = amount if unpreventable else max(0, min(amount, left))
            removed = way.removes | {(recipient, removes)} if removes else way.removes
            less = way.prevented + amount - left
            return way._replace(amount=left, prevented=less, removes=removed, applied=way.applied | {key})

        protection, counter = ("protection", recipient), ("shield counter", recipient)
        if protection not in way.applied and is_protected(view, recipient, source):
            yield prevented(protection, 0)  # 702.16e
        if counter not in way.applied and has_shield_counter(view, recipient):
            yield prevented(counter, 0, "shield")  # 122.1c
        for number, preventing in concerning(view.held(a.PreventsDamage)):
            yield prevented(number, _left(view, preventing, amount), preventing.ability.removes)
        for number, shield in concerning([held for _, held in self._shields]):
            effect = self._shields[int(number[1])][0]
            there = shield.ability.amount - view.board.prevented.get(effect, 0) - self.used.get(effect, 0)
            after = prevented(number, amount - max(0, there))
            yield after._replace(used=way.used | {(effect, amount - after.amount)}) if after.amount < amount else after

    def _redirected(self, held: Held[a.RedirectsDamage], recipient: str) -> str:
        """To whom it is dealt instead; where there is nothing to redirect it to, the effect does nothing (614.9)."""
        view, to = self.view, held.ability.to
        meant = [each for each in (*view.board.players, *view.permanents) if view.is_dealt(to, each, held.context)]
        if len(meant) > 1:
            raise order_chosen(f"damage to {recipient} that is dealt to one of several instead")
        return meant[0] if meant and can_be_dealt_damage(view, self.edition, meant[0]) else recipient

    def _concerns(self, held: Held[_Ability], source: Permanent, recipient: str) -> bool:
        """Whether an ability is about such damage of that source to that recipient."""
        ability, view = held.ability, self.view
        return (
            (self.combat or not ability.combat)
            and not (self.combat and isinstance(ability, a.PreventsDamage) and ability.noncombat)
            and self._is_from(ability, source, held.context)
            and self._is_to(ability, recipient, held.context)
            and view.holds(ability.condition, held.context)
        )

    def _is_from(self, ability: _Ability, source: Permanent, context: Context) -> bool:
        """Where sources aren't specified and recipients are, sources at any distance are meant (801.13b)."""
        at_any = ability.recipients is not None and ability.sources == a.ANYTHING
        return at_any or self.view.matches(ability.sources, source, context)

    def _is_to(self, ability: _Ability, recipient: str, context: Context) -> bool:
        """Where neither is specified, both have to be within range (801.13b)."""
        if ability.recipients is None and ability.sources == a.ANYTHING and self.view.ranges:
            return self.view.reaches(recipient, context.you)
        return self.view.is_dealt(ability.recipients, recipient, context)


def _sort(duration: str | None, shield: Held[a.PreventsNextDamage]) -> Hashable:
    """What shields have in common that are about the same damage for the same time: only how much all have left matters."""
    return shield.ability.model_copy(update={"amount": 0, "text": ""}), shield.context, duration


_RESULTS = frozenset(("deathtouch", "infect", "lifelink", "wither"))
"""Keywords by which it matters whose damage is dealt (120.3)."""
_ASKING = (
    *(a.DealsDamage, a.IsDealtDamage, a.SomeDealDamage, a.SomeAreDealtDamage),
    *(a.DealtDamageBy, a.DealtDamageTo),
)


def _asks_who_dealt(part: Any) -> bool:
    if isinstance(part, a.NotModelledAbility):
        return not part.on or not {"damage", "noncombat damage"}.isdisjoint(part.on)
    return isinstance(part, _ASKING) or (isinstance(part, a.IsInState) and part.state.startswith("dealt "))


def source_of(view: View, id: str) -> Permanent | None:
    """The source of damage, as it is or most recently was (608.2h)."""
    board = view.board
    return view.permanents.get(id) or board.permanents.get(id) or board.last_known.get(id) or board.departed.get(id)


def has_shield_counter(view: View, recipient: str) -> bool:
    """122.1c: damage to it is prevented, and a shield counter is removed."""
    permanent = view.permanents.get(recipient)
    return permanent is not None and bool(permanent.counters) and permanent.counters.get("shield", 0) > 0


def can_be_dealt_damage(view: View, edition: Edition, recipient: str) -> bool:
    """Whether it is still there, and still something that damage is dealt to (120.1a; until 2009-07-10 310.4)."""
    if recipient in view.board.players:
        return True
    permanent = view.permanents.get(recipient)
    if permanent is None:
        return False
    if edition.noncreature_recipients == "dealt damage":
        return True
    return not permanent.types.isdisjoint(("Creature", "Planeswalker", "Battle"))


def _left(view: View, held: Held[a.PreventsDamage], amount: int) -> int:
    """How much of so much damage an effect doesn't prevent."""
    ability = held.ability
    if ability.all_but is not None:
        return min(amount, ability.all_but)
    if ability.half is not None:
        return amount - (amount + (ability.half == "up")) // 2
    return 0 if ability.amount is None else amount - view.quantity(ability.amount, held.context)


def order_chosen(what: str) -> FactNotStated:
    """A player chooses in which order effects apply (616.1), and it makes a difference."""
    return FactNotStated("damage", what, "damage for which the order of these effects makes no difference: a player chooses it")


def _of_effects(view: View, kind: type[AbilityT]) -> Iterator[tuple[str, Held[AbilityT]]]:
    """The abilities of one kind that effects have, with the id of the effect."""
    for effect, timed in view.board.effects.items():
        for ability in timed.effect.abilities:
            if isinstance(ability, kind):
                context = Context(timed.effect.source, timed.effect.controller)
                yield effect, Held(ability, context, None, timed.effect.text or ability.text, timed.timestamp)
