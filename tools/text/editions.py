"""The text forms of editions and of comparisons between them, for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from ...handlers.rulebook.concepts import Concept
from ..cases.comparison import CaseComparison, Ruled
from ..cases.models import Case
from ..editions import Differences, EditionListed, EditionShown, NumberChange
from ..history.events_in_words import in_words
from .cases import attempt, combat_after
from .console import ASIDE, ID, VERDICTS, columns, heading, text

FEW = 3
"""Up to so many changed numbers are listed with an edition; of more, only how many."""


def listed(edition: EditionListed) -> RenderableType:
    """An edition and what changed on its first day, below the later versions that are unknown."""
    remark = f"unknown: nobody has its text; read as that of {edition.effective}"
    unknown = [columns([[text(str(day), ID), text(remark, ASIDE)]], indent=0) for day in reversed(edition.unknown)]
    return Group(*unknown, _changes(edition))


def _changes(edition: EditionListed) -> RenderableType:
    if edition.changes is None:
        return columns([[text(str(edition.effective), ID), text("the oldest edition known")]], indent=0)
    lines = [text(change.told) for change in edition.changes.behaviour]
    numbers = edition.changes.numbers
    lines += (
        [text(f"{change.concept}: {_from_to(change)}", ASIDE) for change in numbers]
        if len(numbers) <= FEW
        else [text(f"{len(numbers)} rules have another number", ASIDE)]
    )
    return columns([[text(str(edition.effective), ID), Text("\n").join(lines)]], indent=0)


def shown(edition: EditionShown) -> RenderableType:
    """An edition, whole."""
    last = f"to {edition.until}" if edition.until is not None else "to now"
    return Group(
        heading(f"rules of {edition.effective}", last),
        *(
            [columns([[text("versions unknown, read as this"), text(", ".join(map(str, edition.unknown)))]])]
            if edition.unknown
            else []
        ),
        columns(
            [text(about), text(words), text(f"{name}: {json.dumps(variant)}", ASIDE)]
            for (about, words), (name, variant) in zip(edition.behaviour.items(), edition.doctrines.items(), strict=True)
        ),
        Text(),
        columns(
            [text(concept, ASIDE), text(number, ID), text(Concept(concept).words)] for concept, number in edition.numbers.items()
        ),
    )


def different(since: str, until: str, differences: Differences) -> RenderableType:
    """What is different between the rules of two days."""
    parts: list[RenderableType] = [heading(f"from {since} to {until}")]
    if not differences.behaviour and not differences.numbers:
        parts.append(text("  nothing is different"))
    if differences.behaviour:
        parts.append(columns([text(change.told)] for change in differences.behaviour))
    if differences.numbers:
        parts += [Text()] if differences.behaviour else []
        parts.append(columns([text(change.concept, ASIDE), text(_from_to(change))] for change in differences.numbers))
    return Group(*parts)


def compared(case: Case, comparison: CaseComparison) -> RenderableType:
    """A case under the rules of several days: for every step, when the ruling changed and why."""
    first, last = comparison.days[0], comparison.days[-1]
    parts: list[RenderableType] = [heading(comparison.case, f"{len(comparison.days)} editions, {first} to {last}")]
    for step, judged in zip(case.steps, comparison.steps, strict=True):
        words = Text("  ").join([text(judged.action.replace("_", " "), "bold"), text(attempt(step))])
        parts.append(columns([[text(str(judged.step), ASIDE), words]]))
        parts.append(columns(_rulings(judged.rulings), indent=5))
    return Group(*parts, Text())


def _rulings(rulings: Iterable[Ruled]) -> Iterator[list[Text]]:
    for ruled in rulings:
        for because in ruled.because:
            reasons = [change.told for change in because.behaviour]
            reasons += [f"{change.concept}: {_from_to(change)}" for change in because.numbers]
            if because.follows is not None:
                reasons = [f"step {because.follows} is ruled otherwise"]
            for reason in reasons:
                yield [text(str(because.effective), ASIDE), text("because", ASIDE), text(reason, ASIDE)]
        yield [text(f"since {ruled.since}", ID), _verdict(ruled), text(_details(ruled))]


def _verdict(ruled: Ruled) -> Text:
    return text(ruled.verdict or "", VERDICTS.get(ruled.verdict or "", "bold red"))


def _details(ruled: Ruled) -> str:
    words = ["  ".join(filter(None, [*ruled.rules, ruled.why]))]
    words += [f"for {ruled.cost}"] if ruled.cost else []
    words += [
        f"triggers {trigger.source} ({trigger.rule}{f', {trigger.times} times' if trigger.times > 1 else ''})"
        for trigger in ruled.triggers
    ]
    words.append(combat_after(ruled))
    return "; ".join(filter(None, words)) or "nothing"


def _from_to(change: NumberChange) -> str:
    return f"{in_words(change.before)} → {in_words(change.after)}"
