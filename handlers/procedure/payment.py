"""Payment, the same for attackers and blockers: 508.1j, 509.1f."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...events import declarations as d
from ...events import facts as t
from ...events.prose import said
from .. import mana
from ..attempt import Attempt, Draft, Violated
from ..budget import Spent
from ..combat.removal import leave
from ..rulebook.concepts import PAY
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
    totals = _totals_after(draft, event)
    for id in event.tapped:
        draft.append(t.PermanentTapped(id=id))
    for id in (*event.sacrificed, *event.returned, *event.exiled):
        leave(draft, id)
    for changed in totals:
        draft.append(changed)
    if paid.mana_left is not None and mana.symbols(event.mana):
        draft.append(t.ManaAvailable(player=event.player, mana=paid.mana_left))


def _totals_after(draft: Draft, paid: d.CostsPaid) -> list[t.PlayerTotalsChanged]:
    """What payment does to life, hands and graveyards: cards go to their owners', tokens nowhere."""
    board = draft.state.board
    hand, graveyard = Counter({paid.player: -paid.discard}), Counter({paid.player: paid.discard})
    for ids, zone in ((paid.sacrificed, graveyard), (paid.returned, hand)):
        zone.update(board.permanents[id].owner for id in ids if not board.permanents[id].token)
    return [
        t.PlayerTotalsChanged(
            player=player,
            life=board.life[player] - paid.life if player == paid.player and paid.life else None,
            hand=board.hand[player] + hand[player] if hand[player] else None,
            graveyard=board.graveyard[player] + graveyard[player] if graveyard[player] else None,
            presumed=bool(hand[player]) and player in board.unstated_hands,
        )
        for player in board.players
        if hand[player] or graveyard[player] or (player == paid.player and paid.life)
    ]
