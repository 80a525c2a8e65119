"""Reviews of games by several processes: what a process is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...events.errors import DeclarantError
from ...events.journal.journal import Journal
from ...handlers.budget import Budget
from ..best_play.analysing import reviewed
from ..best_play.best import StatedWorths
from ..cases.misfits import internal
from ..history.unknown_texts import UnknownTexts, unknown_texts
from .review import review
from .reviews import IndexEntry, index_entry


class GameToReview(NamedTuple):
    """A game of a journal, the address of its page, and how declarations are valued."""

    url: str
    stream: str
    address: str
    worth: StatedWorths
    budget: Callable[[], Budget]


class ReviewedGame(NamedTuple):
    """The page of a game, and what is said of it beside others."""

    page: str
    entry: IndexEntry
    unknown: UnknownTexts


def review_game(game: GameToReview) -> ReviewedGame | DeclarantError:
    """The review of a game, or why there is none."""
    try:
        with Journal.open(game.url, read_only=True) as journal:
            found = review(journal, game.stream, reviewed(journal, game.stream, game.worth, game.budget))
            return ReviewedGame(found.page(), index_entry(game.address, found), unknown_texts(journal, [game.stream]))
    except DeclarantError as error:
        return error
    except Exception as error:
        return internal(error, game.stream)
