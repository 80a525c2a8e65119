"""Why an assignment of combat damage is legal or not: who assigns how much to whom, what is lethal, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterable

from ...events.damage import Assignment
from ...events.model import Model
from ...events.prose import Parts, Sentence, said
from ...events.ruling import Ruling, Violation
from ..attempt import Draft
from ..damage_assignment.assigning import Way
from ..damage_assignment.assigning_510_1 import formulate
from .damage_steps_510_4 import begin_step, may_assign


class AssigningCreature(Model):
    """A creature that assigns combat damage in the step: who chooses, how much, in which ways, and by which rule.

    `recipients`: all to which it may assign any. `parts`: the ways, with references to permanents and players beside the words.
    `lethal`: recipient → how much is lethal damage to it before anything is assigned in this step (or its loyalty), where that
    matters. `options`: whether there is more than one way to assign its damage, lethal damage left aside.
    """

    creature: str
    chooser: str
    amount: int
    rule: str | None
    recipients: tuple[str, ...]
    ways: tuple[str, ...]
    parts: tuple[Parts, ...]
    lethal: dict[str, int]
    options: bool
    announced: dict[str, int] | None


class DamageExplanation(Model):
    """An announcement of combat damage, the ruling on it, all that is wrong, and every creature that assigns in the step.

    `nearest`: a legal announcement near it, where it isn't legal (of the player at fault).
    """

    ruling: Ruling
    violations: tuple[Violation, ...]
    assignment: Assignment
    creatures: tuple[AssigningCreature, ...]
    nearest: Assignment | None


def explain(draft: Draft, ruling: Ruling, violations: Iterable[Violation], assignment: Assignment) -> DamageExplanation:
    """Explain a ruling on an announcement; the draft, on which it is made, is changed."""
    return DamageExplanation(
        ruling=ruling,
        violations=tuple(violations),
        assignment=assignment,
        creatures=tuple(_creatures(draft, assignment)) if may_assign(draft) else (),
        nearest=ruling.instead if ruling.verdict == "illegal" else None,
    )


def _creatures(draft: Draft, assignment: Assignment) -> Iterable[AssigningCreature]:
    begin_step(draft)
    every = draft.assigns(draft.state.combat.damage_step.assigning)
    step = formulate(draft.view, every, None, {})
    for id, each in every.items():
        striker = each.striker
        ways = [_in_words(way) for way in striker.ways]
        relied = dict.fromkeys(other for way in striker.ways for other in way.relies_on())
        yield AssigningCreature(
            creature=id,
            chooser=each.chooser,
            amount=striker.amount,
            rule=draft.edition.number(each.concept),
            recipients=striker.recipients,
            ways=tuple(map(str, ways)),
            parts=tuple(way.parts for way in ways),
            lethal={other: step.left({}, other) for other in relied},
            options=striker.has_choice and striker.amount > 0,
            announced=assignment.get(id),
        )


def _in_words(way: Way) -> Sentence:
    """A way as a sentence: to whom, in which order, what goes over."""
    if not way.recipients:
        return said("to nobody")
    words, spoken_of = "to {}", [way.among or (way.over or "",)]
    if way.order:
        words += ", lethal damage in the order {}"
        spoken_of.append(way.order)
    if way.over is not None and way.among:
        words += ", and once each has lethal damage to {}"
        spoken_of.append((way.over,))
    if way.beyond is not None:
        words += ", and once that has damage equal to its loyalty to {}"
        spoken_of.append((way.beyond,))
    return said(words, *spoken_of)
