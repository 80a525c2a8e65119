"""Editions of one's own: house rules that a game lays over the published editions of the rules, as the game keeps them."""

import datetime

from pydantic import ConfigDict, Field, StrictBool

from .model import Model


class HouseEdition(Model):
    """Doctrines that hold from a day on whatever the published edition of a day says, and what they are called.

    Written as in `{"from": "2024-06-07", "name": "our cube", "doctrines": {"damage_orders": "every"}}`. `doctrines`: field of
    `Edition` → how it is then; of a set, a list.
    """

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    effective: datetime.date = Field(alias="from", description="an ISO date such as 2024-06-07")
    name: str = Field(description="text")
    doctrines: dict[str, str | StrictBool | tuple[str, ...]] = Field(
        description="an object of doctrines, each with how it is: text, true or false, or a list"
    )

    def __hash__(self) -> int:
        return hash((self.effective, self.name, frozenset(self.doctrines.items())))
