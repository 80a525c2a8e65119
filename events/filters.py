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

from .model import Model, is_default, is_none

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


class CharacteristicOf(Model):
    """A number of one permanent, e.g. the source's power."""

    kind: Literal["characteristic"] = "characteristic"
    characteristic: Characteristic
    of: Role


class CountersOn(Model):
    """How many counters are on a permanent, of one name or (None) of all."""

    kind: Literal["counters"] = "counters"
    of: Role
    counter: str | None = None


class CountOf(Model):
    """How many permanents on the battlefield match."""

    kind: Literal["count"] = "count"
    filter: "Filter"


class MostControlled(Model):
    """How many such permanents the player controls who controls the most of them."""

    kind: Literal["most_controlled"] = "most_controlled"
    filter: "Filter"


class Extremum(Model):
    """The greatest power (or other characteristic) among matching permanents, or the least (0 where there is none)."""

    kind: Literal["greatest_power"] = "greatest_power"
    filter: "Filter"
    characteristic: Literal["power", "toughness", "mana_value"] = "power"
    least: bool = Field(False, exclude_if=is_default)


Differing = Literal["power", "toughness", "mana_value", "name"]


class DifferentPowers(Model):
    """How many different powers there are among matching permanents (coven), or how many different
    ones `of` something else."""

    kind: Literal["different_powers"] = "different_powers"
    filter: "Filter"
    of: Literal["toughness", "mana_value", "name"] | None = Field(None, exclude_if=is_none)


Tallied = Literal["cards discarded", "cards drawn", "life gained", "life lost", "creatures died", "permanents sacrificed"]
"""What happens in a turn and is added to a number that was stated. A creature that died counts for its controller."""


class UnstatedNumber(Model):
    """A number that no board states, such as an X that somebody chose. Where a ruling depends on it, the case is declined.

    `counted`: what these players (None: you) did since the number was stated; the record adds it to the number.
    """

    kind: Literal["unstated_number"] = "unstated_number"
    fact: str
    counted: Tallied | None = Field(None, exclude_if=is_default)
    players: Players | None = Field(None, exclude_if=is_default)


class HappenedSoOften(Model):
    """How often something happened to these players this turn, as far as the record shows."""

    kind: Literal["happened_so_often"] = "happened_so_often"
    what: Tallied
    players: Players


class DiedThisTurn(Model):
    """How many creatures died this turn that matched as they most recently were, as far as the record shows."""

    kind: Literal["died_this_turn"] = "died_this_turn"
    filter: "Filter"


class PlayerTotal(Model):
    """Life, cards in hand, cards in graveyard or poison counters: summed over the players meant, or the least or greatest."""

    kind: Literal["player_total"] = "player_total"
    what: Literal["life", "hand", "graveyard", "poison"]
    players: Players
    over: Literal["sum", "least", "greatest"] = "sum"


class TotalPower(Model):
    """The sum of the powers of matching permanents, or of another of their numbers."""

    kind: Literal["total_power"] = "total_power"
    filter: "Filter"
    characteristic: Literal["power", "toughness", "mana_value"] = Field("power", exclude_if=is_default)


class BasicLandTypes(Model):
    """The number of basic land types among lands that the players meant control (domain)."""

    kind: Literal["basic_land_types"] = "basic_land_types"
    players: Players


class AmountOfOccasion(Model):
    """ "That much": the damage or life that set a triggered ability off."""

    kind: Literal["amount_of_occasion"] = "amount_of_occasion"


class AmountDone(Model):
    """How much was done just before, as an ability resolves: "life lost this way", "that many" permanents sacrificed.

    `before`: before what is done later, or only if something else was, and not by that: it is settled where that is an ability.
    """

    kind: Literal["amount_done"] = "amount_done"
    before: bool = Field(False, exclude_if=is_default)


class ExcessDone(Model):
    """How much excess damage was dealt just before to matching permanents (120.10), as an ability resolves: "excess damage dealt
    this way"."""

    kind: Literal["excess_done"] = "excess_done"
    filter: "Filter"


class DamageDone(Model):
    """How much damage was dealt just before, in all, as an ability resolves: "the damage dealt this way"."""

    kind: Literal["damage_done"] = "damage_done"


class TimesResolved(Model):
    """How often the ability that resolves has resolved this turn, this time among them."""

    kind: Literal["times_resolved"] = "times_resolved"


class VotesFor(Model):
    """How many votes an option got in the vote before, as an ability resolves."""

    kind: Literal["votes_for"] = "votes_for"
    option: str


