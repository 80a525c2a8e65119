"""What players choose in a game: each command is declared, judged or explained; methods name the usual ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias, overload

from ...events import facts as t
from ...events.declarations import ManaAbilityActivated
from ...events.ruling import Ruling
from ..input_checks import check_type
from ..procedure import arguments, commands
from ..procedure.commands import ReadAssignment
from ..resolution.choices import DEFAULT, Choices

if TYPE_CHECKING:
    from ..legality.explanation import Explanation
    from ..procedure.damage_explained import DamageExplanation

ExplainedCommand: TypeAlias = (
    commands.DeclareAttackers | commands.DeclareBlockers | commands.AssignCombatDamage | commands.DealCombatDamage
)
"""The commands whose rulings are explained."""


class Choosing(ABC):
    """What players choose: methods made of `declare`, `judge` and `explain`."""

    @abstractmethod
    def declare(self, command: commands.Command) -> Ruling: ...

    @abstractmethod
    def judge(self, command: commands.Command) -> Ruling: ...

    @overload
    def explain(self, command: commands.DeclareAttackers | commands.DeclareBlockers) -> Explanation: ...

    @overload
    def explain(self, command: commands.AssignCombatDamage | commands.DealCombatDamage) -> DamageExplanation: ...

    @abstractmethod
    def explain(self, command: ExplainedCommand) -> Explanation | DamageExplanation: ...

    def declare_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, commands.OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: commands.Payment = True,
    ) -> Ruling:
        """The active player declares attackers (508.1): creature → the player, planeswalker or battle it attacks.

        `bands`: each a list of attackers. `optional_costs`: attacker → what is paid as it attacks ("exert", "pay", `Enlist`).
        `mana_abilities`: activated before costs are paid. `pay`: True pays the whole total, False declines, an `Offer` pays
        exactly that, None leaves it for `pay()`.
        Raises IllegalDeclaration with the ruling; the log is as it was before.
        """
        return self.declare(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def judge_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, commands.OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: commands.Payment = True,
    ) -> Ruling:
        """The ruling that declaring these attackers would get. Nothing is appended."""
        return self.judge(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def explain_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, commands.OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: commands.Payment = True,
    ) -> Explanation:
        """The ruling that declaring these attackers would get, and why. Nothing is appended."""
        return self.explain(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def declare_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: commands.Payment = True,
    ) -> Ruling:
        """A defending player declares blockers (509.1): creature → the attackers it blocks.

        `by`: which player; by default the next one in turn order who is to declare. The rest as for `declare_attackers`.
        Raises IllegalDeclaration with the ruling; the log is as it was before.
        """
        return self.declare(arguments.blocking(blocks, by, mana_abilities, pay))

    def judge_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: commands.Payment = True,
    ) -> Ruling:
        """The ruling that declaring these blockers would get. Nothing is appended."""
        return self.judge(arguments.blocking(blocks, by, mana_abilities, pay))

    def explain_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: commands.Payment = True,
    ) -> Explanation:
        """The ruling that declaring these blockers would get, and why. Nothing is appended."""
        return self.explain(arguments.blocking(blocks, by, mana_abilities, pay))

    def activate_mana_ability(self, activated: ManaAbilityActivated) -> None:
        """A mana ability is activated while a declaration waits for payment (508.1i, 509.1e). Raises IllegalDeclaration."""
        self.declare(commands.ActivateManaAbilities(mana_abilities=(activated,)))

    def pay(self, offer: commands.Offer | bool = True) -> Ruling:
        """Pay what a declaration waits for, and complete it (508.1j, 509.1f). Raises IllegalDeclaration.

        True: the whole total; what is paid with is chosen. False: the player declines. An `Offer`: exactly that.
        """
        check_type("pay", offer, (commands.Offer, bool), 'True, False, or what is paid, as in Offer(mana="{2}", life=2)')
        return self.declare(commands.Pay(pay=offer))

    def announce_orders(self, announced: Mapping[str, Iterable[str]]) -> Ruling:
        """Announce damage assignment orders: creature → the creatures that it faces, in order. Raises IllegalDeclaration.

        Rules until 2024-11-07 have them (then 509.2, 509.3, 509.6, 509.7).
        """
        return self.declare(arguments.ordering(announced))

    def choose_defending_player(self, defending: str) -> Ruling:
        """The active player chooses whom alone to attack, as combat begins (507.1), in games with that option.

        Raises IllegalDeclaration for who is no opponent, and where it was chosen already.
        """
        return self.declare(commands.ChooseDefendingPlayer(defending=defending))

    def reselect(self, targets: Mapping[str, str]) -> Ruling:
        """Reselect what attackers attack (508.7): attacker → player, planeswalker or battle. Raises IllegalDeclaration."""
        return self.declare(arguments.reselecting(targets))

    def assign_combat_damage(self, assignment: ReadAssignment, *, by: str | None = None) -> Ruling:
        """A player announces how creatures assign combat damage (510.1): creature → recipient → amount.

        The combat damage step begins if it hasn't. `by`: which player; by default the next one in turn order who is to assign.
        What can be assigned in one way only may be left out. Raises IllegalDeclaration; what other players assigned stands.
        """
        return self.declare(arguments.assigning(assignment, by))

    def judge_combat_damage(self, assignment: ReadAssignment, *, by: str | None = None) -> Ruling:
        """The ruling that this announcement would get. Nothing is appended."""
        return self.judge(arguments.assigning(assignment, by))

    def deal_combat_damage(self, assignment: ReadAssignment | None = None) -> Ruling:
        """Assign and deal combat damage (510.1–2), with all that follows: life, deaths, triggered abilities.

        `assignment`: creature → recipient → amount, of every player who hasn't assigned yet; what can be assigned in one way only
        may be left out. Raises IllegalDeclaration; the log is as it was before.
        """
        return self.declare(arguments.dealing(assignment))

    def judge_dealing(self, assignment: ReadAssignment | None = None) -> Ruling:
        """The ruling that `deal_combat_damage` would get. Nothing is appended."""
        return self.judge(arguments.dealing(assignment))

    def explain_combat_damage(self, assignment: ReadAssignment, *, by: str | None = None) -> DamageExplanation:
        """The ruling that this announcement would get, and why. Nothing is appended."""
        return self.explain(arguments.assigning(assignment, by))

    def explain_dealing(self, assignment: ReadAssignment | None = None) -> DamageExplanation:
        """The ruling that `deal_combat_damage` would get, and why. Nothing is appended."""
        return self.explain(arguments.dealing(assignment))

    def order_triggers(self, order: Iterable[int]) -> Ruling:
        """A player orders triggered abilities on the stack (603.3b), by their numbers in `stack`: the last resolves first.

        All that the player has just put there are named, before targets are chosen. Raises InvalidInput.
        """
        return self.declare(commands.OrderTriggers(order=tuple(order)))

    def choose_targets(
        self,
        number: int,
        targets: Iterable[str] | None = None,
        *,
        modes: tuple[int, ...] | None = None,
        division: dict[str, int] | None = None,
        cards: tuple[t.PermanentEntered, ...] = (),
    ) -> Ruling:
        """A player chooses the targets of the ability on the stack with that number, and its modes from 0 (603.3c–d).

        `targets`: None for those of the default policy. `division`: target → how much it gets of what is divided. `cards`: the
        targets that are cards in other zones, as what they are isn't known otherwise. Raises InvalidInput.
        """
        ids = None if targets is None else tuple(targets)
        return self.declare(commands.ChooseTargets(number=number, targets=ids, modes=modes, division=division, cards=cards))

    def resolve(self, choices: Choices = DEFAULT) -> Ruling:
        """The topmost ability of the stack resolves (608). What `choices` leave out is chosen by a fixed default.

        State-based actions follow, and what triggers goes on the stack. What can't be carried out is marked (`stack.marks`).
        Raises InvalidInput where the stack is empty, or something is chosen that can't be.
        """
        return self.declare(commands.ResolveAbility(choices=choices))
