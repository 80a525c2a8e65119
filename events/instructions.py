"""What is done as a triggered ability resolves (608.2), as data: the instructions that hold no abilities and no other
instructions.

Those that do stand in `events/abilities/abilities.py`. In an instruction `Is(role="subject")` is what the ability triggered for
("it"), `Is(role="other")` the other creature of the event that set it off ("that creature"), `IsTarget` a target, and
`Players(who="chosen")` "that player" or a player who is a target. `handlers/resolution` carries instructions out.

Names and fields of this module are the storage format of journals: change them with care.
"""

from typing import Literal

from pydantic import Field

from .filters import (
    ANYTHING,
    THIS,
    Cards,
    Condition,
    Filter,
    LibraryOrder,
    LibraryPlace,
    Players,
    Quantity,
    Recipients,
    Zone,
)
from .model import Model, OfKind, is_default, is_none

Skippable = Literal["turn", "untap step", "combat phase"]


class TriggerContext(Model):
    """What an ability triggered for: the permanent that it is about, the other one, "that player", the defending player, and how
    much damage or life it was ("that much")."""

    subject: str | None = None
    other: str | None = None
    player: str | None = None
    defending: str | None = None
    amount: int = 0
    group: tuple[str, ...] = Field((), exclude_if=is_default)
    """The creatures that triggered it together: "those creatures"."""
    transformed: bool = Field(False, exclude_if=is_default)
    """What the ability is of has transformed since it was put onto the stack or, if it is delayed, created (701.27f)."""


class Target(Model):
    """So many targets, chosen as the ability is put on the stack (603.3d): permanents that match, or players.

    `maximum` None: any number. `opponents`: only opponents of the ability's controller, among the players. `cards`: cards in
    another zone instead. `divided`: how much damage, or how many counters, are divided among them as they are chosen (601.2d).
    `number`: distinguishes targets that are described alike. `other`: a target that was chosen before can't be chosen again.
    `up_to`: the maximum, where the text gives no number. `each_of`: `minimum` to `maximum` for each of these players, among the
    permanents that the player controls. `by`: another player chooses. `random`: nobody chooses. `apart`: no two of the permanents
    are controlled by one player.
    """

    permanents: Filter | None = None
    cards: Cards | None = Field(None, exclude_if=is_default)
    divided: Quantity = Field(0, exclude_if=is_default)
    players: bool = False
    opponents: bool = False
    minimum: int = 1
    maximum: int | None = 1
    number: int = Field(0, exclude_if=is_default)
    other: bool = Field(False, exclude_if=is_default)
    up_to: Quantity | None = Field(None, exclude_if=is_default)
    each_of: Players | None = Field(None, exclude_if=is_default)
    by: Players | None = Field(None, exclude_if=is_default)
    random: bool = Field(False, exclude_if=is_default)
    apart: bool = Field(False, exclude_if=is_default)

    @property
    def only_players(self) -> bool:
        """Whether nothing but a player can be chosen for it: whom "that player" means after it."""
        return self.players and self.permanents is None and self.cards is None


class PutsCounters(OfKind):
    """Put so many counters of a name on each of these permanents."""

    permanents: Filter
    counter: str
    number: Quantity = 1


class RemovesCounters(OfKind):
    """Remove so many counters of a name (None: of any, which is chosen) from each of these permanents; no number: all of them.

    `up_to`: or fewer.
    """

    permanents: Filter
    counter: str | None
    number: Quantity | None = 1
    up_to: bool = Field(False, exclude_if=is_default)


class PutsKindsOfCounters(OfKind):
    """Put one more counter of each kind that is on `of` (None: that was removed last) on each of these permanents: as many as are
    there (`as_many`), or of one kind, which is chosen."""

    permanents: Filter
    of: Filter | None = None
    as_many: bool = Field(False, exclude_if=is_default)
    chosen: bool = Field(False, exclude_if=is_default)


class DoublesCounters(OfKind):
    """Double the number of each kind of counter on each of these permanents (701.10e)."""

    permanents: Filter


class MovesCounters(OfKind):
    """Put the counters of a permanent, as it is or most recently was, on another one (122.5): of one name or (None) all of them.

    `number` None: as many as there are.
    """

    of: Filter
    on: Filter
    counter: str | None = None
    number: Quantity | None = None


class Taps(OfKind):
    """Tap these permanents."""

    permanents: Filter


class Untaps(OfKind):
    """Untap these permanents."""

    permanents: Filter


class Damages(OfKind):
    """A source, or each of several, deals so much damage to each of these recipients. `excess`: of what is dealt
    to a creature, the damage beyond what is lethal is dealt to its controller instead (120.4a)."""

    source: Filter = THIS
    recipients: Recipients
    amount: Quantity
    excess: bool = Field(False, exclude_if=is_default)


class DamagesTogether(OfKind):
    """Damage that is dealt at one time: "4 damage to any target and 3 damage to you"."""

    parts: tuple[Damages, ...]


