"""One game of a log, recorded: what its messages state becomes events, and what was declared is ruled on.

Facts are taken from the table as Arena states it; what follows from them for a combat, and every ruling, is decided by the same
handlers as everywhere. A declaration that isn't ruled legal stands in the log all the same, for that is how the game went on; so
does one that is made while the record has a gap, without a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ...events import facts as t
from ...events import records as r
from ...events.damage import CombatDamageAnnounced, CombatDamageStepBegan
from ...events.errors import IllegalDeclaration, InvalidInput, Undecided, WordingNotUnderstood
from ...events.ruling import Ruling
from ...handlers.attempt import Draft
from ...handlers.combat import turns
from ...handlers.game import Game
from ...handlers.procedure import attackers_508_1 as attackers
from ...handlers.procedure.commands import DeclareBlockers
from ...handlers.procedure.damage_steps_510_4 import next_step
from ...handlers.procedure.runner import LetStandReason
from .abilities import CardLookup
from .clocks import OF_A_TURN, OF_THE_MATCH, Clocks
from .course import Course
from .facts import NOTHING, FactRecorder, MessageFacts, attacked, blocked, seat
from .fighting import BY_DAMAGE, Fight, Fought
from .messages import (
    Answer,
    AssignDamageResp,
    Attacker,
    CombinedRank,
    Deck,
    GameInfo,
    GameStateMessage,
    Recipient,
    ServerMessage,
    TurnInfo,
)
from .table import ArenaTable, Changes

Source = Literal["submit", "edict", "observed"]
"""A declaration was submitted by the log's owner, by the server in the owner's place, or seen on the table."""

STEPS: dict[str, t.Step] = {
    "Step_BeginCombat": "beginning of combat",
    "Step_DeclareAttack": "declare attackers",
    "Step_DeclareBlock": "declare blockers",
    "Step_FirstStrikeDamage": "combat damage",
    "Step_CombatDamage": "combat damage",
    "Step_EndCombat": "end of combat",
}
MAIN_PHASES: dict[str, t.Step] = {"Phase_Main1": "precombat main", "Phase_Main2": "postcombat main"}
"""The phases without steps (505.2)."""
DAMAGE_STEPS: dict[str, Literal["first strike", "regular"]] = {
    "Step_FirstStrikeDamage": "first strike",
    "Step_CombatDamage": "regular",
}
BEST_OF = {"MatchWinCondition_SingleElimination": 1, "MatchWinCondition_Best2of3": 3, "MatchWinCondition_Best3of5": 5}
LIMITED = "SuperFormat_Limited"
_IN_ORDER: tuple[t.Step, ...] = tuple(dict.fromkeys(STEPS.values()))


@dataclass(frozen=True, slots=True)
class DeclarationRequest:
    """A player is asked to declare: what was offered, and what is chosen so far. The game is as it is then."""

    game: Game
    kind: Literal["attack", "block"]
    message: int
    state: int
    player: str
    offered: Mapping[str, tuple[str, ...]]
    chosen: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RecordedDeclaration:
    """A declaration that was made: the message that was answered with it (None: it was seen on the table), and its ruling.

    Without a ruling it couldn't be ruled on; `why` states the reason.
    """

    game: Game
    kind: Literal["attack", "block"]
    message: int | None
    state: int
    player: str
    declared: Mapping[str, tuple[str, ...]]
    source: Source
    interrupted: bool
    ruling: Ruling | None
    why: str = ""


Observation = DeclarationRequest | RecordedDeclaration | Fought


class Recorder:
    """Records one game, from its messages in the order of the log. A game that `goes_on` was begun in another log."""

    def __init__(self, game: Game, cards: CardLookup, goes_on: bool = False) -> None:
        self.game = game
        self._goes_on = goes_on
        self.table = ArenaTable()
        self._facts = FactRecorder(self.table, cards)
        self._clocks = Clocks()
        self._versions: dict[int, int] = {}
        """State of the game → the version of the log after it."""
        self._last = -1
        self._asked: DeclarationRequest | None = None
        self._accepted: Source = "observed"
        """Who answered the last request with the declaration that the table is yet to show."""
        self.ended = False
        """The game is over."""
        self._step = self._step_before = ""
        """The step, as Arena calls it, and the one before it."""
        self._began: CombatDamageStepBegan | None = None
        """Who assigned damage in the combat damage step before."""
        self._fight: Fight | None = None
        """The combat damage step that has begun, until its damage is dealt or it is over."""
        self._course: Course | None = None
        """What happened in this combat since attackers were to be declared."""
        self._owner: str | None = None
        """The player whose log it is."""
        self._thinking: tuple[str, str] | None = None
        """What was asked last in this combat."""
        self._stated: set[int] = set()
        """Arena's ids of what was stated to have happened: a state that is taken back states it again."""

    def follows(self, message: GameStateMessage) -> bool:
        """Whether a state is the next one after the last that was read."""
        return message.prev_game_state_id == self._last

    # --- what the log states besides the game ----------------------------------------------------------------------------

    def describe(self, info: GameInfo, owner: str | None, bots: tuple[str, ...], deck: Deck, rank: CombinedRank | None) -> None:
        """Whose game it is, and what is brought to it."""
        players = self.game.board.players
        self._owner = owner if owner in players else None
        described = r.GameDescribed(
            owner=self._owner,
            bots=tuple(bot for bot in bots if bot in players),
            best_of=BEST_OF.get(info.match_win_condition),
            deck=self._facts.counted(deck.deck_cards),
            sideboard=self._facts.counted(deck.sideboard_cards),
            commanders=self._facts.counted(deck.commander_cards),
            rank=rank.in_words(info.super_format == LIMITED) if rank is not None else None,
        )
        if described != r.GameDescribed():
            self.game.happen(lambda draft: draft.append(described))

    def state_rank(self, rank: CombinedRank) -> None:
        """The owner's rank, after the game."""
        in_words = rank.in_words(self.table.info.super_format == LIMITED)
        if self.ended and self._owner is not None and in_words is not None:
            after = r.RankTold(player=self._owner, rank=in_words)
            self.game.happen(lambda draft: draft.append(after))

    def _opening_hands(self, draft: Draft, kept: bool = True) -> None:
        """The hands with which the game begins; where it ends before its first turn mulligans are known, and no hand was kept."""
        for number, player in sorted(self.table.players.items()):
            if seat(number) in draft.state.board.players:
                cards = self._facts.hand(number) if kept and seat(number) == self._owner else None
                draft.append(r.OpeningHandKept(player=seat(number), mulligans=player.mulligan_count, cards=cards))

    # --- messages -------------------------------------------------------------------------------------------------------

    def read(self, message: ServerMessage, time: datetime, unknown: Sequence[str] = ()) -> Iterator[Observation]:
        """Record a message; `unknown`: what nobody knows of it.

        Raises DeclarantError for what can't follow; then `interrupt` and go on.
        """
        self.game.time = time
        self._clocks.read(message, time)
        if unknown:
            self.interrupt(not_known(unknown))
        if message.game_state_message is not None:
            yield from self._state(message.game_state_message, message.msg_id, unknown)
        if message.declare_attackers_req is not None or message.declare_blockers_req is not None:
            self._asked, self._accepted = self._request(message), "observed"
            if self.game.board.active is None or self._asked.player not in self.game.board.players:
                raise InvalidInput(f"message {message.msg_id}", "a request to declare", "one to a player, in a turn")
            about = self._asked.player, self._asked.kind
            if about != self._thinking:  # Arena asks again whenever the player changes the choice
                self._thinking, number = about, message.system_seat_ids[0]
                asked = r.DeclarationAsked(
                    player=self._asked.player,
                    action=self._asked.kind,
                    time_left=self._clocks.left(number, OF_A_TURN[self._asked.kind], time),
                    match_clock=self._clocks.left(number, OF_THE_MATCH, time),
                )
                self.game.happen(lambda draft: draft.append(asked))
            yield self._asked
        if message.edictal_message is not None and message.edictal_message.edict_message.submits:
            yield from self.answer(message.edictal_message.edict_message, "edict")

    def answer(self, answer: Answer, source: Source) -> Iterator[RecordedDeclaration]:
        """The last request is answered with what is chosen: that nothing attacks leaves no other trace."""
        asked = self._asked
        if asked is None or answer.resp_id not in (asked.message, 0):
            return
        self._accepted = source
        if asked.kind == "attack" and not asked.chosen and not self.game.combat.attackers_declared:
            yield self._declare("attack", asked.player, {}, asked.state)

    def interrupt(self, reason: str) -> None:
        """Something is missing here: the board isn't known until a full state."""
        if not self.game.board.interrupted:
            self.game.happen(lambda draft: draft.append(t.RecordInterrupted(reason=reason)))

    def assign_damage(self, answer: AssignDamageResp) -> None:
        """The log's owner divides combat damage."""
        if self._fight is None:
            return
        for each in answer.assigners:
            amounts = {self._facts.named(to.instance_id): to.assigned_damage for to in each.assignments if to.assigned_damage > 0}
            self._fight.answered[str(each.instance_id)] = amounts
        by = self.game.board.permanents.get(next(iter(self._fight.answered), ""))
        if by is not None:
            announced = CombatDamageAnnounced(player=by.controller, assignment=dict(self._fight.answered))
            self.game.happen(lambda draft: draft.append(announced))

    def _state(self, message: GameStateMessage, number: int, unknown: Sequence[str]) -> Iterator[RecordedDeclaration | Fought]:
        full = message.is_full
        if full and message.update == "GameStateUpdate_Undo":
            to = self._versions.get(message.prev_game_state_id or -1)
            if to is None:
                self.interrupt("a state is taken back to one that isn't in the log")
            elif to < self.game.version:
                self.game.take_back(to)
                self._thinking = None
        elif full:
            self._facts.forget()
            if self._goes_on:
                self.interrupt("the client was disconnected")
        elif not self.follows(message):
            self.interrupt(f"the states after {self._last} and before {message.game_state_id} aren't in the log")
        changes = self.table.apply(message)
        gap = not_known(unknown) if unknown else self._facts.not_known(changes, message, self.game.board.players)
        if gap is not None:
            self.interrupt(gap)
        self._last = message.game_state_id
        if self.table.turn.step != self._step:
            yield from self._end_fight(message)
        if self._turn_changes():
            self.game.happen(self._turn)
        yield from self._declarations(changes, message.game_state_id)
        if self._course is not None:
            self._course.read(message)
        self._orders(changes)
        if self.table.turn.step != self._step:
            self._begin_step(number, message)
        facts = NOTHING if full else self._facts.happened(message, self._stated)
        if any(dealt.combat for dealt in facts.damage):
            yield from self._end_fight(message, facts)
        if changes.objects or changes.players or changes.qualifications or facts:
            self.game.happen(lambda draft: self._facts.record(draft, changes, facts, full))
        if full and gap is None and self.game.board.interrupted:
            self.game.happen(lambda draft: draft.append(t.RecordResumed()))
        self._goes_on = True
        self._end()
        self._versions[self._last] = self.game.version

    # --- turns ----------------------------------------------------------------------------------------------------------

    def _turn_changes(self) -> bool:
        board, turn = self.game.board, self.table.turn
        if not turn.turn_number or seat(turn.active_player) not in board.players:
            return False
        step = _step_of(turn)
        other_damage = turn.step in DAMAGE_STEPS and turn.step != self._step
        return other_damage or (board.turn, board.active, board.step) != (turn.turn_number, seat(turn.active_player), step)

    def _turn(self, draft: Draft) -> None:
        """The turn, the combat phase and the step become what the table states."""
        board, turn = draft.state.board, self.table.turn
        if (board.turn, board.active) != (turn.turn_number, seat(turn.active_player)):
            turns.end_combat(draft)
            if not board.turn and turn.turn_number == 1:
                self._opening_hands(draft)
            draft.append(t.TurnBegan(player=seat(turn.active_player), number=turn.turn_number))
        step = _step_of(turn)
        if step not in _IN_ORDER:
            turns.end_combat(draft)
        elif not draft.state.combat.phase or _IN_ORDER.index(step) < _step_number(board.step):
            turns.end_combat(draft)
            draft.append(t.CombatBegan())
            self._thinking = None
        damage = DAMAGE_STEPS.get(turn.step)
        if board.step != step or (damage is not None and turn.step != self._step):
            draft.append(t.StepBegan(step=step, damage=damage))

    # --- combat damage --------------------------------------------------------------------------------------------------

    def _begin_step(self, number: int, message: GameStateMessage) -> None:
        """The step becomes what the table states: of combat damage there are two, where something strikes first."""
        self._step_before, self._step = self._step, self.table.turn.step
        step = DAMAGE_STEPS.get(self._step)
        if step is None or not self.game.combat.phase or message.is_full:
            return
        before = self._began if step == "regular" and self._step_before == "Step_FirstStrikeDamage" else None
        self._fight = Fight(step, number, message.game_state_id, before)

    def _end_fight(self, message: GameStateMessage, facts: MessageFacts = NOTHING) -> Iterator[Fought]:
        """The damage of the step that has begun is dealt, or the step is over without any."""
        fight, self._fight = self._fight, None
        active = self.game.board.active
        if fight is None or active is None or message.is_full:
            return
        draft = Draft.of(self.game.state, self.game.version)
        if fight.before is not None:
            draft.append(fight.before)
        self._began = next_step(draft.view, draft.edition)
        draft.append(self._began)
        yield Fought(
            game=self.game,
            draft=draft,
            step=fight.step,
            message=fight.message,
            state=fight.state,
            player=active,
            dealt=tuple((each.source, each.target, each.amount) for each in facts.damage if each.combat and each.source),
            deaths=tuple(id for id, each in facts.left.items() if each.why in BY_DAMAGE),
            answered=fight.answered,
            interrupted=self.game.board.interrupted,
            unknown=tuple(self._facts.unknown()),
            course=self._course,
        )
        self._course = None

    # --- declarations ---------------------------------------------------------------------------------------------------

    def _request(self, message: ServerMessage) -> DeclarationRequest:
        player = seat(message.system_seat_ids[0] if message.system_seat_ids else 0)
        if message.declare_attackers_req is not None:
            request = message.declare_attackers_req
            offered = {
                str(each.attacker_instance_id): tuple(map(_recipient, each.legal_damage_recipients))
                for each in request.qualified_attackers or request.attackers
            }
            chosen: dict[str, tuple[str, ...]] = {
                str(each.attacker_instance_id): (name,) for each in request.attackers if (name := _selected(each))
            }
            return DeclarationRequest(self.game, "attack", message.msg_id, message.game_state_id, player, offered, chosen)
        assert message.declare_blockers_req is not None, "a request is one of both"
        blockers = message.declare_blockers_req.blockers
        offered = {str(each.blocker_instance_id): tuple(map(str, each.attacker_instance_ids)) for each in blockers}
        chosen = {
            str(each.blocker_instance_id): tuple(map(str, each.selected_attacker_instance_ids))
            for each in blockers
            if each.selected_attacker_instance_ids
        }
        return DeclarationRequest(self.game, "block", message.msg_id, message.game_state_id, player, offered, chosen)

    def _declarations(self, changes: Changes, state: int) -> Iterator[RecordedDeclaration]:
        """What was declared, by what is attacking and blocking now and wasn't."""
        combat, board = self.game.combat, self.game.board
        if not combat.phase or board.active is None:
            return
        now = [(str(id), found) for id in sorted(changes.objects) if (found := self.table.permanent(id)) is not None]
        attackers = {
            id: (target,)
            for id, found in now
            if found.is_attacking
            and id not in combat.attackers
            and id in board.permanents
            and (target := attacked(found, self.table, board)) is not None
        }
        if attackers and not combat.attackers_declared:
            yield self._declare("attack", board.active, attackers, state)
        settled = [id for id, found in now if (found.is_blocked or found.is_unblocked) and id in combat.attackers]
        for player in dict.fromkeys(combat.attackers[id].defending for id in settled):
            if player in board.players and player not in combat.blocks_declared_by:
                yield self._declare("block", player, self._blocks(player), state)

    def _orders(self, changes: Changes) -> None:
        """Damage assignment orders, in the editions that have them."""
        combat = self.game.combat
        if not combat.blocks_declared_by or self.game.edition.damage_orders == "none":
            return
        orders = {}
        for id in sorted(changes.objects):
            found = self.table.permanent(id)
            if found is None or str(id) in combat.orders:
                continue
            if found.attack_info is not None and found.attack_info.damage_ordered:
                orders[str(id)] = tuple(str(each.instance_id) for each in found.attack_info.ordered_blockers)
            elif found.block_info is not None and found.block_info.damage_ordered:
                orders[str(id)] = tuple(str(each.instance_id) for each in found.block_info.ordered_attackers)
        faced = {id: combat.blockers_of(id) or combat.blockers.get(id, ()) for id in orders}
        announced = {id: order for id, order in orders.items() if len(faced[id]) > 1 and {*faced[id]} == {*order}}
        if announced:
            self.game.announce_orders(announced)

    def _blocks(self, player: str) -> dict[str, tuple[str, ...]]:
        blocks = {}
        for id in sorted(self.table.objects):
            found = self.table.permanent(id)
            if found is None or not found.is_blocking or str(id) not in self.game.board.permanents:
                continue
            if seat(found.controller_seat_id) == player and (attackers := blocked(found, self.game.combat)):
                blocks[str(id)] = attackers
        return blocks

    def _declare(
        self,
        kind: Literal["attack", "block"],
        player: str,
        declared: Mapping[str, tuple[str, ...]],
        state: int,
    ) -> RecordedDeclaration:
        """Declare it under the rules; if that can't be, let it stand."""
        asked, source = self._asked, self._accepted
        message = None
        if asked is not None and asked.kind == kind and source != "observed":
            message, state = asked.message, asked.state
        else:
            source = "observed"
        self._asked, self._accepted = None, "observed"
        command = attackers.proposing(declared) if kind == "attack" else DeclareBlockers(blocks=dict(declared), by=player)
        interrupted = self.game.board.interrupted
        if kind == "attack":
            self._course = self._facts.course(self.game.state)
        if self._course is not None:
            self._course.declared.append(command)
        ruling: Ruling | None = None
        why, reason = "the record has a gap", _GAP
        if not interrupted:
            try:
                ruling = self.game.declare(command)
                return RecordedDeclaration(self.game, kind, message, state, player, declared, source, interrupted, ruling)
            except IllegalDeclaration as error:
                ruling, why = error.ruling, error.ruling.why
                reason = "illegal" if ruling.verdict == "illegal" else "undecided"
            except (Undecided, WordingNotUnderstood) as error:
                why, reason = str(error), "undecided"
        self.game.let_stand(command, reason)
        return RecordedDeclaration(self.game, kind, message, state, player, declared, source, interrupted, ruling, why)

    def _end(self) -> None:
        """The game is over, if its results are there."""
        info = self.table.info
        results = [result for result in info.results if result.scope == "MatchScope_Game"]  # of the match's games so far
        if self.ended or not results or len(results) < info.game_number:
            return
        self.ended = True
        result = results[max(info.game_number, 1) - 1]
        team = result.winning_team_id
        winners = [seat(number) for number, player in self.table.players.items() if team and player.team_id == team]
        ended = t.GameEnded(winner=winners[0] if winners else None, reason=result.reason.removeprefix("ResultReason_"))
        if not self.table.turn.turn_number:
            self.game.happen(lambda draft: self._opening_hands(draft, kept=False))
        self.game.happen(lambda draft: draft.append(ended))


def not_known(unknown: Sequence[str]) -> str:
    """Why a game isn't known from here on: what of its record nobody knows."""
    return "; ".join(f"{what} aren't known" for what in unknown)


_GAP: LetStandReason = "record interrupted"


def _step_of(turn: TurnInfo) -> t.Step:
    return MAIN_PHASES.get(turn.phase, "other") if not turn.step else STEPS.get(turn.step, "other")


def _step_number(step: t.Step) -> int:
    return _IN_ORDER.index(step) if step in _IN_ORDER else -1


def _recipient(recipient: Recipient) -> str:
    if recipient.player_system_seat_id is not None:
        return seat(recipient.player_system_seat_id)
    if recipient.permanent_id is None:
        raise InvalidInput("what may be attacked", "neither", "a player or a permanent")
    return str(recipient.permanent_id)


def _selected(attacker: Attacker) -> str | None:
    return _recipient(attacker.selected_damage_recipient) if attacker.selected_damage_recipient is not None else None
