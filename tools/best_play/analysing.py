"""What each declaration of a game was worth, beside the best that could have been declared.

The analysis is of the combat as it lay on the table: hidden cards aren't known and aren't guessed, nobody casts anything. Each
declaration is valued with the best that may follow: an attack by its best block, a block by the best division of damage.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Annotated, Any, NamedTuple

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...events.journal.journal import Journal
from ...events.model import Model
from ...handlers.best_play.assignment import value_of_assignment
from ...handlers.best_play.play import value_of_block, worth_of
from ...handlers.best_play.playing_out import BestPlayed, value_by_playing
from ...handlers.best_play.reading import read_block
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.procedure.commands import AssignCombatDamage, DeclareAttackers, DeclareBlockers
from ...projections.tables.columns import EditionDate, GameName, Means, TurnNumber, table, table_of
from ..history.recorded_games import Tried, tried
from ..running.places import written_whole
from .best import StatedWorths

WINS = "a win"
LOSES = "a loss"


@table("decisions", key=("declared_at",))
class DecisionRow(NamedTuple):
    """One row a declaration of a game: what it was worth to its player, and what the best would have been worth.

    Of the combat as it lay on the table: hidden cards aren't known and aren't guessed.
    """

    game: GameName
    version: Annotated[int, Means("The version at which the declaration was decided.", "version")]
    edition: EditionDate
    declared_at: Annotated[int, Means("The declaration, as in `declarations`.", "version")]
    turn: TurnNumber
    action: Annotated[str, Means("`attack`, `block` or `damage`.")]
    player: Annotated[str, Means("The player who declared.")]
    declared: Annotated[str, Means("What was declared, as a step of a case writes it.", "JSON")]
    value: Annotated[
        int | None, Means("What it is worth with the best that may follow; none: it wins, loses, or isn't known.", "life")
    ]
    outcome: Annotated[str | None, Means("`a win` or `a loss` where it comes to that at best play of both; else none.")]
    best: Annotated[str | None, Means("A best declaration; none where that isn't known.", "JSON")]
    best_value: Annotated[int | None, Means("What that is worth; none: it wins, loses, or isn't known.", "life")]
    best_outcome: Annotated[str | None, Means("`a win` or `a loss` where it comes to that at best play of both; else none.")]
    gave_up: Annotated[
        int | None, Means("How much less the declaration is worth than the best; none where one isn't a number.", "life")
    ]
    proven: Annotated[bool, Means("Whether it is proved that nothing is better; else the best is the best that was found.")]
    declined: Annotated[str | None, Means("Why nothing is told; none where it is.")]


DECISIONS = table_of(DecisionRow)


class Accuracy(Model):
    """What `declarant analyse --format json` prints last, for a player: how many declarations were analysed, how many of them
    gave up nothing, and the mean of what they gave up (of those where it is a number). `missed`: won positions that weren't won,
    and positions lost that needn't be."""

    player: str
    decisions: int
    best: int
    mean_loss: float | None
    missed: int
    declined: int


def analyse(
    journal: Journal, stream: str, worth: StatedWorths | None = None, budget: Callable[[], Budget] = Budget
) -> Iterator[DecisionRow]:
    """Each declaration of attackers and blockers that stands, and of how the active player divides combat damage where there is a
    choice; one that can't be analysed says why.

    `worth` is as for `Game.best_block`; `budget` makes what each declaration's searches may take. Raises CorruptJournal.
    """
    for each in tried(journal.entries(stream), journal.cuts(stream)):
        if each.stands and _is_chosen(each):
            yield _decision(stream, each, worth, budget())


def _is_chosen(each: Tried) -> bool:
    """Whether there was a choice, as for damage there mostly isn't."""
    if not isinstance(each.command, AssignCombatDamage):
        return True
    legal = Game.on(each.before).legal_assignments_of(each.command.by)
    return each.command.by == each.before.board.active and bool(legal) and bool(legal.step.completed({})[1])


class _Valued(NamedTuple):
    value: int | None
    """None: it wins, or (of a block) loses."""
    best: Mapping[str, Any]
    best_value: int | None
    proven: bool


def _decision(stream: str, each: Tried, worth: StatedWorths | None, budget: Budget) -> DecisionRow:
    board = each.before.board
    action, player, declared = _told(each)
    edition = board.edition
    assert edition is not None, "a game has an edition"
    known = (stream, each.over, edition, each.version, board.turn, action, player, _json(declared))
    if each.unsure:
        return DecisionRow(*known, None, None, None, None, None, None, False, each.unsure)
    try:
        valued = _valued(each, player, worth, budget)
    except (NotModelled, InvalidInput, Undecided) as error:
        return DecisionRow(*known, None, None, None, None, None, None, False, str(error))
    extreme = LOSES if action == "block" else WINS
    outcome = extreme if valued.value is None else None
    best_outcome = extreme if valued.best_value is None else None
    both = None
    if valued.value is not None and valued.best_value is not None:
        both = valued.best_value - valued.value
    elif valued.value is None and valued.best_value is None:
        both = 0
    return DecisionRow(
        *known,
        valued.value,
        outcome,
        _json(valued.best),
        valued.best_value,
        best_outcome,
        both,
        valued.proven,
        None,
    )


