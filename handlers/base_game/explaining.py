"""The ruling that a command would get, and why, as a `Decider` decides it now."""

from __future__ import annotations

from ..legality.explanation import Explanation, ask, explain
from ..procedure import damage_explained, runner
from ..procedure.commands import AssignCombatDamage, DealCombatDamage, DeclareAttackers, DeclareBlockers
from ..procedure.damage_explained import DamageExplanation
from ..procedure.illegal_actions import violations
from .deciding import Decider


def explain_declaration(decider: Decider, command: DeclareAttackers | DeclareBlockers) -> Explanation:
    """Of attackers or blockers. Its sentences are put into words when they are read, where that can wait."""
    attempted = decider.attempt(command)
    procedure, attempt = attempted.procedure, attempted.attempt
    formulation = attempt.before.formulation("attack" if isinstance(command, DeclareAttackers) else "block", attempt.player)

    def explained() -> Explanation:
        paying = runner.Paying(procedure, attempt, attempt.before)
        return explain(
            formulation,
            attempted.ruling,
            [violation for violated in attempt.violated for violation in violations(attempt.before.edition, violated)],
            command.chosen,
            attempt.choosable,
            attempt.locked.total.text if attempt.locked is not None else None,
            None if attempt.untimely else paying.can,
            paying.declined(attempt.choosable),
        )

    ask(formulation)
    return Explanation.deferred(explained, {"ruling": attempted.ruling}) if runner.can_wait(attempt.before) else explained()


def explain_damage(decider: Decider, command: AssignCombatDamage | DealCombatDamage) -> DamageExplanation:
    """Of combat damage that is assigned."""
    attempted = decider.attempt(command, complete=False)
    wrong = [violation for violated in attempted.attempt.violated for violation in violations(decider.edition, violated)]
    return damage_explained.explain(decider.moment("damage").fork(), attempted.ruling, wrong, command.assignment)
