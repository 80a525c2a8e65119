"""What the words of an ability refer to while it is read: "it", "that creature", "those", "that much"; its targets so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from ...events import abilities as a
from ...events.model import parts_of, rewritten
from ...events.types import SUPERTYPES, is_creature_type
from .logic import conjuncts
from .tokens import Lexeme
from .types import CARD_TYPES, SUBTYPES

SUBJECT, OTHER, HOST = a.Is(role="subject"), a.Is(role="other"), a.Is(role="host")
SACRIFICED = a.Is(role="sacrificed")
"""The one permanent that was sacrificed last."""
UNCLEAR = a.ANYTHING
"""What "its" may mean isn't said: one of several."""
YOU, CHOSEN = a.Players.model_construct(who="you"), a.Players.model_construct(who="chosen")
OPPONENTS = a.Players.model_construct(who="opponents")
EACH, ONE = a.Players.model_construct(who="each"), a.Is(role="each")
"""The player, and the permanent, for whom something is done, of several."""
CREATED, AFFECTED, TURNED_UP = a.IsCreated(), a.IsAffected(), a.IsTurnedUp()


class NotUnderstood(Exception):
    """Words that aren't understood."""


@dataclass(slots=True)
class Scope:
    """What words refer to as far as an ability has been read.

    `quoted` reads what is quoted (`grants.Quoted`).
    `created`: how many tokens or cards were put onto the battlefield last, 0 for several. `gone`: what died, or may have
    (`is_card`: it did, and is a card now). `exiled`: what was just exiled. `amount`: "that much"; `way`: how much was done "this
    way". `doer`: "they", of a player. `choices`: what has been chosen, which nobody chooses twice. `looking`: whose cards were
    turned up last, which now are in the zone `turned_to`; `hand`: whose hand is revealed. `subject`: who the last clause was
    about. `before`: what "it", "that", "those", `created` and `other` were before the last "if". `leading`: the
    duration with which the sentence began, "until end of turn". `types`: those by which the trigger names what set it off.
    `attacker`, `blocker`: "the attacking creature" and "the blocking creature". `did`: how something was moved last ("exiled").
    `reflexive`: it is read what a reflexive ability does. `attacks_host`: it was set off by an attack on the player whom its
    source enchants. `other`: what "its power" is of, where something was done to another permanent since "it" was named;
    `UNCLEAR` where that isn't said.
    """

    it: a.Filter | None
    that: a.Filter | None
    quoted: Callable[[Any, str, int], tuple[a.Ability, ...]]
    those: a.Filter | None = None
    targets: tuple[a.Target, ...] = ()
    created: int | None = None
    exiled_before: a.Filter | None = None
    """What had been exiled as the last sentence began."""
    exiled_now: a.Filter | None = None
    """And as this one begins."""
    x: a.Quantity | None = None
    amount: a.Quantity | None = None
    gone: tuple[a.Filter, ...] = ()
    is_card: bool = False
    exiled: a.Filter | None = None
    looking: a.Players | None = None
    turned_to: a.Zone = "library"
    subject: a.Filter | None = None
    made: a.CreatesTokens | None = None
    """The tokens that were described last: "two of those tokens"."""
    leading: a.Duration | None = None
    outer: a.Filter | None = None
    """What "it" is but for the one of several for which something is done."""
    way: a.Quantity | None = None
    doer: a.Players | None = None
    choices: tuple[a.Filter, ...] = ()
    before: tuple[a.Filter | None, a.Filter | None, a.Filter | None, int | None, a.Filter | None] | None = None
    hand: a.Players | None = None
    types: frozenset[str] = frozenset()
    attacker: a.Filter | None = None
    blocker: a.Filter | None = None
    did: str | None = None
    discarded: a.Filter | None = None
    """The one card that was chosen and discarded last."""
    abilities: tuple[a.Ability, ...] = ()
    """Those of which one was chosen: "that ability"."""
    turned: str | None = None
    """Whether permanents were "tapped" or "untapped" last."""
    reflexive: bool = False
    attacks_host: bool = False
    accompanied: bool = False
    """Others attacked with what set it off."""
    is_host: bool = False
    """What set it off is what its source is attached to, so that "equipped creature" is "it"."""
    names_player: bool = False
    """What set it off names a player besides you."""
    named: a.Players | None = None
    """That player, who may be one of two."""
    first: a.Filter | None = None
    """What set it off: "the first creature", where another one is named later."""
    options: tuple[str, ...] | None = None
    """What players have voted for, if these are words."""
    voted: bool = False
    """They have voted for permanents."""
    kinds_of: a.Filter | None = None
    """The permanent of whose kinds of counters one was chosen."""
    rest: tuple[a.Players, a.AllOf] | None = None
    """What each of several players hasn't chosen, and who they are."""
    picked: a.Players | None = None
    """The player who was chosen last, and is no target: "that player" from then on."""
    picked_since: int = 0
    """Where what is said of that player begins, in the list of what is done."""
    other: a.Filter | None = None
    permanent: a.Filter | None = None
    """ "That creature", where a card was turned up since."""
    permanent_before: a.Filter | None = None
    """ "It", before a card was: what can't be said of a card is said of that."""
    moved: a.Filter | None = None
    """What was destroyed, exiled or returned last."""
    zone: a.Zone | None = None
    """Where the card that has the ability is, if it triggers there."""
    group: a.Filter | None = None
    """The several that set it off."""
    source: a.Filter | None = None
    """What dealt the damage that set it off, where that is one: "that source"."""
    dealt: bool = False
    """Damage was dealt."""
    dealt_again: bool = False
    """It was dealt more than once: which of it was dealt "this way" isn't said."""
    dealt_to: a.Filter | None = None
    """The one target to which damage was dealt last."""
    dealer: tuple[a.Filter, a.Filter | None] | None = None
    """What dealt damage last, and to what."""
    animates: bool = False
    """A sentence makes something a creature."""
    difference: a.Quantity | None = None
    """How far apart two numbers are that a condition compared last."""
    countered: tuple[str, a.Filter] | None = None
    """The counters that were put last, and on what."""
    optional: bool = False
    """It is read what somebody may do."""
    sentence: int = 0
    """Where what the last sentence said begins, in the list of what is done."""
    changes: list[tuple[str, Any]] = field(default_factory=list, init=False, repr=False, compare=False)
    """What was changed, and what it was before: what a rule of the grammar made of it is undone where the rule doesn't read."""

    def __setattr__(self, name: str, value: object) -> None:
        if (changes := getattr(self, "changes", None)) is not None:
            before = getattr(self, name)
            changes.append((name, before))
            if name == "it" and isinstance(value, _OF_CARDS) and not isinstance(before, _OF_CARDS):
                self.permanent_before = before
        object.__setattr__(self, name, value)

    def undo(self, since: int) -> None:
        """Forget what was changed since there were so many `changes`."""
        while len(self.changes) > since:
            object.__setattr__(self, *self.changes.pop())

    def later(self) -> Scope:
        """For an ability that triggers as this one resolves: it has targets of its own."""
        x = self.x if isinstance(self.x, a.ChosenNumber | a.AmountDone) else None
        return replace(self, targets=(), x=_done_before(x), amount=_done_before(self.amount), reflexive=True)

    def target(self, target: a.Target) -> None:
        """One more target. Raises NotUnderstood where one before is described alike: each "target" is one of its own (115.3)."""
        asked = (target.permanents, target.players, target.cards, target.number)
        if asked in [(each.permanents, each.players, each.cards, each.number) for each in self.targets]:
            raise NotUnderstood
        if not self.reflexive and _has_x(target):
            raise NotUnderstood  # what X is, is chosen after the target
        self.targets += (target,)

    def means(self, filter: a.Filter, several: bool = False) -> None:
        """What was named last: "it", or "those"."""
        if not several:
            self.it = self.that = filter
            self.other = None
        self.those = filter
        self.created = None

    def is_one(self, what: a.Filter | None) -> bool:
        """Whether it is one permanent: pointed at, chosen, or a target."""
        match what:
            case a.IsTarget(permanents=permanents, number=number):
                same = [each for each in self.targets if (each.permanents, each.number) == (permanents, number)]
                return any((each.maximum, each.up_to, each.each_of) == (1, None, None) for each in same)
            case a.IsChosen(maximum=1, up_to=None, by=by):
                return by is None or not by.several
        return isinstance(what, a.Is)

    def one(self, what: a.Filter | None) -> a.Filter | None:
        """The same, of which something is said as of one: never of several targets."""
        return None if isinstance(what, a.IsTarget) and not self.is_one(what) else what

    @property
    def several(self) -> a.Filter | None:
        """ "Those", which never is one: those that set it off, where one was named since."""
        return self.group if self.is_one(self.those) else self.those

    @property
    def has_rival(self) -> bool:
        """Whether another permanent was chosen or sacrificed since "it" was named, so that this may be meant."""
        chosen = isinstance(self.those, a.IsChosen) and self.is_one(self.those) and self.those != self.it
        return self.created is None and self.it not in self.gone and (chosen or self.other == SACRIFICED)

    def must_be(self, creature: bool, no_new_token: bool, hasty: bool) -> None:
        """Of "it" is said what is so only of a permanent on the battlefield, perhaps only of a creature, or of none that was just
        created: where what was named last can't be meant, it is the only one named before that can. Raises NotUnderstood."""
        meant = CREATED if self.created == 1 and not (no_new_token and self.it != CREATED) else self.it
        if self.has_rival and self.other != SACRIFICED and self._fits(self.those, creature):
            raise NotUnderstood
        types = set(types_in(meant))
        if creature and not hasty and types and types <= _OF_SOME_CREATURES and not self.animates and meant != self.moved:
            raise NotUnderstood  # an artifact that is a creature, or what was named before
        if meant is None or self._fits(meant, creature):
            self.created = self.created if meant == CREATED else None
            return
        before = dict.fromkeys((self.first, *(value for name, value in self.changes if name == "it")))
        fitting = [each for each in before if each not in (None, CREATED) and self._fits(each, creature)]
        if not fitting and meant == self.first:
            return  # what set it off is gone, and nothing else was named: nothing is done
        if len(fitting) != 1:
            raise NotUnderstood
        self.it, self.created = fitting[0], None
        self.other = UNCLEAR  # "it gets +X/+0, where X is its mana value"

    def _fits(self, what: a.Filter | None, creature: bool) -> bool:
        """Whether it is a permanent still there, and perhaps may be a creature."""
        if what in (self.moved, SACRIFICED, TURNED_UP) or (what in self.gone and self.is_card):
            return False
        if what == CREATED and self.it != CREATED and self.made is not None:
            made = self.made
            types = () if made.token is None else made.token.types
            return not creature or (may_be_creature(made.copy_of) if made.token is None else _may_be_creature(types))
        return not creature or self.animates or may_be_creature(what)

    @property
    def is_of_cards(self) -> bool:
        """Whether "it" is a card that isn't on the battlefield."""
        return isinstance(self.it, _OF_CARDS) and self.created is None

    @property
    def names_a_player(self) -> bool:
        """Whether a player was named besides you, whom "they" may mean."""
        return (
            self.doer is not None
            or self.picked is not None
            or self.names_player
            or any(target.players for target in self.targets)
        )

    def picks(self, players: a.Players) -> None:
        """One of the players is chosen. Raises NotUnderstood where another one was named: which is meant isn't said."""
        if self.picked not in (None, players) or any(target.players for target in self.targets):
            raise NotUnderstood
        self.picked = players

    def turn_up(self, to: a.Zone, players: a.Players, one: bool) -> None:
        """Cards were turned up: "it", if it is one, or "those cards"."""
        self.looking, self.turned_to, self.created = players, to, None
        self.those = TURNED_UP
        if one:
            self.permanent = self.permanent if self.that == TURNED_UP else self.that
            self.it = self.that = TURNED_UP
            self.other = None

    @property
    def whose(self) -> a.Filter | None:
        """Whose power "its power" is; None where that isn't said."""
        theirs = self.made is not None and self.made.players.who in ("controller", "owner")
        if self.created is not None and not theirs:  # but "its controller creates a token and gains life equal to its power"
            return CREATED if self.created == 1 else None
        return self.it if self.other is None else None if self.other == UNCLEAR else self.other

    @property
    def another_than_this(self) -> bool:
        """Whether "another" permanent can only be one other than what has the ability: nothing else is called "it", or a card."""
        return isinstance(self.it, a.IsTurnedUp | a.IsTargetCard | a.IsChosenCard) or self.it in (a.THIS, None)

    def named_again(self) -> None:
        """ "It", or what has the ability, was named after another permanent: "its" may mean either."""
        if self.other is not None:
            self.other = UNCLEAR

    def counts(self, that_many: bool = False) -> None:
        """What is done now is counted: "for each one removed this way", and perhaps "that many"."""
        self.way = a.AmountDone()
        if that_many or self.amount is None or isinstance(self.amount, a.CountersOn):
            self.amount = a.AmountDone()

    def done_to(self, filter: a.Filter) -> None:
        """Something was done to these: those that they are described by are "those" from now on."""
        self.those = filter if isinstance(filter, _POINTED) else AFFECTED


