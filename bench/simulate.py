"""How fast games are played and branched: `python -m bench.simulate`.

Whole combats between `uniform` policies on 4 × 4 boards, each board's combats from branches of one game, journals in memory:
per second of processor time. Whole games, in one process and in as many as there are cores: per second on the clock. Branches
of a game, as it is now and from an earlier version.

Aims: 700 combats and 40,000 branches a second.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from declarant.handlers.game import Game
from declarant.handlers.playing.play import play
from declarant.tools.cases.models import Case
from declarant.tools.running.executors import cores, engine
from declarant.tools.simulation.boards import CREATURES, drawn
from declarant.tools.simulation.simulating import SimulationPlan, scenario, simulate

from .measuring import JsonFile, Measured, command, report, timed

BOARDS = 20
COMBATS = 20
GAMES = 1_200
"""So many that what processes take to load is a small part."""
BRANCHES = 20_000
AIMED_COMBATS, AIMED_BRANCHES = 700, 40_000
"""So many a second are aimed at."""
BOTH = {"Ann": "uniform", "Bob": "uniform"}


def combats(boards: list[Case]) -> Measured:
    """Combats of one core; the formulation of a board counts with its first combat."""
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
    rate = number / seconds
    row: Measured = {"what": "whole combats, uniform, 4 × 4", "how": "one core", "number": number, "per second": rate}
    return row | {"aim": f"≥ {AIMED_COMBATS:,}", "met": rate >= AIMED_COMBATS}


def games(boards: list[Case], workers: int) -> Measured:
    """Whole games on so many processes, on the wall clock."""
    plan = SimulationPlan(tuple(boards), BOTH, seed=7, turns=10)
    with engine(None, workers) as each:
        start = perf_counter()
        number = sum(1 for _ in simulate(plan, GAMES, each))
        seconds = perf_counter() - start
    how = f"{workers} process{'es' if workers > 1 else ''}, wall clock"
    return {"what": "whole games of at most 10 turns", "how": how, "number": number, "per second": number / seconds}


def branches(game: Game, how: str, branch: Callable[[], Game]) -> Measured:
    """Branches of one game."""
    branch()

    def all_of() -> None:
        for _ in range(BRANCHES):
            branch()

    rate = BRANCHES / timed(all_of)
    row: Measured = {"what": "branches", "how": how, "number": BRANCHES, "per second": rate}
    return row | {"aim": f"≥ {AIMED_BRANCHES:,}", "met": rate >= AIMED_BRANCHES}


def main(json_file: JsonFile = None) -> None:
    """Play and branch what is measured."""
    boards = list(drawn(CREATURES, 1, 4, BOARDS))
    game = scenario(boards[0])
    before = game.version
    game.declare_attackers({})
    rows = [combats(boards)]
    rows += [games(boards, workers) for workers in dict.fromkeys((1, cores()))]
    rows += [branches(game, "from now", game.branch), branches(game, "from before", lambda: game.branch(before))]
    report("Games played and branched", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
