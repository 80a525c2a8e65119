"""What changes players and counters as an ability resolves: life, poison, energy, cards, mana; counters on permanents."""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...projections.board import Permanent
from ..attempt import Draft
from ..combat.dealing import life_gained
from ..mana import pay
from ..triggers.resolving_603_2 import counter_triggers, life_triggers, tap_triggers
from ..view.characteristics import number_of
from .binding import NotCarriedOut
from .resolving import CarriesOut, Resolving
from .turning_up import begin, discard, draw, turn_up


def _put_counters(doing: Resolving, instruction: a.PutsCounters) -> None:
    meant = doing.permanents(instruction.permanents)
    division = doing.binding.ability.division
    changes = []
    for each in meant:
        number = (
            division[each.id]
            if division and isinstance(instruction.permanents, a.IsTarget)
            else max(0, own(doing, instruction.number, each))
        )
        changes.append((each, number))
    _change_counters(doing, changes, instruction.counter)
    doing.affected([each.id for each in meant])


def _remove_counters(doing: Resolving, instruction: a.RemovesCounters) -> None:
    meant, removed = doing.permanents(instruction.permanents), 0
    for each in meant:
        for name in _kinds_to_remove(doing, instruction, each):
            has = each.counters.get(name, 0)
            number = has if instruction.number is None else min(has, doing.quantity(instruction.number))
            _change_counters(doing, [(each, -number)], name)
            removed += number
    doing.affected([each.id for each in meant])
    doing.counted(removed)


def _kinds_to_remove(doing: Resolving, instruction: a.RemovesCounters, permanent: Permanent) -> list[str]:
    """Of which names counters are removed; which one of several it is, is told. Raises NotCarriedOut."""
    if instruction.counter is not None:
        return [instruction.counter]
    kinds = [name for name, number in permanent.counters.items() if number > 0]
    if instruction.number is None or not kinds:
        return kinds
    told = [name for name in doing.chooser.choices.counters if name in kinds] or (kinds if len(kinds) == 1 else [])
    if instruction.number != 1 or not told:
        raise NotCarriedOut(f"it isn't stated which counter is removed from {permanent.id}")
    return told[:1]


def _double_counters(doing: Resolving, instruction: a.DoublesCounters) -> None:
    meant = doing.permanents(instruction.permanents)
    for each in meant:
        for name, number in sorted(each.counters.items()):
            _change_counters(doing, [(each, number)], name)
    doing.affected([each.id for each in meant])


def _move_counters(doing: Resolving, instruction: a.MovesCounters) -> None:
    """122.5: where it can't be put, it isn't removed either."""
    id, on, view = doing.binding.one(instruction.of, doing.view), doing.permanents(instruction.on), doing.view
    source = view.permanents.get(id) or view.board.departed.get(id)
    if source is None:
        raise NotCarriedOut(f"nothing is known of {id} any more")
    if len(on) > 1:
        raise NotCarriedOut("it isn't clear on which permanent the counters are put")
    names = [name for name in sorted(source.counters) if instruction.counter in (None, name)]
    for to in on if source.id not in {each.id for each in on} else ():
        for name in names:
            has = source.counters[name]
            number = has if instruction.number is None else min(has, doing.quantity(instruction.number))
            if source.id in view.permanents:
                _change_counters(doing, [(source, -number)], name)
            _change_counters(doing, [(to, number)], name)
    doing.affected([each.id for each in on])


def _change_counters(doing: Resolving, changes: list[tuple[Permanent, int]], counter: str) -> None:
    put = {}
    for permanent, number in changes:
        if number:
            doing.draft.append(s.CountersChanged(id=permanent.id, counters={counter: number}))
        if number > 0:
            put[permanent.id] = number
    for each in counter_triggers(doing.view, put, counter):
        doing.draft.append(each)