def _done_before(amount: a.Quantity | None) -> a.Quantity | None:
    return a.AmountDone(before=True) if amount == a.AmountDone() else amount


_OF_CARDS = (a.IsTurnedUp, a.IsTargetCard, a.IsChosenCard)
_POINTED = (a.Is, a.IsTarget, a.IsChosen, a.IsCreated, a.IsOfGroup, a.IsAffected, a.IsTargetCard, a.IsChosenCard)
_AMOUNTS = (a.DealsDamage, a.SomeDealDamage, a.IsDealtDamage, a.GainsLife, a.LosesLife)
_GROUPS = (a.SomeAttack, a.SomeBlock, a.SomeBecomeBlocked, a.SomeArentBlocked, a.SomeDealDamage, a.SomeDie)
_ONE_AND_SEVERAL = (a.BlocksNumber, a.BecomesBlockedByNumber)
"""One that is named, and several that it blocks or is blocked by: "those creatures"."""


def known_of(events: list[a.TriggerEvent], quoted: Callable[[Any, str, int], tuple[a.Ability, ...]]) -> Scope:
    """What words refer to as the ability begins: to what set it off."""
    whose = {_about(event) for event in events}
    it = whose.pop() if len(whose) == 1 else SUBJECT if whose and None not in whose else None
    pairs = [_names_another(event) for event in events]
    alike = any(map(_names_two_alike, events))
    that: a.Filter | None = None if alike else OTHER if all(pairs) and pairs else None if any(pairs) else it
    known = Scope(it, that, quoted, first=it, types=frozenset(types_in(tuple(events))))
    enchanted = a.Targets(players=a.Players(who="enchanted"))
    known.attacks_host = bool(events) and all(isinstance(event, a.IsAttacked) and event.targets == enchanted for event in events)
    known.accompanied = any(isinstance(event, a.Attacks) and event.minimum_others > 0 for event in events)
    known.source = it if events and all(isinstance(event, a.DealsDamage) for event in events) else None
    known.is_host = bool(events) and all(_named_first(event) == HOST for event in events)
    known.names_player = any(said is not None and said.who != "you" for event in events for said, _ in _players_named(event))
    known.named = that_player(events)
    sides = {_sides(event, it) for event in events}
    known.attacker, known.blocker = sides.pop() if len(sides) == 1 else (None, None)
    grouped = bool(events) and all(map(_is_of_group, events))
    if bool(events) and (grouped or all(isinstance(event, _AMOUNTS) for event in events)):
        known.amount = a.AmountOfOccasion()
    if bool(events) and all(isinstance(event, _ONE_AND_SEVERAL) for event in events):
        known.group, known.amount = a.IsOfGroup(), a.AmountOfOccasion()
    if grouped:
        known.group = a.IsOfGroup()
    known.those = known.group
    if grouped and all(isinstance(event, a.PlayerAttacksWith) and event.minimum == event.maximum == 1 for event in events):
        known.it = known.that = a.IsOfGroup()  # "Whenever you attack with exactly one creature, it gets +1/+1"
    gone = [event.permanents for event in events if isinstance(event, a.Dies | a.SomeDie | a.Leaves)]
    if gone:
        known.gone = (
            SUBJECT,
            *((a.IsOfGroup(),) if grouped else ()),
            *((a.THIS,) if any(map(_names_this, gone)) else ()),
            *((HOST,) if HOST in gone else ()),
        )
        known.is_card = len(gone) == len(events)
    return known


