"""A game: its log, the state folded from it, and the commands that decide what is appended next.

A command runs on a draft. What is legal is committed in one append; an illegal declaration is appended together with the cut
that takes it back, so that the log is as it was and the journal knows what was tried and why it couldn't be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, ClassVar

from ...events import facts as t
from ...events.errors import CorruptJournal, InvalidInput, JournalConflict
from ...events.journal.cuts import Cut
from ...events.journal.encoding import Item
from ...events.journal.journal import Journal
from ...events.journal.log import Log
from ...events.misuse import explains_misuse, must_be
from ...projections.state import State, fold
from ..attempt import Draft
from ..budget import Budget
from ..combat import turns
from ..input_checks import check_mana, check_type, fitting
from ..kept import Kept
from ..rulebook.editions import Edition, edition_of
from .asking import Asking
from .choosing import Choosing
from .deciding import check_player, folded
from .happening import Happening
from .standing import Standing


@explains_misuse
class Game(Standing, Choosing, Asking, Happening):
    """One game, kept as a stream of a journal. `Game.start` begins one, `Game.open` goes on with one.

    What a player chooses is a command: `declare(command)` makes the choice, `judge(command)` rules on it and appends nothing,
    `explain(command)` says why. `declare_attackers`, `judge_blockers` and the like take the parts of the usual commands. What
    happens without a choice has methods of its own: `enter`, `leave`, `begin_turn`, `end_combat`, …

    `board`, `combat` and `stack` are the state, `log` is the history, `rewound` what was tried and taken back, `version` the
    number of the last entry in the log. `presumed`: what isn't stated and was taken not to be so, since the last answer depends
    on it. `time`: when what is appended next was recorded, if that was before; None: now. `chance`: the seed of coins and dice in
    a game that policies play; None: nothing is drawn.

    Permanents are named by their ids, players by their names. An argument that doesn't fit raises InvalidInput: where, what was
    found, what is allowed.
    """

    _page: ClassVar[Callable[[Game], str] | None] = None
    """Makes HTML of a game, for notebooks. The package sets it, since this layer doesn't import pages."""

    def __init__(self, journal: Journal, stream: str, budget: Budget | None = None) -> None:
        """The game of a stream, which may be empty yet; `Game.open` makes sure that there is one."""
        budget = budget or Budget()
        log = journal.log(stream)
        kept = Kept(lambda: (journal, log), journal.in_memory)
        kept.written()  # others may append to it, too
        self._begin(kept, Draft(folded(log), log.version, budget), budget)

    @classmethod
    def _opened(cls, journal: Journal | str | Path, stream: str, budget: Budget | None) -> Game:
        """A game in a journal, or in one named by its URL. One made in memory is nobody else's: it is written when asked for."""
        if str(journal) != "memory://":
            return cls(journal if isinstance(journal, Journal) else Journal.open(journal), stream, budget)
        opened = Journal.open("memory://")
        log = opened.log(stream)
        game = cls.__new__(cls)
        budget = budget or Budget()
        game._begin(Kept(lambda: (opened, log), in_memory=True), Draft(State(), 0, budget), budget)
        return game

    @classmethod
    def open(cls, journal: Journal | str | Path, stream: str, *, budget: Budget | None = None) -> Game:
        """A game that was started before. `journal`: an open journal, or the URL or path of one.

        `budget`: what searches may take (None: as much as they need): steps for each question, seconds for all. Where it doesn't
        suffice, a ruling is `undecided` with bounds, and what can't be told raises Undecided.
        Raises InvalidInput if there is no such game, CorruptJournal if it can't be read.
        """
        journal = journal if isinstance(journal, Journal) else Journal.open(journal)
        game = cls(journal, stream, budget)
        if not game.version:
            raise InvalidInput("stream", stream, f"a game of this journal: {', '.join(journal.streams()) or 'none yet'}")
        board = game._state.board
        if board.edition is None or (board.active is not None and board.active not in board.seats):
            raise CorruptJournal(f"stream {stream!r}", "it is no game: nobody began it, or the turn is nobody's")
        return game

    @classmethod
    def start(
        cls,
        players: Sequence[str],
        *,
        rules: date | str | None = None,
        journal: Journal | str | Path = "memory://",
        stream: str = "game",
        active: str | None = None,
        budget: Budget | None = None,
        **totals: Mapping[str, Any],
    ) -> Game:
        """Start a game under the rules of a day (default: the day on which its log begins), and its first turn.

        `totals`: `life`, `hand`, `graveyard` (player → number) and `mana` (player → mana that can be produced).
        `budget`: as for `open`. Raises InvalidInput, and JournalConflict if the stream isn't empty.
        """
        edition = _edition(rules)
        if len(set(players)) < 2 or len(set(players)) < len(players) or not all(players):
            raise InvalidInput("players", repr(list(players)), "two or more different names")
        for total, amounts in {"active": [active or players[0]], **totals}.items():
            for player in amounts:
                check_player(total, player, players)
        game = cls._opened(journal, stream, budget)
        if game.version:
            raise JournalConflict(stream, 0, game.version)
        draft = game._now.fork()
        with fitting("start"):
            started = t.GameStarted(
                players=tuple(players),
                edition=edition.effective,
                declarant_version=_package_version(),
                **totals,
            )
        for player, producible in started.mana.items():
            check_mana(f"mana.{player}", producible)
        draft.append(started)
        turns.begin_turn(draft, active or players[0])
        game._commit(draft)
        return game

    @classmethod
    def on(cls, state: State, *, budget: Budget | None = None) -> Game:
        """A game that goes on from a state, to try what would follow: its journal is its own and begins there."""
        must_be(State, state)
        game = cls._opened("memory://", "game", budget)
        game._state = state.copy()
        return game

    def branch(
        self,
        at: int | None = None,
        *,
        journal: Journal | str | Path | None = None,
        stream: str | None = None,
        seed: int | None = None,
        policies: Mapping[str, str] | None = None,
        time: datetime | None = None,
    ) -> Game:
        """A game that goes on from a version of this one (None: from now), with all that was before; this one stays as it is.

        It is kept in memory, or in a journal of its own or another, as a stream named `stream` (by default as this game is).
        Its `GameStarted` names where it came from. `seed`, `policies`: for `declarant.play`, which are told there instead of the
        origin; `time`: when all its entries count as recorded then.

        Raises InvalidInput for a version that there isn't or that is in the middle of a declaration, JournalConflict if there is
        a stream of that name.
        """
        at = self.version if at is None else at
        if not 1 <= at <= self.version:
            raise InvalidInput("at", str(at), f"1 to {self.version}, the versions of stream {self.log.stream!r}")
        before = self._now if at == self.version else self._at(at)
        pending = before.state.declarations.pending
        if pending is not None and pending.locked is None:
            raise InvalidInput("at", str(at), f"a version before or after the declaration that begins at {pending.since + 1}")

        def begins(started: Item, digest: str) -> Item:
            assert isinstance(started, t.GameStarted), "a game begins with GameStarted"
            if seed is not None or policies is not None:
                told = dict(policies) if policies is not None else None
                return started.model_copy(update={"seed": seed, "policies": told, "branched_from": None})
            origin = t.BranchedFrom(stream=self.log.stream, version=at, digest=digest)
            return started.model_copy(update={"branched_from": origin, "seed": None, "policies": None})

        def begin() -> tuple[Journal, Log]:
            into = journal if isinstance(journal, Journal) else Journal.open(journal if journal is not None else "memory://")
            named = self.log.stream if stream is None else stream
            into.branch(self.journal, self.log.stream, at, named, begins, time)
            return into, into.log(named)

        branch = Game.__new__(Game)
        kept = Kept(begin, journal is None)
        branch._begin(kept, before.shared(at), self.budget)
        if at == self.version:
            branch._moments = {name: moment.shared(moment.version, moment.events) for name, moment in self._moments.items()}
        branch.time = time
        branch.chance = None if self.chance is None else f"{self.chance} tried"  # nobody knows how coins will land
        if journal is not None or not self._kept.in_memory:
            kept.written()  # copied now, while nobody has closed it
        return branch

    def _repr_html_(self) -> str | None:
        """The page of the game, in a notebook."""
        page = type(self)._page
        return page(self) if page is not None else None

    def __repr__(self) -> str:
        board = self._state.board
        if board.edition is None:
            return f"<Game {self.log.stream!r}: not started>"
        who = ", ".join(board.players)
        return f"<Game {self.log.stream!r}: {who}; {board.moment}; rules of {board.edition}; version {self.version}>"

    def take_back(self, to: int) -> None:
        """The log goes back to that version, without a ruling: a player took something back. Raises InvalidInput."""
        check_type("take_back", to, int, f"a version of the game, 0 to {self.version}")
        self.version = self.log.append([Cut(to=to)], self.version, self.time).version
        self._tell("taken_back", to=to, rule=None)
        self._state = fold(self.log.events())
        self._last_events = ()


@cache
def _package_version() -> str:
    return metadata.version("declarant")


def _edition(rules: date | str | None) -> Edition:
    if rules is None:
        return edition_of(datetime.now(UTC).date())
    try:
        return edition_of(date.fromisoformat(rules) if isinstance(rules, str) else rules)
    except ValueError:
        raise InvalidInput("rules", str(rules), "a date as in 2024-06-07") from None
