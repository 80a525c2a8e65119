"""Finds events that may trigger abilities whose trigger events aren't modelled: the game is marked with each such ability.

The same goes for power and toughness that a board states: how static abilities change them from then on isn't known. And
for state-based actions that apply now and aren't performed: of what there can be only one (704.5j–k), and what may not be
attached (704.5m–n).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from ...events import abilities as a
from ...events import damage as g
from ...events import declarations as d
from ...events import facts as t
from ...events import stack as s
from ...events.catalogue import Event
from ...events.errors import FactNotStated, WordingNotUnderstood
from ...events.types import PLANESWALKER_TYPES
from ...projections.board import Permanent
from ..attempt import Attempt, Draft
from ..rulebook.editions import Edition
from ..view.context import Context, Held
from ..view.protection_702_16 import is_protected
from ..view.view import View

_UNKNOWN = "it triggers on what happened or changes it, or may: that isn't modelled"
_STATED = "power and toughness, colors and types are stated, and what happened changes what this makes of them"


class _Happening(NamedTuple):
    """One thing that happened, to a permanent or a player. "declared": a permanent attacks or blocks, or becomes blocked or
    unblocked; what is known to wait for that is modelled."""

    kind: a.HappeningKind | Literal["declared"]
    controller: str
    id: str | None = None
    types: frozenset[str] = frozenset()
    text: str = ""
    """Of the ability that did it."""


def mark_not_modelled(draft: Draft, before: View, since: int, also: Iterable[Event] = ()) -> None:
    """Mark the game with what the draft's events from number `since` on may set off, or may change, unseen by the rules here.

    `before`: the board before them. `also`: what happened before these and stands in the log.
    """
    after = draft.view
    _mark_unperformed(draft, before, since)
    if triggering := _waiting(before, after):
        happened = list(_happenings((*also, *draft.events[since:]), before, after, draft.edition))
        marks = {(mark.source, mark.ability) for mark in draft.state.stack.marks}
        for held in triggering:
            if any(_sets_off(after, held, each) for each in happened) and _may_hold(after, held):
                _mark(draft, held, _UNKNOWN, marks)
    mark_underived(draft, before, since)


def mark_declared(attempt: Attempt[Any]) -> None:
    """The same as a declaration is completed, with what became tapped since it began: it may have waited for payment."""
    before, completed = attempt.before, attempt.completing
    assert completed is not None, "creatures became attacking or blocking before"
    began: list[Event] = [*completed.mana_abilities]
    if _waiting(before.view, attempt.draft.view):
        began += [t.PermanentTapped(id=id) for id in (*completed.tapped, *completed.tapped_for_costs)]
    mark_not_modelled(attempt.draft, before.view, len(before.events), began)


def _waiting(before: View, after: View) -> list[Held[a.NotModelledAbility]]:
    return [*before.held(a.NotModelledAbility), *after.held(a.NotModelledAbility)]


def mark_underived(draft: Draft, before: View, since: int) -> None:
    """Mark the game with what can't be derived from what is stated, where that begins to matter: a text that isn't understood or
    asks for what no board states, and what lies below a size, colors or types that were set.

    `before`: the board before the draft's events from number `since` on.
    """
    after = draft.view
    if after.as_stated and before.as_stated:
        return
    marks = {(mark.source, mark.ability) for mark in draft.state.stack.marks}
    for source, text, why in (*_uncovered(before, after), *_bared(before, after), *_asked(before, after, draft.events[since:])):
        if (source, text) not in marks and source in after.board.permanents:
            marks.add((source, text))
            controller = after.board.permanents[source].controller
            draft.append(s.AbilityNotCarriedOut(number=0, source=source, controller=controller, ability=text, why=why))
    stated = dict.fromkeys((*before.held(a.ChangesStatedValues), *after.held(a.ChangesStatedValues)))
    moved, declared = _moved(draft.events[since:]), _declared(draft.events[since:])
    for changing in stated:
        was, now = _comes_to(before, changing), _comes_to(after, changing)
        may_change = moved or (declared and _OF_COMBAT.search(changing.text) is not None)
        if may_change if was is None or now is None else any(was.get(id) != now.get(id) for id in after.permanents):
            _mark(draft, changing, _STATED, marks)


_MOVED = (t.PermanentEntered, t.PermanentLeft, t.ControllerChanged)


_OF_COMBAT = re.compile(r"\b(?:un)?(?:attack|block|combat)", re.IGNORECASE)
"""What isn't understood and says that may change as creatures attack and block."""