def own(doing: Resolving, quantity: a.Quantity, permanent: Permanent) -> int:
    """A number, of each permanent its own where it says "its". It may be below 0."""
    if isinstance(quantity, a.CharacteristicOf) and quantity.of == "itself":
        return number_of(permanent, quantity.characteristic)
    if isinstance(quantity, a.CountersOn) and quantity.of == "itself":
        return sum(permanent.counters.values()) if quantity.counter is None else permanent.counters.get(quantity.counter, 0)
    if isinstance(quantity, a.Sum):
        parts = tuple(own(doing, each, permanent) for each in quantity.quantities)
        return doing.binding.quantity(quantity.model_copy(update={"quantities": parts}), doing.view)
    if isinstance(quantity, a.Scaled):
        return max(0, own(doing, quantity.quantity, permanent) + quantity.more) * quantity.times
    return doing.binding.quantity(quantity, doing.view)


def _tap(doing: Resolving, instruction: a.Taps) -> None:
    meant = doing.permanents(instruction.permanents)
    tapped = [each.id for each in meant if not each.tapped]
    for id in tapped:
        doing.draft.append(t.PermanentTapped(id=id))
    for each in tap_triggers(doing.view, tapped):
        doing.draft.append(each)
    doing.affected([each.id for each in meant])
    doing.counted(len(tapped))


def _untap(doing: Resolving, instruction: a.Untaps) -> None:
    meant = doing.permanents(instruction.permanents)
    for each in meant:
        if each.tapped and each.counters.get("stun", 0) > 0:
            doing.draft.append(s.CountersChanged(id=each.id, counters={"stun": -1}))  # 122.1d
        elif each.tapped:
            doing.draft.append(t.PermanentUntapped(id=each.id))
    doing.affected([each.id for each in meant])


def _change_life(doing: Resolving, instruction: a.ChangesLife) -> None:
    changes = {}
    for player in doing.players(instruction.players):
        gains, loses = doing.quantity_of(player, instruction.gains), doing.quantity_of(player, instruction.loses)
        change = (life_gained(doing.view, player, gains) if gains > 0 else 0) - max(0, loses)
        if change:
            changes[player] = change
    if instruction.loses != 0:
        doing.counted(-sum(changes.values()))
    for player, change in changes.items():
        change_life(doing.draft, player, change, doing.binding.ability.source)
    for each in life_triggers(doing.view, changes):
        doing.draft.append(each)


def change_life(draft: Draft, player: str, change: int, source: str | None) -> None:
    """A player gains or loses life; what triggers on it isn't told here."""
    total = draft.state.board.life[player] + change
    draft.append(t.LifeChanged(player=player, change=change, source=source))
    draft.append(t.PlayerTotalsChanged(player=player, life=total))


def _give_poison(doing: Resolving, instruction: a.GivesPoison) -> None:
    for player in doing.players(instruction.players):
        if (number := doing.quantity_of(player, instruction.number)) > 0:
            doing.draft.append(s.PoisonGiven(player=player, number=number))


def _give_counters(doing: Resolving, instruction: a.GivesCounters) -> None:
    for player in doing.players(instruction.players):
        if (number := doing.quantity_of(player, instruction.number)) > 0:
            doing.draft.append(s.PlayerCountersChanged(player=player, counters={instruction.counter: number}))


def _add_mana(doing: Resolving, instruction: a.AddsMana) -> None:
    """What a player can produce is stated, or is whatever is needed: of what is stated, mana that lasts is no part."""
    if doing.controller in doing.draft.state.board.mana:
        raise NotCarriedOut("what mana can be produced is stated: mana that is added isn't part of it")


def _move_cards(doing: Resolving, instruction: a.MovesCards) -> None:
    if instruction.what != "draw":
        begin(doing, "hand" if instruction.what == "discard" else "library")
    moved = 0
    numbers = {player: doing.quantity_of(player, instruction.number) for player in doing.players(instruction.players)}
    for player, number in numbers.items():
        if number <= 0:
            continue
        match instruction.what:
            case "draw":
                draw(doing, player, number)
            case "discard":
                moved += discard(doing, player, number)
            case "mill":
                turn_up(doing, player, number, "graveyard")
    if instruction.what == "discard":
        doing.counted(moved)


