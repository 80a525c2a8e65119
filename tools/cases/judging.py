"""Puts a case before the referee: its board becomes a game, each step a command or a happening, each ruling a report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ...events.editions import HouseEdition
from ...events.errors import InvalidInput, Undecided
from ...events.journal.entry import Entry
from ...events.journal.journal import Journal
from ...events.ruling import Ruling
from ...handlers.budget import Budget
from ...handlers.game import Game
from ...handlers.legality.explanation import Explanation
from ...handlers.procedure.commands import Command
from ...handlers.procedure.damage_explained import DamageExplanation
from ...handlers.rulebook import variants
from ...handlers.rulebook.editions import doubt_about, edition_of, editions
from ...projections.state import State
from ..editions import house_notes
from . import models as m
from .bench import Bench
from .checking import wording_misfits
from .commands import command_of, explanation_of
from .misfits import Misfit, invalid, located, placing
from .permanents import in_other_words
from .references import CaseParts
from .report import CaseError, CaseReport, StepReport


def judge(case: m.Case, *, rules: date | None = None, journal: Journal | None = None, budget: Budget | None = None) -> CaseReport:
    """Judge every step of a case, under its rules or those of another day, and compare with what it expects.

    The game is kept in the journal (by default in memory) as a stream named like the case. A case that can't be judged has an
    error and no steps. `budget`: as for `Game.start`.
    """
    return compared_refusal(_judged(case, _day(case, rules), journal, budget), case.refused)


def _judged(case: m.Case, day: date, journal: Journal | None, budget: Budget | None) -> CaseReport:
    about = {"teams": case.teams, "variant": case.variant}
    try:
        with _placing(case):
            bench = _begun(case, day, journal, budget)
            steps: list[StepReport] = []
            for index, step in enumerate(case.steps):
                with placing(f"steps[{index}]"):
                    steps.append(bench.carry_out(index, step, command_of(step, bench.game)))
            bench.check_facts()
            understood = tuple(in_other_words(case))
            return CaseReport(
                case=case.id,
                rules=day,
                steps=tuple(steps),
                understood=understood,
                notes=(*notes_on(day, case), *bench.notes),
                **about,
            )
    except InvalidInput as error:
        return refused(case.id, error, day)
    except Undecided as error:
        return refused(case.id, InvalidInput(case.place, str(error), "more seconds", kind="undecided"), day)


def _day(case: m.Case, rules: date | None) -> date:
    """The day whose rules decide: that asked for, or the case's, or the newest edition's."""
    return rules or case.rules or editions()[0].effective


def _begun(case: m.Case, day: date, journal: Journal | None, budget: Budget | None) -> Bench:
    """The board of a case, before any of its steps."""
    bench = Bench(case, day, journal, budget)
    bench.lay_out()
    return bench


@contextmanager
def _placing(case: m.Case, part: str = "") -> Iterator[None]:
    """What stops a case from here is stated with its place, and with every other wording of it that can't be read."""
    try:
        with placing(part):
            yield
    except InvalidInput as error:
        at, after = located(error.where)
        stopped = Misfit(at, error.found, error.allowed, error.kind, after)
        others = [each for each in wording_misfits(CaseParts.of(case)) if each.at != stopped.at]
        raise invalid([stopped, *others], case.place, case.written) from None


class CaseMoment(NamedTuple):
    """A case after its first `done` steps: the game as it is then, and the step that is next (None: there is none).

    `command`: that of the next step; None where no player chooses anything in it.
    """

    case: m.Case
    done: int
    step: m.CaseStep | None
    command: Command | None
    game: Game

    @contextmanager
    def placed(self) -> Iterator[None]:
        """Errors from here carry the place of the next step, or of what precedes it where there is none."""
        steps = len(self.case.steps)
        with _placing(self.case, f"steps[{min(self.done, steps - 1)}]" if steps else "steps"):
            yield

    def explanation(self) -> Explanation | DamageExplanation | None:
        """Why the next step gets its ruling, with the place of the step in errors; None for a step that isn't explained."""
        with self.placed():
            return explanation_of(self.step, self.command, self.game)


