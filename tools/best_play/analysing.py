"""What each declaration of a game was worth, beside the best that could have been declared.

The analysis is of the combat as it lay on the table: hidden cards aren't known and aren't guessed, nobody casts anything. Each
declaration is valued with the best that may follow: an attack by its best block, a block by the best division of damage.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from statistics import fmean
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from ...events.errors import InvalidInput, NotModelled, Undecided
from ...events.facts import CombatBegan, CombatEnded, TurnBegan
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.journal.recordings import game_of
from ...events.model import Model
from ...handlers.best_play.assignment import value_of_assignment
from ...handlers.best_play.dominance import Dominance
from ...handlers.best_play.fitted import UNIT
from ...handlers.best_play.play import FITTED, LOST_NEXT, best_block, value_of_attack, value_of_block, worth_of
from ...handlers.best_play.playing_out import BestPlayed, value_by_playing
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.procedure.commands import AssignCombatDamage, DeclareAttackers, DeclareBlockers
from ...handlers.view.view import View
from ...projections.state import State
from ...projections.tables.columns import EditionDate, GameName, Means, TurnNumber, table, table_of
from ...projections.timeline import TimelineEntry, timeline
from ..history.recorded_games import Tried, tried
from .best import StatedWorths
from .endings import ending_of

WINS = "a win"
LOSES = "a loss"


Mistake: TypeAlias = Literal["missed win", "missed survival", "dominated", "less"]
"""A win whatever blocks, or a block that survives, wasn't declared; another declaration is no worse in anything and better in
something (no worth enters); or another one is worth more."""


@table("decisions", key=("declaration",))
class DecisionRow(NamedTuple):
    """One row a declaration of a game: what it was worth to its player, and what the best would have been worth.

    Of the combat as it lay on the table: hidden cards aren't known and aren't guessed. A turn in which somebody could have
    attacked and declared nothing is a row, too. Points are of power (by flat worths, also of life).
    """

    game: GameName
    version: Annotated[int, Means("The version at which the declaration was decided.", "version")]
    edition: EditionDate
    declaration: Annotated[
        int, Means("The declaration, as in `declarations`; where none was made, where the combat began.", "version")
    ]
    turn: TurnNumber
    action: Annotated[str, Means("`attack`, `block` or `damage`.")]
    player: Annotated[str, Means("The player who declared.")]
    declared: Annotated[str, Means("What was declared, as a step of a case writes it.", "JSON")]
    value: Annotated[
        float | None, Means("What it is worth with the best that may follow; none: it wins, loses, or isn't known.", "points")
    ]
    outcome: Annotated[
        str | None, Means("`a win`, or `a loss` (of an attack: in the next turn), at best play of both; else none.")
    ]
    best: Annotated[str | None, Means("A best declaration; none where that isn't known.", "JSON")]
    best_value: Annotated[float | None, Means("What that is worth; none: it wins, loses, or isn't known.", "points")]
    best_outcome: Annotated[str | None, Means("`a win` or `a loss` where it comes to that at best play of both; else none.")]
    gave_up: Annotated[
        float | None, Means("How much less the declaration is worth than the best; none where one isn't a number.", "points")
    ]
    mistake: Annotated[
        str | None,
        Means("`missed win`, `missed survival`, `dominated` (no worse in anything by another) or `less` by worth; else none."),
    ]
    proven: Annotated[bool, Means("Whether it is proved that nothing is better; else the best is the best that was found.")]
    declined: Annotated[str | None, Means("Why nothing is told; none where it is.")]


DECISIONS = table_of(DecisionRow)


class Accuracy(Model):
    """What `declarant analyse --format json` prints last, for a player: how many declarations were analysed, how many of them
    are no mistake, and the mean of what they gave up (of those where it is a number).

    `missed`: won positions that weren't won, and positions lost that needn't be. `dominated`: declarations that another one
    beats in something and is no worse in anything.
    """

    player: str
    decisions: int
    best: int
    mean_loss: float | None
    missed: int
    dominated: int
    declined: int


class Reviewed(NamedTuple):
    """A declaration, what it was worth, and two lines of play as steps of a case: what follows it, and what was better."""

    row: DecisionRow
    state: State
    """The game before it."""
    line: tuple[Mapping[str, Any], ...] = ()
    better: tuple[Mapping[str, Any], ...] = ()


STEPS = 20_000
"""What the searches of a declaration may take in reviews and tables: those of a game take a few seconds."""


def analyse(
    journal: Journal,
    stream: str,
    worth: StatedWorths | None = None,
    budget: Callable[[], Budget] = Budget,
    until: int | None = None,
) -> Iterator[DecisionRow]:
    """Each declaration of attackers and blockers that stands, and of how the active player divides combat damage where there is a
    choice; one that can't be analysed says why.

    `worth` is as for `Game.best_block`, by default the fitted one; `budget` makes what each declaration's searches may take;
    `until`: by what the journal held up to that id. Raises CorruptJournal.
    """
    return (each.row for each in reviewed(journal, stream, worth, budget, until))


def reviewed(
    journal: Journal,
    stream: str,
    worth: StatedWorths | None = None,
    budget: Callable[[], Budget] = Budget,
    until: int | None = None,
) -> Iterator[Reviewed]:
    """As `analyse`, with the lines of play."""
    entries, cuts = list(journal.entries(stream)), journal.cuts(stream)
    if until is not None:
        entries, cuts = [each for each in entries if each.id <= until], [each for each in cuts if each.id <= until]
    declared = [each for each in tried(entries, cuts) if each.stands and _is_chosen(each)]
    for each in sorted([*declared, *_passed(entries, declared)], key=lambda each: each.version):
        yield _reviewed(stream, each, worth or FITTED, budget())


def _passed(entries: Sequence[Entry], declared: Sequence[Tried]) -> Iterator[Tried]:
    """The combats in which the active player could have attacked and nothing tells that anything was declared."""
    attacks = [each.version for each in declared if isinstance(each.command, DeclareAttackers)]
    began: TimelineEntry | None = None
    for moment in timeline(entries):
        if moment.taken_back_by is not None:
            continue
        if isinstance(moment.item, CombatBegan):
            began = moment
        elif isinstance(moment.item, CombatEnded | TurnBegan) and began is not None:
            first, before = began.entry.version, began.after
            began = None
            if any(first <= version <= moment.entry.version for version in attacks) or before.board.interrupted:
                continue
            game = Game.on(before)
            if before.board.active is not None and game.legal_attacks and game.legal_attacks.count() > 1:
                yield Tried(first, first, before, DeclareAttackers(attackers={}), None, True)


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
    line: Sequence[Mapping[str, Any]] = ()
    better: Sequence[Mapping[str, Any]] = ()
    loses_next: bool = False
    """Only after what was declared the other player wins in the next turn."""


def _reviewed(stream: str, each: Tried, worth: StatedWorths, budget: Budget) -> Reviewed:
    board = each.before.board
    action, player, declared = _told(each)
    edition = board.edition
    assert edition is not None, "a game has an edition"
    known = (game_of(stream), each.over, edition, each.version, board.turn, action, player, _json(declared))

    def declined(why: str) -> Reviewed:
        return Reviewed(DecisionRow(*known, None, None, None, None, None, None, None, False, why), each.before)

    if each.unsure:
        return declined(each.unsure)
    try:
        valued = _valued(each, player, worth, budget)
    except (NotModelled, InvalidInput, Undecided) as error:
        return declined(str(error))
    extreme = LOSES if action == "block" or valued.loses_next else WINS
    outcome = extreme if valued.value is None else None
    best_outcome = (LOSES if action == "block" else WINS) if valued.best_value is None else None
    both = None
    if valued.value is not None and valued.best_value is not None:
        both = max(0, valued.best_value - valued.value)
    elif valued.value is None and valued.best_value is None:
        both = 0
    if both and action == "block" and _is_thrown_away(each, player, valued):
        both = 0
    mistake: Mistake | None = "less" if both else None
    if both is None:
        mistake = "missed survival" if action == "block" else "less" if valued.loses_next else "missed win"
    best, best_value, line, better = valued.best, valued.best_value, valued.line, valued.better
    if mistake != "missed win" and mistake != "missed survival" and action != "damage" and outcome is None:
        found = _dominance(each, player, budget)
        if found is not None and found.dominated:
            mistake, line, better = "dominated", found.line, found.better_line
            best = next(value for name, value in better[0].items() if name in ("attack", "block")) if better else best
    value, most, gave_up = (_in_points(number, worth) for number in (valued.value, best_value, both))
    row = DecisionRow(*known, value, outcome, _json(best), most, best_outcome, gave_up, mistake, valued.proven, None)
    return Reviewed(row, each.before, tuple(line), tuple(better))


def _in_points(number: int | None, worth: StatedWorths) -> float | None:
    """A worth in points of power."""
    return number / UNIT if number is not None and worth == FITTED else number


def _is_thrown_away(each: Tried, player: str, valued: _Valued) -> bool:
    """Whether the best block that was found by playing out throws a creature away, and its player needn't: after what was
    declared, all creatures of the others together don't deal as much as there is life left."""
    best, declared = ending_of(each.before, valued.better), ending_of(each.before, valued.line)
    if best is None or declared is None or not best.thrown_away(each.before, player):
        return False
    board = each.before.board
    left = board.life[player] + declared.life.get(player, 0)
    view = View(each.before)
    theirs = (p for p in view.permanents.values() if p.controller != player and "Creature" in p.types)
    return left > sum(max(0, p.power) * (1 + ("double strike" in view.keywords(p.id))) for p in theirs)


