"""How filters, quantities and conditions read a board on which permanents have given abilities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain, product
from math import inf
from typing import Any, Literal

from ...events import abilities as a
from ...events import facts as t
from ...events.errors import FactNotStated
from ...events.facts import normalised
from ...events.filters import is_anything
from ...events.types import BASIC_LAND_TYPES, CARD_TYPES, GROUPS, PERMANENT_TYPES, is_creature_type
from ...projections.board import Board, Permanent, grown
from ...projections.frozen import FrozenDict
from ...projections.state import State
from ..budget import Budget
from . import stated_facts
from .characteristics import number_of
from .context import AnyHeld, Context, Held

_COMPARISONS: dict[a.Comparison, Callable[[int, int], bool]] = {
    "<": int.__lt__,
    "<=": int.__le__,
    "=": int.__eq__,
    ">=": int.__ge__,
    ">": int.__gt__,
}
_ON_RECORD = ("cards discarded", "life gained", "life lost", "creatures died", "permanents sacrificed")
"""What the record of a whole turn counts; cards are drawn in a step that isn't on it."""
_PARTY = ("Cleric", "Rogue", "Warrior", "Wizard")
_OVER: dict[str, Callable[[list[int]], int]] = {"sum": sum, "least": min, "greatest": max}


def present(board: Board) -> dict[str, Permanent]:
    """The permanents that aren't phased out: the others are treated as though they didn't exist (702.26b)."""
    return {id: permanent for id, permanent in board.permanents.items() if not permanent.phased_out}


def stated_by(permanent: Permanent, abilities: Iterable[a.Ability] | None = None) -> Iterator[AnyHeld]:
    """The abilities of a permanent, without what keywords mean: by default those that it states."""
    context = Context(permanent.id, permanent.controller)
    for ability in permanent.abilities if abilities is None else abilities:
        yield Held(ability, context, None, ability.text, permanent.timestamp)


def _is_changeling(ability: a.Ability) -> bool:
    return isinstance(ability, a.KeywordAbility) and ability.keyword == "changeling"


