"""Lowering: a board, seen by its abilities, becomes a `Model` of the attacks or blocks that a player may declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import permutations
from operator import and_, or_
from typing import Literal, TypeAlias

from ...events import abilities as a
from ...events.errors import FactNotStated
from ...events.model import Model as AbilityPart
from ...projections.board import Permanent
from ..rulebook.editions import Edition
from ..view.view import Context, Held, View
from .search.model import Count, Declaration, Model, Row, Toll, bits, holds

Role = Literal["subject", "attacker", "blocker"]
Part: TypeAlias = AbilityPart | None
"""A filter, a condition or a description of targets; None says nothing."""


@dataclass(frozen=True, slots=True)
class CostHeld:
    """A cost instance in full: the cost, whose ability asks for it, and for which creature."""

    cost: a.Cost
    held: Held
    context: Context
    creature: str
    target: str | None


class Lowered:
    """A model with the names behind its bits, and the reasons behind its masks."""

    def __init__(
        self, view: View, player: str, action: a.Action, units: list[str], targets: list[str], budget: int | None
    ) -> None:
        self.view = view
        self.player = player
        self.action = action
        self.model = Model(
            units=tuple(units),
            targets=tuple(targets),
            allowed=[(1 << len(targets)) - 1] * len(units),
            capacity=[1] * len(units),
            budget=budget,
        )
        self.unit = {id: index for index, id in enumerate(units)}
        self.target = {id: index for index, id in enumerate(targets)}
        self.costs: dict[tuple[int, ...], CostHeld] = {}
        self._pairs: list[tuple[Held, dict[int, int]]] = []
        """Each restriction on pairs: target → the units that it forbids to be declared for it."""
        self._matched: dict[tuple[object, ...], int] = {}

    # --- building -----------------------------------------------------------------------------------------------------

    def forbid(self, held: Held, pairs: dict[int, int]) -> None:
        """A restriction on pairs: target → units that can't be declared for it."""
        self._pairs.append((held, pairs))

    def close_forbidden(self) -> None:
        """Take what the restrictions on pairs forbid out of what is allowed."""
        forbidden: dict[int, int] = {}
        for _, pairs in self._pairs:
            for target, units in pairs.items():
                forbidden[target] = forbidden.get(target, 0) | units
        # Many targets may be forbidden to the same units: those at once.
        targets_of: dict[int, int] = {}
        for target, units in forbidden.items():
            targets_of[units] = targets_of.get(units, 0) | 1 << target
        for units, targets in targets_of.items():
            for unit in bits(units):
                self.model.allowed[unit] &= ~targets

    def restrict(self, held: Held, why: str, counted: Count, minimum: int, maximum: int | None, guard: Count | None) -> None:
        """A restriction on numbers."""
        self.model.restrictions.append(Row(counted, minimum, maximum, guard, held.source, f"{why} ({quoted(held)})"))

    def require(
        self,
        held: Held,
        why: str,
        counted: Count,
        minimum: int = 1,
        maximum: int | None = None,
        guard: Count | None = None,
    ) -> None:
        """A requirement. One that asks for what no creature is able to do, whatever else is declared, asks for nothing."""
        allowed = self.model.allowed
        if any(allowed[unit] & counted.targets for unit in bits(counted.units)):
            row = Row(counted, minimum, maximum, guard, held.source, f"{why} ({quoted(held)})")
            self.model.requirements.append(row)

    def charge(self, index: int, cost: CostHeld, unit: int, targets: int, *about: int) -> None:
        """A cost instance."""
        if targets:
            key = (index, unit, *about)
            self.costs[key] = cost
            self.model.tolls.append(Toll(unit, targets, key))

    def units_where(self, matches: Callable[[str], bool]) -> int:
        """The mask of the units for which something holds."""
        return sum(1 << index for index, unit in enumerate(self.model.units) if matches(unit))

    def matching(self, filter: a.Filter, context: Context, *roles: Role) -> int:
        """The mask of the units that match, where each of them has these roles."""
        reads = self.view.reads(filter)
        if not reads.isdisjoint(roles):
            return self._matching(filter, context, roles)
        # What a filter doesn't read makes no difference to it: many abilities say the same.
        key = (id(filter), *(getattr(context, read) for read in sorted(reads)))
        found = self._matched.get(key)
        if found is None:
            found = self._matched[key] = self._matching(filter, context, ())
        return found

    def _matching(self, filter: a.Filter, context: Context, roles: tuple[Role, ...]) -> int:
        view, every = self.view, self.model.every_unit
        # What the board doesn't state may not matter where another part settles it: then each unit is asked by itself.
        with suppress(FactNotStated):
            match filter:
                case a.Is(role="source"):
                    return 1 << self.unit[context.source] if context.source in self.unit else 0
                case a.IsOneOf():
                    return sum(1 << self.unit[id] for id in set(filter.ids) if id in self.unit)
                case a.Not():
                    return every & ~self.matching(filter.part, context, *roles)
                case a.AllOf():
                    return reduce(and_, (self.matching(part, context, *roles) for part in filter.parts), every)
                case a.AnyOf():
                    return reduce(or_, (self.matching(part, context, *roles) for part in filter.parts), 0)
        permanents = view.permanents
        if not roles:
            return self.units_where(lambda unit: view.matches(filter, permanents[unit], context))
        return self.units_where(lambda unit: view.matches(filter, permanents[unit], in_roles(context, unit, roles)))

    def where(self, units: int, part: Part, holds: Callable[[Context], bool], context: Context, *roles: Role) -> int:
        """Those of the units for which something holds that `part` says, where each of them has these roles."""
        if not units or part is None:
            return units
        if self.view.reads(part).isdisjoint(roles):
            return units if holds(context) else 0
        return sum(1 << unit for unit in bits(units) if holds(in_roles(context, self.model.units[unit], roles)))

    def targets_where(self, matches: Callable[[str], bool]) -> int:
        """The mask of the targets for which something holds."""
        return sum(1 << index for index, target in enumerate(self.model.targets) if matches(target))

    def used(self, unit: str) -> Count:
        """Whether the unit is declared at all."""
        return Count(1 << self.unit[unit], self.model.every_target)

    # --- reading ------------------------------------------------------------------------------------------------------

    def declaration(self, chosen: dict[str, tuple[str, ...]]) -> dict[int, int]:
        """A declaration by names as one by bits."""
        return {
            self.unit[unit]: sum(1 << self.target[target] for target in targets) for unit, targets in chosen.items() if targets
        }

    def due(self, chosen: Mapping[str, tuple[str, ...]]) -> list[CostHeld]:
        """The cost instances that a declaration by names incurs, in a stable order."""
        return [self.costs[key] for key in sorted(self.model.incurred(self.declaration(dict(chosen))))]

    def names(self, declaration: Declaration) -> dict[str, tuple[str, ...]]:
        """A declaration by bits as one by names."""
        return {
            self.model.units[unit]: tuple(self.model.targets[index] for index in bits(targets))
            for unit, targets in declaration.items()
        }

    @property
    def restrictions_in_force(self) -> int:
        """How many restrictions are checked."""
        return len(self._pairs) + len(self.model.restrictions)

    def restrictions(self, declaration: Declaration) -> Iterator[tuple[str | None, str, list[str]]]:
        """Every restriction that keeps a creature from something: its source, its words, how the declaration disobeys it."""
        for held, pairs in self._pairs:
            if any(pairs.values()):
                yield (
                    held.source,
                    quoted(held),
                    [
                        f"{self.model.units[unit]} can't {self.action} {self.model.targets[target]}"
                        for unit, targets in declaration.items()
                        for target in bits(targets)
                        if pairs.get(target, 0) >> unit & 1
                    ],
                )
        for row in self.model.restrictions:
            yield row.source, row.why, [] if holds(row, declaration) else [row.why]

    def broken(self, declaration: Declaration) -> Iterator[str]:
        """Every restriction that the declaration disobeys, in words."""
        forbidding: dict[int, list[tuple[int, Held]]] = {}
        for held, pairs in self._pairs:
            for target, units in pairs.items():
                forbidding.setdefault(target, []).append((units, held))
        for unit, targets in declaration.items():
            for target in bits(targets & ~self.model.allowed[unit]):
                for units, held in forbidding.get(target, ()):
                    if units >> unit & 1:
                        pair = f"{self.model.units[unit]} can't {self.action} {self.model.targets[target]}"
                        yield f"{pair} ({quoted(held)})"
        for row in self.model.restrictions:
            if not holds(row, declaration):
                yield row.why


