"""A game: its log, the state folded from it, and the commands that decide what is appended next.

A command runs on a draft. What is legal is committed in one append; an illegal declaration is appended together with the cut
that takes it back, so that the log is as it was and the journal knows what was tried and why it couldn't be.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, cast

from ..events import facts as t
from ..events.abilities import Effect
from ..events.catalogue import Event
from ..events.declarations import AbilityTriggered, ManaAbilityActivated
from ..events.errors import CorruptJournal, FactNotStated, IllegalDeclaration, InvalidInput, JournalConflict, NotModelled
from ..events.journal.cuts import Cut
from ..events.journal.encoding import ENCODING, Item
from ..events.journal.journal import Journal
from ..events.journal.log import Log, Rewound
from ..events.misuse import explains_misuse, must_be
from ..events.ruling import Ruling
from ..events.telemetry import judging, observed, tell
from ..projections.board import Board
from ..projections.combat import Combat
from ..projections.frozen import frozen
from ..projections.pending import PendingDeclaration
from ..projections.rulings import Judged, rulings
from ..projections.stack import Stack
from ..projections.state import State, fold
from .attempt import Attempt, Draft
from .attempted import Attempted, same_events, same_outcome
from .budget import Budget
from .combat import effects_611_2, entering, removal, turns
from .combat.assigning import LegalAssignments, same_assignments
from .input_checks import check_mana, check_type, fitting
from .kept import Kept
from .legality.explanation import Explanation, ask, explain, same_whatever_is_so
from .legality.options import LegalAttacks, LegalBlocks, same_options
from .procedure import arguments, damage_explained, runner, sequence
from .procedure import damage_510_1 as damage
from .procedure.assigning_510_1 import Assignment
from .procedure.attackers_508_1 import ATTACKERS_508_1
from .procedure.blockers_509_1 import BLOCKERS_509_1, chooses_blocks, next_to_declare
from .procedure.commands import (
    COMMAND_TYPES,
    ActivateManaAbilities,
    AnnounceDamageOrder,
    AssignCombatDamage,
    ChooseTargets,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    Offer,
    OptionalCosts,
    OrderTriggers,
    Pay,
    Payment,
    ReselectAttacks,
    ResolveAbility,
)
from .procedure.damage_explained import DamageExplanation
from .procedure.illegal_actions import done_again, violations
from .procedure.mana_abilities import as_its_permanent_says
from .procedure.orders_509_2 import ORDERS_509_2
from .procedure.pricing import Pricing
from .procedure.reselecting_508_7 import RESELECTING_508_7
from .procedure.resolving_608 import ORDERING_603_3, RESOLVING_608, TARGETING_603_3, pass_end_step, put_on_stack, resolve_all
from .procedure.resuming import ACTIVATING, PAYING
from .procedure.runner import Procedure, Reason
from .procedure.sequence import Awaited
from .resolution.choosing import DEFAULT, Choices
from .rulebook.editions import Edition, edition_of
from .unstated import Alike, Outcome, Presumed, settled
from .view.view import View

if TYPE_CHECKING:  # imported where it is used: best play takes a while to import, and few games ask for it
    from .best_play.assignment import BestAssignment
    from .best_play.play import BestAttack, BestBlock
    from .best_play.playing_out import Action, BestPlayed
    from .best_play.reading import Worths


Part = TypeVar("Part", State, Board, Combat, Stack)


@explains_misuse
class Game:
    """One game in a journal. `log` is its history, `board` and `combat` its state, `rewound` what was taken back."""

    page: ClassVar[Callable[[Game], str] | None] = None
    """Makes HTML of a game, for notebooks; the package sets it, for pages are a floor above."""

    def __init__(self, journal: Journal, stream: str, budget: Budget | None = None) -> None:
        budget = budget or Budget()
        log = journal.log(stream)
        kept = Kept(lambda: (journal, log), journal.in_memory)
        kept.written()  # others may append to it, too
        self._begin(kept, Draft(_folded(log), log.version, budget), budget)

    @classmethod
    def _opened(cls, journal: Journal | str | Path, stream: str, budget: Budget | None) -> Game:
        """A game in a journal given by its URL, too; what is in memory is nobody else's then, and waits to be asked for."""
        if str(journal) != "memory://":
            return cls(journal if isinstance(journal, Journal) else Journal.open(journal), stream, budget)
        opened = Journal.open("memory://")
        log = opened.log(stream)
        game = cls.__new__(cls)
        budget = budget or Budget()
        game._begin(Kept(lambda: (opened, log), in_memory=True), Draft(State(), 0, budget), budget)
        return game

    def _begin(self, kept: Kept, now: Draft, budget: Budget) -> None:
        self._kept = kept
        self._budget = budget
        self.version = now.version
        self._moments: dict[str, Draft] = {}
        self._now = now
        self._shown: dict[type[Any], tuple[Any, Any]] = {}
        """The state and its parts, each as it is and as it is handed out."""
        self._remembered: Draft | None = None
        self._awaited: tuple[Draft, tuple[Awaited, ...]] | None = None
        self.time: datetime | None = None
        """When what is appended next was recorded, if that was elsewhere and before; None: now."""
        self._last_events: tuple[Event, ...] = ()
        self.presumed: tuple[Presumed, ...] = ()
        """What isn't stated and was taken not to be so, since what was decided or asked last depends on it."""

    @classmethod
    def open(cls, journal: Journal | str | Path, stream: str, *, budget: Budget | None = None) -> Game:
        """A game that was started before, by itself or in a journal given by its URL.

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
                _check_player(total, player, players)
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
        origin; `time`: when all its entries then count as recorded.

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
        if journal is not None or not self._kept.in_memory:
            kept.written()  # copied now, while nobody has closed it
        return branch

    @property
    def journal(self) -> Journal:
        """The journal that keeps it."""
        return self._kept.journal

    @property
    def log(self) -> Log:
        """Its history."""
        return self._kept.log

    @property
    def budget(self) -> Budget:
        """What searches may take; what it doesn't settle is ruled `undecided`."""
        return self._budget

    @budget.setter
    def budget(self, budget: Budget | None) -> None:
        self._budget = budget or Budget()
        self._state = self._state  # what was formulated before was searched with another one

    def __str__(self) -> str:
        """The board as text: each player, and what they control; then who attacks and blocks what."""
        combat = self._state.combat
        attacks = [f"{attacker} attacks {attack.target or 'nothing any more'}" for attacker, attack in combat.attackers.items()]
        blocks = [f"{blocker} blocks {', '.join(attackers)}" for blocker, attackers in combat.blockers.items() if attackers]
        return "\n".join([str(self._state.board), *attacks, *blocks])

    def describe(self) -> str:
        """The game in one line: who plays, the moment, the rules, and the version of the log."""
        board = self._state.board
        when = f"turn {board.turn}, {board.active}'s {board.step} step" if board.active is not None else "no turn yet"
        return f"{' v '.join(board.seats or board.players)}: {when}; rules of {board.edition}; version {self.version}"

    def _repr_html_(self) -> str | None:
        """The page of the game, in a notebook."""
        page = type(self).page
        return page(self) if page is not None else None

    def __repr__(self) -> str:
        board = self._state.board
        if board.edition is None:
            return f"<Game {self.log.stream!r}: not started>"
        who = ", ".join(board.players)
        return (
            f"<Game {self.log.stream!r}: {who}; turn {board.turn}, {board.active}'s {board.step} step; "
            f"rules of {board.edition}; version {self.version}>"
        )

    @property
    def _state(self) -> State:
        """Everything that decisions are made from. A branch shares it until something happens in one of the two."""
        return self._now.state

    @_state.setter
    def _state(self, state: State) -> None:
        self._now = Draft(state, self.version, self.budget)
        self._moments.clear()

    # --- what it is now -----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """Everything that decisions are made from, as it is now. It can't be changed; `state.copy()` can."""
        return self._handed_out(self._state)

    def _handed_out(self, part: Part) -> Part:
        """The state, or a part of it, frozen; once for each that there is."""
        shown = self._shown.get(type(part))
        if shown is None or shown[0] is not part:
            shown = part, frozen(part)
            if not self._state.board.assumed:  # that is for the moment only
                self._shown[type(part)] = shown
        return cast(Part, shown[1])

    @property
    def board(self) -> Board:
        """Players, permanents, effects, turn and step, as they are now. It can't be changed; `board.copy()` can."""
        return self._handed_out(self._state.board)

    @property
    def combat(self) -> Combat:
        """Attackers, blockers, bands, blocked and unblocked, orders, as they are now. It can't be changed."""
        return self._handed_out(self._state.combat)

    @property
    def is_over(self) -> bool:
        """104.1: whether state-based actions have ended it, at once: one player is left at most."""
        return len(self._state.board.players) < 2

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        assert self._state.board.edition is not None, "no game has started"
        return edition_of(self._state.board.edition)

    @property
    def view(self) -> View:
        """The board as abilities see it: with the effects at work."""
        return self._now.view

    @property
    def rewound(self) -> list[Rewound]:
        """What was tried and taken back, with the rulings."""
        return self.log.rewound()

    @property
    def rulings(self) -> list[Judged]:
        """Every declaration that was tried, legal or not."""
        return rulings(self.journal.entries(self.log.stream))

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """The choices of the combat that may come next, and whose they are.

        Raises FactNotStated where they depend on a fact that isn't stated.
        """
        if self._awaited is None or self._awaited[0] is not self._now:
            try:
                found = sequence.awaited(self._now)
            except FactNotStated:
                found = self._settled_if(lambda: sequence.awaited(self._now), operator.eq)
            self._awaited = (self._now, found)
        return self._awaited[1]

    @property
    def triggered(self) -> bool:
        """Whether an ability triggered by what the last command appended."""
        return any(isinstance(event, AbilityTriggered) for event in self._last_events)

    @property
    def last_events(self) -> tuple[Event, ...]:
        """What the last command appended and didn't take back."""
        self._kept.written()  # as they are now, before they are handed out
        return self._last_events

    # --- choices --------------------------------------------------------------------------------------------------------

    def declare(self, command: Command) -> Ruling:
        """A player chooses. Raises IllegalDeclaration with the ruling; the log is as it was before."""
        return self._commit_attempt(self._tried(command))

    def declare_if_legal(self, command: Command) -> Ruling:
        """As `declare`, if the command is legal; else nothing is appended, and the ruling says why."""
        tried = self._tried(command)
        return self._commit_attempt(tried) if tried.ruling.verdict == "legal" else tried.ruling

    def judge(self, command: Command) -> Ruling:
        """The ruling that the command would get. Nothing is appended."""
        return self._tried(command).ruling

    def plainly_wrong(self, command: Command) -> dict[str, tuple[str, ...]]:
        """What of a command can't be complied with, by concept, but for requirements: nothing is compared or searched for."""

        def decided() -> dict[str, tuple[str, ...]]:
            procedure, before, player = self._procedure(command, self._state.declarations.pending)
            return runner.plainly_wrong(procedure, before, command, player)

        return self._settled_if(decided, operator.eq)

    def _tried(self, command: Command) -> Attempted:
        with judging(command, lambda: self.log.stream):
            attempted = self._settled(lambda: self._attempt(command), same_outcome)
        return replace(attempted, ruling=self._told_presumed(attempted.ruling)) if self.presumed else attempted

    def explain(self, command: DeclareAttackers | DeclareBlockers) -> Explanation:
        """The ruling that the declaration would get, and why. Nothing is appended."""
        with judging(command, lambda: self.log.stream):
            found = self._settled(lambda: self._explanation(command), same_whatever_is_so)
        return found.model_copy(update={"ruling": self._told_presumed(found.ruling)}) if self.presumed else found

    def _explanation(self, command: DeclareAttackers | DeclareBlockers) -> Explanation:
        attempted = self._attempt(command)
        procedure, attempt = attempted.procedure, attempted.attempt
        formulation = attempt.before.formulation("attack" if isinstance(command, DeclareAttackers) else "block", attempt.player)

        def told() -> Explanation:
            paying = runner.Paying(procedure, attempt, attempt.before)
            return explain(
                formulation,
                attempt.before.edition,
                attempted.ruling,
                [violation for violated in attempt.violated for violation in violations(attempt.before.edition, violated)],
                command.chosen,
                attempt.choosable,
                attempt.locked.total.text if attempt.locked is not None else None,
                None if attempt.untimely else paying.can,
                paying.declined(attempt.choosable),
            )

        ask(formulation, self.edition)
        return Explanation.deferred(told, {"ruling": attempted.ruling}) if runner.can_wait(attempt.before) else told()

    def declare_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """508.1: the active player declares attackers: creature → the player, planeswalker or battle it attacks.

        Raises IllegalDeclaration with the ruling; the log is as it was before.
        """
        return self.declare(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def judge_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """The ruling that declaring these attackers would get. Nothing is appended."""
        return self.judge(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def explain_attackers(
        self,
        attackers: Mapping[str, str],
        *,
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Explanation:
        """The ruling that declaring these attackers would get, and why. Nothing is appended."""
        return self.explain(arguments.attacking(attackers, bands, optional_costs, mana_abilities, pay))

    def declare_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """509.1: a defending player declares blockers: creature → the attackers it blocks.

        `by`: which player; by default the next one in turn order who is to declare. Raises IllegalDeclaration with the
        ruling; the log is as it was before.
        """
        return self.declare(arguments.blocking(blocks, by, mana_abilities, pay))

    def judge_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Ruling:
        """The ruling that declaring these blockers would get. Nothing is appended."""
        return self.judge(arguments.blocking(blocks, by, mana_abilities, pay))

    def explain_blockers(
        self,
        blocks: Mapping[str, Iterable[str]],
        *,
        by: str | None = None,
        mana_abilities: Iterable[ManaAbilityActivated] = (),
        pay: Payment = True,
    ) -> Explanation:
        """The ruling that declaring these blockers would get, and why. Nothing is appended."""
        return self.explain(arguments.blocking(blocks, by, mana_abilities, pay))

    @property
    def legal_attacks(self) -> LegalAttacks:
        """The attacks that the active player may declare now."""
        return self._settled_if(self._legal_attacks, same_options)

    def _legal_attacks(self) -> LegalAttacks:
        before, player = self._moment("attack"), self._active
        timely = runner.is_timely(ATTACKERS_508_1, before, DeclareAttackers(), player)
        pricing = Pricing(ATTACKERS_508_1, before, player)
        return LegalAttacks(before.formulation("attack", player), self.edition, timely, pricing)

    @property
    def legal_blocks(self) -> LegalBlocks:
        """The blocks that the next defending player in turn order may declare now."""
        return self.legal_blocks_of(None)

    def legal_blocks_of(self, player: str | None) -> LegalBlocks:
        """The blocks that this player may declare now (None: the next defending player)."""
        return self._settled_if(lambda: self._legal_blocks_of(player), same_options)

    def _legal_blocks_of(self, player: str | None) -> LegalBlocks:
        before = self._moment("block")
        player = self._declaring(before, player)
        timely = runner.is_timely(BLOCKERS_509_1, before, DeclareBlockers(), player)
        pricing = Pricing(BLOCKERS_509_1, before, player)
        return LegalBlocks(before.formulation("block", player), self.edition, timely, pricing)

    def best_block(self, *, worth: Worths | None = None, by: str | None = None) -> BestBlock | BestPlayed:
        """The best block that a defending player (None: the next) may declare now, proved; where that takes it, by playing out
        every line of a small combat.

        `worth`: what permanents are worth in points of life: "mana value", a function, or a table by id or name; by default
        power and toughness. Where the budget is spent, there are bounds.
        Raises InvalidInput where there is nothing to declare, NotModelled where something in force isn't known to the search.
        """

        from .best_play.play import best_block

        def decided() -> BestBlock | BestPlayed:
            blocks = self._legal_blocks_of(by)
            if not blocks:
                raise InvalidInput(
                    "best_block", "no block to declare now", "a game in which attackers were declared and blockers not yet"
                )
            try:
                return best_block(blocks.formulation, self.edition, worth)
            except NotModelled as unknown:
                return self._played_out("block", blocks.formulation.player, worth, unknown)

        return self._settled_if(decided, _as_good)

    def best_attack(self, *, worth: Worths | None = None, hold: bool = False) -> BestAttack | BestPlayed:
        """The best attack that the active player may declare now, each against its best block, proved.

        `hold`: only attacks after which those at home survive if everything swings back. The rest as for `best_block`.
        """

        from .best_play.play import best_attack

        def decided() -> BestAttack | BestPlayed:
            attacks = self._legal_attacks()
            if not attacks:
                raise InvalidInput("best_attack", "no attack to declare now", "a game in which attackers may be declared")
            try:
                return best_attack(attacks.formulation, self._state, self.edition, worth, hold)
            except NotModelled as unknown:
                if hold:
                    raise
                return self._played_out("attack", attacks.formulation.player, worth, unknown)

        return self._settled_if(decided, _as_good)

    def best_assignment(self, *, worth: Worths | None = None) -> BestAssignment | BestPlayed:
        """How the active player best assigns combat damage now; every division is tried. `worth` as for `best_block`.

        Raises InvalidInput where that player has nothing to assign, NotModelled where something in force isn't known to the
        search, Undecided where there are too many divisions.
        """
        from .best_play.assignment import best_assignment
        from .best_play.play import worth_of

        legal = self.legal_assignments_of(self._active)
        if not legal:
            raise InvalidInput("best_assignment", "nothing for the active player to assign", "a combat damage step that comes")
        try:
            return best_assignment(self._moment("damage").view, self.edition, worth_of(worth))
        except NotModelled as unknown:
            return self._played_out("damage", self._active, worth, unknown)

    def _played_out(self, action: Action, player: str, worth: Worths | None, unknown: NotModelled) -> BestPlayed:
        """The best declaration by playing out every line, where there is something that the search doesn't know."""
        from .best_play.play import worth_of
        from .best_play.playing_out import best_by_playing

        try:
            return best_by_playing(self, player, action, worth_of(worth))
        except NotModelled as error:
            raise error from unknown

    def best_orders(self, *, worth: Worths | None = None) -> dict[str, tuple[str, ...]]:
        """The damage assignment orders still to be announced that leave the active player most; the rest as `best_assignment`."""
        from .best_play.assignment import best_orders
        from .best_play.play import worth_of

        return best_orders(self._now.view, self.edition, worth_of(worth))

    def activate_mana_ability(self, activated: ManaAbilityActivated) -> None:
        """508.1i, 509.1e: while a declaration waits for payment. Raises IllegalDeclaration."""
        self.declare(ActivateManaAbilities(mana_abilities=(activated,)))

    def mana_ability(self, activated: ManaAbilityActivated) -> ManaAbilityActivated:
        """The activation, tapping and sacrificing its source as the permanent's own mana ability says. Raises InvalidInput."""
        return as_its_permanent_says(self._now.view, activated)

    def pay(self, offer: Offer | bool = True) -> Ruling:
        """508.1j, 509.1f: pay what a declaration waits for, and complete it; False declines. Raises IllegalDeclaration."""
        check_type("pay", offer, (Offer, bool), 'True, False, or what is paid, as in Offer(mana="{2}", life=2)')
        return self.declare(Pay(pay=offer))

    def announce_orders(self, announced: Mapping[str, Iterable[str]]) -> Ruling:
        """Damage assignment orders, creature → order (509.2, 509.3, 509.6, 509.7 until 2024-11-07). Raises IllegalDeclaration."""
        return self.declare(arguments.ordering(announced))

    def reselect(self, targets: Mapping[str, str]) -> Ruling:
        """508.7: what attackers attack is reselected: attacker → target. Raises IllegalDeclaration."""
        return self.declare(arguments.reselecting(targets))

    def let_stand(self, command: DeclareAttackers | DeclareBlockers, reason: Reason, *, by: str | None = None) -> None:
        """A declaration of a recorded game stands without a ruling that it is legal: the game went on with it."""
        if isinstance(command, DeclareAttackers):
            procedure, player = ATTACKERS_508_1, by or self._active
        else:
            procedure, player = BLOCKERS_509_1, self._declaring(self._now, command.by)
        self._happen("priority", lambda draft: runner.let_stand(procedure, draft, command, player, reason))

    # --- combat damage ------------------------------------------------------------------------------------------------

    def assign_combat_damage(self, assignment: Assignment, *, by: str | None = None) -> Ruling:
        """510.1: a player announces how creatures assign combat damage: creature → recipient → amount.

        The combat damage step begins if it hasn't. `by`: which player; by default the next one in turn order who is to assign.
        What can be assigned in one way only may be left out. Raises IllegalDeclaration; what others assigned stands.
        """
        return self.declare(arguments.assigning(assignment, by))

    def judge_combat_damage(self, assignment: Assignment, *, by: str | None = None) -> Ruling:
        """The ruling that this announcement would get. Nothing is appended."""
        return self.judge(arguments.assigning(assignment, by))

    def deal_combat_damage(self, assignment: Assignment | None = None) -> Ruling:
        """510.1–2: every player who hasn't assigned combat damage yet does, in turn order, and it is dealt with all that follows.

        `assignment`: of all these players together. Raises IllegalDeclaration; the log is as it was before.
        """
        return self.declare(arguments.dealing(assignment))

    def judge_dealing(self, assignment: Assignment | None = None) -> Ruling:
        """The ruling that `deal_combat_damage` would get. Nothing is appended."""
        return self.judge(arguments.dealing(assignment))

    def explain_combat_damage(self, assignment: Assignment, *, by: str | None = None) -> DamageExplanation:
        """The ruling that this announcement would get, and why. Nothing is appended."""
        return self._explain_damage(arguments.assigning(assignment, by))

    def explain_dealing(self, assignment: Assignment | None = None) -> DamageExplanation:
        """The ruling that `deal_combat_damage` would get, and why. Nothing is appended."""
        return self._explain_damage(arguments.dealing(assignment))

    def _explain_damage(self, command: AssignCombatDamage | DealCombatDamage) -> DamageExplanation:
        def decided() -> DamageExplanation:
            attempted = self._attempt(command, complete=False)
            wrong = [violation for violated in attempted.attempt.violated for violation in violations(self.edition, violated)]
            return damage_explained.explain(self._moment("damage").fork(), attempted.ruling, wrong, command.assignment)

        found = self._settled_if(decided, operator.eq)
        return found.model_copy(update={"ruling": self._told_presumed(found.ruling)})

    @property
    def damage_is_forced(self) -> bool:
        """Whether combat damage is to be assigned now, and nobody who is still to do so has a choice."""
        return self._settled_if(lambda: damage.is_forced(self._moment("damage")), operator.eq)

    @property
    def legal_assignments(self) -> LegalAssignments:
        """How the next player in turn order may assign combat damage now."""
        return self.legal_assignments_of(None)

    def legal_assignments_of(self, player: str | None) -> LegalAssignments:
        """How this player may assign combat damage now (None: the next one in turn order)."""
        if player is not None:
            self._check_player("by", player)
        return self._settled_if(lambda: damage.legal_assignments(self._moment("damage").fork(), player), same_assignments)

    # --- the stack ------------------------------------------------------------------------------------------------------

    @property
    def stack(self) -> Stack:
        """What has triggered, what is on the stack, and what wasn't carried out (`marks`)."""
        return self._handed_out(self._state.stack)

    def put_on_stack(self) -> None:
        """603.3: what triggered and waits is put on the stack, and the active player gets priority."""
        self._happen("priority", put_on_stack)

    def order_triggers(self, order: Iterable[int]) -> Ruling:
        """603.3b: a player puts triggered abilities on the stack in this order, by number (`stack`): the last resolves first.

        All that the player has just put there are named, before targets are chosen. Raises InvalidInput.
        """
        return self.declare(OrderTriggers(order=tuple(order)))

    def choose_targets(
        self,
        number: int,
        targets: Iterable[str],
        *,
        modes: tuple[int, ...] | None = None,
        division: dict[str, int] | None = None,
        cards: tuple[t.PermanentEntered, ...] = (),
    ) -> Ruling:
        """603.3c–d: the targets, and modes, of the ability on the stack with that number.

        `division`: of what is divided among the targets, how much each gets. `cards`: what cards are that are targets and that
        nobody else tells of. Raises InvalidInput.
        """
        command = ChooseTargets(number=number, targets=tuple(targets), modes=modes, division=division, cards=cards)
        return self.declare(command)

    def resolve(self, choices: Choices = DEFAULT) -> Ruling:
        """608: the topmost ability of the stack resolves; what isn't chosen is chosen by the default policy.

        State-based actions follow, and what triggers goes on the stack. What can't be carried out is marked (`stack.marks`).
        Raises InvalidInput where the stack is empty, or something is chosen that can't be.
        """
        return self.declare(ResolveAbility(choices=choices))

    def resolve_all(self) -> None:
        """Everything on the stack resolves by the default policy, with all that triggers meanwhile, in one append."""
        self._happen("priority", resolve_all)

    def begin_end_of_combat(self) -> None:
        """511: the end of combat step begins, and what triggers "at end of combat". Raises InvalidInput outside of combat."""
        self._end(turns.begin_end_of_combat)

    def end_combat(self) -> None:
        """511.3: the end of combat step ends, and the combat phase with it: all are out of combat."""
        self._end(turns.leave_combat)

    def clean_up(self) -> None:
        """513, 514.2: what waits for the end step happens, damage wears off, and what lasts until end of turn ends."""

        def end(draft: Draft) -> None:
            pass_end_step(draft)
            turns.clean_up(draft)

        self._end(end)

    # --- what happens -------------------------------------------------------------------------------------------------

    def begin_turn(self, player: str, *, untaps: Collection[str] | None = None) -> None:
        """The next turn begins: `player` is the active player, and untaps.

        `untaps`: which permanents do, of those among which effects let the player choose. Raises InvalidInput where it is needed.
        """
        self._check_player("turn", player)

        def begin(draft: Draft) -> None:
            pass_end_step(draft)
            turns.begin_turn(draft, player, untaps)

        self._end(begin)

    def begin_combat(self) -> None:
        """Another combat phase begins this turn."""
        self._end(turns.begin_combat)

    def enter(self, entered: t.PermanentEntered, *, attacking: str | None = None, blocking: str | None = None) -> None:
        """A permanent enters the battlefield, perhaps attacking or blocking (508.4, 509.4)."""
        made = 'a permanent, as in declarant.permanent("ox", "Ann", types=["Creature"], power=4, toughness=3)'
        check_type("enter", entered, t.PermanentEntered, made)
        ENCODING.encode(entered)  # a copy may hold anything, and what follows reckons with it
        entered = entered.model_copy(update={"counters": dict(entered.counters)}) if entered.counters else entered
        if not entered.id or entered.id in self._state.board.permanents or entered.id in self._state.board.players:
            raise InvalidInput("enter.id", repr(entered.id), "an id that no other permanent or player has")
        for role in ("controller", "owner", "protector"):
            if (player := getattr(entered, role)) is not None:
                self._check_player(f"enter.{role}", player)
        self._happen("priority", lambda draft: entering.enter(draft, entered, attacking, blocking))

    def begin_effect(self, effect: Effect) -> None:
        """A continuous effect begins."""
        if effect.id in self._state.board.effects:
            raise InvalidInput("effect.id", repr(effect.id), "an id that no other effect has")
        self._check_player("effect.controller", effect.controller)
        self.happen(lambda draft: effects_611_2.begin(draft, effect))

    def state_facts(self, stated: t.FactsStated) -> None:
        """Designations and facts of a player or a permanent are stated, which no board can derive."""
        if stated.about not in self._state.board.players:
            self._known(stated.about)
        self._kept.written()  # as in `happen`
        self._happen("damage", lambda draft: draft.append(stated))  # at any time: nothing happens by it

    def state_attacking(self, creature: str, target: str) -> None:
        """An effect states that a creature is attacking (508.4)."""
        self.happen(lambda draft: entering.state_attacking(draft, self._known(creature), target))

    def cause_block(self, blocker: str, attacker: str) -> None:
        """An effect makes a creature block (509.1g; 509.6 until 2024-11-07)."""
        self.happen(lambda draft: entering.cause_block(draft, blocker, attacker))

    def stop_blocking(self, blocker: str, attacker: str) -> None:
        """An effect ends a block (509.2a, 509.3a)."""
        self.happen(lambda draft: removal.stop_blocking(draft, blocker, attacker))

    def become_blocked(self, attacker: str) -> None:
        """An effect says that an attacker becomes blocked (509.1h)."""
        self.happen(lambda draft: entering.become_blocked(draft, attacker))

    def become_unblocked(self, attacker: str) -> None:
        """An effect says that an attacker becomes unblocked (509.1h)."""
        self.happen(lambda draft: entering.become_unblocked(draft, attacker))

    def leave(self, id: str) -> None:
        """A permanent leaves the battlefield (506.4)."""
        self.happen(lambda draft: removal.leave(draft, self._known(id)))

    def phase_out(self, id: str) -> None:
        """A permanent phases out (506.4)."""
        self.happen(lambda draft: removal.phase_out(draft, self._known(id)))

    def remove_from_combat(self, id: str) -> None:
        """An effect removes a permanent from combat (506.4)."""
        self.happen(lambda draft: removal.remove_from_combat(draft, self._known(id)))

    def change(self, id: str, **changes: Any) -> None:
        """Named characteristics of a permanent become these: those of `CharacteristicsChanged`, and `controller`, `tapped`,
        `protector`, `attached_to`, `summoning_sick`."""
        for role in ("controller", "protector"):
            if changes.get(role) is not None:
                self._check_player(f"change.{role}", changes[role])
        self.happen(lambda draft: removal.change(draft, self._known(id), changes))

    def happen(self, decide: Callable[[Draft], None]) -> None:
        """Whatever is decided on the draft happens, in one append: for records that tell many things at once."""
        self._kept.written()  # what is given may not fit, which appending tells
        self._happen("priority", decide)

    def _happen(self, moment: Literal["damage", "priority"], decide: Callable[[Draft], None]) -> None:
        def happened() -> Draft:
            draft = self._moment(moment).fork()
            decide(draft)
            return draft

        self._commit(self._settled(happened, same_events))

    def _told_presumed(self, ruling: Ruling) -> Ruling:
        return ruling.model_copy(update={"presumed": tuple(map(str, self.presumed))}) if self.presumed else ruling

    def _settled(self, decide: Callable[[], Outcome], alike: Alike[Outcome]) -> Outcome:
        """What is decided; where that asks for facts that aren't stated, what every answer leads to, or what is presumed.

        Raises FactNotStated where it depends on one that isn't presumed.
        """
        tried = False
        self.budget.renew()

        def decided() -> Outcome:
            nonlocal tried
            if self._state.board.assumed:
                # What was seen and formulated before doesn't hold under an assumption.
                tried, self._state = True, self._state
            return decide()

        try:
            outcome, self.presumed = settled(self._state, decided, alike)
            return outcome
        finally:
            if tried:
                self._state = self._state

    def _settled_if(self, decide: Callable[[], Outcome], same: Callable[[Outcome, Outcome], bool]) -> Outcome:
        """As `_settled`, where outcomes are the same or not, and have nothing else in common."""
        return self._settled(decide, lambda first, second: first if same(first, second) else None)

    def _end(self, decide: Callable[[Draft], None]) -> None:
        """A step, a phase or a turn ends, whatever of it is left: also while combat damage has been assigned."""
        self._happen("damage", decide)

    def take_back(self, to: int) -> None:
        """The log goes back to that version, without a ruling: a player took something back. Raises InvalidInput."""
        check_type("take_back", to, int, f"a version of the game, 0 to {self.version}")
        self.version = self.log.append([Cut(to=to)], self.version, self.time).version
        self._tell("taken_back", to=to, rule=None)
        self._state = fold(self.log.events())
        self._last_events = ()

    # --- how ----------------------------------------------------------------------------------------------------------

    @property
    def _active(self) -> str:
        active = self._state.board.active
        if active is None:
            raise InvalidInput("game", "no turn that has begun", "a game in which begin_turn was called")
        return active

    def _attempt(self, command: Command, complete: bool = True) -> Attempted:
        """Decide on a draft, and rule on it. Nothing is appended."""
        made = 'a command, as in DeclareBlockers(blocks={"wall": ["ox"]}); declarant.read_command makes one of JSON'
        check_type("command", command, COMMAND_TYPES, made)
        pending = self._state.declarations.pending
        procedure, before, player = self._procedure(command, pending)
        attempt: Attempt[Any] = Attempt(before, command, player)
        (runner.run if complete else runner.check)(procedure, attempt)
        since = self.version if pending is None else pending.since
        if attempt.violated and pending is not None:
            before = self._before(since)
        return Attempted(procedure, attempt, since, runner.rule(procedure, attempt, pending, before))

    def _procedure(self, command: Command, pending: PendingDeclaration | None) -> tuple[Procedure, Draft, str]:
        """The procedure of a command, the moment when it is decided, and the player who chooses."""
        match command:
            case DeclareAttackers():
                return ATTACKERS_508_1, self._moment("attack"), self._active
            case DeclareBlockers():
                before = self._moment("block")
                return BLOCKERS_509_1, before, self._declaring(before, command.by)
            case AssignCombatDamage():
                before = self._moment("damage")
                if command.by is not None:
                    self._check_player("by", command.by)
                return damage.ASSIGNING_510_1, before, command.by or damage.next_to_assign(before)
            case DealCombatDamage():
                before = self._moment("damage")
                return damage.DEALING_510_2, before, damage.next_to_assign(before)
            case AnnounceDamageOrder():
                self._check_nothing_pending()
                return ORDERS_509_2, self._now, self._active
            case ReselectAttacks():
                return RESELECTING_508_7, self._moment("priority"), self._active
            case OrderTriggers():
                return ORDERING_603_3, self._moment("priority"), self._active
            case ChooseTargets():
                return TARGETING_603_3, self._moment("priority"), self._active
            case ResolveAbility():
                return RESOLVING_608, self._moment("priority"), self._active
            case ActivateManaAbilities() | Pay():
                if pending is None:
                    raise InvalidInput("pay", "no declaration that waits for payment", "a declaration made with pay=None")
                procedures = PAYING if isinstance(command, Pay) else ACTIVATING
                return procedures[pending.action], self._now, pending.player

    def _moment(self, of: Literal["damage", "priority", "attack", "block"]) -> Draft:
        """The draft on which such a choice is decided, once what passes before it has passed; made once for each version.

        While combat damage has been assigned and not dealt, nobody has priority unless it is on the stack (510.2, 310.1): raises
        IllegalDeclaration for anything but damage.
        """
        self._check_nothing_pending()
        found = self._moments.get(of)
        if found is None:
            found = self._now.fork()
            sequence.pass_priority(found)
            if of != "damage":
                self._respond(found)
            _COMING_TO[of](found)
            self._moments[of] = found
        return found

    def _respond(self, draft: Draft) -> None:
        step = draft.state.combat.damage
        if step is None or step.dealt:
            return
        attempt = Attempt[None](draft, None, damage.next_to_assign(draft), draft)
        runner.run(damage.RESPONDING_310_1, attempt)
        if attempt.violated:
            raise IllegalDeclaration(runner.rule(damage.RESPONDING_310_1, attempt, None, draft))

    def _before(self, version: int) -> Draft:
        """The moment when the log was at that version."""
        if version == self.version:
            return self._now
        return Draft.of(_folded(self.log, version), version, self.budget)

    def _at(self, version: int) -> Draft:
        """As `_before`; many branches from one version fold it once."""
        if self._remembered is None or self._remembered.version != version:
            self._remembered = self._before(version)
        return self._remembered

    def _declaring(self, draft: Draft, by: str | None) -> str:
        """The defending player who declares blockers: that one, or the next in turn order. Raises InvalidInput."""
        player = by if by is not None else next_to_declare(draft)
        self._check_player("by", player)
        return next_to_declare(draft) if chooses_blocks(draft, player) else player

    def _commit_attempt(self, attempted: Attempted) -> Ruling:
        """Append what was decided; if it isn't legal, with the cut that takes it back and the mana abilities that stay."""
        attempt, ruling = attempted.attempt, attempted.ruling
        if ruling.verdict == "legal":
            self._commit(attempt.draft)
            self._tell("declared", command=type(attempt.command).__name__)
            return ruling
        waited = self._state.declarations.pending
        activated = [event for event in attempt.events if isinstance(event, ManaAbilityActivated)]
        if waited is not None:
            activated = [*waited.mana_abilities, *activated]
        staying: list[Event] = []
        if activated:
            before = self._state if waited is None else fold(self.log.events(version=attempted.since))
            staying = done_again(Draft.of(before, attempted.since, self.budget), activated)
        items: list[Event | Cut] = [*attempt.events, Cut(to=attempted.since, ruling=ruling.apart()), *staying]
        self.version = self._kept.append(items, self.version, self.time)
        self._tell("taken_back", to=attempted.since, rule=ruling.rule)
        self._last_events = tuple(staying)
        if staying or waited is not None:
            self._state = fold(self.log.events())
        else:
            for moment in (self._now, *self._moments.values()):
                moment.version = self.version + len(moment.events)
        raise IllegalDeclaration(ruling)

    def _commit(self, draft: Draft) -> None:
        if draft.events:
            self.version = self._kept.append(draft.events, self.version, self.time)
            self._now = draft.committed()
            self._now.version = self.version
            if self._state.board.assumed:
                self._state.board.assumed.clear()
                self._state = self._state
            self._moments.clear()
        self._last_events = tuple(draft.events)

    def _tell(self, event: str, **context: Any) -> None:
        if observed():  # the log of a branch isn't made for nothing
            tell(event, stream=self.log.stream, version=self.version, **context)

    def _check_nothing_pending(self) -> None:
        if self._state.declarations.pending is not None:
            raise InvalidInput("command", "something else while a declaration waits for payment", "paying, or declining to")

    def _check_player(self, where: str, player: str) -> None:
        _check_player(where, player, self._state.board.players)

    def _known(self, id: str) -> str:
        """The id of a permanent; one that is phased out is treated as though it didn't exist (702.26b)."""
        known = [permanent.id for permanent in self._state.board.permanents.values() if not permanent.phased_out]
        if id not in known:
            raise InvalidInput("id", repr(id), f"a permanent on the battlefield: {', '.join(known)}")
        return id


def _as_good(first: BestBlock | BestAttack | BestPlayed, second: BestBlock | BestAttack | BestPlayed) -> bool:
    return (first.declaration, first.value, first.bounds) == (second.declaration, second.value, second.bounds)


_COMING_TO: dict[str, Callable[[Draft], None]] = {
    "damage": lambda draft: None,
    "priority": lambda draft: None,
    "attack": sequence.come_to_attackers,
    "block": turns.begin_declare_blockers,
}


def _check_player(where: str, player: str, players: Sequence[str]) -> None:
    if player not in players:
        raise InvalidInput(where, repr(player), f"a player: {', '.join(players)}")


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


def _folded(log: Log, version: int | None = None) -> State:
    """The state of a log. Raises CorruptJournal where an event is about something that isn't there."""
    try:
        return fold(log.events(version=version))
    except LookupError as error:
        raise CorruptJournal(f"stream {log.stream!r}", f"an event can't follow those before it: there is no {error}") from None
