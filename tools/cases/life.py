"""The life totals that a case begins with."""

from __future__ import annotations

from datetime import date

from ...handlers.rulebook import variants
from ...handlers.rulebook.editions import edition_of, editions
from .models import Case


def life_of(case: Case, day: date | None = None) -> dict[str, int]:
    """Player → life total before the first step: as stated, or that with which the variant begins (103.4).

    `day`: that of the rules, by default the case's own. Raises InvalidInput for what doesn't fit, or isn't known of that day.
    """
    options = case.options.model_dump(exclude_unset=True) if case.options is not None else None
    ruled = day or case.rules
    edition = edition_of(ruled) if ruled is not None else editions()[0]
    life = variants.agreed(case.players, case.teams, case.variant, options, case.life, {}, edition).life
    return {player: life.get(player, 20) for player in case.players}
