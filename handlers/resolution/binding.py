"""Whom and how much the instructions of an ability mean as it resolves: its words made ids and numbers.

"It" and "that creature" are what the ability triggered for, targets are those chosen; "that much" is what set it off. Numbers of
what has left are those that it had as it most recently existed (608.2h).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from ...events import abilities as a
from ...events import facts as t
from ...events.model import Model, parts_of, rewritten
from ...events.types import is_creature_type
from ...projections.board import Permanent
from ...projections.stack import OnStack
from ..view.context import Context
from ..view.matching import as_permanent
from ..view.stated_facts import stated
from ..view.view import View
from .registry import made_by

ModelT = TypeVar("ModelT", bound=Model)
WhatIsChosen: TypeAlias = a.IsChosen | a.IsChosenCard | a.Players
"""What is no target and is chosen as an ability resolves."""


class NotCarriedOut(Exception):
    """What an ability does can't be carried out, and why."""


class LastKnownInformationMissing(NotCarriedOut):
    """It is asked how something that has left stood in combat, or what was attached to it."""


def _asks_of_combat(part: a.Filter) -> bool:
    """Whether a filter asks of more than what a permanent is by itself."""
    return any(
        each.state in t.WHILE_THERE
        if isinstance(each, a.IsInState)
        else isinstance(each, a.AttacksWhat | a.InCombatWith | a.EnchantedBy | a.AttachedToSome)
        for each in parts_of(part)
    )


@dataclass(slots=True)
class Memory:
    """What has been done so far as an ability resolves, and what later words of it mean."""

    created: tuple[str, ...] = ()
    """The tokens created last."""
    affected: tuple[str, ...] = ()
    """To what the last instruction did something."""
    amount: int = 0
    """How much was done last: permanents sacrificed, life lost, cards discarded."""
    dealt: dict[str, int] = field(default_factory=dict)
    """To what the last instruction that deals damage dealt any, and how much."""
    excess: dict[str, int] = field(default_factory=dict)
    """How much excess damage was dealt last, to each permanent."""
    sacrificed: str | None = None
    """The one permanent sacrificed last."""
    chosen: dict[tuple[WhatIsChosen, str | None], tuple[str, ...]] = field(default_factory=dict)
    turned_up: tuple[str, ...] = ()
    """The known ones of the cards that were turned up last."""
    unknown: dict[str, int] = field(default_factory=dict)
    """How many more were turned up, of each player, of which nobody says what they are."""
    unknown_where: str = "library"
    exiled: tuple[str, ...] = ()
    """The known cards that were exiled."""
    exiled_stated: bool = False
    """It was said which cards are exiled with the ability's source."""
    on_top: tuple[str, ...] = ()
    """Known cards that are on top of libraries."""
    moved: tuple[str, ...] = ()
    """What the last instruction that moves something moved."""
    turned: tuple[str, ...] = ()
    """What the last instruction that taps or untaps something tapped, or untapped."""
    counter: str | None = None
    """The kind of counter that was removed last, if it was one."""
    type: str | None = None
    """The creature type that was chosen last."""
    votes: dict[str, int] = field(default_factory=dict)
    """How many votes each option, or permanent, got last."""
    number: int | None = None
    """X, where a player has chosen it."""
    divided: frozenset[a.Filter] = frozenset()
    """The targets of which each has got what was divided among them."""
    each: str | None = None
    """The permanent or player for whom something is done, of several."""


_AmongSome: TypeAlias = (
    a.CountOf | a.MostControlled | a.Extremum | a.DifferentPowers | a.TotalPower | a.CountersAmong | a.ColorsAmong
)
_Relation: TypeAlias = a.AttachedTo | a.InCombatWith | a.SharesColor | a.SharesName | a.SharesCreatureType
Choose: TypeAlias = Callable[[WhatIsChosen, View], tuple[str, ...]]
"""Picks what is asked: ids."""


def _nobody_chooses(asked: WhatIsChosen, view: View) -> tuple[str, ...]:
    raise NotCarriedOut("it isn't known what is chosen")