def in_roles(context: Context, creature: str, roles: Iterable[Role]) -> Context:
    """The context in which the creature has these roles."""
    return replace(
        context,
        subject=creature if "subject" in roles else context.subject,
        attacker=creature if "attacker" in roles else context.attacker,
        blocker=creature if "blocker" in roles else context.blocker,
    )


def quoted(held: Held) -> str:
    """Whose ability it is and what it says, for an explanation."""
    return f"{held.source}: {held.text}" if held.source else held.text


# --- attackers -------------------------------------------------------------------------------------------------------


def attackable(view: View, edition: Edition, player: str) -> list[str]:
    """What the player can attack in this edition: opponents in turn order, then planeswalkers and battles (506.3, 508.1b)."""
    players = view.board.players
    start = players.index(player)
    targets = [*players[start + 1 :], *players[:start]]
    for permanent in view.permanents.values():
        if ("Battle" in permanent.types and "battle" in edition.attackable) or (
            "Planeswalker" in permanent.types and "planeswalker" in edition.attackable
        ):
            defender = view.defender_of(permanent.id)
            if defender is not None and defender != player:
                targets.append(permanent.id)
    return targets


def why_not_attack(view: View, edition: Edition, permanent: Permanent, player: str, target: str | None) -> str | None:
    """Why the creature can't be chosen to attack that (508.1a); None if it can. Without a target: anything at all."""
    if permanent.controller != player:
        return f"{player} doesn't control {permanent.id}"
    if "Creature" not in permanent.types:
        return f"{permanent.id} isn't a creature"
    if "Battle" in permanent.types:
        return f"{permanent.id} is a battle"
    if permanent.tapped:
        return f"{permanent.id} is tapped"
    is_wall = "Wall" in permanent.types and not edition.walls_attack
    if is_wall and not _may_attack(view, permanent, target, "without defender"):
        return f"{permanent.id} is a Wall"
    if permanent.continuously_controlled or "haste" in view.keywords(permanent.id):
        return None
    if _may_attack(view, permanent, target, "with haste"):
        return None
    return f"{permanent.id} has no haste and hasn't been controlled by {player} continuously since the turn began"


