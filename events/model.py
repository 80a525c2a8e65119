"""The base of everything that is written down: an immutable pydantic model that refuses unknown fields."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen value. Field names are the storage format: a change needs an upcaster."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants", defer_build=True)


def untold(value: object) -> bool:
    """Whether a field says nothing: those that came later aren't written then, so that older entries keep their digests."""
    return not value


def is_none(value: object) -> bool:
    """The same for fields that say something by a 0, or by an empty text."""
    return value is None
