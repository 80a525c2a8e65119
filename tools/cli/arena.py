"""`declarant arena check`: the games in logs of MTG Arena, refereed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from ..running.json_lines import json_line
from . import common
from .app import app

arena_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Referee the games in logs of MTG Arena.")
app.add_typer(arena_app, name="arena")


LogsArgument = Annotated[list[Path], typer.Argument(metavar="LOG", help="Player.log of MTG Arena, perhaps packed (.gz).")]


@arena_app.callback()
def arena() -> None:
    """Referee the games in logs of MTG Arena."""


@arena_app.command("check")
def check_arena(log: LogsArgument, cards: common.CardsOption = None, format: common.FormatOption = common.Format.text) -> None:
    """Compare what Arena offered with what the rules let a player declare, and rule on every declaration.

    Of every request to declare attackers or blockers: what Arena offered, and what we derive from the events of the game alone.
    Of every declaration, submitted or only seen on the table: our ruling. Of every combat damage step: what is dealt. With cards
    that were loaded (`declarant cards load`), also what power and toughness come to as of combat damage, from printed values,
    texts, and what triggers in the combat; the share of combats in which all texts are understood is stated. `declarant schema
    checked` says what --format json prints.

    Exit status: 0 all agree, 1 something differs where the record is whole, 2 a log can't be read or has no detailed logs (2
    wins).
    """
    with common.ending(format):
        raise typer.Exit(_check_arena(log, cards, format))


def _check_arena(paths: list[Path], cards: Path | None, format: common.Format) -> int:
    from ..arena.checking import CheckedSizes, check
    from ..cards import arena_cards
    from ..records.keeping import Problem
    from ..text import journals as rendering
    from ..text.console import console, text

    find = arena_cards(cards)
    out, status = console(), common.FINE
    for path in paths:
        counts: Counter[bool | None] = Counter()
        sizes: Counter[bool | None] = Counter()
        with common.going_on(str(path)) as refused:
            for each in check(path, find):
                if isinstance(each, Problem):
                    common.log_problem(path, each)
                    continue
                known = None if each.tainted else each.agrees
                if isinstance(each, CheckedSizes):
                    sizes[known] += not each.tainted
                else:
                    counts[known] += 1
                if format is common.Format.json:
                    print(json_line(each))
                elif known is False or (known is None and not each.tainted and not isinstance(each, CheckedSizes)):
                    out.print(rendering.checked(each))
            if format is common.Format.text:
                out.print(text(f"{path.name}: {counts[True]} agree, {counts[False]} differ, {counts[None]} can't be said"))
            if format is common.Format.text and sizes:
                understood = f"{sizes[True] + sizes[False]} of {sizes.total()} combats in which all is understood"
                out.print(text(f"{path.name}: power and toughness: {sizes[True]} agree, {sizes[False]} differ, of {understood}"))
        status = max(
            status,
            common.DIFFERENT if counts[False] or sizes[False] else common.FINE,
            common.BAD_INPUT if refused else common.FINE,
        )
    return status
