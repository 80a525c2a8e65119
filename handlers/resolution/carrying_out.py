"""Each kind of instruction carried out (608.2c): what it is done by, and those that hold others.

What happens at one time is seen by triggers as one: the damage of one instruction, the permanents that leave by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from itertools import chain
from typing import Any

from ...events import abilities as a
from ...events import stack as s
from ...events.model import Model, parts_of
from ..attempt import Draft
from ..combat import removal
from ..combat.entering import become_unblocked
from . import attaching, chance, counters, damage, effects, faces, later, moving, paying, showing, tokens, totals, voting  # noqa: F401 (they register)
from .binding import GIVING, Binding, NotCarriedOut, asks
from .choosing import Chooser
from .default_choices import costs
from .registry import carries_out, known, made_by
from .resolving import Resolving, name_cards, there
from .turning_up import exiled_with


def carry_out(draft: Draft, binding: Binding, chooser: Chooser, instructions: Iterable[a.Instruction]) -> None:
    """One instruction after the other, as an ability resolves. Raises NotCarriedOut, InvalidInput."""
    doing = Resolving(draft, binding, chooser, _each)
    stated = chooser.choices.cards
    if stated and asks(binding.ability.does, a.IsExiledWith, GIVING):
        name_cards(draft, chooser.all_cards(), "exile")
        exiled_with(doing, [each.id for each in stated])
        binding.memory.exiled_stated = True
    if stated and _counts_hands(binding.ability.does):
        name_cards(draft, chooser.all_cards(), "hand")
    _each(doing, instructions)


def _counts_hands(does: a.Instructions | None) -> bool:
    """Whether cards of a revealed hand are counted, and none is chosen anywhere: those that are stated are in that hand."""
    counts = any(isinstance(each, a.CardCount) and each.cards.zone == "hand" for each in parts_of(does))
    return counts and not asks(does, a.IsChosenCard, GIVING)


def _each(doing: Resolving, instructions: Iterable[a.Instruction]) -> None:
    for each in instructions:
        if known(each).carry_out(doing, each) is False:
            return


_KEPT: tuple[tuple[type[Model], str, Any], ...] = (
    (a.IsCreated, "created", ()),
    (a.IsAffected, "affected", ()),
    (a.IsTurnedUp, "turned_up", ()),
    (a.CountDone, "moved", ()),
    (a.ExcessDone, "excess", {}),
    (a.DamageDone, "dealt", {}),
)
"""Where the memory of a resolution keeps what a word means, and what that is if nothing was done."""


def _left_undone(doing: Resolving, instructions: Iterable[a.Instruction]) -> None:
    """What later words would mean of these instructions isn't there: they weren't carried out."""
    for part in chain.from_iterable(map(parts_of, instructions)):
        if isinstance(part, a.MovesCards) and part.what == "draw":
            continue
        for meant, where, nothing in _KEPT:
            if meant in made_by(part):
                setattr(doing.binding.memory, where, copy(nothing))
        if isinstance(part, a.Taps | a.Untaps):
            doing.binding.memory.turned = ()
        if isinstance(part, a.Sacrifices):
            doing.binding.memory.sacrificed = None


def all_possible(doing: Resolving, do: Sequence[a.Instruction]) -> bool:
    """Whether what "if you do" asks for can be done, one after the other: "exile it, then return it to the battlefield"."""
    if len(do) == 1:
        return known(do[0]).possible(doing, do[0])
    tried = doing.fork()
    for each in do:
        if not known(each).possible(tried, each):
            return False
        tried.carry_out(tried, (each,))
    return True


@carries_out(a.RemovesFromCombat, possible=there, harms=True, supported=True)
def _remove_from_combat(doing: Resolving, instruction: a.RemovesFromCombat) -> None:
    for each in doing.permanents(instruction.permanents):
        removal.remove_from_combat(doing.draft, each.id)


@carries_out(a.BecomesUnblocked, supported=True)
def _become_unblocked(doing: Resolving, instruction: a.BecomesUnblocked) -> None:
    """509.1h. Whom they blocked before in this turn is known for one combat only."""
    combat = doing.draft.state.combat
    blockers = doing.binding.ids(instruction.blockers, doing.view)
    if any(id in combat.blockers for id in blockers):
        return  # they still are blocking
    if combat.phases_this_turn > 1:
        raise NotCarriedOut("what was blocked by whom in this combat isn't known in a second one of a turn")
    for attacker in sorted(combat.blocked):
        by = {each for each, blocked in combat.blocked_this_turn.items() if attacker in blocked}
        if by and by <= set(blockers):
            become_unblocked(doing.draft, attacker)


@carries_out(a.AddsCombat)
def _add_combat(doing: Resolving, instruction: a.AddsCombat) -> None:
    doing.draft.append(s.CombatAdded())


@carries_out(a.TakesExtraTurn)
def _take_extra_turn(doing: Resolving, instruction: a.TakesExtraTurn) -> None:
    """500.7, in turn order; of a team that takes turns together only one is added (805.8)."""
    for player in _one_a_side(doing, instruction.players):
        doing.draft.append(s.ExtraTurnAdded(player=player))


@carries_out(a.Skips, harms=True)
def _be_to_skip(doing: Resolving, instruction: a.Skips) -> None:
    for player in _one_a_side(doing, instruction.players):
        doing.draft.append(s.SkipAdded(player=player, what=instruction.what))


def _one_a_side(doing: Resolving, players: a.Players) -> list[str]:
    """Of those who take turns together the first one."""
    board = doing.view.board
    return list({board.side(player): player for player in reversed(doing.players(players))}.values())[::-1]


@carries_out(a.OffBoard, hidden=lambda each: each.text.lower().startswith("cast "), supported=True)
def _elsewhere(doing: Resolving, instruction: a.OffBoard) -> None:
    """Nothing that this board holds."""


@carries_out(a.If, holds=lambda each: (*each.do, *each.otherwise), supported=True)
def _if(doing: Resolving, instruction: a.If) -> None:
    done, not_done = instruction.do, instruction.otherwise
    if not doing.holds(instruction.condition):
        done, not_done = not_done, done
    _left_undone(doing, not_done)
    doing.carry_out(doing, done)


@carries_out(a.May, holds=lambda each: (*each.do, *each.then, *each.otherwise), supported=True, makes=(a.AmountDone,))
def _may(doing: Resolving, instruction: a.May) -> None:
    if instruction.by is not None and instruction.by.several:
        any_did = [_one_may(doing, instruction, player) for player in doing.players(instruction.by)]
        if _asks_how_many_did(instruction):
            doing.counted(sum(any_did))
        doing.carry_out(doing, instruction.then if any(any_did) else instruction.otherwise)
        return
    who = [doing.controller] if instruction.by is None else doing.players(instruction.by)
    if len(who) > 1:
        raise NotCarriedOut("what each of several players may do isn't carried out")
    ability = doing.binding.ability
    once = s.DoneOnceThisTurn(source=ability.source, controller=ability.controller, ability=ability.ability)
    if instruction.once_each_turn and (once.source, once.ability, once.controller) in doing.view.combat.done_this_turn:
        return
    what = "may" if instruction.by is None else f"{' '.join(who)} may"
    if not who or not _accepted(doing, instruction.do, what, who[0]):
        _left_undone(doing, (*instruction.do, *instruction.then))
        doing.carry_out(doing, instruction.otherwise)
        return
    if instruction.once_each_turn:
        doing.draft.append(once)
    doing.carry_out(doing, instruction.do)
    doing.carry_out(doing, instruction.then)


def _asks_how_many_did(instruction: a.May) -> bool:
    """Whether what follows is done for each of those who did it, or didn't."""
    follows = (*instruction.then, *instruction.otherwise)
    return any(isinstance(each, a.ForEach) and each.times is not None for each in follows)


