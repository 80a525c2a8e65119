"""The board: players, permanents, effects, turn and step, folded from the facts of the table.

A projection is mutable while it folds, and cheap to copy: permanents and effects are immutable and shared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from ..events import damage as g
from ..events import declarations as d
from ..events import facts as t
from ..events import stack as s
from ..events.abilities import Ability, ChangesCharacteristics, ChangesStatedValues, Effect, Grants, KeywordAbility, Tallied
from ..events.editions import HouseEdition
from ..events.instructions import Skippable
from ..events.multiplayer import GameVariant, MultiplayerOptions, Teams
from ..events.types import type_line
from .changing import changed, copied, dictionaries, without
from .frozen import NOTHING, FrozenDict, FrozenValue, StatePart

KeyT = TypeVar("KeyT")
FREE_FOR_ALL = MultiplayerOptions.model_construct()
"""Everybody may attack everybody else, however far away; nothing is shared."""


@dataclass(init=False, eq=False, repr=False, slots=True)
class Permanent(FrozenValue):
    """A permanent on the battlefield, as it is now. `timestamp` orders continuous effects (rule 613.7)."""

    id: str
    controller: str
    owner: str
    name: str
    types: frozenset[str]
    colors: frozenset[str]
    mana_value: int | None
    """None where its card isn't known."""
    power: int
    toughness: int
    """Both are 0 where the record doesn't state them: see `size_known`."""
    loyalty: int | None
    defense: int | None
    protector: str | None
    attached_to: str | None
    counters: FrozenDict[str, int]
    tapped: bool
    token: bool
    continuously_controlled: bool
    abilities: tuple[Ability, ...]
    timestamp: int
    phased_out: bool = False
    entered_this_turn: bool = False
    seen_entering: bool = False
    """Whether the record holds that it entered. Otherwise it is only known to have summoning sickness, which another player's
    creature may have from an earlier turn (302.6)."""
    marked: int = 0
    """Damage marked on it (120.6)."""
    stated: bool = True
    """True: power and toughness were stated as they were then (`included`); False: they are those printed, with its counters."""
    deathtouched: bool = False
    """It was dealt damage by a source with deathtouch since state-based actions were checked last."""
    counters_since: FrozenDict[str, int] = field(default_factory=lambda: NOTHING)
    """Kind of counter → its timestamp, if that isn't the permanent's own (613.7c)."""
    exerted_by: frozenset[str] = frozenset()
    """Who exerted it: it doesn't untap during that player's next untap step (701.43a)."""
    size_known: bool = True
    """Whether its power and toughness are known."""
    entered_under: str = ""
    """Under whose control it entered, or was stated to be."""
    included: t.Included | None = None
    """What continuous effects had made of it as it was stated."""
    other_face: t.PermanentEntered | None = None
    """Its other face, where that was stated."""
    unknown_abilities: int = 0
    """How many other abilities it has, of which isn't known what they say."""
    unstated: tuple[t.UnstatedPart, ...] = ()
    """What of it nobody stated, so that it is only presumed."""
    front: bool = True
    """It shows the face that its card has in other zones; False: its back, or it is face down."""
    stood: t.AsItLeft | None = None
    """How it stood as it left; None where that isn't known, and on the battlefield."""

    @property
    def size(self) -> str:
        """Its power and toughness, as in `2/3`."""
        return f"{self.power}/{self.toughness}" if self.size_known else "?/?"

    @property
    def all_counters(self) -> FrozenDict[str, int]:
        """Its counters by name, loyalty and defense counters among them (306.5b, 310.4b)."""
        if not self.loyalty and not self.defense:
            return self.counters
        of_loyalty = {"loyalty": self.loyalty or 0, "defense": self.defense or 0}
        return FrozenDict({**self.counters, **{name: number for name, number in of_loyalty.items() if number}})

    def __str__(self) -> str:
        """The permanent on one line."""
        words = [self.size] if "Creature" in self.types else []
        words += [
            f"{word} {number}" for word, number in (("loyalty", self.loyalty), ("defense", self.defense)) if number is not None
        ]
        words += [type_line(self.types)]
        words += [word for word in ("tapped", "token") if getattr(self, word)]
        words += ["phased out"] if self.phased_out else []
        words += [f"{self.marked} damage"] if self.marked else []
        words += [f"{number} {kind}" for kind, number in self.counters.items() if number]
        words += [f"attached to {self.attached_to}"] if self.attached_to is not None else []
        words += [f"“{ability.text}”" for ability in self.abilities if ability.text]
        return f"{self.id}: {', '.join(filter(None, words))}"


class TimedEffect(NamedTuple):
    """A continuous effect at work, and when it began: its timestamp, and the number of the turn."""

    effect: Effect
    timestamp: int
    turn: int


class Card(NamedTuple):
    """A card that isn't on the battlefield and is known: in which zone it is, and what it is there."""

    zone: t.Place
    card: t.PermanentEntered


