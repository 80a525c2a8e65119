"""What changes totals of players as an ability resolves: life, mana, cards; and permanents that are tapped and untapped."""

from __future__ import annotations

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ..attempt import Draft
from ..combat.dealing import life_gained, may_lose_life
from ..triggers.resolving_603_2 import life_triggers, tap_triggers
from ..view.stated_facts import presume_hands
from .binding import NotCarriedOut
from .default_choices import chooses_own
from .registry import carries_out
from .resolving import Resolving, there
from .turning_up import begin, discard, draw, turn_up


@carries_out(
    a.Taps,
    possible=there,
    harms=True,
    costs=lambda each: chooses_own(each.permanents),
    supported=True,
    makes=(a.IsAffected, a.AmountDone),
)
def _tap(doing: Resolving, instruction: a.Taps) -> None:
    meant = doing.permanents(instruction.permanents)
    tapped = [each.id for each in meant if not each.tapped]
    for id in tapped:
        doing.draft.append(t.PermanentTapped(id=id))
    for each in tap_triggers(doing.view, tapped):
        doing.draft.append(each)
    doing.affected([each.id for each in meant])
    doing.binding.memory.turned = tuple(tapped)
    doing.counted(len(tapped))


@carries_out(a.Untaps, possible=there, supported=True, makes=(a.IsAffected,))
def _untap(doing: Resolving, instruction: a.Untaps) -> None:
    meant = doing.permanents(instruction.permanents)
    untapped = []
    for each in meant:
        if each.tapped and each.counters.get("stun", 0) > 0:
            doing.draft.append(s.CountersChanged(id=each.id, counters={"stun": -1}))  # 122.1d
        elif each.tapped:
            doing.draft.append(t.PermanentUntapped(id=each.id))
            untapped.append(each.id)
    doing.affected([each.id for each in meant])
    doing.binding.memory.turned = tuple(untapped)


@carries_out(a.ChangesLife, harms=lambda each: each.loses != 0, supported=True, makes=(a.AmountDone,))
def _change_life(doing: Resolving, instruction: a.ChangesLife) -> None:
    changes = {}
    for player in doing.players(instruction.players):
        gains, loses = (doing.quantity_of(instruction.players, player, each) for each in (instruction.gains, instruction.loses))
        if instruction.becomes is not None:
            more = doing.quantity_of(instruction.players, player, instruction.becomes) - doing.view.board.life[player]
            gains, loses = max(0, more), max(0, -more)  # 119.5
        lost = max(0, loses) if may_lose_life(doing.view, player) else 0
        change = (life_gained(doing.view, player, gains) if gains > 0 else 0) - lost
        if change:
            changes[player] = change
    if instruction.loses != 0:
        doing.counted(-sum(changes.values()))
    _change_lives(doing, changes)


@carries_out(a.ExchangesLife)
def _exchange_life(doing: Resolving, instruction: a.ExchangesLife) -> None:
    """701.12c: each becomes what the other was; nothing happens where one of them can't lose the life."""
    (other,), you, life = doing.players(instruction.players), doing.controller, doing.view.board.life
    more = life[other] - life[you]
    if more and may_lose_life(doing.view, other if more > 0 else you):
        gains = you if more > 0 else other
        loses = other if more > 0 else you
        _change_lives(doing, {gains: life_gained(doing.view, gains, abs(more)), loses: -abs(more)})


def _change_lives(doing: Resolving, changes: dict[str, int]) -> None:
    for player, change in changes.items():
        change_life(doing.draft, player, change, doing.binding.ability.source)
    for each in life_triggers(doing.view, changes):
        doing.draft.append(each)


def change_life(draft: Draft, player: str, change: int, source: str | None) -> None:
    """A player gains or loses life; what triggers on it isn't stated here."""
    total = draft.state.board.life[player] + change
    draft.append(t.LifeChanged(player=player, change=change, source=source))
    draft.append(t.PlayerTotalsChanged(player=player, life=total))


@carries_out(a.AddsMana)
def _add_mana(doing: Resolving, instruction: a.AddsMana) -> None:
    """What a player can produce is stated, or is whatever is needed: of what is stated, mana that lasts is no part."""
    if doing.controller in doing.draft.state.board.mana:
        raise NotCarriedOut("what mana can be produced is stated: mana that is added isn't part of it")


def _can_discard(doing: Resolving, instruction: a.MovesCards) -> bool:
    hand, number = doing.draft.state.board.hand, instruction.number
    if number == a.ChosenNumber() and not doing.choose_x():
        return False  # nothing is discarded
    players = doing.players(instruction.players) if instruction.what == "discard" else ()
    presume_hands(doing.draft.state.board, players)
    return all(hand[player] >= doing.quantity_of(instruction.players, player, number) for player in players)


def _is_lost(instruction: a.MovesCards) -> bool:
    return instruction.what != "draw"


@carries_out(
    a.MovesCards,
    possible=_can_discard,
    harms=_is_lost,
    costs=_is_lost,
    supported=lambda each: each.what != "discard",
    makes=(a.IsTurnedUp, a.AmountDone),
)
def move_so_many(doing: Resolving, instruction: a.MovesCards) -> None:
    """Players draw, discard or mill so many cards."""
    if instruction.what != "draw":
        begin(doing, "hand" if instruction.what == "discard" else "library")
    moved = 0
    if instruction.number == a.ChosenNumber():
        doing.choose_x()
    numbers = {
        player: doing.quantity_of(instruction.players, player, instruction.number)
        for player in doing.players(instruction.players)
    }
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
