"""`declarant review`: games as pages that say what each declaration was worth, and what was better."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from ...events.errors import DeclarantError, InvalidInput
from . import common
from .app import app

if TYPE_CHECKING:
    from ...events.journal.journal import Journal
    from ...handlers.budget import Budget
    from ..arena.inputs import GamesInput


@app.command()
def review(
    journals: Annotated[
        list[str],
        typer.Argument(metavar="JOURNAL", help="Journals (SQLite or JSON Lines), logs of MTG Arena, or directories of them."),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="PATH", help="A file that ends in .html, or a directory.")],
    stream: common.StreamOption = None,
    worth: Annotated[
        str | None, typer.Option(metavar="one|flat|FILE", help="What permanents are worth: as for `declarant best`.")
    ] = None,
    cards: common.CardsOption = None,
    budget: common.BudgetOption = None,
    seconds: common.SecondsOption = None,
    workers: common.WorkersOption = None,
) -> None:
    """Review games: pages that say what each declaration was worth, and what was better.

    \b
    declarant review Player.log -o review/
        an index, and a page a game
    declarant review games.db --stream final -o final.html

    A mistake is a missed win (an attack that wins whatever blocks) or survival, a declaration that another one dominates (no
    worse in anything, better in something), or one that is worth less. The better line is drawn and said. It is of the combat
    as it lay on the table: nobody casts or activates anything. What can't be said is counted by reason.

    With card texts (`declarant cards load`) most declarations of logs of Arena can be analysed; without, few.

    Exit status: 0 fine, 2 a game can't be read; the others are reviewed.
    """
    from ..best_play.analysing import STEPS

    with common.ending():
        try:
            limits = common.budgets(budget if budget is not None or seconds is not None else STEPS, seconds)
            status = _review(journals, out, stream, worth, cards, limits, workers)
        except OSError as error:
            raise InvalidInput("--out", f"{out}: {error.strerror or error}", "pages that can be written") from None
        raise typer.Exit(status)


def _review(
    journals: list[str],
    out: Path,
    stream: str | None,
    worth: str | None,
    cards: Path | None,
    limits: Callable[[], Budget],
    workers: int | None,
) -> int:
    """The exit status. Raises InvalidInput, and OSError where a page can't be written, whatever game it is of."""
    from ..arena.inputs import games_inputs
    from ..best_play.best import read_worths
    from ..history.unknown_texts import UnknownTexts
    from ..page.reviewing import GameToReview, review_game
    from ..page.reviews import ReviewIndex, addresses
    from ..running.diagnostics import log_error, log_info
    from ..running.executors import engine
    from .common import BAD_INPUT, FINE, say

    worths = read_worths(worth)
    alone, index, status, meant = out.suffix == ".html", ReviewIndex(), FINE, common.GamesMeant(stream)
    taken: list[str] = ["index.html"]
    with engine(None, workers) as each, common.progress_of("games", beside_output=False) as advance:
        for source in games_inputs(journals):
            with common.going_on(source.name) as refused, _to_share(source, cards) as (url, opened):
                streams = meant.of(opened, source.name)
                games_so_far = len(index.games) + len(streams)
                if alone and stream is None and games_so_far != 1:
                    raise InvalidInput("--out", str(out), f"a directory, for {games_so_far} games; or --stream, for one")
                if not alone:
                    out.mkdir(parents=True, exist_ok=True)
                named = addresses(streams, taken)
                taken += named.values()
                unknown = UnknownTexts()
                games = [GameToReview(url, name, file, worths, limits) for name, file in named.items()]
                for file, found in zip(named.values(), each.map(review_game, games), strict=True):
                    if isinstance(found, DeclarantError):
                        log_error(found)
                        status = BAD_INPUT
                        continue
                    _write(out if alone else out / file, found.page)
                    index.add(found.entry)
                    unknown = unknown.plus(found.unknown)
                    advance()
                if unknown.words:
                    log_info(f"{source.name}: {unknown.words}", where=source.name)
            status = BAD_INPUT if refused else status
    meant.check_found(status == FINE)
    if not index.games:
        return status
    if not alone:
        _write(out / "index.html", index.page())
    mistakes = sum(each.mistakes for each in index.games)
    analysed = sum(each.analysed for each in index.games)
    say(f"{len(index.games)} games reviewed in {out}: {mistakes} mistakes among {analysed} declarations analysed")
    return status


@contextmanager
def _to_share(source: GamesInput, cards: Path | None) -> Iterator[tuple[str, Journal]]:
    """The games to read, and the URL at which several processes read them: a log is imported into a file for them."""
    if not source.is_log:
        with common.games_of(source.url, cards) as opened:
            yield source.url, opened
        return
    with TemporaryDirectory(prefix="declarant-", ignore_cleanup_errors=True) as folder:
        url = str(Path(folder) / "games.db")
        with common.games_of(source.url, cards, imported=url) as opened:
            yield url, opened


def _write(path: Path, made: str) -> None:
    from ..running.places import written_whole

    with written_whole(path) as file:
        file.write(made.encode())
