"""A permanent of a case, and what of it becomes different."""

from __future__ import annotations

from pydantic import Field, model_validator

from ....events.abilities import Color
from ....events.model import Model
from ....events.types import CARD_TYPES, SUPERTYPES
from .values import (
    DESIGNATIONS,
    ID_FORM,
    MAX_NUMBER,
    MAX_TEXT,
    CardTypes,
    Counter,
    Designations,
    Flag,
    Id,
    Items,
    NaturalNumber,
    PermanentId,
    PlayerId,
    Subtypes,
    Supertypes,
    Text,
    WholeNumber,
)


class StatedPermanent(Model):
    """A permanent, with the characteristics and the status it has at that moment.

    One with a `name` and neither `types` nor `text` is looked up among the cards loaded (`declarant cards load`); what is stated
    here wins. Given by its name alone, or with the power and toughness printed on its card, it is as printed, and counters and
    effects add to that.

    Power and toughness that are stated are what they come to now, with all that is at work and with counters (`stated: false`:
    those printed). Those that aren't stated are 0.
    """

    id: Id = Field(description=f"an id that no other player or permanent has: {ID_FORM}")
    controller: PlayerId
    owner: PlayerId | None = Field(None, description="the name of a player (by default the controller)")
    name: Text = ""
    supertypes: Supertypes = ()
    types: CardTypes = ()
    subtypes: Subtypes = ()
    colors: Items[Color] = Field((), max_length=5, description="a list of the letters W, U, B, R, G")
    mana_value: NaturalNumber | None = Field(
        None,
        description=f"a whole number, 0 to {MAX_NUMBER}; by default 0, but unknown of a card that is named",
    )
    power: WholeNumber = 0
    toughness: WholeNumber = 0
    loyalty: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    defense: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    protector: PlayerId | None = Field(None, description="the name of a player: the protector of this battle")
    text: Text = Field(
        "",
        description=f"rules text in Oracle wording, at most {MAX_TEXT} characters, a line an ability; reminder text is skipped",
    )
    tapped: Flag = False
    summoning_sick: Flag = Field(
        False, description="true if it came under control this turn, or false; by default false, but true in an enters step"
    )
    attached_to: Id | None = Field(None, description="the id of a permanent or the name of a player")
    counters: dict[Counter, NaturalNumber] = Field(
        default_factory=dict,
        max_length=1_000,
        description=f"an object of kinds of counters, each with a number, 0 to {MAX_NUMBER}",
    )
    token: Flag = False
    marked: NaturalNumber = Field(0, description=f"damage marked on it already: a whole number, 0 to {MAX_NUMBER}")
    stated: Flag | None = Field(
        None, description="true or false: whether power and toughness are what they come to (by default as in the case)"
    )
    unknown_abilities: NaturalNumber = Field(
        0, description=f"how many other abilities it has, of which isn't known what they say: a whole number, 0 to {MAX_NUMBER}"
    )
    designations: Designations | None = Field(
        None, description=f"a list of all designations it has: any of {', '.join(DESIGNATIONS)}, level 2; [] for none"
    )


class Characteristics(Model):
    """What of a permanent becomes different: the fields that are set. `attached_to: null` unattaches it."""

    id: PermanentId
    controller: PlayerId | None = Field(None, description="the name of a player")
    name: Text | None = Field(None, description="text")
    supertypes: Supertypes | None = Field(None, description="a list of supertypes: " + ", ".join(SUPERTYPES))
    types: CardTypes | None = Field(None, description="a list of card types: " + ", ".join(CARD_TYPES))
    subtypes: Subtypes | None = Field(None, description='a list of subtypes such as "Goblin"')
    colors: Items[Color] | None = Field(None, max_length=5, description="a list of the letters W, U, B, R, G")
    mana_value: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    power: WholeNumber | None = Field(None, description=f"a whole number, {-MAX_NUMBER} to {MAX_NUMBER}")
    toughness: WholeNumber | None = Field(None, description=f"a whole number, {-MAX_NUMBER} to {MAX_NUMBER}")
    loyalty: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    defense: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    protector: PlayerId | None = Field(None, description="the name of a player: the protector of this battle")
    text: Text | None = Field(None, description="rules text in Oracle wording, a line an ability")
    tapped: Flag | None = Field(None, description="true or false")
    summoning_sick: Flag | None = Field(None, description="true or false")
    attached_to: Id | None = Field(None, description="the id of a permanent, the name of a player, or null")
    counters: dict[Counter, NaturalNumber] | None = Field(
        None,
        max_length=1_000,
        description=f"an object of kinds of counters, each with a number, 0 to {MAX_NUMBER}",
    )

    marked: NaturalNumber | None = Field(None, description=f"damage marked on it: a whole number, 0 to {MAX_NUMBER}")

    @model_validator(mode="after")
    def _no_null(self) -> Characteristics:
        # A null that meant "unchanged" would be passed over in silence.
        if any(getattr(self, name) is None for name in self.model_fields_set - {"attached_to"}):
            raise ValueError("null")
        return self