class CountDone(Model):
    """How many match of those that the last such instruction moved, as an ability resolves: "for each creature card exiled this
    way". Each has its last known characteristics. `total`: the sum of this characteristic instead of their number."""

    kind: Literal["count_done"] = "count_done"
    filter: "Filter"
    total: Literal["power", "toughness", "mana_value"] | None = Field(None, exclude_if=is_default)


class ChosenNumber(Model):
    """X, which a player chooses as a cost with X in it is paid while an ability resolves."""

    kind: Literal["chosen_number"] = "chosen_number"


class NumberOf(Model):
    """The sum of a characteristic of the permanents that are meant as an ability resolves. Of a permanent that has left it is the
    last known one."""

    kind: Literal["number_of"] = "number_of"
    filter: "Filter"
    characteristic: Literal["power", "toughness", "mana_value"]


class CardCount(Model):
    """How many cards there are in a zone, of those that match; or how many `types` there are among them."""

    kind: Literal["card_count"] = "card_count"
    cards: "Cards"
    types: Literal["card", "permanent"] | None = Field(None, exclude_if=is_default)


class PlayerCounters(Model):
    """How many counters of a name a player has: "the number of {E} you have"."""

    kind: Literal["player_counters"] = "player_counters"
    counter: str
    players: Players


class PlayerCount(Model):
    """How many players are among those meant."""

    kind: Literal["player_count"] = "player_count"
    players: Players


class CountersAmong(Model):
    """How many counters there are on matching permanents in all, of one name or (None) of any; or how many `kinds` of them."""

    kind: Literal["counters_among"] = "counters_among"
    filter: "Filter"
    counter: str | None = None
    kinds: bool = False


class ColorsAmong(Model):
    """How many colors there are among matching permanents."""

    kind: Literal["colors_among"] = "colors_among"
    filter: "Filter"


class PartySize(Model):
    """How many creatures there are in your party (700.8): at most one each of Cleric, Rogue, Warrior and Wizard."""

    kind: Literal["party_size"] = "party_size"
    players: Players


class Sum(Model):
    """Several numbers added, or the greatest of them."""

    kind: Literal["sum"] = "sum"
    quantities: "tuple[Quantity, ...]"
    over: Literal["sum", "greatest"] = "sum"


class Product(Model):
    """Two numbers multiplied: "+X/+X for each creature blocking it", where X is counted too."""

    kind: Literal["product"] = "product"
    one: "Quantity"
    other: "Quantity"


class Half(Model):
    """Half another number, rounded up or down."""

    kind: Literal["half"] = "half"
    quantity: "Quantity"
    up: bool = False


class Scaled(Model):
    """`times` × (`quantity` + `more`), where a sum below 0 counts as 0: "+2/+2 for each creature blocking it beyond the first"
    has `times` 2 and `more` −1."""

    kind: Literal["scaled"] = "scaled"
    quantity: "Quantity"
    times: int = 1
    more: int = 0


class Difference(Model):
    """How far one number is from another, never below 0: "the difference between its power and toughness"."""

    kind: Literal["difference"] = "difference"
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


class HasType(Model):
    """Has the card type, subtype or supertype, e.g. `Creature`, `Wall`, `Legendary`."""

    kind: Literal["type"] = "type"
    type: str


class HasColor(Model):
    """Is of that color, perhaps among others."""

    kind: Literal["color"] = "color"
    color: Color


class ColorCount(Model):
    """Has so many colors: colorless 0–0, monocolored 1–1, multicolored 2–5."""

    kind: Literal["color_count"] = "color_count"
    minimum: int
    maximum: int


class SharesColor(Model):
    """Shares a color with the permanent in that role."""

    kind: Literal["shares_color"] = "shares_color"
    other: Role


class SharesColorWithAny(Model):
    """Shares a color with any permanent that matches: "the colors of permanents you control"."""

    kind: Literal["shares_color_with_any"] = "shares_color_with_any"
    permanents: "Filter"


class SharesCreatureType(Model):
    """Shares a creature type with the permanent in that role."""

    kind: Literal["shares_creature_type"] = "shares_creature_type"
    other: Role


class SharesName(Model):
    """Has the same name as the permanent in that role."""

    kind: Literal["shares_name"] = "shares_name"
    other: Role


class SharesWith(Model):
    """Shares its name, a color or a creature type with one of these permanents or cards that an ability names as it resolves."""

    kind: Literal["shares_with"] = "shares_with"
    shared: Literal["name", "color", "creature type"]
    those: "Filter"