@dataclass(init=False, eq=False, repr=False, slots=True)
class Board(StatePart):
    """The table at one moment.

    Forks share all dictionaries but those of permanents, departed ones and cards, which may be many: folds put others in their
    place.
    """

    players: tuple[str, ...] = ()
    """Those who are in the game, in turn order."""
    seats: tuple[str, ...] = ()
    """All who were in it from the start, in turn order."""
    edition: date | None = None
    house: tuple[HouseEdition, ...] = ()
    """What is laid over the published editions, each from its day on."""
    variant: GameVariant | None = None
    teams: Teams = ()
    """The teams as the game began; none where each plays alone."""
    options: MultiplayerOptions = FREE_FOR_ALL
    """Whom players can attack, how far they reach, and what teams share."""
    active: str | None = None
    """Whose turn it is; where turns are shared, one of the active team."""
    seated: tuple[str, ...] = ()
    """Who was in the game as the turn began, in turn order: seats of others are closed up then (801.2c)."""
    ranges: dict[str, frozenset[str]] = field(default_factory=dict)
    """Player → the players within the range of influence, as the turn began; nobody is there where ranges aren't limited."""
    won: tuple[str, ...] | None = None
    """Who won, if somebody did before all others had left."""
    turn: int = 0
    partly_recorded: int = 1
    """The last turn of which the record may not hold everything: it began in it, or was interrupted."""
    step: t.Step = "other"
    combat_began: int = 0
    """The timestamp that was given last as the last combat phase began."""
    permanents: dict[str, Permanent] = field(default_factory=dict)
    effects: dict[str, TimedEffect] = field(default_factory=dict)
    life: dict[str, int] = field(default_factory=dict)
    hand: dict[str, int] = field(default_factory=dict)
    graveyard: dict[str, int] = field(default_factory=dict)
    poison: dict[str, int] = field(default_factory=dict)
    mana_at_start: dict[str, str] = field(default_factory=dict)
    """Player → mana that the player could produce as the game began, in symbols."""
    mana: dict[str, str] = field(default_factory=dict)
    """Player → mana that the player can still produce; who isn't named can produce whatever is needed."""
    designations: dict[str, frozenset[str]] = field(default_factory=dict)
    """Player or permanent → all designations it has; of who isn't named nothing is stated."""
    faster: frozenset[str] = frozenset()
    """The players whose speed may have gone up since their designations were stated (702.179d)."""
    held_by: dict[str, str] = field(default_factory=dict)
    """Designation that one player at most has → who has it, where that is known."""
    facts: dict[tuple[str, str], bool | int] = field(default_factory=dict)
    """(player or permanent, what texts ask about) → whether it is so, or how many."""
    tally: dict[tuple[str, Tallied], int] = field(default_factory=dict)
    """(player, what) → how often that happened this turn, as far as the record says."""
    tally_when_stated: dict[tuple[str, str], FrozenDict[tuple[str, Tallied], int]] = field(default_factory=dict)
    """Of a number among the facts: what had happened this turn as it was stated. What happens after it comes on top."""
    assumed: dict[tuple[str, str], bool] = field(default_factory=dict)
    """What is assumed of facts that aren't stated, while it is tried whether both answers lead to the same."""
    unstated_hands: frozenset[str] = frozenset()
    """The players of whom nobody stated how many cards they have in hand: none is presumed."""
    hands_before_drawing: frozenset[str] = frozenset()
    """The players who have had a draw step since their cards in hand were stated: as many are presumed."""
    presumed: set[tuple[str, str]] = field(default_factory=set)
    """(player or permanent, what of it): what wasn't stated, was asked for, and was presumed. Copies to decide on share it."""
    recorded: bool = False
    """The game was played elsewhere, and this is from its record: not all that permanents do needs to be known."""
    interrupted: bool = False
    """The record that the game is imported from left something out: this board isn't to be relied on."""
    last_known: dict[str, Permanent] = field(default_factory=dict)
    """What left while combat damage that it assigned was still to be dealt, as it most recently existed."""
    departed: dict[str, Permanent] = field(default_factory=dict)
    """What left this turn, as it most recently existed (608.2h), with all effects."""
    died: tuple[Permanent, ...] = ()
    """The creatures that died this turn, as they most recently existed."""
    cards: dict[str, Card] = field(default_factory=dict)
    """Known cards that aren't on the battlefield: those that left it, and those that were named."""
    exiled_with: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Card in exile → the permanents whose abilities mean it by "the exiled card": of whose abilities one exiled it, or gave them
    that ability."""
    returning: dict[str, str] = field(default_factory=dict)
    """Card in exile → the permanent: when that leaves the battlefield, the card returns (610.3)."""
    player_counters: dict[tuple[str, str], int] = field(default_factory=dict)
    """(player, kind of counter) → how many of them the player got, poison counters excepted."""
    changing: bool = False
    """Whether anything has come into the game that changes characteristics of permanents."""
    combats_added: int = 0
    """How many more combat phases there are this turn."""
    extra_turns: tuple[str, ...] = ()
    """Who takes extra turns after this one: the last of them first."""
    skips: dict[tuple[str, Skippable], int] = field(default_factory=dict)
    """(player, what) → how many of the next ones the player skips."""
    combat_skipped: bool = False
    """Whether a combat phase was skipped this turn."""
    commander_damage: dict[tuple[str, str], int] = field(default_factory=dict)
    """(commander, player) → the combat damage that it has dealt to that player this game (903.10a)."""
    prevented: dict[str, int] = field(default_factory=dict)
    """Effect → how much of "the next N damage" it has prevented."""
    regenerated: frozenset[tuple[str, str]] = frozenset()
    """(effect, permanent): regeneration shields that have been used up."""
    clock: int = 0
    """Counts permanents and effects as they come: the next timestamp."""

    def __str__(self) -> str:
        """The board as it is stated, a line for each player and permanent."""
        return self.in_words(self.permanents)

    def in_words(self, permanents: Mapping[str, Permanent]) -> str:
        """The board as people read it, with the permanents as they are."""
        lines = [f"{self.moment[0].upper()}{self.moment[1:]}, rules of {self.rules}"]
        for player in self.players:
            poison = f", {self.poison[player]} poison" if self.poison.get(player) else ""
            lines.append(f"{player}: {self.life[player]} life, {self.hand[player]} in hand{poison}")
            lines += [f"  {permanent}" for permanent in permanents.values() if permanent.controller == player]
        lines += [f"{timed.effect.controller}'s effect: {timed.effect.text or id}" for id, timed in self.effects.items()]
        return "\n".join(lines)

    @property
    def rules(self) -> str:
        """The rules that the game is played by, in words: the day of the edition, and what is laid over it."""
        return ", ".join(map(str, [self.edition, *(each.name for each in self.house_in_force)]))

    @property
    def house_in_force(self) -> tuple[HouseEdition, ...]:
        """What is laid over the published edition on the day whose rules are in force."""
        return tuple(each for each in self.house if self.edition is not None and each.effective <= self.edition)

    @property
    def moment(self) -> str:
        """The turn and its step in words: `turn 2, Ann's declare blockers step`; elsewhere only whose turn it is."""
        if self.active is None:
            return "no turn yet"
        part = "phase" if self.step in ("precombat main", "postcombat main") else "step"
        return f"turn {self.turn}, {self.active}'s {'turn' if self.step == 'other' else f'{self.step} {part}'}"

    def copy(self) -> Board:
        """A board that can be changed without changing this one."""
        return copied(self, Board, _DICTIONARIES)

    def fork(self) -> Board:
        """As `copy`, for folds: the dictionaries that these don't change are shared."""
        return copied(self, Board, _MANY)

    def team_of(self, player: str) -> tuple[str, ...]:
        """The player and all teammates, also those who left (102.3)."""
        return next((team for team in self.teams if player in team), (player,)) if self.teams else (player,)

    def teammates(self, player: str) -> tuple[str, ...]:
        """The player's team; nobody where each plays alone."""
        return self.team_of(player) if self.teams else ()

    def are_opponents(self, player: str, other: str) -> bool:
        """Whether the two aren't in one team (102.3)."""
        return player != other and other not in self.team_of(player)

    def opponents(self, player: str) -> tuple[str, ...]:
        """The opponents who are in the game, in turn order from the player on."""
        if len(self.seats) == 2:
            return tuple([other for other in self.players if other != player])
        team = self.team_of(player)
        return tuple(other for other in self.in_turn_order(player) if other not in team)

    def in_turn_order(self, player: str) -> tuple[str, ...]:
        """Who is in the game, in turn order from that player on, or from the seat that the player left.

        Where turns are shared, those of a team come together, the player's team first (805.4).
        """
        at = self.seats.index(player)
        order = (*self.seats[at:], *self.seats[:at])
        if len(self.players) < len(self.seats):
            order = tuple(each for each in order if each in self.players)
        if not self.options.shared_turns:
            return order
        return tuple(dict.fromkeys(member for first in (player, *order) for member in order if member in self.side(first)))

    def side(self, player: str) -> tuple[str, ...]:
        """Those in the game who declare and take turns together: where turns are shared a team (805), else the player alone."""
        if not self.options.shared_turns:
            return (player,) if player in self.players else ()
        return tuple(each for each in self.team_of(player) if each in self.players)

    def speaker(self, player: str) -> str:
        """The one who stands for the side of a player: the first of it, or the player who has left."""
        return next(iter(self.side(player)), player) if self.options.shared_turns else player

    @property
    def active_side(self) -> tuple[str, ...]:
        """Whose turn it is: the active player, or where turns are shared the active team; nobody who has left (800.4j)."""
        return self.side(self.active) if self.active is not None else ()

    def sharing_life(self, player: str) -> tuple[str, ...]:
        """Those whose life total is the player's (810.9)."""
        return self.team_of(player) if self.options.shared_life else (player,)

    def sharing_poison(self, player: str) -> tuple[str, ...]:
        """Those whose poison counters are the player's (810.10)."""
        return self.team_of(player) if self.options.shared_poison else (player,)

    def within_range(self, player: str, other: str) -> bool:
        """Whether the other player is within the player's range of influence (801.2)."""
        reached = self.ranges.get(player)
        return reached is None or other in reached

    @property
    def is_over(self) -> bool:
        """Whether somebody has won, or nobody is left to play against (104.1–2)."""
        if self.won is not None or not self.teams:
            return self.won is not None or len(self.players) < 2
        return len({self.team_of(player) for player in self.players}) < 2

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won: all of the team of those who are left, also who had lost (104.2c); nobody, where the game isn't over."""
        if self.won is not None or not self.is_over:
            return self.won or ()
        return self.team_of(self.players[0]) if self.players else ()

    def change_life(self, player: str, change: int) -> None:
        """Life is gained, or (below 0) lost by a player: the total of a team changes by it (810.9)."""
        self.life = {**self.life, **dict.fromkeys(self.sharing_life(player), self.life[player] + change)}

    def give_poison(self, player: str, number: int) -> None:
        """A player gets poison counters: those of a team are more by them (810.10)."""
        total = self.poison.get(player, 0) + number
        self.poison = {**self.poison, **dict.fromkeys(self.sharing_poison(player), total)}

    @property
    def turn_on_record(self) -> bool:
        """Whether the record holds all of this turn: what isn't on it didn't happen."""
        return self.turn > self.partly_recorded

    def tick(self) -> int:
        """The next timestamp."""
        self.clock += 1
        return self.clock

    def count(self, player: str, what: Tallied, number: int = 1) -> None:
        """Add to `tally`: something that texts count happened to a player, so many times."""
        self.tally = _with_more(self.tally, (player, what), number)
        if what == "life lost" and self.active is not None and self.are_opponents(self.active, player):
            self.faster = self.faster.union(each for each in self.active_side if each in self.designations)

    def change(self, id: str, **characteristics: Any) -> None:
        """Replace the permanent by one with these values."""
        self.permanents[id] = changed(self.permanents[id], **characteristics)


