"""610.3: cards that are exiled until a permanent leaves the battlefield return as it does, and not as an ability triggers."""

from __future__ import annotations

from ...events import stack as s
from ...projections.board import Board
from ..attempt import Draft
from . import entering


def return_exiled(draft: Draft, source: str) -> None:
    """Once a permanent has left, what was exiled until then enters under its owners' control."""
    for id in [id for id, by in draft.state.board.returning.items() if by == source]:
        card = draft.state.board.cards[id].card
        if "Aura" in card.types:
            why = f"what {id} is to enchant as it returns isn't carried out"
            draft.append(s.AbilityNotCarriedOut(number=0, source=source, controller=card.owner, ability=f"exiled: {id}", why=why))
            continue
        became = next_id(draft.state.board, id)
        new = card.model_copy(
            update={"id": became, "controller": card.owner, "continuously_controlled": False, "this_turn": True, "counters": {}}
        )
        draft.append(s.CardMoved(id=id, to="battlefield", became=became))
        entering.enter(draft, new)


def next_id(board: Board, id: str) -> str:
    """The id of a card that enters again: it is another object than before (400.7)."""
    base, number = id.rsplit(" #", 1)[0], 2
    while (found := f"{base} #{number}") in board.permanents or found in board.departed or found in board.cards:
        number += 1
    return found
