"""The case as data: one frozen model for a case, a permanent, each kind of effect and each kind of step.

Field names are the keys of the case file. A field's description says what may stand there: it is published in the JSON
Schema and told to whoever wrote something else.
"""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, PrivateAttr, Tag, model_validator
from pydantic_core import PydanticCustomError

from ...events.abilities import Color
from ...events.declarations import Irreversible
from ...events.facts import normalised
from ...events.model import Model
from ...events.types import CARD_TYPES, CREATURE_TYPES, NONCREATURE_SUBTYPES, SUPERTYPES, as_known
from ..suggestions import did_you_mean
from .places import Written

MAX_PLAYERS = 1_000
MAX_PERMANENTS = 20_000
MAX_STEPS = 10_000
MAX_EFFECTS = 10_000
MAX_NUMBER = 1_000_000
MAX_ID = 200
MAX_TEXT = 10_000

ItemT = TypeVar("ItemT")
Items = Annotated[tuple[ItemT, ...], Field(fail_fast=True)]
"""A list. Its first misfit is enough: a million of them would cost a gigabyte."""

# --- values ----------------------------------------------------------------------------------------------------------

_MANA_SYMBOLS = r"^(\{(0|[1-9][0-9]{0,5}|[WUBRGC]|[WUBRGC]/[WUBRG]|2/[WUBRG]|[WUBRG]/P|[WUBRG]/[WUBRG]/P)\}){1,100}$"
_LIFE = r"^([0-9]{1,6}) life$"
_ISO_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

Flag = Annotated[bool, Field(strict=True, description="true or false")]
WholeNumber = Annotated[
    int,
    Field(strict=True, ge=-MAX_NUMBER, le=MAX_NUMBER, description=f"a whole number, {-MAX_NUMBER} to {MAX_NUMBER}"),
]
NaturalNumber = Annotated[int, Field(strict=True, ge=0, le=MAX_NUMBER, description=f"a whole number, 0 to {MAX_NUMBER}")]
Text = Annotated[str, Field(max_length=MAX_TEXT, description=f"text of at most {MAX_TEXT} characters")]
Word = Annotated[str, Field(min_length=1, max_length=MAX_ID)]


def _of_types(*known: str) -> AfterValidator:
    """Takes a word in other case as meant; refuses what isn't known."""

    def meant(word: str) -> str:
        found = as_known(word)
        if found in known:
            return found
        raise PydanticCustomError("unknown_word", "not a known word", {"suggestion": _suggested(found, known)})

    return AfterValidator(meant)


def _suggested(word: str, known: tuple[str, ...]) -> str:
    if word in NONCREATURE_SUBTYPES or word in CREATURE_TYPES:
        return f" ({word} is one of the subtypes)"
    return did_you_mean(word, known)


CardTypes = Annotated[
    Items[Annotated[Word, _of_types(*CARD_TYPES, *SUPERTYPES)]],
    Field(max_length=100, description="a list of card types: " + ", ".join(CARD_TYPES)),
]
"""Card types; a supertype among them means what it means among the supertypes."""

Supertypes = Annotated[
    Items[Annotated[Word, _of_types(*SUPERTYPES)]],
    Field(max_length=100, description="a list of supertypes: " + ", ".join(SUPERTYPES)),
]
Subtypes = Annotated[
    Items[Annotated[Word, AfterValidator(as_known)]],
    Field(max_length=100, description='a list of subtypes such as "Goblin"'),
]
Mana = Annotated[str, Field(pattern=_MANA_SYMBOLS, description='mana symbols such as "{2}{W}", "{W/U}", "{2/W}" or "{0}"')]
Id = Annotated[str, Field(min_length=1, max_length=MAX_ID, pattern=r"^[^\x00-\x1f\x7f\[\]]+$")]
"""Names a player or a permanent. Wording refers to them in brackets, so they hold none."""

