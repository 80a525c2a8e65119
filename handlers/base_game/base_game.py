"""A game: its log, the state folded from it, and the commands that decide what is appended next.

A command runs on a draft. What is legal is committed in one append; an illegal declaration is appended together with the cut
that takes it back, so that the log is as it was and the journal knows what was tried and why it couldn't be.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self, overload

from ...events import facts as t
from ...events.catalogue import Event
from ...events.declarations import AbilityTriggered, ManaAbilityActivated
from ...events.editions import HouseEdition
from ...events.errors import CorruptJournal, DeclarantError, IllegalDeclaration, InvalidInput, JournalConflict
from ...events.journal.cuts import Cut
from ...events.journal.encoding import Item
from ...events.journal.journal import Journal
from ...events.journal.log import Log
from ...events.journal.origin import NOWHERE, Origin
from ...events.journal.recordings import game_of
from ...events.misuse import must_be
from ...events.ruling import Ruling
from ...events.telemetry import judging, log_event, observed
from ...events.version import __version__
from ...projections.state import State
from ..attempt import Draft
from ..attempted import Attempted
from ..budget import Budget
from ..combat import turns
from ..input_checks import check_mana, check_type, fitting
from ..lazy_log import LazyLog, NoLog
from ..procedure import runner
from ..procedure.commands import COMMAND_TYPES, AssignCombatDamage, Command, DealCombatDamage, DeclareAttackers, DeclareBlockers
from ..procedure.damage_510_1 import is_forced
from ..procedure.illegal_actions import done_again
from ..procedure.runner import LetStandReason
from ..rulebook import variants
from ..rulebook.editions import Edition, edition_of
from ..rulebook.house import house_editions
from ..unstated import Presumed
from ..view.view import View
from .choosing import Choosing, ExplainedCommand
from .deciding import Decider, Moment, check_player, folded
from .happening import Happening
from .standing import Standing

if TYPE_CHECKING:  # imported where it is used: what explains and lists choices takes a while to import, and few games ask for it
    from ..damage_assignment.legal_assignments import LegalAssignments
    from ..legality.explanation import Explanation
    from ..legality.options import LegalAttacks, LegalBlocks
    from ..procedure.damage_explained import DamageExplanation


class BaseGame(Standing, Choosing, Happening):
    """A game: a log, the state folded from it, and commands that are declared, judged and explained. `Game` says what is best.

    What decides is `decider`, which appends nothing; what is decided is appended here.
    """

    def __init__(self, journal: Journal, stream: str, budget: Budget | None = None) -> None:
        """The game of a stream, which may be empty yet; `Game.open` makes sure that there is one."""
        budget = budget or Budget()
        log = journal.log(stream)
        kept = LazyLog(lambda: (journal, log), journal.in_memory)
        kept.written()  # others may append to it, too
        self._begin(kept, Draft(folded(log), log.version, budget), budget)

    @classmethod
    def _opened(cls, journal: Journal | str | Path, stream: str, budget: Budget | None) -> Self:
        """A game in a journal, or in one named by its URL. One made in memory is nobody else's: it is written when asked for."""
        if str(journal) != "memory://":
            return cls(journal if isinstance(journal, Journal) else Journal.open(journal), stream, budget)
        opened = Journal.open("memory://")
        log = opened.log(stream)
        game = cls.__new__(cls)
        budget = budget or Budget()
        game._begin(LazyLog(lambda: (opened, log), in_memory=True), Draft(State(), 0, budget), budget)
        return game

    @classmethod
    def open(cls, journal: Journal | str | Path, stream: str, *, budget: Budget | None = None) -> Self:
        """A game that was started before. `journal`: an open journal, or the URL or path of one.

        `budget`: what searches may take (None: as much as they need): steps for each question, seconds for all. Where it doesn't
        suffice, a ruling is `undecided` with bounds, and what can't be said raises Undecided.
        Raises InvalidInput if there is no such game, CorruptJournal if it can't be read.
        """
        journal = journal if isinstance(journal, Journal) else Journal.existing(journal)
        game = cls(journal, stream, budget)
        if not game.version:
            raise InvalidInput("stream", stream, f"a game of this journal: {', '.join(journal.streams()) or 'none yet'}")
        board = game.decider.state.board
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
        teams: Sequence[Sequence[str]] | None = None,
        variant: str | None = None,
        options: Mapping[str, Any] | None = None,
        commander_damage: Mapping[str, Mapping[str, int]] | None = None,
        editions: Sequence[Any] = (),
        **totals: Mapping[str, Any],
    ) -> Self:
        """Start a game under the rules of a day (default: the day on which its log begins), and its first turn.

        `players` sit in that order, each next one to the left. `totals`: `life`, `hand`, `graveyard`, `poison` (player → number)
        and `mana` (player → mana that can be produced). `budget`: as for `open`.
        Of three and more players: `teams`, lists of names; `variant`, such as "two-headed giant" (by default each plays alone, or
        team against team); `options`: `attack` ("multiple", "left", "right", "one"), `range` (seats, or player → seats),
        `shared_turns`, `shared_life`, `emperors`. `commander_damage`: player → permanent → combat damage dealt so far.
        `editions`: house rules laid over those of the day, as `{"from": "2024-06-07", "name": "our cube", "doctrines":
        {"damage_orders": "every"}}`, or the name of what an installed package defines.
        Raises InvalidInput, and JournalConflict if the stream isn't empty.
        """
        house = house_editions(editions, "editions")
        edition = _edition(rules, house)
        if game_of(stream) != stream:
            raise InvalidInput("stream", repr(stream), "another name: SCHEME/…#2 is an imported game that was recorded anew")
        if len(set(players)) < 2 or len(set(players)) < len(players) or not all(players):
            raise InvalidInput("players", repr(list(players)), "two or more different names")
        for total, amounts in {
            "active": [active or players[0]],
            "commander_damage": commander_damage or {},
            **totals,
        }.items():
            for player in amounts:
                check_player(total, player, players)
        agreed = variants.agreed(players, teams, variant, options, totals.pop("life", {}), totals.pop("poison", {}), edition)
        game = cls._opened(journal, stream, budget)
        if game.version:
            raise JournalConflict(stream, 0, game.version)
        draft = game.decider.now.fork()
        with fitting("start"):
            started = t.GameStarted(
                players=tuple(players),
                edition=edition.effective,
                declarant_version=__version__,
                **agreed._asdict(),
                commander_damage=commander_damage or None,
                editions=house or None,
                **totals,
            )
        for player, producible in started.mana.items():
            check_mana(f"mana.{player}", producible)
        draft.append(started)
        turns.begin_turn(draft, active or players[0])
        game._append(draft)
        return game

    @classmethod
    def on(cls, state: State, *, budget: Budget | None = None) -> Self:
        """A game that goes on from a state, to try what would follow: its journal is its own and begins there."""
        must_be(State, state)
        game = cls._opened("memory://", "game", budget)
        game.decider.restart(state.copy())
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
        record: bool = True,
    ) -> Self:
        """A game that goes on from a version of this one (None: from now), with all that was before; this one stays as it is.

        It is kept in memory, or in a journal of its own or another, as a stream named `stream` (by default as this game is).
        Its `GameStarted` names where it came from. `seed`, `policies`: for `declarant.play`, which are stated there instead of
        the origin; `time`: when all its entries count as recorded then. `record`: False keeps the branch's state alone: it has no
        log, for which it is asked in vain, and is played in less time.

        Raises InvalidInput for a version that there isn't or that is in the middle of a declaration, and for what is said of a
        log that isn't kept; JournalConflict if there is a stream of that name.
        """
        kept_in = {"journal": journal, "stream": stream, "seed": seed, "policies": policies, "time": time}
        asked = [name for name, value in kept_in.items() if value is not None]
        if asked and not (record and self.is_recorded):
            raise InvalidInput(asked[0], "a game that isn't recorded", "a branch of a recorded game, without record=False")
        if stream is not None and game_of(stream) not in (stream, game_of(self._kept.stream)):
            raise InvalidInput("stream", repr(stream), "another name: SCHEME/…#2 is an imported game that was recorded anew")
        at = self.version if at is None else at
        if at != self.version and not 1 <= at <= self.version:
            raise InvalidInput("at", str(at), f"1 to {self.version}, the versions of stream {self._kept.stream!r}")
        before = self.decider.now if at == self.version else self.decider.at(at)
        pending = before.state.declarations.pending
        if pending is not None and pending.locked is None:
            raise InvalidInput("at", str(at), f"a version before or after the declaration that begins at {pending.since + 1}")

        def begins(started: Item, digest: str) -> Item:
            assert isinstance(started, t.GameStarted), "a game begins with GameStarted"
            if seed is not None or policies is not None:
                by = dict(policies) if policies is not None else None
                return started.model_copy(update={"seed": seed, "policies": by, "branched_from": None})
            origin = t.BranchedFrom(stream=self.log.stream, version=at, digest=digest)
            return started.model_copy(update={"branched_from": origin, "seed": None, "policies": None})

        def begin() -> tuple[Journal, Log]:
            into = journal if isinstance(journal, Journal) else Journal.open(journal if journal is not None else "memory://")
            named = self.log.stream if stream is None else stream
            into.branch(self.journal, self.log.stream, at, named, begins, time)
            return into, into.log(named)

        branch = type(self).__new__(type(self))
        kept = LazyLog(begin, journal is None) if record and self.is_recorded else NoLog()
        branch._begin(kept, before.shared(at), self.budget)
        if at == self.version:
            branch.decider.share_moments(self.decider)
        if pending is not None and not branch.is_recorded:
            branch.decider.remember(self.decider.before(pending.since))
        branch.time = time
        branch.chance = None if self.chance is None else f"{self.chance} tried"  # nobody knows how coins will land
        if journal is not None or not self._kept.in_memory:
            kept.write()  # copied now, while nobody has closed it
        return branch

    def __reduce__(self) -> NoReturn:
        raise DeclarantError("a game can't be pickled or copied: use branch(), or pass on the URL of its journal and its stream")

    def __repr__(self) -> str:
        board = self.decider.state.board
        if board.edition is None:
            return f"<Game {self.log.stream!r}: not started>"
        who = ", ".join(board.players)
        named = repr(self.log.stream) if self.is_recorded else "not recorded"
        return f"<Game {named}: {who}; {board.moment}; rules of {board.rules}; version {self.version}>"

    def _begin(self, kept: LazyLog, now: Draft, budget: Budget) -> None:
        self._kept = kept
        self.decider = Decider(now, budget, kept)
        self._shown = {}
        self.chance: str | None = None
        """What coins and dice are drawn with in a game that policies play; None: they are stated, or not known."""
        self.time: datetime | None = None
        """When what is appended next was recorded, if that was elsewhere and before; None: now."""
        self._last_events: tuple[Event, ...] = ()

    @property
    def journal(self) -> Journal:
        """The journal that keeps it."""
        return self._kept.journal

    @property
    def log(self) -> Log:
        """Its history."""
        return self._kept.log

    @property
    def is_recorded(self) -> bool:
        """Whether it has a log: not so on branches made with `record=False`."""
        return not isinstance(self._kept, NoLog)

    @property
    def version(self) -> int:
        """The number of the last entry in the log."""
        return self.decider.version

    @property
    def budget(self) -> Budget:
        """What searches may take; what it doesn't settle is ruled `undecided`."""
        return self.decider.budget

    @budget.setter
    def budget(self, budget: Budget | None) -> None:
        self.decider.budget = budget or Budget()

    @property
    def presumed(self) -> tuple[Presumed, ...]:
        """What isn't stated and was taken not to be so, since what was decided or asked last depends on it."""
        return self.decider.presumed

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        return self.decider.edition

    @property
    def view(self) -> View:
        """The board as abilities see it: with the effects at work."""
        return self.decider.now.view

    def declare(self, command: Command) -> Ruling:
        """A player chooses: what the command says happens, with all that follows at once. Returns the ruling.

        Raises IllegalDeclaration with the ruling where it isn't legal: the log is as it was before, and the journal keeps what
        was tried. Raises InvalidInput where the command names what isn't there.

        A command whose `key` one of this game has had already is declared once: nothing is appended, and it ends as the first
        time. Raises JournalConflict where that was since this game was opened, InvalidInput where it was another command.
        """
        done = self._done(command)
        return self._append_attempt(self.decider.tried(command)) if done is None else done

    def declare_if_legal(self, command: Command) -> Ruling:
        """As `declare`, if the command is legal; otherwise nothing is appended, and the ruling says why. Raises InvalidInput."""
        if (done := self._done(command)) is not None:
            return done
        tried = self.decider.tried(command)
        return self._append_attempt(tried) if tried.ruling.verdict == "legal" else tried.ruling

    def judge(self, command: Command) -> Ruling:
        """The ruling that the command would get: legal, illegal or undecided. Nothing is appended. Raises InvalidInput."""
        return self.decider.tried(command).ruling

    @overload
    def explain(self, command: DeclareAttackers | DeclareBlockers) -> Explanation: ...

    @overload
    def explain(self, command: AssignCombatDamage | DealCombatDamage) -> DamageExplanation: ...

    def explain(self, command: ExplainedCommand) -> Explanation | DamageExplanation:
        """The ruling that the command would get, and why: of attackers, blockers, or combat damage. Nothing is appended.

        Raises InvalidInput for other commands, whose ruling says all (`judge`).
        """
        from ..legality.explanation import same_whatever_is_so
        from .explaining import explain_damage, explain_declaration

        if isinstance(command, AssignCombatDamage | DealCombatDamage):
            assigned = self.decider.settled_if(lambda: explain_damage(self.decider, command), operator.eq)
            return assigned.model_copy(update={"ruling": self.decider.with_presumed(assigned.ruling)})
        allowed = "DeclareAttackers, DeclareBlockers, AssignCombatDamage or DealCombatDamage"
        check_type("explain", command, (DeclareAttackers, DeclareBlockers), allowed)
        with judging(command, lambda: self._kept.stream):
            found = self.decider.settled(lambda: explain_declaration(self.decider, command), same_whatever_is_so)
        return found.model_copy(update={"ruling": self.decider.with_presumed(found.ruling)}) if self.presumed else found

    def plainly_wrong(self, command: Command) -> dict[str, tuple[str, ...]]:
        """What is wrong with a command, requirements aside: rule concept → why, in sentences.

        Nothing is compared or searched for, so this is quick. A command with nothing wrong here may obey too few requirements.
        """
        from . import options

        return self.decider.settled_if(lambda: options.plainly_wrong(self.decider, command), operator.eq)

    @property
    def legal_attacks(self) -> LegalAttacks:
        """The attacks that the active player may declare now."""
        from ..legality.options import same_options
        from . import options

        return self.decider.settled_if(lambda: options.legal_attacks(self.decider), same_options)

    @property
    def legal_blocks(self) -> LegalBlocks:
        """The blocks that the next defending player in turn order may declare now."""
        return self.legal_blocks_of(None)

    def legal_blocks_of(self, player: str | None) -> LegalBlocks:
        """The blocks that this player may declare now (None: the next defending player). Raises InvalidInput."""
        from ..legality.options import same_options
        from . import options

        return self.decider.settled_if(lambda: options.legal_blocks(self.decider, player), same_options)

    @property
    def damage_is_forced(self) -> bool:
        """Whether combat damage is to be assigned now, and nobody who is still to do so has a choice."""
        return self.decider.settled_if(lambda: is_forced(self.decider.moment("damage")), operator.eq)

    @property
    def legal_assignments(self) -> LegalAssignments:
        """How the next player in turn order may assign combat damage now."""
        return self.legal_assignments_of(None)

    def legal_assignments_of(self, player: str | None) -> LegalAssignments:
        """How this player may assign combat damage now (None: the next one in turn order)."""
        from ..damage_assignment.legal_assignments import same_assignments
        from . import options

        if player is not None:
            self.decider.check_player("by", player)
        return self.decider.settled_if(lambda: options.legal_assignments(self.decider, player), same_assignments)

    def mana_ability(self, activated: ManaAbilityActivated) -> ManaAbilityActivated:
        """The same activation, with its source tapped and sacrificed as the mana ability of that permanent says.

        Nothing is appended. Raises InvalidInput where the permanent has no such mana ability.
        """
        from ..procedure.mana_abilities import as_its_permanent_says

        return as_its_permanent_says(self.view, activated)

    @property
    def triggered(self) -> bool:
        """Whether an ability triggered by what the last command appended."""
        return AbilityTriggered in map(type, self._last_events)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last command appended and didn't take back."""
        self._kept.write()  # as they are now, before they are handed out
        return self._last_events

    def let_stand(self, command: DeclareAttackers | DeclareBlockers, reason: LetStandReason, *, by: str | None = None) -> None:
        """Append a declaration of a recorded game without a ruling that it is legal, since that game went on with it.

        `reason`: why it isn't ruled on. `by`: the attacking player; of blockers, the command names the player.
        """
        from ..procedure.attackers_508_1 import ATTACKERS_508_1
        from ..procedure.blockers_509_1 import BLOCKERS_509_1

        if isinstance(command, DeclareAttackers):
            procedure, player = ATTACKERS_508_1, by or self.decider.active
        else:
            procedure, player = BLOCKERS_509_1, self.decider.declaring(self.decider.now, command.by)
        self._happen("priority", lambda draft: runner.let_stand(procedure, draft, command, player, reason))

    def take_back(self, to: int) -> None:
        """The log goes back to that version, without a ruling: a player took something back. Raises InvalidInput."""
        check_type("take_back", to, int, f"a version of the game, 0 to {self.version}")
        before = self.decider.before(to)
        self._kept.write()  # then the log says whether that version still stands
        self.decider.restart(before.state.copy(), self._kept.append([Cut(to=to)], self.version, self.time))
        self._observe("taken_back", to=to, rule=None)
        self._last_events = ()

    def _done(self, command: Command) -> Ruling | None:
        """The ruling that a command got the first time; None where it has no key, or there was none of that key."""
        origin = command.origin if isinstance(command, COMMAND_TYPES) else NOWHERE
        entries = self.log.commanded(origin.key) if origin.key is not None else []
        if not entries:
            return None
        if entries[0].origin.fingerprint != origin.fingerprint:
            raise InvalidInput("key", f"{origin.key!r}, of another command of this game", "a key of its own for each command")
        if entries[-1].version > self.version:
            raise JournalConflict(self.log.stream, self.version, entries[-1].version)
        for entry in entries:
            if isinstance(cut := entry.item, Cut) and cut.ruling is not None:
                raise IllegalDeclaration(cut.ruling)
        return self.branch(entries[0].version - 1).judge(command)

    def _append_attempt(self, attempted: Attempted) -> Ruling:
        """Append what was decided. What isn't legal is taken back at once: raises IllegalDeclaration."""
        attempt, ruling = attempted.attempt, attempted.ruling
        if ruling.verdict != "legal":
            self._append_cut(attempted)
            raise IllegalDeclaration(ruling)
        origin, waited = attempt.command.origin, self.decider.state.declarations.pending
        self._append(attempt.draft, origin)
        if attempt.waiting and waited is None:
            self.decider.remember(attempt.before)
        self._observe("declared", command=type(attempt.command).__name__, **origin.ids)
        return ruling

    def _append_cut(self, attempted: Attempted) -> None:
        """Append what was tried, the cut that takes it back with the ruling, and the mana abilities that stay."""
        attempt, ruling = attempted.attempt, attempted.ruling
        waited = self.decider.state.declarations.pending
        activated = [event for event in attempt.events if isinstance(event, ManaAbilityActivated)]
        if waited is not None:
            activated = [*waited.mana_abilities, *activated]
        items: list[Event | Cut] = [*attempt.events, Cut(to=attempted.since, ruling=ruling.apart())]
        staying: list[Event] = []
        if activated or waited is not None:
            again = Draft.of(self.decider.before(attempted.since).state, self.version + len(items), self.budget)
            staying = done_again(again, activated)
        version = self._kept.append([*items, *staying], self.version, self.time, attempt.command.origin)
        self._last_events = tuple(staying)
        if staying or waited is not None:
            self.decider.restart(again.state, version)
        else:
            self.decider.taken_back(version)
        self._observe("taken_back", to=attempted.since, rule=ruling.rule)

    def _append(self, draft: Draft, origin: Origin = NOWHERE) -> None:
        """Append the events of a draft, and go on from there."""
        if draft.events:
            self.decider.committed(draft, self._kept.append(draft.events, self.version, self.time, origin))
        self._last_events = tuple(draft.events)

    def _happen(self, moment: Moment, decide: Callable[[Draft], None], *, write: bool = False) -> None:
        if write:
            self._kept.write()
        self._append(self.decider.happened(moment, decide))

    def _observe(self, event: str, **context: Any) -> None:
        if observed():  # asking for the log would write it
            log_event(event, stream=self._kept.stream, version=self.version, **context)


def _edition(rules: date | str | None, house: tuple[HouseEdition, ...]) -> Edition:
    if rules is None:
        return edition_of(datetime.now(UTC).date(), house)
    try:
        return edition_of(date.fromisoformat(rules) if isinstance(rules, str) else rules, house)
    except ValueError:
        raise InvalidInput("rules", str(rules), "a date as in 2024-06-07") from None
