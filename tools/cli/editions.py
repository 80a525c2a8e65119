"""`declarant editions`: what the rules of a day say."""

from __future__ import annotations

from typing import Annotated

import typer

from ...events.errors import InvalidInput
from ..running.json_lines import json_line
from . import common
from .app import app

editions_app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
app.add_typer(editions_app, name="editions")


@editions_app.callback()
def editions(context: typer.Context, format: common.FormatOption = common.Format.text) -> None:
    """List the editions of the rules, newest first, and what changed with each.

    \b
    declarant editions                                list them
    declarant editions show 2005-03-01
        what the rules of that day said, and by which numbers
    declarant editions diff 2005-03-01 2024-06-07
        what changed between two days
    declarant audit case.yaml --rules all
        when the ruling on a dispute changed, and why
    """
    if context.invoked_subcommand is not None:
        return
    with common.ending(format):
        from .. import editions
        from ..text import editions as rendering
        from ..text.console import console

        out = console()
        for edition in editions.known():
            print(json_line(edition)) if format is common.Format.json else out.print(rendering.listed(edition))


DateArgument = Annotated[str, typer.Argument(metavar="DATE", help="A day, as in 2024-06-07.")]


@editions_app.command()
def show(day: DateArgument, format: common.FormatOption = common.Format.text) -> None:
    """Say what the rules of a day say: how things are done, in our own words, and the number of each rule."""
    with common.ending(format):
        from ...handlers.rulebook.editions import edition_of
        from .. import editions
        from ..text import editions as rendering
        from ..text.console import console

        shown = editions.show(edition_of(editions.parse_day(day)))
        if format is common.Format.json:
            print(json_line(shown))
        else:
            console().print(rendering.shown(shown))


@editions_app.command()
def diff(before: DateArgument, after: DateArgument, format: common.FormatOption = common.Format.text) -> None:
    """Say what is different between the rules of two days, behaviour first, then the numbers."""
    with common.ending(format):
        from ...handlers.rulebook.editions import edition_of
        from .. import editions
        from ..text import editions as rendering
        from ..text.console import console

        first, second = editions.parse_day(before), editions.parse_day(after)
        differences = editions.differences(edition_of(first), edition_of(second))
        if format is common.Format.json:
            print(json_line(differences))
        else:
            console().print(rendering.different(str(first), str(second), differences))


@app.command()
def rules(
    number: Annotated[str | None, typer.Argument(metavar="NUMBER", help="The number of a rule, as in 509.1c.")] = None,
    of: Annotated[
        str | None,
        typer.Option(
            "--trace", metavar="CONCEPT", help="A concept, as in block.requirements, or a keyword: its numbers since 1999."
        ),
    ] = None,
    format: common.FormatOption = common.Format.text,
) -> None:
    """Say what the number of a rule stands for: under which names, in which years, where it is carried out, what shows it.

    \b
    declarant rules 509.1c                        names, years, functions, tests
    declarant rules --trace block.requirements
        its numbers since 1999, and a board whose ruling changed
    declarant editions show 2005-03-01            all that the rules of a day say
    """
    with common.ending(format):
        from ..audit import rule_numbers
        from ..text import rule_numbers as rendering
        from ..text.console import console

        if (number is None) == (of is None):
            raise InvalidInput("NUMBER", "nothing" if number is None else "--trace, too", "a number, or --trace with a concept")
        if number is not None:
            known = rule_numbers.known_of(number)
            print(json_line(known)) if format is common.Format.json else console().print(rendering.shown(known))
            return
        assert of is not None
        spans = rule_numbers.trace(of)
        if format is common.Format.json:
            for span in spans:
                print(json_line(span))
        else:
            console().print(rendering.traced(of, spans, rule_numbers.first_board(of)))
