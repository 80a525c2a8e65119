"""What a case of several players begins with: life totals, and who has and does what together."""

from __future__ import annotations

from datetime import date

from ...events.multiplayer import MultiplayerOptions
from ...handlers.rulebook import variants
from ...handlers.rulebook.editions import edition_of, editions
from .models import Case


def life_of(case: Case, day: date | None = None) -> dict[str, int]:
    """Player → life total before the first step: as stated, or that with which the variant begins (103.4).

    `day`: that of the rules, by default the case's own. Raises InvalidInput for what doesn't fit, or isn't known of that day.
    """
    life = _agreed(case, day).life
    return {player: life.get(player, 20) for player in case.players}


def team_of(case: Case, player: str) -> tuple[str, ...]:
    """The player's team, in seats; the player, where each plays alone. Raises InvalidInput as `life_of`."""
    return next((team for team in _agreed(case).teams or () if player in team), (player,))


def declaring_together(case: Case, player: str) -> tuple[str, ...]:
    """Those who take turns and declare together with a player (805). Raises InvalidInput as `life_of`."""
    return team_of(case, player) if _options(case).shared_turns else (player,)


def sharing_life(case: Case, player: str) -> tuple[str, ...]:
    """Those whose life total is the player's (810.9). Raises InvalidInput as `life_of`."""
    return team_of(case, player) if _options(case).shared_life else (player,)


def _options(case: Case) -> MultiplayerOptions:
    return _agreed(case).options or MultiplayerOptions()


def _agreed(case: Case, day: date | None = None) -> variants.Agreed:
    options = case.options.model_dump(exclude_unset=True) if case.options is not None else None
    ruled = day or case.rules
    edition = edition_of(ruled) if ruled is not None else editions()[0]
    return variants.agreed(case.players, case.teams, case.variant, options, case.life, {}, edition)
