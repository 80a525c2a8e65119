"""How a command is decided, on a draft of the moment when it is made, and appended at once: from `declare` down to `_commit`.

What is legal is appended as it is; an illegal declaration together with the cut that takes it back, so that the log is as it was
and the journal knows what was tried and why it couldn't be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Literal

from ...events.catalogue import Event
from ...events.declarations import ManaAbilityActivated
from ...events.errors import CorruptJournal, FactNotStated, IllegalDeclaration, InvalidInput, some_of
from ...events.journal.cuts import Cut
from ...events.journal.journal import Journal
from ...events.journal.log import Log
from ...events.ruling import Ruling
from ...events.telemetry import judging, observed, tell
from ...projections.pending import PendingDeclaration
from ...projections.state import State, fold
from ..attempt import Attempt, Draft
from ..attempted import Attempted, same_events, same_outcome
from ..budget import Budget
from ..combat import turns
from ..input_checks import check_type
from ..kept import Kept
from ..procedure import damage_510_1 as damage
from ..procedure import runner, sequence
from ..procedure.attackers_508_1 import ATTACKERS_508_1
from ..procedure.blockers_509_1 import BLOCKERS_509_1, chooses_blocks, next_to_declare
from ..procedure.commands import (
    COMMAND_TYPES,
    ActivateManaAbilities,
    AnnounceDamageOrder,
    AssignCombatDamage,
    ChooseTargets,
    Command,
    DealCombatDamage,
    DeclareAttackers,
    DeclareBlockers,
    OrderTriggers,
    Pay,
    ReselectAttacks,
    ResolveAbility,
)
from ..procedure.damage_steps_510_4 import next_to_assign
from ..procedure.illegal_actions import done_again
from ..procedure.orders_509_2 import ORDERS_509_2
from ..procedure.reselecting_508_7 import RESELECTING_508_7
from ..procedure.resolving_608 import RESOLVING_608
from ..procedure.resuming import ACTIVATING, PAYING
from ..procedure.runner import Procedure
from ..procedure.sequence import Awaited
from ..procedure.targeting_603_3 import ORDERING_603_3, TARGETING_603_3
from ..rulebook.editions import Edition, edition_of
from ..unstated import Alike, OutcomeT, Presumed, either_way
from ..view.view import View


class Deciding:
    """The state of a game, the moments at which its next choices are made, and what is appended to its log."""

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
        self.chance: str | None = None
        """What coins and dice are drawn with in a game that policies play; None: they are told, or not known."""
        self.time: datetime | None = None
        """When what is appended next was recorded, if that was elsewhere and before; None: now."""
        self._last_events: tuple[Event, ...] = ()
        self.presumed: tuple[Presumed, ...] = ()
        """What isn't stated and was taken not to be so, since what was decided or asked last depends on it."""

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

    @property
    def _state(self) -> State:
        """Everything that decisions are made from. A branch shares it until something happens in one of the two."""
        return self._now.state

    @_state.setter
    def _state(self, state: State) -> None:
        self._now = Draft(state, self.version, self.budget)
        self._moments.clear()

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
    def _active(self) -> str:
        active = self._state.board.active
        if active is None:
            raise InvalidInput("game", "no turn that has begun", "a game in which begin_turn was called")
        return active

    def declare(self, command: Command) -> Ruling:
        """A player chooses: what the command says happens, with all that follows at once. Returns the ruling.

        Raises IllegalDeclaration with the ruling where it isn't legal: the log is as it was before, and the journal keeps what
        was tried. Raises InvalidInput where the command names what isn't there.
        """
        return self._commit_attempt(self._tried(command))

    def declare_if_legal(self, command: Command) -> Ruling:
        """As `declare`, if the command is legal; otherwise nothing is appended, and the ruling says why. Raises InvalidInput."""
        tried = self._tried(command)
        return self._commit_attempt(tried) if tried.ruling.verdict == "legal" else tried.ruling

    def judge(self, command: Command) -> Ruling:
        """The ruling that the command would get: legal, illegal or undecided. Nothing is appended. Raises InvalidInput."""
        return self._tried(command).ruling

    def _tried(self, command: Command) -> Attempted:
        """The decision on a command, the same for all that isn't stated, or with what is presumed."""
        with judging(command, lambda: self.log.stream):
            attempted = self._settled(lambda: self._attempt(command), same_outcome)
        return attempted._replace(ruling=self._told_presumed(attempted.ruling)) if self.presumed else attempted

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
                return damage.ASSIGNING_510_1, before, command.by or next_to_assign(before)
            case DealCombatDamage():
                before = self._moment("damage")
                return damage.DEALING_510_2, before, next_to_assign(before)
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

    def _declaring(self, draft: Draft, by: str | None) -> str:
        """The defending player who declares blockers: that one, or the next in turn order. Raises InvalidInput."""
        if by is None:
            return next_to_declare(draft)
        self._check_player("by", by)
        return next_to_declare(draft) if chooses_blocks(draft, by) else by

    def _moment(self, of: Literal["damage", "priority", "attack", "block"]) -> Draft:
        """The draft on which such a choice is decided, after what happens before it without a choice; made once for each version.

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
        attempt = Attempt[None](draft, None, next_to_assign(draft), draft)
        runner.run(damage.RESPONDING_310_1, attempt)
        if attempt.violated:
            raise IllegalDeclaration(runner.rule(damage.RESPONDING_310_1, attempt, None, draft))

    def _commit_attempt(self, attempted: Attempted) -> Ruling:
        """Append what was decided. What isn't legal is taken back at once: raises IllegalDeclaration."""
        attempt, ruling = attempted.attempt, attempted.ruling
        if ruling.verdict != "legal":
            self._take_back(attempted)
            raise IllegalDeclaration(ruling)
        self._commit(attempt.draft)
        self._tell("declared", command=type(attempt.command).__name__)
        return ruling

    def _take_back(self, attempted: Attempted) -> None:
        """Append what was tried, the cut that takes it back with the ruling, and the mana abilities that stay."""
        attempt, ruling = attempted.attempt, attempted.ruling
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

    def _commit(self, draft: Draft) -> None:
        if draft.events:
            self.version = self._kept.append(draft.events, self.version, self.time)
            self._now = draft.committed()
            self._now.version = self.version
            if self._state.board.assumed:
                self._state.board.assumed = {}
                self._state = self._state
            self._moments.clear()
        self._last_events = tuple(draft.events)

    def _tell(self, event: str, **context: Any) -> None:
        if observed():  # asking for the log would write it
            tell(event, stream=self.log.stream, version=self.version, **context)

    def _settled(self, decide: Callable[[], OutcomeT], alike: Alike[OutcomeT]) -> OutcomeT:
        """What is decided; where that asks for facts that aren't stated, what every answer leads to, or what is presumed.

        Raises FactNotStated where it depends on one that isn't presumed.
        """
        self.budget.renew()
        assuming = bool(self._state.board.assumed)
        try:
            outcome = self._assuming(decide) if assuming else decide()
            self.presumed = ()
        except FactNotStated as unstated:
            assuming = True
            outcome, self.presumed = either_way(self._state, lambda: self._assuming(decide), alike, unstated)
        finally:
            if assuming:
                self._state = self._state
        return outcome

    def _assuming(self, decide: Callable[[], OutcomeT]) -> OutcomeT:
        """Decide under an assumption, without what was seen and formulated before it."""
        self._state = self._state
        return decide()

    def _settled_if(self, decide: Callable[[], OutcomeT], same: Callable[[OutcomeT, OutcomeT], bool]) -> OutcomeT:
        """As `_settled`, where outcomes are the same or not, and have nothing else in common."""
        return self._settled(decide, lambda first, second: first if same(first, second) else None)

    def _told_presumed(self, ruling: Ruling) -> Ruling:
        return ruling.model_copy(update={"presumed": tuple(map(str, self.presumed))}) if self.presumed else ruling

    def _happen(self, moment: Literal["damage", "priority"], decide: Callable[[Draft], None]) -> None:
        def happened() -> Draft:
            draft = self._moment(moment)
            self._moments.clear()  # the draft of the moment is appended to, so that it is that moment no longer
            decide(draft)
            return draft

        self._commit(self._settled(happened, same_events))

    def _end(self, decide: Callable[[Draft], None]) -> None:
        """A step, a phase or a turn ends, whatever of it is left: also while combat damage has been assigned."""
        self._happen("damage", decide)

    def _before(self, version: int) -> Draft:
        """The moment when the log was at that version."""
        if version == self.version:
            return self._now
        return Draft.of(folded(self.log, version), version, self.budget)

    def _at(self, version: int) -> Draft:
        """As `_before`; many branches from one version fold it once."""
        if self._remembered is None or self._remembered.version != version:
            self._remembered = self._before(version)
        return self._remembered

    def _check_nothing_pending(self) -> None:
        if self._state.declarations.pending is not None:
            raise InvalidInput("command", "something else while a declaration waits for payment", "paying, or declining to")

    def _check_player(self, where: str, player: str) -> None:
        check_player(where, player, self._state.board.players)

    def _known(self, id: str) -> str:
        """The id of a permanent; one that is phased out is treated as though it didn't exist (702.26b)."""
        known = [permanent.id for permanent in self._state.board.permanents.values() if not permanent.phased_out]
        if id not in known:
            raise InvalidInput("id", repr(id), f"a permanent on the battlefield: {some_of(known) or 'there is none'}")
        return id


_COMING_TO: dict[str, Callable[[Draft], None]] = {
    "damage": lambda draft: None,
    "priority": lambda draft: None,
    "attack": sequence.come_to_attackers,
    "block": turns.begin_declare_blockers,
}


def check_player(where: str, player: str, players: Sequence[str]) -> None:
    """Raises InvalidInput for who isn't one of the players."""
    if player not in players:
        raise InvalidInput(where, repr(player), f"a player: {', '.join(players)}")


def folded(log: Log, version: int | None = None) -> State:
    """The state of a log. Raises CorruptJournal where an event is about something that isn't there."""
    try:
        return fold(log.events(version=version))
    except LookupError as error:
        raise CorruptJournal(f"stream {log.stream!r}", f"an event can't follow those before it: there is no {error}") from None