class Matching:
    """The board at one moment, with the abilities that permanents have so far: at first those that they state."""

    __slots__ = (
        "abilities",
        "base_sizes",
        "board",
        "budget",
        "changed_by",
        "combat",
        "creature_types_set",
        "just_left",
        "keywords_found",
        "modified_by",
        "permanents",
        "ranges",
        "replaced_by",
        "set_by",
        "state",
        "switched",
        "typed_by",
        "underived",
        "without_abilities",
        "without_counters",
    )

    def __init__(self, state: State, budget: Budget | None = None) -> None:
        """`budget`: whose seconds are kept while effects are applied, which takes a while on large boards."""
        self.state = state
        self.budget = budget or Budget()
        self.board = state.board
        self.combat = state.combat
        self.permanents: dict[str, Permanent] = present(state.board)
        self.abilities: dict[str, tuple[a.Ability, ...]] = {id: p.abilities for id, p in self.permanents.items()}
        self.ranges = bool(state.board.ranges)
        """Whether ranges of influence are limited."""
        self.just_left: Collection[str] = ()
        """What left just now: who is meant by a role is looked for among these, too, as it was (608.2h)."""
        self.set_by: dict[tuple[str, str], str] = {}
        """(permanent, power or toughness) → the text that sets that (613.4a–b)."""
        self.typed_by: dict[tuple[str, bool], str] = {}
        """(permanent, whether it is) → the text that makes it a creature, or keeps it from being one (613.1d). No text: it is
        no static ability."""
        self.changed_by: dict[tuple[str, str], dict[str, a.ChangesCharacteristics]] = {}
        """(permanent, colors or types) → what changes these, by its text (613.1d–e)."""
        self.replaced_by: dict[tuple[str, str], str] = {}
        """(permanent, colors or types) → the text of the last static ability that sets these, or takes some away."""
        self.modified_by: list[tuple[a.Grants | a.Removes, Context, tuple[str, ...]]] = []
        """What gives abilities and takes some away, of whom it comes, and those that it changes, in order (613.1f)."""
        self.switched: set[str] = set()
        """The permanents of which effects switch power and toughness, once in the end (613.4d)."""
        self.underived: dict[tuple[str, str], str] = {}
        """(permanent, text) → why what its text makes of others or itself can't be derived: they stay as they were stated."""
        self.base_sizes: dict[str, tuple[int, int]] = {}
        """Power and toughness as they were set last (613.4b), once that is settled."""
        self.without_abilities: set[str] = set()
        """The permanents that lost all abilities (613.1f): those they have now were given to them later."""
        self.without_counters = False
        """Whether what counters add to power and toughness is taken off, as long as that isn't added yet (613.4c)."""
        self.creature_types_set: set[str] = set()
        """The permanents whose creature types an effect has set (613.1d), after changeling, which defines them (613.3)."""
        self.keywords_found: dict[str, frozenset[str]] = {}
        """Of permanents on the battlefield that were asked for: to be emptied when `abilities` change."""

    def keywords(self, id: str) -> frozenset[str]:
        """The keyword abilities that a permanent has."""
        found = self.keywords_found.get(id)
        if found is None:
            found = frozenset(ability.keyword for ability in self.abilities_of(id) if isinstance(ability, a.KeywordAbility))
            if id in self.abilities:
                self.keywords_found[id] = found
        return found

    def keyword_abilities(self, id: str, keyword: str) -> tuple[a.KeywordAbility, ...]:
        """The instances of a keyword that a permanent has."""
        return tuple(
            ability for ability in self.abilities_of(id) if isinstance(ability, a.KeywordAbility) and ability.keyword == keyword
        )

    def toxic_value(self, id: str) -> int:
        """702.164b: the sum of the numbers of all its instances of toxic."""
        context = Context(id, self.board.permanents[id].controller if id in self.board.permanents else "")
        return sum(self.quantity(each.number or 0, context) for each in self.keyword_abilities(id, "toxic"))

    def abilities_of(self, id: str) -> tuple[a.Ability, ...]:
        """The abilities that a permanent has, or had as it left (where combat damage of it is on the stack)."""
        abilities = self.abilities.get(id)
        if abilities is not None:
            return abilities
        departed = self.board.last_known.get(id) or self.board.departed.get(id)
        if departed is None and id in self.board.cards:
            return self.board.cards[id].card.abilities
        return departed.abilities if departed is not None else ()

    def stated(self) -> Iterator[AnyHeld]:
        """The abilities of permanents and of effects as they are now, without what keywords mean."""
        for id, abilities in self.abilities.items():
            yield from stated_by(self.permanents[id], abilities)
        for timed in self.board.effects.values():
            context = Context(timed.effect.source, timed.effect.controller)
            said, since = timed.effect.text, timed.timestamp
            yield from (Held(ability, context, None, said or ability.text, since) for ability in timed.effect.abilities)

    def designated(self, designation: Literal["goaded", "suspected"]) -> Iterator[tuple[str, AnyHeld]]:
        """The creatures that are designated so, by the abilities as they are now, and by what."""
        for held in self.stated():
            ability = held.ability
            if not (isinstance(ability, a.Designates) and ability.designation == designation) or ability.no_longer:
                continue
            if self.holds(ability.condition, held.context):
                for permanent in self.matching(ability.creatures, held.context):
                    if not self.is_ended(designation, permanent, held.timestamp):
                        yield permanent.id, held

    def is_ended(self, designation: str, permanent: Permanent, since: int) -> bool:
        """Whether an effect said later that the creature is no longer goaded or suspected."""
        return any(
            timed.timestamp > since
            and isinstance(ability, a.Designates)
            and ability.no_longer
            and ability.designation == designation
            and self.matches(ability.creatures, permanent, Context(timed.effect.source, timed.effect.controller))
            for timed in self.board.effects.values()
            for ability in timed.effect.abilities
        )

    def in_range(self, permanent: Permanent, player: str) -> bool:
        """Whether a permanent is within a player's range of influence: by its controller, or as a battle by its protector
        (801.2d)."""
        board = self.board
        return board.within_range(player, permanent.controller) or (
            "Battle" in permanent.types and permanent.protector is not None and board.within_range(player, permanent.protector)
        )

    def reaches(self, id: str, player: str) -> bool:
        """Whether that player or permanent is within a player's range of influence."""
        permanent = self.permanents.get(id)
        return self.in_range(permanent, player) if permanent is not None else self.board.within_range(player, id)

    def includes(self, players: a.Players, player: str | None, context: Context) -> bool:
        """Whether the player is one of those meant, and within range of who means them (801.10–11). Raises FactNotStated for one
        that somebody chose."""
        if self.ranges and player is not None and not self.board.within_range(context.you, player):
            return False
        return self._is_meant(players, player, context) and (
            players.where is None or self.holds(players.where, context._replace(defending=player))
        )

    def _is_meant(self, players: a.Players, player: str | None, context: Context) -> bool:
        if player is None:
            return False
        match players.who:
            case "any":
                return True
            case "you":
                return player == context.you
            case "opponents":
                return self.board.are_opponents(context.you, player)
            case "others":
                return player != context.you
            case "team":
                return player in self.board.team_of(context.you)
            case "defending":
                return player == self._defending(context)
            case "active":
                return player == self._attacking(context)
            case "enchanted":
                source = self._role("source", context)
                return source is not None and source.attached_to == player
            case "controller":
                subject = self._role("subject", context)
                return subject is not None and subject.controller == player
            case "host controller":
                host = self._role("host", context)
                return host is not None and host.controller == player
            case "owner":
                subject = self._role("subject", context)
                return subject is not None and subject.owner == player
            case "attacked before":
                return player in self.combat.attacked_this_turn.get(context.subject or "", ())
            case "attacked this combat":
                mine = (id for id in self.combat.attacked if self.combat.declared_by.get(id) == context.you)
                return self.board.are_opponents(context.you, player) and player in {self.combat.attacked[id] for id in mine}
            case "named":
                return player in players.ids
            case "except_named":
                return player not in players.ids
            case "most life":
                reached = (each for each in self.board.players if self.board.within_range(context.you, each))
                return self.board.life[player] == max(map(self.board.life.__getitem__, reached), default=0)
            case "monarch":
                return stated_facts.player_has(self.board, player, "monarch")
            case "chosen" | "chosen before":
                return stated_facts.chosen(self.board, player)
            case "each" | "other opponents":
                raise _not_stated("that player")  # stated as the ability resolves

    def _defending(self, context: Context) -> str | None:
        if context.defending is not None:
            return context.defending
        for role in (context.attacker, context.subject, context.source):
            attack = self.combat.attackers.get(role) if role is not None else None
            if attack is not None:
                return attack.meant
        return None

    def _attacking(self, context: Context) -> str | None:
        """The active player; where turns are shared, who controls the attacker that it is about, or what is blocked (805.10c).
        Raises FactNotStated where several may be meant."""
        side = self.board.active_side
        if len(side) < 2:
            return self.board.active
        about = {context.attacker} if context.attacker is not None else set[str | None]()
        for role in (context.blocker, context.subject, context.source):
            about = about or {*self.combat.blockers.get(role or "", ())}
            about = about or ({role} if role in self.combat.attackers else set())
        meant = {self.permanents[id].controller for id in about if id in self.permanents}
        if len(meant) != 1:
            raise _not_stated(f"which of {', '.join(side)} is meant")
        return meant.pop()

    def defender_of(self, target: str) -> str | None:
        """The defending player of what is attacked (508.5): the player, the planeswalker's controller, the battle's protector."""
        if target in self.board.players:
            return target
        permanent = self.permanents.get(target)
        if permanent is None:
            return None
        if "Battle" in permanent.types:
            return permanent.protector
        return permanent.controller if "Planeswalker" in permanent.types else None

    def is_dealt(self, recipients: a.Recipients | None, recipient: str, context: Context) -> bool:
        """Whether a player or a permanent that damage is dealt to is among the recipients (None: any)."""
        if recipients is None:
            return True
        if recipient in self.board.seats:
            return recipients.players is not None and self.includes(recipients.players, recipient, context)
        permanent = self.permanents.get(recipient)
        meant = recipients.permanents
        return permanent is not None and meant is not None and self.matches(meant, permanent, context)

    def is_among(self, targets: a.Targets | None, target: str, context: Context) -> bool:
        """Whether what is attacked is among these targets (None: any)."""
        if targets is None:
            return True
        if target in self.board.players:
            return targets.players is not None and self.includes(targets.players, target, context)
        permanent = self.permanents.get(target)
        if permanent is None or (targets.permanents and not self.matches(targets.permanents, permanent, context)):
            return False
        if "Battle" in permanent.types and targets.battles is not None:
            return self.includes(targets.battles, permanent.protector, context)
        if "Planeswalker" in permanent.types and targets.planeswalkers is not None:
            return self.includes(targets.planeswalkers, permanent.controller, context)
        return False

    def there_or_left(self, id: str | None) -> Permanent | None:
        """A permanent as it is or, once it has left, as it most recently was (608.2h); None of anything else."""
        return self.permanents.get(id or "") or self.board.departed.get(id or "")

    def _role(self, role: a.Role, context: Context) -> Permanent | None:
        id = self._id(role, context)
        if id is None:
            return None
        return self.board.departed.get(id) if id in self.just_left else self.permanents.get(id)

    def _id(self, role: a.Role, context: Context) -> str | None:
        """The id of the permanent in that role, there or not any more."""
        if role == "host":
            source = self._role("source", context)
            return source.attached_to if source else None
        found: str | None = role[1:-1] if role.startswith("[") else getattr(context, role)
        return found

    def quantity(self, quantity: a.Quantity, context: Context) -> int:
        """The number meant; of a permanent that isn't there: 0."""
        if isinstance(quantity, int):
            return quantity
        return _QUANTITY[type(quantity)](self, quantity, context)

    def _characteristic_of(self, quantity: a.CharacteristicOf, context: Context) -> int:
        permanent = self._role(quantity.of, context)
        return self.characteristic(permanent, quantity.characteristic) if permanent else 0

    def characteristic(self, permanent: Permanent, characteristic: a.Characteristic) -> int:
        """That number of a permanent. Raises FactNotStated where it isn't known."""
        if characteristic == "base_power" or characteristic == "base_toughness":
            return self._base_size(permanent)[characteristic == "base_toughness"]
        if characteristic == "mana_value":
            stated_facts.presume(self.board, permanent, "mana value")
        return number_of(permanent, characteristic)

    def colors(self, permanent: Permanent) -> frozenset[str]:
        """Its colors: none where they aren't stated, which is presumed."""
        stated_facts.presume(self.board, permanent, "colors")
        return permanent.colors

    def _base_size(self, permanent: Permanent) -> tuple[int, int]:
        """613.4b: power and toughness without counters, and without what changes them afterwards. Raises FactNotStated where
        what is stated may hold more than is derived."""
        stated = self.board.permanents.get(permanent.id, permanent)
        unread = any(isinstance(held.ability, a.ChangesStatedValues) for held in self.stated())
        if not permanent.size_known or (stated.stated and (self.board.recorded or unread)):
            raise FactNotStated(
                permanent.id, "base power and toughness", "a board of which everything that changes sizes is read"
            )
        if self.without_counters:
            return permanent.power, permanent.toughness
        return self.base_sizes.get(permanent.id) or less_counters(permanent)

    def _counters_on(self, quantity: a.CountersOn, context: Context) -> int:
        permanent = self._role(quantity.of, context)
        return _counters(permanent, quantity.counter) if permanent else 0

    def _different(self, quantity: a.DifferentPowers, context: Context) -> int:
        found = (self.differing(each, quantity.of or "power") for each in self.matching(quantity.filter, context))
        return len({each for each in found if each is not None})

    def differing(self, permanent: Permanent, what: a.Differing) -> int | str | None:
        """That by which permanents are said to differ; None: it has no name (708.2). Raises FactNotStated where that isn't
        stated."""
        if what != "name":
            return self.characteristic(permanent, what)
        if not permanent.name and permanent.front:
            raise FactNotStated(permanent.id, "its name", "a permanent with a name")
        return permanent.name or None

    def _most_controlled(self, quantity: a.MostControlled, context: Context) -> int:
        controllers = Counter(permanent.controller for permanent in self.matching(quantity.filter, context))
        return max(controllers.values(), default=0)

    def _greatest_power(self, quantity: a.Extremum, context: Context) -> int:
        numbers = [self.characteristic(each, quantity.characteristic) for each in self.matching(quantity.filter, context)]
        return (min if quantity.least else max)(numbers, default=0)

    def _player_total(self, quantity: a.PlayerTotal, context: Context) -> int:
        totals: dict[str, int] = getattr(self.board, quantity.what)
        several = quantity.what == "poison" or quantity.players.several
        players = self.board.players if several else totals  # of one who left it is what it was
        meant = [player for player in players if self.includes(quantity.players, player, context)]
        if quantity.what == "hand":
            stated_facts.presume_hands(self.board, meant)
        return _OVER[quantity.over]([totals.get(player, 0) for player in meant]) if meant else 0

    def _basic_land_types(self, quantity: a.BasicLandTypes, context: Context) -> int:
        land = a.AllOf(parts=(a.HasType(type="Land"), a.ControlledBy(players=quantity.players)))
        lands = self.matching(land, context)
        return sum(any(basic in land.types for land in lands) for basic in BASIC_LAND_TYPES)

    def _scaled(self, quantity: a.Scaled, context: Context) -> int:
        return max(0, self.quantity(quantity.quantity, context) + quantity.more) * quantity.times

    def _difference(self, quantity: a.Difference, context: Context) -> int:
        return abs(self.quantity(quantity.one, context) - self.quantity(quantity.other, context))

    def _product(self, quantity: a.Product, context: Context) -> int:
        return self.quantity(quantity.one, context) * self.quantity(quantity.other, context)

    def _half(self, quantity: a.Half, context: Context) -> int:
        return (max(0, self.quantity(quantity.quantity, context)) + quantity.up) // 2

    def _sum(self, quantity: a.Sum, context: Context) -> int:
        numbers = [self.quantity(each, context) for each in quantity.quantities]
        return sum(numbers) if quantity.over == "sum" else max(numbers)

    def _counters_among(self, quantity: a.CountersAmong, context: Context) -> int:
        on = [each.all_counters for each in self.matching(quantity.filter, context)]
        if quantity.kinds:
            return len({name for counters in on for name, number in counters.items() if number > 0})
        return sum(number for counters in on for name, number in counters.items() if quantity.counter in (None, name))

    def _player_count(self, quantity: a.PlayerCount, context: Context) -> int:
        """Whom somebody attacked was settled then: also those count who have left the game."""
        attacked = quantity.players.who == "attacked this combat"
        among = self.board.seats if attacked else self.board.players
        return sum(self.includes(quantity.players, player, context) for player in among)

    def _player_counters(self, quantity: a.PlayerCounters, context: Context) -> int:
        counters = self.board.player_counters
        having = (player for player in self.board.players if self.includes(quantity.players, player, context))
        return sum(counters.get((player, quantity.counter), 0) for player in having)

    def _that_much(self, quantity: a.Quantity, context: Context) -> int:
        raise _not_stated("that much")  # stated as the ability resolves

    def _party_size(self, quantity: a.PartySize, context: Context) -> int:
        """700.8b: each creature fills one place at most, and as many places are filled as can be."""
        mine = a.AllOf(parts=(a.HasType(type="Creature"), a.ControlledBy(players=quantity.players)))
        creatures = self.matching(mine, context)
        fit = [{p.id for p in creatures if self.matches(a.HasType(type=each), p, context)} for each in _PARTY]
        return max(
            sum(each is not None for each in places)
            for places in product(*((None, *sorted(ids)[: len(_PARTY)]) for ids in fit))
            if len({each for each in places if each is not None}) == sum(each is not None for each in places)
        )

    def cards(self, cards: a.Cards, context: Context) -> list[str]:
        """The known cards in that zone that match, of the players meant."""
        in_zone = {id: known.card for id, known in self.board.cards.items() if known.zone == cards.zone}
        meant = {id: card for id, card in in_zone.items() if self.includes(cards.players, card.owner, context)}
        return [id for id, card in meant.items() if self.matches(cards.filter, as_permanent(card), context)]

    def unknown_cards(self, cards: a.Cards, context: Context) -> int | None:
        """How many cards in that zone of the players meant aren't known; None where nobody knows how many there are."""
        if cards.zone not in ("graveyard", "hand"):
            return None
        totals: dict[str, int] = getattr(self.board, cards.zone)
        meant = [player for player in self.board.players if self.includes(cards.players, player, context)]
        known = [each.card.owner for each in self.board.cards.values() if each.zone == cards.zone]
        return sum(max(0, totals[player] - known.count(player)) for player in meant)

    def _card_count(self, quantity: a.CardCount, context: Context) -> int:
        cards = quantity.cards
        unknown = self.unknown_cards(cards, context)
        if unknown is None or (unknown and cards.filter != a.ANYTHING):
            raise _not_stated(f"which cards are in a {cards.zone}")
        found = self.cards(cards, context)
        if quantity.types is None:
            return len(found) + unknown
        if unknown:
            raise _not_stated(f"which cards are in a {cards.zone}")
        among = {each for id in found for each in self.board.cards[id].card.types}
        return len(among.intersection(CARD_TYPES if quantity.types == "card" else PERMANENT_TYPES))

    def matching(self, filter: a.Filter, context: Context) -> list[Permanent]:
        """The permanents on the battlefield that match, and those that have just left and are pointed at (608.2h)."""
        among = self.permanents.values() if not self.just_left else (*self.permanents.values(), *self.left(filter, context))
        return [p for p in among if self.matches(filter, p, context)]

    def _count_of(self, quantity: a.CountOf, context: Context) -> int:
        """Of those that did something this turn, those that have left since count, too: what they did isn't undone.

        Raises FactNotStated where it isn't known whether one of them was as the filter says.
        """
        filter = quantity.filter
        count = len(self.matching(filter, context))
        parts = filter.parts if isinstance(filter, a.AllOf) else (filter,)
        did = [each for each in parts if _is_of_this_turn(each)]
        if not did or any(isinstance(each, a.ControlledBy) for each in parts):  # what you control is there
            return count
        left = [each for each in self.board.departed.values() if all(self.matches(part, each, context) for part in did)]
        if left and not all(isinstance(each, a.HasType | a.Not) or each in did for each in parts):
            raise _not_stated("creatures of that turn that have left since")
        return count + sum(self.matches(filter, each, context) for each in left)

    def left(self, filter: a.Filter, context: Context) -> list[Permanent]:
        """Those to which a filter points that have just left, as they were."""
        parts = filter.parts if isinstance(filter, a.AllOf) else (filter,)
        pointed = [each.ids for each in parts if isinstance(each, a.IsOneOf)]
        pointed += [context.group or () for each in parts if isinstance(each, a.IsOfGroup)]
        found = [id for id in dict.fromkeys(chain.from_iterable(pointed)) if id in self.just_left]
        return [self.board.departed[id] for id in found if id in self.board.departed]

    def holds(self, condition: a.Condition | None, context: Context) -> bool:
        """Whether the condition holds (None: always)."""
        if condition is None:
            return True
        match condition:
            case a.Exists():
                count = len(self.matching(condition.filter, context))
                return condition.minimum <= count and (condition.maximum is None or count <= condition.maximum)
            case a.Matches():
                permanent = self._role(condition.role, context)
                return permanent is not None and self.matches(condition.filter, permanent, context)
            case a.QuantityCompares():
                return _COMPARISONS[condition.comparison](
                    self.quantity(condition.quantity, context), self.quantity(condition.than, context)
                )
            case a.TurnOf():
                later = condition.after is None or self.board.turn > condition.after
                return later and any(self.includes(condition.players, player, context) for player in self._whose_turn())
            case a.HasDesignation():
                return self._has_designation(condition, context)
            case a.Unstated():
                return bool(stated_facts.fact(self.board, condition.fact, context.you, context.source, context.subject))
            case a.SomePlayer():
                return any(self.includes(condition.players, player, context) for player in self.board.players)
            case a.FirstCombat():
                return self.combat.phases_this_turn <= 1
            case a.AttackedThisTurn():
                return self._attacked_this_turn(condition, context)
            case a.HappenedToPlayers():
                return any(self.includes(condition.players, player, context) for player in self._whom_it_happened(condition.what))
            case a.OnRecord():
                return self._on_record(condition, context)
            case a.SourceInZone():
                card = self.board.cards.get(context.source or "")
                return card is not None and card.zone == condition.zone
            case a.Every():
                return _settle(self.holds, condition.parts, context, settled_by=False)
            case a.Either():
                return _settle(self.holds, condition.parts, context, settled_by=True)
            case a.Unless():
                return not self.holds(condition.part, context)
        raise TypeError(f"no such condition: {condition!r}")

    def _attacked_this_turn(self, asked: a.AttackedThisTurn, context: Context) -> bool:
        """Raises FactNotStated where it depends on what isn't on the battlefield any more, or is another object by now."""
        combat = self.combat
        if asked.period == "last turn":
            return self._attacked_last_turn(asked, context)
        declared: Mapping[str, tuple[str, ...]] = combat.attacked_this_turn
        if asked.period == "combat":
            declared = {id: (target,) for id, target in combat.attacked.items()}
        known, unknown = set[str](), set[str]()
        for id, targets in declared.items():
            if not self.includes(asked.players, combat.declared_by.get(id, self.board.active), context):
                continue
            for target in targets:
                meant = (self._is_such_an_attacker(asked, id, context), self._is_such_an_attack(asked, target, context))
                if False not in meant:
                    (unknown if None in meant else known).add(id if asked.counted == "creatures" else target)
        most = inf if asked.maximum is None else asked.maximum
        holds = {asked.minimum <= number <= most for number in range(len(known), len(known | unknown) + 1)}
        if len(holds) > 1:
            raise _not_stated("what attacked or was attacked, and isn't on the battlefield any more")
        return holds.pop()

    def _is_such_an_attacker(self, asked: a.AttackedThisTurn, id: str, context: Context) -> bool | None:
        """Whether what was declared as an attacker is one of the creatures meant; None: that isn't known."""
        if asked.creatures is None:
            return True
        return self.matches(asked.creatures, self.permanents[id], context) if id in self.permanents else None

    def _is_such_an_attack(self, asked: a.AttackedThisTurn, target: str, context: Context) -> bool | None:
        """Whether what was attacked is what is meant; None: that isn't known."""
        if target in self.board.seats:
            return asked.what is None and (asked.whom is None or self.includes(asked.whom, target, context))
        if asked.what is None:
            return asked.whom is None and asked.counted == "creatures"
        attacked = self.there_or_left(target)
        if attacked is None or attacked.entered_this_turn:
            return None  # it may have been another object
        kinds = attacked.types & {"Planeswalker", "Battle"}
        return asked.what in kinds if len(kinds) == 1 else None

    def _attacked_last_turn(self, asked: a.AttackedThisTurn, context: Context) -> bool:
        unknown = False
        for player in self.board.players:
            if self.includes(asked.players, player, context):
                targets = self.combat.targets_of_last_turn.get(player)
                unknown = unknown or targets is None
                if any(asked.whom is None or self.includes(asked.whom, target, context) for target in targets or ()):
                    return True
        if unknown:
            raise _not_stated("who attacked in a turn that isn't on record")
        return False

    def _whom_it_happened(self, what: str) -> Collection[str | None]:
        combat = self.combat
        match what:
            case "exerted a creature":
                return {combat.declared_by.get(id, self.board.active) for id in combat.exerted_this_turn}
            case "lost life":
                return combat.lost_life_this_turn
        in_combat = what == "was dealt combat damage"
        return {target for _, target, of_combat in combat.damage_this_turn if of_combat or not in_combat}

    def _on_record(self, condition: a.OnRecord, context: Context) -> bool:
        unknown = not condition.complete and not self._knows_the_turn(condition.happened)
        try:
            if self.holds(condition.happened, context):
                return not condition.negated
        except FactNotStated:
            unknown = True
        about: tuple[str | None, ...] = (context.you, context.source, context.subject)
        if (
            isinstance(condition.happened, a.AttackedThisTurn | a.HappenedToPlayers)
            and condition.happened.players.who == "defending"
        ):
            about = (self._defending(context), *about)
        if unknown:
            return bool(stated_facts.fact(self.board, condition.fact, *about))
        stated = stated_facts.stated(self.board, condition.fact, *about)
        return condition.negated if stated is None else bool(stated)

    def _knows_the_turn(self, happened: a.Condition) -> bool:
        """Whether the record holds the whole turn, and what left in it isn't asked for."""
        left = any(each.entered_this_turn for each in self.board.departed.values())
        return self.board.turn_on_record and not (left and isinstance(happened, a.Exists))

    def _is_on_record(self, filter: a.IsOnRecord, permanent: Permanent, context: Context) -> bool:
        if self.matches(filter.happened, permanent, context):
            return not filter.negated
        if not filter.complete and not self.board.turn_on_record:
            return bool(stated_facts.fact(self.board, filter.fact, permanent.id))
        stated = stated_facts.stated(self.board, filter.fact, permanent.id)
        return filter.negated if stated is None else bool(stated)

    def _has_designation(self, condition: a.HasDesignation, context: Context) -> bool:
        designation, source = condition.designation, self._role("source", context) or self._role("subject", context)
        if stated_facts.is_about_the_turn(designation):
            return stated_facts.turn_has(self.board, designation)
        if condition.players is not None:
            meant = [player for player in self.board.players if self.includes(condition.players, player, context)]
            return _settle(lambda player: stated_facts.player_has(self.board, player, designation), meant, settled_by=True)
        if stated_facts.is_about_players(designation):
            return stated_facts.player_has(self.board, context.you, designation)
        return source is not None and stated_facts.permanent_has(self.board, source, designation)

    def _unstated_number(self, quantity: a.UnstatedNumber, context: Context) -> int:
        keys = [(about or "", normalised(quantity.fact)) for about in (context.you, context.source)]
        key = next((key for key in keys if self.board.facts.get(key) is not None), None)
        if key is None and not (quantity.counted in _ON_RECORD and self.board.turn_on_record):
            raise _not_stated(quantity.fact, keys[0])
        number = 0 if key is None else int(self.board.facts[key])
        if quantity.counted is not None:
            whose = quantity.players or a.Players(who="you")
            before: Mapping[tuple[str, a.Tallied], int] = {} if key is None else self.board.tally_when_stated.get(key, {})
            for (player, what), times in self.board.tally.items():
                if what == quantity.counted and self.includes(whose, player, context):
                    number += times - before.get((player, what), 0)
        return number

    def _happened_so_often(self, quantity: a.HappenedSoOften, context: Context) -> int:
        tally = self.board.tally.items()
        return sum(
            times for (whose, what), times in tally if what == quantity.what and self.includes(quantity.players, whose, context)
        )

    def _died_this_turn(self, quantity: a.DiedThisTurn, context: Context) -> int:
        if not self.board.turn_on_record:
            raise _not_stated("creatures that died this turn")
        return sum(self.matches(quantity.filter, each, context) for each in self.board.died)

    def _whose_turn(self) -> tuple[str, ...]:
        """Whose turn it is: also of who has left in it, and of a team that takes it together."""
        side = self.board.active_side
        return side or ((self.board.active,) if self.board.active is not None else ())

    def may_be_about(self, filter: a.Filter, permanent: Permanent, context: Context) -> bool:
        """As `matches`; but a filter that says nothing at all speaks of no permanent, and is about one at any distance."""
        return is_anything(filter) or self.matches(filter, permanent, context)

    def matches(self, filter: a.Filter, permanent: Permanent, context: Context) -> bool:
        """Whether the permanent matches the filter, and is within range of who asks (801.10–11)."""
        if self.ranges and not self.in_range(permanent, context.you):
            return False
        return _MATCH[type(filter)](self, filter, permanent, context)

    def _has_keyword(self, filter: a.HasKeyword, permanent: Permanent, context: Context) -> bool:
        asked = (permanent.id, filter.keyword)
        if asked in context.with_keywords:
            return True
        if asked in context.without_keywords:
            return False
        keywords = self.keywords(permanent.id)
        if filter.keyword == "landwalk":
            return any(keyword.endswith("walk") for keyword in keywords)
        return filter.keyword in keywords

    def _has_type(self, filter: a.HasType, permanent: Permanent, context: Context) -> bool:
        asked = GROUPS.get(filter.type, (filter.type,))
        return not permanent.types.isdisjoint(asked) or (
            any(map(is_creature_type, asked)) and self.is_every_creature_type(permanent)
        )

    def is_every_creature_type(self, permanent: Permanent) -> bool:
        """702.73a: by changeling, unless an effect sets its creature types. Abilities are lost after that (613.1f)."""
        if permanent.id in self.creature_types_set:
            return False
        if permanent.id in self.without_abilities and any(map(_is_changeling, permanent.abilities)):
            return True
        return "changeling" in self.keywords(permanent.id)

    def _is_in_state(self, filter: a.IsInState, permanent: Permanent, context: Context) -> bool:
        combat, id = self.combat, permanent.id
        if permanent.stood is not None and filter.state in t.WHILE_THERE:
            return filter.state in permanent.stood.states
        match filter.state:
            case "tapped":
                return permanent.tapped
            case "untapped":
                return not permanent.tapped
            case "attacking":
                return id in combat.attackers
            case "attacking alone":
                return id in combat.attackers and len(combat.attackers) == 1
            case "blocking":
                return id in combat.blockers
            case "blocking alone":
                return id in combat.blockers and len(combat.blockers) == 1
            case "blocked":
                return id in combat.blocked
            case "unblocked":
                return id in combat.unblocked
            case "token":
                return permanent.token
            case "enchanted":
                return any("Aura" in other.types for other in self._attachments(permanent))
            case "equipped":
                return any("Equipment" in other.types for other in self._attachments(permanent))
            case "modified":
                return any(permanent.all_counters.values()) or any(
                    "Equipment" in other.types or ("Aura" in other.types and other.controller == permanent.controller)
                    for other in self._attachments(permanent)
                )
            case "suspected":
                return any(id == suspected for suspected, _ in self.designated("suspected"))
            case "goaded":
                return any(id == goaded for goaded, _ in self.designated("goaded"))
            case "attacked this turn":
                return id in combat.attacked_this_turn
            case "attacked this combat":
                return id in combat.attacked
            case "attacked with exactly one other creature this combat":
                return id in combat.attacked and len(combat.attacked) == 2
            case "attacked during its controller's last turn":
                attackers = combat.attackers_of_last_turn.get(permanent.controller)
                if attackers is None:
                    return bool(stated_facts.fact(self.board, stated_facts.STATED_OF_STATES[filter.state], id))
                return id in attackers
            case "blocked this turn":
                return id in combat.blocked_this_turn
            case "blocked this combat":
                return id in combat.have_blocked
            case "was blocked this turn":
                return id in combat.been_blocked_this_turn
            case "was blocked this combat":
                return id in combat.been_blocked
            case "exerted this turn":
                return id in combat.exerted_this_turn
            case "enlisted this combat":
                return id in combat.have_enlisted
            case "entered this turn":
                return self._entered_this_turn(permanent)
            case "came under control this turn":
                return self._came_under_control(permanent)
            case "was dealt damage this turn":
                return permanent.marked > 0 or any(target == id for _, target, _ in combat.damage_this_turn)
            case "dealt damage this turn" | "dealt combat damage this turn":
                return any(
                    source == id and (of_combat or "combat" not in filter.state)
                    for source, _, of_combat in combat.damage_this_turn
                )
            case "dealt damage to a player this turn" | "dealt combat damage to a player this turn":
                return any(
                    source == id and target in self.board.seats and (of_combat or "combat" not in filter.state)
                    for source, target, of_combat in combat.damage_this_turn
                )

    def _entered_this_turn(self, permanent: Permanent) -> bool:
        """Raises FactNotStated of what is only said to have summoning sickness, in another player's turn (302.6)."""
        if not self._may_be_older(permanent):
            return permanent.entered_this_turn
        return bool(stated_facts.fact(self.board, stated_facts.STATED_OF_STATES["entered this turn"], permanent.id))

    def _may_be_older(self, permanent: Permanent) -> bool:
        """Whether it may have come in an earlier turn, as it has summoning sickness until its controller's next turn begins."""
        return permanent.entered_this_turn and not permanent.seen_entering and permanent.controller not in self.board.active_side

    def _came_under_control(self, permanent: Permanent) -> bool:
        """Raises FactNotStated in another player's turn that isn't on record from its beginning."""
        older = self._may_be_older(permanent)
        if (permanent.entered_this_turn and not older) or permanent.id in self.combat.changed_control_this_turn:
            return True
        if permanent.continuously_controlled or (self.combat.turn_of is not None and not older):
            return False
        if permanent.controller == self.board.active:
            return True
        return bool(stated_facts.fact(self.board, "that came under your control this turn", permanent.id))

    def _attachments(self, to: Permanent) -> list[Permanent]:
        """What is attached to it, or was as it left."""
        if to.stood is None:
            return [permanent for permanent in self.permanents.values() if permanent.attached_to == to.id]
        return [permanent for permanent in map(self.there_or_left, to.stood.attached) if permanent is not None]

    def attacked_by(self, permanent: Permanent) -> str | None:
        """What a creature attacks, or attacked as it left (608.2h)."""
        if permanent.stood is not None:
            return permanent.stood.attacked
        attack = self.combat.attackers.get(permanent.id)
        return None if attack is None else attack.target

    def _attacks_what(self, filter: a.AttacksWhat, permanent: Permanent, context: Context) -> bool:
        target = self.attacked_by(permanent)
        if target is None:
            return False
        # "Its owner" is the attacker's, where the ability is about no other creature.
        about = context if context.subject is not None else context._replace(subject=permanent.id)
        return self.is_among(filter.targets, target, about)

    def _attacks_the_same(self, relation: str, permanent: Permanent, other: Permanent | None) -> bool:
        """What the other attacks, or attacked as it left, has to be known."""
        attack = self.combat.attackers.get(permanent.id)
        if attack is None or (other is not None and other.id not in self.combat.attackers):
            return False
        target = None if other is None else self.combat.attackers[other.id].target
        if target is None or attack.target is None:
            return bool(stated_facts.fact(self.board, relation, permanent.id))
        attacked = self.permanents.get(target)
        return attack.target == target and (attacked is None or "Planeswalker" in attacked.types)

    def _in_combat_with(self, filter: a.InCombatWith, permanent: Permanent, context: Context) -> bool:
        other = self._role(filter.other, context)
        if filter.relation == "attacking the same player or planeswalker":
            return self._attacks_the_same(filter.relation, permanent, other)
        if other is None:
            return False
        for one, stood in ((other, permanent.stood), (permanent, other.stood)):
            if stood is not None:
                as_blocker = (filter.relation == "blocking") == (stood is permanent.stood)
                return one.id in (stood.blocking if as_blocker else stood.blocked_by)
        blocker, attacker = (permanent, other) if filter.relation == "blocking" else (other, permanent)
        return attacker.id in self.combat.blockers.get(blocker.id, ())

    def _dealt_damage_by(self, filter: a.DealtDamageBy, permanent: Permanent, context: Context) -> bool:
        """Raises FactNotStated of damage that a board states without its source."""
        by = {source for source, target, _ in self.combat.damage_this_turn if target == permanent.id}
        if permanent.marked and not by:
            raise _not_stated(f"dealt damage this turn by {filter.other}")
        other = self._id(filter.other, context)
        return other is not None and other in by

    def _dealt_damage_to(self, filter: a.DealtDamageTo, permanent: Permanent, context: Context) -> bool:
        """Raises FactNotStated of damage that a board states without its source."""
        dealt = self.combat.damage_this_turn
        mine = {target for source, target, in_combat in dealt if source == permanent.id and (in_combat or not filter.combat)}
        if filter.players is not None:
            return any(each in mine and self.includes(filter.players, each, context) for each in self.board.seats)
        other = self._id(filter.other or "source", context)
        known = self.there_or_left(other)
        if known is not None and known.marked and not any(target == other for _, target, _ in dealt):
            raise _not_stated(f"dealt damage this turn to {filter.other}")
        return other in mine

    def _banded_with(self, filter: a.BandedWith, permanent: Permanent, context: Context) -> bool:
        other = self._id(filter.other, context)
        return other is not None and other != permanent.id and other in self.combat.band_of(permanent.id)

    def _was_in_combat_with(self, filter: a.WasInCombatWith, permanent: Permanent, context: Context) -> bool:
        other, blocked = self._id(filter.other, context), self.combat.blocked_this_turn
        if filter.relation == "blocked":
            return other in blocked.get(permanent.id, ())
        return permanent.id in blocked.get(other or "", ())

    def _has_mana_ability(self, filter: a.HasManaAbility, permanent: Permanent, context: Context) -> bool:
        basic = not permanent.types.isdisjoint(BASIC_LAND_TYPES)
        return basic or any(isinstance(each, a.ManaAbility) for each in self.abilities_of(permanent.id))

    def _has_abilities(self, filter: a.HasAbilities, permanent: Permanent, context: Context) -> bool:
        """Raises FactNotStated where the text isn't known: of a game's record, and of what was created, or lost some of it."""
        id = permanent.id
        if self.abilities_of(id) or not permanent.types.isdisjoint(BASIC_LAND_TYPES):
            return True
        if id in self.without_abilities:
            return False
        created = permanent.token and not permanent.stated
        if permanent.unknown_abilities:
            return True
        if self.board.recorded or created or permanent.abilities or self._given_unread():
            return bool(stated_facts.fact(self.board, stated_facts.WITH_ABILITIES, id))
        return False

    def _given_unread(self) -> bool:
        """Whether some text gives abilities that aren't modelled."""
        unread = (held.ability for held in self.stated() if isinstance(held.ability, a.NotModelledAbility))
        return any(each.on == ("elsewhere",) and _GIVES.search(each.text) for each in unread)

    def _attached_to(self, filter: a.AttachedTo, permanent: Permanent, context: Context) -> bool:
        other = self._role(filter.other, context)
        return other is not None and permanent.attached_to == other.id

    def _attached_to_some(self, filter: a.AttachedToSome, permanent: Permanent, context: Context) -> bool:
        host = self.permanents.get(permanent.attached_to or "")
        return host is not None and self.matches(filter.permanents, host, context)

    def _enchanted_by(self, filter: a.EnchantedBy, permanent: Permanent, context: Context) -> bool:
        auras = (other for other in self._attachments(permanent) if "Aura" in other.types)
        return any(self.matches(filter.auras, aura, context) for aura in auras)

    def _shares_color(self, filter: a.SharesColor, permanent: Permanent, context: Context) -> bool:
        other = self._role(filter.other, context)
        return other is not None and not self.colors(permanent).isdisjoint(self.colors(other))

    def _shares_color_with_any(self, filter: a.SharesColorWithAny, permanent: Permanent, context: Context) -> bool:
        others = self.matching(filter.permanents, context)
        return any(not self.colors(permanent).isdisjoint(self.colors(other)) for other in others)

    def _shares_creature_type(self, filter: a.SharesCreatureType, permanent: Permanent, context: Context) -> bool:
        other = self._role(filter.other, context)
        if other is None:
            return False
        candidates = {each for each in {*permanent.types, *other.types} if is_creature_type(each)}
        asked = [a.HasType(type=each) for each in candidates] or [a.HasType(type="Shapeshifter")]
        return any(self._has_type(each, permanent, context) and self._has_type(each, other, context) for each in asked)

    def _shares_name(self, filter: a.SharesName, permanent: Permanent, context: Context) -> bool:
        other = self._role(filter.other, context)
        return other is not None and bool(other.name) and permanent.name == other.name

    def _is_unstated(self, filter: a.IsUnstated, permanent: Permanent, context: Context) -> bool:
        return bool(stated_facts.fact(self.board, filter.fact, permanent.id))

    def _is_target(self, filter: a.Filter, permanent: Permanent, context: Context) -> bool:
        raise _not_stated("target")

    def _is_of_group(self, filter: a.IsOfGroup, permanent: Permanent, context: Context) -> bool:
        if context.group is None:
            raise _not_stated("those creatures")
        return permanent.id in context.group

    def _compares(self, filter: a.Compares, permanent: Permanent, context: Context) -> bool:
        if filter.characteristic != "mana_value" and "Creature" not in permanent.types:
            return False  # it has neither power nor toughness (208.3)
        number, than = self.characteristic(permanent, filter.characteristic), filter.than
        if not isinstance(than, int):
            than = self.quantity(than, context._replace(itself=permanent.id))
        return _COMPARISONS[filter.comparison](number, than)

    def _is(self, filter: a.Is, permanent: Permanent, context: Context) -> bool:
        if filter.role == "source":
            return permanent.id == context.source
        role = self._role(filter.role, context)
        return role is not None and role.id == permanent.id