_ID = f"1 to {MAX_ID} characters, none of them a bracket or a control character"
PlayerId = Annotated[Id, Field(description="the name of a player")]
PermanentId = Annotated[Id, Field(description="the id of a permanent")]
TargetId = Annotated[Id, Field(description="the name of a player, or the id of a planeswalker or a battle")]
PermanentIds = Annotated[Items[PermanentId], Field(max_length=MAX_PERMANENTS, description="a list of ids of permanents")]
StatedTargets = Annotated[
    dict[PermanentId, TargetId],
    Field(description="an object of creatures' ids, each with the player, planeswalker or battle that it attacks"),
]
Pairs = Annotated[
    dict[PermanentId, PermanentId],
    Field(min_length=1, description="an object of blocking creatures' ids, each with the id of an attacking creature"),
]
StatedOrders = Annotated[
    dict[PermanentId, PermanentIds],
    Field(description="an object of creatures' ids, each with a list of ids of creatures"),
]
PlayerCounts = Annotated[
    dict[PlayerId, NaturalNumber], Field(description=f"an object of players' names, each with a number, 0 to {MAX_NUMBER}")
]


def _iso_date(value: Any) -> Any:
    """Only YYYY-MM-DD: pydantic alone would take timestamps as well."""
    if isinstance(value, datetime.date) or (isinstance(value, str) and re.fullmatch(_ISO_DATE, value)):
        return value
    raise ValueError("not an ISO date")


Day = Annotated[datetime.date, BeforeValidator(_iso_date), Field(description="an ISO date such as 2024-06-07")]

DESIGNATIONS = (
    *("monarch", "initiative", "city's blessing", "max speed", "enduring story", "full party", "day", "night", "extra turn"),
    *("saddled", "commander", "Ring-bearer", "renowned", "monstrous", "face-down", "crewed", "paired", "solved"),
)
"""What players, the turn and permanents can be; a Class or a level up creature also has `level 2` and so on."""


def _designation(value: str) -> str:
    if normalised(value) in map(normalised, DESIGNATIONS) or re.fullmatch(r"level [1-9][0-9]?", normalised(value)):
        return value
    raise PydanticCustomError("unknown_word", "not a designation", {"suggestion": did_you_mean(value, DESIGNATIONS)})


Designations = Annotated[
    Items[Annotated[str, Field(max_length=MAX_ID), AfterValidator(_designation)]],
    Field(max_length=100, description=f"a list of any of {', '.join(DESIGNATIONS)}, level 2"),
]
_Fact = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
FactsOf = Annotated[
    Annotated[Annotated[Items[_Fact], Field(max_length=1_000)], Tag("list")]
    | Annotated[dict[_Fact, Flag | NaturalNumber], Field(max_length=1_000), Tag("object")],
    Discriminator(lambda value: "object" if isinstance(value, dict) else "list"),
]
"""Facts in the words of the texts that ask about them: those that are so, or each with true, false or a number."""
DesignationsOf = Annotated[
    dict[Id, Designations],
    Field(
        description="an object of players' names and permanents' ids, each with a list of all its designations: any of "
        f"{', '.join(DESIGNATIONS)}, level 2"
    ),
]
Facts = Annotated[
    dict[Id, FactsOf],
    Field(
        description="an object of players' names and permanents' ids, each with a list of facts that are so, in the words of "
        "a text that asks, or an object of facts, each with true, false or a number"
    ),
]

# --- permanents ------------------------------------------------------------------------------------------------------