def _may_attack(view: View, creature: Permanent, target: str | None, as_though: str) -> bool:
    """Whether an effect lets it attack that as though it lacked defender, or had haste."""
    return any(
        _attacks_as_though(view, held, creature, target)
        for held in view.held(a.AttacksAsThough)
        if held.ability.as_though == as_though
    )


def _attacks_as_though(view: View, held: Held, creature: Permanent, target: str | None) -> bool:
    ability: a.AttacksAsThough = held.ability
    context = _attack_context(view, held, creature.id, target)
    return (
        view.matches(ability.creatures, creature, context)
        and (target is None or view.is_among(ability.targets, target, context))
        and view.holds(ability.condition, context)
    )


def _attack_context(view: View, held: Held, creature: str, target: str | None) -> Context:
    defending = view.defender_of(target) if target is not None else None
    return Context(held.context.source, held.context.you, creature, creature, None, defending)


def lower_attack(view: View, edition: Edition, player: str, budget: int | None = None) -> Lowered:
    """The attacks that the active player may declare. `budget`: see `Model`."""
    targets = attackable(view, edition, player)
    eligible = {
        id: [target for target in targets if why_not_attack(view, edition, permanent, player, target) is None]
        for id, permanent in view.permanents.items()
        if why_not_attack(view, edition, permanent, player, None) is None
    }
    lowered = Lowered(view, player, "attack", list(eligible), targets, budget)
    for unit, allowed in eligible.items():
        lowered.model.allowed[lowered.unit[unit]] = sum(1 << lowered.target[target] for target in allowed)
    _forbid_attacks(lowered)
    _limit_declarations(lowered)
    _require_company(lowered)
    _require_attacks(lowered, edition)
    _charge_attacks(lowered)
    if edition.targets == "one player":
        _attack_one_player(lowered)
    _exempt(lowered, edition)
    return lowered


def _attack_one_player(lowered: Lowered) -> None:
    """Whoever attacks one player attacks no other."""
    view, every = lowered.view, lowered.model.every_unit
    defenders = dict.fromkeys(view.defender_of(target) for target in lowered.model.targets)
    for defender, other in permutations(defenders, 2):
        attacked = lowered.targets_where(lambda target: view.defender_of(target) == defender)  # noqa: B023
        also = lowered.targets_where(lambda target: view.defender_of(target) == other)  # noqa: B023
        row = Row(Count(every, also), 0, 0, Count(every, attacked), why=f"{defender} is attacked, so {other} can't be")
        lowered.model.restrictions.append(row)


