"""The attacks that a player may declare, formulated: what may attack what, restrictions, requirements and costs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

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
    declared_before,
    exempt,
    limit_declarations,
    require_company,
    subjects,
)
from .reach import attackable
from .search.model import Constraint, Count, bits


def why_not_attack(view: View, edition: Edition, permanent: Permanent, player: str, target: str | None) -> str | None:
    """Why the creature can't be chosen to attack that (508.1a); None if it can. Without a target: anything at all."""
    if permanent.controller not in (side := view.board.side(player)):
        return said("none of {} controls {}" if len(side) > 1 else "{} doesn't control {}", side or player, permanent.id)
    if "Creature" not in permanent.types:
        return said("{} isn't a creature", permanent.id)
    if "Battle" in permanent.types:
        return said("{} is a battle", permanent.id)
    if permanent.tapped:
        return said("{} is tapped", permanent.id)
    is_wall = "Wall" in permanent.types and not edition.walls_attack
    if is_wall and not _may_attack(view, permanent, target, "without defender"):
        return said("{} is a Wall", permanent.id)
    if permanent.continuously_controlled or "haste" in view.keywords(permanent.id):
        return None
    if _may_attack(view, permanent, target, "with haste"):
        return None
    template = "{} has no haste and hasn't been controlled by {} continuously since the turn began"
    return said(template, permanent.id, permanent.controller)


def _may_attack(view: View, creature: Permanent, target: str | None, as_though: str) -> bool:
    """Whether an effect lets it attack that as though it lacked defender, or had haste."""
    return any(
        _attacks_as_though(view, held, creature, target)
        for held in view.held(a.AttacksAsThough)
        if held.ability.as_though == as_though
    )


def _attacks_as_though(view: View, held: Held[a.AttacksAsThough], creature: Permanent, target: str | None) -> bool:
    ability = held.ability
    context = _attack_context(view, held, creature.id, target)
    return (
        view.matches(ability.creatures, creature, context)
        and (target is None or view.is_among(ability.targets, target, context))
        and view.holds(ability.condition, context)
    )


def _attack_context(view: View, held: AnyHeld, creature: str, target: str | None) -> Context:
    defending = view.defender_of(target) if target is not None else None
    return Context(held.context.source, held.context.you, creature, creature, None, defending)


def formulate_attacks(view: View, edition: Edition, player: str, budget: Budget | None = None) -> Formulation:
    """The attacks that the active player, or the active team, may declare. `budget`: what searches in them may take together."""
    reached = {member: attackable(view, edition, member) for member in view.board.side(player)}
    targets = list(dict.fromkeys(target for targets in reached.values() for target in targets))
    eligible = {
        id: permanent
        for id, permanent in view.permanents.items()
        if permanent.controller in reached and why_not_attack(view, edition, permanent, player, None) is None
    }
    formulation = Formulation(view, edition, player, "attack", list(eligible), targets, budget)
    allowed = {member: sum([1 << formulation.target[target] for target in may]) for member, may in reached.items()}
    as_though = view.held(a.AttacksAsThough)
    for index, permanent in enumerate(eligible.values()):
        formulation.model.allowed[index] = allowed[permanent.controller]
        if as_though:  # else what it attacks makes no difference to whether it may
            formulation.model.allowed[index] &= formulation.targets_where(
                lambda target: why_not_attack(view, edition, permanent, player, target) is None  # noqa: B023
            )
    for kind, formulate in _FORMULATED.items():
        if every := view.by_kind.get(kind):
            formulate(formulation, every)
    if edition.targets == "one player":
        _attack_one_player(formulation)
    exempt(formulation)
    return formulation


def _attack_one_player(formulation: Formulation) -> None:
    """Whoever attacks one player attacks no other."""
    view, every = formulation.view, formulation.model.every_unit
    defenders = dict.fromkeys(view.defender_of(target) for target in formulation.model.targets)
    for defender, other in permutations(defenders, 2):
        attacked = formulation.targets_where(lambda target: view.defender_of(target) == defender)  # noqa: B023
        also = formulation.targets_where(lambda target: view.defender_of(target) == other)  # noqa: B023
        row = Constraint(
            Count(every, also),
            0,
            0,
            Count(every, attacked),
            why=said("{} is attacked, so {} can't be", str(defender), str(other)),
        )
        formulation.model.restrictions.append(row)


def _forbid_attacks(formulation: Formulation, every: list[Held[a.CantAttack]]) -> None:
    view, permanents = formulation.view, formulation.view.permanents
    for held in every:
        pairs = _attacks_meant(formulation, held, held.ability)
        if held.keyword == "defender":
            for target, index in formulation.target.items():
                pairs[index] &= ~formulation.units_where(
                    lambda unit: _may_attack(view, permanents[unit], target, "without defender")  # noqa: B023
                )
        formulation.forbid(held, {1 << index: units for index, units in pairs.items()})
    formulation.close_forbidden()