def _declared(events: Iterable[Event]) -> bool:
    return any(isinstance(event, d.BecameAttacking | d.BecameBlocking | d.BecameBlocked) for event in events)


def _moved(events: Iterable[Event]) -> bool:
    return any(isinstance(event, _MOVED) for event in events)


def _uncovered(before: View, after: View) -> Iterator[tuple[str, str, str]]:
    """The permanents of which something else set the size as they were stated, and no longer does: the text, and why."""
    for id, permanent in after.permanents.items():
        if (included := permanent.included) is not None and included.hidden_by:
            for name in ("power", "toughness"):
                if (id, name) in before.set_by and (id, name) not in after.set_by:
                    yield (
                        id,
                        included.hidden_by,
                        f"what its base power and toughness are without {included.hidden_by!r} isn't known",
                    )


def _bared(before: View, after: View) -> Iterator[tuple[str, str, str]]:
    """The permanents of which something else made the colors or types that were stated, and no longer does: the text, and why."""
    for id, permanent in after.permanents.items():
        if (included := permanent.included) is not None:
            for part, texts in (("colors", included.colors_by), ("types", included.types_by)):
                was, now = (view.changed_by.get((id, part), {}) for view in (before, after))
                for text in texts:
                    if text in was and text not in now:
                        yield id, text, f"what its {part} are without {text!r} isn't known"


def _asked(before: View, after: View, events: list[Event]) -> Iterator[tuple[str, str, str]]:
    """The texts that ask for what no board states, or did as what they are about was stated."""
    moved = _moved(events)
    for source, text in {**before.underived, **after.underived}:
        if moved or (source, text) not in before.underived or (source, text) not in after.underived:
            yield source, text, _STATED


_CHANGING = frozenset(
    (
        t.PermanentEntered,
        t.ControllerChanged,
        t.AttachmentChanged,
        t.EffectBegan,
        t.CharacteristicsChanged,
        s.Transformed,
        s.BecameCopy,
    )
)
"""Events that may make a state-based action apply that isn't performed."""


def _mark_unperformed(draft: Draft, before: View, since: int) -> None:
    """Mark the game with state-based actions that apply now, didn't before, and aren't performed."""
    if _CHANGING.isdisjoint(map(type, draft.events[since:])):
        return
    applied, view = _unperformed(before, draft.edition), draft.view
    for (id, rule), why in _unperformed(view, draft.edition).items():
        if (id, rule) not in applied:
            controller = view.permanents[id].controller
            draft.append(s.AbilityNotCarriedOut(number=0, source=id, controller=controller, ability=rule, why=why))


def _unperformed(view: View, edition: Edition) -> dict[tuple[str, str], str]:
    """Permanent and rule → what about it isn't performed."""
    found = not_unique(view, edition)
    for permanent in view.permanents.values():
        host = view.permanents.get(permanent.attached_to or "")
        if host is None or permanent.types.isdisjoint(("Aura", "Equipment")):
            continue
        if "Creature" not in host.types or is_protected(view, host.id, permanent):
            rule = "704.5m" if "Aura" in permanent.types else "704.5n"
            found[permanent.id, "attached"] = f"whether it may still be attached to {host.id} isn't checked ({rule})"
    return found


def not_unique(view: View, edition: Edition) -> dict[tuple[str, str], str]:
    """Permanent and rule → what about it isn't performed, where there is one already of which there can be only one."""
    found: dict[tuple[str, str], str] = {}
    there: set[tuple[str, ...]] = set()
    for permanent in view.permanents.values():
        for rule, kind, of_one_player in _only_one(permanent, edition):
            key = (rule, kind, permanent.controller) if of_one_player else (rule, kind)
            if key in there:
                asked = "which of several is kept isn't asked" if of_one_player else "what it puts into graveyards stays"
                found[permanent.id, rule] = asked
            there.add(key)
    return found


def _only_one(permanent: Permanent, edition: Edition) -> Iterator[tuple[str, str, bool]]:
    """By which rules there can be only one: of what kind, and whether for each player."""
    types, unique = permanent.types, edition.unique
    if not types.isdisjoint(("Legendary", "Legend")) and permanent.name:  # a creature type until 2004-09-30
        yield "the legend rule", permanent.name, "legends of one player" in unique
    if "Planeswalker" in types and not unique.isdisjoint(("planeswalkers", "planeswalkers of one player")):
        for type in sorted(types.intersection(PLANESWALKER_TYPES)):
            yield "the planeswalker uniqueness rule", type, "planeswalkers of one player" in unique
    if "World" in types:
        yield "the world rule", "", False


