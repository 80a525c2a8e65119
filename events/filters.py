"""What abilities speak of: players and targets, quantities, filters and conditions, as data.

They are relative to an ability's *source* (the permanent that has it) and to *you* (its controller). In a comparison of an
attacker with a blocker, both roles are known as well. `handlers/view` evaluates them on a board. They stand in one module because
they hold each other: a filter compares with a quantity, a quantity counts what matches a filter, players are those of whom a
condition holds.

Names and fields of this module are the storage format of journals: change them with care.
"""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from .model import Model, OfKind, is_default, is_none

Color = Literal["W", "U", "B", "R", "G"]
Comparison = Literal["<", "<=", "=", ">=", ">"]
Role = (
    Literal["source", "host", "subject", "other", "attacker", "blocker", "itself", "sacrificed", "each"]
    | Annotated[str, Field(pattern=r"^\[[^\[\]]+\]$")]
)
"""Which permanent is meant: the one with the ability (`source`), what that is attached to (`host`), the creature that the ability
is about (`subject`), the other creature of the event that triggered it (`other`), one side of an attacker-blocker pair, in a
filter the permanent that is being matched (`itself`), the one that was sacrificed as the ability resolves, the one for which
something is done in "for each creature, …" (`each`), or the one whose id stands in brackets."""


def role_named_by(part: Model) -> Role | None:
    """The role that a part of an ability names itself: what is in it may name others."""
    named = (getattr(part, name, None) for name in ("role", "of", "other"))
    return next((role for role in named if isinstance(role, str)), None)


# --- players -------------------------------------------------------------------------------------------------------


class Players(Model):
    """Some of the players: relative to you, or by id.

    `defending` is the defending player of the attack in question (rule concept `attack.defending_player`), `enchanted`
    the player the source is attached to, `host controller` the controller of the permanent that it is attached to, `controller`
    the controller of the creature that the ability is about, `owner` its owner, `attacked before` those it attacked earlier in
    the turn, `attacked this combat` those whom you attacked with a creature this combat, `others` every player but you,
    `team` you and your teammates, `most life` whoever has the most life or is tied for it. `monarch` is a designation, and
    `chosen` was chosen by somebody,
    e.g. as a target: no board states who. `chosen before`: by another ability, as the source entered;
    a fact states who. `each` is the player for whom something is done ("for each opponent, …"), or who does
    it ("each player loses half their life"), `other opponents` your opponents but the player that the ability is about.

    `where` narrows them to those of whom it holds, each taken as the defending player in it: "who controls a Swamp".
    `of`: whose controllers or owners are meant, where that isn't the creature that the ability is about. `picked`: one of them,
    whom the ability's controller chooses as it resolves, or who is chosen at random. `number`: which target a player who was
    `chosen` is, where several players are targets.
    """

    who: Literal[
        "any",
        "you",
        "opponents",
        "others",
        "team",
        "defending",
        "active",
        "enchanted",
        "controller",
        "host controller",
        "owner",
        "attacked before",
        "attacked this combat",
        "most life",
        "monarch",
        "chosen",
        "chosen before",
        "each",
        "other opponents",
        "named",
        "except_named",
    ]
    ids: tuple[str, ...] = ()
    where: "Condition | None" = None
    of: "Filter | None" = Field(None, exclude_if=is_default)
    picked: Literal["by you", "at random"] | None = Field(None, exclude_if=is_default)
    number: int = Field(0, exclude_if=is_default)

    @property
    def several(self) -> bool:
        """Whether there may be several of them, each of whom is asked or does it."""
        return self.picked is None and self.who in ("any", "opponents", "others", "other opponents", "attacked this combat")


class Targets(Model):
    """What is attacked: a player, a planeswalker by its controller, a battle by its protector. None: nothing of that kind."""

    players: Players | None = None
    planeswalkers: Players | None = None
    battles: Players | None = None
    permanents: "Filter | None" = None
    """Narrows the planeswalkers and battles, e.g. to "this planeswalker"."""
    together: bool = False
    """ "One or more players are attacked": this counts once, however many of them are attacked."""