def whose_player(about: a.Filter | None, whose: str) -> a.Players | None:
    """Whose controller or owner is meant."""
    owner = whose.endswith("owner")
    if about in (SUBJECT, a.THIS) and about == SUBJECT:
        return a.Players(who="owner" if owner else "controller")
    if about == a.THIS:
        return a.Players(who="owner" if owner else "controller", of=a.THIS)
    if about == HOST and not owner:
        return a.Players(who="host controller")
    if about in (OTHER, ONE) or isinstance(about, a.IsTarget | a.IsChosen) or (owner and isinstance(about, a.IsTargetCard)):
        return a.Players(who="owner" if owner else "controller", of=about)
    return None


def counters_asked_of(holds: a.Condition | None) -> tuple[str, a.Filter] | None:
    """Of which counters of one permanent a condition asks; None where it asks of none, or of several kinds."""
    one = holds if isinstance(holds, a.Matches) else None
    names = {each.counter for each in parts_of(one) if isinstance(each, a.HasCounter)}
    name = names.pop() if len(names) == 1 else None
    return None if one is None or name is None else (name, a.Is(role=one.role))


def counters_it_had(holds: a.Condition | None) -> a.CountersOn | None:
    """How many "that many" are after "if it had counters on it"."""
    asked = holds.filter if isinstance(holds, a.Matches) else None
    if not isinstance(asked, a.HasCounter) or asked.odd is not None or not isinstance(holds, a.Matches):
        return None
    return a.CountersOn(of=holds.role, counter=asked.counter)


