"""Continuous effects in layers: what effects change, and abilities that others grant and remove (613).

Within a layer those that define characteristics come first (613.3), the others in timestamp order, those on abilities with
dependencies (613.7, 613.8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias, TypeVar

from ...events import abilities as a
from ...events.errors import FactNotStated, WordingNotUnderstood
from ...events.model import parts_of
from ...events.types import BASIC_LAND_TYPES, CARD_TYPES, are_of_one_kind, is_creature_type, of_card_types
from ...projections.board import CHANGING_KEYWORDS, Permanent, grown, without_included
from ...projections.changing import changed
from ..rulebook.keywords import given_by_counters
from .asked import Asks, asked_by
from .context import Context
from .matched_once import PLAIN, MatchedOnce
from .matching import Matching, less_counters
from .reading import reading

EffectT = TypeVar("EffectT")
MANY = 16
"""So many effects of a layer are worth going through once what their filters share."""


@dataclass(slots=True, eq=False, repr=False)
class _Modifier:
    """Something that grants or removes abilities, waiting for its turn."""

    timestamp: int
    ability: a.Grants | a.Removes
    context: Context
    of: a.Ability | None
    """The ability of its source that it comes from: it is gone if the source loses that. None: it comes from an effect."""
    suspects: bool = False
    """It says what suspected creatures have."""
    independent: bool = field(init=False)
    """It depends on none that grants abilities, and none depends on it (613.8a)."""

    def __post_init__(self) -> None:
        self.independent = _is_independent(self.ability)


@lru_cache(maxsize=4096)
def _is_independent(ability: a.Grants | a.Removes) -> bool:
    """Whether it only grants, no changeling, and asks for no abilities but changeling."""
    return (
        isinstance(ability, a.Grants)
        and all(isinstance(each, PLAIN) for each in parts_of(ability.permanents))
        and (ability.condition is None or all(isinstance(each, (*PLAIN, a.TurnOf)) for each in parts_of(ability.condition)))
        and not any(isinstance(each, a.KeywordAbility) and each.keyword == "changeling" for each in ability.abilities)
    )


@cache
def _suspected() -> tuple[a.Ability, ...]:
    """What a suspected permanent has (701.60c)."""
    return a.KeywordAbility(keyword="menace", text="Menace"), a.CantBlock(blockers=a.THIS, text="suspected")


def _modification(ability: a.Ability) -> a.Grants | a.Removes | None:
    """How an ability changes what abilities permanents have, if it does; a suspected permanent has two more (701.60c)."""
    if isinstance(ability, a.Designates) and ability.designation == "suspected" and not ability.no_longer:
        return a.Grants(permanents=ability.creatures, condition=ability.condition, abilities=_suspected())
    return ability if isinstance(ability, a.Grants | a.Removes) else None


def apply_effects(board: Matching) -> bool:
    """Change the board's permanents to what they are after all effects, and their abilities to those they have then.

    Returns whether there is anything that changes them, now or under another condition.

    Layer by layer: types (613.1d), colors (613.1e), abilities (613.1f), power and toughness (613.4a–d). What a permanent was
    stated to be, what was at work then had made of it: that is taken off first (`Permanent.included`). Counters that change power
    and toughness are in them already, and taken off for the layers before, where one asks for sizes. A record of a game says what
    everything comes to, and only effects change that.
    """
    included = _take_off_included(board)
    counted = _take_off_counters(board)
    begun = [
        _Change(timed.timestamp, ability, Context(timed.effect.source, timed.effect.controller), static=False)
        for timed in board.state.board.effects.values()
        for ability in timed.effect.abilities
        if isinstance(ability, a.ChangesCharacteristics)
    ]
    derived = not board.board.recorded or any(not permanent.stated for permanent in board.permanents.values())
    affected: _Affected = {}
    for layer in (_TYPES, _COLORS):
        _apply_layer(board, [*begun, *(_static(board) if derived else ())], layer, affected)
    modified = _apply_abilities(board, affected if derived else {})
    started = {change.key: change for change, _ in affected.values()}
    changes = {change.key: change for change in (*begun, *(_static(board) if derived else ()))}
    changes |= started
    defining = [change for change in changes.values() if change.ability.defining]
    others = [change for change in changes.values() if not change.ability.defining]
    for each in (defining, others):
        _apply_layer(board, each, _BASE, affected)
    for id, (power, toughness) in counted.items():
        board.permanents[id] = _grown(board.permanents[id], power, toughness)
    board.without_counters = False
    if changes:  # else power and toughness less counters stay what they were set to
        board.base_sizes = {id: less_counters(permanent) for id, permanent in board.permanents.items()}
    for layer in (_MORE, _SWITCH):
        _apply_layer(board, others, layer, affected)
    return modified or included or bool(changes)


_CHARACTERISTIC = (*PLAIN, a.ChangesCharacteristics, a.CountOf, a.Grants, a.KeywordAbility, a.Removes, a.Scaled)
"""What asks for nothing that changes while permanents are the same."""
_ALWAYS_THE_SAME = ("any", "named", "opponents", "others", "you")
"""Players that are meant whatever happens."""


def asks_for_permanents_alone(ability: a.Ability) -> bool:
    """Whether what an ability makes of permanents depends on nothing but which there are, whose, and what they are stated to be.

    It asks for no combat, damage, life or turn, and not for what is tapped. An ability that makes nothing of any doesn't ask.
    """
    return (
        not _may_change(ability)
        or isinstance(ability, a.ChangesStatedValues)
        or all(isinstance(each, _CHARACTERISTIC) and _is_always_the_same(each) for each in parts_of(ability))
    )


def _is_always_the_same(part: Any) -> bool:
    if isinstance(part, a.KeywordAbility):
        return part.keyword not in CHANGING_KEYWORDS or _by_keywords()[part.keyword].condition is None
    return not isinstance(part, a.Players) or part.who in _ALWAYS_THE_SAME


def may_change_others(permanent: Permanent) -> bool:
    """Whether there may be something about a permanent that `apply_effects` applies, to itself or others."""
    return permanent.included is not None or bool(permanent.counters) or any(map(_may_change, permanent.abilities))


def _may_change(ability: a.Ability) -> bool:
    if isinstance(ability, a.KeywordAbility):
        return ability.keyword in CHANGING_KEYWORDS
    return _modification(ability) is not None or isinstance(ability, a.ChangesCharacteristics | a.ChangesStatedValues)


def _take_off_included(board: Matching) -> bool:
    """Whether there is anything that effects had made of what was stated; permanents are what they are without it."""
    found = False
    for id, permanent in board.permanents.items():
        if permanent.included is not None:
            board.permanents[id] = without_included(permanent)
            found = True
    return found


def _take_off_counters(board: Matching) -> dict[str, tuple[int, int]]:
    """What counters add to each permanent's power and toughness, which are without it then: that comes after what effects make of
    abilities, and set (613.4c). Where no effect on those asks for sizes, nothing is taken off."""
    counted = {id: more for id, permanent in board.permanents.items() if (more := grown(permanent.counters)) != (0, 0)}
    if not counted or not any(asks_for_sizes_early(each) or _designates_by_size(each) for each in _every_ability(board)):
        return {}
    for id, (power, toughness) in counted.items():
        board.permanents[id] = _grown(board.permanents[id], -power, -toughness)
    board.without_counters = True
    return counted


def _every_ability(board: Matching) -> Iterator[a.Ability]:
    for abilities in board.abilities.values():
        yield from abilities
    for timed in board.state.board.effects.values():
        yield from timed.effect.abilities


@lru_cache(maxsize=4096)
def asks_for_sizes_early(ability: a.Ability) -> bool:
    """Whether it changes types, colors or abilities, or gives what does, and asks for power or toughness."""
    return _may_change(ability) and "sizes" in asked_by(ability)


@lru_cache(maxsize=4096)
def _designates_by_size(ability: a.Ability) -> bool:
    """Whether power or toughness decides who is designated, for which what changes types, colors or abilities may ask."""
    return isinstance(ability, a.Designates) and "sizes" in asked_by(ability)


def _grown(permanent: Permanent, power: int, toughness: int) -> Permanent:
    return changed(permanent, power=permanent.power + power, toughness=permanent.toughness + toughness)


class _Change(NamedTuple):
    """What changes characteristics, since when; `static`: it is an ability that a permanent has."""

    timestamp: int
    ability: a.ChangesCharacteristics
    context: Context
    static: bool
    instance: int = 0
    """How many of the same ability its source has before it: each counts (113.2c)."""

    @property
    def key(self) -> tuple[int, str | None, int, int]:
        """What it is, whoever asks: a permanent may have an ability that another has, too."""
        return self.timestamp, self.context.source, id(self.ability), self.instance


_Affected: TypeAlias = dict[tuple[int, str | None, int, int], tuple[_Change, tuple[str, ...]]]
"""What each effect that has begun to apply applies to: the same objects in each layer, though it may be gone since (613.6)."""


@cache
def _by_keywords() -> dict[str, a.ChangesCharacteristics]:
    """How each of `CHANGING_KEYWORDS` changes its permanent; made where one is there, since that takes a while."""
    your_turn = a.TurnOf(players=a.Players(who="you"))
    return {
        # 702.114a
        "devoid": a.ChangesCharacteristics(permanents=a.THIS, colors=(), defining=True, text="Devoid"),
        # 702.161a
        "living metal": a.ChangesCharacteristics(
            permanents=a.THIS, types=("Creature",), kept=True, condition=your_turn, text="Living metal"
        ),
    }


def _static(board: Matching) -> Iterator[_Change]:
    """The static abilities that change characteristics, of the permanents that have them now (604.1)."""
    for id in board.abilities:
        yield from _static_of(board, board.permanents[id])


def _static_of(board: Matching, permanent: Permanent) -> Iterator[_Change]:
    before: list[int] = []
    for ability in board.abilities[permanent.id]:
        if isinstance(ability, a.KeywordAbility) and ability.keyword in CHANGING_KEYWORDS:
            ability = _by_keywords()[ability.keyword]
        if isinstance(ability, a.ChangesCharacteristics):
            instance = before.count(id(ability))
            before.append(id(ability))
            yield _Change(permanent.timestamp, ability, Context(permanent.id, permanent.controller), True, instance)


class _Layer(NamedTuple):
    """A layer: which effects apply in it, and what one makes of a permanent."""

    concerns: Callable[[a.ChangesCharacteristics], bool]
    settles: Asks
    """What may change in it: what an effect applies to, or does, depends on no other of the layer if it asks for none of that."""
    change: Callable[[Matching, Permanent, a.ChangesCharacteristics, Context], Permanent]

    def asks(self, change: a.ChangesCharacteristics) -> bool:
        """Whether what an effect applies to, or does, may depend on what others do in the layer."""
        return not self.settles.isdisjoint(reading(change).asked)


def _apply_layer(board: Matching, changes: list[_Change], layer: _Layer, affected: _Affected) -> None:
    concerned = (change for change in changes if layer.concerns(change.ability))
    waiting = sorted(concerned, key=lambda change: (not change.ability.defining, change.timestamp))
    dependent = len(waiting) > 1 and any(layer.asks(change.ability) or _takes_rules_text(change, layer) for change in waiting)
    # What nothing in the layer asks for stays as it is while its effects are applied.
    matched = MatchedOnce(board) if len(waiting) >= MANY and not dependent else None
    added = _Added() if layer is _MORE and not dependent else None
    while waiting:
        change = waiting[0]
        if dependent:
            change = _first(waiting, lambda one, other: _depends(board, one, other, layer, affected))
        waiting.remove(change)
        if layer is _TYPES and change.key not in affected and _is_lost_with_rules_text(board, change):
            continue
        try:
            if change.key not in affected:
                affected[change.key] = change, _applies_to(board, change, matched)
            ids = affected[change.key][1]
            if added is None:
                _apply(board, change, layer, ids)
            else:
                added.add(board, change, _applied_to(board, change, ids))
            _note(board, change, layer, ids)
        except (FactNotStated, WordingNotUnderstood) as error:
            if not _is_stated(board, change):
                raise
            board.underived[change.context.source or "", change.ability.text] = str(error)
    if added is not None:
        added.apply(board)


class _Added:
    """613.4c, where no effect asks for power or toughness: what all of them add, in whatever order."""

    def __init__(self) -> None:
        self._more: dict[str, tuple[int, int]] = {}

    def add(self, board: Matching, change: _Change, ids: Iterable[str]) -> None:
        """Another effect, and what it applies to."""
        more = {id: _more_of(board, change.ability, _with_itself(board, change, id)) for id in ids}
        for id, (power, toughness) in more.items():
            before = self._more.get(id, (0, 0))
            self._more[id] = before[0] + power, before[1] + toughness

    def apply(self, board: Matching) -> None:
        """The board's permanents get it."""
        for id, (power, toughness) in self._more.items():
            was = board.permanents[id]
            board.permanents[id] = _grown(was, power, toughness)


