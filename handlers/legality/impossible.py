"""The requirements that nobody is able to obey, and why: they ask for nothing (508.1d, 509.1c), and are only told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from ...events import abilities as a
from ...events.errors import FactNotStated
from ...events.model import Model
from ...events.prose import Parts, in_parts, quoting, said
from ...projections.board import Permanent
from ..rulebook.editions import Edition
from ..view.context import AnyHeld, Context
from .attacks import why_not_attack
from .blocks import attackers_meant, why_not_block
from .formulation import Formulation, Role, in_roles, obeyed_before
from .search.model import Count, bits


class ImpossibleRequirement(Model):
    """A requirement that no creature is able to obey: whose it is, in words, as for one that can be obeyed, and every reason."""

    source: str | None
    words: str
    parts: Parts
    quote: str
    because: tuple[str, ...]


def impossible_requirements(formulation: Formulation, edition: Edition) -> Iterator[ImpossibleRequirement]:
    """Every requirement in force that nobody can obey.

    One that is in force only if a fact is so that the board doesn't state is left out.
    """
    for held, why, counted in formulation.impossible:
        if not counted.units or counted.units & ~formulation.model.exempt:
            others = _about(formulation, held, _filter(held.ability), None, held.context)
            yield _told(held, why, [*_unable(formulation, edition, counted), *_ineligible(formulation, edition, others)])
    if formulation.action == "attack":
        yield from _of_attackers(formulation, edition)
    else:
        yield from _of_blockers(formulation, edition)


def _of_attackers(formulation: Formulation, edition: Edition) -> Iterator[ImpossibleRequirement]:
    """Of creatures that can't be chosen to attack at all."""
    view = formulation.view
    for held in view.held(a.MustAttack):
        ability = held.ability
        for creature in _about(formulation, held, ability.creatures, ability.condition, held.context, "subject"):
            context = replace(held.context, subject=creature.id)

            def meant(target: str, ability: a.MustAttack = ability, context: Context = context) -> bool:
                return view.is_among(ability.targets, target, context)

            if not obeyed_before(formulation, edition, ability, creature.id, meant):
                yield _told(held, said("{} attacks if able", creature.id), _ineligible(formulation, edition, [creature]))
    for id, goaders in view.goaded_by.items():
        creature = view.permanents[id]
        if creature.controller == formulation.player and id not in formulation.unit:
            for by in goaders.values():
                yield _told(by, said("{} is goaded and attacks if able", id), _ineligible(formulation, edition, [creature]))


def _of_blockers(formulation: Formulation, edition: Edition) -> Iterator[ImpossibleRequirement]:
    """Of creatures that can't be chosen to block at all, and of attackers that none of those asked for can block."""
    model = formulation.model
    for held in formulation.view.held(a.MustBlock):
        ability = held.ability
        if ability.attackers is None:
            for creature in _about(formulation, held, ability.blockers, ability.condition, held.context, "subject"):
                if not obeyed_before(formulation, edition, ability, creature.id, lambda _: True):
                    yield _told(held, said("{} blocks if able", creature.id), _ineligible(formulation, edition, [creature]))
            continue
        for attacker, bit, context in attackers_meant(formulation, held, ability.attackers):
            units = formulation.matching(ability.blockers, context, "blocker")
            if any(model.allowed[unit] & bit for unit in bits(units)):
                continue
            others = _about(formulation, held, ability.blockers, None, context, "blocker")
            asked = (*(model.units[unit] for unit in bits(units)), *(creature.id for creature in others))
            if asked:
                reasons = [
                    *_unable(formulation, edition, Count(units, bit) if units else None),
                    *_ineligible(formulation, edition, others),
                ]
                yield _told(held, said("{} must be blocked by {} if able", attacker, asked), reasons)


def _about(
    formulation: Formulation, held: AnyHeld, filter: a.Filter, condition: a.Condition | None, context: Context, *roles: Role
) -> list[Permanent]:
    """The player's creatures that a requirement is about, of those that can't be declared at all."""
    view, found = formulation.view, []
    for creature in view.permanents.values():
        if creature.controller != formulation.player or "Creature" not in creature.types or creature.id in formulation.unit:
            continue
        own = in_roles(context, creature.id, roles)
        with suppress(FactNotStated):
            if view.matches(filter, creature, own) and view.holds(condition, own):
                found.append(creature)
    return found


def _filter(ability: a.Ability) -> a.Filter:
    """The creatures of which a requirement asks for some, whichever they are; nobody, if it is about each by itself."""
    match ability:
        case a.MustAttackWith():
            return ability.creatures
        case a.MustBeBlocked():
            return ability.blockers
    return a.IsOneOf(ids=())


def _unable(formulation: Formulation, edition: Edition, counted: Count | None) -> Iterator[str]:
    """Why each of these units can't be declared for any of these targets."""
    if counted is None:
        return
    model = formulation.model
    if not counted.targets:
        yield said("there is nothing that it asks to {action}", action=formulation.action)
        return
    for unit in bits(counted.units):
        yield from formulation.forbidden({unit: counted.targets})
        for target in bits(counted.targets):
            why = _why_not(formulation, edition, formulation.view.permanents[model.units[unit]], model.targets[target])
            if why is not None:
                yield why


def _ineligible(formulation: Formulation, edition: Edition, creatures: Iterable[Permanent]) -> Iterator[str]:
    """Why each of these creatures can't be declared at all."""
    for creature in creatures:
        why = _why_not(formulation, edition, creature, None)
        if why is not None:
            yield why


def _why_not(formulation: Formulation, edition: Edition, creature: Permanent, target: str | None) -> str | None:
    if formulation.action == "attack":
        return why_not_attack(formulation.view, edition, creature, formulation.player, target)
    return why_not_block(formulation.view, creature, formulation.player, target)


def _told(held: AnyHeld, why: str, reasons: Iterable[str]) -> ImpossibleRequirement:
    words = quoting(why, held.source, held.text)
    because = tuple(dict.fromkeys(map(str, reasons))) or ("there is no such creature",)
    return ImpossibleRequirement(words=str(words), because=because, **in_parts(words))
