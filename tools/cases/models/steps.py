"""The steps of a case: one model for each kind, and what a step may expect."""

from __future__ import annotations

from inspect import get_annotations
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BeforeValidator, Discriminator, Field, Tag
from pydantic_core import PydanticCustomError

from ....events.facts import Place
from ....events.model import Model
from .choices import AnyPayment, ManaAbilityActivation, OptionalCostChoices
from .effects import EFFECT_FORMS, AnyEffect
from .permanents import Characteristics, StatedPermanent
from .values import (
    MAX_ID,
    MAX_NUMBER,
    MAX_PERMANENTS,
    MAX_PLAYERS,
    MAX_STEPS,
    Counter,
    DesignationsOf,
    Facts,
    Flag,
    Id,
    Items,
    NaturalNumber,
    Pairs,
    PermanentCounts,
    PermanentId,
    PermanentIds,
    PlayerCounts,
    PlayerId,
    StatedAssignment,
    StatedOrders,
    StatedTargets,
    TargetId,
    Text,
    WholeNumber,
    Yes,
)


class ExpectedTrigger(Model):
    """How often the abilities of a permanent trigger from a step."""

    source: PermanentId
    times: Annotated[NaturalNumber, Field(ge=1, description=f"a whole number, 1 to {MAX_NUMBER}")] = 1


class CaseStep(Model):
    """What every step may expect. None: not compared, but for a `cost` that is said to be null: there is none.

    `action` is the key that states the kind of the step: the first field of its class.
    """

    action: ClassVar[str]

    def __init_subclass__(cls, **settings: Any) -> None:
        super().__init_subclass__(**settings)
        cls.action = next(iter(get_annotations(cls)))

    expect: Literal["legal", "illegal"] | None = Field(None, description='"legal" or "illegal"')
    rule: Annotated[str, Field(pattern=r"^[0-9]{3}\.[0-9]{1,3}[a-z]?$")] | None = Field(
        None, description='the number of a rule such as "508.1a"'
    )
    cost: Text | None = Field(
        None, description='the locked-in total such as "{2}" (no mana is "{0}"), or null or "none" for no cost at all'
    )
    triggers: Annotated[Items[ExpectedTrigger], Field(max_length=MAX_PERMANENTS)] | None = Field(
        None, description="a list of {source: id of a permanent, times: number}"
    )
    blocked: PermanentIds | None = Field(None, description="a list of ids of attacking creatures")
    unblocked: PermanentIds | None = Field(None, description="a list of ids of attacking creatures")
    orders: StatedOrders | None = Field(None, description="an object of creatures' ids, each with a list of ids of creatures")
    tapped_after: PermanentIds | None = Field(None, description="a list of ids of permanents")
    why: Text | None = Field(None, description="a remark, which is not compared")


class StepExpectingCombat(CaseStep):
    """A step that also may expect who attacks and who blocks what afterwards."""

    attacking: PermanentIds | None = Field(None, description="a list of ids of attacking creatures")
    blocking: StatedOrders | None = Field(
        None, description="an object of blocking creatures' ids, each with a list of ids of attacking creatures"
    )


class DeclarationStep(StepExpectingCombat):
    """What the declarations of attackers and of blockers share."""

    pay: AnyPayment | None = Field(
        None,
        description='true, false, mana such as "{2}", life such as "2 life", or an object with any of '
        "mana, life, discard, sacrifice, tap, return, exile",
    )
    pays: dict[PlayerId, AnyPayment] = Field(
        default_factory=dict, description="an object of players' names, each with what that player pays, in the form of pay"
    )
    costs: dict[PlayerId, Text] | None = Field(None, description="an object of players' names, each with the locked-in total")
    mana_abilities: Items[ManaAbilityActivation] = Field(
        (),
        max_length=1_000,
        description="a list of {source: id of a permanent, adds: mana, taps: true or false, sacrifices: true or false}",
    )


class AttackStep(DeclarationStep):
    """The active player declares attackers, and what each attacks."""

    attack: StatedTargets
    bands: Items[PermanentIds] = Field(
        (), max_length=MAX_PERMANENTS, description="a list of bands, each a list of ids of attacking creatures"
    )
    optional_costs: dict[PermanentId, OptionalCostChoices] = Field(
        default_factory=dict,
        description='an object of creatures\' ids, each with "exert", "pay", {enlist: id of a creature}, or a list of these',
    )


