"""Modules that extras of the package install: imported when they are used, with a clear error where they are missing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .errors import MissingExtra


def required(module: str, extra: str) -> Any:
    """A module that an extra of this package installs.

    Raises:
        MissingExtra: it isn't installed; says how to.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError:
        raise MissingExtra(module, extra) from None
