"""Static abilities that bear on declarations, tapping and untapping, as sentences without their last period."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from .phrases import ALL_OF, attacked, cost_clause, kind_of, one_of, subject_of, while_clause
from .words import joined, number_word


def _cant_attack(ability: a.CantAttack) -> str:
    return f"{subject_of(ability.creatures)[0]} can't attack{attacked(ability.targets)}{while_clause(ability.condition)}"


def _company(ability: a.NeedsCompany) -> str:
    who = subject_of(ability.creatures)[0]
    if ability.minimum == 1 and ability.others == a.HasType(type="Creature"):
        return f"{who} can't {ability.action} alone{while_clause(ability.condition)}"
    if ability.minimum == 1:
        return f"{who} can't {ability.action} unless {one_of(ability.others)} also {ability.action}s"
    others = kind_of(ability.others, one=False)
    return f"{who} can't {ability.action} unless at least {number_word(ability.minimum)} {others} {ability.action}"


def _attack_cost(ability: a.AttackCost) -> str:
    who, one = subject_of(ability.creatures)
    payer = "you" if ability.creatures == a.THIS else f"{'its' if one else 'their'} controller"
    cost = cost_clause(ability.cost, payer, "" if one else "of those creatures")
    return f"{who} can't attack{attacked(ability.targets)} unless {cost}{while_clause(ability.condition)}"


def block_cost(ability: a.BlockCost) -> str:
    """That blocking costs something."""
    who, one = subject_of(ability.blockers)
    payer = "you" if ability.blockers == a.THIS else f"{'its' if one else 'their'} controller"
    what = "" if ability.attackers is None else f" {subject_of(ability.attackers)[0]}"
    cost = cost_clause(ability.cost, payer, "" if one else "of those creatures")
    return f"{who} can't block{what} unless {cost}{while_clause(ability.condition)}"


def _mana_ability(ability: a.ManaAbility) -> str:
    cost = [*(["{T}"] if ability.taps else []), *(["sacrifice this creature"] if ability.sacrifices else [])]
    return f"{', '.join(cost)}: add {joined(ability.adds or (), 'or')}"


def _untap_limit(ability: a.UntapLimit) -> str:
    most = int(str(ability.maximum))
    noun = kind_of(ability.permanents, one=most == 1)
    return f"{ALL_OF[ability.players.who]} can't untap more than {number_word(most)} {noun} during their untap steps"


def _stays_tapped(ability: a.StaysTapped) -> str:
    who, one = subject_of(ability.permanents)
    step = "during your untap step" if ability.permanents == a.THIS else "during its controller's untap step"
    step = step if one else "during their controllers' untap steps"
    return f"{who} {'doesn' if one else 'don'}'t untap {step}{while_clause(ability.condition)}"


CLAUSES: dict[type[Any], Callable[[Any], str]] = {
    a.CantAttack: _cant_attack,
    a.NeedsCompany: _company,
    a.AttackCost: _attack_cost,
    a.StaysTapped: _stays_tapped,
    a.IsCopy: lambda ability: f"{subject_of(ability.permanents)[0]} is a copy",
    a.UntapLimit: _untap_limit,
    a.ManaAbility: _mana_ability,
    a.MayStayTapped: lambda ability: f"you may choose not to untap {subject_of(ability.permanents)[0]} during your untap step",
}
"""What says each kind of ability."""
