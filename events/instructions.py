"""What a triggered ability tells to be done as it resolves (608.2), as data: the instructions that name no abilities.

Those that do, and those that hold others, stand in `abilities`. In an instruction `Is(role="subject")` is what the ability
triggered for ("it"), `Is(role="other")` the other creature of what set it off ("that creature"), `IsTarget` a target, and
`Players(who="chosen")` "that player" or the player that is a target. What of it is done, and to whom, is told in
`handlers/resolution`.

Names and fields of this module are the storage format of journals: change them with care.
"""

from __future__ import annotations

from typing import Literal

from .filters import ANYTHING, THIS, Filter, Players, Quantity, Recipients
from .model import Model


class Occasion(Model):
    """What an ability triggered for: the permanent it is about, the other one, "that player", the defending player, and how much
    damage or life it was ("that much")."""

    subject: str | None = None
    other: str | None = None
    player: str | None = None
    defending: str | None = None
    amount: int = 0


class Target(Model):
    """So many targets, chosen as the ability is put on the stack (603.3d): permanents that match, or players.

    `maximum` None: any number. `opponents`: only opponents of the ability's controller, among the players.
    """

    permanents: Filter | None = None
    players: bool = False
    opponents: bool = False
    minimum: int = 1
    maximum: int | None = 1


class PutsCounters(Model):
    """Put so many counters of a name on each of these permanents."""

    kind: Literal["puts_counters"] = "puts_counters"
    permanents: Filter
    counter: str
    number: Quantity = 1


class RemovesCounters(Model):
    """Remove so many counters of a name from each of these permanents; None: all of them."""

    kind: Literal["removes_counters"] = "removes_counters"
    permanents: Filter
    counter: str
    number: Quantity | None = 1


class Taps(Model):
    """Tap these permanents."""

    kind: Literal["taps"] = "taps"
    permanents: Filter


class Untaps(Model):
    """Untap these permanents."""

    kind: Literal["untaps"] = "untaps"
    permanents: Filter


class Damages(Model):
    """A source deals so much damage to each of these recipients."""

    kind: Literal["damages"] = "damages"
    source: Filter = THIS
    recipients: Recipients
    amount: Quantity


class ChangesLife(Model):
    """Each of these players gains, or loses, so much life."""

    kind: Literal["changes_life"] = "changes_life"
    players: Players
    gains: Quantity = 0
    loses: Quantity = 0


class GivesPoison(Model):
    """Each of these players gets so many poison counters."""

    kind: Literal["gives_poison"] = "gives_poison"
    players: Players
    number: Quantity = 1


class Moves(Model):
    """These permanents leave the battlefield: destroyed, sacrificed, exiled, returned to their owners' hands, or put into a
    library. `regenerable`: False for "they can't be regenerated"."""

    kind: Literal["moves"] = "moves"
    permanents: Filter
    how: Literal["destroyed", "sacrificed", "exiled", "returned", "library"]
    regenerable: bool = True


class Sacrifices(Model):
    """Each of these players sacrifices so many of the matching permanents, each choosing their own."""

    kind: Literal["sacrifices"] = "sacrifices"
    players: Players
    permanents: Filter = ANYTHING
    number: Quantity = 1


class MovesCards(Model):
    """Each of these players draws, discards or mills so many cards: of cards nothing is known but their number."""

    kind: Literal["moves_cards"] = "moves_cards"
    players: Players
    what: Literal["draw", "discard", "mill"]
    number: Quantity = 1


class RemovesFromCombat(Model):
    """Remove these creatures from combat."""

    kind: Literal["removes_from_combat"] = "removes_from_combat"
    permanents: Filter


class Fights(Model):
    """Two creatures fight: each deals damage equal to its power to the other (701.14)."""

    kind: Literal["fights"] = "fights"
    creature: Filter
    other: Filter


class Designating(Model):
    """These permanents get a designation, e.g. renowned (702.112)."""

    kind: Literal["designating"] = "designating"
    permanents: Filter
    designation: str


class Pays(Model):
    """The ability's controller pays mana (in symbols) or life: what follows is done only if it is paid."""

    kind: Literal["pays"] = "pays"
    mana: str = ""
    life: Quantity = 0


class Elsewhere(Model):
    """What is done to no permanent, no player's life and no number of cards: "scry 1". The words."""

    kind: Literal["elsewhere"] = "elsewhere"
    text: str


PlainInstruction = (
    PutsCounters
    | RemovesCounters
    | Taps
    | Untaps
    | Damages
    | ChangesLife
    | GivesPoison
    | Moves
    | Sacrifices
    | MovesCards
    | RemovesFromCombat
    | Fights
    | Designating
    | Pays
    | Elsewhere
)
