"""Cards that are turned up as an ability resolves: the top ones of libraries, and those that players discard.

What they are only the case or the command states (`Choices.library`, `Choices.discarded`). Where it doesn't, how many they are is
known all the same, and only what asks which they are can't be carried out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ...events.model import parts_of
from ..view.stated_facts import presume_hands
from .binding import GIVING, NotCarriedOut, asks, unknown_cards
from .registry import carries_out
from .resolving import Resolving, name_cards


def turn_up(doing: Resolving, player: str, number: int, to: t.Place) -> None:
    """So many cards from the top of a player's library go to that zone, or stay there."""
    known = doing.chooser.from_library(player, number)
    name_cards(doing.draft, known, "library")
    move_cards(doing, [each.id for each in known], to)
    unknown = number - len(known)
    change_total(doing, to, player, unknown)
    doing.binding.memory.turned_up += tuple(each.id for each in known)
    if unknown > 0:
        doing.binding.memory.unknown[player] = doing.binding.memory.unknown.get(player, 0) + unknown


def draw(doing: Resolving, player: str, number: int) -> None:
    """A player draws so many cards: those first that are known to be on top of the library."""
    memory, cards = doing.binding.memory, doing.draft.state.board.cards
    on_top = [id for id in memory.on_top if cards[id].zone == "library" and cards[id].card.owner == player][:number]
    memory.on_top = tuple(id for id in memory.on_top if id not in on_top)
    move_cards(doing, on_top, "hand")
    change_total(doing, "hand", player, number - len(on_top))
    doing.draft.append(s.CardsDrawnOrDiscarded(player=player, what="draw", number=number))


def discard(doing: Resolving, player: str, number: int) -> int:
    """A player discards so many cards, or as many as there are. How many is returned."""
    presume_hands(doing.draft.state.board, (player,))
    total = min(doing.draft.state.board.hand[player], number)
    named = doing.chooser.discarded(player, total)
    name_cards(doing.draft, named, "hand")
    move_cards(doing, [each.id for each in named], "graveyard")
    unknown = total - len(named)
    change_total(doing, "hand", player, -unknown)
    change_total(doing, "graveyard", player, unknown)
    doing.binding.memory.turned_up += tuple(each.id for each in named)
    if unknown:
        doing.binding.memory.unknown[player] = unknown
    if total:
        doing.draft.append(s.CardsDrawnOrDiscarded(player=player, what="discard", number=total))
    return total


def begin(doing: Resolving, what: str) -> None:
    """Other cards are turned up now than before."""
    memory = doing.binding.memory
    memory.turned_up, memory.unknown, memory.unknown_where = (), {}, what


def move_cards(doing: Resolving, ids: Sequence[str], to: t.Place) -> None:
    """Known cards go to a zone."""
    for id in ids:
        known = doing.draft.state.board.cards[id]
        if known.zone != to:
            doing.draft.append(s.CardMoved(id=id, to=to))
            change_total(doing, known.zone, known.card.owner, -1)
            change_total(doing, to, known.card.owner, 1)


def put_in_library(doing: Resolving, ids: Sequence[str], place: a.LibraryPlace | None) -> None:
    """These cards were put there: which cards are known to be on top of libraries changes."""
    memory, cards = doing.binding.memory, doing.draft.state.board.cards
    memory.on_top = tuple(id for id in memory.on_top if id not in ids)
    if place == "bottom":
        return
    for owner in {cards[id].card.owner for id in ids if id in cards}:
        theirs = [id for id in memory.on_top if cards[id].card.owner == owner]
        put = [id for id in ids if id in cards and cards[id].card.owner == owner]
        others = tuple(id for id in memory.on_top if id not in theirs)
        if not isinstance(place, int) or len(put) > 1:
            theirs = []  # which of them is on top isn't stated
        elif len(theirs) >= place - 1:
            theirs[place - 1 : place - 1] = put
        memory.on_top = (*others, *theirs)


