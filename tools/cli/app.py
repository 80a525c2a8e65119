"""The command itself, and `declarant schema`."""

from __future__ import annotations

import json
from enum import StrEnum
from importlib import metadata
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from .common import (
    Format,
    ending,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


class Schema(StrEnum):
    """What a JSON Schema can be had of."""

    case = "case"
    commands = "commands"
    events = "events"
    report = "report"
    tables = "tables"
    comparison = "comparison"
    corpus = "corpus"
    decisions = "decisions"
    explanation = "explanation"
    options = "options"
    checked = "checked"
    games = "games"
    simulation = "simulation"
    tournament = "tournament"


class SchemaFormat(StrEnum):
    """How a JSON Schema is printed."""

    json = "json"
    markdown = "markdown"
    text = "text"


def _version(asked: bool) -> None:
    if asked:
        print("declarant", metadata.version("declarant"))
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """An event-sourced simulation framework and referee for combat in Magic: The Gathering.

    \b
    declarant audit cases.jsonl                    judge cases that others wrote down
    declarant audit cases/ --journal games.db      and keep every event of them
    declarant audit games.db                       judge again what a journal records
    declarant audit cases.jsonl --rules all        how they were ruled since 1999, and why that changed
    declarant games games.db                       the games of a journal
    declarant replay games.db --stream my-case     step through one of those games
    declarant export games.db --to tables          games as tables, for DuckDB, Polars, pandas, Spark
    declarant feed games.db --follow               every event as it is appended, as CloudEvents
    declarant explain cases.jsonl                  why a declaration is legal or not, and what would be
    declarant options cases.jsonl --count          how many legal declarations there are
    declarant case games.db --turn 3               a turn of a game, or a moment, as a case
    declarant best combat.yaml                     the best attack or block, proved
    declarant analyse games.db                     what players gave up in each declaration
    declarant simulate board.yaml --policy Ann=best --policy Bob=greedy     many games, summed up
    declarant corpus --number 1000 --out corpus    combats with the answers, for engines to test themselves
    declarant page dispute.yaml -o dispute.html    a dispute or a game as a page that anybody can open
    declarant serve games.db                       judge combats in the browser, replay games, answer programs
    declarant editions diff 2005-03-01 2024-06-07  what changed in the rules
    declarant rules 509.1c                         what a number stands for, in all years
    declarant schema case                          what a case may say
    declarant ignored                              what of it no ruling depends on, and why
    declarant wording read "~ can't block."        how a sentence of a card is understood
    declarant import arena Player.log --to games.db    the games in a log of MTG Arena
    declarant arena check Player.log               what Arena offered, and what the rules say

    Exit status: 0 fine, 1 a ruling isn't as expected, 2 bad input. Unofficial; not affiliated with Wizards of the Coast.
    """


@app.command()
def schema(
    of: Annotated[
        Schema,
        typer.Argument(
            metavar="[case|commands|events|report|tables|games|comparison|corpus|decisions|explanation|options|checked|simulation|tournament]"
        ),
    ] = Schema.case,
    format: Annotated[
        SchemaFormat, typer.Option("--format", help="JSON Schema, or a page to read; of tables also one of text.")
    ] = SchemaFormat.json,
) -> None:
    """Print the JSON Schema of a case, of commands (what a client sends), of events, of tables, or of what a command prints."""
    with ending(Format.json):
        from . import schemas

        if format is SchemaFormat.markdown:
            from ..text.schemas import in_markdown

            print(in_markdown(getattr(schemas, of.value)()), end="")
            return
        if format is SchemaFormat.text:
            if of is not Schema.tables:
                raise InvalidInput("--format", "text", f"json or markdown for {of}; text only for tables")
            print(schemas.tables_page(), end="")
            return
        print(json.dumps(getattr(schemas, of.value)(), indent=2, ensure_ascii=False))
