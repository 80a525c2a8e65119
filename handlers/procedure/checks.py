"""The checks of 508.1c–d and 509.1b–c on a formulated board: restrictions first, then the maximum of requirements."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ...events.declarations import RequirementsChecked, RestrictionsChecked
from ...projections.board import Board
from ..attempt import Attempt, Draft, Violated
from ..legality.comparison import compared
from ..legality.formulation import Formulation
from ..legality.nearest import legal_like, way_out
from ..legality.search.maximum import Maximum
from ..legality.search.model import Declaration, holds, obeyed
from ..rulebook.concepts import REQUIREMENTS, RESTRICTIONS, Concept


def check_goes_on(draft: Draft, declaration: Concept) -> None:
    """104.1: nothing is declared any more where the game is over. Raises an untimely Violated."""
    if draft.state.board.is_over:
        raise Violated(declaration, ["the game is over"], untimely=True)


def who_does(board: Board, player: str) -> tuple[tuple[str, ...], str]:
    """Those who declare together with a player, and how a verb of them ends: "declares", of several "declare"."""
    side = board.side(player) or (player,)
    return side, "s" if len(side) == 1 else ""


def formulation(attempt: Attempt[Any]) -> Formulation:
    """The attacks or blocks that the player may declare, as it was before this declaration began."""
    return attempt.before.formulation(attempt.draft.pending.action, attempt.player)


def check_restrictions(attempt: Attempt[Any]) -> None:
    """508.1c, 509.1b: no restriction may be disobeyed. Raises Violated with each one that is."""
    known, chosen = formulation(attempt), attempt.choosable
    declaration = known.declaration(chosen)
    if known.is_broken(declaration):
        raise Violated(RESTRICTIONS[known.action], lambda: known.broken(declaration), lambda: way_out(known, chosen))
    attempt.draft.append(RestrictionsChecked(in_force=known.restrictions_in_force))


def check_requirements(attempt: Attempt[Any]) -> None:
    """508.1d, 509.1c: no declaration that obeys the restrictions may obey more requirements.

    Which others are compared, the edition's doctrine says; of them those whose cost instances are among those that this one
    incurs (nobody is required to pay), and that declare exempt creatures as this one does, or not. Raises Violated, also where
    the search is given up (`undecided`).
    """
    known = formulation(attempt)
    declaration = known.declaration(attempt.choosable)
    number, in_force = obeyed(known.model, declaration), len(known.model.requirements)
    if number < in_force:
        _check_most(known, declaration, number)
    attempt.draft.append(RequirementsChecked(obeyed=number, in_force=in_force))


def _check_most(known: Formulation, declaration: Declaration, number: int) -> None:
    """Raises Violated, unless it is sure that no declaration obeys more than this one, which obeys so many."""
    model, edition, concept = known.model, known.edition, REQUIREMENTS[known.action]
    if edition.requirements == "global":
        allowed = model.comparable(declaration)
        more = known.can_obey_more(allowed, number)
        if more:
            better = _Better(known, allowed, declaration)
            raise Violated(concept, better.whys, better.instead)
        if more is not None:
            return
    best = compared(model, edition, declaration)
    if best.obeyed > number:
        why, instead = _gained(known, declaration, best), known.names(best.witness) if best.exact else None
        raise Violated(concept, why, instead)
    if not best.exact:
        doubt = f"obeys {number} requirements; at most {best.bound} can be obeyed, but the search was given up"
        if best.hint:
            doubt += f": {best.hint}"
        elif model.budget.spent:
            doubt += model.budget.words
        raise Violated(concept, [doubt], undecided=True)


class _Better:
    """A declaration that obeys more requirements than one does: looked for only where somebody asks."""

    def __init__(self, formulation: Formulation, allowed: list[int], declaration: Declaration) -> None:
        self._formulation = formulation
        self._allowed = allowed
        self._declaration = declaration

    @cached_property
    def _like(self) -> Maximum:
        return legal_like(self._formulation, self._allowed, self._declaration)

    def whys(self) -> list[str]:
        """What it obeys more."""
        return _gained(self._formulation, self._declaration, self._like)

    def instead(self) -> dict[str, tuple[str, ...]] | None:
        """It by names; None where the search is given up."""
        return self._formulation.names(self._like.witness) if self._like.exact else None


def _gained(known: Formulation, declaration: Declaration, best: Maximum) -> list[str]:
    gained = [row.why for row in known.model.requirements if holds(row, best.witness) and not holds(row, declaration)]
    most = str(best.obeyed) if best.exact else f"at least {best.obeyed} and at most {best.bound}"
    summary = (
        f"obeys {obeyed(known.model, declaration)} requirement(s) of the {most} "
        "that can be obeyed without disobeying a restriction"
    )
    return [summary, *gained]