def _attacks_meant(formulation: Formulation, held: AnyHeld, ability: a.CantAttack | a.AttackCost) -> dict[int, int]:
    """Target → the units whose attack on it an ability is about."""
    view, meant = formulation.view, {}
    for target, index in formulation.target.items():
        context = held.context._replace(defending=view.defender_of(target))
        units = formulation.matching(ability.creatures, context, "subject", "attacker")
        units = formulation.where(
            units,
            ability.targets,
            lambda context: view.is_among(ability.targets, target, context),  # noqa: B023
            context,
            "subject",
            "attacker",
        )
        units = formulation.where(
            units,
            ability.condition,
            lambda context: view.holds(ability.condition, context),
            context,
            "subject",
            "attacker",
        )
        meant[index] = units
    return meant


def _require_attacks(formulation: Formulation, every: list[Held[a.MustAttack]]) -> None:
    view = formulation.view
    for held in every:
        ability = held.ability
        before = declared_before(formulation, ability)
        for unit in subjects(formulation, held, ability.creatures, "attack"):
            index, context = formulation.unit[unit], held.context._replace(subject=unit)

            def meant(target: str, ability: a.MustAttack = ability, context: Context = context) -> bool:
                return view.is_among(ability.targets, target, context)

            if any(map(meant, before.get(unit, ()))):
                continue
            targets = formulation.targets_where(meant)
            guard = None
            if ability.if_attacks is not None:
                others = {p.id for p in view.matching(ability.if_attacks, context)} - {unit}
                guard = Count(formulation.units_where(others.__contains__), formulation.model.every_target)
            why = said("{} attacks if able", unit)
            if ability.targets is not None and targets:
                meant_targets = tuple(formulation.model.targets[each] for each in bits(targets))
                why = said("{} attacks {} if able", unit, meant_targets)
            formulation.require(held, why, Count(1 << index, targets), guard=guard)


def _require_attackers_of_players(formulation: Formulation, every: list[Held[a.MustAttackWith]]) -> None:
    view = formulation.view
    for held in every:
        asked = held.ability
        context = held.context._replace(defending=None)
        for player in formulation.players:
            if not (view.includes(asked.players, player, context) and view.holds(asked.condition, context)):
                continue
            meant_by = {p.id for p in view.matching(asked.creatures, context) if p.controller == player}
            targets = formulation.targets_where(lambda target: view.is_among(asked.targets, target, context))  # noqa: B023
            counted = Count(formulation.units_where(meant_by.__contains__), targets)
            whom = tuple(formulation.model.targets[each] for each in bits(targets))
            template, names = ("{} attacks {} ", (whom,)) if asked.targets is not None and whom else ("{} attacks ", ())
            template += "with {minimum} or more creatures if able" if asked.minimum > 1 else "if able"
            why = said(template, player, *names, minimum=asked.minimum)
            formulation.require(held, why, counted, asked.minimum)


def _require_attacks_of_goaded(formulation: Formulation, every: list[Held[a.Designates]]) -> None:
    """701.15b. Of `every` ability that designates creatures, the view knows which still make one goaded."""
    view = formulation.view
    for creature, goaders in view.goaded_by.items():
        if creature in formulation.unit:
            for goader, held in goaders.items():
                players = formulation.targets_where(lambda target: target in view.board.players and target != goader)  # noqa: B023
                formulation.require(held, said("{} is goaded and attacks if able", creature), formulation.used(creature))
                why = said("{} is goaded and attacks a player other than {} if able", creature, goader)
                formulation.require(held, why, Count(1 << formulation.unit[creature], players))


def _charge_attacks(formulation: Formulation, every: list[Held[a.AttackCost]]) -> None:
    view = formulation.view
    for number, held in enumerate(every):
        ability = held.ability
        meant = _attacks_meant(formulation, held, ability)
        for unit in formulation.model.units:
            by_defender: dict[str | None, int] = {}
            for target, index in formulation.target.items():
                if meant[index] >> formulation.unit[unit] & 1:
                    defender = view.defender_of(target) if ability.targets is not None else None
                    by_defender[defender] = by_defender.get(defender, 0) | 1 << index
            for defender, targets in by_defender.items():
                context = held.context._replace(subject=unit, attacker=unit, defending=defender)
                cost = CostHeld(ability.cost, held, context, unit, defender)
                about = () if defender is None else (view.board.players.index(defender),)
                formulation.charge(number, cost, formulation.unit[unit], targets, *about)


_FORMULATED: dict[type[a.Ability], Callable[[Formulation, list[Any]], None]] = {
    a.CantAttack: _forbid_attacks,
    a.DeclarationLimit: limit_declarations,
    a.NeedsCompany: require_company,
    a.OnlyAlone: allow_only_alone,
    a.MustAttack: _require_attacks,
    a.MustAttackWith: _require_attackers_of_players,
    a.Designates: _require_attacks_of_goaded,
    a.AttackCost: _charge_attacks,
}
"""What each kind of ability adds to a formulation, in this order: what is required depends on what is forbidden."""