class StatedPermanent(Model):
    """A permanent, with the characteristics and the status it has at that moment.

    One with a `name` and neither `types` nor `text` is looked up among the cards loaded (`declarant cards load`); what is stated
    here wins.

    Power and toughness that aren't stated are 0, as the rules say of a creature without them.
    """

    id: Id = Field(description=f"an id that no other player or permanent has: {_ID}")
    controller: PlayerId
    owner: PlayerId | None = Field(None, description="the name of a player (by default the controller)")
    name: Text = ""
    supertypes: Supertypes = ()
    types: CardTypes = ()
    subtypes: Subtypes = ()
    colors: Items[Color] = Field((), max_length=5, description="a list of the letters W, U, B, R, G")
    mana_value: NaturalNumber = 0
    power: WholeNumber = 0
    toughness: WholeNumber = 0
    loyalty: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    defense: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    protector: PlayerId | None = Field(None, description="the name of a player: the protector of this battle")
    text: Text = Field(
        "",
        description=f"rules text in Oracle wording, at most {MAX_TEXT} characters, a line an ability; reminder text is skipped",
    )
    tapped: Flag = False
    summoning_sick: Flag = Field(
        False, description="true if it came under control this turn, or false; by default false, but true in an enters step"
    )
    attached_to: Id | None = Field(None, description="the id of a permanent or the name of a player")
    counters: dict[Id, NaturalNumber] = Field(
        default_factory=dict,
        max_length=1_000,
        description=f"an object of kinds of counters, each with a number, 0 to {MAX_NUMBER}",
    )
    token: Flag = False
    marked: NaturalNumber = Field(0, description=f"damage marked on it already: a whole number, 0 to {MAX_NUMBER}")
    stated: Flag | None = Field(
        None, description="true or false: whether power and toughness are what they come to (by default as in the case)"
    )
    designations: Designations | None = Field(
        None, description=f"a list of all designations it has: any of {', '.join(DESIGNATIONS)}, level 2; [] for none"
    )


class Characteristics(Model):
    """What of a permanent becomes different: the fields that are set. `attached_to: null` unattaches it."""

    id: PermanentId
    controller: PlayerId | None = Field(None, description="the name of a player")
    name: Text | None = Field(None, description="text")
    supertypes: Supertypes | None = Field(None, description="a list of supertypes: " + ", ".join(SUPERTYPES))
    types: CardTypes | None = Field(None, description="a list of card types: " + ", ".join(CARD_TYPES))
    subtypes: Subtypes | None = Field(None, description='a list of subtypes such as "Goblin"')
    colors: Items[Color] | None = Field(None, max_length=5, description="a list of the letters W, U, B, R, G")
    mana_value: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    power: WholeNumber | None = Field(None, description=f"a whole number, {-MAX_NUMBER} to {MAX_NUMBER}")
    toughness: WholeNumber | None = Field(None, description=f"a whole number, {-MAX_NUMBER} to {MAX_NUMBER}")
    loyalty: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    defense: NaturalNumber | None = Field(None, description=f"a whole number, 0 to {MAX_NUMBER}")
    protector: PlayerId | None = Field(None, description="the name of a player: the protector of this battle")
    text: Text | None = Field(None, description="rules text in Oracle wording, a line an ability")
    tapped: Flag | None = Field(None, description="true or false")
    summoning_sick: Flag | None = Field(None, description="true or false")
    attached_to: Id | None = Field(None, description="the id of a permanent, the name of a player, or null")
    counters: dict[Id, NaturalNumber] | None = Field(
        None,
        max_length=1_000,
        description=f"an object of kinds of counters, each with a number, 0 to {MAX_NUMBER}",
    )

    marked: NaturalNumber | None = Field(None, description=f"damage marked on it: a whole number, 0 to {MAX_NUMBER}")

    @model_validator(mode="after")
    def _no_null(self) -> Characteristics:
        # A null that meant "unchanged" would be passed over in silence.
        if any(getattr(self, name) is None for name in self.model_fields_set - {"attached_to"}):
            raise ValueError("null")
        return self


# --- effects ---------------------------------------------------------------------------------------------------------


class WordedEffect(Model):
    """A continuous effect in Oracle wording, where `[id]` names a permanent or a player."""

    controller: PlayerId
    text: Text


class Goad(Model):
    """A creature is goaded by a player."""

    goad: PermanentId
    by: PlayerId


class Suspect(Model):
    """A creature is suspected."""

    suspect: PermanentId


class GrantedAbility(Model):
    """A permanent has the abilities that the text says."""

    on: PermanentId
    text: Text


