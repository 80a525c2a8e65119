"""What each declaration of a game was worth, beside the best that could have been declared.

The analysis is of the combat as it lay on the table: hidden cards aren't known and aren't guessed, nobody casts anything. Each
declaration is valued with the best that may follow: an attack by its best block, a block by the best division of damage.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import takewhile
from statistics import fmean
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from ...events.damage import CombatDamageAssigned
from ...events.errors import InvalidInput, NotModelled, Undecided
from ...events.facts import CombatBegan, CombatEnded, SpellCast, TurnBegan
from ...events.journal.encoding import Item
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.journal.recordings import game_of
from ...events.model import Model
from ...handlers.best_play import play
from ...handlers.best_play.assignment import value_of_assignment
from ...handlers.best_play.attacks import LOST_NEXT
from ...handlers.best_play.dominance import Dominance
from ...handlers.best_play.fitted import UNIT
from ...handlers.best_play.play import FITTED, value_of_attack, value_of_block, worth_of
from ...handlers.best_play.playing_out import BestPlayed
from ...handlers.best_play.questions import best_assignment, best_attack, best_block
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
from .unvalued import does_more

WINS = "a win"
LOSES = "a loss"


Mistake: TypeAlias = Literal["missed win", "missed survival", "dominated", "less"]
"""A win whatever blocks, or a block that survives, wasn't declared; another declaration is no worse in anything and better in
something (no worth enters); or another one is worth more."""

LEAST = 2 * UNIT
"""What a declaration gives up at least to be a mistake by the fitted worth: two points, less than half of a 1/1. What texts do
besides combat isn't in that worth: a smaller difference says nothing against a player who knows them."""


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
        float | None,
        Means(
            "How much less it is worth than the best; none: one isn't a number, or spells, texts or the next turn decide.",
            "points",
        ),
    ]
    mistake: Annotated[
        str | None,
        Means("`missed win`, `missed survival`, `dominated` (no worse in anything by another) or `less` by worth; else none."),
    ]
    next_turn: Annotated[
        bool | None,
        Means("Whether the other player's next attack counts; by `one` an attack is `less` only where it does. None: no attack."),
    ]
    cast: Annotated[
        str | None,
        Means(
            "The spells that the player cast in the rest of the combat: with them it isn't called a mistake; none: no spell.",
            "JSON",
        ),
    ]
    texts: Annotated[
        str | None,
        Means(
            "By `one`, creatures lost by what was declared or by the best alone, whose texts do more than the worth says: "
            "with them it isn't called a mistake; none: there is none, or it is none without them.",
            "JSON",
        ),
    ]
    proven: Annotated[bool, Means("Whether it is proved that nothing is better; else the best is the best that was found.")]
    declined: Annotated[str | None, Means("Why nothing is stated; none where it is.")]


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
"""What the searches of a declaration may take in reviews, analyses and tables: those of a game take a few seconds."""


def reviewed(
    journal: Journal,
    stream: str,
    worth: StatedWorths = FITTED,
    budget: Callable[[], Budget] = Budget,
    until: int | None = None,
) -> Iterator[Reviewed]:
    """Each declaration of attackers and blockers that stands, and of how the active player divides combat damage where there is a
    choice, with the lines of play; one that can't be analysed says why.

    `worth` is as for `Game.best_block`; `budget` makes what each declaration's searches may take;
    `until`: by what the journal held up to that id. Raises CorruptJournal.
    """
    entries, cuts = list(journal.entries(stream)), journal.cuts(stream)
    if until is not None:
        entries, cuts = [each for each in entries if each.id <= until], [each for each in cuts if each.id <= until]
    declared = [each for each in tried(entries, cuts) if each.stands and _is_chosen(each)]
    spells = [(moment.entry.version, moment.item) for moment in timeline(entries) if _bears_on_spells(moment)]
    for each in sorted([*declared, *_passed(entries, declared)], key=lambda each: each.version):
        yield _reviewed(stream, each, worth, budget(), spells)


def _bears_on_spells(moment: TimelineEntry) -> bool:
    """Whether a spell was cast, or a combat ended."""
    return moment.taken_back_by is None and isinstance(moment.item, SpellCast | CombatEnded | TurnBegan)


def _cast(version: int, player: str, spells: Iterable[tuple[int, Item]]) -> list[str]:
    """The spells that a player cast in the rest of the combat in which something was declared."""
    later = (item for at, item in spells if at > version)
    in_combat = takewhile(lambda item: isinstance(item, SpellCast), later)
    return [item.name for item in in_combat if isinstance(item, SpellCast) and item.player == player]


def _passed(entries: Sequence[Entry], declared: Sequence[Tried]) -> Iterator[Tried]:
    """The combats in which the active player could have attacked and nothing says that anything was declared."""
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
    next_turn: bool | None = None
    """Of an attack, whether the other player's next one counts."""


