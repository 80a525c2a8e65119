"""Permanents as the case file writes them, made the event with which they enter a game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from ...events.abilities import Ability
from ...events.table import PermanentEntered
from .. import oracle
from .misfits import misfit
from .models import Permanent


def permanent(id: str, controller: str, **fields: Any) -> PermanentEntered:
    """A permanent for `Game.enter`, from the fields that a permanent has in a case file.

    That is `name`, `types`, `power`, `toughness`, `text` (rules text in Oracle wording) and so on: see
    `declarant schema case`.

    Raises InvalidInput for a field that doesn't fit, WordingNotUnderstood for a text that can't be read.
    """
    try:
        return entered(Permanent.model_validate({"id": id, "controller": controller, **fields}))
    except ValidationError as error:
        raise misfit(error, id, Permanent) from None


def entered(permanent: Permanent) -> PermanentEntered:
    """The event with which a permanent of a case enters. Raises WordingNotUnderstood for a text that can't be read."""
    types = (*permanent.supertypes, *permanent.types, *permanent.subtypes)
    return PermanentEntered(
        id=permanent.id,
        controller=permanent.controller,
        owner=permanent.owner or permanent.controller,
        name=permanent.name,
        types=types,
        colors=permanent.colors,
        mana_value=permanent.mana_value,
        power=permanent.power,
        toughness=permanent.toughness,
        loyalty=permanent.loyalty,
        defense=permanent.defense,
        protector=permanent.protector,
        attached_to=permanent.attached_to,
        counters=permanent.counters,
        tapped=permanent.tapped,
        token=permanent.token,
        continuously_controlled=not permanent.summoning_sick,
        abilities=abilities(permanent.text, permanent.name, types) if permanent.text else (),
    )


@lru_cache(maxsize=8192)
def abilities(text: str, name: str, types: tuple[str, ...]) -> tuple[Ability, ...]:
    """The abilities of a rules text. Tokens and copies say the same: it is read once."""
    return oracle.read_permanent(text, name=name, types=types)
