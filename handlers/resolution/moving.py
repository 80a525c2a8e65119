"""Permanents that leave the battlefield, cards that are put onto it or elsewhere, changes of control, what is attached."""

from __future__ import annotations

from collections import Counter

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.model import parts_of
from ...projections.board import Permanent, grown
from ..combat import effects_611_2, entering, removal
from ..combat.replacement_614 import Destruction, destroyed_instead, destruction, instead_of_leaving, not_understood, replaced
from ..combat.returning_610_3 import next_id
from ..legality.reach import attackable
from ..triggers.resolving_603_2 import counter_triggers
from .attaching import enters_attached
from .binding import NotCarriedOut, asks
from .default_choices import chooses_own
from .effects import begin_effect, settled
from .faces import enter_with_face
from .registry import carries_out
from .resolving import Resolving, cards_there, least_of, name_cards, there
from .turning_up import change_total, exiled_with, move_cards, put_in_library, put_unknown

_PLACES: dict[str, tuple[t.Place, t.Departure]] = {
    "destroyed": ("graveyard", "destroyed"),
    "sacrificed": ("graveyard", "sacrificed"),
    "exiled": ("exile", "exiled"),
    "returned": ("hand", "returned"),
    "library": ("library", "other"),
}


def _is_given_up(instruction: a.Moves) -> bool:
    return instruction.how == "sacrificed" or instruction.permanents == a.THIS or chooses_own(instruction.permanents)


def _aura_of_what_left(doing: Resolving, instruction: a.Moves) -> str | None:
    """400.7: the ability of an Aura that triggered as what it enchanted left finds the card that the Aura is by now."""
    ability, board = doing.binding.ability, doing.view.board
    source = board.departed.get(ability.source)
    if instruction.permanents != a.THIS or source is None or source.attached_to in (None, *board.permanents):
        return None
    followed = source.attached_to == ability.occasion.subject and ability.source in doing.cards(a.THIS, "graveyard")
    return ability.source if followed and instruction.how in ("returned", "exiled", "library") else None


def _can_move(doing: Resolving, instruction: a.Moves) -> bool:
    """701.21a: nobody sacrifices what another player controls."""
    if instruction.how == "sacrificed":
        meant = [each for each in doing.permanents(instruction.permanents) if each.controller == doing.controller]
        return len(meant) >= least_of(instruction.permanents)
    return there(doing, instruction) or _aura_of_what_left(doing, instruction) is not None


@carries_out(a.Moves, possible=_can_move, harms=True, costs=_is_given_up, supported=True, makes=(a.IsAffected, a.CountDone))
def _move(doing: Resolving, instruction: a.Moves) -> None:
    if (aura := _aura_of_what_left(doing, instruction)) is not None:
        move_cards(doing, [aura], _PLACES[instruction.how][0])
        doing.affected([aura])
        return
    meant = doing.permanents(instruction.permanents)
    source = doing.binding.ability.source
    if instruction.until_it_leaves and source not in doing.draft.state.board.permanents:
        meant = []  # 610.3b
    if instruction.how == "sacrificed":
        meant = [each for each in meant if each.controller == doing.controller]
    meant = _leave(doing, meant, instruction.how, instruction.regenerable)
    if instruction.how == "exiled":
        exiled_with(doing, [each.id for each in meant], instruction.until_it_leaves)
    if instruction.how == "library":
        put_in_library(doing, [each.id for each in meant], instruction.place)
    doing.affected([each.id for each in meant])
    doing.binding.memory.moved = tuple(each.id for each in meant if each.id not in doing.view.permanents)
    if instruction.how == "sacrificed" and len(meant) == 1:
        doing.binding.memory.sacrificed = meant[0].id


def _can_sacrifice(doing: Resolving, instruction: a.Sacrifices) -> bool:
    asked = 1 if instruction.number is None else instruction.number
    return all(
        len(_their_own(doing, instruction, player)) >= doing.quantity_of(instruction.players, player, asked)
        for player in doing.players(instruction.players)
    )


def _their_own(doing: Resolving, instruction: a.Sacrifices, player: str) -> list[Permanent]:
    """What a player controls of what is to be sacrificed: of "creatures they control" it is asked of each player."""
    memory = doing.binding.memory
    of_each = any(isinstance(part, a.Players) and part.who == "each" for part in parts_of(instruction.permanents))
    before, memory.each = memory.each, player if of_each else memory.each
    try:
        return [each for each in doing.permanents(instruction.permanents) if each.controller == player]
    finally:
        memory.each = before