class HasKeyword(Model):
    """Has the keyword ability (lower case, e.g. `flying`, `first strike`, `islandwalk`)."""

    kind: Literal["keyword"] = "keyword"
    keyword: str


class IsNamed(Model):
    """Has that name."""

    kind: Literal["name"] = "name"
    name: str


class Compares(Model):
    """A characteristic compared with a quantity, e.g. power >= 4."""

    kind: Literal["compares"] = "compares"
    characteristic: Characteristic
    comparison: Comparison
    than: Quantity


class IsOddOrEven(Model):
    """A characteristic that is odd, or even; zero is even."""

    kind: Literal["odd_or_even"] = "odd_or_even"
    characteristic: Literal["power", "toughness", "mana_value"]
    odd: bool


class HasCounter(Model):
    """Has at least `minimum` counters, of one name or (None) of any; an odd or an even number of them, if that is asked."""

    kind: Literal["counter"] = "counter"
    counter: str | None = None
    minimum: int = 1
    odd: bool | None = None


class ControlledBy(Model):
    """Is controlled by one of the players."""

    kind: Literal["controlled"] = "controlled"
    players: Players


class ProtectedBy(Model):
    """A battle that one of these players protects (310.8)."""

    kind: Literal["protected"] = "protected"
    players: Players


class OwnedBy(Model):
    """Is owned by one of the players."""

    kind: Literal["owned"] = "owned"
    players: Players


class EnteredUnder(Model):
    """Entered the battlefield this turn under the control of one of the players, whoever controls it now."""

    kind: Literal["entered_under"] = "entered_under"
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


class IsInState(Model):
    """Is tapped, attacking, a token and the like.

    `attacking alone`: attacking, and no other creature is (506.5). `attacked this turn`: was declared as an attacker.
    `attacked with exactly one other creature this combat`: it was declared as one of two attackers, wherever they are now.
    `attacked during its controller's last turn`: where that turn isn't on record, it is a fact to be stated (`FactNotStated`).
    `came under control this turn`: under its controller's. `dealt damage this turn` and the like: as far as the record shows.
    `modified`: has a counter, is equipped, or enchanted by an Aura its controller controls.
    `historic`, `outlaw` and the like are types and are said with `HasType`.
    """

    kind: Literal["state"] = "state"
    state: PermanentState


class AttacksWhat(Model):
    """Is attacking one of the targets."""

    kind: Literal["attacks_what"] = "attacks_what"
    targets: Targets


class InCombatWith(Model):
    """Is blocking, or is blocked by, the permanent in that role, or is attacking the same as that."""

    kind: Literal["in_combat_with"] = "in_combat_with"
    relation: Literal["blocking", "blocked by", "attacking the same player or planeswalker"]
    other: Role


class BandedWith(Model):
    """Attacks in one band with the permanent in that role (702.22c), and is another one."""

    kind: Literal["banded_with"] = "banded_with"
    other: Role


class WasInCombatWith(Model):
    """Blocked, or was blocked by, the permanent in that role this turn, which may have left since."""

    kind: Literal["was_in_combat_with"] = "was_in_combat_with"
    relation: Literal["blocked", "blocked by"]
    other: Role


class DealtDamageBy(Model):
    """Was dealt damage this turn by the permanent in that role, as far as the record shows."""

    kind: Literal["dealt_damage_by"] = "dealt_damage_by"
    other: Role


class DealtDamageTo(Model):
    """Dealt damage (`combat`: combat damage) this turn to the permanent in that role, there or not any more, or to one of these
    players, as far as the record shows."""

    kind: Literal["dealt_damage_to"] = "dealt_damage_to"
    other: Role | None = None
    players: Players | None = None
    combat: bool = False


class HasManaAbility(Model):
    """Has an activated ability that adds mana, or one by a basic land type (605.1a)."""

    kind: Literal["has_mana_ability"] = "has_mana_ability"


class HasAbilities(Model):
    """Has an ability, whatever it says. Where the board doesn't say, it is a fact to be stated (`FactNotStated`)."""

    kind: Literal["has_abilities"] = "has_abilities"


class AttachedTo(Model):
    """Is attached to the permanent in that role."""

    kind: Literal["attached_to"] = "attached_to"
    other: Role


class AttachedToSome(Model):
    """Is attached to a permanent that matches, e.g. "attached to a creature you control"."""

    kind: Literal["attached_to_some"] = "attached_to_some"
    permanents: "Filter"


