"""Triggered abilities as sentences without their last period: when they trigger, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....events import abilities as a
from .effects import effect_words
from .phrases import attacked, condition_clause, damage_kind, kind_of, named_players, one_of, recipients_of, to_whom
from .words import NotRendered, number_word, with_article


def _more(minimum: int, creatures: a.Filter) -> str:
    return f"{number_word(minimum)} or more {kind_of(creatures, one=False)}"


def _attacks(event: a.Attacks) -> str:
    who = one_of(event.creatures)
    if event.minimum_others:
        exactly = event.maximum_others is not None
        if exactly and event.maximum_others != event.minimum_others:
            raise NotRendered("company of at most")
        many = f"{'exactly' if exactly else 'at least'} {number_word(event.minimum_others)}"
        return f"{who} and {many} {kind_of(event.others, one=event.minimum_others == 1)} attack"
    return f"{who} attacks{' alone' if event.alone else ''}{attacked(event.targets)}"


def _attacks_with(event: a.PlayerAttacksWith) -> str:
    who = f"{named_players(event.players)} attack{'' if event.players.who == 'you' else 's'}{attacked(event.targets)} with "
    if event.minimum is None:
        return who + one_of(event.creatures)
    if event.maximum is not None:
        return f"{who}exactly {number_word(event.maximum)} {kind_of(event.creatures, one=event.maximum == 1)}"
    return who + _more(event.minimum, event.creatures)


def _player_attacks(event: a.PlayerAttacks) -> str:
    verb = "attack" if event.players.who == "you" else "attacks"
    return f"{named_players(event.players)} {verb}" + ("" if event.attacked is None else f" {named_players(event.attacked)}")


def _group(event: a.SomeAttack) -> str:
    return f"all {kind_of(event.creatures, one=False)}" if event.every else _more(event.minimum, event.creatures)


_EVENTS: dict[type[Any], Callable[[Any], str]] = {
    a.Attacks: _attacks,
    a.SomeAttack: lambda event: f"{_group(event)} attack{attacked(event.targets)}{' in a band' if event.banded else ''}",
    a.IsAttacked: lambda event: f"{attacked(event.targets).strip()} {_is_are(event.targets)} attacked",
    a.PlayerAttacksWith: _attacks_with,
    a.PlayerAttacks: _player_attacks,
    a.EntersAttacking: lambda event: f"{one_of(event.creatures)} enters attacking",
    a.Exerts: lambda event: f"{one_of(event.creatures)} is exerted",
    a.Enlists: lambda event: f"{one_of(event.creatures)} enlists a creature",
    a.BecomesTapped: lambda event: f"{one_of(event.permanents)} becomes tapped",
    a.Blocks: lambda event: f"{one_of(event.creatures)} blocks{' alone' if event.alone else ''}",
    a.BlocksCreature: lambda event: f"{one_of(event.creatures)} blocks {one_of(event.attackers)}",
    a.BlocksNumber: lambda event: f"{one_of(event.creatures)} blocks {_more(event.minimum, event.attackers)}",
    a.BecomesBlocked: lambda event: f"{one_of(event.creatures)} becomes blocked",
    a.BecomesBlockedBy: lambda event: f"{one_of(event.creatures)} becomes blocked by {one_of(event.blockers)}",
    a.BecomesBlockedByNumber: lambda event: (
        f"{one_of(event.creatures)} becomes blocked by {_more(event.minimum, event.blockers)}"
    ),
    a.SomeBlock: lambda event: f"{_more(event.minimum, event.creatures)} block",
    a.SomeBecomeBlocked: lambda event: f"{_more(event.minimum, event.creatures)} become blocked",
    a.SomeArentBlocked: lambda event: (
        f"{_more(event.minimum, event.creatures)} attack{attacked(event.targets)} and aren't blocked"
    ),
    a.IsntBlocked: lambda event: f"{one_of(event.creatures)} attacks{attacked(event.targets)} and isn't blocked",
}


def _is_are(targets: a.Targets) -> str:
    return "are" if targets.players == a.Players(who="you") and targets.planeswalkers is None else "is"


def _both_ways(events: Sequence[a.TriggerEvent]) -> str | None:
    """ "blocks or becomes blocked by a creature"."""
    if len(events) != 2:
        return None
    first, second = events
    if isinstance(first, a.BlocksCreature) and isinstance(second, a.BecomesBlockedBy) and first.attackers == second.blockers:
        return f"{one_of(first.creatures)} blocks or becomes blocked by {one_of(first.attackers)}"
    return None


def triggered_clause(ability: a.Triggered, again: str = "that creature") -> str:
    """When it triggers, under which condition, and what it does. Raises NotRendered where that isn't read."""
    if ability.does is None:
        raise NotRendered("what isn't carried out")
    done = effect_words(ability.does, again)
    if isinstance(ability.events[0], a.EndOfCombatBegins):
        return _at_end_of_combat(ability.events[0], ability.condition) + done
    when = _both_ways(ability.events) or " or ".join(_EVENTS[type(event)](event) for event in ability.events)
    if ability.limit not in (None, "once each turn"):
        when += f" for the {ability.limit}"
    intervening = "" if ability.condition is None else f"if {condition_clause(ability.condition)}, "
    if ability.circumstances is not None and all(isinstance(event, a.Dies | a.Leaves) for event in ability.events):
        intervening = f"if {_in_the_past(condition_clause(ability.circumstances))}, {intervening}"
    elif ability.circumstances is not None:
        when += f" while {condition_clause(ability.circumstances)}"
    once = ". This ability triggers only once each turn" if ability.limit == "once each turn" else ""
    return f"whenever {when}, {intervening}{done}{once}"