def _note(board: Matching, change: _Change, layer: _Layer, ids: Iterable[str]) -> None:
    """Keep what is set by which text (613.4a–b), and what is the other way round (613.4d)."""
    if layer is _BASE:
        text = change.ability.text or change.context.source or ""
        sizes = {"power": change.ability.base_power, "toughness": change.ability.base_toughness}
        board.set_by |= {(id, name): text for id in ids for name, size in sizes.items() if size is not None}
    if layer is _TYPES:
        text = (change.ability.text or change.context.source or "") if change.static else ""
        makes, keeps = "Creature" in change.ability.types, _takes_creature_away(change.ability)
        board.typed_by |= {(id, is_one): text for id in ids for is_one, so in ((True, makes), (False, keeps)) if so}
    for part, which in (("types", _TYPES), ("colors", _COLORS)):
        if layer is which:
            text = change.ability.text or change.context.source or "an effect"
            for id in ids:
                board.changed_by.setdefault((id, part), {})[text] = change.ability
            if change.static and not change.ability.kept:
                board.replaced_by |= dict.fromkeys(((id, part) for id in ids), text)
    if layer is _SWITCH:
        board.switched.symmetric_difference_update(ids)


def _takes_creature_away(change: a.ChangesCharacteristics) -> bool:
    """Whether nothing to which it applies is a creature: that it isn't one, or what it is instead (205.1a)."""
    return "Creature" not in _card_types_after(change, frozenset({"Creature"}))


