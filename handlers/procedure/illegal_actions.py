"""Handling illegal actions (rule concept `illegal_action`): what was done is taken back, except some mana abilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, reduce
from operator import or_
from typing import Any

from ...events.catalogue import Event
from ...events.declarations import ManaAbilityActivated
from ...events.ruling import Choice, Ruling, Violation, Wrong
from ..attempt import Draft, Violated
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition


def kept(edition: Edition, activated: Iterable[ManaAbilityActivated]) -> list[ManaAbilityActivated]:
    """The mana abilities that aren't taken back: those that did what the edition doesn't let be taken back, those that the player
    wants to keep, and those whose mana was spent on another that isn't taken back.
    """
    abilities = list(activated)
    staying = {ability.source for ability in abilities if ability.keep or not edition.irreversible.isdisjoint(ability.did)}
    while True:
        more = {ability.source for ability in abilities if ability.spent_on in staying} - staying
        if not more or not edition.spent_mana_stays:
            return [ability for ability in abilities if ability.source in staying]
        staying |= more


def done_again(before: Draft, activated: Iterable[ManaAbilityActivated]) -> list[Event]:
    """The events of the mana abilities that stay, appended again after the cut. `before`: the moment that it goes back to."""
    from .mana_abilities import carry_out

    for ability in kept(before.edition, activated):
        carry_out(before, ability)
    return before.events


def wrong_in(violated: Iterable[Violated]) -> Wrong:
    """The steps that can't be complied with, as flags; undecided ones don't count."""
    return _wrong_with(tuple([each.concept for each in violated if not each.undecided]))


@cache
def _wrong_with(concepts: tuple[Concept, ...]) -> Wrong:
    return reduce(or_, (concept.wrong for concept in concepts), Wrong(0))


def violations(edition: Edition, violated: Violated) -> tuple[Violation, ...]:
    """What is wrong at a step, a violation for each reason, with the rule's number in the edition."""
    rule = edition.number(violated.concept)
    return tuple(Violation.of(violated.concept, rule, why) for why in violated.whys)


def decided(
    edition: Edition, action: Choice, decisive: Violated, player: str, cost: str | None, violated: Iterable[Violated]
) -> dict[str, Any]:
    """The fields of a ruling but for its words: the step that decides, the locked-in total, all steps that are wrong."""
    return {
        "action": action,
        "player": player,
        "verdict": "undecided" if decisive.undecided else "illegal",
        "concept": decisive.concept.value,
        "rule": edition.number(decisive.concept),
        "cost": cost,
        "wrong": wrong_in(violated),
    }


def in_words(known: Mapping[str, Any], decisive: Violated, instead: Mapping[str, Any] | None) -> Ruling:
    """The ruling with all that is wrong at the step that decides, in words, and a legal way out."""
    if instead is not None and known["action"] == "attack":
        instead = {attacker: targets[0] for attacker, targets in instead.items()}
    return Ruling(
        **known,
        why="; ".join(decisive.whys),
        violations=tuple(Violation.of(decisive.concept, known["rule"], why) for why in decisive.whys),
        instead=None if instead is None else dict(instead),
    )