def moments(case: m.Case, *, rules: date | None = None, budget: Budget | None = None) -> Iterator[CaseMoment]:
    """The game before each step and after the last. Each step is then carried out; an illegal one is taken back.

    Raises InvalidInput where the case can't go on.
    """
    with _placing(case):
        bench = _begun(case, _day(case, rules), None, budget)
        for index, step in enumerate(case.steps):
            with placing(f"steps[{index}]"):
                command = command_of(step, bench.game)
            yield CaseMoment(case, index, step, command, bench.game)
            with placing(f"steps[{index}]"):
                bench.carry_out(index, step, command)
        yield CaseMoment(case, len(case.steps), None, None, bench.game)


@dataclass(frozen=True, slots=True)
class JudgedStep:
    """A step of a case as it went: what was tried, the game before and after it, and the ruling.

    `command`: what a player chose, if the step is a choice. `entries`: what the journal got by it, what was taken back and the
    cut included.
    """

    index: int
    step: m.CaseStep
    command: Command | None
    before: State
    after: State
    ruling: Ruling | None
    report: StepReport
    entries: tuple[Entry, ...]
    budget: Budget | None = None

    def game_before(self) -> Game:
        """A game of its own, as it was before the step."""
        return Game.on(self.before, budget=self.budget)

    def explanation(self) -> Explanation | DamageExplanation | None:
        """Why a declaration of attackers or blockers, or an announcement of damage, got its ruling; None for another step."""
        return explanation_of(self.step, self.command, self.game_before())


def judged_steps(case: m.Case, *, rules: date | None = None, budget: Budget | None = None) -> Iterator[JudgedStep]:
    """Each step of a case with all that a page names it. Raises InvalidInput where the case can't be judged or can't go on."""
    with _placing(case):
        bench = _begun(case, _day(case, rules), None, budget)
        game = bench.game
        for index, step in enumerate(case.steps):
            before, version = game.state.copy(), game.version
            with placing(f"steps[{index}]"):
                command = command_of(step, game)
                report = bench.carry_out(index, step, command)
            entries = tuple(game.journal.entries(game.log.stream, version))
            yield JudgedStep(index, step, command, before, game.state.copy(), bench.ruling, report, entries, budget)
        bench.check_facts()


def notes_on(day: date, case: m.Case | None = None, house: tuple[HouseEdition, ...] = ()) -> tuple[str, ...]:
    """What a reader has to know of the rules of that day: of those of several players if the case is of such a game, and of
    house rules (of a game without a case: `house`)."""
    notes = [doubt_about(day), *house_notes(case.editions if case is not None else house, day)]
    if case is not None:
        options = case.options is not None or case.commander_damage
        notes.append(variants.note_on(case.variant, case.teams, options, edition_of(day), edition_of(variants.TEXT)))
    return tuple(filter(None, notes))


def compared_refusal(report: CaseReport, expected: m.ExpectedRefusal | None) -> CaseReport:
    """The report with whether the case was refused as it expects; the same report where it expects to be judged."""
    if expected is None:
        return report
    error = report.error
    same = error is not None and (error.kind, _path(error.where)) == (expected.kind, expected.where)
    return report.model_copy(update={"refused_as_expected": same})


def _path(where: str) -> str:
    """The path in a case of a place: without file, line and column."""
    return where.rpartition(": ")[2]


def refused(id: str, error: InvalidInput, day: date | None = None) -> CaseReport:
    """The report on a case that can't be judged."""
    first, *further = map(case_error, (error, *error.further))
    return CaseReport(case=id, rules=day, error=first, further_errors=tuple(further))


def case_error(error: InvalidInput) -> CaseError:
    """The error of a case as it is reported."""
    fields = {"kind": error.kind, "where": error.where, "found": error.found, "allowed": error.allowed}
    return CaseError.model_validate(fields)
