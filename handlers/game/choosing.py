"""What players choose in a game: each command is declared, judged or explained; methods name the usual ones."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import replace

from ...events import facts as t
from ...events.declarations import ManaAbilityActivated
from ...events.ruling import Ruling
from ...events.telemetry import judging
from ..attempted import Attempted, same_outcome
from ..input_checks import check_type
from ..legality.explanation import Explanation, ask, explain, same_whatever_is_so
from ..procedure import arguments, damage_explained, runner
from ..procedure.assigning_510_1 import Assignment
from ..procedure.attackers_508_1 import ATTACKERS_508_1
from ..procedure.blockers_509_1 import BLOCKERS_509_1
from ..procedure.commands import (
    ActivateManaAbilities,
    AssignCombatDamage,
    ChooseTargets,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    Offer,
    OptionalCosts,
    OrderTriggers,
    Pay,
    Payment,
    ResolveAbility,
)
from ..procedure.damage_explained import DamageExplanation
from ..procedure.illegal_actions import violations
from ..procedure.mana_abilities import as_its_permanent_says
from ..procedure.runner import Reason
from ..resolution.choosing import DEFAULT, Choices
from .deciding import Deciding


class Choosing(Deciding):
    """What players choose."""

    def declare(self, command: Command) -> Ruling:
        """A player chooses. Raises IllegalDeclaration with the ruling; the log is as it was before."""
        return self._commit_attempt(self._tried(command))

    def declare_if_legal(self, command: Command) -> Ruling:
        """As `declare`, if the command is legal; else nothing is appended, and the ruling says why."""
        tried = self._tried(command)
        return self._commit_attempt(tried) if tried.ruling.verdict == "legal" else tried.ruling

    def judge(self, command: Command) -> Ruling:
        """The ruling that the command would get. Nothing is appended."""
        return self._tried(command).ruling

    def plainly_wrong(self, command: Command) -> dict[str, tuple[str, ...]]:
        """What of a command can't be complied with, by concept, but for requirements: nothing is compared or searched for."""

        def decided() -> dict[str, tuple[str, ...]]:
            procedure, before, player = self._procedure(command, self._state.declarations.pending)
            return runner.plainly_wrong(procedure, before, command, player)

        return self._settled_if(decided, operator.eq)

    def _tried(self, command: Command) -> Attempted:
        with judging(command, lambda: self.log.stream):
            attempted = self._settled(lambda: self._attempt(command), same_outcome)
        return replace(attempted, ruling=self._told_presumed(attempted.ruling)) if self.presumed else attempted

    def explain(self, command: DeclareAttackers | DeclareBlockers) -> Explanation:
        """The ruling that the declaration would get, and why. Nothing is appended."""
        with judging(command, lambda: self.log.stream):
            found = self._settled(lambda: self._explanation(command), same_whatever_is_so)
        return found.model_copy(update={"ruling": self._told_presumed(found.ruling)}) if self.presumed else found

    def _explanation(self, command: DeclareAttackers | DeclareBlockers) -> Explanation:
        attempted = self._attempt(command)
        procedure, attempt = attempted.procedure, attempted.attempt
        formulation = attempt.before.formulation("attack" if isinstance(command, DeclareAttackers) else "block", attempt.player)

        def told() -> Explanation:
            paying = runner.Paying(procedure, attempt, attempt.before)
            return explain(
                formulation,
                attempt.before.edition,
                attempted.ruling,
                [violation for violated in attempt.violated for violation in violations(attempt.before.edition, violated)],
                command.chosen,
                attempt.choosable,
                attempt.locked.total.text if attempt.locked is not None else None,
                None if attempt.untimely else paying.can,
                paying.declined(attempt.choosable),
            )

        ask(formulation, self.edition)
        return Explanation.deferred(told, {"ruling": attempted.ruling}) if runner.can_wait(attempt.before) else told()

    def declare_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """508.1: the active player declares attackers: creature → the player, planeswalker or battle it attacks.

        Raises IllegalDeclaration with the ruling; the log is as it was before.
        """
        return self.declare(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def judge_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """The ruling that declaring these attackers would get. Nothing is appended."""
        return self.judge(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def explain_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Explanation:
        """The ruling that declaring these attackers would get, and why. Nothing is appended."""
        return self.explain(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def declare_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """509.1: a defending player declares blockers: creature → the attackers it blocks.

        `by`: which player; by default the next one in turn order who is to declare. Raises IllegalDeclaration with the
        ruling; the log is as it was before.
        """
        return self.declare(arguments.blocking(blocks, by, mana_abilities, pay))

    def judge_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """The ruling that declaring these blockers would get. Nothing is appended."""
        return self.judge(arguments.blocking(blocks, by, mana_abilities, pay))

    def explain_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Explanation:
        """The ruling that declaring these blockers would get, and why. Nothing is appended."""
        return self.explain(arguments.blocking(blocks, by, mana_abilities, pay))

    def activate_mana_ability(self, activated: ManaAbilityActivated) -> None:
        """508.1i, 509.1e: while a declaration waits for payment. Raises IllegalDeclaration."""
        self.declare(ActivateManaAbilities(mana_abilities=(activated,)))

    def mana_ability(self, activated: ManaAbilityActivated) -> ManaAbilityActivated:
        """The activation, tapping and sacrificing its source as the permanent's own mana ability says. Raises InvalidInput."""
        return as_its_permanent_says(self._now.view, activated)

    def pay(self, offer: Offer | bool = True) -> Ruling:
        """508.1j, 509.1f: pay what a declaration waits for, and complete it; False declines. Raises IllegalDeclaration."""
        check_type("pay", offer, (Offer, bool), 'True, False, or what is paid, as in Offer(mana="{2}", life=2)')
        return self.declare(Pay(pay=offer))

    def announce_orders(self, announced: Mapping[str, Iterable[str]]) -> Ruling:
        """Damage assignment orders, creature → order (509.2, 509.3, 509.6, 509.7 until 2024-11-07). Raises IllegalDeclaration."""
        return self.declare(arguments.ordering(announced))

    def reselect(self, targets: Mapping[str, str]) -> Ruling:
        """508.7: what attackers attack is reselected: attacker → target. Raises IllegalDeclaration."""
        return self.declare(arguments.reselecting(targets))

    def let_stand(self, command: DeclareAttackers | DeclareBlockers, reason: Reason, *, by: str | None = None) -> None:
        """A declaration of a recorded game stands without a ruling that it is legal: the game went on with it."""
        if isinstance(command, DeclareAttackers):
            procedure, player = ATTACKERS_508_1, by or self._active
        else:
            procedure, player = BLOCKERS_509_1, self._declaring(self._now, command.by)
        self._happen("priority", lambda draft: runner.let_stand(procedure, draft, command, player, reason))

    def assign_combat_damage(self, assignment: Assignment, *, by: str | None = None) -> Ruling:
        """510.1: a player announces how creatures assign combat damage: creature → recipient → amount.

        The combat damage step begins if it hasn't. `by`: which player; by default the next one in turn order who is to assign.
        What can be assigned in one way only may be left out. Raises IllegalDeclaration; what others assigned stands.
        """
        return self.declare(arguments.assigning(assignment, by))

    def judge_combat_damage(self, assignment: Assignment, *, by: str | None = None) -> Ruling:
        """The ruling that this announcement would get. Nothing is appended."""
        return self.judge(arguments.assigning(assignment, by))

    def deal_combat_damage(self, assignment: Assignment | None = None) -> Ruling:
        """510.1–2: every player who hasn't assigned combat damage yet does, in turn order, and it is dealt with all that follows.

        `assignment`: of all these players together. Raises IllegalDeclaration; the log is as it was before.
        """
        return self.declare(arguments.dealing(assignment))

    def judge_dealing(self, assignment: Assignment | None = None) -> Ruling:
        """The ruling that `deal_combat_damage` would get. Nothing is appended."""
        return self.judge(arguments.dealing(assignment))

    def explain_combat_damage(self, assignment: Assignment, *, by: str | None = None) -> DamageExplanation:
        """The ruling that this announcement would get, and why. Nothing is appended."""
        return self._explain_damage(arguments.assigning(assignment, by))

    def explain_dealing(self, assignment: Assignment | None = None) -> DamageExplanation:
        """The ruling that `deal_combat_damage` would get, and why. Nothing is appended."""
        return self._explain_damage(arguments.dealing(assignment))

    def _explain_damage(self, command: AssignCombatDamage | DealCombatDamage) -> DamageExplanation:
        def decided() -> DamageExplanation:
            attempted = self._attempt(command, complete=False)
            wrong = [violation for violated in attempted.attempt.violated for violation in violations(self.edition, violated)]
            return damage_explained.explain(self._moment("damage").fork(), attempted.ruling, wrong, command.assignment)

        found = self._settled_if(decided, operator.eq)
        return found.model_copy(update={"ruling": self._told_presumed(found.ruling)})

    def order_triggers(self, order: Iterable[int]) -> Ruling:
        """603.3b: a player puts triggered abilities on the stack in this order, by number (`stack`): the last resolves first.

        All that the player has just put there are named, before targets are chosen. Raises InvalidInput.
        """
        return self.declare(OrderTriggers(order=tuple(order)))

    def choose_targets(
        self,
        number: int,
        targets: Iterable[str],
        *,
        modes: tuple[int, ...] | None = None,
        division: dict[str, int] | None = None,
        cards: tuple[t.PermanentEntered, ...] = (),
    ) -> Ruling:
        """603.3c–d: the targets, and modes, of the ability on the stack with that number.

        `division`: of what is divided among the targets, how much each gets. `cards`: what cards are that are targets and that
        nobody else tells of. Raises InvalidInput.
        """
        command = ChooseTargets(number=number, targets=tuple(targets), modes=modes, division=division, cards=cards)
        return self.declare(command)

    def resolve(self, choices: Choices = DEFAULT) -> Ruling:
        """608: the topmost ability of the stack resolves; what isn't chosen is chosen by the default policy.

        State-based actions follow, and what triggers goes on the stack. What can't be carried out is marked (`stack.marks`).
        Raises InvalidInput where the stack is empty, or something is chosen that can't be.
        """
        return self.declare(ResolveAbility(choices=choices))
