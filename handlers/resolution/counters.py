"""Counters (122) on permanents, and those that players get: poison, energy and others."""

from __future__ import annotations

from collections import Counter

from ...events import abilities as a
from ...events import stack as s
from ...events.errors import InvalidInput
from ...projections.board import Permanent
from ..combat.dealing import may_get_poison
from ..triggers.resolving_603_2 import counter_triggers
from .binding import NotCarriedOut, known_of
from .default_choices import chooses_own, is_harmful_counter
from .registry import carries_out
from .resolving import Resolving, there
from .totals import move_so_many


def _are_bad(instruction: a.PutsCounters) -> bool:
    return instruction.counter in ("-1/-1", "stun", "-0/-1", "-1/-0")


def _is_given_up(instruction: a.PutsCounters) -> bool:
    return instruction.counter == "-1/-1" and chooses_own(instruction.permanents)


@carries_out(a.PutsCounters, possible=there, harms=_are_bad, costs=_is_given_up, supported=True, makes=(a.IsAffected,))
def _put_counters(doing: Resolving, instruction: a.PutsCounters) -> None:
    meant = doing.permanents(instruction.permanents)
    division = doing.division_among(instruction.permanents)
    changes = [(each, division[each.id] if division else max(0, doing.own(instruction.number, each))) for each in meant]
    change_counters(doing, changes, instruction.counter)
    doing.affected([each.id for each in meant])


def _so_many(doing: Resolving, number: a.Quantity) -> int:
    return doing.choose_x() if number == a.ChosenNumber() else doing.quantity(number)


def _can_remove(doing: Resolving, instruction: a.RemovesCounters) -> bool:
    number = 1 if instruction.number is None or instruction.up_to else _so_many(doing, instruction.number)
    if instruction.number == a.ChosenNumber() and not number:
        return False  # nothing is removed
    having = [one.all_counters for one in doing.permanents(instruction.permanents)]
    name = instruction.counter
    return any((sum(counters.values()) if name is None else counters.get(name, 0)) >= number for counters in having)


@carries_out(
    a.RemovesCounters,
    possible=_can_remove,
    costs=True,
    supported=lambda each: each.counter is not None and not each.up_to,
    makes=(a.IsAffected, a.AmountDone),
)
def _remove_counters(doing: Resolving, instruction: a.RemovesCounters) -> None:
    meant, removed = doing.permanents(instruction.permanents), 0
    kinds: set[str] = set()
    for each in meant:
        for name, number in _to_remove(doing, instruction, each):
            change_counters(doing, [(each, -number)], name)
            removed += number
            kinds |= {name} if number else set()
    doing.binding.memory.counter = kinds.pop() if len(kinds) == 1 else None
    doing.affected([each.id for each in meant])
    doing.counted(removed)


def _to_remove(doing: Resolving, instruction: a.RemovesCounters, permanent: Permanent) -> list[tuple[str, int]]:
    """So many counters of which names are removed from one permanent: of several kinds as it is stated. Up to so many are as many
    as there are, where it isn't stated. Raises NotCarriedOut."""
    stated = Counter(doing.chooser.counters(permanent.all_counters))
    if not instruction.up_to or instruction.number is None:
        kinds = _kinds_to_remove(doing, instruction, permanent)
        most = None if instruction.number is None else _so_many(doing, instruction.number)
        of_each = [(name, permanent.all_counters.get(name, 0)) for name in kinds]
        return [(name, has if most is None else min(has, most)) for name, has in of_each]
    most = _so_many(doing, instruction.number)
    kinds = [name for name, has in permanent.all_counters.items() if has > 0 and instruction.counter in (None, name)]
    if not stated and len(kinds) > 1:
        raise NotCarriedOut(f"it isn't stated which counters are removed from {permanent.id}")
    wanted = {name: stated[name] if stated else most for name in kinds}
    if stated and sum(wanted.values()) > most:
        raise InvalidInput("choices.counters", str(list(doing.chooser.choices.counters)), f"at most {most} counters")
    return [(name, min(number, permanent.all_counters[name])) for name, number in wanted.items()]


def _kinds_to_remove(doing: Resolving, instruction: a.RemovesCounters | a.MovesCounters, permanent: Permanent) -> list[str]:
    """Of which names counters are removed; which one of several it is, is stated. Raises NotCarriedOut."""
    if instruction.counter is not None:
        return [instruction.counter]
    kinds = [name for name, number in permanent.all_counters.items() if number > 0]
    if instruction.number is None or not kinds:
        return kinds
    stated = doing.chooser.counters(kinds) or (kinds if len(kinds) == 1 else [])
    if instruction.number != 1 or not stated:
        raise NotCarriedOut(f"it isn't stated which counter is removed from {permanent.id}")
    return stated[:1]


def _counters_on(doing: Resolving, of: a.Filter | None) -> dict[str, int]:
    """The counters on these permanents together; of one that has left, those that it most recently had (608.2h)."""
    memory = doing.binding.memory
    if of is None:
        return {memory.counter: 1} if memory.counter is not None else {}
    together: Counter[str] = Counter()
    for each in doing.binding.there_or_left(of, doing.view):
        together.update({name: number for name, number in each.all_counters.items() if number > 0})
    return dict(together)


@carries_out(a.PutsKindsOfCounters, possible=there, supported=lambda each: not each.chosen, makes=(a.IsAffected,))
def _put_kinds(doing: Resolving, instruction: a.PutsKindsOfCounters) -> None:
    kinds = _counters_on(doing, instruction.of)
    if instruction.chosen and len(kinds) > 1:
        chosen = next(iter(doing.chooser.counters(kinds)), None)
        if chosen is None:
            raise NotCarriedOut(f"it isn't stated which kind of counter is chosen: {', '.join(sorted(kinds))}")
        kinds = {chosen: kinds[chosen]}
    meant = doing.permanents(instruction.permanents)
    for name, number in sorted(kinds.items()):
        change_counters(doing, [(each, number if instruction.as_many else 1) for each in meant], name)
    doing.affected([each.id for each in meant])