class EnchantedBy(Model):
    """Has an Aura attached to it that matches, e.g. "enchanted by an Aura you control"."""

    kind: Literal["enchanted_by"] = "enchanted_by"
    auras: "Filter"


class IsDesignated(Model):
    """Has a designation that a board states: `saddled`, `commander`, `renowned`, … (see `HasDesignation`)."""

    kind: Literal["designated"] = "designated"
    designation: str


class IsUnstated(Model):
    """Is something that no board states, in the words of the sentence: "of the chosen type", "dealt damage this way"."""

    kind: Literal["is_unstated"] = "is_unstated"
    fact: str


class IsOnRecord(Model):
    """Is a permanent to which something happened before, as the game's record shows (`negated`: to which it didn't happen).

    Where the record doesn't show it, `fact` may be stated of the permanent. Where it isn't stated either, it didn't happen; or,
    if the record isn't `complete` in this, a case that depends on it is declined (`FactNotStated`)."""

    kind: Literal["is_on_record"] = "is_on_record"
    fact: str
    happened: "Filter"
    negated: bool = False
    complete: bool = True


class IsTarget(Model):
    """Is a target that was chosen among those that match. No board states which one; an effect of a case names it by its id.

    `number`: which target it is, where several are described alike.
    """

    kind: Literal["target"] = "target"
    permanents: "Filter"
    number: int = Field(0, exclude_if=is_default)


class Is(Model):
    """Is the permanent in that role, e.g. the source: "this creature"; the host: "enchanted creature"."""

    kind: Literal["is"] = "is"
    role: Role


class IsOneOf(Model):
    """Is one of the permanents with these ids."""

    kind: Literal["one_of"] = "one_of"
    ids: tuple[str, ...]


class IsOfGroup(Model):
    """Is one of those that set a triggered ability off together: "those creatures" after "one or more creatures attack"."""

    kind: Literal["of_group"] = "of_group"


class IsAffected(Model):
    """Is one of those to which the instruction before this one did something, as an ability resolves: "those creatures".

    `dealt`: only those to which damage was dealt last (120.8): "dealt damage this way". `done`: only those that were tapped, or
    untapped, last: "untapped this way", which what was untapped already isn't.
    """

    kind: Literal["affected"] = "affected"
    dealt: bool = Field(False, exclude_if=is_default)
    done: Literal["tapped", "untapped"] | None = Field(None, exclude_if=is_none)


class IsCreated(Model):
    """Is a token that was created before, as the same ability resolves."""

    kind: Literal["created"] = "created"


class IsOfChosenType(Model):
    """Has the creature type that was chosen before, as an ability resolves."""

    kind: Literal["of_chosen_type"] = "of_chosen_type"


class HasMostVotes(Model):
    """Is a permanent that got the most votes in the vote before, or as many as another one that did, as an ability resolves."""

    kind: Literal["most_votes"] = "most_votes"


class IsChosen(Model):
    """Is one of the permanents that match which the ability's controller chooses as it resolves: no targets (608.2d).

    `maximum` None: any number. `by`: another player chooses. `random`: nobody chooses. `different`: no two of them have the same.
    `up_to`: the maximum, where the text gives no number.
    """

    kind: Literal["chosen"] = "chosen"
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


class IsTargetCard(Model):
    """Is a card that was chosen as a target in such a zone. `number`: as in `IsTarget`."""

    kind: Literal["target_card"] = "target_card"
    cards: Cards
    number: int = Field(0, exclude_if=is_default)


class IsChosenCard(Model):
    """Is one of the cards that the ability's controller chooses, or finds, as it resolves. `maximum` None: any number.

    `every`: all of them are meant, and nobody chooses. `by`: another player chooses. `random`: nobody chooses. `up_to`: the
    maximum, where the text gives no number.
    """

    kind: Literal["chosen_card"] = "chosen_card"
    cards: Cards
    minimum: int = 0
    maximum: int | None = 1
    every: bool = Field(False, exclude_if=is_default)
    by: Players | None = Field(None, exclude_if=is_default)
    random: bool = Field(False, exclude_if=is_default)
    up_to: Quantity | None = Field(None, exclude_if=is_none)


class IsExiledWith(Model):
    """Is one of the cards that abilities of the same permanent exiled (607.2a), or what gave it this ability.

    `every`: all of them are meant.
    """

    kind: Literal["exiled_with"] = "exiled_with"
    every: bool = False


class IsTurnedUp(Model):
    """Is one of the cards that were turned up last as the ability resolves, from the top of a library, or that were discarded."""

    kind: Literal["turned_up"] = "turned_up"


