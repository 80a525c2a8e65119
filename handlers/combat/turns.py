"""Turns and combat phases begin and end: effects that last until then end, and permanents untap (502.3, 506, 514.2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import chain, cycle

from ...events import abilities as a
from ...events import facts as t
from ...events.damage import DamageWoreOff
from ...events.declarations import PriorityReceived, StepsSkipped, TriggersPutOnStack
from ...events.errors import InvalidInput
from ...events.instructions import Skippable
from ...events.stack import AbilityNotCarriedOut, Skipped
from ...projections.board import Board, TimedEffect
from ..attempt import Draft
from ..rulebook.editions import Edition
from ..triggers.damage_510_3 import end_of_combat_triggers
from ..triggers.not_modelled import mark_beginning
from ..triggers.resolving_603_2 import delayed_triggers
from ..view.view import View
from . import effects_611_2, untap_step_502
from .damage_orders import all_announced
from .state_based_actions_704 import before_priority


def begin_turn(draft: Draft, player: str, untaps: Collection[str] | None = None) -> None:
    """The next turn begins: effects end, the player's permanents untap and are controlled continuously from now on.

    Where turns are shared, it is the turn of the player's team (805.4). `untaps`: which permanents untap, where effects leave the
    player a choice.
    """
    if draft.state.board.turn:  # else nothing has been before, and the board isn't laid out yet
        clean_up(draft)
    for skipping in _passed_over(draft.state.board, player):
        draft.append(Skipped(player=skipping, what="turn"))
    board = draft.state.board
    side, gone = board.side(player), _whose_turn_would_have_begun(board, player)
    _end_effects(draft, lambda timed: _ends_as_a_turn_begins(timed.effect, side, gone))
    draft.append(t.TurnBegan(player=player, number=board.turn + 1, team=side if board.options.shared_turns else None))
    for producer, mana in board.mana_at_start.items():
        if board.mana[producer] != mana:
            draft.append(t.ManaAvailable(player=producer, mana=mana))
    untapping = who_skips(board, side, "untap step") is None
    if untapping:
        untap_step_502.phase(draft, side)
    for permanent in list(draft.view.permanents.values()):
        if permanent.controller in side and not permanent.continuously_controlled:
            draft.append(t.ContinuousControlChanged(id=permanent.id, continuously_controlled=True))
    if untapping:
        untap_step_502.untap(draft, side, untaps)
        _end_effects(draft, lambda timed: _was_its_untap_step(timed, draft.state.board, side))
        effects_611_2.end_what_lapsed(draft)
    else:
        _skip(draft, side, "untap step")
    mark_beginning(draft, "turn begins")


def who_skips(board: Board, players: Collection[str], what: Skippable) -> str | None:
    """The first of these players, whose turn it is together, who is to skip that; what one of them skips, all do (805.8)."""
    return next((player for player in players if board.skips.get((player, what))), None)


def _skip(draft: Draft, players: Collection[str], what: Skippable) -> bool:
    """What they are to skip is skipped, if they are to; whether they were."""
    if (player := who_skips(draft.state.board, players, what)) is not None:
        draft.append(Skipped(player=player, what=what))
    return player is not None


def next_turns(board: Board) -> Iterator[tuple[str, bool]]:
    """Whose turns would follow, and whether each is skipped: extra turns first, the last one added before the others (500.7),
    then the players, or teams, in turn order. It ends with the first turn that isn't skipped."""
    skips = {player: number for (player, what), number in board.skips.items() if what == "turn"}
    sides = {board.side(player): player for player in reversed(board.in_turn_order(board.active or board.players[0]))}
    own, around = board.side(board.active) if board.active is not None else (), [*sides.values()][::-1]
    others = [player for player in around if player not in own]
    for player in chain(reversed(board.extra_turns), others, cycle(around)):
        side = board.side(player)
        skipping = next((each for each in side if skips.get(each)), None)
        if skipping is not None:
            skips[skipping] -= 1
        yield skipping or player, skipping is not None
        if skipping is None:
            return


def _passed_over(board: Board, player: str) -> list[str]:
    """Who skips a turn before that player's begins. Raises InvalidInput where an effect says that it is another player's turn."""
    if not board.extra_turns and not any(what == "turn" for _, what in board.skips):
        return []
    *skipping, (following, _) = next_turns(board)
    if player not in board.side(following):
        raise InvalidInput("turn", repr(player), f"{following}, whose turn follows, as effects say (500.7, 614.10)")
    return [each for each, _ in skipping]


def begin_combat(draft: Draft) -> None:
    """A combat phase begins, and its declare attackers step. One that is left ends before it, by its end of combat step."""
    finish_combat(draft)
    if _skip(draft, draft.state.board.active_side, "combat phase"):
        return
    board, combat = draft.state.board, draft.state.combat
    draft.append(t.CombatBegan())
    if board.turn > 1 or combat.phases_this_turn > 1:
        mark_beginning(draft, "combat begins")  # the first one begins with the board as it is stated
    draft.append(t.StepBegan(step="declare attackers"))


