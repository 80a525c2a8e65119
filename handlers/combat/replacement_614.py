"""What happens instead, as a permanent would be destroyed or would die (614): decided here, for state-based actions and for what
abilities do."""

from __future__ import annotations

import re
from typing import NamedTuple

from ...events import abilities as a
from ...events import damage as g
from ...events import facts as t
from ...events.stack import CountersChanged
from ...projections.board import Permanent
from ..attempt import Draft
from ..view.context import Context, Held
from ..view.view import View
from .removal import take_out_of_combat


class Destruction(NamedTuple):
    """What comes of it that a permanent would be destroyed (701.8): it goes `to` a zone, regenerates by an effect, or loses a
    shield counter; or nothing does."""

    to: t.Place | None = None
    regenerates: str | None = None
    loses_shield: bool = False


def destruction(view: View, permanent: Permanent, *, by_effect: bool = False, regenerable: bool = True) -> Destruction:
    """702.12b, 122.1c, 701.19. `by_effect`: shield counters replace nothing else."""
    if "indestructible" in view.keywords(permanent.id):
        return Destruction()
    if by_effect and permanent.counters.get("shield", 0) > 0:
        return Destruction(loses_shield=True)
    if regenerable and (effect := _regeneration(view, permanent)) is not None:
        return Destruction(regenerates=effect)
    return Destruction(to=instead_of_dying(view, permanent))


def replaced(draft: Draft, id: str, instead: Destruction) -> None:
    """A permanent isn't destroyed by an effect: what happens instead."""
    if instead.loses_shield:
        draft.append(CountersChanged(id=id, counters={"shield": -1}))
    if instead.regenerates is not None:
        draft.append(g.PermanentRegenerated(id=id, effect=instead.regenerates))
        take_out_of_combat(draft, id, "regenerated")


def instead_of_dying(view: View, permanent: Permanent) -> t.Place:
    """Where a permanent goes that would be put into a graveyard: it may go elsewhere instead (122.1h, 614)."""
    if permanent.counters.get("finality"):
        return "exile"
    return next((held.ability.to for held in view.held(a.LeavesInsteadOfDying) if _concerns(view, held, permanent)), "graveyard")


def _regeneration(view: View, permanent: Permanent) -> str | None:
    """701.19: the id of the regeneration effect that replaces a permanent's destruction, if there is one."""
    if any(_concerns(view, held, permanent) for held in view.held(a.CantBeRegenerated)):
        return None
    for effect, timed in view.board.effects.items():
        context = Context(timed.effect.source, timed.effect.controller)
        for ability in timed.effect.abilities:
            if (
                isinstance(ability, a.Regenerates)
                and (effect, permanent.id) not in view.board.regenerated
                and view.matches(ability.permanents, permanent, context)
            ):
                return effect
    return None


def _concerns(view: View, held: Held[a.CantBeRegenerated] | Held[a.LeavesInsteadOfDying], permanent: Permanent) -> bool:
    return view.matches(held.ability.permanents, permanent, held.context) and view.holds(held.ability.condition, held.context)


_REPLACES_DYING = re.compile(r"destroy|\bdies?\b|graveyard|leaves?\b|(?:umbra|totem) armor", re.IGNORECASE)


def not_understood(view: View, permanent: Permanent) -> str | None:
    """A text that isn't understood and may replace that the permanent is destroyed or dies: of the permanent, of what is attached
    to it, or of anything for a text that names no other."""
    for held in view.held(a.Unread):
        aura = view.permanents.get(held.source or "")
        elsewhere = aura is not None and aura.attached_to not in (None, permanent.id) and "armor" in held.text.lower()
        if _REPLACES_DYING.search(held.text) and not elsewhere:
            return held.text
    return None
