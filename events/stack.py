"""The events of the stack: which targets abilities got, how they resolved, and what that did which no other event
tells.

What an ability does as it resolves follows `AbilityResolved`, as the events of what happens: permanents tap, effects begin,
tokens enter. `number` names an ability: those that triggered are numbered from 1 through the game.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .abilities import Delayed, Occasion
from .damage import Damage, LifeGained
from .model import Model


class TargetsChosen(Model):
    """The targets of an ability on the stack (603.3d): for each target that it asks for, those chosen."""

    type: Literal["TargetsChosen"] = "TargetsChosen"
    number: int
    targets: tuple[tuple[str, ...], ...]


class AbilityResolved(Model):
    """An ability resolves (608.2): what it does follows. What its controller chose stands in `choices`, in words."""

    type: Literal["AbilityResolved"] = "AbilityResolved"
    number: int
    source: str
    controller: str
    ability: str
    choices: tuple[str, ...] = ()


class AbilityDidntResolve(Model):
    """An ability left the stack and did nothing: its targets are illegal (608.2b), or its "if" isn't so any more (603.4)."""

    type: Literal["AbilityDidntResolve"] = "AbilityDidntResolve"
    number: int
    source: str
    controller: str
    ability: str
    why: Literal["no legal target", "condition", "no target chosen"]


class AbilityNotCarriedOut(Model):
    """An ability resolved, but what it does isn't carried out: from here on the game is marked with it, and why.

    `number` 0: it may have triggered, or changes what the board states, and never was on the stack.
    """

    type: Literal["AbilityNotCarriedOut"] = "AbilityNotCarriedOut"
    number: int
    source: str
    controller: str
    ability: str
    why: str


class DelayedAbilityCreated(Model):
    """A delayed triggered ability was created (603.7).."""

    type: Literal["DelayedAbilityCreated"] = "DelayedAbilityCreated"
    source: str
    controller: str
    ability: str
    delayed: Delayed
    occasion: Occasion


class CountersChanged(Model):
    """Counters were put on a permanent, or (below 0) removed; +1/+1 and −1/−1 counters change its power and toughness."""

    type: Literal["CountersChanged"] = "CountersChanged"
    id: str
    counters: dict[str, int]


class PoisonGiven(Model):
    """A player got poison counters."""

    type: Literal["PoisonGiven"] = "PoisonGiven"
    player: str
    number: int


class AbilityDamageDealt(Model):
    """Damage that no combat damage step deals was dealt at one time, with its results: as `CombatDamageDealt` tells them."""

    type: Literal["AbilityDamageDealt"] = "AbilityDamageDealt"
    damage: tuple[Damage, ...] = ()
    life: dict[str, int] = Field(default_factory=dict)
    gained: tuple[LifeGained, ...] = ()
    poison: dict[str, int] = Field(default_factory=dict)
    marked: dict[str, int] = Field(default_factory=dict)
    counters: dict[str, int] = Field(default_factory=dict)
    loyalty: dict[str, int] = Field(default_factory=dict)
    defense: dict[str, int] = Field(default_factory=dict)
    deathtouched: tuple[str, ...] = ()
    shields: dict[str, int] = Field(default_factory=dict)