@carries_out(
    a.Sacrifices, possible=_can_sacrifice, harms=True, costs=True, supported=True, makes=(a.IsAffected, a.AmountDone, a.CountDone)
)
def _sacrifice(doing: Resolving, instruction: a.Sacrifices) -> None:
    """Each player chooses; then all of them leave at one time."""
    view = doing.view
    gone = []
    for player in doing.players(instruction.players):
        number = None if instruction.number is None else doing.quantity_of(instruction.players, player, instruction.number)
        theirs = _their_own(doing, instruction, player)
        gone += doing.chooser.sacrificed(theirs, number, player, instruction.how or "sacrificed")
    _leave(doing, [view.permanents[id] for id in gone], instruction.how or "sacrificed", False)
    doing.affected(gone)
    doing.binding.memory.moved = tuple(gone)
    doing.counted(len(gone))
    doing.binding.memory.sacrificed = gone[0] if len(gone) == 1 else None


def _leave(doing: Resolving, leaving: list[Permanent], how: str, regenerable: bool) -> list[Permanent]:
    """What leaves at one time. Something else may happen to what would be destroyed or die. Returns those to which anything does.

    Raises NotCarriedOut where a text that may replace it isn't understood.
    """
    draft, before = doing.draft, doing.draft.fork().view
    going: list[tuple[str, t.Place, t.Departure | None]] = []
    affected = []
    for permanent in leaving:
        to, why = _PLACES[how]
        comes = destruction(before, permanent, by_effect=True, regenerable=regenerable) if how == "destroyed" else None
        if comes == Destruction():
            continue
        affected.append(permanent)
        if to == "graveyard" and (text := not_understood(before, permanent)) is not None:
            raise NotCarriedOut(f"what {text!r} replaces isn't understood")
        if comes is not None and comes.to is None:
            replaced(draft, permanent.id, comes)
            going += [(id, to, "destroyed") for id, to in destroyed_instead(before, comes)]
            continue
        going.append((permanent.id, instead_of_leaving(before, permanent, to), why))
    removal.leave_together(draft, going, before)
    return affected


# --- cards in other zones ----------------------------------------------------------------------------------------------


def _are_hidden(instruction: a.PutsOntoBattlefield | a.PutsCards) -> bool:
    cards = instruction.cards
    return cards == a.IsTurnedUp() or (isinstance(cards, a.IsChosenCard) and cards.cards.zone in ("hand", "library"))


@carries_out(a.PutsOntoBattlefield, possible=cards_there, hidden=_are_hidden, makes=(a.IsCreated, a.IsAffected))
def _put_onto_battlefield(doing: Resolving, instruction: a.PutsOntoBattlefield) -> None:
    """What is a card now enters as a new object (400.7); what is none, such as a token that left, stays where it is."""
    players = None if instruction.players is None else doing.players(instruction.players)
    entered = []
    for id in doing.cards(instruction.cards, instruction.zone):
        known = doing.draft.state.board.cards[id]
        card = known.card
        if {"Instant", "Sorcery"} & {*card.types} and instruction.face is None:
            continue
        became = next_id(doing.draft.state.board, id)
        controller = card.owner if players is None else next(iter(players), None)
        if controller is None:
            continue
        power, toughness = grown(instruction.counters) if card.stated else (0, 0)
        new = card.model_copy(
            update={
                "id": became,
                "controller": controller,
                "counters": instruction.counters,
                "power": None if card.power is None else card.power + power,
                "toughness": None if card.toughness is None else card.toughness + toughness,
                "tapped": instruction.tapped,
                "continuously_controlled": False,
                "this_turn": True,
            }
        )
        attacked = None
        if instruction.attacking:
            named = instruction.attacking == "that player"
            attacked = next(iter(that_player(doing)), None) if named else what_is_attacked(doing, controller)
            attacked = or_planeswalker(doing, attacked) if instruction.or_planeswalker and attacked else attacked
        if instruction.attached_to is not None or ("Aura" in card.types and instruction.face is None):
            host = enters_attached(doing, new, instruction.attached_to)
            if host is None and "Aura" in card.types:
                continue  # 303.4g, 303.4i: it stays where it is
            new = new.model_copy(update={"attached_to": host})
        doing.draft.append(s.CardMoved(id=id, to="battlefield", became=became))
        change_total(doing, known.zone, card.owner, -1)
        if instruction.face is not None:
            enter_with_face(doing, new, card, instruction.face, attacked)
        else:
            entering.enter(doing.draft, new, attacking=attacked, blocking=what_is_blocked(doing, instruction.blocking))
        entered.append(became)
    for counter, number in instruction.counters.items():
        for each in counter_triggers(doing.view, dict.fromkeys(entered, number), counter):  # 122.6
            doing.draft.append(each)
    doing.binding.memory.created = tuple(entered)
    doing.affected(entered)