def difference_asked(holds: a.Condition | None, said: str = "") -> a.Quantity | None:
    """How far apart the two numbers are that were compared, as was `said`: "fewer than four" is read as three or less."""
    if not isinstance(holds, a.QuantityCompares):
        return None
    if not isinstance(holds.than, int):
        return a.Difference(one=holds.quantity, other=holds.than)
    fewer = " fewer than " in said or " less than " in said
    return a.Difference(one=holds.quantity, other=holds.than + 1) if fewer and holds.comparison == "<=" else None


def is_called(word: str, meant: a.Filter, scope: Scope) -> bool:
    """Whether what is meant was called by that type before; of a target, or what is chosen, by that type or by none."""
    type = CARD_TYPES.get(word) or SUBTYPES.get(word)
    if isinstance(meant, a.IsTarget | a.IsChosen):
        types = set(types_in(meant.permanents))
        return not types or type in types or type in scope.types
    return type == "Creature" or type in scope.types


def _has_x(part: object) -> bool:
    return any(isinstance(each, a.ChosenNumber | a.AmountDone | a.CountDone) for each in parts_of(part))


def types_in(part: object) -> Iterator[str]:
    """The types that a part of an ability names."""
    return (each.type for each in parts_of(part, closed=a.Not) if isinstance(each, a.HasType))


