"""A dispute as a page shows it: the ruling on one step first, then other years, then the record of every step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from markupsafe import Markup

from ...events.errors import DeclarantError, InvalidInput
from ...events.version import __version__
from ...handlers.budget import Budget
from ...handlers.rulebook.editions import edition_of, editions
from ...projections.state import State
from ..cases import models as m
from ..cases.comparison import all_days, compare
from ..cases.judging import JudgedStep, judged_steps, moments, notes_on
from ..cases.permanents import in_other_words, looked_up
from ..cases.report import CaseReport
from ..history.explanations import options
from . import render, words
from .board import Marks, Tiles
from .ribbon import ribbon
from .step import Figure, StepShower, StepShown, figure, marks_of
from .words import Names, shown

if TYPE_CHECKING:
    from ..best_play.best import BestPlay


@dataclass(frozen=True)
class Could:
    """What could be declared: how many legal declarations there are, and the first of them."""

    count: int
    some: list[Markup]


@dataclass(frozen=True)
class BestPlayShown:
    """The best play at the step whose ruling stands first: what, its worth in words, what follows, and its picture."""

    sentence: Markup
    worth: str
    line: list[Markup]
    figures: list[Figure]


@dataclass
class TurnShown:
    """The steps of one turn. `begins`: how it is called."""

    title: Markup
    remark: str
    steps: list[StepShown]


@dataclass
class Dispute:
    """A case with all its rulings, as it is shown. `lede`: the step whose ruling stands first; `ribbon`: of that step."""

    case: m.Case
    report: CaseReport
    title: str
    rules: date
    since: date
    lede: StepShown | None
    ribbon: Markup | None
    years: str
    turns: list[TurnShown]
    rulings: int
    illegal: int
    tiles: Tiles
    asked: int | None
    could: Could | None = None
    best: BestPlayShown | None = None

    def _repr_html_(self) -> str:
        """The page in a notebook, in a frame of its own."""
        return render.framed(self.page())

    def page(self, carried: Mapping[str, Any] | None = None, **more: Any) -> str:
        """All of it as a page, with the case in it. `carried`: what else it carries; `more`: what else the template shows."""
        data = {**self.data, **(carried or {})}
        return render.page("dispute.jinja", f"{self.title} · declarant", self, script="dispute.js", data=data, **more)

    @cached_property
    def board(self) -> Figure | None:
        """The board as it lies, where the case has no step."""
        if self.lede is not None:
            return None
        state, names = _at(self.case, 0, self.rules)
        return figure(self.case, "The board", "", state, marks_of(state, None), names, self.tiles)

    @property
    def figures(self) -> list[Figure]:
        """The boards that stand first."""
        return self.lede.figures if self.lede is not None else [self.board] if self.board is not None else []

    @property
    def data(self) -> dict[str, Any]:
        """What the page carries: the case, under which rules and of which step it states, and the rulings."""
        return {
            "declarant": __version__,
            "page": "case",
            "step": self.asked,
            "best": self.best is not None,
            "rules": self.rules.isoformat(),
            "case": carried_case(self.case),
            "report": self.report.model_dump(mode="json"),
        }

    @property
    def summary(self) -> str:
        """The record in a sentence or two."""
        number = f"{self.rulings} ruling{'s' if self.rulings != 1 else ''}, "
        if not self.illegal:
            return number + "all of them legal." if self.rulings else "No rulings."
        return (
            number
            + f"{self.illegal} of them not legal: what was tried then branches off, struck out, and the game went on before it."
        )


def carried_case(case: m.Case) -> dict[str, Any]:
    """A case as its page carries it."""
    return settled(case).as_data()


def dispute(
    case: m.Case, *, step: int | None = None, rules: date | None = None, years: bool = True, budget: Budget | None = None
) -> Dispute:
    """Judge a case and state all of it. `step`: the one whose ruling stands first, by default the first that isn't legal, else
    the last declaration. `years`: under the rules of other days, too. `budget`: as for `Game.start`.

    Raises InvalidInput where the case can't be judged, or has no such step.
    """
    if step is not None and step >= len(case.steps):
        raise InvalidInput("--step", str(step), f"0 to {len(case.steps) - 1}" if case.steps else "nothing: the case has no steps")
    case = settled(case)
    judged = list(judged_steps(case, rules=rules, budget=budget))
    day_of_rules = rules or case.rules or editions()[0].effective
    names, tiles = Names(), Tiles()
    for each in judged:
        names.note(each.before.board)
        names.note(each.after.board)
    comparison = compare(case, all_days(), budget) if years and judged else None
    shown_steps = [StepShower(case, each, names, tiles).shown(comparison) for each in judged]
    turns = _turns(case, judged, shown_steps, names)
    lede = _lede(shown_steps, step)
    picture = None
    if lede is not None and lede.is_declared and comparison is not None and comparison.error is None:
        picture = ribbon(comparison.steps[lede.number].rulings, comparison.days, day_of_rules)
    ruled = [each for each in shown_steps if each.is_declared]
    return Dispute(
        case=case,
        report=CaseReport(
            case=case.id,
            rules=day_of_rules,
            steps=tuple(each.report for each in judged),
            notes=notes_on(day_of_rules, case),
            understood=tuple(in_other_words(case)),
        ),
        title=shown(case.id or "a dispute", 120),
        rules=day_of_rules,
        since=edition_of(day_of_rules, case.editions).effective,
        lede=lede,
        ribbon=picture,
        years=f"{comparison.days[0].year}–{max(comparison.days[-1], day_of_rules).year}" if comparison is not None else "",
        turns=turns,
        rulings=len(ruled),
        illegal=sum(each.verdict == "illegal" for each in ruled),
        tiles=tiles,
        asked=step,
    )


def could_be_declared(shown: Dispute, most: int, budget: Budget | None = None) -> Could | None:
    """What could be declared at the step whose ruling stands first; None where that can't be counted, or it declares nothing."""
    if shown.lede is None or not isinstance(shown.case.steps[shown.lede.number], m.AttackStep | m.BlockStep):
        return None
    try:
        (found,) = options(shown.case, shown.lede.number, shown.rules, limit=most, budget=budget)
    except DeclarantError:
        return None
    names = Names()
    for moment in moments(shown.case, rules=shown.rules, budget=budget):
        names.note(moment.game.board)
    declared = [words.declared(found.action, found.player, cast(Mapping[str, Any], option)) for option in found.options]
    return Could(found.count, [names.text(each) for each in declared])