class BlockStep(DeclarationStep):
    """The defending player `by` (where several defend) declares blockers, and what each blocks."""

    block: dict[PermanentId, Annotated[PermanentIds, Field(min_length=1)]] = Field(
        description="an object of creatures' ids, each with a list of one or more ids of the attacking creatures that it blocks"
    )
    by: PlayerId | None = Field(None, description="the name of a player")


class OrderStep(StepExpectingCombat):
    """Damage assignment orders are announced."""

    order: StatedOrders


class BecomesBlockedStep(StepExpectingCombat):
    """An effect says that an attacking creature becomes blocked."""

    becomes_blocked: PermanentId


class BecomesUnblockedStep(StepExpectingCombat):
    """An effect says that an attacking creature becomes unblocked."""

    becomes_unblocked: PermanentId


class BlocksStep(StepExpectingCombat):
    """An effect makes creatures on the battlefield block."""

    blocks: Pairs


class StopsBlockingStep(StepExpectingCombat):
    """An effect ends blocks."""

    stops_blocking: Pairs


class EntersStep(CaseStep):
    """A permanent is put onto the battlefield: attacking, blocking or neither."""

    enters: StatedPermanent = Field(description="a permanent: an object with at least id and controller")
    attacking: TargetId | None = Field(
        None, description="the name of a player, or the id of a planeswalker or a battle, that it attacks"
    )
    blocking: PermanentId | None = Field(None, description="the id of the attacking creature that it blocks")


class StatesAttackingStep(StepExpectingCombat):
    """An effect states that creatures are attacking."""

    states_attacking: Annotated[StatedTargets, Field(min_length=1)]


class ReselectStep(StepExpectingCombat):
    """What attacking creatures attack is reselected."""

    reselect: Annotated[StatedTargets, Field(min_length=1)]


class LeavesStep(StepExpectingCombat):
    """A permanent leaves the battlefield."""

    leaves: PermanentId
    to: Place | None = Field(
        None, description="the zone that it goes to; it died where that is graveyard (what triggers only then or else is marked)"
    )


class RemovedFromCombatStep(StepExpectingCombat):
    """A permanent is removed from combat."""

    removed_from_combat: PermanentId


class PhasesOutStep(StepExpectingCombat):
    """A permanent phases out."""

    phases_out: PermanentId


class ChangesStep(StepExpectingCombat):
    """Named characteristics of a permanent become these."""

    changes: Characteristics = Field(
        description="an object with the id of a permanent and the fields that change; null only for attached_to"
    )


class EffectBeginsStep(StepExpectingCombat):
    """A continuous effect begins."""

    effect: AnyEffect = Field(description=f"an effect: {EFFECT_FORMS}")


class StepExpectingOutcome(StepExpectingCombat):
    """A step that also may expect what combat damage did."""

    life: dict[PlayerId, WholeNumber] | None = Field(None, description="an object of players' names, each with a whole number")
    poison: PlayerCounts | None = Field(None, description="an object of players' names, each with a number of poison counters")
    marked: PermanentCounts | None = Field(None, description="an object of permanents' ids, each with the damage marked on it")
    loyalty: PermanentCounts | None = Field(None, description="an object of permanents' ids, each with a number")
    defense: PermanentCounts | None = Field(None, description="an object of permanents' ids, each with a number")
    counters: dict[PermanentId, dict[Counter, NaturalNumber]] | None = Field(
        None, description="an object of permanents' ids, each with an object of kinds of counters and their numbers"
    )
    dealt: StatedAssignment | None = Field(None, description="all damage dealt: sources' ids, each with recipients and amounts")
    destroyed: PermanentIds | None = Field(
        None, description="a list of the ids of all permanents that state-based actions put into a graveyard"
    )
    sba: dict[Id, Annotated[str, Field(max_length=MAX_ID)]] | None = Field(
        None, description="an object of players' names and permanents' ids, each with the number of a state-based action"
    )
    lost: Annotated[Items[PlayerId], Field(max_length=MAX_PLAYERS)] | None = Field(
        None, description="a list of the names of all players who lose"
    )
    won: Annotated[Items[PlayerId], Field(max_length=MAX_PLAYERS)] | None = Field(
        None, description="a list of the names of all players who have won"
    )
    over: Flag | None = Field(None, description="true or false: whether the game is over")
    power: dict[PermanentId, WholeNumber] | None = Field(None, description="an object of permanents' ids, each with its power")
    toughness: dict[PermanentId, WholeNumber] | None = Field(
        None, description="an object of permanents' ids, each with its toughness"
    )
    tokens: PlayerCounts | None = Field(None, description="an object of players' names, each with how many tokens it controls")
    left: PermanentIds | None = Field(None, description="a list of the ids of all permanents that left the battlefield")
    not_carried_out: PermanentIds | None = Field(
        None, description="a list of the ids of all permanents of which an ability resolved that isn't carried out"
    )


