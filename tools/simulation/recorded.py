"""What the players of a case declared, for the policy `recorded`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...handlers.game import Game
from ...handlers.playing.policies import Policy, recorded
from ...handlers.procedure.commands import (
    AnnounceDamageOrder,
    AssignCombatDamage,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
)
from ..cases import models as m
from ..cases.judging import JudgedStep, judged_steps


def policies_of(case: m.Case) -> dict[str, Policy]:
    """For each player of a case the policy that declares what its steps declare, as far as that is legal, in their order.

    Raises InvalidInput where the case can't be judged.
    """
    given: defaultdict[str, list[Command]] = defaultdict(list)
    for each in judged_steps(case):
        if each.ruling is not None and each.ruling.verdict == "legal":
            for player, command in _commands(each):
                given[player].append(command)
    return {player: recorded(given[player]) for player in case.players}


def _commands(judged: JudgedStep) -> Iterator[tuple[str, Command]]:
    """The commands of a step, and whose they are; of damage only what somebody has to choose."""
    game = Game.on(judged.before, budget=judged.budget)
    waiting = [each.player for each in game.awaited]
    active = game.board.active or ""
    match judged.step:
        case m.AttackStep(attack=attackers):
            yield active, DeclareAttackers(attackers=attackers, **judged.options)
        case m.BlockStep(block=blocks):
            by = judged.options["by"] or waiting[0]
            yield by, DeclareBlockers(blocks=blocks, **judged.options | {"by": by})
        case m.OrderStep(order=orders):
            yield active, AnnounceDamageOrder(orders=orders)
        case m.AssignStep(assign=assignment, by=by):
            yield by or waiting[0], AssignCombatDamage(assignment=assignment, by=by or waiting[0])
        case m.DealDamageStep(damage=assignment) if game.judge(DealCombatDamage()).verdict != "legal":
            for player in waiting:
                own = {c: to for c, to in assignment.items() if game.board.permanents[c].controller == player}
                yield player, AssignCombatDamage(assignment=own, by=player)
