"""Frozen copies of a state, to be handed out: a change that no event records is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast

from ..events.errors import CannotBeChanged

KeyT = TypeVar("KeyT")
ItemT = TypeVar("ItemT")
ValueT = TypeVar("ValueT")

ADVICE = "what a game hands out can't be changed: give the game a command, or change a copy of it (`.copy()`)"


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise CannotBeChanged(ADVICE)


class FrozenDict(dict[KeyT, ItemT]):
    """A dictionary that can't be changed. `copy` gives one that can."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


def freezing(kind: type[ValueT]) -> None:
    """Let `frozen` copy values of a mutable dataclass with slots; neither the copies nor their dictionaries can be changed.

    A copy equals a value of the dataclass with the same fields, and can be pickled.
    """
    parts = fields(cast(Any, kind))
    values = attrgetter(*(part.name for part in parts))
    setters = tuple((vars(kind)[part.name].__set__, _FREEZING_OF.get(part.default_factory)) for part in parts)

    def equal(self: ValueT, other: object) -> Any:
        return values(self) == values(other) if isinstance(other, kind) else NotImplemented

    def reduce(self: ValueT) -> tuple[Any, ...]:
        return _frozen_again, (cast(Any, self).copy(),)

    own = {"__setattr__": _refuse, "__delattr__": _refuse, "__eq__": equal, "__hash__": None, "__reduce__": reduce}
    handed_out: Any = type(
        kind.__name__, (kind,), {"__slots__": (), "__module__": kind.__module__, "__doc__": kind.__doc__, **own}
    )

    def freeze(value: ValueT) -> ValueT:
        made = handed_out.__new__(handed_out)
        for (set_field, freezing_of), part in zip(setters, values(value), strict=True):
            set_field(made, part if freezing_of is None else freezing_of(part))
        return cast(ValueT, made)

    _FREEZING[kind] = _FREEZING_OF[kind] = freeze


NOTHING: FrozenDict[Any, Any] = FrozenDict()
"""The empty frozen dictionary."""
_FREEZING: dict[type[Any], Callable[[Any], Any]] = {}
_FREEZING_OF: dict[Any, Callable[[Any], Any]] = {dict: lambda part: FrozenDict(part) if part else NOTHING}
"""Default factory of a field → how the field's value is frozen. Values of other fields can't be changed anyway."""


def frozen(part: Any) -> Any:
    """A value of a state as it is handed out: a frozen copy, or itself where it can't be changed."""
    kind = type(part)
    if kind is dict:
        return FrozenDict(part)
    return _FREEZING[kind](part) if kind in _FREEZING else part


def _frozen_again(value: Any) -> Any:
    return frozen(value)
