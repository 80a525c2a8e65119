"""Makes puzzles of drawn boards: every declaration is tried, and exactly one reaches the goal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any, Literal

from pydantic import Field

from ...events.errors import NotModelled, Undecided
from ...events.model import Model
from ...handlers.best_play.play import FLAT, BestAttack, BestBlock, value_of_block
from ...handlers.best_play.position import Position
from ...handlers.game import Game
from ...handlers.playing.policies import greedy
from ...handlers.procedure.commands import DeclareAttackers, DeclareBlockers
from ..best_play import certificates
from ..best_play.best import best_now
from ..cases.judging import moments
from ..cases.models import Case
from ..corpus.drawing import ATTACKER, DEFENDER, DrawnBoard, board

Goal = Literal["win", "survive", "lose nothing"]
GOALS: dict[Goal, str] = {
    "win": f"{ATTACKER} wins this turn.",
    "survive": f"{DEFENDER} survives.",
    "lose nothing": f"{DEFENDER} blocks so that no creature and no life is lost.",
}
MOST_DECLARATIONS = 400
"""Declarations of a puzzle at most."""
LEAST_DECLARATIONS = 4
TEMPTING = 3
"""Declarations at most of which is said why they fail."""


class Tempting(Model):
    """A declaration that doesn't reach the goal."""

    declared: dict[str, str]
    answer: dict[str, str] | None = Field(
        default=None, description="To an attack: the block that it doesn't win against, blocker → attacker."
    )


class Puzzle(Model):
    """A puzzle: `case` ends where `player` is to declare, and one declaration reaches the goal."""

    id: str
    goal: Goal
    task: str = Field(description="The goal in words.")
    player: str
    declare: Literal["attack", "block"]
    grade: int = Field(description="1 to 5: by how many declarations there are, and whether a policy misses the answer.")
    declarations: int = Field(description="How many are legal.")
    missed_by: tuple[str, ...] = Field(description="Policies that declare something else.")
    case: dict[str, Any]
    solution: dict[str, str]
    tempting: tuple[Tempting, ...]
    certificate: dict[str, Any] | None = Field(
        default=None,
        description="Why nothing is better than the solution, for `declarant verify`; null where no worth is at stake.",
    )


def puzzles(seed: int, number: int) -> Iterator[Puzzle]:
    """So many puzzles of drawn boards: the same for the same seed."""
    made = 0
    for drawing in count():
        if made == number:
            return
        for puzzle in of_board(board(seed, drawing), seed, drawing):
            yield puzzle
            made += 1
            if made == number:
                return


def of_board(drawn: DrawnBoard, seed: int, number: int) -> Iterator[Puzzle]:
    """The puzzles of a board: its attack, and a block of one of its attacks."""
    (start,) = moments(Case.model_validate({**drawn, "steps": []}))
    game = start.game
    legal = [dict(attack) for attack in game.legal_attacks]
    if len(legal) >= LEAST_DECLARATIONS and (puzzle := _to_win(game, drawn, legal)) is not None:
        yield puzzle
    attacks = [attack for attack in legal if len(attack) > 1]
    if attacks:
        attack = Random(f"{seed} {number} puzzle").choice(attacks)
        game.declare_attackers(attack)
        if (found := _to_block(game, drawn, attack)) is not None:
            yield found


def _to_win(game: Game, drawn: DrawnBoard, legal: list[dict[str, str]]) -> Puzzle | None:
    """The puzzle to find the only attack that wins."""
    winning, losing = [], list[Tempting]()
    try:
        if game.best_attack(worth=FLAT).value is not None:
            return None
        for attack in sorted(legal, key=len, reverse=True):
            if not attack:
                continue
            after = game.branch()
            after.declare_attackers(attack)
            answer = after.best_block(worth=FLAT)
            if not answer.proven:
                return None
            if answer.value is None:
                winning.append(attack)
            else:
                losing.append(Tempting(declared=attack, answer={b: a for b, (a,) in answer.declaration.items()}))
            if len(winning) > 1:
                return None
    except (NotModelled, Undecided):
        return None
    return _puzzle(game, drawn, "win", [], winning[0], len(legal), losing)


