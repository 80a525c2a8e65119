"""`declarant wording` and `cards`: how Oracle wording is understood, and cards by name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from ...events.errors import InvalidInput
from ..running.json_lines import json_line
from . import common
from .app import app

MOST_UNKNOWN = 20
"""So many fields of cards that nobody knows are stated."""

wording_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Read Oracle wording, and say how much is read.")
app.add_typer(wording_app, name="wording")
cards_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Load card data, so that a case may give a name alone.")
app.add_typer(cards_app, name="cards")


@wording_app.command()
def coverage(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Sentences or cards, an object a line (.jsonl), perhaps packed (.jsonl.gz).")
    ],
    split: Annotated[
        bool,
        typer.Option("--split", help="Count a fifth of the cards, by a hash of the name, apart, and show none of its sentences."),
    ] = False,
    format: Annotated[common.Format, typer.Option("--format", help="Text for people, or one JSON object.")] = common.Format.text,
) -> None:
    """Say how many sentences of a file are understood, by category, and which are declined most often.

    A line of the file is a sentence, {"sentence": "~ can't block.", "categories": ["restriction-block"]}, where ~ is the card's
    own name, or a card, {"name": "Grim Ox", "text": "Grim Ox can't block.", "types": ["Creature"]}.

    Understood counts sentences that say nothing of declarations, too: they are counted as aside, as well. A sentence that states
    of what a case states as a step (a creature enters attacking, …) is counted as a happening. Ambiguous are sentences for which
    the grammar has a second, different reading: an error in it. That is looked for in sentences, not in cards.

    Of cards it counts the abilities that combat sets off, too: those carried out by themselves, and those that are once a fact, a
    card of a hand or a library, or how a coin or a die falls is stated. Cards of digital games only (so marked, or that
    conjure, seek, specialize, …) aren't counted.
    """
    with common.ending(format):
        from ..oracle import coverage

        with common.progress_of("sentences", beside_output=False) as advance:
            measured = coverage.measure(file, progress=advance, split=split)
        print(json_line({**measured}) if format is common.Format.json else coverage.in_words(measured))


@wording_app.command("read")
def read_wording(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What the card says; several lines are read one by one.")],
    name: Annotated[str, typer.Option(metavar="NAME", help="The card's own name, which ~ stands for as well.")] = "",
    format: common.FormatOption = common.Format.text,
) -> None:
    """Show how wording is understood: in plain words and as data.

    \b
    declarant wording read "Creatures with flying can't block ~."
    declarant wording read "Grim Ox attacks each combat if able." --name "Grim Ox"

    Exit status: 0 all is understood, 2 something is declined; then the words that weren't understood are stated.
    """
    with common.ending(format):
        from ...events.errors import WordingNotUnderstood
        from ..oracle.other_fields import belongs_elsewhere
        from ..oracle.templates import suggestion
        from ..running import diagnostics as logs
        from ..text import wording as reading

        status = common.FINE
        if not text.strip():
            raise InvalidInput("TEXT", "nothing", "what a card says")
        for number, line in reading.numbered(text):
            found = reading.read(line, name)
            print(json_line(found) if format is common.Format.json else reading.in_words(found, name))
            if found.kind == "declined":
                status = common.BAD_INPUT
                place = f"line {number}, character {found.offset}"
                allowed = belongs_elsewhere(line) or "wording that this version understands" + suggestion(line)
                logs.log_error(WordingNotUnderstood(place, repr(found.unread), allowed))
        raise typer.Exit(status)


@cards_app.callback()
def cards() -> None:
    """Load card data, so that a case may give a permanent's name alone."""


@cards_app.command("load")
def load_cards(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE",
            help="Scryfall's oracle_cards or MTGJSON's AtomicCards.json, perhaps packed (.gz), or Arena's "
            "Raw_CardDatabase_….mtga; by default that of the MTG Arena that is installed.",
        ),
    ] = None,
    arena: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help='Names by their numbers in MTG Arena, as in {"75522": "Grim Ox"}, perhaps packed (.gz).'
        ),
    ] = None,
    index: Annotated[Path | None, typer.Option(metavar="INDEX", help="Where to make the index, if not in the cache.")] = None,
) -> None:
    """Index the cards of a file in the user's cache directory, in place of those loaded before.

    \b
    declarant cards load
        MTG Arena's own cards, where it is installed (Windows, macOS)
    https://scryfall.com/docs/api/bulk-data           "Oracle Cards"
    https://mtgjson.com/downloads/all-files/          "AtomicCards"

    From then on a permanent of a case may be its name alone, as in {id: bear, controller: Ann, name: Grizzly Bears}: types,
    colors, power, toughness, mana value and text are the card's. What the case states itself wins.

    Logs of MTG Arena state cards by number: Arena's own file has all of them, Scryfall's some (`arena_id`), and --arena names
    others. Logs can be imported before and again after: then names and texts are added.
    """
    with common.ending():
        from ..cards import load
        from ..cards.arena import installed
        from ..cards.index import cache_file
        from ..running.diagnostics import log_warning

        file = file or installed()
        if file is None:
            found = "none, and no MTG Arena on this machine"
            raise InvalidInput("FILE", found, "cards of Scryfall or MTGJSON, or Arena's Raw_CardDatabase_….mtga")

        unknown: Counter[str] = Counter()
        with common.progress_of("names", beside_output=False) as advance:
            count = load(file, progress=advance, arena=arena, index=index, unknown=lambda field: unknown.update((field,)))
        for field, cards in unknown.most_common(MOST_UNKNOWN):
            many = f" of {cards} cards" if cards > 1 else ""
            log_warning(f"the field {field!r}{many} isn't known to this version: it is left out")
        common.say(f"{count} names of cards loaded into {index or cache_file()}")
