"""Records of games that mage-bench published, a bench on which programs play XMage: a JSON file a game, versions 2 to 9.

A record has the board at each decision (`snapshots`) and the sentences of XMage's log (`actions`), in one order (`seq`). Between
two decisions much isn't told, and of permanents neither abilities nor damage: nothing is ruled on. Sentences call cards by their
names; where two fighters have the same one, what dealt damage to what stays open in that combat. So does what permanents are
dealt in a combat damage step after somebody decided in it.

Source: the bench's JSON Schemas (`game-export-v8` and before; version 9 has other spellings of the same names) and XMage's
sentences of damage and life.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.errors import InvalidInput
from ...events.journal.journal import STREAM_LIMIT, Journal
from ...handlers.rulebook.editions import edition_of
from .keeping import Imported, Problem
from .transcript import Transcript

SIZE_LIMIT = 256 << 20
"""Bytes that a file has at most, unpacked; published ones have up to 40 MB."""
LEAVES_OUT = "the record tells the board at decisions only, and no abilities"

DAMAGE: dict[str, Literal["first strike", "regular"]] = {"FIRST_COMBAT_DAMAGE": "first strike", "COMBAT_DAMAGE": "regular"}
COMBAT = ("BEGIN_COMBAT", "DECLARE_ATTACKERS", "DECLARE_BLOCKERS", *DAMAGE, "END_COMBAT")
"""XMage's names of the steps of combat, and of those in which combat damage is dealt."""

_Count = Annotated[int, Field(ge=-(2**31), lt=2**31)]
_Name = Annotated[str, Field(max_length=300)]
_LOSES = re.compile(r"(.+) loses ([0-9]{1,6}) life at combat(?: from (.+?))?\.?")
_CHANGES = re.compile(r"(.+) (loses|gains) ([0-9]{1,6}) life(?! at combat).*")
_DAMAGE = re.compile(r"(.+) deals ([0-9]{1,6}) damage to (.+?)\.?")
_CAST = re.compile(r"(.+?) casts (.+?)(?: targeting .*| from .*)?")
_DIED = re.compile(r"(.+) died\.?")
_NUMBER = re.compile(r"-?[0-9]{1,6}")


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True, populate_by_name=True)


class Card(_Told):
    """A card in a zone. `pt`: power and toughness in one, as in `2/3`."""

    name: _Name
    id: _Name = ""
    tapped: bool = False
    summoning_sick: bool = False
    token: bool = False
    power: int | str | None = None
    toughness: int | str | None = None
    pt: str | None = Field(None, validation_alias=AliasChoices("pt", "power_toughness"))
    type_line: str | None = Field(None, validation_alias=AliasChoices("typeLine", "type_line"))

    @property
    def size(self) -> tuple[int, int] | None:
        """Power and toughness; None where they aren't told as numbers."""
        told = (str(self.power), str(self.toughness)) if self.power is not None else tuple((self.pt or "").split("/"))
        if len(told) == 2 and all(_NUMBER.fullmatch(number) for number in told):
            return int(told[0]), int(told[1])
        return None


class Group(_Told):
    """What attacks together, and what blocks it."""

    attackers: tuple[Card, ...] = ()
    blockers: tuple[Card, ...] = ()
    blocked: bool = False
    defending: _Name = ""


class Player(_Told):
    """A player and what is the player's, at a decision."""

    name: _Name
    life: _Count
    battlefield: tuple[Card | _Name, ...] = ()
    graveyard: tuple[Card | _Name, ...] = ()
    hand: tuple[Card | _Name, ...] = ()
    exile: tuple[Card | _Name, ...] = ()
    hand_count: _Count | None = None


class Snapshot(_Told):
    """The game at a decision."""

    seq: _Count
    turn: _Count
    step: _Name | None = None
    active_player: _Name | None = None
    players: tuple[Player, ...]
    combat: tuple[Group, ...] = ()


