"""The legal declarations of a model in an edition, whichever way that edition compares them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from random import Random

from ...events.errors import Undecided
from ..rulebook.editions import Edition
from .comparison import compared
from .formulation import Formulation
from .search.counting import STEP_LIMIT, LegalDeclarations
from .search.maximum import Maximum
from .search.model import Declaration, DeclarationModel, obeyed, obeys_restrictions

LISTING_LIMIT = 20_000
"""In editions whose comparison doesn't take parts, more declarations than this that obey the restrictions aren't gone through."""


def legal_declarations(formulation: Formulation, without: frozenset[tuple[int, ...]] = frozenset()) -> Legal:
    """Those of a formulation, that don't incur any of these cost instances.

    What is worked out of all of them, and of those that cost nothing, is worked out once.
    """
    model = formulation.model
    tolls = [toll for toll in model.tolls if toll.key not in without]
    name = "legal" if len(tolls) == len(model.tolls) else "" if tolls else "legal and free"
    found: Legal | None = formulation.kept.get(name)
    if found is None:
        if name != "legal":
            model = replace(model, allowed=model.without_other_costs(frozenset(toll.key for toll in tolls)), tolls=tolls)
        found = Legal(model, formulation.edition, lambda allowed: formulation.maximum(allowed, {}))
        if name:
            formulation.kept[name] = found
    return found


class Legal:
    """Those declarations, by bits: `in`, in order, counted, drawn, the nearest. Raises Undecided where the board is too large."""

    def __init__(self, model: DeclarationModel, edition: Edition, best: Callable[[list[int]], Maximum] | None = None) -> None:
        """`best`: what is known already of the maximum within some allowed targets."""
        self._model = model
        self._edition = edition
        self._best = best

    def __contains__(self, declaration: Declaration) -> bool:
        return obeys_restrictions(self._model, declaration) and self._meets_most(declaration)

    def __iter__(self) -> Iterator[dict[int, int]]:
        return iter(self._in_parts if self._takes_parts else self._one_by_one)

    def count(self) -> int:
        """How many there are."""
        return self._in_parts.count() if self._takes_parts else len(self._one_by_one)

    def sample(self, random: Random) -> dict[int, int]:
        """One of them, each as likely as any other."""
        return self._in_parts.sample(random) if self._takes_parts else random.choice(self._one_by_one)

    def going_on(self, chosen: Sequence[int]) -> list[int]:
        """What the next unit may be declared for, once the units before it are declared so: with each, one of them goes on."""
        if self._takes_parts:
            return self._in_parts.going_on(chosen)
        unit = len(chosen)
        alike = (each for each in self._one_by_one if all(each.get(u, 0) == option for u, option in enumerate(chosen)))
        return list(dict.fromkeys(each.get(unit, 0) for each in alike))

    def nearest(self, proposed: Declaration, steps: int = STEP_LIMIT) -> dict[int, int]:
        """The one in which the fewest units are declared differently, the first in order if there are several.

        `steps`: how far it is looked for, where they are compared in parts.
        """
        if self._takes_parts:
            return self._in_parts.nearest(proposed, steps)
        units = range(len(self._model.units))
        return min(self._one_by_one, key=lambda legal: sum(legal.get(unit, 0) != proposed.get(unit, 0) for unit in units))

    @property
    def _takes_parts(self) -> bool:
        return self._edition.requirements == "global" or not self._model.requirements

    @cached_property
    def _in_parts(self) -> LegalDeclarations:
        return LegalDeclarations(self._model, self._best)

    @cached_property
    def _one_by_one(self) -> list[dict[int, int]]:
        """Of those that obey the restrictions, the ones that the edition's comparison lets stand."""
        unbroken = LegalDeclarations(replace(self._model, requirements=[], tolls=[], exempt=0))
        if (number := unbroken.count()) > LISTING_LIMIT:
            raise Undecided(
                f"under the rules of {self._edition.effective} requirements are compared anew for each declaration "
                f"({self._edition.requirements}): the {number:,} that obey the restrictions are more than {LISTING_LIMIT:,}"
            )
        return [declaration for declaration in unbroken if self._meets_most(declaration)]

    def _meets_most(self, declaration: Declaration) -> bool:
        """Whether it meets as many requirements as any of those that it is compared with."""
        number = obeyed(self._model, declaration)
        best = compared(self._model, self._edition, declaration)
        if best.obeyed <= number and not best.exact:
            given_up = f"the search was given up{self._model.budget.words}"
            raise Undecided(f"{number} requirements are met, at most {best.bound} can be: {given_up}")
        return best.obeyed <= number
