"""A game turn by turn, in words: attacks, blocks, damage, deaths, rulings. Players and permanents are called by their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.catalogue import Event
from ...events.journal.cuts import Cut
from ...events.journal.entry import Entry
from ...projections.state import State
from ...projections.timeline import Timeline

HistoryItemKind = Literal[
    "game",
    "record",
    "hand",
    "turn",
    "spell",
    "attack",
    "block",
    "order",
    "combat",
    "trigger",
    "damage",
    "death",
    "life",
    "ruling",
    "gap",
    "taken back",
    "end",
]
_DEATHS: dict[t.Departure, str] = {
    "lethal damage": "dies of lethal damage",
    "deathtouch": "dies of damage by deathtouch",
    "toughness 0": "dies with toughness 0",
    "loyalty 0": "has no loyalty left",
    "defense 0": "has no defense left",
    "legend rule": "leaves by the legend rule",
    "destroyed": "is destroyed",
    "sacrificed": "is sacrificed",
    "exiled": "is exiled",
    "returned": "returns to its owner's hand",
}


_STOOD = {
    "illegal": "that isn't legal, but the game went on with it:",
    "undecided": "it can't be said whether that is legal, and the game went on with it:",
    "record interrupted": "not ruled on, for the record leaves something out:",
}


class HistoryItem(NamedTuple):
    """One thing that happened, at that version of the game."""

    version: int
    kind: HistoryItemKind
    words: str


class Walker:
    """Reads the entries of one game in their order, and puts each into words, if people want to know of it."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._owner: str | None = None
        self._timeline = Timeline(State())

    def read(self, entry: Entry) -> Iterator[HistoryItem]:
        """What an entry states. Raises CorruptJournal for one that can't be read, or can't follow those before it."""
        item = entry.item
        items = self._cut(entry.version, item) if isinstance(item, Cut) else self._items(entry.version, item)
        yield from items
        self._timeline.read(entry)

    @property
    def _state(self) -> State:
        """The state before the entry that is stated."""
        return self._timeline.now

    def _items(self, version: int, event: Event) -> Iterator[HistoryItem]:
        for kind, words in self._said_of(event):
            yield HistoryItem(version, kind, words)

    def _cut(self, version: int, cut: Cut) -> Iterator[HistoryItem]:
        if cut.ruling is None:
            yield HistoryItem(version, "taken back", "what was just done is taken back")
        else:
            ruling = cut.ruling
            yield HistoryItem(version, "ruling", f"{ruling.verdict}  {ruling.rule or ''}  {ruling.why}")

    def _said_of(self, event: Event) -> Iterator[tuple[HistoryItemKind, str]]:
        yield from self._of_game(event)
        yield from self._of_combat(event)
        yield from self._of_results(event)

    def _of_game(self, event: Event) -> Iterator[tuple[HistoryItemKind, str]]:
        """The game, its turns and spells, and its record."""
        match event:
            case t.GameStarted():
                self._names = dict(event.names)
                about = [
                    event.format,
                    event.played and f"{event.played:%Y-%m-%d %H:%M}",
                    f"rules of {event.edition}",
                    *(f"{each.name} laid over them from {each.effective} on" for each in event.editions or ()),
                    event.source,
                ]
                yield "game", ", ".join(map(str, filter(None, about)))
            case r.GameDescribed():
                self._owner = event.owner
                said = [
                    ", ".join(f"{self._called(bot)} is a bot" for bot in event.bots),
                    event.best_of and f"best of {event.best_of}",
                    event.rank and f"rank {event.rank}",
                ]
                if about_it := ", ".join(map(str, filter(None, said))):
                    yield "record", about_it
            case r.OpeningHandKept():
                mulligans = f" after {event.mulligans} mulligan{'s' * (event.mulligans > 1)}" if event.mulligans else ""
                cards = f": {', '.join(event.cards)}" if event.cards else ""
                if mulligans or cards:
                    yield "hand", f"{self._called(event.player)} keeps a hand{mulligans}{cards}"
            case r.RankTold():
                yield "end", f"{self._called(event.player)} has rank {event.rank} now"
            case t.SpellCast():
                yield "spell", f"{self._called(event.player)} casts {event.name}"
            case t.TurnBegan():
                life = self._state.board.life
                totals = ", ".join(f"{self._called(player)} at {life[player]}" for player in life)
                yield "turn", f"turn {event.number}, {self._called(event.player)}; {totals}"
            case t.RecordInterrupted():
                yield "gap", event.reason
            case t.RecordResumed():
                yield "gap", "the whole board is known again"
            case t.GameEnded():
                won = " and ".join(map(self._called, event.won_by)) or "nobody"
                winner = f"{won} win{'' if len(event.won_by) > 1 else 's'}"
                yield "end", f"{winner} ({event.reason})" if event.reason else winner

    def _of_combat(self, event: Event) -> Iterator[tuple[HistoryItemKind, str]]:
        """What is declared, and what happens to attackers and blockers."""
        match event:
            case d.AttackersDeclared(attackers=()):
                yield "attack", f"{self._called(event.player)} declares no attackers"
            case d.AttackTargetsAnnounced() if event.targets:
                yield "attack", self._pairs({attacker: (target,) for attacker, target in event.targets.items()}, "attacks")
            case d.BecameAttacking() if untargeted := [id for id, target in event.attackers.items() if target is None]:
                yield "attack", f"{', '.join(map(self._fighter, untargeted))} attack{'s' * (len(untargeted) == 1)}"
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
            case d.DeclarationStood():
                yield "ruling", _STOOD[event.reason]

    def _of_results(self, event: Event) -> Iterator[tuple[HistoryItemKind, str]]:
        """Damage, deaths and life."""
        match event:
            case g.CombatDamageDealt():
                for hit in event.damage:
                    yield "damage", f"{self._called(hit.source)} deals {hit.dealt} damage to {self._called(hit.recipient)}"
                for gained in event.gained:
                    yield "life", f"{self._called(gained.player)} gains {gained.amount} life"
                for player, lost in event.life.items():
                    yield "life", f"{self._called(player)} loses {lost} life"
            case t.PermanentLeft() if event.why in _DEATHS:
                yield "death", f"{self._called(event.id)} {_DEATHS[event.why]}"
            case t.PermanentLeft(to="graveyard", why=None):
                yield "death", f"{self._called(event.id)} is put into a graveyard"
            case t.PlayerTotalsChanged() if event.life is not None:
                yield (
                    "life",
                    f"{self._called(event.player)} goes from {self._state.board.life[event.player]} to {event.life} life",
                )
            case t.DamageDealt(combat=True):
                target = self._called(event.target)
                dealt = f"{target} is dealt {event.amount} damage in all"
                if event.source is not None:
                    dealt = f"{self._called(event.source)} deals {event.amount} damage to {target}"
                yield "damage", dealt

    def _called(self, id: str) -> str:
        """A player's name, or a permanent's with its id."""
        if id in self._state.board.players:
            name = self._names.get(id)
            beside = ", ".join(filter(None, [id if name else "", "you" if id == self._owner else ""]))
            return f"{name or id} ({beside})" if beside else id
        permanent = self._state.board.permanents.get(id)
        return f"{permanent.name} [{id}]" if permanent is not None and permanent.name else id

    def _fighter(self, id: str) -> str:
        """A creature as it fights, with its power and toughness; a player or another permanent as it is called."""
        permanent = self._state.board.permanents.get(id)
        size = f" {permanent.size}" if permanent is not None and "Creature" in permanent.types else ""
        return self._called(id) + size

    def _listed(self, ids: Iterable[str]) -> str:
        return ", ".join(map(self._called, ids))

    def _pairs(self, chosen: Mapping[str, tuple[str, ...]], does: str) -> str:
        return "; ".join(
            f"{self._fighter(creature)} {does} {', '.join(map(self._fighter, targets)) or '(whom isn’t stated)'}"
            for creature, targets in chosen.items()
        )


def folded(items: Iterable[HistoryItem]) -> Iterator[HistoryItem]:
    """The same, but of turns one after the other in which nothing is stated only the first and the last are named."""
    waiting: list[HistoryItem] = []
    for each in items:
        if each.kind == "turn":
            waiting.append(each)
            continue
        yield from _folded(waiting)
        waiting.clear()
        yield each
    yield from _folded(waiting)


def _folded(turns: Sequence[HistoryItem]) -> Iterator[HistoryItem]:
    """Turns of which the last only isn't known to be empty."""
    if not turns:
        return
    *empty, last = turns
    if len(empty) > 1:
        first, *_, end = empty
        yield first._replace(words=f"{first.words} … nothing until the end of {end.words.partition(',')[0]}")
    else:
        yield from empty
    yield last