def _is_stated(board: Matching, change: _Change) -> bool:
    """Whether it is an ability of a permanent that is stated as it is now: what it made of others then is in what was stated."""
    source = board.board.permanents.get(change.context.source or "")
    return change.static and source is not None and source.stated


def _applies_to(board: Matching, change: _Change, matched: MatchedOnce | None = None) -> tuple[str, ...]:
    board.budget.keep_time()
    return _those(board, change.ability, change.context, matched)


def _those(
    board: Matching, ability: a.ChangesCharacteristics | a.Grants | a.Removes, context: Context, matched: MatchedOnce | None
) -> tuple[str, ...]:
    """The permanents that an effect is about, and of which its condition holds."""
    if matched is not None:
        ids = matched.matching(ability.permanents, context)
    else:
        ids = tuple([permanent.id for permanent in board.matching(ability.permanents, context)])
    if ability.condition is not None and "subject" in reading(ability.condition).fields:
        return tuple(id for id in ids if board.holds(ability.condition, _about(board, context, id)))
    return ids if ids and board.holds(ability.condition, context) else ()


def _about(board: Matching, context: Context, id: str) -> Context:
    """The context in which an effect asks something of one of those that it is about. The defending player is that of its source,
    if this attacks (508.5)."""
    attack = board.combat.attackers.get(context.source or "")
    return context._replace(subject=id, defending=context.defending if attack is None else attack.meant)


