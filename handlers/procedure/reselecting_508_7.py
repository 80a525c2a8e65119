"""Reselecting what attackers attack: 508.7."""

from __future__ import annotations

from ..attempt import Attempt
from ..combat import entering
from .commands import ReselectAttacks
from .runner import Procedure


def reselect(attempt: Attempt[ReselectAttacks]) -> None:
    """508.7a–c: what each attacks from now on. Raises Violated."""
    entering.reselect(attempt.draft, attempt.command.targets)


RESELECTING_508_7 = Procedure(action="reselect", steps=(reselect,), completion=())
