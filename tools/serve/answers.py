"""What programs and assistants get: our models as JSON, each answer within limits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, cast

from ...events.errors import DeclarantError, InvalidInput, Undecided
from ...handlers.budget import Budget
from ...handlers.rulebook.editions import edition_of
from ...projections.rulings import RuledAction
from .. import editions as doctrines_shown
from ..cases.comparison import CaseComparison, compare, parse_days
from ..cases.documents import parse_json
from ..cases.judging import case_error, judge
from ..cases.line import is_line
from ..cases.models import Case
from ..cases.reading import read_case, read_line
from ..cases.report import CaseReport
from ..editions import EditionShown, parse_day
from ..history.explanations import Explained, OptionsReport, explain, options
from .permalink import linked

if TYPE_CHECKING:  # best play takes a while to import, and few answers need it
    from ..best_play.best import BestDecision, BestPlay
    from ..best_play.dominated import DominanceReport

STEPS = 50_000
"""How many steps the search behind each ruling may take by default; what they don't settle is stated as undecided."""

SECONDS = 20.0
"""How long an answer may take by default."""


BEYOND = "a case that takes less; longer on your own machine"
"""What is allowed where a search was given up."""


class _Limits:
    """What answers of this process may take."""

    steps: int | None = STEPS
    seconds: float = SECONDS


def limit(steps: int | None, seconds: float | None) -> None:
    """Limit the answers of this process otherwise than by default. Raises InvalidInput."""
    Budget(steps, seconds)
    _Limits.steps = STEPS if steps is None else steps
    _Limits.seconds = SECONDS if seconds is None else seconds


def allow(seconds: float) -> None:
    """Let the answers of this process take so long, however many steps that is: who asks can end it."""
    _Limits.steps, _Limits.seconds = None, seconds


def a_budget() -> Budget:
    """What an answer may take, from now on: a tenth of the time is left for stating it."""
    return Budget(_Limits.steps, 0.9 * _Limits.seconds)


def seconds() -> float:
    """How long an answer may take."""
    return _Limits.seconds


MAX_STEPS = 60
MAX_PERMANENTS = 400
MAX_OPTIONS = 100
MAX_DAYS = 100
"""More than there are editions: `all` is always answered."""


def sent(text: str) -> object:
    """What a request brings: JSON, or a case in one line. Raises InvalidInput."""
    return text if is_line(text) else parse_json(text, "case").value


def case_of(data: object) -> Case:
    """A case from what was sent, as data or in one line.

    Raises InvalidInput, for one that is larger than is ruled on for others, too.
    """
    case = read_line(data) if isinstance(data, str) else read_case(data, "")
    for name, number, most in (
        ("steps", len(case.steps), MAX_STEPS),
        ("battlefield", len(case.battlefield), MAX_PERMANENTS),
        ("players", len(case.players), 8),
    ):
        if number > most:
            raise InvalidInput(name, str(number), f"at most {most}; more on your own machine, with `declarant audit`")
    return case


def audit(data: object, rules: str | None = None, budget: Budget | None = None, here: str | None = None) -> CaseReport:
    """The rulings on every step of a case, with a link to it. `here`: what addresses begin with."""
    case = case_of(data)
    (report,) = linked([judge(case, rules=_day(rules), budget=budget or a_budget())], case, here)
    return report


def explained(
    data: object, step: int | None = None, rules: str | None = None, budget: Budget | None = None, here: str | None = None
) -> list[Explained]:
    """Why declarations of a case are legal or not, each with a link to the case. Raises InvalidInput."""
    case = case_of(data)
    return linked(explain(case, step, _day(rules), budget=budget or a_budget()), case, here)


def legal_options(
    data: object, step: int | None = None, rules: str | None = None, limit: int = MAX_OPTIONS, budget: Budget | None = None
) -> list[OptionsReport]:
    """The legal declarations. Raises InvalidInput, and Undecided where they are too many to count."""
    return list(options(case_of(data), step, _day(rules), limit=max(0, min(limit, MAX_OPTIONS)), budget=budget or a_budget()))


