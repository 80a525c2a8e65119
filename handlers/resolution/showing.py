"""What is chosen or shown, and nothing is done to it: permanents, and cards of a hand (701.20)."""

from __future__ import annotations

from ...events import abilities as a
from .registry import carries_out
from .resolving import Resolving, cards_there, there
from .turning_up import begin


@carries_out(a.Chooses, possible=there, makes=(a.IsAffected,))
def _choose(doing: Resolving, instruction: a.Chooses) -> None:
    doing.affected([each.id for each in doing.permanents(instruction.permanents)])


@carries_out(a.RevealsCards, possible=cards_there, hidden=lambda each: True, makes=(a.IsTurnedUp,))
def _reveal(doing: Resolving, instruction: a.RevealsCards) -> None:
    revealed = doing.cards(instruction.cards, "hand")
    begin(doing, "hand")
    doing.binding.memory.turned_up = tuple(revealed)
