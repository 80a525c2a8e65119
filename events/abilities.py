"""The vocabulary of abilities: what a card says about declarations and combat damage, as data.

Wording is read into these models (`tools/oracle`), events carry them, handlers judge by them. An ability has a
*subject* (a `Filter`), *what* it says (its kind), and a *condition*; a `Effect` adds a *duration*. Nothing here decides
anything: what a filter matches and what an ability does is told in `handlers/`.

Filters, quantities and conditions are relative to the ability's *source* (the permanent that has it) and to *you* (its
controller). In a comparison of an attacker with a blocker, both roles are known as well.

Names and fields of this module are the storage format of journals: change them with care.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .model import Model

Color = Literal["W", "U", "B", "R", "G"]
Comparison = Literal["<", "<=", "=", ">=", ">"]
Action = Literal["attack", "block"]
Role = Literal["source", "host", "subject", "attacker", "blocker", "itself"]
"""Who is meant: the permanent with the ability, what it is attached to, the creature that the ability is about, one
side of an attacker-blocker pair, or (in a filter) the permanent that is being matched."""


# --- players -------------------------------------------------------------------------------------------------------


class Players(Model):
    """Some of the players: relative to you, or by id.

    `defending` is the defending player of the attack in question (rule concept `attack.defending_player`), `enchanted`
    the player the source is attached to, `host controller` the controller of the permanent that it is attached to, `controller`
    the controller of the creature that the ability is about, `owner` its owner, `attacked before` those it attacked earlier in
    the turn, `others` every player but you, `most life` whoever has the most life or is tied for it. `monarch` is a
    designation, and `chosen` was chosen by somebody, e.g. as a target: no board states who.

    `where` narrows them to those of whom it holds, each taken as the defending player in it: "who controls a Swamp".
    """

    who: Literal[
        "any",
        "you",
        "opponents",
        "others",
        "defending",
        "active",
        "enchanted",
        "controller",
        "host controller",
        "owner",
        "attacked before",
        "most life",
        "monarch",
        "chosen",
        "named",
        "except_named",
    ]
    ids: tuple[str, ...] = ()
    where: Condition | None = None


class Targets(Model):
    """What is attacked: a player, a planeswalker by its controller, a battle by its protector. None means: none of these."""

    players: Players | None = None
    planeswalkers: Players | None = None
    battles: Players | None = None
    permanents: Filter | None = None
    """Narrows the planeswalkers and battles, e.g. to "this planeswalker"."""


# --- quantities ----------------------------------------------------------------------------------------------------


class CharacteristicOf(Model):
    """A number of one permanent, e.g. the source's power."""

    kind: Literal["characteristic"] = "characteristic"
    characteristic: Literal["power", "toughness", "mana_value"]
    of: Role


class CountersOn(Model):
    """How many counters are on a permanent, of one name or (None) of all."""

    kind: Literal["counters"] = "counters"
    of: Role
    counter: str | None = None


class CountOf(Model):
    """How many permanents on the battlefield match."""

    kind: Literal["count"] = "count"
    filter: Filter


class GreatestPower(Model):
    """The greatest power (or other characteristic) among matching permanents (0 where there is none)."""

    kind: Literal["greatest_power"] = "greatest_power"
    filter: Filter
    characteristic: Literal["power", "toughness", "mana_value"] = "power"


class DifferentPowers(Model):
    """How many different powers there are among matching permanents (coven)."""

    kind: Literal["different_powers"] = "different_powers"
    filter: Filter


class UnstatedNumber(Model):
    """A number that no board states, such as an X that somebody chose. Where a ruling depends on it, the case is declined."""

    kind: Literal["unstated_number"] = "unstated_number"
    fact: str


class PlayerTotal(Model):
    """Life, cards in hand or cards in graveyard: summed over the players meant, or the least or greatest among them."""

    kind: Literal["player_total"] = "player_total"
    what: Literal["life", "hand", "graveyard"]
    players: Players
    over: Literal["sum", "least", "greatest"] = "sum"


