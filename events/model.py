"""The base of everything that is written down: an immutable pydantic model that refuses unknown fields."""

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen value. Field names are the storage format: a change needs an upcaster."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants", defer_build=True)


def untold(value: object) -> bool:
    """Whether a value is empty, False or 0: later fields aren't written then, so that older entries keep their digests."""
    return not value


def is_none(value: object) -> bool:
    """As `untold`, for fields in which 0 or an empty text says something."""
    return value is None