def may_be_creature(what: a.Filter | None) -> bool:
    """Whether what is meant was described as what may be a creature: as no land, and no Treasure."""
    match what:
        case a.IsTarget() | a.IsChosen():
            return may_be_creature(what.permanents)
        case a.AnyOf():
            return any(map(may_be_creature, what.parts))
        case a.AllOf():
            types = [each.type for each in what.parts if isinstance(each, a.HasType)]
            return _may_be_creature(types) and a.Not(part=a.HasType(type="Creature")) not in what.parts
        case a.HasType():
            return _may_be_creature((what.type,))
    return True


def _may_be_creature(types: Sequence[str]) -> bool:
    """Whether something of these types, of none if they aren't said, may be a creature as it is."""
    named = {each for each in types if each not in SUPERTYPES}
    return named <= _OF_SOME_CREATURES or any(
        each in ("Creature", "Vehicle", "Spacecraft") or is_creature_type(each) for each in named
    )


_OF_SOME_CREATURES = {"Artifact", "Enchantment"}


def _sides(event: a.TriggerEvent, it: a.Filter | None) -> tuple[a.Filter | None, a.Filter | None]:
    """Which of those that set it off attacks, and which blocks."""
    match event:
        case a.BlocksCreature():
            return OTHER, it
        case a.BecomesBlockedBy():
            return it, OTHER
        case a.Attacks() | a.BecomesBlocked() | a.BecomesBlockedByNumber() | a.IsntBlocked():
            return it, None
        case a.Blocks() | a.BlocksNumber():
            return None, it
    return None, None


