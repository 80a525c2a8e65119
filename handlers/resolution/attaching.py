"""What Auras, Equipment and the like are attached to: as they enter, and afterwards (301.5, 303.4, 701.3)."""

from __future__ import annotations

from ...events import abilities as a
from ...events import facts as t
from ...projections.board import Permanent
from ..combat import removal
from ..view.context import Context
from ..view.matching import as_permanent
from ..view.protection_702_16 import is_protected
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving


def enters_attached(doing: Resolving, entering: t.PermanentEntered, to: a.Filter | None) -> str | None:
    """What an Aura or Equipment enters attached to (None where it can't be): one of these, or (None) what the player who puts an
    Aura onto the battlefield chooses (303.4f). Raises NotCarriedOut."""
    permanent = as_permanent(entering)
    if to is not None:
        meant = doing.permanents(to)
        return meant[0].id if len(meant) == 1 and can_be_attached(doing, permanent, meant[0]) else None
    there = doing.view.permanents.values()
    candidates = [each.id for each in there if can_be_attached(doing, permanent, each)]
    if len(candidates) > 1 and not any(each in candidates for each in doing.chooser.choices.chosen):
        raise NotCarriedOut(f"it isn't stated what {entering.id} enchants")
    return doing.chooser.chosen(candidates, candidates[:1], 1, 1)[0] if candidates else None


def can_be_attached(doing: Resolving, permanent: Permanent, to: Permanent) -> bool:
    """301.5, 303.4, 702.16c: whether it may be attached to that. Raises NotCarriedOut for an Aura that doesn't say to what."""
    if "Creature" in permanent.types or permanent.id == to.id:
        return False
    if "Aura" not in permanent.types:
        fits = "Equipment" in permanent.types and "Creature" in to.types
    else:
        keywords = (each for each in permanent.abilities if isinstance(each, a.KeywordAbility) and each.keyword == "enchant")
        enchants = [each.quality for each in keywords if each.quality is not None]
        if not enchants:
            raise NotCarriedOut(f"what {permanent.id} can enchant isn't stated")
        fits = all(doing.view.matches(each, to, Context(None, permanent.controller)) for each in enchants)
    return fits and not is_protected(doing.view, to.id, permanent)


def _can_attach(doing: Resolving, instruction: a.Attaches) -> bool:
    there = doing.permanents(instruction.permanents)
    if instruction.to is None:
        return any(each.attached_to for each in there)
    return bool(there) and len(doing.permanents(instruction.to)) == 1


@carries_out(a.Attaches, possible=_can_attach, supported=True)
def _attach(doing: Resolving, instruction: a.Attaches) -> None:
    """701.3: nothing happens where it can't be attached, or is attached there already (701.3b)."""
    hosts = [None] if instruction.to is None else doing.permanents(instruction.to)
    if len(hosts) != 1:
        return
    for each in doing.permanents(instruction.permanents):
        if hosts[0] is None:
            _unattach(doing, each)
        elif each.attached_to != hosts[0].id and _is_to_be_attached(doing, each, hosts[0]):
            removal.change(doing.draft, each.id, {"attached_to": hosts[0].id})


def _unattach(doing: Resolving, permanent: Permanent) -> None:
    if "Aura" in permanent.types:
        raise NotCarriedOut(f"where {permanent.id} goes, an Aura that isn't attached, isn't carried out (704.5m)")
    if permanent.attached_to is not None:
        removal.change(doing.draft, permanent.id, {"attached_to": None})


def _is_to_be_attached(doing: Resolving, permanent: Permanent, to: Permanent) -> bool:
    """Whether it can be; what an Aura's own ability says to attach it to, it can enchant. Raises NotCarriedOut."""
    if "Aura" not in permanent.types or permanent.id != doing.binding.ability.source:
        return can_be_attached(doing, permanent, to)
    if is_protected(doing.view, to.id, permanent):
        raise NotCarriedOut(f"where {permanent.id} goes, which can't be attached, isn't carried out (704.5m)")
    return True
