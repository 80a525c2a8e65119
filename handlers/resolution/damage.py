"""Damage that no combat damage step deals (120.3), and fights (701.14)."""

from __future__ import annotations

from ...events import abilities as a
from ...events import stack as s
from ...projections.board import Permanent
from ..combat.changed_damage_616 import source_of
from ..combat.dealing import deal
from ..rulebook.concepts import Concept
from ..triggers.damage_510_3 import damage_triggers
from ..view.view import View
from .binding import NotCarriedOut
from .registry import carries_out
from .resolving import Resolving


@carries_out(a.Damages, harms=True, supported=True, makes=(a.IsAffected, a.ExcessDone, a.DamageDone))
def _damage(doing: Resolving, instruction: a.Damages) -> None:
    recipients = _recipients(doing, instruction.recipients)
    if (sources := _each_of(doing, instruction.source)) is not None:
        _deal(doing, {each.id: dict.fromkeys(recipients, doing.own(instruction.amount, each)) for each in sources})
        doing.affected(recipients)
        return
    source = doing.binding.one(instruction.source, doing.view)
    if division := doing.division_among(instruction.recipients.permanents):
        _deal(doing, {source: {id: division[id] for id in recipients}})
    else:
        amounts = {id: _amount(doing, instruction, id) for id in recipients}
        _deal(doing, {source: _without_excess(doing, source, amounts) if instruction.excess else amounts})
    doing.affected(recipients)


def _each_of(doing: Resolving, source: a.Filter) -> list[Permanent] | None:
    """Those that deal damage, each its own, also those that have left (608.2h); None where it is one."""
    if isinstance(source, a.Is | a.IsCreated | a.IsChosen):
        return None
    if isinstance(source, a.IsTarget) and len(doing.binding.ids(source, doing.view)) == 1:
        return None
    return doing.binding.there_or_left(source, doing.view)


def _without_excess(doing: Resolving, source: str, amounts: dict[str, int]) -> dict[str, int]:
    """120.4a: of each creature, the damage beyond what is lethal goes to its controller.

    Raises NotCarriedOut where something else changes damage, too: in which order isn't stated."""
    view, found = doing.view, dict(amounts)
    changing = a.ChangesDamage | a.RedirectsDamage | a.PreventsDamage | a.PreventsNextDamage
    abilities = (each for timed in view.board.effects.values() for each in timed.effect.abilities)
    stated = (each for id in view.permanents for each in view.abilities[id])
    if any(isinstance(each, changing) for each in (*abilities, *stated)):
        raise NotCarriedOut("in which order excess damage and what else changes damage apply isn't carried out")
    deathtouch = "deathtouch" in view.keywords(source)
    for id, amount in amounts.items():
        creature = view.permanents.get(id)
        if creature is None or "Creature" not in creature.types:
            continue
        more = amount - _lethal(creature, deathtouch)
        if more > 0:
            found[id] = amount - more
            found[creature.controller] = found.get(creature.controller, 0) + more
    return found


@carries_out(a.DamagesTogether, harms=True, supported=True, makes=(a.ExcessDone, a.DamageDone))
def _damage_together(doing: Resolving, instruction: a.DamagesTogether) -> None:
    """One source deals it, or several do, at one time."""
    assignment: dict[str, dict[str, int]] = {}
    for part in instruction.parts:
        amounts = assignment.setdefault(doing.binding.one(part.source, doing.view), {})
        for id in _recipients(doing, part.recipients):
            amounts[id] = amounts.get(id, 0) + _amount(doing, part, id)
    _deal(doing, assignment)


def _amount(doing: Resolving, damages: a.Damages, recipient: str) -> int:
    """How much it is; of several players, each their own: "1 damage to each opponent for each creature they control"."""
    who = damages.recipients.players
    if who is not None and recipient in doing.view.board.players:
        return doing.quantity_of(who, recipient, damages.amount)
    return doing.quantity(damages.amount)


