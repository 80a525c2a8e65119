"""What players choose as abilities are put on the stack and resolve: as they say, and otherwise by a default policy.

The default is the same for the same board: every "may" is done but what costs something, the first mode is chosen, and targets
and sacrifices are picked by size: of harm, the greatest of the opponents' permanents; of help, the greatest of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...events.model import Model
from ...projections.board import Permanent
from ..combat.dealing import source_of
from ..view.context import Context
from ..view.view import View


class Choices(Model):
    """What a player chooses for one ability; what is left out is chosen by the default policy.

    `targets`: ids, all of its targets in the order of its text. `accept`: for each "may" in turn. `modes`: the numbers of the
    modes, from 0. `sacrificed`: the permanents that are sacrificed by those who choose some.
    """

    targets: tuple[str, ...] | None = None
    accept: tuple[bool, ...] = ()
    modes: tuple[int, ...] | None = None
    sacrificed: tuple[str, ...] = ()


DEFAULT = Choices()


@dataclass(slots=True)
class Chooser:
    """The choices for one ability, asked for one after the other; `told` keeps what was chosen, in words."""

    choices: Choices
    told: list[str] = field(default_factory=list)
    _accepted: int = 0

    def accepts(self, do: Sequence[a.Instruction], what: str = "may") -> bool:
        """Whether what a player may do is done."""
        given = self.choices.accept
        if self._accepted < len(given):
            answer = given[self._accepted]
            self._accepted += 1
        else:
            answer = not any(isinstance(each, _COSTS) for each in do)
        self.told.append(f"{what}: {'done' if answer else 'not done'}")
        return answer

    def modes(self, asked: a.Modes) -> tuple[int, ...]:
        """Which modes, in their order. Raises InvalidInput."""
        chosen = self.choices.modes
        if chosen is None:
            chosen = tuple(range(max(asked.minimum, 1)))
        if not asked.minimum <= len(set(chosen)) <= asked.maximum or any(not 0 <= each < len(asked.modes) for each in chosen):
            allowed = f"{asked.minimum} to {asked.maximum} of the modes 0 to {len(asked.modes) - 1}"
            raise InvalidInput("choices.modes", str(list(chosen)), allowed)
        self.told.append(f"modes: {', '.join(map(str, sorted(set(chosen))))}")
        return tuple(sorted(set(chosen)))

    def sacrificed(self, candidates: list[Permanent], number: int, player: str) -> list[str]:
        """Which of so many permanents a player sacrifices: all, where there are no more."""
        if len(candidates) <= number:
            return [each.id for each in candidates]
        named = [each for each in self.choices.sacrificed if each in {candidate.id for candidate in candidates}]
        others = [each.id for each in sorted(candidates, key=_size) if each.id not in named]
        found = [*named, *others][:number]
        self.told.append(f"{player} sacrifices {', '.join(found)}")
        return found


_COSTS = (a.Pays, a.Sacrifices, a.MovesCards)


def _size(permanent: Permanent) -> tuple[bool, int, int]:
    """What is given up first: tokens, and what is small."""
    return not permanent.token, permanent.power + permanent.toughness, permanent.mana_value or 0


# --- targets -----------------------------------------------------------------------------------------------------------


def legal(view: View, target: a.Target, filter: a.Filter | None, context: Context, controller: str, source: str) -> list[str]:
    """What may be chosen for a target: permanents in the order of the board, then players.

    Hexproof and shroud keep permanents from being targets (702.11b, 702.18a), protection from sources with its quality
    (702.16b).
    """
    found: list[str] = []
    if filter is not None:
        for permanent in view.matching(filter, context):
            if not _is_shielded(view, permanent, controller, source):
                found.append(permanent.id)
    if target.players:
        found += [player for player in view.board.players if not (target.opponents and player == controller)]
    return found


def _is_shielded(view: View, permanent: Permanent, controller: str, source: str) -> bool:
    keywords = view.keywords(permanent.id)
    if "shroud" in keywords or ("hexproof" in keywords and permanent.controller != controller):
        return True
    if "protection" not in keywords:
        return False
    known = source_of(view, source)
    return known is not None and any(
        view.matches(each.quality or a.ANYTHING, known, Context(permanent.id, permanent.controller))
        for each in view.keyword_abilities(permanent.id, "protection")
    )


def by_default(view: View, does: a.Does, slot: int, candidates: list[str], controller: str) -> tuple[str, ...]:
    """The targets that the default policy picks for one of those asked for."""
    target = does.targets[slot]
    harms = is_harmful(does, target)

    def wanted(id: str) -> bool:
        theirs = id != controller if id in view.board.seats else view.permanents[id].controller != controller
        return theirs == harms

    def worth(id: str) -> tuple[bool, bool, int]:
        permanent = view.permanents.get(id)
        return not wanted(id), permanent is None, -(permanent.power + permanent.toughness if permanent is not None else 0)

    ordered = sorted(candidates, key=worth)
    most = len(ordered) if target.maximum is None else target.maximum
    enough = [id for id in ordered if wanted(id)][:most]
    return tuple(enough if len(enough) >= target.minimum else ordered[: target.minimum])


def is_harmful(does: a.Does, target: a.Target) -> bool:
    """Whether what is done to a target is nothing its controller would like."""
    return any(_harms(each) for each in _about(does.instructions, target))


def _about(instructions: Iterable[a.Instruction], target: a.Target) -> Iterable[a.Instruction]:
    for each in instructions:
        match each:
            case a.May():
                yield from _about((*each.do, *each.then, *each.otherwise), target)
            case a.If():
                yield from _about((*each.do, *each.otherwise), target)
            case a.Modes():
                for mode in each.modes:
                    yield from _about(mode, target)
            case a.Delayed():
                yield from _about(each.do, target)
            case _ if target.permanents is None or _names(each, target):
                yield each


def _names(part: object, target: a.Target) -> bool:
    if isinstance(part, a.IsTarget):
        return part.permanents == target.permanents
    if isinstance(part, tuple):
        return any(_names(each, target) for each in part)
    return isinstance(part, Model) and any(_names(getattr(part, name), target) for name in type(part).model_fields)


def _harms(instruction: a.Instruction) -> bool:
    match instruction:
        case a.Moves() | a.Taps() | a.Damages() | a.GivesPoison() | a.RemovesFromCombat() | a.Sacrifices() | a.Fights():
            return True
        case a.PutsCounters(counter=counter):
            return counter not in ("+1/+1", "shield", "indestructible") and counter in ("-1/-1", "stun", "-0/-1", "-1/-0")
        case a.ChangesLife():
            return instruction.loses != 0
        case a.MovesCards():
            return instruction.what != "draw"
        case a.Begins():
            return any(_weakens(each) for each in instruction.abilities)
    return False


def _weakens(ability: a.Ability) -> bool:
    match ability:
        case a.ChangesCharacteristics():
            sizes = (ability.power, ability.toughness)
            return any(_is_negative(each) for each in sizes)
        case a.CantBlock():
            return ability.blockers != a.ANYTHING
        case a.Grants() | a.AttacksAsThough() | a.BlocksAsThough() | a.PreventsDamage() | a.Regenerates():
            return False
    return True


def _is_negative(quantity: a.Quantity) -> bool:
    return quantity < 0 if isinstance(quantity, int) else isinstance(quantity, a.Scaled) and quantity.times < 0