def _names_this(filter: a.Filter) -> bool:
    return filter == a.THIS or (isinstance(filter, a.AnyOf | a.AllOf) and a.THIS in filter.parts)


def _is_of_group(event: a.TriggerEvent) -> bool:
    return isinstance(event, _GROUPS) or (isinstance(event, a.PlayerAttacksWith) and event.minimum is not None)


def _names_another(event: a.TriggerEvent) -> bool:
    """Whether "that creature" is the second one that is named: in a block, or the one that is dealt damage.

    What has the ability, or what that is attached to, is never called so.
    """
    _, second = _two_named(event)
    return second not in (None, a.THIS, HOST)


def _names_two_alike(event: a.TriggerEvent) -> bool:
    """Whether both are called creatures, so that "that creature" may be either: "a creature blocks a creature you control".

    Where only the first is said to be somebody's, "a creature you control blocks a creature", it is the second.
    """
    first, second = _two_named(event)
    if first is None or second is None or any("Creature" not in set(types_in(each)) for each in (first, second)):
        return False
    return not any(_of(first, _UNKNOWN)) or any(_of(second, _UNKNOWN))


def names_one_creature(event: a.TriggerEvent) -> bool:
    """Whether "that creature" is the first, and "that permanent" the second: "a creature deals damage to a permanent"."""
    first, second = _two_named(event)
    return _names_another(event) and _is_called_a_creature(first) and not _is_called_a_creature(second)


def _is_called_a_creature(described: a.Filter | None) -> bool:
    return any(each == "Creature" or is_creature_type(each) for each in types_in(described))


def _two_named(event: a.TriggerEvent) -> tuple[a.Filter | None, a.Filter | None]:
    """The permanents that an event is between: who blocks and is blocked, or deals damage and is dealt it."""
    match event:
        case a.DealsDamage():
            return event.sources, None if event.recipients is None else event.recipients.permanents
        case a.BlocksCreature():
            return event.creatures, event.attackers
        case a.BecomesBlockedBy():
            return event.creatures, event.blockers
    return None, None


def _about(event: a.TriggerEvent) -> a.Filter | None:
    """Who "it" is: the source, or the one that the ability triggered for."""
    if isinstance(event, a.PlayerAttacksWith):
        return SUBJECT if event.minimum is None else None
    named = _named_first(event)
    return SUBJECT if named not in (a.THIS, None) else named


def _named_first(event: a.TriggerEvent) -> a.Filter | None:
    """The one permanent that an event names, as it is described; None where it names several, or a player."""
    if isinstance(event, (*_GROUPS, a.SomeAreDealtDamage, a.IsAttacked, a.PlayerAttacksWith)):
        return None
    if isinstance(event, a.IsDealtDamage):
        return event.recipients.permanents if event.recipients.players is None else None
    return next((getattr(event, name) for name in ("creatures", "permanents", "sources") if hasattr(event, name)), None)


def _of(filter: a.Filter, whose: a.Players) -> Iterator[tuple[a.Players, a.Players]]:
    """The player by whose permanents these are described: their controller, who is `whose` they are, or their owner."""
    for part in conjuncts(filter):
        if isinstance(part, a.ControlledBy):
            yield part.players, whose
        elif isinstance(part, a.OwnedBy):
            yield part.players, _OWNER_WHERE.get(whose, _UNKNOWN)


