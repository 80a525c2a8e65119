"""Folds the journal of a game into the rows of the tables.

A row is told once nothing but a cut can change it any more, or at the end of the journal. Which entries a later cut takes back
is known beforehand, so that a row is told once, with the cut that takes it back. `version` is that of the entry that last changed
the row: what is told for a longer journal replaces, by key, what was told for a shorter one, and only rows that changed since are
told where a checkpoint is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events.abilities import Action, KeywordAbility
from ...events.catalogue import Event
from ...events.errors import CorruptJournal
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ...events.ruling import Ruling, Wrong
from ..board import BOARD_FOLD, Board, Permanent
from ..changing import changing
from ..combat import COMBAT_FOLD, Combat
from ..timeline import TakenBack, Timeline
from .outcomes import DEATHS, Hit, Outcome, derived, imported, recipient_kind

Row = tuple[Any, ...]
"""The values of a row, in the order of the table's columns."""

Told = tuple[str, Row]
"""The name of a table, and a row of it."""


def tabulate(game: str, entries: Iterable[Entry], cuts: Sequence[Entry], since: int = 0) -> Iterator[Told]:
    """The rows of a game, from its entries (all of them, or up to some id) and those of its cuts that are among them.

    `since`: the id of an entry of the journal; rows that no entry after it changed are left out.

    Raises:
        CorruptJournal: an entry can't be read, is missing, or can't follow those before it; after the rows before it.
    """
    fold = _Fold(game, cuts, since)
    told = fold.told
    for entry in entries:
        fold.take(entry)
        if told:
            yield from told
            told.clear()
    fold.end()
    yield from told


@dataclass(frozen=True, slots=True)
class _Declared:
    """What the rows of a declaration share."""

    action: Action
    player: str
    began: int
    recorded: str
    turn: int
    combat: int
    attack: int | None
    interrupted: bool
    creatures: int


@dataclass(slots=True)
class _Attacker:
    """An attacker of a declaration, and what has become of it so far."""

    declared: _Declared
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
    blockers: int = 0
    version: int = 0


@dataclass(slots=True)
class _Pending:
    """A declaration that isn't over, or one that stands while its combat goes on."""

    declared: _Declared
    attackers: dict[str, _Attacker] = field(default_factory=dict)
    blocks: tuple[tuple[str, Permanent | None, str, Permanent | None, int], ...] = ()
    """Blocker and attacker, each with its characteristics, and how many block that attacker."""
    blocking: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stood: d.DeclarationStood | None = None
    ruling: Ruling | None = None
    restrictions: int | None = None
    requirements: d.RequirementsChecked | None = None
    locked: d.CostsLocked | None = None
    locked_at: int = 0
    sources: tuple[str | None, ...] = ()
    """The names of the sources of costs."""
    mana_abilities: int = 0
    paid: bool = False
    version: int = 0
    completed: int | None = None


_attacker_changed, _pending_changed = changing(_Attacker), changing(_Pending)