def best_play(shown: Dispute, budget: Budget | None = None) -> BestPlayShown | None:
    """What the best play would have been at the step whose ruling stands first; where no step declares anything, what it is as
    the board lies then. None where another step is asked for. What isn't known to the search says so.

    `budget`: as for `Game.start`.
    """
    from ..best_play.best import best  # it takes a while to import, and few pages ask for it

    declaration = shown.case.steps[shown.lede.number] if shown.lede is not None else None
    if isinstance(declaration, m.AttackStep | m.BlockStep):
        assert shown.lede is not None, "it is a step"
        step: int | None = shown.lede.number
        action: Literal["attack", "block", "damage"] | None = "attack" if isinstance(declaration, m.AttackStep) else "block"
    elif shown.asked is None and not shown.rulings:
        step = action = None
    else:
        return None
    try:
        found, _ = best(shown.case, step=step, action=action, rules=shown.rules, budget=budget)
    except DeclarantError as error:
        return BestPlayShown(words.with_symbols(f"It isn’t known: {error}"), "", [], [])
    action = found.action
    if action == "damage":
        return None
    state, names = _at(shown.case, found.step, shown.rules)
    fighting = marks_of(state, None)
    declared: Mapping[str, Any] = found.declaration
    marks = Marks(declared) if action == "attack" else Marks(fighting.attacks, {**fighting.blocks, **declared})
    picture = figure(shown.case, f"The best {action}", "legal", state, marks, names, shown.tiles)
    replies = []
    for each in found.line[1:]:
        if "block" in each:
            replies.append(names.text(words.declared("block", _other(shown.case, found.player), each["block"])))
        elif "damage" in each:
            replies.append(names.text(words.assigned("", each["damage"])))
    sentence = names.text(words.declared(action, found.player, declared))
    return BestPlayShown(sentence, _worth(found), replies, [picture])


def _at(case: m.Case, step: int, rules: date) -> tuple[State, Names]:
    """How the board lies before a step, or after the last; and the names of all that is on it at any time."""
    names, state = Names(), State()
    for moment in moments(case, rules=rules):
        names.note(moment.game.board)
        if moment.done == step:
            state = moment.game.state.copy()
    return state, names


def _other(case: m.Case, player: str) -> str:
    return next((each for each in case.players if each != player), player)


def _worth(found: BestPlay) -> str:
    """What a best play is worth, to who declares."""
    if found.wins:
        return "It wins, whatever blocks."
    if found.proven and found.value is None:
        return "Nothing is worth more: whatever blocks, the game is lost."
    if not found.proven:
        return f"Worth {found.between}."
    others = f" {found.equally_good - 1} more are worth as much." if found.equally_good and found.equally_good > 1 else ""
    return f"Worth {_points(found.value or 0, found.unit)} points, and nothing is worth more.{others}"


def _points(value: int, unit: int) -> str:
    return f"{value / unit:+.15g}"


def settled(case: m.Case) -> m.Case:
    """The case with what cards say written out, so that it is judged alike where no cards are loaded."""
    steps = tuple(
        step.model_copy(update={"enters": looked_up(step.enters)}) if isinstance(step, m.EntersStep) else step
        for step in case.steps
    )
    found = case.model_copy(update={"battlefield": tuple(map(looked_up, case.battlefield)), "steps": steps})
    found._place = case.place
    return found


def _lede(steps: Sequence[StepShown], asked: int | None) -> StepShown | None:
    if asked is not None:
        return steps[asked]
    wrong = next((each for each in steps if each.is_declared and each.verdict != "legal"), None)
    ruled = [each for each in steps if each.is_declared]
    return wrong or (ruled[-1] if ruled else steps[-1] if steps else None)


def _turns(case: m.Case, judged: Sequence[JudgedStep], steps: Sequence[StepShown], names: Names) -> list[TurnShown]:
    turns: list[TurnShown] = []
    for each, step in zip(judged, steps, strict=True):
        board = each.after.board
        if not turns or isinstance(each.step, m.TurnStep):
            title = Markup("Turn {} · {}").format(board.turn, names.name(board.active or ""))
            turns.append(TurnShown(title, step.remark if isinstance(each.step, m.TurnStep) else "", []))
            if isinstance(each.step, m.TurnStep):
                if step.facts or step.differences:
                    turns[-1].steps.append(step)
                continue
        turns[-1].steps.append(step)
    return turns
