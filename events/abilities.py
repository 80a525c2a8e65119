"""The vocabulary of abilities: what a card says about declarations and combat damage, as data.

Wording is read into these models (`tools/oracle`), events carry them, handlers judge by them. An ability has a
*subject* (a `Filter`), *what* it says (its kind), and a *condition*; a `Effect` adds a *duration*. Nothing here decides
anything: what a filter matches and what an ability does is told in `handlers/`.

This module is the whole vocabulary in one name space: what abilities speak of stands in `filters`, what they trigger on in
`trigger_events`.

Names and fields of these modules are the storage format of journals: change them with care.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .filters import *
from .instructions import *
from .instructions import PlainInstruction
from .model import Model, untold
from .trigger_events import *

Action = Literal["attack", "block"]


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


class UntapsDuring(_Ability):
    """These permanents untap during the untap steps of these players, too, who needn't be their controllers."""

    kind: Literal["untaps_during"] = "untaps_during"
    permanents: Filter
    players: Players


class UntapLimit(_Ability):
    """These players can't untap more than `maximum` of these permanents during their untap steps."""

    kind: Literal["untap_limit"] = "untap_limit"
    permanents: Filter
    players: Players
    maximum: Quantity = 1


class MayStayTapped(_Ability):
    """You may choose not to untap these permanents during your untap step."""

    kind: Literal["may_stay_tapped"] = "may_stay_tapped"
    permanents: Filter


class ManaAbility(_Ability):
    """An activated mana ability: what it taps and sacrifices as its cost, and what it adds, one of several strings of symbols.

    `adds` is None where the amount depends on something. `unread`: what else it says, of its cost or of what the mana is for.
    """

    kind: Literal["mana_ability"] = "mana_ability"
    taps: bool = False
    sacrifices: bool = False
    adds: tuple[str, ...] | None
    unread: str = ""


class ChangesCharacteristics(_Ability):
    """These permanents become something else (613.1d–e, 613.4): their types and colors, their base power and toughness, and by
    how much power and toughness are more or less. None leaves one as it is.

    `types`: what they become; with `kept` in addition to their other types and colors. `defining`: it is a
    characteristic-defining ability (604.3). `switches`: power and toughness are switched (613.4d).
    """

    kind: Literal["changes_characteristics"] = "changes_characteristics"
    permanents: Filter
    power: Quantity = 0
    toughness: Quantity = 0
    base_power: Quantity | None = None
    base_toughness: Quantity | None = None
    colors: tuple[Color, ...] | None = None
    types: tuple[str, ...] = ()
    kept: bool = False
    defining: bool = False
    switches: bool = False


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
    each turn". `does`: what it does as it resolves; None where that isn't understood.
    """

    kind: Literal["triggered"] = "triggered"
    events: tuple[TriggerEvent, ...]
    limit: Literal["once each turn", "first time each turn"] | None = None
    does: Does | None = None


# --- abilities that bear on combat damage (510, 614, 615, 701.19) ------------------------------------------------------


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


Happening = Literal[
    "enters",
    "leaves",
    "sacrificed",
    "control",
    "tapped",
    "life gained",
    "life lost",
    "cards",
    "counters",
    "targeted",
    "targeted by opponents",
    "damage",
    "noncombat damage",
    "turn begins",
    "combat begins",
    "end step begins",
    "elsewhere",
]
"""What may set off an ability whose trigger event isn't modelled; "elsewhere": nothing that resolving or combat does.

"turn begins" stands for each step and phase of a turn but combat and the end step.
"""


class NotModelled(_Ability):
    """A sentence (its `text`) that triggers on what no trigger event tells: where that happens, the game is marked with it.

    `on`: what may set it off, as far as its words tell; none: anything. `itself`: only what happens to the permanent that has it.
    `whose` and `types`: of whom, and of which card types, what it happens to is.
    """

    kind: Literal["not_modelled"] = "not_modelled"
    on: tuple[Happening, ...] = ()
    itself: bool = False
    whose: Literal["any", "you", "opponents"] = "any"
    types: tuple[str, ...] = ()


class ChangesStatedValues(_Ability):
    """A sentence (its `text`) that changes power or toughness, of a permanent whose board states what they come to.

    They stay as stated: where it comes to something else from now on, the game is marked with it. `change`: what it does; None:
    that isn't understood, and the game is marked as permanents enter, leave or change controllers.
    """

    kind: Literal["changes_stated_values"] = "changes_stated_values"
    change: ChangesCharacteristics | None = None


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
    | NotModelled
    | ChangesStatedValues
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
    | UntapsDuring
    | UntapLimit
    | MayStayTapped
    | ManaAbility
    | ChangesCharacteristics
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
# --- what is done as abilities resolve -----------------------------------------------------------------------------------


class Begins(Model):
    """A continuous effect begins (611.2): its abilities, and for how long."""

    kind: Literal["begins"] = "begins"
    abilities: tuple[Ability, ...]
    duration: Duration = "indefinite"


class Token(Model):
    """What a token is: supertypes, card types and subtypes, colors, power and toughness, abilities."""

    name: str = ""
    types: tuple[str, ...] = ()
    colors: tuple[Color, ...] = ()
    power: Quantity = 0
    toughness: Quantity = 0
    abilities: tuple[Ability, ...] = ()


class CopyExcept(Model):
    """In what a copy differs from what it copies (707.9): name, types (in addition to the others, or instead), colors, power and
    toughness, more abilities; whether it isn't legendary."""

    name: str | None = None
    types: tuple[str, ...] = ()
    only_types: bool = False
    colors: tuple[Color, ...] = ()
    only_colors: bool = False
    power: Quantity | None = None
    toughness: Quantity | None = None
    abilities: tuple[Ability, ...] = ()
    legendary: bool = True


