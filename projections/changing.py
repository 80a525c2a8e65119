"""Copies of values, with some fields changed or to be changed: what `dataclasses.replace` does, in less time. Folds make many."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar, cast

Value = TypeVar("Value")


def changing(kind: type[Value]) -> Callable[..., Value]:
    """A function that copies values of a dataclass with slots, frozen or not, with the fields that are named changed.

    The dataclass's `__init__` isn't called.
    """
    names = [field.name for field in fields(cast(Any, kind))]
    values = attrgetter(*names)
    setters: dict[str, Callable[[Value, Any], None]] = {name: vars(kind)[name].__set__ for name in names}
    in_order = tuple(setters.values())
    blank = kind.__new__

    def changed(value: Value, **changes: Any) -> Value:
        copy = blank(kind)
        for set_field, old in zip(in_order, values(value), strict=True):
            set_field(copy, old)
        for name, new in changes.items():
            setters[name](copy, new)
        return copy

    return changed


def copying(kind: type[Value]) -> Callable[[Value], Value]:
    """A function that copies values of a mutable dataclass, with dictionaries and sets of their own in the fields that have one.

    Those are the fields whose default is a new dictionary or set. A subclass is copied as a value of `kind` itself.
    """
    all_fields = fields(cast(Any, kind))
    values = attrgetter(*(field.name for field in all_fields))
    containers: list[tuple[int, Callable[[Any], Any]]] = [
        (number, cast(Any, field.default_factory))
        for number, field in enumerate(all_fields)
        if field.default_factory in (dict, set)
    ]

    def copied(value: Value) -> Value:
        parts = list(values(value))
        for number, container in containers:
            parts[number] = container(parts[number])
        return kind(*parts)

    return copied
