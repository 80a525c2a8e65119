"""The blocks that a player may declare, formulated: what may block what, restrictions, requirements and costs."""

from __future__ import annotations

from collections.abc import Iterator

from ...events import abilities as a
from ...events.prose import said
from ...projections.board import Permanent
from ..budget import Budget
from ..rulebook.editions import Edition
from ..view.context import AnyHeld, Context, Held
from ..view.view import View
from .formulation import (
    CostHeld,
    Formulation,
    allow_only_alone,
    exempt,
    limit_declarations,
    obeyed_before,
    require_company,
    subjects,
)
from .search.model import Count, bits


def blockable(view: View, player: str) -> list[str]:
    """The attackers that a defending player's creatures may block: those whose defending player it is (509.1a, 506.4c)."""
    return [attacker for attacker, attack in view.combat.attackers.items() if attack.defending == player]


def why_not_block(view: View, permanent: Permanent, player: str, attacker: str | None) -> str | None:
    """Why the creature can't be chosen to block that attacker (509.1a); None if it can. Without an attacker: any at all."""
    if permanent.controller != player:
        return said("{} doesn't control {}", player, permanent.id)
    if "Creature" not in permanent.types:
        return said("{} isn't a creature", permanent.id)
    if "Battle" in permanent.types:
        return said("{} is a battle", permanent.id)
    if permanent.tapped and not any(
        held.ability.untapped and _blocks_as_though(view, held, permanent.id, attacker) for held in view.held(a.BlocksAsThough)
    ):
        return said("{} is tapped", permanent.id)
    return None


def _blocks_as_though(view: View, held: Held[a.BlocksAsThough], blocker: str, attacker: str | None) -> bool:
    ability = held.ability
    context = _block_context(view, held, blocker, attacker)
    return (
        view.matches(ability.blockers, view.permanents[blocker], context)
        and (attacker is None or view.matches(ability.attackers, view.permanents[attacker], context))
        and view.holds(ability.condition, context)
    )


def _block_context(view: View, held: AnyHeld, blocker: str | None, attacker: str | None) -> Context:
    attack = view.combat.attackers.get(attacker) if attacker is not None else None
    source, you = held.context.source, held.context.you
    return Context(source, you, blocker or attacker, attacker, blocker, attack.meant if attack else None)


def capacity(view: View, blocker: str, attackers: int) -> int:
    """How many attackers the creature can block at once: one, and what effects add."""
    total = 1
    for held in view.held(a.BlocksAdditional):
        ability = held.ability
        context = held.context._replace(subject=blocker, blocker=blocker)
        if view.matches(ability.blockers, view.permanents[blocker], context) and view.holds(ability.condition, context):
            if ability.number is None:
                return attackers
            total += view.quantity(ability.number, context)
    return min(total, attackers)


def formulate_blocks(view: View, edition: Edition, player: str, budget: Budget | None = None) -> Formulation:
    """The blocks that a defending player may declare; other players' attackers and blockers are ignored (802.4b).

    `budget`: see `Model`.
    """
    attackers = blockable(view, player)
    eligible = {
        id: permanent
        for id, permanent in view.permanents.items()
        if permanent.controller == player and why_not_block(view, permanent, player, None) is None
    }
    formulation = Formulation(view, player, "block", list(eligible), attackers, budget)
    for index, permanent in enumerate(eligible.values()):
        if permanent.tapped:
            formulation.model.allowed[index] = formulation.targets_where(
                lambda attacker: why_not_block(view, permanent, player, attacker) is None  # noqa: B023
            )
    _add_capacity(formulation)
    _forbid_blocks(formulation)
    _count_blockers(formulation)
    limit_declarations(formulation)
    require_company(formulation)
    allow_only_alone(formulation)
    _require_blocks(formulation, edition)
    _require_being_blocked(formulation)
    _charge_blocks(formulation)
    exempt(formulation, edition)
    return formulation


