"""What a legal declaration costs, and whether its player can pay for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..attempt import Attempt, Draft
from .runner import Procedure


class Pricing(NamedTuple):
    """Finds what declarations would cost a player at a moment. The declarations are taken to be legal."""

    procedure: Procedure
    before: Draft
    player: str

    def total(self, chosen: Mapping[str, tuple[str, ...]]) -> str | None:
        """The total that would be locked in, in words; None where nothing is to be paid."""
        locked = self._paid(chosen).locked
        return locked.total.text if locked is not None else None

    def payable(self, chosen: Mapping[str, tuple[str, ...]]) -> bool:
        """Whether the player can pay it."""
        return not self._paid(chosen).violated

    def _paid(self, chosen: Mapping[str, tuple[str, ...]]) -> Attempt[Any]:
        assert self.procedure.proposing is not None, "legality proposes attacks and blocks only"
        attempt = Attempt[Any](self.before, self.procedure.proposing(chosen), self.player)
        for step in self.procedure.paying:
            attempt.comply(step, attempt)
        return attempt