def _with_more(numbers: dict[KeyT, int], key: KeyT, more: int) -> dict[KeyT, int]:
    return {**numbers, key: numbers.get(key, 0) + more}


_MANY = ("permanents", "departed", "cards")
"""What may be many, and changes one by one: folds change these dictionaries, and put others in the place of the rest."""
_DICTIONARIES = dictionaries(Board)


def _game_started(board: Board, event: t.GameStarted) -> None:
    board.players = board.seats = event.players
    board.edition, board.house = event.edition, event.editions or ()
    board.recorded = event.source is not None
    board.life = {player: event.life.get(player, 20) for player in event.players}
    board.hand = {player: event.hand.get(player, 0) for player in event.players}
    board.unstated_hands = frozenset() if board.recorded else frozenset(event.players).difference(event.hand)
    board.graveyard = {player: event.graveyard.get(player, 0) for player in event.players}
    board.poison = dict(event.poison)
    board.variant, board.teams, board.options = event.variant, event.teams or (), event.options or FREE_FOR_ALL
    for player, dealt in (event.commander_damage or {}).items():
        board.commander_damage = {**board.commander_damage, **{(commander, player): dealt[commander] for commander in dealt}}
    board.mana_at_start = FrozenDict(event.mana)
    board.mana = dict(event.mana)


