"""The facts of a game: players, turns and steps, permanents, effects. Attackers and blockers are declared on them."""

import datetime
from typing import Literal

from pydantic import Field

from .abilities import Ability, Color, Effect, PermanentState
from .editions import HouseEdition
from .model import Model, OfType, is_default, is_none
from .multiplayer import GameVariant, MultiplayerOptions, Teams

Step = Literal[
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end",
    "other",
]
"""A step, or a main phase, which has none (505.2)."""

DamageStepKind = Literal["first strike", "regular", "not told"]
"""Which combat damage step it is (510.4), where a record says so."""


class BranchedFrom(Model):
    """Where a branch comes from: it begins with the entries of that stream up to that version. `digest`: that of the last of
    them."""

    stream: str
    version: int
    digest: str


class GameStarted(OfType):
    """A game begins: players in turn order, the edition of the rules (its effective date), who wrote the log.

    `life`, `hand`, `graveyard`, `poison`: player → number. `mana`: player → mana that can be produced now, e.g. `{2}{W}`; who
    isn't named can produce whatever is needed. `names`: player → what the player is called, where that isn't the id.
    Of a game that was recorded elsewhere, `played` is when it began, `format` what was played (in the words of the record), and
    `source` the record. Of a branch, `branched_from` is the game that it comes from. Of a game played by policies, `seed` is what
    their draws begin with, and `policies` is player → policy.
    Of a game of several players, `teams`, `variant` and `options` are those that were agreed on; `commander_damage` is player →
    permanent → combat damage that it has dealt to that player in this game.
    `editions`: what was laid over the published editions of the rules.
    What is None of `branched_from` and the fields after it isn't written.
    """

    players: tuple[str, ...]
    edition: datetime.date
    declarant_version: str
    life: dict[str, int] = Field(default_factory=dict)
    hand: dict[str, int] = Field(default_factory=dict)
    graveyard: dict[str, int] = Field(default_factory=dict)
    mana: dict[str, str] = Field(default_factory=dict)
    poison: dict[str, int] = Field(default_factory=dict)
    names: dict[str, str] = Field(default_factory=dict)
    played: datetime.datetime | None = None
    format: str | None = None
    source: str | None = None
    # A game without these is written as before they existed, so that its digest stays the same.
    branched_from: BranchedFrom | None = Field(None, exclude_if=is_none)
    seed: int | None = Field(None, exclude_if=is_none)
    policies: dict[str, str] | None = Field(None, exclude_if=is_none)
    teams: Teams | None = Field(None, exclude_if=is_none)
    variant: GameVariant | None = Field(None, exclude_if=is_none)
    options: MultiplayerOptions | None = Field(None, exclude_if=is_none)
    commander_damage: dict[str, dict[str, int]] | None = Field(None, exclude_if=is_none)
    editions: tuple[HouseEdition, ...] | None = Field(None, exclude_if=is_none)


class GameEnded(OfType):
    """The game is over. `winner` is None for a draw, and where nobody knows; `reason` is stated in the words of the record.

    `winners`: everybody who won, where that is decided by the rules of several players; `winner` is one of them alone, or None.
    """

    winner: str | None = None
    reason: str = ""
    winners: tuple[str, ...] | None = Field(None, exclude_if=is_none)

    @property
    def won_by(self) -> tuple[str, ...]:
        """Everybody who won; nobody, in a draw, and where nobody knows."""
        if self.winners is not None:
            return self.winners
        return () if self.winner is None else (self.winner,)


class PlayerLeft(OfType):
    """A player leaves the game (104.5, 800.4) for another reason than a state-based action, which `PlayerLost` states.

    `why`: the player conceded, an effect said so, or the player's team or emperor lost. `concept`: the rule that says so.
    """

    player: str
    why: Literal["conceded", "an effect", "the team lost", "the emperor lost"]
    concept: str