class Action(_Told):
    """A sentence of the log, or (`type`) the change of a turn or a step, or what somebody said."""

    seq: _Count
    message: str = ""
    type: str = ""
    turn: _Count | None = None
    step: _Name | None = None
    active_player: _Name | None = None


class _Named(_Told):
    name: _Name


class _Metadata(_Told):
    type_line: str = ""


class Record(_Told):
    """A game. What isn't named here tells nothing of it: costs, pictures, what programs thought."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, alias_generator=to_camel)

    version: Annotated[int, Field(ge=2, le=9, strict=True)]
    id: Annotated[str, Field(min_length=1, max_length=STREAM_LIMIT - 10)]
    timestamp: str = ""
    game_type: str = ""
    winner: str | None = None
    players: Annotated[tuple[_Named, ...], Field(max_length=16)]
    card_data: dict[str, _Metadata] = {}
    snapshots: Annotated[tuple[Snapshot, ...], Field(min_length=1)]
    actions: tuple[Action, ...]
    game_over: dict[str, Any] | None = None


def read(path: Path) -> Record:
    """The record in a file, perhaps packed (gzip). Raises InvalidInput for another file, or one that is too large."""
    try:
        with path.open("rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
            file.seek(0)
            content = (gzip.GzipFile(fileobj=file) if packed else file).read(SIZE_LIMIT + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(str(path), getattr(error, "strerror", None) or str(error), "a file that can be read") from None
    if len(content) > SIZE_LIMIT:
        raise InvalidInput(str(path), f"more than {SIZE_LIMIT >> 20} MB", "a record of a game")
    try:
        return Record.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        place = f"{path}{where and ', ' + where}"
        raise InvalidInput(place, first["msg"], "a record of mage-bench in JSON, version 2 to 9") from None


@dataclass(slots=True)
class Reader:
    """Reads a record. `called`: what players are called, by the names that the record has."""

    record: Record
    called: Callable[[str], str] = str
    problems: list[Problem] = field(default_factory=list)
    """What was left out; a record has no lines, so they are numbered by `seq`."""
    players: dict[str, str] = field(default_factory=dict)
    """What players are called in the record → their ids."""
    transcript: Transcript = field(init=False)
    sizes: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    tapped: set[str] = field(default_factory=set)
    turn: int = 0
    active: str = ""
    place: str = ""
    """The step, as XMage calls it."""
    blocked: bool = False
    """Blocks of this combat are declared."""
    dealing: bool = False
    """A combat damage step has begun, and nothing was cast in it."""
    spells: int = 0

    def keep(self, kept: Journal) -> Imported:
        """Keep the game in a journal. Raises InvalidInput for one that can't be told; nothing is kept then."""
        record = self.record
        game = f"xmage/{record.id}"
        if not game.isprintable() or "#" in game:
            raise InvalidInput("id", repr(record.id), "a name of a game")
        played = self._played()
        self._find_players()
        first = record.snapshots[0]
        started = t.GameStarted(
            players=tuple(self.players.values()),
            edition=edition_of(played.date()).effective,
            declarant_version=metadata.version("declarant"),
            life={self.players[player.name]: player.life for player in first.players if player.name in self.players},
            names={id: self.called(name) for name, id in self.players.items()},
            played=played,
            format=record.game_type or None,
            source=f"XMage, mage-bench {record.id}",
        )
        bots = r.GameDescribed(bots=tuple(self.players.values()))
        self.transcript = Transcript(started, LEAVES_OUT, bots)
        items = self._in_order()
        for number, item in enumerate(items):
            if isinstance(item, Snapshot):
                self._snapshot(item)
            else:
                self._action(item, items[number + 1 :])
            if self.transcript.too_long:
                raise InvalidInput(game, "more events than a game has", "a record of a game")
        self.transcript.end_combat()
        if record.game_over is not None:
            self.transcript.tell(t.GameEnded(winner=self.players.get(record.winner or "")))
        return self.transcript.keep(kept, game, played)

    def _played(self) -> datetime:
        told = self.record.timestamp
        try:
            played = datetime.fromisoformat(told)
        except ValueError:
            raise InvalidInput("timestamp", repr(told[:60]), "a time as in 2026-02-10T07:43:07Z") from None
        return played.replace(tzinfo=UTC) if played.tzinfo is None else played.astimezone(UTC)

    def _find_players(self) -> None:
        """The players in the order of their first turns, then those who had none."""
        names = [player.name for player in self.record.players]
        turns = [item.active_player for item in self._in_order() if item.turn and item.active_player in names]
        order = list(dict.fromkeys((*turns, *names)))
        if len(order) < 2:
            raise InvalidInput("players", f"{len(order)} of them", "2 or more")
        self.players = {str(name): f"player:{number}" for number, name in enumerate(order, 1)}

    def _in_order(self) -> list[Snapshot | Action]:
        """Sentences, and boards after what was said before them."""
        items: list[Snapshot | Action] = [*self.record.actions, *self.record.snapshots]
        return sorted(items, key=lambda item: item.seq)

    # --- turns and steps ------------------------------------------------------------------------------------------------

    def _moment(self, turn: int | None, active: str | None, step: str | None) -> bool:
        """It is that turn and step now; whether a combat damage step began. Others begin with what is declared in them."""
        if turn and active in self.players and turn > self.turn:
            self.turn, self.active, self.place = turn, self.players[active or ""], ""
            self.transcript.begin_turn(self.active, turn)
        place = (step or "").upper().replace(" ", "_")
        if not step or place == self.place or not self.turn:
            return False
        self.place, self.dealing = place, False
        if place == "END_COMBAT" and self.transcript.combat:
            self.transcript.begin_step("end of combat")
        elif place not in COMBAT:
            self.transcript.end_combat()
        return place in DAMAGE

    def _deal(self, coming: Sequence[Snapshot | Action]) -> None:
        """A combat damage step begins: what is dealt in it is told before anything is cast, up to the next step."""
        sentences: list[str] = []
        for item in coming:
            if isinstance(item, Snapshot) or item.type in ("phase_change", "turn_change") or _CAST.fullmatch(item.message):
                break
            sentences.append(item.message)
        dealt = [found for each in sentences for found in self._dealt(each)]
        self.dealing = True
        if dealt or self.transcript.combat:
            told = all(source and target for source, target, _ in dealt) and all(map(self._killed, _died(coming)))
            self.transcript.begin_step("combat damage", DAMAGE[self.place] if told else "not told")
        self._deals(dealt)

    def _deals(self, dealt: Iterable[tuple[str | None, str | None, int]]) -> None:
        """Combat damage is dealt at one time, and players lose life for it."""
        lost: Counter[str] = Counter()
        for source, target, amount in dealt:
            if target is not None:
                self.transcript.tell(t.DamageDealt(source=source, target=target, amount=amount, combat=True))
            if target in self.transcript.players:
                lost[str(target)] += amount
        for player, amount in lost.items():
            self._life(player, -amount)

    def _dealt(self, sentence: str) -> Iterator[tuple[str | None, str | None, int]]:
        """Combat damage that a sentence tells: its source and its recipient (None where the name fits several), how much."""
        if (found := _LOSES.fullmatch(sentence)) is not None and found[1] in self.players:
            yield self._fighter(found[3] or ""), self.players[found[1]], int(found[2])
        elif (found := _DAMAGE.fullmatch(sentence)) is not None and found[3] not in self.players:
            yield self._fighter(found[1]), self._only(found[3], self.transcript.permanents), int(found[2])

    def _killed(self, name: str) -> str | None:
        """Which permanent it is that a sentence says has died."""
        return self._only(name, self.transcript.permanents)

    def _fighter(self, name: str) -> str | None:
        return self._only(name, (*self.transcript.attackers, *self.transcript.blockers))

    def _only(self, name: str, among: Iterable[str]) -> str | None:
        found = [id for id in among if id in self.transcript.permanents and self.transcript.permanents[id].name == name]
        return found[0] if len(found) == 1 else None

    # --- sentences ------------------------------------------------------------------------------------------------------

    def _action(self, action: Action, coming: Sequence[Snapshot | Action]) -> None:
        if action.type == "chat":
            return
        if action.type in ("turn_change", "phase_change"):
            if self._moment(action.turn, action.active_player, action.step):
                self._deal(coming)
            return
        sentence = action.message
        if (died := _DIED.fullmatch(sentence)) is not None:
            if (id := self._killed(died[1])) is not None:
                self.transcript.leave(id, "graveyard")
        elif (found := _CAST.fullmatch(sentence)) is not None and found[1] in self.players:
            self.spells += 1
            self.dealing = False
            self.transcript.tell(t.SpellCast(id=f"spell-{self.spells}", player=self.players[found[1]], name=found[2]))
        elif not self.dealing and _LOSES.fullmatch(sentence) is not None:
            if self.transcript.step != "combat damage":
                self.transcript.begin_step("combat damage", "not told")
            self._deals(self._dealt(sentence))
        elif (found := _CHANGES.fullmatch(sentence)) is not None and found[1] in self.players:
            self._life(self.players[found[1]], int(found[3]) * (1 if found[2] == "gains" else -1))
        elif self.place not in DAMAGE and (found := _DAMAGE.fullmatch(sentence)) is not None:
            self._other_damage(*found.groups())

    def _life(self, player: str, change: int) -> None:
        self.transcript.tell(t.LifeChanged(player=player, change=change))
        self.transcript.total(player, self.transcript.life[player] + change)

    def _other_damage(self, source: str, amount: str, target: str) -> None:
        """Damage that is no combat damage, where names tell what dealt it and to what."""
        among = self.transcript.permanents
        aim = self.players.get(target) or self._only(target, among)
        if aim is not None:
            event = t.DamageDealt(source=self._only(source, among), target=aim, amount=int(amount), combat=False)
            self.transcript.tell(event)

    # --- snapshots ------------------------------------------------------------------------------------------------------

    def _snapshot(self, snapshot: Snapshot) -> None:
        if self._moment(snapshot.turn, snapshot.active_player, snapshot.step):
            self._deal(())
        self.dealing = False
        if not self.turn:
            return
        self._board(snapshot)
        groups = [group for group in snapshot.combat if group.attackers]
        if groups and self.place in ("DECLARE_ATTACKERS", "DECLARE_BLOCKERS"):
            self._attack(groups)
            if self.place == "DECLARE_BLOCKERS" and not self.blocked:
                self._block(groups)
        elif groups and not (self.transcript.combat and self.transcript.attackers):
            self._problem(snapshot, "a combat isn't told until damage is dealt: it is left out")
        for player in snapshot.players:
            if player.name in self.players:
                hand = player.hand_count if player.hand_count is not None else len(player.hand)
                self.transcript.total(self.players[player.name], player.life, hand, len(player.graveyard))

    def _board(self, snapshot: Snapshot) -> None:
        transcript, there = self.transcript, dict[str, tuple[str, Card]]()
        for player in snapshot.players:
            for card in player.battlefield:
                if isinstance(card, str) or not card.id:
                    raise InvalidInput(f"seq {snapshot.seq}", "permanents without ids", "a record that tells permanents apart")
                if player.name in self.players:
                    there[card.id] = self.players[player.name], card
        for id in [id for id in transcript.permanents if id not in there]:
            transcript.leave(id, _gone_to(id, snapshot.players))
        for id, (controller, card) in there.items():
            before = transcript.permanents.get(id)
            if before is not None and (before.controller != controller or before.name != card.name):
                transcript.leave(id)
                before = None
            if before is None:
                self._enter(id, controller, card)
            else:
                if card.size is not None and card.size != self.sizes[id]:
                    transcript.tell(t.CharacteristicsChanged(id=id, power=card.size[0], toughness=card.size[1]))
                if card.tapped != (id in self.tapped):
                    transcript.tell(t.PermanentTapped(id=id) if card.tapped else t.PermanentUntapped(id=id))
            self.sizes[id] = card.size
            (self.tapped.add if card.tapped else self.tapped.discard)(id)

    def _enter(self, id: str, controller: str, card: Card) -> None:
        line = card.type_line or self.record.card_data.get(card.name, _Metadata()).type_line
        types = [word for word in re.split(r"[\s—-]+", line) if word]
        if card.size is not None and "Creature" not in types:
            types.append("Creature")
        size = {"power": card.size[0], "toughness": card.size[1]} if card.size is not None else {}
        status = {"tapped": card.tapped, "token": card.token, "continuously_controlled": not card.summoning_sick}
        self.transcript.enter(id, controller, card.name, dict.fromkeys(types), **size, **status)

    def _attack(self, groups: Sequence[Group]) -> None:
        transcript = self.transcript
        attacking = [(card.id, group) for group in groups for card in group.attackers if card.id in transcript.permanents]
        targets = {id: self._target(group) for id, group in attacking}
        defending = {id: self._defending(group) for id, group in attacking}
        if not (transcript.combat and transcript.attackers):
            self.blocked = False
            if targets:
                transcript.attack(self.active, targets, defending)
            return
        for id, target in targets.items():
            if id not in transcript.attackers:
                transcript.attackers.append(id)
                transcript.tell(d.PutOntoBattlefieldAttacking(creature=id, target=target, defending=defending[id]))

    def _block(self, groups: Sequence[Group]) -> None:
        transcript, self.blocked = self.transcript, True
        for player in dict.fromkeys(map(self._defending, groups)):
            mine = [group for group in groups if self._defending(group) == player]
            blocks: dict[str, tuple[str, ...]] = {}
            for group in mine:
                attackers = tuple(card.id for card in group.attackers if card.id in transcript.attackers)
                for card in group.blockers:
                    if card.id in transcript.permanents and attackers:
                        blocks[card.id] = (*blocks.get(card.id, ()), *attackers)
            attacking = {card.id: group.blocked for group in mine for card in group.attackers if card.id in transcript.attackers}
            blocked = [id for id, whether in attacking.items() if whether]
            transcript.block(player, blocks, blocked, [id for id in attacking if id not in blocked])

    def _target(self, group: Group) -> str | None:
        return self.players.get(group.defending) or self._only(group.defending, self.transcript.permanents)

    def _defending(self, group: Group) -> str:
        """The defending player; of what can't be found the next player in turn order."""
        target = self._target(group)
        if target in self.players.values():
            return str(target)
        if target is not None and self.transcript.permanents[target].controller != self.active:
            return self.transcript.permanents[target].controller
        return next(id for id in self.players.values() if id != self.active)

    def _problem(self, snapshot: Snapshot, reason: str) -> None:
        problem = Problem(snapshot.seq, f"turn {snapshot.turn}: {reason}")
        if not self.problems or self.problems[-1].reason != problem.reason:
            self.problems.append(problem)


def _died(coming: Iterable[Snapshot | Action]) -> Iterator[str]:
    """The names of those that are said to have died until combat is over."""
    for item in coming:
        if isinstance(item, Action):
            if item.type == "turn_change" or (item.type == "phase_change" and item.step not in COMBAT):
                return
            if not item.type and (found := _DIED.fullmatch(item.message)) is not None:
                yield found[1]


def _gone_to(id: str, players: Iterable[Player]) -> t.Place | None:
    """The zone in which a card is now; None where that isn't told."""
    places: Mapping[t.Place, str] = {"graveyard": "graveyard", "exile": "exile", "hand": "hand"}
    for player in players:
        for place, zone in places.items():
            if any(not isinstance(card, str) and card.id == id for card in getattr(player, zone)):
                return place
    return None