def _recipients(doing: Resolving, recipients: a.Recipients) -> list[str]:
    found = [] if recipients.players is None else doing.players(recipients.players)
    if recipients.attacked_by is not None:
        id, view = doing.binding.one(recipients.attacked_by, doing.view), doing.view
        attacker = view.there_or_left(id)
        attacked = None if attacker is None else view.attacked_by(attacker)
        is_battle = attacked in view.permanents and "Battle" in view.permanents[attacked].types
        if attacked is not None and not (recipients.spares_battles and is_battle):
            found.append(attacked)
    if isinstance(recipients.permanents, a.IsTarget):
        # "Any target" may be a player.
        meant = doing.binding.bound(a.AllOf(parts=(recipients.permanents,)), doing.view).parts[0]
        assert isinstance(meant, a.IsOneOf)
        return [*found, *(id for id in meant.ids if id in doing.view.permanents or id in doing.view.board.players)]
    if recipients.permanents is not None:
        found += [each.id for each in doing.permanents(recipients.permanents)]
    return found


@carries_out(a.Fights, harms=True, supported=True, makes=(a.ExcessDone, a.DamageDone))
def _fight(doing: Resolving, instruction: a.Fights) -> None:
    first, other = doing.permanents(instruction.creature), doing.permanents(instruction.other)
    if not (len(first) == len(other) == 1 and {"Creature"} <= first[0].types & other[0].types):
        return  # 701.14b
    if first[0].id == other[0].id:
        _deal(doing, {first[0].id: {first[0].id: 2 * first[0].power}})  # 701.14c
    else:
        _deal(doing, {first[0].id: {other[0].id: first[0].power}, other[0].id: {first[0].id: other[0].power}})


def _excess(before: View, event: s.AbilityDamageDealt) -> dict[str, int]:
    """120.10: how much was dealt to each permanent beyond what is lethal, or beyond its loyalty or defense, whichever is more."""
    dealt: dict[str, int] = {}
    deadly: set[str] = set()
    for each in event.damage:
        if each.recipient in before.permanents and each.dealt > 0:
            dealt[each.recipient] = dealt.get(each.recipient, 0) + each.dealt
            if "deathtouch" in before.keywords(each.source):
                deadly.add(each.recipient)
    found: dict[str, int] = {}
    for id, amount in dealt.items():
        permanent = before.permanents[id]
        enough = [_lethal(permanent, id in deadly)] if "Creature" in permanent.types else []
        enough += [permanent.loyalty or 0] if "Planeswalker" in permanent.types else []
        enough += [permanent.defense or 0] if "Battle" in permanent.types else []
        found[id] = max(0, amount - min(enough, default=amount))
    return found


def _lethal(creature: Permanent, deathtouch: bool) -> int:
    lethal = max(0, creature.toughness - creature.marked)
    return min(lethal, 1) if deathtouch else lethal


def _deal(doing: Resolving, assignment: dict[str, dict[str, int]]) -> None:
    draft, memory = doing.draft, doing.binding.memory
    memory.excess, memory.dealt = {}, {}
    if not any(amount > 0 for amounts in assignment.values() for amount in amounts.values()):
        return
    before = draft.view
    dealt = deal(before, draft.edition, assignment, combat=False)
    event = s.AbilityDamageDealt.model_construct(
        **{name: getattr(dealt.event, name) for name in s.AbilityDamageDealt.model_fields if name != "type"}
    )
    memory.excess = _excess(before, event)
    for each in event.damage:
        if each.dealt > 0:
            memory.dealt[each.recipient] = memory.dealt.get(each.recipient, 0) + each.dealt
    draft.append(event)
    for removed in dealt.counters:
        draft.append(removed)
    for triggered in damage_triggers(draft.view, draft.edition, event):
        draft.append(triggered)
    _mark_redirectable(doing, before, event)


def _mark_redirectable(doing: Resolving, before: View, event: s.AbilityDamageDealt) -> None:
    """Mark the game where a player may have damage dealt to an opponent's planeswalker instead (306.7, 2007-10-01 to 2018-04-26):
    it is dealt to the opponent."""
    number, board = doing.draft.edition.number(Concept.DAMAGE_REDIRECTED), before.board
    if number is None:
        return
    walkers = [each for each in before.permanents.values() if "Planeswalker" in each.types]
    for each in event.damage if walkers else ():
        source, by = source_of(before, each.source), doing.binding.ability
        if source is not None and each.assigned and each.recipient in board.players:
            to = [walker.id for walker in walkers if walker.controller == each.recipient]
            if to and board.are_opponents(source.controller, each.recipient):
                why = f"whether the damage to {each.recipient} is dealt to {' or '.join(to)} instead isn't asked ({number})"
                mark = {"source": by.source, "controller": by.controller, "ability": by.ability, "why": why}
                doing.draft.append(s.AbilityNotCarriedOut(number=0, **mark))