def _with_itself(board: Matching, change: _Change, id: str) -> Context:
    """The context of what an effect does to one of those that it is about."""
    context = change.context._replace(itself=id)
    return _about(board, context, id) if "subject" in reading(change.ability).fields else context


def _applied_to(board: Matching, change: _Change, ids: Iterable[str]) -> Iterable[str]:
    """Those that it changes: a record of a game says what static abilities make of what it states."""
    if change.static and board.board.recorded:
        return [id for id in ids if not board.permanents[id].stated]
    return ids


def _apply(board: Matching, change: _Change, layer: _Layer, ids: Iterable[str]) -> None:
    board.budget.keep_time()
    changed = {
        id: layer.change(board, board.permanents[id], change.ability, _with_itself(board, change, id))
        for id in _applied_to(board, change, ids)
    }
    board.permanents.update(changed)
    if layer is _TYPES and _sets_creature_types(change.ability):
        board.creature_types_set.update(changed)
    if _takes_rules_text(change, layer):  # what others give it comes later (613.1f)
        lands = [id for id, permanent in changed.items() if "Land" in permanent.types]
        board.abilities |= dict.fromkeys(lands, ())
        board.without_abilities.update(lands)
        board.keywords_found = {}


def _sets_creature_types(change: a.ChangesCharacteristics) -> bool:
    """Whether what it applies to has no creature types but those that it gives (205.1a)."""
    gives = not change.kept and any(map(is_creature_type, change.types))
    return gives or "Creature" not in _card_types_after(change, frozenset({"Creature"}))