def _turn_began(board: Board, event: t.TurnBegan) -> None:
    board.active = event.player
    board.turn = event.number
    if event.number > 1 and not board.recorded:  # the first turn begins with the board as it is stated
        board.hands_before_drawing = board.hands_before_drawing.union(event.team or (event.player,))
    _measure(board)
    _forget_the_turn(board)
    board.departed = {}
    board.died = ()
    board.combats_added = 0
    board.combat_skipped = False
    if board.extra_turns[-1:] == (event.player,):
        board.extra_turns = board.extra_turns[:-1]
    board.step = "other"
    for permanent in list(board.permanents.values()):
        if permanent.entered_this_turn:
            board.change(permanent.id, entered_this_turn=False)


def _measure(board: Board) -> None:
    """801.2c: who is how far away is determined as each turn begins."""
    board.seated = board.players
    if board.options.range is not None:
        reached = {player: frozenset(_within(board.seated, player, board.options.range[player])) for player in board.seated}
        board.ranges = {**board.ranges, **reached}


def _within(seated: tuple[str, ...], player: str, seats: int) -> list[str]:
    """801.2: the players within so many seats, to the left or to the right; the player is one of them."""
    at, number = seated.index(player), len(seated)
    return [other for place, other in enumerate(seated) if min((place - at) % number, (at - place) % number) <= seats]


def _step_began(board: Board, event: t.StepBegan) -> None:
    board.step = event.step


@lru_cache(maxsize=1024)
def _together(names: tuple[str, ...]) -> frozenset[str]:
    """Many permanents have the same types and colors."""
    return frozenset(names)


CHANGING_KEYWORDS = frozenset(("devoid", "living metal"))
"""The keywords that change characteristics of the permanent that has them (702.114a, 702.161a)."""


def changes_characteristics(abilities: Iterable[Ability]) -> bool:
    """Whether one of them changes what permanents are, or may, or gives an ability that does."""
    return any(
        isinstance(each, ChangesCharacteristics | ChangesStatedValues)
        or (isinstance(each, KeywordAbility) and each.keyword in CHANGING_KEYWORDS)
        or (isinstance(each, Grants) and changes_characteristics(each.abilities))
        for each in abilities
    )


def _entered(board: Board, event: t.PermanentEntered) -> None:
    board.changing = board.changing or changes_characteristics(event.abilities)
    board.departed.pop(event.id, None)
    power, toughness = (0, 0) if event.stated else grown(event.counters)
    board.permanents[event.id] = Permanent(
        id=event.id,
        controller=event.controller,
        owner=event.owner,
        name=event.name,
        types=_together(tuple(event.types)),
        colors=_together(tuple(event.colors)),
        mana_value=event.mana_value,
        power=(event.power or 0) + power,
        toughness=(event.toughness or 0) + toughness,
        loyalty=event.loyalty,
        defense=event.defense,
        protector=event.protector,
        attached_to=event.attached_to,
        counters=FrozenDict(event.counters) if event.counters else NOTHING,
        tapped=event.tapped,
        token=event.token,
        continuously_controlled=event.continuously_controlled,
        abilities=event.abilities,
        marked=event.marked,
        stated=event.stated,
        timestamp=board.tick(),
        entered_this_turn=event.this_turn or not event.continuously_controlled,
        seen_entering=event.this_turn or board.recorded or board.turn_on_record,
        size_known=event.power is not None and event.toughness is not None,
        entered_under=event.controller,
        included=event.included,
        unknown_abilities=event.unknown_abilities,
        unstated=event.unstated,
    )


