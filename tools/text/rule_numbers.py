"""Numbers of rules, and concepts through the years, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType

from ..audit.rule_numbers import NumberSpan, RuleReport, described
from ..cases.comparison import Ruled
from ..cases.models import Case
from .cases import attempt
from .console import columns, heading, text


def shown(rule: RuleReport) -> RenderableType:
    """What a number stands for."""
    return Group(*_lines(rule))


def _lines(rule: RuleReport) -> Iterator[RenderableType]:
    for concept, spans in rule.concepts.items():
        yield heading(f"{rule.number}  {concept}", described(concept))
        yield _spans(spans)
    if not rule.concepts:
        yield heading(rule.number)
    if rule.apart is not None:
        yield text(f"  {rule.apart}")
    for name, places in (("carried out", rule.functions), ("shown", rule.tests)):
        if places:
            yield text(f"  {name}", "bold")
            yield columns(([text(f"{place.path} {place.name}".strip()), text(place.words)] for place in places), indent=4)


def traced(concept: str, spans: Iterable[NumberSpan], board: tuple[Case, int, tuple[Ruled, ...]] | None) -> RenderableType:
    """A concept through the years, and a board whose ruling changed."""
    parts: list[RenderableType] = [heading(concept, described(concept)), _spans(spans)]
    if board is None:
        parts.append(text("  On no board of the demonstration does its ruling change."))
    else:
        case, step, rulings = board
        parts.append(text(f"  step {step} of {case.id}: {attempt(case.steps[step])}", "bold"))
        rows = ([text(f"since {each.since}"), text(each.verdict or "no ruling"), text(", ".join(each.rules))] for each in rulings)
        parts.append(columns(rows, indent=4))
    return Group(*parts)


def _spans(spans: Iterable[NumberSpan]) -> RenderableType:
    rows = []
    for span in spans:
        when = f"{span.since} to {span.until}" if span.until is not None else f"since {span.since}"
        rows.append([text(when), text(span.number or "no rule of its own")])
    return columns(rows, indent=2)