def _takes_rules_text(change: _Change, layer: _Layer) -> bool:
    """305.7: whether lands to which it applies are of a basic land type and no other, and lose their rules text."""
    ability = change.ability
    sets = layer is _TYPES and not ability.kept and not ability.lost_types
    return sets and any(each in BASIC_LAND_TYPES for each in ability.types)


def _is_lost_with_rules_text(board: Matching, change: _Change) -> bool:
    """Whether it is an ability of a land that has lost those of its rules text."""
    source = change.context.source
    return change.static and source in board.without_abilities and change.ability not in board.abilities.get(source or "", ())


def _first(waiting: list[EffectT], depends: Callable[[EffectT, EffectT], bool]) -> EffectT:
    """The first, in order of timestamps, that depends on no other; of those in a loop none depends on the others (613.8b)."""
    known: dict[tuple[int, int], bool] = {}

    def on(one: EffectT, other: EffectT) -> bool:
        key = id(one), id(other)
        if key not in known:
            known[key] = one is not other and depends(one, other)
        return known[key]

    def in_a_loop(one: EffectT, other: EffectT) -> bool:
        """Whether the other depends on the one, itself or by way of others."""
        seen, ahead = {id(other)}, [other]
        while ahead:
            at = ahead.pop()
            found = [each for each in waiting if id(each) not in seen and on(at, each)]
            if any(each is one for each in found):
                return True
            seen.update(map(id, found))
            ahead += found
        return False

    return next(
        (one for one in waiting if not any(on(one, other) and not in_a_loop(one, other) for other in waiting)), waiting[0]
    )


