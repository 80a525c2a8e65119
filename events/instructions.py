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
from .model import Model, is_default, is_none

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


class PutsCounters(Model):
    """Put so many counters of a name on each of these permanents."""

    kind: Literal["puts_counters"] = "puts_counters"
    permanents: Filter
    counter: str
    number: Quantity = 1


class RemovesCounters(Model):
    """Remove so many counters of a name (None: of any, which is chosen) from each of these permanents; no number: all of them.

    `up_to`: or fewer.
    """

    kind: Literal["removes_counters"] = "removes_counters"
    permanents: Filter
    counter: str | None
    number: Quantity | None = 1
    up_to: bool = Field(False, exclude_if=is_default)


class PutsKindsOfCounters(Model):
    """Put one more counter of each kind that is on `of` (None: that was removed last) on each of these permanents: as many as are
    there (`as_many`), or of one kind, which is chosen."""

    kind: Literal["puts_kinds_of_counters"] = "puts_kinds_of_counters"
    permanents: Filter
    of: Filter | None = None
    as_many: bool = Field(False, exclude_if=is_default)
    chosen: bool = Field(False, exclude_if=is_default)


class DoublesCounters(Model):
    """Double the number of each kind of counter on each of these permanents (701.10e)."""

    kind: Literal["doubles_counters"] = "doubles_counters"
    permanents: Filter


class MovesCounters(Model):
    """Put the counters of a permanent, as it is or most recently was, on another one (122.5): of one name or (None) all of them.

    `number` None: as many as there are.
    """

    kind: Literal["moves_counters"] = "moves_counters"
    of: Filter
    on: Filter
    counter: str | None = None
    number: Quantity | None = None


class Taps(Model):
    """Tap these permanents."""

    kind: Literal["taps"] = "taps"
    permanents: Filter


class Untaps(Model):
    """Untap these permanents."""

    kind: Literal["untaps"] = "untaps"
    permanents: Filter


class Damages(Model):
    """A source, or each of several, deals so much damage to each of these recipients. `excess`: of what is dealt
    to a creature, the damage beyond what is lethal is dealt to its controller instead (120.4a)."""

    kind: Literal["damages"] = "damages"
    source: Filter = THIS
    recipients: Recipients
    amount: Quantity
    excess: bool = Field(False, exclude_if=is_default)


class DamagesTogether(Model):
    """Damage that is dealt at one time: "4 damage to any target and 3 damage to you"."""

    kind: Literal["damages_together"] = "damages_together"
    parts: tuple[Damages, ...]


class ChangesLife(Model):
    """Each of these players gains, or loses, so much life, or as much as it takes for the life total that it `becomes`."""

    kind: Literal["changes_life"] = "changes_life"
    players: Players
    gains: Quantity = 0
    loses: Quantity = 0
    becomes: Quantity | None = Field(None, exclude_if=is_none)


class ExchangesLife(Model):
    """You and this player exchange life totals (701.12c)."""

    kind: Literal["exchanges_life"] = "exchanges_life"
    players: Players


class GivesPoison(Model):
    """Each of these players gets so many poison counters."""

    kind: Literal["gives_poison"] = "gives_poison"
    players: Players
    number: Quantity = 1


class GivesCounters(Model):
    """Each of these players gets so many counters of a name, e.g. energy or experience."""

    kind: Literal["gives_counters"] = "gives_counters"
    players: Players
    counter: str
    number: Quantity = 1


class Moves(Model):
    """These permanents leave the battlefield: destroyed, sacrificed, exiled, returned to their owners' hands, or put into a
    library. `regenerable`: False for "they can't be regenerated".

    `until_it_leaves`: exiled until the permanent that the ability is of leaves the battlefield (610.3). `place`, `order`: where
    in a library.
    """

    kind: Literal["moves"] = "moves"
    permanents: Filter
    how: Literal["destroyed", "sacrificed", "exiled", "returned", "library"]
    regenerable: bool = True
    until_it_leaves: bool = Field(False, exclude_if=is_default)
    place: LibraryPlace | None = Field(None, exclude_if=is_none)
    order: LibraryOrder | None = Field(None, exclude_if=is_none)