@dataclass(slots=True)
class _Moment:
    """What rows are made from as it is at one version, and comes back when the log is cut back to it."""

    board: Board = field(default_factory=Board)
    combat: Combat = field(default_factory=Combat)
    pending: _Pending | None = None
    attack: int | None = None
    """The declaration of attackers in this combat."""
    attackers: dict[str, _Attacker] = field(default_factory=dict)
    """Those of it, until the combat ends."""
    made: dict[int, _Pending] = field(default_factory=dict)
    """The declarations that are complete in this combat, by where they began, until it ends."""
    outcome: Outcome = field(default_factory=Outcome)
    """What came of this combat so far."""
    told_at_once: tuple[tuple[int, t.DamageDealt], ...] = ()
    """What a record tells of damage that was dealt at one time, with the versions, until something else happens."""
    hit_by: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Permanent → the sources that dealt damage to it this turn."""
    life_told: dict[str, int] = field(default_factory=dict)
    """Player → changes of life that are told already, and aren't in the player's total yet."""
    dealt_to: dict[str, tuple[bool, tuple[str, ...], int]] = field(default_factory=dict)
    """Player → damage of which the change of life is yet to be told: whether combat damage, its sources, how much."""
    first_strike: bool = False
    """Damage that is dealt now is dealt in the first of two combat damage steps."""
    stood: tuple[d.DeclarationStood, Ruling | None] | None = None
    """Said of the declaration that is about to begin, with the ruling that it stood in spite of."""
    ended: t.GameEnded | None = None
    interruptions: int = 0

    def copy(self) -> _Moment:
        """A moment that can be changed without changing this one."""
        pending = self.pending
        if pending is not None:
            attackers = {id: _attacker_changed(each) for id, each in pending.attackers.items()}
            pending = _pending_changed(pending, attackers=attackers)
        return _Moment(
            self.board.copy(),
            self.combat.copy(),
            pending,
            self.attack,
            {id: _attacker_changed(each) for id, each in self.attackers.items()},
            {began: _pending_changed(each) for began, each in self.made.items()},
            self.outcome.copy(),
            self.told_at_once,
            dict(self.hit_by),
            dict(self.life_told),
            dict(self.dealt_to),
            self.first_strike,
            self.stood,
            self.ended,
            self.interruptions,
        )

    def apply(self, event: Event, version: int) -> None:
        """Fold an event into the board and the combat; the rest is up to what tells rows."""
        fold_board, fold_combat = _FOLDS.get(type(event), _NOTHING)
        if fold_board is not None:
            fold_board(self.board, event)
        if fold_combat is not None:
            fold_combat(self.combat, event)


class _Fold:
    """The rows of one game, entry by entry."""

    def __init__(self, game: str, cuts: Sequence[Entry], since: int) -> None:
        self.game = game
        self.since = since
        self.floor = 0
        """The last version that the checkpoint covers."""
        self.cuts = {entry.version: cut for entry in cuts if isinstance(cut := entry.item, Cut)}
        points = [(version, cut.to) for version, cut in self.cuts.items()]
        self.gone = TakenBack(points)
        self.cut_ids = {entry.version: entry.id for entry in cuts}
        self.events_gone = self.gone.events()
        self.timeline = Timeline(_Moment(), points)
        self.version = 0
        self.id = 0
        self.recorded = self.first_recorded = ""
        self.started: t.GameStarted | None = None
        self.edition: date | None = None
        self.last_ruling: Ruling | None = None
        """Of the last cut."""
        self.told: list[Told] = []

    def take(self, entry: Entry) -> None:
        """Tell the rows that this entry completes."""
        version = entry.version
        if version != self.version + 1:
            raise CorruptJournal(f"stream {self.game!r}, version {self.version + 1}", "the entry is missing")
        item: Any = self.cuts.get(version) or entry.item
        self.version, self.id, self.recorded = version, entry.id, entry.recorded
        if self.id <= self.since:
            self.floor = version
        kind, before = type(item), self.now
        if before.told_at_once and kind is not t.DamageDealt:
            self._tell_recorded_damage(before)
        if kind is Cut:
            self._tell_cut(before, item)
        try:
            if kind in _BEFORE:
                _BEFORE[kind](self, before, item)
            self.timeline.take(item, version)
            if kind is Cut:
                self._has_gone_back(before)
            elif kind in _ROWS:
                _ROWS[kind](self, before, item)
        except LookupError as error:
            raise entry.cannot_follow(error) from None
        if self.edition is None:
            raise CorruptJournal(entry.name, "a game begins with GameStarted")

    @property
    def now(self) -> _Moment:
        """What rows are made from, as it is now."""
        return self.timeline.now

    def end(self) -> None:
        """Tell the rows that are open still, and the game's."""
        if self.started is None:
            return
        if self.now.told_at_once:
            self._tell_recorded_damage(self.now)
        for attacker in self.now.attackers.values():
            self._tell_attack(attacker)
        for made in self.now.made.values():
            self._tell_declaration(made, None)
        if self.now.pending is not None:
            self._tell_declaration(self.now.pending, None)
        self._tell_game(self.started)

    # --- what stands ---------------------------------------------------------------------------------------------------

    def comes_back(self, began: int) -> bool:
        """Whether a cut to come takes back this entry, but not what began then."""
        return bool(self.gone) and self.gone.by(self.version) != self.gone.by(began)

    def tell(self, table: str, began: int, changed: int, *values: Any, after: Row = ()) -> None:
        """Tell a row of what began at a version and changed last at another; `after`: columns behind those of standing."""
        by = self.gone.by(began) if self.gone else None
        version = changed if by is None else max(changed, by)
        if version > self.floor and (self.id > self.since or self.cut_ids.get(version, 0) > self.since):
            self.told.append((table, (self.game, version, self.edition, *values, by is None, by, *after)))

    def _tell_cut(self, now: _Moment, cut: Cut) -> None:
        version, by = self.version, self.gone.by(cut.to)
        if cut.to >= version or (by is not None and by < version):
            raise CorruptJournal(f"stream {self.game!r}, version {version}", f"a cut can't go back to {cut.to}")
        pending, ruling = now.pending, cut.ruling
        attempt = pending is not None and pending.declared.began > cut.to
        if pending is not None and attempt:
            self._tell_declaration(pending, ruling)
        elif pending is not None and pending.locked_at > cut.to:
            self._tell_costs(pending)
        for attacker in now.attackers.values():
            if attacker.declared.began > cut.to:
                self._tell_attack(attacker)
        for made in now.made.values():
            if made.declared.began > cut.to:
                self._tell_declaration(made, None)
            elif made.locked_at > cut.to:
                self._tell_costs(made)
        self.tell(
            "cuts",
            version,
            version,
            version,
            cut.to,
            self.events_gone.get(version, 0),
            pending.declared.began if pending is not None and attempt else None,
            *((ruling.action, ruling.player, ruling.verdict) if ruling is not None else (None, None, None)),
            *_ruled(ruling),
            time_of(self.recorded),
        )
        self.last_ruling = ruling

    def _has_gone_back(self, before: _Moment) -> None:
        """Everything is as it was at an earlier version; rows that isn't the same for have changed."""
        now = self.now
        now.told_at_once = ()
        if now.pending is not None and now.pending != before.pending:
            now.pending.version = self.version
        open_before = before.attackers | (before.pending.attackers if before.pending is not None else {})
        for attackers in (now.attackers, now.pending.attackers if now.pending is not None else {}):
            for id, attacker in attackers.items():
                if open_before.get(id) != attacker:
                    attacker.version = self.version
        for began, made in now.made.items():
            if before.made.get(began) != made or before.outcome != now.outcome:
                made.version = self.version
        if before.outcome != now.outcome:
            for attacker in now.attackers.values():
                attacker.version = self.version

    # --- rows that are complete at once --------------------------------------------------------------------------------

    def start(self, now: _Moment, event: t.GameStarted) -> None:
        self.started, self.edition = event, event.edition
        self.first_recorded = self.first_recorded or self.recorded

    def end_game(self, now: _Moment, event: t.GameEnded) -> None:
        self.end_combat(now, event)
        now.ended = event

    def interrupt(self, now: _Moment, event: t.RecordInterrupted) -> None:
        now.interruptions += 1

    def begin_turn(self, now: _Moment, event: t.TurnBegan) -> None:
        self.end_combat(now, event)
        now.hit_by, now.life_told, now.dealt_to = {}, {}, {}
        board = now.board
        mine = others = 0
        for permanent in board.permanents.values():
            if "Creature" in permanent.types and not permanent.phased_out:
                if permanent.controller == event.player:
                    mine += 1
                else:
                    others += 1
        self.tell(
            "turns",
            self.version,
            self.version,
            self.version,
            event.number,
            event.player,
            board.life.get(event.player),
            min((life for player, life in board.life.items() if player != event.player), default=None),
            mine,
            others,
            board.interrupted,
            time_of(self.recorded),
        )

    def trigger(self, now: _Moment, event: d.AbilityTriggered) -> None:
        self.tell(
            "triggers",
            self.version,
            self.version,
            self.version,
            now.board.turn,
            now.combat.phases_this_turn,
            now.attack,
            event.source,
            _name(now, event.source),
            event.controller,
            event.ability,
            event.concept,
            event.times,
            event.about,
        )

    def announce_orders(self, now: _Moment, event: d.DamageOrderAnnounced) -> None:
        for creature, order in event.orders.items():
            self.tell(
                "orders",
                self.version,
                self.version,
                self.version,
                creature,
                now.board.turn,
                now.combat.phases_this_turn,
                now.attack,
                order,
                event.concept,
            )

    # --- a declaration -------------------------------------------------------------------------------------------------

    def stand(self, now: _Moment, event: d.DeclarationStood) -> None:
        ruling = self.last_ruling
        about_it = ruling is not None and (ruling.action, ruling.player) == (event.action, event.player)
        now.stood = (event, ruling if about_it and event.reason != "record interrupted" else None)

    def declare_attackers(self, now: _Moment, event: d.AttackersDeclared) -> None:
        declared = self._declared(now, "attack", event.player, None, len(event.attackers))
        permanents, version = now.board.permanents, self.version
        attackers = {id: _Attacker(declared, id, permanents.get(id), version=version) for id in event.attackers}
        now.pending = self._begun(now, declared, attackers=attackers)

    def declare_blockers(self, now: _Moment, event: d.BlockersDeclared) -> None:
        declared = self._declared(now, "block", event.player, now.attack, len(event.blocks))
        permanents = now.board.permanents
        facing: dict[str, int] = {}
        for attackers in event.blocks.values():
            for attacker in dict.fromkeys(attackers):
                facing[attacker] = facing.get(attacker, 0) + 1
        blocks = tuple(
            (blocker, permanents.get(blocker), attacker, permanents.get(attacker), facing[attacker])
            for blocker, attackers in event.blocks.items()
            for attacker in dict.fromkeys(attackers)
        )
        now.pending = self._begun(now, declared, blocks=blocks)

    def _declared(self, now: _Moment, action: Action, player: str, attack: int | None, creatures: int) -> _Declared:
        board = now.board
        return _Declared(
            action,
            player,
            self.version,
            self.recorded,
            board.turn,
            now.combat.phases_this_turn,
            attack,
            board.interrupted,
            creatures,
        )

    def _begun(self, now: _Moment, declared: _Declared, **parts: Any) -> _Pending:
        stood, ruling = now.stood or (None, None)
        now.stood = None
        return _Pending(declared, stood=stood, ruling=ruling, version=self.version, **parts)

    def announce_targets(self, now: _Moment, event: d.AttackTargetsAnnounced) -> None:
        if (pending := now.pending) is None:
            return
        pending.version = self.version
        for id, target in event.targets.items():
            attacker = pending.attackers[id]
            attacker.target, attacker.target_kind, attacker.version = target, _kind(now, target), self.version

    def check_restrictions(self, now: _Moment, event: d.RestrictionsChecked) -> None:
        if now.pending is not None:
            now.pending.restrictions, now.pending.version = event.in_force, self.version

    def check_requirements(self, now: _Moment, event: d.RequirementsChecked) -> None:
        if now.pending is not None:
            now.pending.requirements, now.pending.version = event, self.version

    def announce_bands(self, now: _Moment, event: d.BandsAnnounced) -> None:
        if now.pending is None:
            return
        for number, band in enumerate(event.bands, 1):
            for member in band:
                if (attacker := now.pending.attackers.get(member)) is not None:
                    attacker.band, attacker.version = number, self.version

    def tap(self, now: _Moment, event: d.AttackersTapped) -> None:
        if now.pending is None:
            return
        for id in event.attackers:
            if (attacker := now.pending.attackers.get(id)) is not None:
                attacker.tapped, attacker.version = True, self.version

    def choose_optional_costs(self, now: _Moment, event: d.OptionalCostsChosen) -> None:
        if now.pending is None:
            return
        for id, attacker in now.pending.attackers.items():
            if id in event.exerted or id in event.enlisted:
                attacker.exerted = id in event.exerted
                attacker.enlisted = event.enlisted.get(id)
                attacker.version = self.version

    def lock_costs(self, now: _Moment, event: d.CostsLocked) -> None:
        if now.pending is not None:
            now.pending.locked, now.pending.locked_at, now.pending.version = event, self.version, self.version
            now.pending.sources = tuple(_name(now, instance.source) for instance in event.instances)

    def activate(self, now: _Moment, event: d.ManaAbilityActivated) -> None:
        if now.pending is not None:
            now.pending.mana_abilities += 1
            now.pending.version = self.version

    def pay(self, now: _Moment, event: d.CostsPaid) -> None:
        if now.pending is not None:
            now.pending.paid, now.pending.version = True, self.version

    def become_attacking(self, now: _Moment, event: d.BecameAttacking) -> None:
        if (pending := now.pending) is None:
            return
        for id, target in event.attackers.items():
            attacker = pending.attackers[id]
            attacker.attacking, attacker.defending, attacker.version = True, event.defending.get(id), self.version
            if attacker.target is None:
                attacker.target, attacker.target_kind = target, _kind(now, target)
        now.attack = pending.declared.began
        now.attackers = pending.attackers
        self._complete(now, pending)

    def become_blocking(self, now: _Moment, event: d.BecameBlocking) -> None:
        if (pending := now.pending) is None:
            return
        pending.blocking = event.blockers
        for attackers in event.blockers.values():
            for id in attackers:
                if (attacker := now.attackers.get(id)) is not None:
                    attacker.blockers += 1
                    attacker.version = self.version
        self._complete(now, pending)

    def _complete(self, now: _Moment, pending: _Pending) -> None:
        now.pending = None
        pending.version = pending.completed = self.version
        now.made[pending.declared.began] = pending

    def become_blocked(self, now: _Moment, event: d.BecameBlocked) -> None:
        self._settle(now, event.attackers, True)

    def become_unblocked(self, now: _Moment, event: d.BecameUnblocked) -> None:
        self._settle(now, event.attackers, False)

    def _settle(self, now: _Moment, attackers: tuple[str, ...], blocked: bool) -> None:
        for id in attackers:
            if (attacker := now.attackers.get(id)) is not None:
                attacker.blocked, attacker.version = blocked, self.version

    def end_combat(self, now: _Moment, event: object) -> None:
        for attacker in now.attackers.values():
            if not self.comes_back(attacker.declared.began):
                self._tell_attack(attacker)
        for made in now.made.values():
            if not self.comes_back(made.declared.began):
                self._tell_declaration(made, None)
            elif not self.comes_back(made.locked_at):
                self._tell_costs(made)
        now.attackers, now.made, now.attack, now.outcome = {}, {}, None, Outcome()

    # --- what comes of it ----------------------------------------------------------------------------------------------

    def begin_step(self, now: _Moment, event: t.StepBegan) -> None:
        if event.step == "combat damage":
            now.first_strike = event.damage == "first strike"
            now.outcome.known = True
            self._outcome_changed(now)

    def begin_damage_step(self, now: _Moment, event: g.CombatDamageStepBegan) -> None:
        now.first_strike = event.first_strike
        now.outcome.known = True
        self._outcome_changed(now)

    def deal(self, now: _Moment, event: g.CombatDamageDealt) -> None:
        self._tell_damage(now, self.version, derived(event, now.board), combat=True)
        self._change_life_by_damage(now, event)

    def record_damage(self, now: _Moment, event: t.DamageDealt) -> None:
        now.told_at_once += ((self.version, event),)

    def _tell_recorded_damage(self, now: _Moment) -> None:
        told, now.told_at_once = now.told_at_once, ()
        for combat in (True, False):
            at_once = [(version, event) for version, event in told if event.combat == combat]
            hits = imported([event for _, event in at_once], now.board)
            for (version, _), hit in zip(at_once, hits, strict=True):
                self._tell_damage(now, version, [hit], combat)

    def _tell_damage(self, now: _Moment, version: int, hits: list[Hit], combat: bool) -> None:
        board = now.board
        fighting = combat and now.combat.phase
        for number, hit in enumerate(hits, 1):
            source, recipient = board.permanents.get(hit.source), board.permanents.get(hit.recipient)
            self.tell(
                "damage",
                version,
                version,
                version,
                number,
                board.turn,
                now.combat.phases_this_turn,
                now.attack,
                combat,
                ("first strike" if now.first_strike else "regular") if combat else None,
                hit.source,
                source.name if source is not None else None,
                source.controller if source is not None else None,
                source.power if source is not None else None,
                source.toughness if source is not None else None,
                hit.recipient,
                recipient.name if recipient is not None else None,
                recipient_kind(board, hit.recipient),
                recipient.controller if recipient is not None else hit.recipient if hit.recipient in board.life else None,
                recipient.power if recipient is not None else None,
                recipient.toughness if recipient is not None else None,
                hit.assigned,
                hit.dealt,
                hit.prevented,
                hit.lethal,
                board.interrupted,
            )
            if hit.dealt and hit.recipient in board.life:
                _, sources, amount = now.dealt_to.get(hit.recipient, (combat, (), 0))
                now.dealt_to[hit.recipient] = (combat, (*sources, hit.source), amount + hit.dealt)
            if hit.dealt:
                now.hit_by[hit.recipient] = tuple(dict.fromkeys((*now.hit_by.get(hit.recipient, ()), hit.source)))
            if fighting:
                now.outcome.deal(hit)
        if fighting:
            self._outcome_changed(now)

    # --- life and spells -----------------------------------------------------------------------------------------------

    def change_life(self, now: _Moment, event: t.LifeChanged) -> None:
        """What a record tells: of damage, the first source, and the change by all of it."""
        combat, sources, amount = now.dealt_to.get(event.player, (False, (), 0))
        if event.change < 0 and amount == -event.change:
            del now.dealt_to[event.player]
            self._tell_life(now, event.player, event.change, "combat damage" if combat else "damage", sources)
        else:
            self._tell_life(now, event.player, event.change, "other", () if event.source is None else (event.source,))

    def change_totals(self, now: _Moment, event: t.PlayerTotalsChanged) -> None:
        """What of a change of life nothing was told of."""
        if event.life is None:
            return
        rest = event.life - now.board.life[event.player] - now.life_told.get(event.player, 0)
        if rest:
            self._tell_life(now, event.player, rest, None, ())
        now.life_told.pop(event.player, None)
        now.dealt_to.pop(event.player, None)

    def _change_life_by_damage(self, now: _Moment, event: g.CombatDamageDealt) -> None:
        number = 0
        for player, amount in event.life.items():
            sources = tuple(each.source for each in event.damage if each.recipient == player and each.dealt)
            number += 1
            self._tell_life(now, player, -amount, "combat damage", sources, number)
        for gained in event.gained:
            number += 1
            self._tell_life(now, gained.player, gained.amount, "lifelink", (gained.source,), number)
        now.life_told = {}

    def _tell_life(
        self, now: _Moment, player: str, change: int, cause: str | None, sources: tuple[str, ...], number: int = 1
    ) -> None:
        told = now.life_told[player] = now.life_told.get(player, 0) + change
        self.tell(
            "life",
            self.version,
            self.version,
            self.version,
            number,
            now.board.turn,
            now.board.active,
            now.combat.phases_this_turn,
            now.board.step,
            player,
            change,
            now.board.life[player] + told,
            cause,
            sources,
            tuple(name for source in sources if (name := _name(now, source))),
            now.board.interrupted,
        )

    def cast(self, now: _Moment, event: t.SpellCast) -> None:
        self.tell(
            "spells",
            self.version,
            self.version,
            self.version,
            now.board.turn,
            now.board.active,
            now.combat.phases_this_turn,
            now.board.step,
            event.id,
            event.player,
            event.name,
            event.types,
            event.mana_value,
            now.board.interrupted,
        )

    def leave(self, now: _Moment, event: t.PermanentLeft) -> None:
        permanent = now.board.permanents.get(event.id)
        if permanent is None or (event.to != "graveyard" and event.why not in DEATHS):
            return
        combat, id = now.combat, event.id
        if combat.phase:
            now.outcome.died[id] = permanent.controller
            self._outcome_changed(now)
        self.tell(
            "deaths",
            self.version,
            self.version,
            self.version,
            now.board.turn,
            combat.phases_this_turn,
            now.attack,
            now.board.step,
            id,
            permanent.name,
            permanent.controller,
            permanent.owner,
            "Creature" in permanent.types,
            permanent.token,
            permanent.power,
            permanent.toughness,
            permanent.mana_value,
            event.to,
            event.why,
            id in now.attackers,
            any(id == blocker for made in now.made.values() for blocker in made.blocking),
            now.hit_by.get(id, ()),
            now.board.interrupted,
        )

    def _outcome_changed(self, now: _Moment) -> None:
        """The rows that tell what came of the combat change."""
        for attacker in now.attackers.values():
            attacker.version = self.version
        for made in now.made.values():
            made.version = self.version

    # --- rows that take a while ----------------------------------------------------------------------------------------

    def _tell_game(self, started: t.GameStarted) -> None:
        now, ended = self.now, self.now.ended
        if self.version <= self.floor:
            return
        row = (
            self.game,
            self.version,
            self.edition,
            started.players,
            tuple(started.names.get(player, player) for player in started.players),
            None if started.played is None else aware(started.played),
            time_of(self.first_recorded),
            time_of(self.recorded),
            started.format,
            started.source,
            started.declarant_version,
            now.board.turn,
            ended is not None,
            ended.winner if ended is not None else None,
            ended.reason if ended is not None else None,
            now.interruptions > 0,
            now.interruptions,
        )
        self.told.append(("games", row))

    def _tell_declaration(self, pending: _Pending, ruling: Ruling | None) -> None:
        """The row of a declaration that is over (or of which the journal tells no more), and those of its parts."""
        declared, began, changed = pending.declared, pending.declared.began, pending.version
        completed, outcome = pending.completed, self.now.outcome
        ruling = ruling or pending.ruling
        locked, checked, stood = pending.locked, pending.requirements, pending.stood
        verdict: str | None = None
        if ruling is not None:
            verdict = ruling.verdict
        elif stood is not None:
            verdict = stood.reason if stood.reason != "record interrupted" else None
        elif completed is not None and not declared.interrupted:
            verdict = "legal"
        self.tell(
            "declarations",
            began,
            changed,
            began,
            declared.action,
            declared.player,
            declared.turn,
            declared.combat,
            declared.attack,
            declared.creatures,
            verdict,
            *_ruled(ruling),
            stood.reason if stood is not None else None,
            pending.restrictions,
            checked.in_force if checked is not None else None,
            checked.obeyed if checked is not None else None,
            locked.total.text if locked is not None else None,
            locked.total.mana if locked is not None else None,
            locked.total.life if locked is not None else None,
            pending.mana_abilities,
            pending.paid if locked is not None else None,
            completed,
            declared.interrupted,
            time_of(declared.recorded),
            after=(
                outcome.of_declaration(declared.player, tuple(self.now.board.life))
                if completed is not None
                else (None, None, None)
            ),
        )
        self._tell_costs(pending)
        for blocker, blocking, attacker, attacking, facing in pending.blocks:
            self.tell(
                "blocks",
                began,
                changed,
                began,
                declared.attack,
                blocker,
                attacker,
                declared.player,
                declared.turn,
                declared.combat,
                *_creature(blocking),
                *_creature(attacking),
                facing,
                attacker in pending.blocking.get(blocker, ()),
                declared.interrupted,
                after=outcome.of_block(blocker, attacker, attacker in pending.blocking.get(blocker, ())),
            )
        if completed is None:
            for each in pending.attackers.values():
                self._tell_attack(each)

    def _tell_costs(self, pending: _Pending) -> None:
        declared, locked = pending.declared, pending.locked
        if locked is None:
            return
        for number, (instance, name) in enumerate(zip(locked.instances, pending.sources, strict=True), 1):
            self.tell(
                "costs",
                pending.locked_at,
                pending.version,
                pending.locked_at,
                number,
                declared.began,
                declared.action,
                declared.player,
                declared.turn,
                declared.combat,
                instance.source or None,
                name,
                instance.creature,
                instance.target,
                instance.text,
                pending.paid,
            )

    def _tell_attack(self, attacker: _Attacker) -> None:
        declared = attacker.declared
        self.tell(
            "attacks",
            declared.began,
            attacker.version,
            declared.began,
            attacker.id,
            declared.player,
            declared.turn,
            declared.combat,
            attacker.target,
            attacker.target_kind,
            attacker.defending,
            *_creature(attacker.creature),
            attacker.tapped,
            attacker.exerted,
            attacker.enlisted,
            attacker.band,
            attacker.attacking,
            attacker.blocked,
            attacker.blockers,
            declared.interrupted,
            after=self.now.outcome.of_attacker(attacker.id, attacker.attacking),
        )


