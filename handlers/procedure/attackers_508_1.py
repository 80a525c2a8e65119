"""Declaring attackers: 508.1a–m, one function a letter, in order; then 508.2, when the active player gets priority."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...events import abilities as a
from ...events import declarations as d
from ...events.prose import said
from ..attempt import Draft, Violated
from ..legality.attacks import formulate_attacks, why_not_attack
from ..legality.checks import check_requirements, check_restrictions, way_out
from ..legality.formulation import CostHeld, Formulation
from ..rulebook.editions import Attackable, known_since
from ..triggers.attackers_508_3 import attack_triggers
from ..view.context import Context
from . import costs


@dataclass(frozen=True, slots=True)
class Enlist:
    """Enlisting that creature."""

    creature: str


OptionalCosts = str | Enlist | Sequence[str | Enlist]
"""One optional cost of an attacker, or several: `exert`, `pay`, or enlisting."""


@dataclass(frozen=True, slots=True)
class AttackDeclaration:
    """What the active player proposes: attacker → target, bands, and optional costs (`exert`, `pay` or enlisting)."""

    attackers: Mapping[str, str]
    bands: tuple[tuple[str, ...], ...] = ()
    optional_costs: Mapping[str, OptionalCosts] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        attackers: Mapping[str, str],
        bands: Iterable[Iterable[str]] = (),
        optional_costs: Mapping[str, OptionalCosts] | None = None,
    ) -> AttackDeclaration:
        """A proposal from any mapping and iterables."""
        return cls(dict(attackers), tuple(tuple(band) for band in bands), dict(optional_costs or {}))

    @property
    def costs_chosen(self) -> list[tuple[str, str | Enlist]]:
        """Each optional cost that is chosen, with its attacker."""
        return [
            (creature, cost)
            for creature, costs in self.optional_costs.items()
            for cost in ((costs,) if isinstance(costs, str | Enlist) else costs)
        ]

    @property
    def chosen(self) -> dict[str, tuple[str, ...]]:
        """The attacks in the shape that legality reads: creature → targets."""
        return {attacker: (target,) for attacker, target in self.attackers.items()}


def declare(draft: Draft, player: str, declaration: AttackDeclaration) -> None:
    """508.1a–h: everything up to the total cost. Raises Violated at the first step that can't be complied with."""
    formulation = formulate_attacks(draft.view, draft.edition, player, draft.budget)
    choose(draft, player, declaration, formulation)
    announce_targets(draft, player, declaration, formulation)
    check_restrictions(draft, formulation, declaration.chosen)
    check_requirements(draft, formulation, declaration.chosen)
    announce_bands(draft, declaration)
    if draft.edition.tapping == "attacking":
        tap(draft, tuple(declaration.attackers))
    choose_optional_costs(draft, player, declaration)
    lock_costs(draft, player, declaration, formulation)


def choose(draft: Draft, player: str, declaration: AttackDeclaration, formulation: Formulation) -> None:
    """508.1a: which creatures attack: untapped, no battles, with haste or controlled since the turn began."""
    draft.append(d.AttackersDeclared(player=player, attackers=tuple(declaration.attackers)))
    if player != draft.state.board.active:
        raise Violated("attack.declaration", [said("{} isn't the active player", player)])
    if draft.state.combat.attackers_declared:
        raise Violated("attack.declaration", ["attackers were declared already in this combat"])
    view, wrong = draft.view, list[str]()
    for attacker, target in declaration.attackers.items():
        permanent = view.permanents.get(attacker)
        if permanent is None:
            wrong.append(said("{} isn't a permanent on the battlefield", attacker))
            continue
        why = why_not_attack(view, draft.edition, permanent, player, target if target in formulation.target else None)
        if why is not None:
            wrong.append(why)
    if wrong:
        raise Violated("attack.choose", wrong, way_out(formulation, declaration.chosen))
    defenders = dict.fromkeys(view.defender_of(target) for target in declaration.attackers.values())
    if draft.edition.targets == "one player" and len(defenders) > 1:
        why = said(
            "one defending player is attacked under these rules, not {number}: {}", map(str, defenders), number=len(defenders)
        )
        raise Violated("attack.targets", [why])


