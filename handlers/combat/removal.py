"""What takes a permanent out of combat, and what happens to permanents generally (506.4 and its parts).

What a removed creature blocked stays a blocked creature (509.1h). Damage assignment orders from which a creature is removed keep
their relative order (509.2a, 509.3a; 2009-07-11 to 2024-11-07). Tapping, or an effect that would have kept a creature from
attacking or blocking, removes nothing (506.4a–b).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Literal

from ...events import abilities as a
from ...events import declarations as d
from ...events import facts as t
from ...events.errors import FactNotStated, InvalidInput
from ...projections.board import Permanent
from ..attempt import Draft
from ..input_checks import fitting
from ..rulebook.concepts import Concept
from ..triggers.blockers_509_3 import BlockingChange, block_triggers
from ..triggers.damage_510_3 import Departed, departure_triggers
from ..view.context import Context
from ..view.view import View
from . import control_613_1b
from .returning_610_3 import return_exiled


def leave(draft: Draft, id: str, to: t.Place | None = None, why: t.Departure | None = None, before: View | None = None) -> None:
    """A permanent leaves the battlefield. `before`: the board as the first of those leaves that leave at the same time."""
    step = draft.state.combat.damage
    # Combat damage on the stack is dealt also by what has left, as it most recently existed (310.4b, until 2009-07-10).
    strikes = step is not None and not step.dealt and id in step.assignment
    last_known = draft.view.abilities_of(id) if strikes else None
    seen = before or draft.view
    known = as_it_leaves(draft, id, seen)
    _remove(draft, id, "left the battlefield")
    _append(draft, t.PermanentLeft(id=id, to=to, why=why, last_known=last_known, **known), seen)
    return_exiled(draft, id)


def leave_together(
    draft: Draft, going: Sequence[tuple[str, t.Place, t.Departure | None]], before: View, concept: Concept | None = None
) -> None:
    """Permanents leave at one time, each for a place and a reason, and what triggers on that does. `before`: the board before;
    `concept`: of the rule by which it triggers, where that is another than after damage."""
    departed = Departed(died=tuple(id for id, to, _ in going if to == "graveyard"), left=tuple(id for id, _, _ in going))
    for id, to, why in going:
        leave(draft, id, to, why, before)
    for each in list(departure_triggers(before, departed, draft.view)):
        draft.append(each if concept is None else each.model_copy(update={"concept": concept}))


def take_out_of_combat(draft: Draft, id: str, reason: d.RemovalReason) -> None:
    """506.4: no effect removed it, so nothing that counts blockers triggers."""
    combat = draft.state.combat
    if id in combat.attackers or id in combat.blockers or any(attack.target == id for attack in combat.attackers.values()):
        draft.append(d.RemovedFromCombat(id=id, reason=reason))


def departs(draft: Draft, id: str, to: t.Place | None, why: t.Departure, before: View | None = None) -> None:
    """A permanent leaves by a rule: no effect removed it from combat, so nothing that counts blockers triggers.

    `before`: the board before actions that are performed at the same time (704.8).
    """
    seen = before or draft.view
    known = as_it_leaves(draft, id, seen)
    take_out_of_combat(draft, id, "left the battlefield")
    _append(draft, t.PermanentLeft(id=id, to=to, why=why, **known), seen)


def as_it_leaves(draft: Draft, id: str, before: View) -> dict[str, Any]:
    """The last known information of a permanent (608.2h): the characteristics that differ from those that the board states, and
    how it stood. `before`: the board before it and what leaves at the same time."""
    seen, stated = before.permanents.get(id), draft.state.board.permanents[id]
    if seen is None:
        return {}
    known: dict[str, Any] = {}
    if seen is not stated:
        for name in ("power", "toughness", "types", "colors"):
            if (now := getattr(seen, name)) != getattr(stated, name):
                known[name] = now if isinstance(now, int) else tuple(sorted(now))
        if seen.counters != stated.counters:
            known["counters"] = dict(seen.counters)
    if (abilities := before.abilities[id]) != stated.abilities:
        known["abilities"] = abilities
    with suppress(FactNotStated):
        if not before.board.recorded:  # no ability of a record resolves
            known["stood"] = _stood(before, seen)
    return known


_IN_COMBAT = tuple(a.IsInState.model_construct(state=each) for each in t.IN_COMBAT)
_BY_OTHERS = tuple(a.IsInState.model_construct(state=each) for each in t.BY_OTHERS)


def _stood(before: View, permanent: Permanent) -> t.AsItLeft:
    id, combat, context = permanent.id, before.combat, Context(permanent.id, permanent.controller)
    attack = combat.attackers.get(id)
    attached = tuple([each.id for each in before.permanents.values() if each.attached_to == id])
    asked = _IN_COMBAT if id in combat.attackers or id in combat.blockers else ()  # else none of these can hold
    if attached or permanent.counters or before.held(a.Designates):
        asked += _BY_OTHERS
    return t.AsItLeft(
        states=tuple([each.state for each in asked if before.matches(each, permanent, context)]),
        attacked=None if attack is None else attack.target,
        blocking=combat.blockers.get(id, ()),
        blocked_by=combat.blockers_of(id),
        attached=attached,
    )


def phase_out(draft: Draft, ids: Collection[str]) -> None:
    """Permanents phase out at one time, and what is attached to them with them (702.26g). In old editions tokens cease to exist
    then, and in older ones what triggers as something leaves the battlefield triggers, once for all that phase out."""
    edition = draft.edition
    before = draft.fork().view
    phasing = list(dict.fromkeys(ids))
    for host in phasing:  # grows as it is gone through
        phasing += [each.id for each in before.permanents.values() if each.attached_to == host and each.id not in phasing]
    for id in phasing:
        _remove(draft, id, "phased out")
        draft.append(t.PermanentPhasedOut(id=id))
    if edition.phasing_out_leaves:
        for triggered in list(departure_triggers(before, Departed(died=(), left=tuple(phasing)), draft.view)):
            draft.append(triggered)
        for id in phasing:
            return_exiled(draft, id)
    if edition.phasing_out != "it stays":
        for id in phasing:
            if before.permanents[id].token:
                draft.append(t.PermanentLeft(id=id))


def remove_from_combat(draft: Draft, id: str) -> None:
    """An effect removes a permanent from combat."""
    _remove(draft, id, "an effect said so")


def stop_blocking(draft: Draft, blocker: str, attacker: str) -> None:
    """An effect makes a creature stop blocking an attacker, which stays a blocked creature."""
    if attacker not in draft.state.combat.blockers.get(blocker, ()):
        raise InvalidInput("stops_blocking", f"{blocker}, which doesn't block {attacker}", "a creature and what it blocks")
    _watching_numbers(draft, lambda: draft.append(d.StoppedBlocking(blocker=blocker, attacker=attacker)))


def change(draft: Draft, id: str, changes: dict[str, Any]) -> None:
    """Named characteristics, status or players of a permanent become these; what follows for the combat follows."""
    rest = dict(changes)
    controller = rest.pop("controller", None)
    if controller is not None and controller != draft.state.board.permanents[id].controller:
        _remove(draft, id, "changed controllers")
        _append(draft, t.ControllerChanged(id=id, controller=controller), draft.view)
    tapped = rest.pop("tapped", None)
    if tapped is not None:
        draft.append(t.PermanentTapped(id=id) if tapped else t.PermanentUntapped(id=id))
    if (protector := rest.pop("protector", None)) is not None:
        draft.append(t.ProtectorChanged(id=id, protector=protector))
    if "attached_to" in rest:
        _append(draft, t.AttachmentChanged(id=id, attached_to=rest.pop("attached_to")), draft.view)
    if (sick := rest.pop("summoning_sick", None)) is not None:
        draft.append(t.ContinuousControlChanged(id=id, continuously_controlled=not sick))
    if rest:
        before = draft.view.permanents[id].types
        for number in ("power", "toughness"):
            if isinstance(rest.get(number), int):
                # What is stated is what it comes to, with the effects at work.
                rest[number] -= getattr(draft.view.permanents[id], number) - getattr(draft.state.board.permanents[id], number)
        with fitting("change"):
            changed = t.CharacteristicsChanged(id=id, **rest)
        draft.append(changed)
        stop_being(draft, id, before, draft.view.permanents[id].types)


def _append(draft: Draft, event: t.PermanentLeft | t.ControllerChanged | t.AttachmentChanged, before: View) -> None:
    """Something happens by which static abilities may give control of other permanents, or to other players (613.1b): what
    attaches them may begin it, the rest only change or end it."""
    given = control_613_1b.given(before)
    draft.append(event)
    if given or isinstance(event, t.AttachmentChanged):
        follow_control(draft, given)


def follow_control(draft: Draft, given: dict[str, str]) -> None:
    """Who controls what by static abilities changes with what has happened. `given`: what they gave before (613.1b)."""
    for id, player in list(control_613_1b.changes(draft.view, given)):
        _remove(draft, id, "changed controllers")
        draft.append(t.ControllerChanged(id=id, controller=player))


def stop_being(draft: Draft, id: str, before: frozenset[str], now: frozenset[str]) -> None:
    """506.4, 506.4d–e: removed as a creature, or as what is attacked, if it stops being that."""
    combat, permanent = draft.state.combat, draft.state.board.permanents[id]
    if id in combat.attackers or id in combat.blockers:
        if "Creature" not in now:
            _remove(draft, id, "stopped being a creature", "creature")
        elif "Battle" in now and "Battle" not in before:
            _remove(draft, id, "became a battle", "creature")
    if not any(attack.target == id for attack in combat.attackers.values()):
        return
    if "Planeswalker" in before and "Planeswalker" not in now and "Battle" not in now:
        _remove(draft, id, "stopped being a planeswalker", "attacked")
    still_attacked = "Planeswalker" in now and permanent.controller == permanent.protector
    if "Battle" in before and "Battle" not in now and not still_attacked:
        _remove(draft, id, "stopped being a battle", "attacked")


def stopped_being(draft: Draft) -> None:
    """506.4: what isn't a creature now, or nothing that can be attacked, leaves combat, whatever made it so."""
    combat, now = draft.state.combat, draft.view.permanents
    for id in (*combat.attackers, *combat.blockers):
        if id in now and "Creature" not in now[id].types:
            _remove(draft, id, "stopped being a creature", "creature")
    for target in dict.fromkeys(attack.target for attack in combat.attackers.values()):
        if target in now and now[target].types.isdisjoint(("Planeswalker", "Battle")):
            battle = "Battle" in draft.state.board.permanents[target].types
            _remove(draft, target, "stopped being a battle" if battle else "stopped being a planeswalker", "attacked")


def _remove(draft: Draft, id: str, reason: d.RemovalReason, role: Literal["all", "creature", "attacked"] = "all") -> None:
    combat = draft.state.combat
    is_attacked = any(attack.target == id for attack in combat.attackers.values())
    if id in combat.attackers or id in combat.blockers or is_attacked:
        _watching_numbers(draft, lambda: draft.append(d.RemovedFromCombat(id=id, role=role, reason=reason)))


def _watching_numbers(draft: Draft, happen: Callable[[], None]) -> None:
    """Effects that remove blockers can cause abilities to trigger that ask for a particular number of them (509.3e)."""
    combat = draft.state.combat
    before = {attacker: combat.blockers_of(attacker) for attacker in combat.attackers}
    blocking_before = dict(combat.blockers)
    happen()
    changed = {a: blockers for a, blockers in before.items() if a in combat.attackers and combat.blockers_of(a) != blockers}
    blocking_changed = {b: was for b, was in blocking_before.items() if b in combat.blockers and combat.blockers[b] != was}
    if changed or blocking_changed:
        happened = BlockingChange(how="removed", before=changed, blocking_before=blocking_changed)
        for triggered in block_triggers(draft.view, draft.edition, happened):
            draft.append(triggered)
