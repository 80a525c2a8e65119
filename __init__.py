"""An event-sourced framework and referee for combat in Magic: The Gathering.

A tour, from the outside in:

- `load_cases` reads disputes from files, `judge` rules on each step of one; `show` and `case_page` make pages of them.
- `Game` is one game: `Game.start` begins one, `Game.open` goes on with one that a journal keeps. `permanent` makes a permanent of
  card text, `game.enter` puts it onto the battlefield. `print(game)` shows the board, `game.describe()` says where the game is.
  What a board doesn't say is stated by `game.state_facts` with `FactsStated`.
- A player's choice is a command (`DeclareAttackers`, `DeclareBlockers`, `AssignCombatDamage`, …, of which each is a `Command`;
  `Offer`, `Enlist` and `ManaAbilityActivated` say how costs are paid, `Choices` how an ability resolves):
  `game.declare(command)` makes it, `game.judge(command)` says what `Ruling` it would get, `game.explain(command)` why. What isn't
  legal raises `IllegalDeclaration`, and the log is as it was before. `read_command` makes a command of JSON.
- `game.legal_attacks`, `game.legal_blocks` and `game.legal_assignments` count, list and sample what may be declared;
  `game.best_attack` and `game.best_block` find the best with a proof.
- `game.branch` goes another way from a moment, `game.take_back` goes back to one; `game.legal_commands` lists what may be chosen
  next, `advance` plays on to the next choice, `game.returns` says who has won. `play` goes on by a `Policy` for each player
  (`policy_named` gives those of the package), `simulate` plays many games, `tournament` compares policies.
- A `Journal` keeps games: SQLite, PostgreSQL, JSON Lines, memory, or a `Store` of your own, which `StoreConformance` tests.
  `import_arena` fills one from logs of MTG Arena, `feed` follows one, `tables` makes rows of it, `game_page` a replay.

The library is silent: `observe` reports what goes on to a logger of structlog.
Errors are `DeclarantError`s; what comes from outside and doesn't fit is an `InvalidInput`: where, what was found, what is
allowed.
Undocumented modules may change in any version.
"""

import gc
from importlib import import_module

TYPE_CHECKING = False  # that of `typing`, which takes as long to load as all else before the command heeds Ctrl-C
if TYPE_CHECKING:
    from typing import Any

    from .events.declarations import ManaAbilityActivated
    from .events.errors import (
        CorruptJournal,
        DeclarantError,
        EntriesReplaced,
        FactNotStated,
        IllegalDeclaration,
        InvalidInput,
        JournalConflict,
        MissingExtra,
        NotModelled,
        Undecided,
        WordingNotUnderstood,
    )
    from .events.facts import FactsStated
    from .events.journal.conformance import StoreConformance
    from .events.journal.journal import Journal
    from .events.journal.projection import Projected, Projection, Projector
    from .events.journal.projection_conformance import ProjectionConformance
    from .events.journal.stores.store import Store
    from .events.ruling import Ruling
    from .events.telemetry import observe
    from .handlers.budget import Budget
    from .handlers.game import Game
    from .handlers.playing.advancing import NotPlayed, advance
    from .handlers.playing.play import play
    from .handlers.playing.policies import Policy, policy_named
    from .handlers.procedure.commands import (
        ActivateManaAbilities,
        AnnounceDamageOrder,
        AssignCombatDamage,
        ChooseDefendingPlayer,
        ChooseTargets,
        Command,
        DealCombatDamage,
        DeclareAttackers,
        DeclareBlockers,
        Enlist,
        Offer,
        OrderTriggers,
        Pay,
        ReselectAttacks,
        ResolveAbility,
        read_command,
    )
    from .handlers.resolution.choices import Choices
    from .tools.cases.keyword_conformance import KeywordConformance
    from .tools.cases.models import Case
    from .tools.cases.permanents import permanent
    from .tools.cases.report import CaseReport
    from .tools.face import import_arena, judge, load_cases
    from .tools.feed import feed
    from .tools.page.pages import case_page, game_page, show
    from .tools.simulation.library import Simulation, simulate, tournament
    from .tools.simulation.policy_conformance import PolicyConformance
    from .tools.tables import tables

    __version__: str