def _true(value: Any) -> Any:
    # Literal[True] alone would take 1 for true.
    if value is not True:
        raise ValueError("not true")
    return value


class LostAbilities(Model):
    """A permanent has lost all its abilities."""

    on: PermanentId
    loses_abilities: Annotated[Literal[True], BeforeValidator(_true)] = Field(description="true")


EFFECTS: dict[str, type[Model]] = {
    "goad": Goad,
    "suspect": Suspect,
    "loses_abilities": LostAbilities,
    "on": GrantedAbility,
    "text": WordedEffect,
}
"""The kinds of effects by the key that tells them; the first that is there decides."""


def _effect_kind(value: Any) -> str | None:
    if isinstance(value, dict):
        return next((key for key in EFFECTS if key in value), None)
    return next((key for key, model in EFFECTS.items() if type(value) is model), None)


AnyEffect = Annotated[
    Annotated[Goad, Tag("goad")]
    | Annotated[Suspect, Tag("suspect")]
    | Annotated[LostAbilities, Tag("loses_abilities")]
    | Annotated[GrantedAbility, Tag("on")]
    | Annotated[WordedEffect, Tag("text")],
    Discriminator(_effect_kind),
]
_EFFECT_FORMS = "{controller, text}, {on, text}, {on, loses_abilities: true}, {goad, by} or {suspect}"

# --- choices in a declaration ----------------------------------------------------------------------------------------


class EnlistChoice(Model):
    """The optional cost of enlist: the creature that is tapped."""

    enlist: PermanentId


OptionalCostChoice = Annotated[
    Annotated[Literal["exert", "pay"], Tag("word")] | Annotated[EnlistChoice, Tag("object")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "object"),
]
OptionalCostChoices = Annotated[
    Annotated[Literal["exert", "pay"], Tag("word")]
    | Annotated[EnlistChoice, Tag("object")]
    | Annotated[Items[OptionalCostChoice], Field(max_length=10), Tag("list")],
    Discriminator(lambda value: "word" if isinstance(value, str) else "list" if isinstance(value, list | tuple) else "object"),
]


class ExactPayment(Model):
    """Exactly what is paid."""

    mana: Mana | None = Field(None, description='mana symbols such as "{2}{W}"')
    life: NaturalNumber = 0
    discard: NaturalNumber = Field(0, description=f"a number of cards, 0 to {MAX_NUMBER}")
    sacrifice: PermanentIds = ()
    tap: PermanentIds = ()
    return_: PermanentIds = Field((), alias="return")
    exile: PermanentIds = ()


def _payment(value: Any) -> Any:
    """The short forms of a payment: mana, or an amount of life."""
    if not isinstance(value, str):
        return value
    if re.fullmatch(_MANA_SYMBOLS, value):
        return {"mana": value}
    if life := re.fullmatch(_LIFE, value):
        return {"life": int(life[1])}
    raise ValueError("neither mana nor life")


_WrittenPayment = Annotated[str, Field(pattern=f"{_MANA_SYMBOLS}|{_LIFE}")] | ExactPayment
AnyPayment = Annotated[
    Annotated[bool, Tag("bool")]
    | Annotated[ExactPayment, BeforeValidator(_payment, json_schema_input_type=_WrittenPayment), Tag("payment")],
    Discriminator(lambda value: "bool" if isinstance(value, bool) else "payment"),
]


class ManaAbilityActivation(Model):
    """A mana ability activated at the chance that the rules give while costs are paid.

    `keep`: its player keeps it when the declaration is taken back. `did`: what it did that some editions don't let be taken
    back. `spent_on`: the source of another mana ability on which the mana was spent. `taps`, `sacrifices`: what it does to its
    source; where neither is said, what the source's own mana ability says, which it has to have then.
    """

    source: PermanentId
    adds: Mana
    taps: Flag | None = Field(None, description="true or false: whether its source is tapped for it")
    sacrifices: Flag | None = Field(None, description="true or false: whether its source is sacrificed for it")
    keep: Flag = False
    did: Items[Irreversible] = Field(
        (), max_length=10, description="a list of what can't be taken back: " + ", ".join(get_args(Irreversible))
    )
    spent_on: PermanentId | None = Field(None, description="the id of a permanent")


