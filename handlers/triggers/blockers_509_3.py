"""Abilities that trigger on blockers being declared and on what changes blocks later: the seven cases 509.3a–g.

Each looks at the moment it happens (case f): characteristics that change afterwards don't matter. Variants of older editions
stand beside the newest; the edition picks one. The cases were 509.4a–g from 2009-07-11, 509.5a–g from 2016-09-30 to 2024-11-07.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

from ...events import abilities as a
from ...events.declarations import AbilityTriggered
from ...projections.frozen import NOTHING
from ..rulebook.concepts import Concept
from ..rulebook.editions import Edition
from ..view.context import Context, HeldTrigger
from ..view.view import View
from .triggered import Occurrences, each_counts, matches, occasions_of, triggered

How = Literal["declared", "by effect", "entered", "removed"]


class BlockingChange(NamedTuple):
    """What just happened to blocks, and how: declared, by an effect, by entering the battlefield, or blockers were removed.

    `pairs`: each (blocker, attacker) that began now. `named`: the pairs that an effect asked for, whether they began now or
    before. `first`: the blockers that weren't blocking before. `were_unblocked`: attackers that became blocked and were unblocked
    before (or neither, at the declaration). `first_blocked`: attackers that were never blocked before in this combat.
    `unblocked`: attackers for which no blocker was declared. `before`: attacker → its blockers before, where they changed.
    `blocking_before`: blocker → the attackers that it blocked before, where they changed."""

    how: How
    pairs: tuple[tuple[str, str], ...] = ()
    named: tuple[tuple[str, str], ...] = ()
    first: tuple[str, ...] = ()
    were_unblocked: tuple[str, ...] = ()
    first_blocked: tuple[str, ...] = ()
    unblocked: tuple[str, ...] = ()
    before: Mapping[str, tuple[str, ...]] = NOTHING
    blocking_before: Mapping[str, tuple[str, ...]] = NOTHING


RecognisesBlocks = Callable[[View, HeldTrigger, Any, BlockingChange], list[str]]
"""One of the seven cases: for which creatures an ability triggers."""


def block_triggers(view: View, edition: Edition, happened: BlockingChange) -> Iterator[AbilityTriggered]:
    """What triggers on what just happened, each case as the edition has it."""

    def bound(case: RecognisesBlocks) -> Occurrences:
        return lambda view, held, event: case(view, held, event, happened)

    def occasions(view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str]) -> list[a.TriggerContext]:
        return _of_those(view, held, event, about, happened)

    if view.triggering:
        yield from triggered(
            view, {event: (concept, bound(case)) for event, (concept, case) in _cases(edition).items()}, occasions
        )


_OF_SEVERAL = a.SomeBlock | a.SomeBecomeBlocked | a.SomeArentBlocked | a.BlocksNumber | a.BecomesBlockedByNumber


def _of_those(
    view: View, held: HeldTrigger, event: a.TriggerEvent, about: list[str], happened: BlockingChange
) -> list[a.TriggerContext]:
    """What it triggered for; "those creatures" are the several that it names."""
    known = occasions_of(view, held, event, about)
    if not isinstance(event, _OF_SEVERAL):
        return known
    groups = [_those(view, held, event, each, happened) for each in about]
    attacked = isinstance(event, a.SomeArentBlocked) and each_counts(event.targets)
    return [
        occasion.model_copy(
            update={"group": tuple(group), "amount": len(group), "player": occasion.defending if attacked else occasion.player}
        )
        for occasion, group in zip(known, groups, strict=True)
    ]


def _those(view: View, held: HeldTrigger, event: Any, about: str, happened: BlockingChange) -> list[str]:
    """The creatures that block, become blocked or aren't blocked together, or that one of them blocks, or is blocked by."""
    match event:
        case a.BlocksNumber():
            attackers = view.combat.blockers.get(about, ())
            return [each for each in attackers if matches(view, event.attackers, each, _pair(held, about, each, about))]
        case a.BecomesBlockedByNumber():
            blockers = view.combat.blockers_of(about)
            return [each for each in blockers if matches(view, event.blockers, each, _pair(held, each, about, about))]
        case a.SomeArentBlocked():
            alone = a.IsntBlocked(creatures=event.creatures, targets=event.targets)
            found = isnt_blocked(view, held, alone, happened)
            if not each_counts(event.targets):
                return found
            return [each for each in found if view.combat.attackers[each].target == view.combat.attackers[about].target]
    among = happened.first if isinstance(event, a.SomeBlock) else happened.were_unblocked
    return _those_of(view, event.creatures, among, held)


