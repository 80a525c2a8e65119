"""Triggered abilities as sentences without their last period: when they trigger, and what they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ....events import abilities as a
from ....events.filters import role_named_by
from ....events.model import parts_of
from ..grammar import Renders
from ..trigger_events import ATTACKED, BY_PLAYERS, IN_COMPANY, IS_DEALT, OF_ONE, OF_OTHERS, OF_PLAYERS, OF_SEVERAL
from .effects import effect_words
from .phrases import (
    attacked,
    condition_clause,
    damage_kind,
    kind_of,
    named_players,
    of_kind,
    of_number,
    of_players,
    one_of,
    recipients_of,
    said_otherwise,
    so_many,
)
from .words import NotRendered, number_word, of_nobody_named


def _more(minimum: int, creatures: a.Filter) -> str:
    return f"{number_word(minimum)} or more {kind_of(creatures, one=False)}"


def _points(permanents: a.Filter) -> bool:
    """Whether they are pointed at, not described."""
    return any(isinstance(each, a.Is) for each in (permanents.parts if isinstance(permanents, a.AnyOf) else (permanents,)))


def _company(bounds: tuple[int, int | None]) -> str:
    least, most = bounds
    if not least or most not in (None, least):
        return said_otherwise(bounds)
    return of_number(f"{'at least' if most is None else 'exactly'} {number_word(least)}", least)


_WORDS: dict[str, Renders] = {
    **dict.fromkeys(("subject", "permanents"), one_of),
    "reference": lambda permanents: said_otherwise(permanents) if isinstance(permanents, a.AnyOf) else one_of(permanents),
    "one_attacker": lambda permanents: said_otherwise(permanents) if _points(permanents) else one_of(permanents),
    "noun": lambda permanents: said_otherwise(permanents) if _points(permanents) else of_kind(permanents),
    "so_many": so_many,
    "company": _company,
    "just_players": named_players,
    "everybody": lambda permanents: kind_of(permanents, one=False),
    "named_counter": str,
    "or_more": lambda least: f"{number_word(least)} or more",
    **dict.fromkeys(("one_blocked", "one_blocking"), one_of),
    **dict.fromkeys(("several_blocked", "several_blocking"), lambda permanents: kind_of(permanents, one=False)),
    "targets": lambda targets: of_players(targets, attacked(targets).strip()),
    "combat": damage_kind,
    "so_much": lambda least: said_otherwise(least) if least else "",
    **dict.fromkeys(("recipients", "some_recipients"), recipients_of),
    "whom": lambda recipients: of_players(recipients, recipients_of(recipients)),
    "who": named_players,
}
_ROWS = (OF_ONE, OF_SEVERAL, IS_DEALT, OF_PLAYERS, BY_PLAYERS, IN_COMPANY, ATTACKED, OF_OTHERS)


def _by_row(event: Any) -> str:
    """As the first row says it that means it. Raises KeyError where none does."""
    together = _WORDS | {"subject": lambda permanents: _more(event.minimum, permanents)}
    for grammar in _ROWS:
        try:
            return grammar.words_for(event, together if grammar is OF_SEVERAL else _WORDS)
        except KeyError:
            pass  # another one may have words
    raise KeyError(event.kind)


def _both_ways(events: Sequence[a.TriggerEvent]) -> str | None:
    """ "blocks or becomes blocked by a creature"."""
    if len(events) != 2:
        return None
    first, second = events
    if isinstance(first, a.BlocksCreature) and isinstance(second, a.BecomesBlockedBy) and first.attackers == second.blockers:
        return f"{one_of(first.creatures)} blocks or becomes blocked by {one_of(first.attackers)}"
    return None


def _joined(events: Sequence[a.TriggerEvent]) -> str:
    """ "This creature attacks or blocks": whose it is, is said once."""
    who = getattr(events[0], "creatures", None)
    subject = "" if who is None else f"{one_of(who)} "
    first, *others = map(_by_row, events)
    return " or ".join([first, *(each.removeprefix(subject) if first.startswith(subject) else each for each in others)])


def triggered_clause(ability: a.Triggered, again: str = "that creature") -> str:
    """When it triggers, under which condition, and what it does. Raises NotRendered where that isn't read."""
    if ability.does is None:
        raise NotRendered("what isn't carried out")
    done = _SECOND.sub(_second(ability.events), effect_words(ability.does, again))
    if isinstance(ability.events[0], a.Exerts) and ability.events[0].linked and ability.condition is None:
        return f"when you do, {done}"
    if isinstance(ability.events[0], a.EndOfCombatBegins):
        return _at_end_of_combat(ability.events[0], ability.condition) + done
    when = of_nobody_named(_both_ways(ability.events) or _joined(ability.events))
    if ability.limit not in (None, "once each turn"):
        when += f" for the {ability.limit}"
    gone = all(isinstance(event, a.Dies | a.Leaves) for event in ability.events)
    intervening = "" if ability.condition is None else f"if {condition_clause(ability.condition)}, "
    if gone and any(role_named_by(part) == "subject" for part in parts_of(ability.condition)):
        intervening = _in_the_past(intervening)
    if ability.circumstances is not None and gone:
        intervening = f"if {_in_the_past(condition_clause(ability.circumstances))}, {intervening}"
    elif ability.circumstances is not None:
        when += f" while {condition_clause(ability.circumstances)}"
    once = ". This ability triggers only once each turn" if ability.limit == "once each turn" else ""
    return f"whenever {when}, {intervening}{done}{once}"


_SECOND = re.compile(r"\bthat creature\b")


def _second(events: Sequence[a.TriggerEvent]) -> str:
    """What the one is called that is dealt damage: "that planeswalker"."""
    kinds = {getattr(getattr(getattr(event, "recipients", None), "permanents", None), "type", "Creature") for event in events}
    return f"that {kinds.pop().lower()}" if len(kinds) == 1 and kinds <= {"Planeswalker", "Battle"} else "that creature"


def _in_the_past(words: str) -> str:
    """What something was as it left: "it was a Human"."""
    for verb, past in ((" is ", " was "), (" isn't ", " wasn't "), (" has ", " had "), (" doesn't have ", " didn't have ")):
        words = words.replace(verb, past)
    return words


def _at_end_of_combat(event: a.EndOfCombatBegins, condition: a.Condition | None) -> str:
    whose = "" if event.turn_of is None else " on your turn"
    return f"at end of combat{whose}, {'' if condition is None else f'if {condition_clause(condition)}, '}"
