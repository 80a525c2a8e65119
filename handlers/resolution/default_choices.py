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

_HARMFUL = (
    a.Moves,
    a.Taps,
    a.Damages,
    a.DamagesTogether,
    a.GainsControl,
    a.GivesPoison,
    a.RemovesFromCombat,
    a.Sacrifices,
    a.Fights,
)
"""Instructions that nobody likes done to their own."""
_HARMFUL_COUNTERS = ("-1/-1", "stun", "-0/-1", "-1/-0")


def is_hidden(instruction: a.Instruction) -> bool:
    """Whether cards of a hand or a library are chosen by it."""
    cards = instruction.cards if isinstance(instruction, a.PutsOntoBattlefield | a.PutsCards) else None
    if cards == a.IsTurnedUp():
        return True
    return isinstance(cards, a.IsChosenCard) and cards.cards.zone in ("hand", "library")


def costs(instruction: a.Instruction) -> bool:
    """Whether a player gives something up by it."""
    match instruction:
        case a.Pays() | a.Sacrifices() | a.RemovesCounters() | a.CollectsEvidence():
            return True
        case a.PutsCards():
            return instruction.to != "hand"
        case a.PutsCounters():
            return instruction.counter == "-1/-1" and _is_own(instruction.permanents)
        case a.MovesCards():
            return instruction.what != "draw"
        case a.Taps():
            return _is_own(instruction.permanents)
        case a.Moves():
            return instruction.how == "sacrificed" or instruction.permanents == a.THIS or _is_own(instruction.permanents)
        case a.Modes():
            return all(any(map(costs, mode)) for mode in instruction.modes)
        case a.ForEach():
            return any(map(costs, instruction.do))
    return False


def _is_own(filter: a.Filter) -> bool:
    """Whether a player chooses some of their own permanents."""
    own = a.ControlledBy(players=a.Players(who="you"))
    return isinstance(filter, a.IsChosen) and isinstance(filter.permanents, a.AllOf) and own in filter.permanents.parts


def given_up_first(permanent: Permanent) -> tuple[bool, int, int]:
    """What is given up first: tokens, and what is small."""
    return not permanent.token, permanent.power + permanent.toughness, permanent.mana_value or 0


def picked(view: View, candidates: Sequence[str], harms: bool, controller: str, least: int, most: int) -> tuple[str, ...]:
    """What the default policy picks of what may be chosen: of harm, the greatest of the opponents'; of help, of one's own. Where
    there are fewer than must be chosen, others as well."""

    def wanted(id: str) -> bool:
        theirs = id != controller if id in view.board.seats else view.permanents[id].controller != controller
        return theirs == harms

    def worth(id: str) -> tuple[bool, bool, int]:
        permanent = view.permanents.get(id)
        return not wanted(id), permanent is None, -(permanent.power + permanent.toughness if permanent is not None else 0)

    ordered = sorted(candidates, key=worth)
    enough = [id for id in ordered if wanted(id)][:most]
    return tuple(enough if len(enough) >= least else ordered[:least])


def is_harmful(instructions: Iterable[a.Instruction], meant: a.Filter | None) -> bool:
    """Whether what is done to a target, or to what is chosen, is nothing its controller would like. None: a player."""
    return any(_harms(each) for each in _about(instructions, meant))


def _about(instructions: Iterable[a.Instruction], meant: a.Filter | None) -> Iterable[a.Instruction]:
    for each in instructions:
        match each:
            case a.May() | a.IfDone():
                yield from _about((*each.do, *each.then, *each.otherwise), meant)
            case a.If():
                yield from _about((*each.do, *each.otherwise), meant)
            case a.Modes():
                for mode in each.modes:
                    yield from _about(mode, meant)
            case a.Delayed() | a.ForEach():
                yield from _about(each.do, meant)
            case a.Reflexive():
                yield from _about(each.does.instructions, meant)
            case _ if meant is None or meant in parts_of(each):
                yield each


def _harms(instruction: a.Instruction) -> bool:
    match instruction:
        case a.PutsCounters(counter=counter):
            return counter in _HARMFUL_COUNTERS
        case a.ChangesLife():
            return instruction.loses != 0
        case a.MovesCards():
            return instruction.what != "draw"
        case a.Begins():
            return any(_weakens(each) for each in instruction.abilities)
    return isinstance(instruction, _HARMFUL)


def _weakens(ability: a.Ability) -> bool:
    match ability:
        case a.ChangesCharacteristics():
            sizes = (ability.power, ability.toughness)
            return any(_is_negative(each) for each in sizes)
        case a.CantBlock():
            return ability.blockers != a.ANYTHING
        case a.Triggered() | a.Grants() | a.AttacksAsThough() | a.BlocksAsThough() | a.PreventsDamage() | a.Regenerates():
            return False
    return True


def _is_negative(quantity: a.Quantity) -> bool:
    return quantity < 0 if isinstance(quantity, int) else isinstance(quantity, a.Scaled) and quantity.times < 0