class CreatesTokens(Model):
    """So many tokens enter under the control of each of these players: as described (111), or copies of a permanent (707).

    `attacking`: what the permanent that the ability is of attacks, each opponent but the one it attacks (myriad), one for each
    opponent attacking that player, or the player that the ability is about. `differs`: in what a copy differs.
    """

    kind: Literal["creates_tokens"] = "creates_tokens"
    number: Quantity = 1
    token: Token | None = None
    copy_of: Filter | None = None
    players: Players = Players.model_construct(who="you")  # validators are built where they are used, not on import
    tapped: bool = False
    attacking: Literal["same", "each other opponent", "each opponent", "that player"] | None = None
    differs: CopyExcept | None = Field(None, exclude_if=untold)
    until: Delayed | None = None
    """What is done at that time to the tokens, which it calls "it" (the role `subject`)."""


class If(Model):
    """Some of it is done only if a condition holds, and the rest otherwise."""

    kind: Literal["if"] = "if"
    condition: Condition
    do: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


class May(Model):
    """The ability's controller (or another player, `by`) may do this; if so, `then` follows, and `otherwise` if not."""

    kind: Literal["may"] = "may"
    by: Players | None = Field(None, exclude_if=untold)
    do: tuple[Instruction, ...]
    then: tuple[Instruction, ...] = ()
    otherwise: tuple[Instruction, ...] = ()


class IfDone(Model):
    """This is done; if it can be, `then` follows, and `otherwise` if not: "sacrifice it. If you do, …"."""

    kind: Literal["if_done"] = "if_done"
    do: tuple[Instruction, ...]
    then: tuple[Instruction, ...] = ()
    otherwise: tuple[Instruction, ...] = ()


class FlipsCoins(Model):
    """Flip so many coins (705): for each flip that is won, and for each that is lost, something is done."""

    kind: Literal["flips_coins"] = "flips_coins"
    number: int = 1
    won: tuple[Instruction, ...] = ()
    lost: tuple[Instruction, ...] = ()


class ForEach(Model):
    """For each of these permanents, or of these players, something is done, or so many `times`: one after the other.

    What it calls them is the role `each`, or the player `each`.
    """

    kind: Literal["for_each"] = "for_each"
    permanents: Filter | None = None
    players: Players | None = None
    times: Quantity | None = None
    do: tuple[Instruction, ...]


class Clashes(Model):
    """Clash with an opponent (701.30): each reveals the top card of their library; what is done if the ability's controller wins,
    whose card has the greater mana value, and if not."""

    kind: Literal["clashes"] = "clashes"
    won: tuple[Instruction, ...] = ()
    lost: tuple[Instruction, ...] = ()


class Reflexive(Model):
    """A reflexive triggered ability triggers (603.12): "when you do, …". It has targets of its own."""

    kind: Literal["reflexive"] = "reflexive"
    does: Does


class Modes(Model):
    """Choose so many of these (608.2d): "sacrifice an artifact or discard a card"."""

    kind: Literal["modes"] = "modes"
    modes: tuple[tuple[Instruction, ...], ...]
    minimum: int = 1
    maximum: int = 1


class Delayed(Model):
    """A delayed triggered ability (603.7): at end of combat, or at the beginning of the next end step, this is done."""

    kind: Literal["delayed"] = "delayed"
    when: Literal["end of combat", "end step"]
    do: tuple[Instruction, ...]


Instruction = Annotated[
    PlainInstruction | Begins | CreatesTokens | If | May | IfDone | ForEach | Modes | Delayed | Reflexive | FlipsCoins | Clashes,
    Field(discriminator="kind"),
]


class ModalChoice(Model):
    """ "Choose one —" (700.2): so many modes, each with its targets, are chosen as the ability is put on the stack (603.3c)."""

    modes: tuple[Does, ...]
    minimum: int = 1
    maximum: int = 1


class Does(Model):
    """What an ability does as it resolves: the instructions, in order, and its targets. With `modal`, more follows when modes are
    chosen."""

    instructions: tuple[Instruction, ...]
    targets: tuple[Target, ...] = ()
    modal: ModalChoice | None = Field(None, exclude_if=untold)


# --- effects -------------------------------------------------------------------------------------------------------

Duration = Literal["end of turn", "end of combat", "your next turn", "end of your next turn", "next untap step", "indefinite"]
"""Until when: the "next untap step" is that of the controller of what it affects."""


class Effect(Model):
    """A continuous effect that isn't a permanent's own ability: its abilities, whose they are, and for how long.

    "As long as" and "for as long as" are conditions of the abilities. `source` names the permanent whose ability says
    "this", if any. `turn_of` is the player whose next turn the duration means, if that isn't the controller.
    """

    id: str
    controller: str
    source: str | None = None
    turn_of: str | None = None
    abilities: tuple[Ability, ...]
    duration: Duration = "indefinite"
    text: str = ""
