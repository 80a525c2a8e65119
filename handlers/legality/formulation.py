"""The formulation of a declaration: a `DeclarationModel` of what a player may declare, with names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, reduce
from operator import and_, or_
from typing import Any, Literal, NamedTuple, TypeAlias

from ...events import abilities as a
from ...events.errors import FactNotStated
from ...events.model import Model as AbilityPart
from ...events.prose import Sentence, quoting, said
from ..budget import Budget
from ..rulebook.editions import Edition
from ..view.asked import PRESUMED
from ..view.context import AnyHeld, Context, Held
from ..view.reading import reading
from ..view.view import View
from .search.maximum import Maximum, Reductions, maximum, unit_by_unit, upper_bound
from .search.model import Constraint, Count, Declaration, DeclarationModel, Toll, bits, holds, obeyed, obeys_restrictions

DeclarationRole = Literal["subject", "attacker", "blocker"]
OptionalPart: TypeAlias = AbilityPart | None
"""A filter, a condition or a description of targets; None says nothing."""


class CostHeld(NamedTuple):
    """A cost instance in full: the cost, whose ability asks for it, and for which creature."""

    cost: a.Cost
    held: AnyHeld
    context: Context
    creature: str
    target: str | None


class Formulation:
    """A model with the names behind its bits, and the reasons behind its masks."""

    def __init__(
        self,
        view: View,
        edition: Edition,
        player: str,
        action: a.CombatAction,
        units: list[str],
        targets: list[str],
        budget: Budget | None,
    ) -> None:
        self.view = view
        self.edition = edition
        self.player = player
        self.players = view.board.side(player)
        """Who declares together: the player, or where turns are shared the team."""
        self.action = action
        self.model = DeclarationModel(
            units=tuple(units),
            targets=tuple(targets),
            allowed=[(1 << len(targets)) - 1] * len(units),
            capacity=[1 if targets else 0] * len(units),
            budget=budget or Budget(),
        )
        self.unit = {id: index for index, id in enumerate(units)}
        self.target = {id: index for index, id in enumerate(targets)}
        self.costs: dict[tuple[int, ...], CostHeld] = {}
        self._pairs: list[tuple[AnyHeld, dict[int, int]]] = []
        """Each restriction on pairs: targets → the units that it forbids to be declared for any of them, as masks."""
        self.impossible: list[tuple[AnyHeld, str, Count]] = []
        """The requirements that ask for what none of the units is able to do: whose, in words, and what would be counted."""
        self._matched: dict[tuple[int, object], tuple[int, a.Filter]] = {}
        """The filters are kept, so that no other one gets the id of one of them."""
        self._reached: dict[str, int] = {}
        """Player → the units within the range of influence, where that is limited."""
        self._keywords: dict[str, int] | None = None
        """Keyword → the units that have it."""
        self.kept: dict[str, Any] = {}
        """What others have worked out from this formulation, and may ask for again."""
        self._maxima: dict[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], Maximum] = {}
        """What is allowed, and the reference declaration → the maximum."""
        self._bounded: dict[tuple[int, ...], tuple[int, int]] = {}
        """What is allowed → the least and the most that the maximum can be."""
        self._reductions: Reductions = {}
        self._worded: dict[tuple[int, int], list[Sentence]] = {}
        """Unit and target → the restrictions that forbid the pair, in words."""

    # --- building -----------------------------------------------------------------------------------------------------

    def forbid(self, held: AnyHeld, pairs: dict[int, int]) -> None:
        """A restriction on pairs: targets → units that can't be declared for any of them, as masks."""
        self._pairs.append((held, pairs))

    def close_forbidden(self) -> None:
        """Take what the restrictions on pairs forbid out of what is allowed."""
        # Many targets may be forbidden to the same units: those at once.
        targets_of: dict[int, int] = {}
        for _, pairs in self._pairs:
            for targets, units in pairs.items():
                targets_of[units] = targets_of.get(units, 0) | targets
        for units, targets in targets_of.items():
            for unit in bits(units):
                self.model.allowed[unit] &= ~targets

    def restrict(self, held: AnyHeld, why: str, counted: Count, minimum: int, maximum: int | None, guard: Count | None) -> None:
        """A restriction on numbers."""
        self.model.restrictions.append(Constraint(counted, minimum, maximum, guard, quoting(why, held.source, held.text)))

    def require(
        self,
        held: AnyHeld,
        why: str,
        counted: Count,
        minimum: int = 1,
        maximum: int | None = None,
        guard: Count | None = None,
    ) -> None:
        """A requirement. One that asks for what too few creatures are able to do, whatever else is declared, asks for nothing."""
        allowed = self.model.allowed
        able = sum([allowed[unit] & counted.targets != 0 for unit in bits(counted.units)])
        if able >= max(minimum, 1):
            row = Constraint(counted, minimum, maximum, guard, quoting(why, held.source, held.text))
            self.model.requirements.append(row)
        else:
            self.impossible.append((held, why, counted))

    def charge(self, index: int, cost: CostHeld, unit: int, targets: int, *about: int) -> None:
        """A cost instance."""
        if targets:
            key = (index, unit, *about)
            self.costs[key] = cost
            self.model.tolls.append(Toll(unit, targets, key))

    def units_where(self, matches: Callable[[str], bool]) -> int:
        """The mask of the units for which something holds."""
        return sum([1 << index for index, unit in enumerate(self.model.units) if matches(unit)])

    def matching(self, filter: a.Filter, context: Context, *roles: DeclarationRole) -> int:
        """The mask of the units that match a filter, read in this context, in which each of them has these roles."""
        found = self._all_matching(filter, context, *roles)
        return found & self._within_range(context.you) if found and self.view.ranges else found

    def _within_range(self, player: str) -> int:
        """The units within a player's range of influence (801.2)."""
        if player not in self._reached:
            permanents = self.view.permanents
            self._reached[player] = self.units_where(lambda unit: self.view.in_range(permanents[unit], player))
        return self._reached[player]

    def _all_matching(self, filter: a.Filter, context: Context, *roles: DeclarationRole) -> int:
        if type(filter) is a.Not:
            return self.model.every_unit & ~self.matching(filter.part, context, *roles)
        known = _KNOWN_UNITS.get(type(filter))
        if known is not None and (units := known(self, filter, context)) is not None:
            return units
        read = reading(filter)
        if roles and not read.fields.isdisjoint(roles):
            return self._matching(filter, context, roles)
        # Many abilities say the same, and are read in contexts that make no difference to it.
        key = id(filter), (read.values(context), context.you) if self.view.ranges else read.values(context)
        found = self._matched.get(key)
        if found is None:
            found = self._matched[key] = self._matching(filter, context, ()), filter
        return found[0]

    def _matching(self, filter: a.Filter, context: Context, roles: tuple[DeclarationRole, ...]) -> int:
        view, combined = self.view, _COMBINED.get(type(filter))
        if combined is not None and (reading(filter).asked.isdisjoint(PRESUMED) or not self._unstated()):
            try:
                return combined(self, filter, context, roles)
            except FactNotStated:
                pass
        # What the board doesn't state may not matter where another part settles it: then each unit is asked by itself.
        permanents = view.permanents
        if not roles:
            return self.units_where(lambda unit: view.matches(filter, permanents[unit], context))
        return self.units_where(lambda unit: view.matches(filter, permanents[unit], in_roles(context, unit, roles)))

    def _unstated(self) -> bool:
        """Whether something isn't stated of a unit."""
        return any(self.view.permanents[id].unstated for id in self.model.units)

    def having(self, keyword: str) -> int:
        """The mask of the units that have a keyword."""
        if self._keywords is None:
            self._keywords = {}
            for unit, index in self.unit.items():
                for ability in self.view.abilities[unit]:
                    if isinstance(ability, a.KeywordAbility):
                        self._keywords[ability.keyword] = self._keywords.get(ability.keyword, 0) | 1 << index
        return self._keywords.get(keyword, 0)

    def where(
        self, units: int, part: OptionalPart, holds: Callable[[Context], bool], context: Context, *roles: DeclarationRole
    ) -> int:
        """Those of the units for which something holds that `part` says, where each of them has these roles."""
        if not units or part is None:
            return units
        if reading(part).fields.isdisjoint(roles):
            return units if holds(context) else 0
        return sum(1 << unit for unit in bits(units) if holds(in_roles(context, self.model.units[unit], roles)))

    def mask_of(self, unit: str | None) -> int:
        """The mask of one unit; empty, if it is none."""
        return 1 << self.unit[unit] if unit in self.unit else 0

    def targets_where(self, matches: Callable[[str], bool]) -> int:
        """The mask of the targets for which something holds."""
        return sum(1 << index for index, target in enumerate(self.model.targets) if matches(target))

    def used(self, unit: str) -> Count:
        """Whether the unit is declared at all."""
        return Count(1 << self.unit[unit], self.model.every_target)

    # --- solving ------------------------------------------------------------------------------------------------------

    def maximum(self, allowed: list[int], reference: Declaration) -> Maximum:
        """The maximum of requirements within `allowed`, by a declaration like `reference`: what is known of this board isn't
        searched again.

        What of it is allowed at all is such a declaration wherever it obeys the restrictions and as many requirements as any.
        """
        most = self._searched(allowed, {})
        kept = {unit: targets & allowed[unit] for unit, targets in sorted(reference.items()) if targets & allowed[unit]}
        fits = all(targets.bit_count() <= self.model.capacity[unit] for unit, targets in kept.items())
        if most.exact and fits and obeyed(self.model, kept) == most.obeyed and obeys_restrictions(self.model, kept):
            return Maximum(most.obeyed, most.obeyed, kept)
        return self._searched(allowed, reference, most.obeyed if most.exact else None)

    def can_obey_more(self, allowed: list[int], number: int) -> bool | None:
        """Whether more requirements than this number can be obeyed within `allowed`; None where the search is given up."""
        least, most = (0, upper_bound(self.model, allowed)) if self.model.budget.limited else self._bounds(allowed)
        if number < least or number >= most:
            return number < least
        found = self._searched(allowed, {})
        return found.obeyed > number if found.exact else None

    def _bounds(self, allowed: list[int]) -> tuple[int, int]:
        """The most requirements that can be obeyed are between these. Mostly they are equal, and nothing is searched."""
        key = tuple(allowed)
        found = self._bounded.get(key)
        if found is None:
            most, best = unit_by_unit(self.model, allowed)
            least = obeyed(self.model, best) if obeys_restrictions(self.model, best) else 0
            found = self._bounded[key] = least, most
        return found

    def _searched(self, allowed: list[int], reference: Declaration, most: int | None = None) -> Maximum:
        key = (tuple(allowed), tuple(sorted(reference.items())))
        found = self._maxima.get(key)
        if found is None:
            found = maximum(self.model, allowed, reference, self._reductions, most)
            if found.exact:  # with more of a budget, more may be found
                self._maxima[key] = found
        return found

    # --- reading ------------------------------------------------------------------------------------------------------

    def can_be_chosen(self, unit: str, targets: Sequence[str]) -> bool:
        """Whether it is sure that the unit can be chosen for these targets, whatever restrictions say: it is one that can be
        chosen for any, untapped, and not for too many."""
        index = self.unit.get(unit)
        if index is None or self.view.permanents[unit].tapped or not targets:
            return index is not None and not targets
        if len(targets) == 1:
            return targets[0] in self.target
        different = set(targets)
        return len(different) == len(targets) <= self.model.capacity[index] and self.target.keys() >= different

    def declaration(self, chosen: Mapping[str, tuple[str, ...]]) -> dict[int, int]:
        """A declaration by names as one by bits."""
        unit, target = self.unit, self.target
        return {
            unit[id]: 1 << target[targets[0]] if len(targets) == 1 else sum([1 << target[each] for each in targets])
            for id, targets in chosen.items()
            if targets
        }

    def due(self, chosen: Mapping[str, tuple[str, ...]]) -> list[CostHeld]:
        """The cost instances that a declaration by names incurs, in a stable order."""
        if not self.costs:
            return []
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

    @cached_property
    def restrictions(self) -> tuple[str, ...]:
        """Every restriction that keeps a creature from something, in words."""
        return (
            *(quoting("", held.source, held.text) for held, pairs in self._pairs if any(pairs.values())),
            *(row.why for row in self.model.restrictions),
        )

    def disobeyed(self, declaration: Declaration) -> Iterator[list[str]]:
        """Each way in which the declaration disobeys each of them, in the same order."""
        for _, pairs in self._pairs:
            if any(pairs.values()):
                yield [
                    self._pair(unit, target)
                    for unit, targets in declaration.items()
                    if (wrong := targets & ~self.model.allowed[unit])
                    for target in bits(wrong & _forbidden(pairs, unit))
                ]
        for row in self.model.restrictions:
            yield [] if holds(row, declaration) else [row.why]

    def _pair(self, unit: int, target: int) -> Sentence:
        return said("{} can't {action} {}", self.model.units[unit], self.model.targets[target], action=self.action)

    def is_broken(self, declaration: Declaration) -> bool:
        """Whether the declaration disobeys a restriction."""
        allowed = self.model.allowed
        return any(targets & ~allowed[unit] for unit, targets in declaration.items()) or not all(
            holds(row, declaration) for row in self.model.restrictions
        )

    def broken(self, declaration: Declaration) -> Iterator[str]:
        """Every restriction that the declaration disobeys, in words."""
        yield from self.forbidden(declaration)
        for row in self.model.restrictions:
            if not holds(row, declaration):
                yield row.why

    def forbidden(self, declaration: Declaration) -> Iterator[str]:
        """Every restriction on a pair that the declaration disobeys, in words."""
        for unit, targets in declaration.items():
            for target in bits(targets & ~self.model.allowed[unit]):
                yield from self._forbidding(unit, target)

    def _forbidding(self, unit: int, target: int) -> list[Sentence]:
        """Every restriction on that pair, in words."""
        found = self._worded.get((unit, target))
        if found is None:
            found = self._worded[unit, target] = [
                quoting(self._pair(unit, target), held.source, held.text)
                for held, pairs in self._pairs
                if _forbidden(pairs, unit) >> target & 1
            ]
        return found