@cache
def _cases(edition: Edition) -> dict[type[Any], tuple[Concept, RecognisesBlocks]]:
    """The seven cases, in the edition's variants."""
    return {
        a.Blocks: (Concept.BLOCK_TRIGGER_BLOCKS, _BLOCKS[edition.blocks_trigger]),
        a.SomeBlock: (Concept.BLOCK_TRIGGER_BLOCKS, some_block),
        a.BlocksCreature: (Concept.BLOCK_TRIGGER_BLOCKS_A_CREATURE, _BLOCKS_A_CREATURE[edition.blocks_a_creature_trigger]),
        a.BecomesBlocked: (
            Concept.BLOCK_TRIGGER_BECOMES_BLOCKED,
            _RAMPAGE[edition.rampage](_BECOMES_BLOCKED[edition.becomes_blocked_trigger]),
        ),
        a.BecomesBlockedBy: (
            Concept.BLOCK_TRIGGER_BECOMES_BLOCKED_BY,
            _BECOMES_BLOCKED_BY[edition.becomes_blocked_by_trigger],
        ),
        a.BlocksNumber: (Concept.BLOCK_TRIGGER_NUMBER, _NUMBER[edition.number_trigger](blocks_number)),
        a.BecomesBlockedByNumber: (Concept.BLOCK_TRIGGER_NUMBER, _NUMBER[edition.number_trigger](becomes_blocked_by_number)),
        a.SomeBecomeBlocked: (Concept.BLOCK_TRIGGER_BECOMES_BLOCKED, some_become_blocked),
        a.SomeArentBlocked: (Concept.BLOCK_TRIGGER_UNBLOCKED, some_arent_blocked),
        a.IsntBlocked: (Concept.BLOCK_TRIGGER_UNBLOCKED, _ISNT_BLOCKED[edition.unblocked_trigger]),
    }


def _about(view: View, filter: a.Filter, creature: str, held: HeldTrigger) -> bool:
    return matches(view, filter, creature, held.context._replace(subject=creature))


def _those_of(view: View, filter: a.Filter, creatures: Iterable[str], held: HeldTrigger) -> list[str]:
    return [creature for creature in creatures if _about(view, filter, creature, held)]


def _pair(held: HeldTrigger, blocker: str, attacker: str, subject: str) -> Context:
    return held.context._replace(subject=subject, blocker=blocker, attacker=attacker)


def blocks(view: View, held: HeldTrigger, event: a.Blocks, happened: BlockingChange) -> list[str]:
    """a: [a creature] blocks: once, if declared or made to block while it wasn't blocking; not if it entered blocking."""
    if happened.how == "entered" or (event.alone and not (happened.how == "declared" and len(happened.first) == 1)):
        return []
    return _those_of(view, event.creatures, happened.first, held)


def some_block(view: View, held: HeldTrigger, event: a.SomeBlock, happened: BlockingChange) -> list[str]:
    """a, for "one or more creatures block": once for all of them."""
    if happened.how == "entered":
        return []
    about = _those_of(view, event.creatures, happened.first, held)
    return about[:1] if len(about) >= event.minimum else []


def blocks_a_creature(view: View, held: HeldTrigger, event: a.BlocksCreature, happened: BlockingChange) -> list[str]:
    """b: [a creature] blocks a creature: once for each attacker it wasn't blocking already; not if it entered blocking."""
    if happened.how == "entered":
        return []
    return [
        attacker
        for blocker, attacker in happened.pairs
        if matches(view, event.creatures, blocker, _pair(held, blocker, attacker, blocker))
        and matches(view, event.attackers, attacker, _pair(held, blocker, attacker, blocker))
    ]