def _in_the_past(words: str) -> str:
    """What something was as it left: "it was a Human"."""
    for verb, past in ((" is ", " was "), (" isn't ", " wasn't "), (" has ", " had ")):
        words = words.replace(verb, past)
    return words


def _deals(event: a.DealsDamage) -> str:
    return f"{one_of(event.sources)} deals {damage_kind(event.combat)}{to_whom(event.recipients)}"


def _is_dealt(event: a.IsDealtDamage) -> str:
    verb = "are" if event.recipients.players == a.Players(who="you") else "is"
    return f"{recipients_of(event.recipients)} {verb} dealt {damage_kind(event.combat)}"


def _loses_or_gains(players: a.Players, what: str) -> str:
    verb, object = what.split(" ", 1)
    return f"{named_players(players)} {verb if players.who == 'you' else verb + 's'} {object}"


def _at_end_of_combat(event: a.EndOfCombatBegins, condition: a.Condition | None) -> str:
    whose = "" if event.turn_of is None else " on your turn"
    return f"at end of combat{whose}, {'' if condition is None else f'if {condition_clause(condition)}, '}"


def _counters_put(event: a.CountersPut) -> str:
    name = "counter" if event.counter is None else f"{event.counter} counter"
    if event.each:
        return f"{with_article(name)} is put on {one_of(event.permanents)}"
    return f"one or more {name}s are put on {one_of(event.permanents)}"


_EVENTS |= {
    a.DealsDamage: _deals,
    a.SomeDealDamage: lambda event: (
        f"{_more(event.minimum, event.sources)} deal {damage_kind(event.combat)}{to_whom(event.recipients)}"
    ),
    a.IsDealtDamage: _is_dealt,
    a.SomeAreDealtDamage: lambda event: f"{_more(event.minimum, event.permanents)} are dealt {damage_kind(event.combat)}",
    a.Dies: lambda event: f"{one_of(event.permanents)} dies",
    a.SomeDie: lambda event: f"{_more(event.minimum, event.permanents)} die",
    a.Leaves: lambda event: f"{one_of(event.permanents)} leaves the battlefield{' without dying' if event.unless_dying else ''}",
    a.GainsLife: lambda event: _loses_or_gains(event.players, "gain life"),
    a.LosesLife: lambda event: _loses_or_gains(event.players, "lose life"),
    a.LosesTheGame: lambda event: _loses_or_gains(event.players, "lose the game"),
    a.CountersPut: _counters_put,
}
