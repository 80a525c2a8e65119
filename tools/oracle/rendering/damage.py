"""Abilities that change combat damage, life and deaths, as sentences without their last period."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....events import abilities as a
from .phrases import (
    damage_kind,
    its_or_their,
    leading_clause,
    one_of,
    recipient_of,
    recipients_of,
    source_of,
    subject_of,
    to_whom,
    while_clause,
)
from .words import NotRendered, with_article


def _by_toughness(ability: a.AssignsByToughness) -> str:
    who, one = subject_of(ability.creatures)
    it = its_or_their(one)
    verb = "assigns" if one else "assign"
    return f"{who} {verb} combat damage equal to {it} toughness rather than {it} power{while_clause(ability.condition)}"


def _assigns_none(ability: a.AssignsNoDamage) -> str:
    who, one = subject_of(ability.creatures)
    return f"{who} assign{'s' if one else ''} no combat damage{while_clause(ability.condition)}"


def _as_though_unblocked(ability: a.AssignsAsThoughUnblocked) -> str:
    who, one = subject_of(ability.creatures)
    though = f"{'it weren' if one else 'they weren'}'t blocked{while_clause(ability.condition)}"
    said = f"{its_or_their(one)} combat damage as though {though}"
    return f"you may have {who} assign {said}" if ability.optional else f"{who} assign{'s' if one else ''} {said}"


def _divides(ability: a.DividesDamage) -> str:
    who, one = subject_of(ability.creatures)
    if not one:
        raise NotRendered("of several")
    among = "divided as you choose among defending player and/or any number of creatures they control"
    return f"you may assign {who}'s combat damage {among}{while_clause(ability.condition)}"


def _cant_deal(ability: a.CantDealDamage) -> str:
    what = f"{damage_kind(ability.combat)}{to_whom(ability.recipients)}"
    return f"{subject_of(ability.sources)[0]} can't deal {what}{while_clause(ability.condition)}"


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
    by = "" if ability.sources == a.ANYTHING else f" by {_some_or_all(ability.sources)}"
    whom = "" if ability.recipients is None else f" to {_some_or_all_recipients(ability.recipients)}"
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
    by = "" if ability.sources == a.ANYTHING else f" by {_some_or_all(ability.sources)}"
    whom = "" if ability.recipients is None else f" to {_some_or_all_recipients(ability.recipients)}"
    return f"{first}prevent all {damage} that would be dealt{whom}{by}"


def _some_or_all(filter: a.Filter) -> str:
    return recipient_of(filter) if isinstance(filter, a.AnyOf) else subject_of(filter)[0]


def _some_or_all_recipients(recipients: a.Recipients) -> str:
    return (
        _some_or_all(recipients.permanents) if recipients.players is None and recipients.permanents else recipients_of(recipients)
    )


def _prevents_next(ability: a.PreventsNextDamage) -> str:
    by = "" if ability.sources == a.ANYTHING else f" by {_some_or_all(ability.sources)}"
    damage = f"the next {ability.amount} {damage_kind(ability.combat)}"
    return f"prevent {damage} that would be dealt to {_some_or_all_recipients(ability.recipients)}{by}"


def _unpreventable(ability: a.DamageCantBePrevented) -> str:
    said = damage_kind(ability.combat)
    if ability.sources != a.ANYTHING:
        said += f" that would be dealt by {_some_or_all(ability.sources)}"
    elif ability.recipients is not None:
        said += f" that would be dealt to {_some_or_all_recipients(ability.recipients)}"
    return f"{said} can't be prevented{while_clause(ability.condition)}"


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


def _controls(ability: a.ControlsWhat) -> str:
    if ability.before is not None:
        raise NotRendered("control until the effect ends")
    return f"you control {subject_of(ability.permanents)[0]}"


def _elsewhere(ability: a.LeavesInsteadOfDying) -> str:
    whom, first = one_of(ability.permanents), leading_clause(ability.condition)
    if ability.permanents == a.ANYTHING:
        return f"{first}if a card or token would be put into a graveyard from anywhere, exile it instead"
    if ability.leaving:
        return f"{first}if {whom} would leave the battlefield, exile it instead of putting it anywhere else"
    return f"{first}if {whom} would die, {_PLACES[ability.to, ability.place]} instead"


_ALL_PLAYERS = {"any": "players", "opponents": "your opponents", "you": "you"}


CLAUSES: dict[type[Any], Callable[[Any], str]] = {
    a.AssignsByToughness: _by_toughness,
    a.AssignsNoDamage: _assigns_none,
    a.AssignsAsThoughUnblocked: _as_though_unblocked,
    a.DividesDamage: _divides,
    a.CantDealDamage: _cant_deal,
    a.ChangesDamage: _changes_damage,
    a.RedirectsDamage: _redirects,
    a.PreventsDamage: _prevents,
    a.PreventsNextDamage: _prevents_next,
    a.DamageCantBePrevented: _unpreventable,
    a.Regenerates: _regenerates,
    a.CantBeRegenerated: lambda ability: (
        f"{subject_of(ability.permanents)[0]} can't be regenerated{while_clause(ability.condition)}"
    ),
    a.CantLoseLife: lambda ability: f"{_ALL_PLAYERS[ability.players.who]} can't lose life{while_clause(ability.condition)}",
    a.CantGetPoison: lambda ability: (
        f"{_ALL_PLAYERS[ability.players.who]} can't get poison counters{while_clause(ability.condition)}"
    ),
    a.CantLose: lambda ability: f"{_ALL_PLAYERS[ability.players.who]} can't lose the game{while_clause(ability.condition)}",
    a.CantWin: lambda ability: f"{_ALL_PLAYERS[ability.players.who]} can't win the game{while_clause(ability.condition)}",
    a.LivesOnWithoutLife: lambda ability: (
        f"{_ALL_PLAYERS[ability.players.who]} don't lose the game for having 0 or less life{while_clause(ability.condition)}"
    ),
    a.ControlsWhat: _controls,
    a.CantGainLife: lambda ability: f"{_ALL_PLAYERS[ability.players.who]} can't gain life{while_clause(ability.condition)}",
    a.ChangesLifeGain: _life_gain,
    a.LeavesInsteadOfDying: _elsewhere,
}
"""What says each kind of ability."""
