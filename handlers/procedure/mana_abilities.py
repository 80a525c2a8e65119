"""Mana abilities that are activated while costs are paid (302.6, 605): which a permanent has, what they do to it."""

from __future__ import annotations

from typing import Any

from ...events import abilities as a
from ...events import declarations as d
from ...events import facts as t
from ...events.errors import InvalidInput
from ...events.prose import said
from ...projections.board import Permanent
from .. import mana
from ..attempt import Attempt, Draft, Violated
from ..rulebook.concepts import MANA
from ..view.view import View
from .payment import leave_for_costs

_BASIC = {"Plains": "{W}", "Island": "{U}", "Swamp": "{B}", "Mountain": "{R}", "Forest": "{G}"}


def as_its_permanent_says(view: View, activated: d.ManaAbilityActivated) -> d.ManaAbilityActivated:
    """The activation, with what the permanent's own ability taps and sacrifices.

    Raises InvalidInput where the permanent has no such ability, or one that costs more than that.
    """
    permanent = view.permanents.get(activated.source)
    if permanent is None:
        return activated  # it is nobody's to activate, which is ruled on
    own = _abilities(view, permanent)
    able = [ability for ability in own if _adds(ability, activated.adds)]
    stating = "one with `taps` or `sacrifices`, which state what it costs"
    if not able:
        texts = ", ".join(ability.text for ability in own) or "it has none"
        raise InvalidInput("", f"{permanent.id}, which has no mana ability that adds {activated.adds} ({texts})", stating)
    ability = next((ability for ability in able if not ability.unread), able[0])
    if ability.unread:
        raise InvalidInput("", f"{permanent.id}, whose mana ability says more: “{ability.unread}”", stating)
    return activated.model_copy(update={"taps_source": ability.taps, "sacrifices_source": ability.sacrifices})


def _abilities(view: View, permanent: Permanent) -> list[a.ManaAbility]:
    basic = [
        a.ManaAbility(taps=True, adds=(adds,), text=f"{land}: {{T}}: Add {adds}")
        for land, adds in _BASIC.items()
        if land in permanent.types
    ]
    own = [held for held in view.held(a.ManaAbility) if held.source == permanent.id]
    return [*(held.ability for held in own if view.holds(held.ability.condition, held.context)), *basic]


def _adds(ability: a.ManaAbility, adds: str) -> bool:
    return ability.adds is None or mana.add(adds) in [mana.add(option) for option in ability.adds]


def activate_mana_abilities(attempt: Attempt[Any]) -> None:
    """508.1i, 509.1e: the player activates mana abilities, each of which may be wrong by itself."""
    for activated in attempt.command.mana_abilities:
        attempt.comply(activate, attempt.draft, activated)


def activate(draft: Draft, activated: d.ManaAbilityActivated) -> None:
    """508.1i, 509.1e: the player activates a mana ability, if the total cost requires mana.

    Raises Violated if it doesn't, if it is another player's, or if its source isn't theirs, is tapped, or can't be tapped yet.
    """
    source = draft.view.permanents.get(activated.source)
    pending = draft.pending
    concept = MANA[pending.action]
    owing = [locked.player for locked in pending.every_locked if locked.total.mana]
    if not owing:
        raise Violated(concept, ["no cost requires mana: there is no chance to activate mana abilities"])
    if activated.player not in owing:
        raise Violated(concept, [said("{} is {}'s, only {} has the chance", activated.source, activated.player, owing)])
    if source is None or source.controller != activated.player:
        raise Violated(concept, [said("{} controls no {}", activated.player, activated.source)])
    if activated.taps_source and source.tapped:
        raise Violated(concept, [said("{} is tapped already", activated.source)])
    sick = "Creature" in source.types and not source.continuously_controlled and "haste" not in draft.view.keywords(source.id)
    if activated.taps_source and sick:
        template = "{} has no haste and hasn't been controlled by {} continuously since the turn began: no mana yet"
        raise Violated(concept, [said(template, source.id, source.controller)])
    carry_out(draft, activated)


def carry_out(draft: Draft, activated: d.ManaAbilityActivated) -> None:
    """It taps and sacrifices its source, and adds its mana to what the player can produce."""
    board, source = draft.state.board, draft.state.board.permanents[activated.source]
    draft.append(activated)
    if activated.taps_source:
        draft.append(t.PermanentTapped(id=source.id))
    if activated.sacrifices_source:
        leave_for_costs(draft, {"sacrificed": (source.id,)})
    if (producible := board.mana.get(activated.player)) is not None:
        draft.append(t.ManaAvailable(player=activated.player, mana=mana.add(producible, activated.adds)))
