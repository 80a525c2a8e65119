"""The case: a board, the steps in their order, and where it was read."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, PrivateAttr, Tag, model_validator

from ....events.model import Model
from ....events.multiplayer import AttackOption, GameVariant
from ...oracle.own_keywords import MAX_KEYWORDS, MAX_MEANING
from ..places import WrittenCase
from .editions import HouseEditions
from .effects import EFFECT_FORMS, AnyEffect
from .own_keywords import OwnKeywords, with_meanings
from .permanents import StatedPermanent
from .steps import STEPS, AnyStep
from .values import (
    ID_FORM,
    MAX_EFFECTS,
    MAX_NUMBER,
    MAX_PERMANENTS,
    MAX_PLAYERS,
    MAX_STEPS,
    Day,
    DesignationsOf,
    Facts,
    Flag,
    Id,
    Items,
    Mana,
    NaturalNumber,
    PermanentCounts,
    PlayerCounts,
    PlayerId,
    Text,
    WholeNumber,
    Yes,
)

StatedRange = Annotated[
    Annotated[NaturalNumber, Tag("number")] | Annotated[dict[PlayerId, NaturalNumber], Tag("object")],
    Discriminator(lambda value: "object" if isinstance(value, dict) else "number"),
]
"""How many seats a range of influence has: everybody's, or each player's."""


class StatedOptions(Model):
    """The options of a game of several players; what is left out is as the variant has it."""

    attack: AttackOption | None = Field(None, description=f"one of {', '.join(get_args(AttackOption))}")
    range: StatedRange | None = Field(
        None, description=f"a number of seats, 0 to {MAX_NUMBER}, or an object of all players' names, each with one"
    )
    shared_turns: Yes | None = Field(None, description="true")
    shared_life: Yes | None = Field(None, description="true")
    emperors: Items[PlayerId] | None = Field(
        None, max_length=MAX_PLAYERS, description="a list of players' names: the emperor of each team"
    )


class ExpectedRefusal(Model):
    """The error that a case expects: its kind, and where, as a path in the case."""

    kind: Literal["invalid-input", "wording-not-understood"] = Field(description="invalid-input or wording-not-understood")
    where: Text = Field(description='a path in the case such as "teams" or "steps[0].turn"')


class Case(Model):
    """One combat put before the referee: a board, the declarations tried in order, and what should be ruled."""

    id: Text = Field("", description="text that names the case in every report (by default its file and line)")
    source: Text | None = Field(None, description="text: where the facts come from")
    rules: Day | None = Field(None, description="an ISO date such as 2024-06-07 (by default the newest edition)")
    players: Items[Id] = Field(
        min_length=2,
        max_length=MAX_PLAYERS,
        description=f"a list of 2 to {MAX_PLAYERS} different names in turn order: each {ID_FORM}",
    )
    teams: Items[Annotated[Items[PlayerId], Field(max_length=MAX_PLAYERS)]] | None = Field(
        None,
        max_length=MAX_PLAYERS,
        description="a list of two or more teams, each a list of players' names, with every player in exactly one",
    )
    variant: GameVariant | None = Field(
        None,
        description=f"one of {', '.join(get_args(GameVariant))} (by default free-for-all, with teams team vs team); grand melee, "
        'with several turns at a time, isn\'t modelled: its combat is that of the options {"range": 1, "attack": "left"}',
    )
    options: StatedOptions | None = Field(
        None, description="an object with any of attack, range, shared_turns, shared_life, emperors (by default the variant's)"
    )
    active: PlayerId | None = Field(None, description="the name of a player (by default the first)")
    stated: Flag = Field(
        True, description="true or false: power and toughness are what they come to; false: printed, and all else is derived"
    )
    life: dict[PlayerId, WholeNumber] = Field(
        default_factory=dict,
        description=f"an object of players' names, each with a number, {-MAX_NUMBER} to {MAX_NUMBER}",
    )
    hand: PlayerCounts = Field(default_factory=dict)
    graveyard: PlayerCounts = Field(default_factory=dict)
    poison: PlayerCounts = Field(default_factory=dict)
    mana: dict[PlayerId, Mana] = Field(
        default_factory=dict, description='an object of players\' names, each with mana such as "{2}{W}"; none is "{0}"'
    )
    editions: HouseEditions = ()
    keywords: OwnKeywords = Field(
        default_factory=dict,
        description=f"an object of at most {MAX_KEYWORDS} words that aren't keywords of the rules, each with the rules text that "
        f"it stands for in lists of keywords, one line of at most {MAX_MEANING} characters",
    )
    battlefield: Items[StatedPermanent] = Field(
        max_length=MAX_PERMANENTS, description=f"a list of at most {MAX_PERMANENTS} permanents, each an object"
    )
    commander_damage: dict[PlayerId, PermanentCounts] = Field(
        default_factory=dict,
        description="an object of players' names, each with an object of permanents' ids and the combat damage that each has "
        "dealt to the player in this game",
    )
    designations: DesignationsOf = Field(default_factory=dict)
    facts: Facts = Field(default_factory=dict)
    effects: Items[AnyEffect] = Field(
        (), max_length=MAX_EFFECTS, description=f"a list of at most {MAX_EFFECTS} effects: {EFFECT_FORMS}"
    )
    steps: Items[AnyStep] = Field(
        max_length=MAX_STEPS,
        description=f"a list of at most {MAX_STEPS} steps, each an object with exactly one of the keys " + ", ".join(STEPS),
    )

    refused: ExpectedRefusal | None = Field(
        None,
        description="an object with kind and where of the error for which the case is to be refused (by default it is judged)",
    )

    _place: str = PrivateAttr("")
    _written: WrittenCase | None = PrivateAttr(None)

    @model_validator(mode="before")
    @classmethod
    def _with_meanings(cls, data: Any) -> Any:
        return with_meanings(data)

    def as_data(self) -> dict[str, Any]:
        """The case as a file states it, as plain data: what wasn't stated is left out."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)

    @property
    def place(self) -> str:
        """Where the case was read: `FILE:LINE`, or `FILE:LINE[N]` for an element of a list; empty if made by hand."""
        return self._place

    @property
    def written(self) -> WrittenCase | None:
        """The text that the case was read from; None if it was made by hand."""
        return self._written


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a case. What refers to what (ids, names of players) is checked beyond it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Case.model_json_schema(),
    }
