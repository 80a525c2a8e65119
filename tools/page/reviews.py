"""Reviews of many games: a page a game, and an index with a table a player, by what was declared, turn, and who began."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from markupsafe import Markup

from ..best_play.analysing import DecisionRow
from . import render
from .review import GameReview, PlayerTally, Remark, tallies

MOST = 10
"""The mistakes that the index names: the costliest of all games."""
EARLY, MIDDLE = 4, 8
"""Turns up to which a game is young, and middle-aged."""


@dataclass(frozen=True)
class GameLink:
    """A game in the index."""

    address: str
    title: str
    about: str
    analysed: int
    mistakes: int


@dataclass(frozen=True)
class GivenUp:
    """How many declarations of a kind were analysed, what they gave up on average, and its 95% interval."""

    kind: str
    value: str
    analysed: int
    best: int
    mean: float
    interval: float


@dataclass
class ReviewIndex:
    """What the page over many games shows."""

    games: list[GameLink] = field(default_factory=list)
    rows: list[tuple[DecisionRow, str]] = field(default_factory=list)
    """Each declaration, and what its player is called."""
    tiles: Markup = field(default_factory=Markup)
    costly: list[tuple[float, str, str, Remark]] = field(default_factory=list)

    def add(self, address: str, review: GameReview) -> None:
        """Take in a game, whose page has that address."""
        analysed = [row for row in review.rows if row.declined is None]
        self.games.append(GameLink(address, review.shown.title, review.shown.about, len(analysed), len(review.remarks)))
        self.rows += [(row, review.shown.names(row.player)) for row in review.rows]
        given_up = {row.version: row.gave_up for row in review.rows}
        for where, text, remark in review.costliest[:MOST]:
            version = next(version for version, each in review.remarks.items() if each is remark)
            lost = given_up[version]
            self.costly.append((10**6 if lost is None else lost, f"{address}#{where}", text.striptags(), remark))

    @property
    def table(self) -> list[PlayerTally]:
        """A row a player and kind of declaration; players of several games by their names."""
        told = []
        for player in dict.fromkeys(name for _, name in self.rows):
            told += tallies([row._replace(player=player) for row, name in self.rows if name == player])
        return told

    @property
    def costliest(self) -> list[tuple[float, str, str, Remark]]:
        """The costliest mistakes of all games."""
        return sorted(self.costly, key=lambda each: -each[0])[:MOST]

    @property
    def shares(self) -> list[GivenUp]:
        """What was given up by kind of declaration and by turn, of declarations whose worth is a number."""
        return [*self._shares("declared", lambda row: row.action), *self._shares("turn", _age)]

    def _shares(self, kind: str, of: Callable[[DecisionRow], str]) -> Iterator[GivenUp]:
        known = [row for row, _ in self.rows if row.gave_up is not None]
        for value in dict.fromkeys(map(of, known)):
            lost = [row.gave_up or 0 for row in known if of(row) == value]
            mean = sum(lost) / len(lost)
            spread = sqrt(sum((each - mean) ** 2 for each in lost) / max(1, len(lost) - 1))
            best = sum(row.mistake is None for row in known if of(row) == value)
            yield GivenUp(kind, value, len(lost), best, mean, 1.96 * spread / sqrt(len(lost)))

    def page(self) -> str:
        """The index as a page."""
        title = f"{len(self.games)} games reviewed"
        return render.page("reviews.jinja", f"{title} · declarant", self, styles=("game.css",), script="", data=None)


def _age(row: DecisionRow) -> str:
    return f"1 to {EARLY}" if row.turn <= EARLY else f"{EARLY + 1} to {MIDDLE}" if row.turn <= MIDDLE else f"from {MIDDLE + 1} on"


def addresses(streams: Iterable[str], taken: Sequence[str] = ()) -> dict[str, str]:
    """A file name for the page of each game."""
    found: dict[str, str] = {}
    used: set[Any] = set(taken)
    for stream in streams:
        plain = "".join(each if each.isalnum() or each in "-." else "-" for each in stream).strip("-.") or "game"
        name, number = f"{plain}.html", 2
        while name in used:
            name, number = f"{plain}-{number}.html", number + 1
        used.add(name)
        found[stream] = name
    return found