_ROWS: dict[type[Any], Callable[[_Fold, _Moment, Any], None]] = {
    t.GameStarted: _Fold.start,
    t.GameEnded: _Fold.end_game,
    t.RecordInterrupted: _Fold.interrupt,
    t.TurnBegan: _Fold.begin_turn,
    t.CombatBegan: _Fold.end_combat,
    t.CombatEnded: _Fold.end_combat,
    d.DeclarationStood: _Fold.stand,
    d.AttackersDeclared: _Fold.declare_attackers,
    d.AttackTargetsAnnounced: _Fold.announce_targets,
    d.BlockersDeclared: _Fold.declare_blockers,
    d.RestrictionsChecked: _Fold.check_restrictions,
    d.RequirementsChecked: _Fold.check_requirements,
    d.BandsAnnounced: _Fold.announce_bands,
    d.AttackersTapped: _Fold.tap,
    d.OptionalCostsChosen: _Fold.choose_optional_costs,
    d.CostsLocked: _Fold.lock_costs,
    d.ManaAbilityActivated: _Fold.activate,
    d.CostsPaid: _Fold.pay,
    d.BecameAttacking: _Fold.become_attacking,
    d.BecameBlocking: _Fold.become_blocking,
    d.BecameBlocked: _Fold.become_blocked,
    d.BecameUnblocked: _Fold.become_unblocked,
    d.AbilityTriggered: _Fold.trigger,
    d.DamageOrderAnnounced: _Fold.announce_orders,
    t.StepBegan: _Fold.begin_step,
    g.CombatDamageStepBegan: _Fold.begin_damage_step,
    t.DamageDealt: _Fold.record_damage,
    t.LifeChanged: _Fold.change_life,
    t.SpellCast: _Fold.cast,
}

