"""The effects of a case: one model for each kind."""

from __future__ import annotations

from typing import Annotated, get_args

from pydantic import Discriminator, Field, Tag

from ....events.model import Model
from .values import PermanentId, PlayerId, Text, Yes


class WordedEffect(Model):
    """A continuous effect in Oracle wording, where `[id]` names a permanent or a player."""

    controller: PlayerId
    text: Text


class Goad(Model):
    """A creature is goaded by a player."""

    goad: PermanentId
    by: PlayerId


class Suspect(Model):
    """A creature is suspected."""

    suspect: PermanentId


class GrantedAbility(Model):
    """A permanent has the abilities that the text says."""

    on: PermanentId
    text: Text


class LostAbilities(Model):
    """A permanent has lost all its abilities."""

    on: PermanentId
    loses_abilities: Yes = Field(description="true")


def _effect_kind(value: object) -> str | None:
    if isinstance(value, dict):
        return next((key for key in EFFECTS if key in value), None)
    return next((key for key, model in EFFECTS.items() if type(value) is model), None)


AnyEffect = Annotated[
    Annotated[Goad, Tag("goad")]
    | Annotated[Suspect, Tag("suspect")]
    | Annotated[LostAbilities, Tag("loses_abilities")]
    | Annotated[GrantedAbility, Tag("on")]
    | Annotated[WordedEffect, Tag("text")],
    Discriminator(_effect_kind),
]
EFFECTS: dict[str, type[Model]] = {tag.tag: model for model, tag in map(get_args, get_args(get_args(AnyEffect)[0]))}
"""The kinds of effects by the key that states them; the first that is there decides."""

EFFECT_FORMS = "{controller, text}, {on, text}, {on, loses_abilities: true}, {goad, by} or {suspect}"