def as_permanent(card: t.PermanentEntered) -> Permanent:
    """A card in another zone, as filters read it: it is in no state, and has no counters."""
    return Permanent(
        id=card.id,
        controller=card.owner,
        owner=card.owner,
        name=card.name,
        types=frozenset(card.types),
        colors=frozenset(card.colors),
        mana_value=card.mana_value,
        unstated=card.unstated,
        power=card.power or 0,
        toughness=card.toughness or 0,
        size_known=card.power is not None and card.toughness is not None,
        loyalty=card.loyalty,
        defense=card.defense,
        protector=None,
        attached_to=None,
        counters=FrozenDict(),
        tapped=False,
        token=False,
        continuously_controlled=False,
        abilities=card.abilities,
        unknown_abilities=card.unknown_abilities,
        timestamp=0,
    )


def _is_of_this_turn(part: a.Filter) -> bool:
    """Whether it says what something did, or what happened to it, and not how it is now."""
    if isinstance(part, a.IsInState):
        return part.state.endswith((" this turn", " this combat")) and part.state != "came under control this turn"
    return isinstance(part, a.IsOnRecord)


def _not_stated(fact: str, counted: tuple[str, str] | None = None) -> FactNotStated:
    allowed = "a case that states it under `facts`, or one where no ruling depends on it"
    return FactNotStated("", repr(fact), allowed, counted=counted)


