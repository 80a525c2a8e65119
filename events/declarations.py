"""The events of a declaration, in the order of 508.1 and 509.1, and of what follows from it (508.2–508.8, 509.2–509.4).

`concept` names the rule that an event follows from; the edition in `GameStarted` gives that rule's number.
"""

from typing import Literal

from pydantic import Field

from .abilities import CombatAction, Condition, Instructions, TriggerContext
from .model import Model, OfType, is_default, is_none
from .prose import Parts

# --- choosing ------------------------------------------------------------------------------------------------------


class AttackersDeclared(OfType):
    """The active player chose which creatures attack (508.1a)."""

    player: str
    attackers: tuple[str, ...]


class AttackTargetsAnnounced(OfType):
    """What each attacker attacks: creature → player, planeswalker or battle (508.1b)."""

    targets: dict[str, str]


class BlockersDeclared(OfType):
    """A defending player chose which creatures block, and what: blocker → attackers (509.1a).

    A blocker without attackers: the record doesn't say which of them it blocks.
    """

    player: str
    blocks: dict[str, tuple[str, ...]]


class RestrictionsChecked(OfType):
    """No restriction is disobeyed (508.1c, 509.1b). `in_force` counts the restrictions that were checked."""

    in_force: int


class RequirementsChecked(OfType):
    """As many requirements are obeyed as can be (508.1d, 509.1c): `obeyed` of `in_force`."""

    obeyed: int
    in_force: int


class BandsAnnounced(OfType):
    """Which attackers are banded with which (508.1e)."""

    bands: tuple[tuple[str, ...], ...]


class AttackersTapped(OfType):
    """The attackers that became tapped by attacking (508.1f)."""

    attackers: tuple[str, ...]


class OptionalCostsChosen(OfType):
    """Which optional costs the player will pay (508.1g): for exerted creatures, and creature → the creature that it enlists.

    `also_enlisted`: creature → those that further instances of enlist that it has tap (702.154d).
    """

    exerted: tuple[str, ...] = ()
    enlisted: dict[str, str] = Field(default_factory=dict)
    also_enlisted: dict[str, tuple[str, ...]] = Field(default_factory=dict, exclude_if=is_default)
    paid_as_it_attacks: tuple[str, ...] = ()
    """Creatures for which another cost "as it attacks" was chosen."""

    def enlisted_by(self, creature: str) -> tuple[str, ...]:
        """The creatures that this one enlists, one for each instance of enlist that is paid for."""
        return (self.enlisted[creature], *self.also_enlisted.get(creature, ())) if creature in self.enlisted else ()


class DeclarationStood(OfType):
    """The declaration that begins here is how the recorded game went on, without a ruling that it is legal.

    `reason`: it was ruled illegal (the cut just before has the ruling) or undecided, or the record lacks something that a ruling
    depends on.
    """

    action: CombatAction
    player: str
    reason: Literal["illegal", "undecided", "record interrupted"]


# --- costs ---------------------------------------------------------------------------------------------------------


class LockedPermanents(Model):
    """So many permanents to tap, sacrifice, return to hand or exile, out of `candidates`."""

    action: Literal["tap", "sacrifice", "return", "exile"]
    number: int
    candidates: tuple[str, ...]
    what: str
    """In words, e.g. `a land`."""


class LockedCost(Model):
    """A total cost, locked in. `mana` is in symbols: `{0}` where the mana comes to nothing, empty where no cost asks for mana."""

    mana: str = ""
    life: int = 0
    discard: int = 0
    permanents: tuple[LockedPermanents, ...] = ()
    text: str = ""
    """The whole in words and symbols, e.g. `{2}, sacrifice a land`."""


class CostInstance(Model):
    """One cost that the declaration incurs. `source`: the permanent whose ability asks for it. `target`: what `creature` attacks
    or blocks, where the cost depends on it."""

    source: str
    creature: str
    target: str | None = None
    text: str = ""


class CostsLocked(OfType):
    """The total cost is determined and locked in (508.1h, 509.1d): changes of it afterwards are ignored."""

    player: str
    total: LockedCost
    instances: tuple[CostInstance, ...] = ()


Irreversible = Literal["to library", "from library", "from library to the stack", "shuffled", "revealed", "random choice"]
"""What a mana ability may have done that can't be taken back under some editions: moved cards to a library or from one, shuffled
one, revealed cards from it, made a random choice."""


class ManaAbilityActivated(OfType):
    """A mana ability was activated while costs are paid (508.1i, 509.1e).

    `did`: what it did that some editions don't let be taken back. `spent_on`: the source of another mana ability that its
    mana was spent on.
    """

    player: str
    source: str
    adds: str
    taps_source: bool = True
    sacrifices_source: bool = False
    did: tuple[Irreversible, ...] = ()
    keep: bool = False
    """The player wants to keep it if the declaration turns out illegal."""
    spent_on: str | None = None


class CostsPaid(OfType):
    """The locked-in total was paid, all of it (508.1j, 509.1f)."""

    player: str
    mana: str = ""
    life: int = 0
    discard: int = 0
    tapped: tuple[str, ...] = ()
    sacrificed: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    exiled: tuple[str, ...] = ()


# --- becoming ------------------------------------------------------------------------------------------------------


class BecameAttacking(OfType):
    """Each chosen creature still under the player's control is an attacking creature: creature → what it attacks (508.1k).

    What it attacks is None where the record doesn't say.
    """

    player: str
    attackers: dict[str, str | None]
    defending: dict[str, str]
    """Attacker → its defending player (508.5)."""
    controllers: dict[str, str] | None = Field(None, exclude_if=is_none)
    """Attacker → its controller, where a team attacks (805.10b); None: all are the player's."""


