"""The runner: goes through the steps of a procedure, and rules on what can't be complied with.

A procedure is an ordered list of steps, one function for each letter of its rule. Every step is tried. The first that can't be
complied with decides the ruling. The later steps are tried on that part of the declaration that can be chosen, and the ruling
says what is wrong there, too. Where nothing is wrong, the procedure is completed as the rule says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from ...events.abilities import AttackCost, BlockCost
from ...events.declarations import CostsLocked, DeclarationStood, ManaAbilityActivated
from ...events.errors import Undecided
from ...events.ruling import Choice, Ruling
from ...projections.pending import PendingDeclaration
from ..attempt import Attempt, Draft, Violated
from ..budget import PAYING
from .illegal_actions import decided, in_words

ProcedureStep = Callable[[Attempt[Any]], None]
LetStandReason = Literal["illegal", "undecided", "record interrupted"]


class Procedure(NamedTuple):
    """A rule as steps in order.

    `steps`: tried in order, and may raise Violated. `completion`: carried out after them, if nothing is wrong. `as_recorded`:
    carried out instead of both for what a record says happened, which isn't checked. `proposing`: makes the command that declares
    what legality proposes. `paying`: the steps from choice to payment of a declaration known to be legal. `comparing`: those of
    `steps` that compare with other declarations. `resumes`: the whole procedure, where this one goes on with a declaration that
    waits for payment. `check_turn`: raises an untimely Violated where it isn't the player's turn to declare.
    """

    action: Choice
    steps: tuple[ProcedureStep, ...]
    completion: tuple[ProcedureStep, ...]
    as_recorded: tuple[ProcedureStep, ...] = ()
    proposing: Callable[[Mapping[str, tuple[str, ...]]], Any] | None = None
    paying: tuple[ProcedureStep, ...] = ()
    comparing: tuple[ProcedureStep, ...] = ()
    check_turn: Callable[[Draft, str], None] = lambda before, player: None
    resumes: Procedure | None = None


def run(procedure: Procedure, attempt: Attempt[Any]) -> None:
    """Try every step; complete it where nothing is wrong and nothing is left to pay."""
    check(procedure, attempt)
    if not attempt.violated and not attempt.waiting:
        for step in procedure.completion:
            step(attempt)


def check(procedure: Procedure, attempt: Attempt[Any]) -> None:
    """Try every step; stop where it isn't the time for such a command."""
    for step in procedure.steps:
        if not attempt.comply(step, attempt) and attempt.violated[-1].untimely:
            return


def plainly_wrong(procedure: Procedure, before: Draft, command: object, player: str) -> dict[str, tuple[str, ...]]:
    """What is wrong with a command: rule concept → why, in sentences. Steps that compare (requirements) are left out."""
    attempt = Attempt(before, command, player)
    check(procedure._replace(steps=tuple(step for step in procedure.steps if step not in procedure.comparing)), attempt)
    return {violated.concept: tuple(violated.whys) for violated in reversed(attempt.violated)}


def is_timely(procedure: Procedure, before: Draft, player: str) -> bool:
    """Whether the player may give such a command at the moment `before`."""
    try:
        procedure.check_turn(before, player)
    except Violated:
        return False
    return True


def let_stand(procedure: Procedure, draft: Draft, command: object, player: str, reason: LetStandReason) -> None:
    """A recorded declaration stands without a ruling that it is legal: the game went on with it, so what follows from it follows.

    What a referee would have checked isn't checked, and costs aren't known.
    """
    assert procedure.action in ("attack", "block"), "only these are recorded so"
    draft.append(DeclarationStood(action=procedure.action, player=player, reason=reason))
    attempt = Attempt(draft, command, player, draft)
    for step in procedure.as_recorded:
        step(attempt)


def payable(
    procedure: Procedure,
    before: Draft,
    player: str,
    proposed: Mapping[str, tuple[str, ...]],
    mana_abilities: tuple[ManaAbilityActivated, ...] = (),
) -> bool:
    """Whether the player can declare and pay for what is proposed at the moment `before`, without these mana abilities or with.

    `proposed`: creature → what it attacks or blocks. Raises Undecided where the budget is spent.
    """
    assert procedure.proposing is not None, "legality proposes attacks and blocks only"
    if not _costs(before):
        return True
    before.budget.spend(PAYING)
    command = procedure.proposing(proposed)
    for each in (command, command.model_copy(update={"mana_abilities": mana_abilities})) if mana_abilities else (command,):
        attempt = Attempt(before, each, player)
        check(procedure, attempt)
        if not attempt.violated:
            return True
    return False


