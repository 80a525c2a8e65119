"""What players choose as abilities are put on the stack and resolve: as they say, and otherwise by a default policy.

The default is the same for the same board: every "may" is done but what costs something, the first mode is chosen, and targets
and sacrifices are picked by size: of harm, the greatest of the opponents' permanents; of help, the greatest of one's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Literal

from pydantic import Field

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...events.facts import PermanentEntered
from ...events.model import Model
from ...projections.board import Permanent
from ..combat.dealing import source_of
from ..view.context import Context
from ..view.protection_702_16 import is_protected
from ..view.view import View

MOST_MANA = 1_000_000


class Choices(Model):
    """What a player chooses for one ability; what is left out is chosen by the default policy.

    `targets`: ids of its targets, in the order of its text. `division`: target → how much it gets of what is divided. `accept`:
    yes or no to each "may" in turn. `modes`: the numbers of its modes, from 0. `sacrificed`: ids of the permanents that players
    choose to sacrifice. `chosen`: ids of permanents, and of cards in other zones, that are chosen without being targets.
    `cards`: what the chosen cards in other zones are, which the board doesn't know. `library`: the cards turned up from the tops
    of libraries, in order; `discarded`: the cards that players discard; `faces`: the other faces of permanents and cards, under
    the same ids. `flips`: for each coin in turn, whether the flip is won; `rolls`: the results of dice, in turn. `nonland`: how
    many of the discarded cards aren't lands. `x`: the value of X in a cost that is paid. `counters`: the kinds of counters of
    which one is removed.
    """

    targets: tuple[str, ...] | None = None
    division: dict[str, int] | None = None
    accept: tuple[bool, ...] = ()
    modes: tuple[int, ...] | None = None
    sacrificed: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    cards: tuple[PermanentEntered, ...] = ()
    library: tuple[PermanentEntered, ...] = ()
    discarded: tuple[PermanentEntered, ...] = ()
    faces: tuple[PermanentEntered, ...] = ()
    flips: tuple[bool, ...] = ()
    rolls: tuple[int, ...] = ()
    nonland: int | None = None
    x: int | None = Field(None, ge=0, le=MOST_MANA)
    counters: tuple[str, ...] = ()


DEFAULT = Choices.model_construct()  # whose validator is built where choices are first told, not on import


@dataclass(slots=True)
class Chooser:
    """The choices for one ability, asked for one after the other; `told` keeps what was chosen, in words."""

    choices: Choices
    told: list[str] = field(default_factory=list)
    _accepted: int = 0
    _chosen: set[str] = field(default_factory=set)
    luck: Random | None = None
    """What chance is drawn with where nobody tells it."""
    _flipped: int = 0
    _rolled: int = 0
    _turned_up: set[str] = field(default_factory=set)

    def accepts(self, do: Sequence[a.Instruction], what: str = "may", by: str | None = None) -> bool:
        """Whether what a player may do is done; `by`: who may."""
        given = self.choices.accept
        if self._accepted < len(given):
            answer = given[self._accepted]
            self._accepted += 1
        else:
            # Of what is hidden nobody chooses anything unless it is told.
            answer = not any(_costs(each) for each in do) and (self._tells_cards or not any(map(_is_hidden, do)))
        self.told.append(f"{what}: {'done' if answer else 'not done'}")
        return answer

    @property
    def _tells_cards(self) -> bool:
        return bool(self.choices.cards or self.choices.library or self.choices.discarded)

    def from_library(self, player: str, number: int) -> tuple[PermanentEntered, ...]:
        """The next cards on top of a player's library: of so many those that are told."""
        return self._turn_up(self.choices.library, player, number)

    def discarded(self, player: str, number: int) -> tuple[PermanentEntered, ...]:
        """What a player discards: of so many cards those that are told."""
        return self._turn_up(self.choices.discarded, player, number)

    def _turn_up(self, told: Sequence[PermanentEntered], player: str, number: int) -> tuple[PermanentEntered, ...]:
        found = tuple(each for each in told if each.owner == player and each.id not in self._turned_up)[:number]
        self._turned_up.update(each.id for each in found)
        return found

    def showed(self, id: str) -> None:
        """The other face of that permanent, or card, that the player told of is shown."""
        self._turned_up.add(id)

    @property
    def not_turned_up(self) -> list[str]:
        """Cards that the player told of as turned up or discarded, and faces, that weren't."""
        return [
            each.id
            for each in (*self.choices.library, *self.choices.discarded, *self.choices.faces)
            if each.id not in self._turned_up
        ]

    def modes(self, asked: a.Modes | a.ModalChoice, possible: Sequence[int]) -> tuple[int, ...]:
        """Which modes, in their order; by default the first of those that are possible. Raises InvalidInput."""
        chosen = self.choices.modes
        if chosen is None:
            chosen = tuple(possible[: max(asked.minimum, 1)])
            if len(chosen) < asked.minimum:
                return ()
        if not asked.minimum <= len(set(chosen)) <= asked.maximum or any(not 0 <= each < len(asked.modes) for each in chosen):
            allowed = f"{asked.minimum} to {asked.maximum} of the modes 0 to {len(asked.modes) - 1}"
            raise InvalidInput("choices.modes", str(list(chosen)), allowed)
        self.told.append(f"modes: {', '.join(map(str, sorted(set(chosen))))}")
        return tuple(sorted(set(chosen)))

    def sacrificed(
        self, candidates: list[Permanent], number: int | None, player: str, how: Literal["sacrificed", "exiled", "returned"]
    ) -> list[str]:
        """Which of so many permanents a player sacrifices, exiles or returns: all, where there are no more. None: any number, by
        default none."""
        does = {"sacrificed": "sacrifices", "exiled": "exiles", "returned": "returns"}[how]
        named = [each for each in self.choices.sacrificed if each in {candidate.id for candidate in candidates}]
        if number is None:
            self.told.append(f"{player} {does} {', '.join(named) or 'nothing'}")
            return named
        if len(candidates) <= number:
            return [each.id for each in candidates]
        others = [each.id for each in sorted(candidates, key=_size) if each.id not in named]
        found = [*named, *others][:number]
        self.told.append(f"{player} {does} {', '.join(found)}")
        return found

    @property
    def not_chosen(self) -> list[str]:
        """What the player named as chosen, and could not choose."""
        return [each for each in self.choices.chosen if each not in self._chosen]

    def flips(self, number: int) -> tuple[bool, ...] | None:
        """How so many coins land; None where that isn't told, and isn't drawn."""
        told = self.choices.flips[self._flipped : self._flipped + number]
        self._flipped += number
        if len(told) < number and self.luck is not None:
            told = tuple(self.luck.random() < 0.5 for _ in range(number))
        if len(told) < number:
            return None
        self.told.append(f"flips: {', '.join('won' if each else 'lost' for each in told)}")
        return told

    def rolls(self, number: int, sides: int) -> tuple[int, ...] | None:
        """The results of so many dice; None where they aren't told, and aren't drawn. Raises InvalidInput."""
        told = self.choices.rolls[self._rolled : self._rolled + number]
        self._rolled += number
        if len(told) < number and self.luck is not None:
            told = tuple(self.luck.randint(1, sides) for _ in range(number))
        if len(told) < number:
            return None
        if any(not 1 <= each <= sides for each in told):
            raise InvalidInput("choices.rolls", str(list(told)), f"results of dice with {sides} sides: 1 to {sides}")
        self.told.append(f"rolls: {', '.join(map(str, told))}")
        return told

    def chosen(self, candidates: Sequence[str], by_worth: Sequence[str], least: int, most: int | None) -> tuple[str, ...]:
        """Which of some permanents or cards are chosen; `by_worth`: as the default policy would, those that it wants first.

        Raises InvalidInput where fewer are named than must be.
        """
        named = tuple(each for each in self.choices.chosen if each in candidates and each not in self._chosen)[:most]
        if named or not by_worth:
            if len(named) < min(least, len(candidates)):
                raise InvalidInput("choices.chosen", str(list(named)), f"at least {least} of {', '.join(candidates)}")
            found = named
        else:
            found = tuple(by_worth[: len(by_worth) if most is None else most])
        self._chosen.update(found)
        if len(candidates) > len(found) or len(found) != least:
            self.told.append(f"chosen: {', '.join(found) or 'nothing'}")
        return found


