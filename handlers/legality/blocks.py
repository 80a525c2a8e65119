"""The blocks that a player may declare, formulated: what may block what, restrictions, requirements and costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...events import abilities as a
from ...events.filters import is_anything
from ...events.prose import said
from ...projections.board import Permanent
from ..budget import Budget
from ..rulebook.editions import Edition
from ..view.context import AnyHeld, Context, Held
from ..view.reading import reading
from ..view.view import View
from .formulation import (
    CostHeld,
    DeclarationRole,
    Formulation,
    allow_only_alone,
    declared_before,
    exempt,
    limit_declarations,
    require_company,
    subjects,
)
from .search.model import Count, bits


def blockable(view: View, player: str) -> list[str]:
    """The attackers that a defending player's creatures may block: those whose defending player it is (509.1a, 506.4c), or a
    teammate, where turns are shared (805.10d)."""
    side = view.board.side(player)
    return [attacker for attacker, attack in view.combat.attackers.items() if attack.defending in side]


def why_not_block(view: View, permanent: Permanent, player: str, attacker: str | None) -> str | None:
    """Why the creature can't be chosen to block that attacker (509.1a); None if it can. Without an attacker: any at all."""
    if permanent.controller not in (side := view.board.side(player)):
        return said("none of {} controls {}" if len(side) > 1 else "{} doesn't control {}", side or player, permanent.id)
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
        and (attacker is None or view.may_be_about(ability.attackers, view.permanents[attacker], context))
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

    `budget`: what searches in them may take together.
    """
    attackers = blockable(view, player)
    side = view.board.side(player)
    eligible = {
        id: permanent
        for id, permanent in view.permanents.items()
        if permanent.controller in side and why_not_block(view, permanent, player, None) is None
    }
    formulation = Formulation(view, edition, player, "block", list(eligible), attackers, budget)
    for index, permanent in enumerate(eligible.values()):
        if permanent.tapped:
            formulation.model.allowed[index] = formulation.targets_where(
                lambda attacker: why_not_block(view, permanent, player, attacker) is None  # noqa: B023
            )
    for kind, formulate in _FORMULATED.items():
        if every := view.by_kind.get(kind):
            formulate(formulation, every)
    exempt(formulation)
    return formulation


def _add_capacity(formulation: Formulation, every: list[Held[a.BlocksAdditional]]) -> None:
    """Let units block more attackers at once: as `capacity`, of all units."""
    view, model = formulation.view, formulation.model
    for held in every:
        ability = held.ability
        for index in bits(formulation.matching(ability.blockers, held.context, "subject", "blocker")):
            context = held.context._replace(subject=model.units[index], blocker=model.units[index])
            if view.holds(ability.condition, context):
                more = len(model.targets) if ability.number is None else view.quantity(ability.number, context)
                model.capacity[index] = min(model.capacity[index] + more, len(model.targets))


def _forbid_blocks(formulation: Formulation, every: list[Held[a.CantBlock]]) -> None:
    view = formulation.view
    permissions = [held for held in view.held(a.BlocksAsThough) if held.ability.with_keyword or held.ability.attacker_without]
    for held in every:
        if permissions:
            pairs = _forbidden_unless_permitted(formulation, held, permissions)
        elif _whomever(held.ability):
            pairs = _forbidden_to_block(formulation, held)
        else:
            pairs = {
                1 << index: _blocks_meant(formulation, held, held.ability, attacker)
                for attacker, index in _possible(formulation, held, held.ability.attackers)
            }
        formulation.forbid(held, pairs)
    formulation.close_forbidden()


def _forbidden_unless_permitted(
    formulation: Formulation, held: Held[a.CantBlock], permissions: list[Held[a.BlocksAsThough]]
) -> dict[int, int]:
    """Each attacker, and the creatures that it forbids to block it, as though those had, or it hadn't, what effects say."""
    view, ability = formulation.view, held.ability

    def pretended(context: Context, unit: str, attacker: str) -> Context:
        applying = [held.ability for held in permissions if _blocks_as_though(view, held, unit, attacker)]
        return context._replace(
            with_keywords=frozenset((unit, p.with_keyword) for p in applying if p.with_keyword),
            without_keywords=frozenset((attacker, p.attacker_without) for p in applying if p.attacker_without),
        )

    def forbidden(unit: str, attacker: str) -> bool:
        context = pretended(_block_context(view, held, unit, attacker), unit, attacker)
        if held.keyword and held.source == attacker and _pretended_away(held.keyword, attacker, context):
            return False
        return (
            view.may_be_about(ability.attackers, view.permanents[attacker], context)
            and _may_be_about(view, ability, view.permanents[unit], context)
            and view.holds(ability.condition, context._replace(subject=attacker) if _is_about_attackers(ability) else context)
        )

    return {
        1 << index: formulation.units_where(lambda unit: forbidden(unit, attacker))  # noqa: B023
        for attacker, index in _possible(formulation, held, ability.attackers)
    }