def _add_capacity(formulation: Formulation) -> None:
    """As `capacity`, of all units at once."""
    view, model = formulation.view, formulation.model
    for held in view.held(a.BlocksAdditional):
        ability = held.ability
        for index in bits(formulation.matching(ability.blockers, held.context, "subject", "blocker")):
            context = held.context._replace(subject=model.units[index], blocker=model.units[index])
            if view.holds(ability.condition, context):
                more = len(model.targets) if ability.number is None else view.quantity(ability.number, context)
                model.capacity[index] += more
    model.capacity[:] = [min(capacity, len(model.targets)) for capacity in model.capacity]


def _forbid_blocks(formulation: Formulation) -> None:
    view = formulation.view
    permissions = [held for held in view.held(a.BlocksAsThough) if held.ability.with_keyword or held.ability.attacker_without]

    def pretended(context: Context, unit: str, attacker: str) -> Context:
        applying = [held.ability for held in permissions if _blocks_as_though(view, held, unit, attacker)]
        return context._replace(
            with_keywords=frozenset((unit, p.with_keyword) for p in applying if p.with_keyword),
            without_keywords=frozenset((attacker, p.attacker_without) for p in applying if p.attacker_without),
        )

    for held in view.held(a.CantBlock):
        ability = held.ability
        if not permissions and _whomever(formulation, ability):
            formulation.forbid(held, _forbidden_to_block(formulation, held, ability))
            continue
        pairs: dict[int, int] = {}
        for attacker, index in _possible(formulation, held, ability.attackers):
            if not permissions:
                pairs[1 << index] = _blocks_meant(formulation, held, ability, attacker)
                continue

            def forbidden(unit: str, attacker: str = attacker, held: AnyHeld = held, ability: a.CantBlock = ability) -> bool:
                context = pretended(_block_context(view, held, unit, attacker), unit, attacker)
                if held.keyword and held.source == attacker and _pretended_away(held.keyword, attacker, context):
                    return False
                return (
                    view.matches(ability.attackers, view.permanents[attacker], context)
                    and view.matches(ability.blockers, view.permanents[unit], context)
                    and view.holds(ability.condition, context)
                )

            pairs[1 << index] = formulation.units_where(forbidden)
        formulation.forbid(held, pairs)
    formulation.close_forbidden()


def _whomever(formulation: Formulation, ability: a.CantBlock) -> bool:
    """Whether it forbids the same creatures to block, whichever of all attackers it is."""
    parts = [part for part in (ability.blockers, ability.condition) if part is not None]
    return ability.attackers == a.ANYTHING and all(
        formulation.view.reads(part).isdisjoint(("attacker", "defending")) for part in parts
    )


def _forbidden_to_block(formulation: Formulation, held: AnyHeld, ability: a.CantBlock) -> dict[int, int]:
    """All attackers, and the creatures that it forbids to block any."""
    if not formulation.model.targets:
        return {}
    return {formulation.model.every_target: _blocks_meant(formulation, held, ability, formulation.model.targets[0])}


def _possible(formulation: Formulation, held: AnyHeld, attackers: a.Filter) -> list[tuple[str, int]]:
    """The attackers that an ability may be about, with their numbers: its source alone, or all."""
    if isinstance(attackers, a.Is) and attackers.role == "source":
        index = formulation.target.get(held.source or "")
        return [] if index is None else [(formulation.model.targets[index], index)]
    return list(formulation.target.items())


def _blocks_meant(formulation: Formulation, held: AnyHeld, ability: a.CantBlock | a.BlockCost, attacker: str) -> int:
    """The units whose block of that attacker an ability is about."""
    view, filter, condition = formulation.view, ability.attackers, ability.condition
    context, permanent = _block_context(view, held, None, attacker), view.permanents[attacker]
    units = formulation.model.every_unit
    if filter is not None:
        units = formulation.where(
            units, filter, lambda context: view.matches(filter, permanent, context), context, "subject", "blocker"
        )
    if units:
        units &= formulation.matching(ability.blockers, context, "subject", "blocker")
    return formulation.where(units, condition, lambda context: view.holds(condition, context), context, "subject", "blocker")