class Recipients(Model):
    """To whom damage is dealt: players, permanents that match, or what a creature is attacking. None: nothing of that kind."""

    players: Players | None = None
    permanents: "Filter | None" = None
    attacked_by: "Filter | None" = Field(None, exclude_if=is_default)
    spares_battles: bool = Field(False, exclude_if=is_default)
    """Whether a battle that the creature is attacking is not meant."""


# --- quantities ----------------------------------------------------------------------------------------------------


Zone = Literal["graveyard", "hand", "library", "exile"]
LibraryPlace = int | Literal["bottom", "top or bottom", "shuffled"]
"""Where in a library something is put: so many from the top (1: on top), on the bottom, on either as its owner chooses, or
shuffled into it."""
LibraryOrder = Literal["any", "random"]
"""In which order several cards are put there: in any that is chosen, or at random."""


Characteristic = Literal["power", "toughness", "mana_value", "base_power", "base_toughness"]
"""A number of a permanent; base power and toughness are those after 613.4b, without what changes them afterwards."""


class CharacteristicOf(OfKind, kind="characteristic"):
    """A number of one permanent, e.g. the source's power."""

    characteristic: Characteristic
    of: Role


class CountersOn(OfKind, kind="counters"):
    """How many counters are on a permanent, of one name or (None) of all."""

    of: Role
    counter: str | None = None


class CountOf(OfKind, kind="count"):
    """How many permanents on the battlefield match."""

    filter: "Filter"


class MostControlled(OfKind):
    """How many such permanents the player controls who controls the most of them."""

    filter: "Filter"


class Extremum(OfKind, kind="greatest_power"):
    """The greatest power (or other characteristic) among matching permanents, or the least (0 where there is none)."""

    filter: "Filter"
    characteristic: Literal["power", "toughness", "mana_value"] = "power"
    least: bool = Field(False, exclude_if=is_default)


Differing = Literal["power", "toughness", "mana_value", "name"]


class DifferentPowers(OfKind):
    """How many different powers there are among matching permanents (coven), or how many different
    ones `of` something else."""

    filter: "Filter"
    of: Literal["toughness", "mana_value", "name"] | None = Field(None, exclude_if=is_none)


Tallied = Literal["cards discarded", "cards drawn", "life gained", "life lost", "creatures died", "permanents sacrificed"]
"""What happens in a turn and is added to a number that was stated. A creature that died counts for its controller."""


class UnstatedNumber(OfKind):
    """A number that no board states, such as an X that somebody chose. Where a ruling depends on it, the case is declined.

    `counted`: what these players (None: you) did since the number was stated; the record adds it to the number.
    """

    fact: str
    counted: Tallied | None = Field(None, exclude_if=is_default)
    players: Players | None = Field(None, exclude_if=is_default)


class HappenedSoOften(OfKind):
    """How often something happened to these players this turn, as far as the record shows."""

    what: Tallied
    players: Players


class DiedThisTurn(OfKind):
    """How many creatures died this turn that matched as they most recently were, as far as the record shows."""

    filter: "Filter"


class PlayerTotal(OfKind):
    """Life, cards in hand, cards in graveyard or poison counters: summed over the players meant, or the least or greatest."""

    what: Literal["life", "hand", "graveyard", "poison"]
    players: Players
    over: Literal["sum", "least", "greatest"] = "sum"


class TotalPower(OfKind):
    """The sum of the powers of matching permanents, or of another of their numbers."""

    filter: "Filter"
    characteristic: Literal["power", "toughness", "mana_value"] = Field("power", exclude_if=is_default)


class BasicLandTypes(OfKind):
    """The number of basic land types among lands that the players meant control (domain)."""

    players: Players


class AmountOfOccasion(OfKind):
    """ "That much": the damage or life that set a triggered ability off."""


class AmountDone(OfKind):
    """How much was done just before, as an ability resolves: "life lost this way", "that many" permanents sacrificed.

    `before`: before what is done later, or only if something else was, and not by that: it is settled where that is an ability.
    """

    before: bool = Field(False, exclude_if=is_default)