def _reviewed(stream: str, each: Tried, worth: StatedWorths, budget: Budget, spells: Sequence[tuple[int, Item]]) -> Reviewed:
    board = each.before.board
    action, player, declared = _declared(each)
    edition = board.edition
    assert edition is not None, "a game has an edition"
    known = (game_of(stream), each.over, edition, each.version, board.turn, action, player, _json(declared))

    def declined(why: str) -> Reviewed:
        return Reviewed(DecisionRow(*known, None, None, None, None, None, None, None, None, None, None, False, why), each.before)

    if each.unsure:
        return declined(each.unsure)
    try:
        valued = _valued(each, player, worth, budget)
    except (NotModelled, InvalidInput, Undecided) as error:
        return declined(str(error))
    extreme = LOSES if action == "block" or valued.loses_next else WINS
    outcome = extreme if valued.value is None else None
    best_outcome = (LOSES if action == "block" else WINS) if valued.best_value is None else None
    cast = _cast(each.over, player, spells) if action != "damage" else []
    lost = _given_up(each, player, valued)
    mistake: Mistake | None = None
    texts: list[str] = []
    if lost is None:
        mistake = "missed survival" if action == "block" else "less" if valued.loses_next else "missed win"
    elif cast or (valued.next_turn is False and worth == FITTED):
        lost = None  # what was in hand, or the next turn, decides
    elif lost >= LEAST and worth == FITTED and (texts := _unvalued(each, player, valued)):
        lost = None
    elif lost >= (LEAST if worth == FITTED else 1):
        mistake = "less"
    best, line, better = valued.best, valued.line, valued.better
    if mistake in (None, "less") and action != "damage" and outcome is None:
        found = _dominance(each, player, budget)
        if found is not None and found.dominated:
            mistake, line, better = "dominated", found.line, found.better_line
            best = next(value for name, value in better[0].items() if name in ("attack", "block")) if better else best
    value, most, gave_up = (_in_points(number, worth) for number in (valued.value, valued.best_value, lost))
    found_of = (value, outcome, _json(best), most, best_outcome, gave_up, None if cast else mistake, valued.next_turn)
    row = DecisionRow(*known, *found_of, _json(cast) if cast else None, _json(texts) if texts else None, valued.proven, None)
    return Reviewed(row, each.before, tuple(line), tuple(better))


def _given_up(each: Tried, player: str, valued: _Valued) -> int | None:
    """How much less a declaration is worth than the best; None where that isn't a number: it misses a win, or survival."""
    if (valued.value is None) != (valued.best_value is None):
        return None
    less = max(0, (valued.best_value or 0) - (valued.value or 0))
    thrown = less and isinstance(each.command, DeclareBlockers) and _is_thrown_away(each, player, valued)
    return 0 if thrown else less


def _unvalued(each: Tried, player: str, valued: _Valued) -> list[str]:
    """The creatures on which it depends whether a declaration is worth less, and of which the texts do more than the worth says.

    The player loses them by what is best and not by what was declared; or the others do the other way round.
    """
    best, declared = ending_of(each.before, valued.better), ending_of(each.before, valued.line)
    if best is None or declared is None:
        return []
    permanents = each.before.board.permanents
    own = [id for id in best.gone if id not in declared.gone and permanents[id].controller == player]
    others = [id for id in declared.gone if id not in best.gone and permanents[id].controller != player]
    return [id for id in (*own, *others) if does_more(permanents[id])]


def _in_points(number: int | None, worth: StatedWorths) -> float | None:
    """A worth in points of power."""
    return number / UNIT if number is not None and worth == FITTED else number


def _is_thrown_away(each: Tried, player: str, valued: _Valued) -> bool:
    """Whether the best block that was found by playing out throws a creature away, and it isn't known that its player must:
    after what was declared, the next attack of all is lost even if each creature that is left blocks another of the largest."""
    best, declared = ending_of(each.before, valued.better), ending_of(each.before, valued.line)
    if best is None or declared is None or not best.thrown_away(each.before, player):
        return False
    if declared.thrown_away(each.before, player):
        return False
    board, view = each.before.board, View(each.before)
    left = board.life[player] + declared.life.get(player, 0)
    alive = [p for p in view.permanents.values() if "Creature" in p.types and p.id not in declared.gone]
    powers = sorted(max(0, p.power) * (1 + ("double strike" in view.keywords(p.id))) for p in alive if p.controller != player)
    unblocked = len(powers) - sum(p.controller == player for p in alive)
    return left > sum(powers[: max(0, unblocked)])


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