def exiled_with(doing: Resolving, ids: Sequence[str], until_it_leaves: bool = False) -> None:
    """Cards that the ability has exiled are exiled with the permanent that it is of."""
    cards = doing.draft.state.board.cards
    exiled = tuple(id for id in ids if id in cards and cards[id].zone == "exile")
    doing.binding.memory.exiled += exiled
    if exiled:
        doing.draft.append(s.ExiledWith(source=doing.binding.ability.source, cards=exiled, until_it_leaves=until_it_leaves))


def exiled_with_what_is_given(doing: Resolving, ids: Sequence[str], abilities: Sequence[a.Ability]) -> None:
    """ "The exiled card" in an ability that a token has, or a permanent is given, is what the ability has exiled that gives it
    (607), unless what is given exiles something itself. Raises NotCarriedOut where it isn't clear which."""
    if not asks(abilities, a.IsExiledWith) or _exiles(abilities):
        return
    exiled, does = doing.binding.memory.exiled, doing.binding.ability.does
    if len(ids) > 1 or doing.binding.memory.each is not None or not _exiles(does and does.instructions):
        raise NotCarriedOut("it isn't clear which card is meant by 'the exiled card'")
    for id in ids if exiled else ():
        doing.draft.append(s.ExiledWith(source=id, cards=exiled))


def _exiles(part: object) -> bool:
    return any(
        (isinstance(each, a.Moves | a.Sacrifices) and each.how == "exiled")
        or (isinstance(each, a.PutsCards | a.TurnsUpCards) and each.to == "exile")
        for each in parts_of(part, GIVING)
    )


def change_total(doing: Resolving, zone: t.Place, player: str, more: int) -> None:
    """How many cards a player has in hand, or in the graveyard; of what died this turn it isn't counted."""
    board = doing.draft.state.board
    totals: dict[str, dict[str, int]] = {"hand": board.hand, "graveyard": board.graveyard}
    if more and zone in totals and totals[zone][player] + more >= 0:
        presumed = zone == "hand" and player in board.unstated_hands
        doing.draft.append(t.PlayerTotalsChanged(player=player, presumed=presumed, **{zone: totals[zone][player] + more}))


def put_unknown(doing: Resolving, zone: t.Place, to: t.Place, most: int | None = None) -> None:
    """What was turned up and isn't known (so many of each player at most) goes from one zone to another: how many they are
    changes."""
    for player, number in doing.binding.memory.unknown.items():
        if number < 0 and {zone, to} & {"hand", "graveyard"}:
            raise NotCarriedOut(unknown_cards([player], "library"))
        moved = number if most is None else min(number, most)
        change_total(doing, zone, player, -moved)
        change_total(doing, to, player, moved)
        if most is not None and moved > 0:
            doing.binding.memory.unknown[player] = number - moved


@carries_out(a.TurnsUpCards, makes=(a.IsTurnedUp,))
def _turn_up(doing: Resolving, instruction: a.TurnsUpCards) -> None:
    number = doing.quantity(instruction.number)
    begin(doing, "library")
    for player in doing.players(instruction.players) if number > 0 else ():
        if instruction.until is not None:
            _until(doing, player, instruction.until, instruction.to)
        else:
            turn_up(doing, player, number, instruction.to)
    if instruction.to == "exile":
        exiled_with(doing, doing.binding.memory.turned_up)
    if instruction.to == "library":
        doing.binding.memory.on_top = doing.binding.memory.turned_up


def _until(doing: Resolving, player: str, until: a.Filter, to: t.Place) -> None:
    """One card after the other, up to one that matches; where the cards stated end before, how many they are isn't known."""
    memory = doing.binding.memory
    while known := doing.chooser.from_library(player, 1):
        name_cards(doing.draft, known, "library")
        move_cards(doing, [known[0].id], to)
        memory.turned_up += (known[0].id,)
        asked = a.Cards(zone=to, players=a.Players(who="any"), filter=doing.binding.bound(a.AllOf(parts=(until,)), doing.view))
        if known[0].id in doing.view.cards(asked, doing.binding.context(doing.view)):
            return
    memory.unknown[player] = -1
