"""Frozen copies of a state, to be handed out: a change that no event records is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, field, fields
from functools import cache
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

from ..events.errors import CannotBeChanged
from .changing import copied, set_field, slots_of

KeyT = TypeVar("KeyT")
ItemT = TypeVar("ItemT")

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


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class FrozenValue:
    """A dataclass with slots that can't be changed: equal to another value of its class with the same fields. `changed` copies.

    Of a dataclass with many fields the methods that it would get of its own take as long to compile as all else of its module to
    import: it is declared without them.
    """

    __slots__ = ()

    def __init__(self, **given: Any) -> None:
        blank, required = _blank(cast(Any, type(self)))
        if not required <= given.keys() <= blank.keys():
            raise TypeError(f"{type(self).__qualname__} has the fields {', '.join(blank)}; given were {', '.join(given)}")
        for name, value in {**blank, **given}.items():
            set_field(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        _refuse()

    def __delattr__(self, name: str) -> None:
        _refuse()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _values_of(self) == _values_of(other)

    def __hash__(self) -> int:
        return hash(_values_of(self))

    def __repr__(self) -> str:
        return _in_words(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made_again, (type(self), _values_of(self))


def _made_again(kind: type[FrozenValue], values: tuple[Any, ...]) -> FrozenValue:
    """A frozen value that was pickled."""
    return kind(**dict(zip(slots_of(kind), values, strict=True)))


def _values_of(value: object) -> tuple[Any, ...]:
    """All that is in the slots of a value."""
    return _reading(cast(Any, type(value)))(value)


@cache
def _reading(kind: type[Any]) -> Callable[[object], tuple[Any, ...]]:
    return attrgetter(*slots_of(kind))


@cache
def _blank(kind: Any) -> tuple[dict[str, Any], frozenset[str]]:
    """The fields of a frozen value in order, each with its default, and those that have none."""
    blank = {each.name: each.default if each.default_factory is MISSING else each.default_factory() for each in fields(kind)}
    return blank, frozenset(name for name, default in blank.items() if default is MISSING)


def _in_words(value: object) -> str:
    return f"{type(value).__qualname__}({', '.join(f'{name}={getattr(value, name)!r}' for name in slots_of(type(value)))})"


class StatePart:
    """A part of a state, a dataclass with slots each: equal to another part with the same fields, frozen or not.

    What a dataclass with many fields would get of its own takes as long to compile as all else of its module to import.
    """

    __slots__ = ()

    def __init__(self) -> None:
        """The part before the first event."""
        for each in fields(cast(Any, self)):
            setattr(self, each.name, each.default if each.default_factory is MISSING else each.default_factory())

    def __eq__(self, other: object) -> bool:
        alike = isinstance(other, type(self)) or isinstance(self, type(other))
        return alike and _values_of(self) == _values_of(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return _in_words(self)


NOTHING: FrozenDict[Any, Any] = FrozenDict()
"""The empty frozen dictionary."""
_FROZEN: dict[type[Any], tuple[type[Any], tuple[str, ...]]] = {}
"""Type of a part → that of its frozen copies, and its fields of which these have frozen copies: the others can't be changed."""


def freezing(kind: type[StatePart]) -> None:
    """Let `frozen` copy parts of that type; nothing in the copies can be changed. A copy can be pickled."""

    def reduce(self: Any) -> tuple[Any, ...]:
        return frozen, (self.copy(),)

    own = {"__module__": kind.__module__, "__doc__": kind.__doc__, "__slots__": ()}
    handed_out = type(kind.__name__, (kind,), {"__setattr__": _refuse, "__delattr__": _refuse, "__reduce__": reduce, **own})
    made_by = {each.name: cast(Any, each.default_factory) for each in fields(cast(Any, kind))}
    _FROZEN[kind] = handed_out, tuple(name for name, made in made_by.items() if made in (dict, set) or made in _FROZEN)


def frozen(part: Any) -> Any:
    """A value of a state as it is handed out: a frozen copy, or itself where it can't be changed."""
    kind = type(part)
    if kind is dict:
        return FrozenDict(part) if part else NOTHING
    if kind is set:
        return frozenset(part)
    if kind not in _FROZEN:
        return part
    handed_out, parts = _FROZEN[kind]
    return copied(part, handed_out, parts, frozen)
