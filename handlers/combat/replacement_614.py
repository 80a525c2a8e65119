"""What happens instead, as a permanent would be destroyed or would die (614): decided here, for state-based actions and for what
abilities do."""

from __future__ import annotations

import re
from typing import NamedTuple, TypeVar

from ...events import abilities as a
from ...events import damage as g
from ...events import facts as t
from ...events.stack import CountersChanged
from ...projections.board import Permanent
from ..attempt import Draft
from ..view.context import Context, Held
from ..view.view import View
from .changed_damage_616 import order_chosen
from .removal import take_out_of_combat

_AboutSome = TypeVar("_AboutSome", a.CantBeRegenerated, a.LeavesInsteadOfDying, a.DestroyedInstead, a.Regenerates)


class Destruction(NamedTuple):
    """What comes of it that a permanent would be destroyed (701.8): it goes `to` a zone, regenerates by an effect, loses a shield
    counter, or another one is destroyed instead; or nothing does."""

    to: t.Place | None = None
    regenerates: str | None = None
    loses_shield: bool = False
    destroys: str | None = None


def destruction(view: View, permanent: Permanent, *, by_effect: bool = False, regenerable: bool = True) -> Destruction:
    """702.12b, 122.1c, 701.19. `by_effect`: shield counters replace nothing else."""
    if "indestructible" in view.keywords(permanent.id):
        return Destruction()
    instead = []
    if by_effect and permanent.counters.get("shield", 0) > 0:
        instead.append(Destruction(loses_shield=True))
    if regenerable and (effect := _regeneration(view, permanent)) is not None:
        instead.append(Destruction(regenerates=effect))
    for held in view.held(a.DestroyedInstead):
        if held.source is not None and _concerns(view, held, permanent):
            instead.append(Destruction(destroys=held.source))
    if len(instead) > 1:
        raise order_chosen(f"the destruction of {permanent.id}, which several effects replace")
    return instead[0] if instead else Destruction(to=instead_of_dying(view, permanent))


def destroyed_instead(view: View, comes: Destruction) -> tuple[tuple[str, t.Place], ...]:
    """What is destroyed instead of a permanent, and where it goes; nothing where it is indestructible."""
    if comes.destroys is None:
        return ()
    other = destruction(view, view.permanents[comes.destroys], by_effect=True)
    if other not in (Destruction(), Destruction(to=other.to)):
        raise order_chosen(f"the destruction of {comes.destroys} instead of another permanent, which is replaced, too")
    return () if other.to is None else ((comes.destroys, other.to),)


def replaced(draft: Draft, id: str, instead: Destruction) -> None:
    """A permanent isn't destroyed by an effect: what happens instead."""
    if instead.loses_shield:
        draft.append(CountersChanged(id=id, counters={"shield": -1}))
    if instead.regenerates is not None:
        draft.append(g.PermanentRegenerated(id=id, effect=instead.regenerates))
        take_out_of_combat(draft, id, "regenerated")
    if instead.destroys is not None:
        draft.append(g.DamageRemoved(id=id))


def instead_of_dying(view: View, permanent: Permanent) -> t.Place:
    """Where a permanent goes that would be put into a graveyard: it may go elsewhere instead (122.1h, 614)."""
    return instead_of_leaving(view, permanent, "graveyard")


def instead_of_leaving(view: View, permanent: Permanent, to: t.Place) -> t.Place:
    """Where a permanent goes that would leave the battlefield for that zone: it may go elsewhere instead."""
    dies = to == "graveyard"
    replacing = [held for held in view.held(a.LeavesInsteadOfDying) if dies or (held.ability.leaving and held.ability.to != to)]
    places: set[t.Place] = {held.ability.to for held in replacing if _concerns(view, held, permanent)}
    if dies and permanent.counters.get("finality"):
        places.add("exile")
    if len(places) > 1:
        raise order_chosen(f"the death of {permanent.id}, which several effects replace")
    return places.pop() if places else to


def _regeneration(view: View, permanent: Permanent) -> str | None:
    """701.19: the id of the regeneration effect that replaces a permanent's destruction, if there is one."""
    if any(_concerns(view, held, permanent) for held in view.held(a.CantBeRegenerated)):
        return None
    for effect, timed in view.board.effects.items():
        context = Context(timed.effect.source, timed.effect.controller)
        for ability in timed.effect.abilities:
            if (
                isinstance(ability, a.Regenerates)
                and not ability.each_time
                and (effect, permanent.id) not in view.board.regenerated
                and view.matches(ability.permanents, permanent, context)
            ):
                return effect
    static = (held for held in view.held(a.Regenerates) if held.ability.each_time)
    return "" if any(_concerns(view, held, permanent) for held in static) else None


def _concerns(view: View, held: Held[_AboutSome], permanent: Permanent) -> bool:
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