def _exempt(lowered: Lowered, edition: Edition) -> None:
    """Some creatures are exempt from requirements: until 2011-02-03 tapped ones that may block, and those with a cost (paid
    or not)."""
    model, view = lowered.model, lowered.view
    if edition.tapped_blockers == "exempt":
        model.exempt |= lowered.units_where(lambda unit: view.permanents[unit].tapped)
    if edition.cost_exemption == "creatures with a cost":
        free = model.without_other_costs(frozenset())
        model.exempt |= lowered.units_where(lambda unit: not free[lowered.unit[unit]])
    model.requirements = [row for row in model.requirements if row.count.units & ~model.exempt]


def _forbid_attacks(lowered: Lowered) -> None:
    view, permanents = lowered.view, lowered.view.permanents
    for held in view.held(a.CantAttack):
        ability: a.CantAttack = held.ability
        pairs = _attacks_meant(lowered, held, ability)
        if held.keyword == "defender":
            for target, index in lowered.target.items():
                pairs[index] &= ~lowered.units_where(
                    lambda unit: _may_attack(view, permanents[unit], target, "without defender")  # noqa: B023
                )
        lowered.forbid(held, pairs)
    lowered.close_forbidden()


def _attacks_meant(lowered: Lowered, held: Held, ability: a.CantAttack | a.AttackCost) -> dict[int, int]:
    """Target → the units whose attack on it an ability is about."""
    view, meant = lowered.view, {}
    for target, index in lowered.target.items():
        context = replace(held.context, defending=view.defender_of(target))
        units = lowered.matching(ability.creatures, context, "subject", "attacker")
        units = lowered.where(
            units,
            ability.targets,
            lambda context: view.is_among(ability.targets, target, context),  # noqa: B023
            context,
            "subject",
            "attacker",
        )
        units = lowered.where(
            units,
            ability.condition,
            lambda context: view.holds(ability.condition, context),
            context,
            "subject",
            "attacker",
        )
        meant[index] = units
    return meant


def _limit_declarations(lowered: Lowered) -> None:
    """At most so many of them may be declared, this combat or this turn."""
    view, combat = lowered.view, lowered.view.combat
    before = set(combat.attacked_this_turn if lowered.action == "attack" else combat.blocked_this_turn)
    for held in view.held(a.DeclarationLimit):
        ability: a.DeclarationLimit = held.ability
        if ability.action != lowered.action or not view.holds(ability.condition, held.context):
            continue
        maximum = view.quantity(ability.maximum, held.context)
        matching = {p.id for p in view.matching(ability.creatures, held.context)}
        if ability.period == "turn":
            maximum = max(0, maximum - len(before & matching))
            matching -= before
        units = lowered.units_where(matching.__contains__)
        targets = lowered.targets_where(lambda target: view.is_among(ability.targets, target, held.context))  # noqa: B023
        lowered.restrict(held, f"no more than {maximum} may {lowered.action}", Count(units, targets), 0, maximum, None)


def _require_company(lowered: Lowered) -> None:
    """Can't attack or block alone, unless others do too, or only alone."""
    view, every = lowered.view, lowered.model.every_target
    for held in view.held(a.NeedsCompany):
        ability: a.NeedsCompany = held.ability
        for unit in _subjects(lowered, held, ability.creatures, ability.action):
            others = lowered.matching(ability.others, replace(held.context, subject=unit)) & ~(1 << lowered.unit[unit])
            why = f"{unit} can't {ability.action} without {ability.minimum} other creature(s) beside it"
            lowered.restrict(held, why, Count(others, every), ability.minimum, None, lowered.used(unit))
    for held in view.held(a.OnlyAlone):
        alone: a.OnlyAlone = held.ability
        for unit in _subjects(lowered, held, alone.creatures, alone.action):
            everyone = Count(lowered.model.every_unit, every)
            lowered.restrict(held, f"{unit} can {alone.action} only alone", everyone, 0, 1, lowered.used(unit))


