"""The games of a journal as pages show them: imported with the first that is asked for, since a table needs none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from markupsafe import Markup

from ...events.journal.journal import Journal
from ...handlers.budget import Budget
from ...projections.tables.life import LifeRow
from ..best_play.analysing import STEPS, Reviewed
from ..best_play.analysing import reviewed as analysed
from ..history.games import Listed, in_time, listed_game, with_life
from ..page.game import game
from ..page.game_shown import GameShown, life_line
from ..page.review import GameReview, review


class GamesShown:
    """The games of a journal, as they are shown."""

    def __init__(self, games: list[tuple[Listed, dict[str, list[LifeRow]]]]) -> None:
        games = sorted(games, key=lambda each: each[0].played or each[0].recorded, reverse=True)
        self.games = [(each, life_line(each.turns, list(lives.values()))) for each, lives in games]
        self.tiles = Markup("")

    @property
    def days(self) -> list[tuple[date, list[tuple[Listed, Markup]]]]:
        """The days on which they were played, each with its games."""
        days: dict[str, list[tuple[Listed, Markup]]] = {}
        for each, line in self.games:
            days.setdefault((each.played or each.recorded)[:10], []).append((each, line))
        return [(date.fromisoformat(day), games) for day, games in days.items()]


def games_shown(journal: Journal) -> GamesShown:
    """All games with their life, the newest first."""
    return GamesShown([with_life(journal, stream) for stream in in_time(journal)])


def read(journal: Journal, stream: str) -> tuple[GameShown, int] | None:
    """A game, and its version; None where there is none of that name."""
    entries = list(journal.entries(stream)) if stream in journal.streams() else []
    return (game(listed_game(journal, stream), entries), entries[-1].version) if entries else None


def reviewed(journal: Journal, stream: str, budget: Budget, progress: Callable[[str], None]) -> GameReview | None:
    """A game and what its declarations were worth, each with as many steps as `declarant review` takes.

    `progress` is called with how far it has come.
    """
    if stream not in journal.streams():
        return None
    found = analysed(journal, stream, budget=lambda: budget.of_its_own(STEPS))
    return review(journal, stream, _with_progress(found, listed_game(journal, stream).turns, progress))


def _with_progress(found: Iterable[Reviewed], turns: int, progress: Callable[[str], None]) -> Iterator[Reviewed]:
    for each in found:
        progress(f"Reviewing turn {each.row.turn} of {turns} …")
        yield each
