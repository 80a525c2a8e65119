"""The checks of 508.1c–d and 509.1b–c on a formulated board: restrictions first, then the maximum of requirements."""

from __future__ import annotations

from collections.abc import Mapping

from ...events.declarations import RequirementsChecked, RestrictionsChecked
from ..attempt import Draft, Violated
from ..rulebook.editions import Edition
from .comparison import DOCTRINES
from .formulation import Formulation
from .search.maximum import Maximum, maximum, upper_bound
from .search.model import Declaration, Model, holds, obeyed

Chosen = Mapping[str, tuple[str, ...]]


def check_restrictions(draft: Draft, formulation: Formulation, chosen: Chosen) -> None:
    """508.1c, 509.1b: no restriction may be disobeyed. Raises Violated with each one that is."""
    declaration = formulation.declaration(dict(chosen))
    broken = list(formulation.broken(declaration))
    if broken:
        raise Violated(f"{formulation.action}.restrictions", broken, way_out(formulation, chosen))
    draft.append(RestrictionsChecked(in_force=formulation.restrictions_in_force))


def check_requirements(draft: Draft, formulation: Formulation, chosen: Chosen) -> None:
    """508.1d, 509.1c: no declaration that obeys the restrictions may obey more requirements.

    Which others are compared, the edition's doctrine says; of them those whose cost instances are among those that this one
    incurs (nobody is required to pay), and that declare exempt creatures as this one does, or not. Raises Violated, also where
    the search is given up (`undecided`).
    """
    model = formulation.model
    declaration = formulation.declaration(dict(chosen))
    number = obeyed(model, declaration)
    best = compared(model, draft.edition, declaration)
    if best.obeyed > number:
        raise Violated(
            f"{formulation.action}.requirements",
            _gained(formulation, declaration, best),
            formulation.names(best.witness) if best.exact else None,
        )
    if not best.exact:
        why = f"obeys {number} requirements; at most {best.bound} can be obeyed, but the search was given up"
        if best.hint:
            why += f": {best.hint}"
        raise Violated(f"{formulation.action}.requirements", [why], undecided=True)
    draft.append(RequirementsChecked(obeyed=number, in_force=len(model.requirements)))


def compared(model: Model, edition: Edition, declaration: Declaration) -> Maximum:
    """The best of the declarations with which this one is compared; itself, where it reaches the cheap bound."""
    number = obeyed(model, declaration)
    allowed = model.comparable(declaration)
    if number == upper_bound(model, allowed):
        return Maximum(number, number, dict(declaration))
    return DOCTRINES[edition.requirements](model, declaration, allowed)


def _gained(formulation: Formulation, declaration: Declaration, best: Maximum) -> list[str]:
    gained = [row.why for row in formulation.model.requirements if holds(row, best.witness) and not holds(row, declaration)]
    summary = (
        f"obeys {obeyed(formulation.model, declaration)} requirement(s) of the {best.obeyed} "
        "that can be obeyed without disobeying a restriction"
    )
    return [summary, *gained]


def way_out(formulation: Formulation, chosen: Chosen, free: bool = False) -> dict[str, tuple[str, ...]] | None:
    """A legal declaration like the one that was tried; with `free`, one that costs nothing. None if the search is given up."""
    possible = {
        unit: tuple(target for target in targets if target in formulation.target)
        for unit, targets in chosen.items()
        if unit in formulation.unit
    }
    near = formulation.declaration(possible)
    incurred = frozenset() if free else formulation.model.incurred(near)
    best = maximum(formulation.model, formulation.model.without_other_costs(incurred), near)
    return formulation.names(best.witness) if best.exact else None