def _depends(board: Matching, change: _Change, other: _Change, layer: _Layer, affected: _Affected) -> bool:
    """613.8a: whether another effect of the layer changes whether this one exists, what it applies to, or what it does there."""
    takes_away = change.static and change.key not in affected and _takes_rules_text(other, layer)
    if not (takes_away or layer.asks(change.ability)):
        return False
    try:
        if takes_away and change.context.source in (
            affected[other.key][1] if other.key in affected else _applies_to(board, other)
        ):
            return True
        return _changes_what(board, change, other, layer, affected)
    except (FactNotStated, WordingNotUnderstood):
        if not (_is_stated(board, change) or _is_stated(board, other)):
            raise
        return False


def _changes_what(board: Matching, change: _Change, other: _Change, layer: _Layer, affected: _Affected) -> bool:
    """Whether what one effect applies to, or does there, is something else once the other is applied."""
    kept, abilities, without = dict(board.permanents), dict(board.abilities), set(board.without_abilities)
    types_set = set(board.creature_types_set)

    def does() -> dict[str, Permanent]:
        applies = affected[change.key][1] if change.key in affected else _applies_to(board, change)
        return {id: layer.change(board, kept[id], change.ability, _with_itself(board, change, id)) for id in applies}

    before = does()
    try:
        _apply(board, other, layer, affected[other.key][1] if other.key in affected else _applies_to(board, other))
        return does() != before
    finally:
        board.permanents.update(kept)
        board.abilities, board.without_abilities, board.keywords_found = abilities, without, {}
        board.creature_types_set = types_set


def _with_types(board: Matching, permanent: Permanent, change: a.ChangesCharacteristics, context: Context) -> Permanent:
    """205.1a–b: subtypes go with their card types, and new ones replace those of their kind."""
    new, old = frozenset(change.types), permanent.types
    left = of_card_types(old, _card_types_after(change, old.intersection(CARD_TYPES)))
    if not change.kept:
        left = tuple(each for each in left if not any(are_of_one_kind(each, other) for other in new))
    return changed(permanent, types=new.union(left))


def _card_types_after(change: a.ChangesCharacteristics, before: frozenset[str]) -> frozenset[str]:
    """205.1a–b: new card types replace those before, but an artifact creature keeps them, and so does what loses some by name."""
    set_to = frozenset(change.types).intersection(CARD_TYPES)
    replaced = bool(set_to) and not (change.kept or change.lost_types or set_to >= {"Artifact", "Creature"})
    return set_to if replaced else before.difference(change.lost_types) | set_to


def _with_colors(board: Matching, permanent: Permanent, change: a.ChangesCharacteristics, context: Context) -> Permanent:
    if change.kept:
        return changed(permanent, colors=permanent.colors.union(change.colors or ()))
    unstated = tuple(part for part in permanent.unstated if part != "colors")
    return changed(permanent, colors=frozenset(change.colors or ()), unstated=unstated)


def _with_base(board: Matching, permanent: Permanent, change: a.ChangesCharacteristics, context: Context) -> Permanent:
    """613.4b: what is stated as power and toughness holds its +1/+1 and -1/-1 counters, which go on top again."""
    more = (0, 0) if board.without_counters else grown(permanent.counters)
    if (included := permanent.included) is not None and included.hidden_by == change.text:
        more = more[0] - included.more_power, more[1] - included.more_toughness
    power, toughness = permanent.power, permanent.toughness
    if change.base_power is not None:
        power = board.quantity(change.base_power, context) + more[0]
    if change.base_toughness is not None:
        toughness = board.quantity(change.base_toughness, context) + more[1]
    set_to = change.base_power is not None and change.base_toughness is not None
    return changed(permanent, power=power, toughness=toughness, size_known=permanent.size_known or set_to)


def _with_more(board: Matching, permanent: Permanent, change: a.ChangesCharacteristics, context: Context) -> Permanent:
    """613.4c."""
    power, toughness = _more_of(board, change, context)
    return _grown(permanent, power, toughness)


