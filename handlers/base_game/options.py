"""What may be chosen in a game now: questions to a `Decider`, each raising FactNotStated where a fact isn't stated."""

from __future__ import annotations

from ...events.errors import InvalidInput
from ..damage_assignment.legal_assignments import LegalAssignments
from ..legality.options import LegalAttacks, LegalBlocks
from ..procedure import damage_510_1 as damage
from ..procedure import runner
from ..procedure.attackers_508_1 import ATTACKERS_508_1
from ..procedure.blockers_509_1 import BLOCKERS_509_1
from ..procedure.commands import Command
from ..procedure.pricing import Pricing
from .deciding import Decider


def legal_attacks(decider: Decider) -> LegalAttacks:
    """The attacks that the active player, or team, may declare now. Raises InvalidInput before a defending player is chosen."""
    before = decider.moment("attack")
    board, player = before.state.board, before.state.board.speaker(decider.active)
    if board.options.attack == "one" and before.state.combat.chosen is None and not before.state.combat.attackers_declared:
        allowed = "a combat in which the active player has chosen whom to attack: choose_defending_player"
        raise InvalidInput("legal_attacks", "no defending player chosen", allowed)
    timely = runner.is_timely(ATTACKERS_508_1, before, player)
    return LegalAttacks(before.formulation("attack", player), timely, Pricing(ATTACKERS_508_1, before, player))


def legal_blocks(decider: Decider, player: str | None) -> LegalBlocks:
    """The blocks that this player may declare now (None: the next defending player). Raises InvalidInput."""
    before = decider.moment("block")
    player = decider.declaring(before, player)
    timely = runner.is_timely(BLOCKERS_509_1, before, player)
    return LegalBlocks(before.formulation("block", player), timely, Pricing(BLOCKERS_509_1, before, player))


def legal_assignments(decider: Decider, player: str | None) -> LegalAssignments:
    """How this player may assign combat damage now (None: the next one in turn order)."""
    before = decider.moment("damage").fork()
    return damage.legal_assignments(before, None if player is None else before.state.board.speaker(player))


def plainly_wrong(decider: Decider, command: Command) -> dict[str, tuple[str, ...]]:
    """What is wrong with a command, requirements aside: rule concept → why, in sentences."""
    procedure, before, player = decider.procedure(command)
    return runner.plainly_wrong(procedure, before, command, player)