class DefendingPlayerChosen(OfType):
    """The active player chooses whom alone to attack, as the combat phase begins (506.2a, 507.1)."""

    player: str
    defending: str


class TurnBegan(OfType):
    """The turn of `player`, the active player, begins. `number` counts the turns from 1.

    `team`: where turns are shared, the members of the active team who are in the game (805.4).
    """

    player: str
    number: int
    team: tuple[str, ...] | None = Field(None, exclude_if=is_none)


class CombatBegan(OfType):
    """A combat phase begins: nothing is attacking or blocking yet."""


class CombatEnded(OfType):
    """The combat phase ends: nothing is attacking or blocking any more."""


class StepBegan(OfType):
    """A step of the turn, or a main phase, begins. `damage`: which combat damage step it is, where the record says so.

    `not told`: the record doesn't say what deals combat damage to what in this combat.
    """

    step: Step
    damage: DamageStepKind | None = None


class Included(Model):
    """What continuous effects make of a permanent that is stated as it is now: without them it is what is left.

    `power`, `toughness`: what they add. `hidden_by`: the text of one that sets power or toughness, so that what it would be
    without it isn't known; `more_power`, `more_toughness`: what was stated is so much less than it says, as of a creature whose
    text counts what the board doesn't show. `types`, `lost_types`: what they make it, and what they keep it from being.
    `colors_by`, `types_by`: the texts of those without which its colors, or its types, aren't known.
    """

    power: int = 0
    toughness: int = 0
    hidden_by: str = Field("", exclude_if=is_default)
    types: tuple[str, ...] = Field((), exclude_if=is_default)
    lost_types: tuple[str, ...] = Field((), exclude_if=is_default)
    colors_by: tuple[str, ...] = Field((), exclude_if=is_default)
    types_by: tuple[str, ...] = Field((), exclude_if=is_default)
    more_power: int = Field(0, exclude_if=is_default)
    more_toughness: int = Field(0, exclude_if=is_default)


PrintedPart = Literal["colors", "supertypes", "types", "subtypes"]
UnstatedPart = Literal["colors", "mana value"]


class PermanentEntered(OfType):
    """A permanent is on the battlefield, with the characteristics and the status it has at that moment.

    `continuously_controlled`: under its controller's control since their turn began (not "summoning sick").
    `controller`, `owner`, `protector` are players; `attached_to` is a permanent or a player. Of a creature whose `power` and
    `toughness` are None the record doesn't state them.
    """

    id: str
    controller: str
    owner: str
    name: str = ""
    types: tuple[str, ...] = ()
    """Supertypes, card types and subtypes together, as on the type line."""
    colors: tuple[Color, ...] = ()
    mana_value: int | None = 0
    """None: its card isn't known."""
    power: int | None = 0
    toughness: int | None = 0
    loyalty: int | None = None
    defense: int | None = None
    protector: str | None = None
    attached_to: str | None = None
    counters: dict[str, int] = Field(default_factory=dict)
    marked: int = 0
    """Damage that is marked on it already."""
    tapped: bool = False
    token: bool = False
    continuously_controlled: bool = True
    stated: bool = True
    """True: power and toughness are what they come to now. False: they are the printed values, which counters and static
    abilities change (613.4)."""
    included: Included | None = Field(None, exclude_if=is_none)
    """What of that continuous effects have made; None: nothing."""
    printed: tuple[PrintedPart, ...] = Field((), exclude_if=is_default)
    """What of it is as printed on its card all the same, so that effects change that."""
    this_turn: bool = False
    """It entered this turn, also if it is said to count as controlled continuously."""
    abilities: tuple[Ability, ...] = ()
    arena_id: int | None = Field(None, exclude_if=is_none)
    """MTG Arena's number of its card, where the record states it."""
    unknown_abilities: int = Field(0, exclude_if=is_default)
    """How many other abilities it has, of which isn't known what they say."""
    unstated: tuple[UnstatedPart, ...] = Field((), exclude_if=is_default)
    """What of it nobody stated, so that it is only presumed: no color, a mana value of 0."""


