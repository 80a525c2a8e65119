"""The events of the stack: which targets abilities got, how they resolved, and what that did and no other event says.

What an ability does as it resolves follows `AbilityResolved`, as the events of what happens: permanents tap, effects begin,
tokens enter. `number` names an ability: those that triggered are numbered from 1 through the game.
"""

from typing import Literal

from pydantic import Field

from .abilities import Delayed, TriggerContext
from .damage import Damage, LifeGained
from .facts import PermanentEntered, Place
from .instructions import Skippable
from .model import OfType, is_default


class TriggersOrdered(OfType):
    """The abilities that a player put on the stack at one time are in this order (603.3b), by number: the last resolves first."""

    player: str
    order: tuple[int, ...]


class TargetsChosen(OfType):
    """The targets of an ability on the stack (603.3d): for each target that it asks for, those chosen.

    `division`: of what is divided among targets, how much each of them gets. `chosen_of`: of those that are chosen of each
    player's permanents, the player who controlled it then.
    """

    number: int
    targets: tuple[tuple[str, ...], ...]
    division: dict[str, int] = Field(default_factory=dict, exclude_if=is_default)
    chosen_of: dict[str, str] = Field(default_factory=dict, exclude_if=is_default)


class ModesChosen(OfType):
    """The modes of an ability on the stack (603.3c), by their numbers from 0: from now on it does what these say."""

    number: int
    modes: tuple[int, ...]


class CardNamed(OfType):
    """A card in a zone that isn't the battlefield became known: what it is, and where."""

    card: PermanentEntered
    zone: Place


class CardMoved(OfType):
    """A known card went from one zone to another; to "battlefield" as `became`."""

    id: str
    to: Place | Literal["battlefield"]
    became: str | None = None


class PlayerCountersChanged(OfType):
    """A player got counters that aren't poison, or (below 0) paid them."""

    player: str
    counters: dict[str, int]


class CoinsFlipped(OfType):
    """A player flipped coins (705): of each in turn, whether the flip was won. It is said, or drawn with the seed of the game."""

    player: str
    won: tuple[bool, ...]


class DiceRolled(OfType):
    """A player rolled dice with so many sides (706): the results in turn. They are stated, or drawn with the seed of the game."""

    player: str
    sides: int
    results: tuple[int, ...]


class ExiledWith(OfType):
    """These cards are exiled with a permanent: its abilities exiled them (607.2a), or what gave it an ability that says "the
    exiled card". `until_it_leaves`: they return when it leaves the battlefield (610.3)."""

    source: str
    cards: tuple[str, ...]
    until_it_leaves: bool = False


class OtherFaceTold(OfType):
    """What is on the other side of a permanent (712, 708): its other face, or the card that is face down.

    `face` None: nobody says which card is face down. `front`: the permanent shows its front, which it has in other zones too.
    """

    id: str
    face: PermanentEntered | None = None
    front: bool = True


class Transformed(OfType):
    """A permanent was turned to its other face (701.27, 701.40), which was stated before: it is the same object."""

    id: str


class BecameCopy(OfType):
    """A permanent became a copy of something (707), which `card` says, without counters; None: it is itself again."""

    id: str
    card: PermanentEntered | None = None


class CardsDrawnOrDiscarded(OfType):
    """A player drew, or discarded, so many cards; the totals are stated by `PlayerTotalsChanged`."""

    player: str
    what: Literal["draw", "discard"]
    number: int


class CombatAdded(OfType):
    """After this phase, there is an additional combat phase (500.8)."""


class ExtraTurnAdded(OfType):
    """The player takes an extra turn after this one (500.7): the one that is added last is taken first."""

    player: str


class SkipAdded(OfType):
    """The player will skip the next turn, untap step or combat phase that hasn't begun (614.10)."""

    player: str
    what: Skippable


class Skipped(OfType):
    """The player skipped a turn, untap step or combat phase, as an effect said (614.10a)."""

    player: str
    what: Skippable


class DoneOnceThisTurn(OfType):
    """What an ability says to be done only once each turn was done: it triggers no more this turn (603.2h)."""

    source: str
    controller: str
    ability: str


class AbilityResolved(OfType):
    """An ability resolves (608.2): what it does follows. What its controller chose stands in `choices`, in words."""

    number: int
    source: str
    controller: str
    ability: str
    choices: tuple[str, ...] = ()


class AbilityDidntResolve(OfType):
    """An ability left the stack and did nothing: its targets are illegal (608.2b), or its "if" isn't so any more (603.4)."""

    number: int
    source: str
    controller: str
    ability: str
    why: Literal["no legal target", "condition", "no target chosen"]


class AbilityNotCarriedOut(OfType):
    """An ability resolved, but what it does isn't carried out: from here on the game is marked with it, and why.

    `number` 0: it may have triggered, or changes what the board states, and never was on the stack.
    """

    number: int
    source: str
    controller: str
    ability: str
    why: str


class DelayedAbilityCreated(OfType):
    """A delayed triggered ability was created (603.7)."""

    source: str
    controller: str
    ability: str
    delayed: Delayed
    occasion: TriggerContext


class CountersChanged(OfType):
    """Counters were put on a permanent, or (below 0) removed; +1/+1 and −1/−1 counters change its power and toughness."""

    id: str
    counters: dict[str, int]


class PoisonGiven(OfType):
    """A player got poison counters, or (below 0) lost them."""

    player: str
    number: int


class AbilityDamageDealt(OfType):
    """Damage that no combat damage step deals was dealt at one time, with its results: as `CombatDamageDealt` states them."""

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


StackEvent = (
    TriggersOrdered
    | TargetsChosen
    | ModesChosen
    | CardNamed
    | CardMoved
    | PlayerCountersChanged
    | CombatAdded
    | ExtraTurnAdded
    | SkipAdded
    | Skipped
    | DoneOnceThisTurn
    | CoinsFlipped
    | DiceRolled
    | ExiledWith
    | OtherFaceTold
    | Transformed
    | BecameCopy
    | CardsDrawnOrDiscarded
    | AbilityResolved
    | AbilityDidntResolve
    | AbilityNotCarriedOut
    | DelayedAbilityCreated
    | CountersChanged
    | PoisonGiven
    | AbilityDamageDealt
)
"""Any of these."""
