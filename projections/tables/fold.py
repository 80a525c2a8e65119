"""Folds the journal of a game into the rows of the tables.

A row is written when only a cut can change it any more, or at the end of the journal. Which entries a later cut takes back is
known beforehand, so that each row is written once, with the cut that takes it back. `version` is that of the entry that last
changed the row: the rows of a longer journal replace, by key, those of a shorter one. With a checkpoint only the rows are written
that changed after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...events import facts as t
from ...events.errors import CorruptJournal
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ..timeline import Timeline
from . import damage, declarations, following, games, life, triggers
from .attacks import write_attack
from .moment import TabulationState
from .outcomes import CombatOutcome
from .row_writer import RowWriter, RowWriters, TableRow


def tabulate(game: str, entries: Iterable[Entry], cuts: Sequence[Entry], since: int = 0) -> Iterator[TableRow]:
    """The rows of a game, from its entries (all of them, or up to some id) and those of its cuts that are among them.

    `since`: the id of an entry of the journal; rows that no entry after it changed are left out.

    Raises:
        CorruptJournal: an entry can't be read, is missing, or can't follow those before it; after the rows before it.
    """
    fold = _Fold(game, cuts, since)
    stated = fold.writer.rows
    for entry in entries:
        fold.take(entry)
        if stated:
            yield from stated
            stated.clear()
    fold.end()
    yield from stated


class _Fold:
    """The rows of one game, entry by entry."""

    def __init__(self, game: str, cuts: Sequence[Entry], since: int) -> None:
        self.writer = RowWriter(game, cuts, since)
        self.timeline = Timeline(TabulationState(), [(version, cut.to) for version, cut in self.writer.cuts.items()])
        self.events_gone = self.writer.gone.events()
        self.started: t.GameStarted | None = None
        self.first_recorded = ""

    def take(self, entry: Entry) -> None:
        """State the rows that this entry completes."""
        writer, before, version = self.writer, self.timeline.now, entry.version
        writer.go_on(entry)
        item: Any = writer.cuts.get(version) or entry.item
        kind = type(item)
        if before.recorded_at_once and kind is not t.DamageDealt:
            damage.write_recorded_damage(writer, before)
        try:
            if kind is Cut:
                self._write_cut(before, item)
            elif kind in _BEFORE:
                _BEFORE[kind](writer, before, item)
            self.timeline.take(item, version)
            if kind is Cut:
                self._has_gone_back(before)
            elif kind is t.GameStarted:
                self.started, writer.edition = item, item.edition
                self.first_recorded = self.first_recorded or entry.recorded
            if kind in _COMBAT_OVER:
                _end_combat(writer, before)
            if kind in _AFTER:
                _AFTER[kind](writer, before, item)
        except LookupError as error:
            raise entry.cannot_follow(error) from None
        if self.started is None:
            raise CorruptJournal(entry.name, "a game begins with GameStarted")

    def end(self) -> None:
        """State the rows that are open still, and the game's."""
        writer, now = self.writer, self.timeline.now
        if self.started is None:
            return
        if now.recorded_at_once:
            damage.write_recorded_damage(writer, now)
        for attacker in now.attackers.values():
            write_attack(writer, now, attacker)
        for made in now.made.values():
            declarations.write_declaration(writer, now, made)
        if now.pending is not None:
            declarations.write_declaration(writer, now, now.pending)
        games.write_game(writer, now, self.started, self.first_recorded)

    def _write_cut(self, now: TabulationState, cut: Cut) -> None:
        """The cut, and what it takes back."""
        writer, pending = self.writer, now.pending
        by = writer.gone.by(cut.to)
        if cut.to >= writer.version or (by is not None and by < writer.version):
            raise CorruptJournal(f"stream {writer.game!r}, version {writer.version}", f"a cut can't go back to {cut.to}")
        if pending is not None and pending.declared.began > cut.to:
            declarations.write_declaration(writer, now, pending, cut.ruling)
        elif pending is not None:
            declarations.write_costs(writer, now, pending, [total for total in pending.locked if total.at > cut.to])
        for attacker in now.attackers.values():
            if attacker.declared.began > cut.to:
                write_attack(writer, now, attacker)
        for made in now.made.values():
            if made.declared.began > cut.to:
                declarations.write_declaration(writer, now, made)
            else:
                declarations.write_costs(writer, now, made, [total for total in made.locked if total.at > cut.to])
        games.write_cut(writer, now, cut, self.events_gone.get(writer.version, 0))
        writer.last_ruling = cut.ruling

    def _has_gone_back(self, before: TabulationState) -> None:
        """Everything is as it was at an earlier version; rows that isn't the same for have changed."""
        now, version = self.timeline.now, self.writer.version
        now.recorded_at_once = ()
        if now.pending is not None and now.pending != before.pending:
            now.pending.version = version
        open_before = before.attackers | (before.pending.attackers if before.pending is not None else {})
        for attackers in (now.attackers, now.pending.attackers if now.pending is not None else {}):
            for id, attacker in attackers.items():
                if open_before.get(id) != attacker:
                    attacker.version = version
        for began, made in now.made.items():
            if before.made.get(began) != made or before.outcome != now.outcome:
                made.version = version
        if before.outcome != now.outcome:
            for attacker in now.attackers.values():
                attacker.version = version


def _end_combat(writer: RowWriter, now: TabulationState) -> None:
    """The rows of the combat that is over, but for those that a cut brings back."""
    for attacker in now.attackers.values():
        if not writer.comes_back(attacker.declared.began):
            write_attack(writer, now, attacker)
    for made in now.made.values():
        if not writer.comes_back(made.declared.began):
            declarations.write_declaration(writer, now, made)
        else:
            declarations.write_costs(writer, now, made, [total for total in made.locked if not writer.comes_back(total.at)])
    now.attackers, now.made, now.attack, now.outcome = {}, {}, None, CombatOutcome()


_BEFORE: RowWriters = damage.BEFORE | life.BEFORE
"""What writes the rows of an event, with the board as it is before the event."""

_AFTER: RowWriters = games.AFTER | following.AFTER | triggers.AFTER | damage.AFTER | life.AFTER
"""What writes the rows of an event, with the board as it is after the event."""

_COMBAT_OVER = frozenset((t.GameEnded, t.TurnBegan, t.CombatBegan, t.CombatEnded))
"""The events that end a combat, if one is going on."""