Place = Literal["graveyard", "exile", "hand", "library", "command", "other"]
"""A zone to which a permanent goes."""

Departure = Literal[
    "lethal damage",
    "deathtouch",
    "toughness 0",
    "loyalty 0",
    "defense 0",
    "unattached",
    "legend rule",
    "destroyed",
    "sacrificed",
    "exiled",
    "returned",
    "other",
]
"""Why a permanent left: a state-based action, or what an effect or a cost did."""


IN_COMBAT: tuple[PermanentState, ...] = ("attacking", "attacking alone", "blocking", "blocking alone", "blocked", "unblocked")
"""The states of attacking and blocking creatures."""
BY_OTHERS: tuple[PermanentState, ...] = ("enchanted", "equipped", "modified", "suspected", "goaded")
"""The states by what is attached to a permanent, counters on it, or what designates it."""
WHILE_THERE: tuple[PermanentState, ...] = (*IN_COMBAT, *BY_OTHERS)
"""The states that end as a permanent leaves; of others it is known afterwards."""


class AsItLeft(Model):
    """How a permanent stood as it left (608.2h): the states that held of it, of those that last only while it is there; the
    player or permanent that it attacked; whom it blocked, who blocked it, and what was attached to it.
    """

    states: tuple[PermanentState, ...] = Field((), exclude_if=is_default)
    attacked: str | None = Field(None, exclude_if=is_none)
    blocking: tuple[str, ...] = Field((), exclude_if=is_default)
    blocked_by: tuple[str, ...] = Field((), exclude_if=is_default)
    attached: tuple[str, ...] = Field((), exclude_if=is_default)


class PermanentLeft(OfType):
    """A permanent left the battlefield.

    `to`: the zone that it went to, and `why`; None where that isn't stated.
    `last_known`: the abilities that it had as it left, where combat damage that it assigned is still to be dealt.
    `power`, `toughness`, `types`, `colors`, `abilities`: what they were as it left (608.2h), where effects made them other than
    the board states. `counters`: those on it before state-based actions that were performed as it left (704.8), where these
    removed some. `stood`: None where that isn't known.
    """

    id: str
    to: Place | None = None
    why: Departure | None = None
    last_known: tuple[Ability, ...] | None = None
    power: int | None = None
    toughness: int | None = None
    types: tuple[str, ...] | None = None
    colors: tuple[Color, ...] | None = None
    abilities: tuple[Ability, ...] | None = None
    counters: dict[str, int] | None = Field(None, exclude_if=is_none)
    stood: AsItLeft | None = Field(None, exclude_if=is_none)


class PermanentPhasedOut(OfType):
    """A permanent phased out: it is treated as though it didn't exist."""

    id: str


class PermanentPhasedIn(OfType):
    """A permanent phased in again."""

    id: str


class CharacteristicsChanged(OfType):
    """Named characteristics of a permanent became these; None leaves one as it is."""

    id: str
    name: str | None = None
    types: tuple[str, ...] | None = None
    colors: tuple[Color, ...] | None = None
    mana_value: int | None = None
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    counters: dict[str, int] | None = None
    marked: int | None = None
    abilities: tuple[Ability, ...] | None = None
    unknown_abilities: int | None = Field(None, exclude_if=is_none)


class ControllerChanged(OfType):
    """A permanent came under another player's control (not continuously since that player's turn began)."""

    id: str
    controller: str


class ProtectorChanged(OfType):
    """Another player became the protector of a battle."""

    id: str
    protector: str


class AttachmentChanged(OfType):
    """A permanent became attached to another permanent or player, or (None) unattached."""

    id: str
    attached_to: str | None


class ContinuousControlChanged(OfType):
    """Whether a permanent counts as controlled continuously since its controller's turn began."""

    id: str
    continuously_controlled: bool


class PermanentTapped(OfType):
    """A permanent became tapped."""

    id: str


