"""The referee against the reference on one board: every declaration, its verdict, its concept, and the way out that is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from declarant.events.ruling import Ruling
from declarant.handlers.game import Game

from .boards import Board
from .reference import Declaration, Enumeration, enumerate_declarations


def disagreements(board: Board, counted: Counter[str]) -> Iterator[str]:
    """In words, whatever the referee rules otherwise than the reference. `counted` gets how often each verdict was given."""
    game = board.game()
    for enumeration in enumerate_declarations(board):
        legal = [_sorted(declaration) for declaration, concept in enumeration.verdicts if concept is None]
        for declaration, concept in enumeration.verdicts:
            ruling = judged(game, enumeration, declaration)
            counted[ruling.concept or ruling.verdict] += 1
            if (ruling.verdict, ruling.concept) != ("legal" if concept is None else "illegal", concept):
                yield f"{declaration}: {ruling.verdict} by {ruling.concept}, expected {concept or 'legal'} ({ruling.why})"
            elif concept is not None and way_out(ruling) not in legal:
                yield f"{declaration}: illegal by {concept}, and the way out is no better: {ruling.instead}"
        if board.action == "block":
            game.declare_blockers(Random(len(legal)).choice(legal), by=enumeration.player)


def judged(game: Game, enumeration: Enumeration, declaration: Declaration) -> Ruling:
    if enumeration.board.action == "attack":
        return game.judge_attackers({creature: target for creature, (target,) in declaration.items()})
    return game.judge_blockers(declaration, by=enumeration.player)


def way_out(ruling: Ruling) -> Declaration | None:
    if ruling.instead is None:
        return None
    return _sorted({creature: (to,) if isinstance(to, str) else to for creature, to in ruling.instead.items()})


def _sorted(declaration: Declaration) -> Declaration:
    return {creature: tuple(sorted(targets)) for creature, targets in declaration.items()}