def _more_of(board: Matching, change: a.ChangesCharacteristics, context: Context) -> tuple[int, int]:
    return _more(board, change.power, context), _more(board, change.toughness, context)


def _more(board: Matching, quantity: a.Quantity, context: Context) -> int:
    """107.1b: an X of +X/+X that would be below 0 is 0."""
    if isinstance(quantity, int):
        return quantity
    number = board.quantity(quantity, context)
    return number if isinstance(quantity, a.Scaled) else max(0, number)


def _switched(board: Matching, permanent: Permanent, change: a.ChangesCharacteristics, context: Context) -> Permanent:
    """613.4d."""
    return changed(permanent, power=permanent.toughness, toughness=permanent.power)


_OF_TYPES: Asks = frozenset(("types", "abilities", "designations"))
"""305.7: lands lose abilities as they become of a basic land type."""
_OF_COLORS: Asks = frozenset(("colors", "designations"))
_OF_SIZES: Asks = frozenset(("sizes", "designations"))
_TYPES = _Layer(lambda change: bool(change.types or change.lost_types), _OF_TYPES, _with_types)
_COLORS = _Layer(lambda change: change.colors is not None, _OF_COLORS, _with_colors)
_BASE = _Layer(lambda change: change.base_power is not None or change.base_toughness is not None, _OF_SIZES, _with_base)
_MORE = _Layer(lambda change: change.power != 0 or change.toughness != 0, _OF_SIZES, _with_more)
_SWITCH = _Layer(lambda change: change.switches, _OF_SIZES, _switched)


def _apply_abilities(board: Matching, begun: _Affected) -> bool:
    """Change the abilities of the board's permanents to what they have after everything that grants and removes some.

    Returns whether there is anything that does. `begun` gets what has begun to apply by that: "lose all abilities and have base
    power and toughness 1/1" is one effect, though the permanent that has it loses it (613.6).
    """
    waiting = [m for id, permanent in board.permanents.items() for m in _modifiers_among(permanent, board.abilities[id])]
    waiting += _keyword_counters(board)
    for timed in board.state.board.effects.values():
        for ability in timed.effect.abilities:
            modifies = _modification(ability)
            if modifies is not None:
                context = Context(timed.effect.source, timed.effect.controller)
                waiting.append(_Modifier(timed.timestamp, modifies, context, None, modifies is not ability))
    modified = bool(waiting)
    many = len(waiting) >= MANY
    matched: MatchedOnce | None = None
    barred: list[tuple[_Modifier, tuple[str, ...]]] = []
    while waiting:
        waiting.sort(key=lambda modifier: modifier.timestamp)
        modifier = waiting[0]
        if all(each.independent for each in waiting):
            matched = matched or (MatchedOnce(board) if many else None)
        else:
            matched = None
            modifier = _first_modifier(board, waiting)
        waiting.remove(modifier)
        if not _exists(board, modifier):
            continue
        affected = _affected(board, modifier, matched)
        for part in waiting:
            if modifier.of is not None and part.of is not None and part.context == modifier.context:
                # "Has defender and loses all other abilities" is one effect: it goes on though its source loses it (613.6).
                part.of = None if part.of.text == modifier.of.text else part.of
        begun |= {change.key: (change, affected) for change in _together_with(board, modifier)}
        board.abilities = _applied(board, modifier, affected)
        board.modified_by.append((modifier.ability, modifier.context, affected))
        for cant_have, ids in barred:
            board.abilities = _applied(board, cant_have, ids)
        if isinstance(modifier.ability, a.Removes) and modifier.ability.keywords is None:
            board.without_abilities.update(affected)
        if isinstance(modifier.ability, a.Removes) and modifier.ability.cant_have:
            barred.append((modifier, affected))  # 113.11
        board.keywords_found = {}
        if isinstance(modifier.ability, a.Grants) and any(map(_modification, modifier.ability.abilities)):
            for id in affected:
                granted = [ability for ability in modifier.ability.abilities if ability in board.abilities[id]]
                waiting.extend(_modifiers_among(board.permanents[id], granted))
    return modified


