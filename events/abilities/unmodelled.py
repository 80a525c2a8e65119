"""Sentences whose effect isn't modelled or isn't understood. They are kept, so that nothing is passed over in silence."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from ..model import untold
from .base import BaseAbility
from .permanents import ChangesCharacteristics

HappeningKind = Literal[
    "enters",
    "leaves",
    "sacrificed",
    "control",
    "attached",
    "tapped",
    "life gained",
    "life lost",
    "cards",
    "counters",
    "targeted",
    "targeted by opponents",
    "damage",
    "noncombat damage",
    "turn begins",
    "combat begins",
    "end step begins",
    "done",
    "elsewhere",
]
"""What may set off an ability whose trigger event isn't modelled; "elsewhere": nothing that resolving or combat does.

"turn begins" stands for each step and phase of a turn but combat and the end step; "done" for what an ability that resolves says
to do ("explores", "scry 1").
"""


class NotModelledAbility(BaseAbility):
    """A sentence (its `text`) that triggers on what no trigger event tells, or replaces or forbids what happens: where that
    happens, the game is marked with it.

    `on`: what may set it off, as far as its words tell; none: anything. `itself`: only what happens to the permanent that has it.
    `whose` and `types`: of whom, and of which card types, what it happens to is. `words`: of "done", what the text of the ability
    that resolves has one of.
    """

    kind: Literal["not_modelled"] = "not_modelled"
    on: tuple[HappeningKind, ...] = ()
    itself: bool = False
    whose: Literal["any", "you", "opponents"] = "any"
    types: tuple[str, ...] = ()
    words: tuple[str, ...] = Field((), exclude_if=untold)


class ChangesStatedValues(BaseAbility):
    """A sentence (its `text`) that changes power or toughness, of a permanent whose board states what they come to.

    They stay as stated: where it comes to something else from now on, the game is marked with it. `change`: what it does; None:
    that isn't understood, and the game is marked as permanents enter, leave or change controllers.
    """

    kind: Literal["changes_stated_values"] = "changes_stated_values"
    change: ChangesCharacteristics | None = None


class Unread(BaseAbility):
    """A sentence (its `text`) that bears on combat damage or on what follows from it, and isn't understood.

    Attackers and blockers are declared as if it weren't there. Where damage would be dealt while it is in force, the ruling is
    declined (`WordingNotUnderstood`), and never guessed.
    """

    kind: Literal["unread"] = "unread"


Unmodelled = NotModelledAbility | ChangesStatedValues | Unread
"""Any of these."""