# --- steps -----------------------------------------------------------------------------------------------------------


class ExpectedTrigger(Model):
    """How often the abilities of a permanent trigger from a step."""

    source: PermanentId
    times: Annotated[NaturalNumber, Field(ge=1, description=f"a whole number, 1 to {MAX_NUMBER}")] = 1


class CaseStep(Model):
    """What every step may expect. None: not compared, but for a `cost` that is said to be null: there is none.

    `action` is the key that tells the kind of the step.
    """

    action: ClassVar[str]

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
    mana_abilities: Items[ManaAbilityActivation] = Field(
        (),
        max_length=1_000,
        description="a list of {source: id of a permanent, adds: mana, taps: true or false, sacrifices: true or false}",
    )


class AttackStep(DeclarationStep):
    """The active player declares attackers, and what each attacks."""

    action = "attack"
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

    action = "block"
    block: dict[PermanentId, Annotated[PermanentIds, Field(min_length=1)]] = Field(
        description="an object of creatures' ids, each with a list of one or more ids of the attacking creatures that it blocks"
    )
    by: PlayerId | None = Field(None, description="the name of a player")


class OrderStep(StepExpectingCombat):
    """Damage assignment orders are announced."""

    action = "order"
    order: StatedOrders


class BecomesBlockedStep(StepExpectingCombat):
    """An effect says that an attacking creature becomes blocked."""

    action = "becomes_blocked"
    becomes_blocked: PermanentId


class BecomesUnblockedStep(StepExpectingCombat):
    """An effect says that an attacking creature becomes unblocked."""

    action = "becomes_unblocked"
    becomes_unblocked: PermanentId


class BlocksStep(StepExpectingCombat):
    """An effect makes creatures on the battlefield block."""

    action = "blocks"
    blocks: Pairs


class StopsBlockingStep(StepExpectingCombat):
    """An effect ends blocks."""

    action = "stops_blocking"
    stops_blocking: Pairs


class EntersStep(CaseStep):
    """A permanent is put onto the battlefield: attacking, blocking or neither."""

    action = "enters"
    enters: StatedPermanent = Field(description="a permanent: an object with at least id and controller")
    attacking: TargetId | None = Field(
        None, description="the name of a player, or the id of a planeswalker or a battle, that it attacks"
    )
    blocking: PermanentId | None = Field(None, description="the id of the attacking creature that it blocks")


class StatesAttackingStep(StepExpectingCombat):
    """An effect states that creatures are attacking."""

    action = "states_attacking"
    states_attacking: Annotated[StatedTargets, Field(min_length=1)]


class ReselectStep(StepExpectingCombat):
    """What attacking creatures attack is reselected."""

    action = "reselect"
    reselect: Annotated[StatedTargets, Field(min_length=1)]


class LeavesStep(StepExpectingCombat):
    """A permanent leaves the battlefield."""

    action = "leaves"
    leaves: PermanentId


class RemovedFromCombatStep(StepExpectingCombat):
    """A permanent is removed from combat."""

    action = "removed_from_combat"
    removed_from_combat: PermanentId


class PhasesOutStep(StepExpectingCombat):
    """A permanent phases out."""

    action = "phases_out"
    phases_out: PermanentId


class ChangesStep(StepExpectingCombat):
    """Named characteristics of a permanent become these."""

    action = "changes"
    changes: Characteristics = Field(
        description="an object with the id of a permanent and the fields that change; null only for attached_to"
    )


class EffectBeginsStep(StepExpectingCombat):
    """A continuous effect begins."""

    action = "effect"
    effect: AnyEffect = Field(description=f"an effect: {_EFFECT_FORMS}")