def _settle(asked: Callable[..., bool], parts: Iterable[Any], *rest: Any, settled_by: bool) -> bool:
    """Whether every part is so (settled by one that is not), or any is (settled by one that is).

    What isn't stated matters only where no other part settles it. Raises FactNotStated.
    """
    unstated: FactNotStated | None = None
    for part in parts:
        try:
            if asked(part, *rest) == settled_by:
                return settled_by
        except FactNotStated as error:
            unstated = error
    if unstated is not None:
        raise unstated
    return not settled_by


def less_counters(permanent: Permanent) -> tuple[int, int]:
    """Power and toughness without what counters add to them."""
    power, toughness = grown(permanent.counters)
    return permanent.power - power, permanent.toughness - toughness


def _has_counter(filter: a.HasCounter, number: int) -> bool:
    return number >= filter.minimum and (filter.odd is None or number % 2 == filter.odd)


def _counters(permanent: Permanent, counter: str | None) -> int:
    counters = permanent.all_counters
    return sum(counters.values()) if counter is None else counters.get(counter, 0)


_GIVES = re.compile(r"\bha(?:s|ve)\b")
_Match = Callable[[Matching, Any, Permanent, Context], bool]


_MATCH: dict[type[Any], _Match] = {
    a.HasType: Matching._has_type,
    a.HasColor: lambda view, filter, permanent, context: filter.color in view.colors(permanent),
    a.ColorCount: lambda view, filter, permanent, context: filter.minimum <= len(view.colors(permanent)) <= filter.maximum,
    a.SharesColor: Matching._shares_color,
    a.SharesColorWithAny: Matching._shares_color_with_any,
    a.SharesCreatureType: Matching._shares_creature_type,
    a.SharesName: Matching._shares_name,
    a.SharesWith: Matching._is_target,
    a.HasKeyword: Matching._has_keyword,
    a.IsNamed: lambda view, filter, permanent, context: permanent.name == filter.name,
    a.Compares: Matching._compares,
    a.IsOddOrEven: lambda view, filter, permanent, context: (
        view.characteristic(permanent, filter.characteristic) % 2 == filter.odd
    ),
    a.HasCounter: lambda view, filter, permanent, context: _has_counter(filter, _counters(permanent, filter.counter)),
    a.ControlledBy: lambda view, filter, permanent, context: view.includes(filter.players, permanent.controller, context),
    a.ProtectedBy: lambda view, filter, permanent, context: view.includes(filter.players, permanent.protector, context),
    a.OwnedBy: lambda view, filter, permanent, context: view.includes(filter.players, permanent.owner, context),
    a.EnteredUnder: lambda view, filter, permanent, context: (
        view.includes(filter.players, permanent.entered_under, context) and view._entered_this_turn(permanent)
    ),
    a.IsInState: Matching._is_in_state,
    a.AttacksWhat: Matching._attacks_what,
    a.InCombatWith: Matching._in_combat_with,
    a.AttachedTo: Matching._attached_to,
    a.AttachedToSome: Matching._attached_to_some,
    a.DealtDamageBy: Matching._dealt_damage_by,
    a.DealtDamageTo: Matching._dealt_damage_to,
    a.WasInCombatWith: Matching._was_in_combat_with,
    a.BandedWith: Matching._banded_with,
    a.HasManaAbility: Matching._has_mana_ability,
    a.HasAbilities: Matching._has_abilities,
    a.EnchantedBy: Matching._enchanted_by,
    a.IsDesignated: lambda view, filter, permanent, context: stated_facts.permanent_has(
        view.board, permanent, filter.designation
    ),
    a.IsUnstated: Matching._is_unstated,
    a.IsOnRecord: Matching._is_on_record,
    a.IsTarget: Matching._is_target,
    a.IsOfGroup: Matching._is_of_group,
    a.IsAffected: Matching._is_target,
    a.IsCreated: Matching._is_target,
    a.HasMostVotes: Matching._is_target,
    a.IsOfChosenType: Matching._is_target,
    a.IsChosen: Matching._is_target,
    a.IsTargetCard: Matching._is_target,
    a.IsChosenCard: Matching._is_target,
    a.IsTurnedUp: Matching._is_target,
    a.IsExiledWith: Matching._is_target,
    a.Is: Matching._is,
    a.IsOneOf: lambda view, filter, permanent, context: permanent.id in filter.ids,
    a.AllOf: lambda view, filter, permanent, context: _settle(view.matches, filter.parts, permanent, context, settled_by=False),
    a.AnyOf: lambda view, filter, permanent, context: _settle(view.matches, filter.parts, permanent, context, settled_by=True),
    a.Not: lambda view, filter, permanent, context: not view.matches(filter.part, permanent, context),
}