def begin_end_of_combat(draft: Draft) -> None:
    """511.1–2: the end of combat step begins; abilities trigger, and the active player gets priority. Raises InvalidInput."""
    board, combat = draft.state.board, draft.state.combat
    if not combat.phase:
        raise InvalidInput("end_of_combat", "no combat phase", "a combat phase that has begun and hasn't ended")
    if board.step == "end of combat":
        return
    _mark_undealt(draft)
    delayed = tuple(delayed_triggers(draft.state.stack, "end of combat", board.active_side))
    draft.append(t.StepBegan(step="end of combat"))
    for triggered in (*end_of_combat_triggers(draft.view), *delayed):
        draft.append(triggered)
    before_priority(draft)
    if combat.triggers_waiting:
        draft.append(TriggersPutOnStack(number=combat.triggers_waiting))
    if board.active is not None and (player := with_priority(board)) is not None:
        draft.append(PriorityReceived(player=player))


def leave_combat(draft: Draft) -> None:
    """511.3: the end of combat step ends; all are removed from combat. It begins before, if it hasn't. Then the postcombat main
    phase begins. Raises InvalidInput."""
    _end_combat_phase(draft)
    mark_beginning(draft, "postcombat main phase begins")


def _end_combat_phase(draft: Draft) -> None:
    begin_end_of_combat(draft)
    end_combat(draft)
    before_priority(draft)


def finish_combat(draft: Draft) -> None:
    """End the combat phase, if there is one, by its end of combat step, also where nobody asked for that step."""
    if draft.state.combat.phase:
        _end_combat_phase(draft)


def clean_up(draft: Draft) -> None:
    """514.2–3a: all damage marked on permanents is removed, and what lasts until end of turn ends; then state-based actions."""
    finish_combat(draft)
    if not draft.state.combat.phases_this_turn and not draft.state.board.combat_skipped:
        _skip(draft, draft.state.board.active_side, "combat phase")
    mark_beginning(draft, "postcombat main phase begins")
    mark_beginning(draft, "end step begins")
    if any(permanent.marked or permanent.deathtouched for permanent in draft.state.board.permanents.values()):
        draft.append(DamageWoreOff())
    _end_effects(draft, lambda timed: timed.effect.duration == "end of turn" or _its_turn_ends(timed, draft.state.board))
    before_priority(draft)


def begin_declare_blockers(draft: Draft) -> None:
    """The declare blockers step begins, unless it is skipped (508.8) or has begun."""
    if steps_follow(draft) and draft.state.board.step not in ("declare blockers", "end of combat"):
        draft.append(t.StepBegan(step="declare blockers"))


def steps_follow(draft: Draft) -> bool:
    """Whether there are attackers that keep the declare blockers and combat damage steps from being skipped (508.8)."""
    combat = draft.state.combat
    return bool(combat.attacked) or (combat.had_attackers and draft.edition.steps_kept_by == "any attackers")


def assigning_next(view: View, edition: Edition) -> tuple[bool, tuple[str, ...]]:
    """510.4: of the step that begins now, whether it is the first of two, and which creatures assign damage in it, in the order
    in which they came into combat. Pure."""
    combat = view.combat
    fighting = [id for id in (*combat.attackers, *combat.blockers) if id in view.permanents]
    if combat.damage is None:
        striking = [id for id in fighting if not _STRIKING_FIRST.isdisjoint(view.keywords(id))]
        return bool(striking), tuple(striking or fighting)
    have = set(combat.struck_first) if edition.second_step == "had first strike" else combat.have_assigned
    return False, tuple([id for id in fighting if id not in have or "double strike" in view.keywords(id)])


_STRIKING_FIRST = frozenset(("first strike", "double strike"))


def yet_to_deal(draft: Draft) -> list[str]:
    """The creatures that are to deal combat damage in the step that has begun, or the second one; before the first, in any."""
    combat, step = draft.state.combat, draft.state.combat.damage
    if step is None:
        creatures: tuple[str, ...] = (*combat.attackers, *combat.blockers)
    elif not step.dealt:
        creatures = step.assigning
    else:
        creatures = assigning_next(draft.view, draft.edition)[1] if step.first_strike else ()
    return [id for id, each in draft.assigns(creatures).items() if each.striker.amount and each.striker.recipients]


def _mark_undealt(draft: Draft) -> None:
    """Mark the game with what would have dealt combat damage, where it goes on without it, or without its second step."""
    combat, board = draft.state.combat, draft.state.board
    step = combat.damage
    if board.recorded or board.is_over or (step is not None and step.dealt and not step.first_strike) or not steps_follow(draft):
        return
    which = "the second combat damage step" if step is not None and step.dealt else "combat damage"
    for id in yet_to_deal(draft):
        controller, why = board.permanents[id].controller, f"the game went on without {which}"
        draft.append(AbilityNotCarriedOut(number=0, source=id, controller=controller, ability="combat damage", why=why))