class BecameBlocking(OfType):
    """Each chosen creature still under the player's control is a blocking creature: blocker → attackers (509.1g).

    No attackers: as in `BlockersDeclared`.
    """

    blockers: dict[str, tuple[str, ...]]


class BecameBlocked(OfType):
    """These attackers became blocked creatures (509.1h), by blockers or, with `by_effect`, by an effect alone."""

    attackers: tuple[str, ...]
    by_effect: bool = False


class BecameUnblocked(OfType):
    """These attackers became unblocked creatures (509.1h), or are as they enter after the blocks (508.4d)."""

    attackers: tuple[str, ...]
    entering: bool = False


# --- triggers ------------------------------------------------------------------------------------------------------


class AbilityTriggered(OfType):
    """An ability triggered, `times` times (508.1m, 508.3, 509.1i, 509.3)."""

    source: str
    controller: str
    ability: str
    """The ability's text; of a keyword, its name."""
    concept: str
    times: int = 1
    about: tuple[str, ...] = ()
    """The creatures or players it triggered for, one for each time."""
    does: Instructions | None = None
    """What it does as it resolves; None where that isn't understood."""
    condition: Condition | None = None
    """Its intervening "if" (603.4)."""
    occasions: tuple[TriggerContext, ...] = ()
    """What it triggered for, one for each time, where it is known what it does."""


class TriggersPutOnStack(OfType):
    """What triggered is put onto the stack before the active player gets priority (508.2b, 509.2a)."""

    number: int


class PriorityReceived(OfType):
    """The active player gets priority (508.2, 509.2)."""

    player: str


# --- what may happen afterwards --------------------------------------------------------------------------------------


class DamageOrderAnnounced(OfType):
    """Damage assignment orders, and newcomers' places in them: creature → order (509.2, 509.3, 509.6, 509.7 until 2024-11-07)."""

    orders: dict[str, tuple[str, ...]]
    concept: str


RemovalReason = Literal[
    "left the battlefield",
    "changed controllers",
    "phased out",
    "stopped being a creature",
    "became a battle",
    "stopped being a planeswalker",
    "stopped being a battle",
    "an effect said so",
    "regenerated",
]


class RemovedFromCombat(OfType):
    """A permanent is removed from combat (506.4), and why.

    `role`: what it stops being. A creature that is also a planeswalker may stop being only one of the two (506.4d).
    """

    id: str
    role: Literal["all", "creature", "attacked"] = "all"
    reason: RemovalReason


class StoppedBlocking(OfType):
    """An effect made a creature stop blocking an attacker. It stays a blocking creature, even if it then blocks none."""

    blocker: str
    attacker: str


class BlockCaused(OfType):
    """An effect made a creature on the battlefield block an attacker (509.1g; 509.6 until 2024-11-07)."""

    blocker: str
    attacker: str
    placement: str | None = None
    """The rule concept that asks for its place in damage assignment orders; None: there are no orders."""


class PutOntoBattlefieldAttacking(OfType):
    """A creature that just entered is attacking, though it never attacked (508.4).

    `target` is None where what it would attack is gone and the edition doesn't keep it from attacking.
    """

    creature: str
    target: str | None
    defending: str


class StatedAttacking(OfType):
    """An effect states that a creature is attacking; it never attacked (508.4)."""

    creature: str
    target: str
    defending: str


class PutOntoBattlefieldBlocking(OfType):
    """A creature that just entered is blocking, though it never blocked (509.4; 509.7 until 2024-11-07).

    `attacker` is None where what it would block no longer attacks and the edition doesn't keep it from blocking.
    """

    creature: str
    attacker: str | None
    placement: str | None = None
    """The rule concept that asks for its place in damage assignment orders; None: there are no orders."""


class NeverEnteredCombat(OfType):
    """A creature entered, or was stated to be attacking, but is no attacking or blocking creature, and the rule that says so.

    `parts`: the reason, with references to permanents and players beside the words. Empty in journals written before it existed.
    """

    creature: str
    action: CombatAction
    concept: str
    reason: str
    parts: Parts = ()


class AttackReselected(OfType):
    """What an attacker attacks was reselected (508.7): it hasn't attacked a second time."""

    creature: str
    target: str
    defending: str
    meant: str | None = None
    """Whom abilities mean by "the defending player" (508.5), in editions where that isn't the new one."""


class StepsSkipped(OfType):
    """No creature attacks: the declare blockers and combat damage steps are skipped (508.8)."""


DeclarationEvent = (
    AttackersDeclared
    | AttackTargetsAnnounced
    | BlockersDeclared
    | RestrictionsChecked
    | RequirementsChecked
    | BandsAnnounced
    | AttackersTapped
    | OptionalCostsChosen
    | DeclarationStood
    | CostsLocked
    | ManaAbilityActivated
    | CostsPaid
    | BecameAttacking
    | BecameBlocking
    | BecameBlocked
    | BecameUnblocked
    | AbilityTriggered
    | TriggersPutOnStack
    | PriorityReceived
    | DamageOrderAnnounced
    | RemovedFromCombat
    | StoppedBlocking
    | BlockCaused
    | PutOntoBattlefieldAttacking
    | StatedAttacking
    | PutOntoBattlefieldBlocking
    | NeverEnteredCombat
    | AttackReselected
    | StepsSkipped
)
"""Any of these."""