class ExcessDone(OfKind):
    """How much excess damage was dealt just before to matching permanents (120.10), as an ability resolves: "excess damage dealt
    this way"."""

    filter: "Filter"


class DamageDone(OfKind):
    """How much damage was dealt just before, in all, as an ability resolves: "the damage dealt this way"."""


class TimesResolved(OfKind):
    """How often the ability that resolves has resolved this turn, this time among them."""


class VotesFor(OfKind):
    """How many votes an option got in the vote before, as an ability resolves."""

    option: str


class CountDone(OfKind):
    """How many match of those that the last such instruction moved, as an ability resolves: "for each creature card exiled this
    way". Each has its last known characteristics. `total`: the sum of this characteristic instead of their number."""

    filter: "Filter"
    total: Literal["power", "toughness", "mana_value"] | None = Field(None, exclude_if=is_default)


class ChosenNumber(OfKind):
    """X, which a player chooses as a cost with X in it is paid while an ability resolves."""


class NumberOf(OfKind):
    """The sum of a characteristic of the permanents that are meant as an ability resolves. Of a permanent that has left it is the
    last known one."""

    filter: "Filter"
    characteristic: Literal["power", "toughness", "mana_value"]


class CardCount(OfKind):
    """How many cards there are in a zone, of those that match; or how many `types` there are among them."""

    cards: "Cards"
    types: Literal["card", "permanent"] | None = Field(None, exclude_if=is_default)


class PlayerCounters(OfKind):
    """How many counters of a name a player has: "the number of {E} you have"."""

    counter: str
    players: Players


class PlayerCount(OfKind):
    """How many players are among those meant."""

    players: Players


class CountersAmong(OfKind):
    """How many counters there are on matching permanents in all, of one name or (None) of any; or how many `kinds` of them."""

    filter: "Filter"
    counter: str | None = None
    kinds: bool = False


class ColorsAmong(OfKind):
    """How many colors there are among matching permanents."""

    filter: "Filter"


class PartySize(OfKind):
    """How many creatures there are in your party (700.8): at most one each of Cleric, Rogue, Warrior and Wizard."""

    players: Players


class Sum(OfKind):
    """Several numbers added, or the greatest of them."""

    quantities: "tuple[Quantity, ...]"
    over: Literal["sum", "greatest"] = "sum"


class Product(OfKind):
    """Two numbers multiplied: "+X/+X for each creature blocking it", where X is counted too."""

    one: "Quantity"
    other: "Quantity"


class Half(OfKind):
    """Half another number, rounded up or down."""

    quantity: "Quantity"
    up: bool = False


class Scaled(OfKind):
    """`times` × (`quantity` + `more`), where a sum below 0 counts as 0: "+2/+2 for each creature blocking it beyond the first"
    has `times` 2 and `more` −1."""

    quantity: "Quantity"
    times: int = 1
    more: int = 0


class Difference(OfKind):
    """How far one number is from another, never below 0: "the difference between its power and toughness"."""

    one: "Quantity"
    other: "Quantity"


Quantity = TypeAliasType(
    "Quantity",
    (
        int
        | Annotated[
            CharacteristicOf
            | CountersOn
            | CountOf
            | MostControlled
            | Extremum
            | DifferentPowers
            | TotalPower
            | PlayerTotal
            | BasicLandTypes
            | AmountOfOccasion
            | AmountDone
            | ExcessDone
            | DamageDone
            | CountDone
            | TimesResolved
            | VotesFor
            | ChosenNumber
            | CardCount
            | NumberOf
            | PlayerCounters
            | PlayerCount
            | Scaled
            | Difference
            | Half
            | Product
            | Sum
            | CountersAmong
            | ColorsAmong
            | PartySize
            | HappenedSoOften
            | DiedThisTurn
            | UnstatedNumber,
            Field(discriminator="kind"),
        ]
    ),
)


