"""Puts a case before the referee: its board becomes a game, each step a command, each ruling a line of the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from ...events import abilities as a
from ...events.catalogue import Event
from ...events.declarations import AbilityTriggered, ManaAbilityActivated
from ...events.errors import DeclarantError, IllegalDeclaration, InvalidInput
from ...events.facts import FactsStated
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.ruling import Ruling
from ...events.types import CARD_TYPES, SUPERTYPES
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.legality.explanation import Explanation
from ...handlers.procedure.commands import Enlist, Offer, Payment
from ...handlers.procedure.damage_explained import DamageExplanation
from ...handlers.resolution.choosing import Choices
from ...handlers.rulebook.editions import doubt_about, editions
from ...projections.state import State
from . import models as m
from . import outcomes
from .asked_facts import check_facts
from .checking import wording_misfits
from .misfits import Misfit, internal, invalid, located
from .outcomes import outcome
from .permanents import abilities, effect_wording, entered, in_other_words
from .references import Parts
from .report import CaseError, CaseReport, DamageReport, Difference, StepReport, Trigger


def judge(case: m.Case, *, rules: date | None = None, journal: Journal | None = None, budget: Budget | None = None) -> CaseReport:
    """Judge every step of a case, under its rules or those of another day.

    The game is kept in the journal (by default in memory) as a stream named like the case. A case that can't be judged has an
    error and no steps. `budget`: as for `Game.start`.
    """
    day = rules or case.rules or editions()[0].effective
    try:
        with _at(""):
            steps = tuple(_Bench(case, day, journal, budget).judged())
            return CaseReport(case=case.id, rules=day, steps=steps, understood=tuple(in_other_words(case)), notes=notes_on(day))
    except InvalidInput as error:
        return refused(case.id, _placed(case, error), day)


class Moment(NamedTuple):
    """A case when so many of its steps are done: the game as it is then, and the step that is next (None: there is none)."""

    case: m.Case
    done: int
    step: m.CaseStep | None
    game: Game
    options: dict[str, Any]
    """What a declaration is made with besides creatures: the keyword arguments of its command."""

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Errors from here carry the place of the next step, or of what precedes it where there is none."""
        steps = len(self.case.steps)
        try:
            with _at(f"steps[{min(self.done, steps - 1)}]" if steps else "steps"):
                yield
        except InvalidInput as error:
            raise _placed(self.case, error) from None


def moments(case: m.Case, *, rules: date | None = None, budget: Budget | None = None) -> Iterator[Moment]:
    """The game before each step and after the last. Each step is then carried out; an illegal one is taken back.

    Raises InvalidInput where the case can't go on.
    """
    try:
        with _at(""):
            yield from _Bench(case, rules or case.rules or editions()[0].effective, None, budget).moments()
    except InvalidInput as error:
        raise _placed(case, error) from None


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """A step of a case as it went: what was tried, the game before and after it, and the ruling.

    `entries`: what the journal got by it, what was taken back and the cut included.
    """

    index: int
    step: m.CaseStep
    options: dict[str, Any]
    before: State
    after: State
    ruling: Ruling | None
    report: StepReport
    entries: tuple[Entry, ...]
    budget: Budget | None = None

    def explanation(self) -> Explanation | DamageExplanation | None:
        """Why a declaration of attackers or blockers, or an announcement of damage, got its ruling; None for another step."""
        game = Game.on(self.before, budget=self.budget)
        match self.step:
            case m.AttackStep(attack=attackers):
                return game.explain_attackers(attackers, **self.options)
            case m.BlockStep(block=blocks):
                return game.explain_blockers(blocks, **self.options)
            case m.AssignStep(assign=assignment, by=player):
                return game.explain_combat_damage(assignment, by=player)
            case m.DealDamageStep(damage=assignment):
                return game.explain_dealing(assignment)
        return None


def judged_steps(case: m.Case, *, rules: date | None = None, budget: Budget | None = None) -> Iterator[JudgedStep]:
    """Each step of a case with all that a page tells of it. Raises InvalidInput where the case can't be judged or can't go on."""
    try:
        with _at(""):
            yield from _Bench(case, rules or case.rules or editions()[0].effective, None, budget).judged_steps()
    except InvalidInput as error:
        raise _placed(case, error) from None