def _subjects(lowered: Lowered, held: Held, creatures: a.Filter, action: a.Action) -> list[str]:
    """The units that an ability is about, if it is about this kind of declaration and its condition holds."""
    if action != lowered.action:
        return []
    condition = held.ability.condition
    units = lowered.matching(creatures, held.context, "subject")
    units = lowered.where(units, condition, lambda context: lowered.view.holds(condition, context), held.context, "subject")
    return [lowered.model.units[unit] for unit in bits(units)]


def _settled(
    lowered: Lowered, edition: Edition, ability: a.MustAttack | a.MustBlock, unit: str, meant: Callable[[str], bool]
) -> bool:
    """Whether "this turn if able" was obeyed in an earlier combat, in editions where that settles it."""
    if ability.period != "turn" or edition.turn_requirements != "until obeyed":
        return False
    combat = lowered.view.combat
    declared = combat.attacked_this_turn if lowered.action == "attack" else combat.blocked_this_turn
    return any(map(meant, declared.get(unit, ())))


def _require_attacks(lowered: Lowered, edition: Edition) -> None:
    view = lowered.view
    for held in view.held(a.MustAttack):
        ability: a.MustAttack = held.ability
        for unit in _subjects(lowered, held, ability.creatures, "attack"):
            index, context = lowered.unit[unit], replace(held.context, subject=unit)

            def meant(target: str, ability: a.MustAttack = ability, context: Context = context) -> bool:
                return view.is_among(ability.targets, target, context)

            if _settled(lowered, edition, ability, unit, meant):
                continue
            targets = lowered.targets_where(meant)
            guard = None
            if ability.if_attacks is not None:
                others = {p.id for p in view.matching(ability.if_attacks, context)} - {unit}
                guard = Count(lowered.units_where(others.__contains__), lowered.model.every_target)
            lowered.require(held, f"{unit} attacks if able", Count(1 << index, targets), guard=guard)
    for held in view.held(a.MustAttackWith):
        asked: a.MustAttackWith = held.ability
        context = replace(held.context, defending=None)
        if view.includes(asked.players, lowered.player, context) and view.holds(asked.condition, context):
            meant_by = {p.id for p in view.matching(asked.creatures, context)}
            targets = lowered.targets_where(lambda target: view.is_among(asked.targets, target, context))  # noqa: B023
            counted = Count(lowered.units_where(meant_by.__contains__), targets)
            lowered.require(held, f"{lowered.player} attacks if able", counted, asked.minimum)
    for creature, goaders in view.goaded_by.items():
        if creature in lowered.unit:
            for goader, held in goaders.items():
                players = lowered.targets_where(lambda target: target in view.board.players and target != goader)  # noqa: B023
                lowered.require(held, f"{creature} is goaded and attacks if able", lowered.used(creature))
                why = f"{creature} is goaded and attacks a player other than {goader} if able"
                lowered.require(held, why, Count(1 << lowered.unit[creature], players))


def _charge_attacks(lowered: Lowered) -> None:
    view = lowered.view
    for number, held in enumerate(view.held(a.AttackCost)):
        ability: a.AttackCost = held.ability
        meant = _attacks_meant(lowered, held, ability)
        for unit in lowered.model.units:
            by_defender: dict[str | None, int] = {}
            for target, index in lowered.target.items():
                if meant[index] >> lowered.unit[unit] & 1:
                    defender = view.defender_of(target) if ability.targets is not None else None
                    by_defender[defender] = by_defender.get(defender, 0) | 1 << index
            for defender, targets in by_defender.items():
                context = replace(held.context, subject=unit, attacker=unit, defending=defender)
                cost = CostHeld(ability.cost, held, context, unit, defender)
                about = () if defender is None else (view.board.players.index(defender),)
                lowered.charge(number, cost, lowered.unit[unit], targets, *about)


# --- blockers --------------------------------------------------------------------------------------------------------


def blockable(view: View, player: str) -> list[str]:
    """The attackers that a defending player's creatures may block: those whose defending player it is (509.1a, 506.4c)."""
    return [attacker for attacker, attack in view.combat.attackers.items() if attack.defending == player]


def why_not_block(view: View, permanent: Permanent, player: str, attacker: str | None) -> str | None:
    """Why the creature can't be chosen to block that attacker (509.1a); None if it can. Without an attacker: any at all."""
    if permanent.controller != player:
        return f"{player} doesn't control {permanent.id}"
    if "Creature" not in permanent.types:
        return f"{permanent.id} isn't a creature"
    if "Battle" in permanent.types:
        return f"{permanent.id} is a battle"
    if permanent.tapped and not any(
        held.ability.untapped and _blocks_as_though(view, held, permanent.id, attacker) for held in view.held(a.BlocksAsThough)
    ):
        return f"{permanent.id} is tapped"
    return None