# --- filters -------------------------------------------------------------------------------------------------------


class HasType(OfKind, kind="type"):
    """Has the card type, subtype or supertype, e.g. `Creature`, `Wall`, `Legendary`."""

    type: str


class HasColor(OfKind, kind="color"):
    """Is of that color, perhaps among others."""

    color: Color


class ColorCount(OfKind):
    """Has so many colors: colorless 0–0, monocolored 1–1, multicolored 2–5."""

    minimum: int
    maximum: int


class SharesColor(OfKind):
    """Shares a color with the permanent in that role."""

    other: Role


class SharesColorWithAny(OfKind):
    """Shares a color with any permanent that matches: "the colors of permanents you control"."""

    permanents: "Filter"


class SharesCreatureType(OfKind):
    """Shares a creature type with the permanent in that role."""

    other: Role


class SharesName(OfKind):
    """Has the same name as the permanent in that role."""

    other: Role


class SharesWith(OfKind):
    """Shares its name, a color or a creature type with one of these permanents or cards that an ability names as it resolves."""

    shared: Literal["name", "color", "creature type"]
    those: "Filter"


class HasKeyword(OfKind, kind="keyword"):
    """Has the keyword ability (lower case, e.g. `flying`, `first strike`, `islandwalk`)."""

    keyword: str


class IsNamed(OfKind, kind="name"):
    """Has that name."""

    name: str


class Compares(OfKind):
    """A characteristic compared with a quantity, e.g. power >= 4."""

    characteristic: Characteristic
    comparison: Comparison
    than: Quantity


class IsOddOrEven(OfKind, kind="odd_or_even"):
    """A characteristic that is odd, or even; zero is even."""

    characteristic: Literal["power", "toughness", "mana_value"]
    odd: bool


class HasCounter(OfKind, kind="counter"):
    """Has at least `minimum` counters, of one name or (None) of any; an odd or an even number of them, if that is asked."""

    counter: str | None = None
    minimum: int = 1
    odd: bool | None = None


class ControlledBy(OfKind, kind="controlled"):
    """Is controlled by one of the players."""

    players: Players


class ProtectedBy(OfKind, kind="protected"):
    """A battle that one of these players protects (310.8)."""

    players: Players


class OwnedBy(OfKind, kind="owned"):
    """Is owned by one of the players."""

    players: Players


class EnteredUnder(OfKind):
    """Entered the battlefield this turn under the control of one of the players, whoever controls it now."""

    players: Players


PermanentState = Literal[
    "tapped",
    "untapped",
    "attacking",
    "attacking alone",
    "blocking",
    "blocking alone",
    "blocked",
    "unblocked",
    "token",
    "enchanted",
    "equipped",
    "modified",
    "suspected",
    "goaded",
    "attacked this turn",
    "attacked this combat",
    "attacked with exactly one other creature this combat",
    "attacked during its controller's last turn",
    "blocked this turn",
    "blocked this combat",
    "was blocked this turn",
    "was blocked this combat",
    "exerted this turn",
    "enlisted this combat",
    "entered this turn",
    "came under control this turn",
    "dealt damage this turn",
    "dealt combat damage this turn",
    "dealt damage to a player this turn",
    "dealt combat damage to a player this turn",
    "was dealt damage this turn",
]


class IsInState(OfKind, kind="state"):
    """Is tapped, attacking, a token and the like.

    `attacking alone`: attacking, and no other creature is (506.5). `attacked this turn`: was declared as an attacker.
    `attacked with exactly one other creature this combat`: it was declared as one of two attackers, wherever they are now.
    `attacked during its controller's last turn`: where that turn isn't on record, it is a fact to be stated (`FactNotStated`).
    `came under control this turn`: under its controller's. `dealt damage this turn` and the like: as far as the record shows.
    `modified`: has a counter, is equipped, or enchanted by an Aura its controller controls.
    `historic`, `outlaw` and the like are types and are said with `HasType`.
    """

    state: PermanentState


class AttacksWhat(OfKind):
    """Is attacking one of the targets."""

    targets: Targets