def notes_on(day: date) -> tuple[str, ...]:
    """What a reader has to know of the rules of that day."""
    return tuple(filter(None, [doubt_about(day)]))


def refused(id: str, error: InvalidInput, day: date | None = None) -> CaseReport:
    """The report on a case that can't be judged."""
    first, *further = map(case_error, (error, *error.further))
    return CaseReport(case=id, rules=day, error=first, further_errors=tuple(further))


def case_error(error: InvalidInput) -> CaseError:
    """The error of a case as it is reported."""
    told = {"kind": error.kind, "where": error.where, "found": error.found, "allowed": error.allowed}
    return CaseError.model_validate(told)


def _placed(case: m.Case, error: InvalidInput) -> InvalidInput:
    """What stopped a case, and every other wording of it that can't be read, each with its place."""
    at, after = located(error.where)
    stopped = Misfit(at, error.found, error.allowed, error.kind, after)
    others = [each for each in wording_misfits(Parts.of(case)) if each.at != stopped.at]
    return invalid([stopped, *others], case.place, case.written)


@contextmanager
def _at(path: str) -> Iterator[None]:
    """Errors from here carry the place in the case; what nobody foresaw becomes one."""
    try:
        yield
    except InvalidInput as error:
        inner = ".".join(filter(None, (path, error.where)))
        raise InvalidInput(inner, error.found, error.allowed, error.kind) from None
    except DeclarantError:
        raise
    except Exception as error:
        raise internal(error, path) from error


