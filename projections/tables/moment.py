"""The state that rows are made from, at one version of a game's log: the board, the combat, and its declarations."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.abilities import CombatAction, KeywordAbility
from ...events.catalogue import Event
from ...events.ruling import Ruling
from ..board import BOARD_FOLD, Board, Permanent
from ..changing import changed
from ..combat import COMBAT_FOLD, Combat
from .outcomes import CombatOutcome


class ClockAtRequest(NamedTuple):
    """When a player was asked to declare (`Entry.recorded`), and how long there was left then, if the record says."""

    at: str
    time_left: int | None
    match_clock: int | None


@dataclass(frozen=True, slots=True)
class DeclarationColumns:
    """What the rows of a declaration share."""

    action: CombatAction
    player: str
    began: int
    recorded: str
    turn: int
    combat: int
    attack: int | None
    interrupted: bool
    creatures: int
    asked: ClockAtRequest | None = None


@dataclass(slots=True)
class DeclaredAttacker:
    """An attacker of a declaration, and what has become of it so far."""

    declared: DeclarationColumns
    id: str
    creature: Permanent | None
    target: str | None = None
    target_kind: str | None = None
    defending: str | None = None
    tapped: bool = False
    exerted: bool = False
    enlisted: str | None = None
    band: int | None = None
    attacking: bool = False
    blocked: bool | None = None
    blockers: int | None = 0
    version: int = 0


class LockedTotal(NamedTuple):
    """The total that a player is to pay for a declaration, locked in at a version. `sources`: the names of those of its costs."""

    event: d.CostsLocked
    at: int
    sources: tuple[str | None, ...]
    paid: bool = False


@dataclass(slots=True)
class Pending:
    """A declaration that isn't over, or one that stands while its combat goes on."""

    declared: DeclarationColumns
    attackers: dict[str, DeclaredAttacker] = field(default_factory=dict)
    blocks: tuple[tuple[str, Permanent | None, str | None, Permanent | None, int | None], ...] = ()
    """Blocker, its permanent, attacker, its permanent, and how many block that attacker; None where that isn't known."""
    blocking: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stood: d.DeclarationStood | None = None
    ruling: Ruling | None = None
    restrictions: int | None = None
    requirements: d.RequirementsChecked | None = None
    locked: tuple[LockedTotal, ...] = ()
    """What each player who pays is to pay."""
    mana_abilities: int = 0
    version: int = 0
    completed: int | None = None


@dataclass(frozen=True, slots=True)
class Described:
    """What a record has about the game besides the game. It is replaced when more is known, and never changed."""

    game: r.GameDescribed = field(default_factory=r.GameDescribed)
    hands: tuple[r.OpeningHandKept, ...] = ()
    first: str | None = None
    """The active player of the first turn."""
    rank_after: str | None = None

    def mulligans(self, players: Collection[str]) -> int | None:
        """How many mulligans these players took; None where the record doesn't say it of each of them."""
        taken = {hand.player: hand.mulligans for hand in self.hands}
        return sum(taken[player] for player in players) if taken.keys() >= set(players) else None

    def opening_hand(self) -> tuple[str, ...] | None:
        """The cards with which the owner of the record began."""
        return next((hand.cards for hand in self.hands if hand.player == self.game.owner), None)


@dataclass(slots=True)
class TabulationState:
    """The state that rows are made from at one version. It comes back when the log is cut back to that version."""

    board: Board = field(default_factory=Board)
    combat: Combat = field(default_factory=Combat)
    pending: Pending | None = None
    attack: int | None = None
    """The declaration of attackers in this combat."""
    attackers: dict[str, DeclaredAttacker] = field(default_factory=dict)
    """The attackers of that declaration, until the combat ends."""
    made: dict[int, Pending] = field(default_factory=dict)
    """The declarations that are complete in this combat, by where they began, until it ends."""
    outcome: CombatOutcome = field(default_factory=CombatOutcome)
    """What came of this combat so far."""
    recorded_at_once: tuple[tuple[int, t.DamageDealt], ...] = ()
    """Damage that a record has as dealt at one time, each with its version, until something else happens."""
    hit_by: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Permanent → the sources that dealt damage to it this turn."""
    life_written: dict[str, int] = field(default_factory=dict)
    """Player → the change of life that has rows already, and isn't in the player's total yet."""
    dealt_to: dict[str, tuple[bool, tuple[str, ...], int]] = field(default_factory=dict)
    """Player → damage whose change of life has no row yet: whether it is combat damage, its sources, how much."""
    first_strike: bool = False
    """Damage that is dealt now is dealt in the first of two combat damage steps."""
    stood: tuple[d.DeclarationStood, Ruling | None] | None = None
    """The declaration that is about to begin stands for this reason, with the ruling against it."""
    ended: t.GameEnded | None = None
    interruptions: int = 0
    described: Described = Described()
    asked: dict[tuple[str, CombatAction], ClockAtRequest] = field(default_factory=dict)
    """Who was asked to declare what, until the declaration."""

    def copy(self) -> TabulationState:
        """A moment that can be changed without changing this one."""
        pending = self.pending
        if pending is not None:
            attackers = {id: changed(each) for id, each in pending.attackers.items()}
            pending = changed(pending, attackers=attackers)
        return TabulationState(
            self.board.copy(),
            self.combat.copy(),
            pending,
            self.attack,
            {id: changed(each) for id, each in self.attackers.items()},
            {began: changed(each) for began, each in self.made.items()},
            self.outcome.copy(),
            self.recorded_at_once,
            dict(self.hit_by),
            dict(self.life_written),
            dict(self.dealt_to),
            self.first_strike,
            self.stood,
            self.ended,
            self.interruptions,
            self.described,
            dict(self.asked),
        )

    def apply(self, event: Event, version: int) -> None:
        """Fold an event into the board and the combat. What writes rows changes the rest."""
        fold_board, fold_combat = _FOLDS.get(type(event), (None, None))
        if fold_board is not None:
            fold_board(self.board, event)
        if fold_combat is not None:
            fold_combat(self.combat, event)

    def name(self, id: str) -> str | None:
        """The name of a permanent, if it is on the battlefield."""
        permanent = self.board.permanents.get(id)
        return permanent.name if permanent is not None else None


_FOLDS = {kind: (BOARD_FOLD.get(kind), COMBAT_FOLD.get(kind)) for kind in {**BOARD_FOLD, **COMBAT_FOLD}}
"""What each type of event is folded by: into the board, and into the combat. One look-up an event."""


def characteristics(permanent: Permanent | None, prefix: str = "") -> dict[str, object]:
    """The columns of a creature's characteristics; all None for a creature that isn't on the battlefield."""
    if permanent is None:
        return {**dict.fromkeys((f"{prefix}{name}" for name in _CHARACTERISTICS), None), f"{prefix}keywords": ()}
    abilities = permanent.abilities
    keywords = tuple(sorted({a.keyword for a in abilities if isinstance(a, KeywordAbility)})) if abilities else ()
    found: dict[str, object] = {f"{prefix}{name}": getattr(permanent, name) for name in _CHARACTERISTICS}
    if not permanent.size_known:
        found |= {f"{prefix}power": None, f"{prefix}toughness": None}
    return {**found, f"{prefix}keywords": keywords}


_CHARACTERISTICS = ("name", "power", "toughness", "mana_value", "token")