class InCombatWith(OfKind):
    """Is blocking, or is blocked by, the permanent in that role, or is attacking the same as that."""

    relation: Literal["blocking", "blocked by", "attacking the same player or planeswalker"]
    other: Role


class BandedWith(OfKind):
    """Attacks in one band with the permanent in that role (702.22c), and is another one."""

    other: Role


class WasInCombatWith(OfKind):
    """Blocked, or was blocked by, the permanent in that role this turn, which may have left since."""

    relation: Literal["blocked", "blocked by"]
    other: Role


class DealtDamageBy(OfKind):
    """Was dealt damage this turn by the permanent in that role, as far as the record shows."""

    other: Role


class DealtDamageTo(OfKind):
    """Dealt damage (`combat`: combat damage) this turn to the permanent in that role, there or not any more, or to one of these
    players, as far as the record shows."""

    other: Role | None = None
    players: Players | None = None
    combat: bool = False


class HasManaAbility(OfKind):
    """Has an activated ability that adds mana, or one by a basic land type (605.1a)."""


class HasAbilities(OfKind):
    """Has an ability, whatever it says. Where the board doesn't say, it is a fact to be stated (`FactNotStated`)."""


class AttachedTo(OfKind):
    """Is attached to the permanent in that role."""

    other: Role


class AttachedToSome(OfKind):
    """Is attached to a permanent that matches, e.g. "attached to a creature you control"."""

    permanents: "Filter"


class EnchantedBy(OfKind):
    """Has an Aura attached to it that matches, e.g. "enchanted by an Aura you control"."""

    auras: "Filter"


class IsDesignated(OfKind, kind="designated"):
    """Has a designation that a board states: `saddled`, `commander`, `renowned`, … (see `HasDesignation`)."""

    designation: str


class IsUnstated(OfKind):
    """Is something that no board states, in the words of the sentence: "of the chosen type", "dealt damage this way"."""

    fact: str


class IsOnRecord(OfKind):
    """Is a permanent to which something happened before, as the game's record shows (`negated`: to which it didn't happen).

    Where the record doesn't show it, `fact` may be stated of the permanent. Where it isn't stated either, it didn't happen; or,
    if the record isn't `complete` in this, a case that depends on it is declined (`FactNotStated`)."""

    fact: str
    happened: "Filter"
    negated: bool = False
    complete: bool = True


class IsTarget(OfKind, kind="target"):
    """Is a target that was chosen among those that match. No board states which one; an effect of a case names it by its id.

    `number`: which target it is, where several are described alike.
    """

    permanents: "Filter"
    number: int = Field(0, exclude_if=is_default)


class Is(OfKind):
    """Is the permanent in that role, e.g. the source: "this creature"; the host: "enchanted creature"."""

    role: Role


class IsOneOf(OfKind, kind="one_of"):
    """Is one of the permanents with these ids."""

    ids: tuple[str, ...]


class IsOfGroup(OfKind, kind="of_group"):
    """Is one of those that set a triggered ability off together: "those creatures" after "one or more creatures attack"."""


class IsAffected(OfKind, kind="affected"):
    """Is one of those to which the instruction before this one did something, as an ability resolves: "those creatures".

    `dealt`: only those to which damage was dealt last (120.8): "dealt damage this way". `done`: only those that were tapped, or
    untapped, last: "untapped this way", which what was untapped already isn't.
    """

    dealt: bool = Field(False, exclude_if=is_default)
    done: Literal["tapped", "untapped"] | None = Field(None, exclude_if=is_none)


class IsCreated(OfKind, kind="created"):
    """Is a token that was created before, as the same ability resolves."""


class IsOfChosenType(OfKind, kind="of_chosen_type"):
    """Has the creature type that was chosen before, as an ability resolves."""


class HasMostVotes(OfKind, kind="most_votes"):
    """Is a permanent that got the most votes in the vote before, or as many as another one that did, as an ability resolves."""


