"""Sentences whose effect isn't modelled or isn't understood. They are kept, so that nothing is passed over in silence."""

from typing import Literal

from pydantic import Field

from ..model import is_default
from .base import BaseAbility
from .permanents import ChangesCharacteristics

HappeningKind = Literal[
    "enters",
    "leaves",
    "phased out",
    "phased in",
    "sacrificed",
    "control",
    "attached",
    "tapped",
    "untapped",
    "tapped for mana",
    "life gained",
    "life lost",
    "cards",
    "graveyard left",
    "counters",
    "size changed",
    "targeted",
    "targeted by opponents",
    "damage",
    "noncombat damage",
    "turn begins",
    "combat begins",
    "postcombat main phase begins",
    "end step begins",
    "done",
    "state",
    "elsewhere",
]
"""What may trigger an ability whose trigger event isn't modelled. "elsewhere": nothing that combat or resolving abilities does.

"turn begins" stands for each step and phase of a turn up to combat; "done" for what an ability that resolves says to do
("explores", "scry 1"); "state" for no event, but what a state trigger asks for (603.8).
"""


class NotModelledAbility(BaseAbility, kind="not_modelled"):
    """A sentence (its `text`) whose trigger event isn't modelled, or that replaces or forbids something. Where that may happen,
    the game is marked with it.

    `on`: what may trigger it; empty: anything. `itself`: only what happens to the permanent that has it. `whose` and `types`: who
    controls the permanent to which it happens, and its card types (empty: any). `words`: for "done", words of which the text of
    the resolving ability has one.
    """

    on: tuple[HappeningKind, ...] = ()
    itself: bool = False
    whose: Literal["any", "you", "opponents"] = "any"
    types: tuple[str, ...] = ()
    words: tuple[str, ...] = Field((), exclude_if=is_default)


class ChangesStatedValues(BaseAbility):
    """A sentence (its `text`) that changes the power or toughness of a permanent whose final values are stated by the board.

    The values stay as stated; where the sentence would change them later, the game is marked with it. `change`: what it does.
    None: it isn't understood, and the game is marked when permanents enter, leave or change controllers."""

    change: ChangesCharacteristics | None = None


class Unread(BaseAbility):
    """A sentence (its `text`) about combat damage or what follows from it that isn't understood.

    Attackers and blockers are declared as if it weren't there. Where damage would be dealt while it is in force, the ruling is
    declined (`WordingNotUnderstood`).
    """


Unmodelled = NotModelledAbility | ChangesStatedValues | Unread
"""Any of these."""
