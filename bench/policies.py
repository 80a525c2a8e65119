"""Which policies play better: `python -m bench.policies`, a round robin of all that there are.

Boards are drawn of creatures of ours, 3 to 5 for each player; each is played from both seats with the same seed. What counts is
the difference of two policies' scores (a win 1, ½ where nobody won) over both games of a board: its mean, with a 95% bootstrap
interval.

Aim: `best` beats every other one, that is, the interval is above 0.
"""

from __future__ import annotations

from typing import Annotated

import typer
from declarant.handlers.playing.policies import BUILT_IN
from declarant.tools.cases.models import Case
from declarant.tools.running.executors import engine
from declarant.tools.simulation.boards import CREATURES, drawn
from declarant.tools.simulation.tournament import PolicyComparison, TournamentReport, tournament

from .measuring import JsonFile, Measured, command, report

SIZES = 3, 4, 5
AIMED = "best"
"""Whose interval is to be above 0 against each other one."""


def boards(number: int, seed: int) -> tuple[Case, ...]:
    """So many boards, about as many of each size."""
    shares = [number // len(SIZES) + (place < number % len(SIZES)) for place in range(len(SIZES))]
    return tuple(
        case for size, share in zip(SIZES, shares, strict=True) if share for case in drawn(CREATURES, seed + size, size, share)
    )


def row(pair: PolicyComparison) -> Measured:
    """What a pair of policies came to."""
    low, high = pair.interval or (-1.0, 1.0)
    stated: Measured = {
        "first": pair.first,
        "second": pair.second,
        "boards": pair.seeds,
        "won–lost": f"{pair.won}–{pair.lost}",
        **{outcome: number for outcome, number in pair.nobody_won.items() if outcome != "not over"},
        "difference": f"{pair.difference or 0.0:+.2f}",
        "95%": f"{low:+.2f} to {high:+.2f}",
    }
    if AIMED not in (pair.first, pair.second):
        return stated
    return stated | {"aim": f"{AIMED} is better", "met": low > 0 if pair.first == AIMED else high < 0}


def main(
    json_file: JsonFile = None,
    number: Annotated[int, typer.Option("--boards", min=2, help="Boards that each pair plays, from both seats.")] = 60,
    seed: int = 1,
    policy: Annotated[list[str] | None, typer.Option(help="Policies to play, by name; by default all.")] = None,
    workers: Annotated[int, typer.Option(min=1)] = 1,
) -> None:
    """Play every pair, and say who does better."""
    with engine(None, workers) as each:
        *_, last = tournament(boards(number, seed), policy or [*BUILT_IN], number, seed, each, "game", 100)
    assert isinstance(last, TournamentReport), "the report comes last"
    standings = [{"policy": each.policy, "games": each.games, "score": each.score} for each in last.standings]
    report("Policies, the best first", standings, None)
    report("Pairs of policies, both seats", [row(pair) for pair in last.pairs], json_file)


if __name__ == "__main__":
    command(main, __doc__)
