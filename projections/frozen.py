"""Frozen copies of a state, to be handed out: a change that no event records is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast

from ..events.errors import CannotBeChanged
from .changing import written_out

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


class StatePart:
    """A part of a state: equal to another part with the same fields, frozen or not.

    What a dataclass with many fields would get of its own takes as long to compile as all else of its module to import.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        names = self._names
        if not isinstance(other, StatePart) or names is not other._names:
            return False
        values = _values(names)
        return bool(values(self) == values(other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in self._names)})"

    @property
    def _names(self) -> tuple[str, ...]:
        return cast(tuple[str, ...], cast(Any, self).__match_args__)


@cache
def _values(names: tuple[str, ...]) -> attrgetter[Any]:
    """What gives the values of these fields of a part, all at once."""
    return attrgetter(*names)


def freezing(kind: type[ValueT]) -> None:
    """Let `frozen` copy values of a mutable dataclass with slots; neither the copies nor their dictionaries can be changed.

    A copy can be pickled. What copies is made with the first copy.
    """

    def freeze(value: ValueT) -> ValueT:
        made = _freezer(kind)
        _FREEZING[kind] = made
        return made(value)

    _FREEZING[kind], _FROZEN_PART[kind] = freeze, "frozen(value.{0})"


def _freezer(kind: type[ValueT]) -> Callable[[ValueT], ValueT]:
    parts = fields(cast(Any, kind))
    lines = [f"copy.{part.name} = {_FROZEN_PART.get(part.default_factory, 'value.{0}').format(part.name)}" for part in parts]
    copied = written_out(kind, lines, {"FrozenDict": FrozenDict, "NOTHING": NOTHING, "frozen": frozen})

    def reduce(self: ValueT) -> tuple[Any, ...]:
        return _frozen_again, (cast(Any, self).copy(),)

    own = {"__setattr__": _refuse, "__delattr__": _refuse, "__reduce__": reduce}
    handed_out: Any = type(
        kind.__name__, (kind,), {"__slots__": (), "__module__": kind.__module__, "__doc__": kind.__doc__, **own}
    )

    def freeze(value: ValueT) -> ValueT:
        made = copied(value)
        made.__class__ = handed_out  # of the same layout, so that no field has to be set past `_refuse`
        return made

    return freeze


NOTHING: FrozenDict[Any, Any] = FrozenDict()
"""The empty frozen dictionary."""
_FREEZING: dict[type[Any], Callable[[Any], Any]] = {}
_FROZEN_PART: dict[Any, str] = {dict: "FrozenDict(value.{0}) if value.{0} else NOTHING"}
"""Default factory of a field → how the field's value is frozen. Values of other fields can't be changed anyway."""


def frozen(part: Any) -> Any:
    """A value of a state as it is handed out: a frozen copy, or itself where it can't be changed."""
    kind = type(part)
    if kind is dict:
        return FrozenDict(part)
    return _FREEZING[kind](part) if kind in _FREEZING else part


def _frozen_again(value: Any) -> Any:
    return frozen(value)