def announce_targets(draft: Draft, player: str, declaration: AttackDeclaration, formulation: Formulation) -> None:
    """508.1b: which player, planeswalker or battle each of them attacks."""
    draft.append(d.AttackTargetsAnnounced(targets=dict(declaration.attackers)))
    wrong = [
        said("{} can't attack {}: {why}", attacker, target, why=_why_no_target(draft, player, target))
        for attacker, target in declaration.attackers.items()
        if target not in formulation.target
    ]
    if wrong:
        raise Violated("attack.targets", wrong, way_out(formulation, declaration.chosen))


def _why_no_target(draft: Draft, player: str, target: str) -> str:
    view, edition = draft.view, draft.edition
    if target == player:
        return "a player can't attack themself"
    permanent = view.permanents.get(target)
    if permanent is None:
        return "it isn't in the game or on the battlefield"
    things: dict[str, Attackable] = {"Planeswalker": "planeswalker", "Battle": "battle"}
    for card_type, thing in things.items():
        if card_type in permanent.types and thing not in edition.attackable:
            return said(
                "a {thing} can be attacked only under the rules from {day} on", thing=thing, day=known_since(thing).isoformat()
            )
    defender = view.defender_of(target)
    if defender is None:
        return "only a player, a planeswalker or a battle can be attacked"
    return said("{} is no defending player", defender)


def announce_bands(draft: Draft, declaration: AttackDeclaration) -> None:
    """508.1e, 702.22c–d: which attackers are banded with which."""
    if not declaration.bands:
        return
    draft.append(d.BandsAnnounced(bands=declaration.bands))
    wrong = [why for band in declaration.bands for why in _why_no_band(draft, declaration, band)]
    members = [member for band in declaration.bands for member in band]
    wrong += [said("{} is in more than one band", member) for member in dict.fromkeys(members) if members.count(member) > 1]
    if wrong:
        raise Violated("attack.bands", wrong, declaration.chosen)


def _why_no_band(draft: Draft, declaration: AttackDeclaration, band: tuple[str, ...]) -> list[str]:
    view = draft.view
    strangers = [member for member in band if member not in declaration.attackers]
    if strangers:
        return [said("{} isn't an attacker", member) for member in strangers]
    if len({declaration.attackers[member] for member in band}) > 1:
        return [said("the creatures of the band {} attack different things", band)]
    without = [member for member in band if "banding" not in view.keywords(member)]
    if len(without) <= 1 and len(without) < len(band):
        return []
    for member in band:
        for other in view.keyword_abilities(member, "bands with other"):
            quality = other.quality or a.ANYTHING
            context = Context(member, view.permanents[member].controller)
            if all(view.matches(quality, view.permanents[each], context) for each in band):
                return []
    if len(without) == len(band):
        return [said("no creature of the band {} has banding", band)]
    return [said("more than one creature of the band {} has no banding: {}", band, without)]


def tap(draft: Draft, attackers: tuple[str, ...]) -> None:
    """508.1f: the chosen creatures become tapped. It isn't a cost."""
    tapped = tuple(attacker for attacker in attackers if not _attacks_without_tapping(draft, attacker))
    if tapped:
        draft.append(d.AttackersTapped(attackers=tapped))


def _attacks_without_tapping(draft: Draft, attacker: str) -> bool:
    view = draft.view
    return "vigilance" in view.keywords(attacker) or any(
        view.matches(held.ability.creatures, view.permanents[attacker], held.context)
        and view.holds(held.ability.condition, held.context)
        for held in view.held(a.AttacksWithoutTapping)
    )