_ACTIVE, _DEFENDING = a.Players.model_construct(who="active"), a.Players.model_construct(who="defending")
_CONTROLLER = a.Players.model_construct(who="controller")
_OTHERS_CONTROLLER = a.Players.model_construct(who="controller", of=OTHER)
_UNKNOWN = a.Players.model_construct(who="named")
"""A player of whom an ability doesn't know who it is."""
_OWNER = a.Players.model_construct(who="owner")
_OWNER_WHERE = {_CONTROLLER: _OWNER, _OTHERS_CONTROLLER: a.Players.model_construct(who="owner", of=OTHER)}
"""By who the controller of what a trigger names is, who its owner is."""


def _attacked(targets: a.Targets | None) -> a.Players | None:
    return None if targets is None else targets.players


def _players_named(event: a.TriggerEvent) -> Iterator[tuple[a.Players | None, a.Players]]:
    """The players whom a trigger names, as it describes them, and who each of them is as the ability resolves."""
    match event:
        case a.Attacks() | a.IsntBlocked():
            yield from _of(event.creatures, _CONTROLLER)
            yield _attacked(event.targets), _DEFENDING
        case a.SomeAttack() | a.SomeArentBlocked():
            yield from _of(event.creatures, _ACTIVE)
            yield _attacked(event.targets), CHOSEN
        case a.PlayerAttacksWith():
            yield event.players, _ACTIVE
            owners = (each for each in _of(event.creatures, _CONTROLLER) if each[1] == _OWNER)
            yield from owners if event.minimum is None else ((said, _UNKNOWN) for said, _ in owners)
            yield _attacked(event.targets), _DEFENDING if event.minimum is None else CHOSEN
        case a.PlayerAttacks():
            yield event.players, _ACTIVE if event.attacked is not None else CHOSEN
            yield event.attacked, CHOSEN
        case a.IsAttacked():
            yield event.targets.players, CHOSEN
        case a.BlocksCreature():
            yield from _of(event.creatures, _CONTROLLER)
            yield from _of(event.attackers, _OTHERS_CONTROLLER)
        case a.BecomesBlockedBy():
            yield from _of(event.creatures, _CONTROLLER)
            yield from _of(event.blockers, _OTHERS_CONTROLLER)
        case a.SomeBlock() | a.SomeBecomeBlocked():
            yield from _of(event.creatures, _UNKNOWN)
        case a.DealsDamage() | a.SomeDealDamage():
            one = isinstance(event, a.DealsDamage)
            yield from _of(event.sources, _CONTROLLER if one else _ACTIVE if event.combat else _UNKNOWN)
            if event.recipients is not None:
                yield event.recipients.players, _UNKNOWN if isinstance(event, a.SomeDealDamage) and event.together else CHOSEN
                yield from _of(event.recipients.permanents or a.THIS, _OTHERS_CONTROLLER if one else _UNKNOWN)
        case a.IsDealtDamage():
            yield event.recipients.players, CHOSEN
            yield from _of(event.recipients.permanents or a.THIS, _CONTROLLER)
        case a.SomeDie() | a.SomeAreDealtDamage():
            yield from _of(event.permanents, _UNKNOWN)
        case a.Dies() | a.Leaves() | a.CountersPut() | a.BecomesTapped():
            yield from _of(event.permanents, _CONTROLLER)
        case a.GainsLife() | a.LosesLife() | a.LosesTheGame():
            yield event.players, CHOSEN
        case a.EndOfCombatBegins():
            yield event.turn_of, _ACTIVE
        case _:
            yield from _of(event.creatures, _CONTROLLER)


def that_player(events: list[a.TriggerEvent]) -> a.Players | None:
    """Who "that player" is of those whom the trigger names, which "you" never is; None where it may be one of two."""
    found: set[a.Players] = set()
    for event in events:
        named_players = [(said, meant) for said, meant in _players_named(event) if said is not None]
        named = {meant for said, meant in named_players if said.who != "you"}
        unsaid = _DEFENDING if isinstance(event, a.Attacks) else CHOSEN
        found |= named or {_UNKNOWN if (YOU, unsaid) in named_players else unsaid}
    meant = found.pop() if len(found) == 1 else _UNKNOWN
    return None if meant == _UNKNOWN else meant


