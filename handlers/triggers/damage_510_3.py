"""Abilities that trigger on combat damage being dealt and on state-based actions (510.3a), and at end of combat (511.2).

Those of damage and life look at the moment after it is dealt; those of what leaves the battlefield look back at the board before
(603.10a). All wait until the active player would get priority.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar

from ...events import abilities as a
from ...events.damage import CombatDamageDealt, Damage
from ...events.declarations import AbilityTriggered
from ...events.model import parts_of
from ...events.stack import AbilityDamageDealt
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..view.context import Context, HeldTrigger
from ..view.view import View
from .triggered import Occurrences, getting_counters, matches, occasions_of, triggered

STACKED = Concept.DAMAGE_TRIGGERS_STACKED

ThingT = TypeVar("ThingT")


def damage_triggers(view: View, edition: Edition, event: CombatDamageDealt | AbilityDamageDealt) -> Iterator[AbilityTriggered]:
    """What triggers on damage that was just dealt, and on its results."""
    dealt = [damage for damage in event.damage if damage.dealt]
    yield from _keyword_triggers(view, edition, dealt, event)
    if view.triggering:
        happened = _Happened(dealt, event)
        occurrences: dict[type[Any], tuple[Concept, Occurrences]] = {
            a.DealsDamage: (STACKED, happened.deals),
            a.SomeDealDamage: (STACKED, happened.some_deal),
            a.IsDealtDamage: (STACKED, happened.is_dealt),
            a.SomeAreDealtDamage: (STACKED, happened.some_are_dealt),
            a.GainsLife: (STACKED, happened.gains_life),
            a.LosesLife: (STACKED, happened.loses_life),
            a.CountersPut: (STACKED, getting_counters(event.counters, "-1/-1")),
        }
        yield from triggered(view, occurrences, happened.occasions)
        yield from triggered(view, {a.DealsDamage: (Concept.DAMAGE_POISONOUS, happened.deals_poisonous)}, happened.occasions)
    yield from _sieges(view, event)
    yield from _designations(view, event, dealt)


class _Designation(NamedTuple):
    """What combat damage of a creature to the player who has it gives to that creature's controller.

    `by_player`: once for each player whose creatures dealt it, not for each creature.
    """

    name: Literal["monarch", "initiative"]
    concept: Concept
    said: str
    by_player: bool = False


_DESIGNATIONS = (
    _Designation("monarch", Concept.MONARCH_DAMAGE, "a creature dealt combat damage to the monarch"),
    _Designation(
        "initiative",
        Concept.INITIATIVE_DAMAGE,
        "creatures dealt combat damage to the player who has the initiative",
        by_player=True,
    ),
)


def _designations(view: View, event: CombatDamageDealt | AbilityDamageDealt, dealt: list[Damage]) -> Iterator[AbilityTriggered]:
    """724.2, 725.2: whose creature dealt it combat damage takes what a player has. That player controls the ability."""
    for each in _DESIGNATIONS if isinstance(event, CombatDamageDealt) and view.board.held_by else ():
        holder = view.board.held_by.get(each.name)
        about = tuple(damage.source for damage in dealt if damage.recipient == holder and damage.source in view.permanents)
        if holder is None:
            continue
        of_each = {view.permanents[source].controller: (source,) for source in about}
        for sources in of_each.values() if each.by_player else filter(None, (about,)):
            takes = a.TakesDesignation(players=a.Players(who="controller"), designation=each.name)
            yield AbilityTriggered(
                source=holder,
                controller=holder,
                ability=each.said,
                concept=each.concept,
                times=len(sources),
                about=sources,
                does=a.Instructions(instructions=(takes,)),
                occasions=tuple(_occasion(view, source, holder, 0) for source in sources),
            )


def _keyword_triggers(
    view: View, edition: Edition, dealt: list[Damage], event: CombatDamageDealt | AbilityDamageDealt
) -> Iterator[AbilityTriggered]:
    """Deathtouch and lifelink, in the editions where they were triggered abilities: each instance separately."""
    if "trigger" not in (edition.deathtouch, edition.lifelink):
        return
    about: dict[str, list[Damage]] = {}
    for damage in dealt:
        about.setdefault(damage.source, []).append(damage)

    def to_creatures(done: list[Damage]) -> list[str]:
        to = [view.permanents[each.recipient] for each in done if each.recipient in view.permanents]
        return [permanent.id for permanent in to if "Creature" in permanent.types]

    recognised: list[tuple[str, Concept, Callable[[list[Damage]], list[str]]]] = []
    if edition.deathtouch == "trigger":
        recognised.append(("deathtouch", Concept.DAMAGE_DEATHTOUCH, to_creatures))
    if edition.lifelink == "trigger":
        recognised.append(("lifelink", Concept.DAMAGE_LIFELINK, lambda done: [done[0].source]))
    for id, done in about.items():
        keywords = view.keywords(id) if id in view.permanents else frozenset[str]()
        for keyword, concept, whom in recognised:
            if keyword not in keywords or not (found := whom(done)):
                continue
            instances = view.keyword_abilities(id, keyword)
            yield AbilityTriggered(
                source=id,
                controller=view.permanents[id].controller,
                ability=instances[0].text or keyword.capitalize(),
                concept=concept,
                times=len(instances) * len(found),
                about=tuple(each for each in found for _ in instances),
                does=_does(keyword),
                occasions=tuple(_Happened(done, event).about(each, keyword) for each in found for _ in instances),
            )


@cache
def _does(keyword: str) -> a.Instructions:
    """What deathtouch and lifelink do where they trigger (until 2009-07-10)."""
    if keyword == "deathtouch":
        return a.Instructions(instructions=(a.Moves(permanents=a.Is(role="subject"), how="destroyed"),))
    return a.Instructions(instructions=(a.ChangesLife(players=a.Players(who="you"), gains=a.AmountOfOccasion()),))


def _sieges(view: View, event: CombatDamageDealt | AbilityDamageDealt) -> Iterator[AbilityTriggered]:
    """310.11b: a Siege triggers when its last defense counter is removed."""
    for id in event.defense:
        permanent = view.permanents[id]
        if "Siege" in permanent.types and permanent.defense == 0:
            yield AbilityTriggered(
                source=id,
                controller=permanent.controller,
                ability="its last defense counter was removed (Siege)",
                concept=STACKED,
                about=(id,),
            )


class _Happened(NamedTuple):
    """Damage that was dealt at one time: for which creatures or players each kind of trigger event has happened."""

    dealt: list[Damage]
    event: CombatDamageDealt | AbilityDamageDealt

    def about(self, id: str, keyword: str) -> a.TriggerContext:
        """The recipient that a source with deathtouch dealt damage to, or all that a source with lifelink dealt."""
        return a.TriggerContext(subject=id, amount=sum(each.dealt for each in self.dealt) if keyword == "lifelink" else 0)

    def occasions(self, view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
        """What it triggered for: the source and the recipient of damage, who gained or lost life, and how much it was."""
        if isinstance(event, a.DealsDamage):
            done = self._done(view, held, event)
            if event.recipients is None:
                done = list({damage.source: damage for damage in done}.values())
            return [
                self._from(view, event, each) for each in _each_once(done, about, lambda damage: _reason(view, event, damage))
            ]
        if isinstance(event, a.SomeDealDamage):
            done = self._done(view, held, event)
            if event.together:
                group, amount = dict.fromkeys(each.source for each in done), sum(each.dealt for each in done)
                return [a.TriggerContext(group=tuple(group), amount=amount) for _ in about]
            return [self._of_group(view, done, each) for each in about]
        if isinstance(event, a.IsDealtDamage | a.SomeAreDealtDamage):
            return [self._to(view, each) for each in about]
        if isinstance(event, a.GainsLife):
            gained = _each_once(self.event.gained, about, lambda each: each.player)
            return [a.TriggerContext(player=each.player, amount=each.amount) for each in gained]
        if isinstance(event, a.LosesLife):
            return [a.TriggerContext(player=each, amount=self.event.life.get(each, 0)) for each in about]
        return [a.TriggerContext(subject=each, amount=self.event.counters.get(each, 0)) for each in about]

    def _from(self, view: View, event: a.DealsDamage, damage: Damage) -> a.TriggerContext:
        if event.recipients is not None:
            return _occasion(view, damage.source, damage.recipient, damage.dealt)
        dealt = [each for each in self.dealt if each.source == damage.source]
        return _occasion(view, damage.source, damage.recipient if len(dealt) == 1 else None, sum(each.dealt for each in dealt))

    def _of_group(self, view: View, done: list[Damage], about: str) -> a.TriggerContext:
        """Those that dealt damage to one player together, or to permanents."""
        seats = view.board.seats
        to = [each for each in done if each.recipient == about or (about not in seats and each.recipient not in seats)]
        occasion = _occasion(view, None, about, sum(each.dealt for each in to if each.recipient == about))
        return occasion.model_copy(update={"group": tuple(dict.fromkeys(each.source for each in to))})

    def _to(self, view: View, recipient: str) -> a.TriggerContext:
        to = [damage for damage in self.dealt if damage.recipient == recipient]
        sources = {damage.source for damage in to}
        amount, player = sum(damage.dealt for damage in to), recipient if recipient in view.board.seats else None
        source = sources.pop() if len(sources) == 1 else None
        return a.TriggerContext(subject=None if player else recipient, other=source, player=player, amount=amount)

    def _is_meant(self, event: a.DealsDamage | a.SomeDealDamage | a.IsDealtDamage | a.SomeAreDealtDamage) -> bool:
        """Whether an event is about such damage: not one of combat damage where this is none."""
        return isinstance(self.event, CombatDamageDealt) or not event.combat

    def _done(self, view: View, held: HeldTrigger, event: a.DealsDamage | a.SomeDealDamage) -> list[Damage]:
        if not self._is_meant(event):
            return []
        return [
            damage
            for damage in self.dealt
            if _is_source(view, event.sources, damage.source, about := held.context._replace(subject=damage.source))
            and view.is_dealt(event.recipients, damage.recipient, about)
            and (isinstance(event, a.SomeDealDamage) or damage.dealt >= event.least)
        ]

    def deals(self, view: View, held: HeldTrigger, event: a.DealsDamage) -> list[str]:
        """Whenever a source deals damage: once for each source, or for each source and recipient that is asked for."""
        return [] if held.keyword == "poisonous" else self._deals(view, held, event)

    def deals_poisonous(self, view: View, held: HeldTrigger, event: a.DealsDamage) -> list[str]:
        """702.70a: poisonous is cited by its own rule."""
        return self._deals(view, held, event) if held.keyword == "poisonous" else []

    def _deals(self, view: View, held: HeldTrigger, event: a.DealsDamage) -> list[str]:
        done = self._done(view, held, event)
        if event.recipients is None:
            return list(dict.fromkeys(damage.source for damage in done))
        return [_reason(view, event, damage) for damage in done]

    def some_deal(self, view: View, held: HeldTrigger, event: a.SomeDealDamage) -> list[str]:
        """Whenever some sources deal damage: once for each player, and once for all permanents."""
        done = self._done(view, held, event)
        if event.together:
            return [done[0].recipient] if len({damage.source for damage in done}) >= event.minimum else []
        groups = Counter(damage.recipient if damage.recipient in view.board.seats else "" for damage in done)
        permanents = [damage.recipient for damage in done if damage.recipient not in view.board.seats]
        return [group or permanents[0] for group, number in groups.items() if number >= event.minimum]

    def is_dealt(self, view: View, held: HeldTrigger, event: a.IsDealtDamage) -> list[str]:
        """Whenever a recipient is dealt damage: once, however many sources deal it at once."""
        recipients: Counter[str] = Counter()
        for damage in self.dealt if self._is_meant(event) else ():
            recipients[damage.recipient] += damage.dealt
        enough = [each for each, amount in recipients.items() if amount >= event.least]
        return [each for each in enough if view.is_dealt(event.recipients, each, held.context)]

    def some_are_dealt(self, view: View, held: HeldTrigger, event: a.SomeAreDealtDamage) -> list[str]:
        """Whenever some permanents are dealt damage: once for all of them."""
        recipients = dict.fromkeys(damage.recipient for damage in self.dealt if self._is_meant(event))
        found = [each for each in recipients if matches(view, event.permanents, each, held.context)]
        return found[:1] if len(found) >= event.minimum else []

    def gains_life(self, view: View, held: HeldTrigger, event: a.GainsLife) -> list[str]:
        """Whenever a player gains life: once for each source with lifelink (119.9)."""
        return [gained.player for gained in self.event.gained if view.includes(event.players, gained.player, held.context)]

    def loses_life(self, view: View, held: HeldTrigger, event: a.LosesLife) -> list[str]:
        """Whenever a player loses life: once for all damage that was dealt at one time."""
        return [player for player in self.event.life if view.includes(event.players, player, held.context)]


_OF_ANY_SOURCE = (a.AllOf, a.ControlledBy, a.HasColor, a.OwnedBy, a.Players)
"""What is asked of "a source", which needn't be a permanent any more."""


