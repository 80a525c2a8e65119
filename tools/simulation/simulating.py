"""Plays many games from the same scenarios, in as many processes as there are, and keeps them in a journal in their order.

Every game is its own branch of a scenario, with a seed of its own that its number tells: whoever plays it gets the same. Workers
hand games over whole, and only the command itself writes: what a worker that is killed was at is played again, by another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from statistics import NormalDist, fmean

from ...events import facts as t
from ...events.damage import StateBasedActionsPerformed
from ...events.errors import DeclarantError, InvalidInput, Undecided
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal, check_stream
from ...events.model import Model
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.playing.play import NotPlayed, Until, play
from ...handlers.playing.policies import RECORDED, Policy, policy_named
from ..cases.judging import moments
from ..cases.models import Case
from ..running.executors import Executor, pieces

TOGETHER = 16
"""So many games are handed to a worker at once."""


class Played(Model):
    """A game that was played, as `declarant simulate --format json` prints it: how it ended.

    `destroyed`: player → how many creatures of that player were. `reason`: why it ended; where it isn't `finished`, why it
    couldn't be played on. `digest`: of its last entry.
    """

    number: int
    stream: str
    seed: int
    winner: str | None
    turns: int
    life: dict[str, int]
    destroyed: dict[str, int]
    reason: str
    finished: bool
    digest: str


PlayedWithEntries = tuple[Played, tuple[Entry, ...]]
"""A game that was played, and its entries, where they are to be kept."""


@dataclass(frozen=True)
class SimulationPlan:
    """What is played: each game starts from the scenario after that of the game before it."""

    scenarios: tuple[Case, ...]
    policies: Mapping[str, str]
    seed: int
    until: Until = "game"
    turns: int = 100
    kept: bool = False
    """Whether the entries of the games are handed over, too."""
    budget: Callable[[], Budget] = Budget
    """Makes what the searches of each game may take."""


def seed_of(seed: int, number: int) -> int:
    """The seed of the game of that number, counted from 0."""
    return int.from_bytes(sha256(f"{seed} game {number}".encode()).digest()[:6], "big")


def simulate(plan: SimulationPlan, games: int, engine: Executor, journal: Journal | None = None) -> Iterator[Played]:
    """Play so many games; each is kept in the journal, if there is one, before it is told.

    Those that a journal holds already, because the command was stopped, are as they would be again, and aren't kept twice.
    Raises InvalidInput for scenarios or policies that don't fit, JournalConflict where the journal has another game of that name.
    """
    _check(plan, games)
    work = pieces(range(games), TOGETHER)
    for played in engine.map(_Piece(plan), work):
        for each, entries in played:
            if journal is not None:
                journal.adopt(entries)
            yield each


def _check(plan: SimulationPlan, games: int) -> None:
    if not plan.scenarios:
        raise InvalidInput("SCENARIO", "no case", "a case, or a directory of cases")
    if games < 1:
        raise InvalidInput("--games", str(games), "1 or more")
    for policy in plan.policies.values():
        if policy != RECORDED:
            policy_named(policy)
    for case in plan.scenarios:
        if set(plan.policies) != set(case.players):
            found = ", ".join(plan.policies) or "nobody"
            raise InvalidInput("--policy", found, f"one for each player of {case.id}: {', '.join(case.players)}")
        check_stream(_stream(case, plan.seed, 0))
    if len({case.id for case in plan.scenarios}) < len(plan.scenarios):
        raise InvalidInput("SCENARIO", "cases of the same id", "cases whose ids differ")


@dataclass(frozen=True)
class _Piece:
    """Plays the games of these numbers: what a worker does."""

    plan: SimulationPlan

    def __call__(self, numbers: tuple[int, ...]) -> list[PlayedWithEntries]:
        scenarios = self.plan.scenarios
        return [_played(self.plan, number, _begun(scenarios[number % len(scenarios)])) for number in numbers]


SCENARIOS = 64
"""So many scenarios a process keeps for the games that begin with them."""
_BEGUN: dict[str, Game] = {}


def _begun(case: Case) -> Game:
    """As `scenario`; formulated once for the games that this process plays from it."""
    key = case.model_dump_json()
    if key not in _BEGUN:
        if len(_BEGUN) == SCENARIOS:
            del _BEGUN[next(iter(_BEGUN))]
        game = scenario(case)
        with suppress(InvalidInput, Undecided):  # a game that needs to know what isn't known says so as it is played
            _ = game.legal_attacks
        _BEGUN[key] = game
    return _BEGUN[key]


def scenario(case: Case) -> Game:
    """The game that a case begins with: its board, before any of its steps. Raises InvalidInput."""
    return next(moments(case)).game


def _stream(case: Case, seed: int, number: int) -> str:
    return f"{case.id}-{seed}-{number:06d}"


def _played(plan: SimulationPlan, number: int, game: Game) -> PlayedWithEntries:
    case = plan.scenarios[number % len(plan.scenarios)]
    stream, seed = _stream(case, plan.seed, number), seed_of(plan.seed, number)
    why = None
    try:
        policies = _policies(plan, case)
    except InvalidInput as error:
        return _told(number, seed, begun := game.branch(stream=stream), str(error)), _entries(plan, begun)
    try:
        budget = plan.budget()
        limits = budget if budget.limited else None  # else what was formulated for all games is kept
        played = play(game, policies, seed=seed, until=plan.until, turns=plan.turns, stream=stream, budget=limits)
    except NotPlayed as error:
        played, why = error.game, str(error)
    return _told(number, seed, played, why), _entries(plan, played)


def _entries(plan: SimulationPlan, played: Game) -> tuple[Entry, ...]:
    return tuple(played.journal.entries(played.log.stream)) if plan.kept else ()


def _policies(plan: SimulationPlan, case: Case) -> Mapping[str, Policy | str]:
    """The policies of a game; those that are `recorded` declare what the steps of its scenario declare."""
    from .recorded import policies_of

    if RECORDED not in plan.policies.values():
        return plan.policies
    known = policies_of(case)
    return {player: known[player] if name == RECORDED else name for player, name in plan.policies.items()}


_COUNTED = {kind.__name__ for kind in (t.PermanentEntered, t.ControllerChanged, t.GameEnded, StateBasedActionsPerformed)}
"""What a summary is made of. No cut takes any of it back: a declaration comes before what follows from it."""


def _told(number: int, seed: int, game: Game, why: str | None) -> Played:
    board, log = game.board, game.log
    ended, destroyed = None, Counter(dict.fromkeys(board.seats, 0))
    owners: dict[str, str] = {}
    for entry in game.journal.entries(log.stream):
        match event := entry.item if entry.type in _COUNTED else None:
            case t.PermanentEntered():
                owners[event.id] = event.controller
            case t.ControllerChanged():
                owners[event.id] = event.controller
            case StateBasedActionsPerformed():
                destroyed.update(owners[each.id] for each in event.actions if each.to == "graveyard" and each.id in owners)
            case t.GameEnded():
                ended = event
    head = game.journal.head(log.stream)
    assert head is not None, "a game has a beginning"
    return Played(
        number=number,
        stream=log.stream,
        seed=seed,
        winner=ended.winner if ended is not None else None,
        turns=board.turn,
        life={player: board.life[player] for player in board.seats},
        destroyed=dict(destroyed),
        reason=why if why is not None else ended.reason if ended is not None else "",
        finished=why is None,
        digest=head.digest,
    )


# --- summed up -----------------------------------------------------------------------------------------------------------


class PlayerSummary(Model):
    """How a player did: games won, their share of those that were played to their end, with its 95% interval (Wilson's), and the
    means of life at the end and of creatures lost."""

    policy: str
    won: int
    share: float | None
    interval: tuple[float, float] | None
    life: float | None
    creatures_lost: float | None


class Summary(Model):
    """What `declarant simulate --format json` prints last. `declined` are games that couldn't be played on: why, and how many.

    `digest` is of the digests of all games in their order: the same seed and version give the same one anywhere.
    """

    games: int
    finished: int
    drawn: int
    seed: int
    players: dict[str, PlayerSummary]
    turns: float | None
    """The mean number of turns."""
    trades: float | None
    """The mean number of creatures destroyed, of all players."""
    endings: dict[str, int]
    declined: dict[str, int]
    digest: str


def summed_up(plan: SimulationPlan, games: Iterable[Played]) -> Summary:
    """The summary of games."""
    total = finished = drawn = turns = trades = 0
    won = Counter(dict.fromkeys(plan.policies, 0))
    life: dict[str, list[int]] = {player: [] for player in plan.policies}
    lost: dict[str, list[int]] = {player: [] for player in plan.policies}
    endings, declined = Counter[str](), Counter[str]()
    digest = sha256()
    for each in games:
        total += 1
        digest.update(each.digest.encode())
        if not each.finished:
            declined[each.reason] += 1
            continue
        finished += 1
        turns += each.turns
        trades += sum(each.destroyed.values())
        endings[each.reason] += 1
        if each.winner is None:
            drawn += 1
        else:
            won[each.winner] += 1
        for player in plan.policies:
            life[player].append(each.life[player])
            lost[player].append(each.destroyed[player])
    players = {
        player: PlayerSummary(
            policy=policy,
            won=won[player],
            share=won[player] / finished if finished else None,
            interval=wilson(won[player], finished),
            life=fmean(life[player]) if finished else None,
            creatures_lost=fmean(lost[player]) if finished else None,
        )
        for player, policy in plan.policies.items()
    }
    return Summary(
        games=total,
        finished=finished,
        drawn=drawn,
        seed=plan.seed,
        players=players,
        turns=turns / finished if finished else None,
        trades=trades / finished if finished else None,
        endings=dict(endings.most_common()),
        declined=dict(declined.most_common()),
        digest=digest.hexdigest(),
    )


def wilson(won: int, of: int, confidence: float = 0.95) -> tuple[float, float] | None:
    """The confidence interval of a share (Wilson 1927); None of nothing."""
    if not of:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = won / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * (share * (1 - share) / of + z * z / (4 * of * of)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def read_policies(given: Sequence[str]) -> dict[str, str]:
    """The policies of players, from `Ann=best`. Raises InvalidInput."""
    policies: dict[str, str] = {}
    for each in given:
        player, separator, policy = each.rpartition("=")
        if not separator or not player or not policy or player in policies:
            raise InvalidInput("--policy", repr(each), "a player and a policy, each player once: Ann=best")
        policies[player] = policy
    return policies


MOST_CASES = 100_000
"""So many cases to start from are kept in memory at most."""


def cases_of(cases: Iterable[Case | InvalidInput]) -> tuple[Case, ...]:
    """The cases to start from. Raises what can't be read, and InvalidInput where there are more than `MOST_CASES`."""
    found: list[Case] = []
    for case in cases:
        if isinstance(case, DeclarantError):
            raise case
        if len(found) == MOST_CASES:
            raise InvalidInput("SCENARIO", f"more than {MOST_CASES:,} cases", "fewer, as in several commands")
        found.append(case)
    return tuple(found)