class TotalPower(Model):
    """The sum of the powers of matching permanents."""

    kind: Literal["total_power"] = "total_power"
    filter: Filter


class BasicLandTypes(Model):
    """The number of basic land types among lands that the players meant control (domain)."""

    kind: Literal["basic_land_types"] = "basic_land_types"
    players: Players


Quantity = (
    int
    | Annotated[
        CharacteristicOf
        | CountersOn
        | CountOf
        | GreatestPower
        | DifferentPowers
        | TotalPower
        | PlayerTotal
        | BasicLandTypes
        | UnstatedNumber,
        Field(discriminator="kind"),
    ]
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
    permanents: Filter


class SharesCreatureType(Model):
    """Shares a creature type with the permanent in that role."""

    kind: Literal["shares_creature_type"] = "shares_creature_type"
    other: Role


class SharesName(Model):
    """Has the same name as the permanent in that role."""

    kind: Literal["shares_name"] = "shares_name"
    other: Role


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
    characteristic: Literal["power", "toughness", "mana_value"]
    comparison: Comparison
    than: Quantity


class IsOddOrEven(Model):
    """A characteristic that is odd, or even; zero is even."""

    kind: Literal["odd_or_even"] = "odd_or_even"
    characteristic: Literal["power", "toughness", "mana_value"]
    odd: bool


class HasCounter(Model):
    """Has at least `minimum` counters, of one name or (None) of any."""

    kind: Literal["counter"] = "counter"
    counter: str | None = None
    minimum: int = 1


class ControlledBy(Model):
    """Is controlled by one of the players."""

    kind: Literal["controlled"] = "controlled"
    players: Players


class OwnedBy(Model):
    """Is owned by one of the players."""

    kind: Literal["owned"] = "owned"
    players: Players


class IsInState(Model):
    """Is tapped, attacking, a token, …

    `attacking alone`: attacking, and no other creature is (506.5). `attacked this turn`: was declared as an attacker.
    `modified`: has a counter, is equipped, or enchanted by an Aura its controller controls.
    `historic`, `outlaw` and the like are types and are said with `HasType`.
    """

    kind: Literal["state"] = "state"
    state: Literal[
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
        "blocked this turn",
        "entered this turn",
    ]


class AttacksWhat(Model):
    """Is attacking one of the targets."""

    kind: Literal["attacks_what"] = "attacks_what"
    targets: Targets


class InCombatWith(Model):
    """Is blocking, or is blocked by, the permanent in that role."""

    kind: Literal["in_combat_with"] = "in_combat_with"
    relation: Literal["blocking", "blocked by"]
    other: Role


class AttachedTo(Model):
    """Is attached to the permanent in that role."""

    kind: Literal["attached_to"] = "attached_to"
    other: Role


class EnchantedBy(Model):
    """Has an Aura attached to it that matches, e.g. "enchanted by an Aura you control"."""

    kind: Literal["enchanted_by"] = "enchanted_by"
    auras: Filter


class IsDesignated(Model):
    """Has a designation that a board states or has not: `saddled`, `commander`, `renowned`, … (see `HasDesignation`)."""

    kind: Literal["designated"] = "designated"
    designation: str


class IsUnstated(Model):
    """Is what a sentence says it is, which no board states: "of the chosen type", "dealt damage this way"."""

    kind: Literal["is_unstated"] = "is_unstated"
    fact: str


class IsTarget(Model):
    """Is a target, chosen among those that match. No board states which: an effect of a case names it by its id."""

    kind: Literal["target"] = "target"
    permanents: Filter


class Is(Model):
    """Is the permanent in that role, e.g. the source: "this creature"; the host: "enchanted creature"."""

    kind: Literal["is"] = "is"
    role: Role


class IsOneOf(Model):
    """Is one of the permanents with these ids."""

    kind: Literal["one_of"] = "one_of"
    ids: tuple[str, ...]


class AllOf(Model):
    """Every part holds; with no parts: anything."""

    kind: Literal["all"] = "all"
    parts: tuple[Filter, ...] = ()


class AnyOf(Model):
    """At least one part holds."""

    kind: Literal["any"] = "any"
    parts: tuple[Filter, ...]


class Not(Model):
    """The part does not hold."""

    kind: Literal["not"] = "not"
    part: Filter


Filter = Annotated[
    HasType
    | HasColor
    | ColorCount
    | SharesColor
    | SharesColorWithAny
    | SharesCreatureType
    | SharesName
    | HasKeyword
    | IsNamed
    | Compares
    | IsOddOrEven
    | HasCounter
    | ControlledBy
    | OwnedBy
    | IsInState
    | AttacksWhat
    | InCombatWith
    | AttachedTo
    | EnchantedBy
    | IsDesignated
    | IsUnstated
    | IsTarget
    | Is
    | IsOneOf
    | AllOf
    | AnyOf
    | Not,
    Field(discriminator="kind"),
]

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
    """It is the turn of one of the players."""

    kind: Literal["turn_of"] = "turn_of"
    players: Players


class HasDesignation(Model):
    """Has a designation that a board states or has not: `monstrous`, `saddled`, `monarch`, `extra turn`, …

    A board has no designation that it does not state (case format), so this does not hold unless it is stated.
    """

    kind: Literal["designation"] = "designation"
    designation: str


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
    """One of the players declared an attacker this turn."""

    kind: Literal["attacked_this_turn"] = "attacked_this_turn"
    players: Players


class Every(Model):
    """Every condition holds."""

    kind: Literal["every"] = "every"
    parts: tuple[Condition, ...]


class Either(Model):
    """At least one condition holds."""

    kind: Literal["either"] = "either"
    parts: tuple[Condition, ...]


class Unless(Model):
    """The condition does not hold."""

    kind: Literal["unless"] = "unless"
    part: Condition


Condition = Annotated[
    Exists
    | Matches
    | QuantityCompares
    | TurnOf
    | HasDesignation
    | Unstated
    | SomePlayer
    | FirstCombat
    | AttackedThisTurn
    | Every
    | Either
    | Unless,
    Field(discriminator="kind"),
]


ANYTHING = AllOf()
THIS = Is(role="source")


# --- costs ---------------------------------------------------------------------------------------------------------


class PermanentCost(Model):
    """Tap, sacrifice, return to hand or exile so many matching permanents that the payer controls."""

    action: Literal["tap", "sacrifice", "return", "exile"]
    number: Quantity = 1
    filter: Filter


class Cost(Model):
    """A cost to attack or block.

    `mana` is written in symbols, e.g. `{2}{W/U}{G/P}`; `times` multiplies it ("{1} for each card in your hand");
    `generic` adds generic mana ("{X}, where X is …").
    """

    mana: str = ""
    times: Quantity = 1
    generic: Quantity = 0
    life: Quantity = 0
    discard: Quantity = 0
    permanents: tuple[PermanentCost, ...] = ()


# --- abilities -----------------------------------------------------------------------------------------------------


class _Ability(Model):
    text: str = ""
    """The sentence that says so."""
    condition: Condition | None = None
    """The ability does something only while this holds."""


class KeywordAbility(_Ability):
    """A keyword: what it means is told by the rulebook (rules 702 and 701), not by the card.

    `number` is the N of bushido N; `quality` what follows "protection from", "bands with other" or "landwalk"
    (a land filter).
    """

    kind: Literal["keyword"] = "keyword"
    keyword: str
    number: int | None = None
    quality: Filter | None = None


class CantAttack(_Ability):
    """Restriction: these creatures can't attack (these targets; None: any)."""

    kind: Literal["cant_attack"] = "cant_attack"
    creatures: Filter
    targets: Targets | None = None


class CantBlock(_Ability):
    """Restriction: these blockers can't block these attackers. Evasion abilities say it from the attacker's side."""

    kind: Literal["cant_block"] = "cant_block"
    blockers: Filter = ANYTHING
    attackers: Filter = ANYTHING


class BlockerCount(_Ability):
    """Restriction: if it is blocked at all, then by at least `minimum`, at most `maximum`, or `every` creature of the
    defending player."""

    kind: Literal["blocker_count"] = "blocker_count"
    attackers: Filter
    minimum: Quantity = 1
    maximum: Quantity | None = None
    every: bool = False


class DeclarationLimit(_Ability):
    """Restriction: at most `maximum` of these creatures may be declared each combat or turn, in all or against these targets."""

    kind: Literal["declaration_limit"] = "declaration_limit"
    action: Action
    creatures: Filter = ANYTHING
    maximum: Quantity
    targets: Targets | None = None
    period: Literal["combat", "turn"] = "combat"


class NeedsCompany(_Ability):
    """Restriction: can't attack/block unless at least `minimum` other creatures that match do too ("can't attack alone").

    In `others` the role `subject` is the creature that needs company.
    """

    kind: Literal["needs_company"] = "needs_company"
    action: Action
    creatures: Filter
    others: Filter = ANYTHING
    minimum: int = 1


class OnlyAlone(_Ability):
    """Restriction: can attack/block only alone."""

    kind: Literal["only_alone"] = "only_alone"
    action: Action
    creatures: Filter


class MustAttack(_Ability):
    """Requirement, one for each creature: attacks (one of these targets) if able.

    `if_attacks`: required only if another creature that matches is declared too. `period`: "each combat" or "this turn".
    """

    kind: Literal["must_attack"] = "must_attack"
    creatures: Filter
    targets: Targets | None = None
    if_attacks: Filter | None = None
    period: Literal["combat", "turn"] = "combat"


class MustAttackWith(_Ability):
    """Requirement, one for each of the players: attacks (one of these targets) with at least `minimum` of these creatures each
    combat if able."""

    kind: Literal["must_attack_with"] = "must_attack_with"
    players: Players
    creatures: Filter = ANYTHING
    minimum: int = 1
    targets: Targets | None = None


class MustBlock(_Ability):
    """Requirement: these creatures block if able; with `attackers`, one requirement for each pair ("able to block it do so").

    `period`: "each combat" or "this turn".
    """

    kind: Literal["must_block"] = "must_block"
    blockers: Filter
    attackers: Filter | None = None
    period: Literal["combat", "turn"] = "combat"


class MustBeBlocked(_Ability):
    """Requirement, one for each attacker: is blocked by `minimum` to `maximum` creatures that match, if able."""

    kind: Literal["must_be_blocked"] = "must_be_blocked"
    attackers: Filter
    blockers: Filter = ANYTHING
    minimum: int = 1
    maximum: int | None = None


class AttackCost(_Ability):
    """Cost: these creatures can't attack (these targets) unless their controller pays, for each of them."""

    kind: Literal["attack_cost"] = "attack_cost"
    creatures: Filter
    targets: Targets | None = None
    cost: Cost


class BlockCost(_Ability):
    """Cost: these creatures can't block (these attackers) unless their controller pays, for each of them."""

    kind: Literal["block_cost"] = "block_cost"
    blockers: Filter
    attackers: Filter | None = None
    cost: Cost


class OptionalAttackCost(_Ability):
    """Optional cost: its controller may pay this as it attacks (`exert` it, `enlist` with it, or a cost)."""

    kind: Literal["optional_attack_cost"] = "optional_attack_cost"
    creatures: Filter
    cost: Literal["exert", "enlist"] | Cost


class BlocksAdditional(_Ability):
    """These creatures can block `number` more attackers; None: any number."""

    kind: Literal["blocks_additional"] = "blocks_additional"
    blockers: Filter
    number: Quantity | None = 1


class AttacksAsThough(_Ability):
    """These creatures can attack (these targets) as though they lacked defender or had haste."""

    kind: Literal["attacks_as_though"] = "attacks_as_though"
    creatures: Filter
    as_though: Literal["without defender", "with haste"]
    targets: Targets | None = None


class BlocksAsThough(_Ability):
    """These blockers can block these attackers as though untapped, or as though a keyword were there or not.

    `with_keyword`: as though the blocker had it; `attacker_without`: as though the attacker hadn't.
    """

    kind: Literal["blocks_as_though"] = "blocks_as_though"
    blockers: Filter = ANYTHING
    attackers: Filter = ANYTHING
    untapped: bool = False
    with_keyword: str | None = None
    attacker_without: str | None = None


class AttacksWithoutTapping(_Ability):
    """Attacking doesn't cause these creatures to tap."""

    kind: Literal["attacks_without_tapping"] = "attacks_without_tapping"
    creatures: Filter


class StaysTapped(_Ability):
    """These permanents don't untap during their controllers' untap steps."""

    kind: Literal["stays_tapped"] = "stays_tapped"
    permanents: Filter


class Grants(_Ability):
    """These permanents have these abilities too. In a granted ability the source is the permanent that has it."""

    kind: Literal["grants"] = "grants"
    permanents: Filter
    abilities: tuple[Ability, ...]


class Removes(_Ability):
    """These permanents lose the keywords, or (None) all abilities."""

    kind: Literal["removes"] = "removes"
    permanents: Filter
    keywords: tuple[str, ...] | None = None


class TriggersAgain(_Ability):
    """Triggered abilities of these permanents trigger an additional time (603.2d): those that an attack of `attacking` causes,
    or (None) all of them."""

    kind: Literal["triggers_again"] = "triggers_again"
    permanents: Filter
    attacking: Filter | None = None


class ChoosesAttacks(_Ability):
    """One of the players chooses which creatures attack, in place of the attacking player; judged alike, whoever chooses."""

    kind: Literal["chooses_attacks"] = "chooses_attacks"
    players: Players


class ChoosesBlocks(_Ability):
    """One of the players chooses how creatures block, in place of their controllers.

    What may be chosen is what the controllers might have declared: it is judged alike, whoever chooses.
    """

    kind: Literal["chooses_blocks"] = "chooses_blocks"
    players: Players


class Designates(_Ability):
    """These creatures are goaded by the ability's controller, or suspected (rules 701.15 and 701.60), or are so no longer.

    `no longer` ends what made them so before.
    """

    kind: Literal["designates"] = "designates"
    creatures: Filter
    designation: Literal["goaded", "suspected"]
    no_longer: bool = False


class Triggered(_Ability):
    """A triggered ability: it triggers for each way in which one of its events happens. `condition` is its intervening "if".

    `limit`: it triggers only that often, e.g. "attacks for the first time each turn", "This ability triggers only once
    each turn".
    """

    kind: Literal["triggered"] = "triggered"
    events: tuple[TriggerEvent, ...]
    limit: Literal["once each turn", "first time each turn"] | None = None


# --- abilities that bear on combat damage (510, 614, 615, 701.19) ------------------------------------------------------


class Recipients(Model):
    """To whom damage is dealt: these players, or permanents that match. None means: none of these."""

    players: Players | None = None
    permanents: Filter | None = None


class AssignsByToughness(_Ability):
    """These creatures assign combat damage equal to their toughness rather than their power (510.1a)."""

    kind: Literal["assigns_by_toughness"] = "assigns_by_toughness"
    creatures: Filter


class AssignsNoDamage(_Ability):
    """These creatures assign no combat damage."""

    kind: Literal["assigns_no_damage"] = "assigns_no_damage"
    creatures: Filter


class AssignsAsThoughUnblocked(_Ability):
    """These creatures assign their combat damage as though they weren't blocked, or may do so (510.1c)."""

    kind: Literal["assigns_as_though_unblocked"] = "assigns_as_though_unblocked"
    creatures: Filter
    optional: bool = True


class DividesDamage(_Ability):
    """The combat damage of these creatures may be divided as their controller chooses among the defending player and any number
    of creatures that player controls."""

    kind: Literal["divides_damage"] = "divides_damage"
    creatures: Filter


class CantDealDamage(_Ability):
    """These sources can't deal damage (to these recipients; None: any). Nothing is prevented: nothing is dealt.

    `combat`: only combat damage is meant.
    """

    kind: Literal["cant_deal_damage"] = "cant_deal_damage"
    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    combat: bool = False


class ChangesDamage(_Ability):
    """Replacement (614): if one of these sources would deal damage (to one of these recipients; None: any), it deals `factor`
    times that damage, plus `more`, instead. `combat`: only combat damage is meant."""

    kind: Literal["changes_damage"] = "changes_damage"
    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    factor: int = 1
    more: int = 0
    combat: bool = False


class PreventsDamage(_Ability):
    """Prevention (615): damage that one of these sources would deal (to one of these recipients; None: any) is prevented.

    `amount`: so much of the damage of each source to each recipient; None: all of it. `all_but`: all but so much.
    `combat`: only combat damage is meant.
    """

    kind: Literal["prevents_damage"] = "prevents_damage"
    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    amount: Quantity | None = None
    all_but: int | None = None
    combat: bool = False


class PreventsNextDamage(_Ability):
    """Prevention (615.7): a shield that prevents the next `amount` damage that would be dealt to these recipients, in all."""

    kind: Literal["prevents_next_damage"] = "prevents_next_damage"
    recipients: Recipients
    amount: int
    sources: Filter = ANYTHING
    combat: bool = False


class DamageCantBePrevented(_Ability):
    """Damage that one of these sources would deal (to one of these recipients; None: any) can't be prevented."""

    kind: Literal["damage_cant_be_prevented"] = "damage_cant_be_prevented"
    sources: Filter = ANYTHING
    recipients: Recipients | None = None
    combat: bool = False


class Regenerates(_Ability):
    """Regeneration shield (701.19): the next time one of these permanents would be destroyed this turn, it is regenerated.

    Each of them has one such shield from each of these abilities.
    """

    kind: Literal["regenerates"] = "regenerates"
    permanents: Filter


class CantBeRegenerated(_Ability):
    """These permanents can't be regenerated."""

    kind: Literal["cant_be_regenerated"] = "cant_be_regenerated"
    permanents: Filter


class CantGainLife(_Ability):
    """These players can't gain life."""

    kind: Literal["cant_gain_life"] = "cant_gain_life"
    players: Players


class ChangesLifeGain(_Ability):
    """Replacement: if one of these players would gain life, they gain `factor` times as much, plus `more`, instead."""

    kind: Literal["changes_life_gain"] = "changes_life_gain"
    players: Players
    factor: int = 1
    more: int = 0


class LeavesInsteadOfDying(_Ability):
    """Replacement: if one of these permanents would die, it goes `to` another zone instead: it doesn't die."""

    kind: Literal["leaves_instead_of_dying"] = "leaves_instead_of_dying"
    permanents: Filter
    to: Literal["exile", "hand", "library"] = "exile"


class Unread(_Ability):
    """A sentence (its `text`) that bears on combat damage or on what follows from it, and isn't understood.

    Attackers and blockers are declared as if it weren't there. Where damage would be dealt while it is in force, the ruling is
    declined (`WordingNotUnderstood`), and never guessed.
    """

    kind: Literal["unread"] = "unread"


DamageAbility = (
    AssignsByToughness
    | AssignsNoDamage
    | AssignsAsThoughUnblocked
    | DividesDamage
    | CantDealDamage
    | ChangesDamage
    | PreventsDamage
    | PreventsNextDamage
    | DamageCantBePrevented
    | Regenerates
    | CantBeRegenerated
    | CantGainLife
    | ChangesLifeGain
    | LeavesInsteadOfDying
    | Unread
)
"""What bears on combat damage, and on nothing that is declared."""


Ability = Annotated[
    KeywordAbility
    | CantAttack
    | CantBlock
    | BlockerCount
    | DeclarationLimit
    | NeedsCompany
    | OnlyAlone
    | MustAttack
    | MustAttackWith
    | MustBlock
    | MustBeBlocked
    | AttackCost
    | BlockCost
    | OptionalAttackCost
    | BlocksAdditional
    | AttacksAsThough
    | BlocksAsThough
    | AttacksWithoutTapping
    | StaysTapped
    | TriggersAgain
    | ChoosesAttacks
    | ChoosesBlocks
    | Grants
    | Removes
    | Designates
    | DamageAbility
    | Triggered,
    Field(discriminator="kind"),
]


# --- trigger events (508.3, 509.3) -----------------------------------------------------------------------------------


class Attacks(Model):
    """Whenever [a creature] attacks [a target]: once for each creature. With company: "and at least two other … attack"."""

    kind: Literal["attacks"] = "attacks"
    creatures: Filter
    targets: Targets | None = None
    alone: bool = False
    others: Filter = ANYTHING
    minimum_others: int = 0


class SomeAttack(Model):
    """Whenever `minimum` or more creatures attack [a target]: once for all of them, or for each player whose side is attacked."""

    kind: Literal["some_attack"] = "some_attack"
    creatures: Filter
    minimum: int = 1
    targets: Targets | None = None


class IsAttacked(Model):
    """Whenever [a player, planeswalker or battle] is attacked: once for each of them."""

    kind: Literal["is_attacked"] = "is_attacked"
    targets: Targets


class PlayerAttacksWith(Model):
    """Whenever [a player] attacks with [creatures]: once for each player with at least `minimum` (and at most `maximum`);
    None: once for each creature."""

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
    """Whenever `minimum` or more creatures attack [a target] and aren't blocked: once for all of them."""

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
    for each source, however many it deals damage to at once."""

    kind: Literal["deals_damage"] = "deals_damage"
    sources: Filter
    recipients: Recipients | None = None
    combat: bool = False


class SomeDealDamage(Model):
    """Whenever `minimum` or more sources deal (combat) damage to [a player]: once for each player, or for all permanents."""

    kind: Literal["some_deal_damage"] = "some_deal_damage"
    sources: Filter
    minimum: int = 1
    recipients: Recipients | None = None
    combat: bool = False


class IsDealtDamage(Model):
    """Whenever [a recipient] is dealt (combat) damage: once for each recipient, however many sources deal it at once."""

    kind: Literal["is_dealt_damage"] = "is_dealt_damage"
    recipients: Recipients
    combat: bool = False


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

TriggerEvent = Annotated[
    Attacks
    | SomeAttack
    | IsAttacked
    | PlayerAttacksWith
    | PlayerAttacks
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
]


# --- effects -------------------------------------------------------------------------------------------------------

Duration = Literal["end of turn", "end of combat", "your next turn", "indefinite"]


class Effect(Model):
    """A continuous effect that isn't a permanent's own ability: its abilities, whose they are, and for how long.

    "As long as" and "for as long as" are conditions of the abilities. `source` names the permanent whose ability says
    "this", if any.
    """

    id: str
    controller: str
    source: str | None = None
    abilities: tuple[Ability, ...]
    duration: Duration = "indefinite"
    text: str = ""


for _model in list(globals().values()):
    if isinstance(_model, type) and issubclass(_model, Model) and _model is not Model:
        _model.model_rebuild()
