"""The pending declaration: one that was begun and is not over yet, because the player still has to pay."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..events import declarations as d
from ..events import facts as t
from ..events.abilities import CombatAction
from .changing import copied
from .frozen import FrozenDict, StatePart


class PendingDeclaration(NamedTuple):
    """What a player has chosen so far. `since` is the version of the log before it: the pre-declaration point."""

    action: CombatAction
    player: str
    since: int
    attackers: tuple[str, ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    blocks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    optional_costs: d.OptionalCostsChosen | None = None
    tapped: tuple[str, ...] = ()
    """Attackers that became tapped by attacking."""
    tapped_for_costs: tuple[str, ...] = ()
    """Permanents that became tapped for mana or as a cost."""
    locked: d.CostsLocked | None = None
    also_locked: tuple[d.CostsLocked, ...] = ()
    """What other players of the team pay (810.5)."""
    mana_abilities: tuple[d.ManaAbilityActivated, ...] = ()

    @property
    def every_locked(self) -> tuple[d.CostsLocked, ...]:
        """What each player pays."""
        return () if self.locked is None else (self.locked, *self.also_locked)


@dataclass(init=False, eq=False, repr=False, slots=True)
class Declarations(StatePart):
    """At most one declaration is pending."""

    pending: PendingDeclaration | None = None
    version: int = 0
    """The version of the last event folded."""

    def copy(self) -> Declarations:
        """Declarations that can be changed without changing these."""
        return copied(self, Declarations)

    def note(self, **parts: Any) -> None:
        """Set fields of the pending declaration, if there is one."""
        if self.pending is not None:
            self.pending = self.pending._replace(**parts)


def _attackers_declared(declarations: Declarations, event: d.AttackersDeclared) -> None:
    declarations.pending = PendingDeclaration("attack", event.player, since=declarations.version - 1, attackers=event.attackers)


def _blockers_declared(declarations: Declarations, event: d.BlockersDeclared) -> None:
    declarations.pending = PendingDeclaration(
        "block", event.player, since=declarations.version - 1, blocks=tuple(event.blocks.items())
    )


def _targets_announced(declarations: Declarations, event: d.AttackTargetsAnnounced) -> None:
    declarations.note(targets=tuple(event.targets.items()))


def _optional_costs_chosen(declarations: Declarations, event: d.OptionalCostsChosen) -> None:
    frozen = {"enlisted": FrozenDict(event.enlisted), "also_enlisted": FrozenDict(event.also_enlisted)}
    declarations.note(optional_costs=event.model_copy(update=frozen))


def _tapped(declarations: Declarations, event: d.AttackersTapped) -> None:
    declarations.note(tapped=event.attackers)


def _tapped_for_costs(declarations: Declarations, event: t.PermanentTapped) -> None:
    if declarations.pending is not None:
        declarations.note(tapped_for_costs=(*declarations.pending.tapped_for_costs, event.id))


def _costs_locked(declarations: Declarations, event: d.CostsLocked) -> None:
    pending = declarations.pending
    if pending is not None and pending.locked is not None:
        declarations.note(also_locked=(*pending.also_locked, event))
    else:
        declarations.note(locked=event)


def _mana_ability_activated(declarations: Declarations, event: d.ManaAbilityActivated) -> None:
    if declarations.pending is not None:
        declarations.note(mana_abilities=(*declarations.pending.mana_abilities, event))


def _over(declarations: Declarations, event: object) -> None:
    declarations.pending = None


DECLARATIONS_FOLD: dict[type[Any], Callable[[Declarations, Any], None]] = {
    d.AttackersDeclared: _attackers_declared,
    d.BlockersDeclared: _blockers_declared,
    d.AttackTargetsAnnounced: _targets_announced,
    d.OptionalCostsChosen: _optional_costs_chosen,
    d.AttackersTapped: _tapped,
    t.PermanentTapped: _tapped_for_costs,
    d.CostsLocked: _costs_locked,
    d.ManaAbilityActivated: _mana_ability_activated,
    d.BecameAttacking: _over,
    d.BecameBlocking: _over,
}
