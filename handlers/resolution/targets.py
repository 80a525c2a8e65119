"""What may be a target of an ability that goes on the stack (603.3d), how an amount is divided among targets (601.2d), and which
targets the default policy picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ...events import abilities as a
from ...events.errors import InvalidInput
from ...projections.board import Permanent
from ..combat.changed_damage_616 import source_of
from ..view.characteristics import number_of
from ..view.context import Context
from ..view.protection_702_16 import is_protected
from ..view.view import View
from .default_choices import is_harmful, picked


def legal(view: View, target: a.Target, filter: a.Filter | None, context: Context, controller: str, source: str) -> list[str]:
    """What may be chosen for a target: permanents in the order of the board, then players; or known cards in another zone.

    Hexproof and shroud keep permanents from being targets (702.11b, 702.18a), protection from sources with its quality
    (702.16b).
    """
    found: list[str] = []
    if target.cards is not None and isinstance(filter, a.AllOf):
        return view.cards(target.cards.model_copy(update={"filter": filter}), context)
    if filter is not None:
        for permanent in view.matching(filter, context):
            if not _is_shielded(view, permanent, controller, source):
                found.append(permanent.id)
    if target.players:
        found += [
            player
            for player in (view.board.opponents(controller) if target.opponents else view.board.players)
            if view.board.within_range(controller, player) and not _is_player_shielded(view, player, controller, source)
        ]
    return found


def _is_shielded(view: View, permanent: Permanent, controller: str, source: str) -> bool:
    keywords = view.keywords(permanent.id)
    if "shroud" in keywords:
        return True
    asked = "hexproof" in keywords and view.board.are_opponents(permanent.controller, controller)
    if not asked and "protection" not in keywords:
        return False
    known = source_of(view, source)
    return (asked and is_protected(view, permanent.id, known, "hexproof")) or is_protected(view, permanent.id, known)


def _is_player_shielded(view: View, player: str, controller: str, source: str) -> bool:
    """702.11c, 702.16b, 702.18a: hexproof, protection and shroud of players."""
    for held in view.held(a.CantBeTargets):
        ability = held.ability
        if ability.by_opponents and not view.board.are_opponents(player, controller):
            continue
        if not view.includes(ability.players, player, held.context) or not view.holds(ability.condition, held.context):
            continue
        known = None if ability.sources == a.ANYTHING else source_of(view, source)
        if ability.sources == a.ANYTHING or (known is not None and view.matches(ability.sources, known, held.context)):
            return True
    return False


def by_default(
    view: View, does: a.Instructions, slot: int, candidates: list[str], controller: str, least: int, most: int | None
) -> tuple[str, ...]:
    """The targets that the default policy picks for one of those asked for: so many at least and (None: any number) at most."""
    target = does.targets[slot]
    most = len(candidates) if most is None else most
    if target.cards is not None:
        return tuple(_largest_cards(view, candidates)[:most])
    meant = None if target.permanents is None else a.IsTarget(permanents=target.permanents, number=target.number)
    harms = is_harmful(does.instructions, meant)
    if target.each_of is not None and target.maximum is not None:
        own: dict[str, list[str]] = {}
        for id in candidates:
            own.setdefault(view.permanents[id].controller, []).append(id)
        share = len(own) and target.maximum
        return tuple(id for ids in own.values() for id in picked(view, ids, harms, controller, target.minimum, share))
    return picked(view, candidates, harms, controller, least, most)


def within_total(view: View, among: a.Cards, cards: Sequence[str], most: int) -> bool:
    """Whether the mana values, or powers, of cards come to no more than that in all."""
    what: Literal["power", "mana_value"] = "power" if among.of_power else "mana_value"
    return sum(number_of(view.board.cards[id].card, what) for id in cards) <= most


def _largest_cards(view: View, candidates: Sequence[str]) -> list[str]:
    cards = view.board.cards
    return sorted(candidates, key=lambda id: -((cards[id].card.power or 0) + (cards[id].card.toughness or 0)))


def divided(amount: int, targets: Sequence[str], given: dict[str, int] | None) -> dict[str, int]:
    """How an amount is divided among targets, at least one for each (601.2d); by default evenly. Raises InvalidInput."""
    if given is not None:
        if set(given) != set(targets) or sum(given.values()) != amount or min(given.values(), default=1) < 1:
            raise InvalidInput("division", str(given), f"{amount} divided among {', '.join(targets)}, at least 1 for each")
        return given
    each, more = divmod(amount, len(targets)) if targets else (0, 0)
    return {id: each + (number < more) for number, id in enumerate(targets)}
