"""The order of a combat's choices: what may come next, and what happens before it without a choice."""

from __future__ import annotations

from typing import NamedTuple

from ...events.errors import InvalidInput
from ..attempt import Draft
from ..combat import turns
from ..combat.state_based_actions_704 import before_priority
from .blockers_509_1 import all_declared, next_to_declare
from .damage_steps_510_4 import may_assign, next_to_assign, yet_to_assign


class Awaited(NamedTuple):
    """A choice that may come next: the type of its command, and the player who makes it."""

    command: str
    player: str


def awaited(draft: Draft) -> tuple[Awaited, ...]:
    """The choices of the combat that may come next; none where a turn, a combat phase or an effect has to begin before."""
    board, combat, pending = draft.state.board, draft.state.combat, draft.state.declarations.pending
    if pending is not None:
        locked = any(each.total.mana for each in pending.every_locked)
        return tuple(
            Awaited(command, pending.player) for command in ("ActivateManaAbilities", "Pay") if locked or command == "Pay"
        )
    if board.active is None or board.is_over:
        return ()
    active = board.speaker(board.active)
    if not combat.attackers_declared:
        if not board.active_side or (combat.phases_this_turn and not combat.phase) or _is_skipped(draft):
            return ()
        chooses = board.options.attack == "one" and combat.chosen is None
        return (Awaited("ChooseDefendingPlayer" if chooses else "DeclareAttackers", active),)
    if not turns.steps_follow(draft) or board.step == "end of combat":
        return ()
    if not all_declared(draft):
        return (Awaited("DeclareBlockers", next_to_declare(draft)),)
    if turns.orders_awaited(draft) and not combat.blocks_complete:
        return (Awaited("AnnounceDamageOrder", active),)
    step = combat.damage
    if step is not None and not step.dealt and not yet_to_assign(draft):
        return (Awaited("DealCombatDamage", active),)
    if may_assign(draft):
        return (Awaited("AssignCombatDamage", next_to_assign(draft)),)
    return ()


def _is_skipped(draft: Draft) -> bool:
    """Whether no attackers can be declared, as the combat phase that would begin is skipped, or was (614.10)."""
    board, combat = draft.state.board, draft.state.combat
    if combat.phase:
        return False
    return board.combat_skipped or turns.who_skips(board, board.active_side, "combat phase") is not None


def pass_priority(draft: Draft) -> None:
    """The active player gets the priority that is due, also where damage assignment orders are awaited and weren't announced."""
    if draft.state.combat.priority_due and draft.state.board.active is not None and all_declared(draft):
        turns.receive_priority(draft)


def come_to_attackers(draft: Draft) -> None:
    """The combat phase begins, unless it has begun: attackers are declared next."""
    if _is_skipped(draft):
        raise InvalidInput("attack", "a declaration of attackers", "the next turn: this combat phase is skipped (614.10)")
    if not draft.state.combat.phase:
        board = draft.state.board
        if draft.state.combat.phases_this_turn and not board.combats_added and not board.recorded:
            raise InvalidInput(
                "attack", "a declaration of attackers", "another combat phase, which begins before it, or the next turn"
            )
        before_priority(draft)
        turns.begin_combat(draft)