Amount = Annotated[int, Field(strict=True, ge=1, le=MAX_NUMBER, description=f"a whole number, 1 to {MAX_NUMBER}")]
StatedAssignment = Annotated[
    dict[PermanentId, Annotated[dict[TargetId, Amount], Field(max_length=MAX_PERMANENTS)]],
    Field(description="an object of creatures' ids, each with an object of recipients' ids or names and amounts, 1 or more"),
]
PermanentCounts = Annotated[
    dict[PermanentId, NaturalNumber], Field(description=f"an object of permanents' ids, each with a number, 0 to {MAX_NUMBER}")
]


class StepExpectingOutcome(StepExpectingCombat):
    """A step that also may expect what combat damage did."""

    life: dict[PlayerId, WholeNumber] | None = Field(None, description="an object of players' names, each with a whole number")
    poison: PlayerCounts | None = Field(None, description="an object of players' names, each with a number of poison counters")
    marked: PermanentCounts | None = Field(None, description="an object of permanents' ids, each with the damage marked on it")
    loyalty: PermanentCounts | None = Field(None, description="an object of permanents' ids, each with a number")
    defense: PermanentCounts | None = Field(None, description="an object of permanents' ids, each with a number")
    counters: dict[PermanentId, dict[Id, NaturalNumber]] | None = Field(
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
    chosen: PermanentIds = Field((), description="a list of the ids of permanents, or of cards, that are chosen and no targets")
    flips: Items[Flag] = Field((), description="a list of true or false, one for each coin in turn: whether the flip is won")
    rolls: Items[WholeNumber] = Field((), description="a list of the results of dice in turn")
    nonland: WholeNumber | None = Field(None, description="how many of the cards that are discarded are no lands")
    x: WholeNumber | None = Field(None, description="what X is in a cost that is paid")
    counters: Items[Text] = Field((), description="a list of names of counters, of which one is removed")
    cards: Items[StatedPermanent] = Field(
        (),
        max_length=MAX_PERMANENTS,
        description="a list of cards that are chosen or found, in the form of permanents: what nobody else tells of a hand, "
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


def _all_or_number(value: Any) -> Any:
    if value == "all" or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_NUMBER):
        return value
    raise PydanticCustomError("resolve", "neither")


class ResolveStep(StepExpectingOutcome):
    """Triggered abilities on the stack resolve: so many, the topmost first, or all of them and what triggers meanwhile."""

    action = "resolve"
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

    action = "assign"
    assign: StatedAssignment
    by: PlayerId | None = Field(None, description="the name of the player who chooses (by default whose turn it is to assign)")


class DealsStep(StepExpectingOutcome):
    """What has been assigned is dealt."""

    action = "deals"
    deals: Annotated[Literal[True], BeforeValidator(_true)] = Field(description="true")


class DealDamageStep(StepExpectingOutcome):
    """Every player assigns combat damage in turn order, and it is dealt."""

    action = "damage"
    damage: StatedAssignment


class EndOfCombatStep(StepExpectingOutcome):
    """The end of combat step begins."""

    action = "end_of_combat"
    end_of_combat: Annotated[Literal[True], BeforeValidator(_true)] = Field(description="true")


class AfterCombatStep(StepExpectingOutcome):
    """The end of combat step ends: all are out of combat."""

    action = "after_combat"
    after_combat: Annotated[Literal[True], BeforeValidator(_true)] = Field(description="true")


class CleanupStep(StepExpectingOutcome):
    """The cleanup step: damage wears off."""

    action = "cleanup"
    cleanup: Annotated[Literal[True], BeforeValidator(_true)] = Field(description="true")


class TurnStep(StepExpectingCombat):
    """The turn of a player begins. `untaps`: which permanents untap, where effects let the player choose."""

    action = "turn"
    turn: PlayerId
    untaps: PermanentIds | None = Field(None, description="a list of ids of permanents that the player lets untap")


class Stated(Model):
    """What no board can derive: designations and facts of players and permanents.

    A case whose ruling depends on what isn't stated is declined, or the report says what was presumed not to be so (`presumed`).
    """

    designations: DesignationsOf = Field(default_factory=dict)
    facts: Facts = Field(default_factory=dict)


class StatesStep(StepExpectingCombat):
    """Designations and facts are so from now on."""

    action = "states"
    states: Stated = Field(description="an object with designations, facts, or both")


class CombatStep(StepExpectingCombat):
    """Another combat phase of this turn begins."""

    action = "combat"
    combat: Literal["again"] = Field(description='"again"')


STEPS: dict[str, type[CaseStep]] = {
    model.action: model
    for model in (
        AttackStep,
        BlockStep,
        OrderStep,
        BecomesBlockedStep,
        BecomesUnblockedStep,
        BlocksStep,
        StopsBlockingStep,
        EntersStep,
        StatesAttackingStep,
        ReselectStep,
        LeavesStep,
        RemovedFromCombatStep,
        PhasesOutStep,
        ChangesStep,
        EffectBeginsStep,
        AssignStep,
        DealsStep,
        DealDamageStep,
        EndOfCombatStep,
        AfterCombatStep,
        CleanupStep,
        ResolveStep,
        TurnStep,
        StatesStep,
        CombatStep,
    )
}
"""The kinds of steps by their action key."""


def _step_kind(value: Any) -> str | None:
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
    | Annotated[StatesStep, Tag("states")]
    | Annotated[CombatStep, Tag("combat")],
    Discriminator(_step_kind),
]