MOST_ALONE = 8
"""Creatures on a side with which declarations are compared with all others."""


def _dominance(each: Tried, player: str, budget: Budget) -> Dominance | None:
    """Which declarations dominate this one; None where that isn't known."""
    board, declared = each.before.board, each.command
    sides = Counter(permanent.controller for permanent in board.permanents.values() if "Creature" in permanent.types)
    if max(sides.values(), default=0) > MOST_ALONE or isinstance(declared, AssignCombatDamage):
        return None
    game = Game.on(each.before, budget=budget)
    try:
        if isinstance(declared, DeclareAttackers):
            return game.dominance(declared.attackers)
        return game.dominance(declared.blocks, by=player)
    except (NotModelled, InvalidInput, Undecided):
        return None


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
                value = _by_playing(best, value_by_playing(game, player, attack, worth_of(worth, game.view)))
                return _Valued(value, best.declaration, best.value, best.proven, [{"attack": dict(attack.attackers)}], best.line)
            game.declare(attack)
            loses_next = False
            if best.read is not None and best.read.triggers is not None:
                value, known = value_of_attack(best, attack.attackers)
                return _Valued(value, best.declaration, best.value, best.proven and known)
            value = 0
            proven = best.proven
            line: list[Mapping[str, Any]] = [{"attack": dict(attack.attackers)}]
            if game.combat.attackers:
                # Its best answer, whether it throws a creature away or not: the best attack is valued so.
                answer = best_block(game.legal_blocks.formulation, worth_of(worth, game.view))
                value = -answer.value if answer.value is not None else None
                proven = proven and answer.proven
                line += answer.line
            if best.ahead is not None and best.value is not None:
                value, known = value_of_attack(best, attack.attackers)
                proven, loses_next = proven and known, value is not None and value < -LOST_NEXT // 2
                value = None if loses_next else value
            return _Valued(value, best.declaration, best.value, proven, line, best.line, loses_next)
        case DeclareBlockers() as block:
            found = game.best_block(worth=worth, by=player)
            if isinstance(found, BestPlayed):
                value = _by_playing(found, value_by_playing(game, player, block, worth_of(worth, game.view)))
                return _Valued(value, found.declaration, found.value, found.proven, [{"block": dict(block.blocks)}], found.line)
            declared = replace(found, declaration=dict(block.blocks))
            value = value_of_block(found.position, block.blocks)
            return _Valued(value, found.declaration, found.value, found.proven, declared.line, found.line)
        case AssignCombatDamage() as damage:
            divided = game.best_assignment(worth=worth)
            if isinstance(divided, BestPlayed):
                value = _by_playing(divided, value_by_playing(game, player, damage, worth_of(worth, game.view)))
                return _Valued(value, divided.declaration, divided.value, divided.proven)
            game.declare(damage)  # what could be assigned in one way only is told, too
            assigned = damage.assignment
            for event in game.last_events:
                if event.type == "CombatDamageAssigned" and event.player == player:
                    assigned = event.assignment
            before = Game.on(each.before)
            value = value_of_assignment(before.view, before.edition, worth_of(worth, before.view), assigned)
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
                best=sum(row.mistake is None for row in analysed),
                mean_loss=fmean(losses) if losses else None,
                missed=sum(row.mistake in ("missed win", "missed survival") for row in analysed),
                dominated=sum(row.mistake == "dominated" for row in analysed),
                declined=len(mine) - len(analysed),
            )
        )
    return told


def as_json(row: DecisionRow) -> dict[str, Any]:
    """A row as an object; dates in ISO 8601."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in row._asdict().items()}
