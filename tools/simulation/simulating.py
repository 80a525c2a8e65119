"""Plays many games from the same scenarios, in as many processes as there are, and keeps them in a journal in their order.

Every game is its own branch of a scenario, with a seed of its own that its number states: whoever plays it gets the same. Workers
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
from ...events.catalogue import Event
from ...events.damage import StateBasedActionsPerformed
from ...events.errors import DeclarantError, InvalidInput, Undecided
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal, check_stream
from ...events.model import Model
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.playing.advancing import TURNS, NotPlayed, Until
from ...handlers.playing.decks import NOT_MODELLED as NOT_MODELLED_OF_DECKS
from ...handlers.playing.decks import CreatureDeck
from ...handlers.playing.play import NOBODY_WON, GameOutcome, outcome, play
from ...handlers.playing.policies import RECORDED, Policy, policy_named
from ..cases.judging import moments
from ..cases.models import Case
from ..running.work import Executor, pieces

TOGETHER = 16
"""So many games are handed to a worker at once."""


class Played(Model):
    """A game that was played, as `declarant simulate --format json` prints it: how it ended.

    `policies`: who decided for each player. `winner`: who won alone; `winners`: everybody who won, as a whole team. `destroyed`:
    player → how many creatures of that player were. `outcome`: how it came out; null where it isn't `finished`. `reason`: why it
    ended; where it isn't `finished`, why it couldn't be played on. `digest`: of its last entry. Of a game that wasn't recorded
    `destroyed` and `digest` are empty. `not_modelled`: what happens in other games and doesn't in this one.
    """

    number: int
    stream: str
    seed: int
    policies: dict[str, str]
    winner: str | None
    winners: tuple[str, ...]
    turns: int
    life: dict[str, int]
    destroyed: dict[str, int]
    outcome: GameOutcome | None
    reason: str
    finished: bool
    digest: str
    not_modelled: tuple[str, ...]


PlayedWithEntries = tuple[Played, tuple[Entry, ...]]
"""A game that was played, and its entries, where they are to be kept."""


@dataclass(frozen=True)
class SimulationPlan:
    """What is played: each game starts from the scenario after that of the game before it."""

    scenarios: tuple[Case, ...]
    policies: Mapping[str, str | Policy]
    """By the player for whom each decides in the first game."""
    seed: int
    until: Until = "game"
    turns: int = TURNS
    kept: bool = False
    """Whether the entries of the games are handed over, too."""
    budget: Callable[[], Budget] = Budget
    """Makes what the searches of each game may take."""
    alternating: bool = True
    """Whether the policies change places from game to game; with decks, who begins."""
    record: bool = True
    """Whether games have logs: without, only how each ended is known."""
    decks: Mapping[str, CreatureDeck] | None = None
    """What each player draws and casts creatures from; the scenarios are empty boards then."""

    def scenario_of(self, number: int) -> Case:
        """The board of the game of that number: each serves for a game in every seat."""
        seats = len(self.policies) if self.alternating else 1
        return self.scenarios[number // seats % len(self.scenarios)]

    def seated(self, number: int) -> dict[str, str]:
        """Player → whose policy decides for that player in the game of that number."""
        players = self.scenario_of(number).players
        shift = number % len(players) if self.alternating and self.decks is None else 0
        return dict(zip(players, (*players[shift:], *players[:shift]), strict=True))

    def begins(self, number: int) -> str | None:
        """Who begins the game of that number, where that isn't the board's to say."""
        players = self.scenario_of(number).players
        return players[number % len(players)] if self.alternating and self.decks is not None else None

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """What happens in other games and doesn't in these."""
        return NOT_MODELLED if self.decks is None else NOT_MODELLED_OF_DECKS

    @property
    def names(self) -> dict[str, str]:
        """What each policy is called."""
        return {player: policy_name(policy) for player, policy in self.policies.items()}


def policy_name(policy: str | Policy) -> str:
    """What a policy is called."""
    return policy if isinstance(policy, str) else str(getattr(policy, "__name__", type(policy).__name__))


NOT_MODELLED = (
    "spells, activated abilities, and cards drawn: nothing but combat happens",
    "choices as abilities trigger and resolve: they are made by a fixed default",
)
"""What games leave out that are played from boards: each result says so."""


def seed_of(seed: int, number: int) -> int:
    """The seed of the game of that number, counted from 0."""
    return int.from_bytes(sha256(f"{seed} game {number}".encode()).digest()[:6], "big")


