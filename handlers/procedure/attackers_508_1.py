"""Declaring attackers: a function for each letter of 508.1a–m, in the order of `ATTACKERS_508_1`; then priority (508.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from ...events import abilities as a
from ...events import declarations as d
from ...events.errors import InvalidInput
from ...events.prose import said
from ...projections.board import FREE_FOR_ALL
from ..attempt import Attempt, Draft, Violated
from ..combat import turns
from ..damage_assignment.banding_702_22 import may_band
from ..legality.attacks import why_not_attack
from ..legality.formulation import CostHeld, Formulation
from ..legality.nearest import way_out
from ..legality.reach import why_no_defending_player, why_not_reached
from ..rulebook.concepts import Concept
from ..triggers.attackers_508_3 import attack_triggers
from ..triggers.not_modelled import mark_declared
from ..view.context import Context, HeldTrigger
from ..view.view import View
from . import checks, costs
from .commands import DeclareAttackers, Enlist
from .mana_abilities import activate_mana_abilities
from .payment import pay
from .runner import Procedure

Attacking = Attempt[DeclareAttackers]


def announce_attackers(attempt: Attacking) -> None:
    """508.1a: which creatures attack."""
    attempt.draft.append(d.AttackersDeclared(player=attempt.player, attackers=tuple(attempt.command.attackers)))


def choose(attempt: Attacking) -> None:
    """508.1a: choose which creatures attack. Raises Violated.

    Each is untapped, is no battle, and has haste or was controlled continuously since the turn began.
    """
    announce_attackers(attempt)
    draft, player, command = attempt.draft, attempt.player, attempt.command
    check_turn(attempt.before, player)
    view, edition, known, wrong = draft.view, draft.edition, checks.formulation(attempt), list[str]()
    for attacker, target in command.attackers.items():
        permanent = view.permanents.get(attacker)
        if permanent is None:
            wrong.append(said("{} isn't a permanent on the battlefield", attacker))
            continue
        why = why_not_attack(view, edition, permanent, player, target if target in known.target else None)
        if why is not None:
            wrong.append(why)
    if wrong:
        raise Violated(Concept.ATTACK_CHOOSE, wrong, lambda: way_out(known, command.chosen))
    if edition.targets == "one player":
        _attack_one_player(attempt)


def check_turn(before: Draft, player: str) -> None:
    """Raise an untimely Violated if this player can't declare attackers now, whichever they are."""
    checks.check_goes_on(before, Concept.ATTACK_DECLARATION)
    if player not in before.state.board.active_side:
        raise Violated(Concept.ATTACK_DECLARATION, [said("{} isn't the active player", player)], untimely=True)
    if before.state.combat.attackers_declared:
        raise Violated(Concept.ATTACK_DECLARATION, ["attackers were declared already in this combat"], untimely=True)


def _attack_one_player(attempt: Attacking) -> None:
    defenders = dict.fromkeys(attempt.draft.view.defender_of(target) for target in attempt.command.attackers.values())
    if len(defenders) > 1:
        template = "one defending player is attacked under these rules, not {number}: {}"
        raise Violated(Concept.ATTACK_TARGETS, [said(template, map(str, defenders), number=len(defenders))])


def announce_targets(attempt: Attacking) -> None:
    """508.1b: which player, planeswalker or battle each of them attacks."""
    attempt.draft.append(d.AttackTargetsAnnounced(targets=dict(attempt.command.attackers)))


def choose_targets(attempt: Attacking) -> None:
    """508.1b: choose which player, planeswalker or battle each of them attacks. Raises Violated for what can't be attacked."""
    announce_targets(attempt)
    known, command, draft = checks.formulation(attempt), attempt.command, attempt.draft
    wrong = []
    for attacker, target in command.attackers.items():
        if target not in known.target:
            why = why_no_defending_player(draft.view, draft.edition, _attacking_player(attempt, attacker), target)
            if why is not None:
                wrong.append(said("{} can't attack {}: {why}", attacker, target, why=why))
    if wrong:
        raise Violated(Concept.ATTACK_TARGETS, wrong, lambda: way_out(known, command.chosen))


def check_reach(attempt: Attacking) -> None:
    """801.3, 803.1, 809.3c, 811.4: whom the variant and its options let the player attack. Raises Violated.

    The first of these rules that isn't complied with is cited.
    """
    draft = attempt.draft
    if draft.state.board.options == FREE_FOR_ALL:
        return
    wrong: dict[Concept, list[str]] = {}
    for attacker, target in attempt.command.attackers.items():
        why = why_not_reached(draft.view, draft.edition, _attacking_player(attempt, attacker), target)
        if why is not None and why.concept != Concept.ATTACK_TARGETS:
            wrong.setdefault(why.concept, []).append(said("{} can't attack {}: {why}", attacker, target, why=why.why))
    known = checks.formulation(attempt)
    for concept in _REACH:
        if concept in wrong:
            raise Violated(concept, wrong[concept], lambda: way_out(known, attempt.command.chosen))


