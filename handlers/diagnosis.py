"""All that is wrong with a declaration: every step is tried, where the procedure itself stops at the first that fails.

Later steps are judged on what of the declaration can be chosen at all. Nothing is appended but to the draft that is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from ..events.declarations import CostsLocked, ManaAbilityActivated
from .attempt import Draft, Violated
from .legality.checks import check_requirements
from .legality.formulation import Formulation
from .procedure import attackers_508_1 as attack
from .procedure import blockers_509_1 as block
from .procedure import payment
from .procedure.attackers_508_1 import AttackDeclaration
from .procedure.costs import Offer
from .procedure.mana_abilities import activate

Payment = Offer | bool | None


class Diagnosis:
    """What a declaration violates, step by step, and the part of it that can be chosen."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.violated: list[Violated] = []
        self.choosable: dict[str, tuple[str, ...]] = {}

    @property
    def locked(self) -> CostsLocked | None:
        """The total that is locked in for what can be chosen; None if nothing is to be paid."""
        return next((event for event in self.draft.events if isinstance(event, CostsLocked)), None)

    def comply(self, step: Callable[..., None], *arguments: Any) -> bool:
        """Whether a step can be complied with."""
        try:
            step(*arguments)
        except Violated as violated:
            self.violated.append(violated)
            return False
        return True

    @property
    def out_of_time(self) -> bool:
        """Whether nothing can be declared now."""
        return any(violated.concept.endswith((".declaration", ".no_attackers")) for violated in self.violated)

    def check_legality(self, formulation: Formulation) -> None:
        """Restrictions and requirements, both."""
        broken = list(formulation.broken(formulation.declaration(self.choosable)))
        if broken:
            self.violated.append(Violated(f"{formulation.action}.restrictions", broken))
        self.comply(check_requirements, self.draft, formulation, self.choosable)

    def pay(self, mana_abilities: Iterable[ManaAbilityActivated], pay: Payment) -> None:
        """Mana abilities and the payment, unless that is left for later."""
        for activated in mana_abilities:
            self.comply(activate, self.draft, activated)
        if pay is not None:
            self.comply(payment.pay, self.draft, Offer() if pay is True else pay or None)


def diagnose_attack(
    draft: Draft,
    formulation: Formulation,
    player: str,
    declaration: AttackDeclaration,
    mana_abilities: Iterable[ManaAbilityActivated] = (),
    pay: Payment = True,
) -> Diagnosis:
    """508.1a–j, all that is wrong."""
    found = Diagnosis(draft)
    chosen = found.comply(attack.choose, draft, player, declaration, formulation)
    if found.out_of_time:
        return found
    found.comply(attack.announce_targets, draft, player, declaration, formulation)
    possible = {
        attacker: target
        for attacker, target in declaration.attackers.items()
        if attacker in formulation.unit and target in formulation.target
    }
    impossible = declaration.attackers.keys() - possible.keys()
    rest = AttackDeclaration(
        possible,
        tuple(band for band in declaration.bands if impossible.isdisjoint(band)),
        {creature: cost for creature, cost in declaration.optional_costs.items() if creature not in impossible},
    )
    found.choosable = rest.chosen
    found.check_legality(formulation)
    found.comply(attack.announce_bands, draft, rest)
    if draft.edition.tapping == "attacking":
        attack.tap(draft, tuple(possible))
    if not found.comply(attack.choose_optional_costs, draft, player, rest):
        rest = replace(rest, optional_costs={})
    attack.lock_costs(draft, player, rest, formulation)
    found.pay(mana_abilities, pay)
    if chosen and pay is not None and draft.edition.tapping == "as a cost":
        found.comply(attack.tap_as_a_cost, draft)
    return found


def diagnose_block(
    draft: Draft,
    formulation: Formulation,
    player: str,
    blocks: block.Blocks,
    mana_abilities: Iterable[ManaAbilityActivated] = (),
    pay: Payment = True,
) -> Diagnosis:
    """509.1a–f, all that is wrong."""
    found = Diagnosis(draft)
    found.comply(block.choose, draft, player, blocks, formulation)
    if found.out_of_time or player not in block.declaring_players(draft):
        return found
    found.choosable = {
        blocker: tuple(dict.fromkeys(attacker for attacker in attackers if attacker in formulation.target))
        for blocker, attackers in blocks.items()
        if blocker in formulation.unit and not formulation.target.keys().isdisjoint(attackers)
    }
    found.check_legality(formulation)
    block.lock_costs(draft, player, found.choosable, formulation)
    found.pay(mana_abilities, pay)
    return found
