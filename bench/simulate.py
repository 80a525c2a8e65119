"""How fast games are played and branched: `python -m bench.simulate`.

Whole combats between `uniform` policies on 4 × 4 boards of nothing but keywords, each board's combats from branches of one game,
with journals in memory and without; steps of an environment against `uniform`: per second of processor time. Whole games, in one
process and in two: per second on the clock. Branches of a game, as it is now and from an earlier version.

Aims: 5,000 combats, without journals 20,000, 1,600 steps and 40,000 branches a second; two processes 1.8 times as many games.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter

from declarant.envs import CombatAgainst
from declarant.handlers.game import Game
from declarant.handlers.playing.play import play
from declarant.tools.cases.models import Case
from declarant.tools.running.executors import cores, engine
from declarant.tools.simulation.boards import CREATURES, drawn
from declarant.tools.simulation.simulating import SimulationPlan, scenario, simulate

from .measuring import JsonFile, Measured, command, report, timed

BOARDS = 20
COMBATS = 20
GAMES = 4_000
"""So many that what processes take to load is a small part."""
BRANCHES = 20_000
STEPS = 1_000
AIMED_COMBATS, AIMED_BRANCHES, AIMED_STEPS = {True: 5_000, False: 20_000}, 40_000, 1_600
"""So many a second are aimed at, of combats with journals and without."""
AIMED_OF_TWO = 1.8
"""So many times the games of one process are aimed at, of two."""
BOTH = {"Ann": "uniform", "Bob": "uniform"}


def aimed(row: Measured, aim: float) -> Measured:
    """The row, with whether it reaches so many a second."""
    return row | {"aim": f"≥ {aim:,.0f}", "met": row["per second"] >= aim}


def combats(boards: list[Case], record: bool) -> Measured:
    """Combats of one core, with journals or without; the formulation of a board counts with its first combat."""
    number = 0
    seconds = 0.0
    # Models are built when they are first used, some where a creature dies: that is paid before anything is measured.
    for seed in range(COMBATS):
        play(scenario(boards[0]), BOTH, seed=seed, until="combat", record=record)
    for case in boards:
        game = scenario(case)

        def all_of(game: Game = game) -> None:
            _ = game.legal_attacks
            for seed in range(COMBATS):
                play(game, BOTH, seed=seed, until="combat", record=record)

        seconds += timed(all_of)
        number += COMBATS
    how = "one core" if record else "one core, no journal"
    row: Measured = {"what": "whole combats, uniform, 4 × 4", "how": how, "number": number, "per second": number / seconds}
    return aimed(row, AIMED_COMBATS[record])


def steps() -> Measured:
    """Steps of an environment, each a decision about one creature; what draws and lays out boards counts."""
    env, random = CombatAgainst("uniform", size=4), Random(1)

    def walk(seeds: range) -> None:
        env.reset(seed=seeds[0])
        for seed in seeds:
            (able,) = env.action_masks().nonzero()
            _, _, ended, truncated, _ = env.step(random.choice(list(able)))
            if ended or truncated:
                env.reset(seed=seed)

    walk(range(100))
    rate = STEPS / timed(lambda: walk(range(STEPS)))
    return aimed({"what": "steps against uniform, 4 × 4", "how": "one core", "number": STEPS, "per second": rate}, AIMED_STEPS)


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
    return aimed({"what": "branches", "how": how, "number": BRANCHES, "per second": rate}, AIMED_BRANCHES)


def main(json_file: JsonFile = None) -> None:
    """Play and branch what is measured."""
    boards = list(drawn(CREATURES, 1, 4, BOARDS))
    game = scenario(boards[0])
    before = game.version
    game.declare_attackers({})
    rows = [*(combats(boards, record) for record in (True, False)), steps()]
    one = games(boards, 1)
    rows += [one, aimed(games(boards, 2), AIMED_OF_TWO * one["per second"])] if cores() > 1 else [one]
    rows += [branches(game, "from now", game.branch), branches(game, "from before", lambda: game.branch(before))]
    report("Games played and branched", rows, json_file)


if __name__ == "__main__":
    command(main, __doc__)