__all__ = [
    "ActivateManaAbilities",
    "AnnounceDamageOrder",
    "AssignCombatDamage",
    "Budget",
    "Case",
    "CaseReport",
    "Choices",
    "ChooseDefendingPlayer",
    "ChooseTargets",
    "Command",
    "CorruptJournal",
    "DealCombatDamage",
    "DeclarantError",
    "DeclareAttackers",
    "DeclareBlockers",
    "Enlist",
    "EntriesReplaced",
    "FactNotStated",
    "FactsStated",
    "Game",
    "IllegalDeclaration",
    "InvalidInput",
    "Journal",
    "JournalConflict",
    "KeywordConformance",
    "ManaAbilityActivated",
    "MissingExtra",
    "NotModelled",
    "NotPlayed",
    "Offer",
    "OrderTriggers",
    "Pay",
    "Policy",
    "PolicyConformance",
    "Projected",
    "Projection",
    "ProjectionConformance",
    "Projector",
    "ReselectAttacks",
    "ResolveAbility",
    "Ruling",
    "Simulation",
    "Store",
    "StoreConformance",
    "Undecided",
    "WordingNotUnderstood",
    "advance",
    "case_page",
    "feed",
    "game_page",
    "import_arena",
    "judge",
    "load_cases",
    "observe",
    "permanent",
    "play",
    "policy_named",
    "read_command",
    "show",
    "simulate",
    "tables",
    "tournament",
]

_MODULES = {
    name: module
    for module, names in {
        ".events.declarations": "ManaAbilityActivated",
        ".events.errors": "CorruptJournal DeclarantError EntriesReplaced FactNotStated IllegalDeclaration InvalidInput "
        "JournalConflict MissingExtra NotModelled Undecided WordingNotUnderstood",
        ".events.facts": "FactsStated",
        ".events.journal.conformance": "StoreConformance",
        ".events.journal.journal": "Journal",
        ".events.journal.projection": "Projected Projection Projector",
        ".events.journal.projection_conformance": "ProjectionConformance",
        ".events.journal.stores.store": "Store",
        ".events.ruling": "Ruling",
        ".events.telemetry": "observe",
        ".events.version": "__version__",
        ".handlers.budget": "Budget",
        ".handlers.game": "Game",
        ".handlers.playing.advancing": "NotPlayed advance",
        ".handlers.playing.play": "play",
        ".handlers.playing.policies": "Policy policy_named",
        ".handlers.procedure.commands": "ActivateManaAbilities AnnounceDamageOrder AssignCombatDamage ChooseDefendingPlayer "
        "ChooseTargets Command DealCombatDamage DeclareAttackers DeclareBlockers Enlist Offer OrderTriggers Pay ReselectAttacks "
        "ResolveAbility read_command",
        ".handlers.resolution.choices": "Choices",
        ".tools.cases.keyword_conformance": "KeywordConformance",
        ".tools.cases.models": "Case",
        ".tools.cases.permanents": "permanent",
        ".tools.cases.report": "CaseReport",
        ".tools.face": "import_arena judge load_cases",
        ".tools.feed": "feed",
        ".tools.page.pages": "case_page game_page show",
        ".tools.simulation.library": "Simulation simulate tournament",
        ".tools.simulation.policy_conformance": "PolicyConformance",
        ".tools.tables": "tables",
    }.items()
    for name in names.split()
}


def __getattr__(name: str) -> "Any":
    # Imported when first used: the command line must start at once.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(_imported(_MODULES[name]), name)
    if name == "Game":
        value._page, value._of_case, value._as_case = staticmethod(_page), staticmethod(_of_case), staticmethod(_as_case)
        value._read_tricks = staticmethod(_read_tricks)
    return value


def _imported(module: str) -> "Any":
    # Nearly all that an import makes stays: looking for garbage meanwhile takes a twentieth of the time, and finds none. It is
    # old at once, so that the next look doesn't go through it.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return import_module(module, __name__)
    finally:
        if collecting:
            if not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def _page(game: "Game") -> str:
    """A game as a notebook shows it."""
    from .tools.page.pages import show

    return show(game)._repr_html_()


def _of_case(case: "Any") -> "Game":
    from .tools.face import game_of

    return game_of(case)


def _as_case(game: "Game") -> "Case":
    from .tools.face import case_of

    return case_of(game)


def _read_tricks(stated: "Any") -> "Any":
    from .tools.best_play.tricks import tricks_of

    return tricks_of(stated)


def __dir__() -> list[str]:
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__path__", "__version__"]
