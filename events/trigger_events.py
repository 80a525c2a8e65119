"""What abilities trigger on when attackers and blockers are declared (508.3, 509.3), and as combat damage is dealt, as data.

Names and fields of this module are the storage format of journals: change them with care.
"""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from .filters import ANYTHING, Filter, Players, Recipients, Targets
from .model import Model, is_default


class Attacks(Model):
    """Whenever [a creature] attacks [a target]: once for each creature. `alone`: only if it attacks alone.

    `minimum_others`, `maximum_others`: only if so many `others` attack too. `apart`: they and it must attack different players.
    """

    kind: Literal["attacks"] = "attacks"
    creatures: Filter
    targets: Targets | None = None
    alone: bool = False
    others: Filter = ANYTHING
    minimum_others: int = 0
    maximum_others: int | None = None
    apart: bool = False


class SomeAttack(Model):
    """Whenever `minimum` or more creatures attack [a target]: once for all of them, or for each target that is attacked.

    `every`: only if all of these creatures do. `banded`: in a band, once for each band with so many of them.
    """

    kind: Literal["some_attack"] = "some_attack"
    creatures: Filter
    minimum: int = 1
    targets: Targets | None = None
    every: bool = False
    banded: bool = False


class IsAttacked(Model):
    """Whenever [a player, planeswalker or battle] is attacked: once for each of them."""

    kind: Literal["is_attacked"] = "is_attacked"
    targets: Targets


class PlayerAttacksWith(Model):
    """Whenever [a player] attacks [a target] with [creatures]: once if there are at least `minimum` of them (and at most
    `maximum`), or for each target that so many of them attack; None: once for each creature."""

    kind: Literal["player_attacks_with"] = "player_attacks_with"
    players: Players
    creatures: Filter
    minimum: int | None = 1
    maximum: int | None = None
    targets: Targets | None = None


class PlayerAttacks(Model):
    """Whenever [a player] attacks [another player]: once for each attacking player (and each player attacked)."""

    kind: Literal["player_attacks"] = "player_attacks"
    players: Players
    attacked: Players | None = None


class EntersAttacking(Model):
    """Whenever [a creature] enters attacking: it is put onto the battlefield attacking, and never attacked (508.4)."""

    kind: Literal["enters_attacking"] = "enters_attacking"
    creatures: Filter


class Exerts(Model):
    """Whenever [a creature] is exerted as it attacks."""

    kind: Literal["exerts"] = "exerts"
    creatures: Filter


class Enlists(Model):
    """Whenever [a creature] enlists a creature."""

    kind: Literal["enlists"] = "enlists"
    creatures: Filter


class BecomesTapped(Model):
    """Whenever [a permanent] becomes tapped, e.g. by attacking."""

    kind: Literal["becomes_tapped"] = "becomes_tapped"
    permanents: Filter


class Blocks(Model):
    """Whenever [a creature] blocks (alone): once a combat for that creature."""

    kind: Literal["blocks"] = "blocks"
    creatures: Filter
    alone: bool = False


class BlocksCreature(Model):
    """Whenever [a creature] blocks a creature: once for each attacker."""

    kind: Literal["blocks_creature"] = "blocks_creature"
    creatures: Filter
    attackers: Filter = ANYTHING


class BlocksNumber(Model):
    """Whenever [a creature] blocks so many creatures."""

    kind: Literal["blocks_number"] = "blocks_number"
    creatures: Filter
    attackers: Filter = ANYTHING
    minimum: int
    maximum: int | None = None


class BecomesBlocked(Model):
    """Whenever [a creature] becomes blocked: once for that creature."""

    kind: Literal["becomes_blocked"] = "becomes_blocked"
    creatures: Filter


class BecomesBlockedBy(Model):
    """Whenever [a creature] becomes blocked by a creature: once for each blocker."""

    kind: Literal["becomes_blocked_by"] = "becomes_blocked_by"
    creatures: Filter
    blockers: Filter = ANYTHING


class BecomesBlockedByNumber(Model):
    """Whenever [a creature] becomes blocked by so many creatures."""

    kind: Literal["becomes_blocked_by_number"] = "becomes_blocked_by_number"
    creatures: Filter
    blockers: Filter = ANYTHING
    minimum: int
    maximum: int | None = None