def _whomever(ability: a.CantBlock) -> bool:
    """Whether it forbids the same creatures to block, whichever of all attackers it is."""
    if not is_anything(ability.attackers):
        return False
    parts = [part for part in (ability.blockers, ability.condition) if part is not None]
    return all(reading(part).fields.isdisjoint(("attacker", "defending")) for part in parts)


def _forbidden_to_block(formulation: Formulation, held: Held[a.CantBlock]) -> dict[int, int]:
    """All attackers, and the creatures that it forbids to block any."""
    if not formulation.model.targets:
        return {}
    return {formulation.model.every_target: _blocks_meant(formulation, held, held.ability, formulation.model.targets[0])}


def _possible(formulation: Formulation, held: AnyHeld, attackers: a.Filter | None) -> list[tuple[str, int]]:
    """The attackers that an ability may be about, with their numbers: its source alone, or all."""
    if not _is_source(attackers):
        return list(formulation.target.items())
    index = formulation.target.get(held.source or "")
    return [] if index is None else [(formulation.model.targets[index], index)]


def _is_source(filter: a.Filter | None) -> bool:
    return isinstance(filter, a.Is) and filter.role == "source"


def _blocks_meant(formulation: Formulation, held: AnyHeld, ability: a.CantBlock | a.BlockCost, attacker: str) -> int:
    """The units that an ability is about if they block that attacker, which is one of those it may be about (`_possible`)."""
    view, filter, condition = formulation.view, ability.attackers, ability.condition
    context = _block_context(view, held, None, attacker)
    units = formulation.model.every_unit
    if filter is not None and not _is_source(filter):
        permanent = view.permanents[attacker]
        units = formulation.where(
            units, filter, lambda context: view.may_be_about(filter, permanent, context), context, "subject", "blocker"
        )
    if units and not _is_about_attackers(ability):
        units &= formulation.matching(ability.blockers, context, "subject", "blocker")
    roles: tuple[DeclarationRole, ...] = ("blocker",) if _is_about_attackers(ability) else ("subject", "blocker")
    return formulation.where(units, condition, lambda context: view.holds(condition, context), context, *roles)


def _is_about_attackers(ability: a.CantBlock | a.BlockCost) -> bool:
    """Whether an ability speaks of attackers: "… can't be blocked" is about these, and not about blockers, however far away."""
    return is_anything(ability.blockers) and not (ability.attackers is None or is_anything(ability.attackers))


def _may_be_about(view: View, ability: a.CantBlock, blocker: Permanent, context: Context) -> bool:
    return _is_about_attackers(ability) or view.matches(ability.blockers, blocker, context)


def _pretended_away(keyword: str, attacker: str, context: Context) -> bool:
    return (attacker, keyword) in context.without_keywords or (
        keyword.endswith("walk") and (attacker, "landwalk") in context.without_keywords
    )


def attackers_meant(formulation: Formulation, held: AnyHeld, attackers: a.Filter) -> list[tuple[str, int, Context]]:
    """The attackers that an ability is about, where its condition holds: each with its mask, and the context of blocking it."""
    view, found = formulation.view, []
    for attacker, index in _possible(formulation, held, attackers):
        context = _block_context(view, held, None, attacker)
        if view.matches(attackers, view.permanents[attacker], context) and view.holds(held.ability.condition, context):
            found.append((attacker, 1 << index, context))
    return found


