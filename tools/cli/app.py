"""The command itself, and `declarant schema`."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from ...events.version import __version__
from .common import (
    Format,
    ending,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


class SchemaName(StrEnum):
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
    puzzle = "puzzle"
    rating = "rating"
    engine_comparison = "engine_comparison"
    checked = "checked"
    games = "games"
    simulation = "simulation"
    strength = "strength"
    tournament = "tournament"


class SchemaFormat(StrEnum):
    """How a JSON Schema is printed."""

    json = "json"
    markdown = "markdown"
    text = "text"


def _version(asked: bool) -> None:
    if asked:
        print("declarant", __version__)
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version and exit.")
    ] = False,
) -> None:
    """An event-sourced simulation framework and referee for combat in Magic: The Gathering.

    \b
    declarant audit cases.jsonl       judge cases that others wrote down
    declarant audit cases.jsonl --rules all
                                      how they were ruled in all years, and why
    declarant audit games.db          judge again what a journal records
    declarant explain cases.jsonl     why a declaration is legal or not
    declarant options cases.jsonl     which declarations are legal
    declarant best combat.yaml        the best attack or block, proved
    declarant page dispute.yaml -o dispute.html
                                      a dispute or a game as a page to open
    declarant serve games.db          judge in the browser, answer programs
    declarant site -o site            the same for any browser, as files
    declarant link dispute.yaml       the address that holds a case
    declarant import arena Player.log --to games.db
                                      keep the games of a log of MTG Arena
    declarant arena check Player.log  what Arena offered, what the rules say
    declarant games games.db          the games of a journal
    declarant replay games.db         step through one of those games
    declarant case games.db --turn 3  a turn of a game, or a moment, as a case
    declarant analyse games.db        what players gave up in declarations
    declarant review games.db -o review
                                      the same as pages, with what was better
    declarant export games.db --to tables
                                      games as tables: DuckDB, Polars, pandas
    declarant feed games.db --follow  every event as it is appended
    declarant simulate board.yaml --policy Ann=best --policy Bob=greedy
                                      many games, summed up
    declarant corpus --out corpus     combats with the answers, for engines
    declarant rate --engine ./engine  how well an engine attacks and blocks
    declarant puzzles --number 5      positions with one answer, proved
    declarant editions                what changed in the rules since 1999
    declarant rules 509.1c            what a number stands for, in all years
    declarant schema case             what a case may say
    declarant ignored                 what no ruling depends on, and why
    declarant wording read "~ can't block."
                                      how a sentence of a card is understood

    Exit status: 0 fine, 1 a ruling isn't as expected, 2 bad input. Unofficial; not affiliated with Wizards of the Coast.
    """


def _what(named: str) -> SchemaName:
    try:
        return SchemaName(named)
    except ValueError:
        raise typer.BadParameter(f"{named!r} is not one of {', '.join(SchemaName)}.") from None


@app.command()
def schema(
    of: Annotated[
        str,
        typer.Argument(
            metavar="WHAT",
            parser=_what,
            autocompletion=lambda: list(SchemaName),
            help=f"One of {', '.join(SchemaName)}.",
        ),
    ] = SchemaName.case,
    format: Annotated[
        SchemaFormat, typer.Option("--format", help="JSON Schema, or a page to read; of tables also one of text.")
    ] = SchemaFormat.json,
) -> None:
    """Print the JSON Schema of a case, of commands (what a client sends), of events, of tables, or of what a command prints."""
    with ending(Format.json):
        from .schemas import schema as schema_of

        if format is SchemaFormat.markdown:
            from ..text.schemas import in_markdown

            print(in_markdown(schema_of(of)), end="")
            return
        if format is SchemaFormat.text:
            if of != SchemaName.tables:
                raise InvalidInput("--format", "text", f"json or markdown for {of}; text only for tables")
            from ..tables.schemas import page

            print(page(), end="")
            return
        print(json.dumps(schema_of(of), indent=2, ensure_ascii=False))