class PermanentUntapped(OfType):
    """A permanent became untapped."""

    id: str


class EffectBegan(OfType):
    """A continuous effect began."""

    effect: Effect


class EffectEnded(OfType):
    """A continuous effect ended."""

    id: str


class ExertionEnded(OfType):
    """The untap step of the player who exerted a permanent is over (701.43a): it untaps again from the next one on.

    `player` is None in games recorded before it was noted who exerted it: nobody's exertion is left then.
    """

    id: str
    player: str | None = None


def normalised(fact: str) -> str:
    """A fact as it is compared with others: in small letters, without the marks at its end."""
    return " ".join(fact.casefold().replace("’", "'").split()).rstrip(".,;")


class FactsStated(OfType):
    """What is stated of a player or a permanent that no board can derive.

    `designations`: all that it has from now on, e.g. `monarch`, `saddled` (None: they stay as they were). `facts`: what card
    texts ask about, in their words → whether it is so, or how many."""

    about: str
    designations: tuple[str, ...] | None = None
    facts: dict[str, bool | int] = Field(default_factory=dict)


class DesignationTaken(OfType):
    """A player has a designation now that one player at most has, as `monarch`: nobody else has it any more (724.3)."""

    player: str
    designation: str


class PlayerTotalsChanged(OfType):
    """A player's life, number of cards in hand or in graveyard became these; None leaves one as it is."""

    player: str
    life: int | None = None
    hand: int | None = None
    graveyard: int | None = None
    presumed: bool = Field(False, exclude_if=is_default)
    """`hand` is counted on from a number that nobody stated."""


class ManaAvailable(OfType):
    """What a player can produce from now on, e.g. `{1}{G}`: after spending some, or in a new turn."""

    player: str
    mana: str


class DamageDealt(OfType):
    """A source, which may have left since, dealt damage to a permanent or a player. `combat`: it was combat damage.

    `source` is None where the record has only the sum of the damage that a player was dealt. Games that are imported write this;
    combat damage of games that are played here is stated by `damage.CombatDamageDealt`, a step at a time and with its results.
    """

    source: str | None
    target: str
    amount: int
    combat: bool


class LifeChanged(OfType):
    """A record says that a player gained life, or (below 0) lost it, and by what; the total is said by `PlayerTotalsChanged`."""

    player: str
    change: int
    source: str | None = None


class SpellCast(OfType):
    """A record says that a player cast a spell; `types` as on its type line, `mana_value` where its card is known.

    `arena_id`: MTG Arena's number of its card, where the record states it.
    """

    id: str
    player: str
    name: str
    types: tuple[str, ...] = ()
    mana_value: int | None = None
    arena_id: int | None = Field(None, exclude_if=is_none)


class RecordInterrupted(OfType):
    """The record that this game is imported from has a gap here: the board isn't known until `RecordResumed`.

    What was declared meanwhile is kept, but not ruled on (`DeclarationStood`).
    """

    reason: str


class RecordResumed(OfType):
    """The record has the whole board again: the events before this one bring the board up to date."""


FactEvent = (
    GameStarted
    | GameEnded
    | PlayerLeft
    | DefendingPlayerChosen
    | TurnBegan
    | CombatBegan
    | CombatEnded
    | StepBegan
    | PermanentEntered
    | PermanentLeft
    | PermanentPhasedOut
    | PermanentPhasedIn
    | CharacteristicsChanged
    | ControllerChanged
    | ProtectorChanged
    | AttachmentChanged
    | ContinuousControlChanged
    | PermanentTapped
    | PermanentUntapped
    | EffectBegan
    | EffectEnded
    | ExertionEnded
    | PlayerTotalsChanged
    | ManaAvailable
    | FactsStated
    | DesignationTaken
    | DamageDealt
    | LifeChanged
    | SpellCast
    | RecordInterrupted
    | RecordResumed
)
"""Any of these."""