class ChangesLife(OfKind):
    """Each of these players gains, or loses, so much life, or as much as it takes for the life total that it `becomes`."""

    players: Players
    gains: Quantity = 0
    loses: Quantity = 0
    becomes: Quantity | None = Field(None, exclude_if=is_none)


class ExchangesLife(OfKind):
    """You and this player exchange life totals (701.12c)."""

    players: Players


class GivesPoison(OfKind):
    """Each of these players gets so many poison counters."""

    players: Players
    number: Quantity = 1


class GivesCounters(OfKind):
    """Each of these players gets so many counters of a name, e.g. energy or experience."""

    players: Players
    counter: str
    number: Quantity = 1


class Moves(OfKind):
    """These permanents leave the battlefield: destroyed, sacrificed, exiled, returned to their owners' hands, or put into a
    library. `regenerable`: False for "they can't be regenerated".

    `until_it_leaves`: exiled until the permanent that the ability is of leaves the battlefield (610.3). `place`, `order`: where
    in a library.
    """

    permanents: Filter
    how: Literal["destroyed", "sacrificed", "exiled", "returned", "library"]
    regenerable: bool = True
    until_it_leaves: bool = Field(False, exclude_if=is_default)
    place: LibraryPlace | None = Field(None, exclude_if=is_none)
    order: LibraryOrder | None = Field(None, exclude_if=is_none)


class Sacrifices(OfKind):
    """Each of these players sacrifices so many of the matching permanents that they control, each choosing their own; None: any
    number. `how`: or exiles them, or returns them to their owners' hands."""

    players: Players
    permanents: Filter = ANYTHING
    number: Quantity | None = 1
    how: Literal["exiled", "returned"] | None = Field(None, exclude_if=is_default)


class MovesCards(OfKind):
    """Each of these players draws, discards or mills so many cards. Only the number of the cards is known."""

    players: Players
    what: Literal["draw", "discard", "mill"]
    number: Quantity = 1


class TurnsUpCards(OfKind):
    """So many cards from the top of the library of each of these players are looked at or revealed (`to` "library": they stay
    there), exiled or milled. Later instructions mean them by `IsTurnedUp`.

    `until`: cards are turned up one after the other until one matches; `number` doesn't count then.
    """

    players: Players
    number: Quantity = 1
    to: Zone = "library"
    until: Filter | None = Field(None, exclude_if=is_default)


class RemovesFromCombat(OfKind):
    """Remove these creatures from combat."""

    permanents: Filter


class BecomesUnblocked(OfKind):
    """The attackers that became blocked by these creatures only, and by no other in this combat, become unblocked (509.1h)."""

    blockers: Filter


class Fights(OfKind):
    """Two creatures fight: each deals damage equal to its power to the other (701.14)."""

    creature: Filter
    other: Filter


class Designating(OfKind):
    """These permanents get a designation, e.g. renowned (702.112)."""

    permanents: Filter
    designation: str


class TakesDesignation(OfKind):
    """This player gets a designation that one player at most has: `monarch` or `initiative`."""

    players: Players
    designation: str


class DecidesTheGame(OfKind):
    """These players win, or lose, the game (104.2b, 104.3e)."""

    players: Players
    how: Literal["win", "lose"]


class Pays(OfKind):
    """The ability's controller, or `by`, pays mana (in symbols), life or energy. What follows is done only if it is paid.

    With {X} among the symbols, that player chooses what X is: `least` or more.
    """

    mana: str = ""
    life: Quantity = 0
    energy: Quantity = Field(0, exclude_if=is_default)
    by: Players | None = Field(None, exclude_if=is_default)
    least: int = Field(0, exclude_if=is_default)
    repeatedly: bool = Field(False, exclude_if=is_default)
    """As many times as the player chooses: X times."""


class PutsOntoBattlefield(OfKind):
    """Put these cards of that zone onto the battlefield, under the control of these players (None: of their owners).

    `attacking`: they enter attacking what the ability's source attacks (True), or the player that the ability is about.
    `counters`: they enter with these. `face`: with the other face up, or face down.
    """

    cards: Filter
    zone: Zone = "graveyard"
    players: Players | None = None
    tapped: bool = False
    attacking: bool | Literal["that player"] = False
    or_planeswalker: bool = Field(False, exclude_if=is_default)
    """It may attack a planeswalker of that player instead, as is chosen when it enters (508.4)."""
    blocking: Filter | None = Field(None, exclude_if=is_default)
    """The attacker that it enters blocking (509.4)."""
    counters: dict[str, int] = Field(default_factory=dict)
    face: Literal["transformed", "face down"] | None = Field(None, exclude_if=is_default)
    attached_to: Filter | None = Field(None, exclude_if=is_default)
    """The permanent that Equipment enters attached to (303.4f, 701.3)."""

    def __hash__(self) -> int:
        return hash((self.cards, self.zone, self.players, *sorted(self.counters.items())))