class _Bench:
    """The game that a case is judged in."""

    def __init__(self, case: m.Case, day: date, journal: Journal | None, budget: Budget | None = None) -> None:
        self.case = case
        self.budget = budget
        self.effects = 0
        self.commands: dict[type[m.CaseStep], Callable[[Any], Ruling | None]] = {
            m.AttackStep: self._attack,
            m.BlockStep: self._block,
            m.OrderStep: lambda step: self.game.announce_orders(step.order),
            m.BecomesBlockedStep: lambda step: self.game.become_blocked(step.becomes_blocked),
            m.BecomesUnblockedStep: lambda step: self.game.become_unblocked(step.becomes_unblocked),
            m.BlocksStep: lambda step: self._each(step.blocks, self.game.cause_block),
            m.StopsBlockingStep: lambda step: self._each(step.stops_blocking, self.game.stop_blocking),
            m.EntersStep: self._enter,
            m.StatesAttackingStep: lambda step: self._each(step.states_attacking, self.game.state_attacking),
            m.ReselectStep: lambda step: self.game.reselect(step.reselect),
            m.LeavesStep: lambda step: self.game.leave(step.leaves),
            m.RemovedFromCombatStep: lambda step: self.game.remove_from_combat(step.removed_from_combat),
            m.PhasesOutStep: lambda step: self.game.phase_out(step.phases_out),
            m.ChangesStep: self._change,
            m.EffectBeginsStep: lambda step: self.game.begin_effect(self._effect(step.effect)),
            m.AssignStep: lambda step: self.game.assign_combat_damage(step.assign, by=step.by),
            m.DealsStep: lambda step: self.game.deal_combat_damage(),
            m.DealDamageStep: lambda step: self.game.deal_combat_damage(step.damage),
            m.EndOfCombatStep: lambda step: self.game.begin_end_of_combat(),
            m.AfterCombatStep: lambda step: self.game.end_combat(),
            m.CleanupStep: lambda step: self.game.clean_up(),
            m.ResolveStep: self._resolve,
            m.StatesStep: lambda step: self._state(step.states.designations, step.states.facts),
            m.TurnStep: lambda step: self.game.begin_turn(step.turn, untaps=step.untaps),
            m.CombatStep: lambda step: self.game.begin_combat(),
        }
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
        )

    def judged(self) -> Iterator[StepReport]:
        """The board is laid out, then each step is judged."""
        self._lay_out()
        for index, step in enumerate(self.case.steps):
            with _at(f"steps[{index}]"):
                yield self._judged(index, step)
        check_facts(self.case, (event for _, event in self.game.log.events()))

    def moments(self) -> Iterator[Moment]:
        """The board is laid out, then each step is told before it is carried out."""
        self._lay_out()
        for index, step in enumerate(self.case.steps):
            yield Moment(self.case, index, step, self.game, self._options(step) if isinstance(step, m.DeclarationStep) else {})
            with _at(f"steps[{index}]"):
                self._judged(index, step)
        yield Moment(self.case, len(self.case.steps), None, self.game, {})

    def judged_steps(self) -> Iterator[JudgedStep]:
        """The board is laid out, then each step is carried out and told with the game around it."""
        self._lay_out()
        for index, step in enumerate(self.case.steps):
            before, version = self.game.state.copy(), self.game.version
            options = self._options(step) if isinstance(step, m.DeclarationStep) else {}
            with _at(f"steps[{index}]"):
                report = self._judged(index, step)
            entries = tuple(self.game.journal.entries(self.game.log.stream, version))
            yield JudgedStep(index, step, options, before, self.game.state.copy(), self.ruling, report, entries, self.budget)
        check_facts(self.case, (event for _, event in self.game.log.events()))

    def _lay_out(self) -> None:
        for index, permanent in enumerate(self.case.battlefield):
            with _at(f"battlefield[{index}]"):
                self.game.enter(entered(permanent, stated=self.case.stated))
        for permanent in self.case.battlefield:
            if permanent.designations is not None:
                self.game.state_facts(FactsStated(about=permanent.id, designations=permanent.designations))
        self._state(self.case.designations, self.case.facts)
        for index, effect in enumerate(self.case.effects):
            with _at(f"effects[{index}]"):
                self.game.begin_effect(self._effect(effect))

    def _state(self, designations: dict[str, tuple[str, ...]], facts: m.Facts) -> None:
        for about in dict.fromkeys([*designations, *facts]):
            said = facts.get(about, ())
            answers = dict(said) if isinstance(said, dict) else dict.fromkeys(said, True)
            self.game.state_facts(FactsStated(about=about, designations=designations.get(about), facts=answers))

    def _enter(self, step: m.EntersStep) -> None:
        self.game.enter(entered(step.enters, now=True, stated=self.case.stated), attacking=step.attacking, blocking=step.blocking)
        if step.enters.designations is not None:
            self._note_triggers()
            self.game.state_facts(FactsStated(about=step.enters.id, designations=step.enters.designations))

    def _resolve(self, step: m.ResolveStep) -> None:
        """So many abilities resolve, each with what the case chooses for it."""
        left = list(step.choices)
        if step.in_order:
            self._order_triggers(step.in_order)
        for choice in step.choices:
            self._choose_targets(choice)
        for _ in range(MOST_RESOLVED if step.resolve == "all" else step.resolve):
            if not self.game.stack.unresolved and step.resolve == "all":
                break
            self.game.put_on_stack()
            self.resolving += self.game.last_events
            source = self.game.stack.abilities[-1].source if self.game.stack.abilities else None
            chosen = next((each for each in left if each.source == source), None)
            if chosen is not None:
                left.remove(chosen)
            self.game.resolve(_choices(chosen))
            self._note_triggers()
            self.resolving += self.game.last_events
        else:
            if step.resolve == "all":
                raise InvalidInput("resolve", f"more than {MOST_RESOLVED} abilities", "abilities that don't trigger without end")
        if left:
            raise InvalidInput("choices", left[0].source, "a permanent of which an ability resolves in this step")

    def _order_triggers(self, sources: tuple[str, ...]) -> None:
        """603.3b: the abilities of one player that go on the stack at one time, in the order in which they are to resolve."""
        self.game.put_on_stack()
        self.resolving += self.game.last_events
        stack = self.game.stack
        put = [each for each in stack.abilities if each.number in stack.put_at_once]
        order: list[int] = []
        for source in sources:
            found = next((each.number for each in reversed(put) if each.source == source and each.number not in order), None)
            if found is None:
                on_it = ", ".join(each.source for each in put) or "none"
                raise InvalidInput(
                    "order", source, f"all permanents of one player whose abilities were put on the stack: {on_it}"
                )
            order.append(found)
        self.game.order_triggers(reversed(order))
        self.resolving += self.game.last_events

    def _choose_targets(self, choice: m.ResolutionChoice) -> None:
        """Targets are chosen before anything resolves (603.3d)."""
        asking = (
            each
            for each in self.game.stack.unresolved
            if each.source == choice.source and each.targets is None and each.does is not None
            if each.does.targets or each.does.modal is not None
        )
        ability = next(asking, None)
        if ability is not None and choice.targets is not None:
            told = _choices(choice)
            self.game.choose_targets(ability.number, choice.targets, modes=told.modes, division=told.division, cards=told.cards)
            self.resolving += self.game.last_events

    def _judged(self, index: int, step: m.CaseStep) -> StepReport:
        self.triggered: list[AbilityTriggered] = []
        self.presumed: dict[str, None] = {}
        self.resolving: list[Event] = []
        try:
            ruling = self.commands[type(step)](step)
            if not isinstance(step, m.ResolveStep):
                self._note_triggers()
        except IllegalDeclaration as illegal:
            ruling = illegal.ruling
            self.presumed |= dict.fromkeys(ruling.presumed)
        self.ruling = ruling
        combat, edition = self.game.combat, self.game.edition
        triggers = tuple(
            Trigger(source=event.source, ability=event.ability, rule=edition.number(event.concept), times=event.times)
            for event in self.triggered
        )
        found: dict[str, Any] = {
            "verdict": ruling.verdict if ruling else None,
            "rule": ruling.rule if ruling else None,
            "cost": ruling.cost if ruling else None,
            "triggers": triggers,
            "blocked": tuple(sorted(combat.blocked)),
            "unblocked": tuple(sorted(combat.unblocked)),
            "orders": dict(combat.orders),
            "attacking": {creature: attack.target for creature, attack in combat.attackers.items()},
            "blocking": dict(combat.blockers),
        }
        tapped = [id for id, permanent in self.game.board.permanents.items() if permanent.tapped]
        done = self.resolving or self.game.last_events if ruling is None or ruling.verdict == "legal" else ()
        came = outcome(self.game, done) if isinstance(step, m.StepExpectingOutcome) else {}
        differences = (*_differences(step, found, tapped), *self._damage_differences(step, came))
        return (DamageReport if isinstance(step, m.StepExpectingOutcome) else StepReport)(
            step=index,
            action=step.action,
            concept=ruling.concept if ruling else None,
            why=ruling.why if ruling else "",
            instead=dict(ruling.instead) if ruling and ruling.instead is not None else None,
            agrees=not differences if _expects(step) else None,
            differences=differences,
            presumed=tuple(self.presumed),
            **found,
            **came,
        )

    def _damage_differences(self, step: m.CaseStep, came: dict[str, Any]) -> Iterator[Difference]:
        for field in outcomes.FIELDS if isinstance(step, m.StepExpectingOutcome) else ():
            expected = getattr(step, field)
            if expected is None:
                continue
            wrong, actual = outcomes.differs(self.game, field, expected, came)
            if wrong:
                yield Difference(field=field, expected=expected, found=actual)

    def _note_triggers(self) -> None:
        self.triggered += [event for event in self.game.last_events if isinstance(event, AbilityTriggered)]
        self.presumed |= dict.fromkeys(map(str, self.game.presumed))

    def _each(self, pairs: dict[str, str], command: Callable[[str, str], None]) -> None:
        """Several things of one step happen one after the other."""
        for number, (creature, other) in enumerate(pairs.items()):
            if number:
                self._note_triggers()
            command(creature, other)

    # --- a case's words as commands -------------------------------------------------------------------------------------

    def _effect(self, effect: m.AnyEffect) -> a.Effect:
        self.effects += 1
        id = f"effect {self.effects}"
        while id in self.game.board.permanents or id in self.game.board.players:
            id += "'"
        match effect:
            case m.Goad(goad=creature, by=player):
                goaded = a.Designates(creatures=a.IsOneOf(ids=(creature,)), designation="goaded")
                return a.Effect(
                    id=id, controller=player, abilities=(goaded,), duration="your next turn", text=f"goaded by {player}"
                )
            case m.Suspect(suspect=creature):
                suspected = a.Designates(creatures=a.IsOneOf(ids=(creature,)), designation="suspected")
                return a.Effect(id=id, controller=self._controller(creature), abilities=(suspected,), text="suspected")
            case m.GrantedAbility(on=permanent, text=text):
                return self._worded(id, self._controller(permanent), effect, text, on=permanent)
            case m.LostAbilities(on=permanent):
                lost = a.Removes(permanents=a.IsOneOf(ids=(permanent,)))
                return a.Effect(id=id, controller=self._controller(permanent), abilities=(lost,), text="loses all abilities")
            case m.WordedEffect(controller=controller, text=text):
                return self._worded(id, controller, effect, text)
        raise TypeError(f"no such effect: {effect!r}")

    def _worded(
        self, id: str, controller: str, effect: m.GrantedAbility | m.WordedEffect, text: str, on: str | None = None
    ) -> a.Effect:
        read, until, turn_of, during, _ = effect_wording(effect, self._names, self.case.players)
        if during and turn_of == self.game.board.active:
            # This turn and the next one of the same player couldn't be told apart.
            raise InvalidInput(
                "text", repr(text), f"an effect during {turn_of}'s next turn that begins in another turn, or later"
            )
        return a.Effect(id=id, controller=controller, source=on, turn_of=turn_of, abilities=read, duration=until, text=text)

    @property
    def _names(self) -> dict[str, str]:
        """The names of the permanents by their ids."""
        return {id: permanent.name for id, permanent in self.game.board.permanents.items()}

    def _controller(self, permanent: str) -> str:
        known = self.game.board.permanents.get(permanent)
        return known.controller if known else self.game.board.players[0]

    def _attack(self, step: m.AttackStep) -> Ruling:
        return self.game.declare_attackers(step.attack, **self._options(step))

    def _block(self, step: m.BlockStep) -> Ruling:
        return self.game.declare_blockers(step.block, **self._options(step))

    def _options(self, step: m.DeclarationStep) -> dict[str, Any]:
        """What a declaration is made with besides creatures."""
        options: dict[str, Any] = {"mana_abilities": self._mana_abilities(step), "pay": _payment(step.pay)}
        if isinstance(step, m.BlockStep):
            options["by"] = step.by
        if isinstance(step, m.AttackStep):
            options["bands"] = step.bands
            options["optional_costs"] = {
                creature: [
                    Enlist(cost.enlist) if isinstance(cost, m.EnlistChoice) else cost
                    for cost in (costs if isinstance(costs, tuple) else (costs,))
                ]
                for creature, costs in step.optional_costs.items()
            }
        return options

    def _mana_abilities(self, step: m.DeclarationStep) -> list[ManaAbilityActivated]:
        activated = []
        for index, ability in enumerate(step.mana_abilities):
            stated = ability.taps is not None or ability.sacrifices is not None
            each = ManaAbilityActivated(
                player=self._controller(ability.source),
                source=ability.source,
                adds=ability.adds,
                taps_source=bool(ability.taps) or not stated,
                sacrifices_source=bool(ability.sacrifices),
                keep=ability.keep,
                did=ability.did,
                spent_on=ability.spent_on,
            )
            with _at(f"mana_abilities[{index}].source"):
                activated.append(each if stated else self.game.mana_ability(each))
        return activated

    def _change(self, step: m.ChangesStep) -> None:
        changes = step.changes.model_dump(exclude_unset=True, exclude={"id"})
        permanent = self.game.board.permanents.get(step.changes.id)
        parts = [changes.pop(part, None) for part in ("supertypes", "types", "subtypes")]
        if permanent is not None and any(part is not None for part in parts):
            changes["types"] = _type_line(permanent.types, *parts)
        if "text" in changes:
            text = changes.pop("text")
            with _at("changes"):
                derived = permanent is not None and not permanent.stated
                changes["abilities"] = abilities(text, permanent.name if permanent else "", (), derived)
        self.game.change(step.changes.id, **changes)