def _count_blockers(formulation: Formulation, every: list[Held[a.BlockerCount]]) -> None:
    view, everyone = formulation.view, formulation.model.every_unit
    for held in every:
        ability = held.ability
        for attacker, bit, context in attackers_meant(formulation, held, ability.attackers):
            guard = blockers = Count(everyone, bit)
            minimum = view.quantity(ability.minimum, context)
            if ability.every:
                theirs = [id for id, each in view.permanents.items() if _is_creature_of(each, context.defending)]
                blockers, minimum = Count(formulation.units_where(theirs.__contains__), bit), len(theirs)
            maximum = None if ability.maximum is None else view.quantity(ability.maximum, context)
            if maximum is None:
                why = said("{} can't be blocked except by {minimum} or more creatures", attacker, minimum=minimum)
            else:
                why = said("{} can't be blocked by more than {creatures}", attacker, creatures=_creatures(maximum))
            formulation.restrict(held, why, blockers, minimum, maximum, guard)


def _is_creature_of(permanent: Permanent, player: str | None) -> bool:
    return permanent.controller == player and "Creature" in permanent.types


def _creatures(number: int) -> str:
    return "one creature" if number == 1 else f"{number} creatures"


def _require_blocks(formulation: Formulation, every: list[Held[a.MustBlock]]) -> None:
    model = formulation.model
    for held in every:
        ability = held.ability
        before = declared_before(formulation, ability)
        if ability.attackers is None:
            for unit in subjects(formulation, held, ability.blockers, "block"):
                if not before.get(unit):
                    formulation.require(held, said("{} blocks if able", unit), formulation.used(unit))
            continue
        any_of: dict[int, dict[str, int]] = {}
        for attacker, bit, context in attackers_meant(formulation, held, ability.attackers):
            for index in bits(formulation.matching(ability.blockers, context, "blocker")):
                unit = model.units[index]
                if not model.allowed[index] & bit:
                    continue
                if ability.any_one:
                    any_of.setdefault(index, {})[attacker] = bit
                elif attacker not in before.get(unit, ()):
                    formulation.require(held, said("{} blocks {} if able", unit, attacker), Count(1 << index, bit))
        for index, attackers in any_of.items():
            unit = model.units[index]
            if not any(attacker in before.get(unit, ()) for attacker in attackers):
                why = said("{} blocks one of {} if able" if len(attackers) > 1 else "{} blocks {} if able", unit, [*attackers])
                formulation.require(held, why, Count(1 << index, sum(attackers.values())))


def _require_being_blocked(formulation: Formulation, every: list[Held[a.MustBeBlocked]]) -> None:
    for held in every:
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


def _charge_blocks(formulation: Formulation, every: list[Held[a.BlockCost]]) -> None:
    for number, held in enumerate(every):
        ability = held.ability
        charged = {
            1 << index: _blocks_meant(formulation, held, ability, attacker)
            for attacker, index in _possible(formulation, held, ability.attackers)
        }
        for unit, index in formulation.unit.items():
            targets = sum(bit for bit, units in charged.items() if units >> index & 1)
            context = held.context._replace(subject=unit, blocker=unit, defending=formulation.view.permanents[unit].controller)
            formulation.charge(number, CostHeld(ability.cost, held, context, unit, None), index, targets)


_FORMULATED: dict[type[a.Ability], Callable[[Formulation, list[Any]], None]] = {
    a.BlocksAdditional: _add_capacity,
    a.CantBlock: _forbid_blocks,
    a.BlockerCount: _count_blockers,
    a.DeclarationLimit: limit_declarations,
    a.NeedsCompany: require_company,
    a.OnlyAlone: allow_only_alone,
    a.MustBlock: _require_blocks,
    a.MustBeBlocked: _require_being_blocked,
    a.BlockCost: _charge_blocks,
}
"""What each kind of ability adds to a formulation, in this order: what is required depends on what is forbidden."""
