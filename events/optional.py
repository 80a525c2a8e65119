"""What comes with extras of the package: imported when it is used, and told of where it is missing."""

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
