"""The base of everything that is written down: an immutable pydantic model that refuses unknown fields.

What is loaded with a first game is quick to load: modules of many models don't postpone annotations, each of which pydantic would
compile, and a value that a module holds is made with `model_construct`, since validating the first one builds its schema.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

ValueT = TypeVar("ValueT")


class Model(BaseModel):
    """A frozen value. Field names are the storage format: a change needs an upcaster."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_inf_nan="constants", defer_build=True, protected_namespaces=()
    )


class OfKind(Model):
    """One of several kinds of value that stand in one place. Its first own field, `kind`, says which: the name of the class in
    small letters, "can_attack", or another that the class is given, `class HasType(OfKind, kind="type")`; none where that is
    empty, as it is for what kinds have in common. It is stored: a class that is renamed is given its old one.
    """

    if TYPE_CHECKING:
        kind: ClassVar[str]

    def __init_subclass__(cls, kind: str | None = None, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        _say_which(cls, "kind", _IN_A_NAME.sub("_", cls.__name__).lower() if kind is None else kind)


class OfType(Model):
    """The same of events and commands, whose `type` is the name of the class."""

    if TYPE_CHECKING:
        type: ClassVar[str]

    def __init_subclass__(cls, type: str | None = None, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        _say_which(cls, "type", cls.__name__ if type is None else type)


_IN_A_NAME = re.compile(r"(?<!^)(?=[A-Z])")
_LITERAL: Any = Literal


def _say_which(model: type[Model], field: str, which: str) -> None:
    if which:
        model.__annotations__ = {field: _LITERAL[which], **get_annotations(model)}
        setattr(model, field, which)


def is_default(value: object) -> bool:
    """Whether a value is empty, False or 0: later fields aren't written then, so that older entries keep their digests."""
    return not value


def is_none(value: object) -> bool:
    """As `is_default`, for fields in which 0 or an empty text says something."""
    return value is None


def models_in(value: object) -> Iterator[Model]:
    """The models that are next within a value: those that the fields of a model hold, or a tuple holds, in their order."""
    for each in value.__dict__.values() if isinstance(value, Model) else value if isinstance(value, tuple) else ():
        if isinstance(each, Model):
            yield each
        elif isinstance(each, tuple):
            yield from models_in(each)


def parts_of(value: object, closed: type[Model] | tuple[type[Model], ...] = ()) -> Iterator[Model]:
    """All models of a value, itself first, one within the other. What those of the `closed` types hold isn't looked at."""
    if isinstance(value, Model):
        yield value
    if not isinstance(value, closed):
        for each in models_in(value):
            yield from parts_of(each, closed)


def rewritten(value: ValueT, change: Callable[[Model], Any]) -> ValueT:
    """The same with `change(each)` in place of each of the models that are next within it (`models_in`): a change that calls this
    for `each` goes deeper.

    Where nothing changes it is the value itself. What comes out isn't validated.
    """
    if isinstance(value, tuple):
        now: Any = tuple(change(each) if isinstance(each, Model) else rewritten(each, change) for each in value)
        return value if all(new is old for new, old in zip(now, value, strict=True)) else now
    if not isinstance(value, Model):
        return value
    changed = {}
    for name, held in value.__dict__.items():
        new = change(held) if isinstance(held, Model) else rewritten(held, change)
        if new is not held:
            changed[name] = new
    return value.model_copy(update=changed) if changed else value