def _blocks_as_though(view: View, held: Held, blocker: str, attacker: str | None) -> bool:
    ability: a.BlocksAsThough = held.ability
    context = _block_context(view, held, blocker, attacker)
    return (
        view.matches(ability.blockers, view.permanents[blocker], context)
        and (attacker is None or view.matches(ability.attackers, view.permanents[attacker], context))
        and view.holds(ability.condition, context)
    )


def _block_context(view: View, held: Held, blocker: str | None, attacker: str | None) -> Context:
    attack = view.combat.attackers.get(attacker) if attacker is not None else None
    source, you = held.context.source, held.context.you
    return Context(source, you, blocker or attacker, attacker, blocker, attack.meant if attack else None)


def capacity(view: View, blocker: str, attackers: int) -> int:
    """How many attackers the creature can block at once: one, and what effects add."""
    total = 1
    for held in view.held(a.BlocksAdditional):
        ability: a.BlocksAdditional = held.ability
        context = replace(held.context, subject=blocker, blocker=blocker)
        if view.matches(ability.blockers, view.permanents[blocker], context) and view.holds(ability.condition, context):
            if ability.number is None:
                return attackers
            total += view.quantity(ability.number, context)
    return min(total, attackers)


def lower_block(view: View, edition: Edition, player: str, budget: int | None = None) -> Lowered:
    """The blocks that a defending player may declare; other players' attackers and blockers are ignored (802.4b).

    `budget`: see `Model`.
    """
    attackers = blockable(view, player)
    eligible = {
        id: permanent for id, permanent in view.permanents.items() if why_not_block(view, permanent, player, None) is None
    }
    lowered = Lowered(view, player, "block", list(eligible), attackers, budget)
    for index, (unit, permanent) in enumerate(eligible.items()):
        if permanent.tapped:
            lowered.model.allowed[index] = lowered.targets_where(
                lambda attacker: why_not_block(view, permanent, player, attacker) is None  # noqa: B023
            )
        if view.held(a.BlocksAdditional):
            lowered.model.capacity[index] = capacity(view, unit, len(attackers))
    _forbid_blocks(lowered)
    _count_blockers(lowered)
    _limit_declarations(lowered)
    _require_company(lowered)
    _require_blocks(lowered, edition)
    _charge_blocks(lowered)
    _exempt(lowered, edition)
    return lowered


def _forbid_blocks(lowered: Lowered) -> None:
    view = lowered.view
    permissions = [held for held in view.held(a.BlocksAsThough) if held.ability.with_keyword or held.ability.attacker_without]

    def pretended(context: Context, unit: str, attacker: str) -> Context:
        applying = [held.ability for held in permissions if _blocks_as_though(view, held, unit, attacker)]
        return replace(
            context,
            with_keywords=frozenset((unit, p.with_keyword) for p in applying if p.with_keyword),
            without_keywords=frozenset((attacker, p.attacker_without) for p in applying if p.attacker_without),
        )

    for held in view.held(a.CantBlock):
        ability: a.CantBlock = held.ability
        pairs: dict[int, int] = {}
        for attacker, index in _possible(lowered, held, ability.attackers):
            if not permissions:
                pairs[index] = _blocks_meant(lowered, held, ability, attacker)
                continue

            def forbidden(unit: str, attacker: str = attacker, held: Held = held, ability: a.CantBlock = ability) -> bool:
                context = pretended(_block_context(view, held, unit, attacker), unit, attacker)
                if held.keyword and held.source == attacker and _pretended_away(held.keyword, attacker, context):
                    return False
                return (
                    view.matches(ability.attackers, view.permanents[attacker], context)
                    and view.matches(ability.blockers, view.permanents[unit], context)
                    and view.holds(ability.condition, context)
                )

            pairs[index] = lowered.units_where(forbidden)
        lowered.forbid(held, pairs)
    lowered.close_forbidden()


def _possible(lowered: Lowered, held: Held, attackers: a.Filter) -> list[tuple[str, int]]:
    """The attackers that an ability may be about, with their numbers: its source alone, or all."""
    if isinstance(attackers, a.Is) and attackers.role == "source":
        index = lowered.target.get(held.source or "")
        return [] if index is None else [(lowered.model.targets[index], index)]
    return list(lowered.target.items())