def becomes_blocked(view: View, held: HeldTrigger, event: a.BecomesBlocked, happened: BlockingChange) -> list[str]:
    """c: [a creature] becomes blocked: once, by declaration, effect or entering blocker, if it was unblocked."""
    return _those_of(view, event.creatures, happened.were_unblocked, held)


def becomes_blocked_first(view: View, held: HeldTrigger, event: a.BecomesBlocked, happened: BlockingChange) -> list[str]:
    """c, until 2009-07-10: only the first time it becomes blocked that combat."""
    return _those_of(view, event.creatures, happened.first_blocked, held)


def becomes_blocked_by(view: View, held: HeldTrigger, event: a.BecomesBlockedBy, happened: BlockingChange) -> list[str]:
    """d: [a creature] becomes blocked by a creature: once for each that begins to block it, however that comes about; not for an
    effect without a creature."""
    return _blocked_by(view, held, event, happened.pairs)


def becomes_blocked_by_declared_or_effect(
    view: View, held: HeldTrigger, event: a.BecomesBlockedBy, happened: BlockingChange
) -> list[str]:
    """d, 2009-07-11 to 2010-01-31: for a declared blocker, and for one that an effect makes block, even if it was blocking it
    already; not for one that enters blocking."""
    if happened.how == "entered":
        return []
    return _blocked_by(view, held, event, happened.named if happened.how == "by effect" else happened.pairs)


def becomes_blocked_by_entering_first(
    view: View, held: HeldTrigger, event: a.BecomesBlockedBy, happened: BlockingChange
) -> list[str]:
    """d, 2006-05-01 to 2009-07-10: likewise, and for one that enters blocking a creature not blocked before in that combat."""
    if happened.how != "entered":
        return becomes_blocked_by_declared_or_effect(view, held, event, happened)
    first = tuple((blocker, attacker) for blocker, attacker in happened.pairs if attacker in happened.first_blocked)
    return _blocked_by(view, held, event, first)


def _blocked_by(view: View, held: HeldTrigger, event: a.BecomesBlockedBy, pairs: tuple[tuple[str, str], ...]) -> list[str]:
    return [
        blocker
        for blocker, attacker in pairs
        if matches(view, event.creatures, attacker, _pair(held, blocker, attacker, attacker))
        and matches(view, event.blockers, blocker, _pair(held, blocker, attacker, attacker))
    ]


def _reached(event: a.BlocksNumber | a.BecomesBlockedByNumber, before: int, now: int) -> bool:
    """Whether the number asked for is there now and wasn't before."""

    def fits(number: int) -> bool:
        return event.minimum <= number and (event.maximum is None or number <= event.maximum)

    return fits(now) and not fits(before)


def blocks_number(view: View, held: HeldTrigger, event: a.BlocksNumber, happened: BlockingChange) -> list[str]:
    """e: [a creature] blocks so many creatures: by declaration, or because effects add or remove attackers it blocks."""
    about = []
    for blocker, before in happened.blocking_before.items():
        if happened.how == "entered" or not _about(view, event.creatures, blocker, held):
            continue
        now = view.combat.blockers.get(blocker, ())
        counted = [
            sum(matches(view, event.attackers, attacker, _pair(held, blocker, attacker, blocker)) for attacker in attackers)
            for attackers in (before, now)
        ]
        if _reached(event, *counted):
            about.append(blocker)
    return about


def becomes_blocked_by_number(
    view: View, held: HeldTrigger, event: a.BecomesBlockedByNumber, happened: BlockingChange
) -> list[str]:
    """e: [a creature] becomes blocked by so many creatures: likewise."""
    about = []
    for attacker, before in happened.before.items():
        if attacker not in view.combat.attackers or not _about(view, event.creatures, attacker, held):
            continue
        now = view.combat.blockers_of(attacker)
        counted = [
            sum(matches(view, event.blockers, blocker, _pair(held, blocker, attacker, attacker)) for blocker in blockers)
            for blockers in (before, now)
        ]
        if _reached(event, *counted):
            about.append(attacker)
    return about