_OF_ATTACKERS = (
    *(a.Attacks, a.SomeAttack, a.IsAttacked, a.PlayerAttacksWith, a.PlayerAttacks, a.EntersAttacking, a.Exerts, a.Enlists),
    *(a.BecomesBlocked, a.BecomesBlockedBy, a.BecomesBlockedByNumber, a.SomeBecomeBlocked, a.SomeArentBlocked, a.IsntBlocked),
)


def attacks_somebody(events: Iterable[a.TriggerEvent]) -> bool:
    """Whether all of it is what attackers do: then there is a defending player, who may be "that player" without being named."""
    return all(isinstance(event, _OF_ATTACKERS) for event in events)


def player_asked_of(events: list[a.TriggerEvent]) -> a.Players | None:
    """Who "that player" is in a trigger's "if": whoever is dealt damage stands there as the defending one."""
    meant = that_player(events)
    hit = bool(events) and all(isinstance(event, a.DealsDamage | a.SomeDealDamage) for event in events)
    return _DEFENDING if meant == CHOSEN and hit else None if meant == CHOSEN else meant


def targets_in(part: object) -> list[a.IsTarget]:
    """The targets that a part of an ability names."""
    return [each for each in parts_of(part, closed=a.IsTarget) if isinstance(each, a.IsTarget)]


PartT = TypeVar("PartT")
DONE = {
    **{f"{done} this way": done for done in ("exiled", "destroyed", "sacrificed", "returned", "tapped", "untapped")},
    "put into exile this way": "exiled",
    "returned to its owner's hand this way": "returned",
    "returned to their owner's hand this way": "returned",
    "returned to their owners' hands this way": "returned",
}
"""What was done to those that are named, and how a scope calls it."""


def they(scope: Scope | None) -> a.Players:
    """ "They", of a player who does something: each of several. In "for each opponent, …" it is "that player" as yet."""
    if scope is not None and scope.picked is not None and scope.doer in (None, scope.picked):
        return scope.picked
    who = CHOSEN if scope is None or scope.doer in (None, EACH) else scope.doer
    return EACH if who.several else who


def that_one(scope: Scope | None) -> a.Players:
    """ "That player": a target, the one whom the trigger names, each of several who do something, or who was named last as the
    controller of something. Raises NotUnderstood where it may be one of two."""
    if scope is not None and scope.picked is not None:
        if any(target.players for target in scope.targets):
            raise NotUnderstood
        return scope.picked
    if scope is not None and scope.doer is not None and scope.doer.who in ("controller", "owner") and scope.doer.of is None:
        if scope.names_player and scope.named != scope.doer:
            raise NotUnderstood
    elif scope is not None and scope.doer is not None and scope.doer.who in ("controller", "owner"):
        if scope.names_player or any(target.players and target.permanents is None for target in scope.targets):
            raise NotUnderstood
        return scope.doer
    if scope is not None and not scope.names_a_player:
        return _holder(scope)
    if (
        scope is None
        or scope.names_player
        or scope.doer is None
        or not scope.doer.several
        or any(target.players for target in scope.targets)
    ):
        return CHOSEN
    return EACH


def _holder(scope: Scope) -> a.Players:
    """ "That player", where none was named but as who controls what was named last. Raises NotUnderstood."""
    one = scope.it if isinstance(scope.it, a.IsTarget | a.IsChosen) else None
    whose = {each.players.who for each in parts_of(one) if isinstance(each, a.ControlledBy)}
    if one is None or whose == {"defending"}:
        return CHOSEN
    if not whose or not scope.is_one(one):
        raise NotUnderstood
    return a.Players(who="controller", of=one)


def of_player(part: PartT, meant: a.Players, said: a.Players = CHOSEN) -> PartT:
    """The same, with who is meant in place of "that player" (`said`), but where a player is a target."""
    if isinstance(part, a.Instructions) and any(target.players for target in part.targets):
        return part
    if isinstance(part, a.Players) and part.who == said.who:
        return cast(PartT, meant)
    return rewritten(part, lambda each: of_player(each, meant, said))


def role(filter: a.Filter | None) -> a.Role | None:
    """The role of the one permanent meant."""
    return filter.role if isinstance(filter, a.Is) else None


def words_of(tokens: list[Lexeme]) -> str:
    """The words, with blanks between them."""
    return " ".join(token.word for token in tokens)