_SIZED = re.compile(r"([+-]\d{1,3})/([+-]\d{1,3})")


def grown(counters: Mapping[str, int]) -> tuple[int, int]:
    """What +1/+1 counters, −1/−1 counters and others of that kind add to power and toughness (613.4c)."""
    power = toughness = 0
    for name, number in counters.items():
        if (size := _SIZED.fullmatch(name)) is not None:
            power, toughness = power + int(size[1]) * number, toughness + int(size[2]) * number
    return power, toughness


def without_included(permanent: Permanent) -> Permanent:
    """The permanent without what continuous effects had made of it as it was stated (`Permanent.included`)."""
    if (included := permanent.included) is None:
        return permanent
    power, toughness = permanent.power - included.power, permanent.toughness - included.toughness
    types = permanent.types.difference(included.types).union(included.lost_types)
    return changed(permanent, power=power, toughness=toughness, types=types)


def _left(board: Board, event: t.PermanentLeft) -> None:
    left = board.permanents.pop(event.id)
    card = _card_of(left)
    if event.to is not None and not left.token:
        if card is not None:
            board.cards[event.id] = Card(event.to, card)
        if event.to == "graveyard" and not board.recorded:
            board.graveyard = {**board.graveyard, left.owner: board.graveyard[left.owner] + 1}
        if event.to == "hand" and not board.recorded:
            board.hand = {**board.hand, left.owner: board.hand[left.owner] + 1}
    was: dict[str, Any] = {}
    for name in ("power", "toughness", "types", "colors", "abilities"):
        if (value := getattr(event, name)) is not None:
            was[name] = frozenset(value) if name in ("types", "colors") else value
    if event.counters is not None:
        was["counters"] = FrozenDict(event.counters)
    departed = changed(left, **was, stood=event.stood)
    board.departed[event.id] = departed
    if event.to == "graveyard" and "Creature" in departed.types:
        board.count(left.controller, "creatures died")
        board.died = (*board.died, departed)
    if event.why == "sacrificed":
        board.count(left.controller, "permanents sacrificed")
    if event.last_known is not None:
        board.last_known = {**board.last_known, event.id: changed(departed, abilities=event.last_known)}


def as_a_card(left: Permanent) -> t.PermanentEntered:
    """What it is in another zone, with nothing that counters made of it."""
    power, toughness = grown(left.counters)
    if left.included is not None:
        power, toughness = power + left.included.power, toughness + left.included.toughness
    return t.PermanentEntered(
        id=left.id,
        controller=left.owner,
        owner=left.owner,
        name=left.name,
        types=tuple(sorted(left.types)),
        colors=tuple(sorted(left.colors)),
        mana_value=left.mana_value,
        unstated=left.unstated,
        power=left.power - power if left.size_known else None,
        toughness=left.toughness - toughness if left.size_known else None,
        loyalty=left.loyalty,
        defense=left.defense,
        continuously_controlled=False,
        stated=left.stated,
        abilities=left.abilities,
        unknown_abilities=left.unknown_abilities,
    )


def _card_of(left: Permanent) -> t.PermanentEntered | None:
    """The card in another zone: with its front up (712.8a); None where it was face down and nobody says what it is."""
    if left.front:
        return as_a_card(left)
    return None if left.other_face is None else left.other_face.model_copy(update={"id": left.id})


def _exiled_with(board: Board, event: s.ExiledWith) -> None:
    known = board.exiled_with
    board.exiled_with = {**known, **{id: (*known.get(id, ()), event.source) for id in event.cards}}
    if event.until_it_leaves:
        board.returning = {**board.returning, **dict.fromkeys(event.cards, event.source)}


def _other_face_stated(board: Board, event: s.OtherFaceTold) -> None:
    board.change(event.id, other_face=event.face, front=event.front)


def _transformed(board: Board, event: s.Transformed) -> None:
    """613.7g: it gets a new timestamp. A back face has the mana value of the front (202.3b)."""
    before = board.permanents[event.id]
    face = before.other_face
    assert face is not None, "it was stated before"
    mana_value = face.mana_value if face.mana_value or not before.front else before.mana_value
    _show(board, before, face, mana_value=mana_value, stated=False, timestamp=board.tick(), other_face=as_a_card(before))


def _show(board: Board, before: Permanent, face: t.PermanentEntered, **more: Any) -> None:
    """The same object has other characteristics."""
    board.changing = board.changing or changes_characteristics(face.abilities)
    power, toughness = grown(before.counters)
    board.change(
        before.id,
        name=face.name,
        types=frozenset(face.types),
        colors=frozenset(face.colors),
        unstated=face.unstated,
        power=(face.power or 0) + power,
        toughness=(face.toughness or 0) + toughness,
        loyalty=face.loyalty,
        defense=face.defense,
        abilities=face.abilities,
        included=None,
        front=not before.front,
        **more,
    )


