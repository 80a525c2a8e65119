"""Records of games that mage-bench published, a bench on which programs play XMage: a JSON file a game, versions 2 to 9.

A record has the board at each decision (`snapshots`) and the sentences of XMage's log (`actions`), in one order (`seq`); that a
turn or a step has begun is stated after the first sentence in it. Between two decisions much isn't stated, and of permanents
neither abilities nor damage: nothing is ruled on. Sentences call cards by their names; where two fighters have the same one,
what dealt damage to what stays open in that combat.

Source: games that the bench published, its JSON Schemas (`game-export-v8` and before; version 9 has other spellings of the same
names) and XMage's sentences. What has no bearing stands in `xmage_lists.py`; whatever else isn't known is stated, and marked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from ...events import declarations as d
from ...events import facts as t
from ...events import records as r
from ...events.errors import InvalidInput
from ...events.journal.journal import Journal
from .importers import RecordFile
from .keeping import Imported, Problem, RecordedGame
from .transcript import Transcript, game_started, seated
from .unread import Unknown, UnreadFields
from .xmage_lists import WITHOUT_BEARING, has_no_bearing
from .xmage_record import GameSnapshot, Group, ListedCard, LoggedAction, Metadata, Player, Record, read

SEQ = "seq"
"""What numbers the parts of a record, which has no lines."""
LEAVES_OUT = "the record tells the board at decisions only, and no abilities"

DAMAGE: dict[str, Literal["first strike", "regular"]] = {"FIRST_COMBAT_DAMAGE": "first strike", "COMBAT_DAMAGE": "regular"}
COMBAT = ("BEGIN_COMBAT", "DECLARE_ATTACKERS", "DECLARE_BLOCKERS", *DAMAGE, "END_COMBAT")
"""XMage's names of the steps of combat, and of those in which combat damage is dealt."""
MAIN_PHASES: dict[str, t.Step] = {"PRECOMBAT_MAIN": "precombat main", "POSTCOMBAT_MAIN": "postcombat main"}
_LOSES = re.compile(r"(.+) loses ([0-9]{1,6}) life at combat(?: from (.+?))?\.?")
_CHANGES = re.compile(r"(.+) (loses|gains) ([0-9]{1,6}) life(?! at combat).*")
_DAMAGE = re.compile(r"(.+) deals ([0-9]{1,6}) damage to (.+?)\.?")
_GETS = re.compile(r"(.+) gets ([0-9]{1,6}) damage\.?")
_CAST = re.compile(r"(.+?) casts (.+?)(?: targeting .*| from .*)?")
_DIED = re.compile(r"(.+?) died(?: by .+)?\.?")
_BLOCKS = re.compile(r"Attacker: .+ (unblocked|blocked by .+)")
_ON_STACK = re.compile(r".+ activates: .+|.+ Ability triggers: .+")
_LOST = re.compile(r".+? (?:lost the game due (.+)|has (conceded)\.|has (run out of time), .+|was (idle for too long), .+)")
_HAND = re.compile(r"(.+?) (keeps hand|mulligans .+)")
_BEGINS = ("turn_change", "phase_change")


