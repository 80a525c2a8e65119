"""Every choice for abilities on the stack: the order of those that go there at one time, their modes and targets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, permutations, product
from typing import Any

from ...events import abilities as a
from ...events import stack as s
from ...events.errors import NotModelled
from ...events.model import parts_of
from ...projections.stack import OnStack
from ..base_game import BaseGame
from ..procedure.commands import (
    ChooseTargets,
    OrderTriggers,
)
from ..procedure.targeting_603_3 import described, has_targets
from ..resolution.binding import Binding
from .answers import some_of
from .gone_through import check_gone_through, text_of


def branch(game: BaseGame) -> BaseGame:
    """The same game to be played on, of which no log is kept."""
    return game.branch(record=False)


def to_order(game: BaseGame, ordered: frozenset[int]) -> tuple[str, list[OrderTriggers]] | None:
    """The next player who puts several abilities on the stack at one time, where their order may matter, and each order."""
    stack = game.stack
    put = [each for each in stack.abilities if each.number in stack.put_at_once and each.number not in ordered]
    for player in dict.fromkeys(each.controller for each in put):
        own = [each for each in put if each.controller == player]
        if len({_alike(each) for each in own}) > 1 and not all(map(_commutes, own)):
            orders = {tuple(map(_alike, order)): order for order in permutations(own)}
            return player, [OrderTriggers(order=tuple(each.number for each in order)) for order in orders.values()]
    return None


def _alike(waiting: OnStack) -> tuple[str, str, str]:
    return waiting.source, waiting.ability, str(waiting.occasion)


def _commutes(waiting: OnStack) -> bool:
    """Whether it does the same whatever resolves before it that commutes, too: it makes something greater that it names."""
    return waiting.condition is None and waiting.does is not None and all(map(_makes_greater, waiting.does.instructions))


def _makes_greater(instruction: a.Instruction) -> bool:
    match instruction:
        case a.PutsCounters(permanents=a.Is(), counter="+1/+1", number=int(number)):
            return number >= 0
        case a.ChangesLife(gains=int(gains), loses=0):
            return gains >= 0
        case a.Begins(abilities=abilities):
            return all(isinstance(each, a.ChangesCharacteristics) and _grows(each) for each in abilities)
    return isinstance(instruction, a.OffBoard)


def _grows(ability: a.ChangesCharacteristics) -> bool:
    known = a.ChangesCharacteristics(
        permanents=ability.permanents, power=ability.power, toughness=ability.toughness, text=ability.text
    )
    sizes = ability.power, ability.toughness
    return isinstance(ability.permanents, a.Is) and ability == known and all(isinstance(n, int) and n >= 0 for n in sizes)


def to_target(game: BaseGame) -> OnStack | None:
    """The first ability on the stack whose modes and targets aren't chosen."""
    asking = (each for each in game.stack.abilities if each.targets is None and each.does is not None)
    return next((each for each in asking if each.does is not None and (each.does.targets or each.does.modal)), None)


def targetings(game: BaseGame, ability: OnStack) -> Iterator[ChooseTargets]:
    """Every choice of its modes and targets. Raises NotModelled for what isn't gone through."""
    assert ability.does is not None, "what has targets is understood"
    modal = ability.does.modal
    slots = (*ability.does.targets, *(target for mode in (modal.modes if modal else ()) for target in mode.targets))
    if any(isinstance(part, a.IsTarget) for target in slots for part in parts_of((target.permanents,))):
        raise NotModelled([f"{text_of(ability)} (another target)"])
    if modal is None:
        for ids, division in _targets(game, ability):
            yield ChooseTargets(number=ability.number, targets=ids, division=division)
        return
    possible = [number for number, mode in enumerate(modal.modes) if has_targets(game.view, ability, mode)]
    if len(possible) < modal.minimum:
        yield ChooseTargets(number=ability.number, targets=())
        return
    for modes in some_of(possible, modal.minimum, modal.maximum):
        scratch = branch(game)
        event = s.ModesChosen(number=ability.number, modes=tuple(map(int, modes)))
        scratch.happen(lambda draft, event=event: draft.append(event))  # type: ignore[misc]
        (chosen,) = (each for each in scratch.stack.abilities if each.number == ability.number)
        for ids, division in _targets(scratch, chosen):
            yield ChooseTargets(number=ability.number, targets=ids, modes=event.modes, division=division)


def _targets(game: BaseGame, ability: OnStack) -> Iterator[tuple[tuple[str, ...], dict[str, int] | None]]:
    """Every choice of targets, in the order of the text, and how something is divided among them."""
    assert ability.does is not None, "it is understood"
    check_gone_through(ability)
    slots = ability.does.targets
    found = [described(game.view, Binding(ability), target) for target in slots]
    if any(len(ids) < target.minimum for ids, target in zip(found, slots, strict=True)):
        yield (), None
        return
    each_of: list[list[Any]] = []
    among = [target.divided if isinstance(target.divided, int) else 0 for target in slots]
    for ids, target, much in zip(found, slots, among, strict=True):
        most = len(ids) if target.maximum is None else target.maximum
        each_of.append(some_of(ids, target.minimum, min(most, much or most)))
    taken = 0
    for chosen in product(*each_of):
        flat = tuple(chain.from_iterable(chosen))
        if any(
            target.other and {*ids} & {*chain(*chosen[:at])} for at, (ids, target) in enumerate(zip(chosen, slots, strict=True))
        ):
            continue
        if _as_read(flat, found, slots) == chosen:
            taken += 1
            divided = [(ids, much) for ids, much in zip(chosen, among, strict=True) if much and ids]
            for division in product(*(_divisions(amount, ids) for ids, amount in divided)):
                yield flat, {id: n for part in division for id, n in part.items()} if divided else None
        else:
            raise NotModelled([f"{text_of(ability)} (which target is which)"])
    if not taken:
        yield (), None  # one object alone can't be all of its targets


def _as_read(given: tuple[str, ...], found: list[list[str]], slots: Sequence[a.Target]) -> tuple[tuple[str, ...], ...]:
    """What targets that are stated in one list are taken for."""
    left: list[str] = list(given)
    read: list[tuple[str, ...]] = []
    for ids, target in zip(found, slots, strict=True):
        most = len(left) if target.maximum is None else target.maximum
        taken = {*chain(*read)} if target.other else set()
        picked = tuple(dict.fromkeys(id for id in left if id in ids and id not in taken))[:most]
        for id in picked:
            left.remove(id)
        read.append(picked)
    return tuple(read)


def _divisions(amount: int, among: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """Every division of an amount, at least one for each (601.2d)."""
    first, *others = among
    if not others:
        yield {first: amount}
        return
    for given in range(1, amount - len(others) + 1):
        for rest in _divisions(amount - given, tuple(others)):
            yield {first: given, **rest}
