"""Compares policies: each pair plays the same scenarios with the same seeds in both seats.

What is compared is the difference of what two policies score (a win 1, ½ where nobody won) over the two games of a seed. So luck
that a seed brings to a seat weighs on both alike. The intervals are bootstrapped over seeds and two more, of which each policy
wins one, so that they hold for few seeds as well, and where all come out alike (after Agresti and Coull 1998). The p-values are
those of a permutation test that swaps the two policies within a seed, and are corrected for there being many pairs (Benjamini and
Yekutieli 2001), all by SciPy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any

from ...events.errors import InvalidInput
from ...events.model import Model
from ...events.optional import required
from ...handlers.budget import Budget
from ...handlers.playing.advancing import Until
from ..cases.models import Case
from ..running.work import Executor
from .pairs import PairedGames, PairsPlayed
from .simulating import NOT_MODELLED, Played, SimulationPlan, simulate

RESAMPLES = 9_999
PRIOR = -1.0, 1.0
"""Differences of the seeds that are added for an interval."""


class PolicyComparison(PairedGames):
    """What two policies scored against each other, both seats of every seed together.

    `difference`: the mean of the first one's score less the second one's in the two games of a seed, from −1 to 1; `interval`:
    its 95% bootstrap interval; `p` and `corrected`: how likely as great a difference is if they are alike, for this pair alone
    and for there being so many. The other fields are those of `PairedGames`: the games are those of `first`.
    """

    first: str
    second: str
    seeds: int
    difference: float | None
    interval: tuple[float, float] | None
    p: float | None
    corrected: float | None


class PolicyScore(Model):
    """A policy's mean score a game, against all others together."""

    policy: str
    games: int
    score: float | None


class TournamentReport(Model):
    """What `declarant tournament --format json` prints: the policies, the best first, and each pair of them. `not_modelled`: what
    happens in other games and doesn't in these."""

    seed: int
    standings: tuple[PolicyScore, ...]
    pairs: tuple[PolicyComparison, ...]
    not_modelled: tuple[str, ...]


@dataclass
class _Pair(PairsPlayed):
    first: str = ""
    second: str = ""


def tournament(
    scenarios: tuple[Case, ...],
    policies: Sequence[str],
    games: int,
    seed: int,
    engine: Executor,
    until: Until,
    turns: int,
    budget: Callable[[], Budget] = Budget,
) -> Iterator[Played | TournamentReport]:
    """Every game as it is played, at last the report. `games`: how many seeds for each pair; twice as many games are played.

    `budget`: makes what the searches of each game may take.

    Raises InvalidInput for policies or scenarios that don't fit, MissingExtra without SciPy.
    """
    required("scipy.stats", "tournament")
    if len(policies) < 2 or len(set(policies)) < len(policies):
        raise InvalidInput("--policy", ", ".join(policies) or "none", "two or more different policies")
    for case in scenarios:
        if len(case.players) != 2:
            raise InvalidInput("SCENARIO", f"{case.id}: {len(case.players)} players", "two players")
    if len({case.players for case in scenarios}) > 1:
        raise InvalidInput("SCENARIO", "players of several names", "the same two players in each")
    pairs = []
    for first, second in combinations(policies, 2):
        ann, bob = scenarios[0].players if scenarios else ("", "")
        seats = [{ann: first, bob: second}, {ann: second, bob: first}]
        by_seat: list[list[Played]] = []
        for seat in seats:
            plan = SimulationPlan(scenarios, seat, seed, until, turns, budget=budget, alternating=False, record=False)
            played = []
            for each in simulate(plan, games, engine):
                played.append(each)
                yield each
            by_seat.append(played)
        pair = _Pair(first=first, second=second)
        for both in zip(*by_seat, strict=True):
            pair.add(both, (ann, bob))
        pairs.append(pair)
    yield _report(pairs, policies, seed)


def _report(pairs: list[_Pair], policies: Sequence[str], seed: int) -> TournamentReport:
    stats, numpy = required("scipy.stats", "tournament"), required("numpy", "tournament")
    tested: list[float | None] = []
    intervals: list[tuple[float, float] | None] = []
    for number, pair in enumerate(pairs):
        interval, p = paired_test(stats, numpy, pair.differences, [seed % 2**32, number])
        tested.append(p)
        intervals.append(interval)
    known = [p for p in tested if p is not None]
    corrected = iter(stats.false_discovery_control(known, method="by") if known else ())
    compared = tuple(
        PolicyComparison(
            first=pair.first,
            second=pair.second,
            seeds=len(pair.differences),
            difference=pair.difference,
            interval=interval,
            p=p,
            corrected=float(next(corrected)) if p is not None else None,
            **pair.counted(),
        )
        for pair, interval, p in zip(pairs, intervals, tested, strict=True)
    )
    return TournamentReport(seed=seed, standings=_standings(pairs, policies), pairs=compared, not_modelled=NOT_MODELLED)


def paired_test(
    stats: Any, numpy: Any, differences: list[float], seed: list[int]
) -> tuple[tuple[float, float] | None, float | None]:
    """The bootstrap interval of the mean difference, and the p-value of a paired permutation test."""
    if not differences:
        return None, None
    random = numpy.random.default_rng(seed)
    found = stats.bootstrap(
        ([*differences, *PRIOR],), numpy.mean, n_resamples=RESAMPLES, method="percentile", random_state=random
    ).confidence_interval
    interval = float(found.low), float(found.high)
    observed = numpy.asarray(differences)
    if len(observed) == 1:
        return interval, 1.0  # swapped or not, it is as great
    random = numpy.random.default_rng(seed)
    test = stats.permutation_test(
        (observed, -observed),
        lambda one, other, axis: numpy.mean(one - other, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=RESAMPLES,
        random_state=random,
    )
    return interval, float(test.pvalue)


def _standings(pairs: list[_Pair], policies: Sequence[str]) -> tuple[PolicyScore, ...]:
    scores: dict[str, list[float]] = {policy: [] for policy in policies}
    for pair in pairs:
        scores[pair.first] += pair.scores
        scores[pair.second] += [1 - score for score in pair.scores]
    scored = [PolicyScore(policy=policy, games=len(each), score=fmean(each) if each else None) for policy, each in scores.items()]
    return tuple(sorted(scored, key=lambda standing: -(standing.score or 0.0)))
