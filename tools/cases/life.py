"""What a case of several players begins with: life totals, and who has and does what together."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from ...events.multiplayer import MultiplayerOptions
from ...handlers.rulebook import variants
from ...handlers.rulebook.editions import edition_of, editions
from .models import Case


class Together(NamedTuple):
    """What a case of several players begins with, settled once."""

    life: dict[str, int]
    """Player → life total before the first step: as stated, or that with which the variant begins (103.4)."""
    teams: tuple[tuple[str, ...], ...]
    options: MultiplayerOptions

    def team_of(self, player: str) -> tuple[str, ...]:
        """The player's team, in seats; the player, where each plays alone."""
        return next((team for team in self.teams if player in team), (player,))

    def declaring(self, player: str) -> tuple[str, ...]:
        """Those who take turns and declare together with a player (805)."""
        return self.team_of(player) if self.options.shared_turns else (player,)

    def sharing_life(self, player: str) -> tuple[str, ...]:
        """Those whose life total is the player's (810.9)."""
        return self.team_of(player) if self.options.shared_life else (player,)


def together(case: Case, day: date | None = None) -> Together:
    """What the players of a case begin with and do together.

    `day`: that of the rules, by default the case's own. Raises InvalidInput for what doesn't fit, or isn't known of that day.
    """
    options = case.options.model_dump(exclude_unset=True) if case.options is not None else None
    edition = edition_of(day or case.rules or editions()[0].effective, case.editions)
    agreed = variants.agreed(case.players, case.teams, case.variant, options, case.life, {}, edition)
    life = {player: agreed.life.get(player, 20) for player in case.players}
    return Together(life, agreed.teams or (), agreed.options or MultiplayerOptions())
