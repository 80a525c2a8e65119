"""Copies of values, with some fields changed or to be changed: what `dataclasses.replace` does, in less time. Folds make many.

As in `dataclasses` itself, the source of each function is generated from the fields.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import fields
from typing import Any, TypeVar, cast

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


def changing(kind: type[ValueT]) -> Callable[..., ValueT]:
    """A function that copies values of a dataclass with slots, frozen or not, with the fields that are named changed.

    The dataclass's `__init__` isn't called.
    """
    names = [field.name for field in fields(cast(Any, kind))]
    lines = [f"copy.{name} = value.{name}" for name in names]
    # While it is made, a copy is of another class with the same slots, whose fields can be set: quicker than to get past a frozen
    # one.
    open_to_change: Any = type(kind.__name__, (), {"__slots__": cast(Any, kind).__slots__})
    copied = written_out(open_to_change, lines, {})

    def changed(value: ValueT, **changes: Any) -> ValueT:
        copy: Any = copied(value)
        for name, new in changes.items():
            setattr(copy, name, new)
        copy.__class__ = kind
        return cast(ValueT, copy)

    return changed


def copying(kind: type[ValueT], sharing: bool = False, but: Container[str] = ()) -> Callable[[ValueT], ValueT]:
    """A function that copies values of a mutable dataclass, with dictionaries of their own in the fields that have one.

    Those are the fields whose default is a new dictionary. `sharing`: dictionaries are shared, `but` those of these fields. A
    subclass is copied as a value of `kind` itself.
    """
    lines = []
    for field in fields(cast(Any, kind)):
        part = f"value.{field.name}"
        if field.default_factory is dict and (not sharing or field.name in but):
            part = f"dict({part}) if {part} else {{}}"
        lines.append(f"copy.{field.name} = {part}")
    return written_out(kind, lines, {})


def without(values: dict[KeyT, ValueT], key: KeyT) -> dict[KeyT, ValueT]:
    """The dictionary without that key; the same one where it isn't there."""
    return {each: value for each, value in values.items() if each != key} if key in values else values


def written_out(kind: type[ValueT], lines: list[str], names: dict[str, Any]) -> Callable[[ValueT], ValueT]:
    """The function that makes a `copy` of a `value` of that kind, with these lines as its body. `names`: what they name."""
    known: dict[str, Any] = {"blank": kind.__new__, "kind": kind, **names}
    exec("\n    ".join(["def copied(value):", "copy = blank(kind)", *lines, "return copy"]), known)
    return cast(Callable[[ValueT], ValueT], known["copied"])