class Paying(NamedTuple):
    """What the player of an attempt could pay for at the moment before it."""

    procedure: Procedure
    attempt: Attempt[Any]
    before: Draft

    def can(self, proposed: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether the player could declare that and pay for it, perhaps with the mana abilities of the attempt."""
        pending = self.attempt.draft.state.declarations.pending
        abilities = () if pending is None else pending.mana_abilities
        return payable(self.procedure, self.before, self.attempt.player, proposed, abilities)

    def declined(self, chosen: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether the player doesn't pay for what was chosen, though it could be paid."""
        unpaid = any(violated.concept.endswith((".mana", ".pay")) for violated in self.attempt.violated)
        offered = getattr(self.attempt.command, "pay", True)
        try:
            return unpaid and (offered is False or (offered is not True and self.can(chosen)))
        except Undecided:
            return False


def rule(procedure: Procedure, attempt: Attempt[Any], pending: PendingDeclaration | None, before: Draft) -> Ruling:
    """The ruling on an attempt. `pending`: the declaration that it goes on with, and `before` the moment before that."""
    every = _every_locked(attempt, pending)
    total, costs = _total(every), _costs_of_each(every, attempt.player)
    if not attempt.violated:
        return Ruling(action=procedure.action, player=attempt.player, verdict="legal", cost=total, costs=costs)
    decisive = attempt.violated[0]
    known = decided(before.edition, procedure.action, decisive, decisive.player or attempt.player, total, attempt.violated)
    known["costs"] = costs
    if procedure.proposing and not _is_unpaid(decisive) and can_wait(before):
        # Whatever is proposed can be paid then. The attempt isn't kept: a ruling may be held for long.
        return Ruling.deferred(lambda: in_words(known, decisive, decisive.instead), known)
    try:
        instead = _instead(procedure, attempt, decisive, before)
    except Undecided:  # whether a way out can be paid
        instead = None
    return in_words(known, decisive, instead)


def _is_unpaid(decisive: Violated) -> bool:
    return decisive.concept.endswith((".mana", ".pay"))


def can_wait(before: Draft) -> bool:
    """Whether the words of a ruling and its way out can be made later, when they are asked for, and would be the same.

    They would where nothing is assumed, no cost has to be paid, and no budget is limited.
    """
    return not (before.state.board.assumed or before.budget.limited or _costs(before))


def _total(every: Sequence[CostsLocked]) -> str | None:
    """The total that was locked in before the ruling."""
    if len(every) > 1:
        return "; ".join(f"{locked.player}: {locked.total.text}" for locked in every)
    return every[0].total.text if every else None


def _every_locked(attempt: Attempt[Any], pending: PendingDeclaration | None) -> Sequence[CostsLocked]:
    """The total of each player who pays."""
    if pending is not None and pending.locked is not None:
        return pending.every_locked
    return [event for event in attempt.events if type(event) is CostsLocked]


def _costs_of_each(every: Sequence[CostsLocked], declaring: str) -> dict[str, str]:
    """Player → the total, where that isn't only what the player who declares pays."""
    if all(locked.player == declaring for locked in every):
        return {}
    return {locked.player: locked.total.text for locked in every}


def _instead(procedure: Procedure, attempt: Attempt[Any], decisive: Violated, before: Draft) -> Mapping[str, Any] | None:
    """A legal way out that the player can pay for: the nearest, where the one proposed can't be paid."""
    instead = decisive.instead
    if procedure.action not in ("attack", "block"):
        return instead
    action: Literal["attack", "block"] = "attack" if procedure.action == "attack" else "block"
    from ..legality.nearest import nearest

    unpaid, paying = _is_unpaid(decisive), Paying(procedure.resumes or procedure, attempt, before)
    if not unpaid and (instead is None or paying.can(instead)):
        return instead
    pending = attempt.draft.pending
    chosen = {attacker: (target,) for attacker, target in pending.targets} if action == "attack" else dict(pending.blocks)
    formulation = before.formulation(action, attempt.player)
    found = nearest(formulation, chosen, None if paying.declined(chosen) else paying.can)
    return None if found is None else formulation.names(found.declaration)


def _costs(before: Draft) -> bool:
    return bool(before.view.held(AttackCost)) or bool(before.view.held(BlockCost))