MOST_RESOLVED = 10_000
"""So many abilities resolve in one step: more are taken for a loop."""


def _choices(chosen: m.ResolutionChoice | None) -> Choices:
    if chosen is None:
        return Choices()
    return Choices(
        targets=chosen.targets,
        division=chosen.division,
        accept=chosen.accept,
        modes=chosen.modes,
        sacrificed=chosen.sacrificed,
        chosen=chosen.chosen,
        flips=chosen.flips,
        rolls=chosen.rolls,
        nonland=chosen.nonland,
        x=chosen.x,
        counters=chosen.counters,
        cards=tuple(entered(card, now=True, stated=False) for card in chosen.cards),
        library=tuple(entered(card, now=True, stated=False) for card in chosen.library),
        discarded=tuple(entered(card, now=True, stated=False) for card in chosen.discarded),
        faces=tuple(entered(card, now=True, stated=False) for card in chosen.faces),
    )


def _type_line(now: frozenset[str], supertypes: Any, types: Any, subtypes: Any) -> tuple[str, ...]:
    """The type line after the named parts of it became something else."""
    parts = {"supertypes": supertypes, "types": types, "subtypes": subtypes}
    line: list[str] = []
    for name, stated in parts.items():
        line += stated if stated is not None else sorted(word for word in now if _part(word) == name)
    return tuple(line)


