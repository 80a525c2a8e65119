"""One game of a log, recorded: what its messages tell becomes events, and what was declared is ruled on.

Facts are taken from the table as Arena tells it; what follows from them for a combat, and every ruling, is decided by the same
handlers as everywhere. A declaration that isn't ruled legal stands in the log all the same, for that is how the game went on; so
does one that is made while the record has a gap, without a ruling.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from ...events import table as t
from ...events.abilities import Color, Effect
from ...events.declarations import AttackReselected
from ...events.errors import IllegalDeclaration, InvalidInput, Undecided, WordingNotUnderstood
from ...events.ruling import Ruling
from ...handlers import entering, removal, standing, turns
from ...handlers.draft import Draft
from ...handlers.game import Game
from ...projections.combat import Combat
from .abilities import AbilityBook, qualified
from .messages import Answer, Attacker, GameObject, GameStateMessage, Recipient, ServerMessage
from .table import Changes, Table

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
_IN_ORDER: tuple[t.Step, ...] = tuple(dict.fromkeys(STEPS.values()))

COLORS: dict[str, Color] = {
    "CardColor_White": "W",
    "CardColor_Blue": "U",
    "CardColor_Black": "B",
    "CardColor_Red": "R",
    "CardColor_Green": "G",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A player is asked to declare: what was offered, and what is chosen so far. The game is as it is then."""

    game: Game
    kind: Literal["attack", "block"]
    message: int
    state: int
    player: str
    offered: Mapping[str, tuple[str, ...]]
    chosen: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Declared:
    """A declaration that was made: the message that was answered with it (None: it was seen on the table), and its ruling.

    Without a ruling it couldn't be ruled on; `why` tells the reason.
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


Found = Asked | Declared


def seat(number: int) -> str:
    """How the player in a seat is called in the journal."""
    return f"player:{number}"


class Recorder:
    """Records one game, from its messages in the order of the log. A game that `goes_on` was begun in another log."""

    def __init__(self, game: Game, book: AbilityBook, goes_on: bool = False) -> None:
        self.game = game
        self._goes_on = goes_on
        self.table = Table()
        self._book = book
        self._versions: dict[int, int] = {}
        """State of the game → the version of the log after it."""
        self._last = -1
        self._asked: Asked | None = None
        self._accepted: Source = "observed"
        """Who answered the last request with the declaration that the table is yet to show."""
        self.ended = False
        """The game is over."""

    def follows(self, message: GameStateMessage) -> bool:
        """Whether a state is the next one after the last that was read."""
        return message.prev_game_state_id == self._last

    # --- messages -------------------------------------------------------------------------------------------------------

    def read(self, message: ServerMessage, time: datetime) -> Iterator[Found]:
        """Record a message. Raises DeclarantError for what can't follow; then `interrupt` and go on."""
        self.game.time = time
        if message.game_state_message is not None:
            yield from self._state(message.game_state_message)
        if message.declare_attackers_req is not None or message.declare_blockers_req is not None:
            self._asked, self._accepted = self._request(message), "observed"
            if self.game.board.active is None or self._asked.player not in self.game.board.players:
                raise InvalidInput(f"message {message.msg_id}", "a request to declare", "one to a player, in a turn")
            yield self._asked
        if message.edictal_message is not None and message.edictal_message.edict_message.submits:
            yield from self.answer(message.edictal_message.edict_message, "edict")

    def answer(self, answer: Answer, source: Source) -> Iterator[Declared]:
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

    def _state(self, message: GameStateMessage) -> Iterator[Declared]:
        full = message.type == "GameStateType_Full"
        if full and message.update == "GameStateUpdate_Undo":
            to = self._versions.get(message.prev_game_state_id or -1)
            if to is None:
                self.interrupt("a state is taken back to one that isn't in the log")
            elif to < self.game.version:
                self.game.take_back(to)
        elif full and self._goes_on:
            self.interrupt("the client was disconnected")
        elif not full and not self.follows(message):
            self.interrupt(f"the states after {self._last} and before {message.game_state_id} aren't in the log")
        changes = self.table.apply(message)
        self._last = message.game_state_id
        if self._turn_changes():
            self.game.happen(self._turn)
        yield from self._declarations(changes, message.game_state_id)
        self._orders(changes)
        damage = [] if full else self._damage(message)
        if changes.objects or changes.players or changes.qualifications or damage:
            self.game.happen(lambda draft: self._facts(draft, changes, damage, full))
        if full and self.game.board.interrupted:
            self.game.happen(lambda draft: draft.append(t.RecordResumed()))
        self._goes_on = True
        self._end()
        self._versions[self._last] = self.game.version

    # --- turns ----------------------------------------------------------------------------------------------------------

    def _turn_changes(self) -> bool:
        board, turn = self.game.board, self.table.turn
        if not turn.turn_number or seat(turn.active_player) not in board.players:
            return False
        step = STEPS.get(turn.step, "other")
        return (board.turn, board.active, board.step) != (turn.turn_number, seat(turn.active_player), step)

    def _turn(self, draft: Draft) -> None:
        """The turn, the combat phase and the step become what the table tells."""
        board, turn = draft.state.board, self.table.turn
        if (board.turn, board.active) != (turn.turn_number, seat(turn.active_player)):
            turns.end_combat(draft)
            draft.append(t.TurnBegan(player=seat(turn.active_player), number=turn.turn_number))
        step = STEPS.get(turn.step, "other")
        if step == "other":
            turns.end_combat(draft)
        elif not draft.state.combat.phase or _IN_ORDER.index(step) < _step_number(board.step):
            turns.end_combat(draft)
            draft.append(t.CombatBegan())
        if board.step != step:
            draft.append(t.StepBegan(step=step))

    # --- declarations ---------------------------------------------------------------------------------------------------

    def _request(self, message: ServerMessage) -> Asked:
        player = seat(message.system_seat_ids[0] if message.system_seat_ids else 0)
        if message.declare_attackers_req is not None:
            request = message.declare_attackers_req
            offered = {
                str(each.attacker_instance_id): tuple(
                    name for recipient in each.legal_damage_recipients if (name := _recipient(recipient))
                )
                for each in request.qualified_attackers or request.attackers
            }
            chosen: dict[str, tuple[str, ...]] = {
                str(each.attacker_instance_id): (name,) for each in request.attackers if (name := _selected(each))
            }
            return Asked(self.game, "attack", message.msg_id, message.game_state_id, player, offered, chosen)
        assert message.declare_blockers_req is not None, "a request is one of both"
        blockers = message.declare_blockers_req.blockers
        offered = {str(each.blocker_instance_id): tuple(map(str, each.attacker_instance_ids)) for each in blockers}
        chosen = {
            str(each.blocker_instance_id): tuple(map(str, each.selected_attacker_instance_ids))
            for each in blockers
            if each.selected_attacker_instance_ids
        }
        return Asked(self.game, "block", message.msg_id, message.game_state_id, player, offered, chosen)

    def _declarations(self, changes: Changes, state: int) -> Iterator[Declared]:
        """What was declared, by what is attacking and blocking now and wasn't."""
        combat, board = self.game.combat, self.game.board
        if not combat.phase or board.active is None:
            return
        now = [(str(id), found) for id in sorted(changes.objects) if (found := self.table.permanent(id)) is not None]
        attackers = {
            id: (target,)
            for id, found in now
            if found.attack_state == "AttackState_Attacking"
            and id not in combat.attackers
            and id in board.permanents
            and (target := self._attacked(found)) is not None
        }
        if attackers and not combat.attackers_declared:
            yield self._declare("attack", board.active, attackers, state)
        settled = [id for id, found in now if found.block_state in _SETTLED and id in combat.attackers]
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
            if found is None or not _blocking(found) or str(id) not in self.game.board.permanents:
                continue
            if seat(found.controller_seat_id) == player and (attackers := _blocked(found, self.game.combat)):
                blocks[str(id)] = attackers
        return blocks

    def _declare(
        self,
        kind: Literal["attack", "block"],
        player: str,
        declared: Mapping[str, tuple[str, ...]],
        state: int,
    ) -> Declared:
        """Declare it under the rules; if that can't be, let it stand."""
        asked, source = self._asked, self._accepted
        message = None
        if asked is not None and asked.kind == kind and source != "observed":
            message, state = asked.message, asked.state
        else:
            source = "observed"
        self._asked, self._accepted = None, "observed"
        interrupted = self.game.board.interrupted
        ruling, why, reason = None, "the record has a gap", "record interrupted"
        if not interrupted:
            try:
                if kind == "attack":
                    ruling = self.game.declare_attackers({creature: target for creature, (target,) in declared.items()})
                else:
                    ruling = self.game.declare_blockers(declared, by=player)
                return Declared(self.game, kind, message, state, player, declared, source, interrupted, ruling)
            except IllegalDeclaration as error:
                ruling, why = error.ruling, error.ruling.why
                reason = "illegal" if ruling.verdict == "illegal" else "undecided"
            except (Undecided, WordingNotUnderstood) as error:
                why, reason = str(error), "undecided"
        self.game.happen(lambda draft: _let_stand(draft, kind, player, declared, reason))  # type: ignore[arg-type]
        return Declared(self.game, kind, message, state, player, declared, source, interrupted, ruling, why)

    def _attacked(self, found: GameObject) -> str | None:
        """What a creature attacks; None if that is neither a player nor a permanent in the game."""
        target = found.attack_info.target_id if found.attack_info is not None else 0
        if target in self.table.players:
            return seat(target)
        return str(target) if str(target) in self.game.board.permanents else None

    # --- facts ----------------------------------------------------------------------------------------------------------

    def _facts(self, draft: Draft, changes: Changes, damage: list[t.DamageDealt], full: bool) -> None:
        for dealt in damage:
            draft.append(dealt)
        if changes.players:
            self._totals(draft)
        board = draft.state.board
        ids = sorted(changes.objects)
        gone = [str(id) for id in ids if self.table.permanent(id) is None]
        if full:
            gone = [id for id in board.permanents if not id.isdecimal() or self.table.permanent(int(id)) is None]
        for id in gone:
            if id in board.permanents:
                removal.leave(draft, id)
        present = [found for id in ids if (found := self.table.permanent(id)) is not None]
        for found in present:
            if seat(found.controller_seat_id) not in board.players:
                continue
            if str(found.instance_id) not in board.permanents:
                self._enter(draft, found)
            else:
                self._change(draft, found)
        if draft.state.combat.phase:
            for found in present:
                if str(found.instance_id) in board.permanents:
                    self._fight(draft, found)
        if changes.qualifications:
            self._effects(draft)

    def _damage(self, message: GameStateMessage) -> list[t.DamageDealt]:
        return [
            t.DamageDealt(
                source=self._named(annotation.affector_id or 0),
                target=self._named(target),
                amount=amount,
                combat=annotation.number("type") == 1,
            )
            for annotation in message.annotations
            if "AnnotationType_DamageDealt" in annotation.type and (amount := annotation.number("damage") or 0) > 0
            for target in annotation.affected_ids[:1]
        ]

    def _named(self, id: int) -> str:
        return seat(id) if id in self.table.players else str(id)

    def _totals(self, draft: Draft) -> None:
        board = draft.state.board
        for number, player in sorted(self.table.players.items()):
            name = seat(number)
            if name not in board.players:
                continue
            life, hand = player.life_total, self.table.cards_in("ZoneType_Hand", number)
            graveyard = self.table.cards_in("ZoneType_Graveyard", number)
            if (board.life[name], board.hand[name], board.graveyard[name]) != (life, hand, graveyard):
                draft.append(
                    t.PlayerTotalsChanged(
                        player=name,
                        life=life if life != board.life[name] else None,
                        hand=hand if hand != board.hand[name] else None,
                        graveyard=graveyard if graveyard != board.graveyard[name] else None,
                    )
                )

    def _enter(self, draft: Draft, found: GameObject) -> None:
        card = self._book.card(found.grp_id)
        controller = seat(found.controller_seat_id)
        owner = seat(found.owner_seat_id)
        entered = t.PermanentEntered(
            id=str(found.instance_id),
            controller=controller,
            owner=owner if owner in draft.state.board.players else controller,
            name=card.name if card is not None else _name(found),
            types=_types(found),
            colors=_colors(found),
            mana_value=card.mana_value if card is not None else 0,
            power=found.power.value if found.power is not None else 0,
            toughness=found.toughness.value if found.toughness is not None else 0,
            loyalty=found.loyalty.value if found.loyalty is not None else None,
            defense=found.defense.value if found.defense is not None else None,
            protector=self._protector(found),
            attached_to=self._attached_to(found.instance_id),
            counters=self.table.counters.get(found.instance_id, {}),
            tapped=found.is_tapped,
            token=found.type == "GameObjectType_Token",
            continuously_controlled=not found.has_summoning_sickness,
            abilities=self._book.abilities(found),
        )
        entering.enter(draft, entered, *self._entering_combat(draft, found))

    def _entering_combat(self, draft: Draft, found: GameObject) -> tuple[str | None, str | None]:
        """What a permanent enters attacking or blocking."""
        if not draft.state.combat.phase:
            return None, None
        attacking = self._attacked(found) if found.attack_state == "AttackState_Attacking" else None
        blocking = _blocked(found, draft.state.combat)[:1] if attacking is None and _blocking(found) else ()
        return attacking, blocking[0] if blocking else None

    def _protector(self, found: GameObject) -> str | None:
        """A battle is protected by an opponent of its controller: with two players, by the other one (310.8a)."""
        if "CardType_Battle" not in found.card_types:
            return None
        others = [number for number in sorted(self.table.players) if number != found.controller_seat_id]
        return seat(others[0]) if others and seat(others[0]) in self.game.board.players else None

    def _attached_to(self, id: int) -> str | None:
        host = self.table.attached.get(id)
        return None if host is None else self._named(host)

    def _change(self, draft: Draft, found: GameObject) -> None:
        """A permanent's characteristics and status become what the table tells."""
        id = str(found.instance_id)
        before = draft.state.board.permanents[id]
        told = {
            "controller": seat(found.controller_seat_id),
            "tapped": found.is_tapped,
            "types": frozenset(_types(found)),
            "colors": frozenset(_colors(found)),
            "power": found.power.value if found.power is not None else 0,
            "toughness": found.toughness.value if found.toughness is not None else 0,
            "loyalty": found.loyalty.value if found.loyalty is not None else None,
            "defense": found.defense.value if found.defense is not None else None,
            "counters": self.table.counters.get(found.instance_id, {}),
            "abilities": self._book.abilities(found),
            "attached_to": self._attached_to(found.instance_id),
        }
        changed = {name: value for name, value in told.items() if getattr(before, name) != value}
        for names in ("types", "colors"):
            if names in changed:
                changed[names] = _types(found) if names == "types" else _colors(found)
        if changed:
            removal.change(
                draft, id, {name: value for name, value in changed.items() if value is not None or name == "attached_to"}
            )
        if draft.state.board.permanents[id].continuously_controlled == found.has_summoning_sickness:
            removal.change(draft, id, {"summoning_sick": found.has_summoning_sickness})

    def _fight(self, draft: Draft, found: GameObject) -> None:
        """What happens to a creature in a combat besides being declared: 506.4, 508.4, 508.7, 509.1h, 509.6."""
        id, combat = str(found.instance_id), draft.state.combat
        attacking = found.attack_state == "AttackState_Attacking"
        if attacking and (target := self._attacked(found)) is not None:
            if id not in combat.attackers:
                entering.state_attacking(draft, id, target)
            elif combat.attackers[id].target not in (None, target):
                defending = draft.view.defender_of(target) or target
                draft.append(AttackReselected(creature=id, target=target, defending=defending))
        if _blocking(found) and combat.blocks_declared_by:
            for attacker in _blocked(found, combat):
                if attacker not in combat.blockers.get(id, ()):
                    entering.cause_block(draft, id, attacker)
        if id in combat.attackers and not attacking:
            removal.remove_from_combat(draft, id)
        elif id in combat.unblocked and found.block_state == "BlockState_Blocked":
            entering.become_blocked(draft, id)
        elif id in combat.blocked and found.block_state == "BlockState_Unblocked":
            entering.become_unblocked(draft, id)
        if id in combat.blockers and not _blocking(found):
            removal.remove_from_combat(draft, id)

    def _effects(self, draft: Draft) -> None:
        """The effects at work become those that the table's qualifications tell of."""
        told = {}
        for id, annotation in sorted(self.table.ongoing.items()):
            ability, source = annotation.number("grpid"), self.table.permanent(annotation.affector_id or 0)
            numbers = {each.grp_id for each in source.unique_abilities} if source is not None else set()
            if ability in numbers and self._book.is_static(ability):
                continue  # the ability is known, and read from the permanent that has it
            known = qualified(annotation, lambda number: seat(number) if number in self.table.players else None)
            if known:
                told[f"qualification {id}"] = Effect(
                    id=f"qualification {id}",
                    controller=self._controller(source),
                    source=str(source.instance_id) if source is not None else None,
                    abilities=known,
                    text=f"Arena's qualification {annotation.number('QualificationType')}, by ability {ability}",
                )
        at_work = {name: timed.effect for name, timed in draft.state.board.effects.items()}
        for name, effect in at_work.items():
            if told.get(name) != effect:
                draft.append(t.EffectEnded(id=name))
        for name, effect in told.items():
            if at_work.get(name) != effect:
                draft.append(t.EffectBegan(effect=effect))

    def _controller(self, source: GameObject | None) -> str:
        players = self.game.board.players
        name = seat(source.controller_seat_id) if source is not None else players[0]
        return name if name in players else players[0]

    def _end(self) -> None:
        """The game is over, if its results are there."""
        results = [result for result in self.table.info.results if result.scope == "MatchScope_Game"]
        if self.ended or not results:
            return
        self.ended = True
        team = results[-1].winning_team_id
        winners = [seat(number) for number, player in self.table.players.items() if team and player.team_id == team]
        ended = t.GameEnded(winner=winners[0] if winners else None, reason=results[-1].reason.removeprefix("ResultReason_"))
        self.game.happen(lambda draft: draft.append(ended))