def _having_keyword(one: Formulation, filter: a.HasKeyword, context: Context) -> int | None:
    """None for "landwalk", which stands for several."""
    plain = filter.keyword != "landwalk" and not context.with_keywords and not context.without_keywords
    return one.having(filter.keyword) if plain else None


_KNOWN_UNITS: dict[type[AbilityPart], Callable[[Formulation, Any, Context], int | None]] = {
    a.HasKeyword: _having_keyword,
    a.Is: lambda one, filter, context: None if filter.role != "source" else one.mask_of(context.source),
    a.IsOneOf: lambda one, filter, context: sum([1 << one.unit[id] for id in set(filter.ids) if id in one.unit]),
    a.AllOf: lambda one, filter, context: None if filter.parts else one.model.every_unit,
}
"""Filters whose units are known without asking any permanent; None: not that one."""

_COMBINED: dict[type[AbilityPart], Callable[[Formulation, Any, Context, tuple[DeclarationRole, ...]], int]] = {
    a.AllOf: lambda one, filter, context, roles: reduce(
        and_, [one.matching(part, context, *roles) for part in filter.parts], one.model.every_unit
    ),
    a.AnyOf: lambda one, filter, context, roles: reduce(or_, [one.matching(part, context, *roles) for part in filter.parts], 0),
}
"""Filters whose units are known from those of their parts."""