_REACH = (
    Concept.ATTACK_EMPEROR_SEATS,
    Concept.ATTACK_ALTERNATING_SEATS,
    Concept.ATTACK_LEFT,
    Concept.ATTACK_RIGHT,
    Concept.ATTACK_RANGE,
)
"""In the order in which they are cited."""


def _attacking_player(attempt: Attacking, attacker: str) -> str:
    """Who attacks with it: its controller, where that is one of those who declare."""
    permanent = attempt.draft.view.permanents.get(attacker)
    together = checks.formulation(attempt).players
    return permanent.controller if permanent is not None and permanent.controller in together else attempt.player


def leave_out_what_cant_be_chosen(attempt: Attacking) -> None:
    """Leave out the attacks that can't be chosen (508.1a–b): the steps that follow judge the others."""
    if attempt.violated:
        known, command = checks.formulation(attempt), attempt.command
        attackers = {id: target for id, target in command.attackers.items() if _can_be_chosen(attempt, known, id, target)}
        left_out = command.attackers.keys() - attackers.keys()
        attempt.command = DeclareAttackers(
            attackers=attackers,
            bands=tuple(band for band in command.bands if left_out.isdisjoint(band)),
            optional_costs={id: costs for id, costs in command.optional_costs.items() if id not in left_out},
            mana_abilities=command.mana_abilities,
            pay=command.pay,
        )
    attempt.choosable = attempt.command.chosen


def _can_be_chosen(attempt: Attacking, known: Formulation, attacker: str, target: str) -> bool:
    if attacker not in known.unit or target not in known.target:
        return False
    view, player = attempt.draft.view, _attacking_player(attempt, attacker)
    return len(known.players) < 2 or why_not_reached(view, known.edition, player, target) is None


def announce_bands(attempt: Attacking) -> None:
    """508.1e, 702.22c–d: which attackers are banded with which. Raises Violated."""
    command = attempt.command
    if not command.bands:
        return
    attempt.draft.append(d.BandsAnnounced(bands=command.bands))
    wrong = [why for band in command.bands for why in _why_no_band(attempt.draft, command, band)]
    members = [member for band in command.bands for member in band]
    wrong += [said("{} is in more than one band", member) for member in dict.fromkeys(members) if members.count(member) > 1]
    if wrong:
        raise Violated(Concept.ATTACK_BANDS, wrong, command.chosen)


def _why_no_band(draft: Draft, command: DeclareAttackers, band: tuple[str, ...]) -> list[str]:
    view = draft.view
    strangers = [member for member in band if member not in command.attackers]
    if strangers:
        return [said("{} isn't an attacker", member) for member in strangers]
    if len({command.attackers[member] for member in band}) > 1:
        return [said("the creatures of the band {} attack different things", band)]
    without = [member for member in band if "banding" not in view.keywords(member)]
    if (len(without) <= 1 and len(without) < len(band)) or may_band(view, draft.edition, band):
        return []
    if len(without) == len(band):
        return [said("no creature of the band {} has banding", band)]
    return [said("more than one creature of the band {} has no banding: {}", band, without)]


def tap(attempt: Attacking) -> None:
    """508.1f: the chosen creatures become tapped. That is no cost, except until 2001-07-22."""
    if attempt.draft.edition.tapping == "attacking":
        become_tapped(attempt)


def become_tapped(attempt: Attacking) -> None:
    """Attackers become tapped, except those that attack without tapping (as with vigilance, 702.20b)."""
    here = attempt.draft.view.permanents
    _tap(attempt.draft, tuple([attacker for attacker in attempt.command.attackers if attacker in here]))


def _tap(draft: Draft, attackers: tuple[str, ...]) -> None:
    view = draft.view
    tapped = tuple([attacker for attacker in attackers if not _attacks_without_tapping(view, attacker)])
    if tapped:
        draft.append(d.AttackersTapped(attackers=tapped))


def _attacks_without_tapping(view: View, attacker: str) -> bool:
    return "vigilance" in view.keywords(attacker) or any(
        view.matches(held.ability.creatures, view.permanents[attacker], held.context)
        and view.holds(held.ability.condition, held.context)
        for held in view.held(a.AttacksWithoutTapping)
    )