def isnt_blocked(view: View, held: HeldTrigger, event: a.IsntBlocked, happened: BlockingChange) -> list[str]:
    """g: [a creature] attacks and isn't blocked: if no blockers are declared for it, even if it never was declared itself."""
    about = []
    for creature in happened.unblocked:
        attack, about_it = view.combat.attackers[creature], held.context._replace(subject=creature)
        if _about(view, event.creatures, creature, held) and (
            event.targets is None or (attack.target is not None and view.is_among(event.targets, attack.target, about_it))
        ):
            about.append(creature)
    return about


def some_become_blocked(view: View, held: HeldTrigger, event: a.SomeBecomeBlocked, happened: BlockingChange) -> list[str]:
    """c, for "one or more creatures become blocked": once for all of them."""
    about = _those_of(view, event.creatures, happened.were_unblocked, held)
    return about[:1] if len(about) >= event.minimum else []


def some_arent_blocked(view: View, held: HeldTrigger, event: a.SomeArentBlocked, happened: BlockingChange) -> list[str]:
    """g, for "one or more creatures attack and aren't blocked": once for all of them; with targets, once for each of those
    (603.2c)."""
    each = a.IsntBlocked(creatures=event.creatures, targets=event.targets)
    about = isnt_blocked(view, held, each, happened)
    if not each_counts(event.targets):
        return about[:1] if len(about) >= event.minimum else []
    attacking: dict[str | None, list[str]] = {}
    for creature in about:
        attacking.setdefault(view.combat.attackers[creature].target, []).append(creature)
    return [creatures[0] for creatures in attacking.values() if len(creatures) >= event.minimum]


def isnt_blocked_if_declared(view: View, held: HeldTrigger, event: a.IsntBlocked, happened: BlockingChange) -> list[str]:
    """g, until 2013-04-30: only a creature that was declared as an attacker."""
    return [creature for creature in isnt_blocked(view, held, event, happened) if creature in view.combat.attacked]


def _if_declared(case: RecognisesBlocks) -> RecognisesBlocks:
    """Only at the declaration: a from 2006-05-01 to 2009-07-10, b from 2006-05-01 to 2010-01-31, e until 2001-07-22."""
    return lambda view, held, event, happened: case(view, held, event, happened) if happened.how == "declared" else []


def _rampage_if_blocked_by_two(case: RecognisesBlocks) -> RecognisesBlocks:
    """Rampage, 2001-07-23 to 2003-06-30 (502.12a): only as it becomes blocked by two or more creatures."""

    def recognised(view: View, held: HeldTrigger, event: Any, happened: BlockingChange) -> list[str]:
        found = case(view, held, event, happened)
        return [id for id in found if held.keyword != "rampage" or len(view.combat.blockers_of(id)) > 1]

    return recognised


_RAMPAGE: dict[str, Callable[[RecognisesBlocks], RecognisesBlocks]] = {
    "becomes blocked": lambda case: case,
    "becomes blocked by two or more": _rampage_if_blocked_by_two,
}
_BLOCKS: dict[str, RecognisesBlocks] = {"declared or by effect": blocks, "declared": _if_declared(blocks)}
_BLOCKS_A_CREATURE: dict[str, RecognisesBlocks] = {
    "declared or by effect": blocks_a_creature,
    "declared": _if_declared(blocks_a_creature),
}
_BECOMES_BLOCKED: dict[str, RecognisesBlocks] = {
    "if it was unblocked": becomes_blocked,
    "first time that combat": becomes_blocked_first,
}
_BECOMES_BLOCKED_BY: dict[str, RecognisesBlocks] = {
    "declared, entering or new by effect": becomes_blocked_by,
    "declared or any effect": becomes_blocked_by_declared_or_effect,
    "declared, entering first or any effect": becomes_blocked_by_entering_first,
}
_NUMBER: dict[str, Callable[[RecognisesBlocks], RecognisesBlocks]] = {"any change": lambda case: case, "declared": _if_declared}
_ISNT_BLOCKED: dict[str, RecognisesBlocks] = {"any attacker": isnt_blocked, "declared attackers": isnt_blocked_if_declared}