@carries_out(
    a.PutsCards,
    possible=cards_there,
    costs=lambda each: each.to != "hand",
    hidden=_are_hidden,
    makes=(a.IsAffected, a.AmountDone, a.CountDone),
)
def _put_cards(doing: Resolving, instruction: a.PutsCards) -> None:
    if (whose := _of_whole_zone(doing, instruction)) is not None:
        moved = _empty(doing, instruction, whose)
    elif instruction.cards == a.IsTurnedUp():
        cards = doing.draft.state.board.cards
        moved = [id for id in doing.binding.memory.turned_up if id in cards and cards[id].zone == instruction.zone]
        put_unknown(doing, instruction.zone, instruction.to)
    elif isinstance(instruction.cards, a.IsChosenCard) and _one_of_unknown(doing, instruction.cards):
        moved = []
        put_unknown(doing, instruction.zone, instruction.to, instruction.cards.minimum)
    else:
        moved = doing.cards(instruction.cards, instruction.zone)
        if instruction.zone == "hand" and instruction.to == "graveyard":
            doing.counted(len(moved))
            for player, number in Counter(doing.draft.state.board.cards[id].card.owner for id in moved).items():
                doing.draft.append(s.CardsDrawnOrDiscarded(player=player, what="discard", number=number))
    move_cards(doing, moved, instruction.to)
    if instruction.to == "exile":
        exiled_with(doing, moved)
    put_in_library(doing, moved, instruction.place if instruction.to == "library" else "bottom")
    doing.affected(moved)
    doing.binding.memory.moved = tuple(moved)


def _of_whole_zone(doing: Resolving, instruction: a.PutsCards) -> a.Players | None:
    """Whose whole graveyard it is, whatever is in it; None where it is asked which cards are."""
    cards = instruction.cards
    whole = isinstance(cards, a.IsChosenCard) and cards.every and cards.cards.filter == a.ANYTHING
    return cards.cards.players if isinstance(cards, a.IsChosenCard) and whole and cards.cards.zone == "graveyard" else None


def _empty(doing: Resolving, instruction: a.PutsCards, whose: a.Players) -> list[str]:
    """All cards of these graveyards go elsewhere: those that are known, which are returned, and those that are only counted."""
    owners = doing.players(whose)
    stated = [each for each in doing.chooser.choices.cards if each.owner in owners]
    name_cards(doing.draft, stated, "graveyard")
    doing.chooser.cards_among([each.id for each in stated])
    there = [id for id, each in doing.draft.state.board.cards.items() if each.zone == "graveyard"]
    moved: list[str] = []
    for player in owners:
        theirs = [id for id in there if doing.draft.state.board.cards[id].card.owner == player]
        unknown = doing.draft.state.board.graveyard[player] - len(theirs)
        if unknown > 0:
            if asks(doing.binding.ability.does, a.CountDone):
                raise NotCarriedOut(f"it isn't stated which cards are in the graveyard of {player}")
            change_total(doing, "graveyard", player, -unknown)
            change_total(doing, instruction.to, player, unknown)
        moved += theirs
    return moved


def _one_of_unknown(doing: Resolving, asked: a.IsChosenCard) -> bool:
    """Whether so many are chosen of cards that were turned up, whichever they are, and nobody says what they are."""
    unknown = any(doing.binding.memory.unknown.values()) and not doing.chooser.choices.cards
    return unknown and asked.cards.filter == a.IsTurnedUp() and asked.minimum == asked.maximum


