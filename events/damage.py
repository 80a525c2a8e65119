"""The events of combat damage: what is assigned and dealt, what comes of it, and the state-based actions that follow.

What is dealt at once is one event with all its results (510.2, 120.3), so that no state lies between two of them. `concept` names
the rule that an event follows from; the edition in `GameStarted` gives that rule's number.
"""

from typing import Literal

from pydantic import Field

from .model import Model, OfType, is_none

Assignment = dict[str, dict[str, int]]
"""Creature → recipient (creature, player, planeswalker or battle) → amount of combat damage."""


class CombatDamageStepBegan(OfType):
    """A combat damage step begins (510.4): only the creatures of `assigning` assign combat damage in it.

    `first_strike`: some creature in combat has first or double strike, so that a second step follows for the rest.
    """

    first_strike: bool
    assigning: tuple[str, ...]


class CombatDamageAnnounced(OfType):
    """A player announced how creatures assign combat damage (510.1). What could be assigned in one way only may be left out."""

    player: str
    assignment: Assignment


class CombatDamageAssigned(OfType):
    """A player's announcement complies with the rules as a whole (510.1e): what every creature assigns that the player chose for.

    A creature that assigned 0 damage is here with no recipient. One that assigned no damage isn't here.
    """

    player: str
    assignment: Assignment


class CombatDamagePutOnStack(OfType):
    """All that was assigned goes on the stack as one object; players get priority before it is dealt (until 2009-07-10)."""


class Damage(Model):
    """What one source assigned to one recipient, and what of that it dealt after replacement and prevention.

    `prevented`: how much of what would have been dealt was prevented. `dealt` is 0 too where the recipient was gone.
    """

    source: str
    recipient: str
    assigned: int
    dealt: int
    prevented: int = 0


class LifeGained(Model):
    """Life that a player gained from one source's damage (lifelink)."""

    player: str
    amount: int
    source: str


class CombatDamageDealt(OfType):
    """All combat damage of a step was dealt at one time (510.2), with its results (120.3).

    `life`, `loyalty`, `defense`: player or permanent → how much is lost. `marked`: creature → how much more damage is marked on
    it. `counters`: creature → how many −1/−1 counters it gets (wither, infect); they are in its power and toughness from now on.
    `poison`: player → how many poison counters that player gets. `gained`: life gained by lifelink, one part for each source.
    `deathtouched`: creatures dealt damage by a source with deathtouch. `shields`: effect → how much of "the next N damage" it
    prevented.

    Games that are played here write this, with every result; games that are imported write `facts.DamageDealt`, one for each
    source and recipient, for a record has no results. Who sums damage up counts both: a game has one or the other.
    """

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


class StateBasedAction(Model):
    """One state-based action: the rule concept, and the player or permanent that it applies to.

    `counters`: how many +1/+1 and how many −1/−1 counters are removed, where they cancel. `regenerates`: the effect by which a
    permanent regenerates instead of being destroyed. `to`: the zone that a permanent goes to: a graveyard, unless an effect says
    otherwise. `destroys`: what is destroyed instead of the permanent, whose damage is removed (702.89a).
    """

    concept: str
    id: str
    counters: int = 0
    regenerates: str | None = None
    destroys: str | None = Field(None, exclude_if=is_none)
    to: Literal["graveyard", "exile", "hand", "library"] | None = None


class StateBasedActionsPerformed(OfType):
    """State-based actions that apply at the same time, performed as one event (704.3). What leaves is stated after it.

    The check is repeated until none applies: each time that one did has an event of its own.
    """

    actions: tuple[StateBasedAction, ...]


class PermanentRegenerated(OfType):
    """A permanent that an effect would have destroyed regenerated instead (701.19), by the effect with that id.

    Where a static ability does it each time (701.19b), `effect` is empty.

    Where a state-based action would have destroyed it, that action says so (`StateBasedAction.regenerates`).
    """

    id: str
    effect: str


class DamageRemoved(OfType):
    """The damage marked on a permanent was removed, as something else was destroyed instead of it (702.89a)."""

    id: str


class PlayerLost(OfType):
    """A player lost the game and leaves it (104.3, 800.4a)."""

    player: str
    concept: str


class DamageWoreOff(OfType):
    """All damage marked on permanents is removed in the cleanup step (514.2)."""


DamageEvent = (
    CombatDamageStepBegan
    | CombatDamageAnnounced
    | CombatDamageAssigned
    | CombatDamagePutOnStack
    | CombatDamageDealt
    | StateBasedActionsPerformed
    | PermanentRegenerated
    | DamageRemoved
    | PlayerLost
    | DamageWoreOff
)
"""Any of these."""