class AllOf(Model):
    """Every part holds; with no parts: anything."""

    kind: Literal["all"] = "all"
    parts: "tuple[Filter, ...]" = ()


class AnyOf(Model):
    """At least one part holds."""

    kind: Literal["any"] = "any"
    parts: "tuple[Filter, ...]"


class Not(Model):
    """The part does not hold."""

    kind: Literal["not"] = "not"
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


class Exists(Model):
    """At least `minimum` and at most `maximum` permanents on the battlefield match."""

    kind: Literal["exists"] = "exists"
    filter: Filter
    minimum: int = 1
    maximum: int | None = None


class Matches(Model):
    """The permanent in that role matches the filter (and is on the battlefield)."""

    kind: Literal["matches"] = "matches"
    role: Role
    filter: Filter


class QuantityCompares(Model):
    """One quantity compared with another, e.g. cards in your graveyard >= 7."""

    kind: Literal["quantity_compares"] = "quantity_compares"
    quantity: Quantity
    comparison: Comparison
    than: Quantity


class TurnOf(Model):
    """It is the turn of one of the players; `after`: a later one than the turn of that number."""

    kind: Literal["turn_of"] = "turn_of"
    players: Players
    after: int | None = Field(None, exclude_if=is_default)


class HasDesignation(Model):
    """Somebody has a designation: `monstrous`, `saddled`, `monarch`, `extra turn` and others.

    It is one of `players` (None: you) if players have that designation, or the game, the turn, or the permanent with the ability.
    Where it isn't stated and a ruling depends on it, the case is declined (`FactNotStated`).
    """

    kind: Literal["designation"] = "designation"
    designation: str
    players: Players | None = None


class Unstated(Model):
    """Something that no board states, such as what was cast this turn or which cards are in a graveyard, in the card's words.

    Where a ruling depends on it, the case is declined (`FactNotStated`).
    """

    kind: Literal["unstated"] = "unstated"
    fact: str


class SomePlayer(Model):
    """At least one player is among those meant, e.g. an opponent of whom something holds (`Players.where`)."""

    kind: Literal["some_player"] = "some_player"
    players: Players


class FirstCombat(Model):
    """It is the first combat phase of the turn."""

    kind: Literal["first_combat"] = "first_combat"


class AttackedThisTurn(Model):
    """The players declared `minimum` to `maximum` such creatures as attackers this turn, or this combat.

    `creatures`: None for any; creatures that have left the battlefield match nothing else. `whom`: only those that were declared
    as attacking one of these players; `what`: as attacking a permanent of this kind. `counted`: not the creatures but the players
    that they were declared as attacking, each once, still in the game or not (508.6). `last turn`: each player's own last turn,
    which must be on record (`FactNotStated`)."""

    kind: Literal["attacked_this_turn"] = "attacked_this_turn"
    players: Players
    creatures: Filter | None = None
    minimum: int = 1
    maximum: int | None = None
    whom: Players | None = None
    what: Literal["Planeswalker", "Battle"] | None = Field(None, exclude_if=is_default)
    counted: Literal["creatures", "players"] = Field("creatures", exclude_if=is_default)
    period: Literal["turn", "combat", "last turn"] = "turn"


class HappenedToPlayers(Model):
    """One of the players exerted a creature this turn, or was dealt damage or lost life, as far as the record shows."""

    kind: Literal["happened_to_players"] = "happened_to_players"
    what: Literal["exerted a creature", "was dealt damage", "was dealt combat damage", "lost life"]
    players: Players


class OnRecord(Model):
    """Something that happened before, in the card's words, as the game's record shows (`negated`: that didn't happen).

    Where the record doesn't show it, `fact` may be stated. Where it isn't stated either, it didn't happen; or, if the record
    isn't `complete` in this, a case that depends on it is declined (`FactNotStated`)."""

    kind: Literal["on_record"] = "on_record"
    fact: str
    happened: "Condition"
    negated: bool = False
    complete: bool = True


class SourceInZone(Model):
    """The card that has the ability is in that zone, and only there does the ability trigger (113.6)."""

    kind: Literal["source_in_zone"] = "source_in_zone"
    zone: Zone


class Every(Model):
    """Every condition holds."""

    kind: Literal["every"] = "every"
    parts: "tuple[Condition, ...]"


class Either(Model):
    """At least one condition holds."""

    kind: Literal["either"] = "either"
    parts: "tuple[Condition, ...]"


class Unless(Model):
    """The condition does not hold."""

    kind: Literal["unless"] = "unless"
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
