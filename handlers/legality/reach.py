"""Whom and what a player can attack: opponents, as the variant and its options allow (508.1b, 801.3, 803.1, 809.3c, 811.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...events.prose import said
from ..rulebook.concepts import Concept
from ..rulebook.editions import Attackable, Edition, known_since
from ..view.view import View


class NotReached(NamedTuple):
    """Why something can't be attacked: the rule that is decisive, and a sentence."""

    concept: Concept
    why: str


def attackable(view: View, edition: Edition, player: str) -> list[str]:
    """What the player can attack in this edition: opponents in turn order, then planeswalkers and battles (506.3, 508.1b)."""
    everything = (*view.board.opponents(player), *_permanents(view, edition))
    return [target for target in everything if why_not_reached(view, edition, player, target) is None]


def _permanents(view: View, edition: Edition) -> Iterator[str]:
    for permanent in view.permanents.values():
        if ("Battle" in permanent.types and "battle" in edition.attackable) or (
            "Planeswalker" in permanent.types and "planeswalker" in edition.attackable
        ):
            yield permanent.id


def why_not_reached(view: View, edition: Edition, player: str, target: str) -> NotReached | None:
    """Why creatures of the player can't attack that, restrictions aside; None if they can. The first rule that applies."""
    board = view.board
    defender = view.defender_of(target)
    why = why_no_defending_player(view, edition, player, target)
    if why is not None or defender is None:
        return NotReached(Concept.ATTACK_TARGETS, why or "")
    options = board.options
    if options.seated_next and not _is_next(board.seated, player, defender):
        concept = Concept.ATTACK_EMPEROR_SEATS if board.variant == "emperor" else Concept.ATTACK_ALTERNATING_SEATS
        return NotReached(concept, said("{} isn't seated immediately next to {}", defender, player))
    if options.attack in ("left", "right") and defender != neighbour(board.seated, player, options.attack):
        concept = Concept.ATTACK_LEFT if options.attack == "left" else Concept.ATTACK_RIGHT
        return NotReached(concept, said("{} isn't seated immediately to the {side} of {}", defender, player, side=options.attack))
    if not board.within_range(player, defender):
        return NotReached(Concept.ATTACK_RANGE, said("{} is out of the range of influence of {}", defender, player))
    return None


def why_no_defending_player(view: View, edition: Edition, player: str, target: str) -> str | None:
    """508.1b: why that is no defending player of the attacking player's, nothing of one, and nothing that one protects."""
    board, combat = view.board, view.combat
    if target == player:
        return "a player can't attack themself"
    permanent = view.permanents.get(target)
    if permanent is None and target not in board.players:
        return "it isn't in the game or on the battlefield"
    things: dict[str, Attackable] = {"Planeswalker": "planeswalker", "Battle": "battle"}
    for card_type, thing in things.items():
        if permanent is not None and card_type in permanent.types and thing not in edition.attackable:
            return said(
                "a {thing} can be attacked only under the rules from {day} on", thing=thing, day=known_since(thing).isoformat()
            )
    defender = view.defender_of(target)
    if defender is None:
        return "only a player, a planeswalker or a battle can be attacked"
    if defender not in board.players or not board.are_opponents(player, defender):
        return said("{} is no defending player", defender)
    if combat.chosen is not None and defender != combat.chosen:
        return said("{} is no defending player: {} was chosen to be attacked", defender, combat.chosen)
    return None


def neighbour(seated: tuple[str, ...], player: str, side: str) -> str | None:
    """Who was seated immediately to that side of a player as the turn began: each next player sits to the left."""
    if player not in seated:
        return None
    return seated[(seated.index(player) + (1 if side == "left" else -1)) % len(seated)]


def _is_next(seated: tuple[str, ...], player: str, other: str) -> bool:
    return other in (neighbour(seated, player, "left"), neighbour(seated, player, "right"))
