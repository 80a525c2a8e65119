"""The JSON Schemas of what goes in and comes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from ...events.journal.encoding import Item
from ...handlers.procedure.commands import COMMANDS
from ..arena.checking import Checked, CheckedDamage, CheckedSizes
from ..best_play.analysing import DECISIONS, Accuracy
from ..cases.comparison import CaseComparison
from ..cases.models import case_schema
from ..cases.report import CaseReport
from ..corpus.comparing import EngineComparison
from ..corpus.models import line_schema
from ..history.explanations import Explained, OptionsReport
from ..history.games import Listed
from ..history.recorded_games import GameReport
from ..puzzles.making import Puzzle
from ..rating.rating import EngineRating
from ..simulation.simulating import Played, Summary
from ..simulation.strength import StrengthReport
from ..simulation.tournament import TournamentReport
from ..tables.schemas import json_row
from ..tables.schemas import json_schema as tables_schema

_DIALECT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


class _Printed(NamedTuple):
    """What is written or printed: its type, and its title, where that is none of a model."""

    type: Any
    title: str = ""


_PRINTED = {
    "events": _Printed(Item, "Event or cut"),  # the bodies in a journal
    "report": _Printed(CaseReport | GameReport, "Report"),
    "comparison": _Printed(CaseComparison),
    "explanation": _Printed(Explained),
    "options": _Printed(OptionsReport),
    "checked": _Printed(Checked | CheckedDamage | CheckedSizes),
    "games": _Printed(Listed),
    "simulation": _Printed(Played | Summary, "Simulation"),
    "puzzle": _Printed(Puzzle),
    "engine_comparison": _Printed(EngineComparison),
    "rating": _Printed(EngineRating),
    "tournament": _Printed(TournamentReport),
    "strength": _Printed(StrengthReport),
}


def _commands() -> dict[str, Any]:
    """Of the commands that a client sends: what a player chooses."""
    return {**_DIALECT, "title": "Command", **COMMANDS.json_schema()}


def _decisions() -> dict[str, Any]:
    """Of what `declarant analyse --format json` prints: for a declaration, and then for a player of a game."""
    row = json_row(DECISIONS)
    player = Accuracy.model_json_schema(mode="serialization")
    player["properties"] = {"game": {"type": "string"}, **player["properties"]}
    return {**_DIALECT, "title": "Decision or accuracy", "anyOf": [row, player]}


_OTHERS: dict[str, Callable[[], dict[str, Any]]] = {
    "case": case_schema,
    "commands": _commands,
    "corpus": line_schema,
    "decisions": _decisions,
    "tables": tables_schema,
}


def schema(name: str) -> dict[str, Any]:
    """The schema that `declarant schema NAME` prints."""
    if name in _OTHERS:
        return _OTHERS[name]()
    printed = _PRINTED[name]
    title = {"title": printed.title} if printed.title else {}
    return _DIALECT | title | TypeAdapter(printed.type).json_schema(mode="serialization")
