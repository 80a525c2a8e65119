"""A game walked turn by turn: what of it people want to see, with names instead of ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from ...events import declarations as d
from ...events import facts as t
from ...events.catalogue import Event
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ...projections.state import State
from ...projections.timeline import Timeline

Kind = Literal["game", "turn", "attack", "block", "order", "combat", "trigger", "damage", "ruling", "gap", "taken back", "end"]


class Told(NamedTuple):
    """One thing that happened, at that version of the game."""

    version: int
    kind: Kind
    words: str


class Walker:
    """Walks the entries of one game, in their order: what each says to people, if anything."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._timeline = Timeline(State())

    def read(self, entry: Entry) -> Iterator[Told]:
        """What an entry tells. Raises CorruptJournal for one that can't be read, or can't follow those before it."""
        item = entry.item
        told = self._cut(entry.version, item) if isinstance(item, Cut) else self._told(entry.version, item)
        yield from told
        self._timeline.read(entry)

    @property
    def _state(self) -> State:
        """The state before the entry that is told."""
        return self._timeline.now

    def _told(self, version: int, event: Event) -> Iterator[Told]:
        for kind, words in self._tell(event):
            yield Told(version, kind, words)

    def _cut(self, version: int, cut: Cut) -> Iterator[Told]:
        if cut.ruling is None:
            yield Told(version, "taken back", "what was just done is taken back")
        else:
            ruling = cut.ruling
            yield Told(version, "ruling", f"{ruling.verdict}  {ruling.rule or ''}  {ruling.why}")

    def _tell(self, event: Event) -> Iterator[tuple[Kind, str]]:
        match event:
            case t.GameStarted():
                self._names = dict(event.names)
                about = [
                    event.format,
                    event.played and f"{event.played:%Y-%m-%d %H:%M}",
                    f"rules of {event.edition}",
                    event.source,
                ]
                yield "game", ", ".join(map(str, filter(None, about)))
            case t.TurnBegan():
                life = self._state.board.life
                totals = ", ".join(f"{self._called(player)} at {life[player]}" for player in life)
                yield "turn", f"turn {event.number}, {self._called(event.player)}; {totals}"
            case d.AttackersDeclared(attackers=()):
                yield "attack", f"{self._called(event.player)} declares no attackers"
            case d.AttackTargetsAnnounced() if event.targets:
                yield "attack", self._pairs({attacker: (target,) for attacker, target in event.targets.items()}, "attacks")
            case d.BlockersDeclared():
                yield "block", self._pairs(event.blocks, "blocks") or f"{self._called(event.player)} declares no blockers"
            case d.DamageOrderAnnounced():
                yield "order", "; ".join(f"{self._called(id)}: {self._listed(order)}" for id, order in event.orders.items())
            case d.CostsLocked():
                yield "combat", f"it costs {event.total.text}"
            case d.AbilityTriggered():
                times = f" ({event.times} times)" if event.times > 1 else ""
                yield "trigger", f"{self._called(event.source)}: {event.ability}{times}"
            case d.PutOntoBattlefieldAttacking() | d.StatedAttacking():
                yield "combat", f"{self._called(event.creature)} is attacking"
            case d.PutOntoBattlefieldBlocking():
                yield "combat", f"{self._called(event.creature)} enters combat"
            case d.NeverEnteredCombat():
                yield "combat", event.reason
            case d.RemovedFromCombat():
                yield "combat", f"{self._called(event.id)} is removed from combat: {event.reason}"
            case t.DamageDealt(combat=True):
                yield "damage", f"{self._called(event.source)} deals {event.amount} damage to {self._called(event.target)}"
            case t.RecordInterrupted():
                yield "gap", event.reason
            case t.RecordResumed():
                yield "gap", "the whole board is known again"
            case d.DeclarationStood():
                yield "ruling", f"no legal declaration ({event.reason}), but the game went on with it:"
            case t.GameEnded():
                winner = f"{self._called(event.winner)} wins" if event.winner else "nobody wins"
                yield "end", f"{winner} ({event.reason})" if event.reason else winner

    def _called(self, id: str) -> str:
        """A player's name, or a permanent's with its id."""
        if id in self._state.board.players:
            name = self._names.get(id)
            return f"{name} ({id})" if name else id
        permanent = self._state.board.permanents.get(id)
        return f"{permanent.name} [{id}]" if permanent is not None and permanent.name else id

    def _listed(self, ids: Iterable[str]) -> str:
        return ", ".join(map(self._called, ids))

    def _pairs(self, chosen: Mapping[str, tuple[str, ...]], does: str) -> str:
        return "; ".join(f"{self._called(creature)} {does} {self._listed(targets)}" for creature, targets in chosen.items())