def _is_source(view: View, sources: a.Filter, id: str, context: Context) -> bool:
    """Whether it is such a source of damage; one that has left as it most recently was (608.2h)."""
    left = view.board.departed.get(id) if id not in view.permanents else None
    if left is not None and all(isinstance(each, _OF_ANY_SOURCE) for each in parts_of(sources)):
        return view.matches(sources, left, context)
    return matches(view, sources, id, context)


def _reason(view: View, event: a.DealsDamage, damage: Damage) -> str:
    """For whom it triggers: the source, or the recipient of damage of a source that has left."""
    return damage.source if event.recipients is None or damage.source in view.permanents else damage.recipient


def _each_once(happened: Iterable[ThingT], about: list[str], whose: Callable[[ThingT], str]) -> list[ThingT]:
    """What happened to those for whom it triggers, each taken once, in order."""
    left, found = list(happened), []
    for each in about:
        one = next(thing for thing in left if whose(thing) == each)
        left.remove(one)
        found.append(one)
    return found


def _occasion(view: View, source: str | None, recipient: str | None, amount: int) -> a.TriggerContext:
    player = recipient if recipient in view.board.seats else None
    return a.TriggerContext(subject=source, other=None if player else recipient, player=player, defending=player, amount=amount)


# --- what left, and the end of combat ---------------------------------------------------------------------------------