@dataclass(frozen=True, slots=True)
class Binding:
    """An ability that resolves, and what its words mean."""

    ability: OnStack
    chosen: tuple[tuple[str, ...], ...] = ()
    """The targets, those that are still legal: for each target that the ability asks for."""
    memory: Memory = field(default_factory=Memory)
    choose: Choose = _nobody_chooses

    @property
    def occasion(self) -> a.TriggerContext:
        """What it triggered for."""
        return self.ability.occasion

    def context(self, view: View) -> Context:
        """Relative to what its filters and conditions are read."""
        occasion, source = self.occasion, self.ability.source
        board = view.board
        known = source in board.permanents or source in board.departed or source in board.cards
        return Context(
            source=source if known else None,
            you=self.ability.controller,
            subject=occasion.subject,
            other=occasion.other,
            defending=self._defending(view),
        )

    def _defending(self, view: View) -> str | None:
        """508.5: whom "the defending player" means now: of what attacks no longer, whom it attacked last."""
        occasion = self.occasion
        if occasion.player is None:
            for id in (occasion.subject, self.ability.source):
                if id is not None and id in view.combat.meant:
                    return view.combat.meant[id]
        return occasion.defending or occasion.player

    def bound(self, part: ModelT, view: View) -> ModelT:
        """A part of an instruction in which ids and numbers stand for words. Raises NotCarriedOut."""
        found = self._bound(part, view)
        return found if isinstance(found, type(part)) else part

    def quantity(self, quantity: a.Quantity, view: View) -> int:
        """The number meant, now. Raises NotCarriedOut."""
        return view.quantity(self._bound(quantity, view), self.context(view))

    def holds(self, condition: a.Condition, view: View) -> bool:
        """Whether a condition holds now; of what has left, as it most recently was. Raises NotCarriedOut."""
        return view.holds(self._bound(condition, view), self.context(view))

    def cards(self, filter: a.Filter, zone: str | None, view: View) -> list[str]:
        """The ids of the cards meant that are known and in that zone (None: any but the battlefield). Raises NotCarriedOut."""
        cards, departed = view.board.cards, view.board.departed
        for id in self.ids(filter, view):
            left = departed.get(id)
            if id not in cards and left is not None and not left.token and not left.front and left.other_face is None:
                raise NotCarriedOut(f"it isn't stated which card {id} is, which was face down")
        return [id for id in self.ids(filter, view) if id in cards and zone in (None, cards[id].zone)]

    def ids(self, filter: a.Filter, view: View) -> tuple[str, ...]:
        """The ids of the permanents, cards or players that are pointed at, wherever they are. Raises NotCarriedOut."""
        meant = self._bound(filter, view)
        if not isinstance(meant, a.IsOneOf):
            raise NotCarriedOut("it isn't clear which are meant")
        return meant.ids

    def permanents(self, filter: a.Filter, view: View) -> list[Permanent]:
        """The permanents on the battlefield that are meant, now. Raises NotCarriedOut."""
        return view.matching(self._bound(filter, view), self.context(view))

    def there_or_left(self, filter: a.Filter, view: View) -> list[Permanent]:
        """The permanents that are meant: where it points at them, also those that have left, as they most recently were (608.2h).
        Raises NotCarriedOut."""
        return view.looking_back_at(view.board.departed).matching(self._bound(filter, view), self.context(view))

    def players(self, players: a.Players, view: View) -> list[str]:
        """The players who are meant and still in the game, in turn order from the active one on. Raises NotCarriedOut."""
        meant, context = self._bound(players, view), self.context(view)
        everybody = view.board.in_turn_order(view.board.active or view.board.seats[0])
        return [player for player in everybody if view.includes(meant, player, context)]

    def one(self, filter: a.Filter, view: View) -> str:
        """The id of the one permanent that is meant, on the battlefield or not any more (608.2h). Raises NotCarriedOut."""
        if isinstance(filter, a.Is):
            return self._role(filter.role, view)
        meant = self._bound(filter, view)
        found = meant.ids if isinstance(meant, a.IsOneOf) else [each.id for each in self.permanents(filter, view)]
        if len(found) != 1:
            raise NotCarriedOut("it isn't clear which permanent is meant")
        return found[0]

    def _role(self, role: a.Role, view: View) -> str:
        if (found := self._id(role, view)) is None:
            raise NotCarriedOut(f"it isn't known which permanent is meant ({role})")
        return found

    def _id(self, role: a.Role, view: View) -> str | None:
        found: str | None
        if role.startswith("["):
            return role[1:-1]
        match role:
            case "source":
                found = self.ability.source
            case "subject":
                found = self.occasion.subject
            case "other":
                found = self.occasion.other
            case "sacrificed":
                found = self.memory.sacrificed
            case "each":
                found = self.memory.each
            case "host":
                source = view.board.permanents.get(self.ability.source) or view.board.departed.get(self.ability.source)
                found = source.attached_to if source is not None else None
            case _:
                found = None
        return found

    def _permanent(self, role: a.Role, view: View) -> Permanent:
        """The permanent in that role, as it is or most recently was."""
        id = self._role(role, view)
        return known_of(id, view.there_or_left(id))

    def _as_it_is(self, id: str, view: View) -> Permanent:
        """A permanent as it is or most recently was, or a card."""
        return known_of(id, _permanent_or_card(id, view))

    def _as_it_was(self, id: str, view: View) -> Permanent:
        """A permanent that was moved, as it most recently was, or a card."""
        return view.board.departed.get(id) or self._as_it_is(id, view)

    def kept(self, part: ModelT, view: View) -> ModelT:
        """A part of an ability that comes later (603.7c, 603.12), in which what only this resolution knows is settled: what was
        chosen, created or done, how much it was, and this ability's targets. Raises NotCarriedOut."""
        found = self._kept(part, view, set())
        return found if isinstance(found, type(part)) else part

    def _kept(self, part: Any, view: View, made: set[type[Model]], own: tuple[a.Target, ...] = (), within: bool = False) -> Any:
        """`made`: what the later ability itself makes, in the order of its text, before a word means it."""
        match part:
            case a.Instructions():
                own = (*own, *part.targets)
            case a.AmountDone(before=True):
                return self.memory.amount
            case (
                a.IsCreated() | a.IsAffected() | a.IsTurnedUp() | a.AmountDone() | a.ExcessDone() | a.DamageDone() | a.CountDone()
            ) | (a.IsOfChosenType() | a.VotesFor() | a.HasMostVotes()) if type(part) in made:
                return part
            case a.Grants() | a.Token() | a.CopyExcept():
                # "The exiled card" in a given ability is exiled with the permanent that has it (`exiled_with_what_is_given`).
                made = made | {a.IsExiledWith}
            case a.IsExiledWith() if a.IsExiledWith in made:
                return part
            case a.IsChosen() | a.IsChosenCard() if (part, self.memory.each) not in self.memory.chosen:
                pass  # it is chosen as the later ability resolves
            case a.Players(picked=str()) if (part, self.memory.each) in self.memory.chosen:
                return self._bound(part, view)
            case a.IsTarget() | a.IsTargetCard() if any(_asks_for(target, part) for target in own):
                pass  # a target of the later ability
            case a.NumberOf() if any(_asks_for(target, each) for each in parts_of(part.filter) for target in own):
                pass  # of a target of the later ability
            case a.IsTarget() | a.IsTargetCard() | a.IsAffected() | a.IsCreated() | a.IsChosen() | a.IsChosenCard():
                return self._bound(part, view)
            case (
                a.IsTurnedUp()
                | a.IsExiledWith()
                | a.AmountDone()
                | a.ExcessDone()
                | a.DamageDone()
                | a.NumberOf()
                | a.CountDone()
                | a.ChosenNumber()
                | a.TimesResolved()
                | a.VotesFor()
                | a.HasMostVotes()
                | a.IsOfChosenType()
            ):
                return self._bound(part, view)
            case (
                a.CharacteristicOf(of="sacrificed")
                | a.CountersOn(of="sacrificed")
                | a.Is(role="sacrificed")
                | a.Matches(role="sacrificed")
            ) if not made.isdisjoint((a.Sacrifices, a.Moves)):
                return part
            case a.CharacteristicOf(of="sacrificed") | a.CountersOn(of="sacrificed") | a.Is(role="sacrificed"):
                return self._bound(part, view)
            case a.Matches(role="sacrificed"):
                return self._kept(part.model_copy(update={"role": f"[{self._role(part.role, view)}]"}), view, made, own, within)
            case a.CharacteristicOf(of="each") | a.CountersOn(of="each") | a.Is(role="each") | a.Players(who="each") if (
                not within
            ):
                return self._bound(part, view)
            case a.ForEach():
                within = True  # "each" is one of those of the later ability
        # Targets are chosen before anything of it is done.
        first = part.targets if isinstance(part, a.Instructions) else ()
        targets = tuple(self._kept(each, view, {*made}, own, within) for each in first)
        found = rewritten(part, lambda inner: self._kept(inner, view, made, own, within))
        if targets:
            found = found.model_copy(update={"targets": targets})
        made.add(type(part))
        made.update(made_by(part))
        return found

    def _left(self, role: a.Role, view: View) -> Permanent | None:
        """The permanent in that role as it most recently was, if it has left."""
        id = self._id(role, view)
        return None if id is None or id in view.permanents else view.board.departed.get(id)

    def _was_there(self, condition: a.Matches, view: View) -> bool | None:
        """Whether it held of a permanent that has left, as it most recently was; None where it is on the battlefield."""
        departed = self._left(condition.role, view)
        if departed is None:
            return None
        if condition.filter == a.ANYTHING:
            return False  # "if ~ is on the battlefield": it isn't
        if a.IsDesignated(designation="Ring-bearer") in parts_of(condition.filter):
            raise NotCarriedOut(f"whether {departed.id}, which left, is or was a Ring-bearer isn't carried out")  # 701.54e
        if departed.stood is None and _asks_of_combat(condition.filter):
            raise LastKnownInformationMissing(f"whether {departed.id} was so as it left isn't known any more")
        return view.matches(self._bound(condition.filter, view), departed, self.context(view))

    def _sharing(self, one: Permanent, shared: Literal["name", "color", "creature type"], view: View) -> a.Filter:
        """Which share that with a permanent or card as it is, or was."""
        if shared == "color":
            return a.AnyOf(parts=tuple(a.HasColor(color=each) for each in get_args(a.Color) if each in view.colors(one)))
        if shared == "name":
            return a.IsNamed(name=one.name) if one.name else a.AnyOf(parts=())
        if view.is_every_creature_type(one):
            raise NotCarriedOut(f"what shares a creature type with {one.id}, which has all of them, isn't carried out")
        return a.AnyOf(parts=tuple(a.HasType(type=each) for each in sorted(one.types) if is_creature_type(each)))

    def _related(self, relation: _Relation, view: View) -> a.Filter | None:
        """Which are so related to a permanent that has left, as it most recently was; None where it is on the battlefield."""
        left = self._left(relation.other, view)
        if left is None:
            return None
        match relation:
            case a.SharesColor():
                return self._sharing(left, "color", view)
            case a.SharesName():
                return self._sharing(left, "name", view)
            case a.SharesCreatureType():
                return self._sharing(left, "creature type", view)
        stood = left.stood
        if stood is None:
            raise LastKnownInformationMissing(f"how {left.id} stood as it left isn't known any more")
        match relation:
            case a.AttachedTo():
                return a.IsOneOf(ids=stood.attached)
            case a.InCombatWith(relation="blocking"):
                return a.IsOneOf(ids=stood.blocked_by)
            case a.InCombatWith(relation="blocked by"):
                return a.IsOneOf(ids=stood.blocking)
        if stood.attacked in view.board.seats:
            return a.AttacksWhat(targets=a.Targets(players=a.Players(who="named", ids=(stood.attacked,))))
        return None

    def _bound(self, part: Any, view: View) -> Any:
        match part:
            case a.IsTarget() | a.IsTargetCard():
                return a.IsOneOf(ids=self._targets(part))
            case a.SharesWith():
                with_those = [self._as_it_is(id, view) for id in self.ids(part.those, view)]
                return a.AnyOf(parts=tuple(self._sharing(each, part.shared, view) for each in with_those))
            case _ if isinstance(part, _AmongSome) and view.board.departed:
                return self._among(part.model_copy(update={"filter": self._bound(part.filter, view)}), view)
            case a.IsOfGroup():
                return a.IsOneOf(ids=self.occasion.group)
            case a.IsAffected():
                done = self.memory.turned if part.done else self.memory.affected
                return a.IsOneOf(ids=tuple(self.memory.dealt) if part.dealt else done)
            case a.IsCreated():
                return a.IsOneOf(ids=self.memory.created)
            case a.IsExiledWith():
                return a.IsOneOf(ids=self._exiled_with(part, view))
            case a.CardCount() if _names_cards(part.cards.filter):
                return len(view.cards(self._bound(part.cards, view), self.context(view)))
            case a.IsTurnedUp():
                self._check_known()
                return a.IsOneOf(ids=self.memory.turned_up)
            case a.CardCount() if asks(part.cards.filter, a.IsTurnedUp):
                return len(view.cards(self._bound(part.cards, view), self.context(view)))
            case a.IsChosen() | a.IsChosenCard():
                return a.IsOneOf(ids=self._chosen_now(part, view))
            case a.NumberOf():
                return sum(self._number(id, part.characteristic, view) for id in self.ids(part.filter, view))
            case a.AmountDone():
                return self.memory.amount
            case a.ExcessDone():
                meant, context = self._bound(part.filter, view), self.context(view)
                excess = self.memory.excess.items()
                return sum(much for id, much in excess if much and view.matches(meant, self._as_it_was(id, view), context))
            case a.DamageDone():
                return sum(self.memory.dealt.values())
            case a.TimesResolved():
                if not view.board.turn_on_record:
                    raise NotCarriedOut("it isn't known how often it resolved in a turn that isn't on record from its beginning")
                return view.state.stack.resolved_this_turn.count((self.ability.source, self.ability.ability))
            case a.VotesFor():
                return self.memory.votes.get(part.option, 0)
            case a.IsOfChosenType():
                if self.memory.type is None:
                    raise NotCarriedOut("no creature type was chosen")
                return a.HasType(type=self.memory.type)
            case a.HasMostVotes():
                most = max(self.memory.votes.values(), default=0)
                return a.IsOneOf(ids=tuple(id for id, votes in self.memory.votes.items() if votes == most))
            case a.ChosenNumber():
                if self.memory.number is None:
                    raise NotCarriedOut("it isn't stated what X is")
                return self.memory.number
            case a.CountDone():
                meant, context = self._bound(part.filter, view), self.context(view)
                moved = [self._as_it_was(id, view) for id in self.memory.moved]
                for each in moved:
                    if each.id not in view.permanents and each.stood is None and _asks_of_combat(part.filter):
                        raise LastKnownInformationMissing(f"how {each.id} stood as it left isn't known any more")
                counted = [each for each in moved if view.matches(meant, each, context)]
                return len(counted) if part.total is None else sum(view.characteristic(each, part.total) for each in counted)
            case a.Matches(role=role) if role != "itself" and (held := self._was_there(part, view)) is not None:
                return a.Every(parts=()) if held else a.Either(parts=())
            case a.AttachedTo() | a.InCombatWith() | a.SharesColor() | a.SharesName() | a.SharesCreatureType() if (
                related := self._related(part, view)
            ) is not None:
                return related
            case a.Is(role="itself"):
                return part
            case a.Is(role="host") if self._id("host", view) is None and self.ability.source in view.permanents:
                return a.IsOneOf(ids=())  # it is attached to nothing now
            case a.Is():
                return a.IsOneOf(ids=(self._role(part.role, view),))
            case a.AmountOfOccasion():
                return self.occasion.amount
            case a.CharacteristicOf(of=role) if role != "itself":
                permanent = self._permanent(role, view)
                if permanent.id not in view.permanents and part.characteristic in ("base_power", "base_toughness"):
                    raise NotCarriedOut(f"the base size of {permanent.id} isn't kept, which has left")
                return view.characteristic(permanent, part.characteristic)
            case a.CountersOn(of=role) if role != "itself":
                counters = self._permanent(role, view).all_counters
                return sum(counters.values()) if part.counter is None else counters.get(part.counter, 0)
            case a.Players():
                return self._players(part, view)
            case a.Grants():
                # An ability that is granted is about the permanent that has it.
                return part.model_copy(update={"permanents": self._bound(part.permanents, view)})
            case a.Triggered() | a.KeywordAbility():
                return part
        return rewritten(part, lambda inner: self._bound(inner, view))

    def _among(self, part: _AmongSome, view: View) -> a.Quantity:
        """What is asked of several: where it points at those and some have left, they count as they most recently were (608.2h).
        Raises NotCarriedOut where it asks how these stand now."""
        back = view.looking_back_at(view.board.departed)
        if not (left := back.left(part.filter, self.context(view))):
            return part
        if _asks_of_combat(part.filter):
            raise NotCarriedOut(f"how {left[0].id} stands, which has left, isn't carried out")
        return back.quantity(part, self.context(view))

    def _chosen_now(self, asked: WhatIsChosen, view: View) -> tuple[str, ...]:
        """What is chosen as the ability resolves: once for each of several for whom something is done, unless it was chosen
        before."""
        chosen, key = self.memory.chosen, (asked, self.memory.each)
        if key not in chosen and (asked, None) in chosen:
            return chosen[asked, None]
        if key not in chosen:
            chosen[key] = self.choose(asked, view)
        return chosen[key]

    def _number(self, id: str, characteristic: Literal["power", "toughness", "mana_value"], view: View) -> int:
        """A number of a permanent, as it is or most recently was, or of a card."""
        known = _permanent_or_card(id, view)
        return 0 if known is None else view.characteristic(known, characteristic)

    def _exiled_with(self, asked: a.IsExiledWith, view: View) -> tuple[str, ...]:
        """The cards that are exiled with the ability's source. Raises NotCarriedOut where it may have exiled others before."""
        board, source = view.board, self.ability.source
        found = tuple(id for id, by in board.exiled_with.items() if source in by)
        permanent = board.permanents.get(source) or board.departed.get(source)
        since = permanent is not None and permanent.entered_this_turn and board.turn_on_record and not board.recorded
        if not (since or self.memory.exiled_stated or (found and not asked.every) or stated(board, EXILED_WITH_IT, source) == 0):
            raise NotCarriedOut(f"it isn't stated which cards are exiled with {source}")
        return found

    def _check_known(self) -> None:
        """Raises NotCarriedOut where nobody says which cards were turned up."""
        if unknown := [player for player, number in self.memory.unknown.items() if number]:
            raise NotCarriedOut(unknown_cards(unknown, self.memory.unknown_where))

    def _players(self, players: a.Players, view: View) -> a.Players:
        found: str | None
        if players.picked is not None:
            return a.Players(who="named", ids=self._chosen_now(players, view))
        match players.who:
            case "chosen":
                asked = self._slots_of_players(players.number)
                if not asked:
                    found = self.occasion.player
                elif asked[0] < len(self.chosen):
                    return a.Players(who="named", ids=self.chosen[asked[0]])
                else:
                    found = None
            case "each":
                found = self.memory.each
            case "other opponents":
                named = self.occasion.player is not None or any(each.players for each in self.asked)
                but = self._players(a.Players(who="chosen" if named else "defending"), view).ids
                others = view.board.opponents(self.ability.controller)
                return a.Players(who="named", ids=tuple(each for each in others if each not in but))
            case "defending":
                found = self._defending(view)
            case "controller" | "owner" if players.of is not None:
                ids = self._bound(players.of, view).ids
                return a.Players(who="named", ids=tuple(dict.fromkeys(self._whose(id, players.who, view) for id in ids)))
            case "controller" | "owner":
                found = getattr(self._permanent("subject", view), players.who)
            case "host controller":
                found = self._permanent("host", view).controller
            case "enchanted":
                attached = self._permanent("source", view).attached_to  # of an Aura that left, whom it enchanted (608.2h)
                found = attached if attached in view.board.seats else None
            case _:
                return rewritten(players, lambda inner: self._of_each(inner, view))
        if found is None:
            raise NotCarriedOut("it isn't known which player is meant")
        return a.Players(who="named", ids=(found,))

    def _slots_of_players(self, number: int) -> list[int]:
        """Which targets a player who was chosen may be: those with that number; without one, any where none has none."""
        players = [(slot, target.number) for slot, target in enumerate(self.asked) if target.only_players]
        alike = [slot for slot, of in players if of == number]
        return alike if alike or number else [slot for slot, _ in players]

    def _of_each(self, part: Any, view: View) -> Any:
        """What is asked of each of some players by itself, who stands there as the defending one: only who else is named in it is
        settled."""
        if isinstance(part, a.Players) and (part.who in ("chosen", "enchanted") or part.picked is not None):
            return self._players(part, view)
        return rewritten(part, lambda inner: self._of_each(inner, view))

    @property
    def asked(self) -> tuple[a.Target, ...]:
        """The targets that the ability asks for."""
        return self.ability.does.targets if self.ability.does is not None else ()

    def _whose(self, id: str, who: str, view: View) -> str:
        known = _permanent_or_card(id, view)
        if known is None:
            raise NotCarriedOut("it isn't known which player is meant")
        return str(getattr(known, who))

    def _targets(self, part: a.IsTarget | a.IsTargetCard) -> tuple[str, ...]:
        for target, chosen in zip(self.asked, self.chosen, strict=False):
            if _asks_for(target, part):
                return chosen
        raise NotCarriedOut("it isn't known what its target is")