Beginning = Literal["turn begins", "combat begins", "postcombat main phase begins", "end step begins"]


def triggering_as(view: View, what: Beginning) -> list[Held[a.NotModelledAbility]]:
    """What triggers as something begins: none of these abilities is modelled."""
    board = view.board
    happened = [_Happening(what, player) for player in board.active_side or filter(None, (board.active,))]
    triggering = [held for held in view.held(a.NotModelledAbility) if any(_sets_off(view, held, each) for each in happened)]
    return [held for held in triggering if _may_hold(view, held)]


def holding(view: View) -> list[Held[a.NotModelledAbility]]:
    """The state triggers (603.8) whose condition is so, or may be: none of these abilities is modelled."""
    states = (each for each in view.held(a.NotModelledAbility) if "state" in each.ability.on)
    return [held for held in states if _may_hold(view, held)]


def _may_hold(view: View, held: Held[a.NotModelledAbility]) -> bool:
    """Whether its condition is so, or isn't known."""
    try:
        return view.holds(held.ability.condition, held.context)
    except (FactNotStated, WordingNotUnderstood):
        return True


def mark_beginning(draft: Draft, what: Beginning) -> None:
    """Mark the game with what triggers as something begins."""
    if triggering := triggering_as(draft.view, what):
        marks = {(mark.source, mark.ability) for mark in draft.state.stack.marks}
        for held in triggering:
            _mark(draft, held, _UNKNOWN, marks)


def _comes_to(view: View, held: Held[a.ChangesStatedValues]) -> dict[str, tuple[int | None, ...]] | None:
    """Permanent → what the change is of power and toughness, and of their bases; None: that isn't known."""
    source = view.permanents.get(held.source or "")
    if source is None:
        return {}
    change, context = held.ability.change, Context(source.id, source.controller)
    if change is None:
        return None
    sizes = (change.power, change.toughness, change.base_power, change.base_toughness)
    try:
        affected = view.matching(change.permanents, context) if view.holds(change.condition, context) else ()
        return {
            each.id: tuple(None if size is None else view.quantity(size, context._replace(itself=each.id)) for size in sizes)
            for each in affected
        }
    except (FactNotStated, WordingNotUnderstood):
        return None


def _mark(
    draft: Draft, held: Held[a.NotModelledAbility] | Held[a.ChangesStatedValues], why: str, marks: set[tuple[str, str]]
) -> None:
    source = held.source or held.context.you
    if (source, held.text) not in marks:
        marks.add((source, held.text))
        draft.append(s.AbilityNotCarriedOut(number=0, source=source, controller=held.context.you, ability=held.text, why=why))


def _sets_off(view: View, held: Held[a.NotModelledAbility], happened: _Happening) -> bool:
    ability = held.ability
    if happened.kind == "done" and ability.on:
        return any(word in happened.text for word in ability.words)
    if ability.on and happened.kind not in ability.on:
        return False
    if ability.itself and happened.id is not None:
        return happened.id == held.source
    if ability.whose == "you" and happened.controller != held.context.you:
        return False
    if ability.whose == "opponents" and not view.board.are_opponents(held.context.you, happened.controller):
        return False
    return not ability.types or happened.id is None or not happened.types.isdisjoint(ability.types)