# --- the case --------------------------------------------------------------------------------------------------------


class Case(Model):
    """One combat put before the referee: a board, the declarations tried in order, and what should be ruled."""

    id: Text = Field("", description="text that names the case in every report (by default its file and line)")
    source: Text | None = Field(None, description="text: where the facts come from")
    rules: Day | None = Field(None, description="an ISO date such as 2024-06-07 (by default the newest edition)")
    players: Items[Id] = Field(
        min_length=2,
        max_length=MAX_PLAYERS,
        description=f"a list of 2 to {MAX_PLAYERS} different names in turn order: each {_ID}",
    )
    active: PlayerId | None = Field(None, description="the name of a player (by default the first)")
    stated: Flag = Field(
        True, description="true or false: power and toughness are what they come to; false: printed, and all else is derived"
    )
    life: dict[PlayerId, WholeNumber] = Field(
        default_factory=dict,
        description=f"an object of players' names, each with a number, {-MAX_NUMBER} to {MAX_NUMBER}",
    )
    hand: PlayerCounts = Field(default_factory=dict)
    graveyard: PlayerCounts = Field(default_factory=dict)
    poison: PlayerCounts = Field(default_factory=dict)
    mana: dict[PlayerId, Mana] = Field(
        default_factory=dict, description='an object of players\' names, each with mana such as "{2}{W}"; none is "{0}"'
    )
    battlefield: Items[StatedPermanent] = Field(
        max_length=MAX_PERMANENTS, description=f"a list of at most {MAX_PERMANENTS} permanents, each an object"
    )
    designations: DesignationsOf = Field(default_factory=dict)
    facts: Facts = Field(default_factory=dict)
    effects: Items[AnyEffect] = Field(
        (), max_length=MAX_EFFECTS, description=f"a list of at most {MAX_EFFECTS} effects: {_EFFECT_FORMS}"
    )
    steps: Items[AnyStep] = Field(
        max_length=MAX_STEPS,
        description=f"a list of at most {MAX_STEPS} steps, each an object with exactly one of the keys " + ", ".join(STEPS),
    )

    _place: str = PrivateAttr("")
    _written: Written | None = PrivateAttr(None)

    @property
    def place(self) -> str:
        """Where the case was read: `FILE:LINE`, or `FILE:LINE[N]` for an element of a list; empty if made by hand."""
        return self._place

    @property
    def written(self) -> Written | None:
        """The text that the case was read from; None if it was made by hand."""
        return self._written


def case_schema() -> dict[str, Any]:
    """The JSON Schema of a case. What refers to what (ids, names of players) is checked beyond it."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Case.model_json_schema(),
    }