class Departed(NamedTuple):
    """What left the battlefield at one time, what of it died, and the players who lost."""

    died: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def departure_triggers(before: View, departed: Departed, after: View) -> Iterator[AbilityTriggered]:
    """What triggers on permanents that left at one time: it looks back at the board before (603.10a), and asks its "if" of the
    board after, where what left counts as it was (603.4, 608.2h)."""
    if not before.triggering:
        return iter(())

    def among(filter: a.Filter, ids: tuple[str, ...], context: Context) -> list[str]:
        return [id for id in ids if matches(before, filter, id, context._replace(subject=id))]

    def dies(view: View, held: HeldTrigger, event: a.Dies) -> list[str]:
        return among(event.permanents, departed.died, held.context)

    def some_die(view: View, held: HeldTrigger, event: a.SomeDie) -> list[str]:
        found = among(event.permanents, departed.died, held.context)
        return found[:1] if len(found) >= event.minimum else []

    def leaves(view: View, held: HeldTrigger, event: a.Leaves) -> list[str]:
        found = among(event.permanents, departed.left, held.context)
        return [id for id in found if id not in departed.died] if event.unless_dying else found

    def loses(view: View, held: HeldTrigger, event: a.LosesTheGame) -> list[str]:
        return [player for player in departed.lost if view.includes(event.players, player, held.context)]

    def occasions(view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
        known = occasions_of(view, held, event, about)
        if not isinstance(event, a.SomeDie):
            return known
        group = tuple(among(event.permanents, departed.died, held.context))
        return [each.model_copy(update={"group": group, "amount": len(group)}) for each in known]

    occurrences: dict[type[Any], tuple[Concept, Occurrences]] = {
        a.Dies: (STACKED, dies),
        a.SomeDie: (STACKED, some_die),
        a.Leaves: (STACKED, leaves),
        a.LosesTheGame: (STACKED, loses),
    }
    return triggered(before, occurrences, occasions, after.looking_back_at(departed.left), departed.died)


def end_of_combat_triggers(view: View) -> Iterator[AbilityTriggered]:
    """511.2: what triggers "at end of combat", as the end of combat step begins."""

    def begins(view: View, held: HeldTrigger, event: a.EndOfCombatBegins) -> list[str]:
        board = view.board
        whose = board.active_side or ((board.active,) if board.active is not None else ())
        if event.turn_of is None:
            return list(whose[:1])
        return [player for player in whose if view.includes(event.turn_of, player, held.context)][:1]

    return triggered(view, {a.EndOfCombatBegins: (Concept.COMBAT_END_TRIGGERS, begins)})