def _part(word: str) -> str:
    if word in SUPERTYPES:
        return "supertypes"
    return "types" if word in CARD_TYPES else "subtypes"


def _payment(pay: m.ExactPayment | bool | None) -> Payment:
    """What the case offers; if it says nothing, the total is paid if the player can."""
    if pay is None:
        return True
    if isinstance(pay, bool):
        return pay
    return Offer(
        mana=pay.mana or "{0}",
        life=pay.life,
        discard=pay.discard,
        tap=pay.tap,
        sacrifice=pay.sacrifice,
        return_=pay.return_,
        exile=pay.exile,
    )


# --- expectations ------------------------------------------------------------------------------------------------------

COMPARED = (
    "expect",
    "rule",
    "cost",
    "triggers",
    "blocked",
    "unblocked",
    "attacking",
    "blocking",
    "orders",
    "tapped_after",
)
"""What any step may expect; what damage did is compared beside it (`outcomes.FIELDS`)."""


def _expected(step: m.CaseStep) -> dict[str, Any]:
    """The expectations of a step: on `enters`, `attacking` and `blocking` are arguments."""
    names = [name for name in COMPARED if not (isinstance(step, m.EntersStep) and name in ("attacking", "blocking"))]
    expected = {name: value for name in names if (value := getattr(step, name, None)) is not None}
    if "cost" in step.model_fields_set and (step.cost is None or step.cost.casefold() == "none"):
        expected["cost"] = None  # said to be none
    return expected


