"""An event-sourced referee for the combat declarations of Magic: The Gathering."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .events.errors import (
        CorruptJournal,
        DeclarantError,
        IllegalDeclaration,
        InvalidInput,
        JournalConflict,
        MissingExtra,
        Undecided,
        WordingNotUnderstood,
    )
    from .events.ruling import Ruling
    from .handlers.game import Game
    from .tools.cases.permanents import permanent
    from .tools.feed import feed
    from .tools.tables import tables

__all__ = [
    "CorruptJournal",
    "DeclarantError",
    "Game",
    "IllegalDeclaration",
    "InvalidInput",
    "JournalConflict",
    "MissingExtra",
    "Ruling",
    "Undecided",
    "WordingNotUnderstood",
    "feed",
    "permanent",
    "tables",
]

_MODULES = dict.fromkeys(__all__, ".events.errors") | {
    "Game": ".handlers.game",
    "Ruling": ".events.ruling",
    "feed": ".tools.feed",
    "permanent": ".tools.cases.permanents",
    "tables": ".tools.tables",
}


def __getattr__(name: str) -> Any:
    # Imported when first used: the command line must start at once.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name], __name__), name)
    return value