_Quantity = Callable[[Matching, Any, Context], int]


_QUANTITY: dict[type[Any], _Quantity] = {
    a.CharacteristicOf: Matching._characteristic_of,
    a.CountersOn: Matching._counters_on,
    a.CountOf: Matching._count_of,
    a.MostControlled: Matching._most_controlled,
    a.Extremum: Matching._greatest_power,
    a.DifferentPowers: Matching._different,
    a.TotalPower: lambda view, quantity, context: sum(
        view.characteristic(each, quantity.characteristic) for each in view.matching(quantity.filter, context)
    ),
    a.PlayerTotal: Matching._player_total,
    a.BasicLandTypes: Matching._basic_land_types,
    a.AmountOfOccasion: Matching._that_much,
    a.AmountDone: Matching._that_much,
    a.ExcessDone: Matching._that_much,
    a.DamageDone: Matching._that_much,
    a.CountDone: Matching._that_much,
    a.TimesResolved: Matching._that_much,
    a.VotesFor: Matching._that_much,
    a.ChosenNumber: Matching._that_much,
    a.CardCount: Matching._card_count,
    a.NumberOf: Matching._that_much,
    a.PlayerCounters: Matching._player_counters,
    a.PlayerCount: Matching._player_count,
    a.Scaled: Matching._scaled,
    a.Difference: Matching._difference,
    a.Half: Matching._half,
    a.Product: Matching._product,
    a.Sum: Matching._sum,
    a.CountersAmong: Matching._counters_among,
    a.ColorsAmong: lambda view, quantity, context: len(
        {color for each in view.matching(quantity.filter, context) for color in view.colors(each)}
    ),
    a.PartySize: Matching._party_size,
    a.HappenedSoOften: Matching._happened_so_often,
    a.DiedThisTurn: Matching._died_this_turn,
    a.UnstatedNumber: Matching._unstated_number,
}