def drawn_with(seed: str) -> Random:
    """Draws that are the same on every machine."""
    return Random(int.from_bytes(sha256(seed.encode()).digest()[:16], "big"))


def _is_hidden(instruction: a.Instruction) -> bool:
    """Whether cards of a hand or a library are chosen by it."""
    cards = instruction.cards if isinstance(instruction, a.PutsOntoBattlefield | a.PutsCards) else None
    if cards == a.IsTurnedUp():
        return True
    return isinstance(cards, a.IsChosenCard) and cards.cards.zone in ("hand", "library")


def _costs(instruction: a.Instruction) -> bool:
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
            return all(any(map(_costs, mode)) for mode in instruction.modes)
        case a.ForEach():
            return any(map(_costs, instruction.do))
    return False


def _is_own(filter: a.Filter) -> bool:
    """Whether a player chooses some of their own permanents."""
    own = a.ControlledBy(players=a.Players(who="you"))
    return isinstance(filter, a.IsChosen) and isinstance(filter.permanents, a.AllOf) and own in filter.permanents.parts


def _size(permanent: Permanent) -> tuple[bool, int, int]:
    """What is given up first: tokens, and what is small."""
    return not permanent.token, permanent.power + permanent.toughness, permanent.mana_value or 0


# --- targets -----------------------------------------------------------------------------------------------------------