GIVING = (a.Grants, a.Token, a.CopyExcept)
"""What holds abilities of other permanents than the one that an ability is of."""
EXILED_WITH_IT = "cards exiled with it"
"""What a case states as the number 0 of a permanent with which no card is exiled."""


def _permanent_or_card(id: str, view: View) -> Permanent | None:
    """A permanent as it is or most recently was, or a card as filters read it; None of what nothing is known of."""
    found = view.there_or_left(id)
    return as_permanent(view.board.cards[id].card) if found is None and id in view.board.cards else found


def known_of(id: str | None, found: Permanent | None) -> Permanent:
    """What was found of that id. Raises NotCarriedOut where that is nothing."""
    if found is None:
        raise NotCarriedOut(f"nothing is known of {id} any more")
    return found


def asks(part: object, kind: type[Model], closed: tuple[type[Model], ...] = ()) -> bool:
    """Whether a part of an ability names something of that kind, but within what is `closed`."""
    return any(isinstance(each, kind) for each in parts_of(part, closed))


def _names_cards(filter: a.Filter) -> bool:
    """Whether certain cards are named: of them it is known how many match."""
    parts = filter.parts if isinstance(filter, a.AllOf) else (filter,)
    return any(isinstance(each, a.Is | a.IsTargetCard | a.IsChosenCard | a.IsExiledWith) for each in parts)


def unknown_cards(players: list[str], where: str) -> str:
    """Of which cards nobody says what they are."""
    if where == "hand":
        return f"it isn't stated which cards {' and '.join(players)} discard{'s' if len(players) == 1 else ''}"
    return f"it isn't stated which cards are on top of {' and '.join(f'the library of {player}' for player in players)}"


def _asks_for(target: a.Target, part: Model) -> bool:
    """Whether that is the target meant."""
    if not isinstance(part, a.IsTarget | a.IsTargetCard):
        return False
    if target.number != part.number:
        return False
    if isinstance(part, a.IsTargetCard):
        return target.cards == part.cards
    return target.permanents == part.permanents
