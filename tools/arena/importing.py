"""The games in logs, imported: each is recorded in a journal of its own in memory, and kept in the user's.

A game that is there already is compared, not appended again: the same log gives the same entries. So an import that was stopped
goes on where it stopped, and a log that has grown adds what is new. Where the log says the same, but more is known of the cards
now, or this package has changed, the game is recorded anew beside what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from pydantic import ValidationError

from ...events import facts as t
from ...events.errors import DeclarantError, InvalidInput, JournalConflict
from ...events.journal.encoding import reason
from ...events.journal.entry import timestamp
from ...events.journal.journal import STREAM_LIMIT, Journal
from ...events.journal.recordings import game_of
from ...events.telemetry import span_until_ended
from ...handlers.game import Game
from ..records import keeping
from ..records.keeping import Problem
from ..records.transcript import game_started
from ..records.unread import Unknown, UnreadFields
from .abilities import QUALIFICATIONS, CardLookup, no_cards
from .annotations import unknown as unknown_annotations
from .annotations import unknown_qualifications
from .facts import seat
from .fields import PASSED_OVER
from .framing import LogBlock, blocks
from .message_types import BLOCKS_WITHOUT_BEARING
from .message_types import unknown as unknown_types
from .messages import (
    ClientBlock,
    CombinedRank,
    Deck,
    GameInfo,
    GameStateMessage,
    ReservedPlayer,
    RoomBlock,
    ServerBlock,
    ServerMessage,
)
from .recording import Observation, Recorder, not_known

KEPT_AT_ONCE = 1_000
"""Entries after which a game is kept as far as it is."""

DETAILED_LOGS = "turned on in Arena: Options, Account, Detailed Logs (Plugin Support); then start Arena again"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Located(NamedTuple):
    """What was found in a game of a log, and in which."""

    match: str
    number: int
    found: Observation


@dataclass(slots=True)
class ImportedArenaGame(keeping.Imported):
    """A game as it was imported, and which one of which match it is."""

    match: str = ""
    number: int = 1


@dataclass(slots=True)
class _Current:
    """The game that is being recorded."""

    imported: ImportedArenaGame
    journal: Journal
    recorder: Recorder


@dataclass(slots=True)
class Importer:
    """Imports the games of logs, one log after the other. `kept`: the journal that they are kept in, if any.

    `called`: what players are called, by the names that the log has: themselves, or pseudonyms.
    """

    kept: Journal | None = None
    cards: CardLookup = no_cards
    called: Callable[[str], str] = str
    games: list[ImportedArenaGame] = field(default_factory=list)
    """Those that were imported so far, in the order of the logs."""
    journals: bool = False
    """Whether the journals of all games are to be had in `journal_of`; else each is let go when the next game begins."""
    journal_of: dict[str, Journal] = field(default_factory=dict)
    _players: dict[str, tuple[ReservedPlayer, ...]] = field(default_factory=dict)
    _deck: Deck = field(default_factory=Deck)
    """What the log's owner brought to the game that is, or is to come."""
    _rank: CombinedRank | None = None
    """The owner's, as this log stated it last."""
    _current: _Current | None = None
    _time: datetime = _EPOCH
    _messages: int = 0
    """Of games, those of this log that could be read."""
    _missing: bool = False
    """Whether the last messages were of a game whose beginning isn't there."""
    _over: bool = False
    """Whether they were of a match that ended before a game began."""
    _unread: UnreadFields = field(default_factory=lambda: UnreadFields(PASSED_OVER))
    _unknown: Unknown = field(default_factory=Unknown)
    """What there was in the logs that nobody knows, stated once."""
    _begun_anew: dict[str, Journal] = field(default_factory=dict)
    """Games of which these logs state only the beginning so far, differently from what is kept: the rest may follow."""

    def read(self, lines: Iterable[bytes], name: str = "log") -> Iterator[Located | Problem]:
        """Import what a log states, while it is being read; what is found on the way is stated as the game is then.

        `name` is what errors call it.

        Raises InvalidInput for a log without detailed logs, at its end.
        """
        found, picks, games = "no message of a game", 0, len(self.games)
        self._rank, self._deck, self._messages, self._missing, self._over = None, Deck(), 0, False, False
        goes_on = self._current is not None
        end_span = span_until_ended("declarant.import", log=name)
        try:
            for block in blocks(lines):
                if block.kind == "detailed logs" and block.body == b"DISABLED":
                    found = "detailed logs turned off"
                elif block.kind == "no log":
                    found = "no line that Arena writes" if block.line else "a file with nothing in it"
                elif block.kind == "server":
                    found = "no message of a game that can be read"
                picks += block.kind == "draft"
                yield from self.read_block(block)
            self.keep()
        finally:
            end_span()
        if not self._messages:
            if picks:
                raise InvalidInput(name, f"a draft ({picks} messages of picks) and no game", "a log in which a game was played")
            raise InvalidInput(name, found, f"a Player.log with detailed logs, {DETAILED_LOGS}")
        if self._missing and not goes_on and len(self.games) == games:
            raise InvalidInput(
                name, "a game without its beginning", "a log with it: Arena keeps the one before as Player-prev.log"
            )

    @property
    def playing(self) -> bool:
        """Whether a game is being played, as far as was read."""
        return self._current is not None and not self._current.recorder.ended

    # --- blocks ---------------------------------------------------------------------------------------------------------

    def read_block(self, block: LogBlock) -> Iterator[Located | Problem]:
        """Import what one block states."""
        try:
            if block.kind == "server":
                yield from self._server(block)
            elif block.kind == "client":
                yield from self._client(block)
            elif block.kind == "room":
                room = RoomBlock.model_validate_json(block.body, context=self._unread)
                yield from self._unknown.problems(block.line, self._unread.found())
                config = room.match_game_room_state_changed_event.game_room_info.game_room_config
                if config.match_id and config.reserved_players:
                    self._players = {config.match_id: config.reserved_players}
                if self._current is not None and config.match_id not in ("", self._current.imported.match):
                    self.finish()
            elif block.kind == "rank":
                self._rank = CombinedRank.model_validate_json(block.body, context=self._unread)
                yield from self._unknown.problems(block.line, self._unread.found())
                if self._current is not None:
                    self._current.recorder.state_rank(self._rank)
            elif block.kind == "unread":
                if (kind := block.body.decode()) not in BLOCKS_WITHOUT_BEARING:
                    yield from self._not_known(block.line, [f"blocks of the kind {kind!r}"])
            elif block.kind in ("left out", "too long"):
                yield self._missed(
                    block.line, "a message was left out by Arena" if block.kind == "left out" else "a line is too long"
                )
        except ValidationError as error:
            yield from self._unknown.problems(block.line, self._unread.found())
            why = f"a message can't be read: {reason(error)}"
            yield Problem(block.line, why) if block.kind == "rank" else self._missed(block.line, why)

    def _server(self, block: LogBlock) -> Iterator[Located | Problem]:
        said = ServerBlock.model_validate_json(block.body, context=self._unread)
        self._messages += 1
        fields = self._unread.found()
        yield from self._unknown.problems(block.line, fields)
        if said.timestamp is not None:
            self._time = _EPOCH + timedelta(milliseconds=said.timestamp)
        for message in said.gre_to_client_event.gre_to_client_messages:
            unknown = [*fields, *unknown_types(message)]
            if message.connect_resp is not None:
                self._deck = message.connect_resp.deck_message
            if message.game_state_message is not None:
                self._find_game(message.game_state_message, message.system_seat_ids)
                unknown += unknown_annotations(message.game_state_message)
                yield from self._unknown.problems(block.line, unknown_qualifications(message.game_state_message, QUALIFICATIONS))
            yield from self._unknown.problems(block.line, unknown)
            current = self._current
            if current is None:
                yield from self._without_beginning(block.line, message)
                continue
            self._missing = self._over = False
            try:
                for found in current.recorder.read(message, self._time, unknown):
                    yield Located(current.imported.match, current.imported.number, found)
            except DeclarantError as error:
                yield self._missed(block.line, f"what it says can't follow: {error}")
            if current.recorder.game.version >= current.imported.entries + KEPT_AT_ONCE:
                self.keep()

    def _client(self, block: LogBlock) -> Iterator[Located | Problem]:
        current, payload = self._current, ClientBlock.model_validate_json(block.body, context=self._unread).payload
        yield from self._not_known(block.line, [*unknown_types(payload), *self._unread.found()])
        if current is None:
            return
        if payload.submit_deck_resp is not None:
            self._deck = payload.submit_deck_resp.deck
        if payload.assign_damage_resp is not None:
            current.recorder.assign_damage(payload.assign_damage_resp)
        if not payload.submits:
            return
        for found in current.recorder.answer(payload, "submit"):
            yield Located(current.imported.match, current.imported.number, found)

    def _without_beginning(self, line: int, message: ServerMessage) -> Iterator[Problem]:
        """A state of no game that is being recorded: stated once for each such game."""
        state = message.game_state_message
        if state is not None and not self._missing:
            info = state.game_info
            if info is not None:
                self._over = bool(info.results) and not info.game_number
            if self._over:
                return
            self._missing = True
            match = info.match_id if info is not None else next(iter(self._players), "")
            named = f" (match {match[:80]!r})" if match else ""
            yield Problem(line, f"the beginning of a game isn't in the log{named}: it isn't imported up to its next whole state")

    def _missed(self, line: int, reason: str) -> Problem:
        if self._current is not None:
            self._current.recorder.interrupt(reason)
        return Problem(line, reason)

    def _not_known(self, line: int, unknown: list[str]) -> Iterator[Problem]:
        """Something is said that nobody knows: what comes of it isn't known either."""
        yield from self._unknown.problems(line, unknown)
        if unknown and self._current is not None:
            self._current.recorder.interrupt(not_known(unknown))

    # --- games ----------------------------------------------------------------------------------------------------------

    def _find_game(self, message: GameStateMessage, to: tuple[int, ...]) -> None:
        """Which game a state is of: the current one, or another, which begins or goes on with a full state."""
        info, current, full = message.game_info, self._current, message.is_full
        if current is not None and not full and current.recorder.ended and not current.recorder.follows(message):
            self.finish()  # of a game whose beginning isn't in the log
        if info is None or not info.match_id:
            return
        again = full and info.stage == "GameStage_Start" and message.prev_game_state_id is None
        if (
            current is not None
            and (current.imported.match, current.imported.number) == (info.match_id, info.game_number)
            and not again
        ):
            return
        self.finish()
        stream = f"arena/{info.match_id}/{info.game_number}"
        named = info.game_number > 0 and len(stream) <= STREAM_LIMIT and stream.isprintable()
        if full and named and len(message.players) > 1:
            self._begin(message, info, stream, to)

    def _begin(self, message: GameStateMessage, info: GameInfo, stream: str, to: tuple[int, ...]) -> None:
        journal = Journal.open("memory://")
        begins = info.stage in ("GameStage_Start", "") or message.turn_info is None
        before = self._begun_anew.pop(stream, self.kept)
        if before is not None:
            stream = before.newest(stream)
            if not begins:
                now = timestamp(self._time)
                journal.adopt(entry for entry in before.entries(stream) if entry.recorded < now)
        game = Game(journal, stream)
        goes_on = game.version > 0
        if not goes_on:
            game.time = self._time
            started = self._started(message, info)
            game.happen(lambda draft: draft.append(started))
        recorder = Recorder(game, self.cards, goes_on=goes_on)
        self._current = _Current(ImportedArenaGame(stream, match=info.match_id, number=info.game_number), journal, recorder)
        if not goes_on:
            bots = tuple(seat(each.system_seat_id) for each in self._players.get(info.match_id, ()) if each.is_bot_player)
            recorder.describe(info, seat(to[0]) if len(to) == 1 else None, bots, self._deck, self._rank)
        if not begins and not goes_on:
            self._current.recorder.interrupt("the log begins in the middle of the game")
        self.games.append(self._current.imported)
        if self.journals:
            self.journal_of[stream] = journal

    def keep(self) -> None:
        """Keep what was recorded of the current game."""
        current = self._current
        if current is None:
            return
        if self.kept is None or current.imported.conflict is not None:
            current.imported.entries = current.recorder.game.version
            return
        try:
            keeping.append_rest(self.kept, current.journal, current.imported)
        except JournalConflict as error:
            current.imported.conflict = error

    def finish(self) -> None:
        """Keep the current game, and let it go."""
        self.keep()
        current, self._current = self._current, None
        if current is None:
            return
        if current.imported.conflict is not None:
            self._keep_anew(current)
        keeping.report_imported(current.imported)

    def _keep_anew(self, current: _Current) -> None:
        """Keep a game beside what is there of it, if the log says the same and the game is known better now."""
        imported, kept = current.imported, self.kept
        assert kept is not None, "what isn't kept has no conflict"
        match keeping.compared(kept, current.journal, imported.stream):
            case "better":
                keeping.record_anew(kept, current.journal, imported)
            case "beginning":
                imported.conflict = None
                self._begun_anew[game_of(imported.stream)] = current.journal
            case "alike":
                imported.conflict = None

    def _started(self, message: GameStateMessage, info: GameInfo) -> t.GameStarted:
        seats = sorted({player.system_seat_number for player in message.players})
        reserved = self._players.get(info.match_id, ())
        names = {
            seat(each.system_seat_id): each.player_name and self.called(each.player_name)
            for each in reserved
            if each.system_seat_id in seats
        }
        words = (info.super_format, info.variant)
        played = " ".join(word.partition("_")[2] for word in words if word) or None
        return game_started(
            map(seat, seats),
            {seat(player.system_seat_number): player.life_total for player in message.players},
            self._time.date(),
            f"MTG Arena, match {info.match_id}, game {info.game_number}",
            names=names if len({*names.values(), ""}) > len(names) else {},
            played=self._time,
            format=next((each.event_id for each in reserved if each.event_id), played),
        )