def choose_optional_costs(attempt: Attacking) -> None:
    """508.1g: choose the optional costs to be paid "as it attacks": exert, enlist or others. Raises Violated."""
    draft, command, chosen = attempt.draft, attempt.command, attempt.command.costs_chosen
    if not chosen:
        return
    enlisted: dict[str, tuple[str, ...]] = {}
    for creature, cost in chosen:
        if isinstance(cost, Enlist):
            enlisted[creature] = (*enlisted.get(creature, ()), cost.creature)
    kinds = [(creature, "enlist" if isinstance(cost, Enlist) else cost) for creature, cost in chosen]
    # What is offered may depend on what was chosen before.
    here = draft.view.permanents.keys() & command.attackers.keys()
    offered = {each: len(optional_costs(draft.view, *each)) if each[0] in here else 0 for each in dict.fromkeys(kinds)}
    draft.append(
        d.OptionalCostsChosen(
            exerted=tuple(creature for creature, cost in chosen if cost == "exert" and creature in draft.view.permanents),
            enlisted={creature: helpers[0] for creature, helpers in enlisted.items()},
            also_enlisted={creature: helpers[1:] for creature, helpers in enlisted.items() if len(helpers) > 1},
            paid_as_it_attacks=tuple(creature for creature, cost in chosen if cost == "pay"),
        )
    )
    if not draft.edition.optional_costs:
        raise Violated(Concept.ATTACK_OPTIONAL_COSTS, ["there are no costs to pay as a creature attacks under these rules"])
    wrong: list[str] = [
        said("{} is to {kind} {times}", creature, kind=kind, times="twice" if times == 2 else f"{times} times")
        for (creature, kind), number in offered.items()
        if (times := kinds.count((creature, kind))) > max(1, number)  # each instance is a cost of its own: 701.43b, 702.154d
    ]
    for creature, cost in chosen:
        kind = "enlist" if isinstance(cost, Enlist) else cost
        if creature not in command.attackers:
            wrong.append(said("{} isn't an attacker", creature))
        elif not offered[creature, kind]:
            wrong.append(said("{} has no optional cost to {kind} as it attacks", creature, kind=kind))
        elif isinstance(cost, Enlist):
            wrong += _why_not_enlist(attempt, creature, cost.creature, enlisted)
    if wrong:
        raise Violated(Concept.ATTACK_OPTIONAL_COSTS, wrong, command.chosen)
    for (creature, kind), number in offered.items():
        if kinds.count((creature, kind)) < number and not alike(draft.view, creature, kind):
            found = said(
                "{creature} is to {kind} for some of its {number} different costs", creature=creature, kind=kind, number=number
            )
            raise InvalidInput("optional_costs", str(found), "all of them, or none: which ones can't be stated")


def alike(view: View, creature: str, kind: str) -> bool:
    """Whether it makes no difference which of a creature's optional costs of one kind are paid."""
    costs = optional_costs(view, creature, kind)
    if kind == "pay":
        return all(each.cost == costs[0].cost for each in costs)
    linked = (
        [] if kind == "enlist" else [held.ability for held in view.held(a.Triggered) if _comes_of_exerting(view, creature, held)]
    )
    return not linked or (len(linked) == len(costs) and all(each == linked[0] for each in linked))


def _comes_of_exerting(view: View, creature: str, held: HeldTrigger) -> bool:
    """Whether an ability is linked to a cost to exert this creature."""
    return any(
        isinstance(event, a.Exerts) and event.linked and view.matches(event.creatures, view.permanents[creature], held.context)
        for event in held.ability.events
    )


def optional_costs(view: View, creature: str, kind: str) -> list[CostHeld]:
    """508.1g: the optional costs of one kind ("exert", "enlist" or "pay") that may be paid as a creature attacks."""
    found = []
    for held in view.held(a.OptionalAttackCost):
        ability: a.OptionalAttackCost = held.ability
        asked = "pay" if isinstance(ability.cost, a.Cost) else ability.cost
        context = Context(held.source, held.context.you, subject=creature, attacker=creature)
        if (
            asked == kind
            and view.matches(ability.creatures, view.permanents[creature], context)
            and view.holds(ability.condition, context)
        ):
            cost = ability.cost if isinstance(ability.cost, a.Cost) else a.Cost()
            found.append(CostHeld(cost, held, context, creature, None))
    return found