class Sacrifices(Model):
    """Each of these players sacrifices so many of the matching permanents that they control, each choosing their own; None: any
    number. `how`: or exiles them, or returns them to their owners' hands."""

    kind: Literal["sacrifices"] = "sacrifices"
    players: Players
    permanents: Filter = ANYTHING
    number: Quantity | None = 1
    how: Literal["exiled", "returned"] | None = Field(None, exclude_if=is_default)


class MovesCards(Model):
    """Each of these players draws, discards or mills so many cards. Only the number of the cards is known."""

    kind: Literal["moves_cards"] = "moves_cards"
    players: Players
    what: Literal["draw", "discard", "mill"]
    number: Quantity = 1


class TurnsUpCards(Model):
    """So many cards from the top of the library of each of these players are looked at or revealed (`to` "library": they stay
    there), exiled or milled. Later instructions mean them by `IsTurnedUp`.

    `until`: cards are turned up one after the other until one matches; `number` doesn't count then.
    """

    kind: Literal["turns_up_cards"] = "turns_up_cards"
    players: Players
    number: Quantity = 1
    to: Zone = "library"
    until: Filter | None = Field(None, exclude_if=is_default)


class RemovesFromCombat(Model):
    """Remove these creatures from combat."""

    kind: Literal["removes_from_combat"] = "removes_from_combat"
    permanents: Filter


class BecomesUnblocked(Model):
    """The attackers that became blocked by these creatures only, and by no other in this combat, become unblocked (509.1h)."""

    kind: Literal["becomes_unblocked"] = "becomes_unblocked"
    blockers: Filter


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


class TakesDesignation(Model):
    """This player gets a designation that one player at most has: `monarch` or `initiative`."""

    kind: Literal["takes_designation"] = "takes_designation"
    players: Players
    designation: str


class DecidesTheGame(Model):
    """These players win, or lose, the game (104.2b, 104.3e)."""

    kind: Literal["decides_the_game"] = "decides_the_game"
    players: Players
    how: Literal["win", "lose"]


class Pays(Model):
    """The ability's controller, or `by`, pays mana (in symbols), life or energy. What follows is done only if it is paid.

    With {X} among the symbols, that player chooses what X is: `least` or more.
    """

    kind: Literal["pays"] = "pays"
    mana: str = ""
    life: Quantity = 0
    energy: Quantity = Field(0, exclude_if=is_default)
    by: Players | None = Field(None, exclude_if=is_default)
    least: int = Field(0, exclude_if=is_default)
    repeatedly: bool = Field(False, exclude_if=is_default)
    """As many times as the player chooses: X times."""


class PutsOntoBattlefield(Model):
    """Put these cards of that zone onto the battlefield, under the control of these players (None: of their owners).

    `attacking`: they enter attacking what the ability's source attacks (True), or the player that the ability is about.
    `counters`: they enter with these. `face`: with the other face up, or face down.
    """

    kind: Literal["puts_onto_battlefield"] = "puts_onto_battlefield"
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


class PutsCards(Model):
    """Put these cards of that zone into another zone of their owners; `place`, `order`: where in a library."""

    kind: Literal["puts_cards"] = "puts_cards"
    cards: Filter
    zone: Zone = "graveyard"
    to: Literal["hand", "graveyard", "exile", "library"]
    place: LibraryPlace | None = Field(None, exclude_if=is_none)
    order: LibraryOrder | None = Field(None, exclude_if=is_none)


class GainsControl(Model):
    """One of these players gains control of these permanents, by default indefinitely.

    `as_long_as`: for as long as that is so, where "you" is that player (611.2b).
    """

    kind: Literal["gains_control"] = "gains_control"
    permanents: Filter
    players: Players
    until: Literal["end of turn", "end of combat", "your next turn", "end of your next turn"] | None = Field(
        None, exclude_if=is_default
    )
    as_long_as: Condition | None = Field(None, exclude_if=is_none)