def _became_copy(board: Board, event: s.BecameCopy) -> None:
    """What it is by itself is kept as its front, which it has in other zones (707.2)."""
    before = board.permanents[event.id]
    own = before.other_face if event.card is None else None
    shown = event.card or own
    assert shown is not None, "it was a copy before"
    kept = None if own is not None else as_a_card(before)
    _show(board, before, shown, mana_value=shown.mana_value, stated=shown.stated and own is not None, other_face=kept)


def _card_named(board: Board, event: s.CardNamed) -> None:
    board.cards[event.card.id] = Card(event.zone, event.card)


def _card_moved(board: Board, event: s.CardMoved) -> None:
    card = board.cards.pop(event.id).card
    board.exiled_with = without(board.exiled_with, event.id)
    board.returning = without(board.returning, event.id)
    if event.to != "battlefield":
        board.cards[event.id] = Card(event.to, card)


def _player_counters_changed(board: Board, event: s.PlayerCountersChanged) -> None:
    for name, number in event.counters.items():
        board.player_counters = _with_more(board.player_counters, (event.player, name), number)


def _combat_added(board: Board, event: s.CombatAdded) -> None:
    board.combats_added += 1


def _extra_turn_added(board: Board, event: s.ExtraTurnAdded) -> None:
    board.extra_turns = (*board.extra_turns, event.player)


def _skip_added(board: Board, event: s.SkipAdded) -> None:
    board.skips = _with_more(board.skips, (event.player, event.what), 1)


def _skipped(board: Board, event: s.Skipped) -> None:
    board.skips = {each: number for each, number in _with_more(board.skips, (event.player, event.what), -1).items() if number > 0}
    if event.what == "combat phase":
        board.combats_added, board.combat_skipped = max(0, board.combats_added - 1), True
    elif event.what == "turn" and board.extra_turns[-1:] == (event.player,):
        board.extra_turns = board.extra_turns[:-1]


def _combat_began(board: Board, event: t.CombatBegan) -> None:
    board.combats_added = max(0, board.combats_added - 1)
    board.combat_began = board.clock


def _phased_out(board: Board, event: t.PermanentPhasedOut) -> None:
    board.change(event.id, phased_out=True)


def _phased_in(board: Board, event: t.PermanentPhasedIn) -> None:
    board.change(event.id, phased_out=False)


def _characteristics_changed(board: Board, event: t.CharacteristicsChanged) -> None:
    changes: dict[str, Any] = {
        name: frozenset(value) if name in ("types", "colors") else value
        for name, value in event
        if value is not None and name not in ("type", "id")
    }
    before = board.permanents[event.id]
    if before.unstated and (event.colors is not None or event.mana_value is not None):
        new = {"colors": event.colors, "mana value": event.mana_value}
        changes["unstated"] = tuple(part for part in before.unstated if new[part] is None)
    if event.counters is not None:
        changes["counters"] = FrozenDict(event.counters)
        if not (before.stated and board.recorded):
            (power, toughness), (less, weaker) = grown(event.counters), grown(before.counters)
            sizes = {"power": before.power + power - less, "toughness": before.toughness + toughness - weaker}
            changes = {**sizes, **changes}
        more = {kind for kind, number in event.counters.items() if number > before.counters.get(kind, 0)}
        changes |= _with_timestamp(board, before, more)
    board.changing = board.changing or changes_characteristics(event.abilities or ())
    board.change(event.id, **changes)


def _controller_changed(board: Board, event: t.ControllerChanged) -> None:
    board.change(event.id, controller=event.controller, continuously_controlled=False)


def _protector_changed(board: Board, event: t.ProtectorChanged) -> None:
    board.change(event.id, protector=event.protector)


def _attachment_changed(board: Board, event: t.AttachmentChanged) -> None:
    # It becomes attached and gets a new timestamp (613.7e); coming off something gives none.
    timestamp = board.permanents[event.id].timestamp if event.attached_to is None else board.tick()
    board.change(event.id, attached_to=event.attached_to, timestamp=timestamp)


def _continuous_control_changed(board: Board, event: t.ContinuousControlChanged) -> None:
    board.change(event.id, continuously_controlled=event.continuously_controlled)


def _tapped(board: Board, event: t.PermanentTapped) -> None:
    board.change(event.id, tapped=True)


def _untapped(board: Board, event: t.PermanentUntapped) -> None:
    board.change(event.id, tapped=False)


def _effect_began(board: Board, event: t.EffectBegan) -> None:
    board.changing = board.changing or changes_characteristics(event.effect.abilities)
    board.effects = {**board.effects, event.effect.id: TimedEffect(event.effect, board.tick(), board.turn)}


def _effect_ended(board: Board, event: t.EffectEnded) -> None:
    effects = dict(board.effects)
    del effects[event.id]
    board.effects = effects
    board.prevented = without(board.prevented, event.id)
    board.regenerated = frozenset((effect, permanent) for effect, permanent in board.regenerated if effect != event.id)


def _player_totals_changed(board: Board, event: t.PlayerTotalsChanged) -> None:
    if event.life is not None:
        board.life = {**board.life, **dict.fromkeys(board.sharing_life(event.player), event.life)}
    if event.hand is not None:
        board.hand = {**board.hand, event.player: event.hand}
        if not event.presumed:
            board.unstated_hands -= {event.player}
            board.hands_before_drawing -= {event.player}
    if event.graveyard is not None:
        board.graveyard = {**board.graveyard, event.player: event.graveyard}


def _life_changed(board: Board, event: t.LifeChanged) -> None:
    board.count(event.player, "life gained" if event.change > 0 else "life lost", abs(event.change))