def _expects(step: m.CaseStep) -> bool:
    of_damage = outcomes.FIELDS if isinstance(step, m.StepExpectingOutcome) else ()
    return bool(_expected(step)) or any(getattr(step, field) is not None for field in of_damage)


def _differences(step: m.CaseStep, found: dict[str, Any], tapped: list[str]) -> Iterator[Difference]:
    """Every field that isn't as expected. Lists of creatures are compared without their order."""
    for field, expected in _expected(step).items():
        match field:
            case "expect":
                actual: Any = found["verdict"]
                same = actual == expected
            case "rule":
                cited = [trigger.rule for trigger in found["triggers"]]
                actual = found["rule"] if found["verdict"] == "illegal" else cited
                same = expected == actual or expected in cited
            case "triggers":
                actual = Counter[str]()
                for trigger in found["triggers"]:
                    actual[trigger.source] += trigger.times
                wanted = Counter[str]()
                for trigger in expected:
                    wanted[trigger.source] += trigger.times
                same, actual, expected = actual == wanted, dict(actual), dict(wanted)
            case "blocking":
                actual = {blocker: attackers for blocker, attackers in found["blocking"].items() if attackers}
                same = {b: set(at) for b, at in actual.items()} == {b: set(at) for b, at in expected.items() if at}
            case "orders":
                actual = {creature: found["orders"].get(creature, ()) for creature in expected}
                same = actual == {creature: tuple(order) for creature, order in expected.items()}
            case "tapped_after":
                actual = tapped
                same = set(actual) == set(expected)
            case "cost":
                actual = found["cost"]
                same = actual == expected
            case _:
                actual = list(found[field])
                same = set(actual) == set(expected)
        if not same:
            yield Difference(field=field, expected=expected, found=actual)