def _forbidden(pairs: Mapping[int, int], unit: int) -> int:
    """The targets that a restriction on pairs forbids to a unit."""
    return reduce(or_, (targets for targets, units in pairs.items() if units >> unit & 1), 0)


def in_roles(context: Context, creature: str, roles: Iterable[DeclarationRole]) -> Context:
    """The context in which the creature has these roles."""
    return context._replace(
        subject=creature if "subject" in roles else context.subject,
        attacker=creature if "attacker" in roles else context.attacker,
        blocker=creature if "blocker" in roles else context.blocker,
    )


def exempt(formulation: Formulation) -> None:
    """Some creatures are exempt from requirements: until 2011-02-03 tapped ones that may block, and those with a cost (paid
    or not)."""
    model, view, edition = formulation.model, formulation.view, formulation.edition
    if edition.tapped_blockers == "exempt":
        model.exempt |= formulation.units_where(lambda unit: view.permanents[unit].tapped)
    if edition.cost_exemption == "creatures with a cost":
        free = model.without_other_costs(frozenset())
        model.exempt |= formulation.units_where(lambda unit: not free[formulation.unit[unit]])
    if model.exempt:
        model.requirements = [row for row in model.requirements if row.counted.units & ~model.exempt]


def limit_declarations(formulation: Formulation, every: list[Held[a.DeclarationLimit]]) -> None:
    """At most so many of them may be declared, this combat or this turn."""
    view, combat = formulation.view, formulation.view.combat
    before = set(combat.attacked_this_turn if formulation.action == "attack" else combat.blocked_this_turn)
    for held in every:
        ability = held.ability
        if ability.action != formulation.action or not view.holds(ability.condition, held.context):
            continue
        maximum = view.quantity(ability.maximum, held.context)
        matching = {p.id for p in view.matching(ability.creatures, held.context)}
        if ability.period == "turn":
            maximum = max(0, maximum - len(before & matching))
            matching -= before
        units = formulation.units_where(matching.__contains__)
        targets = formulation.targets_where(lambda target: view.is_among(ability.targets, target, held.context))  # noqa: B023
        formulation.restrict(
            held,
            _limit_in_words(formulation, maximum, units, targets),
            Count(units, targets),
            0,
            maximum,
            None,
        )


