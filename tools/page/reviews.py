"""Reviews of many games: a page a game, and an index with tables by player, deck, rank, who began and turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from markupsafe import Markup

from ...events.types import BASIC_LAND_TYPES
from ...projections.tables.games import GameRow
from ..best_play.analysing import DecisionRow
from ..simulation.simulating import wilson
from . import render
from .review import GameReview, PlayerTally, tallies

MOST = 10
"""The mistakes that the index names: the costliest of all games."""
EARLY, MIDDLE = 4, 8
"""Turns up to which a game is young, and middle-aged."""
NAMED_OF_A_DECK = 3
"""Cards by which a deck is called."""
NOT_KNOWN = "not known"
YOURS, OTHERS = "What you declared", "What the other players declared"
OWNERLESS = "What was declared in games whose record names no owner"


@dataclass(frozen=True)
class GameLink:
    """A game in the index."""

    address: str
    title: str
    about: str
    analysed: int
    mistakes: int


class CostlyMistake(NamedTuple):
    """One of the costliest mistakes: what it cost, its address, what was declared, and what is said of it."""

    lost: float
    address: str
    text: str
    symbol: str
    worth: str


class ReviewedDeclaration(NamedTuple):
    """A declaration of a game, what its player is called, and what is known of the game."""

    row: DecisionRow
    player: str
    record: GameRow


@dataclass(frozen=True)
class GivenUp:
    """Declarations of a kind: how many were analysed, how many of them are no mistake, and what was given up on average.

    `share`: of those analysed that are no mistake, with its 95% interval (Wilson's). `mean`: of those that gave up a number of
    points, with half its 95% interval (normal; None of fewer than two).
    """

    kind: str
    value: str
    declared: int
    analysed: int
    best: int
    mean: float | None
    interval: float | None

    @property
    def share(self) -> str:
        """The share of those analysed that are no mistake, with its interval, in percent."""
        found = wilson(self.best, self.analysed)
        return f"{self.best / self.analysed:.0%} ({100 * found[0]:.0f} to {100 * found[1]:.0f})" if found is not None else "–"

    @property
    def points(self) -> str:
        """What was given up on average, with its interval."""
        if self.mean is None:
            return "–"
        return f"{self.mean:.2f}" + (f" ± {self.interval:.2f}" if self.interval is not None else "")


class IndexEntry(NamedTuple):
    """What the index takes of a game's review."""

    link: GameLink
    declared: list[ReviewedDeclaration]
    costly: list[CostlyMistake]


def index_entry(address: str, review: GameReview) -> IndexEntry:
    """What the index takes of a game, whose page has that address."""
    analysed = [row for row in review.rows if row.declined is None]
    given_up = {row.version: row.gave_up for row in review.rows}
    costly = []
    for where, text, remark in review.costliest[:MOST]:
        lost = given_up[next(version for version, each in review.remarks.items() if each is remark)]
        cost = 10**6 if lost is None else lost
        costly.append(CostlyMistake(cost, f"{address}#{where}", text.striptags(), remark.symbol, remark.worth))
    return IndexEntry(
        GameLink(address, review.shown.title, review.shown.about, len(analysed), len(review.remarks)),
        [ReviewedDeclaration(row, review.shown.names(row.player), review.record) for row in review.rows],
        costly,
    )


@dataclass
class ReviewIndex:
    """What the page over many games shows."""

    games: list[GameLink] = field(default_factory=list)
    rows: list[ReviewedDeclaration] = field(default_factory=list)
    tiles: Markup = field(default_factory=Markup)
    costly: list[CostlyMistake] = field(default_factory=list)

    def add(self, entry: IndexEntry) -> None:
        """Take in a game."""
        self.games.append(entry.link)
        self.rows += entry.declared
        self.costly += entry.costly

    @property
    def table(self) -> list[PlayerTally]:
        """A row a player and kind of declaration; players of several games by their names."""
        rows = []
        for player in dict.fromkeys(each.player for each in self.rows):
            rows += tallies([each.row._replace(player=player) for each in self.rows if each.player == player])
        return rows

    @property
    def costliest(self) -> list[CostlyMistake]:
        """The costliest mistakes of all games."""
        return sorted(self.costly, key=lambda each: -each.lost)[:MOST]

    @property
    def shares(self) -> dict[str, list[GivenUp]]:
        """How well was declared, by deck, rank, who began, turn and kind: by the owners of the records, and by the others."""
        decks = _deck_names(each.record for each in self.rows)
        kinds: dict[str, Callable[[ReviewedDeclaration], str | None]] = {
            "deck": lambda each: decks.get(_deck_of(each)),
            "opponent's rank": _rank_against,
            "on the play or draw": _begun,
            "turn": lambda each: _age(each.row.turn),
            "kind": lambda each: each.row.action,
        }
        by_whom: dict[str, list[ReviewedDeclaration]] = {}
        for each in sorted(self.rows, key=lambda each: each.row.turn):
            by_whom.setdefault(_whose(each), []).append(each)
        return {
            whose: [row for kind, of in kinds.items() for row in _shares(kind, of, by_whom[whose])]
            for whose in (YOURS, OTHERS, OWNERLESS)
            if whose in by_whom
        }

    def page(self) -> str:
        """The index as a page."""
        title = f"{len(self.games)} games reviewed"
        return render.page("reviews.jinja", f"{title} · declarant", self, styles=("game.css",), script="", data=None)


def _shares(
    kind: str, of: Callable[[ReviewedDeclaration], str | None], declared: Sequence[ReviewedDeclaration]
) -> Iterator[GivenUp]:
    """A row for each value of a kind, what isn't known last."""
    by_value: dict[str | None, list[DecisionRow]] = {}
    for each in declared:
        by_value.setdefault(of(each), []).append(each.row)
    for value in sorted(by_value, key=lambda value: value is None):
        analysed = [row for row in by_value[value] if row.declined is None]
        lost = [row.gave_up for row in analysed if row.gave_up is not None]
        best = sum(row.mistake is None for row in analysed)
        interval = 1.96 * stdev(lost) / sqrt(len(lost)) if len(lost) > 1 else None
        mean = fmean(lost) if lost else None
        yield GivenUp(kind, value or NOT_KNOWN, len(by_value[value]), len(analysed), best, mean, interval)


def _whose(each: ReviewedDeclaration) -> str:
    """Which table a declaration is in."""
    if each.record.owner is None:
        return OWNERLESS
    return YOURS if each.row.player == each.record.owner else OTHERS


def _deck_of(each: ReviewedDeclaration) -> tuple[str, ...]:
    """The deck of who declared: of other players no record has it."""
    return each.record.deck if each.row.player == each.record.owner else ()


def _deck_names(records: Iterable[GameRow]) -> dict[tuple[str, ...], str]:
    """What each deck is called: its commanders, else the cards of which it has most, basic lands aside."""
    found: dict[tuple[str, ...], str] = {}
    for record in records:
        if not record.deck or record.deck in found:
            continue
        counts = [(int(count), name) for count, _, name in (card.partition(" ") for card in record.deck)]
        most = sorted((each for each in counts if each[1] not in BASIC_LAND_TYPES), key=lambda each: (-each[0], each[1]))
        called = [card.partition(" ")[2] for card in record.commanders] or [name for _, name in most[:NAMED_OF_A_DECK]]
        name = f"{', '.join(called) or 'basic lands'} ({sum(count for count, _ in counts)} cards)"
        same = sum(each == name or each.startswith(f"{name}, deck ") for each in found.values())
        found[record.deck] = f"{name}, deck {same + 1}" if same else name
    return found


def _rank_against(each: ReviewedDeclaration) -> str | None:
    """The opponent's rank, without the step within a level."""
    if each.record.owner is None or len(each.record.players) != 2:
        return None
    rank = each.record.opposing_rank if each.row.player == each.record.owner else each.record.rank
    return rank.partition(",")[0] if rank is not None else None


def _begun(each: ReviewedDeclaration) -> str | None:
    if each.record.first is None or len(each.record.players) != 2:
        return None
    return "on the play" if each.row.player == each.record.first else "on the draw"


def _age(turn: int) -> str:
    return f"1 to {EARLY}" if turn <= EARLY else f"{EARLY + 1} to {MIDDLE}" if turn <= MIDDLE else f"from {MIDDLE + 1} on"


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
