"""What a player pays as an ability resolves (118.12): mana, life and energy, all of it or nothing."""

from __future__ import annotations

from ...events import abilities as a
from ...events import facts as t
from ...events import stack as s
from ..combat.dealing import may_lose_life
from ..mana import pay
from ..triggers.resolving_603_2 import life_triggers
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving
from .totals import change_life

ENERGY = "energy"


def _can_pay(doing: Resolving, instruction: a.Pays) -> bool:
    """Whether who pays has what is to be paid. Raises NotCarriedOut where it isn't said what X is."""
    board, player = doing.draft.state.board, _payer(doing, instruction)
    mana, life, energy = _price(doing, instruction)
    if instruction.least and doing.choose_x() < instruction.least:
        return False
    payable = board.life[player] if may_lose_life(doing.view, player) else 0
    enough = life <= payable and energy <= board.player_counters.get((player, ENERGY), 0)
    return enough and (not mana or pay(mana, board.mana.get(player), 0) is not None)


def _price(doing: Resolving, instruction: a.Pays) -> tuple[str, int, int]:
    """Mana in symbols, life and energy; X is chosen as it is paid (107.3)."""
    mana = instruction.mana * doing.choose_x() if instruction.repeatedly else instruction.mana
    if "{X}" in mana or a.ChosenNumber() in (instruction.life, instruction.energy):
        mana = mana.replace("{X}", f"{{{doing.choose_x()}}}")
    return mana, doing.quantity(instruction.life), doing.quantity(instruction.energy)


def _payer(doing: Resolving, instruction: a.Pays) -> str:
    players = [doing.controller] if instruction.by is None else doing.players(instruction.by)
    if len(players) != 1:
        raise NotCarriedOut("it isn't clear who pays")
    return players[0]


@carries_out(
    a.Pays,
    possible=_can_pay,
    costs=True,
    supported=lambda each: "{X}" not in each.mana and not each.repeatedly and a.ChosenNumber() not in (each.life, each.energy),
)
def _pay(doing: Resolving, instruction: a.Pays) -> bool:
    """All of it is paid, or nothing is: then what follows isn't done. Whether it is paid is returned."""
    if not _can_pay(doing, instruction):
        return False
    board, player = doing.draft.state.board, _payer(doing, instruction)
    mana, life, energy = _price(doing, instruction)
    if mana and player in board.mana:
        spent = pay(mana, board.mana[player], 0)
        assert spent is not None, "it can be paid"
        doing.draft.append(t.ManaAvailable(player=player, mana=spent.left))
    if energy:
        doing.draft.append(s.PlayerCountersChanged(player=player, counters={ENERGY: -energy}))
    if life:
        change_life(doing.draft, player, -life, doing.binding.ability.source)
        for each in life_triggers(doing.view, {player: -life}):
            doing.draft.append(each)
    return True
