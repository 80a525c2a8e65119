"""Abilities of any kind, triggered and granted ones among them, and the instructions and effects that hold abilities.

They stand in one module because they hold each other: an ability triggers, what it does begins an effect, an effect has
abilities.
"""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from ..filters import Color, Condition, Filter, Players, Quantity
from ..instructions import PlainInstruction, Target
from ..model import Model, OfKind, is_default
from ..trigger_events import TriggerEvent
from .base import BaseAbility
from .damage import CombatDamageAbility
from .declaring import DeclarationAbility
from .permanents import PermanentAbility
from .unmodelled import Unmodelled


class Grants(BaseAbility):
    """These permanents have these abilities too. In a granted ability the source is the permanent that has it."""

    permanents: Filter
    abilities: "tuple[Ability, ...]"


class Triggered(BaseAbility):
    """A triggered ability: it triggers for each way in which one of its events happens. `condition` is its intervening "if".

    `limit`: how often it triggers, e.g. "attacks for the first time each turn", "This ability triggers only once each
    turn". `circumstances`: what the trigger condition itself asks, which is looked at as it triggers, and not again: "while you
    control a Goblin". `does`: what it does as it resolves; None where that isn't understood.
    """

    events: tuple[TriggerEvent, ...]
    limit: Literal["once each turn", "first time each turn", "second time each turn", "third time each turn"] | None = None
    circumstances: Condition | None = Field(None, exclude_if=is_default)
    does: "Instructions | None" = None


DamageAbility = CombatDamageAbility | Unmodelled
"""What bears on combat damage, and on nothing that is declared."""

Ability = TypeAliasType(
    "Ability",
    Annotated[
        DeclarationAbility | PermanentAbility | DamageAbility | Grants | Triggered,
        Field(discriminator="kind"),
    ],
)


class Begins(OfKind):
    """A continuous effect begins (611.2): its abilities, and for how long.

    `turn_of`: the player whose next turn the duration means (None: its controller's). `during`: it applies in that turn only.
    """

    abilities: tuple[Ability, ...]
    duration: "Duration" = "indefinite"
    turn_of: Players | None = Field(None, exclude_if=is_default)
    during: bool = Field(False, exclude_if=is_default)


class GetsEmblem(OfKind):
    """Each of these players gets an emblem with these abilities (114): they go on for the rest of the game."""

    players: Players
    abilities: tuple[Ability, ...]


class Token(Model):
    """What a token is: supertypes, card types and subtypes, colors, power and toughness, abilities."""

    name: str = ""
    types: tuple[str, ...] = ()
    colors: tuple[Color, ...] = ()
    power: Quantity = 0
    toughness: Quantity = 0
    abilities: tuple[Ability, ...] = ()


class CopyExcept(Model):
    """How a copy differs from what it copies (707.9): name, types in addition to the others (`only_types`: creature types instead
    of its own), colors, power and toughness, more abilities; whether it isn't legendary."""

    name: str | None = None
    types: tuple[str, ...] = ()
    only_types: bool = False
    colors: tuple[Color, ...] = ()
    only_colors: bool = False
    power: Quantity | None = None
    toughness: Quantity | None = None
    abilities: tuple[Ability, ...] = ()
    legendary: bool = True
    only_card_types: bool = Field(False, exclude_if=is_default)
    """It has none of its other card types, and none of their subtypes."""
    this_ability: bool = Field(False, exclude_if=is_default)
    """It has the ability that makes it so, too."""


class BecomesCopy(OfKind):
    """These permanents become copies of another one, or of a card (707), until then; `differs`: how they differ from it."""

    permanents: Filter
    of: Filter
    differs: CopyExcept | None = Field(None, exclude_if=is_default)
    duration: "Duration" = "indefinite"


class CreatesTokens(OfKind):
    """So many tokens enter under the control of each of these players: as described (111), or copies of a permanent (707).

    `attacking`: the tokens enter attacking what the ability's source attacks ("same"), each other opponent (myriad), each
    opponent, one token for each, or the player that the ability is about. `differs`: how a copy differs.
    """

    number: Quantity = 1
    token: Token | None = None
    copy_of: Filter | None = None
    players: Players = Players.model_construct(who="you")  # validators are built where they are used, not on import
    tapped: bool = False
    attacking: Literal["same", "each other opponent", "each opponent", "that player"] | None = None
    or_planeswalker: bool = Field(False, exclude_if=is_default)
    """Each may attack a planeswalker of that player instead, as is chosen when it enters (508.4)."""
    differs: CopyExcept | None = Field(None, exclude_if=is_default)
    blocking: Filter | None = Field(None, exclude_if=is_default)
    """The attacker that each token enters blocking (509.4)."""
    attached_to: Filter | None = Field(None, exclude_if=is_default)
    """The permanent that each token, an Aura or Equipment, enters attached to."""
    until: "Delayed | None" = None
    """What is done to the tokens at that time. In it they are the role `subject`."""


