"""What abilities trigger on when attackers and blockers are declared (508.3, 509.3), and as combat damage is dealt, as data.

Names and fields of this module are the storage format of journals: change them with care.
"""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypeAliasType

from .filters import ANYTHING, Filter, Players, Recipients, Targets
from .model import OfKind, is_default


class Attacks(OfKind):
    """Whenever [a creature] attacks [a target]: once for each creature. `alone`: only if it attacks alone.

    `minimum_others`, `maximum_others`: only if so many `others` attack too. `apart`: they and it must attack different players.
    """

    creatures: Filter
    targets: Targets | None = None
    alone: bool = False
    others: Filter = ANYTHING
    minimum_others: int = 0
    maximum_others: int | None = None
    apart: bool = False


class SomeAttack(OfKind):
    """Whenever `minimum` or more creatures attack [a target]: once for all of them, or for each target that is attacked.

    `every`: only if all of these creatures do. `banded`: in a band, once for each band with so many of them.
    """

    creatures: Filter
    minimum: int = 1
    targets: Targets | None = None
    every: bool = False
    banded: bool = False


class IsAttacked(OfKind):
    """Whenever [a player, planeswalker or battle] is attacked: once for each of them."""

    targets: Targets


class PlayerAttacksWith(OfKind):
    """Whenever [a player] attacks [a target] with [creatures]: once if there are at least `minimum` of them (and at most
    `maximum`), or for each target that so many of them attack; None: once for each creature."""

    players: Players
    creatures: Filter
    minimum: int | None = 1
    maximum: int | None = None
    targets: Targets | None = None


class PlayerAttacks(OfKind):
    """Whenever [a player] attacks [another player]: once for each attacking player (and each player attacked)."""

    players: Players
    attacked: Players | None = None


class EntersAttacking(OfKind):
    """Whenever [a creature] enters attacking: it is put onto the battlefield attacking, and never attacked (508.4)."""

    creatures: Filter


class Exerts(OfKind):
    """Whenever [a creature] is exerted as it attacks.

    `linked`: "when you do", after the cost: it triggers for that cost alone, whatever else exerts the creature (701.43d, 607.2h).
    """

    creatures: Filter
    linked: bool = False


class Enlists(OfKind):
    """Whenever [a creature] enlists a creature."""

    creatures: Filter


class BecomesTapped(OfKind):
    """Whenever [a permanent] becomes tapped, e.g. by attacking."""

    permanents: Filter


class Blocks(OfKind):
    """Whenever [a creature] blocks (alone): once a combat for that creature."""

    creatures: Filter
    alone: bool = False


class BlocksCreature(OfKind):
    """Whenever [a creature] blocks a creature: once for each attacker."""

    creatures: Filter
    attackers: Filter = ANYTHING


class BlocksNumber(OfKind):
    """Whenever [a creature] blocks so many creatures."""

    creatures: Filter
    attackers: Filter = ANYTHING
    minimum: int
    maximum: int | None = None


class BecomesBlocked(OfKind):
    """Whenever [a creature] becomes blocked: once for that creature."""

    creatures: Filter


class BecomesBlockedBy(OfKind):
    """Whenever [a creature] becomes blocked by a creature: once for each blocker."""

    creatures: Filter
    blockers: Filter = ANYTHING


class BecomesBlockedByNumber(OfKind):
    """Whenever [a creature] becomes blocked by so many creatures."""

    creatures: Filter
    blockers: Filter = ANYTHING
    minimum: int
    maximum: int | None = None


class SomeBlock(OfKind):
    """Whenever `minimum` or more creatures block: once for all of them."""

    creatures: Filter
    minimum: int = 1


class SomeBecomeBlocked(OfKind):
    """Whenever `minimum` or more creatures become blocked: once for all of them."""

    creatures: Filter
    minimum: int = 1


