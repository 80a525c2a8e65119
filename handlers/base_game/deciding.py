"""How a command is decided, on a draft of the moment when it is made. Nothing is appended here: `base_game.py` does."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from ...events.errors import CorruptJournal, FactNotStated, IllegalDeclaration, InvalidInput, some_of
from ...events.journal.log import Log
from ...events.ruling import Ruling
from ...events.telemetry import judging
from ...projections.state import State, fold
from ..attempt import Attempt, Draft
from ..attempted import Attempted, same_events, same_outcome
from ..budget import Budget
from ..combat import turns
from ..input_checks import check_type
from ..lazy_log import LazyLog
from ..procedure import commands, runner, sequence
from ..procedure.attackers_508_1 import ATTACKERS_508_1
from ..procedure.blockers_509_1 import BLOCKERS_509_1, chooses_blocks, next_to_declare
from ..procedure.choosing_507_1 import CHOOSING_507_1, with_defending_player
from ..procedure.damage_510_1 import ASSIGNING_510_1, DEALING_510_2, RESPONDING_310_1
from ..procedure.damage_steps_510_4 import next_to_assign
from ..procedure.runner import Procedure
from ..procedure.sequence import Awaited
from ..rulebook.editions import Edition, edition_of
from ..unstated import Alike, OutcomeT, Presumed, either_way, taken_to_be_none
from ..view.view import View

Moment: TypeAlias = Literal["damage", "priority", "attack", "block"]
"""What for: combat damage, which comes at once; a choice of whoever has priority; a declaration."""


class _FoundLegal(NamedTuple):
    """A declaration that was found legal: as the game was then, what it chose, and the decision."""

    now: Draft
    chosen: tuple[Any, ...]
    attempted: Attempted


def _chosen(command: commands.Command) -> tuple[Any, ...] | None:
    """The values of a declaration of attackers or blockers, whatever becomes of its dictionaries; None of other commands."""
    if type(command) is not commands.DeclareAttackers and type(command) is not commands.DeclareBlockers:
        return None
    return (type(command), *[dict(value) if type(value) is dict else value for value in vars(command).values()])


class Decider:
    """Decides what follows from the state of a game now, and what may be chosen: the moments of the next choices, each made once.

    `now` is the draft on which the next command is decided; nothing is appended to the log, which is only read.
    """

    def __init__(self, now: Draft, budget: Budget, log: LazyLog) -> None:
        self.now = now
        self.moments: dict[str, Draft] = {}
        self.presumed: tuple[Presumed, ...] = ()
        """What isn't stated and was taken not to be so, since what was decided or asked last depends on it."""
        self._budget = budget
        self._log = log
        self._awaited: tuple[Draft, tuple[Awaited, ...]] | None = None
        self._remembered: Draft | None = None
        self._found_legal: _FoundLegal | None = None
        self._before_waiting: Draft | None = None
        """The moment before the last declaration that waited for payment."""

    @property
    def budget(self) -> Budget:
        """What searches may take; what it doesn't settle is ruled `undecided`."""
        return self._budget

    @budget.setter
    def budget(self, budget: Budget | None) -> None:
        self._budget = budget or Budget()
        self.restart()  # what was formulated before was searched with another one

    @property
    def state(self) -> State:
        """Everything that decisions are made from. A branch shares it until something happens in one of the two."""
        return self.now.state

    @property
    def version(self) -> int:
        """The version of the log."""
        return self.now.version

    def restart(self, state: State | None = None, version: int | None = None) -> None:
        """Decide from this state and version on (None: from those of now), without what was seen and formulated before."""
        self.now = Draft(self.state if state is None else state, self.version if version is None else version, self.budget)
        self.moments.clear()

    def committed(self, draft: Draft, version: int) -> None:
        """The events of a draft stand in the log, which is at that version: decide from there on."""
        self.now = draft.committed()
        self.now.version = version
        self._found_legal = None
        if self.state.board.assumed or self.state.board.presumed:
            self.state.board.assumed = {}
            self._forget_asking()
        self.moments.clear()

    def taken_back(self, version: int) -> None:
        """What was tried was taken back, and the log is at that version: the state is as it was."""
        self._found_legal = None
        for moment in (self.now, *self.moments.values()):
            moment.version = version + len(moment.events)

    def share_moments(self, other: Decider) -> None:
        """Take over the moments that another one has found for the same version."""
        self.moments = {name: moment.shared(moment.version, moment.events) for name, moment in other.moments.items()}

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        assert self.state.board.edition is not None, "no game has started"
        return edition_of(self.state.board.edition, self.state.board.house)

    @property
    def view(self) -> View:
        """The board as abilities see it: with the effects at work."""
        return self.now.view

    @property
    def active(self) -> str:
        """The active player. Raises InvalidInput where no turn has begun."""
        active = self.state.board.active
        if active is None:
            raise InvalidInput("game", "no turn that has begun", "a game in which begin_turn was called")
        return active

    def tried(self, command: commands.Command) -> Attempted:
        """The decision on a command, the same for all that isn't stated, or with what is presumed."""
        with judging(command, lambda: self._log.stream):
            found = self._found_legal
            if found is not None and found.now is self.now and found.chosen == _chosen(command):
                return found.attempted  # it was judged, and is declared now
            attempted = self.settled(lambda: self.attempt(command), same_outcome)
        if self.presumed:
            return attempted._replace(ruling=self.with_presumed(attempted.ruling))
        if attempted.ruling.verdict == "legal" and (chosen := _chosen(command)) is not None:
            self._found_legal = _FoundLegal(self.now, chosen, attempted)
        return attempted

    def attempt(self, command: commands.Command, complete: bool = True) -> Attempted:
        """Decide on a draft, and rule on it. Nothing is appended."""
        made = 'a command, as in DeclareBlockers(blocks={"wall": ["ox"]}); declarant.read_command makes one of JSON'
        check_type("command", command, commands.COMMAND_TYPES, made)
        procedure, before, player = self.procedure(command)
        pending = self.now.state.declarations.pending
        attempt: Attempt[Any] = Attempt(before, command, player)
        (runner.run if complete else runner.check)(procedure, attempt)
        since = self.version if pending is None else pending.since
        if attempt.violated and pending is not None:
            before = self.before(since)
        return Attempted(procedure, attempt, since, runner.rule(procedure, attempt, pending, before))

    def procedure(self, command: commands.Command) -> tuple[Procedure, Draft, str]:
        """The procedure of a command, the moment when it is decided, and the player who chooses.

        Procedures that not every combat follows are imported as they are: few games need all, and some bring much.
        """
        pending = self.now.state.declarations.pending
        match command:
            case commands.DeclareAttackers():
                before = with_defending_player(self.moment("attack"), command)
                return ATTACKERS_508_1, before, before.state.board.speaker(self.active)
            case commands.ChooseDefendingPlayer():
                return CHOOSING_507_1, self.moment("attack"), self.active
            case commands.DeclareBlockers():
                before = self.moment("block")
                return BLOCKERS_509_1, before, self.declaring(before, command.by)
            case commands.AssignCombatDamage():
                before = self.moment("damage")
                if command.by is not None:
                    self.check_player("by", command.by)
                by = before.state.board.speaker(command.by) if command.by is not None else next_to_assign(before)
                return ASSIGNING_510_1, before, by
            case commands.DealCombatDamage():
                before = self.moment("damage")
                return DEALING_510_2, before, next_to_assign(before)
            case commands.AnnounceDamageOrder():
                from ..procedure.orders_509_2 import ORDERS_509_2

                self.check_nothing_pending()
                return ORDERS_509_2, self.now, self.active
            case commands.ReselectAttacks():
                from ..procedure.reselecting_508_7 import RESELECTING_508_7

                return RESELECTING_508_7, self.moment("priority"), self.active
            case commands.OrderTriggers():
                from ..procedure.targeting_603_3 import ORDERING_603_3

                return ORDERING_603_3, self.moment("priority"), self.active
            case commands.ChooseTargets():
                from ..procedure.targeting_603_3 import TARGETING_603_3

                return TARGETING_603_3, self.moment("priority"), self.active
            case commands.ResolveAbility():
                from ..procedure.resolving_608 import RESOLVING_608

                return RESOLVING_608, self.moment("priority"), self.active
            case commands.ActivateManaAbilities() | commands.Pay():
                from ..procedure.resuming import ACTIVATING, PAYING

                if pending is None:
                    raise InvalidInput("pay", "no declaration that waits for payment", "a declaration made with pay=None")
                procedures = PAYING if isinstance(command, commands.Pay) else ACTIVATING
                return procedures[pending.action], self.now, pending.player

    def declaring(self, draft: Draft, by: str | None) -> str:
        """The defending player who declares blockers: that one, or the next in turn order. Raises InvalidInput."""
        if by is None:
            return next_to_declare(draft)
        self.check_player("by", by)
        return next_to_declare(draft) if chooses_blocks(draft, by) else draft.state.board.speaker(by)

    def moment(self, of: Moment) -> Draft:
        """The draft on which such a choice is decided, after what happens before it without a choice; made once for each version.

        While combat damage has been assigned and not dealt, nobody has priority unless it is on the stack (510.2, 310.1): raises
        IllegalDeclaration for anything but damage.
        """
        self.check_nothing_pending()
        found = self.moments.get(of)
        if found is None:
            found = self.now.fork()
            sequence.pass_priority(found)
            if of != "damage":
                self._respond(found)
            if of == "attack":
                sequence.come_to_attackers(found)
            if of == "block":
                turns.begin_declare_blockers(found)
            self.moments[of] = found
        return found

    def _respond(self, draft: Draft) -> None:
        step = draft.state.combat.damage
        if step is None or step.dealt:
            return
        attempt = Attempt[None](draft, None, next_to_assign(draft), draft)
        runner.run(RESPONDING_310_1, attempt)
        if attempt.violated:
            raise IllegalDeclaration(runner.rule(RESPONDING_310_1, attempt, None, draft))

    @property
    def awaited(self) -> tuple[Awaited, ...]:
        """The choices that may come next, found once for each version. Raises FactNotStated."""
        if self._awaited is None or self._awaited[0] is not self.now:
            try:
                found = sequence.awaited(self.now)
            except FactNotStated:
                found = self.settled_if(lambda: sequence.awaited(self.now), operator.eq)
            self._awaited = (self.now, found)
        return self._awaited[1]

    def settled(self, decide: Callable[[], OutcomeT], alike: Alike[OutcomeT]) -> OutcomeT:
        """What is decided; where that asks for facts that aren't stated, what every answer leads to, or what is presumed.

        Raises FactNotStated where it depends on one that isn't presumed.
        """
        self._budget.renew()
        assuming = bool(self.now.state.board.assumed)
        try:
            outcome = self._assuming(decide) if assuming else decide()
            self.presumed = ()
        except FactNotStated as unstated:
            assuming = True
            outcome, self.presumed = either_way(self.state, lambda: self._assuming(decide), alike, unstated)
        finally:
            asked = taken_to_be_none(self.state.board)
            if assuming or asked:
                self._forget_asking()
        self.presumed += asked
        return outcome

    def _forget_asking(self) -> None:
        """What is asked from now on is asked anew, so that it is known what the next decision depends on."""
        self.state.board.presumed = set()
        self.restart()

    def _assuming(self, decide: Callable[[], OutcomeT]) -> OutcomeT:
        """Decide under an assumption, without what was seen and formulated before it."""
        self.restart()
        return decide()

    def settled_if(self, decide: Callable[[], OutcomeT], same: Callable[[OutcomeT, OutcomeT], bool]) -> OutcomeT:
        """As `settled`, where outcomes are the same or not, and have nothing else in common."""
        return self.settled(decide, lambda first, second: first if same(first, second) else None)

    def with_presumed(self, ruling: Ruling) -> Ruling:
        """The ruling, which says what was presumed for it."""
        return ruling.model_copy(update={"presumed": tuple(map(str, self.presumed))}) if self.presumed else ruling

    def happened(self, moment: Moment, decide: Callable[[Draft], None]) -> Draft:
        """The draft on which something happens without a command, the same for all that isn't stated."""

        def happens() -> Draft:
            draft = self.moment(moment)
            self.moments.clear()  # the draft of the moment is appended to, so that it is that moment no longer
            decide(draft)
            return draft

        return self.settled(happens, same_events)

    def before(self, version: int) -> Draft:
        """The moment when the log was at that version."""
        if version == self.version:
            return self.now
        if self._before_waiting is not None and self._before_waiting.version == version:
            return Draft.of(self._before_waiting.state, version, self.budget)
        return Draft.of(folded(self._log.log, version), version, self.budget)

    def remember(self, before: Draft) -> None:
        """The moment before a declaration that waits for payment: it may go back to it, though nothing is recorded."""
        self._before_waiting = Draft.of(before.state, before.version, self.budget)
        if before.events:  # which may have stood at other versions, before something was taken back
            self._before_waiting.state.declarations.version = before.version
        self._before_waiting.state.board.assumed = {}
        self._before_waiting.state.board.presumed = set()

    def at(self, version: int) -> Draft:
        """As `before`; many branches from one version fold it once."""
        if self._remembered is None or self._remembered.version != version:
            self._remembered = self.before(version)
        return self._remembered

    def check_nothing_pending(self) -> None:
        """Raises InvalidInput while a declaration waits for payment."""
        if self.now.state.declarations.pending is not None:
            raise InvalidInput("command", "something else while a declaration waits for payment", "paying, or declining to")

    def check_player(self, where: str, player: str) -> None:
        """Raises InvalidInput for who isn't one of the players."""
        check_player(where, player, self.state.board.players)

    def known(self, id: str) -> str:
        """The id of a permanent; one that is phased out is treated as though it didn't exist (702.26b)."""
        known = [permanent.id for permanent in self.state.board.permanents.values() if not permanent.phased_out]
        if id not in known:
            raise InvalidInput("id", repr(id), f"a permanent on the battlefield: {some_of(known) or 'there is none'}")
        return id


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