@carries_out(a.DoublesCounters, possible=there, supported=True, makes=(a.IsAffected,))
def _double_counters(doing: Resolving, instruction: a.DoublesCounters) -> None:
    meant = doing.permanents(instruction.permanents)
    for each in meant:
        for name, number in sorted(each.all_counters.items()):
            change_counters(doing, [(each, number)], name)
    doing.affected([each.id for each in meant])


@carries_out(a.MovesCounters, supported=True, makes=(a.IsAffected,))
def _move_counters(doing: Resolving, instruction: a.MovesCounters) -> None:
    """122.5: where it can't be put, it isn't removed either."""
    id, on, view = doing.binding.one(instruction.of, doing.view), doing.permanents(instruction.on), doing.view
    source = known_of(id, view.there_or_left(id))
    if len(on) > 1:
        raise NotCarriedOut("it isn't clear on which permanent the counters are put")
    if instruction.number == a.ChosenNumber():
        doing.choose_x()
    names = [name for name in sorted(_kinds_to_remove(doing, instruction, source)) if name in source.all_counters]
    for to in on if source.id not in {each.id for each in on} else ():
        for name in names:
            has = source.all_counters[name]
            number = has if instruction.number is None else min(has, doing.quantity(instruction.number))
            if source.id in view.permanents:
                change_counters(doing, [(source, -number)], name)
            change_counters(doing, [(to, number)], name)
    doing.affected([each.id for each in on])


def change_counters(doing: Resolving, changes: list[tuple[Permanent, int]], counter: str) -> None:
    """So many counters of a name are put on each of these permanents, or (below 0) removed; what triggers on it triggers."""
    put = {}
    for permanent, number in changes:
        if number:
            doing.draft.append(s.CountersChanged(id=permanent.id, counters={counter: number}))
        if number > 0:
            put[permanent.id] = number
    for each in counter_triggers(doing.view, put, counter):
        doing.draft.append(each)


@carries_out(a.GivesPoison, harms=True, supported=True)
def _give_poison(doing: Resolving, instruction: a.GivesPoison) -> None:
    for player in doing.players(instruction.players):
        number = doing.quantity_of(instruction.players, player, instruction.number)
        if number > 0 and may_get_poison(doing.view, player):
            doing.draft.append(s.PoisonGiven(player=player, number=number))


@carries_out(a.GivesCounters, supported=True)
def _give_counters(doing: Resolving, instruction: a.GivesCounters) -> None:
    for player in doing.players(instruction.players):
        if (number := doing.quantity_of(instruction.players, player, instruction.number)) > 0:
            doing.draft.append(s.PlayerCountersChanged(player=player, counters={instruction.counter: number}))


@carries_out(a.Connives, makes=(a.IsTurnedUp, a.AmountDone))
def _connive(doing: Resolving, instruction: a.Connives) -> None:
    """What is discarded nobody knows but who discards: which cards, or how many of them are no lands, is stated."""
    number, memory = doing.quantity(instruction.number), doing.binding.memory
    for each in doing.permanents(instruction.permanents) if number > 0 else ():
        player = a.Players(who="named", ids=(each.controller,))
        move_so_many(doing, a.MovesCards(players=player, what="draw", number=number))
        move_so_many(doing, a.MovesCards(players=player, what="discard", number=number))
        cards = doing.draft.state.board.cards
        nonland = sum("Land" not in cards[id].card.types for id in memory.turned_up)
        if any(memory.unknown.values()):
            stated = doing.chooser.nonland()
            if stated is None:
                raise NotCarriedOut("it isn't stated how many nonland cards are discarded")
            nonland = stated
            if not 0 <= nonland <= number:
                raise InvalidInput("choices.nonland", str(nonland), f"0 to {number}: so many cards are discarded")
        change_counters(doing, [(each, nonland)], "+1/+1")


@carries_out(a.Proliferates)
def _proliferate(doing: Resolving, instruction: a.Proliferates) -> None:
    """Any number may be chosen: by default one's own permanents with counters that help, and the opponents' with harmful ones."""
    board, controller = doing.draft.state.board, doing.controller
    having = {each.id: [kind for kind, number in each.all_counters.items() if number] for each in board.permanents.values()}
    having |= {player: ["poison"] * bool(board.poison.get(player)) + _counters_of(doing, player) for player in board.players}
    having = {id: kinds for id, kinds in having.items() if kinds}

    def is_wanted(id: str) -> bool:
        whose = board.permanents[id].controller if id in board.permanents else id
        return all(board.are_opponents(controller, whose) == is_harmful_counter(kind) for kind in having[id])

    for id in doing.chooser.chosen([*having], list(filter(is_wanted, having)), 0, None):
        if id in board.permanents:
            for kind in having[id]:
                change_counters(doing, [(board.permanents[id], 1)], kind)
            continue
        if board.poison.get(id) and may_get_poison(doing.view, id):
            doing.draft.append(s.PoisonGiven(player=id, number=1))
        if more := _counters_of(doing, id):
            doing.draft.append(s.PlayerCountersChanged(player=id, counters=dict.fromkeys(more, 1)))


def _counters_of(doing: Resolving, player: str) -> list[str]:
    counters = doing.draft.state.board.player_counters
    return [name for (having, name), number in counters.items() if having == player and number > 0]
