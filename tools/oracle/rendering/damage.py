"""Abilities that change combat damage, life and deaths, as sentences without their last period."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from .phrases import (
    damage_kind,
    leading_clause,
    one_of,
    recipients_of,
    some_or_all,
    some_or_all_recipients,
    source_of,
    subject_of,
    to_whom,
)
from .words import NotRendered, with_article


def _would_deal(sources: a.Filter, recipients: a.Recipients | None, combat: bool) -> str:
    return f"if {source_of(sources)} would deal {damage_kind(combat)}{to_whom(recipients)}, "


def _changes_damage(ability: a.ChangesDamage) -> str:
    if not ability.factor:
        deals = f"{ability.more} damage"
    elif ability.more:
        deals = f"that much damage plus {ability.more}"
    else:
        deals = f"{ {2: 'double', 3: 'triple', 4: 'four times'}[ability.factor] } that damage"
    who = _would_deal(ability.sources, ability.recipients, ability.combat)
    return f"{leading_clause(ability.condition)}{who}it deals {deals} instead"


def _redirects(ability: a.RedirectsDamage) -> str:
    by = "" if ability.sources == a.ANYTHING else f" by {some_or_all(ability.sources)}"
    whom = "" if ability.recipients is None else f" to {some_or_all_recipients(ability.recipients)}"
    damage = f"all {damage_kind(ability.combat)} that would be dealt{whom}{by}"
    return f"{leading_clause(ability.condition)}{damage} is dealt to {recipients_of(ability.to)} instead"


def _regenerates(ability: a.Regenerates) -> str:
    if ability.each_time:
        return f"{leading_clause(ability.condition)}if {source_of(ability.permanents)} would be destroyed, regenerate it"
    return f"regenerate {subject_of(ability.permanents)[0]}"


def _prevents(ability: a.PreventsDamage) -> str:
    first = leading_clause(ability.condition)
    damage = "noncombat damage" if ability.noncombat else damage_kind(ability.combat)
    if ability.removes and ability.recipients is not None:
        removed = f"Remove {with_article(ability.removes)} counter from {recipients_of(ability.recipients)}"
        return f"{first}if {damage} would be dealt{to_whom(ability.recipients)}, prevent that damage. {removed}"
    if ability.noncombat and (ability.half, ability.amount, ability.all_but) != (None, None, None):
        raise NotRendered("so much of noncombat damage")
    if ability.half is not None:
        what = f"half that damage, rounded {ability.half}"
        return f"{first}{_would_deal(ability.sources, ability.recipients, ability.combat)}prevent {what}"
    if ability.amount is not None or ability.all_but is not None:
        amount = f"all but {ability.all_but}" if ability.amount is None else str(ability.amount)
        return f"{first}{_would_deal(ability.sources, ability.recipients, ability.combat)}prevent {amount} of that damage"
    by = "" if ability.sources == a.ANYTHING else f" by {some_or_all(ability.sources)}"
    whom = "" if ability.recipients is None else f" to {some_or_all_recipients(ability.recipients)}"
    return f"{first}prevent all {damage} that would be dealt{whom}{by}"


def _life_gain(ability: a.ChangesLifeGain) -> str:
    if ability.players.who != "you":
        raise NotRendered("of others")
    gains = f"that much life plus {ability.more}" if ability.more else f"{ {2: 'twice'}[ability.factor] } that much life"
    return f"{leading_clause(ability.condition)}if you would gain life, you gain {gains} instead"


_PLACES = {
    ("exile", None): "exile it",
    ("hand", None): "return it to its owner's hand",
    ("library", 1): "put it on top of its owner's library",
    ("library", "bottom"): "put it on the bottom of its owner's library",
    ("library", "shuffled"): "shuffle it into its owner's library",
}


def _elsewhere(ability: a.LeavesInsteadOfDying) -> str:
    whom, first = one_of(ability.permanents), leading_clause(ability.condition)
    if ability.permanents == a.ANYTHING:
        return f"{first}if a card or token would be put into a graveyard from anywhere, exile it instead"
    if ability.leaving:
        return f"{first}if {whom} would leave the battlefield, exile it instead of putting it anywhere else"
    return f"{first}if {whom} would die, {_PLACES[ability.to, ability.place]} instead"


CLAUSES: dict[type[Any], Callable[[Any], str]] = {
    a.ChangesDamage: _changes_damage,
    a.RedirectsDamage: _redirects,
    a.PreventsDamage: _prevents,
    a.Regenerates: _regenerates,
    a.ChangesLifeGain: _life_gain,
    a.LeavesInsteadOfDying: _elsewhere,
}
"""What says each kind of ability."""
