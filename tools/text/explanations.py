"""The text forms, for people, of an explanation and of the options that a player has."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from ...events.declarations import CostInstance
from ...handlers.legality.explanation import Change, Explanation, Nearest
from ...handlers.procedure.damage_explained import DamageExplanation
from ..history.events_in_words import assignment_in_words, declared_in_words, in_words
from ..history.explanations import Explained, OptionsReport
from .console import ASIDE, VERDICTS, Line, heading, labelled, text


def explained(explained: Explained) -> RenderableType:
    """A declaration, the ruling, and everything it depends on."""
    explanation = explained.explanation
    if isinstance(explanation, DamageExplanation):
        return _damage(explained, explanation)
    ruling = explanation.ruling
    who = f"{' and '.join(explained.team)} declare" if explained.team else f"{ruling.player} declares"
    title = heading(explained.case, f"step {explained.step}", f"{who} {ruling.action}ers", f"rules of {explained.rules}")
    lines = [("declared", "", declared_in_words(explanation.declaration)), *_verdict(explained)]
    for name, part in (
        ("restrictions", _restrictions(explanation)),
        ("requirements", _requirements(explanation)),
        ("costs", _costs(explanation)),
    ):
        found = list(part)
        lines += [(name, "bold", found[0]), *(("", "", each) for each in found[1:])] if found else []
    lines += _nearest(explanation.nearest)
    lines += [("note", ASIDE, each) for each in explained.notes]
    return labelled(title, lines)


def _damage(explained: Explained, explanation: DamageExplanation) -> RenderableType:
    """An announcement of combat damage, the ruling, and every creature that assigns."""
    who = f"{' and '.join(explained.team)} assign combat damage" if explained.team else "combat damage is assigned"
    title = heading(explained.case, f"step {explained.step}", who, f"rules of {explained.rules}")
    lines = [("announced", "", assignment_in_words(explanation.assignment)), *_verdict(explained)]
    for each in explanation.creatures:
        ways = "; or ".join(each.ways) if each.amount else ""
        chosen = f"{each.chooser} chooses: " if each.options else ""
        lines.append((each.creature, "bold", f"{each.amount} {ways}" if ways else "assigns no damage"))
        if each.options:
            lines.append(("", "", f"{chosen}{assignment_in_words({each.creature: each.announced or {}})} ({each.rule})"))
        if each.lethal and each.amount:
            lines.append(("", ASIDE, "lethal: " + in_words(each.lethal)))
    if explanation.nearest is not None:
        lines.append(("legal instead", "green", assignment_in_words(explanation.nearest)))
    return labelled(title, lines)


def _verdict(explained: Explained) -> Iterator[Line]:
    explanation = explained.explanation
    ruling = explanation.ruling
    why = ruling.why if ruling.verdict == "legal" else explained.sentence or ruling.why
    reason = f"for {ruling.cost}" if ruling.verdict == "legal" and ruling.cost else ""
    yield ruling.verdict, VERDICTS[ruling.verdict], "  ".join(filter(None, [ruling.rule, why])) or reason
    others: dict[str | None, list[str]] = {}
    for violation in explanation.violations:
        if violation.concept != ruling.concept:
            others.setdefault(violation.rule, []).append(violation.why)
    for rule, whys in others.items():
        yield "also wrong", VERDICTS["illegal"], "  ".join(filter(None, [rule, "; ".join(whys)]))
    for presumed in ruling.presumed:
        yield "presumed", ASIDE, presumed
    if isinstance(explanation, Explanation) and explanation.judged != explanation.declaration:
        yield "can be chosen", ASIDE, declared_in_words(explanation.judged)


def _restrictions(explanation: Explanation) -> Iterator[str]:
    for restriction in explanation.restrictions:
        if restriction.obeyed:
            yield f"obeyed     {restriction.words}"
        else:
            ways = [way for way in restriction.disobeyed if way != restriction.words]
            yield "disobeyed  " + ": ".join(filter(None, [restriction.words, "; ".join(ways)]))


def _requirements(explanation: Explanation) -> Iterator[str]:
    for impossible in explanation.impossible:
        yield f"nobody can obey  {impossible.words}: {'; '.join(reason.words for reason in impossible.because)}"
    if not explanation.requirements:
        return
    for requirement in explanation.requirements:
        yield f"{'obeyed' if requirement.obeyed else 'not obeyed'}  {requirement.words}"
    most = explanation.most
    number = str(most.obeyed) if most.obeyed == most.bound else f"{most.obeyed} to {most.bound}"
    free = " at no other cost" if explanation.costs.not_required else ""
    yield f"{explanation.obeyed} obeyed of the {number} that can be{free}, as by: {declared_in_words(most.declaration)}"
    if explanation.comparison != "global":
        yield f"these rules don't ask for the most: they compare otherwise ({explanation.comparison})"


def _costs(explanation: Explanation) -> Iterator[str]:
    costs = explanation.costs
    for instance in costs.incurred:
        yield f"incurred   {_instance(instance)}"
    if costs.total is not None:
        yield f"in total   {costs.total}"
    for instance in costs.not_required:
        yield f"not asked  {_instance(instance)}"
    if costs.if_required is not None:
        yield f"nobody is required to pay: else {costs.if_required} requirements could be obeyed"


def _instance(instance: CostInstance) -> str:
    target = f" → {instance.target}" if instance.target else ""
    source = f"{instance.source}: " if instance.source else ""
    return f"{instance.creature}{target} ({source}{instance.text})"


def _nearest(nearest: Nearest | None) -> Iterator[Line]:
    if nearest is None:
        return
    yield "legal instead", "green", declared_in_words(nearest.declaration)
    number = len(nearest.changes)
    changes = f"{number} change{'s' if number != 1 else ''}" + ("" if nearest.fewest else ", perhaps not the fewest")
    yield "", "", f"{changes}: {'; '.join(map(_change, nearest.changes))}"
    for label, words in (("gains", nearest.gains), ("gives up", nearest.gives_up)):
        for each in words:
            yield "", "", f"{label}: {each}"


def _change(change: Change) -> str:
    was, becomes = (in_words(targets) if targets else "nothing" for targets in (change.was, change.becomes))
    return f"{change.creature}: {becomes} instead of {was}"


def options(report: OptionsReport, listed: bool) -> RenderableType:
    """How many legal declarations there are, and those that are `listed`."""
    who = " and ".join(report.team) or report.player
    may = "assign combat damage" if report.action == "damage" else f"declare {report.action}ers"
    title = heading(report.case, f"step {report.step}", f"{who} may {may}", f"rules of {report.rules}")
    what = "assignment" if report.action == "damage" else "declaration"
    number = f"1 legal {what}" if report.count == 1 else f"{report.count:,} legal {what}s"
    lines = [text(f"  {number}", "green" if report.count else "bold red")]
    costs = report.costs or (None,) * len(report.options)
    lines += [
        text(f"    {declared_in_words(option)}{f' for {cost}' if cost else ''}")
        for option, cost in zip(report.options, costs, strict=True)
    ]
    lines += [text(f"    presumed: {each}", ASIDE) for each in report.presumed]
    lines += [text(f"    note: {each}", ASIDE) for each in report.notes]
    if listed and report.count > len(report.options):
        lines.append(text(f"    … {report.count - len(report.options):,} more", ASIDE))
    return Group(title, *lines, Text())
