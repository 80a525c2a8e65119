"""The JSON Schemas of what goes in and comes out."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from ...events.journal.encoding import Item
from ...handlers.procedure.commands import COMMANDS
from ..arena.checking import Checked, CheckedDamage, CheckedSizes
from ..best_play.analysing import DECISIONS, Accuracy
from ..cases.comparison import CaseComparison
from ..cases.models import case_schema as case
from ..cases.report import CaseReport
from ..corpus.comparing import EngineComparison
from ..corpus.models import line_schema as corpus
from ..history.explanations import Explained, OptionsReport
from ..history.games import Listed
from ..history.recorded_games import GameReport
from ..puzzles.making import Puzzle
from ..rating.rating import EngineRating
from ..simulation.simulating import Played, Summary
from ..simulation.strength import StrengthReport
from ..simulation.tournament import TournamentReport
from ..tables.schemas import json_row
from ..tables.schemas import json_schema as tables
from ..tables.schemas import page as tables_page

__all__ = [
    "case",
    "checked",
    "commands",
    "comparison",
    "corpus",
    "decisions",
    "engine_comparison",
    "events",
    "explanation",
    "games",
    "options",
    "puzzle",
    "rating",
    "report",
    "simulation",
    "strength",
    "tables",
    "tables_page",
    "tournament",
]

_DIALECT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def events() -> dict[str, Any]:
    """Of the bodies in a journal: an event of any type, or a cut."""
    return {**_DIALECT, "title": "Event or cut", **TypeAdapter(Item).json_schema(mode="serialization")}


def commands() -> dict[str, Any]:
    """Of the commands that a client sends: what a player chooses."""
    return {**_DIALECT, "title": "Command", **COMMANDS.json_schema()}


def report() -> dict[str, Any]:
    """Of what `declarant audit --format json` prints for a case, or for a game of a journal."""
    return {**_DIALECT, "title": "Report", **TypeAdapter(CaseReport | GameReport).json_schema(mode="serialization")}


def comparison() -> dict[str, Any]:
    """Of what `declarant audit --rules all --format json` prints for a case."""
    return {**_DIALECT, **CaseComparison.model_json_schema(mode="serialization")}


def explanation() -> dict[str, Any]:
    """Of what `declarant explain --format json` prints for a declaration."""
    return {**_DIALECT, **Explained.model_json_schema(mode="serialization")}


def options() -> dict[str, Any]:
    """Of what `declarant options --format json` prints for a declaration that is to be made."""
    return {**_DIALECT, **OptionsReport.model_json_schema(mode="serialization")}


def checked() -> dict[str, Any]:
    """Of what `declarant arena check --format json` prints for a request, a declaration or combat damage."""
    return {**_DIALECT, **TypeAdapter(Checked | CheckedDamage | CheckedSizes).json_schema(mode="serialization")}


def games() -> dict[str, Any]:
    """Of what `declarant games --format json` prints for a game."""
    return {**_DIALECT, **Listed.model_json_schema(mode="serialization")}


def simulation() -> dict[str, Any]:
    """Of what `declarant simulate --format json` prints: for a game, and last for all of them."""
    return {**_DIALECT, "title": "Simulation", **TypeAdapter(Played | Summary).json_schema(mode="serialization")}


def puzzle() -> dict[str, Any]:
    """Of a line that `declarant puzzles` prints."""
    return {**_DIALECT, **Puzzle.model_json_schema(mode="serialization")}


def engine_comparison() -> dict[str, Any]:
    """Of what `declarant corpus --compare … --format json` prints."""
    return {**_DIALECT, **EngineComparison.model_json_schema(mode="serialization")}


def rating() -> dict[str, Any]:
    """Of what `declarant rate --format json` prints."""
    return {**_DIALECT, **EngineRating.model_json_schema(mode="serialization")}


def tournament() -> dict[str, Any]:
    """Of what `declarant tournament --format json` prints."""
    return {**_DIALECT, **TournamentReport.model_json_schema(mode="serialization")}


def strength() -> dict[str, Any]:
    """Of what `declarant strength --format json` prints."""
    return {**_DIALECT, **StrengthReport.model_json_schema(mode="serialization")}


def decisions() -> dict[str, Any]:
    """Of what `declarant analyse --format json` prints: for a declaration, and then for a player of a game."""
    row = json_row(DECISIONS)
    player = Accuracy.model_json_schema(mode="serialization")
    player["properties"] = {"game": {"type": "string"}, **player["properties"]}
    return {**_DIALECT, "title": "Decision or accuracy", "anyOf": [row, player]}
