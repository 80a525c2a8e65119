"""Which pairs of a unit and a target legal declarations are made of: what a client offers to a player who declares.

A pair is possible if some legal declaration has it. Every declaration that is found shows all of its pairs at once, so that few
searches show all of them.
"""

from __future__ import annotations

from dataclasses import replace

from ...events.errors import Undecided
from ..rulebook.editions import Edition
from .comparison import compared
from .legal import Legal
from .search.counting import LegalDeclarations
from .search.maximum import maximum
from .search.model import Constraint, Count, Declaration, DeclarationModel, bits, count, holds, obeyed


def possible_pairs(model: DeclarationModel, edition: Edition) -> list[int]:
    """For each unit the targets that some legal declaration declares it for. Raises Undecided where the board is too large."""
    if not model.requirements or (edition.requirements == "global" and not model.tolls and not model.exempt):
        return _by_witnesses(model)
    if edition.requirements == "global":
        return LegalDeclarations(model).possible()
    possible = [0] * len(model.units)
    for declaration in Legal(model, edition):
        _take(possible, declaration)
    return possible


def _by_witnesses(model: DeclarationModel) -> list[int]:
    """Where the legal declarations are those that obey the restrictions and the most requirements, whatever they cost."""
    possible = [0] * len(model.units)
    best = maximum(model, model.allowed, {})
    _take(possible, best.witness)
    counted = 0
    for row in (*model.restrictions, *model.requirements):
        counted |= row.counted.units | (0 if row.guard is None else row.guard.units)
    for unit in bits(model.every_unit & ~counted):
        possible[unit] = model.allowed[unit] if model.capacity[unit] else 0  # whatever it does, no row holds more or less
    for unit, allowed in enumerate(model.allowed):
        for target in bits(allowed):
            if possible[unit] >> target & 1:
                continue
            witness = _with_pair(model, unit, target)
            if not best.exact or witness is None:
                raise Undecided("the board is too large to say which pairs are possible")
            if witness.get(unit, 0) >> target & 1 and obeyed(model, witness) == best.obeyed:
                _take(possible, witness)
    return possible


def _with_pair(model: DeclarationModel, unit: int, target: int) -> dict[int, int] | None:
    """The declaration that obeys the most requirements among those with the pair, if there is one; None: not found out."""
    wanted = Constraint(Count(1 << unit, 1 << target), minimum=1)
    # It weighs more than all the others together.
    weighted = replace(model, requirements=[*model.requirements, *[wanted] * (len(model.requirements) + 1)])
    found = maximum(weighted, model.allowed, {unit: 1 << target})
    return found.witness if found.exact else None


def _take(possible: list[int], declaration: Declaration) -> None:
    for unit, targets in declaration.items():
        possible[unit] |= targets


def open_pairs(model: DeclarationModel, edition: Edition, chosen: Declaration) -> list[int]:
    """For each unit the targets open to it once so much is chosen: what a client shows while a declaration is put together.

    A pair is open if it is possible, the unit can be declared for one more, and with it no count goes beyond what a restriction
    allows. While more requirements can be obeyed than are, only pairs that a requirement not obeyed yet is about are open. A
    pair that needs others with it, as a creature that can't be blocked except by two does, is open from the first.
    """
    unmet = [row for row in model.requirements if row.minimum and not holds(row, chosen)]
    if unmet and compared(model, edition, chosen).obeyed == obeyed(model, chosen):
        unmet = []
    opened = []
    for unit, targets in enumerate(possible_pairs(model, edition)):
        own = chosen.get(unit, 0)
        room = own.bit_count() < model.capacity[unit]
        opened.append(
            sum(
                1 << target
                for target in bits(targets & ~own)
                if room
                and not _goes_beyond(model, {**chosen, unit: own | 1 << target})
                and (not unmet or any(row.counted.units >> unit & row.counted.targets >> target & 1 for row in unmet))
            )
        )
    return opened


def _goes_beyond(model: DeclarationModel, declaration: Declaration) -> bool:
    """Whether a count is greater than a restriction allows."""
    return any(
        row.maximum is not None
        and count(declaration, row.counted) > row.maximum
        and (row.guard is None or count(declaration, row.guard) > 0)
        for row in model.restrictions
    )
