"""Payment, the same for attackers and blockers: 508.1j, 509.1f."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...events import declarations as d
from ...events import facts as t
from ...events.prose import said
from ...events.stack import CardsDrawnOrDiscarded
from .. import mana
from ..attempt import Attempt, Draft, Violated
from ..budget import Spent
from ..combat.removal import leave_together
from ..combat.replacement_614 import instead_of_leaving
from ..rulebook.concepts import PAY, TRIGGERS_STACKED
from ..triggers.resolving_603_2 import life_triggers
from . import costs
from .commands import Offer


def pay(attempt: Attempt[Any]) -> None:
    """508.1j, 509.1f: the locked-in total is paid, whole or not at all, or left for later. Raises Violated.

    Where creatures of a team are declared, each player pays for their own (810.5), one after the other: of life that they share,
    together no more than there is (810.9b).
    """
    for locked in attempt.draft.pending.every_locked:
        offered = attempt.command.pays.get(locked.player, attempt.command.pay)
        if offered is None:
            attempt.waiting = True
            return
        _pay(attempt.draft, locked, Offer() if offered is True else offered or None)


def _pay(draft: Draft, locked: d.CostsLocked, offer: Offer | None) -> None:
    concept = PAY[draft.pending.action]
    if offer is None:
        raise Violated(concept, [said("{} doesn't pay {total}", locked.player, total=locked.total.text)])
    try:
        paid = costs.payment(draft.view, locked, offer, draft.budget)
    except Spent as spent:
        raise Violated(concept, [f"whether {locked.total.text} can be paid isn't known: {spent}"], undecided=True) from None
    if isinstance(paid, str):
        raise Violated(concept, [paid])
    event = paid.event
    draft.append(event)
    _change_totals(draft, event)
    for id in event.tapped:
        draft.append(t.PermanentTapped(id=id))
    leave_for_costs(draft, {"sacrificed": event.sacrificed, "returned": event.returned, "exiled": event.exiled})
    if paid.mana_left is not None and mana.symbols(event.mana):
        draft.append(t.ManaAvailable(player=event.player, mana=paid.mana_left))


def _change_totals(draft: Draft, paid: d.CostsPaid) -> None:
    """Life that is paid is lost (119.4), and what triggers on that does; discarded cards go to the graveyard."""
    board, player = draft.state.board, paid.player
    if paid.life:
        draft.append(t.LifeChanged(player=player, change=-paid.life))
    if paid.discard:
        draft.append(CardsDrawnOrDiscarded(player=player, what="discard", number=paid.discard))
    if paid.life or paid.discard:
        draft.append(
            t.PlayerTotalsChanged(
                player=player,
                life=board.life[player] - paid.life if paid.life else None,
                hand=board.hand[player] - paid.discard if paid.discard else None,
                graveyard=board.graveyard[player] + paid.discard if paid.discard else None,
                presumed=bool(paid.discard) and player in board.unstated_hands,
            )
        )
    if paid.life:
        for each in list(life_triggers(draft.view, {player: -paid.life})):
            draft.append(each.model_copy(update={"concept": TRIGGERS_STACKED[draft.pending.action]}))


_PLACES: Mapping[t.Departure, t.Place] = {"sacrificed": "graveyard", "returned": "hand", "exiled": "exile"}


def leave_for_costs(draft: Draft, paid: Mapping[t.Departure, Iterable[str]]) -> None:
    """What is sacrificed, returned to its owner's hand or exiled as a cost leaves at one time."""
    leaving = [(id, why) for why, ids in paid.items() for id in ids]
    if leaving:
        before, pending = draft.fork().view, draft.state.declarations.pending
        going = [(id, instead_of_leaving(before, before.permanents[id], _PLACES[why]), why) for id, why in leaving]
        leave_together(draft, going, before, None if pending is None else TRIGGERS_STACKED[pending.action])