def _why_not_enlist(attempt: Attacking, creature: str, helper: str, enlisted: Mapping[str, Sequence[str]]) -> list[str]:
    """Why the creature can't enlist the helper (702.154a); empty if it can.

    The helper is an untapped creature of the player that isn't attacking, with haste or controlled since the turn began.
    """
    draft, owner, command = attempt.draft, _attacking_player(attempt, creature), attempt.command
    permanent = draft.view.permanents.get(helper)
    if permanent is None:
        return [said("{} isn't on the battlefield", helper)]
    wrong = {
        "attacks": helper in command.attackers,
        "is enlisted more than once": [*chain.from_iterable(enlisted.values())].count(helper) > 1,
        said("{} doesn't control", owner): permanent.controller != owner,
        "isn't a creature": "Creature" not in permanent.types,
        "is tapped": permanent.tapped and helper not in command.attackers,
        said("has no haste and hasn't been controlled by {} continuously since the turn began", owner): (
            not permanent.continuously_controlled and "haste" not in draft.view.keywords(helper)
        ),
    }
    return [said("{} can't enlist {}, which {why}", creature, helper, why=why) for why, holds in wrong.items() if holds]


def lock_costs(attempt: Attacking) -> None:
    """508.1h: the total cost is determined and locked in."""
    draft, due, enlisted = attempt.draft, checks.formulation(attempt).due(attempt.choosable), list[str]()
    chosen = [] if choose_optional_costs in attempt.failed else attempt.command.costs_chosen
    paying = Counter(creature for creature, cost in chosen if cost == "pay")
    enlisted += [cost.creature for _, cost in chosen if isinstance(cost, Enlist)]
    for creature, number in paying.items():
        due += optional_costs(draft.view, creature, "pay")[:number]
    if not due and not enlisted:
        return
    for locked in costs.locked(draft.view, attempt.player, due, enlisted, attempt.command.attackers):
        draft.append(locked)


def tap_as_a_cost(attempt: Attempt[Any]) -> None:
    """308.2 until 2001-07-22: tapping is a cost to attack, paid with the others. Raises Violated."""
    draft = attempt.draft
    if draft.edition.tapping != "as a cost" or attempt.waiting or choose in attempt.failed:
        return
    view = draft.view
    # Costs are paid in any order: an attacker that was sacrificed for another cost was tapped before that.
    attackers = tuple(attacker for attacker in draft.pending.attackers if attacker in view.permanents)
    tapped = [id for id in attackers if not _attacks_without_tapping(view, id) and view.permanents[id].tapped]
    if tapped:
        raise Violated(
            Concept.ATTACK_PAY, [said("{} is tapped: its cost to attack can't be paid", attacker) for attacker in tapped]
        )
    _tap(draft, attackers)


def become_attacking(attempt: Attempt[Any]) -> None:
    """508.1k: each chosen creature that the active player (or team) still controls becomes an attacking creature."""
    draft, pending = attempt.draft, attempt.draft.pending
    view, side = draft.view, draft.state.board.side(pending.player)
    attackers = {
        attacker: target
        for attacker, target in pending.targets
        if attacker in view.permanents and view.permanents[attacker].controller in side
    }
    defending = {attacker: view.defender_of(target) or target for attacker, target in attackers.items()}
    attempt.completing = pending
    controllers = {attacker: view.permanents[attacker].controller for attacker in attackers} if len(side) > 1 else None
    draft.append(d.BecameAttacking(player=pending.player, attackers=attackers, defending=defending, controllers=controllers))


def trigger(attempt: Attempt[Any]) -> None:
    """508.1m, 508.3: abilities that trigger on attackers being declared."""
    assert attempt.completing is not None, "creatures became attacking before"
    for triggered in attack_triggers(attempt.draft.view, attempt.completing):
        attempt.draft.append(triggered)


def receive_priority(attempt: Attempt[Any]) -> None:
    """508.2: abilities that triggered are put onto the stack, and the active player gets priority."""
    turns.receive_priority(attempt.draft)


def proposing(attacks: Mapping[str, tuple[str, ...]]) -> DeclareAttackers:
    """The command that declares these attacks: creature → its one target, in a tuple."""
    return DeclareAttackers(attackers={attacker: target for attacker, (target,) in attacks.items()})


ATTACKERS_508_1 = Procedure(
    action="attack",
    steps=(
        choose,
        choose_targets,
        check_reach,
        leave_out_what_cant_be_chosen,
        checks.check_restrictions,
        checks.check_requirements,
        announce_bands,
        tap,
        choose_optional_costs,
        lock_costs,
        activate_mana_abilities,
        pay,
        tap_as_a_cost,
    ),
    completion=(become_attacking, trigger, mark_declared, receive_priority),
    as_recorded=(announce_attackers, announce_targets, become_tapped, become_attacking, trigger, receive_priority),
    proposing=proposing,
    paying=(announce_attackers, announce_targets, leave_out_what_cant_be_chosen, tap, lock_costs, pay, tap_as_a_cost),
    comparing=(checks.check_requirements,),
    check_turn=check_turn,
)
"""The steps of 508.1a–m, in order."""
