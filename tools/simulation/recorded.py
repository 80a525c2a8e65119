"""What the players of a case declared, for the policy `recorded`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from ...handlers.playing.policies import Policy, recorded
from ...handlers.procedure import commands
from ...handlers.procedure.choosing_507_1 import implied
from ..cases import models as m
from ..cases.judging import JudgedStep, judged_steps


def policies_of(case: m.Case) -> dict[str, Policy]:
    """For each player of a case the policy that declares what its steps declare, as far as that is legal, in their order.

    Raises InvalidInput where the case can't be judged.
    """
    given: defaultdict[str, list[commands.Command]] = defaultdict(list)
    for each in judged_steps(case):
        if each.ruling is not None and each.ruling.verdict == "legal":
            for player, command in _commands(each):
                given[player].append(command)
    return {player: recorded(given[player]) for player in case.players}


def _commands(judged: JudgedStep) -> Iterator[tuple[str, commands.Command]]:
    """The commands of a step, and whose they are; of damage only what somebody has to choose."""
    game = judged.game_before()
    waiting = [each.player for each in game.awaited]
    board = game.board
    active = board.speaker(board.active or "")
    match judged.command:
        case commands.DeclareAttackers() as command:
            if (defending := implied(game.decider.moment("attack"), command)) is not None:
                yield active, commands.ChooseDefendingPlayer(defending=defending)
            yield active, command
        case commands.ChooseDefendingPlayer() | commands.AnnounceDamageOrder() as command:
            yield active, command
        case commands.DeclareBlockers(by=by) | commands.AssignCombatDamage(by=by) as command:
            player = board.speaker(by or waiting[0])
            yield player, command.model_copy(update={"by": player})
        case commands.DealCombatDamage(assignment=assignment) if (
            assignment and game.judge(commands.DealCombatDamage()).verdict != "legal"
        ):
            for player in waiting:
                own = {c: to for c, to in assignment.items() if board.permanents[c].controller in board.side(player)}
                yield player, commands.AssignCombatDamage(assignment=own, by=player)
