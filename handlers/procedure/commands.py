"""Commands: players' choices as values. Clients send them, and `Game.declare`, `judge` and `explain` take them.

A command holds nothing of the state that it is for; it is checked against the rules when it is declared or judged.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter

from ...events.declarations import ManaAbilityActivated
from ...events.errors import InvalidInput
from ...events.facts import PermanentEntered
from ...events.journal.origin import NOWHERE, Origin, OriginId
from ...events.misuse import explaining_misuse
from ...events.model import OfType, is_default, is_none
from ..input_checks import check_mana, fitting
from ..resolution.choices import DEFAULT, Choices


@dataclass(frozen=True, slots=True)
class Enlist:
    """The optional cost of enlist (702.154a): `creature` is tapped as the attacker attacks."""

    creature: str


@dataclass(frozen=True, slots=True)
class Offer:
    """What a player pays; parts left out are chosen, permanents in the order of the board.

    `mana`: what is spent, as in "{2}{W}". `life`: points of life. `discard`: a number of cards. `tap`, `sacrifice`, `return_`
    (`return` in JSON: to its owner's hand), `exile`: ids of permanents.
    Raises InvalidInput where `mana` isn't written in mana symbols.
    """

    mana: str | None = None
    life: int | None = None
    discard: int | None = None
    tap: tuple[str, ...] | None = None
    sacrifice: tuple[str, ...] | None = None
    return_: Annotated[tuple[str, ...] | None, Field(alias="return")] = None
    exile: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if self.mana is not None:
            check_mana("pay.mana", self.mana)


Payment = Offer | bool | None
"""True: the whole total, if the player can. False: declined. An offer: exactly that. None: left for a later `Pay`."""

OptionalCost = Literal["exert", "pay"] | Enlist
OptionalCosts = OptionalCost | Iterable[OptionalCost]
"""One optional cost of an attacker, or several: `exert`, `pay`, or enlisting."""


def _several(costs: object) -> object:
    return (costs,) if isinstance(costs, str | Enlist | Mapping) else costs


AssignedAmounts = dict[str, dict[str, Annotated[int, Field(ge=0)]]]
"""Creature → recipient → amount of combat damage."""
ReadAssignment = Mapping[str, Mapping[str, int]]


class _Command(OfType, type=""):
    """What every command may say of itself; its entries keep it.

    `key`: the idempotency key. Where the game has a command of that key, declaring it again does nothing and gives the ruling of
    the first time. `correlation`: what it belongs to; `causation`: what caused it, such as the id of a message of the feed.
    """

    key: OriginId | None = Field(default=None, exclude_if=is_none)
    correlation: OriginId | None = Field(default=None, exclude_if=is_none)
    causation: OriginId | None = Field(default=None, exclude_if=is_none)

    @property
    def origin(self) -> Origin:
        """What is kept of it in entries; a key with the fingerprint of what is commanded."""
        if self.key is None and self.correlation is None and self.causation is None:
            return NOWHERE
        command = None
        if self.key is not None:
            chosen = self.model_dump_json(exclude={"key", "correlation", "causation"})
            command = sha256(chosen.encode()).hexdigest()[:16]
        return Origin(self.key, command, self.correlation, self.causation)


class _Declaration(_Command, type=""):
    mana_abilities: tuple[ManaAbilityActivated, ...] = ()
    """Mana abilities that the player activates before paying."""
    pay: Payment = True
    pays: dict[str, Payment] = Field(default_factory=dict, exclude_if=is_default)
    """By player, where several players of a team pay; `pay` is for those who aren't named."""


class DeclareAttackers(_Declaration):
    """The active player declares attackers (508.1)."""

    attackers: dict[str, str] = Field(default_factory=dict)
    """Creature → the player, planeswalker or battle it attacks."""
    bands: tuple[tuple[str, ...], ...] = ()
    optional_costs: dict[str, Annotated[tuple[OptionalCost, ...], BeforeValidator(_several)]] = Field(default_factory=dict)
    """Attacker → costs to be paid "as it attacks"."""

    @property
    def chosen(self) -> dict[str, tuple[str, ...]]:
        """The attacks in the shape that legality reads: creature → targets."""
        return {attacker: (target,) for attacker, target in self.attackers.items()}

    @property
    def costs_chosen(self) -> list[tuple[str, OptionalCost]]:
        """Each optional cost that is chosen, with its attacker."""
        return [(creature, cost) for creature, costs in self.optional_costs.items() for cost in costs]


class DeclareBlockers(_Declaration):
    """A defending player declares blockers (509.1)."""

    blocks: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Creature → the attackers it blocks."""
    by: str | None = None
    """Which player; None: the next one in turn order who is to declare."""

    @property
    def chosen(self) -> dict[str, tuple[str, ...]]:
        """The creatures that block, each with the attackers it blocks."""
        return {blocker: attackers for blocker, attackers in self.blocks.items() if attackers}


class ActivateManaAbilities(_Command):
    """A player activates mana abilities while a declaration waits for payment (508.1i, 509.1e)."""

    mana_abilities: tuple[ManaAbilityActivated, ...]


class Pay(_Command):
    """A player pays what a declaration waits for, which completes it (508.1j, 509.1f); False declines."""

    pay: Offer | bool = True
    pays: dict[str, Offer | bool] = Field(default_factory=dict, exclude_if=is_default)
    """By player, where several players of a team pay; `pay` is for those who aren't named."""


class AnnounceDamageOrder(_Command):
    """A player announces damage assignment orders. Rules until 2024-11-07 have them (then 509.2, 509.3, 509.6, 509.7)."""

    orders: dict[str, tuple[str, ...]]
    """Creature → the creatures it faces, in order."""


class AssignCombatDamage(_Command):
    """A player announces how creatures assign combat damage (510.1). What can be assigned in one way only may be left out."""

    assignment: AssignedAmounts = Field(default_factory=dict)
    """Creature → recipient → amount."""
    by: str | None = None
    """Which player; None: the next one in turn order who chooses for a creature that assigns damage."""


class DealCombatDamage(_Command):
    """Every player who hasn't assigned combat damage yet assigns it, in turn order; then it is dealt (510.1–2)."""

    assignment: AssignedAmounts = Field(default_factory=dict)
    """Of all these players together: creature → recipient → amount."""


class ReselectAttacks(_Command):
    """What attackers attack is reselected (508.7)."""

    targets: dict[str, str]
    """Attacker → what it attacks from now on."""


class ChooseDefendingPlayer(_Command):
    """The active player chooses whom alone to attack, as combat begins (507.1), in games with that option."""

    defending: str


class OrderTriggers(_Command):
    """A player orders the abilities that triggered at one time, by their numbers (603.3b).

    `order` names all of that player's; the last one resolves first. Without this command they keep the order in which
    they triggered.
    """

    order: tuple[int, ...]


class ChooseTargets(_Command):
    """A player chooses the targets of a triggered ability on the stack, by its number, and its modes, from 0 (603.3c–d).

    `targets`: None for those of the default policy. `division`: target → how much it gets of what is divided. `cards`: the
    targets that are cards in other zones.
    """

    number: int
    targets: tuple[str, ...] | None
    modes: tuple[int, ...] | None = None
    division: dict[str, int] | None = None
    cards: tuple[PermanentEntered, ...] = ()


class ResolveAbility(_Command):
    """The topmost ability of the stack resolves (608). What `choices` leave out is chosen by a fixed default."""

    choices: Choices = DEFAULT


Command = Annotated[
    DeclareAttackers
    | DeclareBlockers
    | ActivateManaAbilities
    | Pay
    | AnnounceDamageOrder
    | AssignCombatDamage
    | DealCombatDamage
    | ReselectAttacks
    | ChooseDefendingPlayer
    | OrderTriggers
    | ChooseTargets
    | ResolveAbility,
    Field(discriminator="type"),
]
"""Anything that a player chooses: one of the models above, distinguished in JSON by `type`."""

COMMAND_TYPES: tuple[type[Any], ...] = get_args(get_args(Command)[0])
COMMANDS: TypeAdapter[Command] = TypeAdapter(Command, config=ConfigDict(defer_build=True))


@explaining_misuse
def read_command(text: str | bytes) -> Command:
    """A command from JSON, as `declarant schema commands` describes it. Raises InvalidInput for what doesn't fit."""
    if len(text) > _LIMIT:
        raise InvalidInput("command", f"{len(text):,} characters", f"at most {_LIMIT:,}")
    with fitting("command"):
        return COMMANDS.validate_json(text)


_LIMIT = 2**20
