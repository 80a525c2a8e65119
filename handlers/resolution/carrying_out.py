"""Each kind of instruction carried out (608.2c): what it is done by, and those that hold others.

What happens at one time is seen by triggers as one: the damage of one instruction, the permanents that leave by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...events import abilities as a
from ...events import stack as s
from ..attempt import Draft
from ..combat import removal
from .binding import Binding, NotCarriedOut, asks
from .chance import CHANCE
from .choosing import Chooser
from .counters import COUNTERS
from .damage import DAMAGE
from .effects import EFFECTS
from .faces import FACES, can_collect
from .later import create_delayed, trigger_reflexive
from .moving import MOVING
from .paying import can_pay, paid
from .resolving import CarriesOut, Resolving, name_cards
from .tokens import TOKENS
from .totals import TOTALS
from .turning_up import TURNING_UP, exiled_with


def carry_out(draft: Draft, binding: Binding, chooser: Chooser, instructions: Iterable[a.Instruction]) -> None:
    """One instruction after the other, as an ability resolves. Raises NotCarriedOut, InvalidInput."""
    doing = Resolving(draft, binding, chooser, _each)
    told = chooser.choices.cards
    if told and asks(binding.ability.does, a.IsExiledWith):
        name_cards(draft, told, "exile")
        exiled_with(doing, [each.id for each in told])
        binding.memory.told_exiled = True
    _each(doing, instructions)


def _each(doing: Resolving, instructions: Iterable[a.Instruction]) -> None:
    for each in instructions:
        if each.kind == "pays" and not paid(doing, each):
            return
        _CARRY_OUT[type(each)](doing, each)


def _remove_from_combat(doing: Resolving, instruction: a.RemovesFromCombat) -> None:
    for each in doing.permanents(instruction.permanents):
        removal.remove_from_combat(doing.draft, each.id)


def _add_combat(doing: Resolving, instruction: a.AddsCombat) -> None:
    doing.draft.append(s.CombatAdded())


def _elsewhere(doing: Resolving, instruction: a.Elsewhere) -> None:
    """Nothing that this board holds."""


def _if(doing: Resolving, instruction: a.If) -> None:
    doing.carry_out(doing, instruction.do if doing.holds(instruction.condition) else instruction.otherwise)


def _may(doing: Resolving, instruction: a.May) -> None:
    who = [doing.controller] if instruction.by is None else doing.players(instruction.by)
    if len(who) > 1:
        raise NotCarriedOut("what each of several players may do isn't carried out")
    what = "may" if instruction.by is None else f"{' '.join(who)} may"
    if not who or not doing.chooser.accepts(instruction.do, what, who[0]) or not _possible(doing, instruction.do):
        doing.carry_out(doing, instruction.otherwise)
        return
    doing.carry_out(doing, instruction.do)
    doing.carry_out(doing, instruction.then)


def _if_done(doing: Resolving, instruction: a.IfDone) -> None:
    done = _possible(doing, instruction.do)
    doing.carry_out(doing, instruction.do)
    doing.carry_out(doing, instruction.then if done else instruction.otherwise)


def _possible(doing: Resolving, do: tuple[a.Instruction, ...]) -> bool:
    """Whether what "if you do" asks for can be done: the cost paid, the permanents and cards there."""
    return all(_is_possible(doing, each) for each in do)


def _is_possible(doing: Resolving, each: a.Instruction) -> bool:
    match each:
        case a.Pays():
            return can_pay(doing, each)
        case a.Sacrifices():
            matching, asked = doing.permanents(each.permanents), 1 if each.number is None else each.number
            return all(
                sum(p.controller == player for p in matching) >= doing.quantity_of(player, asked)
                for player in doing.players(each.players)
            )
        case a.MovesCards(what="discard"):
            hand = doing.draft.state.board.hand
            return all(hand[player] >= doing.quantity_of(player, each.number) for player in doing.players(each.players))
        case a.ForEach():
            return True
        case a.RemovesCounters():
            number = 1 if each.number is None else doing.quantity(each.number)
            having = [one.counters for one in doing.permanents(each.permanents)]
            return any((sum(c.values()) if each.counter is None else c.get(each.counter, 0)) >= number for c in having)
        case (
            a.Moves()
            | a.Taps()
            | a.Untaps()
            | a.PutsCounters()
            | a.DoublesCounters()
            | a.Transforms()
            | a.GainsControl()
            | a.PhasesOut()
            | a.RemovesFromCombat()
        ):
            least = each.permanents.minimum if isinstance(each.permanents, a.IsChosen) else 1
            return len(doing.permanents(each.permanents)) >= max(1, least)
        case a.PutsCards() | a.PutsOntoBattlefield():
            least = each.cards.minimum if isinstance(each.cards, a.IsChosenCard) else 1
            return len(doing.cards(each.cards, each.zone)) >= max(1, least)
        case a.CollectsEvidence():
            return can_collect(doing, each)
        case a.Modes():
            chosen = doing.chooser.choices.modes
            return any(_possible(doing, mode) for number, mode in enumerate(each.modes) if chosen is None or number in chosen)
    return True


def _for_each(doing: Resolving, instruction: a.ForEach) -> None:
    """Which they are is settled before something is done for the first of them."""
    each: list[str | None] = [doing.binding.memory.each] * (0 if instruction.times is None else doing.quantity(instruction.times))
    if instruction.permanents is not None:
        each += [permanent.id for permanent in doing.permanents(instruction.permanents)]
    if instruction.players is not None:
        each += doing.players(instruction.players)
    memory = doing.binding.memory
    before, created, affected = memory.each, memory.created, memory.affected
    together: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for memory.each in each:
        memory.created, memory.affected = (), ()
        if memory.each is None or memory.each not in doing.view.board.seats or memory.each in doing.view.board.players:
            doing.carry_out(doing, instruction.do)
        together.append((memory.created, memory.affected))
    memory.each = before
    memory.created = tuple(id for ids, _ in together for id in ids) or created
    memory.affected = tuple(id for _, ids in together for id in ids) or affected


def _modes(doing: Resolving, instruction: a.Modes) -> None:
    possible: list[int] = []
    for number, each in enumerate(instruction.modes if doing.chooser.choices.modes is None else ()):
        if len(possible) < max(1, instruction.minimum) and _possible(doing, each):
            possible.append(number)
    for mode in doing.chooser.modes(instruction, possible):
        doing.carry_out(doing, instruction.modes[mode])


_CARRY_OUT: dict[type[Any], CarriesOut] = {
    **TOTALS,
    **COUNTERS,
    **DAMAGE,
    **MOVING,
    **EFFECTS,
    **TOKENS,
    **TURNING_UP,
    **FACES,
    **CHANCE,
    a.RemovesFromCombat: _remove_from_combat,
    a.AddsCombat: _add_combat,
    a.Pays: _elsewhere,
    a.Elsewhere: _elsewhere,
    a.If: _if,
    a.May: _may,
    a.IfDone: _if_done,
    a.ForEach: _for_each,
    a.Modes: _modes,
    a.Delayed: create_delayed,
    a.Reflexive: trigger_reflexive,
}
