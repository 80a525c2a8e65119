"""One game as a record of another program states it: its events, in their order. Nothing is decided, and nothing is ruled on.

Such a record says who fought, not all that a ruling depends on. So it counts as interrupted from its beginning on, and says why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from typing import Any

from ...events import declarations as d
from ...events import facts as t
from ...events.catalogue import Event
from ...events.journal.journal import Journal
from ...events.version import __version__
from ...handlers.rulebook.editions import edition_of
from .keeping import Imported, keep_game, newest_recording

LIMIT = 200_000
"""Events that a game has at most: a record of more is no game's."""


def seated(names: Iterable[str]) -> dict[str, str]:
    """Name → id of each player, numbered in the order in which they are first named."""
    return {name: f"player:{number}" for number, name in enumerate(dict.fromkeys(names), 1)}


def game_started(
    players: Iterable[str],
    life: Mapping[str, int],
    day: date,
    source: str,
    *,
    names: Mapping[str, str] | None = None,
    played: datetime | None = None,
    format: str | None = None,
) -> t.GameStarted:
    """The beginning of a recorded game, under the rules of the day on which it was played.

    `players`: ids in turn order. `life`: id → life that the player begins with. `source`: which program recorded it, and what
    that calls the game. `names`: id → what the player is called, where that isn't the id.
    """
    return t.GameStarted(
        players=tuple(players),
        edition=edition_of(day).effective,
        declarant_version=__version__,
        life=dict(life),
        names=dict(names or {}),
        played=played,
        format=format,
        source=source,
    )


class Transcript:
    """The events of one game. `leaves_out`: what the record doesn't say, in words."""

    def __init__(self, started: t.GameStarted, leaves_out: str, *described: Event) -> None:
        self.players = started.players
        self.life = dict(started.life)
        self.permanents: dict[str, t.PermanentEntered] = {}
        """What is on the battlefield, as it entered."""
        self.attackers: list[str] = []
        self.blockers: list[str] = []
        """The creatures that were declared in this combat."""
        self.step: t.Step = "other"
        self.combat = False
        self.spells = 0
        self.events: list[Event] = [started, *described, t.RecordInterrupted(reason=leaves_out)]

    def append(self, *events: Event) -> None:
        """The record states this next."""
        self.events += events

    def miss(self, reason: str) -> None:
        """The record states something here that isn't taken from it."""
        interrupted = t.RecordInterrupted(reason=reason)
        if self.events[-1] != interrupted:
            self.append(interrupted)

    @property
    def too_long(self) -> bool:
        """Whether no game has so many events."""
        return len(self.events) > LIMIT

    # --- turns and steps ------------------------------------------------------------------------------------------------

    def begin_turn(self, player: str, number: int) -> None:
        """A turn begins."""
        self.end_combat()
        self.step = "other"
        self.append(t.TurnBegan(player=player, number=number))

    def begin_combat(self) -> None:
        """A combat phase begins, if none has."""
        if not self.combat:
            self.combat = True
            self.attackers, self.blockers = [], []
            self.append(t.CombatBegan())

    def begin_step(self, step: t.Step, damage: t.DamageStepKind | None = None) -> None:
        """A step of combat begins."""
        self.begin_combat()
        self.step = step
        self.append(t.StepBegan(step=step, damage=damage))

    def end_combat(self) -> None:
        """The combat phase is over, if there is one."""
        if self.combat:
            self.combat, self.step = False, "other"
            self.append(t.CombatEnded(), t.StepBegan(step="other"))

    def begin_outside_combat(self, step: t.Step = "other") -> None:
        """A main phase begins, or another step outside of combat."""
        self.end_combat()
        if self.step != step:
            self.step = step
            self.append(t.StepBegan(step=step))

    # --- the table ------------------------------------------------------------------------------------------------------

    def enter(self, id: str, controller: str, name: str, types: Iterable[str], **stated: Any) -> None:
        """A permanent is on the battlefield; power and toughness are those that are stated."""
        unknown = {"owner": controller, "mana_value": None, "power": None, "toughness": None}
        entered = t.PermanentEntered(id=id, controller=controller, name=name, types=tuple(types), **(unknown | stated))
        self.permanents[id] = entered
        self.append(entered)

    def leave(self, id: str, to: t.Place | None = None, why: t.Departure | None = None) -> None:
        """A permanent leaves the battlefield."""
        del self.permanents[id]
        self.append(t.PermanentLeft(id=id, to=to, why=why))

    def total(self, player: str, life: int | None = None, hand: int | None = None, graveyard: int | None = None) -> None:
        """A player's totals are these now."""
        changed = life if life != self.life.get(player) else None
        if changed is not None or hand is not None or graveyard is not None:
            self.append(t.PlayerTotalsChanged(player=player, life=changed, hand=hand, graveyard=graveyard))
        if changed is not None:
            self.life[player] = changed

    def cast(self, player: str, name: str) -> None:
        """A player casts a spell, of which no more than its name is stated."""
        self.spells += 1
        self.append(t.SpellCast(id=f"spell-{self.spells}", player=player, name=name))

    def defending(self, target: str | None, active: str) -> str:
        """The defending player of an attack; where nobody knows what is attacked, the next player in turn order."""
        if target is not None and target in self.players:
            return target
        entered = self.permanents.get(target or "")
        if entered is not None and entered.controller != active:
            return entered.controller
        return next(player for player in self.players if player != active)

    # --- declarations ---------------------------------------------------------------------------------------------------

    def attack(self, player: str, targets: Mapping[str, str | None], defending: Mapping[str, str]) -> None:
        """Attackers are declared: creature → what it attacks, None where that isn't stated."""
        self.begin_step("declare attackers")
        self.attackers += targets
        stated = {creature: target for creature, target in targets.items() if target is not None}
        self.append(
            d.DeclarationStood(action="attack", player=player, reason="record interrupted"),
            d.AttackersDeclared(player=player, attackers=tuple(targets)),
            *([d.AttackTargetsAnnounced(targets=stated)] if stated else []),
            d.BecameAttacking(player=player, attackers=dict(targets), defending=dict(defending)),
        )

    def block(
        self, player: str, blocks: Mapping[str, tuple[str, ...]], blocked: Collection[str], unblocked: Collection[str]
    ) -> None:
        """Blockers are declared: blocker → attackers, none where it isn't said which."""
        if self.step != "declare blockers":
            self.begin_step("declare blockers")
        self.blockers += blocks
        self.append(
            d.DeclarationStood(action="block", player=player, reason="record interrupted"),
            d.BlockersDeclared(player=player, blocks=dict(blocks)),
            d.BecameBlocking(blockers=dict(blocks)),
        )
        if blocked:
            self.append(d.BecameBlocked(attackers=tuple(blocked)))
        if unblocked:
            self.append(d.BecameUnblocked(attackers=tuple(unblocked)))

    # --- keeping --------------------------------------------------------------------------------------------------------

    def keep(self, kept: Journal, game: str, time: datetime) -> Imported:
        """Keep the game in a journal. Every entry has the time at which it was played, so that the same record gives the same."""
        imported = Imported(newest_recording(kept, game))
        with Journal.open("memory://") as journal:
            journal.log(imported.stream).append(self.events, 0, time)
            keep_game(kept, journal, imported)
        return imported
