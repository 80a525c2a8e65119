"""How fast games are played and branched: `python -m declarant.tools.bench.simulate`.

Whole combats between `uniform` policies on 4 × 4 boards, each board's combats from branches of one game, journals in memory;
whole games, in as many processes as there are; and branches of a game, as it is now and from an earlier version.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from ...handlers.game import Game
from ...handlers.playing.play import play
from ..cases.models import Case
from ..environments.deciding import CREATURES
from ..running.executors import cores, engine
from ..simulation.boards import drawn
from ..simulation.simulating import Plan, scenario, simulate
from .measuring import Row, report, timed

BOARDS = 20
COMBATS = 20
GAMES = 1_200
"""So many that what processes take to load is a small part."""
BRANCHES = 20_000
BOTH = {"Ann": "uniform", "Bob": "uniform"}


def combats(boards: list[Case]) -> Row:
    """Combats of one core, of the first of which on a board the formulation is part, too."""
    number = 0
    seconds = 0.0
    # Models are built when they are first used, some where a creature dies: that is paid before anything is measured.
    for seed in range(COMBATS):
        play(scenario(boards[0]), BOTH, seed=seed, until="combat")
    for case in boards:
        game = scenario(case)

        def all_of(game: Game = game) -> None:
            _ = game.legal_attacks
            for seed in range(COMBATS):
                play(game, BOTH, seed=seed, until="combat")

        seconds += timed(all_of)
        number += COMBATS
    return {"what": "whole combats, uniform, 4 × 4", "how": "one core", "number": number, "per second": number / seconds}


def games(boards: list[Case], workers: int) -> Row:
    """Whole games on so many processes, on the wall clock."""
    plan = Plan(tuple(boards), BOTH, seed=7, turns=10)
    with engine(None, workers) as each:
        start = perf_counter()
        number = sum(1 for _ in simulate(plan, GAMES, each))
        seconds = perf_counter() - start
    how = f"{workers} process{'es' if workers > 1 else ''}, wall clock"
    return {"what": "whole games of at most 10 turns", "how": how, "number": number, "per second": number / seconds}


def branches(game: Game, how: str, branch: Callable[[], Game]) -> Row:
    """Branches of one game."""
    branch()

    def all_of() -> None:
        for _ in range(BRANCHES):
            branch()

    return {"what": "branches", "how": how, "number": BRANCHES, "per second": BRANCHES / timed(all_of)}


def main(json: Annotated[Path | None, typer.Option(help="Write the rows there as JSON too.")] = None) -> None:
    """Play and branch what is measured."""
    boards = list(drawn(CREATURES, 1, 4, BOARDS))
    game = scenario(boards[0])
    before = game.version
    game.declare_attackers({})
    rows = [combats(boards)]
    rows += [games(boards, workers) for workers in dict.fromkeys((1, cores()))]
    rows += [branches(game, "from now", game.branch), branches(game, "from before", lambda: game.branch(before))]
    report("Games played and branched", rows, json)


if __name__ == "__main__":
    typer.run(main)