def _cards_drawn_or_discarded(board: Board, event: s.CardsDrawnOrDiscarded) -> None:
    board.count(event.player, "cards drawn" if event.what == "draw" else "cards discarded", event.number)


def _mana_available(board: Board, event: t.ManaAvailable) -> None:
    board.mana = {**board.mana, event.player: event.mana}


HELD_BY_ONE = frozenset(("monarch", "initiative"))
"""Designations that one player at most has (724.3, 725.3)."""
ENDING_WITH_THE_TURN = frozenset(("saddled", "crewed", "extra turn"))
_OF_THE_TURN = re.compile(r"\b(?:this|last|that) (?:turn|combat)\b")


def _facts_stated(board: Board, event: t.FactsStated) -> None:
    if event.designations is not None:
        _hold(board, event.about, frozenset(map(t.normalised, event.designations)) & HELD_BY_ONE)
        board.designations = {**board.designations, event.about: frozenset(map(t.normalised, event.designations))}
        board.faster -= {event.about}
    facts = {(event.about, t.normalised(fact)): answer for fact, answer in event.facts.items()}
    board.facts = {**board.facts, **facts}
    if board.tally:
        board.tally_when_stated = {**board.tally_when_stated, **dict.fromkeys(facts, FrozenDict(board.tally))}


def _hold(board: Board, about: str, stated: frozenset[str]) -> None:
    """What was stated of a player's designations: who has one of these, has it alone."""
    if about in board.seats:
        others = {name: player for name, player in board.held_by.items() if player != about}
        board.held_by = {**others, **dict.fromkeys(stated, about)}


def _designation_taken(board: Board, event: t.DesignationTaken) -> None:
    board.held_by = {**board.held_by, event.designation: event.player}


def _forget_the_turn(board: Board) -> None:
    """What was stated of the turn that is over isn't so any more, or isn't known."""
    board.designations = {about: stated - ENDING_WITH_THE_TURN for about, stated in board.designations.items()}
    board.facts = {key: answer for key, answer in board.facts.items() if not _OF_THE_TURN.search(key[1])}
    board.tally = {}
    board.tally_when_stated = {}


def _record_interrupted(board: Board, event: t.RecordInterrupted) -> None:
    board.interrupted = True
    board.partly_recorded = max(board.partly_recorded, board.turn)


def _record_resumed(board: Board, event: t.RecordResumed) -> None:
    board.interrupted = False
    board.partly_recorded = max(board.partly_recorded, board.turn)


def _attackers_tapped(board: Board, event: d.AttackersTapped) -> None:
    for attacker in event.attackers:
        board.change(attacker, tapped=True)


def _optional_costs_chosen(board: Board, event: d.OptionalCostsChosen) -> None:
    for creature in event.exerted:
        exerting = board.permanents[creature]
        board.change(creature, exerted_by=exerting.exerted_by | {exerting.controller})


def _exertion_ended(board: Board, event: t.ExertionEnded) -> None:
    by = board.permanents[event.id].exerted_by
    board.change(event.id, exerted_by=frozenset() if event.player is None else by - {event.player})


def _damage_step_began(board: Board, event: g.CombatDamageStepBegan) -> None:
    board.step = "combat damage"


def _combat_damage_dealt(board: Board, event: g.CombatDamageDealt) -> None:
    for damage in event.damage:
        if damage.dealt and "commander" in board.designations.get(damage.source, ()) and damage.recipient in board.seats:
            board.commander_damage = _with_more(board.commander_damage, (damage.source, damage.recipient), damage.dealt)
    _damage_dealt(board, event)
    board.last_known = {}


def _damage_dealt(board: Board, event: g.CombatDamageDealt | s.AbilityDamageDealt) -> None:
    for player, amount in event.life.items():
        board.change_life(player, -amount)
        board.count(player, "life lost", amount)
    for gained in event.gained:
        board.change_life(gained.player, gained.amount)
        board.count(gained.player, "life gained", gained.amount)
    for player, number in event.poison.items():
        board.give_poison(player, number)
    for id, amount in event.marked.items():
        board.change(id, marked=board.permanents[id].marked + amount)
    for id, number in event.counters.items():
        _add_counters(board, id, {"-1/-1": number})
    for id, amount in event.loyalty.items():
        board.change(id, loyalty=max(0, (board.permanents[id].loyalty or 0) - amount))
    for id, amount in event.defense.items():
        board.change(id, defense=max(0, (board.permanents[id].defense or 0) - amount))
    for id in event.deathtouched:
        board.change(id, deathtouched=True)
    for effect, amount in event.shields.items():
        board.prevented = _with_more(board.prevented, effect, amount)


def _with_timestamp(board: Board, permanent: Permanent, put: Collection[str]) -> dict[str, Any]:
    """613.7d: counters get a timestamp as one is put on a permanent, all of a kind the same."""
    return {"counters_since": FrozenDict(permanent.counters_since | dict.fromkeys(put, board.tick()))} if put else {}


