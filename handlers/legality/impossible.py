"""The requirements that nobody is able to obey, and why: they ask for nothing (508.1d, 509.1c), and are only stated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from ...events import abilities as a
from ...events.errors import FactNotStated
from ...events.model import Model
from ...events.prose import Parts, in_parts, quoting, said
from ...projections.board import Permanent
from ..view.context import AnyHeld, Context
from .attacks import why_not_attack
from .blocks import attackers_meant, why_not_block
from .formulation import DeclarationRole, Formulation, declared_before, in_roles
from .search.maximum import maximum
from .search.model import Constraint, Count, Declaration, bits, holds
from .search.model import DeclarationModel as Formulated


class ReasonInWords(Model):
    """A reason in words, and the ability that it rests on, if any; `parts`: the words as references and words without it."""

    source: str | None
    words: str
    parts: Parts
    quote: str


class ImpossibleRequirement(Model):
    """A requirement that no creature is able to obey: whose it is, in words, as for one that can be obeyed, and every reason."""

    source: str | None
    words: str
    parts: Parts
    quote: str
    because: tuple[ReasonInWords, ...]


def impossible_requirements(formulation: Formulation) -> Iterator[ImpossibleRequirement]:
    """Every requirement in force that nobody can obey, but for those that only restrictions on numbers make impossible.

    One that is in force only if a fact is so that the board doesn't state is left out.
    """
    for held, why, counted in formulation.impossible:
        if not counted.units or counted.units & ~formulation.model.exempt:
            others = _about(formulation, held, _filter(held.ability), None, held.context)
            reasons = [
                *_too_few(formulation, counted),
                *_unable(formulation, counted),
                *_ineligible(formulation, others),
            ]
            yield _reported(held, why, reasons)
    if formulation.action == "attack":
        yield from _of_attackers(formulation)
    else:
        yield from _of_blockers(formulation)


def beyond_numbers(model: Formulated, witness: Declaration) -> list[Constraint]:
    """The requirements that restrictions on numbers leave nobody able to obey, whatever is paid and whatever else isn't obeyed.

    `witness`: a declaration that disobeys no restriction. Where the search is given up, a requirement isn't taken for one.
    """
    open_ = [row for row in model.requirements if not holds(row, witness)]
    while open_:
        found = maximum(replace(model, requirements=open_), model.allowed, {})
        if not found.obeyed:
            return open_ if found.exact else []
        open_ = [row for row in open_ if not holds(row, found.witness)]
    return []


def because_of_numbers(model: Formulated, row: Constraint) -> ImpossibleRequirement:
    """One of them, with restrictions that together make it impossible: each of them has to be there for that."""
    needed: list[Constraint] = []
    others = list(model.restrictions)

    def possible(restrictions: list[Constraint]) -> bool:
        return maximum(replace(model, requirements=[row], restrictions=restrictions), model.allowed, {}).bound > 0

    while others and possible(needed):
        # It is possible with the first `few` of the others, and not with the first `enough`.
        few, enough = 0, len(others)
        while enough - few > 1:
            number = (few + enough) // 2
            few, enough = (number, enough) if possible([*needed, *others[:number]]) else (few, number)
        needed.append(others[enough - 1])
        others = others[: enough - 1]
    return _in_words(row.why, (each.why for each in model.restrictions if each in needed))


def _of_attackers(formulation: Formulation) -> Iterator[ImpossibleRequirement]:
    """Of creatures that can't be chosen to attack at all."""
    view = formulation.view
    for held in view.held(a.MustAttack):
        ability = held.ability
        for creature in _about(formulation, held, ability.creatures, ability.condition, held.context, "subject"):
            context, before = held.context._replace(subject=creature.id), declared_before(formulation, ability)
            if not any(view.is_among(ability.targets, target, context) for target in before.get(creature.id, ())):
                yield _reported(held, said("{} attacks if able", creature.id), _ineligible(formulation, [creature]))
    for id, goaders in view.goaded_by.items():
        creature = view.permanents[id]
        if creature.controller in formulation.players and id not in formulation.unit:
            for by in goaders.values():
                yield _reported(by, said("{} is goaded and attacks if able", id), _ineligible(formulation, [creature]))


def _of_blockers(formulation: Formulation) -> Iterator[ImpossibleRequirement]:
    """Of creatures that can't be chosen to block at all, and of attackers that none of those asked for can block."""
    model = formulation.model
    for held in formulation.view.held(a.MustBlock):
        ability = held.ability
        if ability.attackers is None:
            for creature in _about(formulation, held, ability.blockers, ability.condition, held.context, "subject"):
                if not declared_before(formulation, ability).get(creature.id):
                    yield _reported(held, said("{} blocks if able", creature.id), _ineligible(formulation, [creature]))
            continue
        meant = [
            (attacker, bit, context, formulation.matching(ability.blockers, context, "blocker"))
            for attacker, bit, context in attackers_meant(formulation, held, ability.attackers)
        ]
        able = {attacker for attacker, bit, _, units in meant if any(model.allowed[unit] & bit for unit in bits(units))}
        for attacker, bit, context, units in meant:
            if attacker in able or (ability.any_one and able):
                continue
            others = _about(formulation, held, ability.blockers, None, context, "blocker")
            asked = (*(model.units[unit] for unit in bits(units)), *(creature.id for creature in others))
            if asked:
                reasons = [
                    *_unable(formulation, Count(units, bit) if units else None),
                    *_ineligible(formulation, others),
                ]
                yield _reported(held, said("{} must be blocked by {} if able", attacker, asked), reasons)


def _about(
    formulation: Formulation,
    held: AnyHeld,
    filter: a.Filter,
    condition: a.Condition | None,
    context: Context,
    *roles: DeclarationRole,
) -> list[Permanent]:
    """The player's creatures that a requirement is about, of those that can't be declared at all."""
    view, found = formulation.view, []
    for creature in view.permanents.values():
        if creature.controller not in formulation.players or "Creature" not in creature.types or creature.id in formulation.unit:
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


def _too_few(formulation: Formulation, counted: Count) -> Iterator[str]:
    """Who could be declared, where more are asked for."""
    model = formulation.model
    able = tuple(model.units[unit] for unit in bits(counted.units) if model.allowed[unit] & counted.targets)
    if able:
        yield said("only {} can", able)


def _unable(formulation: Formulation, counted: Count | None) -> Iterator[str]:
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
            why = _why_not(formulation, formulation.view.permanents[model.units[unit]], model.targets[target])
            if why is not None:
                yield why


def _ineligible(formulation: Formulation, creatures: Iterable[Permanent]) -> Iterator[str]:
    """Why each of these creatures can't be declared at all."""
    for creature in creatures:
        why = _why_not(formulation, creature, None)
        if why is not None:
            yield why


def _why_not(formulation: Formulation, creature: Permanent, target: str | None) -> str | None:
    if formulation.action == "attack":
        return why_not_attack(formulation.view, formulation.edition, creature, formulation.player, target)
    return why_not_block(formulation.view, creature, formulation.player, target)


def _reported(held: AnyHeld, why: str, reasons: Iterable[str]) -> ImpossibleRequirement:
    return _in_words(quoting(why, held.source, held.text), reasons)


def _in_words(words: str, reasons: Iterable[str]) -> ImpossibleRequirement:
    distinct = tuple(dict.fromkeys(reasons)) or ("there is no such creature",)
    because = tuple(ReasonInWords(words=str(reason), **in_parts(reason)) for reason in distinct)
    return ImpossibleRequirement(words=str(words), because=because, **in_parts(words))