class IsChosen(OfKind, kind="chosen"):
    """Is one of the permanents that match which the ability's controller chooses as it resolves: no targets (608.2d).

    `maximum` None: any number. `by`: another player chooses. `random`: nobody chooses. `different`: no two of them have the same.
    `up_to`: the maximum, where the text gives no number.
    """

    permanents: "Filter"
    minimum: int = 1
    maximum: int | None = 1
    by: Players | None = Field(None, exclude_if=is_default)
    random: bool = Field(False, exclude_if=is_default)
    different: Differing | None = Field(None, exclude_if=is_none)
    up_to: Quantity | None = Field(None, exclude_if=is_none)


class Cards(Model):
    """Cards of these players that match, in a zone that isn't the battlefield.

    `total`: the mana values, or the powers (`of_power`), of those that are chosen together come to at most so much.
    """

    zone: Zone
    players: Players
    filter: "Filter"
    total: Quantity | None = Field(None, exclude_if=is_none)
    of_power: bool = Field(False, exclude_if=is_default)


class IsTargetCard(OfKind, kind="target_card"):
    """Is a card that was chosen as a target in such a zone. `number`: as in `IsTarget`."""

    cards: Cards
    number: int = Field(0, exclude_if=is_default)


class IsChosenCard(OfKind, kind="chosen_card"):
    """Is one of the cards that the ability's controller chooses, or finds, as it resolves. `maximum` None: any number.

    `every`: all of them are meant, and nobody chooses. `by`: another player chooses. `random`: nobody chooses. `up_to`: the
    maximum, where the text gives no number.
    """

    cards: Cards
    minimum: int = 0
    maximum: int | None = 1
    every: bool = Field(False, exclude_if=is_default)
    by: Players | None = Field(None, exclude_if=is_default)
    random: bool = Field(False, exclude_if=is_default)
    up_to: Quantity | None = Field(None, exclude_if=is_none)


class IsExiledWith(OfKind, kind="exiled_with"):
    """Is one of the cards that abilities of the same permanent exiled (607.2a), or what gave it this ability.

    `every`: all of them are meant.
    """

    every: bool = False


class IsTurnedUp(OfKind, kind="turned_up"):
    """Is one of the cards that were turned up last as the ability resolves, from the top of a library, or that were discarded."""


class AllOf(OfKind, kind="all"):
    """Every part holds; with no parts: anything."""

    parts: "tuple[Filter, ...]" = ()


class AnyOf(OfKind, kind="any"):
    """At least one part holds."""

    parts: "tuple[Filter, ...]"


class Not(OfKind):
    """The part does not hold."""

    part: "Filter"


Filter = TypeAliasType(
    "Filter",
    Annotated[
        HasType
        | HasColor
        | ColorCount
        | SharesColor
        | SharesColorWithAny
        | SharesCreatureType
        | SharesName
        | SharesWith
        | HasKeyword
        | IsNamed
        | Compares
        | IsOddOrEven
        | HasCounter
        | ControlledBy
        | OwnedBy
        | EnteredUnder
        | ProtectedBy
        | IsInState
        | AttacksWhat
        | InCombatWith
        | WasInCombatWith
        | BandedWith
        | AttachedTo
        | AttachedToSome
        | DealtDamageBy
        | DealtDamageTo
        | HasManaAbility
        | HasAbilities
        | EnchantedBy
        | IsDesignated
        | IsUnstated
        | IsOnRecord
        | IsTarget
        | Is
        | IsOneOf
        | IsOfGroup
        | IsAffected
        | IsCreated
        | HasMostVotes
        | IsOfChosenType
        | IsChosen
        | IsTargetCard
        | IsChosenCard
        | IsTurnedUp
        | IsExiledWith
        | AllOf
        | AnyOf
        | Not,
        Field(discriminator="kind"),
    ],
)


# --- conditions ----------------------------------------------------------------------------------------------------


class Exists(OfKind):
    """At least `minimum` and at most `maximum` permanents on the battlefield match."""

    filter: Filter
    minimum: int = 1
    maximum: int | None = None