class ResolutionChoice(Model):
    """What is chosen for an ability of a permanent as it resolves; what is left out is chosen by the default policy."""

    source: PermanentId
    targets: Items[TargetId] | None = Field(None, description="a list of ids of permanents and names of players: its targets")
    accept: Items[Flag] = Field((), description='a list of true or false, one for each "may" in turn')
    sacrificed: PermanentIds = Field((), description="a list of the ids of permanents that are sacrificed")
    division: dict[TargetId, WholeNumber] | None = Field(
        None, description="an object of targets, each with how much of what is divided it gets"
    )
    modes: Items[WholeNumber] | None = Field(None, description="a list of the numbers of the modes that are chosen, from 0")
    chosen: Items[TargetId] = Field(
        (), description="a list of ids of permanents and cards, and names of players, that are chosen and no targets"
    )
    flips: Items[Flag] = Field((), description="a list of true or false, one for each coin in turn: whether the flip is won")
    rolls: Items[WholeNumber] = Field((), description="a list of the results of dice in turn")
    nonland: WholeNumber | None = Field(None, description="how many of the cards that are discarded are no lands")
    x: NaturalNumber | None = Field(None, description="what X is in a cost that is paid")
    counters: Items[Counter] = Field((), description="a list of names of counters, of which one is removed")
    types: Items[Text] = Field((), description="a list of creature types that are chosen, in turn")
    votes: Items[Text] = Field(
        (), description="a list of what players vote for, options or permanents, in turn order from the controller on"
    )
    cards: Items[StatedPermanent] = Field(
        (),
        max_length=MAX_PERMANENTS,
        description="a list of cards that are chosen or found, in the form of permanents: what nobody else says of a hand, "
        "a library or a graveyard",
    )
    library: Items[StatedPermanent] = Field(
        (),
        max_length=MAX_PERMANENTS,
        description="a list of the cards on top of libraries that are turned up, in their order, in the form of permanents",
    )
    discarded: Items[StatedPermanent] = Field(
        (), max_length=MAX_PERMANENTS, description="a list of the cards that are discarded, in the form of permanents"
    )
    faces: Items[StatedPermanent] = Field(
        (),
        max_length=MAX_PERMANENTS,
        description="a list of the other faces of permanents or cards, each in the form of a permanent with its id",
    )


def _all_or_number(value: object) -> object:
    if value == "all" or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_NUMBER):
        return value
    raise PydanticCustomError("resolve", "neither")


class ResolveStep(StepExpectingOutcome):
    """Triggered abilities on the stack resolve: so many, the topmost first, or all of them and what triggers meanwhile."""

    resolve: Annotated[Literal["all"] | int, BeforeValidator(_all_or_number)] = Field(
        description=f'"all", or a whole number, 1 to {MAX_NUMBER}'
    )
    in_order: PermanentIds = Field(
        (),
        description="a list of the ids of permanents of one player: in this order their abilities resolve that were put on the "
        "stack at one time, once for each",
    )
    choices: Items[ResolutionChoice] = Field(
        (), max_length=MAX_STEPS, description="a list of objects, each with source and what is chosen for an ability of it"
    )


class AssignStep(StepExpectingOutcome):
    """A player announces how creatures assign combat damage."""

    assign: StatedAssignment
    by: PlayerId | None = Field(None, description="the name of the player who chooses (by default whose turn it is to assign)")


class DealsStep(StepExpectingOutcome):
    """What has been assigned is dealt."""

    deals: Yes = Field(description="true")


class DealDamageStep(StepExpectingOutcome):
    """Every player assigns combat damage in turn order, and it is dealt."""

    damage: StatedAssignment