def _limit_in_words(formulation: Formulation, maximum: int, units: int, targets: int) -> str:
    """How many may be declared, of whom and for what, where that isn't all."""
    model = formulation.model
    template, names = "no more than {maximum}", []
    if units != model.every_unit:
        template += " of {}"
        names.append(tuple(model.units[each] for each in bits(units)))
    template += " may {action}"
    if targets != model.every_target:
        template += " {}"
        names.append(tuple(model.targets[each] for each in bits(targets)))
    return said(template, *names, maximum=maximum, action=formulation.action)


def require_company(formulation: Formulation, every: list[Held[a.NeedsCompany]]) -> None:
    """Can't attack or block alone, or unless others do too."""
    for held in every:
        ability = held.ability
        for unit in subjects(formulation, held, ability.creatures, ability.action):
            context = held.context._replace(subject=unit)
            others = formulation.matching(ability.others, context) & ~(1 << formulation.unit[unit])
            why = said(
                "{} can't {action} without {others} beside it",
                unit,
                action=ability.action,
                others="another creature" if ability.minimum == 1 else f"{ability.minimum} other creatures",
            )
            formulation.restrict(
                held, why, Count(others, formulation.model.every_target), ability.minimum, None, formulation.used(unit)
            )


def allow_only_alone(formulation: Formulation, every: list[Held[a.OnlyAlone]]) -> None:
    """Can attack or block only alone."""
    model = formulation.model
    for held in every:
        alone = held.ability
        for unit in subjects(formulation, held, alone.creatures, alone.action):
            everyone = Count(model.every_unit, model.every_target)
            formulation.restrict(
                held, said("{} can {action} only alone", unit, action=alone.action), everyone, 0, 1, formulation.used(unit)
            )


def subjects(formulation: Formulation, held: AnyHeld, creatures: a.Filter, action: a.CombatAction) -> list[str]:
    """The units that an ability is about, if it is about this kind of declaration and its condition holds."""
    if action != formulation.action:
        return []
    condition = held.ability.condition
    units = formulation.matching(creatures, held.context, "subject")
    units = formulation.where(
        units, condition, lambda context: formulation.view.holds(condition, context), held.context, "subject"
    )
    return [formulation.model.units[unit] for unit in bits(units)]


def declared_before(formulation: Formulation, ability: a.MustAttack | a.MustBlock) -> Mapping[str, tuple[str, ...]]:
    """What each creature was declared for in earlier combats of the turn, in editions where that settles "this turn if able"."""
    if ability.period != "turn" or formulation.edition.turn_requirements != "until obeyed":
        return {}
    combat = formulation.view.combat
    return combat.attacked_this_turn if formulation.action == "attack" else combat.blocked_this_turn
