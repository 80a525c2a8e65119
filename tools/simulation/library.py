"""Many games as a library: `declarant.simulate` and `declarant.tournament`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from ...events.journal.journal import Journal
from ...events.misuse import explaining_misuse
from ...handlers.budget import Budget
from ...handlers.input_checks import check_type
from ...handlers.playing.advancing import TURNS, Until
from ...handlers.playing.decks import CreatureDeck
from ...handlers.playing.policies import Policy
from ..cases.models import Case
from ..running.executors import engine
from .simulating import Played, SimulationPlan, Summary, summed_up
from .simulating import simulate as play_many
from .tournament import TournamentReport
from .tournament import tournament as compare


class Simulation(NamedTuple):
    """Games that were played, in their order, and their summary."""

    games: tuple[Played, ...]
    summary: Summary


@explaining_misuse
def simulate(
    scenarios: Case | Iterable[Case],
    policies: Mapping[str, str | Policy],
    *,
    games: int = 100,
    seed: int = 0,
    until: Until = "game",
    turns: int = TURNS,
    alternate: bool = True,
    record: bool = True,
    decks: Mapping[str, CreatureDeck] | None = None,
    journal: Journal | None = None,
    budget: Budget | None = None,
    workers: int = 1,
) -> Simulation:
    """Play many games from the boards of cases, in which nothing but combat happens, and sum them up.

    `policies`: for each player a policy or the name of one, as for `play`; where several processes work (`workers`), those that
    are no names must be functions of a module. `seed`: game number n is the same whatever else is played. `alternate`: policies
    change places from game to game. `record`: False is faster; there are no logs then, and no digests. `journal`: where games
    are kept. `budget`: its steps are for each decision, its seconds for each game. `decks`: as for `play`.
    Raises InvalidInput for scenarios or policies that don't fit, JournalConflict where the journal has another such game.
    """
    steps, seconds = (budget.steps, budget.seconds) if budget is not None else (None, None)
    plan = SimulationPlan(
        _cases(scenarios),
        policies,
        seed,
        until,
        turns,
        kept=journal is not None,
        budget=partial(Budget, steps, seconds),
        alternating=alternate,
        record=record or journal is not None,
        decks=decks,
    )
    with engine(None, workers) as each:
        played = tuple(play_many(plan, games, each, journal))
    return Simulation(played, summed_up(plan, played))


@explaining_misuse
def tournament(
    scenarios: Case | Iterable[Case],
    policies: Sequence[str],
    *,
    games: int = 100,
    seed: int = 0,
    until: Until = "game",
    turns: int = TURNS,
    workers: int = 1,
) -> TournamentReport:
    """Compare policies: each pair plays so many seeds of the same boards, in both seats. Needs the extra `tournament`.

    Raises InvalidInput for policies or scenarios that don't fit, MissingExtra without SciPy.
    """
    with engine(None, workers) as each:
        *_, report = compare(_cases(scenarios), policies, games, seed, each, until, turns)
    assert isinstance(report, TournamentReport), "it comes last"
    return report


def _cases(scenarios: Case | Iterable[Case]) -> tuple[Case, ...]:
    cases = (scenarios,) if isinstance(scenarios, Case) else tuple(scenarios)
    for each in cases:
        check_type("scenarios", each, Case, "cases, as load_cases reads them")
    return cases