def _pretended_away(keyword: str, attacker: str, context: Context) -> bool:
    return (attacker, keyword) in context.without_keywords or (
        keyword.endswith("walk") and (attacker, "landwalk") in context.without_keywords
    )


def attackers_meant(formulation: Formulation, held: AnyHeld, attackers: a.Filter) -> Iterator[tuple[str, int, Context]]:
    """The attackers that an ability is about, each with its mask, where the condition holds."""
    view = formulation.view
    for attacker, index in _possible(formulation, held, attackers):
        context = _block_context(view, held, None, attacker)
        if view.matches(attackers, view.permanents[attacker], context) and view.holds(held.ability.condition, context):
            yield attacker, 1 << index, context


def _count_blockers(formulation: Formulation) -> None:
    view, everyone = formulation.view, formulation.model.every_unit
    creatures = [p for p in view.permanents.values() if p.controller == formulation.player and "Creature" in p.types]
    for held in view.held(a.BlockerCount):
        ability = held.ability
        for attacker, bit, context in attackers_meant(formulation, held, ability.attackers):
            blockers = Count(everyone, bit)
            minimum = len(creatures) if ability.every else view.quantity(ability.minimum, context)
            maximum = None if ability.maximum is None else view.quantity(ability.maximum, context)
            if maximum is None:
                why = said("{} can't be blocked except by {minimum} or more creatures", attacker, minimum=minimum)
            else:
                why = said("{} can't be blocked by more than {creatures}", attacker, creatures=_creatures(maximum))
            formulation.restrict(held, why, blockers, minimum, maximum, blockers)


def _creatures(number: int) -> str:
    return "one creature" if number == 1 else f"{number} creatures"


def _require_blocks(formulation: Formulation, edition: Edition) -> None:
    view = formulation.view
    for held in view.held(a.MustBlock):
        ability = held.ability
        if ability.attackers is None:
            for unit in subjects(formulation, held, ability.blockers, "block"):
                if not obeyed_before(formulation, edition, ability, unit, lambda _: True):
                    formulation.require(held, said("{} blocks if able", unit), formulation.used(unit))
            continue
        for attacker, bit, context in attackers_meant(formulation, held, ability.attackers):
            for index in bits(formulation.matching(ability.blockers, context, "blocker")):
                unit = formulation.model.units[index]
                if formulation.model.allowed[index] & bit and not obeyed_before(
                    formulation,
                    edition,
                    ability,
                    unit,
                    lambda blocked: blocked == attacker,  # noqa: B023
                ):
                    formulation.require(held, said("{} blocks {} if able", unit, attacker), Count(1 << index, bit))


def _require_being_blocked(formulation: Formulation) -> None:
    view = formulation.view
    for held in view.held(a.MustBeBlocked):
        must = held.ability
        for attacker, bit, context in attackers_meant(formulation, held, must.attackers):
            blockers = formulation.matching(must.blockers, context, "blocker")
            why = said("{} must be blocked {by}if able", attacker, by=_by_how_many(must.minimum, must.maximum))
            formulation.require(held, why, Count(blockers, bit), must.minimum, must.maximum)


def _by_how_many(minimum: int, maximum: int | None) -> str:
    """By how many creatures, where that is said."""
    if maximum is None:
        return f"by {minimum} or more creatures " if minimum > 1 else ""
    return f"by exactly {minimum} " if minimum == maximum else f"by {minimum} to {maximum} creatures "


def _charge_blocks(formulation: Formulation) -> None:
    view = formulation.view
    for number, held in enumerate(view.held(a.BlockCost)):
        ability = held.ability
        charged = {attacker: _blocks_meant(formulation, held, ability, attacker) for attacker in formulation.target}
        for unit, index in formulation.unit.items():
            targets = sum(1 << formulation.target[attacker] for attacker, units in charged.items() if units >> index & 1)
            context = held.context._replace(subject=unit, blocker=unit, defending=formulation.player)
            formulation.charge(number, CostHeld(ability.cost, held, context, unit, None), index, targets)