def _connive(doing: Resolving, instruction: a.Connives) -> None:
    """What is discarded nobody knows but who discards: which cards, or how many of them are no lands, is told."""
    number, memory = doing.quantity(instruction.number), doing.binding.memory
    for each in doing.permanents(instruction.permanents) if number > 0 else ():
        player = a.Players(who="named", ids=(each.controller,))
        _move_cards(doing, a.MovesCards(players=player, what="draw", number=number))
        _move_cards(doing, a.MovesCards(players=player, what="discard", number=number))
        cards = doing.draft.state.board.cards
        nonland = sum("Land" not in cards[id].card.types for id in memory.turned_up)
        if any(memory.unknown.values()):
            if doing.chooser.choices.nonland is None:
                raise NotCarriedOut("it isn't stated how many nonland cards are discarded")
            nonland = min(doing.chooser.choices.nonland, number)
        _change_counters(doing, [(each, nonland)], "+1/+1")


def _proliferate(doing: Resolving, instruction: a.Proliferates) -> None:
    """Nothing is chosen but what is told: any number may be."""
    board = doing.draft.state.board
    having = [each.id for each in board.permanents.values() if any(each.counters.values())]
    players = [player for player in board.players if board.poison.get(player) or _counters_of(doing, player)]
    for id in doing.chooser.chosen([*having, *players], [], 0, None):
        if id in board.permanents:
            for kind in [kind for kind, number in board.permanents[id].counters.items() if number]:
                _change_counters(doing, [(board.permanents[id], 1)], kind)
            continue
        if board.poison.get(id):
            doing.draft.append(s.PoisonGiven(player=id, number=1))
        if more := _counters_of(doing, id):
            doing.draft.append(s.PlayerCountersChanged(player=id, counters=dict.fromkeys(more, 1)))


def _counters_of(doing: Resolving, player: str) -> list[str]:
    counters = doing.draft.state.board.player_counters
    return [name for (having, name), number in counters.items() if having == player and number > 0]


def can_pay(doing: Resolving, instruction: a.Pays) -> bool:
    """Whether who pays has what is to be paid. Raises NotCarriedOut where it isn't told what X is."""
    board, player = doing.draft.state.board, _payer(doing, instruction)
    mana, life, energy = _price(doing, instruction)
    enough = life <= board.life[player] and energy <= board.player_counters.get((player, ENERGY), 0)
    return enough and (not mana or pay(mana, board.mana.get(player), 0) is not None)


def _price(doing: Resolving, instruction: a.Pays) -> tuple[str, int, int]:
    """Mana in symbols, life and energy."""
    mana = instruction.mana
    if "{X}" in mana:
        number = doing.binding.memory.number = doing.chooser.choices.x
        if number is None:
            raise NotCarriedOut("it isn't stated what X is")
        mana = mana.replace("{X}", f"{{{number}}}")
    return mana, doing.quantity(instruction.life), doing.quantity(instruction.energy)


def _payer(doing: Resolving, instruction: a.Pays) -> str:
    players = [doing.controller] if instruction.by is None else doing.players(instruction.by)
    if len(players) != 1:
        raise NotCarriedOut("it isn't clear who pays")
    return players[0]


ENERGY = "energy"


def paid(doing: Resolving, instruction: a.Pays) -> bool:
    """Whether it is paid: all of it, or nothing is."""
    if not can_pay(doing, instruction):
        return False
    board, player = doing.draft.state.board, _payer(doing, instruction)
    mana, life, energy = _price(doing, instruction)
    if mana and player in board.mana:
        spent = pay(mana, board.mana[player], 0)
        assert spent is not None, "it can be paid"
        doing.draft.append(t.ManaAvailable(player=player, mana=spent.left))
    if energy:
        doing.draft.append(s.PlayerCountersChanged(player=player, counters={ENERGY: -energy}))
    if life:
        change_life(doing.draft, player, -life, doing.binding.ability.source)
        for each in life_triggers(doing.view, {player: -life}):
            doing.draft.append(each)
    return True


TOTALS: dict[type[Any], CarriesOut] = {
    a.PutsCounters: _put_counters,
    a.RemovesCounters: _remove_counters,
    a.DoublesCounters: _double_counters,
    a.MovesCounters: _move_counters,
    a.Taps: _tap,
    a.Untaps: _untap,
    a.ChangesLife: _change_life,
    a.GivesPoison: _give_poison,
    a.GivesCounters: _give_counters,
    a.AddsMana: _add_mana,
    a.MovesCards: _move_cards,
    a.Connives: _connive,
    a.Proliferates: _proliferate,
}
