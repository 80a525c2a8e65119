"""The game that a case is judged in: its board is laid out, and its steps are carried out one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import dropwhile

from ...events.abilities import ChangesStatedValues
from ...events.catalogue import Event
from ...events.damage import StateBasedActionsPerformed
from ...events.declarations import AbilityTriggered, CostsLocked, CostsPaid
from ...events.errors import FactNotStated, IllegalDeclaration, InvalidInput
from ...events.facts import FactsStated, Included, PermanentEntered
from ...events.journal.journal import Journal
from ...events.ruling import Ruling
from ...handlers.budget import Budget
from ...handlers.combat import control_613_1b
from ...handlers.game import Game
from ...handlers.procedure.commands import Command
from ...handlers.triggers.not_modelled import holding, not_unique, triggering_as
from ...handlers.view.layers import asks_for_sizes_early
from ...handlers.view.stated_613 import infer
from ...projections.board import HELD_BY_ONE, changes_characteristics
from ..suggestions import did_you_mean
from . import models as m
from .asked_facts import check_facts
from .commands import choices_of
from .effects import change, effect_of
from .expectations import compared
from .misfits import placing
from .models.values import SUBTYPES
from .outcomes import outcome
from .permanents import entered
from .report import DamageReport, StepReport
from .reporting import step_report

MOST_RESOLVED = 10_000
"""How many abilities resolve in one step: more are taken for a loop."""


_MEANWHILE = (
    m.BecomesBlockedStep
    | m.BecomesUnblockedStep
    | m.BlocksStep
    | m.StopsBlockingStep
    | m.EntersStep
    | m.StatesAttackingStep
    | m.LeavesStep
    | m.RemovedFromCombatStep
    | m.PhasesOutStep
    | m.ChangesStep
    | m.EffectBeginsStep
    | m.ReselectStep
    | m.StatesStep
    | m.LeavesGameStep
    | m.LosesStep
)
"""What happens while abilities are on the stack; all other steps but `resolve` pass them over."""


@dataclass
class _ChosenBefore:
    """What a step `resolve` chooses, of which targets were chosen before other steps: what is left, and what happened by it."""

    in_order: tuple[str, ...]
    choices: list[m.ResolutionChoice]
    events: list[Event]
    refused: IllegalDeclaration | InvalidInput | None = None


class Bench:
    """A case and its game. `ruling`: on the step that was carried out last; None where it was none that is ruled on."""

    def __init__(self, case: m.Case, day: date, journal: Journal | None, budget: Budget | None = None) -> None:
        self.case = case
        self.budget = budget
        self.ruling: Ruling | None = None
        self._effects = 0
        self._triggered: list[AbilityTriggered] = []
        self._presumed: dict[str, None] = {}
        self._notes: dict[str, None] = {}
        self._resolving: list[Event] = []
        self._chosen_before: _ChosenBefore | None = None
        self._settled: list[Event] = []
        """What state-based actions did in steps of which no outcome is stated: it is with the next one, or the last step."""
        self.game = Game.start(
            case.players,
            rules=day,
            journal=journal if journal is not None else "memory://",
            # A case may have any id, or a long path for one; only in a journal that is kept it has to be a stream's name.
            stream=(case.id or "case") if journal is not None else "case",
            active=case.active,
            budget=budget,
            life=case.life,
            hand=case.hand,
            graveyard=case.graveyard,
            poison=case.poison,
            mana=case.mana,
            teams=case.teams,
            variant=case.variant,
            options=case.options.model_dump(exclude_unset=True) if case.options is not None else None,
            commander_damage=case.commander_damage,
            editions=case.editions,
        )

    def lay_out(self) -> None:
        """Everything that is there before the first step comes into the game. Raises InvalidInput."""
        stated = list(self._stated())
        self._lay_out(stated, self._included(stated))
        self._note()
        self._check_control()

    def _check_control(self) -> None:
        """Who controls what is stated, also where a static ability gives control of it (613.1b). Raises InvalidInput."""
        try:
            given = control_613_1b.given(self.game.view)
        except FactNotStated:
            return  # it is asked for where a ruling depends on it
        for index, permanent in enumerate(self.case.battlefield):
            id, owner, player = permanent.id, permanent.controller, given.get(permanent.id, permanent.controller)
            if owner != player and permanent.owner is None:
                allowed = (
                    f"{id} under {player}, with its owner stated ({owner}): what is on the board gives {player} control of it"
                )
                raise InvalidInput(f"battlefield[{index}].controller", f"{id} under {owner}", allowed)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which texts on the board are passed over, as nobody can say what they make of power and toughness: each with why."""
        return tuple(self._notes)

    def _note(self) -> None:
        try:
            view = self.game.view
        except FactNotStated:
            return  # it is asked for where a ruling depends on it
        for id, permanent in view.permanents.items():
            unread = (each for each in permanent.abilities if isinstance(each, ChangesStatedValues))
            self._notes |= {f"{id}: {each.text!r} isn't understood: what it changes stays as stated": None for each in unread}
            early = filter(asks_for_sizes_early, permanent.abilities)
            asked = "asks for power and toughness before what effects and counters add is added (613.1f, 613.4c)"
            self._notes |= {f"{id}: {each.text!r} {asked}": None for each in early}
            if (
                (included := permanent.included) is not None
                and included.hidden_by
                and (included.more_power or included.more_toughness)
            ):
                said = f"{id} is stated as {permanent.size}, which isn't what {included.hidden_by!r} makes of it"
                self._notes[f"{said}: it stays as stated, and what changes that is derived"] = None
        for stated in self.case.battlefield:
            unknown = (each for each in stated.subtypes if each not in SUBTYPES)
            self._notes |= {
                f"{stated.id}: {each} is no subtype that is known{did_you_mean(each, sorted(SUBTYPES))}": None for each in unknown
            }
        for held in triggering_as(view, "combat begins"):
            if "combat begins" in held.ability.on:
                self._notes[
                    f"{held.source}: {held.text!r} isn't carried out in the first combat: the board is taken as it is after that"
                ] = None
        for held in holding(view):
            self._notes[f"{held.source}: {held.text!r} applies to the board as it is stated, or may: it isn't carried out"] = None
        for (id, rule), why in not_unique(view, self.game.edition).items():
            self._notes[f"{id}: {rule} applies to the board as it is stated: {why}"] = None
        for (id, text), why in view.underived.items():
            self._notes[f"{id}: {text!r} can't be derived, and power and toughness stay as stated: {why}"] = None

    def _included(self, stated: Sequence[PermanentEntered]) -> Mapping[str, Included]:
        """What effects make of the permanents, with all that is at work (613)."""
        if not self.case.effects and not any(changes_characteristics(each.abilities) for each in stated):
            return {}
        scratch = Bench(self.case, self.game.edition.effective, None, self.budget)
        scratch._lay_out(stated, {})
        places = {each.id: f"battlefield[{index}]" for index, each in enumerate(self.case.battlefield)}
        try:
            return infer(scratch.game.state.copy(), places, self.budget, {each.id: each.printed for each in stated})
        except FactNotStated:
            return {}  # it is asked for where a ruling depends on it
        except InvalidInput as error:
            raise InvalidInput(places[error.where], error.found, error.allowed) from None

    def _stated(self) -> Iterator[PermanentEntered]:
        for index, permanent in enumerate(self.case.battlefield):
            with placing(f"battlefield[{index}]"):
                yield entered(permanent, stated=self.case.stated)

    def _lay_out(self, stated: Sequence[PermanentEntered], included: Mapping[str, Included]) -> None:
        laid = [each.model_copy(update={"included": included[each.id]}) if each.id in included else each for each in stated]
        self.game.lay(laid, lambda index: placing(f"battlefield[{index}]"))
        for permanent in self.case.battlefield:
            self._designate(permanent)
        self._state(self.case.designations, self.case.facts)
        for index, effect in enumerate(self.case.effects):
            with placing(f"effects[{index}]"):
                self._begin(effect, laid=True)

    def carry_out(self, index: int, step: m.CaseStep, command: Command | None) -> StepReport:
        """Carry out a step, whose command it is if it is a choice: the report, compared with what the case expects.

        An illegal choice is taken back. Raises InvalidInput where the game can't go on.
        """
        self._triggered, self._presumed, self._resolving = [], {}, []
        self.ruling = None
        try:
            if isinstance(step, _MEANWHILE):
                self._choose_before(index)
            if command is not None:
                self.ruling = self.game.declare(command)
                self._presumed |= dict.fromkeys(_chosen_to_pay(self.game.last_events, command))
            else:
                self._happen(step)
            if not isinstance(step, m.ResolveStep):
                self._note_triggers()
            if isinstance(step, m.EntersStep | m.ChangesStep):
                self._note()
            if not isinstance(step, m.StepExpectingOutcome):
                self._note_settled()
        except IllegalDeclaration as illegal:
            self.ruling = illegal.ruling
            self._presumed |= dict.fromkeys(illegal.ruling.presumed)
        return compared(step, self._report(index, step), self.game)

    def _report(self, index: int, step: m.CaseStep) -> StepReport:
        presumed = tuple(self._presumed)
        report = step_report(index, step.action, self.game, self.ruling, self._triggered, presumed=presumed)
        states_outcome = isinstance(step, m.StepExpectingOutcome)
        if not states_outcome and not (self._settled and index == len(self.case.steps) - 1):
            return report
        happened = self.ruling is None or self.ruling.verdict == "legal"
        # Where nothing resolves, they are of a step before.
        last = self.game.last_events if states_outcome and not isinstance(step, m.ResolveStep) else ()
        events = (*self._settled, *(self._resolving or last if happened else ()))
        self._settled = []
        return DamageReport(**dict(report), **outcome(self.game, events))

    def check_facts(self) -> None:
        """Raises InvalidInput for a stated fact that no text of the game asks about."""
        check_facts(self.case, (event for _, event in self.game.log.events()))

    # --- steps that no player chooses -------------------------------------------------------------------------------------

    def _happen(self, step: m.CaseStep) -> None:
        """What a step says happens."""
        game = self.game
        match step:
            case m.BecomesBlockedStep():
                game.become_blocked(step.becomes_blocked)
            case m.BecomesUnblockedStep():
                game.become_unblocked(step.becomes_unblocked)
            case m.BlocksStep():
                self._each(step.blocks, game.cause_block)
            case m.StopsBlockingStep():
                self._each(step.stops_blocking, game.stop_blocking)
            case m.EntersStep():
                self._enter(step)
            case m.StatesAttackingStep():
                self._each(step.states_attacking, game.state_attacking)
            case m.LeavesStep():
                game.leave(step.leaves, step.to)
            case m.RemovedFromCombatStep():
                game.remove_from_combat(step.removed_from_combat)
            case m.PhasesOutStep():
                game.phase_out(step.phases_out)
            case m.ChangesStep():
                for role in ("controller", "protector"):
                    self._check_in_game(f"changes.{role}", getattr(step.changes, role))
                change(step, game)
            case m.EffectBeginsStep():
                for role in ("controller", "by"):
                    self._check_in_game(f"effect.{role}", getattr(step.effect, role, None))
                self._begin(step.effect)
            case m.EndOfCombatStep():
                game.begin_end_of_combat()
            case m.AfterCombatStep():
                game.end_combat()
            case m.CleanupStep():
                game.clean_up()
            case m.ResolveStep():
                self._resolve(step)
            case m.StatesStep():
                self._state(step.states.designations, step.states.facts)
            case m.TurnStep():
                game.begin_turn(step.turn, untaps=step.untaps)
            case m.CombatStep():
                game.begin_combat()
            case m.LeavesGameStep():
                self._check_in_game("leaves_game", step.leaves_game)
                game.concede(step.leaves_game)
            case m.LosesStep():
                for player in step.loses:
                    self._check_in_game("loses", player)
                game.lose(step.loses)
            case _:
                raise TypeError(f"no such step: {step!r}")

    def _check_in_game(self, where: str, player: str | None) -> None:
        """Raises InvalidInput for a player who has left the game."""
        if player is not None and player not in self.game.board.players:
            raise InvalidInput(where, player, f"a player who is in the game: {', '.join(self.game.board.players)}")

    def _each(self, pairs: Mapping[str, str], happen: Callable[[str, str], None]) -> None:
        """Several things of one step happen one after the other."""
        for number, (creature, other) in enumerate(pairs.items()):
            if number:
                self._note_triggers()
            happen(creature, other)

    def _note_triggers(self) -> None:
        """Keep what triggered and what was presumed in what happened last, before something else does."""
        self._triggered += [event for event in self.game.last_events if isinstance(event, AbilityTriggered)]
        self._presumed |= dict.fromkeys(map(str, self.game.presumed))

    def _note_settled(self) -> None:
        """Keep what state-based actions did in what happened last."""
        self._settled += dropwhile(lambda event: not isinstance(event, StateBasedActionsPerformed), self.game.last_events)

    def _state(self, designations: m.DesignationsOf, facts: m.Facts) -> None:
        for name in sorted(HELD_BY_ONE):
            if len(holders := [about for about, has in designations.items() if name in has]) > 1:
                raise InvalidInput("designations", f"{name} of {', '.join(holders)}", f"{name} of one player at most")
        for about in dict.fromkeys([*designations, *facts]):
            said = facts.get(about, ())
            answers = dict(said) if isinstance(said, dict) else dict.fromkeys(said, True)
            self.game.state_facts(FactsStated(about=about, designations=designations.get(about), facts=answers))

    def _designate(self, permanent: m.StatedPermanent) -> None:
        if permanent.designations is not None:
            self.game.state_facts(FactsStated(about=permanent.id, designations=permanent.designations))

    def _enter(self, step: m.EntersStep) -> None:
        for role in ("controller", "owner", "protector"):
            self._check_in_game(f"enters.{role}", getattr(step.enters, role))
        permanent = entered(step.enters, now=True, stated=self.case.stated)
        self.game.enter(permanent, attacking=step.attacking, blocking=step.blocking)
        self._note_triggers()
        self._note_settled()
        self._designate(step.enters)
        self.game.settle()

    def _begin(self, effect: m.AnyEffect, *, laid: bool = False) -> None:
        """An effect begins, or is at work already, under an id that nothing else has."""
        self._effects += 1
        id = f"effect {self._effects}"
        while id in self.game.board.permanents or id in self.game.board.players:
            id += "'"
        self.game.begin_effect(effect_of(effect, id, self.game), laid=laid)

    # --- abilities that resolve -------------------------------------------------------------------------------------------

    def _choose_before(self, index: int) -> None:
        """603.3d: before something else happens, the targets of what is on the stack are chosen as the step says in which it is
        to resolve, or by default. Without such a step, players have stated what it did."""
        step = next((each for each in self.case.steps[index:] if not isinstance(each, _MEANWHILE)), None)
        if not isinstance(step, m.ResolveStep):
            return
        if self.game.combat.priority_due:
            self.game.put_on_stack()
        before = self._chosen_before = self._chosen_before or _ChosenBefore(step.in_order, list(step.choices), [])
        self._resolving = before.events
        try:
            put = [each.source for each in self.game.stack.abilities]
            if before.in_order and all(each in put for each in before.in_order):
                self._order_triggers(before.in_order)
                before.in_order = ()
            before.choices = [self._choose_targets(choice) for choice in before.choices]
            for ability in self.game.stack.abilities:
                if ability.unchosen is not None:
                    self.game.choose_targets(ability.number)
                    self._resolving += self.game.last_events
        except (IllegalDeclaration, InvalidInput) as refused:
            before.refused = before.refused or refused
        self._resolving = []

    def _resolve(self, step: m.ResolveStep) -> None:
        """So many abilities resolve, each with what the case chooses for it (608)."""
        before, self._chosen_before = self._chosen_before, None
        in_order, left = step.in_order, list(step.choices)
        if before is not None:
            if before.refused is not None:
                raise before.refused
            in_order, left = before.in_order, before.choices
            self._resolving += before.events
        if in_order:
            self._order_triggers(in_order)
        for _ in range(MOST_RESOLVED if step.resolve == "all" else step.resolve):
            if step.resolve == "all" and (self.game.is_over or not self.game.stack.unresolved):
                break
            self.game.put_on_stack()
            self._resolving += self.game.last_events
            put = {each.number: each.source for each in self.game.stack.abilities}
            left = [self._choose_targets(choice) for choice in left]
            if marked := put.keys() - {each.number for each in self.game.stack.abilities}:
                # What its targets may be isn't known: it isn't carried out, and what is chosen for it is of no bearing.
                left = [each for each in left if each.source not in {put[number] for number in marked}]
                continue
            top = self.game.stack.abilities[-1] if self.game.stack.abilities else None
            chosen = next((each for each in left if top is not None and each.source == top.source), None)
            if chosen is not None:
                left.remove(chosen)
                if (chosen.targets or chosen.division) and top is not None and top.does is not None and not top.does.targets:
                    # They are for what triggers as it resolves: "when you do, … target creature".
                    left.insert(0, m.ResolutionChoice(source=chosen.source, targets=chosen.targets, division=chosen.division))
                    chosen = chosen.model_copy(update={"targets": None, "division": None})
            self.game.resolve(choices_of(chosen))
            self._note_triggers()
            self._resolving += self.game.last_events
        else:
            if step.resolve == "all":
                raise InvalidInput("resolve", f"more than {MOST_RESOLVED} abilities", "abilities that don't trigger without end")
        for each in left:
            for field in ("targets", "division"):
                if found := getattr(each, field):
                    allowed = f"{field} only where an ability of {each.source} has some"
                    raise InvalidInput(f"choices.{field}", ", ".join(found), allowed)
            raise InvalidInput("choices", each.source, "a permanent of which an ability resolves in this step")

    def _order_triggers(self, sources: tuple[str, ...]) -> None:
        """603.3b: the abilities of one player that go on the stack at one time, in the order in which they are to resolve."""
        self.game.put_on_stack()
        self._resolving += self.game.last_events
        stack = self.game.stack
        put = [each for each in stack.abilities if each.number in stack.put_at_once]
        order: list[int] = []
        for source in sources:
            found = next((each.number for each in reversed(put) if each.source == source and each.number not in order), None)
            if found is None:
                on_it = ", ".join(each.source for each in put) or "none"
                allowed = f"all permanents of one player whose abilities were put on the stack: {on_it}"
                raise InvalidInput("in_order", source, allowed)
            order.append(found)
        self.game.order_triggers(reversed(order))
        self._resolving += self.game.last_events

    def _choose_targets(self, choice: m.ResolutionChoice) -> m.ResolutionChoice:
        """Modes and targets are chosen before anything resolves (603.3c–d). What is left of the choice: none of them."""
        if choice.targets is None and choice.modes is None and choice.division is None:
            return choice
        asking = ((each, each.unchosen) for each in self.game.stack.unresolved if each.source == choice.source)
        ability, does = next(((each, unchosen) for each, unchosen in asking if unchosen is not None), (None, None))
        if ability is None or does is None:
            return choice
        chosen = choices_of(choice)
        modes = chosen.modes if does.modal is not None else None
        self.game.choose_targets(ability.number, chosen.targets, modes=modes, division=chosen.division, cards=chosen.cards)
        self._resolving += self.game.last_events
        return choice.model_copy(update={"targets": None, "division": None} | ({"modes": None} if modes is not None else {}))


def _chosen_to_pay(events: Iterable[Event], command: Command) -> Iterator[str]:
    """The permanents of several with which costs were paid, where the command doesn't say which."""
    locked: CostsLocked | None = None
    for event in events:
        if isinstance(event, CostsLocked):
            locked = event
        if not isinstance(event, CostsPaid) or locked is None:
            continue
        offered = getattr(command, "pays", {}).get(event.player, getattr(command, "pay", True))
        for action, ids in zip(_PAID_BY, (event.tapped, event.sacrificed, event.returned, event.exiled), strict=True):
            candidates = {id for part in locked.total.permanents if part.action == action for id in part.candidates}
            if ids and len(candidates) > len(ids) and getattr(offered, action.replace("return", "return_"), None) is None:
                yield f"what {event.player} {action}s to pay, taken to be {', '.join(ids)}"


_PAID_BY = ("tap", "sacrifice", "return", "exile")
