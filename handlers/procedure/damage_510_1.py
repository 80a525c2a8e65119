"""The combat damage step: everybody assigns (510.1), then everything is dealt at one time (510.2).

The active player announces how creatures assign their combat damage, then each defending player in turn order (802.5). Until
2009-07-10 what was assigned waits on the stack, and players may respond before it is dealt as it was assigned.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...events import damage as g
from ..attempt import Attempt, Draft, Violated
from ..combat.dealing import deal
from ..combat.state_based_actions_704 import perform
from ..combat.turns import receive_priority
from ..damage_assignment.assigning import DamageToAssign
from ..damage_assignment.assigning_510_1 import Assigns, formulate, in_turn_order
from ..damage_assignment.legal_assignments import LegalAssignments
from ..rulebook.concepts import Concept
from ..triggers.damage_510_3 import damage_triggers
from ..triggers.not_modelled import mark_not_modelled
from .announcing_510_1 import CHECKS, Announcement, announce, assign, assigned, yet_to_assign_zero
from .commands import AssignCombatDamage, DealCombatDamage, ReadAssignment
from .damage_steps_510_4 import begin_step, may_assign, step_now, yet_to_assign
from .runner import Procedure


def shared_out(draft: Draft, named: ReadAssignment) -> list[tuple[str, ReadAssignment, Mapping[str, Assigns]]]:
    """The players who haven't assigned yet, in turn order, each with what is announced for that player's creatures. Raises
    Violated."""
    begin_step(draft)
    step = draft.state.combat.damage_step
    every = draft.assigns(step.assigning)
    players = yet_to_assign(draft)
    shares: dict[str, dict[str, Mapping[str, int]]] = {player: {} for player in players}
    first = players[0] if players else draft.state.board.active or draft.state.board.players[0]
    for id, amounts in named.items():
        # What nobody chooses for is refused as part of the first announcement.
        chooser = every[id].chooser if id in every else first
        shares.setdefault(chooser, {})[id] = amounts
    for player in yet_to_assign_zero(draft):
        shares.setdefault(player, {})
    in_order = sorted(shares, key=lambda player: players.index(player) if player in players else len(players))
    return [(player, shares[player], every) for player in in_order]


def assign_the_rest(draft: Draft, named: ReadAssignment) -> None:
    """Every player who hasn't assigned yet does, in turn order. Raises Violated where an announcement doesn't comply."""
    for player, share, every in shared_out(draft, named):
        assign(draft, player, share, every)


def is_forced(draft: Draft) -> bool:
    """Whether combat damage is to be assigned now, and nobody who is still to do so has a choice. Pure."""
    if not may_assign(draft):
        return False
    step = draft.state.combat.damage
    creatures, done, standing = step_now(draft)
    every = draft.assigns(creatures)
    if (step is not None and step.on_stack and not step.dealt) or not any(each.striker.has_choice for each in every.values()):
        return True
    for player in in_turn_order(draft.state, every):
        if player not in done:
            whole, open_to_choice = formulate(draft.view, every, player, standing).completed({})
            if open_to_choice:
                return False
            standing = {**standing, **whole}
    return True


def deal_damage(draft: Draft) -> None:
    """510.2–3: everything that was assigned is dealt at one time; state-based actions are performed; what triggered waits."""
    step = draft.state.combat.damage_step
    assert not step.dealt, "combat damage has been assigned and not dealt"
    before, since = draft.view, len(draft.events)
    dealt = deal(before, draft.edition, step.assignment)
    draft.append(dealt.event)
    for removed in dealt.counters:
        draft.append(removed)
    triggered = list(damage_triggers(draft.view, draft.edition, dealt.event))
    for each in triggered:
        draft.append(each)
    perform(draft, frozenset(each.source for each in triggered))
    mark_not_modelled(draft, before, since)


def respond(draft: Draft) -> None:
    """Something happens between assigning and dealing: only while the damage is on the stack, where it goes first.

    That is so until 2009-07-10 (310.2, from 2003-07-01 310.1). Raises Violated after it: nobody can do anything there (510.2).
    """
    if draft.edition.combat_damage == "dealt at once":
        raise Violated(Concept.DAMAGE_DEALT, ["nothing can happen between assigning combat damage and dealing it"])
    step = draft.state.combat.damage
    if step is not None and not step.on_stack:
        for player in yet_to_assign(draft):
            assign(draft, player, {})
        if not isinstance(draft.events[-1], g.CombatDamagePutOnStack):
            draft.append(g.CombatDamagePutOnStack())
        receive_priority(draft)


def legal_assignments(draft: Draft, player: str | None) -> LegalAssignments:
    """What a player (None: the next in turn order) may assign in the step that begins now or has begun; the draft is changed."""
    try:
        begin_step(draft)
    except Violated:
        return LegalAssignments(DamageToAssign({}, {}), player or draft.state.board.players[0], possible=False)
    step = draft.state.combat.damage_step
    waiting = yet_to_assign(draft)
    chosen = player or (waiting[0] if waiting else draft.state.board.players[0])
    every = draft.assigns(step.assigning)
    formulated = formulate(draft.view, every, chosen, step.assignment)
    return LegalAssignments(formulated, chosen, possible=waiting[:1] == [chosen])


def _assign(attempt: Attempt[AssignCombatDamage]) -> None:
    _complied(attempt, announce(attempt.draft, attempt.player, attempt.command.assignment))


def _complied(attempt: Attempt[Any], announced: Announcement) -> None:
    """All that is wrong with an announcement is found; one with which nothing is stands."""
    complied = [attempt.comply(check, announced) for check in CHECKS]
    if all(complied):
        assigned(announced)


def _assign_the_rest(attempt: Attempt[DealCombatDamage]) -> None:
    for player, named, every in shared_out(attempt.draft, attempt.command.assignment):
        _complied(attempt, announce(attempt.draft, player, named, every))
        if attempt.violated:
            return


ASSIGNING_510_1 = Procedure(action="damage", steps=(_assign,), completion=())
"""A player assigns."""


DEALING_510_2 = Procedure(action="damage", steps=(_assign_the_rest,), completion=(lambda attempt: deal_damage(attempt.draft),))
"""Everybody who is left assigns, and the damage is dealt."""


RESPONDING_310_1 = Procedure(action="damage", steps=(lambda attempt: respond(attempt.draft),), completion=())
"""Something else happens while combat damage waits to be dealt."""