def _happenings(events: Iterable[Event], before: View, after: View, edition: Edition) -> Iterator[_Happening]:
    events = list(events)
    phased_out = {each.id for each in events if isinstance(each, t.PermanentPhasedOut)}
    resolved = (each for each in events if isinstance(each, s.AbilityResolved | s.AbilityDidntResolve | s.AbilityNotCarriedOut))
    controllers = {each.number: each.controller for each in (*after.state.stack.abilities, *resolved)}
    yield from _resized(before, after)
    for event in events:
        match event:
            case t.PermanentEntered():
                yield _Happening("enters", event.controller, event.id, frozenset(event.types))
            case t.PermanentLeft() if event.id not in phased_out:  # a token ceases to exist then
                yield from _of(event.id, before, "leaves", *(("sacrificed",) if event.why == "sacrificed" else ()))
            case t.PermanentPhasedOut():
                yield from _of(event.id, before, "phased out", *(("leaves",) if edition.phasing_out_leaves else ()))
            case t.PermanentPhasedIn():
                yield from _of(event.id, after, "phased in")
            case t.ControllerChanged():
                yield from (*_of(event.id, before, "control"), *_of(event.id, after, "control"))
            case t.PermanentTapped():
                yield from _of(event.id, after, "tapped")
            case t.PermanentUntapped():
                yield from _of(event.id, after, "untapped")
            case d.AttackersTapped():
                for id in event.attackers:
                    yield from _of(id, after, "tapped")
            case d.BecameAttacking() | d.BecameBlocked() | d.BecameUnblocked():
                for id in event.attackers:
                    yield from _of(id, after, "declared")
            case d.BecameBlocking():
                for id in event.blockers:
                    yield from _of(id, after, "declared")
            case t.LifeChanged():
                yield _Happening("life gained" if event.change > 0 else "life lost", event.player)
            case t.PlayerTotalsChanged() if event.hand is not None or event.graveyard is not None:
                yield _Happening("cards", event.player)
                if event.graveyard is not None and event.graveyard < before.board.graveyard[event.player]:
                    yield _Happening("graveyard left", event.player)
            case d.ManaAbilityActivated(taps_source=True):
                yield from _of(event.source, after, "tapped for mana")
            case s.CardsDrawnOrDiscarded():
                yield _Happening("cards", event.player)
            case s.CardMoved(id=id):
                if (card := before.board.cards.get(id) or after.board.cards.get(id)) is not None:
                    yield _Happening("cards", card.card.owner)
                    if id in before.board.cards and before.board.cards[id].zone == "graveyard":
                        yield _Happening("graveyard left", card.card.owner)
            case s.CountersChanged():
                yield from _of(event.id, after, "counters")
            case t.CharacteristicsChanged():
                if event.counters is not None:
                    yield from _of(event.id, after, "counters")
                if event.marked:
                    yield from _of(event.id, after, "damage")
            case s.PlayerCountersChanged() | s.PoisonGiven():
                yield _Happening("counters", event.player)
            case t.AttachmentChanged():
                yield from _of(event.id, after, "attached")
                if event.attached_to in after.permanents:
                    yield from _of(event.attached_to, after, "attached")
            case s.AbilityResolved():
                yield _Happening("done", event.controller, text=event.ability.lower())
                if _may_have_cast(event):
                    yield _Happening("elsewhere", event.controller)
            case s.TargetsChosen():
                for id in (id for chosen in event.targets for id in chosen):
                    target = before.permanents.get(id)
                    by_opponent = target is not None and controllers.get(event.number) != target.controller
                    yield from _of(id, before, "targeted", *(("targeted by opponents",) if by_opponent else ()))
            case g.CombatDamageDealt() | s.AbilityDamageDealt():
                yield from _by_damage(event, before)
            case _:
                pass


def _resized(before: View, after: View) -> Iterator[_Happening]:
    for id, now in after.permanents.items():
        if (was := before.permanents.get(id)) is not None and (was.power, was.toughness) != (now.power, now.toughness):
            yield from _of(id, after, "size changed")


def _may_have_cast(resolved: s.AbilityResolved) -> bool:
    """Whether a player may have cast or played something as it resolved (608.2g), no event states it: not later in the turn."""
    if "may: not done" in resolved.choices:
        return False
    done = _QUOTED.sub("", resolved.ability).split(",", 1)[-1].split(". ")  # what is given does nothing yet
    return any(_CASTS.search(each) is not None and _LATER.search(each) is None for each in done)


_QUOTED = re.compile(r'"[^"]*"|“[^”]*”')
_CASTS = re.compile(r"\b(?:cast|play)\b")
_LATER = re.compile(r"\b(?:this turn|until|as long as|during|next|can't|additional)\b", re.IGNORECASE)


def _by_damage(event: g.CombatDamageDealt | s.AbilityDamageDealt, before: View) -> Iterator[_Happening]:
    for kind in ("damage", "noncombat damage") if isinstance(event, s.AbilityDamageDealt) else ("damage",):
        for id in dict.fromkeys(id for each in event.damage if each.dealt for id in (each.source, each.recipient)):
            yield from _of(id, before, kind)
    for player in event.life:
        yield _Happening("life lost", player)
    for gained in event.gained:
        yield _Happening("life gained", gained.player)
    for id in event.counters:
        yield from _of(id, before, "counters")
    for player in event.poison:
        yield _Happening("counters", player)


def _of(id: str, view: View, *kinds: a.HappeningKind | Literal["declared"]) -> Iterator[_Happening]:
    permanent: Permanent | None = view.permanents.get(id)
    for kind in kinds:
        if permanent is None:
            yield _Happening(kind, id)
        else:
            yield _Happening(kind, permanent.controller, id, permanent.types)