_SETTLED = ("BlockState_Blocked", "BlockState_Unblocked")


def _step_number(step: t.Step) -> int:
    return _IN_ORDER.index(step) if step in _IN_ORDER else -1


def _blocking(found: GameObject) -> bool:
    return found.block_state == "BlockState_Blocking"


def _blocked(found: GameObject, combat: Combat) -> tuple[str, ...]:
    """The attackers that a creature blocks."""
    attackers = found.block_info.attacker_ids if found.block_info is not None else ()
    return tuple(id for each in dict.fromkeys(attackers) if (id := str(each)) in combat.attackers)


def _recipient(recipient: Recipient) -> str | None:
    if recipient.player_system_seat_id is not None:
        return seat(recipient.player_system_seat_id)
    return str(recipient.permanent_id) if recipient.permanent_id is not None else None


def _selected(attacker: Attacker) -> str | None:
    return _recipient(attacker.selected_damage_recipient) if attacker.selected_damage_recipient is not None else None


def _let_stand(
    draft: Draft, kind: Literal["attack", "block"], player: str, declared: Mapping[str, tuple[str, ...]], reason: standing.Reason
) -> None:
    if kind == "attack":
        attackers = {creature: target for creature, (target,) in declared.items()}
        standing.let_attack_stand(draft, player, attackers, reason)
    else:
        standing.let_block_stand(draft, player, declared, reason)


def _name(found: GameObject) -> str:
    """What to call a card that isn't known: a token by its subtypes."""
    subtypes = " ".join(word.partition("_")[2] for word in found.subtypes)
    return f"{subtypes} token" if found.type == "GameObjectType_Token" and subtypes else f"grp {found.grp_id}"


def _types(found: GameObject) -> tuple[str, ...]:
    words = (*found.super_types, *found.card_types, *found.subtypes)
    return tuple(word.partition("_")[2] for word in words if word != "SubType_AllCreatureTypes")


def _colors(found: GameObject) -> tuple[Color, ...]:
    return tuple(dict.fromkeys(COLORS[color] for color in found.color if color in COLORS))
