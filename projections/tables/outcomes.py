"""What comes of a combat: who dealt combat damage to whom, who died of it, and what players lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...events import damage as g
from ...events import facts as t
from ...events.abilities import KeywordAbility
from ..board import Board

DEATHS: tuple[t.Departure, ...] = ("lethal damage", "deathtouch", "toughness 0", "loyalty 0", "defense 0")
"""What state-based actions put into a graveyard; what replaces that ("exile it instead") has the same reason."""


class Hit(NamedTuple):
    """Damage of one source to one recipient. `assigned` and `prevented` are None where a record has only what was dealt.

    `source` is None where it has only the sum.
    """

    source: str | None
    recipient: str
    assigned: int | None
    dealt: int
    prevented: int | None
    lethal: bool | None
    """Whether all damage that was dealt to it at that time is lethal together; None where that isn't known."""


@dataclass(slots=True)
class CombatOutcome:
    """What came of one combat so far. Nothing is known of a combat whose record has no combat damage step."""

    known: bool = False
    stated: bool = True
    """Whether the record says what dealt combat damage to what, and not only how much each was dealt."""
    dealt: dict[str, int] = field(default_factory=dict)
    """Source → combat damage that it dealt in all; `taken`: recipient → that it was dealt."""
    taken: dict[str, int] = field(default_factory=dict)
    between: dict[tuple[str, str], int] = field(default_factory=dict)
    """Source and recipient → combat damage."""
    died: dict[str, str] = field(default_factory=dict)
    """Permanents that died in this combat → who controlled them."""

    def copy(self) -> CombatOutcome:
        """One that can be changed without changing this one."""
        return CombatOutcome(self.known, self.stated, dict(self.dealt), dict(self.taken), dict(self.between), dict(self.died))

    def deal(self, hit: Hit) -> None:
        """Combat damage was dealt."""
        self.known = True
        self.taken[hit.recipient] = self.taken.get(hit.recipient, 0) + hit.dealt
        if hit.source is None:
            return
        self.dealt[hit.source] = self.dealt.get(hit.source, 0) + hit.dealt
        pair = hit.source, hit.recipient
        self.between[pair] = self.between.get(pair, 0) + hit.dealt

    def killed_by(self, source: str) -> int:
        """How many permanents died that it dealt combat damage to in this combat."""
        return sum(1 for id in self.died if self.between.get((source, id), 0))

    def of_attacker(self, id: str, attacking: bool) -> dict[str, object]:
        """The columns that say what came of an attack: dealt, taken, died, killed; None, where that isn't known."""
        if not (self.known and self.stated and attacking):
            return dict.fromkeys(("dealt", "taken", "died", "killed"))
        killed = self.killed_by(id)
        return {"dealt": self.dealt.get(id, 0), "taken": self.taken.get(id, 0), "died": id in self.died, "killed": killed}

    def of_block(self, blocker: str, attacker: str | None, blocking: bool) -> dict[str, object]:
        """Those of a block: what the blocker dealt to that attacker and took from it, and whether either died of it."""
        if attacker is None or not (self.known and self.stated and blocking):
            return dict.fromkeys(("dealt", "taken", "died", "killed"))
        dealt, taken = self.between.get((blocker, attacker), 0), self.between.get((attacker, blocker), 0)
        return {"dealt": dealt, "taken": taken, "died": blocker in self.died, "killed": attacker in self.died and dealt > 0}

    def of_declaration(self, player: str, players: tuple[str, ...], complete: bool) -> dict[str, object]:
        """Those of a declaration: combat damage to the other players, that player's permanents that died, and those of others."""
        if not (self.known and complete):
            return dict.fromkeys(("damage_to_others", "own_died", "others_died"))
        lost = sum(self.taken.get(other, 0) for other in players if other != player)
        own = sum(1 for controller in self.died.values() if controller == player)
        return {"damage_to_others": lost, "own_died": own, "others_died": len(self.died) - own}


def imported(events: Sequence[t.DamageDealt], board: Board) -> list[Hit]:
    """The damage that a record has as dealt at one time. `board`: as it was before."""
    at_once = [(each.source, each.target, each.amount) for each in events]
    return [Hit(each.source, each.target, None, each.amount, None, _is_lethal(board, each.target, at_once)) for each in events]


def derived(event: g.CombatDamageDealt, board: Board) -> list[Hit]:
    """The damage that was dealt in a step. `board`: as it was before."""
    at_once = [(each.source, each.recipient, each.dealt) for each in event.damage]
    return [
        Hit(
            each.source,
            each.recipient,
            each.assigned,
            each.dealt,
            each.prevented,
            _is_lethal(board, each.recipient, at_once) if each.dealt else False,
        )
        for each in event.damage
    ]


def _is_lethal(board: Board, recipient: str, at_once: Sequence[tuple[str | None, str, int]]) -> bool | None:
    """Whether all that is dealt at one time is lethal to a recipient, or takes the last of its life, loyalty or defense."""
    sources = [(source, amount) for source, target, amount in at_once if target == recipient and amount]
    total = sum(amount for _, amount in sources)
    if recipient in board.life:
        poisoned = any(_has(board, source, "infect") for source, _ in sources)
        return None if poisoned else total >= board.life[recipient]
    permanent = board.permanents.get(recipient)
    if permanent is None or not permanent.size_known:
        return None
    if "Creature" not in permanent.types:
        left = permanent.loyalty if "Planeswalker" in permanent.types else permanent.defense
        return None if left is None else total >= left
    touched = any(_has(board, source, "deathtouch") for source, _ in sources)
    return touched or permanent.marked + total >= permanent.toughness


def _has(board: Board, id: str | None, keyword: str) -> bool:
    """Whether a permanent has a keyword of its own."""
    permanent = board.permanents.get(id or "")
    abilities = permanent.abilities if permanent is not None else ()
    return any(isinstance(each, KeywordAbility) and each.keyword == keyword for each in abilities)


def recipient_kind(board: Board, recipient: str) -> str | None:
    """`player`, `creature`, `planeswalker` or `battle`."""
    if recipient in board.life:
        return "player"
    permanent = board.permanents.get(recipient)
    if permanent is None:
        return None
    kinds = (("Creature", "creature"), ("Planeswalker", "planeswalker"), ("Battle", "battle"))
    return next((word for kind, word in kinds if kind in permanent.types), None)