_BEFORE: dict[type[Any], Callable[[_Fold, _Moment, Any], None]] = {
    g.CombatDamageDealt: _Fold.deal,
    t.PermanentLeft: _Fold.leave,
    t.PlayerTotalsChanged: _Fold.change_totals,
}
"""What is told of an event as the board is before it."""

_NOTHING = (None, None)
_FOLDS = {kind: (BOARD_FOLD.get(kind), COMBAT_FOLD.get(kind)) for kind in {**BOARD_FOLD, **COMBAT_FOLD}}
"""What each type of event is folded by: into the board, and into the combat. One look-up an event."""


def aware(time: datetime) -> datetime:
    """The time in UTC; one without a zone is taken to be in it, as is one whose zone brings it out of the calendar."""
    try:
        return time.replace(tzinfo=UTC) if time.utcoffset() is None else time.astimezone(UTC)
    except OverflowError:
        return time.replace(tzinfo=UTC)


def time_of(recorded: str) -> datetime:
    """The time at which something was recorded. Raises CorruptJournal for what is none."""
    try:
        return datetime.fromisoformat(recorded)
    except ValueError:
        raise CorruptJournal(repr(recorded), "isn't a time as it is recorded") from None


@cache
def _names(wrong: Wrong) -> tuple[str, ...]:
    return tuple(str(flag.name) for flag in wrong)


def _ruled(ruling: Ruling | None) -> Row:
    """Rule, concept, why and what is wrong."""
    if ruling is None:
        return (None, None, None, ())
    return (ruling.rule, ruling.concept, ruling.why, _names(ruling.wrong))


def _name(now: _Moment, id: str) -> str | None:
    permanent = now.board.permanents.get(id)
    return permanent.name if permanent is not None else None


def _kind(now: _Moment, target: str) -> str | None:
    if target in now.board.players:
        return "player"
    permanent = now.board.permanents.get(target)
    if permanent is None:
        return None
    return "battle" if "Battle" in permanent.types else "planeswalker" if "Planeswalker" in permanent.types else None


def _creature(permanent: Permanent | None) -> Row:
    """Name, power, toughness, mana value, token and keywords of a creature; of what isn't on the battlefield, nothing."""
    if permanent is None:
        return (None, None, None, None, None, ())
    abilities = permanent.abilities
    keywords = tuple(sorted({a.keyword for a in abilities if isinstance(a, KeywordAbility)})) if abilities else ()
    return (permanent.name, permanent.power, permanent.toughness, permanent.mana_value, permanent.token, keywords)
