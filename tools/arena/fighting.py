"""Combat damage steps of a log: what Arena dealt, and who died of it, beside what the rules derive from the game before it.

Who has no choice assigns as the rules say. What a player chose is taken from that player's answer, where the log has it, and
otherwise from what was dealt.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from ...events import damage as g
from ...events import facts as t
from ...handlers.attempt import Draft, Violated
from ...handlers.damage_assignment.assigning_510_1 import assigns
from ...handlers.game import Game
from ...handlers.procedure.damage_510_1 import assign_the_rest, deal_damage
from .course import Course

DealtAmount = tuple[str, str, int]
"""Source, recipient, amount."""
Deal = tuple[DealtAmount, ...]

BY_DAMAGE: tuple[t.Departure, ...] = ("lethal damage", "deathtouch", "toughness 0", "loyalty 0", "defense 0")


@dataclass(slots=True)
class Fight:
    """A combat damage step that has begun."""

    step: Literal["first strike", "regular"]
    message: int
    state: int
    before: g.CombatDamageStepBegan | None = None
    """The first step, in which something struck first."""
    answered: dict[str, dict[str, int]] = field(default_factory=dict)
    """How the log's owner answered to be asked for an assignment."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A combat damage step that is over: what the log says of it. `draft`: the game as the step began."""

    game: Game
    draft: Draft
    step: Literal["first strike", "regular"]
    message: int
    state: int
    player: str
    dealt: Deal
    deaths: tuple[str, ...]
    answered: Mapping[str, Mapping[str, int]]
    interrupted: bool
    unknown: tuple[str, ...]
    """In words: abilities on the battlefield of which nobody knows what they say, and what else may change damage."""
    course: Course | None = None
    """What happened since attackers were declared; None in a second step, and where that isn't in the log."""
    kind: Literal["damage"] = "damage"


@dataclass(frozen=True, slots=True)
class Derived:
    """What the rules derive: what is dealt, and who dies of it. `why`: what was assigned isn't legal, and so nothing is dealt."""

    dealt: Deal = ()
    deaths: tuple[str, ...] = ()
    why: tuple[str, ...] = ()


def derive(fought: Fought) -> Derived:
    """What the rules derive of the step. Raises Undecided, WordingNotUnderstood."""
    draft = Draft.of(fought.draft.state, fought.draft.version)
    step = draft.state.combat.damage_step
    every = assigns(draft.view, draft.edition, step.assigning)
    choosing = {id for id, each in every.items() if each.striker.has_choice}
    try:
        assign_the_rest(draft, _named(fought, choosing))
        deal_damage(draft)
    except Violated as violated:
        return Derived(why=violated.whys)
    dealt = [each for event in draft.events if isinstance(event, g.CombatDamageDealt) for each in event.damage]
    died = [event for event in draft.events if isinstance(event, t.PermanentLeft) and event.why in BY_DAMAGE]
    return Derived(
        tuple((each.source, each.recipient, each.dealt) for each in dealt if each.dealt), tuple(event.id for event in died)
    )


def _named(fought: Fought, choosing: Iterable[str]) -> dict[str, dict[str, int]]:
    """What creatures of which there is a choice were assigned to deal."""
    named: dict[str, dict[str, int]] = {}
    for id in choosing:
        if id in fought.answered:
            named[id] = dict(fought.answered[id])
            continue
        for source, recipient, amount in fought.dealt:
            if source == id:
                named.setdefault(id, {})[recipient] = amount
    return named
