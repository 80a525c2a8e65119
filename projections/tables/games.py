"""The tables `games`, `turns` and `cuts`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Annotated, NamedTuple

from ...events import facts as t
from ...events import records as r
from ...events.journal.cuts import Cut
from .columns import (
    AtVersion,
    DecidingConcept,
    DecidingRule,
    EditionDate,
    GameName,
    Interrupted,
    Means,
    RecordedAt,
    Stands,
    TakenBackBy,
    Team,
    TurnNumber,
    Why,
    WrongSteps,
    table,
)
from .declarations import ruled
from .moment import TabulationState
from .row_writer import RowWriter, RowWriters, aware, time_of


@table("games", key=())
class GameRow(NamedTuple):
    """One row for each game."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    players: Annotated[tuple[str, ...], Means("The players, in turn order.")]
    names: Annotated[tuple[str, ...], Means("What the players are called, in the order of `players`.")]
    played: Annotated[datetime | None, Means("When the game was played, if its record says.", "UTC")]
    recorded: Annotated[datetime, Means("When its first entry was appended.", "UTC")]
    updated: Annotated[datetime, Means("When its last entry was appended.", "UTC")]
    variant: Annotated[str | None, Means("The variant that it is played by, of several players, as in `two-headed giant`.")]
    teams: Annotated[tuple[str, ...], Means("The teams, each as its players parted by commas; empty where each plays alone.")]
    house_rules: Annotated[tuple[str, ...], Means("The names of house rules that are laid over the edition, by their days.")]
    format: Annotated[str | None, Means("What was played, in the words of the record.")]
    source: Annotated[str | None, Means("The record that the game was imported from.")]
    declarant_version: Annotated[str, Means("The version of declarant that began the log.")]
    turns: Annotated[int, Means("The number of the last turn.", "turns")]
    ended: Annotated[bool, Means("Whether the game is over.")]
    owner: Annotated[str | None, Means("The player whose record it is; `deck` and so on are this player's.")]
    bots: Annotated[tuple[str, ...], Means("The players who aren't people.")]
    best_of: Annotated[int | None, Means("How many games the match has at most.", "games")]
    first: Annotated[str | None, Means("The player who took the first turn, if the record states it: who was on the play.")]
    mulligans: Annotated[int | None, Means("How many mulligans the owner took.", "mulligans")]
    opposing_mulligans: Annotated[int | None, Means("How many mulligans the other players took.", "mulligans")]
    opening_hand: Annotated[tuple[str, ...] | None, Means("The cards with which the owner began, sorted.")]
    deck: Annotated[tuple[str, ...], Means("The owner's deck, as in `4 Grim Ox`, sorted by name.")]
    sideboard: Annotated[tuple[str, ...], Means("The owner's sideboard.")]
    commanders: Annotated[tuple[str, ...], Means("The owner's commanders.")]
    rank: Annotated[str | None, Means("The owner's rank before the game, in the words of the record.")]
    opposing_rank: Annotated[str | None, Means("The other player's rank before the game, in the words of the record.")]
    rank_after: Annotated[str | None, Means("The owner's rank after the game.")]
    won: Annotated[bool | None, Means("Whether the owner won; none while the game goes on, in a draw, and where nobody knows.")]
    winner: Annotated[str | None, Means("The player who won; none in a draw, and where nobody knows.")]
    winners: Annotated[tuple[str, ...], Means("Everybody who won: of teams, a whole team.")]
    reason: Annotated[str | None, Means("Why it is over, in the words of the record.")]
    tainted: Annotated[bool, Means("Whether the record left something out at some point of the game.")]
    interruptions: Annotated[int, Means("How often the record left something out.", "times")]