class Matches(OfKind):
    """The permanent in that role matches the filter (and is on the battlefield)."""

    role: Role
    filter: Filter


class QuantityCompares(OfKind):
    """One quantity compared with another, e.g. cards in your graveyard >= 7."""

    quantity: Quantity
    comparison: Comparison
    than: Quantity


class TurnOf(OfKind):
    """It is the turn of one of the players; `after`: a later one than the turn of that number."""

    players: Players
    after: int | None = Field(None, exclude_if=is_default)


class HasDesignation(OfKind, kind="designation"):
    """Somebody has a designation: `monstrous`, `saddled`, `monarch`, `extra turn` and others.

    It is one of `players` (None: you) if players have that designation, or the game, the turn, or the permanent with the ability.
    Where it isn't stated and a ruling depends on it, the case is declined (`FactNotStated`).
    """

    designation: str
    players: Players | None = None


class Unstated(OfKind):
    """Something that no board states, such as what was cast this turn or which cards are in a graveyard, in the card's words.

    Where a ruling depends on it, the case is declined (`FactNotStated`).
    """

    fact: str


class SomePlayer(OfKind):
    """At least one player is among those meant, e.g. an opponent of whom something holds (`Players.where`)."""

    players: Players


class FirstCombat(OfKind):
    """It is the first combat phase of the turn."""


class AttackedThisTurn(OfKind):
    """The players declared `minimum` to `maximum` such creatures as attackers this turn, or this combat.

    `creatures`: None for any; creatures that have left the battlefield match nothing else. `whom`: only those that were declared
    as attacking one of these players; `what`: as attacking a permanent of this kind. `counted`: not the creatures but the players
    that they were declared as attacking, each once, still in the game or not (508.6). `last turn`: each player's own last turn,
    which must be on record (`FactNotStated`)."""

    players: Players
    creatures: Filter | None = None
    minimum: int = 1
    maximum: int | None = None
    whom: Players | None = None
    what: Literal["Planeswalker", "Battle"] | None = Field(None, exclude_if=is_default)
    counted: Literal["creatures", "players"] = Field("creatures", exclude_if=is_default)
    period: Literal["turn", "combat", "last turn"] = "turn"


class HappenedToPlayers(OfKind):
    """One of the players exerted a creature this turn, or was dealt damage or lost life, as far as the record shows."""

    what: Literal["exerted a creature", "was dealt damage", "was dealt combat damage", "lost life"]
    players: Players


class OnRecord(OfKind):
    """Something that happened before, in the card's words, as the game's record shows (`negated`: that didn't happen).

    Where the record doesn't show it, `fact` may be stated. Where it isn't stated either, it didn't happen; or, if the record
    isn't `complete` in this, a case that depends on it is declined (`FactNotStated`)."""

    fact: str
    happened: "Condition"
    negated: bool = False
    complete: bool = True


class SourceInZone(OfKind):
    """The card that has the ability is in that zone, and only there does the ability trigger (113.6)."""

    zone: Zone


class Every(OfKind):
    """Every condition holds."""

    parts: "tuple[Condition, ...]"


class Either(OfKind):
    """At least one condition holds."""

    parts: "tuple[Condition, ...]"


class Unless(OfKind):
    """The condition does not hold."""

    part: "Condition"


Condition = TypeAliasType(
    "Condition",
    Annotated[
        Exists
        | Matches
        | QuantityCompares
        | TurnOf
        | HasDesignation
        | Unstated
        | SomePlayer
        | FirstCombat
        | AttackedThisTurn
        | HappenedToPlayers
        | OnRecord
        | SourceInZone
        | Every
        | Either
        | Unless,
        Field(discriminator="kind"),
    ],
)
# Not validated, which would build schemas as this is imported.
ANYTHING = AllOf.model_construct()
THIS = Is.model_construct(role="source")


def is_anything(filter: Model) -> bool:
    """Whether a filter says nothing of what matches it, as `ANYTHING` does: no field is compared."""
    return type(filter) is AllOf and not filter.parts