def _to_block(game: Game, drawn: DrawnBoard, attack: dict[str, str]) -> Puzzle | None:
    """The puzzle to find the only block that survives, or that loses nothing."""
    options = game.legal_blocks
    if not LEAST_DECLARATIONS <= options.count() <= MOST_DECLARATIONS:
        return None
    try:
        best = game.best_block(worth=FLAT)
    except (NotModelled, Undecided):
        return None
    if not isinstance(best, BestBlock) or best.value is None:
        return None
    legal = [{blocker: attackers[0] for blocker, attackers in block.items()} for block in options]
    position = best.position
    fatal = value_of_block(position, {}) is None
    goal: Goal = "survive" if fatal else "lose nothing"
    if not fatal:
        if any(each.lifelink for each in (*position.attackers, *position.blockers)):
            return None
        position = _costing(position)
    values = [(block, value_of_block(position, {b: (a,) for b, a in block.items()})) for block in legal]
    right = [block for block, value in values if value is not None and (fatal or value == 0)]
    if len(right) != 1 or not right[0]:
        return None
    wrong = sorted((block for block in legal if block != right[0]), key=lambda block: _apart(block, right[0]))
    steps = [{"attack": attack}]
    return _puzzle(game, drawn, goal, steps, right[0], len(legal), [Tempting(declared=each) for each in wrong])


def _costing(position: Position) -> Position:
    """The position in which only own creatures and life have a worth: a block that loses nothing is worth 0."""
    attackers = tuple(replace(each, worth=0) for each in position.attackers)
    blockers = tuple(replace(each, worth=1) for each in position.blockers)
    return replace(position, attackers=attackers, blockers=blockers)


def _apart(one: Mapping[str, str], other: Mapping[str, str]) -> int:
    return len(set(one.items()) ^ set(other.items()))


def _puzzle(
    game: Game,
    drawn: DrawnBoard,
    goal: Goal,
    steps: list[dict[str, Any]],
    solution: dict[str, str],
    declarations: int,
    wrong: list[Tempting],
) -> Puzzle:
    player = ATTACKER if goal == "win" else DEFENDER
    declare: Literal["attack", "block"] = "attack" if goal == "win" else "block"
    command = greedy(Random(0))(game, player)
    declared: dict[str, str] = {}
    if isinstance(command, DeclareAttackers):
        declared = dict(command.attackers)
    elif isinstance(command, DeclareBlockers):
        declared = {blocker: attackers[0] for blocker, attackers in command.blocks.items()}
    missed = ("greedy",) if declared != solution else ()
    wrong.sort(key=lambda each: (each.declared != declared, _apart(each.declared, solution)))
    case = {**drawn, "rules": game.edition.effective.isoformat(), "steps": steps}
    grade = 1 + (declarations > 8) + (declarations > 24) + 2 * bool(missed)
    return Puzzle(
        id=f"{drawn['id']}-{declare}",
        goal=goal,
        task=GOALS[goal],
        player=player,
        declare=declare,
        grade=grade,
        declarations=declarations,
        missed_by=missed,
        case=case,
        solution=solution,
        tempting=tuple(wrong[:TEMPTING]),
        certificate=_certificate(game, case, goal, solution),
    )


def _certificate(game: Game, case: dict[str, Any], goal: Goal, solution: dict[str, str]) -> dict[str, Any] | None:
    """Why the solution is best, where the best declaration is the solution: else the goal isn't about worth."""
    if goal == "lose nothing":
        return None
    report, found = best_now(game, case["id"], len(case["steps"]), game.edition.effective, worth=FLAT)
    if isinstance(found, BestAttack | BestBlock) and _plain(report.declaration) == solution:
        return certificates.certificate(report, found, FLAT)
    return None


def _plain(declaration: Mapping[str, Any]) -> dict[str, str]:
    return {creature: whom if isinstance(whom, str) else whom[0] for creature, whom in declaration.items()}