@table("turns", key=("began",))
class TurnRow(NamedTuple):
    """One row for each turn, as it began."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    began: Annotated[int, Means("The version at which the turn began.", "version")]
    turn: TurnNumber
    player: Annotated[str, Means("The active player.")]
    team: Team
    life: Annotated[int | None, Means("The active player's life.", "life")]
    opposing_life: Annotated[int | None, Means("The lowest life of the player's opponents.", "life")]
    creatures: Annotated[
        int, Means("How many creatures the active player controls; of a team whose turn it is, the team.", "creatures")
    ]
    opposing_creatures: Annotated[int, Means("How many creatures the player's opponents control.", "creatures")]
    interrupted: Interrupted
    recorded: RecordedAt
    stands: Stands
    taken_back_by: TakenBackBy


@table("cuts", key=("cut",))
class CutRow(NamedTuple):
    """One row for each time that the log was cut back."""

    game: GameName
    version: AtVersion
    edition: EditionDate
    cut: Annotated[int, Means("The version of the cut.", "version")]
    back_to: Annotated[int, Means("The version that the log went back to: what came after it is taken back.", "version")]
    entries: Annotated[int, Means("How many events it took back.", "events")]
    declaration: Annotated[int | None, Means("The declaration that it took back, as in `declarations`.", "version")]
    action: Annotated[str | None, Means("What was ruled on: `attack`, `block`, `order` or `reselect`.")]
    player: Annotated[str | None, Means("Whose choice was ruled on.")]
    team: Team
    verdict: Annotated[str | None, Means("`illegal` or `undecided`; none where it was taken back without a ruling.")]
    rule: DecidingRule
    concept: DecidingConcept
    why: Why
    wrong: WrongSteps
    recorded: RecordedAt
    stands: Stands
    taken_back_by: TakenBackBy


def write_game(writer: RowWriter, now: TabulationState, started: t.GameStarted, first_recorded: str) -> None:
    """The row of the game, at the end of its journal."""
    ended, described, players = now.ended, now.described, started.players
    owner = described.game.owner
    winners = ended.won_by if ended is not None else ()
    writer.write_of_the_game(
        GameRow,
        players=started.players,
        names=tuple(started.names.get(player, player) for player in started.players),
        played=None if started.played is None else aware(started.played),
        recorded=time_of(first_recorded),
        updated=time_of(writer.recorded),
        variant=started.variant,
        teams=tuple(", ".join(team) for team in started.teams or ()),
        house_rules=tuple(each.name for each in now.board.house_in_force),
        format=started.format,
        source=started.source,
        declarant_version=started.declarant_version,
        turns=now.board.turn,
        ended=ended is not None,
        owner=owner,
        bots=described.game.bots,
        best_of=described.game.best_of,
        first=described.first,
        mulligans=described.mulligans((owner,)) if owner is not None else None,
        opposing_mulligans=described.mulligans(set(players) - {owner}) if owner is not None else None,
        opening_hand=described.opening_hand(),
        deck=_listed(described.game.deck),
        sideboard=_listed(described.game.sideboard),
        commanders=_listed(described.game.commanders),
        rank=described.game.rank,
        opposing_rank=described.game.opposing_rank,
        rank_after=described.rank_after,
        won=owner in winners if winners and owner is not None else None,
        winner=ended.winner if ended is not None else None,
        winners=winners,
        reason=ended.reason if ended is not None else None,
        tainted=now.interruptions > 0,
        interruptions=now.interruptions,
    )


def _listed(cards: r.CardCounts) -> tuple[str, ...]:
    return tuple(f"{number} {name}" for name, number in sorted(cards.items()))


def describe(writer: RowWriter, now: TabulationState, event: r.GameDescribed) -> None:
    """The record says whose game it is."""
    now.described = replace(now.described, game=event)


def keep_hand(writer: RowWriter, now: TabulationState, event: r.OpeningHandKept) -> None:
    """A player begins with a hand."""
    now.described = replace(now.described, hands=(*now.described.hands, event))


def write_rank(writer: RowWriter, now: TabulationState, event: r.RankTold) -> None:
    """The owner's rank after the game."""
    now.described = replace(now.described, rank_after=event.rank)


def begin_turn(writer: RowWriter, now: TabulationState, event: t.TurnBegan) -> None:
    """A turn begins: its row."""
    now.hit_by, now.life_written, now.dealt_to = {}, {}, {}
    if event.number == 1:
        now.described = replace(now.described, first=event.player)
    board = now.board
    opponents = board.opponents(event.player)
    creatures = Counter(
        permanent.controller
        for permanent in board.permanents.values()
        if "Creature" in permanent.types and not permanent.phased_out
    )
    writer.write_now(
        TurnRow,
        began=writer.version,
        turn=event.number,
        player=event.player,
        team=board.teammates(event.player),
        life=board.life.get(event.player),
        opposing_life=min((board.life[player] for player in opponents), default=None),
        creatures=sum(creatures[player] for player in board.side(event.player)),
        opposing_creatures=sum(creatures[player] for player in opponents),
        interrupted=board.interrupted,
        recorded=time_of(writer.recorded),
    )


def interrupt(writer: RowWriter, now: TabulationState, event: t.RecordInterrupted) -> None:
    """The record leaves something out."""
    now.interruptions += 1


def end_game(writer: RowWriter, now: TabulationState, event: t.GameEnded) -> None:
    """The game is over."""
    now.ended = event


def write_cut(writer: RowWriter, now: TabulationState, cut: Cut, events: int) -> None:
    """The log is cut back; `events`: how many it takes back."""
    pending, ruling = now.pending, cut.ruling
    attempt = pending.declared.began if pending is not None and pending.declared.began > cut.to else None
    writer.write_now(
        CutRow,
        cut=writer.version,
        back_to=cut.to,
        entries=events,
        declaration=attempt,
        action=ruling.action if ruling is not None else None,
        player=ruling.player if ruling is not None else None,
        team=now.board.teammates(ruling.player) if ruling is not None else (),
        verdict=ruling.verdict if ruling is not None else None,
        **ruled(ruling),
        recorded=time_of(writer.recorded),
    )


AFTER: RowWriters = {
    t.GameEnded: end_game,
    t.RecordInterrupted: interrupt,
    r.GameDescribed: describe,
    r.OpeningHandKept: keep_hand,
    r.RankTold: write_rank,
    t.TurnBegan: begin_turn,
}
"""What writes the rows of an event, with the board as it is after the event."""