def _together_with(board: Matching, modifier: _Modifier) -> Iterator[_Change]:
    """What changes characteristics of the same permanents by the same sentence."""
    if modifier.of is None or modifier.context.source is None:
        return
    for change in _static_of(board, board.permanents[modifier.context.source]):
        if change.ability.text == modifier.of.text and change.ability.permanents == modifier.ability.permanents:
            yield change


def _modifiers_among(permanent: Permanent, abilities: Iterable[a.Ability]) -> Iterator[_Modifier]:
    for ability in abilities:
        modifies = _modification(ability)
        if modifies is not None:
            context = Context(permanent.id, permanent.controller)
            yield _Modifier(permanent.timestamp, modifies, context, ability, modifies is not ability)


def _keyword_counters(board: Matching) -> Iterator[_Modifier]:
    """122.1b: a keyword counter gives its keyword."""
    for id, permanent in board.permanents.items():
        for counter, number in permanent.counters.items():
            if number and given_by_counters(counter):
                keyword = a.KeywordAbility(keyword=counter.lower(), text=f"{counter} counter")
                gives = a.Grants(permanents=a.THIS, abilities=(keyword,))
                since = permanent.counters_since.get(counter, permanent.timestamp)
                yield _Modifier(since, gives, Context(id, permanent.controller), None)


def _exists(board: Matching, modifier: _Modifier) -> bool:
    source = modifier.context.source
    return modifier.of is None or (source is not None and modifier.of in board.abilities[source])


def _affected(board: Matching, modifier: _Modifier, matched: MatchedOnce | None = None) -> tuple[str, ...]:
    board.budget.keep_time()
    affected = _those(board, modifier.ability, modifier.context, matched)
    if modifier.suspects:
        ended = {id for id in affected if board.is_ended("suspected", board.permanents[id], modifier.timestamp)}
        affected = tuple([id for id in affected if id not in ended])
    return affected


def _applied(board: Matching, modifier: _Modifier, affected: tuple[str, ...]) -> dict[str, tuple[a.Ability, ...]]:
    abilities = dict(board.abilities)
    ability = modifier.ability
    for id in affected:
        if isinstance(ability, a.Grants):
            abilities[id] = (*abilities[id], *ability.abilities)
        elif ability.keywords is None:
            abilities[id] = ()
        else:
            lost = ability.keywords
            abilities[id] = tuple(
                held for held in abilities[id] if not (isinstance(held, a.KeywordAbility) and _is_lost(held.keyword, lost))
            )
    return abilities


def _first_modifier(board: Matching, waiting: list[_Modifier]) -> _Modifier:
    known: dict[int, tuple[bool, tuple[str, ...]]] = {}

    def as_it_is(one: _Modifier) -> tuple[bool, tuple[str, ...]]:
        if id(one) not in known:
            known[id(one)] = _exists(board, one), _affected(board, one)
        return known[id(one)]

    def depends(one: _Modifier, other: _Modifier) -> bool:
        """613.8a: whether the other effect changes whether this one exists, or what it applies to."""
        before, (exists, affected) = as_it_is(one), as_it_is(other)
        if not exists:
            return False
        kept, kept_keywords = board.abilities, board.keywords_found
        try:
            board.abilities, board.keywords_found = _applied(board, other, affected), {}
            return (_exists(board, one), _affected(board, one)) != before
        finally:
            board.abilities, board.keywords_found = kept, kept_keywords

    return _first(waiting, depends)


def _is_lost(keyword: str, lost: tuple[str, ...]) -> bool:
    return keyword in lost or (
        ("landwalk" in lost and keyword.endswith("walk")) or (keyword == "bands with other" and "banding" in lost)
    )