class ExchangesControl(Model):
    """The controllers of these two permanents are exchanged (701.12b)."""

    kind: Literal["exchanges_control"] = "exchanges_control"
    permanents: Filter


class Attaches(Model):
    """Attach these permanents to another one (701.3); None: unattach them (701.3d)."""

    kind: Literal["attaches"] = "attaches"
    permanents: Filter
    to: Filter | None


class AddsCombat(Model):
    """After this phase, there is an additional combat phase (500.8)."""

    kind: Literal["adds_combat"] = "adds_combat"


class TakesExtraTurn(Model):
    """These players take an extra turn after this one (500.7)."""

    kind: Literal["takes_extra_turn"] = "takes_extra_turn"
    players: Players


class Skips(Model):
    """These players skip their next turn, untap step or combat phase (500.11, 614.10)."""

    kind: Literal["skips"] = "skips"
    players: Players
    what: Skippable


class AddsMana(Model):
    """Add mana, in symbols or as "mana of any color"; `number`: so many times, where that is counted."""

    kind: Literal["adds_mana"] = "adds_mana"
    mana: str
    number: Quantity | None = Field(None, exclude_if=is_none)


class Connives(Model):
    """These permanents connive (701.50): their controllers draw and discard so many cards, and each gets a +1/+1 counter for each
    nonland card that was discarded."""

    kind: Literal["connives"] = "connives"
    permanents: Filter
    number: Quantity = 1


class RollsDice(Model):
    """Roll so many dice with so many sides (706): the sum of the results is what "the result" means."""

    kind: Literal["rolls_dice"] = "rolls_dice"
    sides: int
    number: int = 1


class Chooses(Model):
    """These permanents are chosen, and nothing is done to them: "those" from then on."""

    kind: Literal["chooses"] = "chooses"
    permanents: Filter


class RevealsCards(Model):
    """These cards of a hand are revealed: they are what was turned up last (`IsTurnedUp`)."""

    kind: Literal["reveals_cards"] = "reveals_cards"
    cards: Filter


class ChoosesType(Model):
    """The ability's controller chooses a creature type, other than these."""

    kind: Literal["chooses_type"] = "chooses_type"
    but: tuple[str, ...] = Field((), exclude_if=is_default)


class Votes(Model):
    """Each of these players votes (701.38), in turn order from the ability's controller on: for one of the `options`, or of these
    permanents."""

    kind: Literal["votes"] = "votes"
    players: Players
    options: tuple[str, ...] = ()
    permanents: Filter | None = None


class Transforms(Model):
    """These permanents transform (701.27), convert, or are turned face up: each becomes its other face."""

    kind: Literal["transforms"] = "transforms"
    permanents: Filter


class Manifests(Model):
    """So many cards from the top of the library of each of these players enter face down under the control of the ability's
    controller: they are manifested (701.40), or cloaked (701.58).

    `dread`: one of the top two, and the other one goes to the graveyard (701.62).
    """

    kind: Literal["manifests"] = "manifests"
    players: Players
    number: Quantity = 1
    dread: bool = False
    cloaked: bool = False


class Explores(Model):
    """These permanents explore (701.44): each one's controller reveals the top card of the library, and puts it into the hand if
    it is a land card; otherwise the permanent gets a +1/+1 counter, and the card may go to the graveyard."""

    kind: Literal["explores"] = "explores"
    permanents: Filter


class CollectsEvidence(Model):
    """The ability's controller exiles cards of that total mana value or more from the graveyard (701.59)."""

    kind: Literal["collects_evidence"] = "collects_evidence"
    number: int


class PhasesOut(Model):
    """These permanents phase out (702.26)."""

    kind: Literal["phases_out"] = "phases_out"
    permanents: Filter


class Proliferates(Model):
    """Choose any number of permanents and players that have counters: each gets one more of each kind (701.34)."""

    kind: Literal["proliferates"] = "proliferates"


class OffBoard(Model):
    """Something that changes no permanent, no life total and no number of cards, e.g. "scry 1": its words."""

    kind: Literal["elsewhere"] = "elsewhere"
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
