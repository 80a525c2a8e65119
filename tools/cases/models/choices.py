"""What players choose in a declaration of a case: optional costs, payments, mana abilities."""

from __future__ import annotations

import re
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Discriminator, Field, Tag

from ....events.declarations import Irreversible
from ....events.model import Model
from .values import LIFE, MANA_SYMBOLS, MAX_NUMBER, Flag, Items, Mana, NaturalNumber, PermanentId, PermanentIds


class EnlistChoice(Model):
    """The optional cost of enlist: the creature that is tapped."""

    enlist: PermanentId


OptionalCostChoice = Annotated[
    Annotated[Literal["exert", "pay"], Tag("word")] | Annotated[EnlistChoice, Tag("object")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "object"),
]
OptionalCostChoices = Annotated[
    Annotated[Literal["exert", "pay"], Tag("word")]
    | Annotated[EnlistChoice, Tag("object")]
    | Annotated[Items[OptionalCostChoice], Field(max_length=10), Tag("list")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "list" if isinstance(value, list | tuple) else "object"),
]


class ExactPayment(Model):
    """Exactly what is paid."""

    mana: Mana | None = Field(None, description='mana symbols such as "{2}{W}"')
    life: NaturalNumber = 0
    discard: NaturalNumber = Field(0, description=f"a number of cards, 0 to {MAX_NUMBER}")
    sacrifice: PermanentIds = ()
    tap: PermanentIds = ()
    return_: PermanentIds = Field((), alias="return")
    exile: PermanentIds = ()


def _payment(value: object) -> object:
    """The short forms of a payment: mana, or an amount of life."""
    if not isinstance(value, str):
        return value
    if re.fullmatch(MANA_SYMBOLS, value):
        return {"mana": value}
    if life := re.fullmatch(LIFE, value):
        return {"life": int(life[1])}
    raise ValueError("neither mana nor life")


_WrittenPayment = Annotated[str, Field(pattern=f"{MANA_SYMBOLS}|{LIFE}")] | ExactPayment
AnyPayment = Annotated[
    Annotated[bool, Tag("bool")]
    | Annotated[ExactPayment, BeforeValidator(_payment, json_schema_input_type=_WrittenPayment), Tag("payment")],
    Discriminator(lambda value: "bool" if isinstance(value, bool) else "payment"),
]


class ManaAbilityActivation(Model):
    """A mana ability activated at the chance that the rules give while costs are paid.

    `keep`: its player keeps it when the declaration is taken back. `did`: what it did that some editions don't let be taken
    back. `spent_on`: the source of another mana ability on which the mana was spent. `taps`, `sacrifices`: what it does to its
    source; where neither is said, what the source's own mana ability says, which it has to have then.
    """

    source: PermanentId
    adds: Mana
    taps: Flag | None = Field(None, description="true or false: whether its source is tapped for it")
    sacrifices: Flag | None = Field(None, description="true or false: whether its source is sacrificed for it")
    keep: Flag = False
    did: Items[Irreversible] = Field(
        (), max_length=10, description="a list of what can't be taken back: " + ", ".join(get_args(Irreversible))
    )
    spent_on: PermanentId | None = Field(None, description="the id of a permanent")