def _declared(each: Tried) -> tuple[str, str, Mapping[str, Any]]:
    match each.command:
        case DeclareAttackers() as command:
            return "attack", each.before.board.active or "", command.attackers
        case DeclareBlockers() as command:
            return "block", command.by or "", command.blocks
        case AssignCombatDamage() as command:
            return "damage", command.by or "", command.assignment


def _valued(each: Tried, player: str, worth: StatedWorths, budget: Budget) -> _Valued:
    game = Game.on(each.before, budget=budget)
    value: int | None
    line: list[Mapping[str, Any]]
    match each.command:
        case DeclareAttackers() as attack:
            best = best_attack(game, worth, declared=attack)
            if isinstance(best, BestPlayed):
                value = _by_playing(best)
                line = [{"attack": dict(attack.attackers)}]
                return _Valued(value, best.declaration, best.value, best.proven, line, best.line, next_turn=False)
            if best.ahead is not None and not best.proven:
                raise Undecided("what the next turn is worth isn't known: the search was given up")
            game.declare(attack)
            loses_next = False
            if best.read is not None and best.read.triggers is not None:
                value, known = value_of_attack(best, attack.attackers)
                return _Valued(value, best.declaration, best.value, best.proven and known, next_turn=False)
            value = 0
            proven = best.proven
            line = [{"attack": dict(attack.attackers)}]
            if game.combat.attackers:
                # Its best answer, whether it throws a creature away or not: the best attack is valued so.
                answer = play.best_block(game.legal_blocks.formulation, worth_of(worth, game.view))
                value = -answer.value if answer.value is not None else None
                proven = proven and answer.proven
                line += answer.line
            if best.ahead is not None and best.value is not None:
                value, known = value_of_attack(best, attack.attackers)
                proven, loses_next = proven and known, value is not None and value < -LOST_NEXT // 2
                value = None if loses_next else value
            return _Valued(value, best.declaration, best.value, proven, line, best.line, loses_next, best.ahead is not None)
        case DeclareBlockers() as block:
            found = best_block(game, worth, player, block)
            if isinstance(found, BestPlayed):
                value = _by_playing(found)
                return _Valued(value, found.declaration, found.value, found.proven, [{"block": dict(block.blocks)}], found.line)
            declared = replace(found, declaration=dict(block.blocks))
            value = value_of_block(found.position, block.blocks)
            return _Valued(value, found.declaration, found.value, found.proven, declared.line, found.line)
        case AssignCombatDamage() as damage:
            divided = best_assignment(game, worth, damage)
            if isinstance(divided, BestPlayed):
                value = _by_playing(divided)
                return _Valued(value, divided.declaration, divided.value, divided.proven)
            game.declare(damage)  # what could be assigned in one way only is stated, too
            assigned = damage.assignment
            for event in game.last_events:
                if isinstance(event, CombatDamageAssigned) and event.player == player:
                    assigned = event.assignment
            before = Game.on(each.before)
            value = value_of_assignment(before.view, before.edition, worth_of(worth, before.view), assigned)
            return _Valued(value, divided.declaration, divided.value, divided.proven)


def _by_playing(best: BestPlayed) -> int | None:
    """What a declaration is worth by playing out. Raises Undecided where its player wins by a block, or loses by an attack; or
    where others might be better, and none was found that is."""
    assert best.declared is not None, "it was asked about"
    if not best.proven and best.declared[0] == best.value:
        raise Undecided("more choices would have to be tried to find out whether there is something better")
    for value, wins in (best.declared, (best.value, best.wins)):
        if value is None and wins == (best.action == "block"):
            raise Undecided(f"the {best.action} {'wins' if wins else 'loses'}: the table doesn't say that")
    return best.declared[0]


def _json(value: Mapping[str, Any] | list[str]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def accuracies(rows: Iterable[DecisionRow]) -> list[Accuracy]:
    """How well each player declared, in the order in which they first did."""
    of: dict[str, list[DecisionRow]] = {}
    for row in rows:
        of.setdefault(row.player, []).append(row)
    found = []
    for player, mine in of.items():
        analysed = [row for row in mine if row.declined is None]
        losses = [row.gave_up for row in analysed if row.gave_up is not None]
        found.append(
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
    return found


_WHOSE = re.compile(r"[^\s:{]+: ")
"""The permanent that has a text, before it."""


def declined_why(rows: Iterable[DecisionRow]) -> list[tuple[str, int]]:
    """Why declarations weren't analysed, and how many, the most frequent first: texts without whose they are."""
    counted: Counter[str] = Counter()
    for row in rows:
        if row.declined is not None:
            texts = row.declined.partition("isn't modelled: ")[2].split("; ")
            counted["; ".join(_WHOSE.sub("", each, count=1) for each in texts) or row.declined] += 1
    return counted.most_common()


def as_json(row: DecisionRow) -> dict[str, Any]:
    """A row as an object; dates in ISO 8601."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in row._asdict().items()}
