"""Choosing the defending player, in games in which one opponent can be attacked in a combat: 506.2a, 507.1."""

from __future__ import annotations

from ...events.facts import DefendingPlayerChosen
from ...events.prose import said
from ..attempt import Attempt, Draft, Violated
from ..rulebook.concepts import Concept
from . import checks, runner
from .attackers_508_1 import ATTACKERS_508_1
from .commands import ChooseDefendingPlayer, DeclareAttackers


def choose(attempt: Attempt[ChooseDefendingPlayer]) -> None:
    """507.1: the active player chooses one of their opponents. Raises Violated."""
    draft, defending = attempt.draft, attempt.command.defending
    board, combat = draft.state.board, draft.state.combat
    checks.check_goes_on(draft, Concept.ATTACK_DEFENDING_CHOSEN)
    if board.options.attack != "one":
        raise Violated(Concept.ATTACK_DEFENDING_CHOSEN, ["no player is chosen to be attacked in this game"], untimely=True)
    if combat.chosen is not None or combat.attackers_declared:
        raise Violated(Concept.ATTACK_DEFENDING_CHOSEN, ["the defending player was chosen already in this combat"], untimely=True)
    if defending not in board.opponents(attempt.player):
        raise Violated(Concept.ATTACK_DEFENDING_CHOSEN, [said("{} is no opponent of {}", defending, attempt.player)])
    draft.append(DefendingPlayerChosen(player=attempt.player, defending=defending))


def with_defending_player(before: Draft, command: DeclareAttackers) -> Draft:
    """The moment of a declaration, with the choice of whom to attack before it, where it wasn't made."""
    defending = implied(before, command)
    return before if defending is None else _chosen(before, before.state.board.active or "", defending)


def implied(before: Draft, command: DeclareAttackers) -> str | None:
    """Whom a declaration says to attack where the choice wasn't made: the defending player of what is attacked.

    Of one that attacks nobody, it is the first opponent in turn order with whom it is legal, if there is one. None: nobody is to
    be chosen, or the choice was made.
    """
    board, combat = before.state.board, before.state.combat
    if board.options.attack != "one" or combat.chosen is not None or combat.attackers_declared or board.active is None:
        return None
    player = board.active
    opponents = board.opponents(player)
    attacked = [before.view.defender_of(target) for target in command.attackers.values()]
    chosen = [each for each in attacked if each in opponents]
    if not chosen and not command.attackers:
        chosen = [each for each in opponents if _is_legal(_chosen(before, player, each), command, player)]
    return next(iter((*chosen, *opponents)), None)


def _chosen(before: Draft, player: str, defending: str) -> Draft:
    moment = before.fork()
    moment.append(DefendingPlayerChosen(player=player, defending=defending))
    return moment


def _is_legal(moment: Draft, command: DeclareAttackers, player: str) -> bool:
    attempt = Attempt(moment, command, player)
    runner.check(ATTACKERS_508_1, attempt)
    return not attempt.violated


CHOOSING_507_1 = runner.Procedure(action="defend", steps=(choose,), completion=())
"""The active player chooses whom to attack."""