def legal(view: View, target: a.Target, filter: a.Filter | None, context: Context, controller: str, source: str) -> list[str]:
    """What may be chosen for a target: permanents in the order of the board, then players; or known cards in another zone.

    Hexproof and shroud keep permanents from being targets (702.11b, 702.18a), protection from sources with its quality
    (702.16b).
    """
    found: list[str] = []
    if target.cards is not None and isinstance(filter, a.AllOf):
        return view.cards(target.cards.model_copy(update={"filter": filter}), context)
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
    known = source_of(view, source) if "protection" in keywords else None
    return known is not None and is_protected(view, permanent.id, known)


def by_default(
    view: View, does: a.Does, slot: int, candidates: list[str], controller: str, least: int, most: int | None
) -> tuple[str, ...]:
    """The targets that the default policy picks for one of those asked for: so many at least and (None: any number) at most."""
    target = does.targets[slot]
    most = len(candidates) if most is None else most
    if target.cards is not None:
        return tuple(_largest_cards(view, candidates)[:most])
    meant = None if target.permanents is None else a.IsTarget(permanents=target.permanents, number=target.number)
    harms = is_harmful(does.instructions, meant)
    if target.each_of is not None and target.maximum is not None:
        own: dict[str, list[str]] = {}
        for id in candidates:
            own.setdefault(view.permanents[id].controller, []).append(id)
        share = len(own) and target.maximum
        return tuple(id for ids in own.values() for id in picked(view, ids, harms, controller, target.minimum, share))
    return picked(view, candidates, harms, controller, least, most)


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


def _largest_cards(view: View, candidates: Sequence[str]) -> list[str]:
    cards = view.board.cards
    return sorted(candidates, key=lambda id: -((cards[id].card.power or 0) + (cards[id].card.toughness or 0)))


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
            case _ if meant is None or _names(each, meant):
                yield each


def _names(part: object, meant: a.Filter) -> bool:
    if part == meant:
        return True
    if isinstance(part, tuple):
        return any(_names(each, meant) for each in part)
    return isinstance(part, Model) and any(_names(getattr(part, name), meant) for name in type(part).model_fields)


def divided(amount: int, targets: Sequence[str], given: dict[str, int] | None) -> dict[str, int]:
    """How an amount is divided among targets, at least one for each (601.2d); by default evenly. Raises InvalidInput."""
    if given is not None:
        if set(given) != set(targets) or sum(given.values()) != amount or min(given.values(), default=1) < 1:
            raise InvalidInput("division", str(given), f"{amount} divided among {', '.join(targets)}, at least 1 for each")
        return given
    each, more = divmod(amount, len(targets)) if targets else (0, 0)
    return {id: each + (number < more) for number, id in enumerate(targets)}


def _harms(instruction: a.Instruction) -> bool:
    match instruction:
        case (
            a.Moves()
            | a.Taps()
            | a.Damages()
            | a.DamagesTogether()
            | a.GainsControl()
            | a.GivesPoison()
            | a.RemovesFromCombat()
            | a.Sacrifices()
            | a.Fights()
        ):
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
        case a.Triggered() | a.Grants() | a.AttacksAsThough() | a.BlocksAsThough() | a.PreventsDamage() | a.Regenerates():
            return False
    return True


def _is_negative(quantity: a.Quantity) -> bool:
    return quantity < 0 if isinstance(quantity, int) else isinstance(quantity, a.Scaled) and quantity.times < 0
