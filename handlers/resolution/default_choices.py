"""The default policy: what is chosen where nobody says it. It is the same for the same board.

Every "may" is done but what costs something, the first mode is chosen, and targets and sacrifices are picked by size: of harm,
the greatest of the opponents' permanents; of help, the greatest of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...events import abilities as a
from ...events.model import parts_of
from ...projections.board import Permanent
from ..view.view import View
from .registry import known


def is_hidden(instruction: a.Instruction) -> bool:
    """Whether cards of a hand or a library are chosen by it."""
    return known(instruction).hidden(instruction)


def costs(instruction: a.Instruction) -> bool:
    """Whether a player gives something up by it."""
    return known(instruction).costs(instruction)


def chooses_own(filter: a.Filter) -> bool:
    """Whether a player chooses some of their own permanents."""
    own = a.ControlledBy(players=a.Players(who="you"))
    return isinstance(filter, a.IsChosen) and isinstance(filter.permanents, a.AllOf) and own in filter.permanents.parts


def is_harmful_counter(kind: str) -> bool:
    """Whether a player wants no such counter on what is theirs."""
    return kind.startswith("-") or kind in ("poison", "rad", "stun")


def given_up_first(permanent: Permanent) -> tuple[bool, int, int]:
    """What is given up first: tokens, and what is small."""
    return not permanent.token, permanent.power + permanent.toughness, permanent.mana_value or 0


def picked(view: View, candidates: Sequence[str], harms: bool, controller: str, least: int, most: int) -> tuple[str, ...]:
    """What the default policy picks of what may be chosen: of harm, the greatest of the opponents'; of help, of one's own. Where
    there are fewer than must be chosen, others as well."""

    def wanted(id: str) -> bool:
        theirs = view.board.are_opponents(controller, id if id in view.board.seats else view.permanents[id].controller)
        return theirs == harms

    def worth(id: str) -> tuple[bool, bool, int]:
        permanent = view.permanents.get(id)
        return not wanted(id), permanent is None, -(permanent.power + permanent.toughness if permanent is not None else 0)

    ordered = sorted(candidates, key=worth)
    enough = [id for id in ordered if wanted(id)][:most]
    return tuple(enough if len(enough) >= least else ordered[:least])


def is_harmful(instructions: Iterable[a.Instruction], meant: a.Filter | a.Players | None) -> bool:
    """Whether what is done to a target, or to what is chosen, is nothing its controller would like. None: a player."""
    return any(_harms(each, meant) for each in instructions)


def _harms(instruction: a.Instruction, meant: a.Filter | a.Players | None) -> bool:
    found = known(instruction)
    if held := found.holds(instruction):
        return is_harmful(held, meant)
    to = instruction.recipients if isinstance(instruction, a.Damages) else instruction
    return found.harms(instruction) and (meant is None or meant in parts_of(to))