def _accepted(doing: Resolving, do: Sequence[a.Instruction], what: str, player: str) -> bool:
    """Whether a player does what they may do: chooses to, and can."""
    if not doing.chooser.accepts(do, what, player):
        return False
    possible = all_possible(doing, do)
    if not possible:
        doing.chooser.chosen_in_words[-1] = f"{what}: can't be done"
    return possible


def _one_may(doing: Resolving, instruction: a.May, player: str) -> bool:
    """Whether one of several players does it, each of whom may, in turn order (101.4)."""
    memory = doing.binding.memory
    before, memory.each = memory.each, player
    done = _accepted(doing, instruction.do, f"{player} may", player)
    if done:
        doing.carry_out(doing, instruction.do)
    memory.each = before
    return done


@carries_out(a.IfDone, holds=lambda each: (*each.do, *each.then, *each.otherwise), supported=True)
def _if_done(doing: Resolving, instruction: a.IfDone) -> None:
    done = all_possible(doing, instruction.do)
    doing.carry_out(doing, instruction.do)
    _left_undone(doing, instruction.otherwise if done else instruction.then)
    doing.carry_out(doing, instruction.then if done else instruction.otherwise)


@carries_out(a.ForEach, holds=lambda each: each.do, costs=lambda each: any(map(costs, each.do)), supported=True)
def _for_each(doing: Resolving, instruction: a.ForEach) -> None:
    """Which they are is settled before something is done for the first of them."""
    each: list[str | None] = [doing.binding.memory.each] * (0 if instruction.times is None else doing.quantity(instruction.times))
    if instruction.permanents is not None:
        each += [permanent.id for permanent in doing.binding.there_or_left(instruction.permanents, doing.view)]
    if instruction.players is not None:
        each += doing.players(instruction.players)
    memory = doing.binding.memory
    if not each:
        _left_undone(doing, instruction.do)
    before, created, affected = memory.each, memory.created, memory.affected
    together: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for memory.each in each:
        memory.created, memory.affected = (), ()
        if memory.each is None or memory.each not in doing.view.board.seats or memory.each in doing.view.board.players:
            doing.carry_out(doing, instruction.do)
        together.append((memory.created, memory.affected))
    memory.each = before
    memory.created, memory.affected = created, affected
    if _makes(instruction.do, a.IsCreated):
        memory.created = tuple(id for ids, _ in together for id in ids)
    if _makes(instruction.do, a.IsAffected):
        memory.affected = tuple(id for _, ids in together for id in ids)


def _makes(instructions: Sequence[a.Instruction], meant: type[Model]) -> bool:
    """Whether one of the instructions, or of those within them, makes what such a word means."""
    return any(meant in made_by(part) for each in instructions for part in parts_of(each))


def _any_possible(doing: Resolving, instruction: a.Modes) -> bool:
    chosen = doing.chooser.choices.modes
    modes = enumerate(instruction.modes)
    return any(all_possible(doing, mode) for number, mode in modes if chosen is None or number in chosen)


def _cost(instruction: a.Modes) -> bool:
    return all(any(map(costs, mode)) for mode in instruction.modes)


@carries_out(a.Modes, possible=_any_possible, holds=lambda each: tuple(chain(*each.modes)), costs=_cost)
def _modes(doing: Resolving, instruction: a.Modes) -> None:
    possible: list[int] = []
    for number, each in enumerate(instruction.modes if doing.chooser.choices.modes is None else ()):
        if len(possible) < max(1, instruction.minimum) and all_possible(doing, each):
            possible.append(number)
    chosen = doing.chooser.modes(instruction, possible)
    for number, each in enumerate(instruction.modes):
        if number not in chosen:
            _left_undone(doing, each)
    for mode in chosen:
        doing.carry_out(doing, instruction.modes[mode])
