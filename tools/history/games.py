"""The games of a journal, one line each: what was played and when, how it went, what was declared."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import Field

from ...events.errors import CorruptJournal
from ...events.facts import GameStarted
from ...events.journal.journal import Journal
from ...events.model import Model, is_default
from ...projections.tables.declarations import DeclarationRow
from ...projections.tables.fold import tabulate
from ...projections.tables.games import GameRow
from ...projections.tables.life import LifeRow


class Listed(Model):
    """A game. `names`: what the players are called, in turn order. `played` and `recorded`: ISO 8601, UTC.

    `played` is None where the record doesn't say. `declarations`: how many were tried, whether they stand or were taken back;
    `illegal`: how many of them were ruled illegal. `tainted`: whether the record leaves something out. `winner`: the name of the
    winner; None while the game goes on, after a draw, and where the record doesn't say, or a team won. `winners`: the names of
    everybody who won. `entries`: how many the journal has.
    """

    game: str
    played: str | None
    recorded: str
    edition: str
    house_rules: tuple[str, ...] = Field((), exclude_if=is_default)
    """The names of house rules that are laid over the edition."""
    format: str | None
    names: tuple[str, ...]
    turns: int
    declarations: int
    illegal: int
    ended: bool
    winner: str | None
    winners: tuple[str, ...]
    tainted: bool
    entries: int


def listed(journal: Journal) -> Iterator[Listed]:
    """The games of a journal, in the order of time. Raises CorruptJournal for one that can't be read, after those before it."""
    for stream in in_time(journal):
        yield listed_game(journal, stream)
    journal.last_id()  # a file of which nothing could be read isn't one without games


def in_time(journal: Journal) -> list[str]:
    """The streams of a journal's games by when they were begun to be recorded, as far as that can be read."""

    def begun(stream: str) -> tuple[str, str]:
        try:
            return next(journal.entries(stream)).recorded, stream
        except CorruptJournal:
            return "", stream

    return sorted(journal.games(), key=begun)


def listed_game(journal: Journal, stream: str) -> Listed:
    """One game of a journal. Raises CorruptJournal."""
    return _read(journal, stream)[0]


def with_record(journal: Journal, stream: str) -> tuple[Listed, GameRow]:
    """One game of a journal, and its row of `games`: whose record it is, the deck, ranks, who began. Raises CorruptJournal."""
    return _read(journal, stream)[:2]


def with_life(journal: Journal, stream: str) -> tuple[Listed, dict[str, list[LifeRow]]]:
    """One game of a journal, and how each life total changed, by the first of those who share it. Raises CorruptJournal."""
    found, game, life = _read(journal, stream)
    return found, {sharing[0]: [row for row in life if row.player in sharing] for sharing in _sharing_life(journal, stream, game)}


def _read(journal: Journal, stream: str) -> tuple[Listed, GameRow, list[LifeRow]]:
    declarations, illegal = 0, 0
    game: GameRow | None = None
    life: list[LifeRow] = []
    for _, row in tabulate(stream, journal.entries(stream), journal.cuts(stream)):
        if isinstance(row, GameRow):
            game = row
        elif isinstance(row, LifeRow) and row.stands:
            life.append(row)
        elif isinstance(row, DeclarationRow) and (row.stood is None or row.verdict is None):
            # Else it was stated before, with the cut that took it back.
            declarations += 1
            illegal += row.verdict == "illegal"
    assert game is not None, "a stream has an entry, and the first one begins a game"
    called = dict(zip(game.players, game.names, strict=True))
    found = Listed(
        game=stream,
        played=game.played.isoformat(timespec="seconds") if game.played is not None else None,
        recorded=game.recorded.isoformat(timespec="seconds"),
        edition=game.edition.isoformat(),
        house_rules=game.house_rules,
        format=game.format,
        names=game.names,
        turns=game.turns,
        declarations=declarations,
        illegal=illegal,
        ended=game.ended,
        winner=called.get(game.winner or "", game.winner),
        winners=tuple(called.get(player, player) for player in game.winners),
        tainted=game.tainted,
        entries=journal.log(stream).version,
    )
    return found, game, life


def _sharing_life(journal: Journal, stream: str, game: GameRow) -> list[tuple[str, ...]]:
    """The players, those who share a life total together."""
    started = next(journal.entries(stream)).item
    if isinstance(started, GameStarted) and started.teams and started.options is not None and started.options.shared_life:
        return list(started.teams)
    return [(player,) for player in game.players]