def simulate(plan: SimulationPlan, games: int, engine: Executor, journal: Journal | None = None) -> Iterator[Played]:
    """Play so many games; each is kept in the journal, if there is one, before it is stated.

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
        if isinstance(policy, str) and policy != RECORDED:
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
        return [_played(self.plan, number) for number in numbers]


SCENARIOS = 64
"""So many scenarios a process keeps for the games that begin with them."""
_BEGUN: dict[tuple[str, str | None], Game] = {}


def _begun(case: Case, begins: str | None) -> Game:
    """As `scenario`, where it isn't the board's to say who `begins`; formulated once for the games that this process plays from
    it."""
    key = (case.model_dump_json(), begins)
    if key not in _BEGUN:
        if len(_BEGUN) == SCENARIOS:
            del _BEGUN[next(iter(_BEGUN))]
        game = scenario(case if begins is None else case.model_copy(update={"active": begins}))
        with suppress(InvalidInput, Undecided):  # a game that needs to know what isn't known says so as it is played
            _ = game.legal_attacks
        _BEGUN[key] = game
    return _BEGUN[key]


def scenario(case: Case) -> Game:
    """The game that a case begins with: its board, before any of its steps. Raises InvalidInput."""
    return next(moments(case)).game


def _stream(case: Case, seed: int, number: int) -> str:
    return f"{case.id}-{seed}-{number:06d}"


def _played(plan: SimulationPlan, number: int) -> PlayedWithEntries:
    case = plan.scenario_of(number)
    game = _begun(case, plan.begins(number))
    stream, seed = _stream(case, plan.seed, number), seed_of(plan.seed, number)
    why = None
    try:
        policies = _policies(plan, case, number)
    except InvalidInput as error:
        return _reported(plan, number, seed, begun := game.branch(stream=stream), str(error)), _entries(plan, begun)
    try:
        budget = plan.budget()
        limits = budget if budget.limited else None  # else what was formulated for all games is kept
        played = play(
            game,
            policies,
            seed=seed,
            until=plan.until,
            turns=plan.turns,
            stream=stream if plan.record else None,
            budget=limits,
            record=plan.record,
            decks=plan.decks,
        )
    except NotPlayed as error:
        played, why = error.game, str(error)
    return _reported(plan, number, seed, played, why), _entries(plan, played)


def _entries(plan: SimulationPlan, played: Game) -> tuple[Entry, ...]:
    return tuple(played.journal.entries(played.log.stream)) if plan.kept else ()


def _policies(plan: SimulationPlan, case: Case, number: int) -> dict[str, Policy | str]:
    """The policies of a game; those that are `recorded` declare what the steps of its scenario declare."""
    from .recorded import policies_of

    policies = {player: plan.policies[whose] for player, whose in plan.seated(number).items()}
    if RECORDED not in policies.values():
        return policies
    known = policies_of(case)
    return {player: known[player] if policy == RECORDED else policy for player, policy in policies.items()}


_COUNTED = {kind.__name__ for kind in (t.PermanentEntered, t.ControllerChanged, t.GameEnded, StateBasedActionsPerformed)}
"""What a summary is made of. No cut takes any of it back: a declaration comes before what follows from it."""


def _reported(plan: SimulationPlan, number: int, seed: int, game: Game, why: str | None) -> Played:
    board, case = game.board, plan.scenario_of(number)
    reason, destroyed, digest = _recorded(game) if game.is_recorded else (_why_it_ended(game.last_events), Counter[str](), "")
    won = tuple(player for player, gain in game.returns().items() if gain > 0)
    came_out = outcome(game, reason) if why is None else None
    names = plan.names
    return Played(
        number=number,
        stream=_stream(case, plan.seed, number),
        seed=seed,
        policies={player: names[whose] for player, whose in plan.seated(number).items()},
        winner=won[0] if len(won) == 1 else None,
        winners=won,
        turns=board.turn,
        life={player: board.life[player] for player in board.seats},
        destroyed={player: destroyed[player] for player in board.seats} if game.is_recorded else {},
        outcome=came_out,
        reason=why if why is not None else _UNTIL[plan.until] if came_out == "not over" else reason,
        finished=why is None,
        digest=digest,
        not_modelled=plan.not_modelled,
    )


_UNTIL = {"combat": "its combat is over", "turn": "its turn is over", "game": ""}
"""Why a game ends that could go on."""


def _why_it_ended(events: Iterable[Event]) -> str:
    return next((event.reason for event in events if isinstance(event, t.GameEnded)), "")


def _recorded(game: Game) -> tuple[str, Counter[str], str]:
    """Why a game ended, how many creatures of each player were destroyed, and the digest of its last entry."""
    reason, destroyed, owners = "", Counter[str](), dict[str, str]()
    for entry in game.journal.entries(game.log.stream):
        if entry.type not in _COUNTED:
            continue
        match event := entry.item:
            case t.PermanentEntered():
                owners[event.id] = event.controller
            case t.ControllerChanged():
                owners[event.id] = event.controller
            case StateBasedActionsPerformed():
                destroyed.update(owners[each.id] for each in event.actions if each.to == "graveyard" and each.id in owners)
            case t.GameEnded():
                reason = event.reason
    head = game.journal.head(game.log.stream)
    assert head is not None, "a game has a beginning"
    return reason, destroyed, head.digest


# --- summed up -----------------------------------------------------------------------------------------------------------


class SeatSummary(Model):
    """Games won, and their share of those that were played to their end, with its 95% interval (Wilson's)."""

    won: int
    share: float | None
    interval: tuple[float, float] | None


class PlayerSummary(SeatSummary):
    """How the policy did that was given for a player, in whatever seat it played: the means of life at the end and of creatures
    lost are of those games, too. `began`: of the games in which it had the first turn."""

    policy: str
    life: float | None
    creatures_lost: float | None
    began: SeatSummary


class Summary(Model):
    """What `declarant simulate --format json` prints last. `declined` are games that couldn't be played on: why, and how many.

    `players`: by the player for whom a policy was given; where seats alternate, it has played for each. `seats`: by the player it
    was decided for. `nobody_won`: how many games that were played to their end came out in each other way. `digest` is of the
    digests of all games in their order: the same seed and version give the same one anywhere. `not_modelled`: what happens in
    other games and doesn't in these.
    """

    games: int
    finished: int
    nobody_won: dict[GameOutcome, int]
    seed: int
    alternating: bool
    players: dict[str, PlayerSummary]
    seats: dict[str, SeatSummary]
    turns: float | None
    """The mean number of turns."""
    trades: float | None
    """The mean number of creatures destroyed, of all players."""
    endings: dict[str, int]
    declined: dict[str, int]
    digest: str
    not_modelled: tuple[str, ...]


def summed_up(plan: SimulationPlan, games: Iterable[Played]) -> Summary:
    """The summary of games."""
    total, digest = 0, sha256()
    declined = Counter[str]()
    finished: list[Played] = []
    for each in games:
        total += 1
        digest.update(each.digest.encode())
        if each.finished:
            finished.append(each)
        else:
            declined[each.reason] += 1
    endings = Counter(each.reason for each in finished)
    return Summary(
        games=total,
        finished=len(finished),
        nobody_won=nobody_won(finished),
        seed=plan.seed,
        alternating=plan.alternating,
        players={player: _player_summary(plan, player, finished) for player in plan.policies},
        seats={player: _won([player in each.winners for each in finished]) for player in plan.policies},
        turns=_mean([each.turns for each in finished]),
        trades=_mean([sum(each.destroyed.values()) for each in finished]) if plan.record else None,
        endings=dict(endings.most_common()),
        declined=dict(declined.most_common()),
        digest=digest.hexdigest(),
        not_modelled=plan.not_modelled,
    )


def nobody_won(games: Iterable[Played]) -> dict[GameOutcome, int]:
    """How many of these games came out in each way in which nobody wins."""
    came_out = Counter(each.outcome for each in games)
    return {each: came_out[each] for each in NOBODY_WON}


def _player_summary(plan: SimulationPlan, whose: str, finished: Sequence[Played]) -> PlayerSummary:
    seats = [next(player for player, each in plan.seated(game.number).items() if each == whose) for game in finished]
    won = [seat in game.winners for game, seat in zip(finished, seats, strict=True)]
    first = [_active(plan, game) == seat for game, seat in zip(finished, seats, strict=True)]
    summed = _won(won)
    return PlayerSummary(
        policy=plan.names[whose],
        won=summed.won,
        share=summed.share,
        interval=summed.interval,
        life=_mean([game.life[seat] for game, seat in zip(finished, seats, strict=True)]),
        creatures_lost=_mean([game.destroyed[seat] for game, seat in zip(finished, seats, strict=True)]) if plan.record else None,
        began=_won([each for each, began in zip(won, first, strict=True) if began]),
    )


def _active(plan: SimulationPlan, game: Played) -> str:
    case = plan.scenario_of(game.number)
    return plan.begins(game.number) or case.active or case.players[0]


def _won(won: Sequence[bool]) -> SeatSummary:
    share = sum(won) / len(won) if won else None
    return SeatSummary(won=sum(won), share=share, interval=wilson(sum(won), len(won)))


def _mean(numbers: Sequence[int]) -> float | None:
    return fmean(numbers) if numbers else None


def wilson(won: int, of: int) -> tuple[float, float] | None:
    """The 95% confidence interval of a share (Wilson 1927); None of nothing."""
    if not of:
        return None
    z = NormalDist().inv_cdf(0.975)
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