def choose_optional_costs(draft: Draft, player: str, declaration: AttackDeclaration) -> None:
    """508.1g: which costs "as it attacks" the player will pay: exert, enlist, others."""
    if not declaration.optional_costs:
        return
    chosen = declaration.costs_chosen
    enlisted = {creature: cost.creature for creature, cost in chosen if isinstance(cost, Enlist)}
    draft.append(
        d.OptionalCostsChosen(
            exerted=tuple(creature for creature, cost in chosen if cost == "exert"),
            enlisted=enlisted,
            paid_as_it_attacks=tuple(creature for creature, cost in chosen if cost == "pay"),
        )
    )
    if not draft.edition.optional_costs:
        raise Violated("attack.optional_costs", ["there are no costs to pay as a creature attacks under these rules"])
    kinds = [(creature, "enlist" if isinstance(cost, Enlist) else cost) for creature, cost in chosen]
    wrong: list[str] = [
        said("{} is to {kind} twice", creature, kind=kind)
        for creature, kind in dict.fromkeys(kinds)
        if kinds.count((creature, kind)) > 1
    ]
    for creature, cost in chosen:
        kind = "enlist" if isinstance(cost, Enlist) else cost
        if creature not in declaration.attackers:
            wrong.append(said("{} isn't an attacker", creature))
        elif not _optional(draft, creature, kind):
            wrong.append(said("{} has no optional cost to {kind} as it attacks", creature, kind=kind))
        elif isinstance(cost, Enlist):
            wrong += _why_not_enlist(draft, player, declaration, creature, cost.creature, enlisted)
    if wrong:
        raise Violated("attack.optional_costs", wrong, declaration.chosen)


def _optional(draft: Draft, creature: str, kind: str) -> list[CostHeld]:
    """The optional costs of one kind that a creature has."""
    view = draft.view
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


def _why_not_enlist(
    draft: Draft, player: str, declaration: AttackDeclaration, creature: str, helper: str, enlisted: dict[str, str]
) -> list[str]:
    """702.154a: an untapped creature that isn't attacking, with haste or controlled since the turn began."""
    permanent = draft.view.permanents.get(helper)
    if permanent is None:
        return [said("{} isn't on the battlefield", helper)]
    wrong = {
        "attacks": helper in declaration.attackers,
        "is enlisted more than once": list(enlisted.values()).count(helper) > 1,
        said("{} doesn't control", player): permanent.controller != player,
        "isn't a creature": "Creature" not in permanent.types,
        "is tapped": permanent.tapped and helper not in declaration.attackers,
        said("has no haste and hasn't been controlled by {} continuously since the turn began", player): (
            not permanent.continuously_controlled and "haste" not in draft.view.keywords(helper)
        ),
    }
    return [said("{} can't enlist {}, which {why}", creature, helper, why=why) for why, holds in wrong.items() if holds]


def lock_costs(draft: Draft, player: str, declaration: AttackDeclaration, formulation: Formulation) -> None:
    """508.1h: the total cost is determined and locked in."""
    due = formulation.due(declaration.chosen)
    enlisted = []
    for creature, cost in declaration.costs_chosen:
        if isinstance(cost, Enlist):
            enlisted.append(cost.creature)
        elif cost == "pay":
            due += _optional(draft, creature, "pay")
    locked = costs.lock(draft.view, player, due, enlisted)
    if locked is not None:
        draft.append(locked)


def tap_as_a_cost(draft: Draft) -> None:
    """308.2 until 2001-07-22: tapping is a cost to attack, paid with the others. Raises Violated."""
    pending = draft.pending
    view = draft.view
    # Costs are paid in any order: an attacker that was sacrificed for another was tapped before.
    attackers = tuple(attacker for attacker in pending.attackers if attacker in view.permanents)
    tapped = [id for id in attackers if not _attacks_without_tapping(draft, id) and view.permanents[id].tapped]
    if tapped:
        raise Violated("attack.pay", [said("{} is tapped: its cost to attack can't be paid", attacker) for attacker in tapped])
    tap(draft, attackers)


def become_attacking(draft: Draft) -> None:
    """508.1k, then 508.1m: each chosen creature still controlled by the active player is attacking; abilities trigger."""
    pending = draft.pending
    view = draft.view
    attackers = {
        attacker: target
        for attacker, target in pending.targets
        if attacker in view.permanents and view.permanents[attacker].controller == pending.player
    }
    defending = {attacker: view.defender_of(target) or target for attacker, target in attackers.items()}
    draft.append(d.BecameAttacking(player=pending.player, attackers=attackers, defending=defending))
    for triggered in attack_triggers(draft.view, pending):
        draft.append(triggered)
