"""Damage assignment orders, in the editions from 2009-07-11 to 2024-11-07.

Their rules had these numbers then: 509.2 for an attacker's blockers, 509.3 for the attackers that a creature blocks, 509.6 and
509.7 for the place of a creature that is made to block, or enters blocking.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ...events.declarations import DamageOrderAnnounced
from ...events.prose import said
from ...projections.combat import Combat
from ..attempt import Draft, Violated
from ..rulebook.concepts import Concept

Orders = Mapping[str, tuple[str, ...]]
OrdersKept = Literal["none", "several", "every"]
_LEAST_FACED = {"several": 2, "every": 1}
"""How many creatures one must face to have an order."""


def announce(draft: Draft, orders: Orders) -> None:
    """Orders are announced: attacker → its blockers, blocker → the attackers it blocks. Raises Violated."""
    combat = draft.state.combat
    concepts = [_concept(combat, creature) for creature in orders]
    wrong = [
        (concept, why)
        for concept, (creature, order) in zip(concepts, orders.items(), strict=True)
        for why in _wrong(combat, creature, order, draft.edition.damage_orders)
    ]
    draft.append(DamageOrderAnnounced(orders=dict(orders), concept=concepts[0] if concepts else Concept.BLOCK_ORDER_ATTACKER))
    if draft.edition.damage_orders == "none":
        raise Violated(Concept.BLOCK_ORDER_ATTACKER, ["no damage assignment order is announced under these rules"])
    if wrong:
        raise Violated(Concept(wrong[0][0]), [why for concept, why in wrong if concept == wrong[0][0]])


def all_announced(combat: Combat, kept: OrdersKept) -> bool:
    """Whether every creature that has an order in this edition has it announced."""
    return not missing_orders(combat, kept)


def missing_orders(combat: Combat, kept: OrdersKept) -> dict[str, tuple[str, ...]]:
    """The creatures whose order isn't announced, or not whole, each with the creatures that it has to list."""
    facing = {creature: _faced(combat, creature) for creature in (*combat.attackers, *combat.blockers)} if kept != "none" else {}
    return {
        creature: faced
        for creature, faced in facing.items()
        if len(faced) >= _LEAST_FACED[kept] and (creature not in combat.orders or _new(combat, creature))
    }


def _faced(combat: Combat, creature: str) -> tuple[str, ...]:
    """The creatures that an order has to list: those blocking it, or those it blocks."""
    return combat.blockers_of(creature) if creature in combat.attackers else combat.blockers.get(creature, ())


def _new(combat: Combat, creature: str) -> list[str]:
    """The creatures it faces that have no place in its order yet."""
    return [other for other in _faced(combat, creature) if other not in combat.orders.get(creature, ())]


def _concept(combat: Combat, creature: str) -> str:
    """The rule of a whole order (509.2, 509.3), or of a newcomer's place in one that stands (509.6, 509.7; until 2024-11-07)."""
    if creature in combat.orders:
        for newcomer in (creature, *_new(combat, creature)):
            if newcomer in combat.newcomers:
                return combat.newcomers[newcomer]
    return Concept.BLOCK_ORDER_ATTACKER if creature in combat.attackers else Concept.BLOCK_ORDER_BLOCKER


def _wrong(combat: Combat, creature: str, order: tuple[str, ...], kept: OrdersKept) -> list[str]:
    faced, stands = _faced(combat, creature), combat.orders.get(creature)
    if not faced:
        return [said("{} neither blocks nor is blocked by a creature", creature)]
    if len(faced) < _LEAST_FACED.get(kept, 1):
        return [said("{} faces one creature only: no order is announced", creature)]
    if stands is not None and not _new(combat, creature):
        return [said("the order of {} was announced already", creature)]
    missing = [other for other in faced if other not in order]
    strangers = [other for other in order if other not in faced]
    wrong: list[str] = [said("{} is missing in the order of {}", other, creature) for other in missing]
    wrong += [said("{} has no place in the order of {}", other, creature) for other in strangers]
    if len(set(order)) < len(order):
        wrong.append(said("the order of {} names a creature twice", creature))
    if not wrong and stands is not None and tuple(other for other in order if other in stands) != stands:
        wrong.append(said("the others keep their relative order in the order of {}: {}", creature, stands))
    return wrong