def best_play(
    data: object,
    step: int | None = None,
    action: str | None = None,
    rules: str | None = None,
    budget: Budget | None = None,
    *,
    hold: bool = False,
    turns: int | None = None,
    tricks: str | list[dict[str, Any]] | None = None,
) -> BestPlay:
    """The best attack or block; `hold`, `turns` and `tricks` (also as text of JSON) as for `declarant best`.

    Raises InvalidInput, also where something in force isn't known to the search, and Undecided where it was given up.
    """
    return _best(data, step, action, rules, budget, hold, turns, tricks)[0]


def certificate(
    data: object,
    step: int | None = None,
    action: str | None = None,
    rules: str | None = None,
    budget: Budget | None = None,
    *,
    hold: bool = False,
    tricks: str | list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """Why no attack or block is better, as `declarant best --certificate` writes it and `declarant verify` checks it.

    Raises as `best_play`, and InvalidInput where it isn't proved.
    """
    from ...handlers.best_play.play import FITTED
    from ..best_play.certificates import certificate as certified

    report, found = _best(data, step, action, rules, budget, hold, None, tricks)
    with _searched():
        return certified(report, found, FITTED)


def _best(
    data: object,
    step: int | None,
    action: str | None,
    rules: str | None,
    budget: Budget | None,
    hold: bool,
    turns: int | None,
    tricks: str | list[dict[str, Any]] | None,
) -> tuple[BestPlay, BestDecision]:
    from ..best_play.best import best
    from ..best_play.tricks import tricks_of

    _check_action(action)
    held = None if tricks is None else tricks_of(parse_json(tricks, "tricks").value if isinstance(tricks, str) else tricks)
    with _searched():
        return best(
            case_of(data),
            step=step,
            action=cast(RuledAction | None, action),
            hold=hold,
            turns=turns,
            tricks=held,
            rules=_day(rules),
            budget=budget or a_budget(),
        )


def dominance(
    data: object, step: int | None = None, action: str | None = None, rules: str | None = None, budget: Budget | None = None
) -> DominanceReport:
    """Which declarations dominate the case's own. Raises as `best_play`."""
    from ..best_play.dominated import dominated

    _check_action(action)
    kind = cast(Literal["attack", "block"] | None, action)
    with _searched():
        return dominated(case_of(data), step=step, action=kind, rules=_day(rules), budget=budget or a_budget())


@contextmanager
def _searched() -> Iterator[None]:
    """What a search doesn't know is stated as InvalidInput about the board; a search that was given up stays Undecided."""
    try:
        yield
    except (InvalidInput, Undecided):
        raise
    except DeclarantError as error:
        raise InvalidInput("case", str(error), "a board that the search for best play knows all about") from None


def _check_action(action: str | None) -> None:
    if action not in (None, "attack", "block"):
        raise InvalidInput("action", repr(action), "attack or block")


def compared(data: object, rules: str = "all", budget: Budget | None = None) -> CaseComparison:
    """A case under the rules of several days. Raises InvalidInput."""
    days = parse_days(rules)
    if len(days) > MAX_DAYS:
        raise InvalidInput("rules", f"{len(days)} days", f"at most {MAX_DAYS}")
    return compare(case_of(data), days, budget=budget or a_budget())


def edition(day: str | None = None) -> EditionShown:
    """What the rules of a day say of attacking, blocking and combat damage. Raises InvalidInput."""
    return doctrines_shown.show(edition_of(parse_day(day) if day else date.max))


def error_of(error: InvalidInput) -> dict[str, Any]:
    """An error as programs get it: kind, where, found, allowed, and what else is wrong."""
    first, *further = (case_error(each).model_dump(mode="json") for each in (error, *error.further))
    return {"error": first, "further_errors": further}


def given_up(error: Undecided) -> InvalidInput:
    """A search that was given up, as an error is stated."""
    return InvalidInput("case", str(error), BEYOND, "undecided")


def _day(rules: str | None) -> date | None:
    return parse_day(rules) if rules else None
