"""The combat damage steps: whether one can begin, who assigns combat damage in it, and in which order (510.1, 510.4)."""

from __future__ import annotations

from ...events import damage as g
from ..attempt import Draft, Violated
from ..combat.dealing import check_understood
from ..combat.turns import assigning_next, steps_follow, yet_to_deal
from ..damage_assignment.assigning_510_1 import in_turn_order
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..view.view import View
from .blockers_509_1 import all_declared
from .commands import ReadAssignment


def begin_step(draft: Draft) -> None:
    """510.4: the combat damage step begins, or the second one after first strike, unless one has begun. Raises Violated."""
    combat = draft.state.combat
    if combat.damage is not None and not combat.damage.dealt:
        return
    why = why_no_step(draft)
    if why is not None:
        raise Violated(Concept.DAMAGE_NO_STEP, [why], untimely=True)
    check_understood(draft.view)
    draft.append(next_step(draft.view, draft.edition))


def may_assign(draft: Draft) -> bool:
    """Whether combat damage may be assigned now: a step has begun, or can."""
    step = draft.state.combat.damage
    return (step is not None and not step.dealt) or why_no_step(draft) is None


def why_no_step(draft: Draft) -> str | None:
    """Why no combat damage step can begin now."""
    board, combat = draft.state.board, draft.state.combat
    if board.is_over:
        return "the game is over"
    if not combat.phase or not combat.attackers_declared or not steps_follow(draft):
        return "no creature is attacking: there is no combat damage step"
    if board.step == "end of combat":
        return "the end of combat step has begun"
    if combat.damage is not None:
        return None if combat.damage.first_strike else "combat damage was dealt already in this combat"
    return None if combat.blocks_complete or all_declared(draft) else "blockers haven't been declared"


def second_step_follows(draft: Draft) -> bool:
    """510.4: whether the first of two combat damage steps is over, and some creature is to deal damage in the second."""
    step = draft.state.combat.damage
    first = step is not None and step.first_strike and step.dealt
    return first and why_no_step(draft) is None and bool(yet_to_deal(draft))


def next_step(view: View, edition: Edition) -> g.CombatDamageStepBegan:
    """510.4: the step that begins now. Pure."""
    first_strike, creatures = assigning_next(view, edition)
    return g.CombatDamageStepBegan(first_strike=first_strike, assigning=creatures)


def yet_to_assign(draft: Draft) -> list[str]:
    """The players who are still to assign damage in the step that has begun, in turn order; none once it is on the stack."""
    step = draft.state.combat.damage_step
    if step.on_stack:
        return []
    every = draft.assigns(step.assigning)
    return [player for player in in_turn_order(draft.state, every) if player not in step.assigned_by]


def next_to_assign(draft: Draft) -> str:
    """The next player to assign combat damage in the step that has begun or begins next; the active player if there is none."""
    board, step = draft.state.board, draft.state.combat.damage
    if step is not None and step.on_stack and not step.dealt:
        return board.active or board.players[0]
    assigning, done, _ = step_now(draft)
    every = draft.assigns(assigning)
    waiting = [player for player in in_turn_order(draft.state, every) if player not in done]
    return (waiting or [board.active or board.players[0]])[0]


def step_now(draft: Draft) -> tuple[tuple[str, ...], tuple[str, ...], ReadAssignment]:
    """Of the step that has begun or begins next: the creatures that assign damage, the players who have assigned, and what."""
    step = draft.state.combat.damage
    if step is not None and not step.dealt and step.assigning:
        return step.assigning, step.assigned_by, step.assignment
    if why_no_step(draft) is None:
        return assigning_next(draft.view, draft.edition)[1], (), {}
    return (), (), {}