class SomeBlock(Model):
    """Whenever `minimum` or more creatures block: once for all of them."""

    kind: Literal["some_block"] = "some_block"
    creatures: Filter
    minimum: int = 1


class SomeBecomeBlocked(Model):
    """Whenever `minimum` or more creatures become blocked: once for all of them."""

    kind: Literal["some_become_blocked"] = "some_become_blocked"
    creatures: Filter
    minimum: int = 1


class SomeArentBlocked(Model):
    """Whenever `minimum` or more creatures attack [a target] and aren't blocked: once for all of them, or for each target."""

    kind: Literal["some_arent_blocked"] = "some_arent_blocked"
    creatures: Filter
    minimum: int = 1
    targets: Targets | None = None


class IsntBlocked(Model):
    """Whenever [a creature] attacks [a target] and isn't blocked."""

    kind: Literal["isnt_blocked"] = "isnt_blocked"
    creatures: Filter
    targets: Targets | None = None


# --- trigger events as damage is dealt and after it (510.3a, 511.2, 603.6, 603.10) ---------------------------------------


class DealsDamage(Model):
    """Whenever [a source] deals (combat) damage [to a recipient]: once for each source and recipient; without recipients, once
    for each source, however many it deals damage to at once. `least`: so much damage or more."""

    kind: Literal["deals_damage"] = "deals_damage"
    sources: Filter
    recipients: Recipients | None = None
    combat: bool = False
    least: int = Field(0, exclude_if=is_default)


class SomeDealDamage(Model):
    """Whenever `minimum` or more sources deal (combat) damage to [a player]: once for each player, or for all permanents.

    `together`: once, however many of the players are dealt damage."""

    kind: Literal["some_deal_damage"] = "some_deal_damage"
    sources: Filter
    minimum: int = 1
    recipients: Recipients | None = None
    combat: bool = False
    together: bool = Field(False, exclude_if=is_default)


class IsDealtDamage(Model):
    """Whenever [a recipient] is dealt (combat) damage: once for each recipient, however many sources deal it at once. `least`: so
    much damage in all, or more."""

    kind: Literal["is_dealt_damage"] = "is_dealt_damage"
    recipients: Recipients
    combat: bool = False
    least: int = Field(0, exclude_if=is_default)


class SomeAreDealtDamage(Model):
    """Whenever `minimum` or more permanents are dealt (combat) damage: once for all of them."""

    kind: Literal["some_are_dealt_damage"] = "some_are_dealt_damage"
    permanents: Filter
    minimum: int = 1
    combat: bool = False


class Dies(Model):
    """Whenever [a permanent] dies, i.e. is put into a graveyard from the battlefield: once for each."""

    kind: Literal["dies"] = "dies"
    permanents: Filter


class SomeDie(Model):
    """Whenever `minimum` or more permanents die: once for all of them."""

    kind: Literal["some_die"] = "some_die"
    permanents: Filter
    minimum: int = 1


class Leaves(Model):
    """Whenever [a permanent] leaves the battlefield: once for each. `unless_dying`: "… without dying"."""

    kind: Literal["leaves"] = "leaves"
    permanents: Filter
    unless_dying: bool = False


class GainsLife(Model):
    """Whenever [a player] gains life: once for each event of gaining life."""

    kind: Literal["gains_life"] = "gains_life"
    players: Players


class LosesLife(Model):
    """Whenever [a player] loses life, as damage makes players do: once for each event."""

    kind: Literal["loses_life"] = "loses_life"
    players: Players


class LosesTheGame(Model):
    """Whenever [a player] loses the game."""

    kind: Literal["loses_the_game"] = "loses_the_game"
    players: Players


class CountersPut(Model):
    """Whenever counters of one name (None: of any) are put on [a permanent], as wither does: once for each permanent, or, with
    `each`, once for each counter."""

    kind: Literal["counters_put"] = "counters_put"
    permanents: Filter
    counter: str | None = None
    each: bool = False


class EndOfCombatBegins(Model):
    """At end of combat [on a player's turn]: as the end of combat step begins (511.2)."""

    kind: Literal["end_of_combat_begins"] = "end_of_combat_begins"
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
