"""What abilities say about the declaration of attackers and blockers: restrictions, requirements, costs, and what they allow."""

from typing import Literal

from pydantic import Field

from ..filters import ANYTHING, Filter, Players, Quantity, Targets
from ..model import Model, is_default
from .base import BaseAbility, CombatAction


class PermanentCost(Model):
    """Tap, sacrifice, return to hand or exile so many matching permanents that the payer controls."""

    action: Literal["tap", "sacrifice", "return", "exile"]
    number: Quantity = 1
    filter: Filter


class Cost(Model):
    """A cost to attack or block.

    `mana` is written in symbols, e.g. `{2}{W/U}{G/P}`; `times` multiplies it ("{1} for each card in your hand");
    `generic` adds generic mana ("{X}, where X is …").
    """

    mana: str = ""
    times: Quantity = 1
    generic: Quantity = 0
    life: Quantity = 0
    discard: Quantity = 0
    permanents: tuple[PermanentCost, ...] = ()


class CantAttack(BaseAbility):
    """Restriction: these creatures can't attack (these targets; None: any)."""

    creatures: Filter
    targets: Targets | None = None


class CantBlock(BaseAbility):
    """Restriction: these blockers can't block these attackers. Evasion abilities say it from the attacker's side."""

    blockers: Filter = ANYTHING
    attackers: Filter = ANYTHING


class BlockerCount(BaseAbility):
    """Restriction: if one of these attackers is blocked, then by at least `minimum` and at most `maximum` creatures, or by
    `every` creature of the defending player."""

    attackers: Filter
    minimum: Quantity = 1
    maximum: Quantity | None = None
    every: bool = False


class DeclarationLimit(BaseAbility):
    """Restriction: at most `maximum` of these creatures may be declared each combat or turn, in all or against these targets."""

    action: CombatAction
    creatures: Filter = ANYTHING
    maximum: Quantity
    targets: Targets | None = None
    period: Literal["combat", "turn"] = "combat"


class NeedsCompany(BaseAbility):
    """Restriction: can't attack/block unless at least `minimum` other creatures that match do too ("can't attack alone").

    In `others` the role `subject` is the creature that needs company.
    """

    action: CombatAction
    creatures: Filter
    others: Filter = ANYTHING
    minimum: int = 1


class OnlyAlone(BaseAbility):
    """Restriction: can attack/block only alone."""

    action: CombatAction
    creatures: Filter


class MustAttack(BaseAbility):
    """Requirement, one for each creature: attacks (one of these targets) if able.

    `if_attacks`: required only if another creature that matches is declared too. `period`: "each combat" or "this turn".
    """

    creatures: Filter
    targets: Targets | None = None
    if_attacks: Filter | None = None
    period: Literal["combat", "turn"] = "combat"


class MustAttackWith(BaseAbility):
    """Requirement, one for each of the players: attacks (one of these targets) with at least `minimum` of these creatures each
    combat if able."""

    players: Players
    creatures: Filter = ANYTHING
    minimum: int = 1
    targets: Targets | None = None


class MustBlock(BaseAbility):
    """Requirement: these creatures block if able; with `attackers`, one requirement for each pair ("able to block it do so").

    `any_one`: one for each of the creatures, which any of the attackers meets ("blocks a Dragon if able").
    `period`: "each combat" or "this turn".
    """

    blockers: Filter
    attackers: Filter | None = None
    any_one: bool = Field(False, exclude_if=is_default)
    period: Literal["combat", "turn"] = "combat"


class MustBeBlocked(BaseAbility):
    """Requirement, one for each attacker: is blocked by `minimum` to `maximum` creatures that match, if able."""

    attackers: Filter
    blockers: Filter = ANYTHING
    minimum: int = 1
    maximum: int | None = None


class AttackCost(BaseAbility):
    """Cost: these creatures can't attack (these targets) unless their controller pays, for each of them."""

    creatures: Filter
    targets: Targets | None = None
    cost: Cost


class BlockCost(BaseAbility):
    """Cost: these creatures can't block (these attackers) unless their controller pays, for each of them."""

    blockers: Filter
    attackers: Filter | None = None
    cost: Cost


class OptionalAttackCost(BaseAbility):
    """Optional cost that a creature's controller may pay as it attacks: exert it, enlist with it, or a `Cost`."""

    creatures: Filter
    cost: Literal["exert", "enlist"] | Cost


class BlocksAdditional(BaseAbility):
    """These creatures can block `number` more attackers; None: any number."""

    blockers: Filter
    number: Quantity | None = 1


class AttacksAsThough(BaseAbility):
    """These creatures can attack (these targets; None: any) as though they didn't have defender, or had haste."""

    creatures: Filter
    as_though: Literal["without defender", "with haste"]
    targets: Targets | None = None


class BlocksAsThough(BaseAbility):
    """These blockers can block these attackers as though something were different.

    `untapped`: as though the blocker were untapped. `with_keyword`: as though the blocker had that keyword. `attacker_without`:
    as though the attacker didn't have it."""

    blockers: Filter = ANYTHING
    attackers: Filter = ANYTHING
    untapped: bool = False
    with_keyword: str | None = None
    attacker_without: str | None = None


class AttacksWithoutTapping(BaseAbility):
    """Attacking doesn't cause these creatures to tap."""

    creatures: Filter


class ChoosesAttacks(BaseAbility):
    """One of these players chooses which creatures attack, instead of the attacking player. The same declarations are legal."""

    players: Players


class ChoosesBlocks(BaseAbility):
    """One of these players chooses how creatures block, instead of their controllers. The same declarations are legal."""

    players: Players


DeclarationAbility = (
    CantAttack
    | CantBlock
    | BlockerCount
    | DeclarationLimit
    | NeedsCompany
    | OnlyAlone
    | MustAttack
    | MustAttackWith
    | MustBlock
    | MustBeBlocked
    | AttackCost
    | BlockCost
    | OptionalAttackCost
    | BlocksAdditional
    | AttacksAsThough
    | BlocksAsThough
    | AttacksWithoutTapping
    | ChoosesAttacks
    | ChoosesBlocks
)
"""Any of these."""