class SomeArentBlocked(OfKind):
    """Whenever `minimum` or more creatures attack [a target] and aren't blocked: once for all of them, or for each target."""

    creatures: Filter
    minimum: int = 1
    targets: Targets | None = None


class IsntBlocked(OfKind):
    """Whenever [a creature] attacks [a target] and isn't blocked."""

    creatures: Filter
    targets: Targets | None = None


# --- trigger events as damage is dealt and after it (510.3a, 511.2, 603.6, 603.10) ---------------------------------------


class DealsDamage(OfKind):
    """Whenever [a source] deals (combat) damage [to a recipient]: once for each source and recipient; without recipients, once
    for each source, however many it deals damage to at once. `least`: so much damage or more."""

    sources: Filter
    recipients: Recipients | None = None
    combat: bool = False
    least: int = Field(0, exclude_if=is_default)


class SomeDealDamage(OfKind):
    """Whenever `minimum` or more sources deal (combat) damage to [a player]: once for each player, or for all permanents.

    `together`: once, however many of the players are dealt damage."""

    sources: Filter
    minimum: int = 1
    recipients: Recipients | None = None
    combat: bool = False
    together: bool = Field(False, exclude_if=is_default)


class IsDealtDamage(OfKind):
    """Whenever [a recipient] is dealt (combat) damage: once for each recipient, however many sources deal it at once. `least`: so
    much damage in all, or more."""

    recipients: Recipients
    combat: bool = False
    least: int = Field(0, exclude_if=is_default)


class SomeAreDealtDamage(OfKind):
    """Whenever `minimum` or more permanents are dealt (combat) damage: once for all of them."""

    permanents: Filter
    minimum: int = 1
    combat: bool = False


class Dies(OfKind):
    """Whenever [a permanent] dies, i.e. is put into a graveyard from the battlefield: once for each."""

    permanents: Filter


class SomeDie(OfKind):
    """Whenever `minimum` or more permanents die: once for all of them."""

    permanents: Filter
    minimum: int = 1


class Leaves(OfKind):
    """Whenever [a permanent] leaves the battlefield: once for each. `unless_dying`: "… without dying"."""

    permanents: Filter
    unless_dying: bool = False


class GainsLife(OfKind):
    """Whenever [a player] gains life: once for each event of gaining life."""

    players: Players


class LosesLife(OfKind):
    """Whenever [a player] loses life, as damage makes players do: once for each event."""

    players: Players


class LosesTheGame(OfKind):
    """Whenever [a player] loses the game."""

    players: Players


class CountersPut(OfKind):
    """Whenever counters of one name (None: of any) are put on [a permanent], as wither does: once for each permanent, or, with
    `each`, once for each counter."""

    permanents: Filter
    counter: str | None = None
    each: bool = False


class EndOfCombatBegins(OfKind):
    """At end of combat [on a player's turn]: as the end of combat step begins (511.2)."""

    turn_of: Players | None = None


DamageTriggerEvent = (
    DealsDamage
    | SomeDealDamage
    | IsDealtDamage
    | SomeAreDealtDamage
    | Dies
    | SomeDie
    | Leaves
    | GainsLife
    | LosesLife
    | LosesTheGame
    | CountersPut
    | EndOfCombatBegins
)
"""What happens as damage is dealt or after it, and by no declaration."""
TriggerEvent = TypeAliasType(
    "TriggerEvent",
    Annotated[
        Attacks
        | SomeAttack
        | IsAttacked
        | PlayerAttacksWith
        | PlayerAttacks
        | EntersAttacking
        | Exerts
        | Enlists
        | BecomesTapped
        | Blocks
        | BlocksCreature
        | BlocksNumber
        | BecomesBlocked
        | BecomesBlockedBy
        | BecomesBlockedByNumber
        | SomeBlock
        | SomeBecomeBlocked
        | SomeArentBlocked
        | IsntBlocked
        | DamageTriggerEvent,
        Field(discriminator="kind"),
    ],
)