def what_is_attacked(doing: Resolving, controller: str) -> str:
    """508.4: what something enters attacking, as its controller chooses; by default as the ability's source, or any attacker."""
    candidates = attackable(doing.view, doing.draft.edition, controller)
    by_default = _attacked_already(doing, controller, candidates)
    if not any(each in candidates for each in doing.chooser.choices.chosen):
        return by_default
    return doing.chooser.chosen(candidates, [by_default], 1, 1)[0]


def _attacked_already(doing: Resolving, controller: str, candidates: list[str]) -> str:
    """Of what a player can attack: what is attacked already, if anything is."""
    attackers = doing.draft.state.combat.attackers
    mine = attackers.get(doing.binding.ability.source)
    for attack in [mine] if mine is not None else attackers.values():
        attacked = attack.target or attack.defending
        if attacked in candidates:
            return attacked
    opponents = candidates or doing.view.board.opponents(controller)
    if not opponents:
        raise NotCarriedOut("there is no defending player")
    return opponents[0]


def what_is_blocked(doing: Resolving, attacker: a.Filter | None) -> str | None:
    """The attacker that something enters blocking (509.4); None where it isn't said, or there is none any more."""
    meant = () if attacker is None else doing.binding.ids(attacker, doing.view)
    return next((id for id in meant if id in doing.draft.state.combat.attackers), None)


def or_planeswalker(doing: Resolving, attacked: str) -> str:
    """508.4: that, or the player whose it is, or a planeswalker that they control: as is chosen, and by default that."""
    player = doing.view.defender_of(attacked)
    theirs = (each for each in doing.view.permanents.values() if each.controller == player)
    walkers = [each.id for each in theirs if "Planeswalker" in each.types]
    candidates = list(dict.fromkeys([attacked, *([player] if player is not None else []), *walkers]))
    return candidates[0] if len(candidates) == 1 else doing.chooser.chosen(candidates, candidates, 1, 1)[0]


def that_player(doing: Resolving) -> tuple[str, ...]:
    """ "That player": a target, or whom what set the ability off is about, also one who has left the game."""
    who = a.Players(who="defending" if doing.binding.occasion.player is None and not doing.binding.chosen else "chosen")
    return doing.binding.bound(who, doing.view).ids


# --- control, and what is attached -----------------------------------------------------------------------------------------


@carries_out(a.GainsControl, possible=there, harms=True, supported=True, makes=(a.IsAffected,))
def _gain_control(doing: Resolving, instruction: a.GainsControl) -> None:
    players, meant = doing.players(instruction.players), doing.permanents(instruction.permanents)
    if instruction.as_long_as is not None and not doing.holds(instruction.as_long_as):
        return  # 611.2b: it has ended before it begins
    if len(players) > 1:
        raise NotCarriedOut("it isn't clear who gains control")
    for each in meant if players else ():
        if effects_611_2.is_held_for_a_time(doing.draft.state.board, each.id):
            raise NotCarriedOut(f"whose {each.id} is after several effects gave control of it isn't carried out")
        before = each.controller
        removal.change(doing.draft, each.id, {"controller": players[0]})
        if before != players[0] and (instruction.until is not None or instruction.as_long_as is not None):
            holds = None if instruction.as_long_as is None else settled(doing, instruction.as_long_as)
            held = a.ControlsWhat(permanents=a.IsOneOf(ids=(each.id,)), before=before, condition=holds)
            begin_effect(doing, instruction.until or "indefinite", [held], players[0])
    doing.affected([each.id for each in meant])


def _can_exchange(doing: Resolving, instruction: a.ExchangesControl) -> bool:
    return len({each.controller for each in doing.permanents(instruction.permanents)}) == 2


@carries_out(a.ExchangesControl, possible=_can_exchange, makes=(a.IsAffected,))
def _exchange_control(doing: Resolving, instruction: a.ExchangesControl) -> None:
    """701.12a–b: nothing happens unless there are two, of different players."""
    meant = doing.permanents(instruction.permanents)
    if len(meant) != 2 or meant[0].controller == meant[1].controller:
        return
    if any(effects_611_2.is_held_for_a_time(doing.draft.state.board, each.id) for each in meant):
        raise NotCarriedOut("an exchange of what somebody controls for a time isn't carried out")
    for each, other in zip(meant, reversed(meant), strict=True):
        removal.change(doing.draft, each.id, {"controller": other.controller})
    doing.affected([each.id for each in meant])