def _blocks_meant(lowered: Lowered, held: Held, ability: a.CantBlock | a.BlockCost, attacker: str) -> int:
    """The units whose block of that attacker an ability is about."""
    view, filter, condition = lowered.view, ability.attackers, ability.condition
    context, permanent = _block_context(view, held, None, attacker), view.permanents[attacker]
    units = lowered.model.every_unit
    if filter is not None:
        units = lowered.where(
            units, filter, lambda context: view.matches(filter, permanent, context), context, "subject", "blocker"
        )
    if units:
        units &= lowered.matching(ability.blockers, context, "subject", "blocker")
    return lowered.where(units, condition, lambda context: view.holds(condition, context), context, "subject", "blocker")


def _pretended_away(keyword: str, attacker: str, context: Context) -> bool:
    return (attacker, keyword) in context.without_keywords or (
        keyword.endswith("walk") and (attacker, "landwalk") in context.without_keywords
    )


def _attackers_meant(lowered: Lowered, held: Held, attackers: a.Filter) -> Iterator[tuple[str, int, Context]]:
    """The attackers that an ability is about, each with its mask, where the condition holds."""
    view = lowered.view
    for attacker, index in _possible(lowered, held, attackers):
        context = _block_context(view, held, None, attacker)
        if view.matches(attackers, view.permanents[attacker], context) and view.holds(held.ability.condition, context):
            yield attacker, 1 << index, context


def _count_blockers(lowered: Lowered) -> None:
    view, everyone = lowered.view, lowered.model.every_unit
    creatures = [p for p in view.permanents.values() if p.controller == lowered.player and "Creature" in p.types]
    for held in view.held(a.BlockerCount):
        ability: a.BlockerCount = held.ability
        for attacker, bit, context in _attackers_meant(lowered, held, ability.attackers):
            blockers = Count(everyone, bit)
            minimum = len(creatures) if ability.every else view.quantity(ability.minimum, context)
            maximum = None if ability.maximum is None else view.quantity(ability.maximum, context)
            if maximum is None:
                why = f"{attacker} can't be blocked except by {minimum} or more creatures"
            else:
                why = f"{attacker} can't be blocked by more than {maximum} creature(s)"
            lowered.restrict(held, why, blockers, minimum, maximum, blockers)


def _require_blocks(lowered: Lowered, edition: Edition) -> None:
    view = lowered.view
    for held in view.held(a.MustBlock):
        ability: a.MustBlock = held.ability
        if ability.attackers is None:
            for unit in _subjects(lowered, held, ability.blockers, "block"):
                if not _settled(lowered, edition, ability, unit, lambda _: True):
                    lowered.require(held, f"{unit} blocks if able", lowered.used(unit))
            continue
        for attacker, bit, context in _attackers_meant(lowered, held, ability.attackers):
            for index in bits(lowered.matching(ability.blockers, context, "blocker")):
                unit = lowered.model.units[index]
                if lowered.model.allowed[index] & bit and not _settled(
                    lowered,
                    edition,
                    ability,
                    unit,
                    lambda blocked: blocked == attacker,  # noqa: B023
                ):
                    lowered.require(held, f"{unit} blocks {attacker} if able", Count(1 << index, bit))
    for held in view.held(a.MustBeBlocked):
        must: a.MustBeBlocked = held.ability
        for attacker, bit, context in _attackers_meant(lowered, held, must.attackers):
            blockers = lowered.matching(must.blockers, context, "blocker")
            why = f"{attacker} must be blocked if able"
            lowered.require(held, why, Count(blockers, bit), must.minimum, must.maximum)


def _charge_blocks(lowered: Lowered) -> None:
    view = lowered.view
    for number, held in enumerate(view.held(a.BlockCost)):
        ability: a.BlockCost = held.ability
        charged = {attacker: _blocks_meant(lowered, held, ability, attacker) for attacker in lowered.target}
        for unit, index in lowered.unit.items():
            targets = sum(1 << lowered.target[attacker] for attacker, units in charged.items() if units >> index & 1)
            context = replace(held.context, subject=unit, blocker=unit, defending=lowered.player)
            lowered.charge(number, CostHeld(ability.cost, held, context, unit, None), index, targets)