class EndOfCombatStep(StepExpectingOutcome):
    """The end of combat step begins."""

    end_of_combat: Yes = Field(description="true")


class AfterCombatStep(StepExpectingOutcome):
    """The end of combat step ends: all are out of combat."""

    after_combat: Yes = Field(description="true")


class CleanupStep(StepExpectingOutcome):
    """The cleanup step: damage wears off."""

    cleanup: Yes = Field(description="true")


class TurnStep(StepExpectingCombat):
    """The turn of a player begins. `untaps`: which permanents untap, where effects let the player choose."""

    turn: PlayerId
    untaps: PermanentIds | None = Field(None, description="a list of ids of permanents that the player lets untap")


class Stated(Model):
    """What no board can derive: designations and facts of players and permanents.

    A case whose ruling depends on what isn't stated is declined, or the report says what was presumed not to be so (`presumed`).
    """

    designations: DesignationsOf = Field(default_factory=dict)
    facts: Facts = Field(default_factory=dict)


class DefendsStep(StepExpectingCombat):
    """The active player chooses whom alone to attack, as combat begins."""

    defends: PlayerId


class LeavesGameStep(StepExpectingOutcome):
    """A player concedes, and leaves the game."""

    leaves_game: PlayerId


def _one_or_several(value: object) -> object:
    return (value,) if isinstance(value, str) else value


class LosesStep(StepExpectingOutcome):
    """An effect says that a player loses the game, or several at one time."""

    loses: Annotated[
        Items[PlayerId],
        Field(min_length=1, max_length=MAX_PLAYERS, description="the name of a player, or a list of players' names"),
        BeforeValidator(_one_or_several),
    ]


class StatesStep(StepExpectingCombat):
    """Designations and facts are so from now on."""

    states: Stated = Field(description="an object with designations, facts, or both")


class CombatStep(StepExpectingCombat):
    """Another combat phase of this turn begins."""

    combat: Literal["again"] = Field(description='"again"')


def _step_kind(value: object) -> str | None:
    if not isinstance(value, dict):
        return value.action if isinstance(value, CaseStep) else None
    actions = value.keys() & STEPS.keys()
    return actions.pop() if len(actions) == 1 else None


AnyStep = Annotated[
    Annotated[AttackStep, Tag("attack")]
    | Annotated[BlockStep, Tag("block")]
    | Annotated[OrderStep, Tag("order")]
    | Annotated[BecomesBlockedStep, Tag("becomes_blocked")]
    | Annotated[BecomesUnblockedStep, Tag("becomes_unblocked")]
    | Annotated[BlocksStep, Tag("blocks")]
    | Annotated[StopsBlockingStep, Tag("stops_blocking")]
    | Annotated[EntersStep, Tag("enters")]
    | Annotated[StatesAttackingStep, Tag("states_attacking")]
    | Annotated[ReselectStep, Tag("reselect")]
    | Annotated[LeavesStep, Tag("leaves")]
    | Annotated[RemovedFromCombatStep, Tag("removed_from_combat")]
    | Annotated[PhasesOutStep, Tag("phases_out")]
    | Annotated[ChangesStep, Tag("changes")]
    | Annotated[EffectBeginsStep, Tag("effect")]
    | Annotated[AssignStep, Tag("assign")]
    | Annotated[DealsStep, Tag("deals")]
    | Annotated[DealDamageStep, Tag("damage")]
    | Annotated[EndOfCombatStep, Tag("end_of_combat")]
    | Annotated[AfterCombatStep, Tag("after_combat")]
    | Annotated[CleanupStep, Tag("cleanup")]
    | Annotated[ResolveStep, Tag("resolve")]
    | Annotated[TurnStep, Tag("turn")]
    | Annotated[DefendsStep, Tag("defends")]
    | Annotated[LeavesGameStep, Tag("leaves_game")]
    | Annotated[LosesStep, Tag("loses")]
    | Annotated[StatesStep, Tag("states")]
    | Annotated[CombatStep, Tag("combat")],
    Discriminator(_step_kind),
]

STEPS: dict[str, type[CaseStep]] = {tag.tag: model for model, tag in map(get_args, get_args(get_args(AnyStep)[0]))}
"""The kinds of steps by their action key."""
