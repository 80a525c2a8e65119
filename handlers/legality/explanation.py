"""Why a declaration is legal or not: every restriction and requirement in force, costs, and the nearest legal declaration."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...events.declarations import CostInstance
from ...events.deferred import Deferred
from ...events.errors import Undecided
from ...events.model import Model
from ...events.prose import Parts, in_parts
from ...events.ruling import Ruling, Violation, Wrong
from ..rulebook.editions import Requirements
from ..unstated import same_ruling
from .formulation import CostHeld, Formulation
from .impossible import ImpossibleRequirement, because_of_numbers, beyond_numbers, impossible_requirements
from .nearest import Chosen, Payable, legal_like, nearest
from .search.model import Constraint, Declaration, holds, obeyed

DeclaredCreatures = dict[str, str] | dict[str, tuple[str, ...]]
"""A declaration in the shape of its command: attacker → target, or blocker → attackers."""


class Restriction(Model):
    """A restriction that keeps a creature from something here: whose it is, in words, and each way in which it is disobeyed.

    `parts` and `quote`: the words as references and words, and apart from them what the source says.
    """

    source: str | None
    words: str
    parts: Parts
    quote: str
    obeyed: bool
    disobeyed: tuple[str, ...] = ()


class Requirement(Model):
    """A requirement that some creature is able to obey: whose it is, in words, as for a restriction, and whether it is obeyed."""

    source: str | None
    words: str
    parts: Parts
    quote: str
    obeyed: bool


class Most(Model):
    """The most requirements that can be obeyed without disobeying a restriction, and a declaration that does.

    Of declarations with no other costs than the one explained, like it where possible. The most is known where `obeyed` and
    `bound` are equal; else the search was given up, and lies between them.
    """

    obeyed: int
    bound: int
    declaration: DeclaredCreatures


class Costs(Model):
    """The cost instances that the declaration incurs, their total, and what they mean for requirements: nobody is required to
    pay.

    It isn't compared with declarations that incur any of `not_required`. `if_required`: the requirements that could be obeyed if
    they were (None: nothing would be different, or the search was given up).
    """

    incurred: tuple[CostInstance, ...]
    total: str | None
    not_required: tuple[CostInstance, ...]
    if_required: int | None


class Change(Model):
    """A creature that is declared differently: what for, and what for instead (nothing: not declared)."""

    creature: str
    was: tuple[str, ...]
    becomes: tuple[str, ...]


class Nearest(Model):
    """The legal declaration with the fewest changes; the first in the order of options, if several have as few.

    Of the legal declarations that the player can pay for; where the player didn't pay for the one explained, but could, of those
    that cost nothing. `fewest` is false where the board is too large to be sure that no other has fewer changes. `gains` and
    `gives_up`: requirements.
    """

    declaration: DeclaredCreatures
    changes: tuple[Change, ...]
    fewest: bool
    gains: tuple[str, ...]
    gives_up: tuple[str, ...]


class Explanation(Deferred):
    """A declaration, the ruling on it, and why.

    `violations`: all that is wrong, over all steps of the procedure (the ruling's own are those of the step that decided).
    Those after the choice are judged on `judged`, what of the declaration can be chosen at all, and so is everything below.
    `impossible`: requirements that nobody can obey, which ask for nothing. `comparison`: how the edition compares requirements;
    from 2007-05-01 on "global": legal is what obeys the most. There is no `nearest` where the declaration is legal or undecided,
    it isn't the time for one, or what is wrong isn't who is declared (but a band, say).
    """

    ruling: Ruling
    violations: tuple[Violation, ...]
    declaration: DeclaredCreatures
    judged: DeclaredCreatures
    restrictions: tuple[Restriction, ...]
    requirements: tuple[Requirement, ...]
    impossible: tuple[ImpossibleRequirement, ...] = ()
    comparison: Requirements
    obeyed: int
    most: Most
    costs: Costs
    nearest: Nearest | None


def explain(
    formulation: Formulation,
    ruling: Ruling,
    violations: Iterable[Violation],
    chosen: Chosen,
    choosable: Chosen,
    total: str | None,
    payable: Payable | None,
    declined: bool,
) -> Explanation:
    """Explain a ruling. `choosable`: what of the declaration can be chosen; `payable`: whether the player can pay for another one
    (None: it isn't the time to declare any); `declined`: the player doesn't pay what could be paid.
    """
    model = formulation.model
    declaration = formulation.declaration(dict(choosable))
    best = legal_like(formulation, model.comparable(declaration), declaration)
    common = _alike(formulation, best.witness)
    return Explanation(
        ruling=ruling,
        violations=tuple(violations),
        declaration=_shaped(formulation, chosen),
        judged=_shaped(formulation, choosable),
        restrictions=tuple(
            each.model_copy(update={"obeyed": False, "disobeyed": tuple(map(str, broken))}) if broken else each
            for each, broken in zip(common.restrictions, formulation.disobeyed(declaration), strict=True)
        ),
        requirements=tuple(either[holds(row, declaration)] for row, either in common.requirements),
        impossible=common.impossible,
        comparison=formulation.edition.requirements,
        obeyed=obeyed(model, declaration),
        most=Most(obeyed=best.obeyed, bound=best.bound, declaration=_shaped(formulation, formulation.names(best.witness))),
        costs=_costs(formulation, declaration, total, best.obeyed),
        nearest=_nearest(formulation, ruling.wrong, chosen, payable, declined),
    )


class _Common(NamedTuple):
    """What is stated alike of all declarations: each restriction as obeyed, each requirement as it is disobeyed and as obeyed,
    and those that nobody can obey."""

    restrictions: tuple[Restriction, ...]
    requirements: tuple[tuple[Constraint, tuple[Requirement, Requirement]], ...]
    impossible: tuple[ImpossibleRequirement, ...]


def _alike(formulation: Formulation, witness: Declaration) -> _Common:
    """Worked out once for a formulation, unless the search is given up. `witness`: what disobeys no restriction."""
    found: _Common | None = formulation.kept.get("alike")
    if found is not None:
        return found
    model = formulation.model
    beyond = beyond_numbers(model, witness)
    found = _Common(
        tuple(Restriction(words=str(words), obeyed=True, **in_parts(words)) for words in formulation.restrictions),
        tuple((row, (_requirement(row, False), _requirement(row, True))) for row in model.requirements if row not in beyond),
        (*_impossible(formulation), *(because_of_numbers(model, row) for row in beyond)),
    )
    if not model.budget.spent:
        formulation.kept["alike"] = found
    return found


def ask(formulation: Formulation) -> None:
    """Ask for the facts that are needed to explain a declaration beyond those that ruling on it took: only what creatures that
    can't attack would have to attack. Raises FactNotStated."""
    if formulation.action == "attack":
        _impossible(formulation)


def _impossible(formulation: Formulation) -> tuple[ImpossibleRequirement, ...]:
    """Worked out once for a formulation."""
    found: tuple[ImpossibleRequirement, ...] | None = formulation.kept.get("impossible")
    if found is None:
        found = formulation.kept["impossible"] = tuple(impossible_requirements(formulation))
    return found


def _requirement(row: Constraint, obeyed: bool) -> Requirement:
    return Requirement(words=str(row.why), obeyed=obeyed, **in_parts(row.why))


def same_whatever_is_so(first: Explanation, second: Explanation) -> Explanation | None:
    """What is explained whether a fact that isn't stated is so or not (first: it isn't); None where that makes another ruling.

    Stated are the restrictions and requirements that are in force either way, and what would be legal instead either way. What
    is counted is so as though the fact weren't so, where it makes a difference.
    """
    ruling = same_ruling(first.ruling, second.ruling)
    if ruling is None:
        return None
    return first.model_copy(
        update={
            "ruling": ruling,
            "violations": tuple(each for each in first.violations if each in second.violations) or ruling.violations,
            "restrictions": tuple(each for each in first.restrictions if each in second.restrictions),
            "requirements": tuple(each for each in first.requirements if each in second.requirements),
            "impossible": tuple(each for each in first.impossible if each in second.impossible),
            "nearest": first.nearest if first.nearest == second.nearest else None,
        }
    )


def _shaped(formulation: Formulation, chosen: Chosen) -> DeclaredCreatures:
    if formulation.action == "block":
        return dict(chosen)
    return {attacker: targets[0] for attacker, targets in chosen.items()}


def _costs(formulation: Formulation, declaration: Declaration, total: str | None, most: int) -> Costs:
    model = formulation.model
    incurred = model.incurred(declaration)
    others = {toll.key for toll in model.tolls} - incurred
    with_others = formulation.maximum(model.allowed, declaration) if others else None
    return Costs(
        incurred=tuple(_instance(formulation.costs[key]) for key in sorted(incurred)),
        total=total,
        not_required=tuple(_instance(formulation.costs[key]) for key in sorted(others)),
        if_required=with_others.obeyed if with_others and with_others.exact and with_others.obeyed != most else None,
    )


def _instance(cost: CostHeld) -> CostInstance:
    return CostInstance(source=cost.held.source or "", creature=cost.creature, target=cost.target, text=cost.held.text)


def _nearest(formulation: Formulation, wrong: Wrong, chosen: Chosen, payable: Payable | None, declined: bool) -> Nearest | None:
    unpaid = Wrong.PAYMENT | Wrong.MANA_ABILITIES
    of_creatures = Wrong.CHOICE | Wrong.TARGETS | Wrong.RESTRICTIONS | Wrong.REQUIREMENTS
    if payable is None or not wrong & (unpaid | of_creatures):
        return None
    try:
        found = nearest(formulation, chosen, None if declined else payable)
    except Undecided:
        return None
    return None if found is None else _described(formulation, chosen, *found)


def _described(formulation: Formulation, chosen: Chosen, found: Declaration, fewest: bool) -> Nearest:
    named, proposed = formulation.names(found), formulation.declaration(_known(formulation, chosen))
    creatures = [*formulation.unit, *(creature for creature in chosen if creature not in formulation.unit)]
    changes = [
        Change(creature=creature, was=tuple(chosen.get(creature, ())), becomes=named.get(creature, ()))
        for creature in creatures
        if sorted(chosen.get(creature, ())) != sorted(named.get(creature, ()))
    ]
    rows = [(row.why, holds(row, found), holds(row, proposed)) for row in formulation.model.requirements]
    return Nearest(
        declaration=_shaped(formulation, named),
        changes=tuple(changes),
        fewest=fewest,
        gains=tuple(why for why, now, before in rows if now and not before),
        gives_up=tuple(why for why, now, before in rows if before and not now),
    )


def _known(formulation: Formulation, chosen: Chosen) -> dict[str, tuple[str, ...]]:
    return {
        unit: tuple(target for target in dict.fromkeys(targets) if target in formulation.target)
        for unit, targets in chosen.items()
        if unit in formulation.unit
    }
