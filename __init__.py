"""An event-sourced framework and referee for combat in Magic: The Gathering.

`Game` is one game: `Game.start` begins one, `Game.open` goes on with one that a journal keeps. A player's choice is a command
(`DeclareAttackers`, `DeclareBlockers`, …): `game.declare(command)` makes it, `game.judge(command)` says what ruling it would get,
`game.explain(command)` why. `permanent` makes a permanent from card text, `feed` and `tables` read journals. `play` plays a
game on by policies.
"""

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
    from .handlers.playing.play import NotPlayed, play
    from .handlers.playing.policies import Policy
    from .handlers.procedure.commands import (
        ActivateManaAbilities,
        AnnounceDamageOrder,
        AssignCombatDamage,
        Command,
        DealCombatDamage,
        DeclareAttackers,
        DeclareBlockers,
        Enlist,
        Offer,
        Pay,
        ReselectAttacks,
        read_command,
    )
    from .tools.cases.permanents import permanent
    from .tools.feed import feed
    from .tools.page.pages import show
    from .tools.tables import tables

    __version__: str

__all__ = [
    "ActivateManaAbilities",
    "AnnounceDamageOrder",
    "AssignCombatDamage",
    "Command",
    "CorruptJournal",
    "DealCombatDamage",
    "DeclarantError",
    "DeclareAttackers",
    "DeclareBlockers",
    "Enlist",
    "Game",
    "IllegalDeclaration",
    "InvalidInput",
    "JournalConflict",
    "MissingExtra",
    "NotPlayed",
    "Offer",
    "Pay",
    "Policy",
    "ReselectAttacks",
    "Ruling",
    "Undecided",
    "WordingNotUnderstood",
    "feed",
    "permanent",
    "play",
    "read_command",
    "show",
    "tables",
]

_MODULES = dict.fromkeys(__all__, ".events.errors") | {
    **dict.fromkeys(
        (
            "ActivateManaAbilities",
            "AnnounceDamageOrder",
            "AssignCombatDamage",
            "Command",
            "DealCombatDamage",
            "DeclareAttackers",
            "DeclareBlockers",
            "Enlist",
            "Offer",
            "Pay",
            "ReselectAttacks",
            "read_command",
        ),
        ".handlers.procedure.commands",
    ),
    "Game": ".handlers.game",
    "NotPlayed": ".handlers.playing.play",
    "Policy": ".handlers.playing.policies",
    "play": ".handlers.playing.play",
    "Ruling": ".events.ruling",
    "feed": ".tools.feed",
    "permanent": ".tools.cases.permanents",
    "show": ".tools.page.pages",
    "tables": ".tools.tables",
}


def __getattr__(name: str) -> Any:
    # Imported when first used: the command line must start at once.
    if name == "__version__":
        globals()[name] = version = import_module("importlib.metadata").version(__name__)
        return version
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_MODULES[name], __name__), name)
    return value


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"]
