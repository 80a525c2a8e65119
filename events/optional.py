"""What isn't a part of this package: modules that its extras install, and what other packages make known by entry points."""

from __future__ import annotations

from collections.abc import Collection
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import InvalidInput, MissingExtra


def required(module: str, extra: str) -> Any:
    """A module that an extra of this package installs.

    Raises:
        MissingExtra: it isn't installed; says how to.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise MissingExtra(module, extra) from None


def installed(group: str, taken: Collection[str] = ()) -> dict[str, EntryPoint]:
    """The entry points of a group by their names, in order: those of all installed packages, but for names that are taken."""
    return {entry.name: entry for entry in sorted(entry_points(group=group)) if entry.name not in taken}


def loaded(entry: EntryPoint, allowed: str, kind: type[Any] = object) -> Any:
    """What an entry point names.

    Raises:
        InvalidInput: it can't be imported, or is no `kind`; `allowed` says what it should be.
    """
    try:
        found = entry.load()
    except Exception as error:  # a module of others may raise anything
        words = f"{type(error).__name__}: {error}"
        raise InvalidInput(
            entry.group, f"{entry.name!r} of {entry.value}, which can't be loaded: {words:.200}", allowed
        ) from None
    if not isinstance(found, kind):
        raise InvalidInput(entry.group, f"{entry.name!r} of {entry.value}: {type(found).__name__}", allowed)
    return found