def end_combat(draft: Draft) -> None:
    """The combat phase ends, if there is one, without an end of combat step; with no attackers, steps were skipped (508.8)."""
    combat = draft.state.combat
    if not combat.phase:
        return
    if combat.attackers_declared and not steps_follow(draft):
        draft.append(StepsSkipped())
    ended = [timed.effect.id for timed in draft.state.board.effects.values() if _its_combat_ends(timed, draft.state.board)]
    draft.append(t.CombatEnded())
    _end_effects(draft, lambda timed: timed.effect.duration == "end of combat" or timed.effect.id in ended)


def receive_priority(draft: Draft) -> None:
    """Abilities that triggered are put onto the stack, then the active player gets priority (508.2, 509.2).

    Where damage assignment orders are announced first, this waits for them until something else happens.
    """
    if not draft.state.combat.priority_due or draft.state.board.active is None:
        return
    before_priority(draft)
    combat, player = draft.state.combat, with_priority(draft.state.board)
    if player is None:
        return
    if combat.triggers_waiting:
        draft.append(TriggersPutOnStack(number=combat.triggers_waiting))
    draft.append(PriorityReceived(player=player))


def with_priority(board: Board) -> str | None:
    """Who gets priority first: the active player, or the next one in turn order if that player has left (800.4j)."""
    return next(iter(board.in_turn_order(board.active)), None) if board.active is not None else None


def orders_awaited(draft: Draft) -> bool:
    """Whether damage assignment orders are still to be announced before anybody gets priority."""
    combat = draft.state.combat
    kept = draft.edition.damage_orders
    return kept != "none" and bool(combat.blocks_declared_by) and not all_announced(combat, kept)


def _was_its_untap_step(timed: TimedEffect, board: Board, players: tuple[str, ...]) -> bool:
    """Whether it keeps a permanent tapped during a next untap step, and that was this one, of `players`; or what has left."""
    if timed.effect.duration != "next untap step":
        return False
    kept = [each for each in timed.effect.abilities if isinstance(each, a.StaysTapped)]
    ids = [id for each in kept if isinstance(each.permanents, a.IsOneOf) for id in each.permanents.ids if id in board.permanents]
    named = [id for each in kept if each.players is not None for id in each.players.ids]
    return not ids or not set(named or (board.permanents[id].controller for id in ids)).isdisjoint(players)


def _its_combat_ends(timed: TimedEffect, board: Board) -> bool:
    """Whether it lasts until the next combat phase of what it affects is over, and this was one; or that has left."""
    if timed.effect.duration != "next combat" or timed.timestamp > board.combat_began:
        return False
    who = [each.creatures for each in timed.effect.abilities if isinstance(each, a.MustAttack)]
    ids = [id for each in who for id in (each.ids if isinstance(each, a.IsOneOf) else (timed.effect.source or "",))]
    return all(id not in board.permanents or board.permanents[id].controller in board.active_side for id in ids)


def _its_turn_is_of(effect: a.Effect) -> str:
    """Whose next turn its duration means."""
    return effect.turn_of or effect.controller


def _its_turn_ends(timed: TimedEffect, board: Board) -> bool:
    """Whether it lasts until the end of a player's next turn, and that is the turn that ends."""
    ends = timed.effect.duration == "end of your next turn"
    return ends and _its_turn_is_of(timed.effect) in board.active_side and board.turn > timed.turn


def _ends_as_a_turn_begins(effect: a.Effect, side: tuple[str, ...], gone: frozenset[str]) -> bool:
    """Whether it lasts until the turn of one of them; or, of those who have left, until or during that turn (800.4m)."""
    if effect.duration == "your next turn":
        return _its_turn_is_of(effect) in gone.union(side)
    return effect.duration == "end of your next turn" and _its_turn_is_of(effect) in gone


def _whose_turn_would_have_begun(board: Board, player: str) -> frozenset[str]:
    """Who has left the game, and would have begun a turn by now: those seated between the active player and the next one."""
    gone = frozenset(board.seats) - frozenset(board.players)
    if not gone or board.active is None:
        return frozenset()
    if board.options.shared_turns:
        return gone.intersection(board.team_of(player))
    at = board.seats.index(board.active)
    after = (*board.seats[at + 1 :], *board.seats[:at])
    return gone.intersection(after[: after.index(player)] if player in after else ())


def _end_effects(draft: Draft, ends: Callable[[TimedEffect], bool]) -> None:
    for timed in list(draft.state.board.effects.values()):
        if ends(timed):
            effects_611_2.end(draft, timed.effect)