def _add_counters(board: Board, id: str, added: dict[str, int]) -> None:
    """Counters are put on a permanent, or (below 0) removed; +1/+1 and −1/−1 counters change its power and toughness."""
    permanent = board.permanents[id]
    counters = {kind: permanent.counters.get(kind, 0) + added.get(kind, 0) for kind in {**permanent.counters, **added}}
    power, toughness = grown(added)
    # 306.5b, 310.4b: loyalty and defense are what these counters come to.
    of_loyalty = {
        name: max(0, (getattr(permanent, name) or 0) + counters.pop(name, 0)) for name in ("loyalty", "defense") if name in added
    }
    board.change(
        id,
        counters=FrozenDict({kind: number for kind, number in counters.items() if number}),
        power=permanent.power + power,
        toughness=permanent.toughness + toughness,
        **of_loyalty,
        **_with_timestamp(board, permanent, [kind for kind, number in added.items() if number > 0]),
    )


def _counters_changed(board: Board, event: s.CountersChanged) -> None:
    _add_counters(board, event.id, event.counters)


def _poison_given(board: Board, event: s.PoisonGiven) -> None:
    board.give_poison(event.player, event.number)


def _state_based_actions_performed(board: Board, event: g.StateBasedActionsPerformed) -> None:
    for id, permanent in list(board.permanents.items()):
        if permanent.deathtouched:
            board.change(id, deathtouched=False)
    for action in event.actions:
        if action.counters:
            _add_counters(board, action.id, {"+1/+1": -action.counters, "-1/-1": -action.counters})
        if action.regenerates is not None:
            _regenerate(board, action.id, action.regenerates)


def _permanent_regenerated(board: Board, event: g.PermanentRegenerated) -> None:
    _regenerate(board, event.id, event.effect)


def _regenerate(board: Board, id: str, effect: str) -> None:
    """701.19a: its damage is removed, it becomes tapped, and the shield is used up."""
    board.change(id, marked=0, tapped=True)
    if effect:
        board.regenerated |= {(effect, id)}


def _damage_removed(board: Board, event: g.DamageRemoved) -> None:
    board.change(event.id, marked=0)


def _player_left(board: Board, event: g.PlayerLost | t.PlayerLeft) -> None:
    """800.4a: the cards that the player owns leave the game, too, unless it is over."""
    board.players = tuple(player for player in board.players if player != event.player)
    if board.is_over:
        return
    gone = {id: card for id, card in board.cards.items() if card.card.owner == event.player}
    board.cards |= {id: card._replace(zone="other") for id, card in gone.items()}
    board.returning = {id: by for id, by in board.returning.items() if id not in gone}
    board.exiled_with = {id: by for id, by in board.exiled_with.items() if id not in gone}
    board.hand = {**board.hand, event.player: 0}
    board.graveyard = {**board.graveyard, event.player: 0}


def _game_ended(board: Board, event: t.GameEnded) -> None:
    if event.winners is not None:
        board.won = event.winners


def _damage_wore_off(board: Board, event: g.DamageWoreOff) -> None:
    for id, permanent in list(board.permanents.items()):
        if permanent.marked or permanent.deathtouched:
            board.change(id, marked=0, deathtouched=False)


BOARD_FOLD: dict[type[Any], Callable[[Board, Any], None]] = {
    t.GameStarted: _game_started,
    t.TurnBegan: _turn_began,
    t.StepBegan: _step_began,
    t.CombatBegan: _combat_began,
    t.PermanentEntered: _entered,
    t.PermanentLeft: _left,
    t.PermanentPhasedOut: _phased_out,
    t.PermanentPhasedIn: _phased_in,
    t.CharacteristicsChanged: _characteristics_changed,
    t.ControllerChanged: _controller_changed,
    t.ProtectorChanged: _protector_changed,
    t.AttachmentChanged: _attachment_changed,
    t.ContinuousControlChanged: _continuous_control_changed,
    t.PermanentTapped: _tapped,
    t.PermanentUntapped: _untapped,
    t.EffectBegan: _effect_began,
    t.EffectEnded: _effect_ended,
    t.ExertionEnded: _exertion_ended,
    t.PlayerTotalsChanged: _player_totals_changed,
    t.ManaAvailable: _mana_available,
    t.LifeChanged: _life_changed,
    s.CardsDrawnOrDiscarded: _cards_drawn_or_discarded,
    t.FactsStated: _facts_stated,
    t.DesignationTaken: _designation_taken,
    t.RecordInterrupted: _record_interrupted,
    t.RecordResumed: _record_resumed,
    d.AttackersTapped: _attackers_tapped,
    d.OptionalCostsChosen: _optional_costs_chosen,
    g.CombatDamageStepBegan: _damage_step_began,
    g.CombatDamageDealt: _combat_damage_dealt,
    s.AbilityDamageDealt: _damage_dealt,
    s.CountersChanged: _counters_changed,
    s.PoisonGiven: _poison_given,
    s.CardNamed: _card_named,
    s.CardMoved: _card_moved,
    s.PlayerCountersChanged: _player_counters_changed,
    s.CombatAdded: _combat_added,
    s.ExtraTurnAdded: _extra_turn_added,
    s.SkipAdded: _skip_added,
    s.Skipped: _skipped,
    s.ExiledWith: _exiled_with,
    s.OtherFaceTold: _other_face_stated,
    s.Transformed: _transformed,
    s.BecameCopy: _became_copy,
    g.StateBasedActionsPerformed: _state_based_actions_performed,
    g.PermanentRegenerated: _permanent_regenerated,
    g.DamageRemoved: _damage_removed,
    g.PlayerLost: _player_left,
    t.PlayerLeft: _player_left,
    t.GameEnded: _game_ended,
    g.DamageWoreOff: _damage_wore_off,
}
