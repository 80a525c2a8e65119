"""Commands made of the arguments of Python calls. What doesn't fit is refused: where, what was found, what is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...events.declarations import ManaAbilityActivated
from ..input_checks import check_type, fitting, lists
from . import commands
from .commands import ReadAssignment


def assigning(assignment: ReadAssignment, by: str | None) -> commands.AssignCombatDamage:
    """510.1: how a player's creatures assign combat damage. Raises InvalidInput."""
    with fitting("assign"):
        return commands.AssignCombatDamage.model_validate({"assignment": assignment, "by": by})


def dealing(assignment: ReadAssignment | None) -> commands.DealCombatDamage:
    """510.1–2: the damage that is dealt, of all who haven't assigned. Raises InvalidInput."""
    with fitting("damage"):
        return commands.DealCombatDamage.model_validate({"assignment": assignment or {}})


def attacking(
    attackers: Mapping[str, str],
    bands: Iterable[Iterable[str]],
    optional_costs: Mapping[str, commands.OptionalCosts] | None,
    mana_abilities: Iterable[ManaAbilityActivated],
    pay: commands.Payment,
) -> commands.DeclareAttackers:
    """508.1: the attackers that are declared. Raises InvalidInput."""
    check_type("attackers", attackers, Mapping, 'creatures, each with what it attacks, as in {"ox": "Bob"}')
    with fitting("declare_attackers"):
        return commands.DeclareAttackers.model_validate(
            {
                "attackers": dict(attackers),
                "bands": tuple(tuple(band) for band in bands),
                "optional_costs": dict(optional_costs or {}),
                "mana_abilities": tuple(mana_abilities),
                "pay": pay,
            }
        )


def blocking(
    blocks: Mapping[str, Iterable[str]], by: str | None, mana_abilities: Iterable[ManaAbilityActivated], pay: commands.Payment
) -> commands.DeclareBlockers:
    """509.1: the blockers that are declared. Raises InvalidInput."""
    chosen = lists("blocks", blocks, 'creatures, each with a list of the attackers it blocks, as in {"wall": ["ox"]}')
    with fitting("declare_blockers"):
        return commands.DeclareBlockers(blocks=chosen, by=by, mana_abilities=tuple(mana_abilities), pay=pay)


def ordering(announced: Mapping[str, Iterable[str]]) -> commands.AnnounceDamageOrder:
    """509.2–3, until 2024-11-07: damage assignment orders, creature → order. Raises InvalidInput."""
    orders = lists("orders", announced, 'creatures, each with a list of those it faces, as in {"ox": ["wall", "imp"]}')
    with fitting("orders"):
        return commands.AnnounceDamageOrder(orders=orders)


def reselecting(targets: Mapping[str, str]) -> commands.ReselectAttacks:
    """508.7: attacker → what it attacks from now on. Raises InvalidInput."""
    with fitting("reselect"):
        return commands.ReselectAttacks(targets=dict(targets))