class PutsCards(OfKind):
    """Put these cards of that zone into another zone of their owners; `place`, `order`: where in a library."""

    cards: Filter
    zone: Zone = "graveyard"
    to: Literal["hand", "graveyard", "exile", "library"]
    place: LibraryPlace | None = Field(None, exclude_if=is_none)
    order: LibraryOrder | None = Field(None, exclude_if=is_none)


class GainsControl(OfKind):
    """One of these players gains control of these permanents, by default indefinitely.

    `as_long_as`: for as long as that is so, where "you" is that player (611.2b).
    """

    permanents: Filter
    players: Players
    until: Literal["end of turn", "end of combat", "your next turn", "end of your next turn"] | None = Field(
        None, exclude_if=is_default
    )
    as_long_as: Condition | None = Field(None, exclude_if=is_none)


class ExchangesControl(OfKind):
    """The controllers of these two permanents are exchanged (701.12b)."""

    permanents: Filter


class Attaches(OfKind):
    """Attach these permanents to another one (701.3); None: unattach them (701.3d)."""

    permanents: Filter
    to: Filter | None


class AddsCombat(OfKind):
    """After this phase, there is an additional combat phase (500.8)."""


class TakesExtraTurn(OfKind):
    """These players take an extra turn after this one (500.7)."""

    players: Players


class Skips(OfKind):
    """These players skip their next turn, untap step or combat phase (500.11, 614.10)."""

    players: Players
    what: Skippable


class AddsMana(OfKind):
    """Add mana, in symbols or as "mana of any color"; `number`: so many times, where that is counted."""

    mana: str
    number: Quantity | None = Field(None, exclude_if=is_none)


class Connives(OfKind):
    """These permanents connive (701.50): their controllers draw and discard so many cards, and each gets a +1/+1 counter for each
    nonland card that was discarded."""

    permanents: Filter
    number: Quantity = 1


class RollsDice(OfKind):
    """Roll so many dice with so many sides (706): the sum of the results is what "the result" means."""

    sides: int
    number: int = 1


class Chooses(OfKind):
    """These permanents are chosen, and nothing is done to them: "those" from then on."""

    permanents: Filter


class RevealsCards(OfKind):
    """These cards of a hand are revealed: they are what was turned up last (`IsTurnedUp`)."""

    cards: Filter


class ChoosesType(OfKind):
    """The ability's controller chooses a creature type, other than these."""

    but: tuple[str, ...] = Field((), exclude_if=is_default)


class Votes(OfKind):
    """Each of these players votes (701.38), in turn order from the ability's controller on: for one of the `options`, or of these
    permanents."""

    players: Players
    options: tuple[str, ...] = ()
    permanents: Filter | None = None


class Transforms(OfKind):
    """These permanents transform (701.27), convert, or are turned face up: each becomes its other face."""

    permanents: Filter


class Manifests(OfKind):
    """So many cards from the top of the library of each of these players enter face down under the control of the ability's
    controller: they are manifested (701.40), or cloaked (701.58).

    `dread`: one of the top two, and the other one goes to the graveyard (701.62).
    """

    players: Players
    number: Quantity = 1
    dread: bool = False
    cloaked: bool = False


class Explores(OfKind):
    """These permanents explore (701.44): each one's controller reveals the top card of the library, and puts it into the hand if
    it is a land card; otherwise the permanent gets a +1/+1 counter, and the card may go to the graveyard."""

    permanents: Filter


class CollectsEvidence(OfKind):
    """The ability's controller exiles cards of that total mana value or more from the graveyard (701.59)."""

    number: int


class PhasesOut(OfKind):
    """These permanents phase out (702.26)."""

    permanents: Filter


class Proliferates(OfKind):
    """Choose any number of permanents and players that have counters: each gets one more of each kind (701.34)."""


class OffBoard(OfKind, kind="elsewhere"):
    """Something that changes no permanent, no life total and no number of cards, e.g. "scry 1": its words."""

    text: str


PlainInstruction = (
    PutsCounters
    | RemovesCounters
    | ExchangesLife
    | DoublesCounters
    | PutsKindsOfCounters
    | MovesCounters
    | Taps
    | Untaps
    | Damages
    | DamagesTogether
    | ChangesLife
    | GivesPoison
    | Moves
    | Sacrifices
    | MovesCards
    | TurnsUpCards
    | RemovesFromCombat
    | BecomesUnblocked
    | Fights
    | Designating
    | TakesDesignation
    | DecidesTheGame
    | Pays
    | GivesCounters
    | PutsOntoBattlefield
    | PutsCards
    | GainsControl
    | ExchangesControl
    | Attaches
    | AddsCombat
    | TakesExtraTurn
    | Skips
    | AddsMana
    | Connives
    | RollsDice
    | Chooses
    | RevealsCards
    | ChoosesType
    | Votes
    | Transforms
    | Manifests
    | Explores
    | CollectsEvidence
    | PhasesOut
    | Proliferates
    | OffBoard
)