def _told(each: Tried) -> tuple[str, str, Mapping[str, Any]]:
    match each.command:
        case DeclareAttackers() as command:
            return "attack", each.before.board.active or "", command.attackers
        case DeclareBlockers() as command:
            return "block", command.by or "", command.blocks
        case AssignCombatDamage() as command:
            return "damage", command.by or "", command.assignment


def _valued(each: Tried, player: str, worth: StatedWorths | None, budget: Budget) -> _Valued:
    game = Game.on(each.before, budget=budget)
    value: int | None
    match each.command:
        case DeclareAttackers() as attack:
            best = game.best_attack(worth=worth)
            if isinstance(best, BestPlayed):
                value = _by_playing(best, value_by_playing(game, player, attack, worth_of(worth)))
                return _Valued(value, best.declaration, best.value, best.proven)
            game.declare(attack)
            value = 0
            proven = best.proven
            if game.combat.attackers:
                answer = game.best_block(worth=worth)
                value = -answer.value if answer.value is not None else None
                proven = proven and answer.proven
            return _Valued(value, best.declaration, best.value, proven)
        case DeclareBlockers() as block:
            found = game.best_block(worth=worth, by=player)
            if isinstance(found, BestPlayed):
                value = _by_playing(found, value_by_playing(game, player, block, worth_of(worth)))
                return _Valued(value, found.declaration, found.value, found.proven)
            position = read_block(game.legal_blocks_of(player).formulation, worth_of(worth))
            return _Valued(value_of_block(position, block.blocks), found.declaration, found.value, found.proven)
        case AssignCombatDamage() as damage:
            divided = game.best_assignment(worth=worth)
            if isinstance(divided, BestPlayed):
                value = _by_playing(divided, value_by_playing(game, player, damage, worth_of(worth)))
                return _Valued(value, divided.declaration, divided.value, divided.proven)
            game.declare(damage)  # what could be assigned in one way only is told, too
            assigned = damage.assignment
            for event in game.last_events:
                if event.type == "CombatDamageAssigned" and event.player == player:
                    assigned = event.assignment
            before = Game.on(each.before)
            value = value_of_assignment(before.view, before.edition, worth_of(worth), assigned)
            return _Valued(value, divided.declaration, divided.value, divided.proven)


def _by_playing(best: BestPlayed, valued: tuple[int | None, bool]) -> int | None:
    """What a declaration is worth by playing out. Raises Undecided where its player wins by a block, or loses by an attack."""
    for value, wins in (valued, (best.value, best.wins)):
        if value is None and wins == (best.action == "block"):
            raise Undecided(f"the {best.action} {'wins' if wins else 'loses'}: the table doesn't tell that")
    return valued[0]


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def accuracies(rows: Iterable[DecisionRow]) -> list[Accuracy]:
    """How well each player declared, in the order in which they first did."""
    of: dict[str, list[DecisionRow]] = {}
    for row in rows:
        of.setdefault(row.player, []).append(row)
    told = []
    for player, mine in of.items():
        analysed = [row for row in mine if row.declined is None]
        losses = [row.gave_up for row in analysed if row.gave_up is not None]
        told.append(
            Accuracy(
                player=player,
                decisions=len(analysed),
                best=sum(loss <= 0 for loss in losses),
                mean_loss=fmean(losses) if losses else None,
                missed=sum(row.gave_up is None for row in analysed),
                declined=len(mine) - len(analysed),
            )
        )
    return told


def write(path: Path, rows: list[DecisionRow]) -> None:
    """Write the table `decisions` as one file: .parquet, .arrow, .csv or .jsonl. Raises InvalidInput, MissingExtra."""
    from ..tables.batches import rows_batch
    from ..tables.files import WRITERS
    from ..tables.schemas import arrow_schema

    format = path.suffix.removeprefix(".")
    if format not in WRITERS:
        raise InvalidInput("--to", str(path), "a file whose name ends in " + ", ".join(f".{each}" for each in WRITERS))
    try:
        with written_whole(path) as file:
            writer = WRITERS[format](file, arrow_schema(DECISIONS))
            writer.write(rows_batch(DECISIONS, rows))
            writer.close()
    except OSError as error:
        raise InvalidInput("--to", f"{path}: {error.strerror or error}", "a file that can be made") from None


def as_json(row: DecisionRow) -> dict[str, Any]:
    """A row as an object; dates in ISO 8601."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in row._asdict().items()}