class If(OfKind):
    """`do` is done if a condition holds, and `otherwise` if not."""

    condition: Condition
    do: "tuple[Instruction, ...]"
    otherwise: "tuple[Instruction, ...]" = ()


class May(OfKind):
    """The ability's controller (or another player, `by`) may do this; if so, `then` follows, and `otherwise` if not.

    `once_each_turn`: "do this only once each turn"; the ability triggers no more once that was done (603.2h).
    """

    by: Players | None = Field(None, exclude_if=is_default)
    once_each_turn: bool = Field(False, exclude_if=is_default)
    do: "tuple[Instruction, ...]"
    then: "tuple[Instruction, ...]" = ()
    otherwise: "tuple[Instruction, ...]" = ()


class IfDone(OfKind):
    """`do` is done; if that was possible, `then` follows, and `otherwise` if not: "sacrifice it. If you do, …"."""

    do: "tuple[Instruction, ...]"
    then: "tuple[Instruction, ...]" = ()
    otherwise: "tuple[Instruction, ...]" = ()


class FlipsCoins(OfKind):
    """Flip so many coins (705): `won` is done for each flip that is won, `lost` for each that is lost."""

    number: int = 1
    won: "tuple[Instruction, ...]" = ()
    lost: "tuple[Instruction, ...]" = ()


class ForEach(OfKind):
    """Something is done for each of these permanents or players, or so many `times`, one after the other.

    In `do` they are the role `each`, or the player `each`.
    """

    permanents: Filter | None = None
    players: Players | None = None
    times: Quantity | None = None
    do: "tuple[Instruction, ...]"


class Clashes(OfKind):
    """Clash with an opponent (701.30), or with this player: both reveal the top card of their library. `won` is done if the card
    of the ability's controller has the greater mana value, `lost` if not."""

    opponent: Players | None = Field(None, exclude_if=is_default)
    won: "tuple[Instruction, ...]" = ()
    lost: "tuple[Instruction, ...]" = ()


class Reflexive(OfKind):
    """A reflexive triggered ability triggers (603.12): "when you do, …". It has targets of its own."""

    does: "Instructions"


class Modes(OfKind):
    """Choose so many of these (608.2d): "sacrifice an artifact or discard a card"."""

    modes: "tuple[tuple[Instruction, ...], ...]"
    minimum: int = 1
    maximum: int = 1


class Delayed(OfKind):
    """A delayed triggered ability (603.7): at end of combat, or at the beginning of the next end step or upkeep, or of its
    controller's, this is done."""

    when: Literal["end of combat", "end step", "your end step", "upkeep", "your upkeep"]
    do: "tuple[Instruction, ...]"


Instruction = TypeAliasType(
    "Instruction",
    Annotated[
        PlainInstruction
        | Begins
        | GetsEmblem
        | CreatesTokens
        | BecomesCopy
        | If
        | May
        | IfDone
        | ForEach
        | Modes
        | Delayed
        | Reflexive
        | FlipsCoins
        | Clashes,
        Field(discriminator="kind"),
    ],
)


class ModalChoice(Model):
    """ "Choose one —" (700.2): so many modes, each with its targets, are chosen as the ability is put on the stack (603.3c).

    `unchosen`: only those that haven't been chosen before, this turn or at all. `random`: nobody chooses. `by`: another player
    chooses (700.2e).
    """

    modes: "tuple[Instructions, ...]"
    minimum: int = 1
    maximum: int = 1
    unchosen: Literal["this turn", "ever"] | None = Field(None, exclude_if=is_default)
    random: bool = Field(False, exclude_if=is_default)
    by: Players | None = Field(None, exclude_if=is_default)


class Instructions(Model):
    """What an ability does as it resolves: the instructions, in order, and its targets. With `modal`, more follows when modes are
    chosen."""

    instructions: tuple[Instruction, ...]
    targets: tuple[Target, ...] = ()
    modal: ModalChoice | None = Field(None, exclude_if=is_default)


Duration = Literal[
    "end of turn", "end of combat", "your next turn", "end of your next turn", "next untap step", "next combat", "indefinite"
]
"""Until when an effect lasts. "next untap step", "next combat": that of the controller of what it affects."""


class Effect(Model):
    """A continuous effect that isn't a permanent's own ability: its abilities, its controller, and how long it lasts.

    "As long as" and "for as long as" are conditions of the abilities. `source`: the permanent that its words call "this", if any.
    `turn_of`: the player whose next turn the duration means, if that isn't the controller. `lapses`: it ends once a condition of
    its abilities doesn't hold (611.2b), and doesn't begin again.
    """

    id: str
    controller: str
    source: str | None = None
    turn_of: str | None = None
    abilities: tuple[Ability, ...]
    duration: Duration = "indefinite"
    text: str = ""
    lapses: bool = Field(False, exclude_if=is_default)
