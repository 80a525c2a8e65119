"""The steps of a case in which a player chooses something, as the commands of a game."""

from __future__ import annotations

from collections.abc import Iterator

from ...events.declarations import ManaAbilityActivated
from ...handlers.game import Game
from ...handlers.legality.explanation import Explanation
from ...handlers.procedure import commands
from ...handlers.procedure.damage_explained import DamageExplanation
from ...handlers.resolution.choices import DEFAULT, Choices
from . import models as m
from .misfits import placing
from .permanents import entered

EXPLAINED = (m.AttackStep, m.BlockStep, m.AssignStep, m.DealDamageStep)
"""The steps in which a player chooses something that has options, and whose ruling is explained."""


def command_of(step: m.CaseStep, game: Game) -> commands.Command | None:
    """The command of a step, given to the game as it is before the step; None where no player chooses anything.

    The choices for abilities that resolve are no command of their own: see `choices_of`. Raises InvalidInput for a mana ability
    that its source doesn't have.
    """
    match step:
        case m.AttackStep():
            return commands.DeclareAttackers(
                attackers=step.attack,
                bands=step.bands,
                optional_costs={creature: tuple(_optional_costs(costs)) for creature, costs in step.optional_costs.items()},
                mana_abilities=tuple(_mana_abilities(step, game)),
                pay=_payment(step.pay),
                pays=_payments(step),
            )
        case m.BlockStep():
            mana_abilities = tuple(_mana_abilities(step, game))
            pay, pays = _payment(step.pay), _payments(step)
            return commands.DeclareBlockers(blocks=step.block, by=step.by, mana_abilities=mana_abilities, pay=pay, pays=pays)
        case m.OrderStep():
            return commands.AnnounceDamageOrder(orders=step.order)
        case m.ReselectStep():
            return commands.ReselectAttacks(targets=step.reselect)
        case m.DefendsStep():
            return commands.ChooseDefendingPlayer(defending=step.defends)
        case m.AssignStep():
            return commands.AssignCombatDamage(assignment=step.assign, by=step.by)
        case m.DealDamageStep():
            return commands.DealCombatDamage(assignment=step.damage)
        case m.DealsStep():
            return commands.DealCombatDamage()
    return None


def explanation_of(
    step: m.CaseStep | None, command: commands.Command | None, game: Game
) -> Explanation | DamageExplanation | None:
    """Why the command of a step gets its ruling in the game as it is before the step; None for steps that aren't explained."""
    if isinstance(step, EXPLAINED) and isinstance(
        command, commands.DeclareAttackers | commands.DeclareBlockers | commands.AssignCombatDamage | commands.DealCombatDamage
    ):
        return game.explain(command)
    return None


def _optional_costs(costs: m.OptionalCostChoices) -> Iterator[commands.OptionalCost]:
    for cost in costs if isinstance(costs, tuple) else (costs,):
        yield commands.Enlist(cost.enlist) if isinstance(cost, m.EnlistChoice) else cost


def _mana_abilities(step: m.DeclarationStep, game: Game) -> Iterator[ManaAbilityActivated]:
    """What is stated of neither tapping nor sacrificing is what the source's own mana ability says."""
    for index, ability in enumerate(step.mana_abilities):
        stated = ability.taps is not None or ability.sacrifices is not None
        activated = ManaAbilityActivated(
            player=controller_of(ability.source, game),
            source=ability.source,
            adds=ability.adds,
            taps_source=bool(ability.taps) or not stated,
            sacrifices_source=bool(ability.sacrifices),
            keep=ability.keep,
            did=ability.did,
            spent_on=ability.spent_on,
        )
        with placing(f"mana_abilities[{index}].source"):
            yield activated if stated else game.mana_ability(activated)


def controller_of(id: str, game: Game) -> str:
    """Who controls a permanent; the first player for one that isn't on the battlefield, which is refused elsewhere."""
    known = game.board.permanents.get(id)
    return known.controller if known else game.board.players[0]


def _payment(pay: m.ExactPayment | bool | None) -> commands.Offer | bool:
    """What is offered. A case that says nothing pays the total if the player can."""
    if pay is None or isinstance(pay, bool):
        return pay is not False
    return commands.Offer(**dict(pay) | {"mana": pay.mana or "{0}"})


def _payments(step: m.DeclarationStep) -> dict[str, commands.Offer | bool | None]:
    return {player: _payment(pay) for player, pay in step.pays.items()}


def choices_of(chosen: m.ResolutionChoice | None) -> Choices:
    """What a case chooses for an ability that resolves; None: all is chosen by the default policy."""
    if chosen is None:
        return DEFAULT
    of_cards = {
        name: tuple(entered(card, now=True, stated=False) for card in getattr(chosen, name))
        for name in ("cards", "library", "discarded", "faces")
    }
    return Choices(**{name: value for name, value in chosen if name != "source"} | of_cards)