@dataclass(slots=True)
class XMageReader:
    """Reads a record. `called`: what players are called, by the names that the record has. `unread`: fields that aren't read.

    `unknown`: what of such records nobody knows, stated once.
    """

    record: Record
    called: Callable[[str], str] = str
    unread: UnreadFields = field(default_factory=lambda: UnreadFields(WITHOUT_BEARING))
    unknown: Unknown = field(default_factory=Unknown)
    problems: list[Problem] = field(default_factory=list)
    """What was left out."""
    players: dict[str, str] = field(default_factory=dict)
    """What players are called in the record → their ids."""
    transcript: Transcript = field(init=False)
    sizes: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    tapped: set[str] = field(default_factory=set)
    turn: int = 0
    active: str = ""
    place: str = ""
    """The step, as XMage calls it."""
    blocking: Literal["", "unblocked", "blocked", "declared"] = ""
    """What is said of the blocks of this combat; "declared": they are in the transcript."""
    due: bool = False
    """A combat damage step has begun, and what is dealt in it isn't stated yet."""
    dealt_until: int = -1
    """The `seq` of the last sentence that stated combat damage."""
    reason: str = ""
    """Why somebody lost."""

    @property
    def where(self) -> str:
        """A file is one game."""
        return ""

    def keep(self, kept: Journal) -> Imported:
        """Keep the game in a journal. Raises InvalidInput for one that can't be recorded; nothing is kept then."""
        record = self.record
        game = f"xmage/{record.id}"
        if not game.isprintable() or "#" in game:
            raise InvalidInput("id", repr(record.id), "a name of a game")
        played = self._played()
        self._find_players()
        first = record.snapshots[0]
        started = game_started(
            self.players.values(),
            {self.players[player.name]: player.life for player in first.players if player.name in self.players},
            played.date(),
            f"XMage, mage-bench {record.id}",
            names={id: self.called(name) for name, id in self.players.items()},
            played=played,
            format=record.game_type or None,
        )
        bots = r.GameDescribed(bots=tuple(self.players.values()))
        self.transcript = Transcript(started, LEAVES_OUT, bots, *self._hands())
        for what in self.unread.found():
            self._not_known(0, what)
        items = self._in_order()
        for number, item in enumerate(items):
            if isinstance(item, GameSnapshot):
                self._snapshot(item)
            else:
                self._action(item, items[number + 1 :])
            if self.transcript.too_long:
                raise InvalidInput(game, "more events than a game has", "a record of a game")
        self._deal(())
        self.transcript.end_combat()
        if record.game_over is not None:
            self.transcript.append(t.GameEnded(winner=self.players.get(record.winner or ""), reason=self.reason))
        return self.transcript.keep(kept, game, played)

    def _played(self) -> datetime:
        timestamp = self.record.timestamp
        try:
            played = datetime.fromisoformat(timestamp)
        except ValueError:
            raise InvalidInput("timestamp", repr(timestamp[:60]), "a time as in 2026-02-10T07:43:07Z") from None
        return played.replace(tzinfo=UTC) if played.tzinfo is None else played.astimezone(UTC)

    def _find_players(self) -> None:
        """The players in the order of their first turns, then those who had none."""
        names = [player.name for player in self.record.players]
        turns = [item.active_player for item in self._in_order() if item.turn and item.active_player in names]
        self.players = seated(map(str, (*turns, *names)))
        if len(self.players) < 2:
            raise InvalidInput("players", f"{len(self.players)} of them", "2 or more")

    def _hands(self) -> Iterator[r.OpeningHandKept]:
        mulligans: dict[str, int] = {}
        for action in self.record.actions:
            if not action.type and (found := _HAND.fullmatch(action.message)) is not None and found[1] in self.players:
                mulligans[found[1]] = mulligans.get(found[1], 0) + (found[2] != "keeps hand")
        for name, number in mulligans.items():
            yield r.OpeningHandKept(player=self.players[name], mulligans=number)

    def _in_order(self) -> list[GameSnapshot | LoggedAction]:
        """Sentences, and boards after what was said before them. A turn and a step begin before the sentence that they follow."""
        items: list[GameSnapshot | LoggedAction] = [*self.record.actions, *self.record.snapshots]
        ordered: list[GameSnapshot | LoggedAction] = []
        first = 0
        for item in sorted(items, key=lambda item: item.seq):
            if isinstance(item, LoggedAction) and item.type in _BEGINS:
                ordered.insert(first, item)
                first += 1
            else:
                first = len(ordered) + isinstance(item, GameSnapshot)
                ordered.append(item)
        return ordered

    # --- turns and steps ------------------------------------------------------------------------------------------------

    def _moment(self, turn: int | None, active: str | None, step: str | None) -> None:
        """It is that turn and step now. Steps but those of damage begin with what is declared in them."""
        place = (step or "").upper().replace(" ", "_")
        begins = bool(turn and active in self.players and turn > self.turn)
        moves = bool(step) and place != self.place
        if begins or moves:
            self._deal(())
        if begins:
            self.turn, self.active, self.place = turn or 0, self.players[active or ""], ""
            self.transcript.begin_turn(self.active, self.turn)
        if not moves or not self.turn:
            return
        self.place, self.due = place, place in DAMAGE
        if place not in COMBAT[2:]:
            self.blocking = ""
        if place == "END_COMBAT" and self.transcript.combat:
            self.transcript.begin_step("end of combat")
        elif place not in COMBAT or not self.transcript.combat:
            self.transcript.begin_outside_combat(MAIN_PHASES.get(place, "other"))

    def _deal(self, coming: Sequence[GameSnapshot | LoggedAction]) -> None:
        """Combat damage that is due is dealt: that of the sentences that come before anything else happens."""
        if not self.due:
            return
        self.due = False
        sentences: list[LoggedAction] = []
        for item in coming:
            if (
                isinstance(item, GameSnapshot)
                or item.type in _BEGINS
                or _CAST.fullmatch(item.message)
                or _ON_STACK.fullmatch(item.message)
            ):
                break
            sentences.append(item)
        dealt = [found for each in sentences for found in self._dealt(each)]
        if dealt or self.transcript.combat:
            if self.transcript.combat and self.blocking == "blocked":
                self._problem(coming[0].seq if coming else 0, "blocks aren't stated until damage is dealt: they are left out")
            is_known = all(source and target for source, target, _ in dealt) and all(map(self._killed, _died(coming)))
            self.transcript.begin_step("combat damage", DAMAGE[self.place] if is_known else "not told")
        self._deals(dealt)

    def _deals(self, dealt: Iterable[tuple[str | None, str | None, int]]) -> None:
        """Combat damage is dealt at one time, and players lose life for it."""
        lost: Counter[str] = Counter()
        for source, target, amount in dealt:
            if target is not None:
                self.transcript.append(t.DamageDealt(source=source, target=target, amount=amount, combat=True))
            if target in self.transcript.players:
                lost[str(target)] += amount
        for player, amount in lost.items():
            self._life(player, -amount)

    def _dealt(self, action: LoggedAction) -> Iterator[tuple[str | None, str | None, int]]:
        """Combat damage that a sentence states: its source and its recipient (None where the name fits several), how much."""
        sentence, before = action.message, self.dealt_until
        self.dealt_until = action.seq
        if action.type:
            self.dealt_until = before
        elif (found := _LOSES.fullmatch(sentence)) is not None and found[1] in self.players:
            yield self._fighter(found[3] or ""), self.players[found[1]], int(found[2])
        elif (found := _DAMAGE.fullmatch(sentence)) is not None and found[3] not in self.players:
            yield self._fighter(found[1]), self._only(found[3], self.transcript.permanents), int(found[2])
        elif (found := _GETS.fullmatch(sentence)) is not None:
            yield None, self._only(found[1], self.transcript.permanents), int(found[2])
        else:
            self.dealt_until = before

    def _killed(self, name: str) -> str | None:
        """Which permanent it is that a sentence says has died."""
        return self._only(name, self.transcript.permanents)

    def _fighter(self, name: str) -> str | None:
        return self._only(name, (*self.transcript.attackers, *self.transcript.blockers))

    def _only(self, name: str, among: Iterable[str]) -> str | None:
        found = [id for id in among if id in self.transcript.permanents and self.transcript.permanents[id].name == name]
        return found[0] if len(found) == 1 else None

    # --- sentences ------------------------------------------------------------------------------------------------------

    def _action(self, action: LoggedAction, coming: Sequence[GameSnapshot | LoggedAction]) -> None:
        sentence = action.message
        if action.type in _BEGINS:
            self._moment(action.turn, action.active_player, action.step)
        elif action.type == "chat" or action.seq <= self.dealt_until:
            pass
        elif action.type:
            self._not_known(action.seq, f"actions of the type {action.type[:80]!r}")
        elif self.due and any(pattern.fullmatch(sentence) for pattern in (_LOSES, _DAMAGE, _GETS)):
            self._deal([action, *coming])
        elif not self._said(action):
            self._not_known(action.seq, f"sentences like {sentence[:120]!r}")

    def _not_known(self, seq: int, what: str) -> None:
        self.problems += self.unknown.problems(seq, [what], SEQ)
        self.transcript.miss(f"{what} aren't known")

    def _said(self, action: LoggedAction) -> bool:
        """Say what a sentence says; whether it is known."""
        sentence = action.message
        if (died := _DIED.fullmatch(sentence)) is not None:
            if (id := self._killed(died[1])) is not None:
                self.transcript.leave(id, "graveyard")
        elif (found := _CAST.fullmatch(sentence)) is not None and found[1] in self.players:
            self.transcript.cast(self.players[found[1]], found[2])
        elif (found := _LOSES.fullmatch(sentence)) is not None and found[1] in self.players:
            if self.transcript.step != "combat damage":
                self.transcript.begin_step("combat damage", "not told")
            self._deals(self._dealt(action))
        elif (found := _CHANGES.fullmatch(sentence)) is not None and found[1] in self.players:
            self._life(self.players[found[1]], int(found[3]) * (1 if found[2] == "gains" else -1))
        elif (found := _DAMAGE.fullmatch(sentence)) is not None:
            self._other_damage(*found.groups())
        elif (found := _GETS.fullmatch(sentence)) is not None:
            self._other_damage("", found[2], found[1])
        elif (found := _BLOCKS.fullmatch(sentence)) is not None:
            self.blocking = "blocked" if found[1] != "unblocked" else self.blocking or "unblocked"
        elif (found := _LOST.fullmatch(sentence)) is not None:
            self.reason = self.reason or next(filter(None, found.groups()))
        else:
            return _HAND.fullmatch(sentence) is not None or has_no_bearing(sentence)
        return True

    def _life(self, player: str, change: int) -> None:
        self.transcript.append(t.LifeChanged(player=player, change=change))
        self.transcript.total(player, self.transcript.life[player] + change)

    def _other_damage(self, source: str, amount: str, target: str) -> None:
        """Damage that is no combat damage, where names say what dealt it and to what."""
        among = self.transcript.permanents
        aim = self.players.get(target) or self._only(target, among)
        if aim is not None:
            event = t.DamageDealt(source=self._only(source, among), target=aim, amount=int(amount), combat=False)
            self.transcript.append(event)

    # --- snapshots ------------------------------------------------------------------------------------------------------

    def _snapshot(self, snapshot: GameSnapshot) -> None:
        self._moment(snapshot.turn, snapshot.active_player, snapshot.step)
        if not self.turn:
            return
        self._board(snapshot)
        groups = [group for group in snapshot.combat if group.attackers]
        if groups and (self.due or self.place in ("DECLARE_ATTACKERS", "DECLARE_BLOCKERS")):
            self._attack(groups)
            if self.blocking in ("unblocked", "blocked"):
                self._block(groups)
        elif groups and not (self.transcript.combat and self.transcript.attackers):
            self._problem(snapshot.seq, "a combat isn't stated until damage is dealt: it is left out")
        for player in snapshot.players:
            if player.name in self.players:
                hand = player.hand_count if player.hand_count is not None else len(player.hand)
                self.transcript.total(self.players[player.name], player.life, hand, len(player.graveyard))

    def _board(self, snapshot: GameSnapshot) -> None:
        transcript, there = self.transcript, dict[str, tuple[str, ListedCard]]()
        for player in snapshot.players:
            for card in player.battlefield:
                if isinstance(card, str) or not card.id:
                    raise InvalidInput(f"seq {snapshot.seq}", "permanents without ids", "a record that distinguishes permanents")
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
                    transcript.append(t.CharacteristicsChanged(id=id, power=card.size[0], toughness=card.size[1]))
                if card.tapped != (id in self.tapped):
                    transcript.append(t.PermanentTapped(id=id) if card.tapped else t.PermanentUntapped(id=id))
            self.sizes[id] = card.size
            (self.tapped.add if card.tapped else self.tapped.discard)(id)

    def _enter(self, id: str, controller: str, card: ListedCard) -> None:
        line = card.type_line or self.record.card_data.get(card.name, Metadata()).type_line
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
            if targets:
                transcript.attack(self.active, targets, defending)
            return
        for id, target in targets.items():
            if id not in transcript.attackers:
                transcript.attackers.append(id)
                transcript.append(d.PutOntoBattlefieldAttacking(creature=id, target=target, defending=defending[id]))

    def _block(self, groups: Sequence[Group]) -> None:
        transcript, self.blocking = self.transcript, "declared"
        for player in dict.fromkeys(map(self._defending, groups)):
            mine = [group for group in groups if self._defending(group) == player]
            blocks: dict[str, tuple[str, ...]] = {}
            for group in mine:
                attackers = tuple(card.id for card in group.attackers if card.id in transcript.attackers)
                for card in group.blockers:
                    if card.id in transcript.permanents and attackers:
                        blocks[card.id] = (*blocks.get(card.id, ()), *attackers)
            attacking = {
                card.id: group.is_blocked for group in mine for card in group.attackers if card.id in transcript.attackers
            }
            blocked = [id for id, whether in attacking.items() if whether]
            transcript.block(player, blocks, blocked, [id for id in attacking if id not in blocked])

    def _target(self, group: Group) -> str | None:
        return self.players.get(group.defending) or self._only(group.defending, self.transcript.permanents)

    def _defending(self, group: Group) -> str:
        return self.transcript.defending(self._target(group), self.active)

    def _problem(self, seq: int, reason: str) -> None:
        problem = Problem(seq, f"turn {self.turn}: {reason}", SEQ)
        if not self.problems or self.problems[-1].reason != problem.reason:
            self.problems.append(problem)
            self.transcript.miss(problem.reason)


def _died(coming: Iterable[GameSnapshot | LoggedAction]) -> Iterator[str]:
    """The names of those that are said to have died until combat is over."""
    for item in coming:
        if isinstance(item, LoggedAction):
            if item.type == "turn_change" or (item.type == "phase_change" and item.step not in COMBAT):
                return
            if not item.type and (found := _DIED.fullmatch(item.message)) is not None:
                yield found[1]


def _gone_to(id: str, players: Iterable[Player]) -> t.Place | None:
    """The zone in which a card is now; None where that isn't stated."""
    places: Mapping[t.Place, str] = {"graveyard": "graveyard", "exile": "exile", "hand": "hand"}
    for player in players:
        for place, zone in places.items():
            if any(not isinstance(card, str) and card.id == id for card in getattr(player, zone)):
                return place
    return None


def games(file: RecordFile) -> Iterator[Problem | RecordedGame]:
    """The game of a record. Raises InvalidInput for another file."""
    unread = UnreadFields(WITHOUT_BEARING)
    yield XMageReader(read(file.path, unread), file.called, unread, file.unknown)
